"""Exact odds: closed forms, every branch of the rules, and every face, held against each other."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rules.core.dice import Dice
from rules.core.odds import both, chance, each, losses, mean, successes
from rules.core.resolution import Resolution
from rules.testing.odds import ExactDice, branches, outcomes
from rules.testing.toy.example import gather
from rules.testing.toy.words import Pass, Throw


def by_faces(dice: int, need: int, save: int, extra: int, at_most: int) -> dict[int, Fraction]:
    """Losses counted over every face of every die, without any formula."""
    found: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        hits = sum(face >= need for face in faces)
        defence = min(hits + extra, 2 * hits)
        for saves in product(range(1, 7), repeat=defence):
            stopped = sum(face >= save for face in saves)
            # Every branch gets the same weight by counting the defence dice that were not rolled.
            found[min(at_most, max(0, hits - stopped))] += 6 ** (2 * dice - defence)
    total = 6 ** (3 * dice)
    return {count: Fraction(number, total) for count, number in found.items()}


@pytest.mark.parametrize("need", [2, 4, 6])
@pytest.mark.parametrize("save", [3, 5])
@pytest.mark.parametrize(("extra", "at_most"), [(0, 9), (1, 9), (2, 1)])
def test_the_closed_form_equals_counting_every_face(
    need: int, save: int, extra: int, at_most: int
) -> None:
    table = losses(2, chance(need), chance(save), extra=extra, at_most=at_most)
    assert table == by_faces(2, need, save, extra, at_most)


def test_one_die_worked_by_hand() -> None:
    # Hit on 4+ (1/2), saved on 5+ (1/3): lost in 1/2 * 2/3 = 1/3 of all cases.
    assert losses(1, Fraction(1, 2), Fraction(1, 3)) == {0: Fraction(2, 3), 1: Fraction(1, 3)}


def test_two_dice_worked_by_hand() -> None:
    # Each die costs a model with 1/3, apart from the other: 4/9, 4/9, 1/9.
    assert losses(2, Fraction(1, 2), Fraction(1, 3)) == {
        0: Fraction(4, 9),
        1: Fraction(4, 9),
        2: Fraction(1, 9),
    }


@pytest.mark.parametrize(
    ("need", "odds"),
    [
        (0, Fraction(1)),
        (1, Fraction(1)),
        (2, Fraction(5, 6)),
        (6, Fraction(1, 6)),
        (7, Fraction(0)),
        (9, Fraction(0)),
    ],
)
def test_the_chance_of_a_die(need: int, odds: Fraction) -> None:
    assert chance(need) == odds


@pytest.mark.parametrize("dice", [0, 1, 5, 16])
def test_odds_add_up_to_one(dice: int) -> None:
    table = successes(dice, Fraction(5, 6))
    assert sum(table.values()) == 1
    assert mean(table) == Fraction(5, 6) * dice
    assert sum(losses(dice, Fraction(2, 3), Fraction(1, 2), extra=2, at_most=4).values()) == 1


def test_two_pools_do_not_depend_on_each_other() -> None:
    margin = each(
        both(successes(1, Fraction(1, 2)), successes(1, Fraction(1, 3))),
        lambda pair: pair[0] - pair[1],
    )
    assert margin == {0: Fraction(1, 2), 1: Fraction(1, 3), -1: Fraction(1, 6)}


def test_sixteen_dice_have_seventeen_branches() -> None:
    assert len(branches(16, need=5)) == 17
    assert sum(odds for _, odds in branches(16, need=5)) == 1


def test_dice_that_are_read_branch_by_face_and_only_a_few_of_them() -> None:
    assert len(branches(2, need=0)) == 36
    with pytest.raises(ValueError, match="4 dice are read"):
        branches(4, need=0)


def test_a_second_roll_may_depend_on_the_first() -> None:
    def hits_after_rerolling_misses(dice: ExactDice) -> int:
        first = sum(face >= 4 for face in dice.draw(3, need=4))
        return first + sum(face >= 4 for face in dice.draw(3 - first, need=4))

    assert outcomes(hits_after_rerolling_misses) == successes(3, Fraction(3, 4))


def test_running_the_rules_for_every_branch_gives_the_closed_form() -> None:
    match = gather()
    match.act("a", Throw(target="gang_b"))
    state, prompt = match.state, match.prompt_of("b")

    def fallen(dice: Dice) -> int:
        outcome = match.trial.rules.resolve(state, prompt, Pass(), dice)
        assert isinstance(outcome, Resolution)
        return len(outcome.state.table.fallen)

    assert outcomes(fallen, state.draws) == losses(3, chance(4), Fraction(0))
