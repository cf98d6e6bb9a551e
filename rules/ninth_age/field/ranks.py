"""Who stands where in a block: rank and file, and the characters among them (T9A-CHR-04).

A character stands in the front rank on as many places as his base covers, a whole number of them
each way; everybody else fills the places that are left, rank by rank.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core.values import ModelId
from rules.geometry.blocks import Block
from rules.geometry.measure import XY

Cell = tuple[int, int]
Guest = tuple[ModelId, Cell, int]
"""A character's model, the size of its base, and the file that its left edge stands in."""


@dataclass(frozen=True)
class Seat:
    """A model and the numbers of the places that its base covers."""

    model: ModelId
    places: tuple[int, ...]

    def middle(self, block: Block) -> XY:
        """Where the model stands: the middle of its places."""
        (ax, ay), (bx, by) = block.place(self.places[0]), block.place(self.places[-1])
        return (ax + bx) / 2, (ay + by) / 2


def covers(base: Cell, cell: Cell) -> tuple[int, int] | None:
    """How many places a base takes across and in depth; None if it does not match them."""
    wide, deep = base[0] // cell[0], base[1] // cell[1]
    matches = wide and deep and base == (wide * cell[0], deep * cell[1])
    return (wide, deep) if matches else None


def fits(base: Cell, cell: Cell, models: int, taken: int, files: int) -> bool:
    """Whether a character's base has room in a unit's ranks: it matches, the front rank is wide
    enough, and the ranks are as deep as it is."""
    size = covers(base, cell)
    if size is None:
        return False
    wide, deep = size
    count = models + taken + wide * deep
    front = min(files, count)
    return taken + wide <= front and count >= (deep - 1) * front + wide


def holds(models: int, bases: Sequence[Cell], cell: Cell, files: int) -> bool:
    """Whether so many files have room for all the characters of a unit."""
    sizes = [covers(base, cell) or (1, 1) for base in bases]
    count = models + sum(wide * deep for wide, deep in sizes)
    front = min(files, count)
    deepest = max((deep for _, deep in sizes), default=1)
    wide = sum(w for w, _ in sizes)
    return wide <= front and (deepest == 1 or count >= (deepest - 1) * front + wide)


def seated(
    models: Sequence[ModelId], guests: Sequence[Guest], cell: Cell, files: int
) -> tuple[Seat, ...]:
    """Everybody's places, the guests each as near to his file as the front rank allows."""
    if not guests:
        return tuple(Seat(model, (number,)) for number, model in enumerate(models))
    sizes = {model: covers(base, cell) or (1, 1) for model, base, _ in guests}
    count = len(models) + sum(wide * deep for wide, deep in sizes.values())
    front = max(1, min(files, count))
    taken: set[int] = set()
    found: list[Seat] = []
    for model, _, wish in sorted(guests, key=lambda guest: guest[2]):
        wide, deep = sizes[model]
        room = front if deep == 1 else min(front, count - (deep - 1) * front)
        first = _first(taken, wide, room, wish)
        places = tuple(first + file + rank * front for rank in range(deep) for file in range(wide))
        taken.update(places)
        found.append(Seat(model, places))
    left = (number for number in range(count) if number not in taken)
    found += [Seat(model, (number,)) for model, number in zip(models, left, strict=False)]
    return tuple(sorted(found, key=lambda seat: seat.places))


def _first(taken: set[int], wide: int, room: int, wish: int) -> int:
    """The file nearest to the wished one from which so many places are free, in so many files."""
    free = [
        file for file in range(max(1, room - wide + 1)) if not taken & set(range(file, file + wide))
    ]
    return min(free, key=lambda file: abs(file - wish), default=0)
