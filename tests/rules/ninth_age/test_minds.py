"""Stupidity, frenzy, terror, feigned flight, and what the undead will not do (chapter SR)."""

from typing import Any

import msgspec
import pytest

from rules.core.events import Rolled
from rules.core.values import INCH
from rules.geometry.wheels import on_table
from rules.ninth_age.actions import EndDeclarations, Keep, PlanWander, React, Wander
from rules.ninth_age.events import Did, Fled, LeadershipTested
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.play.harm.saves import Blow, special_save
from rules.ninth_age.play.moving.declaring import reactions
from rules.ninth_age.play.units.leadership import dice_of_test
from rules.ninth_age.play.units.presence import leader
from rules.ninth_age.play.units.reading import may_charge, may_march, may_move, may_shoot
from rules.ninth_age.play.units.reading import moved as has_moved
from rules.ninth_age.questions import FormUp, HowToReact, MoveUnits, NextWander
from rules.ninth_age.state import (
    Charging,
    Declaring,
    Flight,
    Moving,
    Raging,
    Rallying,
    State,
    Stupor,
    Wandering,
)
from rules.ninth_age.troops import in_force
from rules.ninth_age.views.previewing import preview

from .charging import charge
from .kit import answer, begun, march, on, refused, stands, table, unit, with_stats

FAR = unit("b", 70, 46)


def question(state: State) -> Any:
    """What is asked."""
    (prompt,) = state.prompts.values()
    return prompt.question


def taken(run: Any) -> list[tuple[str, str, bool]]:
    """Leadership tests taken."""
    return [(e.unit, e.test, e.passed) for e in run.events if isinstance(e, LeadershipTested)]


# rules: T9A-SR-STUPIDITY, T9A-TURN-01
def test_the_stupid_test_at_the_start_and_who_fails_only_stumbles_on() -> None:
    state = with_stats(table(unit("a", 20, 20), FAR), "a", rules=("stupidity",))
    run = begun(state, Stupor(side="A"), Wandering(side="A"), Moving(side="A"), dice=(5, 6))
    assert taken(run) == [("a", "stupidity", False)]
    now = run.state
    assert isinstance(question(now), NextWander)
    assert question(now).fixed == ("a",)
    assert not may_charge(now, "a")
    assert not may_move(now, "a")
    assert not may_shoot(now, "a")
    assert refused(now, Wander(unit="a", facing=90_000)).code == "stupid_straight"
    after = answer(now, Wander(unit="a", facing=0), 4)
    assert stands(after.state, "a") == (20, 24, 0)
    calm = begun(state, Stupor(side="A"), Wandering(side="A"), Moving(side="A"), dice=(1, 2))
    assert isinstance(question(calm.state), MoveUnits)


# rules: T9A-SR-STUPIDITY
def test_the_stupid_stop_an_inch_before_an_enemy() -> None:
    units = unit("a", 20, 20), unit("b", 20, 24, facing_deg=180)
    state = with_stats(table(*units), "a", rules=("stupidity",))
    now = begun(state, Stupor(side="A"), Wandering(side="A"), dice=(6, 6)).state
    after = answer(now, Wander(unit="a", facing=0), 6).state
    assert stands(after, "a")[1] == pytest.approx(24 - 50 / 25.4 - 1, abs=0.002)
    assert not after.engaged


# rules: T9A-CHG-04, T9A-SR-FRENZY
def test_the_frenzied_charge_the_nearest_unless_they_hold_themselves_back() -> None:
    near = unit("b", 20, 28, facing_deg=180), unit("b2", 26, 29, facing_deg=180)
    state = with_stats(table(unit("a", 20, 20), *near), "a", rules=("frenzy",))
    steps = Declaring(side="A"), Raging(side="A"), Charging(side="A"), Moving(side="A")
    now = begun(state, *steps).state
    run = answer(now, EndDeclarations(), 6, 6)
    assert taken(run) == [("a", "frenzy", False)]
    assert run.state.charges["a"].target == "b"
    assert isinstance(question(run.state), HowToReact)
    assert isinstance(question(answer(now, EndDeclarations(), 3, 4).state), MoveUnits)


