"""What one side may propose and the others grant: a draw, a take-back, an agreed adjustment."""

from .values import ModelId, Pose, PromptId, SideId, Tagged, UnitId, Value


class Draw(Tagged, frozen=True):
    """End the match with no winner."""


class TakeBack(Tagged, frozen=True):
    """Rewind to just after event number `to`."""

    to: int


class PlaceModel(Tagged, frozen=True):
    """Put a standing model elsewhere."""

    model: ModelId
    pose: Pose


class RemoveModel(Tagged, frozen=True):
    """Remove a model from play."""

    model: ModelId


class ReturnModel(Tagged, frozen=True):
    """Bring a removed model back."""

    model: ModelId
    pose: Pose


class SetCounter(Tagged, frozen=True):
    """Set a unit's counter, 0 to 99."""

    unit: UnitId
    counter: str
    value: int


class DropPrompt(Tagged, frozen=True):
    """Give up the question that play is stuck on, and the step that asked it."""

    prompt: PromptId


Change = PlaceModel | RemoveModel | ReturnModel | SetCounter | DropPrompt


class Adjust(Tagged, frozen=True):
    """A change of the table that no rule made."""

    change: Change


Proposal = Draw | TakeBack | Adjust


class Offer(Value, frozen=True):
    """A proposal that lies open, and who has already agreed."""

    side: SideId
    proposal: Proposal
    agreed: tuple[SideId, ...] = ()
