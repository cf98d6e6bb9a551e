"""Ways into contact and ways as near as possible, for one model at the moment it moves.

Both the judge and the planner ask here, so what is proposed is what is owed. Lengths in 1/100 mm.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from rules.core.values import INCH, ModelId, Point
from rules.geometry import Field, distance, within
from rules.geometry.measure import EPS, TOUCH
from rules.geometry.route import (
    Approach,
    Route,
    beside_any,
    contact_route,
    nearest_approach,
    out_of_reach,
    route_to,
    route_to_any,
)
from rules.saga.field.contact import BEHIND, across_places, contacts_at, ring_places
from rules.saga.field.march import CLEAR, March

T = TypeVar("T")
Allowed = Callable[[ModelId, Point], bool]
"""Whether a model may stand at a place when all have moved (formation, gaps: SAGA-ENG-08)."""

REMEMBERED = 4000
"""Searches kept for one table at most."""
ROUGH = INCH // 20
"""How exactly the nearest possible place is looked for: well within what a model may fall short."""
TRIES = 12
"""Places of contact tried one by one when the nearest one is not allowed."""


def anywhere(model: ModelId, place: Point) -> bool:
    """No further condition on where a model ends."""
    return True


def ranked(march: March, model: ModelId) -> list[tuple[float, ModelId]]:
    """The target's models by edge distance from where the mover stands (SAGA-ENG-03)."""
    at, radius = march.place(model), march.radius(model)
    found = [
        (max(0.0, distance(at, to) - radius - s), key) for key, (to, s) in march.targets.items()
    ]
    return sorted(found, key=lambda one: one[0])


def full(march: March, model: ModelId, enemy: ModelId) -> bool:
    """Whether two friends engage an enemy model already (SAGA-ENG-04)."""
    return march.attackers(enemy, besides=model) >= 2


def way_in(
    march: March,
    model: ModelId,
    enemy: ModelId,
    allowance: float,
    avoid: bool,
    allowed: Allowed = anywhere,
) -> Route | None:
    """The shortest legal way of a model into contact with an enemy model, or None.

    `avoid` keeps out of slowing ground. The end touches nobody else that may not be touched
    (SAGA-ENG-04, -15), is `allowed`, and the way keeps SAGA-VS-03.
    """
    place, (to, s) = march.place(model), march.targets[enemy]
    straight = distance(place, to) - march.radius(model) - s
    routes = []
    field = _engaging_field(march, model, avoid)
    if within(straight - TOUCH, allowance):
        routes.append(_direct(march, field, model, enemy, allowance, avoid, allowed))
    if march.ground.obstacles and within(straight - 2 * BEHIND, allowance + 4 * INCH):
        routes.append(_across(march, field, model, enemy, allowance, avoid, allowed))
    return min((r for r in routes if r is not None), key=lambda r: r.length, default=None)


def _engaging_field(march: March, model: ModelId, avoid: bool) -> Field:
    """What stands in the way of an engaging model; those it may not touch are kept clear of."""
    key = ("engaging", march.standing(), model, avoid)
    return _once(march, key, lambda: _make_engaging_field(march, model, avoid))


def _make_engaging_field(march: March, model: ModelId, avoid: bool) -> Field:
    barred = [key for key in march.enemies if key not in march.targets]
    barred += [key for key in march.targets if full(march, model, key)]
    at, radius = march.at[model]
    touching = contacts_at(march.ground, (at, radius), march.enemies)
    near = [key for key in barred if key not in touching]
    return march.field(model, avoid).with_keepouts(march.keepouts(model, (), near))


def _known_contact(
    march: March, field: Field, model: ModelId, enemy: ModelId, allowance: float, avoid: bool
) -> Route | None:
    """The shortest way into contact, looked for once while everybody stands where they do."""
    key, known = ("contact", march.standing(), model, enemy, avoid), march.ground.known
    searched, route = known.get(key, (-1.0, None))
    # A way a hair too long may have a twin that stops a hair short of it.
    hair = route is not None and allowance < route.length <= allowance + TOUCH
    if hair or (route is None and searched < allowance):
        if not _asked(march, model, avoid) or not barren(march, model, allowance, avoid):
            to, s = march.targets[enemy]
            route = contact_route(field, march.place(model), to, s, allowance)
        _remember(known, key, (allowance, route))
    return route if route is not None and within(route.length, allowance) else None


