"""Moving a unit: who must be engaged, what it may go, and the judge of an order."""

from rules.core.values import UnitId
from rules.saga.ground import Ground
from rules.saga.orders import FREE, Judgement, MoveContext, MoveOrder


def standing_allowance(ground: Ground, unit: UnitId, context: MoveContext = FREE) -> int:
    """The allowance of the unit where it stands (S if it stands in slowing ground), 1/100 mm."""
    raise NotImplementedError


def forced_targets(ground: Ground, unit: UnitId, context: MoveContext = FREE) -> tuple[UnitId, ...]:
    """The enemy units of which one must be engaged (SAGA-SEC-01, -03); empty on a first move."""
    raise NotImplementedError


def judge_move(ground: Ground, order: MoveOrder, context: MoveContext = FREE) -> Judgement:
    """What the rules say to an order; chapters 5 to 11. Touches nothing, raises nothing."""
    raise NotImplementedError
