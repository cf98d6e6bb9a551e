"""What was made of a pasted list: every line of it, and the list."""

from typing import Literal

from rules.core.values import Line, Param, Value
from rules.ninth_age.armies.content import Roster
from rules.ninth_age.armies.pasted.prices import Place

Sense = Literal["recognised", "doubtful", "unknown"]


class Reading(Value, frozen=True):
    """What was made of a line: all of it, part of it, or nothing, and why not all. `units` are the
    ids of the units that it gave, or of those above that it says more of."""

    line: str
    sense: Sense
    why: tuple[Line, ...] = ()
    units: tuple[str, ...] = ()
    first: bool = False
    """Whether the line itself gave the units."""
    paid: int = 0
    """What it says that they cost; 0 where it says nothing."""


class Listing(Value, frozen=True):
    """A list read from text, legal or not, how each line was understood, and the totals."""

    roster: Roster
    readings: tuple[Reading, ...]
    stated: int = 0
    """The total that the text states; 0 if it states none."""
    counted: int = 0
    """What the list that was read costs."""
    place: Place = ""
    """Where its lines have their prices."""

    @property
    def difference(self) -> int:
        """By how much the text states more than was counted; 0 if it states no total."""
        return self.stated - self.counted if self.stated else 0


def because(code: str, **params: Param) -> Line:
    """A reason to doubt a line, or to refuse a text."""
    return Line(key=f"ninth_age.listing.why.{code}", params=dict(params))
