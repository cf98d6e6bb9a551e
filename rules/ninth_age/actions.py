"""What a side may answer (Action), what it may try beforehand (Draft), and the reply.

Lengths are 1/100 mm, turns and facings 1/1000 degree. A path is a list of parts done in order.
"""

from typing import Literal

from rules.core.refusals import Shape
from rules.core.ruleset import Action, Draft, Preview
from rules.core.values import Line, ModelId, Pose, Tagged, UnitId, Value

Reaction = Literal["hold", "stand_and_shoot", "flee"]


class Straight(Tagged, frozen=True):
    """Straight ahead."""

    length: int


class Wheel(Tagged, frozen=True):
    """Forward about a front corner: negative turns about the left one, positive about the right."""

    turn: int


class Back(Tagged, frozen=True):
    """Straight back, looking ahead."""

    length: int


class Aside(Tagged, frozen=True):
    """Straight aside, looking ahead: negative to the left, positive to the right."""

    length: int


class Turn(Tagged, frozen=True):
    """A single model's pivot about its centre."""

    turn: int


Part = Straight | Wheel | Back | Aside | Turn


class DeclareCharge(Action, frozen=True):
    """Charge an enemy unit."""

    unit: UnitId
    target: UnitId


class EndDeclarations(Action, frozen=True):
    """No more charges."""


class React(Action, frozen=True):
    """How a charged unit takes it."""

    reaction: Reaction


class Redirect(Action, frozen=True):
    """Test for another target."""

    unit: UnitId


class Keep(Action, frozen=True):
    """Stay with the target, stay in place, or let the chance go by."""


class MoveCharger(Action, frozen=True):
    """Roll for this charger, and those with the same target, next; or move it now."""

    unit: UnitId


class Aim(Action, frozen=True):
    """Of two targets that fled, go for this one."""

    target: UnitId


class Next(Action, frozen=True):
    """This unit rallies, flees or is moved next."""

    unit: UnitId


class Wander(Action, frozen=True):
    """Move a unit of random movement in a direction."""

    unit: UnitId
    facing: int


class Advance(Action, frozen=True):
    """Move a unit along a path, as far as it goes in one turn."""

    unit: UnitId
    path: tuple[Part, ...]


class March(Action, frozen=True):
    """March along a path. Where a test stands before it, the declaration stands."""

    unit: UnitId
    path: tuple[Part, ...]


class Reform(Action, frozen=True):
    """Another formation and facing about the same centre."""

    unit: UnitId
    files: int
    facing: int


class SwiftReform(Action, frozen=True):
    """A reform that leaves time to advance, if the test is passed."""

    unit: UnitId
    files: int
    facing: int


class EndMoves(Action, frozen=True):
    """Everything else stays where it is."""


NinthAction = (
    DeclareCharge | EndDeclarations | React | Redirect | Keep | MoveCharger | Aim | Next | Wander
    | Advance | March | Reform | SwiftReform | EndMoves
)  # fmt: skip


class PlanMove(Draft, frozen=True):
    """A path being drawn."""

    unit: UnitId
    path: tuple[Part, ...] = ()
    march: bool = False


class PlanReform(Draft, frozen=True):
    """A formation being chosen."""

    unit: UnitId
    files: int
    facing: int
    swift: bool = False


class PlanCharge(Draft, frozen=True):
    """Would this charge be possible, and how would it end?"""

    unit: UnitId
    target: UnitId


class Threat(Draft, frozen=True):
    """Whom could a unit charge, and with what chance?"""

    unit: UnitId


class PlanFlight(Draft, frozen=True):
    """Where would a unit flee, from whom?"""

    unit: UnitId
    away: UnitId = ""


NinthDraft = PlanMove | PlanReform | PlanCharge | Threat | PlanFlight


class Chance(Value, frozen=True):
    """An enemy in sight: how far, and the chance in thousandths that the dice reach it."""

    unit: UnitId
    distance: int
    thousandths: int


class NinthPreview(Preview, frozen=True):
    """What a draft would mean.

    `block` and `files` are the formation at its end; `ghosts` its models; `used` and `allowance`
    what the path takes of the Movement; `test` the highest sum that passes the test before it.
    """

    action: NinthAction | None = None
    shapes: tuple[Shape, ...] = ()
    ghosts: dict[ModelId, Pose] = {}
    block: Pose | None = None
    files: int = 0
    used: int = 0
    allowance: int = 0
    test: int = 0
    chances: tuple[Chance, ...] = ()
    reach: tuple[Chance, ...] = ()
    """Of a threat: the chance for each inch that the dice could still reach."""
    lines: tuple[Line, ...] = ()