# rules: T9A-SR-FRENZY
def test_the_frenzied_do_not_test_without_an_enemy_to_charge() -> None:
    state = with_stats(table(unit("a", 20, 20), FAR), "a", rules=("frenzy",))
    assert taken(begun(state, Raging(side="A"), Moving(side="A"))) == []


# rules: T9A-SR-TERROR, T9A-TT-01, T9A-CHG-13
def test_who_fails_the_terror_test_must_flee_from_the_charge() -> None:
    beast = unit("a", 20, 20, models=1, files=1, base_mm=[50, 100], troop_type="monster", M=6)
    state = table(beast, unit("b", 20, 30, facing_deg=180), unit("a2", 5, 5))
    now = begun(state, Declaring(side="A"), Charging(side="A"), Moving(side="A")).state
    fled = answer(now, charge(), 6, 6, 3, 3, 1, 1)
    assert taken(fled)[0] == ("b", "terror", False)
    assert [(e.unit, e.roll) for e in fled.events if isinstance(e, Fled)] == [("b", 6)]
    stood = answer(now, charge(), 1, 1)
    assert question(stood.state).reactions == ("hold", "flee")
    assert taken(stood) == [("b", "terror", True)]


# rules: T9A-SR-TERROR, T9A-SR-IMMUNETOPSYCHOLOGY
@pytest.mark.parametrize(
    ("stats", "offered"),
    [({"rules": ("fear",)}, ("hold", "flee")), ({"rules": ("undead",)}, ("hold",)),
     ({"troop_type": "monster"}, ("hold", "flee")), ({"rules": ("immune_to_psychology",)},
      ("hold",))],
)  # fmt: skip
def test_who_is_not_afraid_takes_no_terror_test(stats: Any, offered: Any) -> None:
    beast = unit("a", 20, 20, models=1, files=1, base_mm=[50, 100], troop_type="monster", M=6)
    state = with_stats(
        table(beast, unit("b", 20, 30, facing_deg=180), unit("a2", 5, 5)), "b", **stats
    )
    run = answer(begun(state, Declaring(side="A"), Charging(side="A")).state, charge(),
                 *([3, 3] if len(offered) == 1 else []))  # fmt: skip
    assert taken(run) == []
    assert reactions(run.state, "b", "a") == offered


# rules: T9A-SR-TERROR, T9A-PANIC-02
def test_who_withstood_one_terror_withstands_the_next_of_the_phase() -> None:
    beasts = (
        unit("a", 20, 20, models=1, files=1, base_mm=[50, 100], troop_type="monster", M=6),
        unit("a2", 24, 20, models=1, files=1, base_mm=[50, 100], troop_type="monster", M=6),
    )
    state = table(*beasts, unit("b", 22, 30, facing_deg=180))
    now = begun(state, Declaring(side="A"), Charging(side="A")).state
    one = answer(now, charge(), 1, 1)
    assert one.state.did("b", "calm")
    held = answer(one.state, React(reaction="hold"))
    two = answer(held.state, charge(by="a2"))
    assert taken(two) == []
    assert question(two.state).reactions == ("hold", "flee")


# rules: T9A-SR-TERROR, T9A-TT-04
def test_a_crew_that_terror_shakes_holds_and_does_not_shoot() -> None:
    beast = unit("a", 20, 20, models=1, files=1, base_mm=[50, 100], troop_type="monster", M=6)
    machine = unit("b", 20, 30, models=1, files=1, facing_deg=180, troop_type="war_machine")
    state = table(beast, machine, unit("a2", 5, 5))
    run = answer(begun(state, Declaring(side="A"), Charging(side="A")).state, charge(),
                 6, 6, 3, 3)  # fmt: skip
    assert taken(run) == [("b", "terror", False)]
    assert run.state.jammed == {"b": 1}
    assert not run.state.fleeing("b")


