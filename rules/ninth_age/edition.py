"""What differs between the texts of the rules, as switches pinned for each match.

The chapter on rallying, flight and remaining moves follows an older rank-and-file text, which
overrides edition 1.0 in the places listed here (T9A-VER-03). The defaults are that text; a switch
turned is the reading of edition 1.0.
"""

from typing import Annotated

from msgspec import Meta

from rules.core.values import Value


class Switches(Value, frozen=True):
    """One switch for each place where the texts differ."""

    rally_double_one: bool = True
    """Below a quarter a unit rallies on a double one only (T9A-RALLY-02); otherwise at a quarter
    or less it tests at half its Leadership."""
    rally_before_flight: bool = True
    """All rally tests come before any flight (T9A-COMP-02); otherwise a unit that fails flees at
    once."""
    flee_through_fails_on: Annotated[int, Meta(ge=1, le=6)] = 1
    """Through enemies and impassable ground a die fails on this or less (T9A-FLEE-14)."""
    flee_keeps_spacing: bool = False
    """A flight goes on until the unit is an inch clear, not only off others (T9A-FLEE-07)."""
    half_rate_rounds_up: bool = True
    """Backward and sideways moves go half the Movement rounded up (T9A-REM-07)."""
    turn_forward_only: bool = True
    """A single model pivots in forward moves only (T9A-REM-11)."""
    failed_march_counts: bool = True
    """Who failed the march test counts as having marched (T9A-MARCH-07)."""


SEED = Switches()
"""The defaults."""
FIRST = Switches(
    rally_double_one=False,
    rally_before_flight=False,
    flee_through_fails_on=3,
    flee_keeps_spacing=True,
    half_rate_rounds_up=False,
    turn_forward_only=False,
    failed_march_counts=False,
)
"""Every switch turned: edition 1.0 by itself."""
