"""Everything true now, as far as every game shares it."""

from collections.abc import Mapping

from .agenda import Prompt, Step
from .offers import Offer
from .table import Table
from .values import Line, PromptId, SideId, Value


class Result(Value, frozen=True):
    """How a match ended. No winner is a draw."""

    winners: tuple[SideId, ...]
    line: Line
    scores: dict[SideId, int] = {}


class State(Value, frozen=True):
    """Base of each game's State, which narrows the types and adds its own part.

    `asked` counts the prompts ever opened and gives the next its id, as `offered` does for offers;
    `draws` is the number of the next die. `standing` holds for each side the windows in which it
    passes unasked.
    """

    sides: tuple[SideId, ...]
    table: Table
    agenda: tuple[Step, ...] = ()
    prompts: Mapping[PromptId, Prompt] = {}
    asked: int = 0
    draws: int = 0
    offered: int = 0
    offers: dict[str, Offer] = {}
    standing: dict[SideId, tuple[str, ...]] = {}
    result: Result | None = None

    def others(self, side: SideId) -> tuple[SideId, ...]:
        """Every side but this one, in seating order from it."""
        at = self.sides.index(side)
        return self.sides[at + 1 :] + self.sides[:at]
