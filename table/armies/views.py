"""Pages of the lists. What they write goes through operations.py."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules import rulesets
from rules.core.refusals import Refusal
from rules.core.wording import word
from table.accounts import throttle
from table.accounts.preferences import here
from table.accounts.views import me, sent, too_often

from . import operations, shelf
from .forms import NewForm, PasteForm
from .models import Army
from .workshops import Craft, Workshop, usual_game, workshop, workshops


def mine(request: HttpRequest, army: int) -> Army:
    """A list of the user; for anybody else there is no such page."""
    return get_object_or_404(Army, pk=army, owner=me(request))


def craft_of(game: str) -> Workshop:
    """The workshop that an address names, the usual one if it names none. Raises Http404."""
    if game and game not in rulesets():
        raise Http404
    return workshop(game or usual_game())


@require_safe
def armies(request: HttpRequest) -> HttpResponse:
    """The user's lists, and those of the games to start from."""
    own = list(Army.objects.filter(owner=me(request))) if request.user.is_authenticated else []
    shelves = [
        {
            "craft": craft,
            "own": [band for band in own if band.ruleset == craft.game],
            "games": craft.own_armies(here()),
        }
        for craft in workshops()
    ]
    return render(request, "armies/armies.html", {
        "section": "armies", "shelves": shelves,
    })  # fmt: skip


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, game: str = "") -> HttpResponse:
    """Begin a list."""
    craft = craft_of(game)
    form = NewForm(craft, sent(request))
    if request.method == "POST" and form.is_valid():
        if not throttle.take(request, "army"):
            return too_often(request)
        roster = craft.begin(**form.cleaned_data, language=here())
        made = operations.create(owner=me(request), craft=craft, roster=roster)
        if isinstance(made, Army):
            return redirect("armies:build", made.pk)
        form.add_error(None, word(made.line, here(), {}))
    page = {"section": "armies", "form": form, "craft": craft, "crafts": workshops()}
    return render(request, "armies/new.html", page, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def build(request: HttpRequest, army: int) -> HttpResponse:
    """The builder. Every button saves; what is unfinished is kept as a draft."""
    kept = mine(request, army)
    craft = kept.workshop
    old = craft.decode(kept.roster)
    if request.method != "POST":
        return _builder(request, kept, old)
    roster = craft.read_form(request.POST, old, here())
    if request.POST.get("op") == "undo":
        if roster == old:
            operations.undo(army=kept)
        return redirect("armies:build", kept.pk)
    saved = operations.save(army=kept, roster=roster)
    if isinstance(saved, Refusal):
        messages.error(request, word(saved.line, here(), {}))
        return _builder(request, kept, roster, status=422)
    op = request.POST.get("op", "save")
    if op == "save":
        messages.success(request, _("Saved."))
        return redirect("armies:build", kept.pk)
    answer = redirect("armies:build", kept.pk)
    if unit := _in_hand(op, old, roster):
        answer["Location"] += f"#unit-{unit}"
    return answer


def _in_hand(op: str, old: Any, roster: Any) -> str:
    """The id of the unit that a button made or moved, or empty."""
    was, now = {unit.id for unit in old.units}, [unit.id for unit in roster.units]
    made = [key for key in now if key not in was]
    pressed = op.partition(":")[2]
    return made[-1] if made else pressed if pressed in now else ""


def _builder(request: HttpRequest, kept: Army, roster: Any, status: int = 200) -> HttpResponse:
    page = {**_shown(kept, roster), "points": kept.workshop.sizes}
    return render(request, f"armies/{kept.ruleset}/build.html", page, status=status)


def _shown(kept: Army, roster: Any) -> dict[str, Any]:
    craft = kept.workshop
    verdict = craft.judge(roster, here())
    return {
        "section": "armies", "army": kept, "craft": craft, "roster": roster,
        "verdict": verdict, **craft.show(roster, verdict, here()),
    }  # fmt: skip


@login_required
@require_POST
def validate(request: HttpRequest, army: int) -> HttpResponse:
    """The verdict on the form as it stands, as pieces of the page; nothing is kept."""
    kept = mine(request, army)
    craft = kept.workshop
    roster = craft.read_form(request.POST, craft.decode(kept.roster), here())
    return render(request, f"armies/{kept.ruleset}/live.html", _shown(kept, roster))


@login_required
@require_POST
def copy(request: HttpRequest, army: int) -> HttpResponse:
    """A second list like this one."""
    kept = mine(request, army)
    return _begun(request, lambda: operations.copy(army=kept, name=_("%s, copy") % kept.name))


@login_required
@require_POST
def take_games_own(request: HttpRequest, key: str) -> HttpResponse:
    """A list of the game's, to change at will."""
    found = shelf.games_own(key, here())
    if found is None:
        return redirect("armies:armies")
    craft, army = found
    roster = craft.decode(army.roster)
    return _begun(request, lambda: operations.create(owner=me(request), craft=craft, roster=roster))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, army: int) -> HttpResponse:
    """Delete a list, after one more question."""
    kept = mine(request, army)
    if request.method != "POST":
        return render(request, "armies/delete.html", {"section": "armies", "army": kept})
    operations.delete(army=kept)
    messages.success(request, _("“%s” is deleted.") % kept.name)
    return redirect("armies:armies")


