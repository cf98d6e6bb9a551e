"""Snowballs, ready to play: what tests of the core and of the server begin from."""

from collections.abc import Iterable
from typing import Any

from rules.core.agenda import Prompt
from rules.core.ruleset import Action
from rules.testing.match import DiceAt, Law, Match, Trial, sealed

from .ruleset import Toy, hidden
from .words import March, Pass, Setup, State, Take, Throw

SETUP = Setup(
    names={"a": "Ann", "b": "Bo", "c": "Cy"},
    keepsakes={"a": "keepsake-of-ann", "b": "keepsake-of-bo", "c": "keepsake-of-cy"},
)


def bent(state: Any, prompt: Prompt) -> Iterable[Action]:
    """Answers that are wrong more often than not."""
    yield Pass()
    yield March(to=(-5, 10**9))
    yield Throw(target="gang_a")
    yield Throw(target="nobody")
    yield Take(corner="middle", cry="hurrah")


def trial(rules: Toy | None = None) -> Trial[State]:
    """Three gangs."""
    return Trial(rules or Toy(), SETUP, hidden, bent)


def begin(
    dice: DiceAt | None = None, watch: tuple[Law, ...] = (), rules: Toy | None = None
) -> Match[State]:
    """A match in which every side is still to choose where it starts."""
    return Match(trial(rules), dice or sealed(b"secret"), watch)


def gather(
    dice: DiceAt | None = None, watch: tuple[Law, ...] = (), rules: Toy | None = None
) -> Match[State]:
    """A match in the first turn, which is a's. Every gang can reach every other."""
    match = begin(dice, watch, rules)
    for side, corner in (("a", "nw"), ("b", "ne"), ("c", "nw")):
        match.act(side, Take(corner=corner, cry=f"cry-of-{side}"))
    return match
