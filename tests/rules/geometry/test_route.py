"""Shortest ways: legal as they are, never shorter than possible, close to the best."""

from __future__ import annotations

import heapq
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.geometry import (
    EPS,
    INCH,
    TOUCH,
    Area,
    Field,
    contact_route,
    distance,
    gap_between,
    nearest_approach,
    path_length,
    reachable,
    route_to,
    touching,
)
from tests.rules.geometry.tables import FOOT, TABLE, area, at, crowd, field_of

M = 6 * INCH


def test_a_straight_way_into_contact():
    field = field_of({"red": [at(17, 10)]})
    found = contact_route(field, at(10, 10), at(17, 10), FOOT, M)
    assert found is not None
    assert len(found.points) == 2
    assert touching(found.end, FOOT, at(17, 10), FOOT)
    assert found.length <= M


def test_sc_32_contact_at_6_4_inches_is_out_of_reach():
    field = field_of({"red": [at(17.4, 10)]})
    assert contact_route(field, at(10, 10), at(17.4, 10), FOOT, M) is None
    assert reachable(field, at(10, 10), at(17.4, 10), FOOT, M) == (False, math.inf)


def test_contact_counts_from_the_touching_distance():
    target = at(17.009, 10)
    found = contact_route(field_of({"red": [target]}), at(10, 10), target, FOOT, M)
    assert found is not None
    assert touching(found.end, FOOT, target, FOOT)


def test_sc_49_round_the_wood():
    wood = Area(area((12, 9.6), (13, 9.6), (13, 13), (12, 13)))
    red = at(15.6, 10)
    through = field_of({"red": [red]})
    assert abs(through_length(through, red) - 4.6) < 0.001
    around = through.with_areas([("wood", wood)])
    assert 4.95 < through_length(around, red) < 4.99


def through_length(field, target):
    found = contact_route(field, at(10, 10), target, FOOT, M)
    assert found is not None
    assert field.first_breach(found.points) is None
    return found.length / INCH


def test_sc_41_nobody_gets_past_a_long_cliff():
    cliff = Area(area((12, 11.5), (28, 11.5), (28, 12.4), (12, 12.4)))
    field = field_of({"blue": [at(20, 13.5), at(21.4, 13.5)]}, ("blue",), [("cliff", cliff)])
    assert contact_route(field, at(20, 10), at(20, 13.5), FOOT, 4 * INCH) is None


def test_half_way_round_one_base_is_known_exactly():
    field = field_of({"red": [at(15, 10)]})
    found = route_to(field, at(12, 10), at(18, 10), 10 * INCH)
    assert found is not None
    straight = math.sqrt(3 * 3 - 1)
    arc = math.pi - 2 * math.acos(1 / 3)
    assert 0 <= found.length / INCH - (2 * straight + arc) < 0.01


def test_a_place_that_is_taken_has_no_way():
    field = field_of({"red": [at(15, 10)]})
    assert route_to(field, at(12, 10), at(15.3, 10), M) is None
    assert route_to(field, at(12, 10), at(12, 10), M) is not None


def test_out_of_a_rank_whose_bases_touch():
    own = {"own": [at(10, 10), at(12, 10), at(11, 9)]}
    field = field_of({**own, "red": [at(11, 14)]}, ("own", "red"))
    ahead = contact_route(field, at(11, 10), at(11, 14), FOOT, M)
    assert ahead is not None
    field = field.with_discs({"front": (at(11, 11), FOOT)})
    assert contact_route(field, at(11, 10), at(11, 14), FOOT, M) is None
    stuck = nearest_approach(field, at(11, 10), [(at(11, 14), FOOT)], M)
    assert stuck.route.length < 0.05 * INCH


def test_behind_the_first_rank_there_is_a_side_to_come_from():
    units = {"red": [at(20, 15)], "own": [at(20, 14)]}
    field = field_of(units, ("red", "own"))
    found = contact_route(field, at(20, 10), at(20, 15), FOOT, M)
    assert found is not None
    assert touching(found.end, FOOT, at(20, 15), FOOT)
    assert len(found.points) > 2


