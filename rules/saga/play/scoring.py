"""Points and the end of the match (SAGA-WIN, and the scenarios)."""

from rules.core.events import Counted, Lost
from rules.core.values import Line, SideId, UnitId
from rules.saga.events import Scored
from rules.saga.field.ground import outline_of
from rules.saga.numbers import CLASSES, Rate, class_of, slaughter_points
from rules.saga.play.reading import Run
from rules.saga.state import State
from rules.saga.wording import side as side_name

FATAL = ("warlord", "wounds")
"""Kinds of victory that the death of a warlord decides at once."""


def losses_by_class(state: State, side: SideId) -> dict[str, int]:
    """Models a side has lost, by class."""
    lost = dict.fromkeys(CLASSES, 0)
    for unit in state.table.units.values():
        if unit.side == side and not unit.count("off"):
            lost[class_of(unit)] += unit.strength - len(unit.models)
    return {kind: count for kind, count in lost.items() if count}


def slaughter(state: State, side: SideId) -> int:
    """Points of a side for enemy models removed (SAGA-WIN-02)."""
    return sum(slaughter_points(losses_by_class(state, other)) for other in state.others(side))


def scores(state: State) -> dict[SideId, int]:
    """Points of each side now: as its scenario counts them, else slaughter points."""
    if state.turn == 0:
        return dict.fromkeys(state.sides, 0)
    match state.scenario.victory.kind:
        case "areas":
            return {side: state.forces[side].points for side in state.sides}
        case "wounds":
            return {side: wounds_dealt(state, side) for side in state.sides}
        case "convoy":
            return {side: convoy_points(state, side) for side in state.sides}
        case "banks":
            return {side: across(state, side) for side in state.sides}
        case _:
            return {side: slaughter(state, side) for side in state.sides}


def wounds_dealt(state: State, side: SideId) -> int:
    """Wounds that the warlords of the others have taken (SAGA-SCN-4)."""
    units = state.table.units.values()
    return sum(unit.count("wounds") for unit in units if unit.side != side)


def baggage_away(state: State) -> int:
    """Units of baggage that have left the table by the way out (SAGA-SCN-6)."""
    return sum(unit.count("off") for unit in state.table.units.values())


def baggage_lost(state: State) -> int:
    """Units of baggage that were destroyed."""
    units = state.table.units.values()
    return sum(u.has("baggage") and not u.models and not u.count("off") for u in units)


def convoy_points(state: State, side: SideId) -> int:
    """Baggage brought away for the escort, baggage destroyed for the other side."""
    convoy = state.scenario.convoy
    escorts = convoy is not None and side == state.sides[convoy.way_out.seat - 1]
    return baggage_away(state) if escorts else baggage_lost(state)


def leave_table(run: Run, unit: UnitId) -> None:
    """Baggage that has reached the way out leaves the table, and is not lost (SAGA-SCN-6)."""
    convoy, table = run.state.scenario.convoy, run.state.table
    if convoy is None or not table.units[unit].has("baggage"):
        return
    standing = table.standing(unit)
    if standing and all(convoy.way_out.meets(m.pose.at, m.radius) for m in standing.values()):
        run.emit(Counted(unit=unit, counter="off", value=1, why="way_out"))
        run.emit(Lost(unit=unit, models=tuple(standing), why="way_out"))
        end_at_once(run)


def across(state: State, side: SideId) -> int:
    """What a side's models on the other bank are worth, as if they were slain (SAGA-SCN-2)."""
    seat = state.sides.index(side) + 1
    banks = [bank for bank in state.scenario.banks if bank.seat != seat]
    over = dict.fromkeys(CLASSES, 0)
    for unit in state.table.of_side(side):
        models = state.table.standing(unit).values()
        over[class_of(state.table.units[unit])] += sum(
            any(bank.holds(model.pose.at, model.radius) for bank in banks) for model in models
        )
    return slaughter_points(over)


