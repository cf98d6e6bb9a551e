"""Places for a whole group: regular formations, and moving a group to where it was dragged.

Lengths in 1/100 mm, angles in 1/1000 degree, clockwise from +y.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import cos, hypot, pi, sin
from typing import Literal

import numpy as np

from .field import Breach, Field
from .kernel import Floats, Mask
from .links import Links
from .measure import EPS, INCH, Point, distance, snap
from .route import Route, route_to, route_to_any

Key = Hashable
MayEnd = Callable[[Key, Sequence[Point]], Sequence[bool]]
"""For each of some places whether a member of the group may end there."""
_ROUND = np.array(
    [
        (INCH // 4 * k * cos(n * pi / 6), INCH // 4 * k * sin(n * pi / 6))
        for k in range(1, 13)
        for n in range(12)
    ]
)
"""Where places to fall back on lie about a wished one."""
_SEARCHES = 3
"""How many bent ways are looked for per model before its wish is given up."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where every model ends and how: `order` is the order to move in, `routes` one per key."""

    order: tuple[Key, ...]
    routes: dict[Key, Route]

    @property
    def places(self) -> dict[Key, Point]:
        """The end places."""
        return {key: route.end for key, route in self.routes.items()}


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why no arrangement was found: which model, and what stood in its way if anything did.

    reason: "blocked" its wished place or every way to it is taken, "too_far" the place is further
    than it may move, "apart" it cannot stay linked to the others.
    """

    key: Key
    reason: Literal["blocked", "too_far", "apart"]
    breach: Breach | None = None


def cluster(
    count: int,
    radius: int,
    centre: Point,
    facing: int = 0,
    width: int = 4,
    gap: int = INCH // 4,
) -> list[Point]:
    """Places for `count` discs in ranks of `width` around a centre, front rank first, each from
    left to right as the formation looks. `gap` is the edge distance of neighbours."""
    step = 2 * radius + gap
    ranks = -(-count // width)
    fx, fy = sin(facing * pi / 180_000), cos(facing * pi / 180_000)
    places: list[Point] = []
    for k in range(count):
        rank, file = divmod(k, width)
        in_rank = min(width, count - rank * width)
        aside, ahead = (file - (in_rank - 1) / 2) * step, ((ranks - 1) / 2 - rank) * step
        places.append(
            snap((centre[0] + fy * aside + fx * ahead, centre[1] - fx * aside + fy * ahead))
        )
    return places


def transformed(
    places: Mapping[Key, Point],
    shift: tuple[int, int],
    turn: int = 0,
    pivot: Point | None = None,
) -> dict[Key, Point]:
    """Places after turning them clockwise about a pivot (their middle) and shifting them."""
    if not places:
        return {}
    if pivot is None:
        pivot = snap(
            (
                sum(p[0] for p in places.values()) / len(places),
                sum(p[1] for p in places.values()) / len(places),
            )
        )
    c, s = cos(turn * pi / 180_000), sin(turn * pi / 180_000)
    moved: dict[Key, Point] = {}
    for key, (x, y) in places.items():
        dx, dy = x - pivot[0], y - pivot[1]
        moved[key] = snap(
            (pivot[0] + dx * c + dy * s + shift[0], pivot[1] - dx * s + dy * c + shift[1])
        )
    return moved


def arrange(
    field: Field,
    starts: Mapping[Key, Point],
    wished: Mapping[Key, Point],
    allowance: float | Mapping[Key, float],
    link: float,
    may_end: MayEnd | None = None,
) -> Arrangement | Misfit:
    """End places near the wished ones for a group moved one model after another.

    The field holds everything but the group itself. Every route is legal against the others where
    they stand when it is walked; the end places are free and form one group with edge gaps of
    `link` at most. Wishes are kept where they can be and given up by as little as can be found.
    `may_end` adds a condition on places.
    """
    task = _Task(field, dict(starts), dict(wished), allowance, link, may_end)
    exact = task.run(linked=False) if task.possible() else None
    if isinstance(exact, Arrangement) and task.linked(exact.places):
        return exact
    close = task.run(linked=True)
    if isinstance(close, Arrangement):
        # Models with more than one comrade may have drifted: the graph has the last word.
        if task.linked(close.places):
            return close
        return Misfit(task.stray(close.places), "apart")
    return close


@dataclass
class _Task:
    field: Field
    starts: dict[Key, Point]
    wished: dict[Key, Point]
    allowance: float | Mapping[Key, float]
    link: float
    may_end: MayEnd | None

    def possible(self) -> bool:
        """Whether everybody's wish is near enough and free of all but the group."""
        near = all(
            distance(self.starts[key], wish) <= self._limit(key) + EPS
            for key, wish in self.wished.items()
        )
        return near and all(self.field.free(list(self.wished.values())))

    def run(self, linked: bool) -> Arrangement | Misfit:
        """One pass: the foremost first, whoever cannot move yet waits for the others."""
        waiting = self._order(linked)
        now = dict(self.starts)
        routes: dict[Key, Route] = {}
        trouble: Misfit | None = None
        patience = len(waiting)
        while waiting:
            key = waiting.pop(0)
            found = self._place(key, now, routes, linked)
            if isinstance(found, Route):
                routes[key] = found
                now[key] = found.end
                patience = len(waiting)
                continue
            trouble = trouble or found
            waiting.append(key)
            patience -= 1
            if patience < 0:
                return trouble
            if patience == 0:
                trouble = found
        return Arrangement(tuple(routes), routes)

    def linked(self, places: Mapping[Key, Point]) -> bool:
        """Do the places form one group."""
        return self._links(places).connected()

    def stray(self, places: Mapping[Key, Point]) -> Key:
        """A model of the smallest part of a split group."""
        return min(self._links(places).components(), key=len)[0]

    def _links(self, places: Mapping[Key, Point]) -> Links[Key]:
        r = self.field.radius
        return Links({key: (at, r) for key, at in places.items()}, self.link)

    def _order(self, linked: bool) -> list[Key]:
        """Foremost in the direction of the move first. When links matter, outward from the
        model with the most central wish instead, so that each finds a placed comrade."""
        keys = list(self.starts)
        n = len(keys)
        if linked:
            mx = sum(self.wished[k][0] for k in keys) / n
            my = sum(self.wished[k][1] for k in keys) / n
            return sorted(keys, key=lambda k: hypot(self.wished[k][0] - mx, self.wished[k][1] - my))
        dx = sum(self.wished[k][0] - self.starts[k][0] for k in keys)
        dy = sum(self.wished[k][1] - self.starts[k][1] for k in keys)
        return sorted(keys, key=lambda k: -(self.starts[k][0] * dx + self.starts[k][1] * dy))

    def _place(
        self, key: Key, now: Mapping[Key, Point], placed: Mapping[Key, Route], linked: bool
    ) -> Route | Misfit:
        r = self.field.radius
        field = self.field.with_discs({("group", k): (at, r) for k, at in now.items() if k != key})
        start, wish = self.starts[key], self.wished[key]
        limit = self._limit(key)
        reason: Literal["blocked", "too_far", "apart"] = "blocked"
        if distance(start, wish) > limit + EPS:
            reason = "too_far"
        fits = not linked or not placed or self._near_placed(wish, placed)
        if fits and reason == "blocked" and self._may(key, [wish])[0]:
            found = route_to(field, start, wish, limit)
            if found is not None:
                return found
        if not linked:
            breach = field.occupied(wish) or field.first_breach((start, wish))
            return Misfit(key, reason, breach)
        places = self._options(start, wish, limit)
        if placed:
            places = places[self._beside_placed(places, placed)]
        options = as_points(places)
        may = [at for at, ok in zip(options, self._may(key, options), strict=True) if ok]
        clear, seen = field.clear_rounds(start, may)
        maybe = [(at, direct) for at, ok, direct in zip(may, clear, seen, strict=True) if ok]
        for at in (at for at, direct in maybe if direct):
            path = (start, at) if at != start else (start,)
            if field.occupied(at) is None and field.first_breach(path) is None:
                return Route(path, distance(start, at))
        some = list(islice((at for at, _ in maybe if field.occupied(at) is None), _SEARCHES))
        if some and route_to_any(field, start, some, limit) is not None:
            ways = (route_to(field, start, at, limit) for at in some)
            found = next((way for way in ways if way is not None), None)
            if found is not None:
                return found
        if not options and reason == "blocked":
            reason = "apart"
        return Misfit(key, reason, field.occupied(wish) or field.first_breach((start, wish)))

    def _may(self, key: Key, places: Sequence[Point]) -> Sequence[bool]:
        return self.may_end(key, places) if self.may_end else [True] * len(places)

    def _near_placed(self, at: Point, placed: Mapping[Key, Route]) -> bool:
        reach = self.link + 2 * self.field.radius + EPS
        return any(distance(at, route.end) <= reach for route in placed.values())

    def _beside_placed(self, places: Floats, placed: Mapping[Key, Route]) -> Mask:
        """For each place whether it is linked to somebody placed."""
        ends = np.array([route.end for route in placed.values()], dtype=np.float64)
        reach = self.link + 2 * self.field.radius + EPS
        away = np.hypot(places[:, None, 0] - ends[:, 0], places[:, None, 1] - ends[:, 1])
        return np.asarray((away <= reach).any(axis=1), dtype=np.bool_)

    def _limit(self, key: Key) -> float:
        most = self.allowance
        return most if isinstance(most, (int, float)) else most[key]

    def _options(self, start: Point, wish: Point, limit: float) -> Floats:
        """Places to fall back on, nearest to the wish first; staying put is the last of them."""
        at, to = np.array(start, dtype=np.float64), np.array(wish, dtype=np.float64)
        found = [to + _ROUND]
        away = distance(start, wish)
        if away > 0.0:
            parts = np.arange(min(1.0, (limit - 1.0) / away), 0.0, -(INCH / 4) / away)
            found.insert(0, at + (to - at) * parts[:, None])
        places = np.rint(np.concatenate(found))
        places = places[np.hypot(*(places - at).T) <= limit]
        order = np.argsort(np.hypot(*(places - to).T), kind="stable")
        return np.concatenate((places[order], at[None, :]))


def as_points(places: Floats) -> list[Point]:
    """Rows x, y as points of the grid."""
    return [(int(x), int(y)) for x, y in places.tolist()]
