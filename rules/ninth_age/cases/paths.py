"""What worked cases of moves among others ask of the rules: advances, marches and reforms on a
table with units and terrain (chapters SPACE, EDGE, REM, MARCH, REF)."""

from typing import Any, Literal

from rules.core.refusals import Refused
from rules.core.values import Pose
from rules.ninth_age.cases.file import (
    Kind,
    Nothing,
    TableCase,
    Words,
    centre_of,
    owner_of,
    state_of,
)
from rules.ninth_age.cases.moves import Length, part
from rules.ninth_age.field.settling import centre
from rules.ninth_age.play.moving.remaining import judge, judge_reforming
from rules.ninth_age.state import State


class _Try(Words):
    kind: Literal["advance", "march", "reform"] = "advance"
    path: list[tuple[str, Length]] = []
    files: int = 0
    facing_deg: float = 0.0


class _Tries(Words):
    type: Literal["manoeuvre"]
    unit: str
    tries: list[_Try]


def manoeuvre(setup: TableCase, action: _Tries, dice: Nothing) -> dict[str, Any]:
    """Moves of one unit, each asked about on its own; tests before a march are not rolled."""
    state = state_of(setup, active=owner_of(setup, action.unit))
    why: list[str | None] = []
    ends: list[Pose | None] = []
    for one in action.tries:
        try:
            ends.append(_end(state, action.unit, one))
            why.append(None)
        except Refused as refused:
            ends.append(None)
            why.append(refused.refusal.code)
    return {
        "legal": [code is None for code in why],
        "why": why,
        "end_centre": [centre_of(end) if end else None for end in ends],
        "end_facing": [end.facing / 1000 if end else None for end in ends],
    }


def _end(state: State, unit: str, one: _Try) -> Pose:
    """Where the unit comes to stand. Raises Refused."""
    if one.kind == "reform":
        formed = judge_reforming(state, unit, one.files, round(one.facing_deg * 1000))
        return centre(formed.block)
    path = tuple(part(name, amount) for name, amount in one.path)
    return centre(judge(state, unit, path, march=one.kind == "march").end)


PATHS = {"manoeuvre": Kind(manoeuvre, setup=TableCase, action=_Tries)}
"""Kinds of case of moves among others."""
