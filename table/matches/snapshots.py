"""Folded states on disk, so that a long match opens at once. Safe to delete at any time.

A snapshot serves only the code that wrote it: `version` is a hash of the rules' source, so that a
changed rule never meets a state that was folded differently.
"""

import hashlib
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from django.db import IntegrityError, transaction

from rules.core.codec import decode_state, encode
from rules.core.ruleset import Rules
from rules.core.state import State

from .log import Ruled
from .models import Snapshot

EVERY = 150
"""Rulings folded since the last snapshot that make a new one worth its place."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where folding may start: after so many rulings, from this state (None: at the beginning)."""

    rulings: int
    state: State | None


@cache
def version(rules: Rules[Any]) -> str:
    """A hash of the source of this game and of the core."""
    home = Path(sys.modules[type(rules).__module__].__file__ or "").parent
    digest = hashlib.sha256()
    for folder in (Path(sys.modules[Rules.__module__].__file__ or "").parent, home):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def newest(rules: Rules[Any], match: int, rulings: list[Ruled]) -> Start:
    """The newest snapshot that this code can use and that no take-back went back past."""
    rows = Snapshot.objects.filter(match=match, version=version(rules)).order_by("-seq")
    for seq, raw in rows.values_list("seq", "state"):
        count = next((n for n, r in enumerate(rulings, 1) if r.seq == seq), None)
        later = rulings[count:] if count else []
        if count is None or any(r.rewinds_to is not None and r.rewinds_to < seq for r in later):
            continue
        try:
            return Start(count, decode_state(rules, raw))
        except msgspec.ValidationError:
            continue
    return Start(0, None)


def write(rules: Rules[Any], match: int, seq: int, state: State) -> None:
    """Keep a state, in place of older ones."""
    try:
        with transaction.atomic():
            Snapshot.objects.filter(match=match).delete()
            Snapshot.objects.create(
                match_id=match, seq=seq, version=version(rules), state=encode(state).decode()
            )
    except IntegrityError:
        pass  # another process has just kept the same state
