"""Who sees and may shoot whom, and from behind what."""

from typing import Literal

from rules.core.refusals import Refusal
from rules.core.values import ModelId, Point, UnitId, Value
from rules.saga.ground import Ground


class Sight(Value, frozen=True):
    """The models able to shoot, and for each a clear line (`from`, `to`) to one it can hit."""

    able: tuple[ModelId, ...]
    lines: dict[ModelId, tuple[Point, Point]] = {}


def shooters(ground: Ground, unit: UnitId, target: UnitId, reach: int) -> Sight:
    """The models with sight and range to one target model at once (SAGA-SHT-05), in order."""
    raise NotImplementedError


def judge_shot(ground: Ground, unit: UnitId, target: UnitId, weapon: str) -> Refusal | None:
    """Why the unit may not shoot at that one (SAGA-SHT-01, -02, -03, -15)."""
    raise NotImplementedError


def cover(ground: Ground, unit: UnitId, target: UnitId) -> Literal["none", "light", "heavy"]:
    """The cover of the target against the unit's shots (SAGA-TER-09)."""
    raise NotImplementedError


def melee_cover(ground: Ground, defender: UnitId, attackers: tuple[UnitId, ...]) -> bool:
    """Whether a defender counts heavy cover in melee (SAGA-TER-10)."""
    raise NotImplementedError
