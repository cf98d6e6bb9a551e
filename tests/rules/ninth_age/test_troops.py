"""Kinds of units: flyers, light troops, single models, chariots, war machines, swarms; charges at
round bases and on barred ways (chapters TT, SR, UNIT, CHG)."""

from math import asin, atan2, degrees, hypot
from typing import Any

import msgspec
import pytest

from rules.core.events import Rolled
from rules.core.table import Round
from rules.core.values import INCH
from rules.geometry.arcs import arc_of, lengths_in_arcs
from rules.geometry.blocks import Block
from rules.geometry.convex import separation
from rules.ninth_age.actions import Aside, Form, March, PlanMove, Turn
from rules.ninth_age.events import Did, Engaged
from rules.ninth_age.field.charging import plan, side_of
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.straits import straight_on
from rules.ninth_age.numbers import charge_range
from rules.ninth_age.play.moving.declaring import reactions
from rules.ninth_age.play.units.reading import (
    charge_reach,
    may_charge,
    may_march,
    may_shoot,
    rushing_dice,
)
from rules.ninth_age.questions import MoveUnits
from rules.ninth_age.setup import Stats
from rules.ninth_age.state import Charging, Declaring, Moving, State
from rules.ninth_age.troops import TROOPS, in_force
from rules.ninth_age.views.previewing import preview

from .charging import charge
from .kit import advance, answer, begun, march, on, refused, stands, table, unit, with_stats

FAR = unit("b", 70, 46)
WINGS = {"fly": 8, "rules": ("fly",)}


def moving(*units: Any, terrain: Any = (), **stats: Any) -> State:
    """The remaining moves of A; figures of the unit `a`."""
    return begun(
        with_stats(table(*units, terrain=list(terrain)), "a", **stats), Moving(side="A")
    ).state


def rock(y: float, deep: float = 2.0, kind: str = "impassable") -> dict[str, Any]:
    """A piece six inches wide on the way north from 20, 20."""
    return {"id": kind, "kind": kind, "centre": [20, y], "size_mm": [152.4, 25.4 * deep]}


# rules: T9A-TT-01, T9A-SR-01
@pytest.mark.parametrize(
    ("rules", "kind", "has"),
    [
        ((), "cavalry", {"swiftstride"}),
        ((), "monster", {"large_target", "terror", "fear", "fearless"}),
        (("fly",), "monstrous_beast", {"swiftstride", "light_troops"}),
        ((), "swarm", {"skirmishers", "light_troops", "unbreakable", "immune_to_psychology"}),
        ((), "chariot", {"swiftstride", "cannot_march"}),
        ((), "war_machine", {"cannot_march", "cumbersome", "move_or_fire"}),
        (("undead",), "infantry", {"unstable", "immune_to_psychology"}),
        (("fast_cavalry",), "cavalry", {"light_troops", "vanguard", "swiftstride"}),
    ],
)
def test_a_type_and_a_rule_bring_others(rules: Any, kind: str, has: set[str]) -> None:
    assert has <= in_force(rules, kind)


# rules: T9A-SR-RANDOMMOVEMENT, T9A-SR-SWIFTSTRIDE
def test_a_random_mover_is_never_swift() -> None:
    assert "swiftstride" not in in_force(("random_movement",), "cavalry")
    assert (
        rushing_dice(table(unit("a", 9, 9, troop_type="cavalry", random_movement="2D6")), "a") == 2
    )


# rules: T9A-UNIT-06, T9A-UNIT-07, T9A-DT-02
def test_ranks_and_dice_by_type() -> None:
    assert {key: (t.full, t.horde, t.danger) for key, t in TROOPS.items() if t.full == 3} == {
        "monstrous_infantry": (3, 6, 2), "monstrous_beast": (3, 6, 2),
        "monstrous_cavalry": (3, 6, 2), "chariot": (3, 6, 4),
    }  # fmt: skip
    assert [key for key, t in TROOPS.items() if not t.full] == ["swarm", "war_machine"]


# rules: T9A-SR-FLY
def test_a_flyer_goes_over_everything_at_its_own_rate_but_ends_clear() -> None:
    units = unit("a", 20, 20), unit("b", 20, 25, facing_deg=180), unit("b2", 70, 46)
    now = moving(*units, terrain=[rock(29)], **WINGS)
    question = next(iter(now.prompts.values())).question
    assert isinstance(question, MoveUnits)
    option = question.units["a"]
    assert (option.advance, option.march, option.flies) == (8 * INCH, 16 * INCH, True)
    over = answer(now, march("a", on(13)), 1, 1).state
    assert stands(over, "a") == (20, 33, 0)
    assert refused(now, march("a", on(5))).code == "spacing"
    assert refused(now, march("a", on(9))).code == "spacing_ground"


