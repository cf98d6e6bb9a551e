"""Several chargers of one target: each comes to stand so that the others still find a place, and so
that most models are in contact when all of them stand (T9A-CHG-28)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from rules.core.values import UnitId
from rules.geometry.arcs import Arc
from rules.geometry.wheels import Obstacle
from rules.ninth_age.field.approach import Charged, Foe
from rules.ninth_age.field.assault import Assault
from rules.ninth_age.field.charging import plan
from rules.ninth_age.field.ground import Ground

WAYS = 24
"""Places of the chargers, one after another, that are tried before the best so far is taken."""
Contact = tuple[int, int]
"""Units in contact, and models of both sides: the more units the better, then the more models."""


def concerted(
    ground: Ground, unit: UnitId, target: UnitId, side: Arc, foe: Foe, others: Mapping[UnitId, Arc]
) -> Charged | None:
    """The charge of a unit after which most of those that charge the same target, each onto a side
    of it, get into contact; among equals the one with most models, first of all the one that it
    would choose alone."""
    best = plan(ground, unit, target, side, foe=foe)
    if best is None or not others or foe == "fleeing" or ground.block(target).disc:
        return best
    if best.target is not None:
        return best  # nothing leads to it but with the target turned
    away = (unit, *others)
    rest = [Assault(ground, other, target, arc, away) for other, arc in others.items()]
    left = count(WAYS, -1)
    most = _after(best, best.contact, rest, left)
    own = Assault(ground, unit, target, side, ())
    for gain, contact, place in own.options(()):
        if next(left) <= 0 or _bound(gain, rest) <= most:
            break
        choice = own.onto(place, contact)
        found = _after(choice, gain, rest, left) if choice else (0, 0)
        if choice and found > most:
            best, most = choice, found
    return best


def _bound(gain: int, rest: Sequence[Assault]) -> Contact:
    """No more comes of a place that brings so many models into contact."""
    return 1 + len(rest), gain + sum(one.most for one in rest)


def _after(
    made: Charged, gain: int, rest: Sequence[Assault], left: Iterator[int],
    taken: tuple[Obstacle, ...] = (),
) -> Contact:  # fmt: skip
    """What is in contact when the rest has followed a charge, which brings so many models in."""
    units, models = _most(rest, (*taken, Obstacle("", made.end.solid)), left)
    return units + 1, models + gain


def _most(rest: Sequence[Assault], taken: tuple[Obstacle, ...], left: Iterator[int]) -> Contact:
    """The most that comes of some chargers, one after another, beside blocks that stand."""
    if not rest:
        return 0, 0
    first, *later = rest
    best = (0, 0)
    for gain, contact, place in first.options(taken):
        if next(left) <= 0 or _bound(gain, later) <= best:
            break
        made = first.onto(place, contact, taken)
        if made is not None:
            best = max(best, _after(made, gain, later, left, taken))
    if best[0] < len(rest):
        best = max(best, _most(later, taken, left))
    return best
