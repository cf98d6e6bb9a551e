"""Rallying, flight and panic (chapters COMP, RALLY, FLEE, PANIC)."""

import msgspec
import pytest

from rules.core.events import Lost
from rules.core.values import INCH
from rules.core.wording import word
from rules.ninth_age.actions import Keep, Next, PlanFlight, Reform, Wander
from rules.ninth_age.edition import FIRST, SEED
from rules.ninth_age.events import Fled, LeadershipTested
from rules.ninth_age.numbers import rallies
from rules.ninth_age.play.units.reading import may_shoot
from rules.ninth_age.questions import FormUp, MoveUnits, NextPanic, NextRally, NextWander
from rules.ninth_age.state import Fleeing, Flight, Moving, Rallying, State, Wandering
from rules.ninth_age.views.tell import tell

from .kit import RULES, advance, answer, begun, kinds, on, refused, stands, table, unit

COMPULSORY = Rallying(side="A"), Fleeing(side="A"), Wandering(side="A"), Moving(side="A")


# rules: T9A-RALLY-02
@pytest.mark.parametrize(
    ("faces", "leadership", "now", "start", "older", "first"),
    [
        ((1, 2), 10, 9, 40, False, True),
        ((1, 1), 2, 9, 40, True, False),
        ((3, 4), 7, 10, 40, True, False),
        ((2, 2), 7, 10, 40, True, True),
        ((3, 4), 7, 11, 40, True, True),
    ],
)
def test_who_rallies_below_a_quarter_in_either_text(
    faces, leadership, now, start, older, first
) -> None:
    """T9A-RALLY-02 and its switch: a double one, or half the Leadership."""
    assert rallies(faces, leadership, now, start, SEED) is older
    assert rallies(faces, leadership, now, start, FIRST) is first


# rules: T9A-COMP-01, T9A-COMP-02
def test_all_test_before_anybody_flees_or_each_flees_at_once() -> None:
    """T9A-COMP-01, -02 and the switch."""
    units = (
        unit("a", 10, 30, facing_deg=180, fleeing=True),
        unit("a2", 40, 30, facing_deg=180, fleeing=True),
        unit("a3", 60, 30),
    )
    asked = begun(table(*units), *COMPULSORY)
    assert isinstance(next(iter(asked.state.prompts.values())).question, NextRally)
    older = answer(asked.state, Next(unit="a2"), 6, 6, 6, 5)
    assert [e.unit for e in kinds(older, LeadershipTested)] == ["a2", "a"]
    assert not kinds(older, Fled)
    first = begun(table(*units, switches=FIRST), *COMPULSORY)
    order = answer(first.state, Next(unit="a2"), 6, 6, 1, 2, 6, 5, 1, 3).events
    told = [(type(e).__name__, e.unit) for e in order if isinstance(e, LeadershipTested | Fled)]
    assert told == [
        ("LeadershipTested", "a2"),
        ("Fled", "a2"),
        ("LeadershipTested", "a"),
        ("Fled", "a"),
    ]


# rules: T9A-RALLY-05, T9A-RALLY-06, T9A-RALLY-07, T9A-RALLY-08
def test_who_rallied_may_reform_and_nothing_else() -> None:
    """T9A-RALLY-05 to -08."""
    rallied = begun(
        table(unit("a", 20, 30, facing_deg=180, fleeing=True), unit("a2", 40, 30)),
        *COMPULSORY, dice=(1, 2),
    ).state  # fmt: skip
    assert isinstance(next(iter(rallied.prompts.values())).question, FormUp)
    after = answer(rallied, Reform(unit="a", files=5, facing=0)).state
    assert stands(after, "a") == (20, 30, 0)
    assert refused(after, advance("a", on(1))).code == "may_not_move"
    assert not may_shoot(after, "a")
    assert stands(answer(rallied, Keep()).state, "a") == (20, 30, 180)


# rules: T9A-FLEE-15, T9A-PANIC-05, T9A-PANIC-06
def test_a_unit_run_through_tests_after_the_move_and_flees_from_the_nearest_enemy() -> None:
    """T9A-FLEE-15, T9A-PANIC-05, -06."""
    run = begun(
        table(
            unit("a", 36, 30, facing_deg=180, fleeing=True), unit("a2", 36, 26, Ld=8),
            unit("b", 30, 26, facing_deg=90),
        ),
        Flight(unit="a"), Moving(side="A"), dice=(4, 5, 6, 5, 2, 2),
    )  # fmt: skip
    assert [e.passed for e in kinds(run, Fled)] == [{"a2": 10}, {}]
    assert stands(run.state, "a2") == (40, 26, 90)
    assert run.state.fleeing("a2")


