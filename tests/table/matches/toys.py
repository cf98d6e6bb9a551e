"""The toy game as these tests play it: three gangs, with a fault and a slow preview to be met."""

import time
from collections.abc import Mapping
from typing import Any

from rules.core.dice import Dice
from rules.core.ruleset import Seated
from rules.core.values import SideId
from rules.testing.toy import Setup, Toy

STUMBLE = "stumble over this"
"""A war cry that a rule of this game cannot bear."""
SLOW = (1, 1)
"""A place that a preview needs long to think about."""
THINKING = 0.4


class TableToy(Toy):
    """Snowballs, arranged from seats. A roster is `{"keepsake": "..."}`."""

    def arrange(
        self,
        scenario: str,
        seats: Mapping[SideId, Seated],
        options: Mapping[str, Any],
        commitment: str,
    ) -> Setup:
        return Setup(
            names={side: seat.name for side, seat in seats.items()},
            keepsakes={side: seat.roster["keepsake"] for side, seat in seats.items()},
            rounds=options.get("rounds", 3),
        )

    def resolve(self, state: Any, prompt: str, action: Any, dice: Dice) -> Any:
        if getattr(action, "cry", "") == STUMBLE:
            raise ZeroDivisionError("a rule went wrong")
        return super().resolve(state, prompt, action, dice)

    def preview(self, state: Any, viewer: Any, draft: Any) -> Any:
        if getattr(draft, "to", None) == SLOW:
            time.sleep(THINKING)
        return super().preview(state, viewer, draft)
