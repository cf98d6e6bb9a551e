"""The special rules as data: who words them, what enforces them, and what they do to others."""

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


class Ward(Value, frozen=True):
    """A ward save that a rule gives: its face, and against what alone it helps: `shots`, `flaming`
    attacks, `mundane` ones, which are not magical, `mighty` ones of Strength 5 or more."""

    face: int
    against: Literal["", "shots", "flaming", "mundane", "mighty"] = ""


class Swoop(Value, frozen=True):
    """Hits on an enemy that a unit has moved over, and more for each rank after the first."""

    hits: str
    strength: int
    rank_hits: str = ""
    rules: tuple[str, ...] = ()


class Special(Value, frozen=True):
    """A special rule whose words are known: by a paragraph of section 18, by an army's own list
    (`army`), or among the magic items. `chapter` is the part of the game that enforces it, `rest`
    the part that what is left of it comes with.

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
    while_charging: bool = False
    """Whether friends near have them only while its bearer charges, or has charged in this turn."""
    joins: tuple[str, ...] = ()
    """What its bearer joins alone: units with one of these rules, or of these kinds, even if they
    take nobody else."""
    takes: bool = False
    """Whether its bearer has the rules of the unit that he has joined."""
    third_die: tuple[str, ...] = ()
    """Leadership tests, by their names, of units of which half or more have it: on three dice, of
    which the highest is dropped."""
    rerolls: tuple[str, ...] = ()
    """Failed rolls that are thrown once more: Leadership tests by their names, `charge`."""
    whole: bool = False
    """Whether all of a unit must have it for the unit to throw again."""
    charging: tuple[str, ...] = ()
    """Rules that its bearer has from the declaration of a charge to the end of the turn."""
    once: bool = False
    """Whether what it does is done once a game."""
    spares: bool = False
    """Whether the first hit on its bearer does nothing."""
    leadership: int = 0
    """What it adds to the Leadership of the unit."""
    presence: int = 0
    """How much farther a General or a battle standard reaches with it."""
    marches: bool = False
    """Whether the undead march with it where no General is near."""
    pace: int = 0
    """Inches that it adds to the Movement."""
    ward: Ward | None = None
    swoop: Swoop | None = None
    forfeit: bool = False
    """Whether who flees loses it for good."""
    rooted: bool = False
    """Whether who moves loses it for good."""
    no_charge: bool = False
    """Whether its bearer declares no charge."""
    aim: int = 0
    """What it adds to the skill of a shot; a rule of the shooters or of the weapon."""
    ignores: tuple[str, ...] = ()
    """Penalties of a shot that do not count, by the names of their sources."""
    shots: tuple[str, ...] = ()
    """Rules that the hits of its bearer's artillery have."""
    misfire: int = 0
    """What it adds to the table of misfires; a rule of the machine or of the weapon."""
    halts: bool = False
    """A rule of a weapon that is not used after a march."""

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


@cache
def haste(rules: frozenset[str]) -> int:
    """Inches that special rules add to the Movement."""
    return sum(known.pace for rule in rules if (known := special(rule)))