# rules: T9A-PANIC-06
def test_the_owner_orders_panic_tests_and_all_are_rolled_before_anybody_runs() -> None:
    """T9A-PANIC-06."""
    run = begun(
        table(
            unit("a", 36, 30, facing_deg=180, fleeing=True),
            unit("a2", 34.6, 26, models=4, files=2),
            unit("a3", 37.4, 26, models=4, files=2),
            unit("b", 36, 40, facing_deg=180),
        ),
        Flight(unit="a"), Moving(side="A"), dice=(6, 6),
    )  # fmt: skip
    question = next(iter(run.state.prompts.values())).question
    assert isinstance(question, NextPanic)
    assert set(question.units) == {"a2", "a3"}
    after = answer(run.state, Next(unit="a3"), 6, 6, 6, 5, 1, 1, 1, 2)
    told = [
        (type(e).__name__, e.unit) for e in after.events if isinstance(e, Fled | LeadershipTested)
    ]
    assert told == [
        ("LeadershipTested", "a3"), ("LeadershipTested", "a2"), ("Fled", "a3"), ("Fled", "a2"),
    ]  # fmt: skip


# rules: T9A-FLEE-10, T9A-FLEE-20
def test_a_unit_that_leaves_the_table_panics_friends_near_the_edge_once() -> None:
    """T9A-FLEE-10, -20: one corner is enough, and the friend it ran through tests but once."""
    run = begun(
        table(
            unit("a", 36, 6, facing_deg=200, fleeing=True), unit("a2", 35.5, 3.5, models=5),
            unit("a3", 60, 6),
        ),
        Flight(unit="a"), Moving(side="A"), dice=(5, 6, 1, 2),
    )  # fmt: skip
    assert kinds(run, Fled)[0].destroyed
    assert [(e.why, len(e.models)) for e in kinds(run, Lost)] == [("edge", 10)]
    assert [e.unit for e in kinds(run, LeadershipTested)] == ["a2"]


# rules: T9A-FLEE-04, T9A-FLEE-08, T9A-DT-02
def test_models_that_ran_through_enemies_and_rocks_test_once_for_each() -> None:
    """T9A-FLEE-04, -08, T9A-DT-02: monstrous infantry throws two dice; wounds are pooled."""
    ogres = unit(
        "a", 36, 30, facing_deg=180, fleeing=True, files=3, models=6, base_mm=[40, 40], W=3,
        troop_type="monstrous_infantry",
    )  # fmt: skip
    foe = unit("b", 36, 27.5, base_mm=[20, 20])
    rock = {"id": "rock", "kind": "impassable", "centre": [36, 24], "size_mm": [200, 25]}
    dice = (1, 1, 1, 1, *(2,) * 8, *(3,) * 12)
    run = begun(
        table(ogres, foe, terrain=[rock]), Flight(unit="a"), Moving(side="A"), dice=(6, 6, *dice)
    )
    assert kinds(run, Fled)[0].passed == {"b": 6, "rock": 6}
    assert [len(e.models) for e in kinds(run, Lost)] == [1]
    assert run.state.table.units["a"].count("wounds") == 1


# rules: T9A-FLEE-14
def test_dice_of_a_flight_through_enemies_fail_on_one_or_up_to_three() -> None:
    """T9A-FLEE-14 and its switch."""
    units = unit("a", 36, 30, facing_deg=180, fleeing=True), unit("b", 36, 26)
    dice = (6, 6, *(1, 2, 3, 4, 5, 6, 6, 6, 6, 6))
    for switches, fallen in ((SEED, 1), (FIRST, 3)):
        run = begun(table(*units, switches=switches), Flight(unit="a"), Moving(side="A"), dice=dice)
        assert sum(len(e.models) for e in kinds(run, Lost)) == fallen


