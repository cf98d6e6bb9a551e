"""The laws of every ruleset hold in matches of SAGA."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.testing.laws import plainest, play, seeded
from rules.testing.match import sealed
from tests.rules.saga.play.kit import trial

SCENARIOS = ("clash_of_warlords", "sacred_ground")


@pytest.mark.parametrize("seed", range(4))
def test_the_laws_hold_in_seeded_matches(seed: int) -> None:
    how = trial(scenario=SCENARIOS[seed % 2])
    play(how, seeded(seed), sealed(b"%d" % seed), rulings=120)
