"""Everything true now, and what is still to be done."""

from typing import Literal

from rules.core import state
from rules.core.agenda import Step
from rules.core.values import ModelId, Point, PromptId, SideId, UnitId, Value
from rules.geometry.arcs import Arc
from rules.ninth_age.edition import Switches
from rules.ninth_age.opening.steps import OpeningStep
from rules.ninth_age.questions import Prompt
from rules.ninth_age.setup import Pregame, Stats
from rules.ninth_age.zones import Zone

Deed = Literal[
    "charged", "charge_failed", "redirected", "rallied", "fled", "marched", "moved", "reformed",
    "calm", "tested", "ran", "wandered", "shot", "stood", "served", "arrived",
    "joined", "parted", "commanded", "commanded_twice", "minded", "stupefied", "restrained",
    "feigned", "drilled", "halted",
]  # fmt: skip
"""What a unit did in this player turn, as far as it bars it from something later."""


PanicCause = Literal["fled_through", "destroyed", "heavy_losses"]
"""What asks a panic test."""


class Army(Value, frozen=True):
    """A side."""

    name: str
    faction: str


Beside = Literal["", "left", "right"]
"""The side of the front rank at which a character stands whose base does not match the ranks."""


class Place(Value, frozen=True):
    """Where a character stands in a unit that he has joined: the file of his left edge, or the
    side of the front rank (T9A-CHR-04)."""

    host: UnitId
    file: int = 0
    beside: Beside = ""


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


class Stupor(Step, frozen=True):
    """The stupid test at the start of the turn."""

    side: SideId


class Reacting(Step, frozen=True):
    """A charge waits for its reaction; `awed` when the target has seen whether it dares to stand
    before a terror."""

    unit: UnitId
    target: UnitId
    awed: bool = False


class Supporting(Step, frozen=True):
    """Those who support a charged unit may shoot at who charges it."""

    unit: UnitId
    target: UnitId


class Redirecting(Step, frozen=True):
    """Those who charged a unit that fled may look for another target."""

    target: UnitId


class Retargeting(Step, frozen=True):
    """A unit that passed its test names its new target."""

    unit: UnitId


class Raging(Step, frozen=True):
    """The frenzied who declared no charge test."""

    side: SideId


class Charging(Step, frozen=True):
    """Declared charges are rolled and moved."""

    side: SideId


class Rallying(Step, frozen=True):
    """Fleeing units test, one after another."""

    side: SideId


class FormingUp(Step, frozen=True):
    """A unit that rallied may reform; one that has `caught` a fleeing unit may pivot, if it passes
    a test."""

    unit: UnitId
    caught: bool = False


class Fleeing(Step, frozen=True):
    """Units that did not rally flee, one after another."""

    side: SideId


class Wandering(Step, frozen=True):
    """Units of random movement move."""

    side: SideId


class Swooping(Step, frozen=True):
    """A unit has moved over enemies, of whom it hurts one by a special rule."""

    unit: UnitId
    rule: str
    targets: tuple[UnitId, ...]


class Strolling(Step, frozen=True):
    """A unit of random movement has rolled, and may roll once more before it moves."""

    unit: UnitId
    facing: int
    faces: tuple[int, ...]


class Flight(Step, frozen=True):
    """A unit flees: first turning away from a unit, when one is named, or in panic from the nearest
    enemy when none is; else the way it faces."""

    unit: UnitId
    away: UnitId = ""
    panic: bool = False


class Panic(Step, frozen=True):
    """Units test for panic; when all have, those that failed flee in this order: each from who
    caused it, where that is an enemy (`causes`), else from the nearest enemy."""

    units: tuple[UnitId, ...]
    why: PanicCause
    failed: tuple[UnitId, ...] = ()
    causes: dict[UnitId, UnitId] = {}


class Moving(Step, frozen=True):
    """The remaining moves."""

    side: SideId


class Crumbling(Step, frozen=True):
    """Units whose Master is gone crumble."""

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
    Battle | Phase | Stupor | Raging | Declaring | Reacting | Supporting | Redirecting
    | Retargeting | Charging | Rallying | FormingUp | Fleeing | Wandering | Strolling | Swooping
    | Flight | Panic | Moving | Halted | Swift | Crumbling | Shooting | OpeningStep
)  # fmt: skip


