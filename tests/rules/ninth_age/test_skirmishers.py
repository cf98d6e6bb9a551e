"""Skirmishers in open order, and how they close up (T9A-SR-SKIRMISHERS, T9A-CHG-41)."""

from typing import Any

import msgspec
import pytest

from rules.core.events import Moved
from rules.core.values import INCH, Pose
from rules.ninth_age.actions import DeclareCharge, EndDeclarations, Join, PlanCharge, React, Reform
from rules.ninth_age.events import Closed, Engaged, Opened
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.placing import block_at
from rules.ninth_age.field.settling import poses
from rules.ninth_age.field.templates import under
from rules.ninth_age.play.harm.hazards import dangers
from rules.ninth_age.state import Charging, Declaring, Moving, Phase, State
from rules.ninth_age.views.previewing import preview

from .kit import advance, answer, begun, on, stands, table, unit, with_stats

GAP = INCH // 2
PITCH = 2500 + GAP


def spread(state: State, *keys: str) -> State:
    """Units as skirmishers in open order about the centres where they stand."""
    for key in keys:
        before = ground_of(state).block(key)
        state = with_stats(state, key, rules=("skirmishers",))
        block = before.filled(ground_of(state).block(key))
        there = poses(state.table.units[key].models, block)
        state = msgspec.structs.replace(state, table=state.table.with_poses(there))
    return state


def field(y: float = 32, *skirmishers: str, **foe: Any) -> State:
    """Ten models in five files at 20, 20 and ten enemies north of them, who look at them."""
    foe = unit("b", 20, y, facing_deg=180, **foe)
    state = table(unit("a", 20, 20), foe, unit("b2", 60, 44), unit("a2", 60, 5))
    return spread(state, *skirmishers)


def turn(state: State) -> State:
    """Charges, and the moves behind them."""
    steps = Declaring(side="A"), Charging(side="A"), Phase(name="moves"), Moving(side="A")
    return begun(state, *steps).state


def width(state: State, key: str) -> int:
    """The front of a unit."""
    return ground_of(state).block(key).width


OPEN, SHUT = 5 * 2500 + 4 * GAP, 5 * 2500


# rules: T9A-SR-SKIRMISHERS, T9A-UNIT-04, T9A-UNIT-08
def test_they_stand_half_an_inch_apart_in_ranks_and_files() -> None:
    state = field(40, "a")
    block = ground_of(state).block("a")
    assert (block.width, block.depth) == (OPEN, 2 * 2500 + GAP)
    assert (block.front, block.ranks) == (5, 2)
    models = state.table.models
    assert models["a_2"].pose.x - models["a_1"].pose.x == PITCH
    assert models["a_1"].pose.y - models["a_6"].pose.y == PITCH
    assert stands(state, "a") == (20, 20, 0)


# rules: T9A-SR-SKIRMISHERS
def test_one_that_is_left_has_no_gap_and_who_is_set_up_has_it_from_the_first() -> None:
    assert width(spread(table(unit("a", 20, 20, models=1, files=1), unit("b", 60, 44)), "a"),
                 "a") == 2500  # fmt: skip
    state = field(40, "a")
    bare = msgspec.structs.replace(state, mustered={"a": state.table.units["a"].models})
    waits = msgspec.structs.replace(bare, table=bare.table.without(bare.mustered["a"]))
    assert block_at(waits, "a", Pose(30 * INCH, 20 * INCH, 0), 5).width == OPEN


# rules: T9A-SR-SKIRMISHERS, T9A-SR-LIGHTTROOPS
def test_they_move_and_reform_in_open_order() -> None:
    state = begun(field(40, "a"), Moving(side="A")).state
    on_way = answer(state, advance("a", on(3))).state
    assert width(on_way, "a") == OPEN
    assert stands(on_way, "a") == (20, 23, 0)
    wide = answer(state, Reform(unit="a", files=10, facing=0)).state
    assert width(wide, "a") == 10 * PITCH - GAP
    assert wide.table.models["a_2"].pose.x - wide.table.models["a_1"].pose.x == PITCH


