"""The wire, described for others: TypeScript for the browser's code, Markdown for people.

Both are made from the structs themselves, so they cannot say anything else than what is checked and
sent. A struct with parameters becomes a generic type whose defaults are the games' own unions.
"""

import inspect
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from rules import ruleset, rulesets

from . import wire

Struct = type[msgspec.Struct]

PARTS = {"A": "GameAction", "D": "GameDraft", "E": "GameEvent", "P": "GamePreview", "V": "GameView"}
"""What fills a parameter of a message: an alias for what the games together may send there."""
OVER_HTTP = (wire.Film, wire.LogPage, wire.RemarkPage)
_PLAIN = {
    str: "string", int: "number", float: "number", bool: "boolean", Any: "unknown",
    type(None): "null",
}  # fmt: skip
_WHERE = {"rules.core": "Core", "rules.saga": "Saga", "rules.ninth_age": "NinthAge"}


def client_messages() -> tuple[Any, ...]:
    """The structs a client may send, without a game's own part."""
    return (wire.Hello, wire.Act, wire.Appeal, wire.Draft, wire.Say, wire.Point, wire.Ping)


def server_messages() -> tuple[Any, ...]:
    """The structs a server may send, without a game's own part."""
    return (
        wire.Welcome, wire.Step, wire.Accepted, wire.Refused, wire.Stale, wire.Preview,
        wire.Remark, wire.Pointed, wire.Presence, wire.Pong, wire.Bye,
    )  # fmt: skip


def game_parts(games: Iterable[str]) -> dict[str, list[Any]]:
    """What each parameter stands for: the members of the unions of these games, and the house's."""
    found: dict[str, list[Any]] = {name: [] for name in PARTS}
    for game in games:
        kinds = ruleset(game).types
        for name, kind in zip(
            "ADEPV",
            (kinds.action, kinds.draft, kinds.event, kinds.preview, kinds.view),
            strict=True,
        ):
            found[name] += members(kind)
    found["E"] += members(wire.HouseFact)
    return {name: list(dict.fromkeys(kinds)) for name, kinds in found.items()}


def members(kind: Any) -> list[Any]:
    """The alternatives of a union; a kind that is none is its only one."""
    if get_origin(kind) in (Union, types.UnionType):
        return [inner for part in get_args(kind) for inner in members(part)]
    return [kind]


def typescript(games: Iterable[str] | None = None) -> str:
    """The text of static/js/generated/protocol.d.ts."""
    parts = game_parts(rulesets() if games is None else games)
    names = Names(reachable([*client_messages(), *server_messages(), *OVER_HTTP], parts))
    lines = ["// Made by `manage.py protocol` from the structs of the wire. Not to be edited.", ""]
    for part, kinds in parts.items():
        lines.append(f"export type {PARTS[part]} = {names.union(kinds)};")
    lines.append(f"export type ClientMessage = {names.union(client_messages())};")
    lines.append(f"export type ServerMessage = {names.union(server_messages())};")
    for struct in names.structs:
        lines += [
            "",
            *_comment(struct),
            f"export type {names.head(struct)} = {names.body(struct)};",
        ]
    return "\n".join(lines) + "\n"


def _comment(struct: Struct) -> list[str]:
    words = inspect.getdoc(struct) or ""
    text = [line.replace("*/", "* /") for line in words.splitlines()]
    if len(text) < 2:
        return [f"/** {text[0]} */"] if text else []
    return ["/**", *(f" * {line}".rstrip() for line in text), " */"]


def reachable(roots: Iterable[Any], parts: dict[str, list[Any]]) -> list[Struct]:
    """Every struct that can stand in a message, in the order it is met."""
    found: dict[Struct, None] = {}

    def visit(kind: Any) -> None:
        if isinstance(kind, TypeVar):
            for inner in parts[kind.__name__]:
                visit(inner)
        elif get_origin(kind) is not None:
            for inner in (get_origin(kind), *get_args(kind)):
                visit(inner)
        elif isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in found:
            found[kind] = None
            for field in msgspec.structs.fields(kind):
                visit(field.type)

    for root in roots:
        visit(root)
    return list(found)


