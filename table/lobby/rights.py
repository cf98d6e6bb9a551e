"""Who may do what with a table before and beside the play."""

from typing import Any

from table.matches.audience import may_watch, opens
from table.matches.models import Match, MatchState, Seat, WatchPolicy


def seats_of(user: Any, match: Match) -> list[Seat]:
    """The seats of a match that a user holds, from those already fetched."""
    if not user.is_authenticated:
        return []
    return [seat for seat in match.seats.all() if seat.user_id == user.pk]


def may_manage(user: Any, match: Match) -> bool:
    """Whether a user may change links and policies: its maker, while he sits there.

    When the maker has got up, whoever sits there.
    """
    seated = {seat.user_id for seat in match.seats.all() if seat.user_id is not None}
    if not user.is_authenticated or user.pk not in seated:
        return False
    return match.created_by_id == user.pk or match.created_by_id not in seated


def may_enter(user: Any, match: Match, token: str) -> bool:
    """Whether a user may see the room: those who may watch, and all while anybody may sit down."""
    if match.state == MatchState.OPEN and match.listed:
        return True
    return may_watch(user, match, token)


def invites(match: Match, token: str) -> bool:
    """Whether this is the invite link of a match."""
    return opens(match.invite_token, token)


def lets_watch(match: Match, token: str) -> bool:
    """Whether this is the watch link of a match, and the link is enough."""
    return match.watch != WatchPolicy.NOBODY and opens(match.watch_token, token)