def _asked(march: March, model: ModelId, avoid: bool) -> bool:
    """Whether contact was asked for before: mostly the first enemy is reached, so that he is
    asked for alone; after that one search tells of all."""
    key = ("asked", march.standing(), model, avoid)
    asked = key in march.ground.known
    _remember(march.ground.known, key, True)
    return asked


def barren(march: March, model: ModelId, allowance: float, avoid: bool) -> bool:
    """Whether a model can surely reach none of those it could meet, by one search for all."""
    key = ("barren", march.standing(), model, avoid)
    known: tuple[float, float] = march.ground.known.get(key, (-1.0, 0.0))
    none, most = known
    _asked(march, model, avoid)
    if none < allowance and most < allowance:
        discs = [disc for enemy, disc in march.targets.items() if not full(march, model, enemy)]
        most = allowance
        field = _engaging_field(march, model, avoid)
        if out_of_reach(field, march.place(model), discs, allowance):
            none = allowance
        _remember(march.ground.known, key, (none, most))
    return none >= allowance


def _known_way(
    march: March,
    kind: str,
    field: Field,
    model: ModelId,
    place: Point,
    allowance: float,
    avoid: bool,
) -> Route | None:
    """The shortest way to a place in the field of this kind, looked for once likewise: planner and
    judge ask for the same ones again and again."""
    key = ("way", kind, march.standing(), model, place, allowance, avoid)
    (route,) = _once(march, key, lambda: (route_to(field, march.place(model), place, allowance),))
    return route


def _once(march: March, key: Hashable, make: Callable[[], T]) -> T:
    """What was made before for the same key, or now. Two threads may both make it; no matter."""
    found: T | None = march.ground.known.get(key)
    if found is None:
        found = make()
        _remember(march.ground.known, key, found)
    return found


def _remember(known: dict[Hashable, Any], key: Hashable, found: Any) -> None:
    if len(known) >= REMEMBERED:
        known.clear()
    known[key] = found


def _direct(
    march: March,
    field: Field,
    model: ModelId,
    enemy: ModelId,
    allowance: float,
    avoid: bool,
    allowed: Allowed,
) -> Route | None:
    place, (to, s) = march.place(model), march.targets[enemy]
    route = _known_contact(march, field, model, enemy, allowance, avoid)
    if route is None:
        return None
    if not allowed(model, route.end) or not _may_stand(march, model, route.end):
        ring = ring_places((to, s), field.radius, place)
        return _among(march, field, model, ring, allowance, avoid, allowed)
    rule, missed = march.neglected(model, route.points, (enemy,))
    if not rule:
        return route
    shy = field.with_keepouts({**field.keepouts, **march.keepouts(model, missed, ())})
    route = contact_route(shy, place, to, s, allowance)
    if route is None or not allowed(model, route.end):
        return None
    return None if march.neglected(model, route.points, (enemy,))[0] else route


def _across(
    march: March,
    field: Field,
    model: ModelId,
    enemy: ModelId,
    allowance: float,
    avoid: bool,
    allowed: Allowed,
) -> Route | None:
    """The way to touch an obstacle opposite to an enemy behind it (SAGA-ENG-06)."""
    places = list(
        across_places(march.ground, march.targets[enemy], field.radius, march.place(model))
    )
    return _among(march, field, model, places, allowance, avoid, allowed)


def _among(
    march: March,
    field: Field,
    model: ModelId,
    places: list[Point],
    allowance: float,
    avoid: bool,
    allowed: Allowed,
) -> Route | None:
    """The shortest of the first ways to places, the nearest place first."""
    start, tries = march.place(model), 0
    best: Route | None = None
    for place in places:
        straight = distance(start, place)
        if not within(straight, allowance) or tries >= TRIES:
            break
        if best is not None and straight >= best.length:
            break
        if not allowed(model, place) or field.occupied(place) is not None:
            continue
        if not _may_stand(march, model, place):
            continue
        tries += 1
        route = _known_way(march, "engaging", field, model, place, allowance, avoid)
        if route is None or (best is not None and route.length >= best.length):
            continue
        touched = contacts_at(march.ground, (place, field.radius), march.targets)
        if not march.neglected(model, route.points, touched)[0]:
            best = route
    return best


