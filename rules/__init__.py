"""The games: plain Python libraries that know no web, no clock and no chance of their own."""

import importlib
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core.ruleset import Rules

GAMES = {
    "saga": "rules.saga.ruleset:Saga",
    "ninth_age": "rules.ninth_age.ruleset:NinthAge",
}
"""Every game by its id, and where its Rules stand; nothing is loaded before it is asked for."""


def rulesets() -> tuple[str, ...]:
    """Ids of the games that can be played."""
    return tuple(GAMES)


def ruleset(game: str) -> "Rules[Any]":
    """The rules of a game, loaded on first use. Raises KeyError for an unknown id."""
    return _made(GAMES[game])


@cache
def _made(where: str) -> "Rules[Any]":
    module, name = where.split(":")
    rules: Rules[Any] = getattr(importlib.import_module(module), name)()
    return rules
