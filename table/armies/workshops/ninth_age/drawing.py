"""A formation drawn small: every model a base in its place, the front edge at the top.

Lengths are millimetres of the drawing, as on the table.
"""

from dataclasses import dataclass

from rules.core.table import Oblong, Round
from rules.ninth_age.armies.content import COMMAND, MM, RosterUnit
from rules.ninth_age.armies.profiles import Fielded

LETTERS = dict(zip(COMMAND, ("C", "M", "S"), strict=True))
MOST = 200
MARGIN = 4


@dataclass(frozen=True, slots=True)
class Cell:
    """A model: the corner of its base, its place counted from 1, and what it is."""

    x: int
    y: int
    place: int
    command: str
    letter: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """The whole unit; a base is `base` wide and `side` deep."""

    cells: tuple[Cell, ...]
    width: int
    height: int
    base: int
    side: int
    round: bool
    files: int
    ranks: int
    front: int
    """Front edge in 1/100 mm."""
    depth: int

    @property
    def half(self) -> int:
        """Half a base's front."""
        return self.base // 2

    @property
    def middle(self) -> int:
        """Half a base's depth."""
        return self.side // 2

    @property
    def box(self) -> str:
        """The view box, with a margin for the front edge."""
        return f"{-MARGIN} {-MARGIN} {self.width + 2 * MARGIN} {self.height + 2 * MARGIN}"


def draw(unit: RosterUnit, one: Fielded) -> Drawing | None:
    """The drawing of a unit; None for one too large to be drawn or without a formation."""
    files = one.formation.files
    if not 0 < files <= unit.models <= MOST:
        return None
    base, side, is_round = _base(one)
    stands = {place: command for command, place in one.formation.command.items()}
    cells = tuple(
        Cell(
            n % files * base, n // files * side, n + 1, stands.get(n, ""),
            LETTERS.get(stands.get(n, ""), ""),
        )
        for n in range(unit.models)
    )  # fmt: skip
    ranks = -(-unit.models // files)
    return Drawing(
        cells, files * base, ranks * side, base, side, is_round, files, ranks,
        files * base * MM, ranks * side * MM,
    )  # fmt: skip


def _base(one: Fielded) -> tuple[int, int, bool]:
    match one.base:
        case Round(radius=radius):
            return 2 * radius // MM, 2 * radius // MM, True
        case Oblong(width=width, depth=depth):
            return width // MM, depth // MM, False
