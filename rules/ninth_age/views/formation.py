"""Blocks as they are shown: where one stands, and what bases it is made of."""

from typing import Any

from rules.core.values import UnitId
from rules.geometry.blocks import Block
from rules.ninth_age.actions import Bases
from rules.ninth_age.field.ground import Ground
from rules.ninth_age.field.settling import centre


def bases(block: Block) -> Bases:
    """What a block is made of."""
    width, depth = block.base
    return Bases(
        count=block.count, width=width, depth=depth, gap=block.gap, left=block.left,
        right=block.right,
    )  # fmt: skip


def formation(block: Block) -> dict[str, Any]:
    """The fields of a preview that say where a block would stand."""
    return {"block": centre(block), "files": block.front, "bases": bases(block)}


def standing(ground: Ground, unit: UnitId, block: Block) -> dict[str, Any]:
    """The same with the models of a unit in it."""
    return {"ghosts": ground.poses(unit, block), **formation(block)}
