"""Where units stand, read from the table: blocks, what is in the way, who is near.

A unit stands where its first model stands: the others have their places behind and beside it.
"""

from collections.abc import Iterable
from typing import Any

from rules.core.refusals import Area, Shape
from rules.core.table import Oblong, Table
from rules.core.values import ModelId, Pose, SideId, UnitId
from rules.geometry.arcs import sees_block
from rules.geometry.blocks import TURN, Block
from rules.geometry.convex import Solid, boxes_meet, convex_parts, separation
from rules.geometry.measure import EPS, distance, snap
from rules.geometry.outline import snap_ring
from rules.ninth_age.numbers import height, within
from rules.ninth_age.setup import Stats
from rules.ninth_age.state import State


class Ground:
    """A table as the rules of movement read it. Blocks are made when first asked for."""

    def __init__(self, table: Table, files: dict[UnitId, int], stats: dict[UnitId, Stats]) -> None:
        self.table = table
        self.files = files
        self.stats = stats
        self._blocks: dict[UnitId, Block] = {}
        self.plans: dict[Any, Any] = {}
        """Charges worked out on this ground (charging.plan)."""
        self.impassable: dict[str, Solid] = {
            key: convex_parts(piece.outline)
            for key, piece in table.terrain.items()
            if "impassable" in piece.traits
        }

    @property
    def size(self) -> tuple[int, int]:
        """Width and depth of the table."""
        return self.table.width, self.table.height

    def block(self, unit: UnitId) -> Block:
        """The block of a unit that has models on the table."""
        if unit not in self._blocks:
            models = self.table.units[unit].models
            first = self.table.models[models[0]]
            assert isinstance(first.base, Oblong)
            base = (first.base.width, first.base.depth)
            loose = Block((0.0, 0.0), first.pose.facing, base, len(models), self.files[unit])
            self._blocks[unit] = loose.with_first_at(first.pose.at)
        return self._blocks[unit]

    def standing(self) -> list[UnitId]:
        """Units with a model on the table."""
        return [key for key, unit in self.table.units.items() if unit.models]

    def side(self, unit: UnitId) -> SideId:
        """Whose unit it is."""
        return self.table.units[unit].side

    def friends(self, unit: UnitId) -> list[UnitId]:
        """Other units of the same side on the table."""
        return [u for u in self.standing() if u != unit and self.side(u) == self.side(unit)]

    def enemies(self, unit: UnitId) -> list[UnitId]:
        """Units of other sides on the table."""
        return [u for u in self.standing() if self.side(u) != self.side(unit)]

    def gap(self, unit: UnitId, other: UnitId) -> float:
        """Distance of two units, 0 when they touch (T9A-MEAS-01)."""
        return max(0.0, separation(self.block(unit).solid, self.block(other).solid))

    def near(self, unit: UnitId, others: Iterable[UnitId], limit: float) -> list[UnitId]:
        """Which of some units are within a distance (T9A-MEAS-03)."""
        here = self.block(unit)
        return [
            other
            for other in others
            if boxes_meet(here.box, self.block(other).box, limit)
            and within(self.gap(unit, other), limit)
        ]

    def nearest_enemy(self, unit: UnitId) -> UnitId | None:
        """The enemy whose centre is nearest to this unit's centre."""
        here = self.block(unit).at
        return min(self.enemies(unit), key=lambda u: distance(self.block(u).at, here), default=None)

    def sees(self, unit: UnitId, target: UnitId) -> bool:
        """Whether a unit sees another: over what is not higher than both (T9A-LOS-01, -02)."""
        low = max(height(self.stats[u].troop_type) for u in (unit, target))
        hiding = [
            self.block(u).solid
            for u in self.standing()
            if u not in (unit, target) and height(self.stats[u].troop_type) > low
        ]
        for key, piece in self.table.terrain.items():
            if {"impassable", "obscuring"} & set(piece.traits):
                hiding.append(self.impassable.get(key) or convex_parts(piece.outline))
        return sees_block(self.block(unit), self.block(target).solid, hiding)


_known: list[tuple[Table, dict[UnitId, int], Ground]] = []


def ground_of(state: State) -> Ground:
    """The ground of a state; remembered, for one state is asked about many times."""
    for table, files, ground in _known:
        if table is state.table and files is state.files:
            return ground
    made = Ground(state.table, state.files, state.stats)
    _known.append((state.table, state.files, made))
    del _known[:-4]
    return made


def settled(block: Block) -> Block:
    """The block as it is stored: its first model on the grid (round first, then judge)."""
    return block.with_first_at(snap(block.place(0)))


def poses(models: tuple[ModelId, ...], block: Block) -> dict[ModelId, Pose]:
    """Where the models of a block stand."""
    facing = block.facing % TURN
    return {key: Pose(*snap(at), facing) for key, at in zip(models, block.places(), strict=True)}


def centre(block: Block) -> Pose:
    """A block's centre and facing."""
    return Pose(*snap(block.at), block.facing % TURN)


def area(solid: Solid, style: str) -> Shape:
    """A solid as a shape to be drawn."""
    return Area(rings=tuple(tuple(snap_ring(shape)) for shape in solid), style=style)


def apart(block: Block, solid: Solid, least: float) -> bool:
    """Whether a block keeps a distance from something."""
    return separation(block.solid, solid) >= least - EPS
