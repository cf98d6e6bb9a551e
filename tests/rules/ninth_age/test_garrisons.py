"""Units in buildings (T9A-TERR-02): the way in, what they do there, the way out, and how they run
(T9A-TERR-04)."""

from typing import Any

import msgspec
import pytest

from rules.core.events import Lost, Rolled
from rules.core.values import INCH, Pose
from rules.ninth_age.actions import Enter, PlanEnter, ShootAt
from rules.ninth_age.arms import Weapon
from rules.ninth_age.events import Did, Entered, TemplateLanded, Vacated
from rules.ninth_age.field.charging import check_target
from rules.ninth_age.field.cover import CoverOf
from rules.ninth_age.field.garrisons import facing_shot
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.sighting import shooters
from rules.ninth_age.opening.actions import Deploy, PlanDeploy
from rules.ninth_age.play.harm.damage import fell
from rules.ninth_age.play.moving.declaring import chargers
from rules.ninth_age.play.units.reading import may_charge
from rules.ninth_age.questions import MoveUnits, ShootWith
from rules.ninth_age.state import Flight, Moving, Phase, Shooting, State
from rules.ninth_age.views.previewing import preview
from rules.ninth_age.views.shots import reach

from .kit import RULES, advance, answer, begun, on, refused, stands, table, unit, with_stats

HOUSE = {"id": "house", "kind": "building", "centre": [20, 30], "size_mm": [203.2, 152.4]}
"""Eight inches wide, six deep: from 16 to 24 and from 27 to 33."""
FOE = unit("b", 20, 44, facing_deg=180)


def near_house(*more: dict[str, Any], y: float = 24.0, **host: Any) -> State:
    """Ten models in five files south of a house, two inches off at 24 (M 4)."""
    return table(unit("a", 20, y, **host), *(more or (FOE,)), unit("a2", 60, 5), terrain=[HOUSE])


def moving(state: State) -> State:
    """The remaining moves of a new turn."""
    bare = msgspec.structs.replace(state, deeds={}, prompts={}, agenda=())
    return begun(bare, Moving(side="A")).state


def inside(*more: dict[str, Any], **host: Any) -> State:
    """The same unit in the house, in the turn after it went in."""
    return answer(moving(near_house(*more, **host)), Enter(unit="a", building="house")).state


# rules: T9A-TERR-02, T9A-REM-03
def test_a_unit_in_reach_goes_in_and_has_moved() -> None:
    state = moving(near_house())
    question = next(iter(state.prompts.values())).question
    assert isinstance(question, MoveUnits)
    assert question.units["a"].buildings == ("house",)
    shown = preview(state, ("A",), PlanEnter(unit="a", building="house"))
    assert shown.action == Enter(unit="a", building="house")
    assert (shown.used, shown.allowance) == (3 * INCH - 2500, 4 * INCH)
    run = answer(state, shown.action)
    assert [e.building for e in run.events if isinstance(e, Entered)] == ["house"]
    assert [e.deed for e in run.events if isinstance(e, Did)] == ["moved"]
    block = ground_of(run.state).block("a")
    assert (block.front, block.ranks, block.base) == (1, 1, (20320, 15240))
    assert stands(run.state, "a")[:2] == (20, 30)


# rules: T9A-TERR-02, T9A-MARCH-01, T9A-MARCH-03
def test_a_march_reaches_farther_and_tests_where_an_enemy_is_near() -> None:
    state = moving(near_house(y=21.0))
    assert refused(state, Enter(unit="a", building="house")).code == "garrison_far"
    shown = preview(state, ("A",), PlanEnter(unit="a", building="house"))
    assert shown.action == Enter(unit="a", building="house", march=True)
    run = answer(state, shown.action)
    assert [e.deed for e in run.events if isinstance(e, Did)] == ["marched"]
    spotted = moving(near_house(unit("b", 30, 21), y=21.0))
    stopped = answer(spotted, Enter(unit="a", building="house", march=True), 6, 6)
    assert stopped.state.garrison == {}


