"""Movement keeps the laws of every ruleset."""

import pytest

from rules.testing.laws import plainest, play, seeded
from rules.testing.match import sealed

from .kit import trial


def test_a_practice_of_default_answers_ends() -> None:
    match = play(trial(), plainest, sealed(b"plain"), watch=(), appeals=False)
    assert match.state.result is not None


@pytest.mark.parametrize("seed", [1, 3])
def test_the_laws_hold(seed: int) -> None:
    match = play(trial(), seeded(seed), sealed(b"practice"))
    assert match.state.result is not None
