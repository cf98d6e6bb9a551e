"""What a side may answer (Action), what it may try beforehand (Draft), and the reply.

Lengths are 1/100 mm, turns and facings 1/1000 degree. A path is a list of parts done in order.
"""

from typing import Literal

from rules.core.events import Source
from rules.core.refusals import Shape
from rules.core.ruleset import Action, Draft, Preview
from rules.core.values import Line, ModelId, Pose, PromptId, Tagged, UnitId, Value
from rules.ninth_age.opening.actions import OpeningAction, PlanDeploy

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


class Form(Tagged, frozen=True):
    """A free reform of light troops in the middle of a move: other files, another facing."""

    files: int
    facing: int


Part = Straight | Wheel | Back | Aside | Turn | Form


class DeclareCharge(Action, frozen=True):
    """Charge an enemy unit."""

    unit: UnitId
    target: UnitId


class Command(Action, frozen=True):
    """Give a unit, or all whom it is for, what somebody has to give (data/powers.toml)."""

    unit: UnitId
    power: str
    target: UnitId = ""


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
    """Move a unit along a path, as far as it goes in one turn; a flyer may go `on_foot`."""

    unit: UnitId
    path: tuple[Part, ...]
    on_foot: bool = False


class March(Action, frozen=True):
    """March along a path. Where a test stands before it, the declaration stands."""

    unit: UnitId
    path: tuple[Part, ...]
    on_foot: bool = False


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


class Join(Action, frozen=True):
    """A character goes straight into a unit and takes a place in its front rank: `file` is that of
    his left edge."""

    unit: UnitId
    host: UnitId
    file: int
    march: bool = False
    on_foot: bool = False


class Enter(Action, frozen=True):
    """A unit goes into a building: straight at it, and in."""

    unit: UnitId
    building: str
    march: bool = False


class EndMoves(Action, frozen=True):
    """Everything else stays where it is."""


class ShootAt(Action, frozen=True):
    """A unit shoots: with its usual weapon where none is named; a template is aimed at the middle
    of the target where none of its models is named."""

    unit: UnitId
    target: UnitId
    weapon: str = ""
    model: ModelId = ""


class EndShooting(Action, frozen=True):
    """Nobody else shoots."""


NinthAction = (
    DeclareCharge | Command | EndDeclarations | React | Redirect | Keep | MoveCharger | Aim
    | Next | Wander | Advance | March | Reform | SwiftReform | Join | Enter | EndMoves
    | ShootAt | EndShooting | OpeningAction
)  # fmt: skip


class PlanMove(Draft, frozen=True):
    """A path being drawn.

    `nearest` asks, where it is refused, for the action that goes as far along it as is allowed.
    """

    unit: UnitId
    path: tuple[Part, ...] = ()
    march: bool = False
    on_foot: bool = False
    nearest: bool = False


class PlanReform(Draft, frozen=True):
    """A formation being chosen."""

    unit: UnitId
    files: int
    facing: int
    swift: bool = False


class PlanJoin(Draft, frozen=True):
    """A way into a unit being looked for."""

    unit: UnitId
    host: UnitId
    file: int
    march: bool = False
    on_foot: bool = False


class PlanEnter(Draft, frozen=True):
    """A way into a building being looked for: an advance, or a march where that is too short."""

    unit: UnitId
    building: str


class PlanCharge(Draft, frozen=True):
    """Would this charge be possible, and how would it end?"""

    unit: UnitId
    target: UnitId


class Threat(Draft, frozen=True):
    """Whom could a unit charge, and with what chance?"""

    unit: UnitId


class PlanWander(Draft, frozen=True):
    """Where could a random move lead, with this facing?"""

    unit: UnitId
    facing: int


class PlanFlight(Draft, frozen=True):
    """Where would a unit flee, from whom?"""

    unit: UnitId
    away: UnitId = ""


class Answers(Draft, frozen=True):
    """Which answers would this question take? With these alone every question can be answered."""

    prompt: PromptId


class Aims(Draft, frozen=True):
    """Whom could a unit shoot at from where it stands, and what would come of it?"""

    unit: UnitId


class PlanShot(Draft, frozen=True):
    """This shot, before it is given."""

    unit: UnitId
    target: UnitId
    weapon: str = ""
    model: ModelId = ""


NinthDraft = (
    PlanMove | PlanReform | PlanJoin | PlanEnter | PlanCharge | Threat | PlanWander | PlanFlight
    | Aims | PlanShot | Answers | PlanDeploy
)  # fmt: skip


class Chance(Value, frozen=True):
    """An enemy in sight: how far, and the chance in thousandths that the dice reach it."""

    unit: UnitId
    distance: int
    thousandths: int
    barred: Line | None = None
    """Why it may not be charged for all that, where a charge is being asked for."""


class Volley(Value, frozen=True):
    """Shooters of a unit that need the same: `need` on a die hits, 1 always, 7 never; after a six
    `then` on a second die, where that is asked. `sources` made it, the skill first."""

    models: int
    shots: str
    """Of each model: a number or dice."""
    need: int
    then: int = 0
    sources: tuple[Source, ...] = ()


class ShotAim(Value, frozen=True):
    """What a shot at a unit would bring: the faces that wound and save (7: none does), expected
    numbers in thousandths, and the chances in thousandths to fell 0, 1, 2 ... models."""

    unit: UnitId
    weapon: str
    distance: int
    volleys: tuple[Volley, ...] = ()
    wound: int = 7
    wound_sources: tuple[Source, ...] = ()
    armour: int = 7
    armour_sources: tuple[Source, ...] = ()
    special: int = 7
    """Ward save or regeneration."""
    special_sources: tuple[Source, ...] = ()
    hits: int = 0
    wounds: int = 0
    losses: int = 0
    chances: tuple[int, ...] = ()
    panic: int = 0
    """The chance in thousandths that the losses ask a panic test."""
    misfire: int = 0
    """The chance in thousandths that the weapon misfires."""


class Bases(Value, frozen=True):
    """What a block is made of, in 1/100 mm: so many bases in its ranks, each so large, with a `gap`
    between neighbours, and the width and depth of those beside the first rank."""

    count: int
    width: int
    depth: int
    gap: int = 0
    left: tuple[int, int] | None = None
    right: tuple[int, int] | None = None


class NinthPreview(Preview, frozen=True):
    """What a draft would mean.

    `block`, `files` and `bases` are the formation at its end; `ghosts` its models; `used` and
    `allowance` what the path takes of the Movement; `test` the highest sum that passes the test
    before it; `answers` some that a question takes, the plain one first; `nearest` a legal place
    for who is set up, close to one that is refused.
    """

    action: NinthAction | None = None
    shapes: tuple[Shape, ...] = ()
    ghosts: dict[ModelId, Pose] = {}
    block: Pose | None = None
    files: int = 0
    bases: Bases | None = None
    nearest: Pose | None = None
    used: int = 0
    allowance: int = 0
    test: int = 0
    chances: tuple[Chance, ...] = ()
    reach: tuple[Chance, ...] = ()
    """Of a threat: the chance for each inch that the dice could still reach."""
    shots: tuple[ShotAim, ...] = ()
    """The most promising first."""
    lines: tuple[Line, ...] = ()
    answers: tuple[NinthAction, ...] = ()
