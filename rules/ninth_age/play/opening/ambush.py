"""Units in ambush: kept off the table, and how they come (T9A-SR-AMBUSH)."""

from rules.ninth_age.actions import Keep
from rules.ninth_age.field.lining import entries
from rules.ninth_age.field.placing import judge_entry
from rules.ninth_age.opening.actions import Deploy, HoldBack
from rules.ninth_age.opening.events import Arrived, HeldBack
from rules.ninth_age.opening.questions import Arrivals, WhoAmbushes
from rules.ninth_age.opening.steps import Arriving, Entering, Holding
from rules.ninth_age.play.opening.deployment import set_up
from rules.ninth_age.play.units.reading import Run, do
from rules.ninth_age.questions import Prompt
from rules.ninth_age.wording import asking, named, no

FROM_TURN = 2
"""Ambushers come from this game turn on."""
ENTERS = 3
"""On this face or a higher one."""


def ask_ambush(run: Run, step: Holding) -> None:
    """Who is kept off the table is said before the deployment."""
    state = run.state
    able = tuple(
        unit
        for unit, found in state.table.units.items()
        if found.side == step.side and state.stats[unit].has("ambush")
    )
    if able:
        run.ask(step.side, WhoAmbushes(units=able), asking("ambush"))
    else:
        run.replace()


def answer_ambush(run: Run, prompt: Prompt, action: HoldBack) -> None:
    """These units wait."""
    question = prompt.question
    assert isinstance(question, WhoAmbushes)
    if not set(action.units) <= set(question.units) or len(set(action.units)) < len(action.units):
        raise no("not_in_list")
    run.close(prompt.id)
    if action.units:
        run.emit(HeldBack(side=prompt.side, units=action.units))
    run.replace()


def roll_arrivals(run: Run, step: Arriving) -> None:
    """From the second game turn on a die for each unit that waits, at the start of the remaining
    moves."""
    state = run.state
    left = [
        unit
        for unit in state.opening.ambush
        if state.table.units[unit].side == step.side and unit not in step.rolled
    ]
    if not left or state.turn < FROM_TURN:
        run.replace()
        return
    unit = left[0]
    (face,) = run.roll(
        1, side=step.side, why="ambush", need=ENTERS, unit=unit, rule="T9A-SR-AMBUSH"
    )
    steps = (Entering(unit=unit),) if face >= ENTERS else ()
    run.replace(*steps, Arriving(side=step.side, rolled=(*step.rolled, unit)))


def ask_entry(run: Run, step: Entering) -> None:
    """Where it comes; where there is room nowhere it waits on."""
    state = run.state
    if next(entries(state, step.unit), None) is None:
        run.replace()
        return
    side = state.table.units[step.unit].side
    run.ask(side, Arrivals(unit=step.unit), asking("arrive", unit=named(step.unit)))


def answer_entry(run: Run, prompt: Prompt, action: Deploy | Keep) -> None:
    """It comes here, or waits for another turn."""
    question = prompt.question
    assert isinstance(question, Arrivals)
    if isinstance(action, Keep):
        run.close(prompt.id)
        run.replace()
        return
    if action.unit != question.unit:
        raise no("not_in_list")
    block = judge_entry(run.state, action.unit, action.pose, action.files)
    run.close(prompt.id)
    set_up(run, action.unit, block, action.files)
    run.emit(Arrived(unit=action.unit))
    do(run, action.unit, "arrived")
    run.replace()
