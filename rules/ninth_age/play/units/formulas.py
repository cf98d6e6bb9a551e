"""Numbers that dice give, written as in the lists: `3`, `D6`, `2D3`, `D3+1`, `3D6×2`."""

import re
from dataclasses import dataclass
from fractions import Fraction

from rules.core.odds import Odds, both, each, gather

PATTERN = re.compile(r"(?:(\d*)D([36]))?(?:[×x](\d+))?(?:\+?(\d+))?")


@dataclass(frozen=True)
class Formula:
    """`dice` of `faces` sides (3 or 6), their sum times `times` plus `plus`."""

    dice: int
    faces: int
    times: int
    plus: int

    def read(self, shown: tuple[int, ...]) -> int:
        """The number that D6 show: of a D3 half of each, rounded up (T9A-GEN-04)."""
        parts = (-(-face // 2) if self.faces == 3 else face for face in shown)
        return sum(parts) * self.times + self.plus

    @property
    def odds(self) -> Odds[int]:
        """How likely each number is."""
        one: Odds[int] = {face: Fraction(1, self.faces) for face in range(1, self.faces + 1)}
        table: Odds[int] = {0: Fraction(1)}
        for _ in range(self.dice):
            table = each(both(table, one), sum)
        return gather((total * self.times + self.plus, odds) for total, odds in table.items())


def formula(text: str) -> Formula:
    """Read a number with dice. Raises ValueError."""
    found = PATTERN.fullmatch(text.strip().upper().replace("X", "×"))
    if not found or not text.strip():
        raise ValueError(f"{text!r} is no number")
    count, faces, times, plus = found.groups()
    dice = int(count or 1) if faces else 0
    return Formula(dice, int(faces or 6), int(times or 1), int(plus or 0))
