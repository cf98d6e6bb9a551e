"""What a game must offer, and the part of it that every game shares.

`Rules` is the base class: a game fills its tables (steps, answers, kinds of fact) and its own
`muster`, `begin`, `preview`, `suggest`, `view`, `redact` and `tell`. What follows from an answer
(`resolve`) or an appeal (appeals.py) is worked out in the same way for all.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .agenda import Prompt, Question, Step
from .dice import Dice
from .events import APPLY, Asked, Event, Scheduled
from .menu import Heading, Menu, OwnArmy
from .refusals import Refusal, Refused
from .resolution import Resolution
from .state import State
from .values import Line, PromptId, SideId, Tagged, Value, Viewer

if TYPE_CHECKING:
    from .view import View

S = TypeVar("S", bound=State)


class Action(Tagged, frozen=True):
    """An answer to a prompt. Imperative."""


class Draft(Tagged, frozen=True):
    """An unfinished answer, for preview only."""


class Setup(Value, frozen=True):
    """All a match begins from: scenario, rosters, terrain, dice commitment. A game narrows it."""


class Seated(Value, frozen=True):
    """Who sits at a side and what he brought: his roster, as plain JSON values."""

    name: str
    roster: Any


class Preview(Value, frozen=True):
    """What a draft would mean. A game narrows it; `refusal` says why it could not be done."""

    refusal: Refusal | None = None


@dataclass(frozen=True)
class Types:
    """A game's closed unions, for decoding, and its own forms of three core classes."""

    action: Any
    draft: Any
    event: Any
    state: type[State]
    setup: type[Setup]
    view: type[Any]
    preview: type[Preview]
    scheduled: type[Scheduled]
    asked: type[Asked]
    prompt: type[Prompt]


class Rules(ABC, Generic[S]):
    """A game."""

    id: str
    edition: str
    types: Types
    steps: Mapping[type[Step], Callable[[Resolution[S], Any], None]]
    """What each kind of step does when it lies on top and nobody is asked."""
    answers: Mapping[type[Question], Callable[[Resolution[S], Any, Any], None]]
    """What follows an answer to each kind of question: `(resolution, prompt, action)`. It judges,
    raises Refused, or closes the prompt and writes down what follows."""
    applies: Mapping[type[Event], Callable[[Any, Any], Any]]
    """What each of the game's own facts changes."""
    counters: frozenset[str]
    """The counters that a unit may have: what is agreed on may set these and no others."""
    essential: frozenset[type[Step]] = frozenset()
    """Steps that no agreement may leave out: without them there is nothing to play with."""

    @abstractmethod
    def muster(self, roster: Any) -> tuple[Refusal, ...]:
        """Why a roster is not legal; empty when it is."""

    def agree(self, scenario: str, options: Mapping[str, Any]) -> Refusal | None:
        """Why a table cannot be agreed on like this, whoever comes to it; None where it can."""
        return None

    def arrange(
        self,
        scenario: str,
        seats: Mapping[SideId, "Seated"],
        options: Mapping[str, Any],
        commitment: str,
    ) -> Any:
        """The setup of a match, made from what its seats brought, for `begin`.

        `options` are the table's own choices (points, layout), `commitment` the published hash of
        the dice secret. Raises Refused when a roster cannot be read or does not fit.
        """
        raise NotImplementedError

    @abstractmethod
    def begin(self, setup: Any, dice: Dice) -> Resolution[S]:
        """The first facts of a match. Raises Refused when the setup cannot be played."""

    @abstractmethod
    def preview(self, state: S, viewer: Viewer, draft: Any) -> Preview:
        """What a draft would mean, drawn only from what the viewer may know; never rolls."""

    @abstractmethod
    def suggest(self, state: S, prompt: Prompt) -> Iterable[Any]:
        """Some legal answers, the default one first; at least one."""

    def finished_draft(self, state: S, prompt: Prompt, action: Any) -> Any | None:
        """The draft that, finished, is this answer; None where none is drafted before it is given.

        The preview of that draft allows exactly what `resolve` does not refuse (law 7).
        """
        return None

    @abstractmethod
    def opening(self, event: Any) -> S:
        """The state that the first fact of a match describes."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> "View":
        """What these eyes see."""

    @abstractmethod
    def redact(self, event: Event, viewer: Viewer) -> Event | None:
        """The part of a fact that these eyes may see; None hides it. Hidden unless shown."""

    @abstractmethod
    def tell(self, event: Event) -> Line | None:
        """One sentence for the log, of a redacted fact; None where it needs no words."""

    def menu(self) -> Menu:
        """What may be chosen when a table is opened; `arrange` understands every choice of it."""
        return Menu()

    def armies(self, language: str) -> tuple[OwnArmy, ...]:
        """The armies that come with the game, named in a language; each is legal."""
        return ()

    def headings(self) -> Iterable[Heading]:
        """The game's rules by id, in their order; none where no index was made."""
        return ()

    def problems(self) -> Iterable[str]:
        """What is wrong with the game's data, in English for whoever mends it."""
        return ()

    def scores(self, state: S) -> dict[SideId, int]:
        """Points of each side now; empty where the scenario counts none."""
        return {}

    def apply(self, state: S | None, event: Event) -> S:
        """The state after a fact. Total."""
        if state is None:
            return self.opening(event)
        change = self.applies.get(type(event))
        if change is None:
            change = next(APPLY[kind] for kind in type(event).__mro__ if kind in APPLY)
        result: S = change(state, event)
        return result

    def resolve(
        self, state: S, prompt: PromptId, action: Action, dice: Dice
    ) -> Resolution[S] | Refusal:
        """What follows from answering an open prompt. Changes none of its arguments but the dice.

        Any other exception than Refused is a fault of the rules and is let through: the caller
        writes nothing and answers with the refusal `fault`.
        """
        asked = state.prompts[prompt]
        resolution = Resolution(self, state, dice)
        try:
            self.answers[type(asked.question)](resolution, asked, action)
        except Refused as refused:
            return refused.refusal
        resolution.run()
        return resolution
