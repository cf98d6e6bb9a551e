"""Characters beside the front rank: those whose bases do not match it (T9A-CHR-04)."""

from typing import Any

import msgspec
import pytest

from rules.core.events import Moved
from rules.core.values import INCH
from rules.ninth_age.actions import Join, PlanJoin, Reform
from rules.ninth_age.field.cover import grid
from rules.ninth_age.field.ground import Ground, ground_of
from rules.ninth_age.field.sighting import shooters
from rules.ninth_age.field.templates import under
from rules.ninth_age.play.harm.damage import fell, strike
from rules.ninth_age.play.harm.hazards import dangers
from rules.ninth_age.play.harm.saves import Blow
from rules.ninth_age.state import Moving, Place, State
from rules.ninth_age.views.previewing import preview
from rules.ninth_age.views.viewing import view

from .kit import advance, answer, begun, march, on, refused, stands, table, unit, wheel, with_stats

MM = 100
DUKE = {"models": 1, "files": 1, "base_mm": [40, 60], "Ld": 9, "M": 4}
FOE = unit("b", 60, 40, facing_deg=180)


def alone(*more: dict[str, Any], **host: Any) -> State:
    """Ten models on 25 mm bases in five files at 20, 20, and characters on 40 by 60 mm behind."""
    state = table(
        unit("a", 20, 20, **host), unit("a_duke", 18, 15, **DUKE), unit("a_earl", 22, 15, **DUKE),
        unit("a_count", 26, 15, **DUKE), *(more or (FOE,)),
    )  # fmt: skip
    for key in ("a_duke", "a_earl", "a_count"):
        state = with_stats(state, key, character=True)
    return state


def joined(state: State, *characters: str, file: int = 0) -> State:
    """The next turn, these having joined one after another."""
    for key in characters:
        state = answer(fresh(state), Join(unit=key, host="a", file=file)).state
    return state


def fresh(state: State) -> State:
    """The next turn's remaining moves."""
    bare = msgspec.structs.replace(state, deeds={}, prompts={}, agenda=())
    return begun(bare, Moving(side="A")).state


def of(state: State) -> Ground:
    """The ground."""
    return ground_of(state)


@pytest.mark.parametrize(("file", "side"), [(0, "left"), (1, "left"), (2, "right"), (4, "right")])
def test_he_stands_at_the_nearer_side_level_with_the_front(file: int, side: str) -> None:
    """T9A-CHR-02, T9A-CHR-04, T9A-UNIT-08: the centre is that of the rectangle round all bases."""
    before = of(alone()).block("a")
    now = joined(alone(), "a_duke", file=file)
    assert now.joined == {"a_duke": Place(host="a", beside=side)}
    block = of(now).block("a")
    assert (block.width, block.depth) == (165 * MM, 60 * MM)
    assert (block.front, block.ranks) == (5, 2)
    first = now.table.models["a_1"].pose
    assert first.at == pytest.approx(before.place(0), abs=1)
    duke = now.table.models["a_duke_1"].pose
    way = -1 if side == "left" else 1
    right, ahead = before.local(duke.at)
    assert right == pytest.approx(way * (125 + 40) * MM / 2, abs=2)
    assert ahead == pytest.approx(before.depth / 2 - 30 * MM, abs=2)
    assert stands(now, "a")[0] == pytest.approx(20 + way * 20 / 25.4, abs=0.01)


def test_one_on_each_side_and_no_third() -> None:
    """T9A-CHR-04."""
    both = joined(alone(), "a_duke", "a_earl")
    assert [both.joined[key].beside for key in ("a_duke", "a_earl")] == ["left", "right"]
    refusal = refused(fresh(both), Join(unit="a_count", host="a", file=0))
    assert (refusal.code, refusal.rules) == ("join_sides", ("T9A-CHR-04",))


def test_where_one_side_is_crowded_he_stands_at_the_other() -> None:
    """T9A-CHR-04, T9A-SPACE-01: a friend an inch and a half left of the ranks."""
    friend = unit("a_friend", 20 - 125 / 25.4 / 2 - 2, 20.5, models=1, files=1)
    assert joined(alone(FOE, friend), "a_duke", file=0).joined["a_duke"].beside == "right"


def test_he_does_not_count_for_the_ranks() -> None:
    """T9A-CHR-04, T9A-UNIT-06: four and a duke are no five."""
    block = of(joined(alone(files=4), "a_duke")).block("a")
    assert (block.front, block.ranks, block.last) == (4, 3, 2)


def test_a_war_platform_with_another_base_has_no_place() -> None:
    """T9A-SR-WARPLATFORM, T9A-CHR-04: it stands in the middle or nowhere."""
    cart = with_stats(alone(), "a_duke", character=False, rules=("war_platform",))
    assert refused(fresh(cart), Join(unit="a_duke", host="a", file=0)).code == "join_base"


def test_they_move_as_one_block_and_wheel_about_its_corners() -> None:
    """T9A-CHR-05, T9A-REF-04: the front is 165 mm wide, so 10 degrees cost 1.13 inches."""
    now = fresh(joined(alone(), "a_duke"))
    run = answer(now, advance("a", wheel(10), on(2)))
    (moved,) = (e for e in run.events if isinstance(e, Moved))
    assert len(moved.traces) == 11
    block = of(run.state).block("a")
    for number, seat in ((10, "a_duke_1"), (0, "a_1"), (9, "a_10")):
        there = run.state.table.models[seat].pose
        assert there.at == pytest.approx(block.place(number), abs=2)
        assert there.facing == 10_000
    assert refused(now, advance("a", wheel(10), on(2.9))).code == "too_far"
    assert answer(now, advance("a", wheel(10), on(2.86))).state


