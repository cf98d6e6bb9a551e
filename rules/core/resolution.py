"""Working out what follows: write facts down, apply each at once, until somebody must choose."""

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .agenda import Question, Step
from .dice import Dice
from .events import Answered, Ended, Event, Passed, Rolled, Source
from .state import Result, State
from .values import Line, PromptId, SideId, UnitId

if TYPE_CHECKING:
    from .ruleset import Rules

MAX_STEPS = 2000
"""Steps one resolution may run; past it the rules are at fault, and nothing is written."""

S = TypeVar("S", bound=State)


class Fault(Exception):
    """The rules themselves went wrong. The referee answers with the refusal `fault`."""


class Resolution(Generic[S]):
    """The facts that follow from one action, and the state they lead to."""

    def __init__(self, rules: "Rules[S]", state: S, dice: Dice) -> None:
        self.rules = rules
        self.state = state
        self.dice = dice
        self.events: list[Event] = []

    def emit(self, *events: Event) -> None:
        """Write facts down; each is true for everything that comes after it."""
        for event in events:
            self.state = self.rules.apply(self.state, event)
            self.events.append(event)

    def replace(self, *steps: Step) -> None:
        """The step on top is done; `steps` come in its place, the first to run first."""
        self.emit(self.rules.types.scheduled(drop=1, steps=tuple(reversed(steps))))

    def push(self, *steps: Step) -> None:
        """Put steps on the stack, the first to run first; the step on top stays beneath them."""
        self.emit(self.rules.types.scheduled(steps=tuple(reversed(steps))))

    def ask(self, side: SideId, question: Question, line: Line, window: str = "") -> PromptId:
        """Open a question and return its id."""
        key = f"p{self.state.asked + 1}"
        prompt = self.rules.types.prompt(
            id=key, side=side, question=question, line=line, window=window
        )
        self.emit(self.rules.types.asked(prompt=prompt))
        return key

    def ask_window(self, side: SideId, question: Question, line: Line, window: str) -> bool:
        """Ask, unless the side stands on passing this window; tells whether it was asked."""
        if window in self.state.standing.get(side, ()):
            self.emit(Passed(side=side, window=window, unasked=True))
            return False
        self.ask(side, question, line, window)
        return True

    def close(self, prompt: PromptId) -> None:
        """The question has its answer."""
        self.emit(Answered(prompt=prompt, side=self.state.prompts[prompt].side))

    def roll(
        self,
        count: int,
        *,
        side: SideId,
        why: str,
        need: int = 0,
        unit: UnitId = "",
        rule: str = "",
        sources: tuple[Source, ...] = (),
        need_sources: tuple[Source, ...] = (),
        read: bool = False,
    ) -> tuple[int, ...]:
        """Roll `count` dice, write the roll down, and return its faces.

        With a `need`, only the number of faces at or above it may matter, unless they are `read`.
        """
        first = self.dice.position
        faces = self.dice.draw(count, 0 if read else need)
        self.emit(
            Rolled(
                why=why,
                side=side,
                first=first,
                faces=faces,
                need=need,
                unit=unit,
                rule=rule,
                sources=sources,
                need_sources=need_sources,
            )
        )
        return faces

    def end(self, winners: tuple[SideId, ...], line: Line, scores: dict[SideId, int]) -> None:
        """The match is over."""
        self.emit(Ended(result=Result(winners=winners, line=line, scores=scores)))

    def run(self) -> None:
        """Run the agenda until a prompt is open or the match is over.

        Raises Fault when the agenda runs dry, a step does nothing, or MAX_STEPS are not enough.
        """
        steps: dict[type[Any], Any] = dict(self.rules.steps)
        for _ in range(MAX_STEPS):
            if self.state.prompts or self.state.result is not None:
                return
            if not self.state.agenda:
                raise Fault("the agenda is empty and the match is not over")
            step = self.state.agenda[-1]
            before = len(self.events)
            steps[type(step)](self, step)
            if len(self.events) == before:
                raise Fault(f"{type(step).__name__} ran and nothing followed")
        raise Fault(f"more than {MAX_STEPS} steps")
