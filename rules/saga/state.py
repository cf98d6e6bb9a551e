"""Everything true now in a match of SAGA, and the steps of play that remain.

The physical half is the core's Table; here stand dice, boards, what is in play, and the combat
under way. Nothing is computed here.
"""

from collections.abc import Mapping
from typing import Literal

from rules.core import state as core
from rules.core.agenda import Step
from rules.core.table import Base
from rules.core.values import ModelId, PromptId, SideId, UnitId, Value
from rules.saga.actions import AbilityId, DieId, Path
from rules.saga.content import Board, Scenario
from rules.saga.edition import FIRST_EDITION, Switches
from rules.saga.effects import Effect, Until
from rules.saga.questions import Prompt

Kind = Literal["move", "shoot", "rest"]
"""What an activated unit does (SAGA-ACT-06)."""


class Die(Value, frozen=True):
    """A SAGA die of a side: its face, and the box it lies on (empty: rolled, not yet placed).

    `fresh` dice were placed in this Orders phase and may be taken back.
    """

    face: int
    box: AbilityId = ""
    fresh: bool = False


class Force(Value, frozen=True):
    """A side's part of the state.

    `used` are the boxes used in this player turn, `closed` those that take no more dice in this
    Orders phase (SAGA-ORD-06), `free` the free activations used this turn, `turns` how many turns
    it has begun, `points` what it has scored.
    """

    name: str
    faction: str
    board: Board
    dice: dict[DieId, Die] = {}
    used: tuple[AbilityId, ...] = ()
    closed: tuple[AbilityId, ...] = ()
    free: tuple[str, ...] = ()
    turns: int = 0
    points: int = 0


class InPlay(Value, frozen=True):
    """An effect that lasts, who brought it about and by which box.

    `unit` is the own unit it serves, `targets` the units it is aimed at, `on` the unit whose
    activation it lasts for.
    """

    effect: Effect
    until: Until
    side: SideId
    ability: AbilityId
    unit: UnitId = ""
    targets: tuple[UnitId, ...] = ()
    on: UnitId = ""


class SpentFor(Value, frozen=True):
    """A fatigue marker of `unit` that `side` discarded in this combat, for `armour` or `weaken`."""

    side: SideId
    unit: UnitId
    on: str


class Combat(Value, frozen=True):
    """A melee or shooting under way.

    `base` are the attack dice of step 1 by unit, `given` those given up, `gained` the defence dice
    that brought; `aimed` how a unit's dice are divided among several enemies; `hits` and `saved`
    by the unit that suffers them; `lost` the models each unit lost in it, `losses` how many count
    for each side when it is decided who withdraws.
    """

    kind: Literal["melee", "shooting"]
    attacker: SideId
    defender: SideId
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    weapon: str = ""
    cover: Literal["none", "light", "heavy"] = "none"
    base: dict[UnitId, int] = {}
    given: dict[UnitId, int] = {}
    gained: dict[UnitId, int] = {}
    spends: tuple[SpentFor, ...] = ()
    aimed: dict[UnitId, dict[UnitId, int]] = {}
    hits: dict[UnitId, int] = {}
    sure: dict[UnitId, int] = {}
    """Of the hits, those that cannot be cancelled."""
    saved: dict[UnitId, int] = {}
    lost: dict[UnitId, tuple[ModelId, ...]] = {}
    losses: dict[SideId, int] = {}
    withdrew: tuple[UnitId, ...] = ()
    pending: dict[UnitId, tuple[ModelId, ...]] = {}
    """Losses chosen, not yet taken off: both sides choose at once (SAGA-MEL-08)."""

    def units(self) -> tuple[UnitId, ...]:
        """Everybody in it, attackers first."""
        return (*self.attackers, *self.defenders)

    def of(self, side: SideId) -> tuple[UnitId, ...]:
        """The units of a side in it."""
        return self.attackers if side == self.attacker else self.defenders

    def foes(self, side: SideId) -> tuple[UnitId, ...]:
        """The units that a side fights."""
        return self.defenders if side == self.attacker else self.attackers


class Activation(Value, frozen=True):
    """A declared activation and its plan, hidden from the other side until it is carried out.

    `pay` is what paid for it, `ability` the box that granted it. Where it does not `tire`, it
    brings no fatigue of its own.
    """

    side: SideId
    unit: UnitId
    kind: Kind
    target: UnitId = ""
    weapon: str = ""
    paths: tuple[Path, ...] = ()
    companion: UnitId = ""
    companion_engages: bool = False
    companion_paths: tuple[Path, ...] = ()
    pay: str = ""
    ability: AbilityId = ""
    tires: bool = True
    may_engage: bool = True


