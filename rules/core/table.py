"""The physical half of any State: terrain, units, models, poses. All changes return a new Table."""

import msgspec

from .values import ModelId, Point, Pose, SideId, Tagged, UnitId, Value


class Round(Tagged, frozen=True):
    """A round base; radius in 1/100 mm."""

    radius: int


class Oblong(Tagged, frozen=True):
    """A rectangular base, width along the front and depth behind it, in 1/100 mm."""

    width: int
    depth: int


Base = Round | Oblong


class Piece(Value, frozen=True):
    """A terrain piece. `look` is how it is drawn, `traits` what the game reads (`uneven`)."""

    outline: tuple[Point, ...]
    look: str
    traits: tuple[str, ...] = ()
    name: str = ""
    """Key of its name in the game's catalogue, or empty."""


class Model(Value, frozen=True):
    """One base."""

    unit: UnitId
    base: Base
    pose: Pose

    @property
    def radius(self) -> int:
        """Radius of a round base; only games of round bases ask."""
        assert isinstance(self.base, Round)
        return self.base.radius


class Unit(Value, frozen=True):
    """What acts together. `counters` are whole numbers of the game (fatigue); a zero is absent."""

    side: SideId
    name: str
    """Its owner's own words, or a key of the catalogue, with a number where several share it."""
    profile: str
    traits: tuple[str, ...] = ()
    models: tuple[ModelId, ...] = ()
    """The living models that stand on the table, in their order."""
    strength: int = 0
    """How many models it had when mustered."""
    counters: dict[str, int] = {}

    def has(self, trait: str) -> bool:
        """Whether the unit carries a trait."""
        return trait in self.traits

    def count(self, counter: str) -> int:
        """A counter's value, zero when absent."""
        return self.counters.get(counter, 0)


class Table(Value, frozen=True):
    """Everything that stands on the table, measured from its bottom left corner."""

    width: int
    height: int
    terrain: dict[str, Piece] = {}
    units: dict[UnitId, Unit] = {}
    models: dict[ModelId, Model] = {}
    fallen: dict[ModelId, Model] = {}
    """Removed models where they last stood, so that an agreed adjustment can return one."""

    def of_side(self, side: SideId) -> list[UnitId]:
        """Units of a side that still have a model on the table, in the order of muster."""
        return [key for key, unit in self.units.items() if unit.side == side and unit.models]

    def against(self, side: SideId) -> list[UnitId]:
        """Units on the table of every other side."""
        return [key for key, unit in self.units.items() if unit.side != side and unit.models]

    def standing(self, unit: UnitId) -> dict[ModelId, Model]:
        """A unit's models that stand on the table."""
        return {key: self.models[key] for key in self.units[unit].models}

    def with_poses(self, poses: dict[ModelId, Pose]) -> "Table":
        """The same table with some models elsewhere."""
        moved = {key: msgspec.structs.replace(self.models[key], pose=p) for key, p in poses.items()}
        return msgspec.structs.replace(self, models={**self.models, **moved})

    def with_placed(self, unit: UnitId, placed: dict[ModelId, Model]) -> "Table":
        """Models come onto the table (deployment, or a return by agreement)."""
        before = self.units[unit]
        order = tuple(dict.fromkeys((*before.models, *placed)))
        units = {**self.units, unit: msgspec.structs.replace(before, models=order)}
        fallen = {key: value for key, value in self.fallen.items() if key not in placed}
        models = {**self.models, **placed}
        return msgspec.structs.replace(self, units=units, models=models, fallen=fallen)

    def without(self, lost: tuple[ModelId, ...]) -> "Table":
        """Models are removed from play."""
        gone = {key: self.models[key] for key in lost}
        units = dict(self.units)
        for unit in {model.unit for model in gone.values()}:
            left = tuple(key for key in units[unit].models if key not in gone)
            units[unit] = msgspec.structs.replace(units[unit], models=left)
        models = {key: value for key, value in self.models.items() if key not in gone}
        fallen = {**self.fallen, **gone}
        return msgspec.structs.replace(self, units=units, models=models, fallen=fallen)

    def with_counter(self, unit: UnitId, counter: str, value: int) -> "Table":
        """A unit's counter is set; zero removes it."""
        counters = {k: v for k, v in self.units[unit].counters.items() if k != counter}
        if value:
            counters[counter] = value
        changed = msgspec.structs.replace(self.units[unit], counters=counters)
        return msgspec.structs.replace(self, units={**self.units, unit: changed})
