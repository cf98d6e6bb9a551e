"""What a viewer sees of a battle: everything on the table is open."""

from collections.abc import Mapping

from rules.core import view as core
from rules.core.refusals import Shape
from rules.core.values import Point, Pose, PromptId, SideId, UnitId, Value
from rules.ninth_age.actions import Bases
from rules.ninth_age.arms import Guard, Weapon
from rules.ninth_age.play.victory import Gain
from rules.ninth_age.questions import NinthQuestion
from rules.ninth_age.special import Awaits
from rules.ninth_age.views.opening import OpeningShown


class Unplayed(Value, frozen=True):
    """A special rule that is not played, or only `partly`, and the chapter that it waits for; its
    `words` where nobody knows what it says."""

    rule: str
    chapter: Awaits
    partly: bool = False


class StatsCard(Value, frozen=True):
    """What is printed on a unit, as far as movement reads it. `movement` in inches."""

    movement: int
    leadership: int
    troop_type: str
    wounds: int = 1
    rules: tuple[str, ...] = ()
    musician: bool = False
    standard: bool = False
    champion: bool = False
    character: bool = False
    general: bool = False
    battle_standard: bool = False
    fly: int = 0
    random_movement: int = 0
    spread: int = 0
    """How far apart its models stand, 1/100 mm."""
    ballistic_skill: int = 0
    guard: Guard = Guard()
    missiles: tuple[Weapon, ...] = ()
    awaited: tuple[Unplayed, ...] = ()
    """Those of its special rules that are not played, or only in part."""


class Fixed(core.Fixed, frozen=True, kw_only=True):
    """What never changes."""

    stats: dict[UnitId, StatsCard] = {}


class Tray(Value, frozen=True):
    """A unit's block: its centre and facing, its files and ranks, its size in 1/100 mm, its
    bases."""

    pose: Pose
    files: int
    ranks: int
    width: int
    depth: int
    last: int
    """Models in the last rank, which begins at the left file."""
    bases: Bases
    command: dict[str, int] = {}
    """In which files of the first rank, from the left, the champion, the standard bearer and the
    musician stand."""


class ChargeShown(Value, frozen=True):
    """A declared charge; `dice` when they are rolled."""

    target: UnitId
    dice: tuple[int, ...] = ()


class Goal(Value, frozen=True):
    """A secondary objective: its id, what stands or lies for it on the table, what each side has
    of that by which it is won, who would win it now, and how many points that is worth."""

    id: str
    shapes: tuple[Shape, ...] = ()
    counts: dict[SideId, int] = {}
    winners: tuple[SideId, ...] = ()
    worth: int = 0


class PromptShown(core.PromptShown, frozen=True):
    """An open question; only its side sees the options."""

    question: NinthQuestion | None = None


class View(core.View, frozen=True, kw_only=True):
    """What these eyes see."""

    fixed: Fixed
    prompts: Mapping[PromptId, PromptShown] = {}
    trays: dict[UnitId, Tray] = {}
    charges: dict[UnitId, ChargeShown] = {}
    engaged: dict[UnitId, tuple[UnitId, ...]] = {}
    joined: dict[UnitId, UnitId] = {}
    """Characters in the ranks of a unit, which shows their tray."""
    files: dict[UnitId, int] = {}
    """In how many files a unit was formed that stands in no ranks: not on the table, or in a
    building."""
    zones: dict[SideId, tuple[Point, ...]] = {}
    """The deployment zones, as outlines."""
    opening: OpeningShown | None = None
    goals: tuple[Goal, ...] = ()
    gains: dict[SideId, tuple[Gain, ...]] = {}
    """What `scores` is made of, where there are points: of objectives only after the end."""
