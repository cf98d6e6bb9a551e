"""Panic (chapter PANIC): who tests, and who runs."""

from collections.abc import Mapping, Sequence

from rules.core.values import UnitId
from rules.geometry.convex import Solid, separation
from rules.ninth_age.actions import Next
from rules.ninth_age.events import Silenced, Test
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.numbers import PANIC_NEAR, heavy_losses, within
from rules.ninth_age.play.units.bestowed import mostly
from rules.ninth_age.play.units.leadership import passes
from rules.ninth_age.play.units.reading import Run, do, engaged, stands
from rules.ninth_age.questions import NextPanic, Prompt
from rules.ninth_age.state import Flight, Panic, PanicCause, State
from rules.ninth_age.wording import asking, no


def panicked(
    state: State, passed: Sequence[UnitId], near: Sequence[UnitId], *,
    thinned: Mapping[UnitId, UnitId] | None = None,
) -> tuple[Panic, ...]:  # fmt: skip
    """The tests that something asks for: of friends run through, of those near a destroyed unit,
    and of units `thinned` by heavy losses, each with the enemy that caused them, or none.

    Each tests once; those of the active side come first (T9A-PANIC-02, -06, T9A-FLEE-20).
    """
    thinned = thinned or {}
    asked = [u for u in dict.fromkeys((*passed, *near, *thinned)) if may_panic(state, u)]
    asked.sort(key=lambda unit: state.table.units[unit].side != state.active)
    if not asked:
        return ()
    why: PanicCause = "fled_through" if passed else "destroyed" if near else "heavy_losses"
    causes = {unit: foe for unit, foe in thinned.items() if unit in asked and foe}
    return (Panic(units=tuple(asked), why=why, causes=causes),)


def friends_near(state: State, unit: UnitId, solid: Solid) -> list[UnitId]:
    """Friends near where a unit was destroyed, if they mind it (T9A-PANIC-01, -03, T9A-FLEE-20)."""
    here = ground_of(state)
    return [
        friend
        for friend in here.standing()
        if friend != unit
        and here.side(friend) == state.table.units[unit].side
        and minds(state, friend, unit)
        and within(separation(here.block(friend).solid, solid), PANIC_NEAR)
    ]


def minds(state: State, friend: UnitId, unit: UnitId) -> bool:
    """Whether a unit's misfortune can shake a friend: that of insignificant ones only their like
    (T9A-SR-INSIGNIFICANT), that of those who support no parent unit (army EOS)."""
    if state.stats[unit].has("support_unit") and state.stats[friend].has("parent_unit"):
        return False
    insignificant = state.stats[unit].has("insignificant")
    return not insignificant or state.stats[friend].has("insignificant")


def thinned(state: State, unit: UnitId) -> bool:
    """Whether a unit has lost a quarter of the models it had when the phase began (T9A-PANIC-01,
    -04)."""
    lost = state.losses.get(unit, 0)
    before = state.before.get(unit, lost + len(ground_of(state).models(unit)))
    return stands(state, unit) and heavy_losses(lost, before)


Strengths = dict[UnitId, tuple[int, Solid]]


def strengths(state: State) -> Strengths:
    """What each unit has lost in this phase so far, and where it stands: to be compared later."""
    ground = ground_of(state)
    return {key: (state.losses.get(key, 0), ground.block(key).solid) for key in ground.standing()}


def shake(run: Run, before: Strengths, by: UnitId = "") -> None:
    """Panic tests after losses: near units that were destroyed, and of units that lost a quarter,
    those from `by` if it is their enemy (T9A-PANIC-01, -04, -05)."""
    state = run.state
    units = state.table.units
    near: list[UnitId] = []
    losses: dict[UnitId, UnitId] = {}
    for unit, (lost, solid) in before.items():
        if not units[unit].models:
            near += friends_near(state, unit, solid)
        elif state.losses.get(unit, 0) > lost and thinned(state, unit):
            losses[unit] = by if by and units[unit].side != units[by].side else ""
    if tests := panicked(state, (), near, thinned=losses):
        run.push(*tests)


def may_panic(state: State, unit: UnitId) -> bool:
    """Whether a unit takes a panic test that is asked of it (T9A-PANIC-02, -03)."""
    return bool(
        state.table.units[unit].models
        and not state.fleeing(unit)
        and not state.did(unit, "calm")
        and not engaged(state, unit)
        and not mostly(state, unit, "immune_to_psychology")
    )


def panic(run: Run, step: Panic) -> None:
    """All roll, the active side's units first, each owner choosing the order; then those that
    failed move in that order, each with all that follows before the next."""
    left = tuple(unit for unit in step.units if may_panic(run.state, unit))
    if not left:
        run.replace(
            *(Flight(unit=unit, away=step.causes.get(unit, ""), panic=True) for unit in step.failed)
        )
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
    failed = step.failed if stays(run, unit, "panic") else (*step.failed, unit)
    left = tuple(other for other in step.units if other != unit)
    run.replace(Panic(units=left, why=step.why, failed=failed, causes=step.causes))


def stays(run: Run, unit: UnitId, test: Test) -> bool:
    """Take a panic test, of terror too; whether the unit does not run. Then it takes no other in
    this phase (T9A-PANIC-02); a machine's crew that fails does not shoot instead (T9A-TT-04)."""
    if not passes(run, unit, test):
        if run.state.stats[unit].troop_type != "war_machine":
            return False
        silence(run, unit, next_turn(run.state, unit))
    do(run, unit, "calm")
    return True


def silence(run: Run, unit: UnitId, until: int) -> None:
    """A unit does not shoot up to and in a game turn."""
    if run.state.jammed.get(unit, 0) < until:
        run.emit(Silenced(unit=unit, until=until))


def next_turn(state: State, unit: UnitId) -> int:
    """The game turn of a side's next shooting phase, this one while it is still to come
    (T9A-TT-04)."""
    side = state.table.units[unit].side
    if side == state.active:
        return state.turn + (state.phase == "shooting")
    return state.turn + (state.active != (state.first or state.sides[0]))
