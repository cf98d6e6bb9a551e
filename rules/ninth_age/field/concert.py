"""Several chargers of one target: each comes to stand so that the others still find a place
(T9A-CHG-28)."""

from collections.abc import Mapping
from itertools import islice

from rules.core.values import UnitId
from rules.geometry.arcs import Arc
from rules.ninth_age.field.approach import Charged, Foe
from rules.ninth_age.field.assault import Assault
from rules.ninth_age.field.charging import plan
from rules.ninth_age.field.ground import Ground

CHOICES = 8
"""Other places that a charger tries when it would leave somebody out."""


def concerted(
    ground: Ground, unit: UnitId, target: UnitId, side: Arc, foe: Foe, others: Mapping[UnitId, Arc]
) -> Charged | None:
    """The charge of a unit after which most of those that charge the same target, each onto a side
    of it, get into contact; among equals the one with most models, first of all the one that it
    would choose alone."""
    best = plan(ground, unit, target, side, foe=foe)
    if best is None or not others or foe == "fleeing" or ground.block(target).disc:
        return best
    most = _followers(ground, unit, target, best, others)
    for choice in islice(Assault(ground, unit, target, side, ()).choices(), CHOICES):
        if most == len(others):
            break
        found = _followers(ground, unit, target, choice, others)
        if found > most:
            best, most = choice, found
    return best


def _followers(
    ground: Ground, unit: UnitId, target: UnitId, made: Charged, others: Mapping[UnitId, Arc]
) -> int:
    """How many of the others get into contact after a charge."""
    there = ground.moved(unit, made.end)
    if made.target is not None:
        there = there.moved(target, made.target)
    count = 0
    for other, side in others.items():
        found = plan(there, other, target, side, foe="engaged")
        if found is not None:
            count, there = count + 1, there.moved(other, found.end)
    return count
