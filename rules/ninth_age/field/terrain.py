"""Terrain: what a kind of piece hides, covers, bars and endangers (chapter TERR).

A piece's kind is one of its traits. Nothing here knows a state: the rules of movement and of
shooting ask the same helpers.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import pi, tan
from typing import Literal

from rules.core.table import Piece
from rules.core.values import Value
from rules.geometry.areas import Area
from rules.geometry.blocks import Block, facing_towards, turn_between, turned
from rules.geometry.convex import (
    Shape,
    Solid,
    box_of,
    boxes_meet,
    clear_by,
    convex_parts,
    hull,
    swept,
)
from rules.geometry.measure import XY, distance
from rules.ninth_age.setup import Stats

Cover = Literal["", "soft", "hard"]

HOOVES = frozenset({"cavalry", "monstrous_cavalry", "chariot"})
"""Troop types to which most kinds of ground are dangerous."""
STEP = 5_000
"""A turn is followed in steps of this, in 1/1000 degree, to see what a base sweeps."""


class Feature(Value, frozen=True):
    """What a kind of terrain does (T9A-TERR-01).

    It `hides` who stands behind it; `cover` is what it gives to who stands inside or, a wall,
    behind. `closed` ground is not entered. `danger` are the troop types to which it is dangerous,
    `everyone` all but skirmishers; `hooves_fail` the face up to which hooves or wheels fail. Who
    stands inside what `burns` is flammable.
    """

    hides: bool = False
    cover: Cover = ""
    closed: bool = False
    march: bool = True
    danger: frozenset[str] = frozenset()
    everyone: bool = False
    hooves_fail: int = 1
    burns: bool = False


FEATURES: dict[str, Feature] = {
    "impassable": Feature(hides=True, cover="hard", closed=True),
    "building": Feature(hides=True, cover="hard", closed=True),
    "field": Feature(cover="soft", danger=HOOVES, burns=True),
    "hill": Feature(hides=True, cover="soft"),
    "forest": Feature(cover="soft", danger=HOOVES),
    "ruin": Feature(cover="hard", danger=HOOVES, everyone=True, hooves_fail=2),
    "water": Feature(march=False, danger=HOOVES),
    "wall": Feature(cover="hard", danger=HOOVES),
    "stakes": Feature(cover="soft", danger=HOOVES),
}
"""Kinds of terrain, by the trait that a piece carries. A piece without any is open ground."""
OPEN = Feature()


def kind(piece: Piece) -> str:
    """The kind of a piece, or nothing for open ground."""
    return next((trait for trait in piece.traits if trait in FEATURES), "")


def feature(piece: Piece) -> Feature:
    """What a piece does. `obscuring` is a trait of its own, for ground that only hides."""
    found = FEATURES.get(kind(piece), OPEN)
    return Feature(hides=True) if found is OPEN and "obscuring" in piece.traits else found


@lru_cache(maxsize=256)
def _solid(outline: tuple[XY, ...]) -> Solid:
    return convex_parts(outline)


def solid_of(piece: Piece) -> Solid:
    """A piece as convex parts."""
    return _solid(piece.outline)


@lru_cache(maxsize=64)
def _block(outline: tuple[XY, ...]) -> Block:
    left, right, back, _ = outline
    wide, deep = round(distance(left, right)), round(distance(right, back))
    middle = (left[0] + back[0]) / 2, (left[1] + back[1]) / 2
    facing = facing_towards(back, right)
    return Block(middle, facing, (wide, deep), 1, 1)


def block_of(piece: Piece) -> Block:
    """A rectangular piece as one place, which looks where its first edge does."""
    return _block(piece.outline)


@lru_cache(maxsize=256)
def _area(outline: tuple[XY, ...]) -> Area:
    return Area((outline,))


def area_of(piece: Piece) -> Area:
    """A piece as an area."""
    return _area(piece.outline)


def touches(solid: Solid, piece: Piece) -> bool:
    """Whether something stands at least partly on a piece."""
    ground = solid_of(piece)
    return boxes_meet(box_of(solid), box_of(ground), 0.0) and not clear_by(solid, ground, 0.0)


def share(solid: Solid, piece: Piece) -> float:
    """How much of something lies on a piece, from 0 to 1."""
    if not touches(solid, piece):
        return 0.0
    return Area(solid).share_in(area_of(piece))


def ignores(stats: Stats, piece: Piece) -> bool:
    """Whether a unit takes a piece for open ground (T9A-SR-STRIDER, -ETHEREAL)."""
    return stats.has("ethereal") or "all" in stats.strider or kind(piece) in stats.strider


def fails_on(stats: Stats, piece: Piece, flying: bool = False) -> int:
    """The face up to which a die of a dangerous terrain test fails; 0 where none is taken
    (T9A-DT-02, -04, T9A-TERR-01)."""
    found = feature(piece)
    light = found.everyone and stats.has("skirmishers")
    if found.closed or light or ignores(stats, piece):
        return 0
    if stats.troop_type in found.danger:
        return found.hooves_fail
    everyone = found.everyone
    airborne = flying and kind(piece) == "forest"
    burning = kind(piece) == "field" and stats.has("flaming_attacks")
    return 1 if everyone or airborne or burning else 0


def crossing(blocks: Sequence[Block], piece: Piece, flying: bool = False) -> tuple[int, ...]:
    """The numbers of the models that go into, through or out of a piece (T9A-DT-01).

    `blocks` are where the unit stood after each part of its move; a flyer meets only the ground it
    takes off from and lands on.
    """
    ground = solid_of(piece)
    low = box_of(tuple(block.corners for block in blocks))
    slack = float(max(blocks[0].width, blocks[0].depth))
    if not boxes_meet(low, box_of(ground), slack):
        return ()
    pairs = list(zip(blocks, blocks[1:], strict=False))
    return tuple(
        number
        for number in range(blocks[0].total)
        if any(
            not clear_by((shape,), ground, 0.0) for shape in _swept(blocks, pairs, number, flying)
        )
    )


def _swept(
    blocks: Sequence[Block], pairs: list[tuple[Block, Block]], number: int, flying: bool
) -> list[Shape]:
    ends = [blocks[0].shape_of(number), blocks[-1].shape_of(number)]
    if flying:
        return ends
    return [*ends, *(shape for here, there in pairs for shape in _between(here, there, number))]


def _between(here: Block, there: Block, number: int) -> list[Shape]:
    """What a base sweeps between two blocks, one carried or turned into the other."""
    shape = here.shape_of(number)
    if here.files != there.files:
        return [there.shape_of(number)]
    if here.facing == there.facing:
        return list(swept((shape,), there.at[0] - here.at[0], there.at[1] - here.at[1]))
    turn = turn_between(here.facing, there.facing)
    pivot = _pivot(here.at, there.at, turn)
    steps = max(1, -(-abs(turn) // STEP))
    ways = [tuple(turned(p, pivot, turn * k / steps) for p in shape) for k in range(steps + 1)]
    return [hull((*a, *b)) for a, b in zip(ways, ways[1:], strict=False)]


def _pivot(here: XY, there: XY, turn: int) -> XY:
    """The point about which one place turns into another."""
    # It lies beside the middle of the way, as far off as half the turn says.
    lean = 1 / tan(turn * pi / 360_000)
    half = (there[0] - here[0]) / 2, (there[1] - here[1]) / 2
    return here[0] + half[0] + lean * half[1], here[1] + half[1] - lean * half[0]
