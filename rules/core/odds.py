"""Exact odds of dice pools, as fractions.

An outcome table maps each outcome to its probability; they add up to 1. Previews take theirs from
these closed forms; tests hold them equal to every way the rules themselves can go (testing/odds).
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import comb
from typing import TypeVar

T = TypeVar("T")
U = TypeVar("U")
Odds = dict[T, Fraction]


def chance(need: int) -> Fraction:
    """Of one die to show `need` or more."""
    return Fraction(min(6, max(0, 7 - need)), 6)


def successes(dice: int, each: Fraction) -> Odds[int]:
    """How many of some dice succeed; counts that cannot come about are absent."""
    table = {
        count: comb(dice, count) * each**count * (1 - each) ** (dice - count)
        for count in range(dice + 1)
    }
    return {count: odds for count, odds in table.items() if odds}


def gather(pairs: Iterable[tuple[T, Fraction]]) -> Odds[T]:
    """An outcome table of outcomes that may come up more than once."""
    table: Odds[T] = {}
    for outcome, odds in pairs:
        table[outcome] = table[outcome] + odds if outcome in table else odds
    return table


def then(table: Odds[T], follow: Callable[[T], Odds[U]]) -> Odds[U]:
    """What comes of each outcome, taken together."""
    return gather(
        (after, odds * more)
        for outcome, odds in table.items()
        for after, more in follow(outcome).items()
    )


def each(table: Odds[T], change: Callable[[T], U]) -> Odds[U]:
    """The same table of something that depends on the outcome."""
    return gather((change(outcome), odds) for outcome, odds in table.items())


def both(one: Odds[T], other: Odds[U]) -> Odds[tuple[T, U]]:
    """Two things that do not depend on each other."""
    return {(a, b): p * q for a, p in one.items() for b, q in other.items()}


def losses(
    dice: int, hit: Fraction, save: Fraction, *, extra: int = 0, at_most: int | None = None
) -> Odds[int]:
    """Models lost to an attack: hits, less what is saved.

    There is one defence die for each hit and `extra` more, but never more than two for a hit; each
    that succeeds cancels one hit. No more than `at_most` models can be lost.
    """

    def fallen(hits: int) -> Odds[int]:
        saved = successes(min(hits + extra, 2 * hits), save)
        most = hits if at_most is None else min(hits, at_most)
        return each(saved, lambda stopped: min(most, max(0, hits - stopped)))

    return dict(sorted(then(successes(dice, hit), fallen).items()))


def mean(table: Odds[int]) -> Fraction:
    """The average of a number."""
    return sum((outcome * odds for outcome, odds in table.items()), Fraction(0))