# --- steps of play, in the order of play ----------------------------------------------------------


class Deploying(Step, frozen=True):
    """A part of the deployment, by its number in the scenario."""

    wave: int


class TurnStart(Step, frozen=True):
    """A player turn begins: counters are reset, SAGA dice counted and rolled."""

    side: SideId


class OrdersWindow(Step, frozen=True):
    """The other side may react to the roll."""

    side: SideId


class Ordering(Step, frozen=True):
    """The owner places dice."""

    side: SideId


class Activating(Step, frozen=True):
    """Between activations: what next?"""

    side: SideId


class TurnEnd(Step, frozen=True):
    """A player turn ends: the scenario scores, the next side begins or the match is over."""

    side: SideId


class ReactionWindow(Step, frozen=True):
    """The enemy may react to a declared activation, and spend fatigue on a move."""

    act: Activation
    spent: tuple[UnitId, ...] = ()


class CarryOut(Step, frozen=True):
    """The activation is carried out, as far as it still can be."""

    act: Activation


class Arrived(Step, frozen=True):
    """The unit has moved: fatigue, then the melee or the javelin shot it leads to."""

    act: Activation


class ActivationEnd(Step, frozen=True):
    """The activation is over."""

    act: Activation


class GrantedActivations(Step, frozen=True):
    """An ability activates these units, one after another."""

    side: SideId
    ability: AbilityId
    units: tuple[UnitId, ...]
    kinds: tuple[Kind, ...]
    every: bool = False
    tires: bool = True
    may_engage: bool = True


class Lured(Step, frozen=True):
    """The unit was drawn into contact by an enemy's ability, and fights as the attacker."""

    act: Activation


class Javelins(Step, frozen=True):
    """A unit that has moved may throw its javelins (SAGA-SHT-14)."""

    act: Activation
    unit: UnitId


class CombatWindow(Step, frozen=True):
    """A side may use abilities and spend fatigue in this window of a combat."""

    window: str
    side: SideId


class CountPools(Step, frozen=True):
    """Step 1 of a melee: attack dice of both."""


class TradeOffer(Step, frozen=True):
    """Step 2 of a melee: defenders may trade attack dice, one unit after another."""

    units: tuple[UnitId, ...]


class DivideOffer(Step, frozen=True):
    """Sides that face several units aim their dice."""

    units: tuple[UnitId, ...]


class Strike(Step, frozen=True):
    """Attack dice are rolled."""


class Save(Step, frozen=True):
    """Defence dice are rolled."""


class Falling(Step, frozen=True):
    """Losses are chosen, then taken off together."""


class WithdrawDecision(Step, frozen=True):
    """Step 7: who withdraws."""


class Withdrawing(Step, frozen=True):
    """These units withdraw, one after another. `turned` when the losers could not."""

    side: SideId
    units: tuple[UnitId, ...]
    turned: bool = False


class CombatEnd(Step, frozen=True):
    """Fatigue of the combat, and what was to follow it."""

    act: Activation


class Shooting(Step, frozen=True):
    """A shooting begins: the dice of those who see and reach the target."""

    act: Activation


class RemoveChosen(Step, frozen=True):
    """The owner chooses models that an ability takes."""

    unit: UnitId
    count: int
    why: str
    by: SideId = ""


SagaStep = (
    Deploying | TurnStart | OrdersWindow | Ordering | Activating | TurnEnd | ReactionWindow
    | CarryOut | Arrived | ActivationEnd | GrantedActivations | CombatWindow | CountPools
    | Lured | TradeOffer | DivideOffer | Strike | Save | Falling | WithdrawDecision | Withdrawing
    | CombatEnd | Shooting | Javelins | RemoveChosen
)  # fmt: skip


class State(core.State, frozen=True, kw_only=True):
    """Everything true now.

    `turn` counts game turns from 1 (0 during deployment), `active` is the side whose turn it is,
    `phase` one of `deployment`, `orders`, `activation`. `first` is the first player. `mustered`
    holds the bases of every unit, and does not change.
    """

    agenda: tuple[SagaStep, ...] = ()
    prompts: Mapping[PromptId, Prompt] = {}
    scenario: Scenario
    switches: Switches = FIRST_EDITION
    forces: dict[SideId, Force]
    glyphs: dict[UnitId, str] = {}
    mustered: dict[UnitId, dict[ModelId, Base]] = {}
    first: SideId = ""
    turn: int = 0
    active: SideId = ""
    phase: str = "deployment"
    effects: tuple[InPlay, ...] = ()
    combat: Combat | None = None