# rules: T9A-SR-UNDEAD, T9A-MARCH-10
def test_the_undead_march_near_their_general_only() -> None:
    def undead(x: float) -> State:
        state = table(unit("a", 20, 20), unit("a_lord", x, 20, models=1, files=1), FAR)
        state = with_stats(state, "a", rules=("undead",))
        return with_stats(state, "a_lord", rules=("undead",), general=True, character=True)

    assert may_march(undead(30), "a")
    assert not may_march(undead(40), "a")


# rules: T9A-SR-FASTCAVALRY, T9A-RALLY-07, T9A-RALLY-08
def test_fast_cavalry_that_fled_on_purpose_moves_after_it_rallies() -> None:
    riders = unit("b", 20, 28, facing_deg=180)
    state = with_stats(
        table(unit("a", 20, 20), riders, unit("a2", 5, 5)), "b", rules=("fast_cavalry",)
    )
    now = begun(state, Declaring(side="A"), Moving(side="A")).state
    fled = answer(answer(now, charge()).state, React(reaction="flee"), 3, 4).state
    assert fled.feigned == ("b",)
    bare = msgspec.structs.replace(fled, deeds={}, prompts={}, agenda=(), charges={}, active="B")
    rallied = begun(bare, Rallying(side="B"), Moving(side="B"), dice=(1, 2))
    assert isinstance(question(rallied.state), FormUp)
    after = answer(rallied.state, Keep()).state
    assert after.feigned == ()
    assert may_move(after, "b")
    assert may_shoot(after, "b")
    assert has_moved(after, "b")
    failed = begun(bare, Rallying(side="B"), Moving(side="B"), dice=(6, 6)).state
    assert failed.feigned == ()


# rules: T9A-SR-RANDOMMOVEMENT, T9A-COMP-05, T9A-PURS-05, T9A-DT-05
def test_a_random_mover_charges_whom_it_meets_and_is_in_danger_only_then() -> None:
    ruin = {"id": "ruin", "kind": "ruin", "centre": [20, 23], "size_mm": [100, 20]}
    beast = unit("a", 20, 20, models=1, files=1, base_mm=[50, 50], random_movement="2D6")
    state = table(beast, unit("b", 20, 30, facing_deg=180), terrain=[ruin])
    now = begun(state, Wandering(side="A")).state
    met = answer(now, Wander(unit="a", facing=0), 5, 5, 6)
    assert met.state.engaged == {"a": ("b",), "b": ("a",)}
    assert [e.why for e in met.events if isinstance(e, Rolled)] == ["random_move", "dangerous"]
    assert [e.deed for e in met.events if isinstance(e, Did)] == ["wandered", "moved", "charged"]
    short = answer(now, Wander(unit="a", facing=0), 3, 3)
    assert stands(short.state, "a")[1] == 26
    assert not short.state.engaged
    beside = answer(now, Wander(unit="a", facing=90_000), 6, 6)
    assert stands(beside.state, "a")[:2] == (32, 20)
    assert [e.why for e in beside.events if isinstance(e, Rolled)] == ["random_move"]


# rules: T9A-SR-RANDOMMOVEMENT, T9A-PURS-06
def test_a_random_mover_stops_an_inch_from_who_stands_beside_its_way_and_from_friends() -> None:
    beast = unit("a", 20, 20, models=1, files=1, base_mm=[50, 50], random_movement="2D6")
    y = 20 + 4
    for other, gap in ((unit("b", 20 + 4.2, y), 0.5), (unit("a2", 20, 26), 0)):
        now = begun(table(beast, other, FAR | {"id": "b3"}), Wandering(side="A")).state
        after = answer(now, Wander(unit="a", facing=0), 6, 6).state
        assert not after.engaged
        assert stands(after, "a")[1] < 32, gap


