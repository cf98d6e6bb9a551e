"""All that is written about a match but its rulings: opening, sitting down, mustering, links.

Keyword arguments, one transaction each; the result, or a Refusal and nothing written.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.dispatch import Signal

from rules import ruleset
from rules.core.plain import flaw
from rules.core.refusals import Refusal, Refused
from rules.core.values import SideId

from . import clock, referee
from .audience import may_sit
from .desk import name_of
from .models import ChatPolicy, Match, MatchState, Seat, WatchPolicy
from .words import refusal

watching_changed = Signal()
"""Sent after the right to watch a match changed: `match`."""
room_changed = Signal()
"""Sent after who sits at a match that has not begun, or with what, has changed: `match`."""

SIDES = ("a", "b")
"""The sides of a match of two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How a match is to be played and seen. Times are seconds; no bank means no clock."""

    ruleset: str = "saga"
    scenario: str = ""
    options: dict[str, Any] | None = None
    listed: bool = True
    watch: str = WatchPolicy.LINK
    chat: str = ChatPolicy.PLAYERS
    delay: int = 0
    clock_bank: int | None = None
    clock_grace: int = 0


def open_match(
    *, user: Any, terms: Terms, side: SideId = "a", sides: Sequence[SideId] = SIDES
) -> Match | Refusal:
    """Open a table; its maker sits at `side`, the others are free."""
    if side not in sides:
        return refusal("no_such_side")
    with transaction.atomic():
        match = _create(user, terms, practice=False)
        for place, key in enumerate(sides):
            mine = key == side
            Seat.objects.create(
                match=match, side=key, place=place,
                user=user if mine else None, name=name_of(user) if mine else "",
            )  # fmt: skip
    return match


def practise(
    *,
    user: Any,
    terms: Terms,
    rosters: Sequence[Any],
    names: Sequence[str] = (),
    sides: Sequence[SideId] = SIDES,
) -> Match | Refusal:
    """Open a table at which one user plays every side; it begins at once.

    `rosters` are plain JSON values, one a side; `names` what the sides are called, where the user's
    own name would say too little.
    """
    seats = []
    try:
        with transaction.atomic():
            match = _create(user, terms, practice=True)
            for place, (key, roster) in enumerate(zip(sides, rosters, strict=True)):
                name = names[place] if names else name_of(user)
                seats.append(
                    Seat.objects.create(
                        match=match,
                        side=key,
                        place=place,
                        user=user,
                        name=name,
                        roster=roster,
                        ready=True,
                    )
                )
            _begin(match, seats)
    except Refused as refused:
        return refused.refusal
    return match


def sit(*, user: Any, match: Match, side: SideId = "", token: str = "") -> Seat | Refusal:
    """Take a free seat: any, or that of `side`. The last one closes the table to others."""
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match.pk)
        if not may_sit(user, match, token):
            return refusal("no_seat_for_you")
        free = [seat for seat in match.seats.all() if seat.user_id is None]
        seat = next((seat for seat in free if side in ("", seat.side)), None)
        if seat is None:
            return refusal("seat_taken")
        seat.user, seat.name = user, name_of(user)
        seat.save(update_fields=["user", "name"])
        if len(free) == 1:
            match.state = MatchState.MUSTERING
            match.save(update_fields=["state"])
        _tell_room(match)
    return seat


def leave(*, user: Any, match: Match) -> Match | Refusal:
    """Get up before the match has begun. A table that nobody sits at any more is gone."""
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match.pk)
        seats = list(match.seats.filter(user=user))
        if match.begun is not None or not seats:
            return refusal("cannot_leave")
        _tell_room(match)
        match.seats.filter(user=user).update(user=None, name="", roster=None, ready=False, salt="")
        if match.seats.filter(user__isnull=False).exists():
            match.state = MatchState.OPEN
            match.save(update_fields=["state"])
        else:
            match.delete()
    return match


def set_roster(*, user: Any, match: Match, side: SideId, roster: Any) -> Seat | Refusal:
    """Bring a roster (plain JSON values). It must be legal; readiness has to be said anew."""
    with transaction.atomic():
        seat = _own_seat(user, match, side)
        if isinstance(seat, Refusal):
            return seat
        try:
            flaws = ruleset(match.ruleset).muster(roster)
        except Refused as refused:
            flaws = (refused.refusal,)
        if flaws:
            return flaws[0]
        seat.roster, seat.ready = roster, False
        seat.save(update_fields=["roster", "ready"])
        _tell_room(match)
    return seat


def ready(
    *, user: Any, match: Match, side: SideId, on: bool = True, salt: str = ""
) -> Seat | Refusal:
    """Say that a side is ready, or no longer. When all are, the match begins.

    `salt` is what the side's browser adds to the dice: letters, digits, `-` and `_`, 64 at most.
    """
    if salt and (len(salt) > 64 or not salt.replace("-", "").replace("_", "").isalnum()
                 or not salt.isascii()):  # fmt: skip
        return refusal("unreadable")
    try:
        with transaction.atomic():
            match = Match.objects.select_for_update().get(pk=match.pk)
            seat = _own_seat(user, match, side)
            if isinstance(seat, Refusal):
                return seat
            if on and seat.roster is None and brings_armies(match):
                return refusal("no_roster")
            seat.ready, seat.salt = on, salt or seat.salt
            seat.save(update_fields=["ready", "salt"])
            _tell_room(match)
            seats = list(match.seats.all())
            if all(other.user_id and other.ready for other in seats):
                _begin(match, seats)
    except Refused as refused:
        return refused.refusal
    return seat


def brings_armies(match: Match) -> bool:
    """Whether the seats of a match bring armies; some scenarios have their own."""
    scenario = ruleset(match.ruleset).menu().scenario(match.scenario)
    return scenario is None or scenario.armies


def set_link(*, match: Match, kind: str, on: bool) -> Match:
    """Renew a link (`kind` is `invite` or `watch`) or revoke it: the old one no longer opens.

    Watchers must come in anew.
    """
    field = {"invite": "invite_token", "watch": "watch_token"}[kind]
    setattr(match, field, _token() if on else "")
    match.save(update_fields=[field])
    if kind == "watch":
        transaction.on_commit(lambda: watching_changed.send(sender=Match, match=match.pk))
        _tell_room(match)
    return match


def set_policy(
    *, match: Match, watch: str | None = None, chat: str | None = None, listed: bool | None = None
) -> Match | Refusal:
    """Change who may watch, write in the chat, or find the table in the lobby."""
    if (watch is not None and watch not in WatchPolicy) or (
        chat is not None and chat not in ChatPolicy
    ):
        return refusal("unreadable")
    match.watch = watch if watch is not None else match.watch
    match.chat = chat if chat is not None else match.chat
    match.listed = listed if listed is not None else match.listed
    match.save(update_fields=["watch", "chat", "listed"])
    transaction.on_commit(lambda: watching_changed.send(sender=Match, match=match.pk))
    _tell_room(match)
    return match


def _create(user: Any, terms: Terms, *, practice: bool) -> Match:
    rules = ruleset(terms.ruleset)
    return Match.objects.create(
        ruleset=rules.id, edition=rules.edition, scenario=terms.scenario,
        options=terms.options or {}, practice=practice, created_by=user, created=clock.now(),
        listed=terms.listed and not practice, watch=terms.watch, chat=terms.chat,
        delay=terms.delay, invite_token="" if practice else _token(), watch_token=_token(),
        clock_bank=terms.clock_bank, clock_grace=terms.clock_grace,
    )  # fmt: skip


def _begin(match: Match, seats: list[Seat]) -> None:
    """Begin a match, or raise Refused so that the transaction around leaves nothing written."""
    for seat in seats:
        if wrong := flaw(seat.name, 60):
            raise Refused(wrong)
    if wrong := referee.begin(match, seats, clock.now()):
        raise Refused(wrong)


def _own_seat(user: Any, match: Match, side: SideId) -> Seat | Refusal:
    seat = Seat.objects.filter(match=match, side=side, user=user).first()
    if seat is None or user is None:
        return refusal("not_yours")
    if match.begun is not None:
        return refusal("already_begun")
    return seat


def _tell_room(match: Match) -> None:
    number = match.pk  # which a match that is deleted loses
    transaction.on_commit(lambda: room_changed.send(sender=Match, match=number))


def _token() -> str:
    return secrets.token_urlsafe(16)