def _may_stand(march: March, model: ModelId, place: Point) -> bool:
    """Where friends are walked through, nobody may be stood upon."""
    if "friends" not in march.context.ignore:
        return True
    return march.end_field(model).occupied(place) is None


def approach(
    march: March, model: ModelId, enemies: list[ModelId], allowance: float, avoid: bool
) -> Approach:
    """As near to one of these enemy models as a model without contact can come (SAGA-ENG-07)."""
    key = ("approach", march.standing(), model, tuple(enemies), allowance, avoid)
    return _once(
        march,
        key,
        lambda: nearest_approach(
            shy_field(march, model, avoid),
            march.place(model),
            [march.targets[enemy] for enemy in enemies],
            allowance,
            ROUGH,
            TOUCH + 1.0,
        ),
    )


def known_approach(
    march: March, model: ModelId, enemy: ModelId, allowance: float, avoid: bool
) -> Approach | None:
    """The nearest approach to one enemy, if it was looked for already."""
    key = ("approach", march.standing(), model, (enemy,), allowance, avoid)
    found: Approach | None = march.ground.known.get(key)
    return found


def comes_within(
    march: March,
    model: ModelId,
    enemies: Sequence[ModelId],
    gap: float,
    allowance: float,
    avoid: bool,
) -> Route | None:
    """The shortest way of a model without contact to within `gap` of any of some enemies."""
    field = shy_field(march, model, avoid)
    discs = [(to, s + max(CLEAR, int(gap))) for to, s in (march.targets[key] for key in enemies)]
    return beside_any(field, march.place(model), discs, allowance)


def shy_field(march: March, model: ModelId, avoid: bool) -> Field:
    """What stands in the way of a model that will not end in contact."""
    return _once(
        march,
        ("shy", march.standing(), model, avoid),
        lambda: march.field(model, avoid).with_keepouts(
            march.keepouts(model, march.shy_of(model), march.enemies)
        ),
    )


def shy_way(
    march: March, model: ModelId, place: Point, allowance: float, avoid: bool
) -> Route | None:
    """The shortest way of a model that will not end in contact to a place, or None."""
    field = shy_field(march, model, avoid)
    return _known_way(march, "shy", field, model, place, allowance, avoid)


def linked_approach(
    march: March,
    model: ModelId,
    enemy: ModelId,
    allowance: float,
    avoid: bool,
    allowed: Allowed,
    closer_than: float,
) -> Route | None:
    """A way to an allowed place nearer to an enemy than `closer_than`, the nearest found.

    Searched on rings 0.1 in apart round the enemy (SAGA-ENG-08); None when there is none.
    """
    places = _linked_places(march, model, enemy, allowance, avoid, allowed, closer_than)
    field, start = shy_field(march, model, avoid), march.place(model)
    if len(places) > 1 and route_to_any(field, start, places, allowance) is None:
        return None
    ways = (shy_way(march, model, place, allowance, avoid) for place in places)
    return next((way for way in ways if way is not None), None)


def _linked_places(
    march: March,
    model: ModelId,
    enemy: ModelId,
    allowance: float,
    avoid: bool,
    allowed: Allowed,
    closer_than: float,
) -> list[Point]:
    """The first TRIES allowed places that are free, the nearest to the enemy first."""
    field = shy_field(march, model, avoid)
    start, (to, s) = march.place(model), march.targets[enemy]
    radius = march.radius(model)
    gap = max(TOUCH + 2.0, distance(start, to) - radius - s - allowance)
    found: list[Point] = []
    while gap < closer_than and len(found) < TRIES:
        ring = ring_places((to, s), radius, start, gap, step=10)
        near = [place for place in ring if within(distance(start, place), allowance)]
        found += [
            place
            for place, free in zip(near, field.free(near), strict=True)
            if free and allowed(model, place) and _may_stand(march, model, place)
        ]
        gap += INCH / 10
    return found[:TRIES]


def longer(length: float, other: float, by: float) -> bool:
    """Whether a length passes another by more than an allowed surplus."""
    return length > other + by + EPS
