"""A refusal: what was asked, why it may not be, and what to look at."""

from .values import Line, Point, Tagged, Value


class Area(Tagged, frozen=True):
    """Filled outlines, even-odd; `style` names how the board draws them."""

    rings: tuple[tuple[Point, ...], ...]
    style: str


class Trail(Tagged, frozen=True):
    """A line along points, such as a path, a sight line or a measured distance."""

    points: tuple[Point, ...]
    style: str


class Disc(Tagged, frozen=True):
    """A round place of a given radius, such as a ghost base or a keep-out."""

    at: Point
    radius: int
    style: str


class Label(Tagged, frozen=True):
    """A short sentence standing on the table."""

    at: Point
    line: Line
    style: str


Shape = Area | Trail | Disc | Label
"""What is drawn on the table. The board knows styles, never rules."""


class Refusal(Value, frozen=True):
    """Why something may not be done, in words and in shapes; nothing has changed.

    `rules` holds the ids of the broken rules (`SAGA-TER-02`), the most telling one first; `line` is
    the sentence for the player; `code` is stable and for programs.
    """

    code: str
    line: Line
    rules: tuple[str, ...] = ()
    shapes: tuple[Shape, ...] = ()


class Refused(Exception):
    """Carries a Refusal out of nested rules code; `resolve` and `preview` catch it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def refuse(code: str, line: Line, *rules: str, shapes: tuple[Shape, ...] = ()) -> Refused:
    """Shorthand for `raise refuse(...)`."""
    return Refused(Refusal(code=code, line=line, rules=rules, shapes=shapes))
