"""Language and theme: cookies that every page reads, and for a user also what he chose elsewhere.

A choice is written to the cookie and to the user; signing in on another device brings it along.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from .models import Theme, User

THEME_COOKIE = "theme"
LANGUAGES = frozenset(code for code, _ in settings.LANGUAGES)


def theme_of(request: HttpRequest) -> str:
    """The theme this browser has chosen; empty follows the system."""
    chosen = request.COOKIES.get(THEME_COOKIE, "")
    return chosen if chosen in Theme.values else ""


def set_theme(response: HttpResponse, theme: str) -> None:
    """Remember a theme in the browser. Scripts of the table read and write it too."""
    response.set_cookie(
        THEME_COOKIE, theme, max_age=settings.LANGUAGE_COOKIE_AGE, samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )  # fmt: skip


def set_language(response: HttpResponse, language: str) -> None:
    """Remember a language in the browser."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME, language, max_age=settings.LANGUAGE_COOKIE_AGE,
        samesite="Lax", secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
    )  # fmt: skip


def here() -> str:
    """The language of the page in work, as the rules' catalogues are named."""
    return (translation.get_language() or settings.LANGUAGE_CODE)[:2]


def listen() -> None:
    """Called once, when Django is ready."""
    user_logged_in.connect(_signed_in, dispatch_uid="accounts.preferences")


def _signed_in(sender: Any, request: HttpRequest | None, user: Any, **kwargs: Any) -> None:
    if request is not None and isinstance(user, User):
        request.signed_in = user  # type: ignore[attr-defined]


class PreferencesMiddleware:
    """Gives the browser the language and theme of whoever has just signed in with it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        user: User | None = getattr(request, "signed_in", None)
        if user is not None:
            if user.language in LANGUAGES:
                set_language(response, user.language)
            if user.theme in Theme.values:
                set_theme(response, user.theme)
        return response


def page(request: HttpRequest) -> dict[str, Any]:
    """What every template may use: the theme, and the address to come back to."""
    return {"theme": theme_of(request), "here": request.get_full_path()}