class Names:
    """Structs by names of their own: the class's, with its home before it where two are alike."""

    def __init__(self, structs: list[Struct]) -> None:
        self.structs = structs
        self._names: dict[Any, str] = {}
        for longer in (_short, _longer, _longest):
            left = [struct for struct in structs if struct not in self._names]
            taken = [longer(struct) for struct in left]
            for struct, name in zip(left, taken, strict=True):
                if taken.count(name) == 1 and name not in self._names.values():
                    self._names[struct] = name

    def head(self, struct: Struct) -> str:
        """A struct's name where it is declared: with its parameters."""
        params = getattr(struct, "__parameters__", ())
        shown = ", ".join(f"{param.__name__} = {PARTS[param.__name__]}" for param in params)
        return f"{self._names[struct]}<{shown}>" if shown else self._names[struct]

    def body(self, struct: Struct) -> str:
        """What a struct holds. A field that may be left out is optional, and never null."""
        config = struct.__struct_config__
        fields = msgspec.structs.fields(struct)
        if config.array_like:
            return f"[{', '.join(self.of(f.type) + ('' if f.required else '?') for f in fields)}]"
        shown = [f'type: "{config.tag}"'] if config.tag else []
        for field in fields:
            kinds = [kind for kind in members(field.type) if kind is not type(None)]
            mark = "" if field.required else "?"
            shown.append(f"{field.encode_name}{mark}: {self.union(kinds)}")
        return "{ " + "; ".join(shown) + " }" if shown else "Record<string, never>"

    def union(self, kinds: Iterable[Any]) -> str:
        """One of several."""
        return " | ".join(dict.fromkeys(self.of(kind) for kind in kinds)) or "never"

    def of(self, kind: Any) -> str:
        """The TypeScript of an annotation. Raises KeyError for one that may not be on the wire."""
        if isinstance(kind, TypeVar):
            return kind.__name__
        origin, args = get_origin(kind), get_args(kind)
        if origin is None:
            return self._names[kind] if kind in self._names else _PLAIN[kind]
        return _ORIGINS.get(origin, Names._applied)(self, origin, args)

    def _literal(self, origin: Any, args: tuple[Any, ...]) -> str:
        return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in args)

    def _either(self, origin: Any, args: tuple[Any, ...]) -> str:
        return f"({self.union(args)})"

    def _annotated(self, origin: Any, args: tuple[Any, ...]) -> str:
        return self.of(args[0])

    def _tuple(self, origin: Any, args: tuple[Any, ...]) -> str:
        if args[-1] is Ellipsis:
            return self._list(origin, args)
        return f"readonly [{', '.join(map(self.of, args))}]"

    def _list(self, origin: Any, args: tuple[Any, ...]) -> str:
        inner = self.of(args[0])
        return f"readonly {inner}[]" if inner.isidentifier() else f"readonly ({inner})[]"

    def _dict(self, origin: Any, args: tuple[Any, ...]) -> str:
        return f"{{ [key: string]: {self.of(args[1])} }}"

    def _applied(self, origin: Any, args: tuple[Any, ...]) -> str:
        return f"{self._names[origin]}<{', '.join(map(self.of, args))}>"


_ORIGINS: dict[Any, Callable[[Names, Any, tuple[Any, ...]], str]] = {
    Literal: Names._literal,
    Union: Names._either,
    types.UnionType: Names._either,
    Annotated: Names._annotated,
    tuple: Names._tuple,
    list: Names._list,
    dict: Names._dict,
    Mapping: Names._dict,
}


def _short(struct: Struct) -> str:
    return struct.__name__


def _longer(struct: Struct) -> str:
    home = next((name for start, name in _WHERE.items() if struct.__module__.startswith(start)), "")
    return home + struct.__name__


def _longest(struct: Struct) -> str:
    return "".join(part.title() for part in struct.__module__.split(".")[1:]) + struct.__name__


def markdown(games: Iterable[str] | None = None) -> str:
    """The text of docs/protocol.md."""
    parts = game_parts(rulesets() if games is None else games)
    roots = [*client_messages(), *server_messages(), *OVER_HTTP]
    structs = reachable(roots, parts)
    names = Names(structs)
    house = [struct for struct in structs if struct not in roots and _longer(struct)[:4] != "Saga"]
    sections = [
        ("What a client sends", client_messages()),
        ("What the server sends", server_messages()),
        ("What the server answers over HTTP", OVER_HTTP),
        ("What stands in these", [s for s in house if not s.__module__.startswith("rules.ninth")]),
    ]
    lines = [
        "# The protocol of a table",
        "",
        "Made by `manage.py protocol` from the structs of the wire. Not to be edited.",
        "",
        *(inspect.getdoc(wire) or "").splitlines()[2:],
        "",
        f"This is version {wire.PROTOCOL}. A message of a client has {wire.MAX_MESSAGE} bytes at "
        "most. Lengths are whole numbers of 1/100 mm, angles of 1/1000 degree. A field with `?` "
        "may be left out. A game's own actions, drafts, facts and views are in "
        "`static/js/generated/protocol.d.ts` and in `rules/<game>/`.",
    ]
    for title, shown in sections:
        lines += ["", f"## {title}"]
        for struct in shown:
            lines += ["", f"### {names.head(struct).partition('<')[0]}", ""]
            lines += [*(inspect.getdoc(struct) or "").splitlines(), ""]
            lines += ["```ts", names.body(struct), "```"]
    return "\n".join(lines) + "\n"
