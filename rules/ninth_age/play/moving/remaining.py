"""Remaining moves: advances, marches, reforms (chapters REM, MARCH, REF)."""

from rules.core.values import INCH, SideId, UnitId
from rules.geometry.blocks import Block
from rules.ninth_age.actions import (
    Advance,
    EndMoves,
    Enter,
    Join,
    Keep,
    March,
    Part,
    Reform,
    SwiftReform,
)
from rules.ninth_age.events import Reformed
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.joining import judge_leaving
from rules.ninth_age.field.paths import Judged, judge_path
from rules.ninth_age.field.placing import check_arrived
from rules.ninth_age.field.reforming import Formed, judge_reform
from rules.ninth_age.numbers import half_rate
from rules.ninth_age.opening.actions import Deploy
from rules.ninth_age.play.harm.hazards import cross
from rules.ninth_age.play.harm.panic import shake, strengths
from rules.ninth_age.play.moving.characters import hosts, join, judge_join, leave
from rules.ninth_age.play.moving.compulsory import reform
from rules.ninth_age.play.moving.garrisons import buildings, enter, judge_enter, judge_leave
from rules.ninth_age.play.moving.garrisons import leave as leave_building
from rules.ninth_age.play.moving.swooping import swoops
from rules.ninth_age.play.units.leadership import passes
from rules.ninth_age.play.units.presence import leadership
from rules.ninth_age.play.units.reading import (
    Run,
    carry,
    check_march,
    do,
    known,
    march_rate,
    may_march,
    may_move,
    own_unit,
    tests_march,
)
from rules.ninth_age.questions import AfterHalt, AfterSwift, MoveOption, MoveUnits, Prompt
from rules.ninth_age.state import Halted, Moving, State, Swift
from rules.ninth_age.wording import asking, named, no

RemainingMove = (
    Advance | March | Reform | SwiftReform | Join | Enter | Deploy | EndMoves
)  # fmt: skip
"""What a unit does in the remaining moves; who leaves a building is set up near it."""


def option(state: State, unit: UnitId, *, on_foot: bool = False) -> MoveOption:
    """What a unit may do in the remaining moves; lengths of a flyer in the air, or `on_foot`."""
    stats = state.stats[unit]
    ground = ground_of(state)
    pace = ground.pace(unit, on_foot)
    marches = may_march(state, unit)
    joined = unit in state.joined
    if ground.home(unit):
        return MoveOption(advance=0, half=0, reform=False, inside=True)
    return MoveOption(
        advance=pace * INCH,
        half=half_rate(pace, state.switches),
        march=march_rate(state, unit) * pace * INCH if marches else 0,
        test=leadership(state, state.host(unit)) if marches and tests_march(state, unit) else 0,
        reform=not joined,
        swift=stats.musician and not joined,
        flies=ground.flies(unit),
        forms=ground.block(unit).total > 1 and ground.all_have(unit, "light_troops"),
        hosts=hosts(state, unit),
        leaves=state.host(unit) if joined else "",
        buildings=buildings(state, unit),
    )


def ask_moves(run: Run, step: Moving) -> None:
    """Ask, as long as a unit can move (T9A-REM-03)."""
    units = {
        unit: option(run.state, unit)
        for unit in run.state.each(step.side)
        if may_move(run.state, unit)
    }
    if units:
        run.ask(step.side, MoveUnits(units=units), asking("move"))
    else:
        run.replace()


def answer_move(run: Run, prompt: Prompt, action: RemainingMove) -> None:
    """One unit moves, or all others stay."""
    if isinstance(action, EndMoves):
        run.close(prompt.id)
        run.replace()
        return
    own_unit(run.state, prompt.side, action.unit)
    if not may_move(run.state, action.unit):
        raise no("may_not_move", "T9A-REM-02", unit=named(action.unit))
    match action:
        case Advance():
            judged = judge(run.state, action.unit, action.path, on_foot=action.on_foot)
            run.close(prompt.id)
            do(run, action.unit, "moved")
            go(run, action.unit, judged, "advance")
            run.push(*swoops(run.state, action.unit, judged.blocks))
        case March():
            march(run, prompt, action)
        case Enter():
            judge_enter(run.state, action)
            run.close(prompt.id)
            enter(run, action)
        case Deploy():
            judge_leave(run.state, action)
            run.close(prompt.id)
            leave_building(run, action)
        case Join():
            judge_join(run.state, action)
            run.close(prompt.id)
            join(run, action)
        case Reform():
            formed = judge_reforming(run.state, action.unit, action.files, action.facing)
            run.close(prompt.id)
            do(run, action.unit, "reformed")
            reform(run, action.unit, action.files, formed)
        case SwiftReform():
            swift(run, prompt, action)