# rules: T9A-SR-FLY, T9A-GEN-10
def test_a_flyer_may_go_on_foot() -> None:
    now = moving(unit("a", 20, 20), FAR, **WINGS)
    walk = msgspec.structs.replace(advance("a", on(5)), on_foot=True)
    assert refused(now, walk).code == "too_far"
    walked = answer(now, msgspec.structs.replace(walk, path=(on(4),)))
    assert stands(walked.state, "a") == (20, 24, 0)
    draft = PlanMove(unit="a", path=(on(3),), march=True, on_foot=True)
    shown = preview(now, frozenset("A"), draft)
    assert isinstance(shown.action, March)
    assert (shown.action.on_foot, shown.allowance) == (True, 8 * INCH)


# rules: T9A-SR-FLY, T9A-TERR-01, T9A-DT-01
@pytest.mark.parametrize(("y", "far", "tests"), [(26, 12, 0), (30, 10, 10)])
def test_a_forest_is_dangerous_to_who_lands_in_it(y: float, far: float, tests: int) -> None:
    now = moving(unit("a", 20, 20), FAR, terrain=[rock(y, kind="forest")], **WINGS)
    run = answer(now, march("a", on(far)), *[6] * tests)
    assert sum(len(e.faces) for e in run.events if isinstance(e, Rolled)) == tests


# rules: T9A-SR-FLY, T9A-CHG-21, T9A-CHG-31
def test_a_flyer_charges_over_who_is_in_the_way() -> None:
    friend = unit("a2", 20, 24, models=5)
    state = table(unit("a", 20, 20), friend, unit("b", 20, 30, facing_deg=180))
    assert plan(ground_of(state), "a", "b", "front") is None
    flying = with_stats(state, "a", **WINGS)
    assert plan(ground_of(flying), "a", "b", "front") is not None
    assert rushing_dice(flying, "a") == 3
    assert charge_reach(flying, "a", (1, 6, 4)) == 18


# rules: T9A-CMD-01, T9A-CHG-21
def test_the_charge_dice_of_a_champion_count_as_four_at_least() -> None:
    assert charge_range((1, 2), 5, champion=True) == 9
    assert charge_range((1, 2), 5) == 8
    assert charge_range((2, 3), 5, champion=True) == 10


# rules: T9A-SR-LIGHTTROOPS, T9A-MARCH-02, T9A-MARCH-08, T9A-SHOOT-01
def test_light_troops_form_anew_on_the_way_and_still_shoot() -> None:
    now = moving(unit("a", 20, 20), FAR, rules=("light_troops",), movement=5)
    path = (on(2), Form(files=10, facing=0), on(1))
    run = answer(now, march("a", *path))
    block = ground_of(run.state).block("a")
    assert (block.front, block.ranks) == (10, 1)
    assert round(block.at[1]) == 23 * INCH
    assert [e.deed for e in run.events if isinstance(e, Did)] == ["marched"]
    done = msgspec.structs.replace(now, deeds={"a": ("marched", "reformed")})
    assert may_shoot(done, "a")
    assert not may_shoot(with_stats(done, "a", rules=()), "a")
    assert refused(moving(unit("a", 20, 20), FAR), march("a", *path)).code == "form_light"


# rules: T9A-SR-LIGHTTROOPS, T9A-REM-12
def test_no_model_of_light_troops_goes_farther_than_its_movement_in_all() -> None:
    now = moving(unit("a", 20, 20), FAR, rules=("light_troops",))
    assert refused(now, advance("a", on(4), Form(files=10, facing=0))).code == "reform_far"
    turned = answer(now, advance("a", Form(files=5, facing=90_000), on(2))).state
    assert stands(turned, "a")[2] == 90
    aside = advance("a", Form(files=5, facing=180_000), Aside(length=INCH))
    assert stands(answer(now, aside).state, "a")[2] == 180
    assert refused(now, advance("a", Form(files=11, facing=0))).code == "files"


# rules: T9A-REM-11, T9A-MARCH-02
def test_a_single_model_pivots_on_the_march_and_a_chariot_does_not_march() -> None:
    one = unit("a", 20, 20, models=1, files=1)
    turns = (Turn(turn=90_000), on(3), Turn(turn=-90_000), on(3))
    assert stands(answer(moving(one, FAR), march("a", *turns)).state, "a") == (23, 23, 0)
    chariot = moving(one, FAR, troop_type="chariot")
    assert not may_march(chariot, "a")
    assert refused(chariot, march("a", on(1))).code == "cannot_march"
    assert stands(answer(chariot, advance("a", *turns[:2])).state, "a") == (23, 20, 90)


# rules: T9A-TT-04, T9A-CHG-01, T9A-CHG-13
def test_a_war_machine_neither_charges_nor_marches_nor_flees_from_a_charge() -> None:
    state = with_stats(table(unit("a", 20, 20), unit("b", 20, 28)), "a", troop_type="war_machine")
    assert not may_charge(state, "a")
    assert not may_march(state, "a")
    assert reactions(state, "a", "b") == ("hold",)


# --- round bases ----------------------------------------------------------------------------------


