"""Victory points, the secondary objective and the end of a battle, on real states."""

from typing import Any

import msgspec
import pytest

from rules.core.values import INCH
from rules.ninth_age.play.scoring import counts, gains, nobody_left, scores, winners
from rules.ninth_age.play.victory import outcome
from rules.ninth_age.ruleset import NinthAge
from rules.ninth_age.state import Battle, Opening, State
from rules.ninth_age.views.goals import goal

from .kit import begun, table, unit, with_stats

replace = msgspec.structs.replace


def battle(state: State, size: int = 2000, **more: Any) -> State:
    """The same table in a game of so many points, in which every unit costs 101."""
    return replace(state, size=size, points=dict.fromkeys(state.table.units, 101), **more)


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
    state = battle(standard(table(*units), "a1", "b1"), objective="hold_the_ground")
    assert counts(state) == {"A": 0, "B": 1}
    assert winners(state) == ("B",)
    assert scores(state) == {"A": 0, "B": 400}


def test_a_tie_at_the_centre_gives_nobody_the_objective() -> None:
    """T9A-OBJ-04, T9A-VP-07."""
    state = standard(table(unit("a1", 36, 21), unit("b1", 36, 27)), "a1", "b1")
    held = battle(state, objective="hold_the_ground")
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
    assert counts(battle(state, objective="hold_the_ground"))["A"] == scored


def test_who_flees_takes_no_ground() -> None:
    """T9A-OBJ-15."""
    state = standard(table(unit("a1", 36, 24, fleeing=True), unit("b1", 60, 40)), "a1")
    assert counts(battle(state, objective="hold_the_ground"))["A"] == 0


SOUTH = ((0, 0), (72 * INCH, 0), (72 * INCH, 12 * INCH), (0, 12 * INCH))
NORTH = tuple((x, 48 * INCH - y) for x, y in reversed(SOUTH))


def test_both_may_break_through_and_a_corner_in_the_zone_is_enough() -> None:
    """T9A-OBJ-05, T9A-OBJ-06."""
    deep = 25 / 25.4
    units = (unit("a1", 36, 36 - deep + 0.01), unit("b1", 36, 12 + deep - 0.01))
    state = standard(table(*units), "a1", "b1")
    held = battle(state, objective="breakthrough", zones={"A": SOUTH, "B": NORTH})
    assert winners(held) == ("A", "B")
    assert scores(held) == {"A": 400, "B": 400}


@pytest.mark.parametrize(("turn", "won"), [(3, ("A",)), (4, ())])
def test_ambushers_that_came_late_do_not_break_through(turn: int, won: tuple[str, ...]) -> None:
    """T9A-OBJ-06: in game turn 4 or later."""
    state = standard(table(unit("a1", 36, 40), unit("b1", 10, 40)), "a1", "b1")
    opening = Opening(arrived={"a1": turn})
    zones = {"A": SOUTH, "B": NORTH}
    held = battle(state, objective="breakthrough", zones=zones, opening=opening)
    assert winners(held) == won


def test_a_unit_short_of_the_zone_does_not_break_through() -> None:
    """T9A-OBJ-06: an inch before it is not in it, nor is one's own zone."""
    deep = 25 / 25.4
    state = standard(table(unit("a1", 36, 36 - deep - 1), unit("b1", 36, 40)), "a1", "b1")
    held = battle(state, objective="breakthrough", zones={"A": SOUTH, "B": NORTH})
    assert winners(held) == ()


def test_more_chosen_standards_removed_capture_the_flags() -> None:
    """T9A-OBJ-11: those of destroyed units count, equal numbers give nobody the objective."""
    state = table(*(unit(f"{side}{n}", 10 + 10 * n, 20, owner=side.upper())
                    for side in "ab" for n in (1, 2, 3)))  # fmt: skip
    flags = {"A": ("b1", "b2", "b3"), "B": ("a1",)}
    state = battle(state, objective="capture_the_flags", flags=flags)
    one = without(state, "b2")
    assert (counts(one), winners(one)) == ({"A": 1, "B": 0}, ("A",))
    both = without(one, "a1")
    assert winners(both) == ()
    assert counts(without(without(both, "b1"), "a2")) == {"A": 2, "B": 1}


def test_the_target_with_more_markers_is_secured() -> None:
    """T9A-OBJ-14: a marker is controlled by who has more units near it."""
    units = [unit("a1", 20, 24), unit("b1", 50, 22), unit("b2", 50, 26), unit("a2", 50, 24.5)]
    state = standard(table(*units), "a1", "a2", "b1", "b2")
    markers = {"A": (20 * INCH, 24 * INCH), "B": (50 * INCH, 24 * INCH)}
    held = battle(state, objective="secure_target", markers=markers)
    assert counts(held) == {"A": 1, "B": 1}
    assert winners(held) == ()
    assert winners(without(held, "a1")) == ("B",)


def test_the_goal_is_drawn_where_it_lies() -> None:
    """T9A-OBJ-03: the centre with what counts around it; nothing is drawn without an objective."""
    state = battle(table(unit("a1", 20, 20), unit("b1", 40, 20)), objective="hold_the_ground")
    shown = goal(state)
    assert shown is not None
    assert shown.shapes[0].at == (36 * INCH, 24 * INCH)  # type: ignore[union-attr]
    assert shown.shapes[0].radius == 6 * INCH  # type: ignore[union-attr]
    assert goal(replace(state, objective="")) is None


def test_units_whose_standards_are_chosen_are_marked_while_they_stand() -> None:
    """T9A-OBJ-09: the choices are open."""
    state = battle(table(unit("a1", 20, 20), unit("b1", 40, 20)), objective="capture_the_flags",
                   flags={"A": ("b1",)})  # fmt: skip
    shown, gone = goal(state), goal(without(state, "b1"))
    assert shown is not None
    assert gone is not None
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
