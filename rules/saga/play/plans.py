"""From what a player drew to a judged order: a shift, exact paths, or an engagement proposed."""

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from rules.core.events import Trace
from rules.core.refusals import Refusal, Refused
from rules.core.table import Table
from rules.core.values import ModelId, Pose, UnitId, Value
from rules.saga.actions import Companion, Path, Shift
from rules.saga.field.engagement import plan_engagement
from rules.saga.field.formation import plan_shift
from rules.saga.field.ground import Ground, ground_of
from rules.saga.field.movement import judge_move
from rules.saga.field.orders import Judgement, MoveContext, MoveOrder
from rules.saga.play.modifiers import move_context, restricted
from rules.saga.play.reading import ground, play
from rules.saga.state import Activation, State

replace = msgspec.structs.replace


class Drawn(Value, frozen=True):
    """What a player drew for a unit: a shift, exact paths, or neither."""

    unit: UnitId
    shift: Shift | None = None
    paths: tuple[Path, ...] = ()
    engage: UnitId = ""


class Planned(Value, frozen=True):
    """Judged orders of a move and of the companion that goes with it."""

    order: MoveOrder
    judgement: Judgement
    companion: MoveOrder | None = None
    companion_judgement: Judgement | None = None


@lru_cache(maxsize=128)
def judged(at: Ground, order: MoveOrder, context: MoveContext) -> Judgement:
    """What the rules say to an order; kept, because a plan is judged again when carried out."""
    return judge_move(at, order, context)


@lru_cache(maxsize=64)
def proposed(
    at: Ground, unit: UnitId, target: UnitId, context: MoveContext, order: tuple[ModelId, ...] = ()
) -> MoveOrder | Refusal:
    """The engagement that the server proposes; kept, because the drop follows the preview."""
    return plan_engagement(at, unit, target, context, order)


def order_for(at: Ground, drawn: Drawn, context: MoveContext) -> MoveOrder:
    """The order a drawing means. Raises Refused where none can be found for it."""
    if drawn.paths:
        return MoveOrder(unit=drawn.unit, paths=drawn.paths, engage=drawn.engage)
    if drawn.engage:
        found = proposed(at, drawn.unit, drawn.engage, context)
        if isinstance(found, Refusal):
            raise Refused(found)
        return found
    if drawn.shift is None:
        return MoveOrder(unit=drawn.unit)
    plan = plan_shift(at, drawn.unit, drawn.shift, context)
    if plan.refusal is not None:
        raise Refused(plan.refusal)
    if plan.order is None:
        raise play("no_way", "SAGA-MOV-08")
    return plan.order


def check(at: Ground, order: MoveOrder, context: MoveContext) -> Judgement:
    """The judgement of a legal order. Raises Refused for any other (SAGA-MOV-08)."""
    judgement = judged(at, order, context)
    if judgement.refusal is not None:
        raise Refused(judgement.refusal)
    return judgement


def plan_move(
    state: State,
    drawn: Drawn,
    context: MoveContext,
    companion: Companion | None = None,
    companion_context: MoveContext | None = None,
) -> Planned:
    """Judge a move, and its companion's after it. Raises Refused."""
    if not drawn.engage and restricted(state, drawn.unit):
        raise play("held_in_place")
    at = ground(state)
    order = order_for(at, drawn, context)
    judgement = check(at, order, context)
    if companion is None or companion_context is None:
        return Planned(order=order, judgement=judgement)
    after = ground_of(moved(state.table, (order,)), state.switches)
    engage = drawn.engage if companion.engages else ""
    beside = Drawn(unit=companion.unit, shift=companion.shift, paths=companion.paths, engage=engage)
    second = order_for(after, beside, companion_context)
    return Planned(
        order=order,
        judgement=judgement,
        companion=second,
        companion_judgement=check(after, second, companion_context),
    )


def moved(table: Table, orders: Iterable[MoveOrder]) -> Table:
    """The table after some orders."""
    poses = {
        path.model: Pose(*path.points[-1], table.models[path.model].pose.facing)
        for order in orders
        for path in order.paths
    }
    return table.with_poses(poses)


def traces_of(table: Table, order: MoveOrder) -> tuple[Trace, ...]:
    """The ways of an order, but those that lead nowhere. Nobody turns: facing never matters."""
    facing = {path.model: table.models[path.model].pose.facing for path in order.paths}
    return tuple(
        Trace(
            model=path.model,
            poses=tuple(Pose(x, y, facing[path.model]) for x, y in path.points),
        )
        for path in order.paths
        if len(path.points) > 1
    )


def holds(state: State, act: Activation) -> Planned | None:
    """The plan of a declared move as it can still be carried out; None if it is broken."""
    try:
        return plan_move(
            state,
            Drawn(unit=act.unit, paths=act.paths, engage=act.target),
            context_of(state, act, act.unit),
            companion_of(act),
            context_of(state, act, act.companion) if act.companion else None,
        )
    except Refused:
        return None


def companion_of(act: Activation) -> Companion | None:
    """The companion of a declared move, its paths settled."""
    if not act.companion:
        return None
    return Companion(unit=act.companion, engages=act.companion_engages, paths=act.companion_paths)


def context_of(state: State, act: Activation, unit: UnitId) -> MoveContext:
    """The context of a move that was declared.

    Whoever declared no engagement was free not to, and stays free whatever came near him since:
    SAGA-SEC-01 and SAGA-WAR-04 look at the moment of declaration.
    """
    context = move_context(state, unit, may_engage=act.may_engage)
    if act.target and unit == act.unit:
        return context
    return replace(context, moves=0, pride=False)
