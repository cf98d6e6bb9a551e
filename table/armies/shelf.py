"""What a player may bring to a table: his own warbands that are legal, and those of the game."""

from dataclasses import dataclass
from typing import Any

import msgspec

from rules.saga.content import Roster
from rules.saga.warbands.muster import cost, default_rosters
from rules.saga.warbands.packs import pack

from .models import Warband

OWN, GAMES = "own", "game"


@dataclass(frozen=True, slots=True)
class Choice:
    """A warband that may be brought. `key` is `own:12` or `game:normans_6`."""

    key: str
    name: str
    faction: str
    points: int

    @property
    def own(self) -> bool:
        """Whether the player made it."""
        return self.key.startswith(OWN)


def games_own(language: str) -> dict[str, Roster]:
    """The warbands that come with the game, named in a language, by their id."""
    return dict(zip(pack().rosters, default_rosters(language), strict=True))


def shelf(user: Any, language: str, points: int | None = None) -> list[Choice]:
    """All that may be brought, own ones first; `points` keeps those that fit a table."""
    own = Warband.objects.filter(owner=user, legal=True) if user.is_authenticated else ()
    choices = [Choice(f"{OWN}:{w.pk}", w.name, w.faction, w.points) for w in own]
    choices += [
        Choice(f"{GAMES}:{key}", roster.name, roster.faction, cost(roster, pack()))
        for key, roster in games_own(language).items()
    ]
    return [choice for choice in choices if points in (None, choice.points)]


def take(user: Any, key: str, language: str) -> Roster | None:
    """The roster of a choice; None if there is no such one, or it is somebody else's."""
    where, _, name = key.partition(":")
    if where == GAMES:
        return games_own(language).get(name)
    if where == OWN and name.isascii() and name.isdecimal() and user.is_authenticated:
        found = Warband.objects.filter(owner=user, pk=int(name[:18]), legal=True).first()
        return None if found is None else msgspec.convert(found.roster, Roster)
    return None
