"""The laws of every ruleset on a table of every kind of unit and ground."""

import pytest

from rules.testing.laws import plainest, play, seeded
from rules.testing.match import sealed

from .menagerie import trial


def test_default_answers_end() -> None:
    match = play(trial(), plainest, sealed(b"plain"), watch=(), appeals=False)
    assert match.state.result is not None


def test_the_laws_hold_in_one_turn() -> None:
    match = play(trial(1), seeded(1), sealed(b"m1"))
    assert match.state.result is not None


@pytest.mark.whole
@pytest.mark.parametrize("seed", [2, 3])
def test_the_laws_hold(seed: int) -> None:
    match = play(trial(3), seeded(seed), sealed(b"m%d" % seed))
    assert match.state.result is not None
