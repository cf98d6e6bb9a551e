"""Characters join units and leave them (T9A-CHR-02, -03)."""

from rules.core.values import UnitId
from rules.ninth_age.actions import Join
from rules.ninth_age.events import Joined, Left
from rules.ninth_age.field.ground import Ground, ground_of
from rules.ninth_age.field.joining import Joining, judge_joining, may_join, place_in, welcomes
from rules.ninth_age.play.harm.damage import close_up
from rules.ninth_age.play.harm.hazards import cross
from rules.ninth_age.play.harm.panic import shake, strengths
from rules.ninth_age.play.units.leadership import passes
from rules.ninth_age.play.units.reading import (
    Run,
    carry,
    check_march,
    do,
    engaged,
    march_rate,
    may_move,
    meant,
    tests_march,
)
from rules.ninth_age.state import Halted, State
from rules.ninth_age.wording import named, no


def hosts(state: State, unit: UnitId) -> tuple[UnitId, ...]:
    """Units that a character may join if he gets there (T9A-CHR-02)."""
    ground = ground_of(state)
    if not may_join(ground, unit):
        return ()
    return tuple(
        host for host in ground.friends(unit) if takes(state, host) and welcomes(ground, host, unit)
    )


def takes(state: State, host: UnitId) -> bool:
    """Whether a unit may be joined now: it neither fights nor flees, nor is it in a building
    (T9A-CHR-02)."""
    return not (engaged(state, host) or state.fleeing(host) or host in state.garrison)


def judge_join(state: State, action: Join) -> Joining:
    """The way into a unit. Raises Refused."""
    unit, host = action.unit, meant(state, action.host)
    if not may_move(state, unit):
        raise no("may_not_move", "T9A-REM-02", unit=named(unit))
    if not takes(state, host):
        raise no("no_host", "T9A-CHR-02", other=named(host))
    if action.march:
        check_march(state, unit)
    return judge_joining(
        ground_of(state), unit, host, action.file, march=action.march, on_foot=action.on_foot,
        rate=march_rate(state, unit) if action.march else 1,
    )  # fmt: skip


def join(run: Run, action: Join) -> None:
    """Into contact and into the front rank; the unit moves no further (T9A-CHR-02)."""
    state, unit = run.state, action.unit
    judged = judge_join(state, action).judged
    here = ground_of(state)
    if action.march and tests_march(state, unit) and not passes(run, unit, "march"):
        do(run, unit, "marched" if state.switches.failed_march_counts else "moved")
        run.push(Halted(unit=unit))
        return
    do(run, unit, "marched" if action.march else "moved")
    carry(run, unit, judged.blocks, "march" if action.march else "advance")
    if action.march:
        before = strengths(run.state)
        cross(run, here, unit, judged.blocks, flying=judged.flying)
        shake(run, before)
    if run.state.table.units[unit].models:
        host = state.host(action.host)
        do(run, host, "joined")
        enter(run, unit, host, action.file)


def enter(run: Run, unit: UnitId, host: UnitId, file: int) -> None:
    """A character on the table takes his place in a unit's front rank, those there make room
    (T9A-CHR-04)."""
    here = ground_of(run.state)
    place = place_in(here, unit, host, file)
    run.emit(Joined(unit=unit, host=host, file=place.file, beside=place.beside))
    close_up(run, host, here.block(host), 0)


def leave(run: Run, unit: UnitId) -> Ground:
    """A character is a unit of his own again, on the place where he stood; the others close up
    (T9A-CHR-03). Returns the ground as it is then."""
    here = ground_of(run.state)
    host = run.state.joined[unit].host
    run.emit(Left(unit=unit))
    close_up(run, host, here.block(host), 0)
    return ground_of(run.state)
