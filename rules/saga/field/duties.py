"""The duties of an engaging model (chapter 11), judged at the moment when it moves."""

from rules.core.values import INCH, Distance, ModelId, Point
from rules.geometry import distance, path_length, within
from rules.geometry.measure import EPS, TOUCH
from rules.geometry.route import Route, route_to
from rules.saga.actions import Path
from rules.saga.field.contact import behind_obstacle
from rules.saga.field.march import CLEAR, March
from rules.saga.field.orders import Violation, inches, named, say
from rules.saga.field.places import Finals
from rules.saga.field.showing import spot, trail
from rules.saga.field.ways import (
    ROUGH,
    approach,
    barren,
    comes_within,
    full,
    known_approach,
    linked_approach,
    longer,
    ranked,
    shy_field,
    way_in,
)

DETOUR = INCH // 4
"""How much longer than the shortest way a drawn path may be (SAGA-ENG-10, -11)."""
SHORT = INCH / 10
"""How much farther than the nearest possible place a model may stay (SAGA-ENG-07)."""


class Duties:
    """Judges one engagement, model by model, in the order in which they go."""

    def __init__(
        self,
        march: March,
        finals: Finals,
        paths: tuple[Path, ...],
        *,
        allowance: int,
        slowed: bool,
        fast: int,
        slow: int,
        chose_slow: bool,
    ) -> None:
        """allowance: of the command; fast, slow: what it would be off and in slowing ground;
        chose_slow: the command touches slowing ground though no model starts in it."""
        self.march = march
        self.finals = finals
        self.allowance = allowance
        self.avoid = not slowed
        self.fast, self.slow = fast, slow
        self.chose_slow = chose_slow
        self.required: dict[ModelId, ModelId | None] = {}
        self.lacking: list[Violation] = []
        """Models that could reach contact and did not: weighed when all have moved."""
        self.hanging: list[Violation] = []
        """Models that should have come nearer, likewise."""
        self.detours: list[Violation] = []
        """Ways round slowing ground, likewise (SAGA-ENG-11)."""
        self._slow_would_do = self.avoid and self._bent(paths)

    def judge(self, path: Path, clean: bool) -> list[Violation]:
        """What is wrong with a model's part, before it `go`es. `clean`: nothing stops its path."""
        march, model = self.march, path.model
        end = (path.points[-1], march.radius(model))
        touched = march.contacts_at(end)
        strangers = [key for key in touched if key not in march.targets]
        found = [self._stranger(model, key) for key in strangers]
        met = [key for key in touched if key in march.targets]
        if not met:
            self._without(path)
            return found
        crowded = [key for key in met if full(march, model, key)]
        found += [self._third(model, key) for key in crowded]
        free = [key for key in met if key not in crowded]
        if not free:
            self.required[model] = self._first_in_reach(model)
            return found
        return found + self._with(path, free, clean)

    def _with(self, path: Path, met: list[ModelId], clean: bool) -> list[Violation]:
        """A model that ends in contact: with the nearest it could have, by the shortest way."""
        march, model = self.march, path.model
        gaps = {key: gap for gap, key in ranked(march, model)}
        enemy = min(met, key=lambda key: gaps[key])
        nearer = self._first_in_reach(model, closer_than=gaps[enemy])
        self.required[model] = nearer or enemy
        if nearer is not None:
            line = say("engage.farther", **named(self.march.unit, model))
            return [
                Violation(
                    rule="SAGA-ENG-03",
                    line=line,
                    model=model,
                    shapes=(spot(march.targets[nearer]),),
                )
            ]
        length = path_length(path.points)
        if clean:
            self._note_detour(path, enemy, gaps[enemy], length)
        if not clean or not longer(length, self._least(model, enemy), DETOUR):
            return []
        way = way_in(march, model, enemy, length, self.avoid, self.finals.allowed)
        if way is None or not longer(length, way.length, DETOUR):
            return []
        line = say(
            "engage.roundabout",
            **named(self.march.unit, model),
            used=Distance(value=inches(length)),
            least=Distance(value=inches(way.length)),
        )
        return [
            Violation(
                rule="SAGA-ENG-10",
                line=line,
                model=model,
                shapes=(trail(path.points), trail(way.points, "better")),
            )
        ]

    def _without(self, path: Path) -> None:
        """A model that ends without contact: could it have reached one, is it near enough?"""
        march, model = self.march, path.model
        enemy = self.required[model] = self._first_in_reach(model)
        if enemy is not None:
            line = say("engage.must_touch", **named(self.march.unit, model))
            self.lacking.append(
                Violation(
                    rule="SAGA-ENG-02", line=line, model=model, shapes=(spot(march.targets[enemy]),)
                )
            )
            return
        if self.chose_slow and self._first_in_reach(model, fast=True) is not None:
            line = say("engage.avoidable", **named(self.march.unit, model))
            self.detours.append(
                Violation(rule="SAGA-ENG-11", line=line, model=model, shapes=(trail(path.points),))
            )
        hanging = self._hanging(path)
        if hanging is not None:
            self.hanging.append(hanging)

    def _first_in_reach(
        self, model: ModelId, closer_than: float = float("inf"), fast: bool = False
    ) -> ModelId | None:
        """The nearest enemy model in reach, up to a distance (ties are free, SAGA-ENG-03)."""
        march = self.march
        allowance, avoid = (self.fast, True) if fast else (self.allowance, self.avoid)
        perhaps = [
            enemy
            for gap, enemy in ranked(march, model)
            if gap < closer_than - EPS
            and self._perhaps(gap, allowance)
            and not full(march, model, enemy)
        ]
        if len(perhaps) > 1 and closer_than == float("inf"):
            # Who ends without contact mostly can have none: one search tells of all.
            barren(march, model, allowance, avoid)
        for enemy in perhaps:
            if way_in(march, model, enemy, allowance, avoid, self.finals.allowed) is not None:
                return enemy
        return None

    def _perhaps(self, gap: float, allowance: int) -> bool:
        """Whether contact could be in reach as the crow flies, across an obstacle included."""
        room = 5 * INCH if self.march.ground.obstacles else 0
        return within(gap - room, allowance)

    def _hanging(self, path: Path) -> Violation | None:
        """Whether a model without contact stays farther off than it must (SAGA-ENG-07, -08),
        or goes a roundabout way to its place (SAGA-ENG-10)."""
        march, model = self.march, path.model
        end, radius = path.points[-1], march.radius(model)
        start_gap, nearest = ranked(march, model)[0]
        to, s = march.targets[nearest]
        gap = distance(end, to) - radius - s
        length = path_length(path.points)
        if within(gap, max(0.0, start_gap - self.allowance) + SHORT):
            return self._roundabout(path, length)
        known = known_approach(march, model, nearest, self.allowance, self.avoid)
        if known is not None and within(gap, known.gap + SHORT - ROUGH):
            return self._roundabout(path, length)
        wanted = gap - SHORT - EPS
        near = comes_within(march, model, [nearest], wanted, self.allowance, self.avoid)
        if gap - SHORT < CLEAR or near is None or self._near_another(model, end, gap):
            return self._roundabout(path, length)
        best = approach(march, model, [nearest], self.allowance, self.avoid)
        if not self._better(model, nearest, gap, best.route.end):
            return self._roundabout(path, length)
        line = say(
            "engage.hangs_back",
            **named(self.march.unit, model),
            gap=Distance(value=inches(gap)),
            least=Distance(value=inches(best.gap)),
        )
        place = spot((best.route.end, radius), "better")
        return Violation(rule="SAGA-ENG-07", line=line, model=model, shapes=(place,))

    def _better(self, model: ModelId, enemy: ModelId, gap: float, best: Point) -> bool:
        """Whether a nearer place keeps the formation too (SAGA-ENG-08)."""
        march, allowed = self.march, self.finals.allowed
        if allowed(model, best):
            return True
        linked = linked_approach(
            march, model, enemy, self.allowance, self.avoid, allowed, gap - SHORT
        )
        return linked is not None

    def _near_another(self, model: ModelId, end: Point, gap: float) -> bool:
        """Whether a model came as near as anybody could to another enemy than the nearest one:
        it has done its duty as well."""
        march, radius = self.march, self.march.radius(model)
        least = min(distance(end, at) - radius - r for at, r in march.targets.values())
        if least >= gap - EPS:
            return False
        wanted, targets = least - SHORT - ROUGH - EPS, list(march.targets)
        way = comes_within(march, model, targets, wanted, self.allowance, self.avoid)
        return wanted < CLEAR or way is None

    def _roundabout(self, path: Path, length: float) -> Violation | None:
        """A path without contact goes to its own end by the shortest way (SAGA-ENG-10)."""
        start, end = path.points[0], path.points[-1]
        if not longer(length, distance(start, end), DETOUR):
            return None
        field = shy_field(self.march, path.model, self.avoid)
        way = route_to(field, start, end, length)
        if way is None or not longer(length, way.length, DETOUR):
            return None
        line = say(
            "engage.roundabout",
            **named(self.march.unit, path.model),
            used=Distance(value=inches(length)),
            least=Distance(value=inches(way.length)),
        )
        return Violation(
            rule="SAGA-ENG-10",
            line=line,
            model=path.model,
            shapes=(trail(path.points), trail(way.points, "better")),
        )

    def _least(self, model: ModelId, enemy: ModelId) -> float:
        """A length that no way of a model into contact with an enemy undercuts."""
        (at, radius), (to, s) = self.march.starts[model], self.march.targets[enemy]
        if behind_obstacle(self.march.ground, (to, s), radius):
            return 0.0
        return distance(at, to) - radius - s - TOUCH

    def _bent(self, paths: tuple[Path, ...]) -> bool:
        """Whether any path into contact is so long that it may be a detour at all."""
        march = self.march
        return any(
            longer(path_length(path.points), self._least(path.model, enemy), DETOUR)
            for path in paths
            for enemy in march.contacts_at((path.points[-1], march.radius(path.model)))
            if enemy in march.targets
        )

    def _note_detour(self, path: Path, enemy: ModelId, gap: float, length: float) -> None:
        """Keep whether a model went round slowing ground, and whether it could have gone through
        (SAGA-ENG-11 b). Where all could have, and some went round, those are wrong."""
        if not self._slow_would_do or length <= self.slow:
            return
        if not self._perhaps(gap, self.slow):
            self._slow_would_do = False
            return
        way = way_in(self.march, path.model, enemy, length, False, self.finals.allowed)
        if way is None or not within(way.length, self.slow):
            self._slow_would_do = False
        elif longer(length, way.length, DETOUR) and self._slows(path.model, way):
            line = say("engage.needless_detour", **named(self.march.unit, path.model))
            self.detours.append(
                Violation(
                    rule="SAGA-ENG-11",
                    line=line,
                    model=path.model,
                    shapes=(trail(path.points), trail(way.points, "better")),
                )
            )

    def _slows(self, model: ModelId, way: Route) -> bool:
        march = self.march
        return bool(march.ground.slowed_by(way.points, march.radius(model), march.context.ignore))

    def close(self, anybody: bool) -> list[Violation]:
        """What is wrong with the engagement as a whole, when all have moved."""
        found = list(self.lacking)
        if not anybody:
            found.insert(0, Violation(rule="SAGA-ENG-01", line=say("engage.nobody")))
            return found + (self.detours if self.chose_slow else [])
        if self.chose_slow or self._slow_would_do:
            found += self.detours
        return found + self.hanging

    def _stranger(self, model: ModelId, enemy: ModelId) -> Violation:
        line = say("engage.other_unit", **named(self.march.unit, model))
        return Violation(
            rule="SAGA-ENG-15", line=line, model=model, shapes=(spot(self.march.enemies[enemy]),)
        )

    def _third(self, model: ModelId, enemy: ModelId) -> Violation:
        line = say("engage.third", **named(self.march.unit, model))
        return Violation(
            rule="SAGA-ENG-04", line=line, model=model, shapes=(spot(self.march.targets[enemy]),)
        )
