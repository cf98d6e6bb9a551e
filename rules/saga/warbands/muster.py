"""Warbands: what a player writes down, what it costs, whether it is legal, and what it fields.

`muster` is total: any roster that decodes gets an answer, and each refusal names the rule
(SAGA-WBD-01 to -03), the unit (`params["unit"]`) and the smallest change that helps.
"""

import re
from collections.abc import Iterable

from msgspec.structs import replace

from rules.core.plain import flaw
from rules.core.refusals import Refusal
from rules.core.table import Round
from rules.core.values import INCH, Line, Named, Number, Param, SideId, Term, UnitId
from rules.core.wording import catalogue, keyed
from rules.saga.content import Faction, Kind, Option, Roster, RosterUnit
from rules.saga.numbers import PROFILES
from rules.saga.setup import SideSetup, UnitSetup
from rules.saga.warbands.packs import Pack
from rules.saga.warbands.packs import pack as own_pack

LEAST_POINTS, MOST_POINTS = 1, 12
LEAST_MODELS, MOST_MODELS = 4, 12
"""Models of a bought unit (SAGA-WBD-02)."""
MOST_UNITS = 40
LONGEST_NAME = 40

FOOT = Round(radius=1270)
MOUNTED = Round(radius=1905)
"""Bases of 1 in, and of 1.5 in for riders and warlords (SAGA-MEA-05 allows 1.57 on foot)."""
CART = Round(radius=INCH)
"""The base of baggage, 2 in."""

MISSILES = frozenset({"bow", "crossbow", "sling"})


_ID = re.compile(r"[a-z][a-z0-9]{0,15}\Z")

Group = tuple[str, str, bool]
"""What is bought together: class, equipment and mount (SAGA-WBD-02)."""


def muster(roster: Roster, pack: Pack) -> tuple[Refusal, ...]:
    """Why a roster may not take the field; empty when it may. Implements SAGA-WBD-01 to -03."""
    faction = pack.factions.get(roster.faction)
    if faction is None:
        return (_no("faction"),)
    if not LEAST_POINTS <= roster.points <= MOST_POINTS:
        return (_no("points_range", n=roster.points, least=LEAST_POINTS, most=MOST_POINTS),)
    if len(roster.units) > MOST_UNITS:
        return (_no("units", n=len(roster.units), most=MOST_UNITS),)
    if len({unit.id for unit in roster.units}) < len(roster.units):
        return (_no("ids"),)
    found = [wrong for wrong in (flaw(roster.name, LONGEST_NAME),) if wrong]
    found += _names(roster.units)
    found += _warlord(roster.units)
    for unit in roster.units:
        found += _unit(unit, faction, roster)
    found += _limits(roster, faction)
    found += _shares(roster, faction)
    return (*found, *_points(roster, faction))


