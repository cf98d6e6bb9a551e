"""Merge patches of views."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.patch import apply, check, diff

KEYS = st.sampled_from(["a", "b", "c", "unit", "fixed"])
PLAIN = st.recursive(
    st.integers(-9, 9) | st.booleans() | st.text(max_size=3) | st.lists(st.integers(), max_size=3),
    lambda inner: st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
VIEWS = st.dictionaries(st.sampled_from(["a", "b", "c", "unit"]), PLAIN, max_size=4)


@given(VIEWS, VIEWS)
def test_a_patched_view_is_the_new_view(old: dict[str, Any], new: dict[str, Any]) -> None:
    assert apply(old, diff(old, new)) == new


@given(VIEWS)
def test_equal_views_have_an_empty_patch(view: dict[str, Any]) -> None:
    assert diff(view, view) == {}


def test_a_patch_holds_only_what_changed() -> None:
    old = {"models": {"a1": [1, 2, 0], "a2": [3, 4, 0]}, "clock": {"turn": 1}, "prompts": {"p1": 1}}
    new = {"models": {"a1": [1, 2, 0], "a2": [9, 4, 0]}, "clock": {"turn": 1}, "prompts": {"p2": 1}}
    patch = diff(old, new)
    assert patch == {"models": {"a2": [9, 4, 0]}, "prompts": {"p1": None, "p2": 1}}


def test_the_fixed_part_is_never_compared() -> None:
    assert diff({"fixed": {"a": 1}, "n": 1}, {"fixed": {"a": 2}, "n": 1}) == {}
    assert diff({"fixed": {"a": 1}}, {}) == {}


def test_a_value_of_another_kind_loses_the_fields_it_no_longer_has() -> None:
    old = {"q": {"type": "where", "corners": ["nw"]}}
    new = {"q": {"type": "now", "unit": "gang_a"}}
    assert diff(old, new) == {"q": {"type": "now", "corners": None, "unit": "gang_a"}}
    assert apply(old, diff(old, new)) == new


def test_a_patch_changes_neither_view() -> None:
    old: dict[str, Any] = {"a": {"b": 1}}
    apply(old, {"a": {"b": 2, "c": 3}})
    assert old == {"a": {"b": 1}}


@pytest.mark.parametrize(
    ("value", "where"),
    [
        ({"a": {"b": None}}, r"view\.a\.b: None"),
        ({"a": [1, 2.5]}, r"view\.a\[1\]: 2\.5"),
        ({"a": {"7": 1}}, r"view\.a: the key '7'"),
        ({"a": {"": 1}}, r"view\.a: the key ''"),
    ],
)
def test_what_cannot_travel_in_a_patch_is_named(value: dict[str, Any], where: str) -> None:
    with pytest.raises(ValueError, match=where):
        check(value)
    with pytest.raises(ValueError, match="view"):
        diff({}, value)


def test_a_new_key_inside_an_old_part_is_looked_at() -> None:
    with pytest.raises(ValueError, match="the key '7'"):
        diff({"models": {"a": 1}}, {"models": {"a": 1, "7": 1}})
