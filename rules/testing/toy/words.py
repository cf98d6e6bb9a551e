"""The vocabulary: what is answered, drafted, asked, still to be done, and what can be a fact."""

from rules.core import agenda, events, ruleset, state, view
from rules.core.agenda import Question, Step
from rules.core.ruleset import Action, Draft
from rules.core.values import Point, PromptId, SideId, UnitId, Value


class Take(Action, frozen=True):
    """Start in a corner, with a war cry."""

    corner: str
    cry: str


class March(Action, frozen=True):
    """Move the gang so that its first model stands at `to`."""

    to: Point


class Throw(Action, frozen=True):
    """Throw a ball at a gang."""

    target: UnitId


class Pass(Action, frozen=True):
    """Do nothing."""


class Walk(Draft, frozen=True):
    """A march being drawn."""

    unit: UnitId
    to: Point


class Aim(Draft, frozen=True):
    """A throw being aimed."""

    unit: UnitId
    target: UnitId


class WhereToStart(Question, frozen=True):
    """Which corner, and which cry? Asked of all gangs at once."""

    corners: tuple[str, ...]


class WhatNow(Question, frozen=True):
    """What does the gang do in its turn?"""

    unit: UnitId


class ThrowBack(Question, frozen=True):
    """Does the gang throw back at the one that throws at it?"""

    unit: UnitId
    thrower: UnitId


class Gather(Step, frozen=True):
    """All gangs choose; when the last has, everybody comes onto the table."""


class Season(Step, frozen=True):
    """Whose turn comes next, or the end. Lies at the bottom throughout."""


class Turn(Step, frozen=True):
    """One gang acts."""

    side: SideId


class Reply(Step, frozen=True):
    """The window in which a target may throw back."""

    thrower: UnitId
    target: UnitId


class Flight(Step, frozen=True):
    """A ball lands."""

    thrower: UnitId
    target: UnitId


class Choice(Value, frozen=True):
    """Where a gang starts, and what it shouts."""

    corner: str
    cry: str


class Setup(ruleset.Setup, frozen=True):
    """Who plays, in seating order; what each hides; how many rounds."""

    names: dict[SideId, str]
    keepsakes: dict[SideId, str]
    rounds: int = 3


class Began(events.Event, frozen=True):
    """The first fact of a match."""

    setup: Setup


class Chose(events.Event, frozen=True):
    """A gang chose in secret."""

    side: SideId
    choice: Choice


class Revealed(events.Event, frozen=True):
    """All choices are in."""

    choices: dict[SideId, Choice]


class Turned(events.Event, frozen=True):
    """A gang's turn began."""

    round: int
    side: SideId


class Uncovered(events.Event, frozen=True):
    """The keepsakes are shown."""

    keepsakes: dict[SideId, str]


Steps = Gather | Season | Turn | Reply | Flight
Questions = WhereToStart | WhatNow | ThrowBack


class Prompt(agenda.Prompt, frozen=True):
    """An open question of this game."""

    question: Questions


class Asked(events.Asked, frozen=True):
    """A question of this game was put."""

    prompt: Prompt


class Scheduled(events.Scheduled, frozen=True):
    """The agenda of this game changed."""

    steps: tuple[Steps, ...] = ()


class State(state.State, frozen=True, kw_only=True):
    """Everything true now. `choices` are secret until `gathered`, keepsakes until `uncovered`."""

    setup: Setup
    agenda: tuple[Steps, ...] = ()
    prompts: dict[PromptId, Prompt] = {}
    choices: dict[SideId, Choice] = {}
    gathered: bool = False
    uncovered: bool = False
    round: int = 0
    active: SideId = ""


class PromptShown(view.PromptShown, frozen=True):
    """An open question as a viewer sees it."""

    question: Questions | None = None


class View(view.View, frozen=True):
    """What a viewer sees."""

    prompts: dict[PromptId, PromptShown] = {}
    choices: dict[SideId, Choice] = {}
    keepsakes: dict[SideId, str] = {}


class Preview(ruleset.Preview, frozen=True):
    """What a draft would mean: the finished answer, and the dice a throw would roll."""

    action: March | Throw | None = None
    dice: int = 0
