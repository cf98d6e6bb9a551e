"""Random directions, and the scatter of templates (T9A-GEN-06, -07)."""

from rules.core.values import SideId, UnitId
from rules.geometry.blocks import TURN
from rules.ninth_age.play.units.reading import Run

DIRECTION_DICE = 4
DIRECTIONS = 1296
"""A direction is one of so many equal parts of a circle: there are no other dice than D6."""
TARGET_FACES = (1, 6)
"""Faces of a D6 that stand for the two hits of a scatter die."""


def direction(run: Run, side: SideId, unit: UnitId, rule: str = "T9A-GEN-07") -> int:
    """A facing that the dice give."""
    faces = run.roll(DIRECTION_DICE, side=side, why="direction", unit=unit, rule=rule)
    number = 0
    for face in faces:
        number = 6 * number + face - 1
    return number * TURN // DIRECTIONS


def scatters(run: Run, side: SideId, unit: UnitId) -> bool:
    """Whether a scatter die shows an arrow."""
    (face,) = run.roll(1, side=side, why="scatter_die", unit=unit, rule="T9A-GEN-06")
    return face not in TARGET_FACES
