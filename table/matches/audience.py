"""Who may see and do what at a table: one place for pages and sockets alike."""

from dataclasses import dataclass
from hmac import compare_digest
from typing import Any

from rules.core.values import PUBLIC, Viewer

from .models import ChatPolicy, Match, MatchState, Seat, WatchPolicy


@dataclass(frozen=True, slots=True)
class Audience:
    """A viewer and a delay in seconds; everybody in it gets the same bytes."""

    viewer: Viewer
    delay: int = 0


def viewer_of(user: Any, match: Match) -> Viewer:
    """The sides this user holds; none for a guest of the table."""
    if not getattr(user, "is_authenticated", False):
        return PUBLIC
    return frozenset(Seat.objects.filter(match=match, user=user).values_list("side", flat=True))


def may_watch(user: Any, match: Match, token: str = "") -> bool:
    """Whether this user, with this watch link, may see the table: seated, or as the policy says."""
    if match.watch == WatchPolicy.EVERYONE:
        return True
    by_link = match.watch == WatchPolicy.LINK and opens(match.watch_token, token)
    return by_link or bool(viewer_of(user, match))


def may_sit(user: Any, match: Match, token: str = "") -> bool:
    """Whether this user, with this invite link, may take a free seat of the table."""
    if match.state != MatchState.OPEN or not getattr(user, "is_authenticated", False):
        return False
    if viewer_of(user, match):
        return False
    return match.listed or opens(match.invite_token, token)


def opens(kept: str, token: str) -> bool:
    """Whether a link's secret is the one kept; a revoked one is empty and opens nothing."""
    return bool(kept) and compare_digest(token.encode(), kept.encode())


def may_chat(viewer: Viewer, match: Match) -> bool:
    """Whether these eyes may write in the chat."""
    return match.chat == ChatPolicy.EVERYONE or (match.chat == ChatPolicy.PLAYERS and bool(viewer))


def audience_of(viewer: Viewer, match: Match) -> Audience:
    """The audience of a viewer: only watchers are shown the table later."""
    return Audience(viewer, 0 if viewer else match.delay)
