"""Facts about a match that no game knows: they stand in the log among the game's own.

They change nothing in a State but what `log` does with them, and hide nothing from anybody.
"""

from functools import cache
from typing import Any

import msgspec

from rules.core.events import Event
from rules.core.ruleset import Rules
from rules.core.values import Line, SideId, SideName, Tagged, snake


def _tag(name: str) -> str:
    """Apart from the tags of any game, which hold no dot."""
    return f"house.{snake(name)}"


class House(Tagged, frozen=True, tag=_tag):
    """A fact that no game knows."""


class Rewound(House, frozen=True):
    """Play went back to just after fact number `to`; what came between is covered.

    Counters never go back: `draws` dice have been drawn, `asked` questions and `offered` offers
    made, covered ones included.
    """

    to: int
    draws: int
    asked: int
    offered: int


class Salted(House, frozen=True):
    """A side added its salt to the dice, before any were rolled."""

    side: SideId
    salt: str


class Revealed(House, frozen=True):
    """The match is over, and this is the dice secret (hexadecimal): every roll can be redone."""

    secret: str


class RanOut(House, frozen=True):
    """A side's time was up: what follows is the default answer, given by the house."""

    side: SideId


HouseFact = Rewound | Salted | Revealed | RanOut
Fact = Event | HouseFact


@cache
def decoder(rules: Rules[Any]) -> msgspec.json.Decoder[list[Fact]]:
    """Reads the facts of a ruling of this game."""
    return msgspec.json.Decoder(list[rules.types.event | HouseFact])  # type: ignore[name-defined]


def tell(fact: HouseFact) -> Line | None:
    """One sentence for the log, or None where it needs no words."""
    match fact:
        case Rewound():
            return Line(key="core.log.rewound")
        case RanOut(side=side):
            return Line(key="table.log.ran_out", params={"side": SideName(side=side)})
        case Revealed():
            return Line(key="table.log.revealed")
        case Salted():
            return None
