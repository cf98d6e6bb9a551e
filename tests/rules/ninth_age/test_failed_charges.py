"""Charges that fail: where they end (T9A-CHG-40, -42)."""

from random import Random

import pytest

from rules.core.values import INCH
from rules.geometry.blocks import bearing, turn_between
from rules.geometry.convex import clear_by
from rules.geometry.wheels import on_table
from rules.ninth_age.events import ChargeEnded
from rules.ninth_age.field.charging import failed
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.play.units.reading import may_move

from .charging import HELD, charge, declaring, lone
from .kit import answer, kinds, stands, table, unit


# rules: T9A-CHG-22, T9A-CHG-40
def test_a_charge_that_falls_short_stumbles_its_highest_die_towards_the_target() -> None:
    """T9A-CHG-22, -40."""
    now = declaring(unit("a", 20, 20), unit("b", 20, 32, facing_deg=180), unit("a2", 60, 20))
    run = answer(answer(now, charge()).state, HELD, 2, 1)
    assert [(e.success, e.why) for e in kinds(run, ChargeEnded)] == [(False, "short")]
    assert stands(run.state, "a") == (20, 22, 0)
    assert not may_move(run.state, "a")


# rules: T9A-CHG-40, T9A-CHG-42
def test_a_failed_charge_wheels_towards_a_target_aside() -> None:
    """T9A-CHG-40, -42: afterwards the centre goes straight to the target's centre."""
    now = declaring(unit("a", 20, 20), unit("b", 26, 31, facing_deg=200))
    run = answer(answer(now, charge()).state, HELD, 1, 1)
    ground = ground_of(run.state)
    right, ahead = ground.block("a").local(ground.block("b").at)
    assert ahead > 0
    assert abs(right) < 0.01 * INCH


# rules: T9A-CHG-40, T9A-CHG-42
@pytest.mark.parametrize("aside", [60, 95, 130, -95, -130])
def test_a_failed_charge_wheels_as_far_as_its_target_lies_aside(aside: int) -> None:
    """Straight on carries the centre towards the target's, though it fled to the charger's rear."""
    x, y = bearing(aside * 1000)
    goal = (36 * INCH + x * 14 * INCH, 20 * INCH + y * 14 * INCH)
    start, wheeled, end = failed(ground_of(table(unit("a", 36, 20))), "a", goal, 3)
    right, ahead = wheeled.local(goal)
    assert abs(right) < 4
    assert ahead > 0
    assert wheeled.at != start.at
    assert wheeled.local(end.at) == pytest.approx((0, 3 * INCH), abs=1)


# rules: T9A-CHG-42, T9A-EDGE-01
def test_a_failed_charge_ends_on_the_table_and_where_its_wheel_is_stopped() -> None:
    """A column on the edge swings no rear beyond it; whose wheel is stopped goes no farther."""
    column = ground_of(table(lone("a", (0.6, 20), 0, (25, 25), 1, 6)))
    (*_, end) = failed(column, "a", (8 * INCH, 26 * INCH), 1)
    assert on_table(end.solid, column.size)
    beside = ground_of(table(unit("a", 36, 20), unit("a2", 42, 20)))
    start, *_, end = failed(beside, "a", (24 * INCH, 26 * INCH), 6)
    assert 0 < turn_between(end.facing, start.facing) < 30_000
    corner = start.corners[0]
    assert end.corners[0] == pytest.approx(corner, abs=2)


# rules: T9A-CHG-40, T9A-CHG-42
@pytest.mark.parametrize("seed", [6, 1551, 2638, 2757, 3703, *range(100, 140)])
def test_a_failed_charge_is_not_rounded_into_a_friend(seed: int) -> None:
    """A friend stands nearer than an inch, so that he may be touched."""
    dice = Random(seed)
    charger = unit("a", 20, 20, facing_deg=dice.choice([0, dice.uniform(0, 30)]))
    friend = unit(
        "a2", 20 + dice.uniform(-5.5, 5.5), 22.2 + dice.uniform(0, 1),
        facing_deg=round(dice.uniform(0, 360), 3), models=5,
    )  # fmt: skip
    ground = ground_of(table(charger, friend, unit("b", dice.uniform(10, 30), 34)))
    there = ground.block("a2").solid
    if clear_by(ground.block("a").solid, there, 0.0):
        end = failed(ground, "a", ground.block("b").at, 6)[-1]
        assert clear_by(end.solid, there, 0.0)
