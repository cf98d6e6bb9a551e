"""Snowballs: a small game of three gangs, the example of how to add one.

Each gang picks in secret, all at once, where it starts and what it shouts. Then the gangs march or
throw in turn. Whoever is thrown at may throw back before the first ball lands, and so on while the
balls last. Each gang holds a keepsake that nobody else sees before the end.

docs/how-to/add-a-ruleset.md walks through it. Read words, legality, play, ruleset.
"""

from .ruleset import Toy, hidden
from .words import Setup

__all__ = ["Setup", "Toy", "hidden"]
