"""Blocks of ranks: what they cover, how they move, what they run into, what they see."""

from dataclasses import replace
from math import pi
from typing import Any

import pytest
from shapely.geometry import Polygon
from shapely.ops import unary_union

from rules.geometry import wheels
from rules.geometry.arcs import arc_of, facing_edge, facing_onto, lengths_in_arcs, sees_block
from rules.geometry.blocks import Block, facing_towards, turn_between
from rules.geometry.convex import (
    clear_by,
    convex_parts,
    overlap_spans,
    room_between,
    separation,
)
from rules.geometry.matching import matched
from rules.geometry.measure import EPS, INCH, distance
from rules.geometry.onto import Edge, Ways, front_row, offsets, row, touching
from rules.geometry.wheels import (
    Obstacle,
    arc_peak,
    carry_breach,
    clear_length,
    edge_at,
    turn_breach,
    wheel_cost,
    wheel_pivot,
    wheel_turn,
)


def block(x: float, y: float, facing: int = 0, count: int = 10, files: int = 5) -> Block:
    """25 mm bases, around a point in inches."""
    return Block((x * INCH, y * INCH), facing, (2500, 2500), count, files)


def test_an_incomplete_last_rank_is_filled_from_the_left_and_leaves_the_rest_uncovered() -> None:
    seven = block(10, 10, count=7)
    assert (seven.front, seven.ranks, seven.last) == (5, 2, 2)
    covered = Polygon(seven.solid[0]).union(Polygon(seven.solid[1]))
    bases = [Polygon(seven.shape_of(n)) for n in range(7)]
    assert covered.area == pytest.approx(7 * 2500**2)
    assert all(covered.buffer(1).contains(base) for base in bases)
    assert seven.local(seven.place(5))[0] == pytest.approx(-5000)


def test_a_block_is_put_back_by_its_first_place() -> None:
    turned = block(10, 10, facing=33_000, count=13)
    again = turned.with_first_at(turned.place(0))
    assert distance(again.at, turned.at) < 1e-6


def test_facings_grow_clockwise_and_turns_take_the_short_way() -> None:
    assert facing_towards((0, 0), (5, 0)) == 90_000
    assert facing_towards((0, 0), (0, -5)) == 180_000
    assert turn_between(350_000, 10_000) == 20_000
    assert turn_between(10_000, 350_000) == -20_000


def test_separation_is_the_distance_apart_and_the_depth_when_overlapping() -> None:
    here, there = block(10, 10).solid, block(10, 16, facing=45_000).solid
    apart = Polygon(here[0]).distance(Polygon(there[0]))
    assert separation(here, there) == pytest.approx(apart)
    assert separation(here, block(10, 11.9).solid) == pytest.approx(1.9 * INCH - 5000)


@pytest.mark.parametrize("turn", range(0, 360, 15))
def test_short_answers_agree_with_exact_distances(turn: int) -> None:
    here, there = block(10, 10).solid, block(14.5, 12, facing=turn * 1000, count=7).solid
    apart = separation(here, there)
    for keep in (0.0, INCH / 2, INCH, 3 * INCH):
        assert clear_by(here, there, keep) is (apart >= keep - EPS)
        room = room_between(here, there, keep)
        assert room <= apart - keep + 1e-6
        assert (room < 0) is (apart < keep) or abs(apart - keep) < 1e-6


def test_spans_of_overlap_are_those_of_the_carried_shape() -> None:
    mover, there = block(10, 10), block(11, 15, facing=30_000, count=7)
    (enter, leave), *rest = overlap_spans(mover.solid, there.solid, (0.0, 1.0))
    assert not rest
    for far, meets in (
        (enter - 5, False),
        (enter + 5, True),
        (leave - 5, True),
        (leave + 5, False),
    ):
        carried = mover.moved(0, far).solid
        assert (separation(carried, there.solid) < 0) is meets


def test_grazing_is_no_overlap_and_a_gap_as_wide_as_the_block_lets_it_through() -> None:
    mover = block(10, 10)
    beside = [block(10 - 12500 / INCH, 15).solid, block(10 + 12500 / INCH, 15).solid]
    assert clear_length(mover.solid, (0.0, 1.0), 5 * INCH, beside) == 5 * INCH


def test_an_inward_corner_is_cut_into_parts_that_cover_the_same() -> None:
    corners = [(0, 0), (900, 0), (900, 900), (450, 300), (0, 900)]
    parts = convex_parts(corners)
    assert len(parts) > 1
    assert sum(Polygon(p).area for p in parts) == pytest.approx(Polygon(corners).area)


