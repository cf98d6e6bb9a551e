"""Units that the server sets up stand ready to move (SAGA-SET-02)."""

import pytest

from rules.core.values import INCH
from rules.saga.actions import EndDeployment
from rules.saga.field.ground import ground_of
from rules.testing.match import Match, Trial, scripted
from tests.rules.saga.play.kit import SAGA, setup

LAYOUTS = ("barrow_hill", "alder_ford", "kings_steading", "stone_moor", "open_field")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_they_stand_on_open_ground_with_a_way_between_them(layout: str) -> None:
    trial = Trial(SAGA, setup(points=6, layout=layout))
    match = Match(trial, scripted(6, 1, *[1] * 8), watch=())
    while match.state.phase == "deployment":
        (prompt,) = match.state.prompts.values()
        match.act(prompt.side, EndDeployment())
    ground = ground_of(match.state.table)
    units = [key for side in match.state.sides for key in match.state.table.of_side(side)]
    assert not [unit for unit in units if ground.starts_slowed(unit)]
    friends = [(u, v) for u in units for v in ground.friends(u) if u != v]
    assert friends
    assert not [pair for pair in friends if ground.gap(*pair) < INCH - 3]
