"""What a side of SAGA may answer (Action), what it may ask about beforehand (Draft), and the reply.

Lengths are in 1/100 mm, angles in 1/1000 degree. Actions are sent as they are, so every struct here
is part of the protocol.
"""

from rules.core.refusals import Shape
from rules.core.ruleset import Action, Draft, Preview
from rules.core.values import Line, ModelId, Point, Pose, UnitId, Value

DieId = str
"""A die of one side, `d1` to `d8`."""
AbilityId = str
"""A box of a side's battle board."""


class Path(Value, frozen=True):
    """The way of one base's centre, its start first."""

    model: ModelId
    points: tuple[Point, ...]


class Shift(Value, frozen=True):
    """A unit moved as a formation: carried by (dx, dy), turned about its middle, by way points.

    The server finds each model's path.
    """

    dx: int
    dy: int
    turn: int = 0
    via: tuple[Point, ...] = ()


class Companion(Value, frozen=True):
    """The unit that goes with its warlord (SAGA-WAR-03); it engages his target or nobody."""

    unit: UnitId
    engages: bool = True
    shift: Shift | None = None
    paths: tuple[Path, ...] = ()


# --- deployment ---------------------------------------------------------------------------------


class Deploy(Action, frozen=True):
    """Set a unit up, or set it up anew while the deployment is still open."""

    unit: UnitId
    poses: dict[ModelId, Pose]


class EndDeployment(Action, frozen=True):
    """Be done with this part of the deployment. Units still due are set up by the server."""


# --- orders -------------------------------------------------------------------------------------


class PlaceDie(Action, frozen=True):
    """Put a rolled die on a box of the own board."""

    die: DieId
    box: AbilityId


class TakeDie(Action, frozen=True):
    """Take back a die placed in this phase."""

    die: DieId


class PlaceDice(Action, frozen=True):
    """Put several dice on boxes at once; all or none."""

    dice: dict[DieId, AbilityId]


class EndOrders(Action, frozen=True):
    """Be done with the orders; dice not placed are lost for this turn (SAGA-ORD-07)."""


class Use(Action, frozen=True):
    """Use an ability whose box is filled.

    `unit` is the own unit it serves, `targets` the enemy units it is aimed at, where it names any;
    `spend` the die to remove from a box of the left column (empty: the commonest); `choice` one
    of the uses that the box offers; `die` and `face` the die to turn and the face it shall show.
    """

    ability: AbilityId
    unit: UnitId = ""
    targets: tuple[UnitId, ...] = ()
    spend: DieId = ""
    choice: str = ""
    die: DieId = ""
    face: int = 0


# --- activation ---------------------------------------------------------------------------------


class Move(Action, frozen=True):
    """Activate a unit to move, and show how: by `shift`, by exact `paths`, or by `engage` alone.

    `pay` is a free activation (`determination`, `we_obey`), a box or an ability; empty takes the
    cheapest. With `engage` and no paths the server's own proposal is carried out.
    """

    unit: UnitId
    pay: str = ""
    shift: Shift | None = None
    paths: tuple[Path, ...] = ()
    engage: UnitId = ""
    companion: Companion | None = None


class Shoot(Action, frozen=True):
    """Activate a unit to shoot, or answer a javelin shot."""

    unit: UnitId
    target: UnitId
    pay: str = ""
    weapon: str = ""


class Rest(Action, frozen=True):
    """Activate a unit to rest."""

    unit: UnitId
    pay: str = ""


class EndTurn(Action, frozen=True):
    """Be done with the turn (SAGA-TRN-04)."""


# --- answers ------------------------------------------------------------------------------------


class Pass(Action, frozen=True):
    """Let the window go by."""


class Spend(Action, frozen=True):
    """Discard a fatigue marker of the enemy `unit`.

    `on` is `move` (its allowance), `armour` (the own armour is raised) or `weaken` (its armour is
    lowered).
    """

    unit: UnitId
    on: str


class Plan(Action, frozen=True):
    """The move drawn again after the first plan was broken by a reaction."""

    shift: Shift | None = None
    paths: tuple[Path, ...] = ()
    companion: Companion | None = None


