"""Sight against the SAGA cases and against the definition, ray by ray."""

from __future__ import annotations

import math
import random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.geometry import (
    EPS,
    INCH,
    TOUCH,
    Hull,
    Outline,
    Screens,
    clear_line,
    first_seen,
    gap_between,
    point_segment,
    sees,
    sight_matrix,
)
from rules.geometry.hull import segment_distance
from tests.rules.geometry.tables import FOOT, area, at, crowd, hulls_of


def bases(*places):
    return [(at(*p), FOOT) for p in places]


def screens_of(units, outlines=()):
    discs = {(name, k): (p, FOOT) for name, unit in units.items() for k, p in enumerate(unit)}
    hulls = [h for name, unit in units.items() for h in hulls_of(name, unit)]
    return Screens.build(discs, hulls, outlines)


def test_sc_29_no_line_between_two_models_of_one_unit():
    units = {"grey": [at(8, 9), at(10, 9), at(12.5, 9), at(14.5, 9)], "red": [at(11.25, 13)]}
    screens = screens_of(units)
    a, b = bases((11.25, 6), (11.25, 13))
    assert not sees(a, b, screens, [("red", 0)])
    assert sees(a, b, screens_of({"red": units["red"]}), [("red", 0)])
    line = clear_line(a, b, screens, [("red", 0)])
    assert not line.clear
    assert line.key == "grey"
    assert line.stop is not None
    assert abs(line.stop[1] / INCH - 8.5) < 0.01


def test_sc_30_a_gap_blocks_one_shooter_and_a_house_another():
    units = {"blue": [at(6, 8.6), at(8.5, 8.6), at(11, 8.6)], "red": [at(12, 13.5), at(13.4, 13.5)]}
    house = area((14.05, 7), (17, 7), (17, 9.5), (14.05, 9.5))
    screens = screens_of(units, [("house", house)])
    shooters = bases((9.2, 6), (11.9, 6), (13.3, 6), (15, 6))
    targets = [(p, FOOT) for p in units["red"]]
    seen = sight_matrix(shooters, targets, screens, lambda _i, j: [("red", j)])
    assert [any(row) for row in seen] == [False, True, True, False]
    found = first_seen(shooters, targets, screens, 12 * INCH, lambda _i, j: [("red", j)])
    assert [x is not None for x in found] == [False, True, True, False]
    assert sight_matrix(shooters, targets, screens, lambda _i, j: [("red", j)], [(1, 0)])[2] == [
        False,
        False,
    ]


def test_touching_the_strip_does_not_block():
    a, b = bases((10, 10), (10, 16))
    beside = Screens.build({"x": (at(11, 13), FOOT)})
    assert sees(a, b, beside)
    wall = Screens.build(areas=[("w", area((9.5, 12), (12, 12), (12, 13), (9.5, 13)))])
    assert sees(a, b, wall)
    assert not sees(
        a, b, Screens.build(areas=[("w", area((9.4, 12), (10.6, 12), (10.6, 13), (9.4, 13)))])
    )


def test_bases_in_contact_always_see_each_other():
    a, b = bases((10, 10), (11, 10))
    screens = Screens.build(hulls=[("h", Hull(a[0], 2 * FOOT, b[0], 2 * FOOT))])
    assert sees(a, b, screens)
    assert clear_line(a, b, screens).clear


def test_ground_can_be_left_out_for_a_pair():
    wood = area((9, 11), (13, 11), (13, 15), (9, 15))
    screens = Screens.build(areas=[("wood", wood)])
    a, b = bases((11, 8), (11, 13))
    assert not sees(a, b, screens)
    assert sees(a, b, screens, ["wood"])
    inside = bases((10, 12), (12, 14))
    assert not sees(*inside, screens)
    assert sees(*inside, screens, ["wood"])


def test_a_clear_line_is_drawn_between_the_bases():
    a, b = bases((10, 10), (10, 16))
    screens = Screens.build({"x": (at(10.2, 13), FOOT)})
    line = clear_line(a, b, screens)
    assert line.clear
    assert math.dist(line.start, a[0]) <= FOOT + 1
    assert math.dist(line.end, b[0]) <= FOOT + 1
    assert point_segment(at(10.2, 13), line.start, line.end) >= FOOT - 2 * EPS


