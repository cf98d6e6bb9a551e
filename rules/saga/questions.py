"""What a side of SAGA may be asked, with what its player needs to see to answer.

Options are bounded lists, or a condition (casualties that keep the formation).
"""

from rules.core import agenda
from rules.core.agenda import Question
from rules.core.values import ModelId, Point, UnitId, Value
from rules.saga.actions import AbilityId, DieId


class UseOption(Value, frozen=True):
    """An ability that may be used now, and what its use must name.

    `units` are the own units it may serve and `targets` the enemy units it may be aimed at (empty:
    none is named), `near` those of each own unit where they differ; `aim` how many targets at most;
    `dice` the dice it may take, where there is a choice; `choices` its alternatives; `turns` the
    dice that it may turn.
    """

    ability: AbilityId
    units: tuple[UnitId, ...] = ()
    targets: tuple[UnitId, ...] = ()
    near: dict[UnitId, tuple[UnitId, ...]] = {}
    aim: int = 0
    dice: tuple[DieId, ...] = ()
    choices: tuple[str, ...] = ()
    turns: tuple[DieId, ...] = ()


class SpendOption(Value, frozen=True):
    """A fatigue marker of `unit` that may be discarded, for what: `move`, `armour`, `weaken`."""

    unit: UnitId
    on: str


class UnitOption(Value, frozen=True):
    """What a unit may be activated for, and how each could be paid, the cheapest first.

    `companions` are the units that may move with a warlord (SAGA-WAR-03). `must_engage` are the
    units of which it has to engage one (SAGA-SEC-01, -03).
    """

    move: tuple[str, ...] = ()
    shoot: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    companions: tuple[UnitId, ...] = ()
    must_engage: tuple[UnitId, ...] = ()


class DeployUnits(Question, frozen=True):
    """Set up units inside the zone: at least `least` of them, at most `most`, in this part."""

    zone: tuple[Point, ...]
    units: tuple[UnitId, ...]
    least: int
    most: int


class OrdersReaction(Question, frozen=True):
    """The other side has rolled its SAGA dice: do you react (SAGA-ORD-01)? Use or Pass."""

    uses: tuple[UseOption, ...]


class PlaceOrders(Question, frozen=True):
    """Place dice, use Orders abilities, end. Stays open while dice are placed: what may be used
    stands in the view (`sides[side].uses`)."""


class Activate(Question, frozen=True):
    """Activate a unit, use an Activation ability, or end the turn."""

    units: dict[UnitId, UnitOption]
    uses: tuple[UseOption, ...] = ()


class Granted(Question, frozen=True):
    """An ability activates one of these units: choose which, and what it does; or pass."""

    ability: AbilityId
    units: dict[UnitId, UnitOption]


class React(Question, frozen=True):
    """The enemy has declared an activation: react, spend his fatigue, or pass."""

    unit: UnitId
    kind: str
    target: UnitId = ""
    uses: tuple[UseOption, ...] = ()
    spends: tuple[SpendOption, ...] = ()


class DrawAgain(Question, frozen=True):
    """What happened since has broken the plan: draw the move again, or ask to call it off."""

    unit: UnitId
    target: UnitId = ""
    companion: UnitId = ""


class JavelinShot(Question, frozen=True):
    """The unit has moved and may throw its javelins (SAGA-SHT-14): Shoot or Pass."""

    unit: UnitId
    targets: tuple[UnitId, ...]


class CombatAbilities(Question, frozen=True):
    """Abilities and fatigue of a shooting or melee: Use, Spend or Pass. `stage` is the window."""

    stage: str
    uses: tuple[UseOption, ...] = ()
    spends: tuple[SpendOption, ...] = ()


class TradeDice(Question, frozen=True):
    """Give up `given` of the unit's attack dice for `gained` defence dice (SAGA-MEL-04)?"""

    unit: UnitId
    dice: int
    given: int
    gained: int


class DivideDice(Question, frozen=True):
    """Aim the unit's attack dice at these enemy units; `needs` are the faces that hit each."""

    unit: UnitId
    dice: int
    needs: dict[UnitId, int]


class ChooseLosses(Question, frozen=True):
    """Choose `count` models of these units; the rest must keep formation (SAGA-COH-04).

    `proposed` is a choice that is accepted. `why` is `shooting`, `melee`, or an ability.
    """

    units: tuple[UnitId, ...]
    count: int
    proposed: tuple[ModelId, ...]
    why: str


class AbsorbHits(Question, frozen=True):
    """Hits on the warlord that models near him may take for him (SAGA-WAR-05).

    He lives if `needed` of the candidates are named; `proposed` is a choice that is accepted. In a
    duel he has `wounds` left, and whatever is not absorbed wounds him.
    """

    unit: UnitId
    needed: int
    candidates: tuple[ModelId, ...]
    proposed: tuple[ModelId, ...]
    wounds: int = 0


class ChooseWithdrawal(Question, frozen=True):
    """Withdraw the unit from the melee (SAGA-MEL-11)."""

    unit: UnitId


SagaQuestion = (
    DeployUnits | OrdersReaction | PlaceOrders | Activate | Granted | React | DrawAgain
    | JavelinShot | CombatAbilities | TradeDice | DivideDice | ChooseLosses | AbsorbHits
    | ChooseWithdrawal
)  # fmt: skip


class Prompt(agenda.Prompt, frozen=True):
    """An open question of SAGA."""

    question: SagaQuestion