def test_what_stands_in_the_way_of_his_base_stops_the_unit() -> None:
    """T9A-SPACE-02: the ranks pass a friend at 15 mm, he on their left would run into it."""
    friend = unit("a_friend", 20 - 90 / 25.4, 23.5, models=1, files=1)
    free = fresh(joined(alone(FOE, friend), "a_duke", file=4))
    assert answer(free, march("a", on(8))).state
    barred = fresh(joined(alone(FOE, friend), "a_duke", file=0))
    assert refused(barred, march("a", on(8))).code == "way_unit"


def test_he_leaves_and_the_ranks_stay_where_they_are() -> None:
    """T9A-CHR-03."""
    now = fresh(joined(alone(), "a_duke"))
    run = answer(now, advance("a_duke", on(4)))
    assert run.state.joined == {}
    assert of(run.state).block("a").width == 125 * MM
    assert stands(run.state, "a") == (20, 20, 0)


def test_he_sees_from_where_he_stands_and_is_seen_and_hit_there() -> None:
    """T9A-LOS-02, T9A-SHOOT-03, T9A-GEN-08: five of the ranks shoot, he is no rank of theirs."""
    now = joined(alone(unit("b", 20, 40, facing_deg=180)), "a_duke")
    ground = of(now)
    assert [s.place for s in shooters(ground, "a", "b", 24 * INCH, 1)] == [0, 1, 2, 3, 4]
    assert ground.sees("a_duke", "b")
    assert ground.sees("b", "a")
    duke = now.table.models["a_duke_1"].pose
    assert [one.part for one in under(ground, (duke.at,), INCH // 2)] == ["a_duke"]
    assert len(grid(ground.block("a"))) < 81, "where no base is nothing is aimed at"


# rules: T9A-DMG-07
def test_a_single_rank_loses_both_ends_and_he_moves_in_with_the_file_that_is_gone() -> None:
    state = joined(alone(models=5), "a_duke", file=4)
    run = begun(state)
    fell(run, "a", 2, "shot")
    block = of(run.state).block("a")
    assert (block.front, block.count) == (3, 3)
    duke = run.state.table.models["a_duke_1"].pose
    assert block.local(duke.at)[0] == pytest.approx(block.width / 2 - 20 * MM, abs=2)
    assert run.state.table.units["a"].models == ("a_2", "a_3", "a_4")
    assert run.state.table.models["a_2"].pose == state.table.models["a_2"].pose


def test_when_he_falls_the_ranks_stand_as_before() -> None:
    """T9A-DMG-06, T9A-DMG-07."""
    run = begun(joined(alone(), "a_duke"), dice=(6,))
    strike(run, "b", "a_duke", 1, Blow(strength=10))
    assert run.state.joined == {}
    assert stands(run.state, "a") == (20, 20, 0)


def test_he_tests_for_the_ground_that_his_own_base_crosses() -> None:
    """T9A-DT-01."""
    ruin = {"id": "ruin", "kind": "ruin", "centre": [20 - 82.5 / 25.4, 23], "size_mm": [20, 20]}
    state = joined(alone(), "a_duke")
    terrain = table(unit("x", 5, 5), terrain=[ruin]).table.terrain
    laid = msgspec.structs.replace(state.table, terrain=terrain)
    ground = of(msgspec.structs.replace(state, table=laid))
    start = ground.block("a")
    found = dangers(ground, "a", (start, start.advanced(4 * INCH)))
    assert [(one.part, one.models) for one in found] == [("a_duke", 1)]


def test_a_reform_keeps_him_at_his_side() -> None:
    """T9A-REF-01, T9A-CHR-04."""
    now = fresh(joined(alone(), "a_duke", file=4))
    wide = answer(now, Reform(unit="a", files=10, facing=0)).state
    block = of(wide).block("a")
    assert (block.front, block.ranks, block.width) == (10, 1, 290 * MM)
    duke = wide.table.models["a_duke_1"].pose
    assert block.local(duke.at)[0] == pytest.approx(block.width / 2 - 20 * MM, abs=2)


def test_he_is_seen_beside_the_ranks_before_and_after_he_joins() -> None:
    """T9A-CHR-04: the preview and the tray tell the base that stands beside."""
    state = fresh(alone())
    shown = preview(state, ("A",), PlanJoin(unit="a_duke", host="a", file=0))
    assert shown.bases is not None
    assert (shown.bases.count, shown.bases.left, shown.bases.right) == (10, (4000, 6000), None)
    assert shown.action is not None
    now = answer(state, shown.action).state
    assert {key: now.table.models[key].pose for key in shown.ghosts} == shown.ghosts
    named = msgspec.structs.replace(now, glyphs=dict.fromkeys(now.table.units, "infantry"))
    tray = view(named, ("A",), "ninth_age", "").trays["a"]
    assert (tray.bases, tray.files, tray.width) == (shown.bases, 5, 16500)