def plain(a, b, discs, hulls, outlines):
    """The definition, one ray after another."""
    if gap_between(*a, *b) <= TOUCH:
        return True
    shrunk = [o.shape.buffer(-2 * EPS, join_style="mitre") for o in outlines]
    for p in points(a, b):
        for q in points(b, a):
            line = shapely.LineString((p, q))
            if not (
                any(point_segment(c, p, q) < r - 2 * EPS for c, r in discs)
                or any(
                    segment_distance(Hull(h.a, h.ra - 2 * EPS, h.b, h.rb - 2 * EPS), p, q) <= 0.0
                    for h in hulls
                )
                or any(s.intersects(line) for s in shrunk)
            ):
                return True
    return False


def points(a, b):
    """The 25 points of a base that count."""
    (x, y), r = a
    toward = math.atan2(b[0][1] - y, b[0][0] - x)
    return [(x, y)] + [
        (
            x + r * math.cos(toward + math.radians(15 * k)),
            y + r * math.sin(toward + math.radians(15 * k)),
        )
        for k in range(24)
    ]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 9), st.integers(0, 7), st.integers(0, 7), st.integers(1, 5))
def test_sight_agrees_with_the_definition(seed, i, j, unit):
    units, ground = crowd(seed)
    name = f"u{unit}"
    own, others = units.pop("u0"), units
    outlines = [a.outline for _, a in ground]
    screens = screens_of(others, list(enumerate(outlines)))
    a, b = (own[i], FOOT), (others[name][j], FOOT)
    discs = [(p, FOOT) for n, u in others.items() for k, p in enumerate(u) if (n, k) != (name, j)]
    hulls = [h for n, u in others.items() for _, h in hulls_of(n, u)]
    expected = plain(a, b, discs, hulls, outlines)
    assert sees(a, b, screens, [(name, j)]) == expected
    assert clear_line(a, b, screens, [(name, j)]).clear == expected


size = st.integers(1000, 4000)
place = st.tuples(st.integers(0, 20_000), st.integers(0, 20_000))


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.tuples(place, size), min_size=1, max_size=5),
    st.lists(st.tuples(place, size, place, size), max_size=2),
    size,
    size,
    st.integers(0, 99),
)
def test_sight_of_unequal_bases_agrees_with_the_definition(discs, spans, ra, rb, seed):
    rng = random.Random(seed)
    a, b = ((-5_000, rng.randint(0, 20_000)), ra), ((25_000, rng.randint(0, 20_000)), rb)
    hulls = [Hull(*s) for s in spans if not Hull(*s).swallowed()]
    screens = Screens.build(dict(enumerate(discs)), [("h", h) for h in hulls])
    assert sees(a, b, screens) == plain(a, b, discs, hulls, [])
    assert sees(b, a, screens) == plain(b, a, discs, hulls, [])


@pytest.mark.parametrize("seed", range(3))
def test_the_matrix_is_the_single_question_asked_often(seed):
    units, ground = crowd(seed)
    own = units.pop("u0")
    screens = screens_of(units, [(k, a.outline) for k, a in ground])
    shooters, targets = [(p, FOOT) for p in own], [(p, FOOT) for p in units["u1"]]
    matrix = sight_matrix(shooters, targets, screens, lambda _i, j: [("u1", j)])
    for i in range(0, 8, 3):
        for j in range(0, 8, 2):
            assert matrix[i][j] == sees(shooters[i], targets[j], screens, [("u1", j)])
    found = first_seen(shooters, targets, screens, 99 * INCH, lambda _i, j: [("u1", j)])
    assert [x is not None for x in found] == [any(row) for row in matrix]


def test_an_outline_shrinks_to_nothing():
    assert Outline(((0, 0), (4, 0), (4, 4), (0, 4))).shrunk(2 * EPS) == []
