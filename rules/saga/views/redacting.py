"""Which facts a viewer may see. A kind that is not named here is hidden."""

from collections.abc import Callable
from typing import Any

import msgspec

from rules.core import events as core
from rules.core.events import Event
from rules.core.values import Viewer
from rules.saga import events as saga

PUBLIC: tuple[type[Event], ...] = (
    core.Answered, core.Passed, core.Rolled, core.Moved, core.Placed, core.Lost, core.Counted,
    core.Noted, core.Offered, core.Agreed, core.Declined, core.Adjusted, core.Ended,
    saga.RolledOff, saga.DeploymentDone, saga.TurnBegan, saga.PhaseBegan, saga.TurnEnded,
    saga.DiceGained, saga.DicePlaced, saga.DieTurned, saga.DiceSpent, saga.AbilityUsed,
    saga.EffectBegan, saga.EffectsEnded, saga.Declared, saga.Cancelled, saga.FatigueSpent,
    saga.CombatBegan, saga.PoolsCounted, saga.DiceTraded, saga.DiceDivided, saga.HitsScored,
    saga.HitsCancelled, saga.LossesCounted, saga.Withdrew, saga.CombatEnded, saga.Scored,
)  # fmt: skip
"""Facts that everybody sees in full: SAGA hides nothing on the table."""


def redact(event: Event, viewer: Viewer) -> Event | None:
    """The part of a fact that these eyes may see.

    Hidden are the agenda, in which plans wait; losses chosen while the other side still chooses; a
    standing pass, and questions put to another.
    """
    if type(event) in PUBLIC:
        return event
    part = PARTS.get(type(event))
    return part(event, viewer) if part is not None else None


def _begun(event: saga.Begun, viewer: Viewer) -> Event:
    """Without what the fixed part of the view brings."""
    return msgspec.structs.replace(event, sides={}, units={}, glyphs={}, models={}, terrain={})


def _own(event: Any, viewer: Viewer) -> Event | None:
    found: Event = event
    return found if event.side in viewer else None


def _asked(event: saga.Asked, viewer: Viewer) -> Event | None:
    return event if event.prompt.side in viewer else None


PARTS: dict[type[Event], Callable[[Any, Viewer], Event | None]] = {
    saga.Begun: _begun,
    saga.Asked: _asked,
    core.Stood: _own,
}
"""Facts of which some see only a part."""
