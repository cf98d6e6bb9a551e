"""The optional depth of a melee (SAGA-MEL-03, switch `melee_depth`)."""

import pytest

from rules.saga.advice.aims import combat_between
from rules.saga.play.melee import fighting
from rules.testing.tiny import table
from tests.rules.saga.adapter import SagaAdapter

COLUMN = """
unit a men {traits}: 10,10 10,7.2 10,4.4 10,1.6
unit b foe warriors: 10,11
"""


@pytest.mark.parametrize(
    ("traits", "deep", "fight"),
    [("warriors", True, 3), ("warriors mounted", True, 2), ("warriors", False, 4)],
)
def test_only_the_first_ranks_fight_where_depth_is_played(
    traits: str, deep: bool, fight: int
) -> None:
    # SAGA-MEL-03: in contact, within VS of those, and on foot within VS of these.
    state = SagaAdapter().state(
        table(COLUMN.format(traits=traits)), {"switches": {"melee_depth": deep}}
    )
    combat = combat_between(state, "men", "foe", "melee")
    assert fighting(state, combat, "men") == fight
    assert fighting(state, combat, "foe") == 1