# rules: T9A-FLEE-07
def test_a_flight_ends_free_or_an_inch_clear() -> None:
    """T9A-FLEE-07 and its switch."""
    units = unit("a", 36, 30, facing_deg=180, fleeing=True), unit("b", 36, 24)
    dice = (2, 3, *(6,) * 10)
    lengths = []
    for switches in (SEED, FIRST):
        run = begun(table(*units, switches=switches), Flight(unit="a"), Moving(side="A"), dice=dice)
        lengths.append(kinds(run, Fled)[0].length / INCH)
    assert lengths[0] == pytest.approx(6 + 5000 / INCH, abs=0.001)
    assert lengths[1] == pytest.approx(7 + 5000 / INCH, abs=0.11)


# rules: T9A-FLEE-02
def test_swift_units_throw_three_dice_and_drop_the_lowest() -> None:
    """T9A-FLEE-02."""
    riders = unit("a", 36, 40, facing_deg=180, fleeing=True, troop_type="cavalry")
    run = begun(
        table(riders, unit("a2", 60, 40)), Flight(unit="a"), Moving(side="A"), dice=(1, 5, 6)
    )
    assert kinds(run, Fled)[0].roll == 11


# rules: T9A-COMP-04, T9A-COMP-05
def test_a_random_move_goes_straight_and_stops_short_of_what_is_in_the_way() -> None:
    """T9A-COMP-04, -05."""
    units = unit("a", 36, 20, random_movement="2D6"), unit("a2", 36, 30), unit("a3", 60, 20)
    now = begun(table(*units), Wandering(side="A"), Moving(side="A")).state
    assert isinstance(next(iter(now.prompts.values())).question, NextWander)
    short = answer(now, Wander(unit="a", facing=0), 6, 6).state
    assert stands(short, "a")[1] == pytest.approx(30 - 5000 / INCH - 1, abs=0.002)
    free = answer(now, Wander(unit="a", facing=90_000), 3, 2).state
    assert stands(free, "a") == (41, 20, 90)
    question = next(iter(free.prompts.values())).question
    assert isinstance(question, MoveUnits)
    assert "a" not in question.units


def test_an_agreed_counter_makes_a_unit_flee() -> None:
    state = table(unit("a", 20, 20))
    fleeing = msgspec.structs.replace(state, table=state.table.with_counter("a", "fleeing", 1))
    assert fleeing.fleeing("a")


def pushed_to(y: float) -> State:
    """A fleeing unit at this height, two friends behind one another below it, and a foe."""
    return table(
        unit("a", 36, y, facing_deg=180, fleeing=True), unit("a2", 36, y - 6),
        unit("a3", 36, y - 8), unit("b", 10, 40),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("y", "dice", "says"),
    [
        (30, (1, 2), "a: flight of 3.0″, rolled 3."),
        (30, (3, 3), "a: flight of 10.0″: 6″ rolled, and 4.0″ on through a2 and a3 until free."),
        (30, (4, 4), "a: flight of 10.0″: 8″ rolled, and 2.0″ on through a3 until free."),
        (9, (3, 3), "a: flight off the table, 8.0″ to the edge: 6″ rolled, and 2.0″ on through a2"
                    " and a3, nowhere free."),
    ],
)  # fmt: skip
def test_a_flight_is_told_with_what_pushed_it_beyond_its_roll(y, dice, says) -> None:
    """T9A-FLEE-05, -06, -11: the roll, and how far on through whom."""
    run = begun(pushed_to(y), Flight(unit="a"), Moving(side="A"), dice=(*dice, *(1,) * 8))
    line = tell(kinds(run, Fled)[0])
    assert word(line, "en", {}) == says


def test_a_flight_that_is_looked_at_names_the_friends_who_may_panic() -> None:
    """T9A-FLEE-15: whoever would be run through, before anybody chooses to flee."""
    state = pushed_to(30)
    shown = RULES.preview(state, frozenset("A"), PlanFlight(unit="a"))
    assert [word(line, "en", {}) for line in shown.lines] == [
        "a: flight of 10.0″: 7″ rolled, and 3.0″ on through a2 and a3 until free.",
        "A flight through a2: a panic test may follow there.",
        "A flight through a3: a panic test may follow there.",
    ]
    free = RULES.preview(table(unit("a", 36, 30)), frozenset("A"), PlanFlight(unit="a"))
    assert free.lines == ()
