"""The chat of a match: written, kept, and worded for the wire."""

from typing import Any

from rules.core.plain import unseen
from rules.core.refusals import Refusal
from rules.core.values import SideId

from .clock import now
from .models import Remark
from .wire import RemarkShown
from .words import refusal

SHOWN = 50
"""Remarks that a welcome brings; older ones come over HTTP."""


def add(*, match: int, user: Any, side: SideId, name: str, text: str) -> RemarkShown | Refusal:
    """Write a remark; refused when it is empty or holds characters nobody can see."""
    text = text.strip()
    if not text or unseen(text):
        return refusal("unreadable")
    made = Remark.objects.create(
        match_id=match, user=user, side=side, name=name, text=text, time=now()
    )
    return _shown(made)


def last(match: int, before: int | None = None, count: int = SHOWN) -> tuple[RemarkShown, ...]:
    """The newest remarks, in order; `before` a remark's id, the ones before that."""
    found = Remark.objects.filter(match=match, hidden=False)
    if before is not None:
        found = found.filter(pk__lt=before)
    return tuple(_shown(remark) for remark in reversed(found.order_by("-pk")[:count]))


def since(match: int, heard: int) -> tuple[RemarkShown, ...]:
    """What was written after remark `heard`, the newest 50 at most."""
    found = Remark.objects.filter(match=match, hidden=False, pk__gt=heard)
    return tuple(_shown(remark) for remark in reversed(found.order_by("-pk")[:SHOWN]))


def one(remark: int) -> RemarkShown | None:
    """A remark, unless it is gone or hidden."""
    found = Remark.objects.filter(pk=remark, hidden=False).first()
    return None if found is None else _shown(found)


def _shown(remark: Remark) -> RemarkShown:
    return RemarkShown(
        id=remark.pk, name=remark.name, text=remark.text, time=remark.time, by=remark.side
    )
