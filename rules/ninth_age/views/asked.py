"""Which question a draft would answer."""

from rules.core.agenda import Prompt
from rules.core.values import UnitId, Viewer
from rules.ninth_age.state import State


def asked(state: State, viewer: Viewer, unit: UnitId, *kinds: type) -> Prompt | None:
    """The open prompt of one of these kinds that these eyes may answer for a unit."""
    found = state.table.units.get(unit)
    for prompt in state.prompts.values():
        own = prompt.side in viewer and found is not None and found.side == prompt.side
        if own and isinstance(prompt.question, kinds):
            return prompt
    return None