def test_no_place_left_round_a_surrounded_base():
    ring = [
        at(20 + 1.001 * math.cos(k * math.pi / 3), 15 + 1.001 * math.sin(k * math.pi / 3))
        for k in range(6)
    ]
    field = field_of({"red": [at(20, 15)], "own": ring}, ("red", "own"))
    assert contact_route(field, at(20, 10), at(20, 15), FOOT, M) is None
    near = nearest_approach(field, at(20, 10), [(at(20, 15), FOOT)], M)
    assert near.gap < 0.75 * INCH
    assert field.first_breach(near.route.points) is None


def test_sc_15_the_last_one_closes_up_as_far_as_it_may():
    red = [at(20, 10.5), at(22.5, 10.5), at(25, 10.5)]
    own = [at(22.4909, 9.5), at(23.3746, 10.0152), at(20.23, 9.5268)]
    field = field_of({"red": red, "own": own}, ("red", "own"))
    near = nearest_approach(field, at(22.45, 2.4), [(red[1], FOOT)], M, least=TOUCH + 3)
    assert abs(near.gap / INCH - 1.10) < 0.02
    assert near.route.length <= M + EPS


def test_keep_outs_bound_an_approach():
    red = at(20, 16)
    field = field_of({"red": [red]}).with_keepouts({"red": (red, 3 * INCH)})
    near = nearest_approach(field, at(20, 10), [(red, FOOT)], M)
    assert abs(near.gap - 2 * INCH) < 0.02 * INCH
    assert field.first_breach(near.route.points) is None


def test_the_nearest_of_several_targets():
    targets = [(at(30, 10), FOOT), (at(18, 10), FOOT), (at(10, 17.5), FOOT)]
    field = Field.build(FOOT, TABLE, dict(enumerate(targets)))
    near = nearest_approach(field, at(10, 10), targets, M)
    assert near.target == 2
    assert abs(near.gap - INCH / 2) < 0.02 * INCH


def test_a_goal_just_round_the_bend_of_a_base():
    """Too near to leave the walk along the base where one should, too far to go straight."""
    post = at(15, 10)
    field = field_of({"red": [post]})
    start = at(12, 10)
    for degrees in range(60, 130):
        turn = math.radians(degrees)
        goal = (
            post[0] + round((2 * FOOT + 1) * math.cos(turn)),
            post[1] + round((2 * FOOT + 1) * math.sin(turn)),
        )
        found = route_to(field, start, goal, 8 * INCH)
        assert found is not None
        round_it = math.radians(180 - degrees) - math.acos(1 / 3)
        best = math.sqrt(8) * INCH + max(0.0, round_it) * INCH
        assert found.length <= max(best, distance(start, goal)) + 0.01 * INCH


def test_leaving_a_foreign_gap_is_possible():
    units = {"red": [at(10, 10), at(13, 10)]}
    field = field_of(units)
    found = route_to(field, at(11.5, 10.1), at(11.5, 13), M)
    assert found is not None
    assert field.first_breach(found.points) is None


scenes = st.integers(0, 11)


@settings(max_examples=60, deadline=None)
@given(scenes, st.integers(0, 7), st.integers(1, 9), st.integers(0, 7), st.sampled_from([6, 12]))
def test_a_proposed_contact_is_legal_and_not_too_short(seed, model, unit, enemy, inches):
    units, ground = crowd(seed)
    name = f"u{min(unit, len(units) - 1)}"
    field = field_of(units, ("u0", name), ground).without(("u0", model))
    start, target = units["u0"][model], units[name][enemy]
    found = contact_route(field, start, target, FOOT, inches * INCH)
    if found is None:
        return
    assert found.points[0] == start
    assert field.first_breach(found.points) is None
    assert touching(found.end, FOOT, target, FOOT)
    assert found.length == path_length(found.points) <= inches * INCH + EPS
    assert found.length >= distance(start, target) - 2 * FOOT - TOUCH


