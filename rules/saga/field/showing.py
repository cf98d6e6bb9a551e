"""What a refusal of this chapter draws on the table."""

from rules.core.refusals import Area, Shape, Trail
from rules.core.refusals import Disc as Spot
from rules.core.values import ModelId, Point, Term
from rules.geometry import Breach, hull_outline, snap_ring
from rules.geometry.hull import Hull
from rules.saga.field.ground import Disc, Ground, gaps_among


def spot(disc: Disc, style: str = "breach") -> Shape:
    """A base."""
    return Spot(at=disc[0], radius=disc[1], style=style)


def trail(points: tuple[Point, ...], style: str = "breach") -> Shape:
    """A way or a measured line."""
    return Trail(points=points, style=style)


def gap_area(hull: Hull) -> Shape:
    """The area between two bases."""
    return Area(rings=(tuple(snap_ring(hull_outline(hull))),), style="breach")


def piece_area(ground: Ground, key: str) -> Shape:
    """A terrain piece."""
    return Area(rings=(ground.table.terrain[key].outline,), style="breach")


def piece_name(ground: Ground, key: str) -> Term:
    """What a sentence calls a terrain piece."""
    piece = ground.table.terrain[key]
    return Term(key=piece.name or f"saga.terrain.{piece.look}")


def breach_shapes(ground: Ground, breach: Breach, radius: int) -> tuple[Shape, ...]:
    """The mover where it is stopped, and what stops it."""
    stopped = spot(((round(breach.at[0]), round(breach.at[1])), radius), "stopped")
    key = breach.key
    if breach.kind == "disc" and isinstance(key, str):
        return (stopped, spot(ground.discs[key]))
    if breach.kind == "hull" and isinstance(key, tuple):
        unit, a, b = key
        pair: dict[ModelId, Disc] = {a: ground.discs[a], b: ground.discs[b]}
        return (stopped, *(gap_area(hull) for _, hull in gaps_among(unit, pair)))
    if breach.kind in ("area", "standing") and isinstance(key, str):
        return (stopped, piece_area(ground, key))
    return (stopped,)
