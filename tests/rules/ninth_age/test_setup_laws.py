"""What comes before the first turn keeps the laws of every ruleset."""

from typing import Any

import pytest

from rules.ninth_age.questions import Declare
from rules.testing.laws import plainest, play, seeded
from rules.testing.match import sealed

from .battle import Played, setup, trial

TABLES: list[dict[str, Any]] = [
    {},
    {"deployment": "diagonal", "objective": "secure_target"},
    {"deployment": "flank_attack", "objective": "capture_the_flags", "layout": "old_road"},
    {"board": "small", "deployment": "classic", "objective": "none"},
]


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_the_laws_hold_from_the_exchange_of_lists_on(number: int) -> None:
    match = play(trial(**TABLES[number]), seeded(number), sealed(b"opening"))
    assert match.state.result is not None


def test_a_battle_of_default_answers_goes_on_to_its_end() -> None:
    match = play(trial(2), plainest, sealed(b"plain"), watch=(), appeals=False)
    assert match.state.result is not None
    assert match.state.turn == 2


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_default_answers_set_up_everybody_and_lead_to_the_first_turn(number: int) -> None:
    played = Played(setup(**TABLES[number])).until(Declare)
    assert played.state.turn == 1
    assert played.state.active == played.state.first
    waiting = {key for key, unit in played.state.table.units.items() if not unit.models}
    assert waiting == set(played.state.opening.ambush)
    # Two armies of 2,000 points find no room in the narrow zones of a table for warbands.
    assert bool(waiting) == (TABLES[number].get("board") == "small")
