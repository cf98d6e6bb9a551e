"""A match played in a test, and watched: every ruling is shown to the laws as a Moment."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from rules.core import appeals
from rules.core.agenda import Prompt
from rules.core.codec import decode_state, encode
from rules.core.dice import Dice, ScriptedDice, SealedDice, stream_key
from rules.core.events import Event
from rules.core.fold import rewound
from rules.core.refusals import Refusal
from rules.core.resolution import Resolution
from rules.core.ruleset import Action, Rules, Setup
from rules.core.state import State
from rules.core.values import PromptId, SideId, Viewer

S = TypeVar("S", bound=State)
Outcome = Resolution[S] | Refusal

DiceAt = Callable[[int], Dice]
"""Dice whose next draw has a given number: the same number gives the same faces, always."""


def sealed(secret: bytes, salts: dict[str, str] | None = None) -> DiceAt:
    """The dice of real play."""
    key = stream_key(secret, salts or {})
    return lambda position: SealedDice(key, position)


def scripted(*faces: int) -> DiceAt:
    """The faces that a test lists, the first for draw 0."""
    return lambda position: ScriptedDice(faces[position:], position)


def _nothing(state: Any, subject: Any) -> Iterable[Any]:
    return ()


@dataclass(frozen=True)
class Trial(Generic[S]):
    """A ruleset, a match of it to begin, and what only its tests know.

    `hidden(state, viewer)` gives marks, texts planted by the setup or the answers, which must not
    occur in anything the viewer is sent. `bent(state, prompt)` gives answers that may be refused.
    """

    rules: Rules[S]
    setup: Setup
    hidden: Callable[[S, Viewer], Iterable[str]] = _nothing
    bent: Callable[[S, Prompt], Iterable[Action]] = _nothing


@dataclass(frozen=True)
class Moment(Generic[S]):
    """One ruling: what was, what was asked of the rules, and what they answered."""

    trial: Trial[S]
    before: S | None
    """None when this is the beginning."""
    raw: bytes
    """The state before, as JSON, taken before the rules ran."""
    repeat: Callable[[], Outcome[S]]
    """Does the same again, with the same dice."""
    outcome: Outcome[S]
    after: S
    events: tuple[Event, ...]
    dice: DiceAt
    position: int
    """The number of the first draw."""
    side: SideId
    old: tuple[tuple[SideId, Action], ...]
    """Answers given before, and by whom: mostly out of place now."""
    tried: dict[Any, Outcome[S]] = field(default_factory=dict)
    """What the laws found would follow from answers to the prompts now open."""


Law = Callable[[Moment[Any]], None]


@dataclass
class Match(Generic[S]):
    """Plays a trial. Every method returns what the rules answered, and has shown it to the laws.

    Each ruling begins from a state that has been through JSON, as after a restart of the server.
    An exception carries a note with all answers so far.
    """

    trial: Trial[S]
    dice: DiceAt
    watch: tuple[Law, ...] = ()
    events: list[Event] = field(default_factory=list)
    """The log, without what was taken back."""
    told: list[tuple[SideId, Any]] = field(default_factory=list)
    """Every answer and appeal, in order, refused ones included."""
    marks: list[tuple[S, int]] = field(default_factory=list)
    """After each ruling: the state, and the length of the log."""

    def __post_init__(self) -> None:
        begin = self.trial.rules.begin
        self._rule(None, "", 0, lambda dice: begin(self.trial.setup, dice))

    @property
    def state(self) -> S:
        """Everything true now."""
        return self.marks[-1][0]

    def answers(self) -> list[tuple[SideId, Action]]:
        """Every answer and its side, without the appeals."""
        return [(side, what) for side, what in self.told if isinstance(what, Action)]

    def prompt_of(self, side: SideId) -> PromptId:
        """The one open prompt of a side. Raises ValueError when there is none or another."""
        (key,) = (key for key, prompt in self.state.prompts.items() if prompt.side == side)
        return key

    def answer(self, prompt: PromptId, action: Action) -> Outcome[S]:
        """Answer an open prompt."""
        rules, state, side = self.trial.rules, self.state, self.state.prompts[prompt].side
        self.told.append((side, action))
        return self._rule(
            state, side, state.draws, lambda dice: rules.resolve(state, prompt, action, dice)
        )

    def act(self, side: SideId, action: Action) -> Outcome[S]:
        """Answer the one open prompt of a side."""
        return self.answer(self.prompt_of(side), action)

    def appeal(self, side: SideId, what: appeals.Appeal) -> Outcome[S]:
        """Bring something up unasked."""
        rules, state = self.trial.rules, self.state
        self.told.append((side, what))
        return self._rule(
            state, side, state.draws, lambda dice: appeals.appeal(rules, state, side, what, dice)
        )

    def take_back(self, rulings: int) -> None:
        """Go back before the last few rulings, as far as the beginning of the match."""
        now = self.state
        del self.marks[max(1, len(self.marks) - rulings) :]
        earlier, length = self.marks.pop()
        del self.events[length:]
        state = rewound(earlier, draws=now.draws, asked=now.asked, offered=now.offered)
        self.told.append(("", f"take back {rulings}"))
        self._rule(now, "", now.draws, lambda dice: Resolution(self.trial.rules, state, dice))

    def _rule(
        self, before: S | None, side: SideId, position: int, act: Callable[[Dice], Outcome[S]]
    ) -> Outcome[S]:
        rules, raw = self.trial.rules, encode(before)
        old = tuple(self.answers()[-8:])
        try:
            outcome = act(self.dice(position))
            if isinstance(outcome, Refusal):
                assert before is not None
                after, events = before, tuple[Event, ...]()
            else:
                after, events = outcome.state, tuple(outcome.events)
            moment = Moment(
                self.trial, before, raw, lambda: act(self.dice(position)), outcome, after, events,
                self.dice, position, side, old,
            )  # fmt: skip
            for law in self.watch:
                law(moment)
        except Exception as error:
            error.add_note("after " + "; ".join(f"{who}: {what}" for who, what in self.told))
            raise
        if not isinstance(outcome, Refusal):
            self.events.extend(events)
            self.marks.append((decode_state(rules, encode(after)), len(self.events)))
        return outcome
