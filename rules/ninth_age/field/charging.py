"""How a charge goes: the way, one wheel, the align turn, most models in contact (T9A-CHG-23 -32).

Nothing is rolled or written here: previews and the rules ask the same functions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice, product
from math import hypot
from typing import Literal, get_args

from rules.core.values import INCH, UnitId
from rules.geometry.arcs import ARCS, Arc, facing_edge, facing_onto, lengths_in_arcs
from rules.geometry.blocks import Block, bearing, facing_towards, turn_between
from rules.geometry.convex import boxes_meet, clear_by
from rules.geometry.measure import EPS, XY, distance
from rules.geometry.onto import Edge, Way, offsets, touching_files, ways
from rules.geometry.wheels import (
    Obstacle,
    carry_breach,
    carry_clear,
    on_table,
    turn_breach,
    wheel_pivot,
)
from rules.ninth_age.field.ground import Ground, area, settled
from rules.ninth_age.field.paths import UNTOUCHED, obstacles
from rules.ninth_age.numbers import CHARGE_DICE, SPACING
from rules.ninth_age.wording import length, named, no

TRIES = 160
"""Ways onto one side of a target whose sweep is judged before a charge counts as impossible."""
PLACES = 8
"""Places of equal contact, and ways onto each, that are tried when the target has to be turned."""
TURNS = tuple(sign * turn * 1000 for turn in range(1, 46) for sign in (-1, 1))
"""Turns of a target that are tried, the smallest first."""
SIDES: tuple[Arc, ...] = get_args(Arc)

Foe = Literal["free", "engaged", "fleeing"]
"""How a target stands: only a free one may be turned, a fleeing one is only touched."""


@dataclass(frozen=True)
class Charged:
    """A charge worked out: blocks from start to contact and aligned, and models in contact.

    `target` is where the target stands afterwards, when it had to be turned.
    """

    blocks: tuple[Block, ...]
    wheel: int
    contact: int
    side: Arc
    target: Block | None = None

    @property
    def end(self) -> Block:
        """The final position."""
        return self.blocks[-1]


def sides_of(ground: Ground, unit: UnitId, target: UnitId) -> tuple[Arc, ...]:
    """The side of a target in whose arc the larger part of a charger's front lies; two sides of
    equal parts (T9A-UNIT-11, T9A-CHG-23)."""
    front = ground.block(unit).corners
    parts = lengths_in_arcs(ground.block(target), front[0], front[1])
    most = max(parts.values())
    return tuple(arc for arc in ARCS if parts[arc] >= most - 2 * EPS)


def side_of(ground: Ground, unit: UnitId, target: UnitId) -> Arc:
    """The same for who does not roll: of two sides of equal parts the one nearer to its front."""
    return sides_of(ground, unit, target)[0]


def reach(ground: Ground, unit: UnitId) -> int:
    """The farthest charge: the dice at their best and the Movement (T9A-CHG-02)."""
    return (CHARGE_DICE + ground.pace(unit)) * INCH


def in_reach(ground: Ground, unit: UnitId) -> list[UnitId]:
    """Enemies in sight that the dice could reach, the nearest first; room is not judged."""
    limit = reach(ground, unit)
    here = ground.block(unit)
    near = [
        foe for foe in ground.enemies(unit) if boxes_meet(here.box, ground.block(foe).box, limit)
    ]
    far = {foe: ground.gap(unit, foe) for foe in near}
    return [
        foe
        for foe in sorted(far, key=lambda u: far[u])
        if far[foe] <= limit + EPS and ground.sees(unit, foe)
    ]


def check_target(
    ground: Ground,
    unit: UnitId,
    target: UnitId,
    leaving: Sequence[UnitId] = (),
    foe: Foe = "free",
) -> Charged:
    """Raise Refused unless a charge at a target may be declared (T9A-CHG-02).

    `leaving` are friends that have declared charges and may be out of the way by then.
    """
    if target not in ground.enemies(unit):
        raise no("not_enemy", "T9A-CHG-01")
    far = ground.gap(unit, target)
    shapes = (area(ground.block(target).solid, "breach"),)
    if far > reach(ground, unit) + EPS:
        raise no(
            "charge_far", "T9A-CHG-02", shapes=shapes, other=named(target), gap=length(far),
            limit=length(reach(ground, unit)),
        )  # fmt: skip
    if not ground.sees(unit, target):
        raise no("charge_unseen", "T9A-CHG-02", shapes=shapes, other=named(target))
    found = plan(ground, unit, target, side_of(ground, unit, target), leaving, foe)
    if found is None:
        raise no("charge_room", "T9A-CHG-02", "T9A-CHG-32", shapes=shapes, other=named(target))
    return found


def plan(
    ground: Ground,
    unit: UnitId,
    target: UnitId,
    side: Arc,
    leaving: Sequence[UnitId] = (),
    foe: Foe = "free",
) -> Charged | None:
    """The charge that the rules choose: most contact, then the smallest wheel, then straightest.

    A fleeing target may be reached on any side. Remembered with the ground: one charge is asked
    about by previews, suggestions and answers.
    """
    key = (unit, target, side, tuple(leaving), foe)
    if key not in ground.plans:
        sides = SIDES if foe == "fleeing" else (side,)
        tried = (_onto(ground, unit, target, side, leaving, foe) for side in sides)
        found = [way for way in tried if way is not None]
        ground.plans[key] = max(found, key=lambda way: way.contact, default=None)
    made: Charged | None = ground.plans[key]
    return made


def _onto(
    ground: Ground,
    unit: UnitId,
    target: UnitId,
    side: Arc,
    leaving: Sequence[UnitId],
    foe: Foe,
) -> Charged | None:
    block, there = ground.block(unit), ground.block(target)
    left, right = facing_edge(there, side)
    edge = Edge(left, distance(left, right), facing_onto(there, side))
    base = there.base[0] if side in ("front", "rear") else there.base[1]
    around = _around(ground, unit, target, leaving)
    met: dict[int, list[float]] = {}
    for offset in offsets(block, edge):
        met.setdefault(touching_files(block, edge, base, offset), []).append(offset)
    tries = TRIES
    for contact in sorted(met, reverse=True):
        free = [o for o in met[contact] if _stands(ground, edge.flush(block, o), around)]
        for way in _ranked(block, edge, met[contact] if foe == "fleeing" else free):
            blocks = _blocks(block, way)
            if _clear(ground, blocks, way, around):
                # A fleeing target is touched, and nobody aligns (T9A-CHG-27).
                ends = (*blocks[:-2], settled(blocks[-2])) if foe == "fleeing" else blocks
                return Charged(ends, way.wheel, contact, side)
            tries -= 1
            if tries == 0:
                return None
    return _turning(ground, target, side, block, edge, met, around) if foe == "free" else None


def _turning(
    ground: Ground,
    target: UnitId,
    side: Arc,
    block: Block,
    edge: Edge,
    met: dict[int, list[float]],
    around: list[Obstacle],
) -> Charged | None:
    """The charge with the target turned about the point of contact, as little as possible, and the
    charger turning the rest (T9A-CHG-33)."""

    def clear(way: Way) -> bool:
        return _clear(ground, _blocks(block, way), way, around)

    others = [o for o in around if o.key != target]
    left = count(TRIES // 2, -1)
    for contact in sorted(met, reverse=True):
        some = met[contact][:: max(1, len(met[contact]) // PLACES)]
        found = (
            next((way for way in _tried(block, edge, offset, left) if clear(way)), None)
            for offset in some
        )
        ways_there = [way for way in found if way is not None]
        for turn, way in product(TURNS, ways_there):
            end = settled(way.end.turned(way.touch, turn))
            there = settled(ground.block(target).turned(way.touch, turn))
            if _stands(ground, end, others) and _stands(ground, there, others):
                blocks = (*_blocks(block, way)[:-1], end)
                return Charged(blocks, way.wheel, contact, side, there)
    return None


def _tried(block: Block, edge: Edge, offset: float, left: Iterator[int]) -> Iterator[Way]:
    """A few ways to a place, whether or not one could stand there, while tries are left."""
    for way in islice(_ranked(block, edge, [offset]), PLACES):
        if next(left) <= 0:
            return
        yield way


def _around(
    ground: Ground, unit: UnitId, target: UnitId, leaving: Sequence[UnitId]
) -> list[Obstacle]:
    """What is in the way: friends may be touched, enemies not, the target only at the end."""
    limit = reach(ground, unit) + 2 * INCH
    found = []
    for obstacle in obstacles(ground, unit, UNTOUCHED):
        key = obstacle.key
        if key in leaving or not boxes_meet(ground.block(unit).box, obstacle.box, limit):
            continue
        foe = key in ground.table.units and ground.side(key) != ground.side(unit)
        keep = obstacle.keep if foe and key != target else 0.0
        found.append(Obstacle(key, obstacle.solid, keep))
    return found


def _ranked(block: Block, edge: Edge, places: list[float]) -> Iterator[Way]:
    """Ways onto places of equal contact, in the order in which the rules prefer them."""

    def aside(way: Way) -> float:
        return round(abs(block.local(way.end.at)[0]) / (2 * EPS))

    yield from sorted((w for o in places for w in ways(block, edge, o, wheels=False)), key=aside)
    found = [way for offset in places for way in ways(block, edge, offset) if way.bent]
    yield from sorted(found, key=lambda way: (abs(way.wheel), aside(way), way.wheel > 0))


def _stands(ground: Ground, end: Block, around: list[Obstacle]) -> bool:
    return on_table(end.solid, ground.size) and all(
        not boxes_meet(end.box, o.box, o.keep) or clear_by(end.solid, o.solid, o.keep)
        for o in around
    )


def _blocks(block: Block, way: Way) -> tuple[Block, ...]:
    found = [block]
    if way.first:
        found.append(found[-1].advanced(way.first))
    if way.wheel:
        found.append(found[-1].turned(wheel_pivot(found[-1], way.wheel), way.wheel))
    if way.second:
        found.append(found[-1].advanced(way.second))
    return (*found, settled(way.end))


def _clear(ground: Ground, blocks: tuple[Block, ...], way: Way, around: list[Obstacle]) -> bool:
    """Whether nothing is run into on the way; the align turn counts at its end only.

    What stops one way is moved to the front: it is likely to stop the next.
    """
    moves = list(zip(blocks, blocks[1:-1], strict=False))
    moves.sort(key=lambda move: move[0].facing != move[1].facing)
    for here, there in moves:
        turned = here.facing != there.facing
        if turned and not all(_inside(ground, there.place(k)) for k in (0, there.front - 1)):
            return False
        for number, obstacle in enumerate(around):
            if not _passes(here, there, way, obstacle):
                around.insert(0, around.pop(number))
                return False
    return True


def _passes(here: Block, there: Block, way: Way, obstacle: Obstacle) -> bool:
    if here.facing != there.facing:
        return turn_breach(here, wheel_pivot(here, way.wheel), way.wheel, obstacle) is None
    return carry_clear(here, there.at[0] - here.at[0], there.at[1] - here.at[1], obstacle)


def _inside(ground: Ground, at: XY) -> bool:
    return -EPS <= at[0] <= ground.size[0] + EPS and -EPS <= at[1] <= ground.size[1] + EPS


# --- a charge that fails --------------------------------------------------------------------------


def failed(ground: Ground, unit: UnitId, goal: XY, die: int) -> tuple[Block, ...]:
    """A failed charge: a wheel towards the target's centre, then its highest die in inches, as far
    as spacing is kept (T9A-CHG-40, -42)."""
    start = ground.block(unit)
    turn = _towards(start, goal)
    others = obstacles(ground, unit, SPACING)
    pivot = wheel_pivot(start, turn)
    for obstacle in others:
        stop = turn_breach(start, pivot, turn, obstacle)
        turn = turn if stop is None else stop
    wheeled = start.turned(pivot, turn) if turn else start
    far = die * INCH
    way = bearing(wheeled.facing)
    for obstacle in others:
        stop_at = carry_breach(wheeled, way[0] * far, way[1] * far, obstacle)
        far = far if stop_at is None else int(stop_at)
    while far > 0 and not on_table(wheeled.advanced(far).solid, ground.size):
        far = max(0, far - INCH // 10)
    end = settled(wheeled.advanced(far))
    return (start, wheeled, end) if turn else (start, end)


def _towards(block: Block, goal: XY) -> int:
    """The wheel about the nearer front corner after which straight on carries the centre to a
    point."""
    side = 1 if block.local(goal)[0] > 0 else -1
    pivot = wheel_pivot(block, side)

    def missing(turn: int) -> int:
        wheeled = block.turned(pivot, side * turn)
        return side * turn_between(wheeled.facing, facing_towards(wheeled.at, goal))

    if missing(0) <= 0 or hypot(goal[0] - block.at[0], goal[1] - block.at[1]) < EPS:
        return 0
    low, high = 0, 90_000
    while high - low > 1:
        half = (low + high) // 2
        if missing(half) > 0:
            low = half
        else:
            high = half
    return side * high
