"""Terrain: what is dangerous to whom, what bars a march, what hides (chapters TERR, DT, LOS)."""

from typing import Any

import pytest

from rules.core.events import Lost, Rolled
from rules.core.table import Piece
from rules.core.wording import word
from rules.geometry.blocks import Block
from rules.ninth_age.actions import Join, PlanCharge, PlanMove, React
from rules.ninth_age.arms import Guard
from rules.ninth_age.events import Did, LeadershipTested
from rules.ninth_age.field import terrain
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.state import Charging, Declaring, Flight, Moving
from rules.ninth_age.views.previewing import preview
from rules.ninth_age.wording import number

from .charging import charge
from .kit import advance, answer, begun, march, on, refused, table, unit, wheel, with_stats

FAR = unit("b", 70, 46)


def piece(kind: str, x: float, y: float, *size: float) -> dict[str, Any]:
    """A piece of so many inches."""
    inches = size or (4.0, 4.0)
    return {"id": kind, "kind": kind, "centre": [x, y], "size_mm": [25.4 * n for n in inches]}


def dangers(run: Any) -> list[tuple[int, int]]:
    """Dice of each dangerous terrain test and the face that passes."""
    return [(len(e.faces), e.need) for e in run.events if isinstance(e, Rolled)
            and e.why == "dangerous"]  # fmt: skip


def gone(run: Any) -> bool:
    """Whether the unit marched."""
    return any(isinstance(e, Did) and e.deed == "marched" for e in run.events)


def marching(kind: str, *dice: int, **stats: Any) -> Any:
    """Ten models march six inches through a piece right before them."""
    state = table(unit("a", 20, 20), FAR, terrain=[piece(kind, 20, 24)])
    now = begun(with_stats(state, "a", **stats), Moving(side="A")).state
    return answer(now, march("a", on(6)), *dice)


# rules: T9A-TERR-01, T9A-DT-01, T9A-DT-02, T9A-DT-04, T9A-SR-STRIDER
@pytest.mark.parametrize(
    ("kind", "stats", "test"),
    [
        ("forest", {}, None),
        ("forest", {"troop_type": "cavalry"}, (10, 2)),
        ("field", {"troop_type": "monstrous_cavalry"}, (20, 2)),
        ("wall", {"troop_type": "cavalry"}, (10, 2)),
        ("ruin", {}, (10, 2)),
        ("ruin", {"troop_type": "cavalry"}, (10, 3)),
        ("ruin", {"troop_type": "swarm"}, None),
        ("ruin", {"troop_type": "cavalry", "rules": ("skirmishers",)}, None),
        ("forest", {"troop_type": "monster"}, None),
        ("hill", {"troop_type": "cavalry"}, None),
        ("forest", {"troop_type": "cavalry", "strider": ("forest",)}, None),
        ("field", {"troop_type": "cavalry", "strider": ("forest",)}, (10, 2)),
        ("ruin", {"strider": ("all",)}, None),
        ("ruin", {"rules": ("ethereal",)}, None),
    ],
)
def test_who_marches_through_dangerous_ground_tests(kind: str, stats: Any, test: Any) -> None:
    dice = [6] * (test[0] if test else 0)
    assert dangers(marching(kind, *dice, **stats)) == ([test] if test else [])


# rules: T9A-DT-02, T9A-DT-05, T9A-PANIC-01
def test_each_die_that_fails_is_a_wound_of_rank_and_file_and_three_of_ten_panic() -> None:
    run = marching("ruin", 1, 1, 2, 3, 4, 5, 6, 6, 6, 1, 3, 4)
    assert [e.passed for e in run.events if isinstance(e, LeadershipTested)] == [True]
    assert [len(e.models) for e in run.events if isinstance(e, Lost)] == [3]
    assert len(run.state.table.units["a"].models) == 7


# rules: T9A-DT-03
def test_a_ward_may_stop_what_dangerous_ground_does() -> None:
    run = marching("ruin", 1, 1, 2, 3, 4, 5, 6, 6, 6, 2, 4, 3, guard=Guard(ward=4, armour=6))
    assert [len(e.models) for e in run.events if isinstance(e, Lost)] == [1]