# rules: T9A-SR-RANDOMMOVEMENT, T9A-COMP-05
def test_a_random_mover_that_would_lie_over_a_friend_turns_only_until_an_inch_off() -> None:
    """50 mm wide and 150 deep, 1.5 inches beside a friend: 0.984 cos x + 2.953 sin x = 1.484."""
    wagon = unit("a", 20, 20, models=1, files=1, base_mm=[50, 150], random_movement="2D6")
    friend = unit("a2", 20 + (25 + 12.5) / 25.4 + 1.5, 20, models=1, files=1, base_mm=[25, 200])
    now = begun(table(wagon, friend, FAR), Wandering(side="A")).state
    x, y, turned = stands(answer(now, Wander(unit="a", facing=90_000), 6, 6).state, "a")
    assert (x, y) == (20, 20)
    assert turned == pytest.approx(10.04, abs=0.05)


# rules: T9A-SR-RANDOMMOVEMENT, T9A-EDGE-01
def test_a_random_mover_that_cannot_leave_the_edge_turns_only_as_far_as_the_table_allows() -> None:
    """100 mm deep and 1.2 inches from the edge: turned about, and held by a friend, it would hang
    over it."""
    wagon = unit("a", 1.2, 20, models=1, files=1, base_mm=[50, 100], random_movement="2D6")
    friend = unit("a2", 1.2 + 50 / 25.4 + 1 + 12.5 / 25.4 + 0.2, 20, models=1, files=1)
    now = begun(table(wagon, friend, FAR), Wandering(side="A")).state
    after = answer(now, Wander(unit="a", facing=90_000), 6, 6).state
    x, y, turned = stands(after, "a")
    assert (x, y) == (1.2, 20)
    assert 0 < turned < 90
    assert on_table(ground_of(after).block("a").solid, (72 * INCH, 48 * INCH))
    free = begun(table(wagon, FAR), Wandering(side="A")).state
    assert stands(answer(free, Wander(unit="a", facing=90_000), 1, 1).state, "a") == (3.2, 20, 90)


# rules: T9A-SR-RANDOMMOVEMENT
def test_random_movers_flee_by_their_own_dice() -> None:
    beast = unit("a", 20, 20, models=1, files=1, random_movement="3D6", fleeing=True)
    run = begun(table(beast, FAR), Flight(unit="a"), dice=(1, 2, 6))
    assert [e.roll for e in run.events if isinstance(e, Fled)] == [9]


# rules: T9A-COMP-05
def test_a_preview_of_a_random_move_shows_whom_it_may_charge() -> None:
    beast = unit("a", 20, 20, models=1, files=1, base_mm=[50, 50], random_movement="2D6")
    now = begun(table(beast, unit("b", 20, 30, facing_deg=180)), Wandering(side="A")).state
    shown = preview(now, ("A",), PlanWander(unit="a", facing=0))
    assert shown.action == Wander(unit="a", facing=0)
    assert {shape.style for shape in shown.shapes} == {"flight", "target"}
    assert shown.block is not None
    assert shown.block.y < 30 * INCH
    assert preview(now, ("A",), PlanWander(unit="a", facing=-1)).refusal is not None


# --- rules of the armies' own lists ---------------------------------------------------------------


def faces(run: Any, why: str) -> list[tuple[int, ...]]:
    """Dice of rolls of one kind."""
    return [e.faces for e in run.events if isinstance(e, Rolled) and e.why == why]


# rules: T9A-SR-MARTIALDISCIPLINE
def test_the_disciplined_drop_the_highest_of_three_dice_unless_they_panic() -> None:
    units = unit("a", 20, 20), unit("b", 20, 28, facing_deg=180)
    state = with_stats(table(*units), "a", rules=("martial_discipline",))
    assert dice_of_test(state, "a", "march") == dice_of_test(state, "a", "rally") == 3
    assert dice_of_test(state, "a", "panic") == dice_of_test(state, "a", "terror") == 2
    run = answer(begun(state, Moving(side="A")).state, march("a", on(1)), 6, 3, 4)
    assert [(e.total, e.passed) for e in run.events if isinstance(e, LeadershipTested)] == [
        (7, True)
    ]


