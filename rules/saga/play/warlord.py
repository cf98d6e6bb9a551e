"""What a warlord brings (chapter WAR): activations without a die.

His resilience stands in `losses`, Side by Side in `activation` and `plans`, his pride in
`movement`.
"""

from rules.core.values import SideId, UnitId
from rules.saga.numbers import S
from rules.saga.play.reading import near, warlord
from rules.saga.state import State


def free_activations(state: State, side: SideId, unit: UnitId) -> tuple[str, ...]:
    """The free activations that could serve this unit, each once in an own turn (WAR-01, -02)."""
    lord = warlord(state, side)
    used = state.forces[side].free
    if not lord or state.active != side:
        return ()
    if unit == lord:
        return () if "determination" in used else ("determination",)
    if "we_obey" in used or not near(state, lord, unit, S):
        return ()
    return ("we_obey",)


def left_free(state: State, side: SideId) -> tuple[str, ...]:
    """The free activations a side has left in this turn."""
    if state.active != side or not warlord(state, side):
        return ()
    return tuple(f for f in ("determination", "we_obey") if f not in state.forces[side].free)
