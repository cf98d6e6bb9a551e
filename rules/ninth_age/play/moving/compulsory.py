"""Compulsory moves: rally tests, then flights, then whatever else must move (COMP, RALLY)."""

from rules.core.values import SideId, UnitId
from rules.ninth_age.actions import Keep, Next, Reform
from rules.ninth_age.events import Rallied, Reformed
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.reforming import Formed, judge_reform
from rules.ninth_age.play.units.bestowed import has
from rules.ninth_age.play.units.leadership import passes, passes_rally
from rules.ninth_age.play.units.presence import leadership
from rules.ninth_age.play.units.reading import Run, carry, do, engaged, known, set_fleeing, stands
from rules.ninth_age.questions import FormUp, NextFlight, NextRally, Prompt
from rules.ninth_age.state import Fleeing, Flight, FormingUp, Rallying, State
from rules.ninth_age.wording import asking, named, no


def to_rally(state: State, side: SideId) -> tuple[UnitId, ...]:
    """Fleeing units that have neither tested nor run yet in this sub-phase."""
    units = state.acting(side)
    return tuple(u for u in units if state.fleeing(u) and not state.did(u, "tested", "ran"))


def to_flee(state: State, side: SideId) -> tuple[UnitId, ...]:
    """Units that failed their test and have not fled since."""
    units = state.acting(side)
    return tuple(
        u for u in units if state.fleeing(u) and state.did(u, "tested") and not state.did(u, "ran")
    )


def ask_rally(run: Run, step: Rallying) -> None:
    """Ask which unit tests next; the last needs no question (T9A-COMP-02)."""
    units = to_rally(run.state, step.side)
    if len(units) > 1:
        run.ask(step.side, NextRally(units=units), asking("rally"))
    elif units:
        rally(run, units[0])
    else:
        run.replace()


def ask_flight(run: Run, step: Fleeing) -> None:
    """Ask which unit flees next; the last needs no question (T9A-COMP-03)."""
    units = to_flee(run.state, step.side)
    if len(units) > 1:
        run.ask(step.side, NextFlight(units=units), asking("flight"))
    elif units:
        run_on(run, units[0])
    else:
        run.replace()


def answer_next(run: Run, prompt: Prompt, action: Next) -> None:
    """This unit tests, or flees."""
    question = prompt.question
    assert isinstance(question, NextRally | NextFlight)
    if action.unit not in question.units:
        raise no("not_in_list")
    run.close(prompt.id)
    (rally if isinstance(question, NextRally) else run_on)(run, action.unit)


def rally(run: Run, unit: UnitId) -> None:
    """Test; who passes stops and may reform, who fails flees later (T9A-RALLY-05 to -10)."""
    if not stands(run.state, unit):
        return
    do(run, unit, "tested")
    if passes_rally(run, unit):
        set_fleeing(run, unit, False)
        feigned = unit in run.state.feigned or has(run.state, unit, "steady_men")
        run.emit(Rallied(unit=unit))
        # Who fled on purpose, or is told to be steady, may move and shoot after all
        # (T9A-SR-FASTCAVALRY, army EOS).
        do(run, unit, "feigned" if feigned else "rallied")
        run.push(FormingUp(unit=unit))
    elif not run.state.switches.rally_before_flight:
        do(run, unit, "ran")
        run.push(Flight(unit=unit))


def ask_forming(run: Run, step: FormingUp) -> None:
    """Ask for the full reform (T9A-RALLY-06), or the pivot of who ran an enemy down
    (T9A-CHG-27)."""
    busy = engaged(run.state, step.unit) or run.state.fleeing(step.unit)
    if not stands(run.state, step.unit) or (step.caught and busy):
        run.replace()
        return
    side = run.state.table.units[step.unit].side
    if step.caught:
        question = FormUp(unit=step.unit, pivot=True, test=leadership(run.state, step.unit))
        run.ask(side, question, asking("pivot", unit=named(step.unit)))
        return
    run.ask(side, FormUp(unit=step.unit), asking("form_up", unit=named(step.unit)))


def answer_forming(run: Run, prompt: Prompt, action: Reform | Keep) -> None:
    """A full reform, or none."""
    question = prompt.question
    assert isinstance(question, FormUp)
    if isinstance(action, Reform):
        if action.unit != question.unit:
            raise no("not_in_list")
        known(run.state, action.unit)
        formed = judge_forming(run.state, question, action)
        run.close(prompt.id)
        if not question.pivot or passes(run, action.unit, "pivot"):
            reform(run, action.unit, action.files, formed)
    else:
        run.close(prompt.id)
    run.replace()


def judge_forming(state: State, question: FormUp, action: Reform) -> Formed:
    """The reform of who rallied; a pivot keeps its files (T9A-REF-03). Raises Refused."""
    ground = ground_of(state)
    if question.pivot and action.files != ground.block(action.unit).front:
        raise no("pivot_files", "T9A-REF-03", "T9A-CHG-27")
    return judge_reform(ground, action.unit, action.files, action.facing)


def reform(run: Run, unit: UnitId, files: int, formed: Formed) -> None:
    """Put a unit's models in their new places."""
    run.emit(Reformed(unit=unit, files=files, order=formed.order))
    carry(run, unit, (formed.block, formed.block), "reform")


def run_on(run: Run, unit: UnitId) -> None:
    """The way it faces, without turning (T9A-FLEE-18)."""
    do(run, unit, "ran")
    run.push(Flight(unit=unit))
