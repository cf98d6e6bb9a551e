"""What a viewer sees of a match of SAGA: everything but a plan that waits for a reaction."""

from collections.abc import Mapping

from rules.core import view as core
from rules.core.refusals import Shape
from rules.core.values import PromptId, SideId, UnitId, Value
from rules.saga.actions import AbilityId, DieId
from rules.saga.numbers import Rate
from rules.saga.questions import SagaQuestion, UseOption


class BoxCard(Value, frozen=True):
    """A box as printed on a board.

    Its name and text stand under `saga.ability.<id>.name` and `.text`. `cost` says what each die
    of one use must show (`C`, `U|R`, `any`); `pool` boxes take any number of dice; `windows` are
    its timings; `confidence` is shown where it is not `sure`.
    """

    id: AbilityId
    cost: tuple[str, ...]
    windows: tuple[str, ...]
    pool: bool = False
    left: bool = False
    """Whether it stands in the left column."""
    stronger: bool = False
    """Whether a rare die makes it do more."""
    confidence: str = "sure"


class BoardCard(Value, frozen=True):
    """A side's battle board, in the order in which it is printed."""

    faction: str
    boxes: tuple[BoxCard, ...]


class StatsCard(Value, frozen=True):
    """What a unit is worth: armour with its own equipment, dice for models, lengths in 1/100 mm.

    `range` is 0 where it has nothing to shoot with; `shots` then counts for nothing.
    """

    armour: int
    shot_armour: int
    blows: Rate
    shots: Rate
    move: int
    range: int = 0


class Fixed(core.Fixed, frozen=True, kw_only=True):
    """What never changes: on top of the shared part the stats, boards, zones and objectives."""

    stats: dict[UnitId, StatsCard] = {}

    boards: dict[SideId, BoardCard] = {}
    zones: dict[SideId, tuple[Shape, ...]] = {}
    objectives: tuple[Shape, ...] = ()


class DieShown(Value, frozen=True):
    """A SAGA die. No box: it lies before its owner. `fresh`: it may still be taken back."""

    face: int
    symbol: str
    box: AbilityId = ""
    fresh: bool = False


class SideShown(Value, frozen=True):
    """A side's dice and board now. `used` boxes are spent for this turn, `ready` ones complete,
    `free` the free activations it still has; `uses` what it may use while it places dice."""

    dice: dict[DieId, DieShown] = {}
    used: tuple[AbilityId, ...] = ()
    ready: tuple[AbilityId, ...] = ()
    closed: tuple[AbilityId, ...] = ()
    free: tuple[str, ...] = ()
    uses: tuple[UseOption, ...] = ()
    lost: dict[str, int] = {}
    """Models lost, by class."""


class SourceShown(Value, frozen=True):
    """A change to a number and the key of where it came from."""

    key: str
    add: int


class Tally(Value, frozen=True):
    """A unit in the combat: dice now, what they need against their foe, and why."""

    side: SideId
    dice: int = 0
    base: int = 0
    need: int = 0
    save: int = 0
    extra: int = 0
    """Defence dice beside one for each hit."""
    hits: int = 0
    saved: int = 0
    sources: tuple[SourceShown, ...] = ()
    need_sources: tuple[SourceShown, ...] = ()


class CombatShown(Value, frozen=True):
    """The melee or shooting under way."""

    kind: str
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    units: dict[UnitId, Tally] = {}
    stage: str = ""


class EffectShown(Value, frozen=True):
    """An ability that is in play."""

    ability: AbilityId
    side: SideId
    until: str
    unit: UnitId = ""
    targets: tuple[UnitId, ...] = ()


class DeclaredShown(Value, frozen=True):
    """The activation that has been declared and is not yet carried out."""

    unit: UnitId
    kind: str
    target: UnitId = ""


class PromptShown(core.PromptShown, frozen=True):
    """An open question; only its side sees the options."""

    question: SagaQuestion | None = None


class View(core.View, frozen=True, kw_only=True):
    """What these eyes see."""

    fixed: Fixed
    prompts: Mapping[PromptId, PromptShown] = {}
    force: dict[SideId, SideShown] = {}
    combat: CombatShown | None = None
    effects: tuple[EffectShown, ...] = ()
    declared: DeclaredShown | None = None
