"""All that is written about warbands.

Keyword arguments, one transaction each; the result, or a Refusal and nothing written.
"""

from typing import Any

import msgspec
from django.db import transaction
from msgspec.structs import replace

from rules.core.plain import flaw
from rules.core.refusals import Refusal
from rules.core.values import Line, Number
from rules.saga.content import Roster
from rules.saga.warbands.muster import LEAST_POINTS, LONGEST_NAME, MOST_POINTS, MOST_UNITS, muster
from rules.saga.warbands.packs import pack

from .models import Warband

MOST_WARBANDS = 200


def create(*, owner: Any, roster: Roster) -> Warband | Refusal:
    """Keep a new warband, finished or not."""
    if wrong := unfit(roster):
        return wrong
    with transaction.atomic():
        if Warband.objects.filter(owner=owner).count() >= MOST_WARBANDS:
            return _no("too_many_warbands", most=MOST_WARBANDS)
        return Warband.objects.create(owner=owner, **_columns(roster))


def save(*, warband: Warband, roster: Roster) -> Warband | Refusal:
    """Keep a warband as it is now, finished or not. Its faction stays."""
    roster = replace(roster, faction=warband.faction)
    if wrong := unfit(roster):
        return wrong
    for name, value in _columns(roster).items():
        setattr(warband, name, value)
    warband.save()
    return warband


def copy(*, warband: Warband, name: str) -> Warband | Refusal:
    """A second one like it, under another name."""
    roster = msgspec.convert(warband.roster, Roster)
    return create(owner=warband.owner, roster=replace(roster, name=name[:LONGEST_NAME]))


def delete(*, warband: Warband) -> None:
    """Delete a warband. Matches that are played with it hold a copy of their own."""
    warband.delete()


def _columns(roster: Roster) -> dict[str, Any]:
    known = pack()
    legal = not muster(roster, known) and known.factions[roster.faction].playable
    return {
        "name": roster.name,
        "faction": roster.faction,
        "points": roster.points,
        "roster": msgspec.to_builtins(roster),
        "legal": legal,
    }


def unfit(roster: Roster) -> Refusal | None:
    """Why a warband may not even be kept as a draft."""
    if roster.faction not in pack().factions:
        return Refusal(code="muster_faction", line=Line(key="saga.muster.faction"))
    if len(roster.units) > MOST_UNITS:
        return next(r for r in muster(roster, pack()) if r.code == "muster_units")
    if not LEAST_POINTS <= roster.points <= MOST_POINTS:
        return next(r for r in muster(roster, pack()) if r.code == "muster_points_range")
    names = (unit.name for unit in roster.units if unit.name)
    return flaw(roster.name, LONGEST_NAME) or next(
        (wrong for name in names if (wrong := flaw(name, LONGEST_NAME))), None
    )


def _no(code: str, **numbers: int) -> Refusal:
    params = {name: Number(value=value) for name, value in numbers.items()}
    return Refusal(code=code, line=Line(key=f"table.refusal.{code}", params=dict(params)))
