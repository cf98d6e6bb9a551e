"""What a player may bring to a table: his own lists that are legal, and those of the game."""

from dataclasses import dataclass
from typing import Any

from rules.core.menu import OwnArmy

from .models import Army
from .workshops import Workshop, workshops

OWN, GAMES = "own", "game"


@dataclass(frozen=True, slots=True)
class Choice:
    """A list that may be brought. `key` is `own:12` or `game:normans_6`, `faction` a key of the
    catalogue, `points` what it was made for."""

    key: str
    name: str
    faction: str
    points: int

    @property
    def own(self) -> bool:
        """Whether the player made it."""
        return self.key.startswith(OWN)


def shelf(user: Any, language: str, craft: Workshop, points: int | None = None) -> list[Choice]:
    """All that may be brought, own ones first; `points` keeps those that fit a table."""
    own = _of(user, craft).filter(legal=True) if user.is_authenticated else ()
    choices = [Choice(f"{OWN}:{w.pk}", w.name, w.faction_key, w.points) for w in own]
    choices += [
        Choice(f"{GAMES}:{army.id}", army.name, army.faction, army.size)
        for army in craft.own_armies(language)
    ]
    return [choice for choice in choices if points in (None, choice.points)]


def unfinished(user: Any, craft: Workshop, points: int | None) -> list[Army]:
    """A player's own lists that would fit a table if they were legal."""
    found = _of(user, craft).filter(legal=False)
    return list(found if points is None else found.filter(points=points))


def take(user: Any, key: str, language: str, craft: Workshop) -> Any | None:
    """The roster of a choice; None if there is no such one, or it is somebody else's."""
    where, _, name = key.partition(":")
    if where == GAMES:
        army = next((a for a in craft.own_armies(language) if a.id == name), None)
        return None if army is None else craft.decode(army.roster)
    if where == OWN and name.isascii() and name.isdecimal() and user.is_authenticated:
        found = _of(user, craft).filter(pk=int(name[:18]), legal=True).first()
        return None if found is None else craft.decode(found.roster)
    return None


def games_own(key: str, language: str) -> tuple[Workshop, OwnArmy] | None:
    """A list that comes with one of the games, by its id."""
    for craft in workshops():
        for army in craft.own_armies(language):
            if army.id == key:
                return craft, army
    return None


def _of(user: Any, craft: Workshop) -> Any:
    return Army.objects.filter(owner=user, ruleset=craft.game)
