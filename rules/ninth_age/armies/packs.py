"""Reading the data files into the shapes of `content`. The profiles stand in them as printed."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rules.core.packs import PackError, by_id, read
from rules.core.table import Piece
from rules.core.values import INCH, Value
from rules.ninth_age.armies.content import (
    Armour,
    Army,
    Entry,
    Item,
    Part,
    Profile,
    Role,
    Roster,
    Stat,
    Weapon,
)
from rules.ninth_age.field.battlefield import LOOKS, piece, shaped
from rules.ninth_age.special import UNBUILT, Awaits, Special, specials

DATA = Path(__file__).parents[1] / "data"
STATS: tuple[Stat, ...] = ("m", "ws", "bs", "s", "t", "w", "i", "a", "ld")


class _Part(Value, frozen=True):
    id: str
    role: Role
    stats: str
    count: int = 1
    needs: tuple[str, ...] = ()
    bars: tuple[str, ...] = ()


class _Weapons(Value, frozen=True):
    weapons: tuple[Weapon, ...]


class _Armour(Value, frozen=True):
    armour: tuple[Armour, ...]


class _Items(Value, frozen=True):
    items: tuple[Item, ...]


class _Laid(Value, frozen=True):
    kind: str
    at: tuple[int, int]
    long: int = 8 * INCH
    facing: int = 0
    """Degrees."""


class _LayoutFile(Value, frozen=True):
    id: str
    width: int
    height: int
    pieces: list[_Laid]


class Layout(Value, frozen=True):
    """Terrain laid by hand for a table of a size."""

    id: str
    width: int
    height: int
    terrain: dict[str, Piece]


class _ArmyFile(Value, frozen=True):
    id: str
    list_version: str
    cost_version: str
    units: list[dict[str, Any]]
    mounts: list[dict[str, Any]] = []


@dataclass(frozen=True)
class Pack:
    """Everything the game's data files say. Keys are ids."""

    armies: dict[str, Army]
    items: dict[str, Item]
    weapons: dict[str, Weapon]
    armour: dict[str, Armour]
    rules: Mapping[str, Special]
    """The special rules that section 18 words; any other is a name that nothing enforces."""
    rosters: dict[str, Roster]
    """Lists that come with the game; their names are keys of the catalogue."""
    layouts: dict[str, Layout]
    """Battlefields that come with the game."""

    def enforced(self, rule: str) -> bool:
        """Whether a special rule is played; otherwise it is shown as not enforced yet."""
        return rule in self.rules and self.rules[rule].chapter not in UNBUILT

    def awaits(self, rule: str) -> Awaits:
        """What a rule waits for: `combat` or `magic` for all of it or what is left of it, `words`
        for one that is a name only; empty when all of it is played."""
        return self.rules[rule].awaits if rule in self.rules else "words"

    def unenforced(self) -> tuple[str, ...]:
        """Every special rule that some entry, option or weapon has and that nothing enforces."""
        found = {trait.id for army in self.armies.values() for trait in _rules_of(army)}
        found |= {trait.id for weapon in self.weapons.values() for trait in weapon.rules}
        found |= {trait.id for item in self.items.values() for trait in item.rules}
        return tuple(sorted(rule for rule in found if not self.enforced(rule)))

    def doubts(self) -> dict[str, tuple[str, ...]]:
        """What is doubtful, by `army.units.entry` or `army.mounts.entry`."""
        return {
            f"{army.id}.{kind}.{entry.id}": entry.doubts
            for army in self.armies.values()
            for kind, entries in (("units", army.units), ("mounts", army.mounts))
            for entry in entries
            if entry.doubts
        }


@cache
def pack() -> Pack:
    """The game's own data, read once. Raises PackError."""
    return Pack(
        armies=by_id(tuple(map(_army, sorted((DATA / "armies").glob("*.toml"))))),
        items=by_id(read(DATA / "items.toml", _Items).items),
        weapons=by_id(read(DATA / "weapons.toml", _Weapons).weapons),
        armour=by_id(read(DATA / "armour.toml", _Armour).armour),
        rules=specials(),
        layouts=by_id(tuple(map(_layout, sorted((DATA / "layouts").glob("*.toml"))))),
        rosters=_rosters(),
    )


def _rosters() -> dict[str, Roster]:
    """The lists that come with the game, those of an army together, the smallest first."""
    found = {path.stem: read(path, Roster) for path in (DATA / "rosters").glob("*.toml")}
    return dict(sorted(found.items(), key=lambda one: (one[1].army, one[1].points)))


def _layout(path: Path) -> Layout:
    file = read(path, _LayoutFile)
    terrain = {}
    for number, laid in enumerate(file.pieces, 1):
        if laid.kind not in LOOKS:
            raise PackError(f"{path.parent.name}/{path.name}: no kind {laid.kind!r}")
        shape = shaped(laid.kind, laid.at, laid.long, laid.facing * 1000)
        terrain[f"{laid.kind}_{number}"] = piece(laid.kind, shape)
    return Layout(id=file.id, width=file.width, height=file.height, terrain=terrain)


def profile(stats: str) -> Profile:
    """Nine printed characteristics as a profile: `3D6 4 - 5 3 1 4 * 5`. Raises ValueError."""
    values: dict[str, int] = {}
    dice: dict[str, str] = {}
    for name, value in zip(STATS, stats.split(), strict=True):
        if value.isdecimal():
            values[name] = int(value)
        elif value == "*" or value[-1:].isdigit():
            dice[name] = value
        elif value != "-":
            raise ValueError(value)
    return Profile(**values, dice=dice)


def _army(path: Path) -> Army:
    file = read(path, _ArmyFile)
    try:
        return Army(
            id=file.id,
            list_version=file.list_version,
            cost_version=file.cost_version,
            units=_entries(file.units),
            mounts=_entries(file.mounts),
        )
    except (ValueError, msgspec.ValidationError) as error:
        raise PackError(f"{path.parent.name}/{path.name}: {error}") from error


def _entries(raw: list[dict[str, Any]]) -> tuple[Entry, ...]:
    return tuple(by_id(tuple(map(_entry, raw))).values())


def _entry(raw: dict[str, Any]) -> Entry:
    parts = tuple(map(_part, msgspec.convert(raw["parts"], tuple[_Part, ...])))
    rest = msgspec.convert({**raw, "parts": []}, Entry)
    return msgspec.structs.replace(rest, parts=parts)


def _part(raw: _Part) -> Part:
    return Part(
        id=raw.id,
        role=raw.role,
        profile=profile(raw.stats),
        count=raw.count,
        needs=raw.needs,
        bars=raw.bars,
    )


def _rules_of(army: Army) -> list[Any]:
    found: list[Any] = []
    for entry in (*army.units, *army.mounts):
        found += entry.rules
        found += [rule for group in entry.groups for o in group.options for rule in o.rules]
    return found
