"""Panic where cases of one shot do not reach: phases, directions, crews (chapter PANIC)."""

from typing import Any

import msgspec
import pytest

from rules.core.events import Lost, Rolled
from rules.ninth_age.actions import DeclareCharge, Join
from rules.ninth_age.changes import APPLIES
from rules.ninth_age.events import Fled, LeadershipTested, PhaseBegan
from rules.ninth_age.play.harm.panic import minds, next_turn, panicked, thinned
from rules.ninth_age.play.moving.declaring import reactions
from rules.ninth_age.state import Charging, Declaring, Flight, Moving, Place, State
from rules.ninth_age.state import Phase as PhaseStep

from .kit import answer, begun, stands, table, unit, with_stats


def after(state: State, *events: Any) -> State:
    """The state after some facts."""
    for event in events:
        state = APPLIES[type(event)](state, event)
    return state


# rules: T9A-PANIC-05, T9A-GEN-07
def test_without_an_enemy_on_the_table_panic_runs_in_a_direction_of_the_dice() -> None:
    run = begun(
        table(unit("a", 36, 20), unit("a2", 60, 40)),
        Flight(unit="a", panic=True), Moving(side="A"), dice=(2, 4, 1, 1, 3, 4),
    )  # fmt: skip
    assert [e.why for e in run.events if isinstance(e, Rolled)] == ["direction", "flee"]
    # One sixth and three thirty-sixths of a circle: 90 degrees.
    x, y, facing = stands(run.state, "a")
    assert (round(x, 2), round(y, 2), facing) == (43, 20, 90)
    assert [e.roll for e in run.events if isinstance(e, Fled)] == [7]


# rules: T9A-PANIC-01, T9A-PANIC-02, T9A-PANIC-04
def test_a_phase_counts_losses_anew_and_shakes_the_calm_again() -> None:
    state = msgspec.structs.replace(
        table(unit("b", 36, 30, models=12), unit("a", 36, 10)), deeds={"b": ("calm", "moved")}
    )
    state = after(state, PhaseBegan(phase="charges"))
    assert state.deeds == {"b": ("moved",)}
    assert state.before == {"b": 12, "a": 10}
    two = after(state, Lost(unit="b", models=("b_12", "b_11")))
    assert not thinned(two, "b")
    three = after(two, Lost(unit="b", models=("b_10",)))
    assert thinned(three, "b")
    assert thinned(after(three, PhaseBegan(phase="moves")), "b"), "moves are of the same phase"
    fresh = after(three, PhaseBegan(phase="shooting"))
    assert (fresh.before["b"], fresh.losses) == (9, {})
    assert not thinned(fresh, "b")


# rules: T9A-PANIC-04, T9A-UNIT-12
def test_those_who_have_joined_count_among_the_models_of_a_unit() -> None:
    state = table(unit("b", 36, 30, models=7), unit("b_lord", 36, 33, models=1, files=1))
    state = msgspec.structs.replace(state, joined={"b_lord": Place(host="b", file=0)})
    state = after(state, PhaseBegan(phase="shooting"))
    assert state.before == {"b": 8}
    one = after(state, Lost(unit="b", models=("b_7",)))
    assert not thinned(one, "b")
    assert thinned(after(one, Lost(unit="b_lord", models=("b_lord_1",))), "b")


# rules: T9A-PANIC-03, T9A-SR-INSIGNIFICANT
@pytest.mark.parametrize(
    ("friend", "fallen", "shaken"),
    [(False, False, True), (True, False, True), (False, True, False), (True, True, True)],
)
def test_whose_misfortune_shakes_whom(friend: bool, fallen: bool, shaken: bool) -> None:
    state = table(unit("a", 36, 20), unit("a2", 36, 30))
    for key, small in (("a", friend), ("a2", fallen)):
        state = with_stats(state, key, rules=("insignificant",) if small else ())
    assert minds(state, "a", "a2") is shaken


