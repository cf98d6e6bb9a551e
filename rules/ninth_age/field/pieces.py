"""Terrain pieces as shapes, each worked out once."""

from functools import lru_cache

from rules.core.table import Piece
from rules.core.values import Point
from rules.geometry.convex import Solid, convex_parts
from rules.geometry.measure import XY
from rules.geometry.outline import Outline


@lru_cache(maxsize=256)
def _solid(outline: tuple[Point, ...]) -> Solid:
    return convex_parts(outline)


@lru_cache(maxsize=256)
def _outline(outline: tuple[Point, ...]) -> Outline:
    return Outline(outline)


def solid_of(piece: Piece) -> Solid:
    """A piece as convex shapes."""
    return _solid(piece.outline)


def inside(piece: Piece, at: XY) -> bool:
    """Whether a point is in a piece or on its outline."""
    return _outline(piece.outline).contains(at)


def gap_to(piece: Piece, at: XY) -> float:
    """Distance of a point from a piece, 0 inside."""
    return _outline(piece.outline).distance(at)
