"""Units that an ability moves outside of any activation (board/W-4, board/W-9).

Such a move keeps what holds for paths, gaps, ground and formation, and owes nothing: no counters,
no duty of a second move.
"""

from rules.core.refusals import Refusal
from rules.core.values import UnitId
from rules.geometry import distance
from rules.saga.actions import Shift
from rules.saga.field.allowance import standing_allowance
from rules.saga.field.declaring import can_engage
from rules.saga.field.formation import plan_shift
from rules.saga.field.orders import MoveContext, MoveOrder
from rules.saga.numbers import VS
from rules.saga.play.plans import proposed
from rules.saga.play.reading import ground
from rules.saga.state import State


def evasion(state: State, unit: UnitId, foe: UnitId, length: int) -> MoveOrder | None:
    """The way of a unit straight away from another, as far as it may go; None if it cannot move.

    length: at most so far, 1/100 mm; S in slowing ground (SAGA-TER-02).
    """
    return _straight(state, unit, foe, -length, MoveContext(limit=length, may_engage=False))


def luring(state: State, unit: UnitId, to: UnitId, length: int) -> MoveOrder | None:
    """How a unit is drawn toward an enemy: into contact where it can be (`engage` says so), else
    straight on, no nearer than VS; None if it cannot move."""
    at, context = ground(state), MoveContext(limit=length, pride=False)
    if can_engage(at, unit, to, context):
        order = proposed(at, unit, to, context)
        if not isinstance(order, Refusal):
            return order
    room = round(at.gap(unit, to)) - VS
    far = min(length, room)
    return _straight(state, unit, to, far, context) if far > 0 else None


def _straight(
    state: State, unit: UnitId, other: UnitId, far: int, context: MoveContext
) -> MoveOrder | None:
    """The unit carried along the line of both middles: toward the other, or away (`far` below 0),
    or as much of that as is legal."""
    here, there = _middle(state, unit), _middle(state, other)
    away = distance(here, there)
    if not away:
        return None
    most = standing_allowance(ground(state), unit, context)
    far = max(-most, min(most, far))
    dx, dy = (there[0] - here[0]) * far / away, (there[1] - here[1]) * far / away
    plan = plan_shift(ground(state), unit, Shift(dx=int(dx), dy=int(dy)), context)
    return plan.order if plan.order is not None and plan.order.paths else None


def _middle(state: State, unit: UnitId) -> tuple[float, float]:
    places = [model.pose.at for model in state.table.standing(unit).values()]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