class CallOff(Action, frozen=True):
    """Ask for an activation that cannot be carried out to be cancelled (SAGA-ENG-17)."""


class Trade(Action, frozen=True):
    """Give up half of the attack dice for defence dice, or keep them (SAGA-MEL-04)."""

    give: bool


class Divide(Action, frozen=True):
    """Aim a unit's attack dice at several enemy units (SAGA-MEL-15)."""

    dice: dict[UnitId, int]


class Remove(Action, frozen=True):
    """Choose the models that are lost."""

    models: tuple[ModelId, ...]


class Absorb(Action, frozen=True):
    """Models that die for the warlord, one for each hit (SAGA-WAR-05); none lets him die."""

    models: tuple[ModelId, ...] = ()


class Withdraw(Action, frozen=True):
    """The way out of a lost melee: by `shift`, by exact `paths`, or as the server proposes."""

    shift: Shift | None = None
    paths: tuple[Path, ...] = ()


SagaAction = (
    Deploy | EndDeployment | PlaceDie | TakeDie | PlaceDice | EndOrders | Use | Move | Shoot | Rest
    | EndTurn | Pass | Spend | Plan | CallOff | Trade | Divide | Remove | Absorb | Withdraw
)  # fmt: skip


# --- drafts -------------------------------------------------------------------------------------


class Reach(Draft, frozen=True):
    """Where could this unit go, who could it engage and shoot?"""

    unit: UnitId


class Aims(Draft, frozen=True):
    """Who can this unit engage and shoot from where it stands, with which dice and odds?"""

    unit: UnitId


class PlanMove(Draft, frozen=True):
    """What would this move mean?"""

    unit: UnitId
    shift: Shift | None = None
    paths: tuple[Path, ...] = ()
    engage: UnitId = ""
    pay: str = ""
    companion: Companion | None = None


class PlanEngagement(Draft, frozen=True):
    """How would this unit engage that one, its models going in this order?"""

    unit: UnitId
    target: UnitId
    order: tuple[ModelId, ...] = ()
    pay: str = ""


class PlanShot(Draft, frozen=True):
    """Which models could shoot at that unit, and what would come of it?"""

    unit: UnitId
    target: UnitId


class PlanWithdrawal(Draft, frozen=True):
    """Would this be a way out of the melee? Neither shift nor paths: propose one."""

    unit: UnitId
    shift: Shift | None = None
    paths: tuple[Path, ...] = ()


class PlanDeploy(Draft, frozen=True):
    """Set a unit up around a point, `width` models in its first rank (0: the server's choice)."""

    unit: UnitId
    at: Point
    facing: int = 0
    width: int = 0


class PlanRemoval(Draft, frozen=True):
    """May these models be removed?"""

    models: tuple[ModelId, ...]


SagaDraft = (
    Reach | Aims | PlanMove | PlanEngagement | PlanShot | PlanWithdrawal | PlanDeploy | PlanRemoval
)


class Aim(Value, frozen=True):
    """An enemy unit that could be engaged or shot, and what would come of it.

    `kind` is `engage` or `shoot`. `chances[n]` is the chance in thousandths that exactly n of its
    models die, abilities and fatigue aside; `back` the same for the own unit in a melee. `expected`
    and `expected_back` are the means in thousandths.
    """

    unit: UnitId
    kind: str
    dice: int
    need: int
    save: int
    chances: tuple[int, ...] = ()
    expected: int = 0
    dice_back: int = 0
    need_back: int = 0
    back: tuple[int, ...] = ()
    expected_back: int = 0


class SagaPreview(Preview, frozen=True):
    """What a draft would mean.

    `action`, where there is one, is finished: sent back as it is, it is accepted. `ghosts` are the
    places the models would take; `used` and `allowance` the longest path and what is allowed;
    `lines` further sentences for the player.
    """

    action: SagaAction | None = None
    shapes: tuple[Shape, ...] = ()
    ghosts: dict[ModelId, Pose] = {}
    used: int = 0
    allowance: int = 0
    slowed: bool = False
    aims: tuple[Aim, ...] = ()
    lines: tuple[Line, ...] = ()
