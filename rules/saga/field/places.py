"""Where a unit's models may end together: formation and own gaps (SAGA-COH, SAGA-GAP-04)."""

from math import hypot

from rules.core.values import ModelId, Point
from rules.geometry import Hull, Links, hull_overlapped, within
from rules.saga.field.ground import Disc, Discs, Ground, gaps_among
from rules.saga.field.orders import Violation, named, say
from rules.saga.field.showing import gap_area, spot
from rules.saga.numbers import VS


class Finals:
    """The places where all models of a unit are to end, and what another place would change."""

    def __init__(self, ground: Ground, finals: Discs, foreign: Discs) -> None:
        """`foreign` are the bases of other units that own gaps may not cover."""
        self.ground = ground
        self.finals = finals
        self.foreign = foreign
        self._groups: dict[ModelId, list[list[ModelId]]] = {}

    def groups(self, model: ModelId, place: Point) -> int:
        """How badly the unit would be split with one model elsewhere: groups, or lone models."""
        mates = self.mates(model, place)
        if self.ground.switches.coherency_connected:
            apart = [g for g in self._others(model) if not mates.intersection(g)]
        else:
            apart = [g for g in self._others(model) if len(g) == 1 and not mates.intersection(g)]
        return len(apart) + (0 if mates or len(self.finals) == 1 else 1)

    def mates(self, model: ModelId, place: Point) -> set[ModelId]:
        """The comrades within VS of a model standing there."""
        radius = self.finals[model][1]
        return {
            key
            for key, (to, s) in self.finals.items()
            if key != model and within(hypot(to[0] - place[0], to[1] - place[1]) - s - radius, VS)
        }

    def covers(self, model: ModelId, place: Point) -> bool:
        """Whether a gap between the model there and a comrade would cover a foreign base."""
        radius = self.finals[model][1]
        near = [
            (at, r)
            for at, r in self.foreign.values()
            if hypot(at[0] - place[0], at[1] - place[1]) < VS + 3 * radius + r
        ]
        if not near:
            return False
        hulls = [Hull(place, radius, *self.finals[key]) for key in self.mates(model, place)]
        return any(hull_overlapped(hull, at, r) for hull in hulls for at, r in near)

    def allowed(self, model: ModelId, place: Point) -> bool:
        """Whether the model may stand there instead: no more split than now, no base covered."""
        now = self.groups(model, self.finals[model][0])
        return self.groups(model, place) <= now and not self.covers(model, place)

    def _others(self, model: ModelId) -> list[list[ModelId]]:
        if model not in self._groups:
            rest = {key: disc for key, disc in self.finals.items() if key != model}
            self._groups[model] = Links(rest, VS).components()
        return self._groups[model]


def covered_bases(
    ground: Ground, unit: str, finals: Discs, foreign: Discs, starts: Discs
) -> list[Violation]:
    """Own gaps that end over a base of another unit (SAGA-GAP-04); unmoved pairs are no news."""
    found: list[Violation] = []
    moved = {key for key, disc in finals.items() if starts.get(key) != disc}
    for (_, a, b), hull in gaps_among(unit, finals):
        if a not in moved and b not in moved:
            continue
        for key, (at, radius) in _near(hull, foreign).items():
            if hull_overlapped(hull, at, radius):
                line = say("move.covers", **named(unit, a))
                found.append(
                    Violation(
                        rule="SAGA-GAP-04",
                        line=line,
                        model=a,
                        shapes=(gap_area(hull), spot((at, radius))),
                    )
                )
                foreign = {k: v for k, v in foreign.items() if k != key}
    return found


def _near(hull: Hull, foreign: Discs) -> dict[ModelId, Disc]:
    x0, x1 = min(hull.a[0], hull.b[0]), max(hull.a[0], hull.b[0])
    y0, y1 = min(hull.a[1], hull.b[1]), max(hull.a[1], hull.b[1])
    room = max(hull.ra, hull.rb)
    return {
        key: (at, r)
        for key, (at, r) in foreign.items()
        if x0 - room - r < at[0] < x1 + room + r and y0 - room - r < at[1] < y1 + room + r
    }
