"""Charges: declared, answered, rolled and moved (chapter CHG)."""

from fractions import Fraction

import msgspec
import numpy as np
import pytest

from rules.core.events import Adjusted, Lost, Moved, Noted
from rules.core.offers import RemoveModel
from rules.core.values import INCH
from rules.geometry.convex import separation
from rules.geometry.measure import TOUCH
from rules.geometry.onto import Ways
from rules.ninth_age.actions import (
    Aim,
    EndDeclarations,
    Keep,
    MoveCharger,
    PlanReform,
    Redirect,
    Reform,
)
from rules.ninth_age.changes import APPLIES
from rules.ninth_age.events import ChargeEnded, ChargeRolled, Engaged, Fled
from rules.ninth_age.field.assault import Assault
from rules.ninth_age.field.charging import check_target, plan, side_of, sides_of
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.play.moving.declaring import reactions
from rules.ninth_age.play.units.reading import engaged, may_move
from rules.ninth_age.questions import (
    Declare,
    FormUp,
    HowToReact,
    NewTarget,
    NextCharger,
    WhichTarget,
)
from rules.ninth_age.views.charges import chance
from rules.ninth_age.views.previewing import preview

from .charging import FLED, HELD, charge, declaring, lone
from .kit import answer, kinds, refused, stands, table, unit


# rules: T9A-CHG-20, T9A-CHG-21, T9A-CHG-22, T9A-CHG-23, T9A-CHG-24
def test_a_charge_straight_ahead_ends_flush_and_both_are_engaged() -> None:
    """T9A-CHG-20 to -24."""
    now = declaring(unit("a", 20, 20), unit("b", 20, 28, facing_deg=180))
    asked = answer(now, charge()).state
    assert isinstance(next(iter(asked.prompts.values())).question, HowToReact)
    held = answer(asked, HELD, 3, 4)
    after = held.state
    assert kinds(held, ChargeRolled)[0].range == 11 * INCH
    assert stands(after, "a") == (20, pytest.approx(28 - 5000 / INCH, abs=0.001), 0)
    assert [(e.unit, e.target) for e in kinds(held, Engaged)] == [("a", "b")]
    assert engaged(after, "a")
    assert engaged(after, "b")
    assert not may_move(after, "a")


# rules: T9A-UNIT-11, T9A-CHG-23, T9A-CHG-24, T9A-CHG-26
@pytest.mark.parametrize(
    ("x", "y", "facing", "side"),
    [(36, 30, 180, "front"), (36, 30, 0, "rear"), (36, 30, 90, "right"), (36, 30, 270, "left"),
     (42, 30, 190, "front"), (31, 29, 230, "left"), (40, 32, 140, "right")],
)  # fmt: skip
def test_the_front_comes_flush_against_the_side_it_faces(x, y, facing, side) -> None:
    """T9A-UNIT-11, T9A-CHG-23, -24, -26."""
    state = table(unit("a", 36, 20), unit("b", x, y, facing_deg=facing))
    ground = ground_of(state)
    assert side_of(ground, "a", "b") == side
    found = check_target(ground, "a", "b")
    turn = {"front": 180, "rear": 0, "right": 270, "left": 90}[side]
    assert found.end.facing == (facing + turn) % 360 * 1000
    assert abs(separation(found.end.solid, ground.block("b").solid)) < 2
    assert abs(found.wheel) <= 90_000
    assert found.contact >= 4


# rules: T9A-CHG-25, T9A-CHG-26
def test_the_smallest_wheel_among_places_of_most_contact_is_chosen() -> None:
    """T9A-CHG-25, -26: half a base aside still touches with every file, so nobody wheels."""
    ground = ground_of(table(unit("a", 20, 20), unit("b", 20.4, 28, facing_deg=180)))
    found = check_target(ground, "a", "b")
    assert (found.wheel, found.contact) == (0, 10)


