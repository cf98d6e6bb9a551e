"""All that is written about accounts.

Keyword arguments, one transaction each; the result, or a Refusal and nothing written.
"""

import secrets

from django.db import IntegrityError, transaction

from rules.core.plain import flaw
from rules.core.refusals import Refusal
from rules.core.values import Line

from .models import LONGEST_NAME, Theme, User
from .preferences import LANGUAGES


def make_guest(*, name: str, language: str = "", theme: str = "") -> User | Refusal:
    """Somebody who sits down with a name only. The name may occur twice; users are told by id."""
    name = name.strip()
    if wrong := flaw(name, LONGEST_NAME):
        return wrong
    guest = User(
        username=f"guest-{secrets.token_hex(8)}",
        display_name=name,
        guest=True,
        language=language if language in LANGUAGES else "",
        theme=theme if theme in Theme.values else "",
    )
    guest.set_unusable_password()
    guest.save()
    return guest


def keep(*, user: User, username: str, password: str, email: str = "") -> User | Refusal:
    """Make a guest an account. It is the same user: matches and armies stay his."""
    if not user.guest:
        return Refusal(code="no_guest", line=Line(key="table.refusal.no_guest"))
    user.username, user.email, user.guest = username, email, False
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        user.refresh_from_db()
        return Refusal(code="name_taken", line=Line(key="table.refusal.name_taken"))
    return user


def prefer(*, user: User, language: str | None = None, theme: str | None = None) -> User:
    """Remember a language or a theme; one that does not exist leaves things as they are."""
    if language in LANGUAGES:
        user.language = language
    if theme in Theme.values:
        user.theme = theme
    user.save(update_fields=["language", "theme"])
    return user


def rename(*, user: User, name: str) -> User | Refusal:
    """Change what others call this user; empty goes back to the username of an account."""
    name = name.strip()
    if (name or user.guest) and (wrong := flaw(name, LONGEST_NAME)):
        return wrong
    user.display_name = name
    user.save(update_fields=["display_name"])
    return user


def delete(*, user: User) -> None:
    """Delete a user and all that is only his. Matches stay for those who played them too.

    The parts of the site that hold more of his hear of it by Django's `pre_delete`.
    """
    with transaction.atomic():
        user.delete()
