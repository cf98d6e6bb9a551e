"""What a move that is too long is told."""

from rules.core.values import INCH, Distance
from rules.saga.actions import Path
from rules.saga.field.movement import length_violation
from rules.saga.numbers import M, S
from tests.rules.saga.moves.tiny import at, box, ground

GROUND = ground({"a": ("warriors", ((2, 2),))}, {"bog": ("uneven", box(4, 0, 8, 4))})


def refused(inches: float, slower: str) -> tuple[str, dict[str, object]]:
    path = Path(model="a1", points=(at(2, 2), at(2 + inches, 2)))
    found = length_violation(GROUND, path, inches * INCH, S if slower else M, M, slower)
    assert found is not None
    return found.line.key, {k: v.value for k, v in found.line.params.items() if type(v) is Distance}


def test_a_move_too_long_even_off_slow_ground_is_told_both_lengths() -> None:
    key, told = refused(14, "bog")
    assert key.endswith("too_long_slowed")
    assert told == {"used": 14 * INCH, "limit": S, "free": M}


def test_off_slow_ground_one_length_is_told() -> None:
    assert refused(14, "")[1] == {"used": 14 * INCH, "limit": M}
    assert refused(5, "bog")[0].endswith(".slowed")
