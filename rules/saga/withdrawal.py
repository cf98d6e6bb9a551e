"""Leaving a lost melee (SAGA-MEL-11, -12)."""

from rules.core.refusals import Refusal
from rules.core.values import ModelId, UnitId
from rules.saga.actions import Shift
from rules.saga.ground import Ground
from rules.saga.orders import Judgement, MoveOrder, ShiftPlan


def judge_withdrawal(ground: Ground, order: MoveOrder, fought: tuple[UnitId, ...]) -> Judgement:
    """What the rules say to a withdrawal; `fought` are the enemy units of the melee."""
    raise NotImplementedError


def plan_withdrawal(
    ground: Ground, unit: UnitId, fought: tuple[UnitId, ...], shift: Shift | None = None
) -> ShiftPlan:
    """A withdrawal that `judge_withdrawal` accepts, as wished or the server's own.

    `order` None: there is no legal withdrawal (SAGA-MEL-12).
    """
    raise NotImplementedError


def unplaceable(
    ground: Ground, unit: UnitId, fought: tuple[UnitId, ...]
) -> tuple[ModelId, ...]:
    """When neither side can withdraw: the models that cannot be placed (SAGA-MEL-12)."""
    raise NotImplementedError
