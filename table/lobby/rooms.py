"""The room of a table: who sits where, with what, and the links by which others come in."""

import io
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

import segno
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.core.refusals import Refusal
from rules.core.wording import word
from table.accounts.preferences import here
from table.accounts.views import too_often
from table.armies.shelf import shelf, unfinished
from table.armies.workshops import Workshop, workshop
from table.matches import operations as matches
from table.matches.desk import WATCH_LINKS
from table.matches.models import Match, MatchState, Seat

from . import operations, rights
from .forms import PolicyForm, SeatForm
from .templatetags.lobby import faction_of
from .terms import shown
from .views import messages_refusal, somebody

P = ParamSpec("P")
Seated = Callable[Concatenate[HttpRequest, Match, P], HttpResponse]
LINKS = ("invite", "watch")
MOST_UNFINISHED = 5


def find(number: int) -> Match:
    """A match with its seats. Raises Http404."""
    return get_object_or_404(Match.objects.prefetch_related("seats"), pk=number)


def for_the_seated(view: Seated[P]) -> Callable[..., HttpResponse]:
    """Hand a POST view its match; whoever has no seat at it finds no such page."""

    @require_POST
    @login_required
    @wraps(view)
    def guarded(
        request: HttpRequest, match: int, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        found = find(match)
        if not rights.seats_of(request.user, found):
            raise Http404
        return view(request, found, *args, **kwargs)

    return guarded


def for_the_host(view: Seated[P]) -> Callable[..., HttpResponse]:
    """The same for what only the maker of the table may do."""

    @for_the_seated
    @wraps(view)
    def guarded(
        request: HttpRequest, match: Match, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        if not rights.may_manage(request.user, match):
            raise Http404
        return view(request, match, *args, **kwargs)

    return guarded


@require_safe
def room(request: HttpRequest, match: int) -> HttpResponse:
    """The room, as whoever looks in may see it."""
    found = find(match)
    if not _may_enter(request, found):
        raise Http404
    return render(request, "lobby/room.html", _room(request, found))


def _may_enter(request: HttpRequest, match: Match) -> bool:
    token = request.session.get(WATCH_LINKS, {}).get(str(match.pk), "")
    return rights.may_enter(request.user, match, token)


def _room(request: HttpRequest, match: Match, form: SeatForm | None = None) -> dict[str, Any]:
    mine = rights.seats_of(request.user, match)
    host = rights.may_manage(request.user, match)
    terms = shown(match)
    craft = workshop(match.ruleset)
    policy = {"watch": match.watch, "chat": match.chat, "listed": match.listed}
    return {
        "section": "matches" if mine and match.begun is not None else "tables",
        "match": match,
        "terms": terms,
        "mine": mine,
        "host": host,
        "waiting": match.begun is None,
        "follows": match.begun is None and _may_enter(request, match),
        "socket": f"/ws/tables/{match.pk}/",
        "state": _state(request.user, match),
        "craft": craft,
        "choices": shelf(request.user, here(), craft, terms.points) if mine else [],
        "unfinished": _unfinished(request, craft, terms.points) if mine else [],
        "sitting": not mine and match.state == MatchState.OPEN,
        "by_link": str(match.pk) in request.session.get(WATCH_LINKS, {}),
        "form": form or SeatForm(request.user),
        "links": [_link(request, match, kind) for kind in _kinds(match)] if host else [],
        "policy": PolicyForm(initial=policy) if host else None,
    }


def _unfinished(request: HttpRequest, craft: Workshop, points: int | None) -> list[dict[str, Any]]:
    """The user's lists that cannot be brought, with what is wrong with each of them first."""
    found = []
    for band in unfinished(request.user, craft, points)[:MOST_UNFINISHED]:
        verdict = craft.judge(craft.decode(band.roster), here())
        found.append({"band": band, "flaw": next(iter(verdict.flaws), None)})
    return found


def _kinds(match: Match) -> tuple[str, ...]:
    """The links that still lead somewhere: once the match has begun nobody sits down any more."""
    return LINKS if match.begun is None else LINKS[1:]


def _link(request: HttpRequest, match: Match, kind: str) -> dict[str, str]:
    token = match.invite_token if kind == "invite" else match.watch_token
    path = {"invite": "lobby:join", "watch": "lobby:watch"}[kind]
    url = request.build_absolute_uri(reverse(path, args=[token])) if token else ""
    return {"kind": kind, "url": url}


@require_safe
def pulse(request: HttpRequest, match: int) -> HttpResponse:
    """A few bytes that change when the room does; a waiting page looks at them when it is told."""
    found = find(match)
    if not _may_enter(request, found):
        raise Http404
    go = reverse("matches:table", args=[match]) if found.begun is not None else ""
    answer = JsonResponse({"state": _state(request.user, found), "go": go})
    answer["Cache-Control"] = "private, no-store"
    return answer


def _state(reader: Any, match: Match) -> str:
    """What a page of the room shows its reader of the seats, as a text that changes with it."""
    mine = rights.seats_of(reader, match)
    seats = (
        f"{s.user_id}{s.name}{_brought(match, s, own=s in mine)}{s.ready}"
        for s in match.seats.all()
    )
    return "|".join([match.state, *seats])


def _brought(match: Match, seat: Seat, *, own: bool) -> str:
    """What is shown of the army at a seat: its faction, and its name to whom it belongs."""
    if not seat.roster:
        return ""
    return faction_of(match, seat.roster) + (seat.roster["name"] if own else "")


@require_POST
def sit(request: HttpRequest, match: int) -> HttpResponse:
    """Take a free seat of a listed table. Who pressed twice is in the room, and who came too late
    is told so, while the players still muster."""
    found = find(match)
    mine = rights.seats_of(request.user, found)
    if not mine and not (found.listed and found.begun is None):
        raise Http404
    return _no_seat(request, found) or _sit(request, found, "")


def _no_seat(request: HttpRequest, match: Match) -> HttpResponse | None:
    """Where to go who has a seat already, or for whom none is left; None where one may be taken."""
    if rights.seats_of(request.user, match):
        return redirect("lobby:match", match.pk)
    if match.state != MatchState.OPEN:
        page = {"section": "tables", "match": match, "terms": shown(match)}
        return render(request, "lobby/full.html", page)
    return None


def _sit(request: HttpRequest, match: Match, token: str) -> HttpResponse:
    form = SeatForm(request.user, request.POST)
    if not form.is_valid():
        return _at_the_door(request, match, form, token)
    user = somebody(request, form.cleaned_data.get("name", ""))
    if user is None:
        return too_often(request)
    side = request.POST.get("side", "")
    seat = user if isinstance(user, Refusal) else matches.sit(
        user=user, match=match, side=side, token=token
    )  # fmt: skip
    if isinstance(seat, Refusal):
        form.add_error(None, word(seat.line, here(), {}))
        return _at_the_door(request, find(match.pk), form, token)
    return redirect("lobby:match", match.pk)


def _at_the_door(request: HttpRequest, match: Match, form: SeatForm, token: str) -> HttpResponse:
    page = {**_room(request, match, form), "token": token}
    return render(request, "lobby/room.html", page, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """The door of an invite link."""
    found = Match.objects.prefetch_related("seats").filter(invite_token=token).first()
    if found is None or not rights.invites(found, token):
        return render(request, "lobby/no_link.html", {"section": "tables"}, status=404)
    if elsewhere := _no_seat(request, found):
        return elsewhere
    if request.method == "POST":
        return _sit(request, found, token)
    return _at_the_door(request, found, SeatForm(request.user), token)


@require_safe
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """The door of a watch link: the session keeps it, so that the address shows it no more."""
    found = Match.objects.filter(watch_token=token).first()
    if found is None or not rights.lets_watch(found, token):
        return render(request, "lobby/no_link.html", {"section": "tables"}, status=404)
    links = request.session.get(WATCH_LINKS, {})
    request.session[WATCH_LINKS] = {**links, str(found.pk): token}
    begun = found.begun is not None
    return redirect("matches:table" if begun else "lobby:match", found.pk)


@for_the_seated
def roster(request: HttpRequest, match: Match, side: str) -> HttpResponse:
    """Bring an army."""
    messages_refusal(request, operations.bring(
        user=request.user, match=match, side=side,
        choice=request.POST.get("army", ""), language=here(),
    ))  # fmt: skip
    return redirect("lobby:match", match.pk)


@for_the_seated
def ready(request: HttpRequest, match: Match, side: str) -> HttpResponse:
    """Say that a side is ready, or no longer; the last one begins the match."""
    on = request.POST.get("on") == "1"
    said = matches.ready(user=request.user, match=match, side=side, on=on)
    begun = not messages_refusal(request, said) and find(match.pk).begun is not None
    return redirect("matches:table" if begun else "lobby:match", match.pk)


@for_the_seated
def leave(request: HttpRequest, match: Match) -> HttpResponse:
    """Get up from a table that has not begun."""
    refused = messages_refusal(request, matches.leave(user=request.user, match=match))
    return redirect("lobby:match", match.pk) if refused else redirect("lobby:tables")


@for_the_host
def link(request: HttpRequest, match: Match, kind: str) -> HttpResponse:
    """Renew or revoke the invite or the watch link."""
    matches.set_link(match=match, kind=kind, on=request.POST.get("on") == "1")
    return redirect("lobby:match", match.pk)


@for_the_host
def policy(request: HttpRequest, match: Match) -> HttpResponse:
    """Change who may watch, write and find the table."""
    form = PolicyForm(request.POST)
    if form.is_valid():
        messages_refusal(request, matches.set_policy(match=match, **form.cleaned_data))
    return redirect("lobby:match", match.pk)


@require_safe
@login_required
def qr(request: HttpRequest, match: int, kind: str) -> HttpResponse:
    """A link as a picture to point a phone at, for whoever may hand it out."""
    found = find(match)
    if not rights.may_manage(request.user, found):
        raise Http404
    url = _link(request, found, kind)["url"]
    if not url:
        raise Http404
    picture = io.BytesIO()
    segno.make(url, error="m").save(picture, kind="svg", scale=8, border=3, light="white",
                                    xmldecl=False, svgclass=None, lineclass=None)  # fmt: skip
    answer = HttpResponse(picture.getvalue(), content_type="image/svg+xml")
    answer["Cache-Control"] = "private, no-store"
    return answer