# rules: T9A-CHG-26, T9A-CHG-31, T9A-CHG-32
@pytest.mark.parametrize(
    ("charger", "target", "others", "side", "wheel"),
    [
        (lone("a", (30, 20), 10, (20, 20), 5, 10),
         lone("b", (38.1908, 29.6337), 197, (50, 100), 7, 7),
         [lone("b2", (29.138, 25.889), 359, (25, 25), 3, 3)], "front", 23.5),
        (lone("a", (30, 20), 0, (50, 50), 6, 6, 5),
         lone("b", (30.5859, 28.2284), 155, (20, 20), 1, 1),
         [lone("b2", (26.466, 27.873), 87, (25, 25), 3, 3)], "front", -20.9),
        (lone("a", (30, 20), 10, (25, 50), 5, 5, 8),
         lone("b", (37.6924, 29.8756), 314, (20, 20), 1, 1),
         [lone("a2", (27.343, 29.371), 8, (25, 25), 3, 3),
          lone("b2", (31.943, 28.913), 278, (25, 25), 3, 3)], "left", 33.4),
        # No whole degree from 27 to 56 leads there.
        (lone("a", (30, 20), 10, (25, 50), 5, 10),
         lone("b", (37.0329, 30.6913), 197, (25, 25), 5, 7),
         [lone("b2", (26.7926, 24.2662), 70, (25, 25), 3, 3)], "front", 26.4),
    ],
)  # fmt: skip
def test_a_charge_is_found_where_only_a_few_of_thousands_of_ways_lead_through(
    charger, target, others, side, wheel
) -> None:
    """Wheels that a search of its own, path by path, found to be the smallest for the most
    contact, to a tenth of a degree."""
    found = plan(ground_of(table(charger, target, *others)), "a", "b", side)
    assert found is not None
    assert found.wheel == round(wheel * 1000)


