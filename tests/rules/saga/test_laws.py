"""The laws of every ruleset hold in matches of SAGA.

A suggested move costs a search, and the law about previews tries every suggestion: so matches are
short here and that law is watched in parts of them. `make soak` watches hundreds of whole ones.
"""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.saga.warbands.packs import pack
from rules.testing import laws
from rules.testing.laws import LAWS, plainest, play, seeded
from rules.testing.match import sealed
from tests.rules.saga.play.kit import trial

SCENARIOS = tuple(pack().scenarios)
TURNS = 3
QUICK = tuple(law for law in LAWS if law is not laws.previews_agree)


@pytest.mark.whole
@pytest.mark.parametrize("seed", range(10))
def test_the_laws_hold_in_seeded_matches_that_end(seed: int) -> None:
    how = trial(scenario=SCENARIOS[seed % len(SCENARIOS)], turns=TURNS)
    match = play(how, seeded(seed), sealed(b"%d" % seed), QUICK)
    assert match.state.result is not None


def test_a_match_played_by_default_answers_ends() -> None:
    how = trial(turns=TURNS)
    match = play(how, plainest, sealed(b"default"), QUICK, appeals=False)
    assert match.state.result is not None


def test_previews_allow_what_the_rules_allow() -> None:
    how = trial(scenario="sacred_ground", turns=TURNS)
    play(how, seeded(21), sealed(b"21"), rulings=60)


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_the_laws_hold_whatever_is_chosen(data: st.DataObject) -> None:
    play(
        trial(turns=TURNS),
        lambda below: data.draw(st.integers(0, below - 1)),
        sealed(data.draw(st.binary(max_size=4))),
        QUICK,
        rulings=25,
    )
