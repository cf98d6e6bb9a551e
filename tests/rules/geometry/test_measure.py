"""Distances: exact values, symmetry, and no change when the table is turned or shifted."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.geometry import (
    EPS,
    INCH,
    TOUCH,
    Hull,
    closer,
    cut_path,
    gap_between,
    hull_distance,
    path_length,
    point_segment,
    segment_segment,
    touching,
    within,
)
from rules.geometry.hull import signed_distance
from tests.rules.geometry.tables import at, way

coordinate = st.integers(0, 40_000)
point = st.tuples(coordinate, coordinate)
radius = st.integers(500, 5_000)


def sampled(p, q, a, b, steps=60):
    """Smallest distance of sampled points of two segments: never below the true one."""
    grid = [k / steps for k in range(steps + 1)]
    return min(
        math.hypot(
            p[0] + (q[0] - p[0]) * s - a[0] - (b[0] - a[0]) * t,
            p[1] + (q[1] - p[1]) * s - a[1] - (b[1] - a[1]) * t,
        )
        for s in grid
        for t in grid
    )


def test_tolerances():
    assert within(2 * INCH + EPS, 2 * INCH)
    assert not within(2 * INCH + 2 * EPS, 2 * INCH)
    assert closer(2 * INCH - 2 * EPS, 2 * INCH)
    assert not closer(2 * INCH - EPS, 2 * INCH)
    assert touching((0, 0), 1270, (2540 + int(TOUCH), 0), 1270)
    assert not touching((0, 0), 1270, (2540 + int(TOUCH) + 1, 0), 1270)
    assert not touching((0, 0), 1270, (2536, 0), 1270)


def test_two_circles_25_mm_wide_75_mm_apart_are_exactly_that():
    assert gap_between((0, 0), 1250, (10_000, 0), 1250) == 7_500


def test_a_bent_path_is_longer_than_its_displacement():
    assert abs(path_length(way((10, 10), (13, 13), (16, 10))) / INCH - 8.485) < 0.001


@given(point, point, point, radius)
def test_a_cut_path_is_never_too_long(a, b, c, limit):
    cut = cut_path([a, b, c], limit)
    assert path_length(cut) <= limit + 1e-6
    assert path_length(cut) >= min(limit, path_length([a, b, c])) - 3


@given(point, point, point, point)
def test_segment_distance_is_symmetric(p, q, a, b):
    d = segment_segment(p, q, a, b)
    assert math.isclose(d, segment_segment(a, b, q, p), abs_tol=1e-6)
    assert d <= point_segment(p, a, b) + 1e-6


@settings(max_examples=40)
@given(point, point, point, point)
def test_segment_distance_agrees_with_samples(p, q, a, b):
    d = segment_segment(p, q, a, b)
    seen = sampled(p, q, a, b)
    step = (math.dist(p, q) + math.dist(a, b)) / 60
    assert d <= seen + 1e-6
    assert seen <= d + step


@given(point, radius, point, radius, st.integers(0, 359), st.tuples(coordinate, coordinate))
def test_gaps_survive_turning_and_shifting(a, ra, b, rb, degrees, shift):
    t = math.radians(degrees)

    def moved(p):
        return (
            p[0] * math.cos(t) - p[1] * math.sin(t) + shift[0],
            p[0] * math.sin(t) + p[1] * math.cos(t) + shift[1],
        )

    assert math.isclose(
        gap_between(a, ra, b, rb), gap_between(moved(a), ra, moved(b), rb), abs_tol=1e-6
    )


@settings(max_examples=60)
@given(point, radius, point, radius, point)
def test_a_hull_is_the_union_of_the_discs_between_its_two(a, ra, b, rb, p):
    hull = Hull(a, ra, b, rb)
    steps = 400
    sampled_distance = min(
        math.hypot(p[0] - a[0] - (b[0] - a[0]) * k / steps, p[1] - a[1] - (b[1] - a[1]) * k / steps)
        - ra
        - (rb - ra) * k / steps
        for k in range(steps + 1)
    )
    exact = signed_distance(hull, p)
    assert exact <= sampled_distance + 1e-6
    assert sampled_distance <= exact + math.dist(a, b) / steps + 1


@settings(max_examples=60)
@given(point, radius, point, radius, point, point)
def test_hull_distance_of_a_path_agrees_with_samples(a, ra, b, rb, p, q):
    hull = Hull(a, ra, b, rb)
    exact = hull_distance(hull, [p, q])
    steps = 200
    seen = min(
        max(
            0.0,
            signed_distance(
                hull, (p[0] + (q[0] - p[0]) * k / steps, p[1] + (q[1] - p[1]) * k / steps)
            ),
        )
        for k in range(steps + 1)
    )
    assert exact <= seen + 1e-6
    assert seen <= exact + math.dist(p, q) / steps
    turned = Hull(b, rb, a, ra)
    assert math.isclose(exact, hull_distance(turned, [q, p]), abs_tol=1e-6)


def test_equal_radii_make_a_capsule():
    hull = Hull(at(10, 10), 1270, at(12.5, 10), 1270)
    assert math.isclose(hull_distance(hull, way((11, 12), (11.2, 12))), 1.5 * INCH)