# rules: T9A-TERR-02
@pytest.mark.parametrize(
    ("more", "host", "code"),
    [
        ((FOE,), {"y": 10.0}, "garrison_far"),
        ((FOE,), {"troop_type": "cavalry"}, "garrison_kind"),
        ((FOE,), {"files": 1, "models": 14, "y": 19.5}, "garrison_straggler"),
        ((FOE, unit("a3", 20, 26, models=1, files=1)), {"y": 23.0}, "garrison_way"),
    ],
)
def test_who_does_not_go_in_is_told_why(more: Any, host: Any, code: str) -> None:
    state = moving(near_house(*more, **host))
    assert refused(state, Enter(unit="a", building="house")).code == code
    march = Enter(unit="a", building="house", march=code == "garrison_straggler")
    assert refused(state, march).code == code


# rules: T9A-TERR-02
def test_a_building_holds_one_unit() -> None:
    state = near_house(FOE, unit("a3", 20, 36, facing_deg=180))
    state = answer(moving(state), Enter(unit="a", building="house")).state
    assert refused(state, Enter(unit="a3", building="house")).code == "garrison_full"
    assert refused(state, Enter(unit="a3", building="tower")).code == "no_building"


# rules: T9A-TERR-02, T9A-CHG-01
def test_a_garrison_charges_nobody_and_nobody_charges_it_yet() -> None:
    state = inside(unit("b", 20, 40, facing_deg=180))
    assert not may_charge(state, "a")
    assert "a" not in chargers(state, "B").get("b", ())
    with pytest.raises(Exception, match="garrison_target"):
        check_target(ground_of(state), "b", "a")


# rules: T9A-TERR-02, T9A-SHOOT-02
@pytest.mark.parametrize(
    ("troop", "models", "able"),
    [("infantry", 20, 15), ("infantry", 12, 12), ("monstrous_infantry", 8, 5)],
)
def test_so_many_shoot_all_round_from_the_edge(troop: str, models: int, able: int) -> None:
    """The enemy stands behind the house, ten inches from its edge."""
    foe = unit("b", 20, 44 - 1 / 2.54 + 10 / 25.4, facing_deg=180)
    ground = ground_of(inside(foe, models=models, troop_type=troop))
    far = ground.gap("a", "b")
    assert far == pytest.approx((ground.block("b").at[1] - 2500) - 33 * INCH, abs=3)
    found = shooters(ground, "a", "b", far + 1, 2)
    assert len(found) == able
    assert {one.distance for one in found} == {far}
    assert shooters(ground, "a", "b", far - 10, 2) == []


# rules: T9A-TERR-02, T9A-SHOOT-02
@pytest.mark.parametrize(
    ("x", "y"), [(20, 44), (38, 30), (4, 30), (30, 14)], ids=["rear", "right", "left", "front"]
)
def test_it_may_name_whoever_it_sees_on_any_side_and_its_reach_is_shown_all_round(
    x: float, y: float
) -> None:
    bow = Weapon(id="bow", reach=24 * INCH, rules=("volley_fire",))
    state = inside(unit("b", x, y, facing_deg=180))
    state = with_stats(state, "a", missiles=(bow,), ballistic_skill=4)
    asked = begun(msgspec.structs.replace(state, deeds={}, prompts={}, agenda=()),
                  Phase(name="shooting"), Shooting(side="A")).state  # fmt: skip
    question = next(iter(asked.prompts.values())).question
    assert isinstance(question, ShootWith)
    assert question.units["a"] == ("b",)
    far, near = reach(ground_of(asked), "a", bow)
    for shape, length in ((far, 24), (near, 12)):
        for away in (-length - 4, length + 4):
            assert any(abs(px - (20 + away) * INCH) < 9 for px, _ in shape.rings[0])
        for away in (-length - 3, length + 3):
            assert any(abs(py - (30 + away) * INCH) < 9 for _, py in shape.rings[0])


# rules: T9A-TERR-02, T9A-TERR-01, T9A-LOS-04, T9A-LOS-05
def test_it_stands_high_and_in_hard_cover_and_is_seen() -> None:
    state = inside(unit("b", 20, 44, facing_deg=180))
    ground = ground_of(state)
    assert ground.height("a") == 3
    assert ground.sees("a", "b")
    assert ground.sees("b", "a")
    here = ground.block("b")
    assert CoverOf(ground, "b", "a").from_(here) == "hard"
    assert CoverOf(ground, "a", "b").from_(facing_shot(ground, "a", here.at)) == "none"


# rules: T9A-TERR-02, T9A-SR-FLAMMABLE
def test_it_burns_well() -> None:
    state = inside()
    assert ground_of(state).burns("a")
    assert not ground_of(near_house()).burns("a")


