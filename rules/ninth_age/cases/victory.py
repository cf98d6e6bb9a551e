"""What worked cases of victory points ask of the rules (chapter VP)."""

from typing import Any

import msgspec

from rules.ninth_age.cases.file import Ask, Count, Kind, Malformed, Nothing, Words, state_of
from rules.ninth_age.play.scoring import gains, near, winners
from rules.ninth_age.play.victory import bonus, outcome, total, worth
from rules.ninth_age.state import State

CENTRE = (36, 24)
FATES: dict[str, dict[str, Any]] = {
    "destroyed": {"models": 1},
    "fleeing": {"models": 1, "fleeing": True},
    "quarter_wounds": {"models": 1, "start_models": 4},
}
"""What a unit of each fate looks like; a destroyed one is then taken off."""

replace = msgspec.structs.replace


class _Side(Words):
    destroyed: list[Count] = []
    fleeing: list[Count] = []
    quarter_wounds: list[Count] = []
    total: Count = 0


class _Holder(Words):
    standard: bool = False
    light_troops: bool = False
    fleeing: bool = False
    characters_only: bool = False


class _Goal(Words):
    name: str
    winner: str | None = None
    within_6: dict[str, list[_Holder]] | None = None


class _Battle(Words):
    size: Count
    sides: dict[str, _Side] = {}
    objective: _Goal | None = None


def victory(setup: _Battle, action: Ask, dice: Nothing) -> dict[str, Any]:
    """The points of both sides and the result (T9A-VP-01 to -08, T9A-OBJ-04, -15)."""
    size, sides, goal = setup.size, setup.sides, setup.objective
    if goal is not None and goal.name not in {one.id for one in worth().objectives}:
        raise Malformed(f"an objective called {goal.name}")
    holders = (goal.within_6 if goal else None) or {}
    named = _players({*sides, *holders} | ({goal.winner} if goal and goal.winner else set()))
    state = replace(_fought(named, sides), size=size)
    held = _held(named, goal, holders)
    won = (
        winners(held, goal.name)
        if goal and holders
        else (goal.winner,)
        if goal and goal.winner
        else ()
    )
    extra = {side: bonus(size) if side in won else 0 for side in named}
    points = {
        side: sides.get(side, _Side()).total + total(gains(state, side)) + extra[side]
        for side in named
    }
    first, second = sorted(named, key=lambda side: -points[side])
    lead = points[first] - points[second]
    result = outcome(lead, size)
    return {
        "points": points,
        "difference": lead,
        "result": result,
        "winner": None if result == "draw" else first,
        "scoring": near(held, held.markers["marker"]),
        "objective_bonus": extra,
    }


def _players(known: set[str]) -> tuple[str, ...]:
    """Both players, of whom a case may name but one."""
    named = [*sorted(known), *(other for other in "AB" if other not in known)][: max(2, len(known))]
    if len(named) != 2:
        raise Malformed(f"{len(named)} players")
    return tuple(named)


def _fought(named: tuple[str, ...], sides: dict[str, _Side]) -> State:
    """A table on which every unit has met its fate."""
    units: list[dict[str, Any]] = []
    points: dict[str, int] = {}
    gone = []
    for side, given in sides.items():
        (enemy,) = (other for other in named if other != side)
        for fate, looks in FATES.items():
            for price in getattr(given, fate):
                key = f"{enemy}{len(units)}"
                units.append({"id": key, "owner": enemy, **looks})
                points[key] = price
                if fate == "destroyed":
                    gone.append(key)
    state = state_of({"units": units})
    fallen = tuple(model for key in gone for model in state.table.units[key].models)
    return replace(state, sides=named, points=points, table=state.table.without(fallen))


def _held(named: tuple[str, ...], goal: _Goal | None, holders: dict[str, list[_Holder]]) -> State:
    """A table with a marker and the units that stand there."""
    units: list[dict[str, Any]] = []
    standards = {}
    for side, given in holders.items():
        for holder in given:
            key = f"{side}{len(units)}"
            units.append(
                {
                    "id": key, "owner": side, "centre": CENTRE, "fleeing": holder.fleeing,
                    "light_troops": holder.light_troops,
                }
            )  # fmt: skip
            standards[key] = (holder.standard, holder.characters_only)
    state = state_of({"units": units})
    stats = {
        key: replace(state.stats[key], standard=standard, character=characters)
        for key, (standard, characters) in standards.items()
    }
    name = goal.name if goal else ""
    at = (state.table.width // 2, state.table.height // 2)
    return replace(
        state, sides=named, stats=stats, objectives=(name,) if name else (), markers={"marker": at}
    )


VICTORY = {"victory": Kind(victory, setup=_Battle)}
"""Kinds of case of the end of the battle."""
