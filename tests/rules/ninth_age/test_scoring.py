"""Victory points, the secondary objective and the end of a battle, on real states."""

from typing import Any

import msgspec
import pytest

from rules.core.state import Result
from rules.core.values import INCH, Line
from rules.ninth_age.play import scoring
from rules.ninth_age.play.scoring import gains, nobody_left, scores
from rules.ninth_age.play.victory import Gain, outcome, tens
from rules.ninth_age.ruleset import NinthAge
from rules.ninth_age.setup import Pregame
from rules.ninth_age.state import Battle, Opening, Place, State
from rules.ninth_age.views.goals import goals
from rules.ninth_age.views.view import Goal, View

from .kit import RULES, begun, table, unit, with_stats

replace = msgspec.structs.replace


def battle(state: State, size: int = 2000, **more: Any) -> State:
    """The same table in a game of so many points, in which every unit costs 101."""
    return replace(state, size=size, points=dict.fromkeys(state.table.units, 101), **more)


def counts(state: State) -> dict[str, int]:
    """What each side has of the only objective."""
    return scoring.counts(state, *state.objectives)


def winners(state: State) -> tuple[str, ...]:
    """Who would win the only objective."""
    return scoring.winners(state, *state.objectives)


def seen(state: State) -> View:
    """What everybody sees of a table."""
    glyphs = dict.fromkeys(state.table.units, "infantry")
    return RULES.view(replace(state, glyphs=glyphs), frozenset())


def goal(state: State) -> Goal:
    """The only objective as it is shown."""
    (found,) = goals(state)
    return found


def without(state: State, key: str) -> State:
    """A unit is destroyed."""
    return replace(state, table=state.table.without(state.table.units[key].models))


def standard(state: State, *keys: str, **more: Any) -> State:
    """Units with a standard."""
    for key in keys:
        state = with_stats(state, key, standard=True, **more)
    return state


@pytest.mark.parametrize(
    ("lead", "result"),
    [
        (0, "draw"), (99, "draw"), (100, "minor"), (400, "minor"), (401, "major"),
        (1200, "major"), (1201, "massacre"), (5000, "massacre"),
    ],
)  # fmt: skip
def test_the_result_by_the_difference(lead: int, result: str) -> None:
    """T9A-VP-08, T9A-OBJ-02: percents of 2,000 points."""
    assert outcome(lead, 2000) == result


def test_units_destroyed_fleeing_and_spent_give_points() -> None:
    """T9A-VP-01, T9A-VP-02, T9A-VP-03: all, half and half, rounded up; both halves once."""
    lost = without(battle(table(unit("a1", 20, 20), unit("b1", 40, 20))), "b1")
    assert scores(lost) == {"A": 101, "B": 0}
    flees = unit("b1", 40, 20, fleeing=True, models=10, start_models=40)
    assert scores(battle(table(unit("a1", 20, 20), flees))) == {"A": 51, "B": 0}
    for left, points in ((10, 51), (11, 0)):
        few = unit("b1", 40, 20, models=left, start_models=40)
        assert scores(battle(table(unit("a1", 20, 20), few))) == {"A": points, "B": 0}


def test_a_quarter_is_of_wounds_not_of_models() -> None:
    """T9A-VP-03: one ogre of four with one wound lost has 2 of 12 left."""
    state = battle(table(unit("a1", 20, 20), unit("b1", 40, 20, models=2, start_models=4, W=3)))
    assert scores(state)["A"] == 0
    for wounds, points in ((2, 0), (3, 51)):
        hurt = replace(state, table=state.table.with_counter("b1", "wounds", wounds))
        assert scores(hurt)["A"] == points


def test_the_general_gives_a_hundred_more() -> None:
    """T9A-VP-04."""
    state = battle(table(unit("a1", 20, 20), unit("b1", 40, 20), unit("b2", 50, 20)))
    led = with_stats(state, "b1", general=True)
    assert scores(without(led, "b1")) == {"A": 201, "B": 0}
    assert [one.why for one in gains(without(led, "b1"), "A")] == ["destroyed", "general"]
    assert scores(without(led, "b2")) == {"A": 101, "B": 0}


def test_the_centre_is_held_by_more_scoring_units_strictly_within_six() -> None:
    """T9A-OBJ-03, T9A-OBJ-04, T9A-MEAS-03: the base edge at exactly 6 inches is not within."""
    deep = 2 * 25 / 25.4 / 2
    units = (unit("a1", 36, 24 - 6 - deep), unit("b1", 36, 24 + 6 + deep - 0.01))
    state = battle(standard(table(*units), "a1", "b1"), objectives=("hold_the_ground",))
    assert counts(state) == {"A": 0, "B": 1}
    assert winners(state) == ("B",)
    assert scores(state) == {"A": 0, "B": 400}


