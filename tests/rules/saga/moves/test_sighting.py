"""Shooters, cover and the shot that may not be declared."""

import pytest

from rules.core.values import INCH
from rules.saga.field.sighting import (
    cover,
    in_melee,
    judge_shot,
    melee_cover,
    shooters,
    sight_shapes,
)
from rules.saga.numbers import L, M
from tests.rules.saga.moves.tiny import box, ground, line

BOWS = "levies bow"


def test_models_in_range_and_sight_are_able_and_aim_at_somebody() -> None:
    table = ground({"a": (BOWS, line(4, 10, 6)), "b": ("warriors", line(2, 10, 13))})
    sight = shooters(table, "a", "b", M)
    assert sight.able == ("a1", "a2")
    assert set(sight.aims) == {"a1", "a2"}
    assert shooters(table, "a", "b", L).able == ("a1", "a2", "a3", "a4")


def test_lines_are_drawn_by_what_became_of_them() -> None:
    table = ground(
        {
            "a": (BOWS, ((10, 6), (30, 6))),
            "a_wall": ("warriors", line(2, 9.4, 9)),
            "b": ("warriors", ((10, 13),)),
        }
    )
    assert [shape.style for shape in sight_shapes(table, "a", "b", L)] == [
        "sight_blocked",
        "sight_far",
    ]


@pytest.mark.parametrize(
    ("traits", "target", "weapon", "rule"),
    [
        ("levies", "b", "bow", "SAGA-SHT-01"),
        (BOWS, "b", "javelin", "SAGA-SHT-01"),
        (BOWS, "a", "bow", "SAGA-SHT-02"),
        (BOWS, "b_far", "bow", "SAGA-SHT-03"),
        (BOWS, "b_met", "bow", "SAGA-SHT-15"),
    ],
)
def test_a_shot_that_may_not_be_declared_names_its_rule(
    traits: str, target: str, weapon: str, rule: str
) -> None:
    table = ground(
        {
            "a": (traits, line(2, 10, 6)),
            "b": ("warriors", line(2, 10, 13)),
            "b_far": ("warriors", line(2, 10, 30)),
            "b_met": ("warriors", line(1, 16, 10)),
            "a_met": ("warriors", line(1, 17, 10)),
        }
    )
    refusal = judge_shot(table, "a", target, weapon)
    assert refusal is not None
    assert refusal.rules == (rule,)


def test_both_sides_of_a_contact_are_in_melee() -> None:
    table = ground(
        {
            "a": ("warriors", ((10, 10),)),
            "b": ("warriors", ((11, 10),)),
            "b_off": ("warriors", ((14, 10),)),
        }
    )
    assert in_melee(table, "a")
    assert in_melee(table, "b")
    assert not in_melee(table, "b_off")


@pytest.mark.parametrize(
    ("inside", "traits", "expected"),
    [
        (1, "uneven light_cover", "none"),
        (2, "uneven light_cover", "light"),
        (2, "uneven heavy_cover", "heavy"),
        (4, "uneven", "none"),
    ],
)
def test_half_the_models_in_an_area_have_its_cover(inside: int, traits: str, expected: str) -> None:
    wood = box(9, 12, 9.6 + 1.5 * (inside - 1), 15)
    table = ground(
        {"a": (BOWS, line(4, 10, 6)), "b": ("warriors", line(4, 10, 13))}, {"wood": (traits, wood)}
    )
    assert cover(table, "a", "b") == expected


def test_a_wall_covers_those_who_stand_at_it_from_the_other_side_only() -> None:
    wall = {"wall": ("obstacle heavy_cover", box(8, 12, 20, 12.5))}
    at_it = ground({"a": (BOWS, line(4, 10, 6)), "b": ("warriors", line(4, 10, 13))}, wall)
    assert cover(at_it, "a", "b") == "heavy"
    behind = ground({"a": (BOWS, line(4, 10, 20)), "b": ("warriors", line(4, 10, 13))}, wall)
    assert cover(behind, "a", "b") == "none"
    off_it = ground({"a": (BOWS, line(4, 10, 6)), "b": ("warriors", line(4, 10, 14))}, wall)
    assert cover(off_it, "a", "b") == "none"


def test_a_wall_or_a_house_helps_in_melee_and_a_wood_does_not() -> None:
    wall = {"wall": ("obstacle heavy_cover", box(8, 12, 20, 12.4))}
    over = ground({"a": ("warriors", ((10, 11.5),)), "b": ("warriors", ((10, 12.9),))}, wall)
    assert melee_cover(over, "b", ("a",))
    beside = ground({"a": ("warriors", ((11, 12.9),)), "b": ("warriors", ((10, 12.9),))}, wall)
    assert not melee_cover(beside, "b", ("a",))
    for look, helps in (("hut", True), ("ruin", True), ("wood", False)):
        stood = ground(
            {"a": ("warriors", ((10, 12),)), "b": ("warriors", ((10, 13),))},
            {look: ("uneven heavy_cover", box(9, 12.6, 12, 15))},
        )
        assert melee_cover(stood, "b", ("a",)) is helps


def test_a_range_changed_by_an_ability_counts() -> None:
    table = ground({"a": (BOWS, line(2, 10, 6)), "b": ("warriors", line(2, 10, 20))})
    assert judge_shot(table, "a", "b", "bow") is not None
    assert judge_shot(table, "a", "b", "bow", reach=24 * INCH) is None
