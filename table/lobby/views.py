"""The lobby: home, lists, a new table, practice. What they write goes through operations."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from rules import rulesets
from rules.core.refusals import Refusal
from rules.core.wording import word
from table.accounts import throttle
from table.accounts.models import User
from table.accounts.preferences import here
from table.accounts.views import me, sent, sign_in_guest, too_often
from table.armies.shelf import shelf
from table.armies.workshops import Workshop, usual_game, workshop, workshops
from table.matches import operations as matches
from table.matches.models import Match
from table.matches.operations import SIDES

from . import lists, operations
from .forms import FilterForm, PracticeForm, TableForm, options_of

SHOWN_AT_HOME = 4


def somebody(request: HttpRequest, name: str) -> User | Refusal | None:
    """Who acts: the user, or a new guest of that name; None if there were too many guests."""
    return me(request) if request.user.is_authenticated else sign_in_guest(request, name)


def craft_of(request: HttpRequest) -> Workshop:
    """The workshop of the game that a form or an address names, the usual one if it names none.
    Raises Http404 for a game that there is not."""
    game = request.POST.get("game") or request.GET.get("game") or usual_game()
    if game not in rulesets():
        raise Http404
    return workshop(game)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, and one button to try it."""
    mine = lists.running(request.user)[:SHOWN_AT_HOME] if request.user.is_authenticated else []
    return render(request, "lobby/home.html", {
        "crafts": workshops(), "mine": mine, "open": lists.open_tables({})[:SHOWN_AT_HOME],
        "live": lists.to_watch(request.user)[:SHOWN_AT_HOME],
    })  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """Play both sides: one click begins with the usual armies, the form lets one choose."""
    craft = craft_of(request)
    choices = shelf(request.user, here(), craft)
    form = PracticeForm(craft, choices, sent(request))
    if request.method == "POST" and form.is_valid():
        if not throttle.take(request, "practice"):
            return too_often(request)
        user = somebody(request, _("Guest"))
        if not isinstance(user, User):
            return too_often(request)
        scenario, options = options_of(
            craft.game, form.chosen("field"), form.cleaned_data, craft.usual_size
        )
        match = operations.practise(
            user=user, craft=craft, scenario=scenario, options=options,
            choices={side: form.chosen(side) for side in SIDES}, language=here(),
        )  # fmt: skip
        if isinstance(match, Match):
            return redirect("matches:table", match.pk)
        form.add_error(None, word(match.line, here(), {}))
    page = {"form": form, "section": "tables", "craft": craft, "crafts": workshops()}
    return render(request, "lobby/practice.html", page, status=422 if form.errors else 200)


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """Open tables, filtered by what stands in the address."""
    form = FilterForm(request.GET or None)
    chosen: dict[str, Any] = form.cleaned_data if form.is_valid() else {}
    page = lists.page(lists.open_tables(chosen), request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    return render(request, "lobby/tables.html", {
        "section": "tables", "form": form, "page": page, "query": query.urlencode(),
        "filtered": any(chosen.values()), "live": lists.to_watch(request.user)[:SHOWN_AT_HOME],
    })  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Open a table. Whoever is not signed in gives a name."""
    craft = craft_of(request)
    form = TableForm(request.user, craft, sent(request))
    if request.method == "POST" and form.is_valid():
        if not throttle.take(request, "table"):
            return too_often(request)
        user = somebody(request, form.cleaned_data.get("name", ""))
        if user is None:
            return too_often(request)
        made = user if isinstance(user, Refusal) else matches.open_match(
            user=user, terms=form.terms(), side=form.cleaned_data["side"]
        )  # fmt: skip
        if isinstance(made, Match):
            return redirect("lobby:match", made.pk)
        form.add_error(None, word(made.line, here(), {}))
    page = {"form": form, "section": "tables", "craft": craft, "crafts": workshops()}
    return render(request, "lobby/new.html", page, status=422 if form.errors else 200)


@require_safe
def my_matches(request: HttpRequest) -> HttpResponse:
    """The user's matches and whose turn it is; for all, what can be watched and seen again."""
    mine: dict[str, Any] = {}
    if request.user.is_authenticated:
        over = lists.page(lists.over(me(request)), request.GET.get("page"))
        mine = {"running": lists.running(me(request))[: lists.PER_PAGE], "over": over}
    return render(request, "lobby/matches.html", {
        "section": "matches", "replays": lists.replays(request.user)[: lists.PER_PAGE],
        "live": lists.to_watch(request.user)[: lists.PER_PAGE], **mine,
    })  # fmt: skip


def messages_refusal(request: HttpRequest, refused: object) -> bool:
    """Show a refusal on the next page; False if it is none."""
    if isinstance(refused, Refusal):
        messages.error(request, word(refused.line, here(), {}))
    return isinstance(refused, Refusal)