@settings(max_examples=30, deadline=None)
@given(scenes, st.integers(0, 7), st.integers(1, 9))
def test_an_approach_is_legal_and_no_worse_than_standing(seed, model, unit):
    units, ground = crowd(seed)
    name = f"u{min(unit, len(units) - 1)}"
    field = field_of(units, ("u0", name), ground).without(("u0", model))
    start, targets = units["u0"][model], [(p, FOOT) for p in units[name]]
    near = nearest_approach(field, start, targets, M)
    before = min(gap_between(start, FOOT, *t) for t in targets)
    assert near.gap <= before
    assert math.isclose(near.gap, gap_between(near.route.end, FOOT, *targets[near.target]))
    assert field.first_breach(near.route.points) is None
    assert near.route.length <= M + EPS


@settings(max_examples=25, deadline=None)
@given(scenes, st.integers(0, 7), st.integers(0, 359), st.integers(0, 3))
def test_turning_the_table_changes_lengths_by_rounding_only(seed, model, degrees, enemy):
    units, ground = crowd(seed)
    turn = math.radians(degrees)
    wide = (400 * INCH, 400 * INCH)

    def moved(p, by):
        x, y = p[0] - 24 * INCH, p[1] - 18 * INCH
        return (
            round(x * math.cos(by) - y * math.sin(by)) + 200 * INCH,
            round(x * math.sin(by) + y * math.cos(by)) + 200 * INCH,
        )

    lengths = []
    for by in (0.0, turn):
        turned = {n: [moved(p, by) for p in unit] for n, unit in units.items()}
        pieces = [
            (k, Area(type(a.outline)([moved(p, by) for p in a.outline.corners]))) for k, a in ground
        ]
        made = field_of(turned, ("u0", "u1"), pieces).without(("u0", model))
        field = Field.build(FOOT, wide, made.discs, made.ground.hulls, made.ground.areas)
        start, target = turned["u0"][model], turned["u1"][enemy]
        found = contact_route(field, start, target, FOOT, 30 * INCH)
        lengths.append(None if found is None else found.length)
    if None in lengths:
        assert lengths == [None, None]
    else:
        assert abs(lengths[0] - lengths[1]) < 0.01 * INCH


@pytest.mark.parametrize(("seed", "model"), [(0, 5), (1, 0), (3, 5), (5, 0), (10, 0), (22, 5)])
def test_close_to_a_fine_grid_search(seed, model):
    units, ground = crowd(seed, units=14)
    own = units["u0"]
    name = min(
        (n for n in units if n != "u0"),
        key=lambda n: min(distance(a, b) for a in units[n] for b in own),
    )
    field = field_of(units, ("u0", name), ground).without(("u0", model))
    target = min(units[name], key=lambda p: distance(p, own[model]))
    found = contact_route(field, own[model], target, FOOT, 9 * INCH)
    grid = grid_search(field, own[model], target, 9 * INCH)
    if found is None:
        assert grid > 9 * INCH
    else:
        # The grid's way is one of many legal ones, so it may not be shorter.
        assert found.length <= grid + 0.02 * INCH
        assert found.length >= grid * 0.93 - 0.1 * INCH


def grid_search(field, start, target, limit, step=INCH // 4):
    """A Dijkstra on a grid with steps of 32 directions and a straight last leg into contact."""
    moves = [(i, j) for i in range(-3, 4) for j in range(-3, 4) if math.gcd(i, j) == 1]
    best = math.inf
    cost = {(0, 0): 0.0}
    queue = [(0.0, (0, 0))]
    done = set()
    while queue:
        so_far, cell = heapq.heappop(queue)
        if cell in done or so_far > min(best, limit):
            continue
        done.add(cell)
        here = (start[0] + cell[0] * step, start[1] + cell[1] * step)
        away = distance(here, target)
        last = away - 2 * FOOT - 2
        if so_far + max(0.0, last) < best:
            t = last / away
            end = (here[0] + (target[0] - here[0]) * t, here[1] + (target[1] - here[1]) * t)
            if field.first_breach((here, end)) is None:
                best = so_far + last
        for i, j in moves:
            to = (cell[0] + i, cell[1] + j)
            length = so_far + step * math.hypot(i, j)
            ahead = (start[0] + to[0] * step, start[1] + to[1] * step)
            left = distance(ahead, target) - 2 * FOOT
            if length + left >= best or length >= cost.get(to, math.inf):
                continue
            if field.first_breach((here, ahead)) is None:
                cost[to] = length
                heapq.heappush(queue, (length, to))
    return best