# rules: T9A-GEN-08, T9A-SR-SKIRMISHERS
def test_a_template_hits_fewer_of_them() -> None:
    shut, spaced = field(40), field(40, "a")
    at = stands(shut, "a")[:2]
    way = ((round(at[0] * INCH), round(at[1] * INCH)),)
    assert len(under(ground_of(shut), way, 3 * INCH // 2)) == 10
    assert len(under(ground_of(spaced), way, 3 * INCH // 2)) == 6


# rules: T9A-DT-01, T9A-SR-SKIRMISHERS
def test_those_of_them_test_who_go_through_a_wood() -> None:
    """Riders in open order: of five files the three in the middle meet four inches of wood."""
    wood = {"id": "wood", "kind": "forest", "centre": [20, 24], "size_mm": [101.6, 101.6]}
    state = spread(table(unit("a", 20, 20, troop_type="cavalry"), unit("b", 60, 44),
                         terrain=[wood]), "a")  # fmt: skip
    ground = ground_of(state)
    start = ground.block("a")
    found = dangers(ground, "a", (start, start.advanced(6 * INCH)))
    assert [(one.models, one.fails) for one in found] == [(6, 1)]


# rules: T9A-CHG-41
def test_they_close_up_about_their_centre_before_they_charge() -> None:
    state = turn(field(32, "a"))
    run = answer(state, DeclareCharge(unit="a", target="b"))
    assert [e.unit for e in run.events if isinstance(e, Closed)] == ["a"]
    (moved,) = (e for e in run.events if isinstance(e, Moved))
    assert (moved.why, len(moved.traces)) == ("close_up", 10)
    assert width(run.state, "a") == SHUT
    assert stands(run.state, "a") == (20, 20, 0)
    home = answer(run.state, React(reaction="hold"), 6, 6)
    assert [e.target for e in home.events if isinstance(e, Engaged)] == ["b"]
    assert width(home.state, "a") == SHUT


# rules: T9A-CHG-41, T9A-CHG-22
def test_the_distance_is_that_of_those_who_have_closed_up() -> None:
    """Both lose a quarter of an inch of depth: the preview says so before anybody does."""
    state = turn(field(32, "a", "b"))
    apart = 12 * INCH - 2 * 2500
    shown = preview(state, ("A",), PlanCharge(unit="a", target="b"))
    assert shown.bases is not None
    assert (shown.bases.gap, shown.chances[0].distance) == (0, apart)
    assert ground_of(state).gap("a", "b") == pytest.approx(apart - GAP)
    declared = answer(state, DeclareCharge(unit="a", target="b")).state
    assert ground_of(declared).gap("a", "b") == pytest.approx(apart, abs=2)


# rules: T9A-CHG-41
def test_they_close_up_before_they_react() -> None:
    state = turn(field(32, "b"))
    run = answer(state, DeclareCharge(unit="a", target="b"))
    assert [e.unit for e in run.events if isinstance(e, Closed)] == ["b"]
    assert width(run.state, "b") == SHUT
    assert run.state.prompts, "the reaction is asked for after that"
    fled = answer(run.state, React(reaction="flee"), 1, 2, 1, 1)
    assert width(fled.state, "b") == SHUT


# rules: T9A-CHG-41
def test_who_flees_already_has_no_order_to_close() -> None:
    state = turn(field(32, "b", fleeing=True))
    run = answer(state, DeclareCharge(unit="a", target="b"), 1, 2, 1, 1)
    assert not [e for e in run.events if isinstance(e, Closed)]


def closed(state: State, *keys: str, **more: Any) -> State:
    """The same with these in closed order."""
    for key in keys:
        there = ground_of(state).closing(key)
        state = msgspec.structs.replace(state, table=there.table, closed=there.closed)
    return msgspec.structs.replace(state, **more)


# rules: T9A-CHG-41, T9A-SR-SKIRMISHERS
def test_they_open_again_as_their_moves_begin() -> None:
    run = begun(closed(field(40, "a"), "a"), Phase(name="moves"), Moving(side="A"))
    assert [e.unit for e in run.events if isinstance(e, Opened)] == ["a"]
    assert run.state.closed == ()
    assert run.state.table.models == field(40, "a").table.models


# rules: T9A-CHG-41, T9A-SR-SKIRMISHERS
@pytest.mark.parametrize(
    "more", [{"active": "B"}, {"deeds": {"a": ("charge_failed",)}}, {"engaged": {"a": ("b",)}}]
)
def test_in_another_turn_after_a_charge_and_in_combat_they_stay_closed(more: Any) -> None:
    state = closed(field(20 + 2 * 50 / 25.4 / 2, "a"), "a", **more)
    run = begun(state, Phase(name="moves"))
    assert not [e for e in run.events if isinstance(e, Opened)]


# rules: T9A-CHG-41, T9A-SPACE-01
def test_they_stay_closed_where_there_is_no_room() -> None:
    state = spread(table(unit("a", 20, 20), unit("a2", 26.1, 20), unit("b", 60, 44)), "a")
    run = begun(closed(state, "a"), Phase(name="moves"))
    assert run.state.closed == ("a",)
    away = spread(table(unit("a", 20, 20), unit("a2", 28, 20), unit("b", 60, 44)), "a")
    assert begun(closed(away, "a"), Phase(name="moves")).state.closed == ()


# rules: T9A-CHG-41
def test_a_charge_that_is_not_declared_leaves_them_as_they_are() -> None:
    state = answer(turn(field(32, "a")), EndDeclarations()).state
    assert width(state, "a") == OPEN


# rules: T9A-CHR-04, T9A-SR-SKIRMISHERS
@pytest.mark.parametrize(("base", "beside"), [(25, ""), (50, "left")])
def test_among_them_stands_who_has_their_base(base: int, beside: str) -> None:
    lord = unit("a_lord", 20, 16, models=1, files=1, base_mm=[base, base])
    state = spread(table(unit("a", 20, 20), lord, unit("b", 60, 44)), "a")
    state = with_stats(state, "a_lord", character=True)
    now = answer(begun(state, Moving(side="A")).state, Join(unit="a_lord", host="a", file=0)).state
    assert now.joined["a_lord"].beside == beside
    block = ground_of(now).block("a")
    assert block.width == (OPEN + 5000 + GAP if beside else OPEN)
    lord_at = now.table.models["a_lord_1"].pose.at
    assert lord_at == pytest.approx(block.place(10 if beside else 0), abs=1)
