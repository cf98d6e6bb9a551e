"""The special rules as data: who words them, what enforces them, and what they do to others.

What a rule changes of its bearer's entry on the list stands in data/upgrades.toml (armies.content).
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from rules.core.packs import by_id, read
from rules.core.values import Value

FILE = Path(__file__).parent / "data" / "rules.toml"

Chapter = Literal["lists", "deployment", "movement", "shooting", "psychology", "combat", "magic"]

Awaits = Literal["", "combat", "magic", "words"]

UNBUILT = frozenset({"combat", "magic"})
"""Chapters that nothing plays yet: what they alone would enforce is shown as waiting for them."""


class Special(Value, frozen=True):
    """A special rule whose words are known: by a paragraph of section 18, or by an army's own list
    (`army`). `chapter` is the part of the game that enforces it, `rest` the part that what is left
    of it comes with.

    Lengths in 1/100 mm. Rules are named by their ids.
    """

    id: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,59}\Z")]
    by: str
    chapter: Chapter
    rest: Literal["", "combat", "magic"] = ""
    brings: tuple[str, ...] = ()
    """Rules that its bearer has with it (T9A-SR-01)."""
    bars: tuple[str, ...] = ()
    """Rules that its bearer has not because of it."""
    shares: tuple[str, ...] = ()
    """Rules that everybody in the ranks of its bearer has."""
    aura: tuple[str, ...] = ()
    """Rules that friends nearer than `reach` have."""
    reach: int = 0
    dice: dict[str, int] = {}
    """Dice of a Leadership test by its name: of more than two the highest are dropped."""

    @property
    def awaits(self) -> Awaits:
        """The chapter that it, or what is left of it, comes with; empty when all is played."""
        match self.chapter:
            case "combat" | "magic" as whole:
                return whole
            case _:
                return self.rest


class _Rules(Value, frozen=True):
    rules: tuple[Special, ...]


@cache
def specials() -> Mapping[str, Special]:
    """Every special rule by its id. Raises PackError."""
    found: dict[str, Special] = by_id(read(FILE, _Rules).rules)
    return found


def special(rule: str) -> Special | None:
    """What is known of a special rule; None for one that is a name only."""
    return specials().get(rule)


@cache
def brought(rule: str) -> frozenset[str]:
    """A rule and all that it brings, directly or by another."""
    found, fresh = {rule}, [rule]
    while fresh:
        known = special(fresh.pop())
        new = set(known.brings) - found if known else set()
        found |= new
        fresh += new
    return frozenset(found)


@cache
def sharing(rule: str) -> tuple[str, ...]:
    """The rules by which others in the same ranks have this one."""
    return tuple(s.id for s in specials().values() if any(rule in brought(r) for r in s.shares))


@cache
def auras(rule: str) -> tuple[Special, ...]:
    """The rules by which friends near have this one."""
    return tuple(s for s in specials().values() if any(rule in brought(r) for r in s.aura))
