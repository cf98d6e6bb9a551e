"""How near a path comes to others, and at which moments."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.geometry import INCH, closeness, meet
from tests.rules.geometry.tables import FOOT, VERY_SHORT, at, way


def test_sc_01_both_enemies_are_near_at_the_same_moment():
    others = {"red": (at(14, 12), FOOT), "grey": (at(15, 9.5), FOOT)}
    found = closeness(way((10, 10), (14.005, 9.5995)), FOOT, others, VERY_SHORT)
    assert set(found) == {"red", "grey"}
    assert abs(found["red"].at_end / INCH - 1.40) < 0.01
    assert meet(found["red"].inside, found["grey"].inside)


def test_sc_03_one_enemy_is_left_before_the_other_is_near():
    others = {"red": (at(13, 12.2), FOOT), "grey": (at(20, 10), FOOT)}
    found = closeness(way((10, 10), (19, 10)), FOOT, others, VERY_SHORT)
    assert abs(found["red"].nearest / INCH - 1.2) < 0.001
    assert abs(found["red"].inside[0][1] / INCH - 5.04) < 0.01
    assert abs(found["grey"].inside[0][0] / INCH - 7.0) < 0.01
    assert not meet(found["red"].inside, found["grey"].inside)


def test_passing_at_exactly_the_limit_is_not_closer():
    assert closeness(way((5, 7), (15, 7)), FOOT, {"red": (at(10, 10), FOOT)}, VERY_SHORT) == {}
    assert closeness(way((5, 7.01), (15, 7.01)), FOOT, {"red": (at(10, 10), FOOT)}, VERY_SHORT)


def test_a_model_that_stays_put():
    found = closeness(
        [at(10, 10)], FOOT, {"a": (at(12, 10), FOOT), "b": (at(10, 12), FOOT)}, VERY_SHORT
    )
    assert abs(found["a"].nearest - INCH) < 1e-6
    assert meet(found["a"].inside, found["b"].inside)


def test_one_stretch_goes_on_over_a_bend():
    found = closeness(way((8, 8), (10, 8.5), (12, 8)), FOOT, {"a": (at(10, 10), FOOT)}, VERY_SHORT)
    assert len(found["a"].inside) == 1
    twice = closeness(way((10, 8), (10, 4), (10, 8)), FOOT, {"a": (at(10, 10), FOOT)}, VERY_SHORT)
    assert len(twice["a"].inside) == 2


place = st.tuples(st.integers(0, 20_000), st.integers(0, 20_000))


@settings(max_examples=80)
@given(st.lists(place, min_size=2, max_size=5), place)
def test_nearest_and_stretches_agree_with_samples(path, other):
    found = closeness(path, FOOT, {"o": (other, FOOT)}, VERY_SHORT)
    total, nearest = 0.0, math.inf
    for p, q in zip(path, path[1:], strict=False):
        leg = math.dist(p, q)
        for k in range(101):
            x, y = p[0] + (q[0] - p[0]) * k / 100, p[1] + (q[1] - p[1]) * k / 100
            gap = math.dist((x, y), other) - 2 * FOOT
            nearest = min(nearest, gap)
            if abs(gap - VERY_SHORT) > 5:
                here = total + leg * k / 100
                inside = "o" in found and any(
                    s - 1e-3 <= here <= e + 1e-3 for s, e in found["o"].inside
                )
                assert inside == (gap < VERY_SHORT)
        total += leg
    if "o" in found:
        assert found["o"].nearest <= nearest + 1e-6
