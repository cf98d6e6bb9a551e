"""Where units stand, read from the table: blocks, what is in the way, who is near.

A unit stands where its first model stands: the others have their places behind and beside it.
Characters that have joined a unit stand in its front rank and are no units of their own meanwhile.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any

from rules.core.refusals import Area, Shape
from rules.core.table import Piece, Round, Table
from rules.core.values import ModelId, Pose, SideId, UnitId
from rules.geometry.arcs import SAMPLE, clear_line, in_front, outline_points, sees_block
from rules.geometry.blocks import TURN, Block
from rules.geometry.convex import Box, Solid, box_of, boxes_meet, separation
from rules.geometry.measure import XY, distance, snap
from rules.geometry.outline import snap_ring
from rules.ninth_age.field import terrain
from rules.ninth_age.field.ranks import Guest, Seat, holds, seated
from rules.ninth_age.field.settling import settled
from rules.ninth_age.numbers import within
from rules.ninth_age.setup import Stats
from rules.ninth_age.state import Beside, Place, State

HALF = 0.5
"""More than this of a unit on a hill makes it large (T9A-LOS-04), as much of it in a field
flammable (T9A-TERR-01)."""
LARGE = 3
"""The greatest height."""
SLIGHT = 1e-6
"""A share of a footprint that is lost in reckoning."""


class Ground:
    """A table as the rules of movement read it. Blocks are made when first asked for."""

    def __init__(
        self,
        table: Table,
        files: dict[UnitId, int],
        stats: dict[UnitId, Stats],
        joined: dict[UnitId, Place] | None = None,
        closed: tuple[UnitId, ...] = (),
        garrison: dict[UnitId, str] | None = None,
    ) -> None:
        self.table = table
        self.files = files
        self.stats = stats
        self.joined = joined or {}
        self.closed = closed
        self.garrison = garrison or {}
        self._blocks: dict[UnitId, Block] = {}
        self._seats: dict[UnitId, tuple[Seat, ...]] = {}
        self._foes: dict[SideId, tuple[UnitId, ...]] = {}
        self._heights: dict[UnitId, dict[int, Solid]] = {}
        self.plans: dict[Any, Any] = {}
        """Charges worked out on this ground (charging.plan)."""
        self.impassable: dict[str, Solid] = {
            key: terrain.solid_of(piece)
            for key, piece in table.terrain.items()
            if terrain.feature(piece).closed
        }

    def changed(
        self,
        table: Table | None = None,
        joined: dict[UnitId, Place] | None = None,
        closed: tuple[UnitId, ...] | None = None,
        garrison: dict[UnitId, str] | None = None,
    ) -> "Ground":
        """The same ground with another table, or others in the ranks, in closed order, or in
        buildings."""
        return Ground(
            self.table if table is None else table, self.files, self.stats,
            self.joined if joined is None else joined, self.closed if closed is None else closed,
            self.garrison if garrison is None else garrison,
        )  # fmt: skip

    def moved(self, unit: UnitId, block: Block) -> "Ground":
        """The ground with a unit somewhere else."""
        return self.changed(table=self.table.with_poses(self.poses(unit, settled(block))))

    @property
    def size(self) -> tuple[int, int]:
        """Width and depth of the table."""
        return self.table.width, self.table.height

    def guests(self, unit: UnitId) -> list[UnitId]:
        """Characters that have joined a unit."""
        return [key for key, place in self.joined.items() if place.host == unit]

    def parts(self, unit: UnitId) -> list[UnitId]:
        """A unit and those who have joined it."""
        return [unit, *self.guests(unit)]

    def all_have(self, unit: UnitId, rule: str) -> bool:
        """Whether a special rule is in force for a unit and everybody who has joined it."""
        return all(self.stats[part].has(rule) for part in self.parts(unit))

    def flies(self, unit: UnitId) -> bool:
        """Whether a unit may fly: all of it (T9A-SR-FLY)."""
        return all(self.stats[part].fly for part in self.parts(unit))

    def pace(self, unit: UnitId, on_foot: bool = False) -> int:
        """The Movement of a unit in inches: the lowest in it, in the air where it may fly
        (T9A-CHR-05, T9A-SR-FLY)."""
        stats = [self.stats[part] for part in self.parts(unit)]
        walked = min(one.pace for one in stats)
        return walked if on_foot or not self.flies(unit) else min(one.fly for one in stats)

    def holds(self, unit: UnitId, files: int) -> bool:
        """Whether a unit in so many files has room for those who have joined it (T9A-CHR-04)."""
        bases = [self.stats[g].cell for g in self.guests(unit) if not self.joined[g].beside]
        models = len(self.table.units[unit].models)
        return not bases or holds(models, bases, self.stats[unit].cell, files)

    def home(self, unit: UnitId) -> str:
        """The building that a unit is in, or nothing."""
        host = self.joined[unit].host if unit in self.joined else unit
        return self.garrison.get(host, "")

    def afield(self, unit: UnitId) -> "Ground":
        """The ground with a unit in no building: it stands in ranks about the middle of its own."""
        return self.changed(garrison={u: home for u, home in self.garrison.items() if u != unit})

    def seats(self, unit: UnitId) -> tuple[Seat, ...]:
        """Who stands on which places of a unit's block: all of a garrison on its only one."""
        if unit not in self._seats:
            models = self.table.units[unit].models
            if self.home(unit):
                parts = (
                    model for key in self.parts(unit) for model in self.table.units[key].models
                )
                self._seats[unit] = tuple(Seat(model, (0,)) for model in parts)
                return self._seats[unit]
            self._seats[unit] = self._seated(unit, models, self.files[unit])
        return self._seats[unit]

    def command(self, unit: UnitId) -> dict[str, int]:
        """The files of a unit's command models: the middle of those of its front rank that no
        character takes (T9A-CHR-04). A garrison has no front."""
        if self.home(unit):
            return {}
        stats, own = self.stats[unit], set(self.table.units[unit].models)
        front = self.block(unit).front
        held = {
            "champion": stats.champion, "standard": stats.standard, "musician": stats.musician
        }  # fmt: skip
        found = [name for name, has in held.items() if has]
        if not found:
            return {}
        places = (seat.places[0] for seat in self.seats(unit) if seat.model in own)
        free = sorted(place for place in places if place < front)
        return dict(zip(found, free[max(0, len(free) - len(found)) // 2 :], strict=False))

    def leader(self, unit: UnitId) -> ModelId:
        """The model of a unit that is its champion; nobody in a garrison, which has no front."""
        file = self.command(unit).get("champion")
        return next((s.model for s in self.seats(unit) if s.places == (file,)), "")

    def _seated(self, unit: UnitId, models: Sequence[ModelId], files: int) -> tuple[Seat, ...]:
        guests = [
            Guest(
                self.table.units[key].models[0], self.stats[key].cell, self.joined[key].file,
                self.joined[key].beside,
            )
            for key in self.guests(unit)
            if self.table.units[key].models
        ]  # fmt: skip
        return seated(models, guests, self.stats[unit].cell, files)

    def _beside(self, unit: UnitId) -> dict[Beside, tuple[int, int]]:
        """Bases beside the front rank of a unit, by the side."""
        return {
            self.joined[key].beside: self.stats[key].cell
            for key in self.guests(unit)
            if self.joined[key].beside and self.table.units[key].models
        }

    def spread(self, unit: UnitId) -> int:
        """How far apart the models of a unit stand: skirmishers in open order, unless they have
        closed up or are one model only (T9A-SR-SKIRMISHERS, T9A-CHG-41)."""
        lone = len(self.table.units[unit].models) == 1
        return (
            0 if lone or unit in self.garrison or unit in self.closed else self.stats[unit].spread
        )

    def closing(self, *units: UnitId) -> "Ground":
        """The ground with those of some units that stand in open order closed up about the same
        centre (T9A-CHG-41). Remembered, like plans."""
        spread = tuple(unit for unit in units if self.spread(unit))
        key = ("closing", spread)
        if not spread:
            return self
        if key not in self.plans:
            self.plans[key] = self._ordered(spread, (*self.closed, *spread))
        made: Ground = self.plans[key]
        return made

    def opening(self, unit: UnitId) -> "Ground":
        """The ground with a unit in open order again, about the same centre."""
        return self._ordered((unit,), tuple(other for other in self.closed if other != unit))

    def _ordered(self, units: tuple[UnitId, ...], closed: tuple[UnitId, ...]) -> "Ground":
        loose = self.changed(closed=closed)
        table = self.table
        for unit in units:
            block = settled(self.block(unit).filled(loose.block(unit)))
            table = table.with_poses(loose.poses(unit, block))
        return loose.changed(table=table)

    def models(self, unit: UnitId) -> tuple[ModelId, ...]:
        """Everybody who stands in a unit, those who have joined it included."""
        return tuple(seat.model for seat in self.seats(unit))

    def block(self, unit: UnitId) -> Block:
        """The block of a unit that has models on the table."""
        if unit not in self._blocks:
            self._blocks[unit] = self._made(unit)
        return self._blocks[unit]

    def _made(self, unit: UnitId) -> Block:
        if home := self.home(unit):
            return terrain.block_of(self.table.terrain[home])
        models, stats = self.table.units[unit].models, self.stats[unit]
        anchor, count = Seat(models[0], (0,)), len(models)
        if self.guests(unit):
            seats = self.seats(unit)
            anchor = next(seat for seat in seats if 0 in seat.places)
            count = sum(len(seat.places) for seat in seats)
        pose = self.table.models[anchor.model].pose
        beside = self._beside(unit)
        loose = Block(
            (0.0, 0.0), pose.facing, stats.cell, count - len(beside), self.files[unit],
            isinstance(stats.base, Round), self.spread(unit), beside.get("left"),
            beside.get("right"),
        )  # fmt: skip
        return _anchored(loose, anchor, pose.at)

    def poses(
        self, unit: UnitId, block: Block, order: Sequence[ModelId] = ()
    ) -> dict[ModelId, Pose]:
        """Where everybody in a unit stands when its block is here, the unit's own models in this
        order where one is given."""
        seats = self.seats(unit)
        if order or block.files != self.block(unit).files:
            models = tuple(order) or self.table.units[unit].models
            seats = self._seated(unit, models, block.files)
        facing = block.facing % TURN
        return {seat.model: Pose(*snap(seat.middle(block)), facing) for seat in seats}

    def standing(self) -> list[UnitId]:
        """Units with a model on the table."""
        return list(self._standing)

    @cached_property
    def _standing(self) -> tuple[UnitId, ...]:
        units = self.table.units
        return tuple(key for key, unit in units.items() if unit.models and key not in self.joined)

    def side(self, unit: UnitId) -> SideId:
        """Whose unit it is."""
        return self.table.units[unit].side

    def friends(self, unit: UnitId) -> list[UnitId]:
        """Other units of the same side on the table."""
        return [u for u in self.standing() if u != unit and self.side(u) == self.side(unit)]

    def enemies(self, unit: UnitId) -> tuple[UnitId, ...]:
        """Units of other sides on the table."""
        side = self.side(unit)
        if side not in self._foes:
            self._foes[side] = tuple(u for u in self._standing if self.side(u) != side)
        return self._foes[side]

    def figure(self, unit: UnitId) -> Solid:
        """What a unit covers; of a character among others his own base."""
        place = self.joined.get(unit)
        if place is None:
            return self.block(unit).solid
        return self.standing_of(unit).solid

    def standing_of(self, unit: UnitId) -> Block:
        """The base of a character, wherever he stands."""
        pose = self.table.models[self.table.units[unit].models[0]].pose
        return Block(pose.at, pose.facing, self.stats[unit].cell, 1, 1)

    def gap(self, unit: UnitId, other: UnitId) -> float:
        """Distance of two units, 0 when they touch (T9A-MEAS-01)."""
        return max(0.0, separation(self.figure(unit), self.figure(other)))

    def near(self, unit: UnitId, others: Iterable[UnitId], limit: float) -> Iterator[UnitId]:
        """Which of some units are within a distance (T9A-MEAS-03)."""
        here = self.block(unit).box
        return (
            other
            for other in others
            if boxes_meet(here, self.block(other).box, limit)
            and within(self.gap(unit, other), limit)
        )

    def nearest_enemy(self, unit: UnitId) -> UnitId | None:
        """The enemy nearest to this unit, of several as near the one whose centre is
        (T9A-MEAS-01)."""
        here = self.block(unit).at
        return min(
            self.enemies(unit),
            key=lambda foe: (round(self.gap(unit, foe)), distance(self.block(foe).at, here)),
            default=None,
        )

    def height(self, unit: UnitId) -> int:
        """How high most of a unit stands: 1 small, 2 medium, 3 large (T9A-LOS-03, -04)."""
        figures = self.figures(unit)
        return max(figures, key=lambda tall: len(figures[tall]))

    def figures(self, unit: UnitId) -> dict[int, Solid]:
        """What the models of a unit cover, by how high they stand: those of whom more than half is
        on a hill are large, and so is a garrison (T9A-LOS-04)."""
        if unit not in self._heights:
            self._heights[unit] = self._measured(unit)
        return self._heights[unit]

    def _measured(self, unit: UnitId) -> dict[int, Solid]:
        block = self.block(unit)
        tall = {part: self._tall(part) for part in self.parts(unit)}
        level = not any(boxes_meet(block.box, around, 0) for _, around in self._hills)
        if self.home(unit) or (level and len(set(tall.values())) == 1):
            return {tall[unit]: block.solid}
        found: dict[int, Solid] = {}
        for seat in self.seats(unit):
            base = seat.solid(block)
            height = LARGE if self._raised(base) else tall[self.table.models[seat.model].unit]
            found[height] = (*found.get(height, ()), *base)
        return found if len(found) > 1 else {height: block.solid}

    def _tall(self, unit: UnitId) -> int:
        """How high a unit's models are on level ground, or in a building."""
        stats = self.stats[unit]
        return LARGE if stats.has("large_target") or self.home(unit) else stats.troop.height

    def _raised(self, solid: Solid) -> bool:
        return sum(terrain.share(solid, hill) for hill, _ in self._hills) > HALF

    def height_of(self, unit: UnitId, model: Block) -> int:
        """How high one model of a unit stands (T9A-LOS-04)."""
        return LARGE if self._raised(model.solid) else self._tall(unit)

    def burns(self, unit: UnitId) -> bool:
        """Whether the ground that a unit stands in makes it flammable: it is in a building, or half
        of its footprint lies in a field (T9A-TERR-01, -02)."""
        if self.home(unit):
            return True
        solid, pieces = self.block(unit).solid, self.table.terrain.values()
        dry = [piece for piece in pieces if terrain.feature(piece).burns]
        return bool(dry) and sum(terrain.share(solid, p) for p in dry) >= HALF - SLIGHT

    @cached_property
    def _hills(self) -> list[tuple[Piece, Box]]:
        found = (piece for piece in self.table.terrain.values() if terrain.kind(piece) == "hill")
        return [(piece, box_of(terrain.solid_of(piece))) for piece in found]

    def sees(
        self, unit: UnitId, target: UnitId, model: Block | None = None, at: XY | None = None
    ) -> bool:
        """Whether a unit, or one model of its front alone, sees another unit, or a point of its
        footprint. A round base has no arcs and sees all around (T9A-LOS-01, -02, T9A-UNIT-10)."""
        viewer = model or self.block(unit)
        if model is None and len(self.figures(unit)) > 1:
            fronts = (viewer.front_of(file) for file in range(viewer.front))
            ranks = any(self.sees(unit, target, front, at) for front in fronts)
            return ranks or any(
                self.sees(guest, target, self.standing_of(guest), at) for guest in self.guests(unit)
            )
        figures = self.figures(target)
        if at is not None:
            figures = {max(figures): ((at,),)}
        tall = self.height_of(unit, viewer) if model else self.height(unit)
        return any(
            self._sees(unit, viewer, target, there, self.screens(unit, target, max(tall, height)))
            for height, there in figures.items()
        )

    def _sees(
        self, unit: UnitId, viewer: Block, target: UnitId, there: Solid, screens: list[Solid]
    ) -> bool:
        if viewer.disc or self.looks_round(unit):
            ring = viewer.solid[0]
            if not viewer.disc:
                return clear_line(outline_points(viewer.solid), outline_points(there), screens)
            apart = max(1, int(SAMPLE / distance(ring[0], ring[1])))
            return clear_line(ring[::apart], outline_points(there), screens)
        return in_front(viewer, there) and _clear(viewer, there, tuple(screens))

    def looks_round(self, unit: UnitId) -> bool:
        """Whether a unit has no arcs: on a round base, or in a building, out of every side of
        which it shoots (T9A-UNIT-10, T9A-TERR-02)."""
        return self.block(unit).disc or bool(self.home(unit))

    def between(self, unit: UnitId, target: UnitId, over: int = 0) -> list[tuple[int, Solid]]:
        """Models higher than `over` that a line from one unit to another may meet, by how high they
        stand. Nobody is in the way of who stands in his ranks (T9A-LOS-02)."""
        ends = {unit, target, *(self.joined[u].host for u in (unit, target) if u in self.joined)}
        box = box_of((self.block(unit).corners, self.block(target).corners))
        return [
            (height, solid)
            for other, around, figures in self._crowd
            if other not in ends and other not in self.garrison and boxes_meet(box, around, 0)
            for height, solid in figures.items()
            if height > over
        ]

    @cached_property
    def _crowd(self) -> tuple[tuple[UnitId, Box, dict[int, Solid]], ...]:
        """Each unit, the upright box around it, and its models by how high they stand."""
        return tuple((unit, self.block(unit).box, self.figures(unit)) for unit in self._standing)

    def screens(self, unit: UnitId, target: UnitId, low: int) -> list[Solid]:
        """What hides a unit from another: models higher than `low`, as both ends are, and ground
        that hides, unless one of them stands in it: seen into and out of, not through (T9A-LOS-01,
        -05)."""
        viewer, there = self.block(unit).solid, self.block(target).solid
        hiding = [solid for _, solid in self.between(unit, target, low)]
        box = box_of((*viewer, *there))
        homes = [self.table.terrain[home] for u in (unit, target) if (home := self.home(u))]
        for piece, closed, around in self._hiding:
            if piece in homes or not boxes_meet(box, around, 0):
                continue
            if closed or not any(terrain.touches(solid, piece) for solid in (viewer, there)):
                hiding.append(terrain.solid_of(piece))
        return hiding

    @cached_property
    def _hiding(self) -> tuple[tuple[Piece, bool, Box], ...]:
        """Ground that hides, whether it is closed, and the upright box around it."""
        found = ((piece, terrain.feature(piece)) for piece in self.table.terrain.values())
        return tuple(
            (piece, what.closed, box_of(terrain.solid_of(piece)))
            for piece, what in found
            if what.hides
        )


@lru_cache(maxsize=4096)
def _anchored(loose: Block, anchor: Seat, at: XY) -> Block:
    """The block whose anchor stands here. Remembered beyond one ground, with its corners and all
    that is worked out of it: most units stand where they stood before the last answer."""
    there = anchor.middle(loose)
    return loose.moved(at[0] - there[0], at[1] - there[1])


@lru_cache(maxsize=4096)
def _clear(viewer: Block, there: Solid, screens: tuple[Solid, ...]) -> bool:
    """Remembered beyond one ground: most units stand where they stood before the last shot."""
    return sees_block(viewer, there, screens)


_known: list[tuple[State, Ground]] = []


def ground_of(state: State) -> Ground:
    """The ground of a state; remembered, for one state is asked about many times."""
    for known, ground in reversed(_known):
        if known is state:
            return ground
        same = known.table is state.table and known.files is state.files
        same = same and known.joined is state.joined and known.closed is state.closed
        same = same and known.garrison is state.garrison
        if same and known.stats is state.stats:
            return ground
    made = Ground(state.table, state.files, state.stats, state.joined, state.closed, state.garrison)
    _known.append((state, made))
    del _known[:-4]
    return made


def area(solid: Solid, style: str) -> Shape:
    """A solid as a shape to be drawn."""
    return Area(rings=tuple(tuple(snap_ring(shape)) for shape in solid), style=style)


def shown(ground: Ground, unit: UnitId) -> tuple[Shape, ...]:
    """A unit that a refusal is about, to be drawn; one that is gone is not."""
    there = ground.table.units[unit].models
    return (area(ground.figure(unit), "breach"),) if there else ()
