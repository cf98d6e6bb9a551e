"""How a charge goes: the way, one wheel, the align turn, most models in contact (T9A-CHG-23 -32).

Nothing is rolled or written here: previews and the rules ask the same functions.
"""

from collections.abc import Sequence
from math import hypot
from typing import get_args

from rules.core.values import INCH, UnitId
from rules.geometry.arcs import ARCS, Arc, lengths_in_arcs
from rules.geometry.blocks import Block, bearing, facing_towards, turn_between
from rules.geometry.measure import EPS, XY
from rules.geometry.wheels import carry_breach, on_table, turn_breach, wheel_pivot
from rules.ninth_age.field.approach import Charged, Foe, in_reach, reach
from rules.ninth_age.field.assault import Assault
from rules.ninth_age.field.ground import Ground, shown
from rules.ninth_age.field.paths import HALF_TURN, obstacles
from rules.ninth_age.field.settling import settled
from rules.ninth_age.field.straits import onto_round, straight_on
from rules.ninth_age.numbers import SPACING
from rules.ninth_age.wording import length, named, no

SIDES: tuple[Arc, ...] = get_args(Arc)
DEGREE = 1000
"""By so much a wheel is taken back that would leave somebody beyond the edge."""


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


def check_target(
    ground: Ground,
    unit: UnitId,
    target: UnitId,
    leaving: Sequence[UnitId] = (),
    foe: Foe = "free",
) -> Charged:
    """Raise Refused unless a charge at a target may be declared (T9A-CHG-02).

    `leaving` are friends that have declared charges and may be out of the way by then. Skirmishers
    are judged as they will stand: closed up (T9A-CHG-41).
    """
    ground = ground.closing(unit, *((target,) if foe == "free" else ()))
    if target not in ground.enemies(unit):
        raise no("not_enemy", "T9A-CHG-01")
    if ground.home(target):
        raise no(
            "garrison_target", "T9A-TERR-03", shapes=shown(ground, target), other=named(target)
        )
    far = ground.gap(unit, target)
    shapes = shown(ground, target)
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
    wheels: bool = True,
) -> Charged | None:
    """The charge that the rules choose: most contact, then the smallest wheel, then straightest;
    straight on only, unless `wheels`.

    A fleeing target may be reached on any side. Remembered with the ground: one charge is asked
    about by previews, suggestions and answers.
    """
    key = (unit, target, side, tuple(leaving), foe, wheels)
    if key not in ground.plans:
        ground.plans[key] = _planned(ground, unit, target, side, leaving, foe, wheels)
    made: Charged | None = ground.plans[key]
    return made


def _planned(
    ground: Ground,
    unit: UnitId,
    target: UnitId,
    side: Arc,
    leaving: Sequence[UnitId],
    foe: Foe,
    wheels: bool,
) -> Charged | None:
    if ground.block(target).disc:
        return onto_round(ground, unit, target, leaving, wheels)
    sides = SIDES if foe == "fleeing" else (side,)
    tried = (Assault(ground, unit, target, one, leaving, wheels).charge(foe) for one in sides)
    found = [way for way in tried if way is not None]
    best = min(found, key=lambda way: abs(way.wheel), default=None)
    if best is not None or foe != "free" or not wheels:
        return best
    # Last, a way that only enemies out of its reach bar; seldom anything leads straight on either.
    straight = straight_on(ground, unit, target, side, leaving)
    if straight is None:
        return None
    chargeable = in_reach(ground, unit)
    bars = [key for key in ground.enemies(unit) if key != target and key not in chargeable]
    opened = bars and Assault(ground, unit, target, side, (*leaving, *bars)).charge(foe)
    return straight if opened else None


# --- a charge that fails --------------------------------------------------------------------------


def failed(ground: Ground, unit: UnitId, goal: XY, die: int) -> tuple[Block, ...]:
    """A failed charge: a wheel towards the target's centre, then its highest die in inches. It ends
    where spacing would be broken, and on the table (T9A-CHG-40, -42, T9A-EDGE-01)."""
    start = ground.block(unit)
    whole = turn = _towards(start, goal)
    others = obstacles(ground, unit, SPACING)
    pivot = wheel_pivot(start, turn)
    for obstacle in others:
        stop = turn_breach(start, pivot, turn, obstacle)
        turn = turn if stop is None else stop
    wheeled = start.turned(pivot, turn) if turn else start
    far = die * INCH if turn == whole else 0
    way = bearing(wheeled.facing)
    for obstacle in others:
        stop_at = carry_breach(wheeled, way[0] * far, way[1] * far, obstacle)
        far = far if stop_at is None else int(stop_at)
    while far > 0 and not on_table(wheeled.advanced(far).solid, ground.size):
        far = max(0, far - INCH // 10)
    while turn and not on_table(wheeled.advanced(far).solid, ground.size):
        turn = max(0, turn - DEGREE) if turn > 0 else min(0, turn + DEGREE)
        wheeled = start.turned(pivot, turn)
    end = settled(wheeled.advanced(far), others)
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
    low, high = 0, HALF_TURN
    while high - low > 1:
        half = (low + high) // 2
        if missing(half) > 0:
            low = half
        else:
            high = half
    return side * high