class Spells(Value, frozen=True):
    """The path that a wizard chose and the numbers of the spells he knows, 0 the signature."""

    path: str
    known: tuple[int, ...]


class Opening(Value, frozen=True):
    """What was settled before the first turn (PRE, ZPICK, DEP).

    `chooser` chose the zone, `grounds` are the zones themselves. `finished` are the sides in the
    order in which they had deployed everything, `announced` what the first of them declared, and
    `undeployed` what it adds to its first-turn roll. `ambush` are units held back, `arrived` those
    that came since and in which game turn, `early` those that scouted or moved as a vanguard.
    """

    agreed: Pregame = Pregame()
    deployment: str = ""
    chooser: SideId = ""
    grounds: dict[SideId, Zone] = {}
    finished: tuple[SideId, ...] = ()
    announced: str = ""
    undeployed: int = 0
    ambush: tuple[UnitId, ...] = ()
    arrived: dict[UnitId, int] = {}
    early: tuple[UnitId, ...] = ()
    prayed: tuple[SideId, ...] = ()
    """Sides whose armies prayed before the battle."""
    spells: dict[UnitId, Spells] = {}


class State(state.State, frozen=True, kw_only=True):
    """Everything true now.

    Bases stand where the table says; `files` tells how a unit is ordered, and its first model's
    pose where the unit stands. `engaged` are units in contact, both ways; `deeds` what units did in
    this player turn; `joined` are characters in the ranks of a unit. `size` is the points limit,
    `points` what each unit costs.

    Of the secondary objectives (OBJ): their ids, the `markers` of one that a side places, by name,
    the `zones` of the sides as polygons, and `flags`, the enemy units whose standards a side has
    chosen.
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
    joined: dict[UnitId, Place] = {}
    closed: tuple[UnitId, ...] = ()
    """Skirmishers in closed order (T9A-CHG-41)."""
    garrison: dict[UnitId, str] = {}
    """Units in buildings: the piece of terrain that each is in (T9A-TERR-02)."""
    feigned: tuple[UnitId, ...] = ()
    """Fast cavalry that flees because it chose to (T9A-SR-FASTCAVALRY)."""
    before: dict[UnitId, int] = {}
    """Models of each unit when the phase began, those who had joined it included
    (T9A-PANIC-04, T9A-UNIT-12)."""
    losses: dict[UnitId, int] = {}
    """Models that each has lost since."""
    aimed: dict[UnitId, UnitId] = {}
    """Whom a unit has shot at in this turn, so that those in its ranks shoot at the same
    (T9A-SHOOT-02)."""
    jammed: dict[UnitId, int] = {}
    """The last game turn in which a unit may not shoot, after a misfire or a machine's panic."""
    spent: dict[UnitId, tuple[str, ...]] = {}
    """Weapons that are used once a game and were."""
    size: int = 0
    points: dict[UnitId, int] = {}
    objectives: tuple[str, ...] = ()
    markers: dict[str, Point] = {}
    zones: dict[SideId, tuple[Point, ...]] = {}
    flags: dict[SideId, tuple[UnitId, ...]] = {}
    first: SideId = ""
    """Who has the first turn."""
    mustered: dict[UnitId, tuple[ModelId, ...]] = {}
    """All models of each unit, in the order of their places."""
    opening: Opening = Opening()

    def did(self, unit: UnitId, *deeds: Deed) -> bool:
        """Whether a unit did one of these in this player turn."""
        done = self.deeds.get(unit)
        return done is not None and any(deed in done for deed in deeds)

    def fleeing(self, unit: UnitId) -> bool:
        """Whether a unit flees; who has joined one does as it does."""
        return self.table.units[self.host(unit)].count("fleeing") > 0

    def host(self, unit: UnitId) -> UnitId:
        """The unit that a character has joined; any other unit is its own."""
        return self.joined[unit].host if unit in self.joined else unit

    def acting(self, side: SideId) -> list[UnitId]:
        """Units of a side that act for themselves: on the table, and not in another's ranks."""
        return [unit for unit in self.table.of_side(side) if unit not in self.joined]

    def each(self, side: SideId) -> list[UnitId]:
        """Units of a side on the table, those in another's ranks last."""
        return sorted(self.table.of_side(side), key=lambda unit: unit in self.joined)
