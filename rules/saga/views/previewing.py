"""What a draft would mean: where, how far, at whom, with which odds. Never rolls.

A preview goes through the same functions as the answer it prepares, so it allows exactly what the
rules accept. Nothing on a table of SAGA is hidden: anybody may measure anything.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from rules.core.agenda import Prompt
from rules.core.refusals import Disc, Refused, Shape, Trail
from rules.core.values import ModelId, Pose, SideId, UnitId, Viewer
from rules.saga.actions import (
    Absorb,
    Aim,
    Aims,
    Deploy,
    Move,
    Plan,
    PlanDeploy,
    PlanEngagement,
    PlanMove,
    PlanRemoval,
    PlanShot,
    PlanWithdrawal,
    Reach,
    Remove,
    SagaAction,
    SagaPreview,
    Shoot,
    Withdraw,
)
from rules.saga.advice.aims import melee_aim, shot_aim, shots
from rules.saga.field.engagement import engageable
from rules.saga.field.formation import plan_shift, reach
from rules.saga.field.movement import standing_allowance
from rules.saga.field.orders import MoveContext, MoveOrder
from rules.saga.field.sighting import sight_shapes
from rules.saga.play.activation import (
    coming,
    draft_activation,
    from_box,
    granted_options,
    own_option,
    payment_of,
    plan_declared,
)
from rules.saga.play.deployment import formation, judge_deploy
from rules.saga.play.losses import judge_absorbing, judge_removal
from rules.saga.play.melee import barred, withdrawal_order
from rules.saga.play.modifiers import move_context, reach_of
from rules.saga.play.moving import plan_again
from rules.saga.play.plans import Planned, proposed
from rules.saga.play.reading import ground, play, unit_of, weapons
from rules.saga.play.shooting import check_shot, weapon_for
from rules.saga.questions import (
    AbsorbHits,
    Activate,
    ChooseLosses,
    ChooseWithdrawal,
    DeployUnits,
    DrawAgain,
    Granted,
    JavelinShot,
)
from rules.saga.state import CarryOut, GrantedActivations, InPlay, State

replace = msgspec.structs.replace


def preview(state: State, viewer: Viewer, draft: Any) -> SagaPreview:
    """What a draft would mean to these eyes."""
    try:
        return PREVIEWS[type(draft)](state, viewer, draft)
    except Refused as refused:
        return SagaPreview(refusal=refused.refusal)


def asked(state: State, viewer: Viewer, *questions: type) -> Prompt | None:
    """The open prompt of one of these kinds that these eyes may answer."""
    for prompt in state.prompts.values():
        if prompt.side in viewer and isinstance(prompt.question, questions):
            return prompt
    return None


# --- reach and aims -------------------------------------------------------------------------------


def _reach(state: State, viewer: Viewer, draft: Reach) -> SagaPreview:
    """Where the unit could go, and whom it could fight from here (SAGA-MEA-08)."""
    unit_of(state, draft.unit)
    context = move_context(state, draft.unit)
    at = ground(state)
    return SagaPreview(
        shapes=reach(at, draft.unit, context),
        allowance=standing_allowance(at, draft.unit, context),
        slowed=at.starts_slowed(draft.unit, context.ignore),
        aims=aims_of(state, draft.unit, context),
    )


def _aims(state: State, viewer: Viewer, draft: Aims) -> SagaPreview:
    unit_of(state, draft.unit)
    return SagaPreview(aims=aims_of(state, draft.unit, move_context(state, draft.unit)))


def aims_of(state: State, unit: UnitId, context: MoveContext) -> tuple[Aim, ...]:
    """The enemy units that could be engaged or shot from here."""
    foes = engageable(ground(state), unit, context)
    engaging = tuple(melee_aim(state, unit, foe) for foe in foes)
    shooting = shots(state, unit) if weapons(state.table.units[unit]) else ()
    return (*engaging, *shooting)


# --- moves ----------------------------------------------------------------------------------------


def _move(state: State, viewer: Viewer, draft: PlanMove) -> SagaPreview:
    """The move as the rules would carry it out, or why not."""
    unit_of(state, draft.unit)
    try:
        return _judged_move(state, viewer, draft)
    except Refused as refused:
        nearest = _nearest(state, viewer, draft)
        return replace(nearest, refusal=refused.refusal)


def _judged_move(state: State, viewer: Viewer, draft: PlanMove) -> SagaPreview:
    move = Move(
        unit=draft.unit, pay=draft.pay, shift=draft.shift, paths=draft.paths,
        engage=draft.engage, companion=draft.companion,
    )  # fmt: skip
    prompt = asked(state, viewer, Activate, Granted, DrawAgain)
    if prompt is None or state.table.units[draft.unit].side != prompt.side:
        return shown_plan(state, draft.unit, plan_declared(state, move))
    if isinstance(prompt.question, DrawAgain):
        step = state.agenda[-1]
        assert isinstance(step, CarryOut)
        if draft.unit != step.act.unit or draft.engage != step.act.target:
            raise play("cannot_activate", "SAGA-ACT-09")
        again = Plan(shift=draft.shift, paths=draft.paths, companion=draft.companion)
        plan = plan_again(state, step.act, again)
        shown = shown_plan(state, draft.unit, plan)
        return replace(shown, action=_settled_plan(again, plan))
    planned, pay = declared_plan(state, prompt, move)
    shown = shown_plan(state, draft.unit, planned)
    return replace(shown, action=_settled(move, planned, pay))


def declared_plan(state: State, prompt: Prompt, move: Move) -> tuple[Planned, str]:
    """The plan of a move that answers this prompt, and what pays for it. Raises Refused."""
    if isinstance(prompt.question, Granted):
        step = state.agenda[-1]
        assert isinstance(step, GrantedActivations)
        option = granted_options(state, step).get(move.unit)
        payment_of(state, option, move)
        return plan_declared(state, move, may_engage=step.may_engage), ""
    pay, may_engage = pay_for(state, prompt.side, move)
    pending = coming(state, prompt.side, pay, move.unit)
    return plan_declared(state, move, pending, may_engage=may_engage), move.pay


def pay_for(state: State, side: SideId, action: Move | Shoot) -> tuple[str, bool]:
    """What would pay for an activation, and whether it may engage. Raises Refused."""
    pay = payment_of(state, own_option(state, side, action.unit), action)
    grant = from_box(state, side, pay)
    return pay, grant.may_engage if grant else True


def _settled(move: Move, plan: Planned, pay: str) -> Move:
    """The same move with its paths written out."""
    companion = move.companion
    if companion is not None and plan.companion is not None:
        companion = replace(companion, shift=None, paths=plan.companion.paths)
    return replace(move, pay=pay, shift=None, paths=plan.order.paths, companion=companion)


def _settled_plan(again: Plan, plan: Planned) -> Plan:
    companion = again.companion
    if companion is not None and plan.companion is not None:
        companion = replace(companion, shift=None, paths=plan.companion.paths)
    return replace(again, shift=None, paths=plan.order.paths, companion=companion)


def shown_plan(state: State, unit: UnitId, plan: Planned) -> SagaPreview:
    """A judged plan as ghosts, ways and numbers; an engagement with its odds."""
    orders = [order for order in (plan.order, plan.companion) if order is not None]
    aims = (melee_aim(state, unit, plan.order.engage),) if plan.order.engage else ()
    return SagaPreview(
        shapes=tuple(shape for order in orders for shape in ways(order)),
        ghosts={key: pose for order in orders for key, pose in ghosts(state, order).items()},
        used=plan.judgement.used,
        allowance=plan.judgement.allowance,
        slowed=plan.judgement.slowed,
        aims=aims,
    )


def ways(order: MoveOrder, style: str = "") -> tuple[Shape, ...]:
    """The ways of an order."""
    look = style or ("charge" if order.engage else "path")
    return tuple(
        Trail(points=path.points, style=look) for path in order.paths if len(path.points) > 1
    )


def ghosts(state: State, order: MoveOrder) -> dict[ModelId, Pose]:
    """Where an order's models would stand; those not listed stay."""
    stay = {key: model.pose for key, model in state.table.standing(order.unit).items()}
    gone = {
        path.model: Pose(*path.points[-1], state.table.models[path.model].pose.facing)
        for path in order.paths
    }
    return {**stay, **gone}


