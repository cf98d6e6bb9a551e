"""Where the lists of each game are written: one module a game, found by its id.

The pages know a Workshop and no game. `workshop(game)` gives that of a game; a roster is whatever
its rules say, and only the workshop looks inside. Templates that show a roster stand in
`armies/<game>/`.
"""

import importlib
from functools import cache

from rules import rulesets
from table.armies.workshops.base import Craft, Fix, Said, Words, Workshop

__all__ = ["Craft", "Fix", "Said", "Words", "Workshop", "usual_game", "workshop", "workshops"]


def workshop(game: str) -> Workshop:
    """The workshop of a game. Raises KeyError for an unknown id."""
    if game not in rulesets():
        raise KeyError(game)
    return _made(game)


def workshops() -> tuple[Workshop, ...]:
    """All of them, in the order of the games."""
    return tuple(map(workshop, rulesets()))


def usual_game() -> str:
    """The game that is meant where none is named."""
    return rulesets()[0]


@cache
def _made(game: str) -> Workshop:
    made: Workshop = importlib.import_module(f"{__name__}.{game}").WORKSHOP
    return made
