"""Numbers of the rules and the arithmetic that needs no table. Lengths in 1/100 mm."""

from collections.abc import Sequence
from math import ceil

from rules.core.values import INCH
from rules.geometry.measure import EPS
from rules.ninth_age.edition import SEED, Switches

MOST = 10
"""No characteristic goes beyond this (T9A-CHAR-01)."""
SPACING = INCH
"""Units end their moves this far apart (T9A-SPACE-01)."""
PASSING = INCH // 2
"""And pass each other no nearer (T9A-SPACE-02)."""
SPOTTED = 8 * INCH
"""An enemy within this asks a march test (T9A-MARCH-03)."""
FOREVER = 99
"""A game turn that never comes."""
CHARGE_DICE = 12
"""The most that two charge dice show: a target farther than this and the Movement is too far."""
PANIC_NEAR = 6 * INCH
"""A friend destroyed within this asks a panic test (T9A-PANIC-01)."""

PRESENCE = 12 * INCH
"""How far a General lends his Leadership, a battle standard its second roll (T9A-CHR-20, -21)."""
PRESENCE_LARGE = 18 * INCH
"""The same from a Large Target."""
FEALTY = 6 * INCH
"""How far an oath of fealty reaches."""
LEAST_CHARGE = 4
"""What the charge dice of a unit with a champion count as at least (T9A-CMD-01)."""


def within(distance: float, limit: float) -> bool:
    """Strictly less; what is within EPS of the limit equals it (T9A-MEAS-03, -05)."""
    return distance < limit - EPS


def half_rate(movement: int, switches: Switches = SEED) -> int:
    """The farthest backward or sideways, of a Movement in inches (T9A-REM-05, -06, -07)."""
    if switches.half_rate_rounds_up:
        return ceil(movement / 2) * INCH
    return movement * INCH // 2


def half_rate_cost(length: int, movement: int) -> int:
    """What a backward or sideways move uses: double, the whole allowance at most (T9A-REM-07)."""
    return min(2 * length, movement * INCH)


def below_quarter(now: int, start: int, switches: Switches = SEED) -> bool:
    """Whether so few are left that a unit hardly rallies (T9A-RALLY-02)."""
    return 4 * now < start if switches.rally_double_one else 4 * now <= start


def rallies(
    faces: Sequence[int], leadership: int, now: int, start: int, switches: Switches = SEED,
    added: int = 0,
) -> bool:  # fmt: skip
    """Whether a rally roll of two dice stops the flight (T9A-RALLY-01, -02)."""
    return sum(faces) <= rally_target(leadership, now, start, switches, added)


def rally_target(
    leadership: int, now: int, start: int, switches: Switches = SEED, added: int = 0
) -> int:
    """The highest sum with which a unit rallies: a Leadership, its own or lent, is halved before
    anything is added to it (T9A-CHAR-05); 2 is a double one."""
    few = below_quarter(now, start, switches)
    if few and switches.rally_double_one:
        return 2
    return min(MOST, (ceil(leadership / 2) if few else leadership) + added)


def kept(faces: Sequence[int]) -> tuple[int, ...]:
    """Of three dice the lowest is dropped (Swiftstride)."""
    return tuple(sorted(faces, reverse=True)[:2])


def kept_low(faces: Sequence[int]) -> tuple[int, ...]:
    """Of three dice of a Leadership test the highest is dropped."""
    return tuple(sorted(faces)[:2])


def charge_range(faces: Sequence[int], movement: int, champion: bool = False) -> int:
    """The charge range in inches (T9A-CHG-21, T9A-CMD-01)."""
    return max(sum(kept(faces)), LEAST_CHARGE if champion else 0) + movement


def heavy_losses(lost: int, before: int) -> bool:
    """Whether a phase's losses ask a panic test (T9A-PANIC-04)."""
    return lost > 0 and 4 * lost >= before