@login_required
@require_safe
def show(request: HttpRequest, army: int) -> HttpResponse:
    """The list on one sheet of paper, and its text."""
    kept = mine(request, army)
    roster = kept.workshop.decode(kept.roster)
    written = kept.workshop.write(roster, here())
    page = {**_shown(kept, roster), "text": written, "lines": written.count("\n") + 1}
    return render(request, f"armies/{kept.ruleset}/sheet.html", page)


@login_required
@require_safe
def text(request: HttpRequest, army: int) -> HttpResponse:
    """The list as plain text, such as one pastes elsewhere and here again."""
    kept = mine(request, army)
    written = kept.workshop.write(kept.workshop.decode(kept.roster), here())
    response = HttpResponse(written, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="army-{army}.txt"'
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def paste(request: HttpRequest, game: str = "") -> HttpResponse:
    """A list from text: first what was understood, line by line, with ways out of every doubt;
    then it is kept."""
    craft = craft_of(game)
    form = PasteForm(craft, sent(request))
    page: dict[str, Any] = {
        "section": "armies", "form": form, "craft": craft, "crafts": workshops(),
    }  # fmt: skip
    if request.method != "POST" or not form.is_valid():
        return render(request, "armies/paste.html", page, status=422 if form.errors else 200)
    if not throttle.take(request, "paste"):
        return too_often(request)
    text = form.cleaned_data["text"]
    if "mend" in request.POST:
        text = craft.mended(text, _choices(request))
        page["form"] = form = PasteForm(craft, {"text": text})
        form.is_valid()
    found = craft.read(text)
    if isinstance(found, Refusal):
        form.add_error("text", word(found.line, here(), {}))
        return render(request, "armies/paste.html", page, status=422)
    page["called"] = found.roster.name
    found = replace(found, roster=_renamed(request, craft, found.roster))
    if "keep" in request.POST:
        roster = found.roster
        return _begun(
            request, lambda: operations.create(owner=me(request), craft=craft, roster=roster)
        )
    return render(request, "armies/paste.html", {**page, **_answered(craft, found)})


def _answered(craft: Workshop, found: Craft) -> dict[str, Any]:
    return {
        "found": found, "verdict": craft.judge(found.roster, here()),
        "unfit": craft.unfit(found.roster),
    }  # fmt: skip


def _renamed(request: HttpRequest, craft: Workshop, roster: Any) -> Any:
    """The roster under the name that was typed on the page, if one was: `called` is what the text
    called it when that name was shown."""
    name = request.POST.get("name", "").strip()[: craft.longest_name]
    typed = name and name != request.POST.get("called", "")
    return msgspec.structs.replace(roster, name=name) if typed else roster


def _choices(request: HttpRequest) -> dict[int, str]:
    """What is to stand in the place of which line: `fix-3` is the number of a fix, or `own` for
    the words of `own-3`."""
    found = {}
    for field, value in request.POST.items():
        what, _sep, number = field.partition("-")
        if what == "fix" and number.isascii() and number.isdecimal() and len(number) < 5:
            written = request.POST.get(f"own-{number}", "")
            found[int(number)] = f"={written}" if value == "own" else str(value)
    return found


def _begun(request: HttpRequest, make: Callable[[], Army | Refusal]) -> HttpResponse:
    """Go to the builder with a list just made, or say why there is none."""
    if not throttle.take(request, "army"):
        return too_often(request)
    made = make()
    if isinstance(made, Refusal):
        messages.error(request, word(made.line, here(), {}))
        return redirect("armies:armies")
    return redirect("armies:build", made.pk)
