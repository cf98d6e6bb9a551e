"""Pages of the warbands. What they write goes through operations.py."""

from collections.abc import Callable
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.core.refusals import Refusal
from rules.core.wording import word
from rules.saga.content import Roster
from rules.saga.warbands import listing
from rules.saga.warbands.packs import pack
from table.accounts import throttle
from table.accounts.preferences import here
from table.accounts.views import me, sent, too_often

from . import operations, sheet, shelf
from .forms import NewForm, PasteForm
from .models import Warband
from .verdict import judge


def mine(request: HttpRequest, warband: int) -> Warband:
    """A warband of the user; for anybody else there is no such page."""
    return get_object_or_404(Warband, pk=warband, owner=me(request))


def roster_of(warband: Warband) -> Roster:
    """A kept warband as the rules read it."""
    return msgspec.convert(warband.roster, Roster)


@require_safe
def warbands(request: HttpRequest) -> HttpResponse:
    """The user's warbands, and those of the game to start from."""
    own = Warband.objects.filter(owner=me(request)) if request.user.is_authenticated else []
    return render(request, "armies/warbands.html", {
        "section": "warbands", "own": own, "games": shelf.games_own(here()).items(),
    })  # fmt: skip


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Begin a warband: its warlord is there at once."""
    form = NewForm(sent(request))
    if request.method == "POST" and form.is_valid():
        if not throttle.take(request, "warband"):
            return too_often(request)
        bare = Roster(**form.cleaned_data)
        lord = pack().factions[bare.faction].kind("warlord")
        units = (sheet.fresh(lord, bare, here()),) if lord else ()
        made = operations.create(
            owner=me(request), roster=msgspec.structs.replace(bare, units=units)
        )
        if isinstance(made, Warband):
            return redirect("armies:build", made.pk)
        form.add_error(None, word(made.line, here(), {}))
    status = 422 if form.errors else 200
    return render(request, "armies/new.html", {"section": "warbands", "form": form}, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def build(request: HttpRequest, warband: int) -> HttpResponse:
    """The builder. Every button saves; what is unfinished is kept as a draft."""
    kept = mine(request, warband)
    if request.method != "POST":
        return _builder(request, kept, roster_of(kept))
    roster = sheet.read(request.POST, roster_of(kept), here())
    saved = operations.save(warband=kept, roster=roster)
    if isinstance(saved, Refusal):
        messages.error(request, word(saved.line, here(), {}))
        return _builder(request, kept, roster, status=422)
    if request.POST.get("op", "save") == "save":
        messages.success(request, _("Saved."))
    return redirect("armies:build", kept.pk)


def _builder(
    request: HttpRequest, kept: Warband, roster: Roster, status: int = 200
) -> HttpResponse:
    verdict = judge(roster, here())
    return render(request, "armies/build.html", {
        "section": "warbands", "warband": kept, "roster": roster, "verdict": verdict,
        "rows": sheet.rows(roster, verdict), "kinds": sheet.kinds(roster), "points": sheet.POINTS,
    }, status=status)  # fmt: skip


@login_required
@require_POST
def validate(request: HttpRequest, warband: int) -> HttpResponse:
    """The verdict on the form as it stands, as a piece of the page; nothing is kept."""
    roster = sheet.read(request.POST, roster_of(mine(request, warband)), here())
    return render(request, "armies/verdict.html", {"verdict": judge(roster, here())})


@login_required
@require_POST
def copy(request: HttpRequest, warband: int) -> HttpResponse:
    """A second warband like this one."""
    kept = mine(request, warband)
    return _begun(request, lambda: operations.copy(warband=kept, name=_("%s, copy") % kept.name))


@login_required
@require_POST
def take_games_own(request: HttpRequest, key: str) -> HttpResponse:
    """A warband of the game's, to change at will."""
    roster = shelf.take(me(request), f"{shelf.GAMES}:{key}", here())
    if roster is None:
        return redirect("armies:warbands")
    return _begun(request, lambda: operations.create(owner=me(request), roster=roster))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, warband: int) -> HttpResponse:
    """Delete a warband, after one more question."""
    kept = mine(request, warband)
    if request.method != "POST":
        return render(request, "armies/delete.html", {"section": "warbands", "warband": kept})
    operations.delete(warband=kept)
    messages.success(request, _("“%s” is deleted.") % kept.name)
    return redirect("armies:warbands")


@login_required
@require_safe
def show(request: HttpRequest, warband: int) -> HttpResponse:
    """The warband on one sheet of paper, its text, and its battle board."""
    kept = mine(request, warband)
    roster = roster_of(kept)
    verdict = judge(roster, here())
    return render(request, "armies/show.html", {
        "section": "warbands", "warband": kept, "roster": roster, "verdict": verdict,
        "rows": sheet.rows(roster, verdict), "board": pack().board(roster.faction).boxes,
        "text": listing.write(roster, here(), pack()),
    })  # fmt: skip


@login_required
@require_safe
def text(request: HttpRequest, warband: int) -> HttpResponse:
    """The warband as plain text, such as one pastes elsewhere and here again."""
    written = listing.write(roster_of(mine(request, warband)), here(), pack())
    response = HttpResponse(written, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="warband-{warband}.txt"'
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def paste(request: HttpRequest) -> HttpResponse:
    """A warband from text: first what was understood, line by line, then it is kept."""
    form = PasteForm(sent(request))
    page: dict[str, Any] = {"section": "warbands", "form": form}
    if request.method != "POST" or not form.is_valid():
        return render(request, "armies/paste.html", page, status=422 if form.errors else 200)
    found = listing.read(form.cleaned_data["text"], pack())
    if isinstance(found, Refusal):
        form.add_error("text", word(found.line, here(), {}))
        return render(request, "armies/paste.html", page, status=422)
    if "keep" in request.POST:
        return _begun(request, lambda: operations.create(owner=me(request), roster=found.roster))
    page |= {"found": found, "verdict": judge(found.roster, here())}
    page["unfit"] = operations.unfit(found.roster)
    return render(request, "armies/paste.html", page)


def _begun(request: HttpRequest, make: Callable[[], Warband | Refusal]) -> HttpResponse:
    """Go to the builder with a warband just made, or say why there is none."""
    if not throttle.take(request, "warband"):
        return too_often(request)
    made = make()
    if isinstance(made, Refusal):
        messages.error(request, word(made.line, here(), {}))
        return redirect("armies:warbands")
    return redirect("armies:build", made.pk)
