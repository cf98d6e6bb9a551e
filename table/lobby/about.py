"""Pages about the site: the rules it knows, and whose work it stands on."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules import ruleset, rulesets
from rules.core.menu import Heading
from rules.core.wording import catalogue
from table.accounts.preferences import here
from table.armies.workshops import usual_game, workshop, workshops


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule of the index: its id is the anchor that refusals link to."""

    id: str
    heading: str
    built: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules whose ids begin alike."""

    id: str
    title: str
    entries: tuple[Entry, ...]


@require_safe
def rules(request: HttpRequest, game: str = "") -> HttpResponse:
    """What the table knows of a game's rules, by the ids that refusals name."""
    if game and game not in rulesets():
        raise Http404
    craft = workshop(game or usual_game())
    page = {
        "section": "rules", "craft": craft, "crafts": workshops(),
        "chapters": chapters(craft.game, ruleset(craft.game).headings(), here()),
    }  # fmt: skip
    return render(request, "lobby/rules.html", page)


def chapters(game: str, index: Iterable[Heading], language: str) -> list[Chapter]:
    """The index by chapters, in its own order and the reader's language."""
    words = catalogue(language)
    found: dict[str, list[Entry]] = {}
    for rule in index:
        said = words.get(rule.name, rule.heading)
        entry = Entry(rule.id, str(said), rule.built, rule.reason)
        found.setdefault(rule.chapter, []).append(entry)
    return [
        Chapter(key, str(words.get(f"{game}.chapter.{key}", key)), tuple(entries))
        for key, entries in found.items()
    ]


@require_safe
def credits(request: HttpRequest) -> HttpResponse:
    """Libraries, fonts and pictures in the browser, with their licences."""
    page = {"libraries": _vendored()}
    return render(request, "lobby/credits.html", page)


@cache
def _vendored() -> list[dict[str, Any]]:
    lock = settings.BASE_DIR / "static" / "vendor" / "vendor.lock.json"
    found: list[dict[str, Any]] = json.loads(lock.read_text("utf-8"))
    return [library for library in found if any(f.startswith("static/") for f in library["files"])]
