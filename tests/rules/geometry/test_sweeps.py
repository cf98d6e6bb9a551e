"""Ways that are told to be stopped really are."""

from collections.abc import Sequence
from itertools import islice
from random import Random

import numpy as np
import pytest

from rules.geometry.arcs import facing_edge, facing_onto
from rules.geometry.blocks import Block
from rules.geometry.convex import separation, swept
from rules.geometry.measure import INCH, distance
from rules.geometry.onto import Edge, Way, Ways
from rules.geometry.sweeps import DEEP, Sweeps, walls
from rules.geometry.wheels import Obstacle, carry_clear, turn_breach, wheel_pivot

START = Block((10 * INCH, 10 * INCH), 0, (2500, 2500), 11, 4)
TARGET = Block((13 * INCH, 20 * INCH), 200_000, (2500, 2500), 10, 5)


def ways() -> list[Way]:
    left, right = facing_edge(TARGET, "front")
    edge = Edge(left, distance(left, right), facing_onto(TARGET, "front"))
    places = [k * INCH / 2 for k in range(-5, 8)]
    found = Ways(START, edge, places)
    return [*found.straight(places), *islice(found.bent(places), 400)][::9]


def told(some: Sequence[Way], obstacles: Sequence[Obstacle]) -> list[bool]:
    first, wheel, second = np.array([(w.first, w.wheel, w.second) for w in some]).T
    sweeps = Sweeps(START, walls(obstacles))
    return list(sweeps.depths(first * 1.0, wheel, second * 1.0, np.zeros(len(some))) > 0.0)


def runs_into(way: Way, obstacle: Obstacle) -> bool:
    """Judged leg by leg."""
    here = START
    for length, turn in ((way.first, way.wheel), (way.second, 0)):
        x, y = here.ahead
        if not carry_clear(here, x * length, y * length, obstacle):
            return True
        here = here.advanced(length)
        if turn and turn_breach(here, wheel_pivot(here, turn), turn, obstacle) is not None:
            return True
        here = here.turned(wheel_pivot(here, turn), turn) if turn else here
    return False


def around(seed: int) -> list[Obstacle]:
    """Blocks, round bases and triangles strewn between start and target."""
    random = Random(seed)
    found = []
    for number in range(random.randint(1, 3)):
        at = (random.uniform(5, 18) * INCH, random.uniform(12, 19) * INCH)
        size = random.randint(500, 3000)
        block = Block(at, random.randrange(360_000), (size, size), random.randint(1, 7), 3)
        solid = [block.solid, Block(at, 0, (size, size), 1, 1, True).solid,
                 (block.corners[:3],)][number % 3]  # fmt: skip
        found.append(Obstacle(f"o{number}", solid, random.choice((0.0, 5.0))))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_a_way_told_to_be_stopped_runs_into_something(seed: int) -> None:
    some, obstacles = ways(), around(seed)
    stuck = [way for way, sure in zip(some, told(some, obstacles), strict=True) if sure]
    assert all(any(runs_into(way, one) for one in obstacles) for way in stuck)


@pytest.mark.parametrize("seed", range(6))
def test_a_straight_way_is_told_to_be_stopped_where_it_lies_deep_in_something(seed: int) -> None:
    obstacles = around(seed)[::2]
    x, y = START.ahead
    lengths = range(0, 12 * INCH, 97)
    deep = [
        any(separation(swept(START.solid, x * far, y * far), one.solid) < -DEEP
            for one in obstacles)
        for far in lengths
    ]  # fmt: skip
    ahead = [Way(far, 0, 0, 0.0, 0, START, (0.0, 0.0)) for far in lengths]
    assert told(ahead, obstacles) == deep


def test_in_a_crowd_nearly_all_that_are_stopped_are_told() -> None:
    some = ways()
    known = stuck = 0
    for seed in range(6):
        obstacles = around(seed)
        known += sum(told(some, obstacles))
        stuck += sum(any(runs_into(way, one) for one in obstacles) for way in some)
    assert 0.9 * stuck < known <= stuck
    assert 50 < stuck < 6 * len(some)


def test_what_only_touches_stops_nothing() -> None:
    beside = Block((START.at[0] + 10_000, START.at[1]), 0, (2500, 2500), 16, 4)
    ahead = Way(6 * INCH, 0, 0, 0.0, 0, START.advanced(6 * INCH), (0.0, 0.0))
    for aside, stuck in ((0, False), (-20, True)):
        obstacle = Obstacle("beside", beside.moved(aside, 0).solid)
        assert told([ahead], [obstacle]) == [stuck]


def test_the_ways_that_are_not_stopped_keep_their_order() -> None:
    left, right = facing_edge(TARGET, "front")
    edge = Edge(left, distance(left, right), facing_onto(TARGET, "front"))
    places = [k * INCH / 2 for k in range(-5, 8)]
    sure = Sweeps(START, walls(around(1))).depths
    every = list(Ways(START, edge, places).bent(places))
    free = list(Ways(START, edge, places, sure).bent(places))
    assert 0 < len(free) < len(every)
    assert free == [w for w, stuck in zip(every, told(every, around(1)), strict=True) if not stuck]
