"""A move while it is being carried out: where everybody stands when the next model goes."""

from collections.abc import Hashable, Iterable, Mapping
from functools import cached_property

from rules.core.values import ModelId, Point, UnitId
from rules.geometry import Closeness, Field, closeness, meet
from rules.geometry.measure import EPS, TOUCH
from rules.saga.field.contact import contacts_at, held_by
from rules.saga.field.ground import Disc, Ground
from rules.saga.field.orders import FREE, MoveContext
from rules.saga.numbers import VS

CLEAR = round(TOUCH) + 3
"""Edge distance that is safely no contact (SAGA-ENG-15)."""


class March:
    """Models of one unit going one after another (SAGA-MOV-07).

    `target` is the enemy unit engaged, empty for a plain move. `at` holds where each model of the
    unit stands now; `go` is the only thing that changes it.
    """

    def __init__(
        self,
        ground: Ground,
        unit: UnitId,
        target: UnitId = "",
        context: MoveContext = FREE,
        open_gaps: tuple[UnitId, ...] = (),
    ) -> None:
        self.ground = ground
        self.unit = unit
        self.target = target
        self.context = context
        self.open_gaps = (*open_gaps, target) if target else open_gaps
        self.starts = ground.discs_of(unit)
        self.at: dict[ModelId, Disc] = dict(self.starts)
        self.enemies = ground.enemy_discs[ground.unit(unit).side]
        self._touched: dict[ModelId, frozenset[ModelId]] = {}

    @cached_property
    def targets(self) -> dict[ModelId, Disc]:
        """The bases of the unit engaged."""
        return self.ground.discs_of(self.target) if self.target else {}

    @cached_property
    def _held(self) -> dict[ModelId, int]:
        """How many models of friendly units touch each enemy model."""
        count: dict[ModelId, int] = {}
        for friend in self.ground.friends(self.unit):
            for enemy, number in held_by(self.ground, friend).items():
                count[enemy] = count.get(enemy, 0) + number
        return count

    def radius(self, model: ModelId) -> int:
        """A mover's base radius."""
        return self.starts[model][1]

    def place(self, model: ModelId) -> Point:
        """Where a model stands now."""
        return self.at[model][0]

    def standing(self) -> Hashable:
        """Everything a search of ways depends on, beside model and allowance."""
        return (
            self.unit,
            self.target,
            self.open_gaps,
            self.context.ignore,
            tuple(self.at.values()),
        )

    def go(self, model: ModelId, end: Point) -> None:
        """A model has arrived."""
        self.at[model] = (end, self.starts[model][1])
        self._touched.pop(model, None)

    def touched(self, model: ModelId) -> frozenset[ModelId]:
        """The enemy models a model of the unit is in contact with now."""
        if model not in self._touched:
            self._touched[model] = contacts_at(self.ground, self.at[model], self.enemies)
        return self._touched[model]

    def contacts_at(self, disc: Disc) -> frozenset[ModelId]:
        """The enemy models a base standing there would be in contact with."""
        return contacts_at(self.ground, disc, self.enemies)

    def attackers(self, enemy: ModelId, besides: ModelId) -> int:
        """How many models of the side touch an enemy model, one mover not counted."""
        own = sum(enemy in self.touched(key) for key in self.at if key != besides)
        return own + self._held.get(enemy, 0)

    def engaged(self, besides: ModelId) -> set[ModelId]:
        """The enemy models that are in contact with the side already (SAGA-VS-07)."""
        return set(self._held).union(*(self.touched(key) for key in self.at if key != besides))

    def met(self, besides: ModelId) -> bool:
        """Whether the target unit is already in contact with the unit (SAGA-ENG-13, -14)."""
        return any(
            enemy in self.targets
            for key in self.at
            if key != besides
            for enemy in self.touched(key)
        )

    def field(self, model: ModelId, avoid: bool = False) -> Field:
        """What stands in a model's way now; `avoid` counts slowing ground."""
        field = self.ground.field(
            self.unit, self.radius(model), self.open_gaps, self.context.ignore, avoid
        )
        if "friends" in self.context.ignore:
            return field
        return field.with_discs({key: disc for key, disc in self.at.items() if key != model})

    def end_field(self, model: ModelId) -> Field:
        """What may not be stood on, whatever may be passed through."""
        field = self.ground.field(self.unit, self.radius(model), self.open_gaps)
        return field.with_discs({key: disc for key, disc in self.at.items() if key != model})

    def brushed(self, model: ModelId, points: tuple[Point, ...]) -> dict[Hashable, Closeness]:
        """The enemies a way comes closer to than VS, whether or not that matters."""
        enemies: Mapping[Hashable, Disc] = dict(self.enemies.items())
        return closeness(points, self.radius(model), enemies, VS)

    def neglected(
        self, model: ModelId, points: tuple[Point, ...], touched: Iterable[ModelId]
    ) -> tuple[str, list[ModelId]]:
        """The enemies a way comes too near to, and the rule that says so; ("", []) if none.

        SAGA-VS-02 when nobody is touched at the end; SAGA-VS-03 when those brushed were never
        inside VS together with one who is.
        """
        if len(points) < 2 or (self.target and self.met(model)):
            return "", []
        near = self.brushed(model, points)
        if not near:
            return "", []
        engaged = self.engaged(model)
        touched = set(touched)
        owed = [
            key
            for key in self.enemies
            if key in near and key not in engaged and key not in touched and not _leaves(near[key])
        ]
        if not owed:
            return "", []
        if not touched:
            return "SAGA-VS-02", owed
        inside = [near[key].inside for key in touched if key in near]
        missed = [key for key in owed if not any(meet(near[key].inside, one) for one in inside)]
        return ("SAGA-VS-03", missed) if missed else ("", [])

    def keepouts(
        self, model: ModelId, shy: Iterable[ModelId], clear: Iterable[ModelId]
    ) -> dict[Hashable, tuple[Point, int]]:
        """Centre distances to keep: VS and more from `shy`, no contact with `clear`."""
        radius = self.radius(model)
        found: dict[Hashable, tuple[Point, int]] = {}
        for keys, room in ((clear, CLEAR), (shy, VS)):
            for key in keys:
                to, s = self.enemies[key]
                found[("keep", key)] = (to, radius + s + room)
        return found

    def shy_of(self, model: ModelId) -> list[ModelId]:
        """The enemies that a model without contact must stay VS away from (SAGA-VS-02, -04)."""
        if self.target and self.met(model):
            return []
        engaged = self.engaged(model)
        return [key for key in self.enemies if key not in engaged]


def _leaves(near: Closeness) -> bool:
    """Whether a way only leads away from an enemy it began near to (SAGA-VS-05)."""
    return near.at_start < VS - EPS and near.nearest >= near.at_start - EPS