# rules: T9A-TERR-02, T9A-GEN-08
def test_a_template_hits_a_die_of_models() -> None:
    lobbing = Weapon(id="catapult", artillery="catapult", reach=48 * INCH, strength=3, size="5")
    machine = unit("b", 20, 45, models=1, files=1, base_mm=[60, 60], facing_deg=180, W=3,
                   troop_type="war_machine")  # fmt: skip
    state = with_stats(inside(machine, models=20), "b", missiles=(lobbing,))
    bare = msgspec.structs.replace(state, deeds={}, prompts={}, agenda=(), active="B")
    now = begun(bare, Phase(name="shooting"), Shooting(side="B")).state
    run = answer(now, ShootAt(unit="b", target="a"), 1, 1, 4, 1, 1, 1, 1)
    rolled = [e for e in run.events if isinstance(e, Rolled) and e.why == "garrison_hits"]
    assert [e.faces for e in rolled] == [(4,)]
    assert [e.struck for e in run.events if isinstance(e, TemplateLanded)] == [{"a": 4}]


# rules: T9A-DMG-07, T9A-TERR-02
def test_the_fallen_leave_the_others_where_they_are() -> None:
    run = begun(inside())
    fell(run, "a", 3, "shot")
    assert stands(run.state, "a")[:2] == (20, 30)
    assert len(ground_of(run.state).models("a")) == 7


# rules: T9A-TERR-02
def test_it_leaves_in_a_later_turn_in_any_formation_near_the_building() -> None:
    went = inside()
    out = Deploy(unit="a", pose=Pose(20 * INCH, 36 * INCH, 90_000), files=2)
    assert refused(went, out).code == "may_not_move"
    state = moving(went)
    question = next(iter(state.prompts.values())).question
    assert isinstance(question, MoveUnits)
    assert question.units["a"].inside
    assert refused(state, advance("a", on(3))).code == "garrison_stays"
    shown = preview(state, ("A",), PlanDeploy(unit="a", pose=out.pose, files=2))
    assert shown.action == out
    run = answer(state, out)
    assert [e.unit for e in run.events if isinstance(e, Vacated)] == ["a"]
    assert run.state.garrison == {}
    assert stands(run.state, "a") == (20, 36, 90)
    assert ground_of(run.state).block("a").front == 2
    assert {k: run.state.table.models[k].pose for k in shown.ghosts} == shown.ghosts


# rules: T9A-TERR-02, T9A-SPACE-01
@pytest.mark.parametrize(
    ("x", "y", "code"), [(20, 44.5, "sally_far"), (20, 32, "on_ground"), (30, 30, "spacing")]
)
def test_it_does_not_leave_too_far_nor_into_something(x: float, y: float, code: str) -> None:
    state = moving(inside(unit("b", 32, 30, facing_deg=180)))
    to = Deploy(unit="a", pose=Pose(round(x * INCH), round(y * INCH), 0), files=5)
    assert refused(state, to).code == code


# rules: T9A-TERR-04, T9A-FLEE-08
def test_a_garrison_that_flees_runs_out_of_the_building_and_through_none_of_it() -> None:
    """From the enemy in the north: three inches are not enough to be off the house."""
    state = msgspec.structs.replace(inside(), prompts={}, agenda=())
    run = begun(state, Flight(unit="a", away="b"), dice=(1, 2))
    assert run.state.fleeing("a")
    assert run.state.garrison == {}
    x, y, facing = stands(run.state, "a")
    assert (x, facing) == (20, 180)
    assert y == pytest.approx(27 - 25 / 25.4, abs=0.02)
    assert not [e for e in run.events if isinstance(e, Lost)]


# rules: T9A-TERR-02
def test_a_garrison_is_shown_as_one_place_as_large_as_its_building() -> None:
    state = with_stats(inside(), "a", champion=True, musician=True)
    named = msgspec.structs.replace(
        state, glyphs=dict.fromkeys(state.table.units, "infantry"),
        mustered={"a": state.table.units["a"].models},
    )  # fmt: skip
    shown = RULES.view(named, ("A",))
    assert "garrison" in shown.units["a"].marks
    assert (shown.trays["a"].bases.count, shown.trays["a"].command) == (1, {})
    assert shown.files["a"] == 5, "as it would stand when it leaves"