def _nearest(state: State, viewer: Viewer, draft: PlanMove) -> SagaPreview:
    """What is shown of a move that is refused: the nearest possible shift, or what was drawn."""
    context = move_context(state, draft.unit)
    if draft.paths:
        order = MoveOrder(unit=draft.unit, paths=draft.paths, engage=draft.engage)
        if not all(p.points and p.model in state.table.models for p in draft.paths):
            return SagaPreview()
        return SagaPreview(shapes=ways(order, "ghost_bad"))
    if draft.engage or draft.shift is None:
        return SagaPreview(allowance=standing_allowance(ground(state), draft.unit, context))
    plan = plan_shift(ground(state), draft.unit, draft.shift, context)
    if plan.order is None:
        return SagaPreview(allowance=standing_allowance(ground(state), draft.unit, context))
    whole = PlanMove(unit=draft.unit, paths=plan.order.paths, pay=draft.pay)
    try:
        near = _judged_move(state, viewer, whole)
    except Refused:
        return SagaPreview()
    # Whoever wanted company must say anew whether the warlord goes alone.
    return replace(near, action=None) if draft.companion is not None else near


def _engagement(state: State, viewer: Viewer, draft: PlanEngagement) -> SagaPreview:
    """The whole engagement the server proposes, in the order of models asked for."""
    unit_of(state, draft.unit)
    target = unit_of(state, draft.target)
    if target.side == state.table.units[draft.unit].side:
        raise play("own_unit", "SAGA-VS-06")
    pending: tuple[InPlay, ...] = ()
    prompt = asked(state, viewer, Activate)
    if prompt is not None and draft.pay:
        pending = coming(state, prompt.side, draft.pay, draft.unit)
    context = move_context(state, draft.unit, pending=pending)
    found = proposed(ground(state), draft.unit, draft.target, context, draft.order)
    if not isinstance(found, MoveOrder):
        raise Refused(found)
    whole = PlanMove(unit=draft.unit, paths=found.paths, engage=draft.target, pay=draft.pay)
    return _judged_move(state, viewer, whole)


