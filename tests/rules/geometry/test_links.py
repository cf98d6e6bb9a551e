"""The graph behind coherency, casualties and the hulls between bases."""

from __future__ import annotations

import math
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.geometry import EPS, Links
from tests.rules.geometry.tables import FOOT, VERY_SHORT, at


def discs(*places):
    return {f"b{k + 1}": (p, FOOT) for k, p in enumerate(places)}


CHAIN = discs(at(10, 10), at(12.8, 10), at(15.6, 10), at(18.4, 10))


def test_sc_25_an_open_chain_is_one_group():
    links = Links(CHAIN, VERY_SHORT)
    assert links.connected()
    assert links.lonely() == []
    assert links.neighbours("b2") == ["b1", "b3"]


def test_sc_26_and_27_casualties_from_the_end_and_from_inside():
    links = Links(CHAIN, VERY_SHORT)
    assert links.may_remove(["b4"])
    assert not links.may_remove(["b2"])
    assert list(links.removable(1)) == [("b1",), ("b4",)]
    assert links.may_remove(["b1", "b2"])
    assert links.may_remove(CHAIN)


def test_sc_24_a_model_three_inches_off_is_lonely():
    links = Links(discs(at(10, 14), at(11.5, 14), at(13, 14), at(17, 14)), VERY_SHORT)
    assert links.lonely() == ["b4"]
    assert not links.connected()


def test_two_pairs_far_apart_are_not_lonely_but_two_groups():
    links = Links(discs(at(10, 10), at(11, 10), at(20, 10), at(21, 10)), VERY_SHORT)
    assert links.lonely() == []
    assert links.components() == [["b1", "b2"], ["b3", "b4"]]
    assert links.may_remove(["b1", "b2"])
    assert not links.may_remove(["b1", "b3"])
    assert links.may_remove(["b1"])


place = st.tuples(st.integers(0, 25_000), st.integers(0, 25_000))


@settings(max_examples=80)
@given(st.lists(place, min_size=1, max_size=9, unique=True), st.integers(1, 9))
def test_there_is_always_a_default_and_it_is_allowed(places, count):
    links = Links({k: (p, FOOT) for k, p in enumerate(places)}, VERY_SHORT)
    count = min(count, len(places))
    chosen = links.default_removal(count)
    assert len(set(chosen)) == count
    assert links.may_remove(chosen)
    fewest = min(len(links.components(c)) for c in combinations(links.keys, count))
    for other in combinations(links.keys, count):
        groups = len(links.components(other))
        assert links.may_remove(other) == (groups <= max(1, fewest))


@given(st.lists(place, min_size=2, max_size=8, unique=True))
def test_pairs_are_those_within_reach(places):
    links = Links({k: (p, FOOT) for k, p in enumerate(places)}, VERY_SHORT)
    expected = [
        (i, j)
        for i, j in combinations(range(len(places)), 2)
        if math.dist(places[i], places[j]) - 2 * FOOT <= VERY_SHORT + EPS
    ]
    assert links.pairs == expected