# rules: T9A-DT-01
def test_only_models_that_meet_a_piece_test_and_an_advance_is_no_danger() -> None:
    state = table(unit("a", 20, 20), FAR, terrain=[piece("ruin", 22, 24, 1.2, 4)])
    now = begun(state, Moving(side="A")).state
    assert dangers(answer(now, march("a", on(6)), *[6] * 4)) == [(4, 2)]
    assert dangers(answer(now, advance("a", on(4)))) == []


# rules: T9A-DT-01
def test_a_wheel_sweeps_ground_too() -> None:
    state = table(unit("a", 20, 20), FAR, terrain=[piece("ruin", 17.74, 22.15, 0.06, 0.06)])
    now = begun(state, Moving(side="A")).state
    run = answer(now, march("a", wheel(40)), 6, 6)
    assert dangers(run) == [(2, 2)]
    stone = run.state.table.terrain["ruin"]
    ends = (ground_of(each).block("a").solid for each in (state, run.state))
    assert not any(terrain.touches(solid, stone) for solid in ends)


# rules: T9A-DT-01, T9A-CHG-40
def test_a_charge_is_in_danger_and_a_failed_one_is_not() -> None:
    state = table(unit("a", 20, 20), unit("b", 20, 28, facing_deg=180),
                  terrain=[piece("ruin", 20, 24, 8, 1)])  # fmt: skip
    now = begun(state, Declaring(side="A"), Charging(side="A")).state
    held = answer(now, charge()).state
    assert dangers(answer(held, React(reaction="hold"), 5, 5, *[6] * 10)) == [(10, 2)]
    assert dangers(answer(held, React(reaction="hold"), 1, 1)) == []


# rules: T9A-DT-01, T9A-FLEE-08
def test_who_flees_through_dangerous_ground_tests() -> None:
    state = table(unit("a", 20, 20, fleeing=True), FAR, terrain=[piece("ruin", 20, 24)])
    run = begun(state, Flight(unit="a"), dice=(3, 4, *[6] * 10))
    assert dangers(run) == [(10, 2)]


# rules: T9A-MARCH-10, T9A-TERR-01
def test_nobody_marches_through_water() -> None:
    state = table(unit("a", 20, 20), FAR, terrain=[piece("water", 20, 26)])
    now = begun(state, Moving(side="A")).state
    assert refused(now, march("a", on(6))).code == "march_water"
    assert gone(answer(now, march("a", on(2))))
    striding = begun(with_stats(state, "a", strider=("water",)), Moving(side="A")).state
    assert gone(answer(striding, march("a", on(6))))


# rules: T9A-SR-ETHEREAL, T9A-REM-14
def test_ghosts_go_through_impassable_ground_but_do_not_end_in_it() -> None:
    state = table(unit("a", 20, 20), FAR, terrain=[piece("impassable", 20, 24, 4, 1)])
    ghost = begun(with_stats(state, "a", rules=("ethereal",)), Moving(side="A")).state
    assert refused(ghost, march("a", on(4))).code == "spacing_ground"
    assert gone(answer(ghost, march("a", on(8))))
    assert refused(begun(state, Moving(side="A")).state, march("a", on(8))).code == "way_ground"


# rules: T9A-TERR-01, T9A-TERR-02
def test_a_building_is_entered_by_nobody_who_only_moves() -> None:
    state = table(unit("a", 20, 20), FAR, terrain=[piece("building", 20, 24)])
    assert refused(begun(state, Moving(side="A")).state, march("a", on(4))).code == "way_ground"


# rules: T9A-LOS-04, T9A-LOS-05, T9A-TERR-01
def test_a_hill_hides_what_is_behind_it_and_lifts_who_stands_on_it() -> None:
    def seen(hill: float, **more: Any) -> bool:
        state = table(unit("a", 20, 10), unit("b", 20, 40), unit("b2", 20, 33, **more),
                      terrain=[piece("hill", 20, hill, 10, 6)])  # fmt: skip
        return ground_of(state).sees("a", "b")

    assert not seen(25)
    assert seen(10)
    assert seen(40)
    tall: dict[str, Any] = {"troop_type": "monster", "models": 4, "base_mm": [50, 50]}
    assert not ground_of(table(unit("a", 20, 10), unit("b", 20, 40), unit("b2", 20, 33, **tall))
                         ).sees("a", "b")  # fmt: skip
    assert seen(40, **tall)


