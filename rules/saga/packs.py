"""Reading the data files into the shapes of `content`, and packs that players bring, with bounds.

Wherever a length stands in a file it may be written in inches, `"12 in"` or `"2.5 in"`; it is read
as whole 1/100 mm. No other conversion is made, and a key that no shape knows is an error.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from rules.core.plain import unseen
from rules.core.refusals import Refusal, Refused, refuse
from rules.core.table import Piece
from rules.core.values import INCH, Line, Number, Point, Text, Value

from .content import (
    Ability,
    Board,
    Faction,
    Heading,
    Layout,
    Roster,
    Scenario,
    TerrainKind,
)

DATA = Path(__file__).parent / "data"

T = TypeVar("T")
_INCHES = re.compile(r"(-?\d{1,4})(?:\.(\d{1,2}))? in\Z")

MOST_BYTES = 64 * 1024
MOST_KEY = 100
MOST_TEXT = 400
MOST_ITEMS = 2000
MOST_DEPTH = 8
_KEY = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DOTTED = re.compile(rf"(?<![A-Za-z0-9_-]){_KEY}(?:[ \t]*+\.[ \t]*+{_KEY}){{4}}")
"""Five keys joined by dots: tomllib takes time with the square of their number."""


class PackError(ValueError):
    """A data file is wrong; the message names the file and the place in it."""


class _Common(Value, frozen=True):
    abilities: tuple[Ability, ...]


class _Index(Value, frozen=True):
    rules: tuple[Heading, ...]


class _Terrain(Value, frozen=True):
    kinds: dict[str, TerrainKind]


class _Laid(Value, frozen=True):
    kind: str
    outline: tuple[Point, ...]
    name: str = ""


class _LayoutFile(Value, frozen=True):
    id: str
    terrain: dict[str, _Laid] = {}


@dataclass(frozen=True)
class Pack:
    """Everything the game's data files say. Keys are ids."""

    common: dict[str, Ability]
    factions: dict[str, Faction]
    scenarios: dict[str, Scenario]
    layouts: dict[str, Layout]
    terrain: dict[str, TerrainKind]
    index: dict[str, Heading]
    rosters: dict[str, Roster]
    """Warbands that come with the game; their names are keys of the catalogue."""

    def board(self, faction: str) -> Board:
        """A faction's whole board, the left column first. Raises KeyError for an unknown one."""
        found = self.factions[faction]
        left = tuple(self.common[box] for box in found.left)
        return Board(faction=found.id, boxes=left + found.abilities)

    def playable(self) -> tuple[str, ...]:
        """Ids of the factions whose boards are complete."""
        return tuple(key for key, faction in self.factions.items() if faction.playable)


@cache
def pack() -> Pack:
    """The game's own data, read once. Raises PackError."""
    kinds = read(DATA / "terrain.toml", _Terrain).kinds
    layouts = [_lay(read(path, _LayoutFile), kinds) for path in _files("layouts")]
    return Pack(
        common=_by_id(read(DATA / "common.toml", _Common).abilities),
        factions=_by_id(tuple(read(path, Faction) for path in _files("factions"))),
        scenarios=_by_id(tuple(read(path, Scenario) for path in _files("scenarios"))),
        layouts=_by_id(tuple(layouts)),
        terrain=kinds,
        index=_by_id(read(DATA / "index.toml", _Index).rules),
        rosters={path.stem: read(path, Roster) for path in _files("rosters")},
    )


def read(path: Path, shape: type[T]) -> T:
    """One data file of our own. Raises PackError with the file and the place in it."""
    try:
        return shaped(tomllib.loads(path.read_text("utf-8")), shape)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise PackError(f"{path.parent.name}/{path.name}: {error}") from error


def shaped(raw: Any, shape: type[T]) -> T:
    """Decoded TOML as a shape. Raises msgspec.ValidationError, which names the place."""
    return msgspec.convert(in_grid(raw), shape)


def in_grid(value: Any) -> Any:
    """The same data with every "12 in" as whole 1/100 mm."""
    match value:
        case dict():
            return {key: in_grid(item) for key, item in value.items()}
        case list():
            return [in_grid(item) for item in value]
        case str() if found := _INCHES.match(value):
            hundredths = int(found[1]) * 100
            rest = int((found[2] or "0").ljust(2, "0"))
            hundredths += -rest if value.startswith("-") else rest
            return round(hundredths * INCH / 100)
    return value


def read_foreign(source: bytes, shape: type[T]) -> T:
    """A file that a player brings, bounded before it is read. Raises Refused in plain words."""
    if len(source) > MOST_BYTES:
        raise _refused("large", n=Number(value=len(source)), most=Number(value=MOST_BYTES))
    try:
        text = source.decode("utf-8")
        if _DOTTED.search(text):
            raise _refused("dotted")
        raw = tomllib.loads(text)
        _bounded(raw)
        return shaped(raw, shape)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise _refused("unreadable", text=Text(text=str(error)[:MOST_TEXT])) from error
    except RecursionError as error:
        raise _refused("deep") from error


def foreign_faction(source: bytes) -> Faction | Refusal:
    """A club's own faction: its file, or why it cannot be taken."""
    try:
        faction = read_foreign(source, Faction)
    except Refused as refused:
        return refused.refusal
    if unknown := [box for box in faction.left if box not in pack().common]:
        return _refused("box", text=Text(text=unknown[0])).refusal
    return faction


def _bounded(raw: Any) -> None:
    """Refuse what is too much, too deep, too long, hidden, or a kind of value no shape has."""
    items = 0
    heap: list[tuple[Any, int]] = [(raw, 0)]
    while heap:
        value, depth = heap.pop()
        items += 1
        if items > MOST_ITEMS:
            raise _refused("many", most=Number(value=MOST_ITEMS))
        if depth > MOST_DEPTH:
            raise _refused("deep")
        match value:
            case dict():
                heap += [(key, depth + 1) for key in value]
                heap += [(item, depth + 1) for item in value.values()]
                if any(len(key) > MOST_KEY for key in value):
                    raise _refused("key", most=Number(value=MOST_KEY))
            case list():
                heap += [(item, depth + 1) for item in value]
            case str() if len(value) > MOST_TEXT:
                raise _refused("text", most=Number(value=MOST_TEXT))
            case str() if unseen(value):
                raise _refused("hidden")
            case bool() | int() | str():
                pass
            case _:
                raise _refused("value", text=Text(text=str(value)[:MOST_KEY]))


def _refused(code: str, **params: Number | Text) -> Refused:
    return refuse(f"pack_{code}", Line(key=f"saga.refusal.pack.{code}", params=dict(params)))


def _lay(file: _LayoutFile, kinds: dict[str, TerrainKind]) -> Layout:
    terrain: dict[str, Piece] = {}
    for key, laid in file.terrain.items():
        if laid.kind not in kinds:
            raise PackError(f"layouts/{file.id}.toml: {key} is of unknown kind {laid.kind!r}")
        kind = kinds[laid.kind]
        name = laid.name or f"saga.terrain.{laid.kind}"
        terrain[key] = Piece(outline=laid.outline, look=kind.look, traits=kind.traits, name=name)
    return Layout(id=file.id, terrain=terrain)


def _files(folder: str) -> list[Path]:
    return sorted((DATA / folder).glob("*.toml"))


def _by_id(found: tuple[Any, ...]) -> dict[str, Any]:
    keyed = {item.id: item for item in found}
    if len(keyed) < len(found):
        twice = sorted({i.id for i in found if sum(i.id == j.id for j in found) > 1})
        raise PackError(f"the same id twice: {', '.join(twice)}")
    return keyed
