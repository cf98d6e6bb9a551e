"""The arithmetic of pools, caps and points."""

import pytest

from rules.core.table import Unit
from rules.saga.numbers import (
    PROFILES,
    VS,
    L,
    M,
    S,
    capped_attack,
    capped_defence,
    class_of,
    defence_trade,
    melee_dice,
    melee_loser,
    needed,
    profile_of,
    saga_dice,
    shooting_dice,
    slaughter_points,
    step_down,
)


@pytest.mark.parametrize(
    ("length", "steps", "result"),
    [
        (L, 0, L),
        (L, 1, M),
        (M, 1, S),
        (S, 1, VS),
        (VS, 1, VS),
        (L, 9, VS),
    ],
)
def test_lengths_step_down_and_never_below_vs(length: int, steps: int, result: int) -> None:
    assert step_down(length, steps) == result


@pytest.mark.parametrize(
    ("kind", "models", "exhausted", "dice"),
    [
        ("levies", 1, False, 1),
        ("levies", 12, False, 4),
        ("levies", 7, True, 2),
        ("berserkers", 3, False, 12),
        ("warlord", 1, True, 3),
        ("warriors", 0, False, 0),
    ],
)
def test_attack_dice_round_up_and_halve_for_the_exhausted(
    kind: str, models: int, exhausted: bool, dice: int
) -> None:
    assert melee_dice(PROFILES[kind], models, exhausted) == dice


@pytest.mark.parametrize(
    ("kind", "models", "dice"),
    [
        ("warlord", 1, 2),
        ("hearthguard", 3, 3),
        ("warriors", 5, 3),
        ("levies", 6, 3),
    ],
)
def test_shooting_dice_by_class(kind: str, models: int, dice: int) -> None:
    assert shooting_dice(PROFILES[kind], models) == dice


def test_pools_are_capped_at_twice_their_base_and_never_negative() -> None:
    assert capped_attack(5, 9) == 10
    assert capped_attack(5, -7) == 0
    assert capped_defence(3, 1) == 4
    assert capped_defence(0, 4) == 0


@pytest.mark.parametrize(("dice", "kept", "gained"), [(0, 0, 0), (1, 0, 1), (4, 2, 1), (9, 4, 3)])
def test_a_trade_gives_up_half_rounded_up(dice: int, kept: int, gained: int) -> None:
    trade = defence_trade(dice)
    assert (trade.attack_dice, trade.defence_dice) == (kept, gained)
    assert trade.given + trade.attack_dice == dice


def test_the_attacker_withdraws_on_equal_losses() -> None:
    assert melee_loser(1, 1) == "attacker"
    assert melee_loser(0, 1) == "defender"


def test_dice_are_capped_before_those_on_the_board_are_taken_off() -> None:
    assert saga_dice(9, 2) == 4
    assert saga_dice(3, 5) == 0


def test_armour_is_kept_between_two_and_six() -> None:
    assert [needed(armour) for armour in (0, 2, 5, 6, 9)] == [2, 2, 5, 6, 6]


def test_slaughter_points_round_up_by_class_over_the_warband() -> None:
    assert slaughter_points({"warlord": 1, "hearthguard": 2, "warriors": 3, "levies": 4}) == 9
    assert slaughter_points({}) == 0


def test_a_units_class_and_profile_come_from_its_traits() -> None:
    unit = Unit(side="a", name="", profile="", traits=("berserkers", "hearthguard"))
    assert class_of(unit) == "hearthguard"
    assert profile_of(unit) is PROFILES["berserkers"]
