"""Pages about oneself. What they write goes through operations.py."""

import json
from typing import cast

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from rules.core.refusals import Refusal
from rules.core.wording import word

from . import operations, preferences, throttle
from .export import everything
from .forms import DeleteForm, KeepForm, NameForm
from .models import Theme, User

BACKEND = "django.contrib.auth.backends.ModelBackend"


def me(request: HttpRequest) -> User:
    """The signed-in user of a view that asks for one."""
    return cast(User, request.user)


def sent(request: HttpRequest) -> QueryDict | None:
    """What a form was sent with, were it nothing; None for a page that was only asked for."""
    return request.POST if request.method == "POST" else None


def back(request: HttpRequest, fallback: str = "/") -> HttpResponse:
    """Go where the form says one came from, if that is a path of ours."""
    there = request.POST.get("next", "")
    safe = there.startswith("/") and url_has_allowed_host_and_scheme(there, None)
    # Not `redirect`, which would take a word for the name of a page.
    return HttpResponseRedirect(there if safe else fallback)


def too_often(request: HttpRequest) -> HttpResponse:
    """The page for somebody who does something too often."""
    return render(request, "429.html", status=429)


def sign_in_guest(request: HttpRequest, name: str) -> User | Refusal | None:
    """Make whoever asks a guest of that name, signed in; None if there were too many from there."""
    if not throttle.take(request, "guest"):
        return None
    made = operations.make_guest(
        name=name, language=preferences.here(), theme=preferences.theme_of(request)
    )
    if isinstance(made, User):
        login(request, made, backend=BACKEND)
    return made


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Read this page, and all others, in another language."""
    language = request.POST.get("language", "")
    response = back(request)
    if language in preferences.LANGUAGES:
        preferences.set_language(response, language)
        if request.user.is_authenticated:
            operations.prefer(user=me(request), language=language)
    return response


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """See this page, and all others, by another light."""
    theme = request.POST.get("theme", "")
    response = back(request)
    if theme in Theme.values:
        preferences.set_theme(response, theme)
        if request.user.is_authenticated:
            operations.prefer(user=me(request), theme=theme)
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """Name at the table, and the way to everything else about the account."""
    user = me(request)
    form = NameForm(sent(request), initial={"name": user.shown_name})
    if request.method == "POST" and form.is_valid():
        renamed = operations.rename(user=user, name=form.cleaned_data["name"])
        if isinstance(renamed, Refusal):
            form.add_error("name", word(renamed.line, preferences.here(), {}))
        else:
            messages.success(request, _("Your name was changed."))
            return redirect("account_settings")
    return render(request, "accounts/settings.html", {"form": form}, status=_status(form))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest) -> HttpResponse:
    """Where a guest becomes an account."""
    user = me(request)
    if not user.guest:
        return redirect("account_settings")
    form = KeepForm(sent(request))
    if request.method == "POST" and form.is_valid():
        kept = operations.keep(user=user, **form.cleaned_data)
        if isinstance(kept, Refusal):
            form.add_error("username", word(kept.line, preferences.here(), {}))
        else:
            update_session_auth_hash(request, kept)
            messages.success(request, _("You have an account now. Your matches are still yours."))
            return redirect("account_settings")
    return render(request, "accounts/keep.html", {"form": form}, status=_status(form))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account, after one more question."""
    user = me(request)
    form = DeleteForm(user, sent(request))
    if request.method == "POST" and form.is_valid():
        # Signing out first closes the sockets of this session too.
        logout(request)
        operations.delete(user=user)
        messages.success(request, _("Your account is gone."))
        return redirect("/")
    return render(request, "accounts/delete.html", {"form": form}, status=_status(form))


@login_required
@require_GET
def export(request: HttpRequest) -> HttpResponse:
    """All that is stored of the user, as a file."""
    text = json.dumps(everything(me(request)), ensure_ascii=False, indent=2)
    response = HttpResponse(text + "\n", content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="skald-account.json"'
    return response


def _status(form: object) -> int:
    """422 tells programs that the form was refused; people read it on the page."""
    return 422 if getattr(form, "errors", None) else 200