def test_a_tie_at_the_centre_gives_nobody_the_objective() -> None:
    """T9A-OBJ-04, T9A-VP-07."""
    state = standard(table(unit("a1", 36, 21), unit("b1", 36, 27)), "a1", "b1")
    held = battle(state, objectives=("hold_the_ground",))
    assert counts(held) == {"A": 1, "B": 1}
    assert scores(held) == {"A": 0, "B": 0}


@pytest.mark.parametrize(
    ("change", "scored"),
    [
        ({"standard": True}, 1),
        ({"battle_standard": True}, 1),
        ({}, 0),
        ({"standard": True, "rules": ("light_troops",)}, 0),
        ({"battle_standard": True, "character": True}, 0),
    ],
)
def test_who_takes_ground(change: dict[str, Any], scored: int) -> None:
    """T9A-OBJ-15."""
    state = with_stats(table(unit("a1", 36, 24), unit("b1", 60, 40)), "a1", **change)
    assert counts(battle(state, objectives=("hold_the_ground",)))["A"] == scored


def test_who_flees_takes_no_ground() -> None:
    """T9A-OBJ-15."""
    state = standard(table(unit("a1", 36, 24, fleeing=True), unit("b1", 60, 40)), "a1")
    assert counts(battle(state, objectives=("hold_the_ground",)))["A"] == 0


@pytest.mark.parametrize(
    ("own", "guest", "scored"),
    [
        ({}, {}, 0),
        ({}, {"battle_standard": True}, 1),
        ({"standard": True}, {}, 1),
        ({"standard": True}, {"rules": ("light_troops",)}, 0),
        ({"standard": True}, {"rules": ("fly",)}, 0),
        ({"standard": True, "rules": ("skirmishers",)}, {"battle_standard": True}, 0),
    ],
)
def test_who_has_joined_a_unit_counts_in_it(
    own: dict[str, Any], guest: dict[str, Any], scored: int
) -> None:
    """T9A-OBJ-15: a battle standard in the ranks is a standard, one of light troops bars all."""
    state = table(unit("a1", 36, 24), unit("a_lord", 36, 20, models=1, files=1), unit("b1", 60, 40))
    state = replace(state, joined={"a_lord": Place(host="a1", file=2)})
    state = with_stats(with_stats(state, "a1", **own), "a_lord", character=True, **guest)
    assert counts(battle(state, objectives=("hold_the_ground",)))["A"] == scored


SOUTH = ((0, 0), (72 * INCH, 0), (72 * INCH, 12 * INCH), (0, 12 * INCH))
NORTH = tuple((x, 48 * INCH - y) for x, y in reversed(SOUTH))


def test_both_may_break_through_and_a_corner_in_the_zone_is_enough() -> None:
    """T9A-OBJ-05, T9A-OBJ-06."""
    deep = 25 / 25.4
    units = (unit("a1", 36, 36 - deep + 0.01), unit("b1", 36, 12 + deep - 0.01))
    state = standard(table(*units), "a1", "b1")
    held = battle(state, objectives=("breakthrough",), zones={"A": SOUTH, "B": NORTH})
    assert winners(held) == ("A", "B")
    assert scores(held) == {"A": 400, "B": 400}


@pytest.mark.parametrize(("turn", "won"), [(3, ("A",)), (4, ())])
def test_ambushers_that_came_late_do_not_break_through(turn: int, won: tuple[str, ...]) -> None:
    """T9A-OBJ-06: in game turn 4 or later."""
    state = standard(table(unit("a1", 36, 40), unit("b1", 10, 40)), "a1", "b1")
    opening = Opening(arrived={"a1": turn})
    zones = {"A": SOUTH, "B": NORTH}
    held = battle(state, objectives=("breakthrough",), zones=zones, opening=opening)
    assert winners(held) == won


def test_a_unit_short_of_the_zone_does_not_break_through() -> None:
    """T9A-OBJ-06: an inch before it is not in it, nor is one's own zone."""
    deep = 25 / 25.4
    state = standard(table(unit("a1", 36, 36 - deep - 1), unit("b1", 36, 40)), "a1", "b1")
    held = battle(state, objectives=("breakthrough",), zones={"A": SOUTH, "B": NORTH})
    assert winners(held) == ()


def test_more_chosen_standards_removed_capture_the_flags() -> None:
    """T9A-OBJ-11: those of destroyed units count, equal numbers give nobody the objective."""
    state = table(*(unit(f"{side}{n}", 10 + 10 * n, 20, owner=side.upper())
                    for side in "ab" for n in (1, 2, 3)))  # fmt: skip
    flags = {"A": ("b1", "b2", "b3"), "B": ("a1",)}
    state = battle(state, objectives=("capture_the_flags",), flags=flags)
    one = without(state, "b2")
    assert (counts(one), winners(one)) == ({"A": 1, "B": 0}, ("A",))
    both = without(one, "a1")
    assert winners(both) == ()
    assert counts(without(without(both, "b1"), "a2")) == {"A": 2, "B": 1}


