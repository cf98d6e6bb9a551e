"""Swept paths against the worked positions of the SAGA cases, and against a sampled sweep."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.geometry import EPS, INCH, Area, Field, Hull, Outline, path_length
from tests.rules.geometry.tables import FOOT, TABLE, area, at, crowd, field_of, way


def kinds(field: Field, path) -> set[str]:
    return {b.kind for b in field.breaches(path)}


def test_sc_06_no_slipping_between_two_models_of_a_unit():
    grey = [at(10, 10), at(12.5, 10)]
    path = way((11.25, 8), (11.25, 12))
    breach = field_of({"grey": grey}).first_breach(path)
    assert breach is not None
    assert (breach.kind, breach.key) == ("hull", "grey")
    assert abs(breach.at[1] - 9 * INCH) < 5
    assert kinds(field_of({"grey": grey}), path) == {"hull"}


def test_sc_07_round_the_end_of_the_unit():
    field = field_of({"grey": [at(10, 10), at(12.5, 10)]})
    path = way((11.25, 8), (9.35, 9.1), (8.95, 9.75), (8.95, 10.3), (9.5, 11.1))
    assert field.first_breach(path) is None


def test_sc_08_a_wide_spacing_is_no_gap():
    grey = [at(10, 10), at(13.5, 10), at(11.75, 12.3)]
    assert field_of({"grey": grey}).first_breach(way((11.75, 8), (11.75, 10.2))) is None
    assert kinds(field_of({"grey": grey}), way((11.75, 8), (11.75, 11.2))) == {"hull"}


def test_sc_09_between_two_units_one_may_pass():
    units = {"grey": [at(10, 10), at(8.5, 10)], "green": [at(12.5, 10), at(14, 10)]}
    assert field_of(units).first_breach(way((11.25, 8), (11.25, 12))) is None


def test_sc_23_the_base_clips_the_lake_though_its_centre_does_not():
    lake = Area(area((12, 9), (14, 9), (14, 11), (12, 11)))
    field = field_of({}, areas=[("lake", lake)])
    breach = field.first_breach(way((10, 8.7), (15.5, 8.7)))
    assert breach is not None
    assert (breach.kind, breach.key) == ("area", "lake")
    assert abs(breach.along - 1.6 * INCH) < 0.01 * INCH
    assert field.first_breach(way((10, 8.5), (15.5, 8.5))) is None


def test_sc_48_the_table_edge():
    breach = field_of({}).first_breach(way((3, 10), (0.3, 10)))
    assert breach is not None
    assert (breach.kind, breach.key) == ("table", "west")
    assert field_of({}).first_breach(way((3, 10), (0.5, 10))) is None


def test_touching_is_allowed_and_two_eps_deeper_is_not():
    field = field_of({"red": [at(10, 10)]})
    assert field.first_breach(way((8, 9), (12, 9))) is None
    deeper = 9 * INCH + round(2 * EPS)
    assert field.first_breach([(8 * INCH, deeper), (12 * INCH, deeper)]) is not None


def test_an_overlap_at_the_start_may_shrink_but_not_grow_or_come_back():
    field = field_of({"red": [at(10, 10)]})
    assert field.first_breach(way((10.6, 10), (13, 10))) is None
    assert field.first_breach(way((10.6, 10), (10.5, 10))) is not None
    assert field.first_breach(way((10.6, 10), (13, 10), (10.9, 10))) is not None
    assert field.first_breach([at(10.6, 10)]) is None
    assert field.occupied(at(10.6, 10)) is not None


def test_a_hull_the_start_lies_in_counts_again_after_it_was_left():
    field = Field.build(FOOT, TABLE, hulls=[("g", Hull(at(10, 10), FOOT, at(14, 10), FOOT))])
    assert field.first_breach(way((12, 10), (12.5, 10.1), (12.5, 13))) is None
    back = field.first_breach(way((12, 10), (12, 13), (12, 10.5)))
    assert back is not None
    assert back.kind == "hull"


def test_ground_that_may_be_crossed_but_not_stood_on():
    hedge = Area(area((8, 7.8), (13, 7.8), (13, 8.2), (8, 8.2)), solid=False)
    field = field_of({}, areas=[("hedge", hedge)])
    assert field.first_breach(way((10, 4), (10, 12))) is None
    assert kinds(field, way((10, 4), (10, 8))) == {"standing"}
    assert field.first_breach(way((10, 4), (10, 7.3))) is None


def test_ground_that_only_the_centre_must_keep_out_of():
    hedge = Area(area((8, 7.8), (13, 7.8), (13, 8.2), (8, 8.2)), clearance=0)
    field = field_of({}, areas=[("hedge", hedge)])
    assert field.first_breach(way((10, 4), (10, 7.7))) is None
    assert field.first_breach(way((10, 4), (10, 8.5))) is not None


def test_keep_outs_hold_along_the_way_and_may_be_left():
    field = field_of({}).with_keepouts({"red": (at(10, 10), 3 * INCH)})
    assert field.first_breach(way((5, 7), (15, 7))) is None
    assert kinds(field, way((5, 7.1), (15, 7.1))) == {"keepout"}
    assert field.first_breach(way((11.5, 10), (15, 10))) is None
    assert field.first_breach(way((11.5, 10), (11.4, 10))) is not None


def test_exchanging_discs_leaves_the_first_field_alone():
    field = field_of({"red": [at(10, 10)]})
    moved = field.with_discs({("red", 0): (at(20, 20), FOOT)})
    path = way((8, 10), (12, 10))
    assert field.first_breach(path) is not None
    assert moved.first_breach(path) is None
    assert field.without(("red", 0)).first_breach(path) is None
    assert moved.ground is field.ground


inches = st.integers(3, 30).map(lambda k: k * INCH // 4)
step = st.tuples(st.integers(-3000, 3000), st.integers(-3000, 3000))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 5), st.integers(0, 7), st.lists(step, min_size=1, max_size=4))
def test_the_sweep_agrees_with_one_that_samples(seed, model, steps):
    units, ground = crowd(seed)
    field = field_of(units, areas=ground).without(("u0", model))
    field = field.keeping_hulls(lambda key: key != "u0")
    path = [units["u0"][model]]
    for dx, dy in steps:
        path.append((path[-1][0] + dx, path[-1][1] + dy))
    if field.occupied(path[0]) is not None:
        return
    worst = math.inf
    for p, q in zip(path, path[1:], strict=False):
        count = max(1, round(math.dist(p, q) / 100))
        for k in range(count + 1):
            at_ = (p[0] + (q[0] - p[0]) * k / count, p[1] + (q[1] - p[1]) * k / count)
            worst = min(worst, room(field, at_))
    breach = field.first_breach(path)
    if worst < -2 * EPS:
        assert breach is not None
        assert breach.along <= path_length(path) + 1e-6
        assert room(field, breach.at) < 5
    if worst > 60:
        assert breach is None


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 5),
    st.lists(st.tuples(st.integers(-600, 122_000), st.integers(-600, 92_000)), max_size=30),
)
def test_free_places_are_those_where_a_base_overlaps_nothing(seed, places):
    units, ground = crowd(seed)
    field = field_of(units, areas=ground)
    beside = [(x + 2 * FOOT - 2, y) for unit in units.values() for x, y in unit]
    asked = [*places, *beside]
    assert field.free(asked) == [field.occupied(place) is None for place in asked]


def room(field: Field, p) -> float:
    """How far a place is from the nearest thing in the way, by other means."""
    import shapely

    from rules.geometry.hull import signed_distance

    r = field.radius
    found = [math.dist(p, c) - r - o for c, o in field.discs.values()]
    found += [signed_distance(h, p) - r for _, h in field.ground.hulls]
    found += [a.outline.shape.distance(shapely.Point(p)) - r for _, a in field.ground.areas]
    found += [p[0] - r, p[1] - r, field.table[0] - r - p[0], field.table[1] - r - p[1]]
    return min(found)


@pytest.mark.parametrize("turn", [0, 30_000, 90_000, 215_000])
def test_a_turned_rectangle_keeps_its_size(turn):
    from rules.geometry import rectangle, ring_area

    corners = rectangle((50_000, 40_000), 10_000, 4_000, turn)
    assert math.isclose(abs(ring_area(corners)), 4e7, rel_tol=1e-9)
    assert math.isclose(math.dist(corners[0], corners[1]), 10_000, rel_tol=1e-9)
    assert Outline(corners).contains((50_000, 40_000))
