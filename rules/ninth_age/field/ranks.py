"""Who stands where in a block: rank and file, and the characters among them (T9A-CHR-04).

A character stands in the front rank on as many places as his base covers, a whole number of them
each way; everybody else fills the places that are left, rank by rank. One whose base matches no
places stands beside the front rank, at most one on each side.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core.values import ModelId
from rules.geometry.blocks import Block
from rules.geometry.convex import Solid
from rules.geometry.measure import XY
from rules.ninth_age.state import Beside

Cell = tuple[int, int]


@dataclass(frozen=True)
class Guest:
    """A character in a unit: his model, the size of its base, the file that its left edge stands
    in, or the side of the ranks."""

    model: ModelId
    base: Cell
    file: int
    beside: Beside = ""


@dataclass(frozen=True)
class Seat:
    """A model and the numbers of the places that its base covers."""

    model: ModelId
    places: tuple[int, ...]

    def middle(self, block: Block) -> XY:
        """Where the model stands: the middle of its places."""
        (ax, ay), (bx, by) = block.place(self.places[0]), block.place(self.places[-1])
        return (ax + bx) / 2, (ay + by) / 2

    def solid(self, block: Block) -> Solid:
        """What the model's base covers."""
        return tuple(block.shape_of(place) for place in self.places)


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
    """Everybody's places, the guests each as near to his file as the front rank allows; those
    beside it have the last places."""
    within = [guest for guest in guests if not guest.beside]
    beside = sorted((guest for guest in guests if guest.beside), key=lambda guest: guest.beside)
    ranks = _ranked(models, within, cell, files)
    count = sum(len(seat.places) for seat in ranks)
    return (*ranks, *(Seat(guest.model, (count + n,)) for n, guest in enumerate(beside)))


def _ranked(
    models: Sequence[ModelId], guests: Sequence[Guest], cell: Cell, files: int
) -> tuple[Seat, ...]:
    if not guests:
        return tuple(Seat(model, (number,)) for number, model in enumerate(models))
    sizes = {guest.model: covers(guest.base, cell) or (1, 1) for guest in guests}
    count = len(models) + sum(wide * deep for wide, deep in sizes.values())
    front = max(1, min(files, count))
    taken: set[int] = set()
    found: list[Seat] = []
    for guest in sorted(guests, key=lambda guest: guest.file):
        wide, deep = sizes[guest.model]
        room = front if deep == 1 else min(front, count - (deep - 1) * front)
        first = _first(taken, wide, room, guest.file)
        places = tuple(first + file + rank * front for rank in range(deep) for file in range(wide))
        taken.update(places)
        found.append(Seat(guest.model, places))
    left = (number for number in range(count) if number not in taken)
    found += [Seat(model, (number,)) for model, number in zip(models, left, strict=False)]
    return tuple(sorted(found, key=lambda seat: seat.places))


def _first(taken: set[int], wide: int, room: int, wish: int) -> int:
    """The file nearest to the wished one from which so many places are free, in so many files."""
    free = [
        file for file in range(max(1, room - wide + 1)) if not taken & set(range(file, file + wide))
    ]
    return min(free, key=lambda file: abs(file - wish), default=0)