def engine(x: float, y: float, **more: Any) -> State:
    """Ten models at 20, 20, and an engine of 60 mm across."""
    man = unit("b", x, y, models=1, files=1, base_mm=[60, 60], facing_deg=180)
    state = with_stats(table(unit("a", 20, 20), man, unit("a2", 5, 5), **more), "b",
                       base=Round(radius=3000), troop_type="war_machine")  # fmt: skip
    model = msgspec.structs.replace(state.table.models["b_1"], base=Round(radius=3000))
    models = {**state.table.models, "b_1": model}
    return msgspec.structs.replace(state, table=msgspec.structs.replace(state.table, models=models))


# rules: T9A-UNIT-02, T9A-UNIT-10, T9A-MEAS-01
def test_a_round_base_is_measured_to_its_rim_and_has_no_arcs() -> None:
    ground = ground_of(engine(26, 26))
    block = ground.block("b")
    assert block.disc
    corner = ground.block("a").corners[1]
    exact = hypot(block.at[0] - corner[0], block.at[1] - corner[1]) - 3000
    assert ground.gap("b", "a") == pytest.approx(exact, abs=2.54)
    behind = block.at[0] + 9000, block.at[1] + 90_000
    assert arc_of(block, behind) == "front"
    assert lengths_in_arcs(block, behind, block.at)["rear"] == 0
    assert ground.sees("b", "a")


# rules: T9A-CHG-30
@pytest.mark.parametrize(("x", "y", "wheel_side"), [(20, 28, 0), (26, 28, 1), (13, 30, -1)])
def test_a_round_base_is_touched_anywhere_and_nobody_aligns(
    x: float, y: float, wheel_side: int
) -> None:
    state = engine(x, y)
    ground = ground_of(state)
    found = plan(ground, "a", "b", side_of(ground, "a", "b"))
    assert found is not None
    assert (found.wheel > 0) - (found.wheel < 0) == wheel_side
    assert separation(found.end.solid, ground.block("b").solid) == pytest.approx(0, abs=3)
    now = begun(state, Declaring(side="A"), Charging(side="A"), Moving(side="A")).state
    run = answer(now, charge(), 6, 6)
    assert [(e.unit, e.target) for e in run.events if isinstance(e, Engaged)] == [("a", "b")]


# rules: T9A-CHG-26, T9A-CHG-30
@pytest.mark.parametrize("x", [24.5, 26, 27.3])
def test_the_wheel_towards_a_round_base_is_the_smallest_to_a_tenth_of_a_degree(x: float) -> None:
    """It wheels at once, until the right end of its front passes the rim within the tolerance."""
    ground = ground_of(engine(x, 28))
    found = plan(ground, "a", "b", "front")
    assert found is not None
    radius = ground.block("b").base[0] / 2 / INCH
    right, ahead = x - 20 - 2.5 * 25 / 25.4, 28 - 20 - 25 / 25.4
    away = hypot(right, ahead)
    least = degrees(atan2(right, ahead) - asin((radius - 0.001) / away))
    assert least <= found.wheel / 1000 < least + 0.1


# rules: T9A-CHG-30, T9A-CHG-32
def test_no_friend_is_run_over_on_the_way_to_a_round_base() -> None:
    wall = [{"id": "w", "kind": "impassable", "centre": [20, 24], "size_mm": [1000, 20]}]
    assert plan(ground_of(engine(20, 28, terrain=wall)), "a", "b", "front") is None


# --- a barred way ---------------------------------------------------------------------------------


# rules: T9A-CHG-29
def test_straight_on_the_target_faces_up_to_who_touches_its_corner() -> None:
    state = table(unit("a", 20, 20), unit("b", 20, 29, facing_deg=240), unit("a2", 60, 5))
    ground = ground_of(state)
    found = straight_on(ground, "a", "b", "front", ())
    assert found is not None
    assert (found.wheel, found.end.facing) == (0, 0)
    assert found.target is not None
    assert found.target.facing == 180_000
    assert found.straight == pytest.approx(found.end.at[1] - 20 * INCH, abs=2)
    assert abs(separation(found.end.solid, found.target.solid)) < 4
    beside = table(unit("a", 20, 20), unit("b", 26, 29, facing_deg=240), unit("a2", 60, 5))
    assert straight_on(ground_of(beside), "a", "b", "front", ()) is None


def test_the_figures_of_a_unit_know_their_cell() -> None:
    assert Stats(movement=4, leadership=7, base=Round(radius=3000)).cell == (6000, 6000)


# rules: T9A-UNIT-10
def test_a_block_of_one_disc_turns_without_moving() -> None:
    disc = Block((0.0, 0.0), 0, (6000, 6000), 1, 1, True)
    west, south, east, north = disc.box
    assert (west, south, east, north) == (-3000, -3000, 3000, 3000)
    assert max(hypot(*p) for p in disc.solid[0]) - 3000 < 2.54
