"""Who is at a table: counted by sockets, told a moment later, so that a reload does not flicker."""

from collections.abc import Iterable, Mapping

from rules.core.values import SideId

from .wire import Here

RANK = {"connected": 0, "away": 1, "lost": 2}


def state_of(away: Iterable[bool]) -> str:
    """How a player is, by whether each of his sockets' pages is hidden."""
    pages = list(away)
    if not pages:
        return "lost"
    return "away" if all(pages) else "connected"


def merged(reports: Iterable[Mapping[SideId, Here]]) -> dict[SideId, Here]:
    """What several processes say of each side: whoever is there somewhere is there."""
    found: dict[SideId, Here] = {}
    for report in reports:
        for side, here in report.items():
            known = found.get(side)
            if known is None or _better(here, known):
                found[side] = here
    return found


def _better(one: Here, other: Here) -> bool:
    if one.state != other.state:
        return RANK[one.state] < RANK[other.state]
    return one.since > other.since
