"""Tiny tables in inches."""

from rules.core.table import Model, Piece, Round, Table, Unit
from rules.core.values import INCH, Point, Pose
from rules.saga.field.ground import Ground

XY = tuple[float, float]


def at(x: float, y: float) -> Point:
    return round(x * INCH), round(y * INCH)


def box(x0: float, y0: float, x1: float, y1: float) -> tuple[Point, ...]:
    return at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)


def ground(
    units: dict[str, tuple[str, tuple[XY, ...]]],
    terrain: dict[str, tuple[str, tuple[Point, ...]]] | None = None,
) -> Ground:
    """Units as `{"a": ("warriors mounted", places)}`, the first letter of the key being the side;
    pieces as `{"wood": ("uneven high", outline)}`, the key being the look."""
    made: dict[str, Unit] = {}
    models: dict[str, Model] = {}
    for key, (traits, places) in units.items():
        ids = tuple(f"{key}{number}" for number in range(1, len(places) + 1))
        made[key] = Unit(
            side=key[0],
            name=key,
            profile="",
            traits=tuple(traits.split()),
            models=ids,
            strength=len(ids),
        )
        radius = INCH * 3 // 4 if "mounted" in traits else INCH // 2
        for model, place in zip(ids, places, strict=True):
            models[model] = Model(unit=key, base=Round(radius=radius), pose=Pose(*at(*place)))
    pieces = {
        key: Piece(outline=outline, look=key, traits=tuple(traits.split()))
        for key, (traits, outline) in (terrain or {}).items()
    }
    return Ground(
        Table(width=48 * INCH, height=36 * INCH, terrain=pieces, units=made, models=models)
    )


def line(count: int, x: float, y: float, step: float = 1.5) -> tuple[XY, ...]:
    return tuple((x + step * number, y) for number in range(count))
