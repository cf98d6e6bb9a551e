"""What the lobby writes: through the matches' own operations, with warbands from the shelf.

Keyword arguments, one transaction each; the result, or a Refusal and nothing written.
"""

from typing import Any

import msgspec

from rules.core.refusals import Refusal
from rules.core.values import Number, SideId
from rules.saga.content import Roster
from table.armies.shelf import take
from table.matches import operations as matches
from table.matches.models import Match, Seat, WatchPolicy
from table.matches.operations import SIDES, Terms
from table.matches.words import refusal


def bring(*, user: Any, match: Match, side: SideId, choice: str, language: str) -> Seat | Refusal:
    """Bring a warband of the shelf to a seat; it must have the points of the table."""
    roster = take(user, choice, language)
    if roster is None:
        return refusal("no_such_warband")
    points = (match.options or {}).get("points")
    if isinstance(points, int) and roster.points != points:
        of, n = Number(value=points), Number(value=roster.points)
        return refusal("other_points", of=of, n=n)
    return matches.set_roster(user=user, match=match, side=side, roster=_plain(roster))


def practise(
    *, user: Any, scenario: str, layout: str, choices: dict[SideId, str], language: str
) -> Match | Refusal:
    """Begin a match of one user against himself; the sides are called by their warlords."""
    rosters = [take(user, choices[side], language) for side in SIDES]
    brought = [roster for roster in rosters if roster is not None]
    if len(brought) < len(SIDES):
        return refusal("no_such_warband")
    options = {"points": brought[0].points, **({"layout": layout} if layout else {})}
    terms = Terms(scenario=scenario, options=options, listed=False, watch=WatchPolicy.LINK)
    names = [_leader(roster) for roster in brought]
    rosters_sent = [_plain(roster) for roster in brought]
    return matches.practise(user=user, terms=terms, rosters=rosters_sent, names=names)


def _leader(roster: Roster) -> str:
    return next((u.name for u in roster.units if u.kind == "warlord"), roster.name)


def _plain(roster: Roster) -> Any:
    return msgspec.to_builtins(roster)
