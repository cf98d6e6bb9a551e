"""Open and closed order of skirmishers (T9A-SR-SKIRMISHERS, T9A-CHG-41).

They stand half an inch apart. Before they charge, and before they react to a charge, they close up
about the same centre; they open again as their remaining moves begin, when nobody fights them and
there is room.
"""

from rules.core.refusals import Refused
from rules.core.values import SideId, UnitId
from rules.ninth_age.events import Closed, Opened
from rules.ninth_age.field.ground import Ground, ground_of
from rules.ninth_age.field.paths import check_end
from rules.ninth_age.play.units.reading import Run, engaged, step
from rules.ninth_age.state import State


def close_ranks(run: Run, *units: UnitId) -> None:
    """Those of some units that stand in open order close up, unless they fight or flee."""
    for unit in units:
        state = run.state
        here = ground_of(state)
        if here.spread(unit) and not (engaged(state, unit) or state.fleeing(unit)):
            _order(run, Closed(unit=unit), here.closing(unit))


def open_ranks(run: Run, side: SideId) -> None:
    """Those of a side that closed up open their order again, where there is room."""
    for unit in run.state.closed:
        if run.state.table.units[unit].side != side or not _free(run.state, unit):
            continue
        here = ground_of(run.state)
        there = here.opening(unit)
        try:
            check_end(here, unit, there.block(unit))
        except Refused:
            continue
        _order(run, Opened(unit=unit), there)


def _free(state: State, unit: UnitId) -> bool:
    busy = engaged(state, unit) or state.did(unit, "charged", "charge_failed")
    return bool(state.table.units[unit].models) and not busy and not state.fleeing(unit)


def _order(run: Run, fact: Closed | Opened, there: Ground) -> None:
    """Write down another order of a unit, and where its models step."""
    run.emit(fact)
    step(run, there.poses(fact.unit, there.block(fact.unit)), fact.unit, "close_up")
