"""How far along a path a unit gets that may not go all the way."""

from collections.abc import Callable, Sequence

import msgspec

from rules.ninth_age.actions import Aside, Back, Form, Part, Straight, Turn, Wheel

GRAIN = 4
"""How exactly it is found, in 1/100 mm or 1/1000 degree."""

Path = tuple[Part, ...]


def as_far_as(path: Path, fits: Callable[[Path], bool]) -> Path:
    """The longest beginning of a refused path that fits, its last part shortened; empty where none
    does.

    A part that fits is taken to fit at every lesser length: what stops a unit on its way stops it
    farther on as well.
    """
    for count in range(len(path), 0, -1):
        begun = path[: count - 1]
        if begun and not fits(begun):
            continue
        last = _longest(path[count - 1], lambda part, begun=begun: fits((*begun, part)))  # type: ignore[misc]
        return (*begun, *last)
    return ()


def _longest(part: Part, fits: Callable[[Part], bool]) -> Sequence[Part]:
    """The part made as short as it must be; none where even the least does not fit."""
    match part:
        case Straight(length=size) | Back(length=size) | Aside(length=size):
            key = "length"
        case Wheel(turn=size) | Turn(turn=size):
            key = "turn"
        case Form():
            return ()
    sign = 1 if size > 0 else -1
    low, high = 0, abs(size)
    while high - low > GRAIN:
        middle = (low + high) // 2
        if fits(msgspec.structs.replace(part, **{key: sign * middle})):
            low = middle
        else:
            high = middle
    return (msgspec.structs.replace(part, **{key: sign * low}),) if low else ()