def test_a_standard_still_to_come_is_removed_only_at_the_end() -> None:
    """T9A-OBJ-11, T9A-OBJ-10: the chosen unit lies in ambush."""
    state = table(unit("a1", 20, 20), unit("b1", 40, 20), unit("b2", 60, 20))
    units = state.table.units
    away = msgspec.structs.replace(units["b1"], models=())
    state = msgspec.structs.replace(
        state, table=msgspec.structs.replace(state.table, units={**units, "b1": away})
    )
    state = battle(state, objectives=("capture_the_flags",), flags={"A": ("b1", "b2"), "B": ()})
    assert scoring.counts(state, "capture_the_flags") == {"A": 0, "B": 0}
    assert scoring.counts(state, "capture_the_flags", over=True) == {"A": 1, "B": 0}
    now, end = scoring.scores(state)["A"], scoring.scores(state, over=True)["A"]
    assert end - now == state.size // 5 + state.points.get("b1", 0)


def test_the_target_with_more_markers_is_secured() -> None:
    """T9A-OBJ-14: a marker is controlled by who has more units near it."""
    units = [unit("a1", 20, 24), unit("b1", 50, 22), unit("b2", 50, 26), unit("a2", 50, 24.5)]
    state = standard(table(*units), "a1", "a2", "b1", "b2")
    markers = {"A": (20 * INCH, 24 * INCH), "B": (50 * INCH, 24 * INCH)}
    held = battle(state, objectives=("secure_target",), markers=markers)
    assert counts(held) == {"A": 1, "B": 1}
    assert winners(held) == ()
    assert winners(without(held, "a1")) == ("B",)


def test_nobody_is_ahead_before_the_first_turn() -> None:
    """Whoever is still to be set up is not lost, and his standard is not taken."""
    state = standard(table(unit("a1", 36, 26), unit("b1", 10, 40)), "a1", "b1")
    empty = replace(state.table.units["b1"], models=())
    held = replace(state, table=replace(state.table, units={**state.table.units, "b1": empty}))
    flags = {"A": ("b1",), "B": ("a1",)}
    before = battle(held, objectives=("hold_the_ground", "capture_the_flags"), flags=flags, turn=0)
    for shown in goals(before):
        assert (shown.winners, set(shown.counts.values())) == ((), {0}), shown.id
    now = replace(before, turn=1)
    assert [shown.winners for shown in goals(now)] == [("A",), ()], "who comes later is not lost"
    assert scores(now, over=True)["A"] == 400 + 101 + 400, "who never came is"


def test_an_objective_is_shown_among_the_points_when_the_battle_is_over() -> None:
    """T9A-VP-07: until then who is ahead may lose it."""
    state = standard(table(unit("a1", 36, 26), unit("b1", 10, 40)), "a1")
    held = battle(state, objectives=("hold_the_ground",))
    assert (goal(held).winners, goal(held).worth) == (("A",), 400)
    shown = seen(held)
    assert (shown.scores, shown.gains) == ({"A": 0, "B": 0}, {})
    over = replace(
        held, result=Result(winners=("A",), line=Line(key="x"), scores={"A": 400, "B": 0})
    )
    shown = seen(over)
    assert shown.scores == {"A": 400, "B": 0}
    assert shown.gains == {"A": (Gain(why="objective", points=400, objective="hold_the_ground"),)}
    assert seen(table(unit("a1", 36, 26))).scores == {}, "a practice table"


def test_the_goal_is_drawn_where_it_lies() -> None:
    """T9A-OBJ-03: the centre with what counts around it; nothing is drawn without an objective."""
    state = battle(table(unit("a1", 20, 20), unit("b1", 40, 20)), objectives=("hold_the_ground",))
    shown = goal(state)
    assert shown.shapes[0].at == (36 * INCH, 24 * INCH)  # type: ignore[union-attr]
    assert shown.shapes[0].radius == 6 * INCH  # type: ignore[union-attr]
    assert goals(replace(state, objectives=())) == ()


def test_units_whose_standards_are_chosen_are_marked_while_they_stand() -> None:
    """T9A-OBJ-09: the choices are open."""
    state = battle(table(unit("a1", 20, 20), unit("b1", 40, 20)), objectives=("capture_the_flags",),
                   flags={"A": ("b1",)})  # fmt: skip
    shown, gone = goal(state), goal(without(state, "b1"))
    assert [len(shown.shapes), len(gone.shapes)] == [1, 0]


def last_turn(state: State) -> State:
    """The second player's turn of the sixth game turn."""
    return replace(state, turn=6, active="B")


