"""Base contact, also across an obstacle. Lengths in 1/100 mm."""

from math import cos, hypot, pi, sin

from rules.core.values import INCH, ModelId, Point, UnitId
from rules.geometry import EPS, TOUCH, Outline, distance, snap, touching, within
from rules.saga.field.ground import Disc, Discs, Ground

BEHIND = INCH // 2
"""How near an enemy must stand behind an obstacle to be met across it (SAGA-ENG-06)."""
GAP = 2
"""The gap left at a proposed contact, so that rounding never makes an overlap."""


def in_contact(ground: Ground, attacker: Disc, enemy: Disc) -> bool:
    """Whether a base counts as in contact with an enemy's (SAGA-MEA-04, SAGA-ENG-06)."""
    (at, r), (to, s) = attacker, enemy
    if touching(at, r, to, s):
        return True
    return any(meets_across(outline, attacker, enemy) for _, outline in ground.obstacles)


def meets_across(outline: Outline, attacker: Disc, enemy: Disc) -> bool:
    """Whether an attacker touches an obstacle opposite to an enemy close behind it."""
    (at, r), (to, s) = attacker, enemy
    if not _rests_on(outline, attacker):
        return False
    if not within(outline.distance(to) - s, BEHIND):
        return False
    thickness = outline.thickness_along(at, to)
    return thickness > 0.0 and within(distance(at, to) - r - s, thickness + BEHIND)


def _rests_on(outline: Outline, base: Disc) -> bool:
    """Whether a base touches an outline from outside."""
    (x, y), r = base
    x0, y0, x1, y1 = outline.box
    room = r + TOUCH
    if not (x0 - room <= x <= x1 + room and y0 - room <= y <= y1 + room):
        return False
    return -EPS <= outline.distance((x, y)) - r <= TOUCH


def contacts_at(ground: Ground, mover: Disc, enemies: Discs) -> frozenset[ModelId]:
    """The enemy models that a base touches, across obstacles included."""
    (x, y), r = mover
    found = set()
    for key, (to, s) in enemies.items():
        gap = hypot(to[0] - x, to[1] - y) - r - s
        if -EPS <= gap <= TOUCH:
            found.add(key)
    for _, outline in ground.obstacles:
        if _rests_on(outline, mover):
            found |= {
                key
                for key, enemy in enemies.items()
                if key not in found and meets_across(outline, mover, enemy)
            }
    return frozenset(found)


def held_by(ground: Ground, unit: UnitId) -> dict[ModelId, int]:
    """How many models of a unit, where it stands, touch each enemy model."""
    if unit not in ground.held:
        own = ground.discs_of(unit)
        found: dict[ModelId, int] = {}
        for enemy in ground.enemies(unit):
            foes = ground.discs_of(enemy)
            if not _boxes_meet(own, foes, 6 * INCH if ground.obstacles else TOUCH):
                continue
            for disc in own.values():
                for key in contacts_at(ground, disc, foes):
                    found[key] = found.get(key, 0) + 1
        ground.held[unit] = found
    return ground.held[unit]


def _boxes_meet(one: Discs, other: Discs, room: float) -> bool:
    a, b = _box(one), _box(other)
    return (
        a[0] - room <= b[2] and b[0] - room <= a[2] and a[1] - room <= b[3] and b[1] - room <= a[3]
    )


def _box(discs: Discs) -> tuple[int, int, int, int]:
    return (
        min(p[0] - r for p, r in discs.values()),
        min(p[1] - r for p, r in discs.values()),
        max(p[0] + r for p, r in discs.values()),
        max(p[1] + r for p, r in discs.values()),
    )


def ring_places(
    enemy: Disc, radius: int, toward: Point, gap: float = GAP, step: int = 6
) -> list[Point]:
    """Places `gap` away from an enemy all round it, every `step` degrees, nearest first."""
    (cx, cy), s = enemy
    keep = s + radius + gap
    away = max(1.0, distance(toward, (cx, cy)))
    ux, uy = (toward[0] - cx) / away, (toward[1] - cy) / away
    places: list[Point] = []
    for k in range(0, 181, step):
        for sign in (1, -1) if 0 < k < 180 else (1,):
            c, d = cos(k * pi / 180), sin(k * pi / 180) * sign
            places.append(snap((cx + keep * (ux * c - uy * d), cy + keep * (ux * d + uy * c))))
    return places


def behind_obstacle(ground: Ground, enemy: Disc, radius: int) -> bool:
    """Whether an enemy can be met across an obstacle by a base of some radius."""
    return bool(_known_places(ground, enemy, radius))


def _known_places(ground: Ground, enemy: Disc, radius: int) -> list[Point]:
    key = (enemy, radius)
    if key not in ground.across:
        ground.across[key] = _all_round(ground, enemy, radius)
    return ground.across[key]


def across_places(ground: Ground, enemy: Disc, radius: int, toward: Point) -> list[Point]:
    """Places that touch an obstacle opposite to an enemy behind it, nearest to `toward` first."""
    found = list(_known_places(ground, enemy, radius))
    for _, outline in ground.obstacles:
        if not found:
            break
        straight = _foot(outline, radius, toward)
        if straight is not None and meets_across(outline, (straight, radius), enemy):
            found.append(straight)
    return sorted(found, key=lambda place: distance(place, toward))


def _all_round(ground: Ground, enemy: Disc, radius: int) -> list[Point]:
    found: list[Point] = []
    for _, outline in ground.obstacles:
        if not within(outline.distance(enemy[0]) - enemy[1], BEHIND):
            continue
        for degrees in range(0, 360, 4):
            place = _beyond(outline, enemy, radius, degrees * pi / 180)
            if place is not None and meets_across(outline, (place, radius), enemy):
                found.append(place)
    return found


def _beyond(outline: Outline, enemy: Disc, radius: int, angle: float) -> Point | None:
    """The nearest place on a ray from an enemy where a base touches the far side of an obstacle."""
    (cx, cy), s = enemy
    ux, uy = cos(angle), sin(angle)
    far = (
        s
        + radius
        + 2 * BEHIND
        + max(outline.box[2] - outline.box[0], outline.box[3] - outline.box[1])
    )
    inside = outline.thickness_along((cx, cy), (cx + ux * far, cy + uy * far))
    if inside <= 0.0:
        return None
    high = s + radius + inside + BEHIND + TOUCH
    low = high - BEHIND - inside
    keep = radius + GAP
    if outline.distance((cx + ux * high, cy + uy * high)) < keep:
        return None
    for _ in range(16):
        middle = (low + high) / 2
        if outline.distance((cx + ux * middle, cy + uy * middle)) < keep:
            low = middle
        else:
            high = middle
    return snap((cx + ux * high, cy + uy * high))


def _foot(outline: Outline, radius: int, at: Point) -> Point | None:
    """Where a base that goes straight for an obstacle comes to touch it."""
    x, y = outline.nearest(at)
    away = distance(at, (x, y))
    keep = radius + GAP
    if away < keep:
        return None
    return snap((x + (at[0] - x) * keep / away, y + (at[1] - y) * keep / away))
