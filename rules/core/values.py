"""The smallest words: frozen values, ids, poses, and sentences (a key and its parameters).

Lengths are integers of 1/100 mm (1 inch = 2540), angles integers of 1/1000 degree. No float enters
a State, an Event or a message.
"""

import re

import msgspec

INCH = 2540
"""One inch in the unit of length used everywhere inside."""


def snake(name: str) -> str:
    """The tag a struct carries on the wire: its class name in snake case."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Value(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """Base of everything that is stored or sent. Dicts inside are never changed, only replaced."""


class Tagged(Value, frozen=True, tag_field="type", tag=snake):
    """A value that stands in a closed union and says by its tag which member it is."""


SideId = str
UnitId = str
ModelId = str
PromptId = str

Viewer = frozenset[SideId]
"""Whose eyes: the sides a user holds. Empty is the public, all sides a practice table."""

PUBLIC: Viewer = frozenset()

Point = tuple[int, int]


class Pose(msgspec.Struct, frozen=True, array_like=True):
    """Where a base stands: its centre in 1/100 mm and its facing in 1/1000 degree."""

    x: int
    y: int
    facing: int = 0

    @property
    def at(self) -> Point:
        """The centre alone."""
        return (self.x, self.y)


class Number(Tagged, frozen=True, tag="number"):
    """A whole number inside a sentence; also chooses its plural form."""

    value: int


class Distance(Tagged, frozen=True, tag="length"):
    """A length inside a sentence, worded in inches with the reader's decimal mark."""

    value: int


class Term(Tagged, frozen=True, tag="term"):
    """Another key of the catalogue, worded in place."""

    key: str


class Named(Tagged, frozen=True, tag="unit"):
    """A unit, worded by the name its owner gave it, or by that of its kind."""

    unit: UnitId


class SideName(Tagged, frozen=True, tag="side"):
    """A side, worded by the name of the player who holds it."""

    side: SideId


class Text(Tagged, frozen=True, tag="text"):
    """A player's own words."""

    text: str


Param = Number | Distance | Term | Named | SideName | Text


class Line(Value, frozen=True):
    """One sentence: a key of the game's catalogue and what fills its places."""

    key: str
    params: dict[str, Param] = {}