def test_a_wheel_costs_the_way_of_its_outer_corner() -> None:
    assert wheel_cost(12500, 90_000) == pytest.approx(12500 * pi / 2)
    assert wheel_cost(12500, -wheel_turn(12500, 4 * INCH)) <= 4 * INCH


@pytest.mark.parametrize("keep", [0.0, INCH / 2])
@pytest.mark.parametrize("turn", [90_000, -90_000])
def test_a_turn_is_stopped_where_fine_sampling_stops_it(turn: int, keep: float) -> None:
    here = block(10, 10)
    pivot = wheel_pivot(here, turn)
    there = Obstacle("there", block(10 + (5 if turn < 0 else -5) * 0.55, 14.2, 20_000).solid, keep)
    found = turn_breach(here, pivot, turn, there)
    sign = 1 if turn > 0 else -1
    near = [
        step
        for step in range(0, 90_000, 20)
        if separation(here.turned(pivot, sign * step).solid, there.solid) < keep - EPS
    ]
    assert (found is None) is (not near)
    if found is not None:
        assert abs(abs(found) - near[0]) <= 120


def test_a_turn_that_grazes_is_judged_in_few_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Block((0.0, 0.0), 0, (6000, 6000), 1, 1, disc=True)
    there = block(0, 6000 / INCH - 1.5)
    gap = separation(here.solid, there.solid)
    looks = []

    def look(*args: Any) -> float:
        looks.append(args)
        return room_between(*args)

    monkeypatch.setattr(wheels, "room_between", look)
    turn_breach(here, here.at, 180_000, Obstacle("there", there.solid, gap + EPS / 2))
    assert 0 < len(looks) < 1000


def test_a_carry_is_stopped_where_it_comes_too_near() -> None:
    here, there = block(10, 10), block(10, 20)
    assert carry_breach(here, 0, 5 * INCH, Obstacle("t", there.solid, INCH)) is None
    stop = carry_breach(here, 0, 9 * INCH, Obstacle("t", there.solid, INCH))
    assert stop == pytest.approx(9 * INCH - 5000, abs=EPS + 1)


def test_the_farthest_point_of_an_arc_may_lie_inside_it() -> None:
    # Half a turn about (10, 0), begun a quarter before the point opposite the start.
    assert arc_peak((0, 0), (10, 5), (10, 0), 180_000) == pytest.approx(15)
    assert arc_peak((0, 0), (15, 0), (10, 0), 90_000) == pytest.approx(15)


def test_the_edge_is_reached_by_the_foremost_corner() -> None:
    here = block(36, 8, facing=200_000)
    assert edge_at(here.solid, here.ahead, (72 * INCH, 48 * INCH)) / INCH == pytest.approx(
        6.6336, abs=0.001
    )


def test_arcs_part_at_the_diagonals_and_a_point_on_a_ray_lies_ahead() -> None:
    here = block(10, 10)
    left, right = here.corners[0], here.corners[1]
    assert arc_of(here, (left[0] - 100, left[1] + 100)) == "front"
    assert arc_of(here, (left[0] - 110, left[1] + 100)) == "left"
    assert arc_of(here, (right[0] + 110, right[1] + 100)) == "right"
    assert arc_of(here, (10 * INCH, 5 * INCH)) == "rear"


def test_a_front_is_divided_among_the_arcs_it_lies_in() -> None:
    here = block(10, 10)
    x, y = here.corners[1]
    found = lengths_in_arcs(here, (x - 1000, y + 1000), (x + 3000, y + 1000))
    assert found["front"] == pytest.approx(2000)
    assert found["right"] == pytest.approx(2000)


def test_a_wall_hides_and_a_gap_in_it_does_not() -> None:
    viewer, target = block(10, 10), block(10, 20)
    wall = convex_parts([(x * INCH, y * INCH) for x, y in ((0, 14), (30, 14), (30, 15), (0, 15))])
    half = convex_parts([(x * INCH, y * INCH) for x, y in ((0, 14), (10, 14), (10, 15), (0, 15))])
    assert not sees_block(viewer, target.solid, [wall])
    assert sees_block(viewer, target.solid, [half])
    assert not sees_block(viewer, block(10, 4).solid, [])


