"""What the lobby writes: through the matches' own operations, with armies from the shelf.

Keyword arguments, one transaction each; the result, or a Refusal and nothing written.
"""

from typing import Any

import msgspec
from django.utils.translation import gettext as _

from rules import ruleset
from rules.core.refusals import Refusal
from rules.core.values import Number, SideId
from table.armies.shelf import take
from table.armies.workshops import Workshop, workshop
from table.matches import operations as matches
from table.matches.models import Match, Seat, WatchPolicy
from table.matches.operations import SIDES, Terms
from table.matches.words import refusal


def bring(*, user: Any, match: Match, side: SideId, choice: str, language: str) -> Seat | Refusal:
    """Bring a list of the shelf to a seat; it must have the points of the table."""
    roster = take(user, choice, language, workshop(match.ruleset))
    if roster is None:
        return refusal("no_such_army")
    points = (match.options or {}).get("points")
    if isinstance(points, int) and roster.points != points:
        of, n = Number(value=points), Number(value=roster.points)
        return refusal("other_points", of=of, n=n)
    plain = msgspec.to_builtins(roster)
    return matches.set_roster(user=user, match=match, side=side, roster=plain)


def practise(
    *,
    user: Any,
    craft: Workshop,
    scenario: str,
    options: dict[str, Any],
    choices: dict[SideId, str],
    language: str,
) -> Match | Refusal:
    """Begin a match of one user against himself; the sides are called by their leaders, or by
    their colours where they bring no armies."""
    found = ruleset(craft.game).menu().scenario(scenario)
    if found is not None and not found.armies:
        terms = _terms(craft, scenario, options)
        names = [_("Woad"), _("Ember")]
        return matches.practise(user=user, terms=terms, rosters=[None, None], names=names)
    rosters = [take(user, choices[side], language, craft) for side in SIDES]
    brought = [roster for roster in rosters if roster is not None]
    if len(brought) < len(SIDES):
        return refusal("no_such_army")
    terms = _terms(craft, scenario, {**options, "points": brought[0].points})
    return matches.practise(
        user=user, terms=terms, rosters=[msgspec.to_builtins(roster) for roster in brought],
        names=[craft.leader(roster) for roster in brought],
    )  # fmt: skip


def _terms(craft: Workshop, scenario: str, options: dict[str, Any]) -> Terms:
    return Terms(
        ruleset=craft.game, scenario=scenario, options=options, listed=False,
        watch=WatchPolicy.LINK,
    )  # fmt: skip
