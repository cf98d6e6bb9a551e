"""What a row of a list of matches says, for whoever reads it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from table.armies.workshops import workshop
from table.matches.models import Match, MatchState

from ..rights import seats_of
from ..terms import Shown, shown

register = template.Library()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a reader stands to a match: the way to it, and what he is to do there."""

    url: str
    verb: str
    when: datetime
    turn: bool
    """He is asked something now."""
    waits: str
    """Who else is asked."""
    outcome: str
    """`won`, `lost` or `drawn` of his own; empty for others."""

    @property
    def won(self) -> bool:
        return self.outcome == "won"

    @property
    def lost(self) -> bool:
        return self.outcome == "lost"

    @property
    def drawn(self) -> bool:
        return self.outcome == "drawn"


@register.simple_tag
def describe(match: Match) -> Shown:
    """What a match is played for."""
    return shown(match)


@register.simple_tag
def faction_of(match: Match, roster: Any) -> str:
    """Key of the faction of a roster that was brought to a match."""
    craft = workshop(match.ruleset)
    return craft.faction_key(craft.faction_of(craft.decode(roster)))


@register.simple_tag
def place_of(user: Any, match: Match) -> Place:
    """Where a reader stands to a match. Asks the database nothing: the seats are fetched."""
    mine = {seat.side for seat in seats_of(user, match)}
    asked = set(match.asked.split())
    others = [seat.name for seat in match.seats.all() if seat.side in asked - mine]
    where, verb = _way(match, bool(mine))
    # A table at which nobody sits just now shows its watchers how play came to stand so.
    watches = match.state == MatchState.LIVE and not mine
    return Place(
        url=reverse(where, args=[match.pk]) + ("?play" if watches else ""),
        verb=verb,
        when=datetime.fromtimestamp((match.ended or match.begun or match.created) / 1000, UTC),
        turn=match.state == MatchState.LIVE and bool(asked & mine) and not match.practice,
        waits=others[0] if others and match.state == MatchState.LIVE else "",
        outcome=_outcome(match, mine),
    )


@register.simple_tag
def score_of(match: Match, side: str) -> str:
    """A side's points of an ended match; empty where the scenario counts none."""
    scores = (match.result or {}).get("scores") or {}
    return str(scores.get(side, ""))


def _way(match: Match, mine: bool) -> tuple[str, str]:
    if match.state == MatchState.ENDED:
        return "matches:replay", _("Replay")
    if match.state == MatchState.LIVE:
        return "matches:table", _("Play") if mine else _("Watch")
    return "lobby:match", _("Open") if mine else _("Look in")


def _outcome(match: Match, mine: set[str]) -> str:
    if match.state != MatchState.ENDED or not mine or match.practice:
        return ""
    winners = set((match.result or {}).get("winners", ()))
    if not winners:
        return "drawn"
    return "won" if winners & mine else "lost"
