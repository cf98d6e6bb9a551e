"""Reading the data files into the shapes of `content`; packs that players bring, with bounds."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from rules.core.packs import PackError, by_id, read, shaped
from rules.core.plain import unseen
from rules.core.refusals import Refusal, Refused, refuse
from rules.core.table import Piece
from rules.core.values import Line, Number, Point, Text, Value
from rules.saga.content import (
    Ability,
    Board,
    Faction,
    Heading,
    Layout,
    Roster,
    Scenario,
    TerrainKind,
)

DATA = Path(__file__).parents[1] / "data"

T = TypeVar("T")

MOST_BYTES = 64 * 1024
MOST_KEY = 100
MOST_TEXT = 400
MOST_ITEMS = 2000
MOST_DEPTH = 8
_KEY = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DOTTED = re.compile(rf"(?<![A-Za-z0-9_-]){_KEY}(?:[ \t]*+\.[ \t]*+{_KEY}){{4}}")
"""Five keys joined by dots: tomllib takes time with the square of their number."""


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
    """In the order of their rules, the usual one first."""
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


@cache
def pack() -> Pack:
    """The game's own data, read once. Raises PackError."""
    kinds = read(DATA / "terrain.toml", _Terrain).kinds
    layouts = [_lay(read(path, _LayoutFile), kinds) for path in _files("layouts")]
    scenarios = [read(path, Scenario) for path in _files("scenarios")]
    return Pack(
        common=by_id(read(DATA / "common.toml", _Common).abilities),
        factions=by_id(tuple(read(path, Faction) for path in _files("factions"))),
        scenarios=by_id(tuple(sorted(scenarios, key=lambda one: one.rule))),
        layouts=by_id(tuple(layouts)),
        terrain=kinds,
        index=by_id(read(DATA / "index.toml", _Index).rules),
        rosters={path.stem: read(path, Roster) for path in _files("rosters")},
    )


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
