"""Victory points of each side, the secondary objectives, and the end of the battle (chapters OBJ,
END, VP).

Points are at any time what they would be if the battle ended now. What is decided by the end alone
counts for `over` alone: who never came is lost then, and a standard that never came is taken.
"""

from collections.abc import Callable, Sequence

from rules.core.values import Line, Point, SideId, UnitId
from rules.geometry.convex import convex_parts, separation
from rules.geometry.measure import EPS
from rules.ninth_age.field.ground import Ground, ground_of
from rules.ninth_age.numbers import within
from rules.ninth_age.play.units.reading import Run, wounds_left
from rules.ninth_age.play.victory import (
    TENS,
    Gain,
    WonBy,
    bonus,
    gain,
    most,
    objective,
    outcome,
    spent,
    tens,
    total,
    worth,
)
from rules.ninth_age.state import State
from rules.ninth_age.wording import number, side, telling

CENTRE = "centre"
"""The marker of Hold the Ground (T9A-OBJ-03)."""


# --- what befell units ----------------------------------------------------------------------------


def gains(state: State, winner: SideId, over: bool = False) -> tuple[Gain, ...]:
    """Everything that gives a side points: enemy units, their General, the objectives."""
    if state.turn == 0 or not state.size:
        return ()
    units = state.table.units
    found = [
        one
        for unit in units
        if units[unit].side != winner
        for one in _fates(state, unit, over)
    ]  # fmt: skip
    if not by_ten(state):
        found += [
            Gain(why="objective", points=bonus(state.size), objective=key)
            for key in won(state, winner, over)
        ]
    return tuple(found)


def _fates(state: State, unit: UnitId, over: bool) -> list[Gain]:
    """What a unit's fate is worth to its enemy (T9A-VP-01 to -04)."""
    points = state.points.get(unit, 0)
    if destroyed(state, unit, over):
        general = [Gain(why="general", points=worth().general, unit=unit)]
        lost = [gain("destroyed", points, unit)]
        return [*lost, *general] if state.stats[unit].general else lost
    if not state.table.units[unit].models:
        return []
    if state.fleeing(unit):
        return [gain("fleeing", points, unit)]
    return [gain("spent", points, unit)] if _spent(state, unit) else []


def destroyed(state: State, unit: UnitId, over: bool = False) -> bool:
    """Whether a unit is destroyed or fled off; at the end also if it never came (T9A-VP-01)."""
    if state.table.units[unit].models:
        return False
    return over or any(model.unit == unit for model in state.table.fallen.values())


def _spent(state: State, unit: UnitId) -> bool:
    """Whether a quarter or less of its wounds is left (T9A-VP-03)."""
    most = state.table.units[unit].strength * state.stats[unit].wounds
    return spent(wounds_left(state, unit), most)


# --- the secondary objectives ---------------------------------------------------------------------


def scoring(state: State, unit: UnitId) -> bool:
    """Whether a unit takes ground: it has a standard, with those who have joined it, no light
    troops are in it, it is not made of characters only, and does not flee (T9A-OBJ-15)."""
    if not state.table.units[unit].models or state.fleeing(unit):
        return False
    within_it = [state.stats[one] for one in state.table.units if state.host(one) == unit]
    return bool(
        not state.stats[unit].character
        and any(stats.standard or stats.battle_standard for stats in within_it)
        and not any(stats.has("light_troops") for stats in within_it)
    )


