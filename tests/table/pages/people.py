"""People at the pages: accounts, guests and strangers, each with a browser."""

import itertools
import re
from typing import Any

from django.test import Client
from django.urls import reverse

from table.accounts import operations
from table.accounts.models import User
from table.matches import operations as matches
from table.matches.models import Match
from table.matches.operations import Terms

PASSWORD = "long-ship-77"
_numbers = itertools.count(1)


def account(name: str = "", **fields: Any) -> User:
    """Somebody with a password."""
    return User.objects.create_user(name or f"user{next(_numbers)}", password=PASSWORD, **fields)


def guest(name: str = "Wulfric") -> User:
    """Somebody with a name only."""
    made = operations.make_guest(name=name)
    assert isinstance(made, User)
    return made


def browser(user: User | None = None, language: str = "en") -> Client:
    """A browser of a user, or of a stranger."""
    client = Client()
    client.cookies["language"] = language
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def table(user: User, **terms: Any) -> Match:
    """An open table of a user."""
    options = {"points": 4, "layout": "barrow_hill"}
    chosen = {"scenario": "clash_of_warlords", "options": options, **terms}
    made = matches.open_match(user=user, terms=Terms(**chosen))
    assert isinstance(made, Match)
    return made


def begun(a: User, b: User, **terms: Any) -> Match:
    """A match in play between two."""
    return begin(table(a, **terms), a, b)


def begin(match: Match, a: User, b: User) -> Match:
    """The other sits down, both bring what comes with the game, and the match is in play."""
    matches.sit(user=b, match=match, token=match.invite_token)
    for user, side, band in ((a, "a", "game:normans_4"), (b, "b", "game:anglo_danes_4")):
        client = browser(user)
        client.post(reverse("lobby:roster", args=[match.pk, side]), {"army": band})
        client.post(reverse("lobby:ready", args=[match.pk, side]), {"on": "1"})
    match.refresh_from_db()
    assert match.begun is not None
    return match


def text_of(response: Any) -> str:
    """What a page says, without its tags."""
    text = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", response.content.decode(), flags=re.S)
    return " ".join(text.replace("&#x27;", "'").split())