class EveryDegree(Ways):
    """Ways of which no degree is left out because all about it run into something."""

    def _ajar(self, places, below):
        rows, sides, degrees = np.indices((len(self._touches.kinds), 2, below // 1000 + 2))
        return rows.ravel(), 2 * sides.ravel() - 1, degrees.ravel()


# rules: T9A-CHG-26, T9A-CHG-31, T9A-CHG-32
@pytest.mark.parametrize(
    ("charger", "target", "others"),
    [
        (lone("a", (30, 20), 10, (25, 50), 5, 10),
         lone("b", (37.0329, 30.6913), 197, (25, 25), 5, 7),
         [lone("b2", (26.7926, 24.2662), 70, (25, 25), 3, 3)]),
        (lone("a", (30, 20), 0, (25, 25), 5, 10), lone("b", (34, 29), 200, (25, 25), 5, 7),
         [lone("b2", (29, 25), 30, (25, 25), 3, 3), lone("b3", (37, 26), 300, (25, 25), 3, 3)]),
    ],
)  # fmt: skip
def test_no_clear_way_lies_about_a_degree_that_is_left_out(charger, target, others) -> None:
    """The bound on how far half a degree moves anything is sound."""
    ground = ground_of(table(charger, target, *others))
    one = Assault(ground, "a", "b", "front", ())
    every = EveryDegree(one.block, one.edge, one._places, one._depths)
    looked = {(w.wheel, w.offset) for w in one._all.finer(one._places, lambda _: True, 90_000)}
    left_out = [
        way
        for way in every.finer(one._places, lambda _: True, 90_000)
        if (way.wheel, way.offset) not in looked
    ]
    assert not any(
        one._clear(one._blocks(way), way) for way in left_out[:: max(1, len(left_out) // 300)]
    )


# rules: T9A-CHG-25
def test_of_equal_places_one_is_preferred_where_nobody_is_in_contact_yet() -> None:
    """A single model before a front of six, half of which a friend holds: straight on it would
    touch a model that is held, a little to the right it touches as many that are free."""
    file = 25 / 25.4
    target, single = lone("b", (36, 30), 180, (25, 25), 6, 6), lone("a", (36 + file, 20), 0,
                                                                   (25, 25), 1, 1)  # fmt: skip
    alone = plan(ground_of(table(target, single)), "a", "b", "front", foe="engaged")
    friend = lone("a2", (36 - 1.5 * file, 30 - file), 0, (25, 25), 3, 3)
    found = plan(ground_of(table(target, single, friend)), "a", "b", "front", foe="engaged")
    assert (alone.wheel, alone.contact) == (0, 3)
    assert found.wheel > 0
    assert found.contact == 3
    assert found.end.at[0] > (36 + 1.5 * file) * INCH


# rules: T9A-CHG-25
def test_who_moves_at_random_charges_straight_on() -> None:
    """A wheel would bring more models into contact, but a random move is straight."""
    ground = ground_of(table(unit("a", 20, 20), unit("b", 24, 28, facing_deg=180)))
    wheeled = plan(ground, "a", "b", "front")
    straight = plan(ground, "a", "b", "front", wheels=False)
    assert wheeled.wheel != 0
    assert (straight.wheel, straight.contact < wheeled.contact) == (0, True)


# rules: T9A-CHG-02, T9A-CHG-32
def test_a_friend_in_the_way_is_gone_round_or_bars_the_charge() -> None:
    """T9A-CHG-02, -32; a friend that has declared a charge may be out of the way by then."""
    friend = unit("a2", 20, 24, base_mm=[20, 20])
    units = unit("a", 20, 20), friend, unit("b", 20, 28, facing_deg=180)
    ground = ground_of(table(*units))
    assert plan(ground, "a", "b", "front") is None
    assert plan(ground, "a", "b", "front", leaving=("a2",)) is not None
    now = declaring(*units)
    refusal = refused(now, charge())
    assert (refusal.code, refusal.rules) == ("charge_room", ("T9A-CHG-02", "T9A-CHG-32"))


# rules: T9A-CHG-23, T9A-CHG-32
def test_no_other_enemy_is_touched_on_the_way() -> None:
    """T9A-CHG-23, -32."""
    units = unit("a", 20, 20), unit("b", 20, 30, facing_deg=180)
    beside = unit("b2", 20 + 12500 / INCH, 25, facing_deg=180)
    found = plan(ground_of(table(*units, beside)), "a", "b", "front")
    assert found is not None
    other = ground_of(table(*units, beside)).block("b2").solid
    assert all(separation(block.solid, other) > 1 for block in found.blocks)


# rules: T9A-CHG-02
@pytest.mark.parametrize(
    ("foe", "code"),
    [(unit("b", 20, 40, facing_deg=180), "charge_far"), (unit("b", 30, 21), "charge_unseen"),
     (unit("b", 20, 14), "charge_unseen")],
)  # fmt: skip
def test_a_target_out_of_reach_or_sight_is_refused(foe, code) -> None:
    """T9A-CHG-02."""
    now = declaring(unit("a", 20, 20), foe, unit("a2", 50, 20), unit("b2", 50, 28, facing_deg=180))
    assert refused(now, charge()).code == code


# rules: T9A-CHG-02, T9A-CHG-22
def test_the_dice_reach_exactly_as_far_as_they_show() -> None:
    """T9A-CHG-02, -22: not a strict limit."""
    gap = 10
    y = 20 + 5000 / INCH + gap
    now = declaring(unit("a", 20, 20), unit("b", 20, y, facing_deg=180))
    assert kinds(answer(answer(now, charge()).state, HELD, 2, 4), ChargeEnded)[0].success
    assert not kinds(answer(answer(now, charge()).state, HELD, 2, 3), ChargeEnded)[0].success


# rules: T9A-CHG-12, T9A-CHG-14
def test_who_flees_turns_straight_away_and_the_charger_may_look_elsewhere() -> None:
    """T9A-CHG-12, -14: a test, and another target that reacts in its turn."""
    now = declaring(
        unit("a", 20, 20), unit("b", 20, 28, facing_deg=180), unit("b2", 27, 29, facing_deg=215),
        unit("a2", 60, 10),
    )  # fmt: skip
    fled = answer(answer(now, charge()).state, FLED, 5, 6)
    assert stands(fled.state, "b") == (20, 39, 0)
    tested = answer(fled.state, Redirect(unit="a"), 3, 3)
    question = next(iter(tested.state.prompts.values())).question
    assert isinstance(question, NewTarget)
    assert question.targets == ("b2",)
    second = answer(tested.state, charge("b2"))
    assert isinstance(next(iter(second.state.prompts.values())).question, HowToReact)
    assert second.state.charges["a"].former == "b"
    both = answer(second.state, FLED, 1, 1)
    which = next(iter(both.state.prompts.values())).question
    assert isinstance(which, WhichTarget)
    assert which.targets == ("b", "b2")
    aimed = answer(both.state, Aim(target="b2"), 5, 5)
    assert kinds(aimed, ChargeEnded)[0].target == "b2"


# rules: T9A-CHG-14
def test_who_fails_to_redirect_stays_with_the_first_target() -> None:
    """T9A-CHG-14."""
    now = declaring(
        unit("a", 20, 20), unit("b", 20, 28, facing_deg=180), unit("b2", 27, 29, facing_deg=215)
    )
    fled = answer(answer(now, charge()).state, FLED, 1, 2).state
    failed = answer(fled, Redirect(unit="a"), 6, 6, 1, 1)
    assert kinds(failed, ChargeEnded)[0].target == "b"
    kept = answer(fled, Keep(), 1, 1)
    assert kinds(kept, ChargeEnded)[0].target == "b"


# rules: T9A-CHG-12, T9A-CHG-27
def test_a_fleeing_unit_that_is_reached_is_destroyed() -> None:
    """T9A-CHG-12, -27: it must flee, and is caught."""
    now = declaring(unit("a", 20, 20), unit("b", 20, 26, fleeing=True), unit("b2", 60, 40))
    run = answer(now, charge(), 1, 1, 5, 5)
    assert [e.roll for e in kinds(run, Fled)] == [2]
    assert [e.why for e in kinds(run, Lost)] == ["run_down"]
    assert not run.state.table.units["b"].models
    assert not run.state.engaged


# rules: T9A-CHG-10
def test_a_unit_in_contact_can_only_hold() -> None:
    """T9A-CHG-10: contact counts, not what was once noted."""
    units = unit("a", 20, 20), unit("b", 20, 28, facing_deg=180)
    flank = unit("a2", 28, 28, facing_deg=270)
    first = answer(answer(declaring(*units, flank), charge()).state, HELD).state
    assert isinstance(next(iter(first.prompts.values())).question, Declare)
    engaged_already = msgspec.structs.replace(first, engaged={"b": ("a",), "a": ("b",)}, charges={})
    assert reactions(engaged_already, "b", "a2") == ("hold", "flee")
    moved = answer(first, EndDeclarations(), 5, 5).state
    assert reactions(moved, "b", "a2") == ("hold",)


def test_a_charger_who_is_gone_since_the_question_is_passed_over() -> None:
    alone = unit("a2", 28, 28, facing_deg=270, models=1)
    units = unit("a", 20, 20), unit("b", 20, 28, facing_deg=180), alone
    now = answer(answer(declaring(*units), charge()).state, HELD).state
    now = answer(answer(now, charge(by="a2")).state, HELD).state
    (model,) = now.table.units["a2"].models
    off = APPLIES[Adjusted](now, Adjusted(change=RemoveModel(model=model)))
    assert set(off.charges) == {"a"}
    moved = answer(off, MoveCharger(unit="a2"), 5, 5)
    assert [e.unit for e in kinds(moved, Engaged)] == ["a"]


# rules: T9A-CHG-28
def test_chargers_of_one_target_are_all_rolled_before_one_moves() -> None:
    """T9A-CHG-28."""
    units = unit("a", 20, 20), unit("b", 20, 28, facing_deg=180)
    flank = unit("a2", 28, 28, facing_deg=270)
    now = answer(answer(declaring(*units, flank), charge()).state, HELD).state
    now = answer(answer(now, charge(by="a2")).state, HELD).state
    assert isinstance(next(iter(now.prompts.values())).question, NextCharger)
    rolled = answer(now, MoveCharger(unit="a2"), 4, 4, 5, 5)
    assert sorted(e.unit for e in kinds(rolled, ChargeRolled)) == ["a", "a2"]
    assert not kinds(rolled, Moved)
    moved = answer(rolled.state, MoveCharger(unit="a2"))
    assert {e.unit for e in kinds(moved, Engaged)} == {"a", "a2"}
    assert set(moved.state.engaged["b"]) == {"a", "a2"}
    waits = [note.line.key for note in kinds(moved, Noted)]
    assert waits == ["ninth_age.log.combat_waits"], "told at the first contact of a battle only"


# rules: T9A-CHG-28
def test_a_charger_leaves_room_for_those_who_charge_with_it() -> None:
    """By itself the first would cover the whole front of three; so both get into contact."""
    now = declaring(
        unit("a1", 33, 20), unit("a2", 39, 20), lone("b", (36, 28), 180, (25, 25), 3, 3)
    )
    alone = plan(ground_of(now), "a1", "b", "front")
    assert alone is not None
    assert alone.end.at == pytest.approx((36 * INCH, alone.end.at[1]), abs=4)
    for charger in ("a1", "a2"):
        now = answer(answer(now, charge("b", charger)).state, HELD).state
    now = answer(now, MoveCharger(unit="a1"), 6, 6, 6, 6).state
    run = answer(now, MoveCharger(unit="a1"))
    assert [event.success for event in kinds(run, ChargeEnded)] == [True, True]
    assert engaged(run.state, "a1")
    assert engaged(run.state, "a2")


# rules: T9A-CHG-28
@pytest.mark.parametrize("first", ["a1", "a2"])
def test_chargers_of_one_target_bring_the_most_models_into_contact_together(first) -> None:
    """Two of five files and a front of ten: whoever moves first goes to one end of it, although
    straight on it would bring in more by itself."""
    units = unit("a1", 35, 20), unit("a2", 41, 20), lone("b", (36, 28), 180, (25, 25), 10, 10)
    now = declaring(*units)
    for charger in ("a1", "a2"):
        now = answer(answer(now, charge("b", charger)).state, HELD).state
    now = answer(now, MoveCharger(unit=first), 6, 6, 6, 6).state
    after = answer(now, MoveCharger(unit=first)).state
    ground = ground_of(after)
    blocks = {key: ground.block(key) for key in ("a1", "a2", "b")}

    def met(key, *others):
        shapes = [(blocks[key].shape_of(number),) for number in range(blocks[key].count)]
        solids = [blocks[other].solid for other in others]
        return sum(any(separation(one, solid) <= TOUCH for solid in solids) for one in shapes)

    assert (met("a1", "b"), met("a2", "b"), met("b", "a1", "a2")) == (5, 5, 10)


# rules: T9A-CHG-21
def test_the_chance_of_a_charge_is_that_of_its_dice() -> None:
    """T9A-CHG-21: two dice, or three of which the lowest is dropped."""
    foot = table(unit("a", 20, 20), unit("b", 20, 30))
    assert chance(foot, "a", 9.5 * INCH) == Fraction(26, 36)
    assert chance(foot, "a", 16 * INCH) == Fraction(1, 36)
    assert chance(foot, "a", 16.01 * INCH) == 0
    horse = table(unit("a", 20, 20, troop_type="cavalry"), unit("b", 20, 30))
    assert chance(horse, "a", 16 * INCH) == Fraction(16, 216)


# rules: T9A-CHG-24, T9A-CHG-33
def test_a_target_is_turned_where_nothing_else_brings_the_charger_flush() -> None:
    """T9A-CHG-24, -33: at the end of a narrow way the charger has no room to turn fully."""
    units = unit("a", 20, 20), unit("b", 20, 28, facing_deg=200)
    walls = [
        {
            "id": f"wall{sign}", "kind": "impassable", "size_mm": [25.4, 203.2],
            "centre": [20 + sign * (6250 / INCH + 0.6), 22],
        }
        for sign in (-1, 1)
    ]  # fmt: skip
    ground = ground_of(table(*units, terrain=walls))
    side = side_of(ground, "a", "b")
    assert plan(ground, "a", "b", side, foe="engaged") is None
    found = plan(ground, "a", "b", side)
    assert found is not None
    assert found.target is not None
    assert abs(separation(found.end.solid, found.target.solid)) < 3
    assert all(
        separation(block.solid, rocks) > -3
        for block in (found.end, found.target)
        for rocks in ground.impassable.values()
    )
    assert found.target.facing == 203_000
    run = answer(answer(declaring(*units, terrain=walls), charge()).state, HELD, 5, 5)
    assert stands(run.state, "b")[2] == 203
    assert engaged(run.state, "b")


# rules: T9A-CHG-27
def test_a_fleeing_target_is_touched_and_nobody_aligns() -> None:
    """T9A-CHG-27."""
    ground = ground_of(table(unit("a", 20, 20), unit("b", 20, 28, facing_deg=20, fleeing=True)))
    found = plan(ground, "a", "b", side_of(ground, "a", "b"), foe="fleeing")
    assert found is not None
    assert found.end.facing == 0
    assert abs(separation(found.end.solid, ground.block("b").solid)) < 4


# rules: T9A-CHG-23, T9A-CHG-25, T9A-UNIT-03
@pytest.mark.parametrize("x", [34.2, 36, 37.9])
def test_behind_a_short_last_rank_a_charge_ends_where_a_base_stands(x: float) -> None:
    """One model in the last rank, on the left: nobody fights the empty places beside it."""
    ground = ground_of(table(lone("a", (x, 12), 0, (25, 25), 1, 1, 6), unit("b", 36, 20, models=6)))
    found = plan(ground, "a", "b", "rear")
    assert found is not None
    assert abs(separation(found.end.solid, ground.block("b").solid)) < 4
    assert found.contact == 2


# rules: T9A-CHG-26, T9A-CHG-27
def test_a_fleeing_target_is_run_into_straight_on_where_that_touches_it() -> None:
    """More contact is not looked for."""
    fleeing = unit("b", 23, 28, facing_deg=20, fleeing=True)
    ground = ground_of(table(unit("a", 20, 20), fleeing))
    found = plan(ground, "a", "b", side_of(ground, "a", "b"), foe="fleeing")
    assert found is not None
    assert found.wheel == 0
    assert (found.end.at[0], found.end.facing) == (20 * INCH, 0)


# rules: T9A-EDGE-01, T9A-CHG-32
@pytest.mark.parametrize(("x", "able"), [(0.6, False), (10.6, True)])
def test_a_column_does_not_swing_its_rear_over_the_edge_to_charge(x: float, able: bool) -> None:
    column = lone("a", (x, 20), 0, (25, 25), 1, 6)
    ground = ground_of(table(column, lone("b", (x + 7, 28), 220, (25, 25), 5, 5)))
    assert (plan(ground, "a", "b", side_of(ground, "a", "b")) is not None) == able


# rules: T9A-UNIT-11
def test_a_front_that_lies_half_in_either_arc_rolls_for_the_side() -> None:
    """T9A-UNIT-11: its middle stands exactly on the ray from the target's corner."""
    half = 2500 / INCH
    foe = unit("b", 36, 30, files=5, models=25, facing_deg=180)
    # The ray leaves the target's front left corner downwards and to the right at 45 degrees.
    x, y = 36 + 6250 / INCH + 5, 30 - 6250 / INCH - 5
    charger = unit("a", x, y - half, facing_deg=0, models=10)
    now = declaring(charger, foe, unit("a2", 5, 5))
    assert sides_of(ground_of(now), "a", "b") == ("front", "left")
    for face, side in ((3, "front"), (4, "left")):
        assert answer(now, charge(), face).state.charges["a"].side == side


# rules: T9A-CHG-27, T9A-REF-03, T9A-PURS-11
def test_who_runs_an_enemy_down_may_pivot_if_it_passes_a_test() -> None:
    now = declaring(unit("a", 20, 20), unit("b", 20, 26, fleeing=True), unit("b2", 60, 40))
    caught = answer(now, charge(), 1, 1, 5, 5).state
    question = next(iter(caught.prompts.values())).question
    assert isinstance(question, FormUp)
    assert (question.pivot, question.test) == (True, 7)
    assert refused(caught, Reform(unit="a", files=4, facing=90_000)).code == "pivot_files"
    turn = Reform(unit="a", files=5, facing=90_000)
    assert preview(caught, ("A",), PlanReform(unit="a", files=5, facing=90_000)).action == turn
    assert stands(answer(caught, turn, 3, 4).state, "a")[2] == 90
    assert stands(answer(caught, turn, 6, 4).state, "a")[2] == 0
    assert stands(answer(caught, Keep()).state, "a")[2] == 0
