"""The table as the rules of movement and sight read it, prepared once for each state."""

from collections.abc import Hashable, Mapping
from functools import cached_property, lru_cache
from typing import Any

from rules.core.table import Piece, Table, Unit
from rules.core.values import ModelId, Point, UnitId
from rules.geometry import Area, Breach, Field, Hull, Links, Outline, gap_between
from rules.geometry.sight import Screens
from rules.saga.edition import FIRST_EDITION, Switches
from rules.saga.numbers import VS

Disc = tuple[Point, int]
"""A base: its centre and radius."""
Discs = Mapping[ModelId, Disc]
GapKey = tuple[UnitId, ModelId, ModelId]
"""A gap between two models of a unit."""


@lru_cache(maxsize=512)
def outline_of(piece: Piece) -> Outline:
    """The prepared outline of a terrain piece; pieces never change during a match."""
    return Outline(piece.outline)


def gaps_among(unit: UnitId, discs: Discs) -> list[tuple[GapKey, Hull]]:
    """The gap areas of a unit whose models stand like this (SAGA-GAP-02)."""
    return [
        ((unit, a, b), Hull(discs[a][0], discs[a][1], discs[b][0], discs[b][1]))
        for a, b in Links(discs, VS).pairs
    ]


class Ground:
    """One table under one edition. Everything derived is made when first asked and kept."""

    def __init__(self, table: Table, switches: Switches = FIRST_EDITION) -> None:
        self.table = table
        self.switches = switches
        self.size = (table.width, table.height)
        self.discs: dict[ModelId, Disc] = {
            key: (model.pose.at, model.radius) for key, model in table.models.items()
        }
        self._gaps: dict[UnitId, list[tuple[GapKey, Hull]]] = {}
        self._fields: dict[tuple[object, ...], Field] = {}
        self.screens: dict[UnitId, Screens] = {}
        """What blocks each unit's sight, filled by `sighting`."""
        self.across: dict[tuple[Disc, int], list[Point]] = {}
        """Places to meet an enemy across an obstacle, filled by `contact`."""
        self.known: dict[Hashable, Any] = {}
        """Searches done before, filled by `ways`: a plan is judged right after it is made."""
        self.held: dict[UnitId, dict[ModelId, int]] = {}
        """How many of a unit's models touch each enemy model, filled by `contact`."""

    def unit(self, unit: UnitId) -> Unit:
        """A unit of the table."""
        return self.table.units[unit]

    def models(self, unit: UnitId) -> tuple[ModelId, ...]:
        """A unit's models on the table, in their order."""
        return self.table.units[unit].models

    def owner(self, model: ModelId) -> UnitId:
        """The unit of a model."""
        return self.table.models[model].unit

    def discs_of(self, *units: UnitId) -> dict[ModelId, Disc]:
        """The bases of some units."""
        return {key: self.discs[key] for unit in units for key in self.models(unit)}

    def enemies(self, unit: UnitId) -> list[UnitId]:
        """Enemy units on the table."""
        return self.table.against(self.unit(unit).side)

    def friends(self, unit: UnitId) -> list[UnitId]:
        """Other units of its side on the table."""
        return [key for key in self.table.of_side(self.unit(unit).side) if key != unit]

    def others(self, unit: UnitId) -> list[UnitId]:
        """Every other unit on the table."""
        return [key for key, other in self.table.units.items() if key != unit and other.models]

    @cached_property
    def enemy_discs(self) -> dict[str, dict[ModelId, Disc]]:
        """For each side the bases of all its enemies."""
        sides = {unit.side for unit in self.table.units.values()}
        return {side: self.discs_of(*self.table.against(side)) for side in sides}

    @cached_property
    def uneven(self) -> list[tuple[str, Outline]]:
        """Areas that slow whoever touches them (SAGA-TER-02)."""
        return self.pieces("uneven")

    @cached_property
    def impassable(self) -> list[tuple[str, Outline]]:
        """Areas nobody enters (SAGA-TER-04)."""
        return self.pieces("impassable")

    def closed_to(self, unit: UnitId) -> list[tuple[str, Outline]]:
        """Areas that this unit may not enter: for baggage uneven ground too (SAGA-SCN-6)."""
        return self.impassable + (self.uneven if self.unit(unit).has("baggage") else [])

    def breached(self, breach: Breach) -> str:
        """The kind of a breach; `uneven` for ground that is closed to its mover alone."""
        key = str(breach.key)
        if breach.kind == "area" and "impassable" not in self.table.terrain[key].traits:
            return "uneven"
        return breach.kind

    @cached_property
    def obstacles(self) -> list[tuple[str, Outline]]:
        """Walls and hedges: crossed slowly, never stood on (SAGA-TER-06, -07)."""
        return self.pieces("obstacle")

    def pieces(self, trait: str) -> list[tuple[str, Outline]]:
        """The terrain pieces that carry a trait, by id."""
        return [
            (key, outline_of(piece))
            for key, piece in self.table.terrain.items()
            if trait in piece.traits
        ]

    def gaps(self, unit: UnitId) -> list[tuple[GapKey, Hull]]:
        """The gap areas of a unit (SAGA-GAP-02)."""
        if unit not in self._gaps:
            self._gaps[unit] = gaps_among(unit, self.discs_of(unit))
        return self._gaps[unit]

    def gap(self, one: UnitId, other: UnitId) -> float:
        """Edge distance of two units: the smallest over their models (SAGA-MEA-02)."""
        return min(
            gap_between(a, ra, b, rb)
            for a, ra in self.discs_of(one).values()
            for b, rb in self.discs_of(other).values()
        )

    def field(
        self,
        unit: UnitId,
        radius: int,
        open_gaps: tuple[UnitId, ...] = (),
        ignore: frozenset[str] = frozenset(),
        avoid: bool = False,
    ) -> Field:
        """What stands in the way of a model of this unit and radius, its comrades left out.

        The gaps of the units in `open_gaps` may be entered (SAGA-GAP-05). `ignore` as in
        MoveContext; `avoid` makes slowing ground impassable, for ways that keep the allowance.
        """
        key = (unit, radius, open_gaps, ignore, avoid)
        if key not in self._fields:
            self._fields[key] = self._field(unit, radius, open_gaps, ignore, avoid)
        return self._fields[key]

    def _field(
        self,
        unit: UnitId,
        radius: int,
        open_gaps: tuple[UnitId, ...],
        ignore: frozenset[str],
        avoid: bool,
    ) -> Field:
        if avoid:
            slow = [(("slow", key), Area(outline)) for key, outline in self.slowing(ignore)]
            slow += [(("slow", key), Area(outline, clearance=0)) for key, outline in self.obstacles]
            plain = self.field(unit, radius, open_gaps, ignore)
            return plain.with_areas(slow) if slow else plain
        friends = self.friends(unit) if "friends" in ignore else []
        others = [key for key in self.others(unit) if key not in friends]
        closed = [] if "gaps" in ignore else [key for key in others if key not in open_gaps]
        areas = [(key, Area(outline)) for key, outline in self.closed_to(unit)]
        areas += [(key, Area(outline, solid=False)) for key, outline in self.obstacles]
        bases: dict[Hashable, Disc] = dict(self.discs_of(*others).items())
        return Field.build(
            radius,
            self.size,
            bases,
            [gap for key in closed for gap in self.gaps(key)],
            areas,
        )

    def slowing(self, ignore: frozenset[str] = frozenset()) -> list[tuple[str, Outline]]:
        """The uneven areas, unless they are ignored."""
        return [] if "uneven" in ignore else self.uneven

    def slowed_by(
        self, points: tuple[Point, ...], radius: int, ignore: frozenset[str] = frozenset()
    ) -> str:
        """The piece that slows a base on this way (SAGA-TER-02, -03, -06), or an empty string."""
        for key, outline in self.slowing(ignore):
            if outline.swept_overlaps(points, radius):
                return key
        for key, outline in self.obstacles:
            if outline.swept_overlaps(points, radius) and outline.crossed_by(points):
                return key
        return ""

    def starts_slowed(self, unit: UnitId, ignore: frozenset[str] = frozenset()) -> bool:
        """Whether a model of the unit stands in slowing ground."""
        return any(
            self.slowed_by((at,), radius, ignore) for at, radius in self.discs_of(unit).values()
        )


_recent: list[Ground] = []


def ground_of(table: Table, switches: Switches = FIRST_EDITION) -> Ground:
    """The Ground of a table; those of the last few tables are kept.

    Counters do not matter here: a table that differs only in them has the same ground, so its
    units' counters are to be read from the table and never from `ground.table`.
    """
    for ground in _recent:
        same = ground.table.models is table.models and ground.table.terrain is table.terrain
        if same and ground.switches == switches:
            return ground
    ground = Ground(table, switches)
    _recent.append(ground)
    del _recent[:-8]
    return ground
