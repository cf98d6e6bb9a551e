"""A battlefield: pieces laid by hand, or at random in sections of the table (chapter FIELD)."""

from collections.abc import Callable, Iterator
from math import cos, pi, sin

from rules.core.table import Piece
from rules.core.values import INCH, Point
from rules.geometry.blocks import Block, bearing, turned
from rules.geometry.convex import Shape, box_of, boxes_meet, separation
from rules.geometry.measure import EPS, XY
from rules.geometry.outline import rectangle, snap_ring

Roll = Callable[[int, str], tuple[int, ...]]
"""Rolls dice for a purpose."""

SECTION = 24 * INCH
"""Sections are squares of this; on a narrow table, narrower."""
SECTIONS = {36 * INCH: 18 * INCH}
"""Width of a section on tables of a width."""
APART = 6 * INCH
"""Pieces lie so far apart (T9A-FIELD-03)."""
WIDTH, LENGTH = 6 * INCH, (8, 8, 9, 9, 10, 10)
"""Of a piece: its width, and its length in inches by a die."""
WALL_WIDTH, WALL_LENGTH = INCH, 10 * INCH
FIRST = ("building", "hill", "forest")
"""The pieces that every field has; half of the buildings are impassable rocks instead."""
MORE = ("hill", "forest", "field", "water", "wall", "ruin")
"""Further pieces, by a die."""
ROUND = frozenset({"hill", "forest", "water"})
"""Pieces without corners."""
LOOKS = {
    "building": "building", "impassable": "rocks", "hill": "hill", "forest": "wood",
    "field": "field", "water": "water", "wall": "wall", "ruin": "ruin",
}  # fmt: skip
STEP, FARTHEST, WAYS = INCH // 2, 24 * INCH, 24
"""How a place for a crowded piece is looked for: in rings, this much wider each time."""


def built(width: int, height: int, roll: Roll) -> dict[str, Piece]:
    """The terrain of a table."""
    sections = _sections(width, height)
    free = list(sections)
    narrow = width in SECTIONS
    kinds = [_first(kind, roll) for kind in FIRST]
    dice = 1 if narrow else 2
    more = sum(-(-face // 2) for face in roll(dice, "terrain_count"))
    kinds += [MORE[face - 1] for face in roll(more, "terrain_kind")]
    pieces: dict[str, Piece] = {}
    for kind in kinds:
        free = free or list(sections)
        middle = free.pop(_drawn(len(free), roll))
        shape = _carried(_shape(kind, middle, roll), roll)
        place = _cleared(shape, pieces, (width, height))
        if place is not None:
            number = sum(key.startswith(kind) for key in pieces) + 1
            pieces[f"{kind}_{number}"] = piece(kind, place)
    return pieces


def piece(kind: str, shape: Shape) -> Piece:
    """A piece of a kind, as the table shows it."""
    return Piece(
        outline=tuple(snap_ring(shape)), look=LOOKS[kind], traits=(kind,),
        name=f"ninth_age.terrain.{kind}",
    )  # fmt: skip


STAKES = 2_000
"""How deep a row of stakes is."""


def stakes(block: Block) -> Piece:
    """A row of stakes along the front of a unit (army KOE)."""
    far = block.advanced(STAKES)
    left, right = block.corners[:2]
    shape = (left, right, far.corners[1], far.corners[0])
    return Piece(
        outline=tuple(snap_ring(shape)), look="wall", traits=("stakes",),
        name="ninth_age.terrain.stakes",
    )  # fmt: skip


def _sections(width: int, height: int) -> list[XY]:
    """The centres of the sections."""
    across = SECTIONS.get(width, SECTION)
    columns, rows = max(1, round(width / across)), max(1, round(height / SECTION))
    return [
        ((column + 0.5) * width / columns, (row + 0.5) * height / rows)
        for row in range(rows)
        for column in range(columns)
    ]


def _first(kind: str, roll: Roll) -> str:
    if kind == "building" and roll(1, "terrain_kind")[0] > 3:
        return "impassable"
    return kind


def _drawn(count: int, roll: Roll) -> int:
    """One of so many things, each as likely as another: by one die, of more than six by two."""
    dice = 1 if count <= 6 else 2
    while True:
        number = 0
        for face in roll(dice, "terrain_section"):
            number = number * 6 + face - 1
        if number < 6**dice // count * count:
            return number % count


def angle(roll: Roll) -> int:
    """A direction in 1/1000 degree from four dice: all are alike (T9A-GEN-07)."""
    number = 0
    for face in roll(4, "direction"):
        number = number * 6 + face - 1
    return number * 360_000 // 6**4


def _shape(kind: str, middle: XY, roll: Roll) -> Shape:
    """A piece of a random size and facing."""
    (face,) = (1,) if kind == "wall" else roll(1, "terrain_size")
    return shaped(kind, middle, LENGTH[face - 1] * INCH, angle(roll))


def shaped(kind: str, middle: XY, long: float, facing: int) -> Shape:
    """The outline of a piece of a kind; a wall is always as long."""
    if kind == "wall":
        return rectangle(middle, WALL_LENGTH, WALL_WIDTH, facing)
    if kind not in ROUND:
        return rectangle(middle, long, WIDTH, facing)
    oval = [
        (middle[0] + long / 2 * cos(k * pi / 8), middle[1] + WIDTH / 2 * sin(k * pi / 8))
        for k in range(16)
    ]
    return tuple(turned(at, middle, facing) for at in oval)


def _carried(shape: Shape, roll: Roll) -> Shape:
    """2D6 inches in a random direction."""
    x, y = bearing(angle(roll))
    far = sum(roll(2, "terrain_distance")) * INCH
    return _moved(shape, x * far, y * far)


def _moved(shape: Shape, dx: float, dy: float) -> Shape:
    return tuple((x + dx, y + dy) for x, y in shape)


def _cleared(shape: Shape, pieces: dict[str, Piece], size: Point) -> Shape | None:
    """The piece shifted as little as possible until it lies on the table and apart from the others;
    None where no place is."""
    others = [tuple((float(x), float(y)) for x, y in found.outline) for found in pieces.values()]
    for dx, dy in _shifts():
        moved = _moved(shape, dx, dy)
        if _fits(moved, others, size):
            return moved
    return None


def _shifts() -> Iterator[XY]:
    yield (0.0, 0.0)
    for far in range(STEP, FARTHEST + 1, STEP):
        for way in range(WAYS):
            x, y = bearing(way * 360_000 // WAYS)
            yield (x * far, y * far)


def _fits(shape: Shape, others: list[Shape], size: Point) -> bool:
    box = box_of((shape,))
    if box[0] < 0 or box[1] < 0 or box[2] > size[0] or box[3] > size[1]:
        return False
    return all(
        not boxes_meet(box, box_of((other,)), APART)
        or separation((shape,), (other,)) >= APART - EPS
        for other in others
    )