# rules: T9A-DT-01
@pytest.mark.parametrize("turn", [35_000, -80_000])
def test_what_a_turn_sweeps_is_found_whatever_it_turns_about(turn: int) -> None:
    """A small stone on the way of one model's centre is met by that model."""
    here = Block((50_000.0, 50_000.0), 20_000, (2500, 2500), 10, 5)
    pivot = (43_000.0, 55_000.0)
    there, half = here.turned(pivot, turn), here.turned(pivot, turn // 2)
    x, y = half.place(7)
    corners = tuple((round(x + dx), round(y + dy)) for dx, dy in ((-9, -9), (9, -9), (0, 9)))
    stone = Piece(outline=corners, look="ruin", traits=("ruin",))
    assert 7 in terrain.crossing((here, there), stone)


# rules: T9A-DT-01
def test_a_preview_says_who_would_test() -> None:
    state = table(unit("a", 20, 20), FAR, terrain=[piece("ruin", 20, 24)])
    now = begun(state, Moving(side="A")).state
    shown = preview(now, ("A",), PlanMove(unit="a", path=(on(6),), march=True))
    assert [line.key for line in shown.lines] == ["ninth_age.log.danger_one"]
    assert word(shown.lines[0], "en", {}).endswith("failed on a 1.")
    assert shown.lines[0].params["count"] == number(10)
    walked = preview(now, ("A",), PlanMove(unit="a", path=(on(4),)))
    assert walked.lines == ()
    near = table(unit("a", 20, 20), unit("b", 20, 28), terrain=[piece("ruin", 20, 24, 8, 1)])
    charged = preview(near, ("A",), PlanCharge(unit="a", target="b"))
    assert [line.params["fails"] for line in charged.lines] == [number(1)]


# rules: T9A-LOS-04, T9A-LOS-01
@pytest.mark.parametrize(("x", "wide", "seen"), [(16.8, 2, False), (17.2, 2, True), (20, 5, True)])
def test_a_model_more_than_half_on_a_hill_is_large_whatever_the_others_do(
    x: float, wide: float, seen: bool
) -> None:
    """The left model of five stands from 17.5 to 18.5: from the hill it sees over riders, and it
    is seen over them."""
    riders = unit("b2", 20, 30, troop_type="cavalry", models=12, files=12)
    hill = piece("hill", x, 20, wide, 3)
    state = table(unit("a", 20, 20), unit("b", 20, 40, facing_deg=180), riders, terrain=[hill])
    ground = ground_of(state)
    assert ground.sees("a", "b") is seen
    assert ground.sees("b", "a") is seen
    assert ground.height("a") == (3 if x == 20 else 1)


# rules: T9A-LOS-03, T9A-CHR-04
def test_a_rider_among_foot_sees_and_is_seen_over_riders() -> None:
    units = unit("a", 20, 20), unit("b", 20, 40, facing_deg=180)
    screen = unit("b2", 20, 30, troop_type="cavalry", models=12, files=12)
    rider = unit("a_lord", 20, 16, models=1, files=1)
    state = table(*units, screen, rider)
    seen = []
    for troop_type in ("infantry", "cavalry"):
        lord = with_stats(state, "a_lord", character=True, troop_type=troop_type)
        now = begun(lord, Moving(side="A")).state
        ground = ground_of(answer(now, Join(unit="a_lord", host="a", file=2)).state)
        seen.append((ground.sees("a", "b"), ground.sees("b", "a")))
    assert seen == [(False, False), (True, True)]


# rules: T9A-LOS-03, T9A-SR-LARGETARGET
def test_a_large_target_is_large_whatever_its_type() -> None:
    state = table(unit("a", 20, 20))
    assert ground_of(state).height("a") == 1
    assert ground_of(with_stats(state, "a", rules=("large_target",))).height("a") == 3
    assert ground_of(with_stats(state, "a", troop_type="monster")).height("a") == 3