# --- shots ----------------------------------------------------------------------------------------


def _shot(state: State, viewer: Viewer, draft: PlanShot) -> SagaPreview:
    """Who sees and reaches the target, with what odds."""
    unit_of(state, draft.unit)
    javelins = asked(state, viewer, JavelinShot)
    weapon = "javelin" if javelins is not None else weapon_for(state, draft.unit, "")
    check_shot(state, draft.unit, draft.target, weapon)
    action: SagaAction | None = None
    prompt = asked(state, viewer, Activate, Granted, JavelinShot)
    shot = Shoot(unit=draft.unit, target=draft.target)
    if prompt is not None:
        _check_shooter(state, prompt, shot)
        action = shot
    reach_now = reach_of(state, draft.unit, weapon)
    return SagaPreview(
        action=action,
        shapes=sight_shapes(ground(state), draft.unit, draft.target, reach_now),
        aims=(shot_aim(state, draft.unit, draft.target, weapon),),
    )


def _check_shooter(state: State, prompt: Prompt, shot: Shoot) -> None:
    """Raise Refused unless the shot answers the prompt."""
    question = prompt.question
    if isinstance(question, JavelinShot):
        if shot.unit != question.unit or shot.target not in question.targets:
            raise play("not_a_target", "SAGA-SHT-14")
        return
    if isinstance(question, Granted):
        step = state.agenda[-1]
        assert isinstance(step, GrantedActivations)
        payment_of(state, granted_options(state, step).get(shot.unit), shot)
        return
    pay, _ = pay_for(state, prompt.side, shot)
    draft_activation(state, prompt.side, shot, pay)


# --- the rest -------------------------------------------------------------------------------------


