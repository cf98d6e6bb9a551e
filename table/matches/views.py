"""Pages and files of a match. The table itself lives in the socket; these begin it and look back.

`matches/table.html` and `matches/replay.html` get one JSON context, `page`, to be put into
the page by `json_script`: see `context`.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from rules import ruleset
from rules.core.values import Viewer

from . import clock, frames, log, remarks, replay
from .audience import audience_of, may_chat, may_watch, viewer_of
from .desk import WATCH_LINKS, name_of
from .models import Match
from .wire import PROTOCOL, LogPage, RemarkPage

P = ParamSpec("P")
Shown = Callable[Concatenate[HttpRequest, Match, Viewer, P], HttpResponse]


def for_those_who_may_watch(view: Shown[P]) -> Callable[..., HttpResponse]:
    """Hand a view its match and the viewer; to anybody else there is no such page."""

    @wraps(view)
    def guarded(
        request: HttpRequest, match: int, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        found = get_object_or_404(Match, pk=match)
        token = request.session.get(WATCH_LINKS, {}).get(str(match), "")
        if not may_watch(request.user, found, token):
            raise Http404
        if found.begun is None:
            return redirect("lobby:match", match)
        return view(request, found, viewer_of(request.user, found), *args, **kwargs)

    return guarded


@require_safe
@for_those_who_may_watch
def table(request: HttpRequest, match: Match, viewer: Viewer) -> HttpResponse:
    """The table: its players play, everybody else watches."""
    return render(request, "matches/table.html", context(request, match, viewer))


@require_safe
@for_those_who_may_watch
def replay_page(request: HttpRequest, match: Match, viewer: Viewer) -> HttpResponse:
    """The match again, from its film."""
    return render(request, "matches/replay.html", context(request, match, viewer))


@require_safe
@gzip_page
@for_those_who_may_watch
def film(request: HttpRequest, match: Match, viewer: Viewer) -> HttpResponse:
    """The film of a match (`wire.Film`)."""
    return _json(replay.film(match, viewer))


@require_safe
@gzip_page
@for_those_who_may_watch
def export(request: HttpRequest, match: Match, viewer: Viewer) -> HttpResponse:
    """The match as a file to keep (docs/replay-format.md)."""
    answer = _json(replay.export(match, viewer))
    answer["Content-Disposition"] = f'attachment; filename="skald-{match.pk}.json"'
    return answer


@require_safe
@gzip_page
@for_those_who_may_watch
def log_page(request: HttpRequest, match: Match, viewer: Viewer) -> HttpResponse:
    """Older lines of the log (`wire.LogPage`), up to and with fact `?before=`."""
    horizon = log.horizon(match.pk, audience_of(viewer, match).delay, clock.now())
    before = min(_number(request, "before", horizon), horizon)
    entries = frames.entries(ruleset(match.ruleset), match.pk, viewer, before)
    more = bool(entries) and entries[0].after > 0
    return _json(frames.encode(LogPage(entries=tuple(entries), more=more)))


@require_safe
@for_those_who_may_watch
def remarks_page(request: HttpRequest, match: Match, viewer: Viewer) -> HttpResponse:
    """Older lines of the chat (`wire.RemarkPage`), from before remark `?before=`."""
    found = remarks.last(match.pk, _number(request, "before", 2**62), remarks.SHOWN + 1)
    page = RemarkPage(remarks=found[-remarks.SHOWN :], more=len(found) > remarks.SHOWN)
    return _json(frames.encode(page))


def context(request: HttpRequest, match: Match, viewer: Viewer) -> dict[str, Any]:
    """What both pages get: `match` (the model) and `page`, plain JSON values:

    - `title`: who plays; `game`: id of the ruleset
    - `match`: id, ruleset, edition, scenario, state, practice
    - `you`: sides, name, signed_in, chat (may write), delay (seconds)
    - `urls`: socket (a path), table, replay, film, export, log, remarks
    - `protocol` for `hello`, `lang` (`en` or `ru`), `csrf`
    """
    names = ("table", "replay", "film", "export", "log", "remarks")
    urls = {name: reverse(f"matches:{name}", args=[match.pk]) for name in names}
    data = {
        "title": " – ".join(seat.name for seat in match.seats.all()),
        "game": match.ruleset,
        "match": {
            "id": match.pk, "ruleset": match.ruleset, "edition": match.edition,
            "scenario": match.scenario, "state": match.state, "practice": match.practice,
        },
        "you": {
            "sides": sorted(viewer),
            "name": name_of(request.user),
            "signed_in": request.user.is_authenticated,
            "chat": request.user.is_authenticated and may_chat(viewer, match),
            "delay": audience_of(viewer, match).delay,
        },
        "urls": {"socket": f"/ws/match/{match.pk}/", **urls},
        "protocol": PROTOCOL,
        "lang": (get_language() or "en").partition("-")[0],
        "csrf": get_token(request),
    }  # fmt: skip
    return {"match": match, "page": data}


def _number(request: HttpRequest, name: str, otherwise: int) -> int:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else otherwise


def _json(body: bytes) -> HttpResponse:
    answer = HttpResponse(body, content_type="application/json")
    answer["Cache-Control"] = "private, no-store"
    return answer
