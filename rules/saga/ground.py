"""The table as the rules of movement and sight read it, prepared once for each state."""

from functools import cached_property, lru_cache

from rules.core.table import Piece, Table, Unit
from rules.core.values import ModelId, Point, UnitId
from rules.geometry import Area, Field, Hull, Links, Outline, gap_between, touching, within
from rules.saga.edition import FIRST_EDITION, Switches
from rules.saga.numbers import VS

Disc = tuple[Point, int]
"""A base: its centre and radius."""
GapKey = tuple[UnitId, ModelId, ModelId]
"""A gap between two models of a unit."""


@lru_cache(maxsize=512)
def outline_of(piece: Piece) -> Outline:
    """The prepared outline of a terrain piece; pieces never change during a match."""
    return Outline(piece.outline)


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
        self._outlines = {key: outline_of(piece) for key, piece in table.terrain.items()}

    def unit(self, unit: UnitId) -> Unit:
        """A unit of the table."""
        return self.table.units[unit]

    def models(self, unit: UnitId) -> tuple[ModelId, ...]:
        """A unit's models on the table, in their order."""
        return self.table.units[unit].models

    def discs_of(self, *units: UnitId) -> dict[ModelId, Disc]:
        """The bases of some units."""
        return {key: self.discs[key] for unit in units for key in self.models(unit)}

    def enemies(self, unit: UnitId) -> list[UnitId]:
        """Enemy units on the table."""
        return self.table.against(self.unit(unit).side)

    def friends(self, unit: UnitId) -> list[UnitId]:
        """Other units of its side on the table."""
        return [key for key in self.table.of_side(self.unit(unit).side) if key != unit]

    @cached_property
    def enemy_discs(self) -> dict[str, dict[ModelId, Disc]]:
        """For each side the bases of all its enemies."""
        sides = {unit.side for unit in self.table.units.values()}
        return {side: self.discs_of(*self.table.against(side)) for side in sides}

    def pieces(self, *traits: str) -> list[tuple[str, Outline]]:
        """The terrain pieces that carry any of these traits, by id."""
        return [
            (key, self._outlines[key])
            for key, piece in self.table.terrain.items()
            if any(trait in piece.traits for trait in traits)
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