def judge(
    state: State, unit: UnitId, path: tuple[Part, ...], *, march: bool = False,
    forward: bool = False, on_foot: bool = False,
) -> Judged:  # fmt: skip
    """A path of an advance or a march. Raises Refused."""
    if ground_of(state).home(unit):
        raise no("garrison_stays", "T9A-TERR-02", unit=named(unit))
    if march:
        check_march(state, unit)
    ground = ground_of(state)
    far = march_rate(state, unit) * ground.pace(unit, on_foot) * INCH if march else 0
    if unit in state.joined:
        return judge_leaving(
            ground, unit, path, march=march, on_foot=on_foot, allowance=far,
            switches=state.switches,
        )  # fmt: skip
    judged = judge_path(
        ground, unit, path, march=march, forward=forward, on_foot=on_foot, allowance=far,
        switches=state.switches,
    )  # fmt: skip
    check_near_edge(state, unit, judged.end, on_foot=on_foot)
    return judged


def check_near_edge(state: State, unit: UnitId, end: Block, *, on_foot: bool = False) -> None:
    """Raise Refused for who came from ambush in this turn and would go too far from the edge: no
    farther than twice its Movement (T9A-SR-AMBUSH)."""
    if state.did(unit, "arrived"):
        check_arrived(state, unit, end, 2 * ground_of(state).pace(unit, on_foot) * INCH)


def judge_reforming(state: State, unit: UnitId, files: int, facing: int) -> Formed:
    """A reform instead of a move (T9A-REF-01, -02). Raises Refused."""
    check_own_ranks(state, unit)
    formed = judge_reform(ground_of(state), unit, files, facing)
    check_near_edge(state, unit, formed.block)
    return formed


def go(run: Run, unit: UnitId, judged: Judged, why: str) -> None:
    """Move a unit along a judged path, a character out of the unit he has joined; who formed anew
    on the way has other places at its end."""
    if unit in run.state.joined:
        leave(run, unit)
    if judged.order:
        run.emit(Reformed(unit=unit, files=judged.end.files, order=judged.order))
    carry(run, unit, judged.blocks, why)


def march(run: Run, prompt: Prompt, action: March) -> None:
    """The declaration comes before the roll and stands; a unit that somebody leaves is tested as a
    whole, and what it rolled holds for whoever marches next (T9A-MARCH-05, -06, -07, -09)."""
    unit = action.unit
    judged = judge(run.state, unit, action.path, march=True, on_foot=action.on_foot)
    tests = tests_march(run.state, unit)
    run.close(prompt.id)
    whole = run.state.host(unit)
    passed = not tests or passes(run, whole, "march")
    if tests and whole != unit:
        do(run, whole, "drilled" if passed else "halted")
    if passed:
        here = ground_of(run.state)
        do(run, unit, "marched")
        go(run, unit, judged, "march")
        before = strengths(run.state)
        cross(run, here, unit, judged.blocks, flying=judged.flying)
        run.push(*swoops(run.state, unit, judged.blocks))
        shake(run, before)
        return
    do(run, unit, "marched" if run.state.switches.failed_march_counts else "moved")
    run.push(Halted(unit=unit))


def ask_halted(run: Run, step: Halted) -> None:
    """The march was stopped: the unit may still advance (T9A-MARCH-06)."""
    far = ground_of(run.state).pace(step.unit) * INCH
    side: SideId = run.state.table.units[step.unit].side
    run.ask(side, AfterHalt(unit=step.unit, allowance=far), asking("halted", unit=named(step.unit)))


def ask_swift(run: Run, step: Swift) -> None:
    """The unit reformed in time: it may still advance (T9A-REF-02)."""
    far = ground_of(run.state).pace(step.unit) * INCH
    side: SideId = run.state.table.units[step.unit].side
    run.ask(side, AfterSwift(unit=step.unit, allowance=far), asking("swift", unit=named(step.unit)))


def answer_still(run: Run, prompt: Prompt, action: Advance | Keep) -> None:
    """An advance after a stopped march, forward only, or after a swift reform; or neither."""
    question = prompt.question
    assert isinstance(question, AfterHalt | AfterSwift)
    if isinstance(action, Keep):
        run.close(prompt.id)
        run.replace()
        return
    if action.unit != question.unit:
        raise no("not_in_list")
    known(run.state, action.unit)
    halted = isinstance(question, AfterHalt)
    judged = judge(run.state, action.unit, action.path, forward=halted, on_foot=action.on_foot)
    run.close(prompt.id)
    go(run, action.unit, judged, "advance")
    run.replace(*swoops(run.state, action.unit, judged.blocks))


def check_own_ranks(state: State, unit: UnitId) -> None:
    """Raise Refused for a character who would reform by himself in another's ranks, and for a
    garrison."""
    if unit in state.garrison:
        raise no("garrison_stays", "T9A-TERR-02", unit=named(unit))
    if unit in state.joined:
        raise no("no_reform_in_ranks", "T9A-CHR-02", unit=named(unit))


def swift(run: Run, prompt: Prompt, action: SwiftReform) -> None:
    """A reform that leaves time to advance if the test is passed (T9A-REF-02)."""
    unit = action.unit
    if not run.state.stats[unit].musician:
        raise no("no_musician", "T9A-REF-02", unit=named(unit))
    formed = judge_reforming(run.state, unit, action.files, action.facing)
    run.close(prompt.id)
    passed = passes(run, unit, "swift")
    do(run, unit, "moved" if passed else "reformed")
    reform(run, unit, action.files, formed)
    if passed:
        run.push(Swift(unit=unit))