def area_points(state: State, side: SideId) -> dict[str, int]:
    """What a side's models inside each scoring area are worth, each area up to its cap."""
    points = {}
    for area in state.scenario.areas:
        inside = dict.fromkeys(CLASSES, 0)
        for unit in state.table.of_side(side):
            inside[class_of(state.table.units[unit])] += _models_in(state, unit, area.piece)
        worth = state.scenario.worth
        total = sum(worth.get(kind, Rate(dice=0)).of(count) for kind, count in inside.items())
        points[area.piece] = min(total, area.cap)
    return points


def _models_in(state: State, unit: UnitId, piece: str) -> int:
    outline = outline_of(state.table.terrain[piece])
    models = state.table.standing(unit).values()
    return sum(outline.disc_overlaps(model.pose.at, model.radius) for model in models)


def score_turn(run: Run, side: SideId) -> None:
    """At the end of its own turn a side scores for the areas it stands in (Sacred Ground)."""
    if run.state.scenario.victory.kind != "areas":
        return
    areas = area_points(run.state, side)
    run.emit(Scored(side=side, points=sum(areas.values()), areas=areas))


def end_at_once(run: Run) -> None:
    """Where the scenario says so, the death of a warlord ends the match, or the fate of baggage."""
    if run.state.result is None and run.state.scenario.victory.kind in FATAL:
        _end_by_death(run)
    _end_by_convoy(run, over=False)


def _end_by_death(run: Run) -> None:
    state = run.state
    dead = [side for side in state.sides if _has_lost_warlord(state, side)]
    if not dead:
        return
    alive = tuple(side for side in state.sides if side not in dead)
    if len(alive) == 1:
        line = Line(key="saga.result.warlord_killed", params={"side": side_name(dead[0])})
        run.end(alive, line, scores(state))
    elif not alive:
        run.end((), Line(key="saga.result.both_warlords"), scores(state))


def _end_by_convoy(run: Run, over: bool) -> None:
    """Enough baggage is away, or none stands any more, or the match is `over`: where none is away,
    all of it was lost or kept from leaving, and the escort has lost (SAGA-SCN-6)."""
    state, convoy = run.state, run.state.scenario.convoy
    if convoy is None or state.result is not None:
        return
    escort = state.sides[convoy.way_out.seat - 1]
    away = baggage_away(state)
    if away >= convoy.needed:
        line = Line(key="saga.result.baggage_away", params={"side": side_name(escort)})
        run.end((escort,), line, scores(state))
    elif over or away + baggage_lost(state) == convoy.units:
        key = "saga.result.baggage_some" if away else "saga.result.baggage_kept"
        run.end(() if away else state.others(escort), Line(key=key), scores(state))


def _has_lost_warlord(state: State, side: SideId) -> bool:
    return any(
        unit.side == side and unit.has("warlord") and not unit.models
        for unit in state.table.units.values()
    )


def end_by_length(run: Run) -> None:
    """The last turn is over: the scenario decides, by points with a margin or as a draw."""
    _end_by_convoy(run, over=True)
    if run.state.result is not None:
        return
    victory = run.state.scenario.victory
    points = scores(run.state)
    if victory.kind == "warlord" and victory.otherwise == "draw":
        run.end((), Line(key="saga.result.warlords_alive"), points)
        return
    ranked = sorted(run.state.sides, key=lambda side: -points[side])
    lead = points[ranked[0]] - points[ranked[1]]
    if lead >= victory.margin:
        great = 0 < victory.major <= lead
        key = "saga.result.major" if great else "saga.result.points"
        line = Line(key=key, params={"side": side_name(ranked[0])})
        run.end((ranked[0],), line, points)
    else:
        run.end((), Line(key="saga.result.close"), points)


def end_without_dice(run: Run, side: SideId) -> None:
    """A warband that generates no SAGA dice has lost, where that is played (SAGA-WIN-04)."""
    line = Line(key="saga.result.no_dice", params={"side": side_name(side)})
    run.end(run.state.others(side), line, scores(run.state))
