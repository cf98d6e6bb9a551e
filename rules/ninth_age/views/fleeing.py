"""A flight in words: what the dice gave, and how far beyond them it ran on until free."""

from collections.abc import Sequence

from rules.core.values import INCH, Line, Param, UnitId
from rules.ninth_age.play.harm.panic import may_panic, minds
from rules.ninth_age.play.moving.flight import Course
from rules.ninth_age.state import State
from rules.ninth_age.wording import length, named, number, telling


def flown(
    unit: UnitId, roll: int, far: float, pushed: Sequence[UnitId], *, destroyed: bool
) -> Line:
    """A flight with its parts: the roll in inches, and the units that pushed it on beyond that
    (T9A-FLEE-05, -06, -11)."""
    key = "fled_off" if destroyed else "fled"
    places: dict[str, Param] = {
        "unit": named(unit), "roll": number(roll), "length": length(far)
    }  # fmt: skip
    more = round(far) - roll * INCH
    if more <= 0:
        return telling(key, **places)
    places["more"] = length(more)
    if not pushed:
        return telling(f"{key}_on", **places)
    places["other"] = named(pushed[0])
    if len(pushed) == 1:
        return telling(f"{key}_on_one", **places)
    if len(pushed) == 2:
        return telling(f"{key}_on_two", **places, second=named(pushed[1]))
    return telling(f"{key}_on_many", **places, count=number(len(pushed) - 1))


def shaken(state: State, unit: UnitId, led: Course) -> tuple[Line, ...]:
    """Which friends a flight would lead through, who may then have to test for panic
    (T9A-FLEE-15)."""
    side = state.table.units[unit].side
    return tuple(
        telling("flight_shakes", unit=named(key))
        for key in led.passed
        if key in state.table.units and state.table.units[key].side == side
        and may_panic(state, key) and minds(state, key, unit)
    )  # fmt: skip
