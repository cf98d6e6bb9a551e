"""Who goes where when many change places: nobody farther than a limit. Lengths in 1/100 mm."""

from __future__ import annotations

from collections.abc import Sequence

from .measure import EPS, XY, distance


def matched(homes: Sequence[XY], places: Sequence[XY], limit: float) -> tuple[int, ...] | None:
    """For each place the number of who goes there, nobody farther than `limit`; None if none fits.

    Everybody keeps his number when that does, or the order is reversed when that does (a block
    that turns about), so that files stay together.
    """
    count = len(homes)
    for order in (tuple(range(count)), tuple(reversed(range(count)))):
        if all(distance(homes[who], places[k]) <= limit + EPS for k, who in enumerate(order)):
            return order
    near = [
        [who for who in range(count) if distance(homes[who], at) <= limit + EPS] for at in places
    ]
    taken: dict[int, int] = {}
    for place in range(count):
        if not _seat(place, near, taken, set()):
            return None
    seats = {place: who for who, place in taken.items()}
    return tuple(seats[place] for place in range(count))


def _seat(place: int, near: list[list[int]], taken: dict[int, int], tried: set[int]) -> bool:
    """Find somebody for a place, sending others elsewhere where need be (augmenting paths)."""
    for who in near[place]:
        if who in tried:
            continue
        tried.add(who)
        if who not in taken or _seat(taken[who], near, taken, tried):
            taken[who] = place
            return True
    return False
