"""What worked cases ask that needs no table: longest moves, wheels, rally and charge rolls."""

from math import pi, sin
from typing import Annotated

import msgspec

from rules.core.values import INCH
from rules.geometry.measure import EPS
from rules.geometry.wheels import wheel_cost
from rules.ninth_age.cases.file import MM, Ask, Count, Kind, Malformed, Nothing, Two, Words
from rules.ninth_age.edition import SEED, Switches
from rules.ninth_age.numbers import (
    MOST,
    below_quarter,
    charge_range,
    half_rate,
    heavy_losses,
    rallies,
)

Found = dict[str, object]
Inches = Annotated[float, msgspec.Meta(ge=0)]


class _Profile(Words):
    M: Count
    barding: bool = False


class _Profiles(Words):
    profiles: list[_Profile]
    switches: Switches = SEED


def max_move(setup: _Profiles, action: Ask, dice: Nothing) -> Found:
    """The farthest of each kind of move; barding slows by one (T9A-REM-04 to -07)."""
    movements = [max(0, min(MOST, one.M) - one.barding) for one in setup.profiles]
    return {
        "forward": movements,
        "backward": [half_rate(m, setup.switches) / INCH for m in movements],
        "sideways": [half_rate(m, setup.switches) / INCH for m in movements],
        "march": [2 * m for m in movements],
    }


class _Front(Words):
    front_mm: float


class _Wheel(Words):
    deg: Annotated[float, msgspec.Meta(ge=0)]
    M: Count = 0


class _Wheels(Ask):
    tries: list[_Wheel]


def wheel(setup: _Front, action: _Wheels, dice: Nothing) -> Found:
    """What a wheel costs (T9A-REF-04)."""
    width = setup.front_mm * MM
    costs, straight, advance, march, left = [], [], [], [], []
    for one in action.tries:
        turn = round(one.deg * 1000)
        cost = wheel_cost(width, turn)
        costs.append(cost / INCH)
        straight.append(2 * width * sin(turn * pi / 360_000) / INCH)
        far = one.M * INCH
        advance.append(cost <= far + EPS)
        march.append(cost <= 2 * far + EPS)
        left.append((far - cost) / INCH if cost <= far + EPS else None)
    return {
        "cost": costs, "outer_corner_displacement": straight, "legal_advance": advance,
        "legal_march": march, "left_for_forward": left,
    }  # fmt: skip


class _Fleers(Words):
    start: Annotated[int, msgspec.Meta(ge=1)]
    now: Annotated[int, msgspec.Meta(ge=1)]
    Ld: Count
    characters: Count = 0
    musician: bool = False
    hold_your_ground: bool = False
    switches: Switches = SEED


class _Tests(Words):
    ld: list[Two]


def rally(setup: _Fleers, action: Ask, dice: _Tests) -> Found:
    """A rally roll; a second one only after a failure (T9A-RALLY-01 to -04, T9A-GEN-05)."""
    if setup.characters > setup.now:
        raise Malformed(f"{setup.characters} characters among {setup.now} models")
    switches = setup.switches
    passed = [
        rallies(faces, setup.Ld, setup.now, setup.start, switches, added=setup.musician)
        for faces in dice.ld
    ]
    most = 2 if setup.hold_your_ground and passed and not passed[0] else 1
    if not 1 <= len(passed) <= most:
        raise Malformed(f"{len(passed)} rolls where {most} may be made")
    return {
        "below_25": below_quarter(setup.now, setup.start, switches), "passed": passed,
        "rallied": any(passed), "may_full_reform": any(passed),
    }  # fmt: skip


class _Distance(Words):
    distance: Inches
    M: Count


class _Charge(Words):
    charge: Two


def charge_roll(setup: _Distance, action: Ask, dice: _Charge) -> Found:
    """Is the range enough (T9A-CHG-21, -22, -40)?"""
    reached = charge_range(dice.charge, setup.M)
    success = reached * INCH >= setup.distance * INCH - EPS
    return {
        "range": reached, "success": success,
        "failed_move": None if success else max(dice.charge),
    }  # fmt: skip


class _Before(Words):
    models_at_phase_start: Annotated[int, msgspec.Meta(ge=1)]


class _Lost(Ask):
    lost: list[Count]


def losses(setup: _Before, action: _Lost, dice: Nothing) -> Found:
    """Do the losses of a phase ask a panic test (T9A-PANIC-04)?"""
    return {"test": [heavy_losses(n, setup.models_at_phase_start) for n in action.lost]}


SUMS = {
    "max_move": Kind(max_move, setup=_Profiles),
    "wheel": Kind(wheel, setup=_Front, action=_Wheels),
    "rally": Kind(rally, setup=_Fleers, dice=_Tests),
    "charge_roll": Kind(charge_roll, setup=_Distance, dice=_Charge),
    "heavy_losses": Kind(losses, setup=_Before, action=_Lost),
}
"""Kinds of case that are arithmetic."""
