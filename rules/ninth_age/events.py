"""This game's own facts. A fact carries its outcome; what it changes stands in `changes`."""

from typing import Literal

import msgspec

from rules.core import events as core
from rules.core.events import CoreEvent, Event
from rules.core.table import Piece, Unit
from rules.core.values import ModelId, Point, SideId, UnitId
from rules.ninth_age.actions import Reaction
from rules.ninth_age.edition import Switches
from rules.ninth_age.opening.events import OpeningEvent
from rules.ninth_age.questions import Prompt
from rules.ninth_age.setup import Pregame, Stats
from rules.ninth_age.state import Army, Beside, Charge, Deed, NinthStep

replace = msgspec.structs.replace

Test = Literal[
    "rally",
    "march",
    "swift",
    "redirect",
    "panic",
    "terror",
    "frenzy",
    "stupidity",
    "pivot",
    "ashes",
]


class Scheduled(core.Scheduled, frozen=True):
    """The agenda changed."""

    steps: tuple[NinthStep, ...] = ()


class Asked(core.Asked, frozen=True):
    """A question was put to a side."""

    prompt: Prompt


class Begun(Event, frozen=True):
    """The match begins: everything it is played with is copied here."""

    edition: str
    scenario: str
    switches: Switches
    armies: dict[SideId, Army]
    units: dict[UnitId, Unit]
    stats: dict[UnitId, Stats]
    glyphs: dict[UnitId, str]
    files: dict[UnitId, int]
    width: int
    height: int
    turns: int
    terrain: dict[str, Piece] = {}
    dice: str = ""
    size: int = 0
    points: dict[UnitId, int] = {}
    objective: str = ""
    models: dict[UnitId, tuple[ModelId, ...]] = {}
    pregame: Pregame | None = None


class TurnBegan(Event, frozen=True):
    """A player turn began; what units did in the last one is forgotten."""

    side: SideId
    turn: int


class PhaseBegan(Event, frozen=True):
    """A part of a side's turn began."""

    phase: str
    side: SideId = ""


class Did(Event, frozen=True):
    """A unit did something that bars it from something later in the turn."""

    unit: UnitId
    deed: Deed


class LeadershipTested(Event, frozen=True):
    """A Leadership test was taken: the sum of its dice, and the highest that passes.

    `lender` is a General whose Leadership it was; `again` the battle standard that gave the roll
    after one that had failed.
    """

    unit: UnitId
    test: Test
    total: int
    target: int
    passed: bool
    lender: UnitId = ""
    again: UnitId = ""


class ChargeDeclared(Event, frozen=True):
    """A unit declared a charge, the second time after a redirection."""

    unit: UnitId
    charge: Charge


class Reacted(Event, frozen=True):
    """A charged unit reacted; `forced` when it had no choice."""

    unit: UnitId
    charger: UnitId
    reaction: Reaction
    forced: bool = False


class ChargeRolled(Event, frozen=True):
    """The dice of a charge: its range, and how far the target is, in 1/100 mm."""

    unit: UnitId
    faces: tuple[int, ...]
    range: int
    distance: int


class ChargeEnded(Event, frozen=True):
    """A charge is over; a failed one without contact."""

    unit: UnitId
    target: UnitId
    success: bool
    why: Literal["", "short", "no_way", "gone"] = ""


class Engaged(Event, frozen=True):
    """Two units are in contact."""

    unit: UnitId
    target: UnitId


class Disengaged(Event, frozen=True):
    """Casualties broke the contact of two units, and neither could be nudged up to the other."""

    unit: UnitId
    other: UnitId


class ShotBegan(Event, frozen=True):
    """A unit shoots, from `distance` in 1/100 mm; `reaction` where it stands before a charge."""

    unit: UnitId
    target: UnitId
    weapon: str
    distance: int
    reaction: bool = False


class TemplateLanded(Event, frozen=True):
    """A template of this radius came down: where it was aimed, its way from there to where it lies,
    and how many models of each unit it covers. A flame `sweeps` all of its way. A cannon's line has
    no radius."""

    unit: UnitId
    weapon: str
    way: tuple[Point, ...]
    radius: int
    struck: dict[UnitId, int] = {}
    sweeps: bool = False


class Misfired(Event, frozen=True):
    """A machine misfired: the face, and what it did (T9A-WPN-10)."""

    unit: UnitId
    face: int
    result: Literal["destroyed", "silenced", "jammed", "wounded"]


class Swooped(Event, frozen=True):
    """A unit hurt an enemy that it had moved over, by a special rule."""

    unit: UnitId
    target: UnitId
    rule: str


class Silenced(Event, frozen=True):
    """A unit may not shoot up to and in this game turn."""

    unit: UnitId
    until: int


class Lent(Event, frozen=True):
    """A unit has special rules until the turn ends, and shoots `farther`, in 1/100 mm; `by` gave
    it this power."""

    unit: UnitId
    rules: tuple[str, ...]
    by: UnitId = ""
    power: str = ""
    farther: int = 0


class ChampionFell(Event, frozen=True):
    """A unit's champion fell and others stand yet: it has none any more (T9A-CMD-01)."""

    unit: UnitId


class Slowed(Event, frozen=True):
    """A unit moves so many inches less until the next turn of a side."""

    unit: UnitId
    by: int
    side: SideId


class Spent(Event, frozen=True):
    """A weapon that is used once a game was used."""

    unit: UnitId
    weapon: str


class Shot(Event, frozen=True):
    """What a shot did to a unit: hits, wounds, those no save stopped, the wounds they became, and
    models lost. The dice stand in the facts before it."""

    unit: UnitId
    target: UnitId
    weapon: str
    hits: int
    wounds: int
    unsaved: int
    damage: int
    lost: int
    reaction: bool = False
    champion: bool = False
    """Whether the champion alone was hit."""


class Rallied(Event, frozen=True):
    """A unit stopped fleeing."""

    unit: UnitId


class Fled(Event, frozen=True):
    """A unit fled: the roll in inches, how far it went, and how many models passed through what;
    `pushed` are the units through which it ran on past the roll until it was free (T9A-FLEE-06)."""

    unit: UnitId
    roll: int
    length: int
    passed: dict[str, int] = {}
    destroyed: bool = False
    pushed: tuple[UnitId, ...] = ()


class Reformed(Event, frozen=True):
    """A unit has other files, and its models other places."""

    unit: UnitId
    files: int
    order: tuple[ModelId, ...]


class Joined(Event, frozen=True):
    """A character joined a unit; his left edge stands in this file, or he `beside` the ranks."""

    unit: UnitId
    host: UnitId
    file: int
    beside: Beside = ""


class Left(Event, frozen=True):
    """A character is a unit of his own again."""

    unit: UnitId


class Closed(Event, frozen=True):
    """Skirmishers close up."""

    unit: UnitId


class Opened(Event, frozen=True):
    """Skirmishers stand in open order again."""

    unit: UnitId


class Entered(Event, frozen=True):
    """A unit is in a building."""

    unit: UnitId
    building: str


class Vacated(Event, frozen=True):
    """A unit is in its building no more."""

    unit: UnitId


NinthEvent = (
    CoreEvent | Asked | Scheduled | Begun | TurnBegan | PhaseBegan | Did | LeadershipTested
    | ChargeDeclared | Reacted | ChargeRolled | ChargeEnded | Engaged | Disengaged | Rallied | Fled
    | Reformed | Joined | Left | Closed | Opened | Entered | Vacated | ShotBegan | TemplateLanded
    | Misfired | Silenced | Swooped | Lent | Slowed | ChampionFell
    | Spent | Shot | OpeningEvent
)  # fmt: skip
