"""The reach hint against true shortest ways, and formations."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.geometry import (
    EPS,
    INCH,
    Arrangement,
    Links,
    Misfit,
    arrange,
    cluster,
    gap_between,
    reach,
    ring_area,
    route_to,
    transformed,
)
from tests.rules.geometry.tables import FOOT, VERY_SHORT, at, crowd, field_of

M = 6 * INCH


def filled(rings):
    shape = shapely.Polygon()
    for ring in rings:
        shape = shape.symmetric_difference(shapely.Polygon(ring).buffer(0))
    return shape


def test_open_ground_is_a_disc():
    found = reach(field_of({}), [at(24, 18)], M)
    assert len(found.rings) == 1
    assert math.isclose(abs(ring_area(found.rings[0])), math.pi * M * M, rel_tol=0.01)
    assert math.isclose(found.costs_at([at(28, 18)])[0], 4 * INCH, rel_tol=0.01)
    assert found.costs_at([at(40, 18)])[0] == math.inf
    assert all(isinstance(x, int) and isinstance(y, int) for x, y in found.rings[0])


def test_the_table_cuts_it_off():
    found = reach(field_of({}), [at(2, 18)], M)
    assert min(x for ring in found.rings for x, _ in ring) >= FOOT - 30


@pytest.mark.parametrize("seed", [0, 2])
def test_it_agrees_with_true_ways(seed):
    units, ground = crowd(seed)
    field = field_of(units, ("u0",), ground).without(*[("u0", k) for k in range(8)])
    start = units["u0"][0]
    found = reach(field, [start], M)
    shape = filled(found.rings)
    rng = random.Random(seed)
    for _ in range(60):
        p = (start[0] + rng.randint(-M, M), start[1] + rng.randint(-M, M))
        way = route_to(field, start, p, M)
        if shape.boundary.distance(shapely.Point(p)) > 0.25 * INCH:
            assert (way is not None) == shape.contains(shapely.Point(p))
        if way is not None and found.costs_at([p])[0] < math.inf:
            assert found.costs_at([p])[0] <= way.length * 1.03 + 0.15 * INCH


def test_a_cluster_is_regular_and_looks_ahead():
    places = cluster(10, FOOT, at(20, 20), 0, 4)
    assert len(set(places)) == 10
    gaps = [gap_between(a, FOOT, b, FOOT) for a, b in combinations(places, 2)]
    assert min(gaps) >= INCH / 4 - 2
    assert places[0][1] > places[-1][1]
    assert places[0][0] < places[3][0]
    east = cluster(4, FOOT, at(20, 20), 90_000, 2)
    assert east[0][0] > east[2][0]
    assert east[0][1] > east[1][1]


def test_turning_a_formation_keeps_its_shape():
    places = dict(enumerate(cluster(6, FOOT, at(20, 20), 0, 3)))
    turned = transformed(places, (INCH, 0), 90_000)
    for a, b in combinations(places, 2):
        assert abs(math.dist(places[a], places[b]) - math.dist(turned[a], turned[b])) < 3


def group(field, starts, found):
    """Walks an arrangement and checks every step of it."""
    now = dict(starts)
    for key in found.order:
        others = field.with_discs({("m", k): (p, FOOT) for k, p in now.items() if k != key})
        assert others.first_breach(found.routes[key].points) is None
        assert found.routes[key].length <= M + EPS
        now[key] = found.routes[key].end
    assert now == found.places
    assert Links({k: (p, FOOT) for k, p in now.items()}, VERY_SHORT).connected()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 9), st.integers(-4, 4), st.integers(-4, 4), st.integers(-45_000, 45_000))
def test_an_arrangement_is_legal_step_by_step(seed, dx, dy, turn):
    units, ground = crowd(seed)
    field = field_of(units, ("u0",), ground).without(*[("u0", k) for k in range(8)])
    starts = dict(enumerate(units["u0"]))
    wished = transformed(starts, (dx * INCH, dy * INCH), turn)
    found = arrange(field, starts, wished, M, VERY_SHORT)
    if isinstance(found, Arrangement):
        group(field, starts, found)
    else:
        assert found.key in starts


def test_on_open_ground_every_wish_is_kept():
    starts = dict(enumerate(cluster(8, FOOT, at(20, 10), 0, 4)))
    wished = transformed(starts, (0, 5 * INCH))
    found = arrange(field_of({}), starts, wished, M, VERY_SHORT)
    assert isinstance(found, Arrangement)
    assert found.places == wished


def test_a_misfit_says_who_and_why():
    starts = {"a": at(20, 10)}
    far = arrange(field_of({}), starts, {"a": at(20, 20)}, M, VERY_SHORT)
    assert isinstance(far, Arrangement)
    assert math.dist(far.places["a"], at(20, 16)) < 3
    none = arrange(
        field_of({}),
        starts,
        {"a": at(20, 14)},
        M,
        VERY_SHORT,
        lambda _, places: [False] * len(places),
    )
    assert isinstance(none, Misfit)
    assert none.key == "a"
