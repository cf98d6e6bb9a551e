"""Every chapter keeps the laws of every ruleset, from the deployment to the last turn.

Views of two great armies are long, and previews tried in every ruling longer still: these two laws
are watched now and then here. `make soak` watches hundreds of battles.
"""

from collections.abc import Callable
from typing import Any

import pytest

from rules.ninth_age.edition import FIRST, SEED
from rules.ninth_age.practice import practice
from rules.ninth_age.ruleset import NinthAge
from rules.ninth_age.setup import Setup
from rules.testing.laws import LAWS, Law, patches, plainest, play, previews_agree, seeded
from rules.testing.match import Moment, Trial, sealed

from .armies import any_options, any_roster, demo_rosters, setup_of
from .kit import bent, trial

RARE: dict[Law, int] = {patches: 20, previews_agree: 100}
"""One ruling in so many is shown to these laws."""
RULINGS = 4000


def sampled() -> tuple[Law, ...]:
    """All laws, the long ones now and then."""
    return tuple(_every(RARE[law], law) if law in RARE else law for law in LAWS)


def _every(count: int, law: Law) -> Callable[[Moment[Any]], None]:
    seen = 0

    def watch(moment: Moment[Any]) -> None:
        nonlocal seen
        seen += 1
        if seen % count == 0:
            law(moment)

    return watch


def small(seed: int) -> Setup:
    """A battle of any two lists of 1,000 points."""
    choose = seeded(-1 - seed)
    return setup_of((any_roster(1000, choose), any_roster(1000, choose)), any_options(choose))


def test_a_practice_of_default_answers_ends() -> None:
    match = play(trial(), plainest, sealed(b"plain"), watch=(), appeals=False)
    assert match.state.result is not None


@pytest.mark.parametrize("seed", [1, 3])
def test_the_laws_hold_in_practice(seed: int) -> None:
    match = play(trial(), seeded(seed), sealed(b"practice"))
    assert match.state.result is not None


# rules: T9A-VER-03
def test_the_laws_hold_with_every_switch_turned() -> None:
    """Edition 1.0 by itself, to the end of a practice."""
    turned = practice({"a": "Ann", "b": "Bob"}, turns=2, switches=FIRST)
    assert all(getattr(FIRST, name) != getattr(SEED, name) for name in FIRST.__struct_fields__)
    match = play(Trial(NinthAge(), turned, bent=bent), seeded(2), sealed(b"turned"))
    assert match.state.result is not None
    assert match.state.switches == FIRST


def test_a_battle_is_deployed_by_default_answers() -> None:
    start = Trial(NinthAge(), setup_of(demo_rosters(), {}))
    match = play(start, plainest, sealed(b"deployed"), watch=(), appeals=False, rulings=80)
    assert match.state.turn >= 1
    assert match.state.first in match.state.sides


# rules: T9A-GEN-01, T9A-END-01
@pytest.mark.whole
@pytest.mark.parametrize("seed", range(3))
def test_the_laws_hold_in_battles_of_any_lists_to_turn_six(seed: int) -> None:
    start = Trial(NinthAge(), small(seed), bent=bent)
    match = play(
        start, seeded(seed), sealed(b"%d" % seed), sampled(), appeals=seed == 0, rulings=RULINGS
    )
    assert match.state.result is not None


# rules: T9A-GEN-01, T9A-END-01
@pytest.mark.whole
@pytest.mark.parametrize("objective", ["hold_the_ground", "breakthrough"])
def test_the_laws_hold_between_the_lists_of_the_game(objective: str) -> None:
    options = {"deployment": "classic", "objective": objective}
    start = Trial(NinthAge(), setup_of(demo_rosters(), options), bent=bent)
    match = play(
        start, seeded(7), sealed(objective.encode()), sampled(), appeals=False, rulings=RULINGS
    )
    result = match.state.result
    assert result is not None
    assert match.state.turn == 6 or min(
        len(match.state.table.of_side(side)) for side in match.state.sides
    ) == 0  # fmt: skip
    assert set(result.scores) == set(match.state.sides)