# rules: T9A-SR-UNRULY
def test_the_unruly_panic_on_three_dice_in_a_horde_and_rage_more() -> None:
    wide = with_stats(table(unit("a", 20, 20, files=10), FAR), "a", rules=("unruly",))
    assert dice_of_test(wide, "a", "panic") == 3
    assert dice_of_test(wide, "a", "rally") == 2
    narrow = with_stats(table(unit("a", 20, 20), FAR), "a", rules=("unruly",))
    assert dice_of_test(narrow, "a", "panic") == 2
    near = unit("b", 20, 28, facing_deg=180)
    raging = with_stats(table(unit("a", 20, 20), near), "a", rules=("unruly", "frenzy"))
    run = begun(raging, Raging(side="A"), Charging(side="A"), Moving(side="A"), dice=(3, 4))
    assert taken(run) == [("a", "frenzy", False)]


# rules: T9A-SR-RELENTLESS
@pytest.mark.parametrize(
    ("kind", "y", "rate"), [("infantry", 46, 3), ("cavalry", 46, 2), ("infantry", 26, 2)]
)  # fmt: skip
def test_the_relentless_march_without_a_test_and_on_foot_three_times(
    kind: str, y: float, rate: int
) -> None:
    state = with_stats(
        table(unit("a", 20, 20), unit("b", 20, y, facing_deg=180)), "a", rules=("relentless",),
        troop_type=kind,
    )  # fmt: skip
    now = begun(state, Moving(side="A")).state
    option = question(now).units["a"]
    assert (option.march, option.test) == (4 * rate * INCH, 0)
    if rate == 3:
        assert stands(answer(now, march("a", on(12))).state, "a") == (20, 32, 0)
        assert refused(now, march("a", on(12.1))).code == "too_far"


# rules: T9A-SR-OATHOFFEALTY
def test_an_oath_of_fealty_leads_the_insignificant_near_by() -> None:
    def state(gap: float, *rules: str) -> State:
        x = 20 + 75 / 25.4 + gap
        made = table(unit("a", 20, 20), unit("a_lord", x, 20, models=1, files=1, Ld=9), FAR)
        return with_stats(with_stats(made, "a", rules=rules), "a_lord", rules=("oath_of_fealty",))

    assert leader(state(5.9, "insignificant"), "a") == (9, "a_lord")
    assert leader(state(6.1, "insignificant"), "a")[0] == 7
    assert leader(state(5.9), "a")[0] == 7


# rules: T9A-SR-SHAMBOLIC
def test_something_breaks_off_a_shambolic_unit_whose_dice_are_alike() -> None:
    cart = unit("a", 36, 20, models=1, files=1, base_mm=[50, 100], random_movement="3D6", W=4)
    state = with_stats(table(cart, FAR), "a", rules=("shambolic",))
    now = begun(state, Wandering(side="A")).state
    run = answer(now, Wander(unit="a", facing=0), 3, 3, 3, 4, 2, 4, 1, 1)
    assert faces(run, "shambolic") == [(4,)]
    assert run.state.table.units["a"].count("wounds") == 2
    assert stands(run.state, "a")[:2] == (45, 20)
    assert stands(answer(now, Wander(unit="a", facing=0), 3, 3, 4).state, "a") == (36, 30, 0)


# rules: T9A-SR-GRAILOATH
def test_a_grail_oath_wards() -> None:
    assert "immune_to_psychology" in in_force(("grail_oath",), "cavalry")
    state = with_stats(table(unit("a", 20, 20), FAR), "a", rules=("grail_oath",))
    assert special_save(state.stats["a"], Blow(strength=4)) == ("ward", 5)
