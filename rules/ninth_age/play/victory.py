"""What a battle is worth: points for what befell the enemy's units, and the result (chapter VP).

Arithmetic without a table: `scoring` reads the fates of units from a state.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Literal

from rules.core.packs import read
from rules.core.values import Value

DATA = Path(__file__).parents[1] / "data" / "victory.toml"

WonBy = Literal["markers", "zones", "standards"]
Outcome = Literal["draw", "minor", "major", "massacre"]
TENS = 10
"""Tournament points that both sides of a battle share (T9A-VP-09)."""
Fate = Literal["destroyed", "fleeing", "spent", "general", "objective"]
"""Why points are given: a unit destroyed, fleeing, at a quarter of its wounds; and the others."""


class Objective(Value, frozen=True):
    """A secondary objective: the faces that give it, and what is counted (T9A-OBJ-01)."""

    id: str
    rolls: tuple[int, ...]
    won_by: WonBy


class _Bound(Value, frozen=True):
    id: Outcome
    most: int = 0
    below: int = 0

    def holds(self, lead: int, size: int) -> bool:
        """Whether a lead is within this result's bound."""
        if self.below:
            return 100 * lead < self.below * size
        return not self.most or 100 * lead <= self.most * size


class _Tens(Value, frozen=True):
    points: int
    most: int = 0


class Worth(Value, frozen=True):
    """The data of victory."""

    near: int
    objective: int
    general: int
    flags: int
    late: int
    tens_objective: int
    objectives: tuple[Objective, ...]
    results: tuple[_Bound, ...]
    tens: tuple[_Tens, ...]


class Gain(Value, frozen=True):
    """Points for one thing; `unit` names whom it befell, `objective` what was won."""

    why: Fate
    points: int
    unit: str = ""
    objective: str = ""


@cache
def worth() -> Worth:
    """What data/victory.toml says."""
    return read(DATA, Worth)


def objective(key: str) -> Objective:
    """An objective of the data. Raises KeyError for what is none."""
    return {one.id: one for one in worth().objectives}[key]


def half(points: int) -> int:
    """Half of a unit's points, rounded up (T9A-VP-02, -03)."""
    return -(-points // 2)


def spent(left: int, start: int) -> bool:
    """Whether a quarter or less of a unit's wounds is left (T9A-VP-03)."""
    return 4 * left <= start


def gain(why: Fate, points: int, unit: str = "") -> Gain:
    """What a unit's fate is worth: all its points, or half (T9A-VP-01 to -03)."""
    return Gain(why=why, points=points if why == "destroyed" else half(points), unit=unit)


def bonus(size: int) -> int:
    """What an objective is worth in a game of so many points (T9A-VP-07)."""
    return size * worth().objective // 100


def total(gains: Iterable[Gain]) -> int:
    """The sum of some gains."""
    return sum(one.points for one in gains)


def outcome(lead: int, size: int) -> Outcome:
    """The result that a difference of points is (T9A-VP-08)."""
    return next(bound.id for bound in worth().results if bound.holds(lead, size))


def tens(lead: int, size: int, objectives: int) -> int:
    """Of the ten points of the table, those of a side with so great a lead, which may be negative,
    and so many more objectives than the other (T9A-VP-09)."""
    found = next(
        row.points for row in worth().tens if not row.most or 100 * abs(lead) <= row.most * size
    )
    got = (found if lead >= 0 else TENS - found) + worth().tens_objective * objectives
    return max(0, min(TENS, got))


def most(counts: dict[str, int]) -> tuple[str, ...]:
    """Who has more than everybody else; nobody when several have most or none has any."""
    top = max(counts.values(), default=0)
    best = tuple(key for key, count in counts.items() if count == top)
    return best if top and len(best) == 1 else ()
