"""Reforms: another formation about the same centre (T9A-REF-01, -02, T9A-RALLY-06)."""

from dataclasses import dataclass

from rules.core.values import INCH, ModelId, UnitId
from rules.geometry.blocks import Block
from rules.geometry.matching import matched
from rules.geometry.measure import XY, snap
from rules.ninth_age.field.ground import Ground, area, settled
from rules.ninth_age.field.paths import check_end
from rules.ninth_age.wording import length, no


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
    limit = 2 * ground.pace(unit) * INCH
    models = ground.table.units[unit].models
    homes: list[XY] = [ground.table.models[key].pose.at for key in models]
    places: list[XY] = [snap(at) for at in there.places()]
    order = matched(homes, places, limit)
    if order is None:
        raise no(
            "reform_far", "T9A-REF-01", shapes=(area(there.solid, "ghost_bad"),),
            limit=length(limit),
        )  # fmt: skip
    check_end(ground, unit, there)
    return Formed(there, tuple(models[k] for k in order))
