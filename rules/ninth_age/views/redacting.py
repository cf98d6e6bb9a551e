"""Which facts a viewer may see. A kind that is not named here is hidden."""

from typing import Any

import msgspec

from rules.core import events as core
from rules.core.events import Event
from rules.core.values import Viewer
from rules.ninth_age import events as ninth
from rules.ninth_age.opening import events as opening

PUBLIC: tuple[type[Event], ...] = (
    core.Answered, core.Passed, core.Rolled, core.Moved, core.Lost, core.Counted,
    core.Noted, core.Offered, core.Agreed, core.Declined, core.Adjusted, core.Ended,
    ninth.TurnBegan, ninth.PhaseBegan, ninth.Did, ninth.LeadershipTested, ninth.ChargeDeclared,
    ninth.Reacted, ninth.ChargeRolled, ninth.ChargeEnded, ninth.Engaged, ninth.Disengaged,
    ninth.Rallied,
    ninth.Fled, ninth.Reformed, ninth.Joined, ninth.Left, ninth.Closed, ninth.Opened,
    ninth.Entered, ninth.Vacated, ninth.ShotBegan, ninth.TemplateLanded, ninth.Misfired,
    ninth.Silenced, ninth.Swooped, ninth.Lent, ninth.Slowed, ninth.ChampionFell,
    ninth.Spent, ninth.Shot,
    *opening.APPLIES,
)  # fmt: skip
"""Facts that everybody sees in full: movement hides nothing."""


def redact(event: Event, viewer: Viewer) -> Event | None:
    """The part of a fact that these eyes may see: not the agenda, nor questions to another."""
    if type(event) in PUBLIC:
        return event
    match event:
        case ninth.Begun():
            without: dict[str, Any] = {
                "units": {}, "stats": {}, "glyphs": {}, "terrain": {}, "models": {}
            }  # fmt: skip
            return msgspec.structs.replace(event, **without)
        case core.Placed():
            # Where they stand is in the view, for all models of a great battle once.
            return msgspec.structs.replace(event, models={})
        case ninth.Asked(prompt=prompt):
            return event if prompt.side in viewer else None
        case core.Stood(side=side):
            return event if side in viewer else None
    return None
