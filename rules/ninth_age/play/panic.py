"""Panic (chapter PANIC): who tests, and who runs."""

from collections.abc import Sequence

from rules.core.values import UnitId
from rules.geometry.convex import Solid, separation
from rules.ninth_age.actions import Next
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.numbers import PANIC_NEAR, within
from rules.ninth_age.play.leadership import passes
from rules.ninth_age.play.reading import Run, do, engaged, stands
from rules.ninth_age.questions import NextPanic, Prompt
from rules.ninth_age.state import Flight, Panic, State
from rules.ninth_age.wording import asking, no


def panicked(state: State, passed: Sequence[UnitId], near: Sequence[UnitId]) -> tuple[Panic, ...]:
    """The tests that a flight asks for: friends run through, and those near a destroyed unit.

    Each tests once; those of the active side come first (T9A-PANIC-02, -06, T9A-FLEE-20).
    """
    asked = [unit for unit in dict.fromkeys((*passed, *near)) if _tests(state, unit)]
    asked.sort(key=lambda unit: state.table.units[unit].side != state.active)
    if not asked:
        return ()
    return (Panic(units=tuple(asked), why="fled_through" if passed else "destroyed"),)


def friends_near(state: State, unit: UnitId, solid: Solid) -> list[UnitId]:
    """Friends near where a unit was destroyed (T9A-PANIC-01, T9A-FLEE-20)."""
    here = ground_of(state)
    return [
        friend
        for friend in here.standing()
        if friend != unit
        and here.side(friend) == state.table.units[unit].side
        and within(separation(here.block(friend).solid, solid), PANIC_NEAR)
    ]


def _tests(state: State, unit: UnitId) -> bool:
    return bool(
        state.table.units[unit].models
        and not state.fleeing(unit)
        and not state.did(unit, "calm")
        and not engaged(state, unit)
        and not state.stats[unit].has("immune_to_psychology")
    )


def panic(run: Run, step: Panic) -> None:
    """All roll, the active side's units first, each owner choosing the order; then those that
    failed move in that order, each with all that follows before the next."""
    left = tuple(unit for unit in step.units if _tests(run.state, unit))
    if not left:
        run.replace(*(Flight(unit=unit, panic=True) for unit in step.failed))
        return
    side = run.state.table.units[left[0]].side
    own = tuple(unit for unit in left if run.state.table.units[unit].side == side)
    if len(own) == 1:
        _test(run, step, own[0])
    else:
        run.ask(side, NextPanic(units=own), asking("panic"))


def answer_panic(run: Run, prompt: Prompt, action: Next) -> None:
    """This unit tests."""
    question = prompt.question
    assert isinstance(question, NextPanic)
    if action.unit not in question.units:
        raise no("not_in_list")
    run.close(prompt.id)
    step = run.state.agenda[-1]
    assert isinstance(step, Panic)
    if stands(run.state, action.unit):
        _test(run, step, action.unit)


def _test(run: Run, step: Panic, unit: UnitId) -> None:
    failed = step.failed
    if passes(run, unit, "panic"):
        do(run, unit, "calm")
    else:
        failed = (*failed, unit)
    left = tuple(other for other in step.units if other != unit)
    run.replace(Panic(units=left, why=step.why, failed=failed))