def _withdrawal(state: State, viewer: Viewer, draft: PlanWithdrawal) -> SagaPreview:
    prompt = asked(state, viewer, ChooseWithdrawal)
    question = prompt.question if prompt is not None else None
    if not isinstance(question, ChooseWithdrawal) or question.unit != draft.unit:
        raise play("not_now")
    wish = Withdraw(shift=draft.shift, paths=draft.paths)
    gone = not state.table.units[draft.unit].models
    if gone or (not draft.paths and barred(state, draft.unit)):
        return SagaPreview(action=Withdraw())
    order = withdrawal_order(state, draft.unit, wish)
    return SagaPreview(
        action=Withdraw(paths=order.paths),
        shapes=ways(order),
        ghosts=ghosts(state, order),
    )


def _deploy(state: State, viewer: Viewer, draft: PlanDeploy) -> SagaPreview:
    """The unit in ranks around the point."""
    prompt = asked(state, viewer, DeployUnits)
    question = prompt.question if prompt is not None else None
    if prompt is None or not isinstance(question, DeployUnits) or draft.unit not in question.units:
        raise play("not_now_deployed", "SAGA-SET-02")
    poses = formation(state, draft.unit, draft.at, draft.width, draft.facing)
    shown = SagaPreview(ghosts=poses)
    action = Deploy(unit=draft.unit, poses=poses)
    try:
        judge_deploy(state, prompt.side, question, action)
    except Refused as refused:
        return replace(shown, refusal=refused.refusal)
    return replace(shown, action=action)


def _removal(state: State, viewer: Viewer, draft: PlanRemoval) -> SagaPreview:
    prompt = asked(state, viewer, ChooseLosses, AbsorbHits)
    question = prompt.question if prompt is not None else None
    for prompt in state.prompts.values():
        if prompt.side not in viewer or not isinstance(prompt.question, ChooseLosses):
            continue
        (unit,) = prompt.question.units
        if set(draft.models) <= set(state.table.units[unit].models):
            question = prompt.question
    shapes = tuple(_marked(state, model) for model in draft.models if model in state.table.models)
    if isinstance(question, ChooseLosses):
        judge_removal(state, question, draft.models)
        return SagaPreview(action=Remove(models=draft.models), shapes=shapes)
    if isinstance(question, AbsorbHits):
        judge_absorbing(state, question, draft.models)
        return SagaPreview(action=Absorb(models=draft.models), shapes=shapes)
    raise play("not_now")


def _marked(state: State, model: ModelId) -> Shape:
    found = state.table.models[model]
    return Disc(at=found.pose.at, radius=found.radius, style="target")


PREVIEWS: dict[type[Any], Callable[[State, Viewer, Any], SagaPreview]] = {
    Reach: _reach,
    Aims: _aims,
    PlanMove: _move,
    PlanEngagement: _engagement,
    PlanShot: _shot,
    PlanWithdrawal: _withdrawal,
    PlanDeploy: _deploy,
    PlanRemoval: _removal,
}
"""How each draft is previewed."""


def draft_of(state: State, prompt: Prompt, action: Any) -> Any | None:
    """The draft whose finished form is this answer; None where none is drafted.

    A foreign unit's move is only measured, whatever is asked.
    """
    question = prompt.question
    acting = state.table.units.get(getattr(action, "unit", ""))
    own = acting is not None and acting.side == prompt.side
    activating = own and isinstance(question, Activate | Granted)
    match action:
        case Move() if activating:
            return PlanMove(
                unit=action.unit, shift=action.shift, paths=action.paths, engage=action.engage,
                pay=action.pay, companion=action.companion,
            )  # fmt: skip
        case Shoot() if activating or isinstance(question, JavelinShot):
            if action.pay or action.weapon:
                return None
            return PlanShot(unit=action.unit, target=action.target)
        case Withdraw() if isinstance(question, ChooseWithdrawal):
            return PlanWithdrawal(unit=question.unit, shift=action.shift, paths=action.paths)
        case Remove() if isinstance(question, ChooseLosses):
            return PlanRemoval(models=action.models)
        case _:
            return None
