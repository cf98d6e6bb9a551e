"""The lists of matches. Each costs the same few queries however long it is."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from table.matches.models import Match, MatchState, Seat, WatchPolicy

PER_PAGE = 20


def open_tables(chosen: dict[str, Any]) -> QuerySet[Match]:
    """Listed tables with a free seat, newest first, as far as the filters let them through."""
    found = Match.objects.filter(state=MatchState.OPEN, listed=True, practice=False)
    if chosen.get("game"):
        found = found.filter(ruleset=chosen["game"])
    if chosen.get("scenario"):
        found = found.filter(scenario=chosen["scenario"])
    if chosen.get("points"):
        found = found.filter(options__points=chosen["points"])
    if chosen.get("clock"):
        found = found.filter(clock_bank__isnull=chosen["clock"] == "no")
    if chosen.get("side"):
        free = Seat.objects.filter(side=chosen["side"], user__isnull=True)
        found = found.filter(pk__in=free.values("match"))
    return found.order_by("-created").prefetch_related("seats")


def matches_of(user: Any) -> QuerySet[Match]:
    """All matches a user sits at, running ones first, then newest first."""
    own = Seat.objects.filter(user=user).values("match")
    found = Match.objects.filter(pk__in=own).prefetch_related("seats")
    return found.order_by("-created")


def running(user: Any) -> QuerySet[Match]:
    """A user's matches that are not over."""
    return matches_of(user).exclude(state=MatchState.ENDED)


def over(user: Any) -> QuerySet[Match]:
    """A user's matches that are over."""
    return matches_of(user).filter(state=MatchState.ENDED).order_by("-ended")


def to_watch(user: Any) -> QuerySet[Match]:
    """Matches of others in play that everybody may watch."""
    return _of_others(user, MatchState.LIVE).order_by("-begun")


def replays(user: Any) -> QuerySet[Match]:
    """Finished matches of others that everybody may see again."""
    return _of_others(user, MatchState.ENDED).order_by("-ended")


def _of_others(user: Any, state: str) -> QuerySet[Match]:
    found = Match.objects.filter(state=state, watch=WatchPolicy.EVERYONE, practice=False)
    if user.is_authenticated:
        found = found.exclude(pk__in=Seat.objects.filter(user=user).values("match"))
    return found.prefetch_related("seats")


def page(found: QuerySet[Match], number: str | None) -> Page[Match]:
    """One page of a list; a number that is none, or too large, gives the nearest."""
    return Paginator(found, PER_PAGE).get_page(number)