def test_after_six_turns_points_decide_and_the_result_is_said() -> None:
    """T9A-GEN-01, T9A-END-01, T9A-VP-08: 401 of 2,000 points is more than a fifth."""
    state = battle(table(unit("a1", 20, 20), unit("b1", 40, 20), unit("b2", 60, 20)))
    state = replace(state, points={"a1": 50, "b1": 401, "b2": 30})
    run = begun(without(last_turn(state), "b1"))
    result = run.state.result
    assert result is not None
    assert (result.winners, result.scores) == (("A",), {"A": 401, "B": 0})
    assert result.line.key == "ninth_age.log.result_major"
    assert NinthAge().scores(run.state) == result.scores


def test_a_battle_with_little_between_the_sides_is_drawn() -> None:
    """T9A-VP-08."""
    state = battle(table(unit("a1", 20, 20), unit("b1", 40, 20), unit("b2", 60, 20)), size=2021)
    result = begun(without(last_turn(state), "b1")).state.result
    assert result is not None
    assert (result.winners, result.line.key) == ((), "ninth_age.log.result_draw")


def test_a_side_with_nobody_left_and_nobody_to_come_ends_the_battle() -> None:
    """T9A-END-01, T9A-VP-01: a unit that is still to come keeps it going."""
    state = battle(table(unit("a1", 20, 20), unit("b1", 40, 20)))
    assert nobody_left(without(state, "b1"))
    units = state.table.units
    late = replace(units["b1"], models=())
    coming = replace(state.table, units={**units, "b2": late})
    waits = without(replace(state, table=coming, stats={**state.stats, "b2": state.stats["b1"]}),
                    "b1")  # fmt: skip
    assert not nobody_left(waits)
    assert scores(waits) == {"A": 101, "B": 0}
    points = replace(waits, points={"a1": 1, "b1": 101, "b2": 30})
    assert scores(points, over=True) == {"A": 131, "B": 0}


def test_a_practice_has_no_points() -> None:
    """Without a points limit the side that is left wins."""
    state = without(table(unit("a1", 20, 20), unit("b1", 40, 20)), "b1")
    run = begun(state, Battle())
    assert run.state.result is not None
    assert (run.state.result.winners, run.state.result.scores) == (("A",), {"A": 0, "B": 0})


def test_several_objectives_are_each_scored_and_shown() -> None:
    """T9A-OBJ-16: who breaks through holds the centre as well."""
    units = (unit("a1", 36, 24), unit("a2", 10, 40), unit("b1", 60, 40))
    state = battle(
        standard(table(*units), "a1", "a2"), zones={"A": SOUTH, "B": NORTH},
        objectives=("hold_the_ground", "breakthrough"),
    )  # fmt: skip
    assert scores(state) == {"A": 800, "B": 0}
    assert [(one.id, one.winners) for one in goals(state)] == [
        ("hold_the_ground", ("A",)), ("breakthrough", ("A",)),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lead", "objectives", "points"),
    [
        (0, 0, 5), (200, 0, 5), (201, 0, 6), (500, 0, 6), (501, 0, 7), (1000, 0, 7), (1001, 0, 8),
        (-1001, 0, 2), (-201, 0, 4), (0, 1, 7), (0, -1, 3), (1001, 1, 10), (1001, 2, 10),
        (-501, 1, 5),
    ],
)  # fmt: skip
def test_the_ten_points_of_a_lead(lead: int, objectives: int, points: int) -> None:
    """T9A-VP-09: percents of 2,000 points; an objective moves two points."""
    assert tens(lead, 2000, objectives) == points


def by_tens(state: State) -> State:
    """The same battle by the ten-point table."""
    return replace(state, opening=Opening(agreed=Pregame(scoring="ten_points")))


def test_by_the_ten_point_table_an_objective_gives_no_victory_points() -> None:
    """T9A-VP-09: 5 to 5 by the lead of 101, 7 to 3 by the centre."""
    units = (unit("a1", 20, 20), unit("b1", 36, 24), unit("b2", 60, 20))
    state = by_tens(battle(standard(table(*units), "b1"), objectives=("hold_the_ground",)))
    run = begun(without(last_turn(state), "b2"))
    result = run.state.result
    assert result is not None
    assert (result.winners, result.scores) == (("B",), {"A": 101, "B": 0})
    assert result.line.key == "ninth_age.log.result_tens"
    assert [result.line.params[key].value for key in ("tens", "against_tens")] == [7, 3]  # type: ignore[union-attr]


def test_five_to_five_is_a_draw() -> None:
    """T9A-VP-09."""
    state = by_tens(battle(table(unit("a1", 20, 20), unit("b1", 40, 20), unit("b2", 60, 20))))
    result = begun(without(last_turn(state), "b1")).state.result
    assert result is not None
    assert (result.winners, result.line.key) == ((), "ninth_age.log.result_level_tens")