# rules: T9A-TT-04
@pytest.mark.parametrize(
    ("active", "phase", "until"),
    [("A", "moves", 3), ("A", "shooting", 4), ("B", "charges", 4)],
)
def test_a_shaken_crew_misses_its_next_shooting_phase(active: str, phase: str, until: int) -> None:
    """The machine is A's, who has the first turn of game turn 3; then one of B's, who has the
    second."""
    state = msgspec.structs.replace(
        table(unit("a", 36, 20), unit("b", 36, 30)), turn=3, active=active, phase=phase
    )
    assert next_turn(state, "a") == until
    mine = 3 + (active == "B" and phase == "shooting")
    assert next_turn(state, "b") == mine


# rules: T9A-PANIC-05, T9A-MEAS-01
def test_the_nearest_enemy_is_measured_from_base_to_base() -> None:
    """A long column stands nearer with its end, a lone model with its middle."""
    state = table(
        unit("a", 36, 24, models=5),
        unit("b", 36, 33, models=15, files=1, facing_deg=180),
        unit("b2", 36, 17.5, models=1, files=1),
    )
    run = begun(state, Flight(unit="a", panic=True), Moving(side="A"), dice=(1, 2))
    x, y, facing = stands(run.state, "a")
    assert (round(x, 2), facing) == (36, 180)
    assert y < 24


# rules: T9A-PANIC-03, T9A-SR-IMMUNETOPSYCHOLOGY
@pytest.mark.parametrize(
    ("models", "unit_is", "lord_is", "immune"),
    [
        (5, True, False, True),
        (5, False, True, False),
        (1, False, True, True),
        (2, True, True, True),
    ],
)
def test_half_of_a_unit_makes_it_immune(
    models: int, unit_is: bool, lord_is: bool, immune: bool
) -> None:
    state = table(
        unit("a", 36, 10),
        unit("b", 36, 30, models=models, facing_deg=180),
        unit("b_lord", 36, 33, models=1, files=1),
    )
    for key, brave in (("b", unit_is), ("b_lord", lord_is)):
        state = with_stats(state, key, rules=("immune_to_psychology",) if brave else ())
    state = msgspec.structs.replace(state, joined={"b_lord": Place(host="b", file=0)})
    assert bool(panicked(state, ["b"], [])) is not immune
    assert ("flee" in reactions(state, "b", "a")) is not immune


# rules: T9A-PANIC-01, T9A-DT-01, T9A-CHG-27
def test_who_catches_a_fleeing_unit_minds_its_own_losses_first() -> None:
    """Three of ten riders fall in a wall on the way: they test, fail, and pivot no more."""
    wall = {"id": "wall", "kind": "wall", "centre": [20, 22.6], "size_mm": [254, 25.4]}
    state = table(
        unit("a", 20, 20, troop_type="cavalry"), unit("b", 20, 26, fleeing=True),
        unit("b2", 60, 24), terrain=[wall],
    )  # fmt: skip
    now = begun(state, PhaseStep(name="charges"), Declaring(side="A"), Charging(side="A")).state
    run = answer(
        now, DeclareCharge(unit="a", target="b"), 1, 1, 5, 5, 5, *[1, 1, 1], *[6] * 7, 6, 6, 1, 1, 1
    )  # fmt: skip
    tested = [(e.unit, e.test, e.passed) for e in run.events if isinstance(e, LeadershipTested)]
    assert tested == [("a", "panic", False)]
    assert run.state.fleeing("a")


# rules: T9A-PANIC-01, T9A-CHR-02, T9A-DT-01
def test_a_character_who_falls_on_his_way_into_a_unit_shakes_it() -> None:
    ruin = {"id": "ruin", "kind": "ruin", "centre": [36, 16.5], "size_mm": [102, 25]}
    state = table(unit("a", 36, 20), unit("a_lord", 36, 14, models=1, files=1), unit("b", 36, 44),
                  terrain=[ruin])  # fmt: skip
    now = begun(with_stats(state, "a_lord", character=True), Moving(side="A")).state
    run = answer(now, Join(unit="a_lord", host="a", file=2, march=True), 1, 1, 1)
    tested = [(e.unit, e.passed) for e in run.events if isinstance(e, LeadershipTested)]
    assert not run.state.table.units["a_lord"].models
    assert tested == [("a", True)]
