"""Where a socket learns who it is: in the writer's thread, once."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model

from rules import ruleset
from rules.core.ruleset import Rules

from .audience import Audience, audience_of, may_chat, may_watch, viewer_of
from .models import Match
from .wire import You

WATCH_LINKS = "watch_links"
"""Where a session keeps the watch links it came by: match id (as text) -> token."""


@dataclass(frozen=True, slots=True)
class Desk:
    """A socket's place: whose it is, at which table, and what it may see and do there."""

    match: int
    rules: Rules[Any]
    audience: Audience
    you: You
    user: Any
    session: str


def seat_down(scope: dict[str, Any], number: int) -> Desk | None:
    """The place of a socket; None when there is no such table in play or it is not for this user.

    The user comes from the session, never from a message.
    """
    match = Match.objects.filter(pk=number, begun__isnull=False).first()
    user, session = scope.get("user"), scope.get("session")
    links = session.get(WATCH_LINKS, {}) if session is not None else {}
    if match is None or not may_watch(user, match, links.get(str(number), "")):
        return None
    viewer = viewer_of(user, match)
    signed_in = bool(getattr(user, "is_authenticated", False))
    you = You(
        sides=tuple(sorted(viewer)),
        name=name_of(user),
        delay=audience_of(viewer, match).delay,
        chat=signed_in and may_chat(viewer, match),
        practice=match.practice,
    )
    key = session.session_key if session is not None else None
    return Desk(
        match=number,
        rules=ruleset(match.ruleset),
        audience=audience_of(viewer, match),
        you=you,
        user=user if signed_in else None,
        session=key or "",
    )


def name_of(user: Any) -> str:
    """What a user is called at the table; a stranger has no name."""
    if not getattr(user, "is_authenticated", False):
        return ""
    return str(getattr(user, "display_name", "") or user.get_username())[:60]


def still_signed_in(session: str, user: Any) -> bool:
    """Whether a session still exists, and its user, where it has one, has not been deleted."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    if not store().exists(session):
        return False
    return user is None or get_user_model().objects.filter(pk=user.pk, is_active=True).exists()
