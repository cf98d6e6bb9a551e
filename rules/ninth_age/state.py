"""Everything true now, and what is still to be done."""

from typing import Literal

from rules.core import state
from rules.core.agenda import Step
from rules.core.values import Point, PromptId, SideId, UnitId, Value
from rules.geometry.arcs import Arc
from rules.ninth_age.edition import Switches
from rules.ninth_age.questions import Prompt
from rules.ninth_age.setup import Stats

Deed = Literal[
    "charged", "charge_failed", "redirected", "rallied", "fled", "marched", "moved", "reformed",
    "calm", "tested", "ran", "wandered", "shot", "stood",
]  # fmt: skip
"""What a unit did in this player turn, as far as it bars it from something later."""


class Army(Value, frozen=True):
    """A side."""

    name: str
    faction: str


class Charge(Value, frozen=True):
    """A declared charge. `faces` are its dice, empty before they are rolled; `side` is the side of
    the target on which it must arrive; `former` a first target that fled."""

    target: UnitId
    side: Arc
    faces: tuple[int, ...] = ()
    former: UnitId = ""


class Battle(Step, frozen=True):
    """Whose turn comes next, or the end. Lies at the bottom throughout."""


class Phase(Step, frozen=True):
    """A part of the turn begins."""

    name: Literal["charges", "compulsory", "moves", "shooting"]


class Declaring(Step, frozen=True):
    """Charges are declared."""

    side: SideId


class Reacting(Step, frozen=True):
    """A charge waits for its reaction."""

    unit: UnitId
    target: UnitId


class Redirecting(Step, frozen=True):
    """Those who charged a unit that fled may look for another target."""

    target: UnitId


class Retargeting(Step, frozen=True):
    """A unit that passed its test names its new target."""

    unit: UnitId


class Charging(Step, frozen=True):
    """Declared charges are rolled and moved."""

    side: SideId


class Rallying(Step, frozen=True):
    """Fleeing units test, one after another."""

    side: SideId


class FormingUp(Step, frozen=True):
    """A unit that rallied may reform."""

    unit: UnitId


class Fleeing(Step, frozen=True):
    """Units that did not rally flee, one after another."""

    side: SideId


class Wandering(Step, frozen=True):
    """Units of random movement move."""

    side: SideId


class Flight(Step, frozen=True):
    """A unit flees: first turning away from a unit, when one is named, or in panic from the nearest
    enemy when none is; else the way it faces."""

    unit: UnitId
    away: UnitId = ""
    panic: bool = False


class Panic(Step, frozen=True):
    """Units test for panic; when all have, those that failed flee in this order: from `cause`,
    where it is an enemy's doing, else from the nearest enemy."""

    units: tuple[UnitId, ...]
    why: Literal["fled_through", "destroyed", "heavy_losses"]
    failed: tuple[UnitId, ...] = ()
    cause: UnitId = ""


class Moving(Step, frozen=True):
    """The remaining moves."""

    side: SideId


class Shooting(Step, frozen=True):
    """Units shoot, one after another."""

    side: SideId


class Halted(Step, frozen=True):
    """A unit whose march was stopped may still advance."""

    unit: UnitId


class Swift(Step, frozen=True):
    """A unit that reformed swiftly may still advance."""

    unit: UnitId


NinthStep = (
    Battle | Phase | Declaring | Reacting | Redirecting | Retargeting | Charging | Rallying
    | FormingUp | Fleeing | Wandering | Flight | Panic | Moving | Halted | Swift | Shooting
)  # fmt: skip


class State(state.State, frozen=True, kw_only=True):
    """Everything true now.

    Bases stand where the table says; `files` tells how a unit is ordered, and its first model's
    pose where the unit stands. `engaged` are units in contact, both ways; `deeds` what units did in
    this player turn. `size` is the points limit, `points` what each unit costs.

    Of the secondary objective (OBJ): its `markers` by name, the `zones` of the sides as polygons,
    and `flags`, the enemy units whose standards a side has chosen.
    """

    scenario: str
    switches: Switches
    armies: dict[SideId, Army]
    stats: dict[UnitId, Stats]
    glyphs: dict[UnitId, str]
    turns: int
    agenda: tuple[NinthStep, ...] = ()
    prompts: dict[PromptId, Prompt] = {}
    files: dict[UnitId, int] = {}
    turn: int = 0
    active: SideId = ""
    phase: str = ""
    charges: dict[UnitId, Charge] = {}
    engaged: dict[UnitId, tuple[UnitId, ...]] = {}
    deeds: dict[UnitId, tuple[Deed, ...]] = {}
    before: dict[UnitId, int] = {}
    """Models of each unit when the phase began (T9A-PANIC-04)."""
    jammed: dict[UnitId, int] = {}
    """The last game turn in which a unit may not shoot, after a misfire or a machine's panic."""
    spent: dict[UnitId, tuple[str, ...]] = {}
    """Weapons that are used once a game and were."""
    size: int = 0
    points: dict[UnitId, int] = {}
    objective: str = ""
    markers: dict[str, Point] = {}
    zones: dict[SideId, tuple[Point, ...]] = {}
    flags: dict[SideId, tuple[UnitId, ...]] = {}

    def did(self, unit: UnitId, *deeds: Deed) -> bool:
        """Whether a unit did one of these in this player turn."""
        return any(deed in self.deeds.get(unit, ()) for deed in deeds)

    def fleeing(self, unit: UnitId) -> bool:
        """Whether a unit flees."""
        return self.table.units[unit].count("fleeing") > 0
