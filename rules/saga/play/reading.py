"""Questions about a State that many chapters ask: who is who, who is near, who is exhausted."""

from typing import TypeAlias

from rules.core.refusals import Refused, refuse
from rules.core.resolution import Resolution
from rules.core.table import Unit
from rules.core.values import Line, Named, Param, SideId, UnitId
from rules.geometry import gap_between, within
from rules.saga.effects import Filter
from rules.saga.field.ground import Ground, ground_of
from rules.saga.numbers import RANGES, VS, L, M, S, class_of, profile_of
from rules.saga.state import CombatEnd, State

Run: TypeAlias = Resolution[State]

SHELTER = ("uneven", "light_cover", "heavy_cover")
"""Traits of ground that an ambush breaks out of (board/W-8)."""
LENGTHS = {"VS": VS, "S": S, "M": M, "L": L}
"""The lengths of the game by the names that data files use."""


def ground(state: State) -> Ground:
    """The table as the rules of movement read it."""
    return ground_of(state.table, state.switches)


def unit_of(state: State, unit: UnitId) -> Unit:
    """A unit that stands on the table. Raises Refused for any other word."""
    found = state.table.units.get(unit)
    if found is None or not found.models:
        raise refuse("unknown_unit", Line(key="saga.refusal.play.unknown_unit"))
    return found


def fatigue_limit(unit: Unit) -> int:
    """Markers at which a unit is exhausted (SAGA-FAT-08)."""
    return profile_of(unit).fatigue_limit


def exhausted(unit: Unit) -> bool:
    """Whether a unit has reached its limit (SAGA-FAT-08)."""
    return unit.count("fatigue") >= fatigue_limit(unit)


def weapons(unit: Unit) -> tuple[str, ...]:
    """The missile weapons of a unit (SAGA-SHT-04)."""
    return tuple(weapon for weapon in RANGES if unit.has(weapon))


def warlord(state: State, side: SideId) -> UnitId:
    """The living warlord of a side, or an empty string."""
    units = state.table.units
    return next((key for key in state.table.of_side(side) if units[key].has("warlord")), "")


def near(state: State, one: UnitId, other: UnitId, length: int) -> bool:
    """Whether a model of one unit is within a length of a model of the other (SAGA-MEA-02, -03)."""
    if one == other:
        return True
    here = state.table.standing(one).values()
    there = state.table.standing(other).values()
    return any(
        within(gap_between(a.pose.at, a.radius, b.pose.at, b.radius), length)
        for a in here
        for b in there
    )


def passes(state: State, unit: UnitId, wanted: Filter, side: SideId, user: UnitId = "") -> bool:
    """Whether a unit meets a filter, as a user of this side sees it.

    `within` is measured from `user`, or from any unit of the side where none is named.
    """
    found = state.table.units[unit]
    kind = class_of(found)
    kinds = {kind, "hearthguard"} if kind == "warlord" else {kind}
    if wanted.classes and not kinds & set(wanted.classes):
        return False
    if not all(found.has(trait) for trait in wanted.traits):
        return False
    if wanted.any_trait and not any(found.has(trait) for trait in wanted.any_trait):
        return False
    if any(found.has(trait) for trait in wanted.without):
        return False
    if wanted.most and len(found.models) > wanted.most:
        return False
    if (wanted.fresh and exhausted(found)) or (wanted.tired and not found.count("fatigue")):
        return False
    if wanted.sheltered and not broke_cover(state, unit):
        return False
    if wanted.within:
        length = LENGTHS[wanted.within]
        users = [user] if user else state.table.of_side(side)
        return any(near(state, one, unit, length) for one in users)
    return True


def broke_cover(state: State, unit: UnitId) -> bool:
    """Whether a unit attacks in this melee and a model of it started its move in uneven ground or
    in cover (board/W-8)."""
    combat = state.combat
    if combat is None or unit not in combat.attackers:
        return False
    act = next((step.act for step in state.agenda if isinstance(step, CombatEnd)), None)
    if act is None:
        return False
    paths = act.paths if unit == act.unit else act.companion_paths
    began = {path.model: path.points[0] for path in paths}
    at = ground(state)
    shelter = [outline for trait in SHELTER for _, outline in at.pieces(trait)]
    return any(
        outline.disc_overlaps(began.get(model, place), radius)
        for model, (place, radius) in at.discs_of(unit).items()
        for outline in shelter
    )


def play(code: str, *rules: str, **params: Param) -> Refused:
    """Shorthand for a refusal of the rules of play: its code is the last part of its text's key."""
    return refuse(code, Line(key=f"saga.refusal.play.{code}", params=params), *rules)


def named(unit: UnitId) -> Named:
    """A unit inside a sentence."""
    return Named(unit=unit)
