"""Every way dice can fall, with its odds: the rules themselves are run once for each.

Exact dice branch on how many of a pool succeed, never on faces: 16 dice have 17 branches, not 6^16.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import TypeVar

from rules.core.odds import Odds, chance, gather, successes

T = TypeVar("T")

Branch = tuple[tuple[int, ...], Fraction]

READ = 3
"""Dice that may be read by their faces, six branches for each."""


def branches(count: int, need: int) -> list[Branch]:
    """The ways a pool can fall: faces that stand for all alike, and the odds of those.

    With a `need` there is one for each number of successes; without one every face is another.
    Raises ValueError for more than READ dice without a need.
    """
    if need:
        odds = successes(count, chance(need))
        return [((6,) * hits + (1,) * (count - hits), p) for hits, p in odds.items()]
    if count > READ:
        raise ValueError(f"{count} dice are read by their faces: {6**count} branches")
    return [(faces, Fraction(1, 6**count)) for faces in product(range(1, 7), repeat=count)]


class ExactDice:
    """Dice on one path through the tree of branches: `path` says which to take, 0 beyond it."""

    def __init__(self, path: tuple[int, ...] = (), position: int = 0) -> None:
        self._path = path
        self.position = position
        self.odds = Fraction(1)
        self.taken: list[int] = []
        """The branch taken at each roll."""
        self.widths: list[int] = []
        """How many branches each roll had."""

    def draw(self, count: int, need: int = 0) -> tuple[int, ...]:
        """The faces of the branch that this path takes."""
        options = branches(count, need)
        depth = len(self.taken)
        taken = self._path[depth] if depth < len(self._path) else 0
        self.taken.append(taken)
        self.widths.append(len(options))
        self.position += count
        faces, odds = options[taken]
        self.odds *= odds
        return faces


def outcomes(run: Callable[[ExactDice], T], position: int = 0) -> Odds[T]:
    """The outcome table of something that rolls dice: it is run once for every branch.

    `run` must roll by the dice it is given, and otherwise do the same each time.
    """
    found: list[tuple[T, Fraction]] = []
    path: tuple[int, ...] | None = ()
    while path is not None:
        dice = ExactDice(path, position)
        outcome = run(dice)
        found.append((outcome, dice.odds))
        path = _next(dice)
    return gather(found)


def _next(dice: ExactDice) -> tuple[int, ...] | None:
    """The path after this one, depth first; None after the last."""
    path = dice.taken
    for depth in reversed(range(len(path))):
        if path[depth] + 1 < dice.widths[depth]:
            return (*path[:depth], path[depth] + 1)
    return None
