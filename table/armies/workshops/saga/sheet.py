"""The builder's form of SAGA: a warband as fields of HTML, and back.

Every unit has a hidden field `unit` with its id, and `<id>-kind`, `<id>-name`, `<id>-models`,
`<id>-option`, `<id>-mounted`. `op` says which button was pressed: `save`, `add:<class>` or
`remove:<id>`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.http import QueryDict
from msgspec.structs import replace

from rules.core.values import Line
from rules.core.wording import word
from rules.saga.content import Faction, Kind, Option, Roster, RosterUnit
from rules.saga.numbers import PROFILES, Profile
from rules.saga.warbands.listing import RANKS
from rules.saga.warbands.muster import MOST_UNITS, option_of
from rules.saga.warbands.packs import pack
from table.armies.verdict import Flaw, Verdict

_ID = re.compile(r"[a-z][a-z0-9]{0,15}\Z")


@dataclass(frozen=True, slots=True)
class Row:
    """A unit, with all that its fields may become."""

    unit: RosterUnit
    kind: str
    """Key of what the faction calls such a unit."""
    option: str
    options: tuple[Option, ...]
    may_ride: bool
    may_walk: bool
    profile: Profile
    flaws: tuple[Flaw, ...]

    @property
    def alone(self) -> bool:
        """A warlord, who is one model and free."""
        return self.unit.kind == "warlord"


def rows(roster: Roster, verdict: Verdict) -> list[Row]:
    """A row for each unit, the warlord first, then by class; units keep their order within."""
    faction = pack().factions[roster.faction]
    ordered = sorted(roster.units, key=lambda unit: RANKS.index(unit.kind))
    return [_row(unit, faction, verdict) for unit in ordered]


def kinds(roster: Roster) -> tuple[Kind, ...]:
    """The classes that may be added: those of the faction, without a second warlord."""
    led = any(unit.kind == "warlord" for unit in roster.units)
    faction = pack().factions[roster.faction]
    return tuple(kind for kind in faction.kinds if not (led and kind.rank == "warlord"))


def read(data: QueryDict, roster: Roster, language: str) -> Roster:
    """The warband that a sent form describes. What cannot be read keeps its old or a plain value.

    `roster` gives what a form cannot change: the faction.
    """
    old = {unit.id: unit for unit in roster.units}
    keys = [key for key in dict.fromkeys(data.getlist("unit")) if _ID.match(key)]
    units = [unit for key in keys[: MOST_UNITS + 1] if (unit := _unit(data, key, old.get(key)))]
    read = replace(
        roster,
        name=data.get("name", roster.name).strip(),
        points=_number(data.get("points", ""), roster.points),
        units=tuple(units),
    )
    return _pressed(read, data.get("op", ""), language)


def _pressed(roster: Roster, op: str, language: str) -> Roster:
    what, _, which = op.partition(":")
    if what == "remove":
        return replace(roster, units=tuple(u for u in roster.units if u.id != which))
    kind = pack().factions[roster.faction].kind(which) if what == "add" else None
    if kind is None:
        return roster
    return replace(roster, units=(*roster.units, fresh(kind, roster, language)))


def fresh(kind: Kind, roster: Roster, language: str) -> RosterUnit:
    """A new unit of a kind, equipped the usual way: as many models as one point buys."""
    called = word(Line(key=f"saga.kind.{roster.faction}.{kind.rank}"), language, {})
    option = kind.options[0]
    return RosterUnit(
        id=_free_id(kind.rank, [unit.id for unit in roster.units]),
        name=_free_name(called, {unit.name for unit in roster.units}),
        kind=kind.rank,
        models=option.size or PROFILES[kind.rank].per_point or 1,
        option=option.id,
        mounted=option.mounts[0] == "mounted",
    )


def _free_id(rank: str, taken: Iterable[str]) -> str:
    taken = set(taken)
    if rank == "warlord" and "w" not in taken:
        return "w"
    return next(key for n in range(1, 1000) if (key := f"u{n}") not in taken)


def _free_name(called: str, taken: set[str]) -> str:
    numbered = (f"{called} {n}" for n in range(2, 1000))
    return called if called not in taken else next(n for n in numbered if n not in taken)


def _unit(data: QueryDict, key: str, old: RosterUnit | None) -> RosterUnit | None:
    rank = next((r for r in RANKS if r == data.get(f"{key}-kind", old.kind if old else "")), None)
    if rank is None:
        return None
    return RosterUnit(
        id=key,
        name=data.get(f"{key}-name", "").strip(),
        kind=rank,
        models=1 if rank == "warlord" else _number(data.get(f"{key}-models", ""), 0),
        option=data.get(f"{key}-option", old.option if old else "")[:40],
        mounted=f"{key}-mounted" in data,
    )


def _number(text: str, otherwise: int) -> int:
    text = text.strip()
    return (
        min(int(text), 99) if text.isascii() and text.isdecimal() and len(text) < 9 else otherwise
    )


def _row(unit: RosterUnit, faction: Faction, verdict: Verdict) -> Row:
    kind, option = faction.kind(unit.kind), option_of(unit, faction)
    options = kind.options if kind else ()
    mounts = {mount for known in options for mount in known.mounts}
    profile = "berserkers" if option and "berserkers" in option.traits else unit.kind
    return Row(
        unit=unit,
        kind=f"saga.kind.{faction.id}.{unit.kind}",
        option=option.id if option else "",
        options=options,
        may_ride="mounted" in mounts,
        may_walk="foot" in mounts,
        profile=PROFILES[profile],
        flaws=verdict.about(unit.id),
    )