def markers(state: State, key: str) -> dict[str, Point]:
    """The markers of an objective (T9A-OBJ-03, -12)."""
    if key == "hold_the_ground":
        return {CENTRE: (state.table.width // 2, state.table.height // 2)}
    return state.markers


def counts(state: State, key: str, over: bool = False) -> dict[SideId, int]:
    """What each side has of that by which an objective is won; nothing before the first turn."""
    if state.turn == 0:
        return dict.fromkeys(state.sides, 0)
    return COUNTED[objective(key).won_by](state, key, over)


def winners(state: State, key: str, over: bool = False) -> tuple[SideId, ...]:
    """Who would win an objective now: each that holds enemy ground (T9A-OBJ-06), else who has more
    than the other (T9A-OBJ-04, -11, -14)."""
    found = counts(state, key, over)
    if objective(key).won_by != "zones":
        return most(found)
    return tuple(side for side, count in found.items() if count)


def won(state: State, winner: SideId, over: bool = False) -> tuple[str, ...]:
    """The objectives that a side would win now, each scored by itself (T9A-OBJ-16)."""
    return tuple(key for key in state.objectives if winner in winners(state, key, over))


def _by_markers(state: State, objective: str, over: bool) -> dict[SideId, int]:
    """Markers that each side controls; of a single one, the units that hold it."""
    held = [near(state, at) for at in markers(state, objective).values()]
    if len(held) == 1:
        return held[0]
    return {key: sum(most(here) == (key,) for here in held) for key in state.sides}


def near(state: State, at: Point) -> dict[SideId, int]:
    """Scoring units of each side near a marker (T9A-OBJ-04, -14)."""
    ground = ground_of(state)
    spot = ((at,),)
    return {
        key: sum(
            within(separation(ground.block(unit).solid, spot), worth().near)
            for unit in _scorers(state, key)
        )
        for key in state.sides
    }


def _by_zones(state: State, objective: str, over: bool) -> dict[SideId, int]:
    """Scoring units of each side in an enemy zone: a part of the footprint is enough; ambushers
    that came late do not count (T9A-OBJ-06)."""
    ground = ground_of(state)
    late = {u for u, turn in state.opening.arrived.items() if turn >= worth().late}
    return {
        key: sum(
            _stands_in(ground, unit, zone)
            for other, zone in state.zones.items()
            if other != key
            for unit in _scorers(state, key)
            if unit not in late
        )
        for key in state.sides
    }


def _stands_in(ground: Ground, unit: UnitId, zone: Sequence[Point]) -> bool:
    return separation(ground.block(unit).solid, convex_parts(zone)) <= EPS


def _by_standards(state: State, objective: str, over: bool) -> dict[SideId, int]:
    """Chosen standards that each side has removed (T9A-OBJ-11)."""
    return {
        key: sum(destroyed(state, unit, over) for unit in state.flags.get(key, ()))
        for key in state.sides
    }


def _scorers(state: State, key: SideId) -> list[UnitId]:
    return [unit for unit in state.table.of_side(key) if scoring(state, unit)]


COUNTED: dict[WonBy, Callable[[State, str, bool], dict[SideId, int]]] = {
    "markers": _by_markers,
    "zones": _by_zones,
    "standards": _by_standards,
}
"""How each objective is counted."""


# --- points and the end ---------------------------------------------------------------------------


def scores(state: State, over: bool = False) -> dict[SideId, int]:
    """Victory points of each side; after the end those of the result."""
    if state.result is not None and state.result.scores:
        return dict(state.result.scores)
    return {key: total(gains(state, key, over)) for key in state.sides}


def earned(state: State, winner: SideId) -> tuple[Gain, ...]:
    """What a side is shown to have: all of it after the end; before, what befell units, for who
    holds an objective may lose it until the last turn."""
    if state.result is not None:
        return gains(state, winner, over=True)
    return tuple(one for one in gains(state, winner) if one.why != "objective")


def to_come(state: State, key: SideId) -> bool:
    """Whether a side has a unit that is neither on the table nor lost."""
    return any(
        unit.side == key and not unit.models and not destroyed(state, name)
        for name, unit in state.table.units.items()
    )


def nobody_left(state: State) -> bool:
    """Whether a side has no models on the table and none to come (T9A-END-01)."""
    return any(not state.table.of_side(key) and not to_come(state, key) for key in state.sides)


def finish(run: Run) -> None:
    """The battle is over: the points decide (T9A-END-01, T9A-VP-08); in practice, who is left."""
    state = run.state
    points = scores(state, over=True)
    if not state.size:
        left = [key for key in state.sides if state.table.of_side(key)]
        if len(left) == len(state.sides):
            run.end((), telling("turns_over", count=number(state.turns)), points)
        else:
            run.end(tuple(left) if len(left) == 1 else (), telling("nobody_left"), points)
        return
    if by_ten(state):
        _finish_by_ten(run, points)
        return
    first, second = sorted(state.sides, key=lambda key: -points[key])[:2]
    result = outcome(points[first] - points[second], state.size)
    line = result_line(result, first, points[first], points[second])
    run.end((first,) if result != "draw" else (), line, points)


def by_ten(state: State) -> bool:
    """Whether the table agreed on the ten-point table (T9A-VP-09)."""
    return state.opening.agreed.scoring == "ten_points"


def _finish_by_ten(run: Run, points: dict[SideId, int]) -> None:
    """The tournament points of both sides are the result (T9A-VP-09)."""
    state = run.state
    one, other = state.sides[:2]
    objectives = len(won(state, one, True)) - len(won(state, other, True))
    got = tens(points[one] - points[other], state.size, objectives)
    tens_of = {one: got, other: TENS - got}
    first, second = sorted(tens_of, key=lambda key: -tens_of[key])
    line = telling(
        "result_level_tens" if got * 2 == TENS else "result_tens", side=side(first),
        tens=number(tens_of[first]), against_tens=number(tens_of[second]),
        points=number(points[first]), against=number(points[second]),
    )  # fmt: skip
    run.end((first,) if got * 2 != TENS else (), line, points)


def result_line(result: str, winner: SideId, points: int, against: int) -> Line:
    """The result in words."""
    return telling(
        f"result_{result}", side=side(winner), points=number(points), against=number(against)
    )
