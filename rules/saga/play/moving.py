"""Carrying an activation out: the move, what it costs, and what it leads to (SAGA-ACT-09)."""

from rules.core.events import Moved
from rules.core.refusals import Refusal
from rules.core.values import UnitId
from rules.saga.actions import CallOff, Plan
from rules.saga.events import Cancelled, EffectsEnded
from rules.saga.field.engagement import can_engage
from rules.saga.field.orders import MoveOrder
from rules.saga.field.sighting import in_melee
from rules.saga.play.fatigue import count, recover, tire
from rules.saga.play.melee import begin_melee
from rules.saga.play.modifiers import engaging_fatigue
from rules.saga.play.plans import (
    Drawn,
    Planned,
    companion_of,
    context_of,
    holds,
    judged,
    plan_move,
    proposed,
    traces_of,
)
from rules.saga.play.reading import Run, ground, play
from rules.saga.play.scoring import leave_table
from rules.saga.play.shooting import judge_shooting
from rules.saga.questions import DrawAgain, Prompt
from rules.saga.state import Activation, ActivationEnd, Arrived, CarryOut, Javelins, Shooting, State
from rules.saga.wording import asking


def carry_out(run: Run, step: CarryOut) -> None:
    """Do what was declared, as far as the rules still allow it."""
    act = step.act
    if not run.state.table.units[act.unit].models:
        _cancel(run, act, "SAGA-ACT-10")
        return
    match act.kind:
        case "rest":
            recover(run, act.unit, 1, "rest")
            rests = run.state.table.units[act.unit].count("rests")
            count(run, act.unit, "rests", rests + 1, "rest")
            run.replace(ActivationEnd(act=act))
        case "shoot":
            if judge_shooting(run.state, act.unit, act.target, act.weapon) is not None:
                _cancel(run, act, "SAGA-SHT-03")
            else:
                run.replace(Shooting(act=act), ActivationEnd(act=act))
        case _:
            _carry_out_move(run, act)


def _carry_out_move(run: Run, act: Activation) -> None:
    plan = holds(run.state, act)
    if plan is not None:
        _go(run, act, plan)
        return
    if act.target and not _reachable(run.state, act):
        moves = run.state.table.units[act.unit].count("moves")
        _cancel(run, act, "SAGA-SEC-04" if moves else "SAGA-ENG-01")
        return
    question = DrawAgain(unit=act.unit, target=act.target, companion=act.companion)
    run.ask(act.side, question, asking("draw_again", unit=act.unit))


def _reachable(state: State, act: Activation) -> bool:
    """Whether the declared engagement is still possible (SAGA-ENG-01, SAGA-SEC-04)."""
    if not state.table.units[act.target].models:
        return False
    context = context_of(state, act, act.unit)
    return can_engage(ground(state), act.unit, act.target, context)


def _cancel(run: Run, act: Activation, rule: str) -> None:
    run.emit(Cancelled(side=act.side, unit=act.unit, rule=rule))
    run.replace(ActivationEnd(act=act))


def _go(run: Run, act: Activation, plan: Planned) -> None:
    """The models move; the activation counts as a move even if nobody did (SAGA-ACT-08)."""
    why = "engage" if act.target else "move"
    for order in (plan.order, plan.companion):
        if order is None:
            continue
        traces = traces_of(run.state.table, order)
        if traces:
            run.emit(Moved(unit=order.unit, traces=traces, why=why))
    run.replace(Arrived(act=act))


def answer_again(run: Run, prompt: Prompt, action: Plan | CallOff) -> None:
    """Another plan for the declared move, or the wish to call an impossible one off."""
    step = run.state.agenda[-1]
    assert isinstance(step, CarryOut)
    act = step.act
    if isinstance(action, CallOff):
        _call_off(run, prompt, act)
        return
    plan = plan_again(run.state, act, action)
    run.close(prompt.id)
    _go(run, act, plan)


def plan_again(state: State, act: Activation, action: Plan) -> Planned:
    """The new plan, judged. Raises Refused."""
    companion = action.companion or companion_of(act)
    if companion is not None and companion.unit != act.companion:
        raise play("no_companion", "SAGA-WAR-03")
    drawn = Drawn(unit=act.unit, shift=action.shift, paths=action.paths, engage=act.target)
    beside = context_of(state, act, act.companion) if act.companion else None
    return plan_move(state, drawn, context_of(state, act, act.unit), companion, beside)


def _call_off(run: Run, prompt: Prompt, act: Activation) -> None:
    """Only an activation that cannot be carried out is called off (SAGA-ENG-17)."""
    if can_be_carried_out(run.state, act):
        raise play("still_possible", "SAGA-ENG-17")
    run.close(prompt.id)
    _cancel(run, act, "SAGA-ENG-17")


def can_be_carried_out(state: State, act: Activation) -> bool:
    """Whether the server knows a legal way to carry a declared move out."""
    context = context_of(state, act, act.unit)
    if not state.table.units[act.unit].models:
        return False
    if act.target:
        found = proposed(ground(state), act.unit, act.target, context)
        return not isinstance(found, Refusal)
    return judged(ground(state), MoveOrder(unit=act.unit), context).legal


# --- after the movement ---------------------------------------------------------------------------


def arrive(run: Run, step: Arrived) -> None:
    """Count the move, gain its fatigue (SAGA-FAT-01, -02), leave the table (SAGA-SCN-6), then fight
    or throw javelins."""
    act = step.act
    for unit in (act.unit, act.companion):
        if unit:
            _count_move(run, act, unit)
            leave_table(run, unit)
    if run.state.result is not None:
        return
    engaged = engaged_units(run.state, act)
    if engaged:
        for effect in engaging_fatigue(run.state, act):
            tire(run, act.target, getattr(effect.effect, "add", 0), effect.ability)
        begin_melee(run, act, engaged)
        return
    throwers = [
        unit
        for unit in (act.unit, act.companion)
        if unit and run.state.table.units[unit].has("javelin")
    ]
    throws = [Javelins(act=act, unit=unit) for unit in throwers]
    run.replace(*throws, ActivationEnd(act=act))


def _count_move(run: Run, act: Activation, unit: UnitId) -> None:
    found = run.state.table.units[unit]
    before = found.count("moves") + found.count("shots")
    count(run, unit, "moves", found.count("moves") + 1, "move")
    if before and act.tires:
        tire(run, unit, 1, "again")
    if run.state.switches.mounted_uneven_fatigue and found.has("mounted"):
        at = ground(run.state)
        discs = at.discs_of(unit).values()
        if any(outline.disc_overlaps(c, r) for _, outline in at.uneven for c, r in discs):
            tire(run, unit, 1, "uneven")


def engaged_units(state: State, act: Activation) -> tuple[UnitId, ...]:
    """The units that this move brought into melee with its target."""
    if not act.target:
        return ()
    units = (act.unit, act.companion if act.companion_engages else "")
    at = ground(state)
    return tuple(unit for unit in units if unit and in_melee(at, unit))


def end_activation(run: Run, step: ActivationEnd) -> None:
    """What lasted for this activation is over."""
    for unit in (step.act.unit, step.act.companion):
        if unit and any(e.until == "activation" and e.on == unit for e in run.state.effects):
            run.emit(EffectsEnded(until="activation", on=unit))
    run.replace()
