"""All that is written about lists.

Keyword arguments, one transaction each; the result, or a Refusal and nothing written.
"""

from typing import Any

import msgspec
from django.db import transaction
from msgspec.structs import replace

from rules.core.refusals import Refusal
from rules.core.values import Line, Number

from .models import Army
from .workshops import Workshop

MOST_ARMIES = 200
MOST_STEPS = 20
"""Steps of a list that may be taken back."""


def create(*, owner: Any, craft: Workshop, roster: Any) -> Army | Refusal:
    """Keep a new list of a game, finished or not."""
    if wrong := craft.unfit(roster):
        return wrong
    with transaction.atomic():
        if Army.objects.filter(owner=owner).count() >= MOST_ARMIES:
            return _no("too_many_armies", most=MOST_ARMIES)
        columns = _columns(craft, roster)
        return Army.objects.create(owner=owner, ruleset=craft.game, **columns)


def save(*, army: Army, roster: Any) -> Army | Refusal:
    """Keep a list as it is now, finished or not. Its faction stays."""
    craft = army.workshop
    roster = craft.same_faction(roster, army.faction)
    if wrong := craft.unfit(roster):
        return wrong
    if roster != craft.decode(army.roster):
        army.before = [*army.before, army.roster][-MOST_STEPS:]
    return _written(army, _columns(craft, roster))


def undo(*, army: Army) -> Army:
    """The list as it was a step before; as it is when there is none."""
    if not army.before:
        return army
    craft = army.workshop
    *army.before, last = army.before
    return _written(army, _columns(craft, craft.decode(last)))


def _written(army: Army, columns: dict[str, Any]) -> Army:
    for name, value in columns.items():
        setattr(army, name, value)
    army.save()
    return army


def copy(*, army: Army, name: str) -> Army | Refusal:
    """A second one like it, under another name."""
    craft = army.workshop
    roster = replace(craft.decode(army.roster), name=name[: craft.longest_name].strip())
    return create(owner=army.owner, craft=craft, roster=roster)


def delete(*, army: Army) -> None:
    """Delete a list. Matches that are played with it hold a copy of their own."""
    army.delete()


def _columns(craft: Workshop, roster: Any) -> dict[str, Any]:
    return {
        "name": roster.name,
        "faction": craft.faction_of(roster),
        "points": roster.points,
        "roster": msgspec.to_builtins(roster),
        "legal": craft.legal(roster),
    }


def _no(code: str, **numbers: int) -> Refusal:
    params = {name: Number(value=value) for name, value in numbers.items()}
    return Refusal(code=code, line=Line(key=f"table.refusal.{code}", params=dict(params)))
