"""Moving a unit as a formation, and where it could go."""

from rules.core.refusals import Shape
from rules.core.values import UnitId
from rules.saga.actions import Shift
from rules.saga.ground import Ground
from rules.saga.orders import FREE, MoveContext, ShiftPlan


def plan_shift(
    ground: Ground, unit: UnitId, shift: Shift, context: MoveContext = FREE
) -> ShiftPlan:
    """Paths that carry the unit by a shift, or the nearest possible one and why."""
    raise NotImplementedError


def reach(ground: Ground, unit: UnitId, context: MoveContext = FREE) -> tuple[Shape, ...]:
    """Where models of the unit could end: Areas of style `reach` (open) and `reach_slow` (S)."""
    raise NotImplementedError