def cost(roster: Roster, pack: Pack) -> int:
    """Points mustered; a started point counts whole (SAGA-WBD-01)."""
    return sum(-(-models // per) for models, per in _bought(roster, pack.factions[roster.faction]))


def names(roster: Roster) -> dict[str, str]:
    """The names of a roster's units by their ids, to word refusals with."""
    return {unit.id: unit.name for unit in roster.units}


def option_of(unit: RosterUnit, faction: Faction) -> Option | None:
    """The equipment that a unit has; None where its faction has no such."""
    kind = faction.kind(unit.kind)
    if kind is None:
        return None
    wanted = (o for o in kind.options if o.id == unit.option or not unit.option)
    return next(wanted, None)


def traits_of(unit: RosterUnit, option: Option) -> tuple[str, ...]:
    """What the unit carries on the table: its class, equipment and mount."""
    return (unit.kind, *option.traits, *(("mounted",) if unit.mounted else ()))


def glyph_of(traits: Iterable[str]) -> str:
    """The picture on its bases."""
    has = frozenset(traits)
    if "warlord" in has:
        return "crown"
    if "mounted" in has:
        return "horse"
    if has & MISSILES or "levies" in has:
        return "bow"
    return "swords" if "hearthguard" in has else "shield"


def default_rosters(language: str) -> tuple[Roster, ...]:
    """The warbands that come with the game, named in a language."""
    words = catalogue(language)

    def named(roster: Roster) -> Roster:
        units = tuple(replace(unit, name=str(words[unit.name])) for unit in roster.units)
        return replace(roster, name=str(words[roster.name]), units=units)

    return tuple(named(roster) for roster in own_pack().rosters.values())


def enlist(roster: Roster, side: SideId, player: str, pack: Pack) -> SideSetup:
    """A legal roster as a match begins with it: ids `a-u1`, models `a-u1-3`, no pose yet.

    Raises KeyError or ValueError for a roster that `muster` refuses.
    """
    faction = pack.factions[roster.faction]
    ready = [one for one in pack.rosters.values() if one.faction == roster.faction]
    given = [unit.name for one in ready for unit in one.units]
    units: dict[str, UnitSetup] = {}
    for unit in roster.units:
        option = option_of(unit, faction)
        if option is None:
            raise ValueError(f"{unit.id}: no such equipment")
        traits = traits_of(unit, option)
        base = MOUNTED if unit.mounted or unit.kind == "warlord" else FOOT
        key = f"{side}-{unit.id}"
        profile = f"saga.kind.{faction.id}.{unit.kind}"
        units[key] = UnitSetup(
            name=keyed(unit.name, [profile, *given]),
            profile=profile,
            glyph=glyph_of(traits),
            traits=traits,
            models={f"{key}-{n}": base for n in range(1, unit.models + 1)},
        )
    name = f"saga.faction.{faction.id}.name"
    own = keyed(player, [one.name for one in ready])
    return SideSetup(name=own, faction=name, units=units, board=pack.board(faction.id))


def baggage(side: SideId, count: int) -> dict[UnitId, UnitSetup]:
    """The baggage that a scenario gives to a side: ids `a-b1`, of one model each (SAGA-SCN-6)."""
    keys = {number: f"{side}-b{number}" for number in range(1, count + 1)}
    return {
        key: UnitSetup(
            name=f"saga.baggage.{number}",
            profile="saga.class.baggage",
            glyph="cart",
            traits=("baggage",),
            models={f"{key}-1": CART},
        )
        for number, key in keys.items()
    }


def _no(code: str, *rules: str, **params: Param | int | str) -> Refusal:
    """A refusal; a number stands for itself, a string for a key."""
    worded: dict[str, Param] = {}
    for name, value in params.items():
        match value:
            case int():
                worded[name] = Number(value=value)
            case str():
                worded[name] = Term(key=value)
            case _:
                worded[name] = value
    line = Line(key=f"saga.muster.{code}", params=worded)
    return Refusal(code=f"muster_{code}", line=line, rules=rules)


def _names(units: tuple[RosterUnit, ...]) -> list[Refusal]:
    found = []
    for number, unit in enumerate(units, 1):
        if not _ID.match(unit.id):
            found.append(_no("id", n=number))
        elif wrong := flaw(unit.name, LONGEST_NAME):
            why = wrong.line.key.replace("core.refusal.", "")
            found.append(_no(why, n=number, most=LONGEST_NAME, unit=Named(unit=unit.id)))
    return found


def _warlord(units: tuple[RosterUnit, ...]) -> list[Refusal]:
    lords = [unit for unit in units if unit.kind == "warlord"]
    if not lords:
        return [_no("warlord_missing", "SAGA-WBD-01")]
    found = [_no("warlord_second", "SAGA-WBD-01", unit=Named(unit=u.id)) for u in lords[1:]]
    alone = [u for u in lords if u.models != 1]
    return found + [_no("warlord_alone", "SAGA-WBD-01", unit=Named(unit=u.id)) for u in alone]


def _unit(unit: RosterUnit, faction: Faction, roster: Roster) -> list[Refusal]:
    who = Named(unit=unit.id)
    kind = faction.kind(unit.kind)
    if kind is None:
        return [_no("kind", "SAGA-WBD-03", unit=who, kind=f"saga.class.{unit.kind}")]
    option = option_of(unit, faction)
    if option is None:
        fix = f"saga.option.{kind.options[0].id}"
        return [_no("option", "SAGA-WBD-03", unit=who, option=fix)]
    found = []
    mount = "mounted" if unit.mounted else "foot"
    if mount not in option.mounts:
        fix = f"saga.option.{option.id}"
        found.append(_no(f"not_{mount}", "SAGA-WBD-03", unit=who, option=fix))
    if unit.kind != "warlord":
        found += _size(unit, option, roster)
    return found


def _size(unit: RosterUnit, option: Option, roster: Roster) -> list[Refusal]:
    who, n = Named(unit=unit.id), unit.models
    if option.size and n != option.size:
        fix = f"saga.option.{option.id}"
        return [_no("exact", "SAGA-WBD-03", unit=who, n=n, size=option.size, option=fix)]
    if n > MOST_MODELS:
        excess = n - MOST_MODELS
        return [_no("big", "SAGA-WBD-02", unit=who, n=n, most=MOST_MODELS, excess=excess)]
    if n >= LEAST_MODELS:
        return []
    lack = max(LEAST_MODELS - n, 0)
    mate = _mate(unit, option, roster)
    if mate is None:
        return [_no("small", "SAGA-WBD-02", unit=who, n=n, least=LEAST_MODELS, lack=lack)]
    other = Named(unit=mate.id)
    return [_no("small_merge", "SAGA-WBD-02", unit=who, n=n, lack=lack, other=other)]


def _mate(unit: RosterUnit, option: Option, roster: Roster) -> RosterUnit | None:
    """A unit of the same kind that has room for this one."""
    for other in roster.units:
        same = (other.kind, other.mounted) == (unit.kind, unit.mounted)
        alike = same and other.id != unit.id and other.option in (unit.option, option.id)
        if alike and other.models + unit.models <= MOST_MODELS:
            return other
    return None


def _bought(roster: Roster, faction: Faction) -> list[tuple[int, int]]:
    """Models of each group, and how many of them one point buys."""
    groups = _groups(roster, faction)
    return [(sum(u.models for u in g), PROFILES[g[0].kind].per_point) for g in groups]


def _groups(roster: Roster, faction: Faction) -> list[list[RosterUnit]]:
    groups: dict[Group, list[RosterUnit]] = {}
    for unit in roster.units:
        option = option_of(unit, faction)
        if unit.kind != "warlord" and unit.models > 0:
            key: Group = (unit.kind, option.id if option else unit.option, unit.mounted)
            groups.setdefault(key, []).append(unit)
    return list(groups.values())


def _shares(roster: Roster, faction: Faction) -> list[Refusal]:
    """Every group is bought by whole points (SAGA-WBD-01)."""
    found = []
    for group in _groups(roster, faction):
        total, per = sum(u.models for u in group), PROFILES[group[0].kind].per_point
        if extra := total % per:
            # The unit that can take the missing models, or give the extra ones, most easily.
            unit = min(group, key=lambda u: u.models)
            who, kind = Named(unit=unit.id), f"saga.kind.{faction.id}.{unit.kind}"
            numbers = {"n": total, "per": per, "lack": per - extra, "extra": extra}
            found.append(_no("share", "SAGA-WBD-01", unit=who, kind=kind, **numbers))
    return found


def _limits(roster: Roster, faction: Faction) -> list[Refusal]:
    """Equipment that only so many units of a warband may take (SAGA-WBD-03)."""
    found = []
    for kind in faction.kinds:
        for option in (o for o in kind.options if o.most):
            takers = [u for u in roster.units if (u.kind, u.option) == (kind.rank, option.id)]
            found += [_over(unit, kind, option) for unit in takers[option.most :]]
    return found


def _over(unit: RosterUnit, kind: Kind, option: Option) -> Refusal:
    who, usual = Named(unit=unit.id), f"saga.option.{kind.options[0].id}"
    taken = f"saga.option.{option.id}"
    return _no("most", "SAGA-WBD-03", unit=who, option=taken, most=option.most, usual=usual)


def _points(roster: Roster, faction: Faction) -> list[Refusal]:
    spent = sum(-(-models // per) for models, per in _bought(roster, faction))
    numbers = {"n": spent, "of": roster.points}
    if spent > roster.points:
        return [_no("points_over", "SAGA-WBD-01", by=spent - roster.points, **numbers)]
    if spent < roster.points:
        return [_no("points_under", "SAGA-WBD-01", by=roster.points - spent, **numbers)]
    return []
