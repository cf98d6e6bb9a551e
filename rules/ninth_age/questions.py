"""What a side may be asked, with what its player needs to see to answer."""

from rules.core import agenda
from rules.core.agenda import Question
from rules.core.values import UnitId, Value
from rules.ninth_age.actions import Reaction
from rules.ninth_age.opening.questions import OpeningQuestion


class Offer(Value, frozen=True):
    """Something that a unit may give another, or all whom it is for."""

    unit: UnitId
    power: str
    target: UnitId = ""


class Declare(Question, frozen=True):
    """Declare a charge, one of these at one of its targets, or end the declarations; before the
    first, give what may be given at the beginning of a turn."""

    charges: dict[UnitId, tuple[UnitId, ...]]
    offers: tuple[Offer, ...] = ()


class HowToReact(Question, frozen=True):
    """A unit is charged: what does it do?"""

    unit: UnitId
    charger: UnitId
    reactions: tuple[Reaction, ...]


class WhoSupports(Question, frozen=True):
    """A unit is charged: which of its supporters shoots at who charges it?"""

    charger: UnitId
    units: tuple[UnitId, ...]


class WhetherToRedirect(Question, frozen=True):
    """The target fled: who tests for another?"""

    units: tuple[UnitId, ...]


class NewTarget(Question, frozen=True):
    """The test is passed: which target is charged now?"""

    unit: UnitId
    targets: tuple[UnitId, ...]


class WhichTarget(Question, frozen=True):
    """Both targets fled: which is charged?"""

    unit: UnitId
    targets: tuple[UnitId, ...]


class NextCharger(Question, frozen=True):
    """Whose charge is rolled or moved next?"""

    units: tuple[UnitId, ...]


class NextRally(Question, frozen=True):
    """Which fleeing unit tests next?"""

    units: tuple[UnitId, ...]


class NextFlight(Question, frozen=True):
    """Which unit flees next?"""

    units: tuple[UnitId, ...]


class NextPanic(Question, frozen=True):
    """Which of several units tests for panic next?"""

    units: tuple[UnitId, ...]


class NextWander(Question, frozen=True):
    """Which unit of random movement moves next, and where to? The `fixed` go as they face; of
    those that may stay the first does so."""

    units: tuple[UnitId, ...]
    fixed: tuple[UnitId, ...] = ()
    stays: tuple[UnitId, ...] = ()


class RollAgain(Question, frozen=True):
    """The dice of a move lie: are they rolled once more?"""

    unit: UnitId
    total: int


class FormUp(Question, frozen=True):
    """The unit rallied: a full reform, or none. One that ran an enemy down: a `pivot`, another
    facing with the same files, or none; `test` is what its test must not exceed."""

    unit: UnitId
    pivot: bool = False
    test: int = 0


class MoveOption(Value, frozen=True):
    """What a unit may do, with lengths in 1/100 mm; `test` what a march test must not exceed.

    `flies` tells that it may go on foot instead, `forms` that it may form anew on the way; `hosts`
    are units that a character may join, `leaves` the one that he would leave.
    """

    advance: int
    half: int
    march: int = 0
    test: int = 0
    reform: bool = True
    swift: bool = False
    flies: bool = False
    forms: bool = False
    hosts: tuple[UnitId, ...] = ()
    leaves: UnitId = ""
    buildings: tuple[str, ...] = ()
    """Those it may go into."""
    inside: bool = False
    """It is in one: it may only be set up near it."""


class MoveUnits(Question, frozen=True):
    """Move a unit, or end the moves."""

    units: dict[UnitId, MoveOption]


class WhomToSwoop(Question, frozen=True):
    """Which of the enemies that a unit has moved over is hurt?"""

    unit: UnitId
    targets: tuple[UnitId, ...]


class AfterHalt(Question, frozen=True):
    """The march was stopped: advance forward, or stay."""

    unit: UnitId
    allowance: int


class ShootWith(Question, frozen=True):
    """Shoot with a unit at one of its targets, or end the shooting. What each shot would bring is
    answered by the draft Aims. Before the first shot, give what may be given then."""

    units: dict[UnitId, tuple[UnitId, ...]]
    offers: tuple[Offer, ...] = ()


class AfterSwift(Question, frozen=True):
    """The swift reform succeeded: advance, or stay."""

    unit: UnitId
    allowance: int


NinthQuestion = (
    Declare | HowToReact | WhoSupports | WhetherToRedirect | NewTarget | WhichTarget
    | NextCharger | NextRally | NextFlight | NextPanic | NextWander | RollAgain | FormUp
    | MoveUnits | WhomToSwoop | AfterHalt | AfterSwift | ShootWith | OpeningQuestion
)  # fmt: skip


class Prompt(agenda.Prompt, frozen=True):
    """An open question of this game."""

    question: NinthQuestion