@pytest.mark.parametrize(
    ("x", "turned"), [(10, 180_000), (14, 200_000), (7, 150_000), (12, 240_000)]
)
def test_every_way_ends_flush_and_its_wheel_and_align_add_up(x: float, turned: int) -> None:
    here, foe = block(10, 10), block(x, 18, turned)
    left, right = facing_edge(foe, "front")
    edge = Edge(left, distance(left, right), facing_onto(foe, "front"))
    places = offsets(here, edge)
    ways = Ways(here, edge, places)
    found = [*ways.straight(places), *ways.bent(places)]
    assert found
    assert [abs(way.wheel) for way in found] == sorted(abs(way.wheel) for way in found)
    for way in found[:: max(1, len(found) // 60)]:
        moved = here.advanced(way.first)
        if way.wheel:
            moved = moved.turned(wheel_pivot(moved, way.wheel), way.wheel)
        moved = moved.advanced(way.second)
        assert abs(separation(way.end.solid, foe.solid)) < 1
        assert turn_between(moved.facing + way.align, way.end.facing) == 0
        assert abs(separation(moved.solid, foe.solid)) < 2 * EPS


def with_sides(**more: Any) -> Block:
    """Ten 25 mm bases in five files at 10, 10, with a base of 40 by 60 mm on the left."""
    return replace(block(10, 10), **{"left": (4000, 6000), **more})


def test_a_base_beside_the_first_rank_stands_level_with_its_front() -> None:
    found = with_sides()
    assert (found.width, found.depth) == (5 * 2500 + 4000, 6000)
    assert (found.front, found.ranks, found.count, found.total) == (5, 2, 10, 11)
    assert found.ends == (10, 4)
    left, back = 10 * INCH - 16500 / 2, 10 * INCH + 3000 - 6000
    assert found.place(10) == pytest.approx((left + 2000, back + 3000))
    assert found.place(0) == pytest.approx((left + 4000 + 1250, back + 6000 - 1250))
    assert [len(shape) for shape in found.solid] == [4, 4]
    covered = unary_union([Polygon(shape) for shape in found.solid])
    assert covered.area == pytest.approx(10 * 2500 * 2500 + 4000 * 6000)
    assert covered.within(Polygon(found.corners).buffer(EPS))


def test_bases_on_both_sides_come_after_the_ranks_the_left_one_first() -> None:
    found = with_sides(right=(2000, 2000))
    assert found.ends == (10, 11)
    assert [found.base_of(n) for n in (9, 10, 11)] == [(2500, 2500), (4000, 6000), (2000, 2000)]
    assert found.local(found.place(11)) == pytest.approx((found.width / 2 - 1000, 2000))
    only = replace(found, left=None)
    assert only.base_of(10) == (2000, 2000)
    assert only.local(only.place(10))[0] == pytest.approx(only.width / 2 - 1000)


def test_rows_tell_where_bases_stand_along_each_side() -> None:
    found = with_sides(right=(2000, 2000))
    front = [(0, 4000), *((4000 + k * 2500, 6500 + k * 2500) for k in range(5)), (16500, 18500)]
    assert front_row(found) == front == row(found, "rear")
    assert row(found, "front") == [(18500 - b, 18500 - a) for a, b in reversed(front)]
    assert row(found, "left") == [(0, 6000)]
    assert row(found, "right") == [(1000, 3500), (4000, 6000)]


def test_bases_in_open_order_stand_a_gap_apart_all_round() -> None:
    found = replace(block(10, 10, count=7), gap=1270)
    assert (found.width, found.depth) == (5 * 2500 + 4 * 1270, 2 * 2500 + 1270)
    assert found.local(found.place(0)) == pytest.approx((-found.width / 2 + 1250, 1885))
    one, two, behind = found.place(0), found.place(1), found.place(5)
    assert two[0] - one[0] == pytest.approx(3770)
    assert one[1] - behind[1] == pytest.approx(3770)
    assert [max(x for x, _ in shape) - min(x for x, _ in shape) for shape in found.solid] == (
        pytest.approx([found.width, 2 * 2500 + 1270])
    )


def test_bases_that_touch_only_by_a_corner_count_as_touching() -> None:
    here, there = block(10, 10), block(5, 5)
    own, theirs = front_row(here), row(there, "front")
    assert touching(own, theirs, 0.0) == 10
    assert touching(own, theirs, 2500.0) == 5 + 5
    assert touching(own, theirs, 5000.0) == 4 + 4


def test_places_are_filled_by_those_who_can_reach_them() -> None:
    homes = [(0, 0), (100, 0), (200, 0)]
    assert matched(homes, [(0, 10), (100, 10), (200, 10)], 10) == (0, 1, 2)
    assert matched(homes, [(200, 0), (100, 0), (0, 0)], 50) == (2, 1, 0)
    assert matched(homes, [(100, 0), (0, 0), (200, 0)], 50) == (1, 0, 2)
    assert matched(homes, [(0, 0), (100, 0), (300, 0)], 50) is None
