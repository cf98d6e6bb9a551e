"""The laws of every ruleset hold in matches of SAGA.

Previews and suggestions cost a search each, so the law about them is watched in parts of matches;
`make soak` watches all laws in hundreds of whole ones.
"""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.testing import laws
from rules.testing.laws import LAWS, plainest, play, seeded
from rules.testing.match import sealed
from tests.rules.saga.play.kit import trial

SCENARIOS = ("clash_of_warlords", "sacred_ground")
QUICK = tuple(law for law in LAWS if law is not laws.previews_agree)


@pytest.mark.parametrize("seed", range(10))
def test_the_laws_hold_in_seeded_matches_that_end(seed: int) -> None:
    how = trial(scenario=SCENARIOS[seed % 2])
    match = play(how, seeded(seed), sealed(b"%d" % seed), QUICK)
    assert match.state.result is not None


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_matches_played_by_default_answers_end(scenario: str) -> None:
    match = play(trial(scenario=scenario), plainest, sealed(b"default"), QUICK, appeals=False)
    assert match.state.result is not None


@pytest.mark.parametrize("seed", [20, 21])
def test_previews_allow_what_the_rules_allow(seed: int) -> None:
    play(trial(scenario=SCENARIOS[seed % 2]), seeded(seed), sealed(b"%d" % seed), rulings=80)


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_the_laws_hold_whatever_is_chosen(data: st.DataObject) -> None:
    play(
        trial(),
        lambda below: data.draw(st.integers(0, below - 1)),
        sealed(data.draw(st.binary(max_size=4))),
        QUICK,
        rulings=25,
    )
