"""Units go into buildings and leave them (T9A-TERR-02)."""

from rules.core.refusals import Refused
from rules.core.values import UnitId
from rules.ninth_age.actions import Enter
from rules.ninth_age.events import Entered, Reformed, Vacated
from rules.ninth_age.field import terrain
from rules.ninth_age.field.garrisons import judge_entering, judge_sally, may_occupy
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.paths import Judged
from rules.ninth_age.field.placing import block_at
from rules.ninth_age.opening.actions import Deploy
from rules.ninth_age.play.units.leadership import passes
from rules.ninth_age.play.units.reading import (
    Run,
    check_march,
    do,
    may_march,
    may_move,
    step,
    tests_march,
)
from rules.ninth_age.state import Halted, State
from rules.ninth_age.wording import named, no


def buildings(state: State, unit: UnitId) -> tuple[str, ...]:
    """Buildings that a unit may go into now, by an advance or a march."""
    ground = ground_of(state)
    if unit in state.joined or ground.home(unit) or not may_occupy(ground, unit):
        return ()
    found = [key for key, piece in state.table.terrain.items() if terrain.kind(piece) == "building"]
    marches = (False, True) if may_march(state, unit) else (False,)
    return tuple(key for key in found if any(_open(state, unit, key, march) for march in marches))


def _open(state: State, unit: UnitId, building: str, march: bool) -> bool:
    try:
        judge_entering(ground_of(state), unit, building, march=march)
    except Refused:
        return False
    return True


def judge_enter(state: State, action: Enter) -> Judged:
    """The way into a building. Raises Refused."""
    unit = action.unit
    if not may_move(state, unit) or unit in state.joined or ground_of(state).home(unit):
        raise no("may_not_move", "T9A-REM-02", unit=named(unit))
    if action.march:
        check_march(state, unit)
    return judge_entering(ground_of(state), unit, action.building, march=action.march)


def enter(run: Run, action: Enter) -> None:
    """Into a building; a march that is stopped leaves the unit before it."""
    unit = action.unit
    if action.march and tests_march(run.state, unit) and not passes(run, unit, "march"):
        do(run, unit, "marched" if run.state.switches.failed_march_counts else "moved")
        run.push(Halted(unit=unit))
        return
    do(run, unit, "marched" if action.march else "moved")
    run.emit(Entered(unit=unit, building=action.building))
    inside = ground_of(run.state)
    why = "march" if action.march else "advance"
    step(run, inside.poses(unit, inside.block(unit)), unit, why)


def judge_leave(state: State, action: Deploy) -> None:
    """Raise Refused unless a garrison may stand here when it has left its building."""
    unit = action.unit
    if unit not in state.garrison or not may_move(state, unit):
        raise no("may_not_move", "T9A-REM-02", unit=named(unit))
    judge_sally(ground_of(state), unit, block_at(state, unit, action.pose, action.files))


def leave(run: Run, action: Deploy) -> None:
    """Out of a building, in any formation near it."""
    unit = action.unit
    block = block_at(run.state, unit, action.pose, action.files)
    do(run, unit, "moved")
    vacate(run, unit)
    order = run.state.table.units[unit].models
    run.emit(Reformed(unit=unit, files=action.files, order=order))
    step(run, ground_of(run.state).poses(unit, block), unit, "advance")


def vacate(run: Run, unit: UnitId) -> None:
    """A unit is in its building no more, and stands in ranks about the middle of it."""
    middle = ground_of(run.state).block(unit)
    run.emit(Vacated(unit=unit))
    here = ground_of(run.state)
    block = here.block(unit)
    around = block.moved(middle.at[0] - block.at[0], middle.at[1] - block.at[1])
    step(run, here.poses(unit, around), unit, "close_up")
