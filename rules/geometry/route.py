"""Shortest legal ways of a disc: to a place, into contact, or as near as possible.

Lengths in 1/100 mm. Every route returned starts at the given point, lies on the grid, is no longer
than the allowance and is free by `Field.first_breach`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count
from math import hypot

from .course import START, TURN, Course, Goal, Leg
from .field import Field
from .measure import EPS, INCH, TOUCH, XY, Point, closer, cut_path, distance, path_length, snap

CONTACT = 2.0
"""The gap left at a proposed contact, well inside TOUCH, so that rounding never overlaps."""
WIDE_CONTACT = 22.0
"""The gap tried where nothing is reached with CONTACT: still contact after rounding."""
EXPANSIONS = 150
"""Circles walked round in one search at most: some ten times as many as a usual one takes."""

REFUSALS = 8
"""How many ways onto rings as late as each other may prove illegal before they are given up."""


@dataclass(frozen=True, slots=True)
class Route:
    """A legal path and its length (of the points as they are)."""

    points: tuple[Point, ...]
    length: float

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.points[-1]


@dataclass(frozen=True, slots=True)
class Approach:
    """The nearest legal place to a disc: how to get there, whom it is near, the edge gap left."""

    route: Route
    target: int
    gap: float


@dataclass(frozen=True, slots=True)
class _State:
    node: tuple[int, int]
    angle: float
    cost: float
    leg: Leg | None
    before: _State | None


def route_to(field: Field, start: Point, goal: Point, allowance: float) -> Route | None:
    """The shortest legal way to a place, or None if there is none within the allowance."""
    straight = distance(start, goal)
    if straight > allowance + EPS:
        return None
    if field.first_breach((start, goal) if start != goal else (start,)) is None:
        return Route((start, goal) if start != goal else (start,), straight)
    if field.first_breach((goal,)) is not None or field.occupied(goal) is not None:
        return None
    return _search(field, start, (Goal(goal),), allowance)


def contact_route(
    field: Field,
    start: Point,
    centre: Point,
    radius: int,
    allowance: float,
    gaps: tuple[float, ...] = (CONTACT, WIDE_CONTACT),
) -> Route | None:
    """The shortest legal way into contact with a disc, or None within the allowance.

    `gaps` are what may be left between them, the one wished for first. The disc itself should be
    among the field's discs. A start in contact already is a route of no length.
    """
    apart = float(field.radius + radius)
    away = distance(start, centre)
    if away - apart <= TOUCH:
        return Route((start,), 0.0)
    if away - apart - TOUCH > allowance + EPS:
        return None
    ring = apart + gaps[0]
    if away - ring > allowance:
        ring = apart + gaps[-1]
    t = (away - ring) / away
    end = snap((start[0] + (centre[0] - start[0]) * t, start[1] + (centre[1] - start[1]) * t))
    length = distance(start, end)
    if length <= allowance + EPS and field.first_breach((start, end)) is None:
        return Route((start, end), length)
    return _search(field, start, (_rings(field, centre, radius, gaps),), allowance)


def out_of_reach(
    field: Field, start: Point, discs: Iterable[tuple[Point, int]], allowance: float
) -> bool:
    """Whether there is surely no way into contact with any of some discs within the allowance.

    One search for all of them, where `contact_route` would need one for each.
    """
    return _to_rings(field, start, discs, allowance, (CONTACT, WIDE_CONTACT)) is None


def beside_any(
    field: Field, start: Point, discs: Iterable[tuple[Point, int]], allowance: float
) -> Route | None:
    """The shortest way to a place beside any of some discs."""
    return _to_rings(field, start, discs, allowance, (CONTACT,))


def route_to_any(
    field: Field, start: Point, places: Sequence[Point], allowance: float
) -> Route | None:
    """The shortest legal way to any of some places that are free."""
    return _search(field, start, tuple(Goal(place) for place in places), allowance)


def _to_rings(
    field: Field,
    start: Point,
    discs: Iterable[tuple[Point, int]],
    allowance: float,
    gaps: tuple[float, ...],
) -> Route | None:
    near = []
    for centre, radius in discs:
        apart = distance(start, centre) - field.radius - radius
        if apart <= TOUCH:
            return Route((start,), 0.0)
        if apart - TOUCH <= allowance + EPS:
            near.append(_rings(field, centre, radius, gaps))
    return _search(field, start, tuple(near), allowance) if near else None


def _rings(field: Field, centre: Point, radius: int, gaps: tuple[float, ...]) -> Goal:
    """The places beside a disc that leave these gaps."""
    return Goal(centre, tuple(float(field.radius + radius) + gap for gap in gaps))


def reachable(
    field: Field,
    start: Point,
    centre: Point,
    radius: int,
    allowance: float,
) -> tuple[bool, float]:
    """Whether contact with a disc is within the allowance, and the length of the way (or inf)."""
    found = contact_route(field, start, centre, radius, allowance)
    return (False, float("inf")) if found is None else (True, found.length)


def nearest_approach(
    field: Field,
    start: Point,
    targets: Sequence[tuple[Point, int]],
    allowance: float,
    tolerance: float = 0.02 * INCH,
    least: float = 0.0,
) -> Approach:
    """The legal place within the allowance with the smallest edge gap to any of the targets.

    Exact to `tolerance`. `least` is a gap not to go below (TOUCH plus a little keeps out of
    contact). Keep-outs of the field hold along the whole way. Staying put is the worst answer.
    """
    if not targets:
        raise ValueError("nearest_approach needs a target")
    gaps = [_gap(field, start, target) for target in targets]
    low = max(least, min(gaps) - allowance)
    best: Approach | None = None
    for k in sorted(range(len(targets)), key=gaps.__getitem__):
        if best is not None and max(least, gaps[k] - allowance) >= best.gap:
            break
        one = _straight_in(field, start, targets[k], k, allowance, least)
        if best is None or one.gap < best.gap:
            best = one
    assert best is not None
    if best.gap <= low + tolerance:
        return best
    return _by_rungs(field, start, targets, best, low, tolerance, allowance)


def _gap(field: Field, at: XY, target: tuple[Point, int]) -> float:
    return distance(at, target[0]) - field.radius - target[1]


def _straight_in(
    field: Field,
    start: Point,
    target: tuple[Point, int],
    number: int,
    allowance: float,
    least: float,
) -> Approach:
    """As near as the straight line goes before something stops it."""
    centre, gap = target[0], _gap(field, start, target)
    away = distance(start, centre)
    go = min(allowance, gap - max(least, CONTACT))
    stay = Approach(Route((start,), 0.0), number, max(0.0, gap))
    if go <= 1.0 or away == 0.0:
        return stay
    end = snap(
        (
            start[0] + (centre[0] - start[0]) * go / away,
            start[1] + (centre[1] - start[1]) * go / away,
        )
    )
    path = cut_path((start, end), allowance)
    for _ in range(3):
        breach = field.first_breach(path)
        if breach is None:
            break
        path = cut_path(path, max(0.0, breach.along - 1.0))
    if len(path) < 2 or field.first_breach(path) is not None:
        return stay
    route = Route(tuple(path), path_length(path))
    return Approach(route, number, max(0.0, _gap(field, path[-1], target)))


def _by_rungs(
    field: Field,
    start: Point,
    targets: Sequence[tuple[Point, int]],
    best: Approach,
    low: float,
    tolerance: float,
    allowance: float,
) -> Approach:
    """Lessen the gap that can still be reached: whoever reaches a gap passes all wider ones.

    From a place reached one goes on straight as far as one can; mostly nothing nearer is then to
    be had, so that is asked first. If there is, one search tells the least of several gaps that
    can be reached, each step between them twice the one before.
    """

    def rings(gaps: Sequence[float]) -> list[Goal]:
        clear = tuple(max(gap, CONTACT) for gap in gaps)
        # No way on a later ring is short enough to come before one on an earlier.
        return [replace(_rings(field, *one, clear), late=allowance + INCH) for one in near]

    near = [one for one in targets if _gap(field, start, one) - allowance < best.gap]
    course = _course(field, start, tuple(rings((best.gap,))), allowance)
    gaps = [max(low, best.gap - tolerance)]
    while best.gap - low > 1.01 * tolerance:  # a little more, so that the last step ends it
        found = search(course, rings(gaps), allowance)
        if found is None:
            break
        k = min(range(len(targets)), key=lambda k: _gap(field, found.end, targets[k]))
        reached = _gap(field, found.end, targets[k])
        low = max((gap for gap in gaps if gap < reached - 1.0), default=low)
        best = _straight_on(field, found, targets[k], k, allowance, low)
        gaps = _rungs(low, best.gap, tolerance)
    return best


def _rungs(low: float, high: float, step: float) -> list[float]:
    """Gaps between two others, the least first, doubling their distance from the greater."""
    found = []
    while high - step > low:
        found.append(high - step)
        step *= 2
    return found[::-1]


def _straight_on(
    field: Field,
    route: Route,
    target: tuple[Point, int],
    number: int,
    allowance: float,
    least: float,
) -> Approach:
    """A route drawn on straight for its target, as near as it gets."""
    more = _straight_in(field, route.end, target, number, allowance - route.length, least).route
    points = (*route.points, *more.points[1:])
    length = path_length(points)
    if length <= allowance and field.first_breach(points) is None:
        route = Route(points, length)
    return Approach(route, number, max(0.0, _gap(field, route.end, target)))


def _course(field: Field, start: Point, goals: tuple[Goal, ...], reach: float) -> Course:
    """The tangent graph from a start to goals; what was found of it serves further searches."""
    known: Course | None = field.courses.get((start, goals))
    if known is None or known.reach < reach:
        known = field.courses[start, goals] = Course(field, start, reach, goals)
    return known


def _search(field: Field, start: Point, goals: tuple[Goal, ...], allowance: float) -> Route | None:
    return search(_course(field, start, goals, allowance), goals, allowance)


def search(course: Course, goals: Sequence[Goal], limit: float) -> Route | None:
    """A* over the tangent graph; the first goal reached and judged legal is the shortest.

    The goals are those of the course, their rings no wider than there. Looks no further than
    EXPANSIONS circles: what only lies beyond is not found.
    """
    ends = course.ends(goals, limit)
    if ends is None:
        return None
    inner = min(wide.outer - goal.outer for wide, goal in zip(course.goals, goals, strict=True))
    order = count()
    first = _State((START, 1), 0.0, 0.0, None, None)
    queue: list[tuple[float, int, _State]] = [(0.0, next(order), first)]
    done: dict[tuple[int, int], list[_State]] = {}
    last: dict[tuple[int, int], list[Leg]] = {}
    refused: dict[float, int] = {}
    expanded = 0
    while queue:
        _, _, state = heappop(queue)
        if state.leg is not None and state.leg.node is None:
            if refused.get(state.leg.late, 0) > REFUSALS:
                continue
            route = _judged(course, state, limit)
            if route is not None:
                return route
            refused[state.leg.late] = refused.get(state.leg.late, 0) + 1
            continue
        node = state.node
        if expanded == EXPANSIONS or any(
            _dominates(course, other, state) for other in done.get(node, ())
        ):
            continue
        done.setdefault(node, []).append(state)
        expanded += 1
        room = TURN if node[0] == START else course.sweep(node, state.angle)
        if node not in last:
            last[node] = course.goal_legs(node, ends, limit)
        for leg in (*last[node], *course.legs(node)):
            cost = state.cost + leg.length
            if node[0] != START:
                sweep = _turned(node[1], state.angle, leg.angle)
                if leg.arrival > 0.0 and leg.node is None and TURN - sweep <= leg.arrival:
                    # Too near to leave the rim where one should: leave it where one came to it.
                    leg = _dropped(state, leg)
                    cost, sweep = state.cost + leg.length, 0.0
                if sweep > room + 1e-6:
                    continue
                cost += sweep * float(course.rim[node[0]])
            least = cost if leg.node is None else cost + max(0.0, leg.least + inner)
            if least <= limit + 2 * EPS:
                nxt = _State(leg.node or (START, 0), leg.arrival, cost, leg, state)
                heappush(queue, (least + leg.late, next(order), nxt))
    return None


def _dropped(state: _State, leg: Leg) -> Leg:
    """A leg to the same goal from where a state came to its rim."""
    at = leg.p if state.leg is None else state.leg.q
    return Leg(state.angle, at, leg.q, distance(at, leg.q), None, 0.0, leg.late)


def _turned(turn: int, start: float, end: float) -> float:
    """The angle walked from start to end in a direction of turning, 0 rather than a whole turn."""
    sweep = (turn * (end - start)) % TURN
    return 0.0 if sweep > TURN - 1e-6 else sweep


def _dominates(course: Course, other: _State, state: _State) -> bool:
    """True if whoever came to this circle before could walk on to here at no greater cost."""
    sweep = _turned(state.node[1], other.angle, state.angle)
    walked = other.cost + sweep * float(course.rim[state.node[0]]) if state.node[0] >= 0 else 0.0
    return walked <= state.cost + 1e-6 and sweep <= course.sweep(state.node, other.angle) + 1e-6


def _judged(course: Course, state: _State, limit: float) -> Route | None:
    """The path of a finished state on the grid, if it is as legal as it should be."""
    chain: list[_State] = []
    at: _State | None = state
    while at is not None and at.leg is not None:
        chain.append(at)
        at = at.before
    places: list[XY] = []
    for one in reversed(chain):
        before, leg = one.before, one.leg
        if leg is None or before is None:
            continue
        if before.node[0] != START:
            sweep = _turned(before.node[1], before.angle, leg.angle)
            places.extend(course.round_rim(before.node[0], before.node[1], before.angle, sweep))
            places.append(leg.p)
        places.append(leg.q)
    points = [(round(course.start[0]), round(course.start[1]))]
    for place in places:
        point = snap(place)
        if hypot(point[0] - points[-1][0], point[1] - points[-1][1]) >= 2.0:
            points.append(point)
    if len(points) > 1 or places:
        points[-1 if len(points) > 1 else 0] = snap(places[-1])
    path = tuple(points)
    length = path_length(path)
    if closer(limit, length) or course.field.first_breach(path) is not None:
        return None
    return Route(path, length)


def contact_routes(
    field: Field,
    starts: Iterable[Point],
    centre: Point,
    radius: int,
    allowance: float,
) -> list[Route | None]:
    """`contact_route` for several starts, each as if it moved alone."""
    return [contact_route(field, start, centre, radius, allowance) for start in starts]
