"""Reforms: another formation about the same centre (T9A-REF-01, -02, T9A-RALLY-06)."""

from dataclasses import dataclass

from rules.core.values import INCH, ModelId, UnitId
from rules.geometry.blocks import Block
from rules.ninth_age.field.ground import Ground
from rules.ninth_age.field.paths import check_end, reordered
from rules.ninth_age.field.settling import settled
from rules.ninth_age.wording import no


@dataclass(frozen=True)
class Formed:
    """A legal reform: the block, and the models in the order of their new places."""

    block: Block
    order: tuple[ModelId, ...]


def judge_reform(ground: Ground, unit: UnitId, files: int, facing: int) -> Formed:
    """A reform as it would be made. Raises Refused.

    No model ends farther than twice the Movement from where it stood.
    """
    here = ground.block(unit)
    if not 1 <= files <= here.count:
        raise no("files", "T9A-UNIT-04")
    there = settled(here.formed(files, facing))
    order = reordered(ground, unit, there, 2 * ground.pace(unit) * INCH)
    check_end(ground, unit, there)
    return Formed(there, order)
