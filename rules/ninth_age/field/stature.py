"""How high things stand (T9A-LOS-03, -04): 1 small, 2 medium, 3 large."""

from rules.core.values import UnitId
from rules.geometry.blocks import Block
from rules.geometry.measure import XY
from rules.ninth_age.field.ground import Ground
from rules.ninth_age.field.pieces import inside

LARGE = 3


def shape_height(ground: Ground, unit: UnitId, model: Block) -> int:
    """How high one model of a unit stands: large on a hill."""
    stats = ground.stats[unit]
    if stats.has("large_target") or on_hill(ground, model.at):
        return LARGE
    return stats.troop.height


def stature(ground: Ground, unit: UnitId) -> int:
    """How high a unit stands: large when most of its models stand on a hill."""
    stats = ground.stats[unit]
    if stats.has("large_target"):
        return LARGE
    places = ground.block(unit).places()
    raised = sum(on_hill(ground, at) for at in places)
    return LARGE if 2 * raised > len(places) else stats.troop.height


def on_hill(ground: Ground, at: XY) -> bool:
    """Whether a base with this centre has more than half of it on a hill."""
    return any(
        "hill" in piece.traits and inside(piece, at) for piece in ground.table.terrain.values()
    )
