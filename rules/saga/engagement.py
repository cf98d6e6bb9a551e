"""Engaging: who can be engaged, and the engagement proposed."""

from rules.core.refusals import Refusal
from rules.core.values import ModelId, UnitId
from rules.saga.ground import Ground
from rules.saga.orders import FREE, MoveContext, MoveOrder


def can_engage(ground: Ground, unit: UnitId, target: UnitId, context: MoveContext = FREE) -> bool:
    """Whether some model has a legal path into contact (SAGA-SEC-04, SAGA-ENG-01)."""
    raise NotImplementedError


def engageable(ground: Ground, unit: UnitId, context: MoveContext = FREE) -> tuple[UnitId, ...]:
    """The enemy units that may be engaged now, forced targets (SAGA-SEC-03) applied."""
    raise NotImplementedError


def plan_engagement(
    ground: Ground, unit: UnitId, target: UnitId, context: MoveContext = FREE,
    order: tuple[ModelId, ...] = (),
) -> MoveOrder | Refusal:
    """A whole engagement that `judge_move` accepts; the models go in `order`, the rest after.

    A Refusal when nobody can reach (SAGA-ENG-01, -SEC-04), or when no complete legal command was
    found (SAGA-ENG-17; its rules hold that id and the activation is then cancelled).
    """
    raise NotImplementedError
