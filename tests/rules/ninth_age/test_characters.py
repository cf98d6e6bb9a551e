"""Characters in the ranks of units: joining, moving with them, leaving (chapter CHR)."""

from typing import Any

import msgspec
import pytest

from rules.core.events import Lost, Moved
from rules.core.values import INCH
from rules.geometry.convex import separation
from rules.ninth_age.actions import (
    DeclareCharge,
    Join,
    Keep,
    PlanJoin,
    PlanReform,
    React,
    Reform,
    Turn,
)
from rules.ninth_age.changes import APPLIES
from rules.ninth_age.events import (
    ChargeEnded,
    Did,
    Engaged,
    Joined,
    LeadershipTested,
    Left,
)
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.ranks import Guest, covers, fits, seated
from rules.ninth_age.play.scoring import scores
from rules.ninth_age.play.units.presence import leadership
from rules.ninth_age.play.units.reading import may_charge, may_move
from rules.ninth_age.questions import MoveUnits
from rules.ninth_age.setup import Figure
from rules.ninth_age.state import Charge, Charging, Declaring, Flight, Moving, Place, State
from rules.ninth_age.views import viewing
from rules.ninth_age.views.previewing import preview

from .kit import advance, answer, begun, march, on, refused, stands, table, unit, with_stats

FAR = unit("b", 70, 46)
BASE = 25 / 25.4


def with_lord(x: float = 20.0, y: float = 16.0, lord: Any = None, **host: Any) -> State:
    """Ten models in five files at 20, 20, and a lord of Leadership 9 and Movement 5."""
    man = {"models": 1, "files": 1, "Ld": 9, "M": 5, **(lord or {})}
    state = table(
        unit("a", 20, 20, **host), unit("a_lord", x, y, **man), FAR, unit("a_third", 5, 5)
    )
    return with_stats(state, "a_lord", character=True)


def within_ranks(file: int = 2, **more: Any) -> State:
    """The same with the lord in the ranks."""
    state = begun(with_lord(**more), Moving(side="A")).state
    return answer(state, Join(unit="a_lord", host="a", file=file)).state


def fresh(state: State) -> State:
    """The next turn's remaining moves."""
    bare = msgspec.structs.replace(state, deeds={}, prompts={}, agenda=())
    return begun(bare, Moving(side="A")).state


# rules: T9A-CHR-02, T9A-CHR-04, T9A-REM-13
def test_who_moves_into_contact_joins_and_stands_in_the_front_rank() -> None:
    state = begun(with_lord(), Moving(side="A")).state
    question = next(iter(state.prompts.values())).question
    assert isinstance(question, MoveUnits)
    assert question.units["a_lord"].hosts == ("a", "a_third")
    run = answer(state, Join(unit="a_lord", host="a", file=2))
    now = run.state
    assert now.joined == {"a_lord": Place(host="a", file=2)}
    assert [e.host for e in run.events if isinstance(e, Joined)] == ["a"]
    ground = ground_of(now)
    assert ground.block("a").count == 11
    assert ground.models("a")[2] == "a_lord_1"
    lord = now.table.models["a_lord_1"].pose
    front = ground.block("a").place(2)
    assert (lord.x, lord.y) == pytest.approx(front, abs=1)
    assert stands(now, "a")[:2] == (20, pytest.approx(20 - BASE / 2, abs=0.01))
    assert "a_lord" not in ground.standing()


# rules: T9A-CHR-02
def test_the_unit_moves_no_further_and_neither_does_he() -> None:
    state = begun(with_lord(), Moving(side="A")).state
    now = answer(state, Join(unit="a_lord", host="a", file=2)).state
    assert not may_move(now, "a")
    assert not may_move(now, "a_lord")


# rules: T9A-CHR-05
def test_both_move_together_at_the_lower_movement() -> None:
    now = fresh(within_ranks(lord={"M": 3}))
    assert refused(now, advance("a", on(3.5))).code == "too_far"
    run = answer(now, advance("a", on(3)))
    moved = next(e for e in run.events if isinstance(e, Moved))
    assert len(moved.traces) == 11
    after = run.state.table.models["a_lord_1"].pose
    assert after.y - now.table.models["a_lord_1"].pose.y == 3 * INCH


# rules: T9A-CHR-20, T9A-CHAR-04
def test_his_leadership_is_that_of_the_unit() -> None:
    assert leadership(within_ranks(), "a") == 9
    assert leadership(with_lord(), "a") == 7


# rules: T9A-CHR-03
def test_who_leaves_ends_more_than_an_inch_away_and_the_ranks_close() -> None:
    now = fresh(within_ranks())
    question = next(iter(now.prompts.values())).question
    assert isinstance(question, MoveUnits)
    assert question.units["a_lord"].leaves == "a"
    near = refused(now, advance("a_lord", on(1.5)))
    assert (near.code, near.rules[0]) == ("leave_near", "T9A-CHR-03")
    run = answer(now, advance("a_lord", on(2.5)))
    assert [e.unit for e in run.events if isinstance(e, Left)] == ["a_lord"]
    ground = ground_of(run.state)
    assert ground.block("a").count == 10
    assert ground.models("a")[2] == "a_3"
    assert stands(run.state, "a")[:2] == (20, pytest.approx(20, abs=0.01))
    gap = separation(ground.block("a").solid, ground.block("a_lord").solid)
    assert gap == pytest.approx((2.5 - BASE) * INCH, abs=3)
    assert may_move(run.state, "a")


# rules: T9A-CHR-03, T9A-MARCH-01
def test_who_leaves_may_march_but_not_after_the_unit_has_moved() -> None:
    now = fresh(within_ranks())
    assert [e.deed for e in answer(now, march("a_lord", on(8))).events if isinstance(e, Did)] == [
        "marched"
    ]
    moved = answer(now, advance("a", on(2))).state
    assert refused(moved, advance("a_lord", on(2.5))).code == "may_not_move"


def spotted() -> State:
    """The lord in the ranks, of Leadership 6, with an enemy 7 inches before the unit."""
    state = within_ranks(lord={"Ld": 6}, Ld=8)
    foe = state.table.models["b_1"]
    near = msgspec.structs.replace(foe.pose, x=20 * INCH, y=29 * INCH)
    return fresh(msgspec.structs.replace(state, table=state.table.with_poses({"b_1": near})))


# rules: T9A-MARCH-09
def test_a_combined_unit_tests_once_before_anybody_leaves_it() -> None:
    now = spotted()
    question = next(iter(now.prompts.values())).question
    assert isinstance(question, MoveUnits)
    assert question.units["a_lord"].test == 8
    back = answer(now, march("a_lord", Turn(turn=180_000), on(6)), 4, 4)
    tests = [e for e in back.events if isinstance(e, LeadershipTested)]
    assert [(e.unit, e.target, e.passed) for e in tests] == [("a", 8, True)]
    assert not answer(back.state, march("a", on(5))).state.did("a", "moved")


# rules: T9A-MARCH-09, T9A-MARCH-07
def test_a_test_that_failed_before_somebody_left_stops_whoever_stays() -> None:
    leaves = march("a_lord", Turn(turn=180_000), on(6))
    failed = answer(spotted(), leaves, 4, 5).state
    assert failed.did("a_lord", "marched")
    assert not failed.did("a", "marched")
    stays = answer(failed, Keep()).state
    assert refused(stays, march("a", on(5))).code == "march_stopped"
    assert answer(stays, advance("a", on(4))).state.did("a", "moved")


# rules: T9A-CHR-02, T9A-CHR-04, T9A-SR-LARGETARGET
@pytest.mark.parametrize(
    ("more", "join", "code"),
    [
        ({"y": 8.0}, {}, "join_far"),
        ({"lord": {"base_mm": [50, 50]}, "models": 2}, {}, "join_room"),
        ({"lord": {"troop_type": "ridden_monster"}}, {}, "cannot_join"),
        ({"troop_type": "war_machine"}, {}, "no_host"),
        ({"fleeing": True}, {}, "no_host"),
        ({}, {"host": "b"}, "no_host"),
        ({}, {"file": 9}, "join_file"),
        ({}, {"unit": "a_third"}, "cannot_join"),
    ],
)
def test_who_may_not_join_is_told_why(more: Any, join: Any, code: str) -> None:
    state = begun(with_lord(**more), Moving(side="A")).state
    action = Join(**{"unit": "a_lord", "host": "a", "file": 0, **join})
    assert refused(state, action).code == code


# rules: T9A-CHR-04
def test_a_large_base_takes_whole_places() -> None:
    assert covers((5000, 5000), (2500, 2500)) == (2, 2)
    assert covers((4000, 4000), (2500, 2500)) is None
    assert fits((5000, 5000), (2500, 2500), 10, 0, 5)
    assert not fits((5000, 5000), (2500, 2500), 10, 4, 5)
    seats = seated([f"m{n}" for n in range(6)], [Guest("lord", (5000, 5000), 1)], (2500, 2500), 5)
    assert {s.model: s.places for s in seats}["lord"] == (1, 2, 6, 7)
    assert sorted(p for s in seats for p in s.places) == list(range(10))
    short = seated([f"m{n}" for n in range(5)], [Guest("lord", (5000, 5000), 4)], (2500, 2500), 5)
    assert {s.model: s.places for s in short}["lord"] == (2, 3, 7, 8)
    now = within_ranks(lord={"base_mm": [50, 50]})
    ground = ground_of(now)
    assert ground.block("a").count == 14
    lord = now.table.models["a_lord_1"].pose
    left, right = ground.block("a").place(2), ground.block("a").place(8)
    assert (lord.x, lord.y) == pytest.approx(
        ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2), abs=2
    )


# rules: T9A-RALLY-03, T9A-FLEE-17
def test_he_flees_with_the_unit_and_stands_alone_when_it_is_gone() -> None:
    now = within_ranks()
    run = begun(msgspec.structs.replace(now, prompts={}, agenda=()), Flight(unit="a"), dice=(1, 2))
    assert run.state.fleeing("a_lord")
    lost = run.state.table.units["a"].models
    after = APPLIES[Lost](run.state, Lost(unit="a", models=lost))
    assert after.joined == {}
    assert after.fleeing("a_lord")
    assert "a_lord" in ground_of(after).standing()


# rules: T9A-CHR-02
def test_a_preview_of_joining_shows_everybody_in_place() -> None:
    state = begun(with_lord(), Moving(side="A")).state
    shown = preview(state, ("A",), PlanJoin(unit="a_lord", host="a", file=0))
    assert shown.action == Join(unit="a_lord", host="a", file=0)
    now = answer(state, shown.action).state
    assert {key: now.table.models[key].pose for key in shown.ghosts} == shown.ghosts
    assert preview(state, ("A",), PlanJoin(unit="a_lord", host="b", file=0)).refusal is not None


# rules: T9A-SR-WARPLATFORM
def test_a_war_platform_stands_in_the_middle() -> None:
    state = with_stats(with_lord(), "a_lord", character=False, rules=("war_platform",))
    now = begun(state, Moving(side="A")).state
    assert answer(now, Join(unit="a_lord", host="a", file=0)).state.joined["a_lord"].file == 2


# rules: T9A-CHR-03, T9A-CHG-01
def test_a_character_charges_out_and_his_unit_charges_nobody() -> None:
    ranks = within_ranks()
    foe = table(unit("b", 20, 32, facing_deg=180)).table
    models = {**ranks.table.models, **foe.models}
    units = {**ranks.table.units, "b": foe.units["b"]}
    there = msgspec.structs.replace(ranks.table, units=units, models=models)
    bare = msgspec.structs.replace(ranks, table=there, deeds={}, prompts={}, agenda=())
    steps = Declaring(side="A"), Charging(side="A"), Moving(side="A")
    now = begun(bare, *steps).state
    out = answer(now, DeclareCharge(unit="a_lord", target="b"))
    assert [e.unit for e in out.events if isinstance(e, Left)] == ["a_lord"]
    assert not may_charge(out.state, "a")
    assert out.state.joined == {}
    home = answer(out.state, React(reaction="hold"), 5, 5)
    assert [(e.unit, e.target) for e in home.events if isinstance(e, Engaged)] == [("a_lord", "b")]
    short = answer(out.state, React(reaction="hold"), 1, 1)
    assert [e.success for e in short.events if isinstance(e, ChargeEnded)] == [False]
    assert short.state.joined == {"a_lord": Place(host="a", file=2)}
    assert may_charge(now, "a")
    declared = answer(now, DeclareCharge(unit="a", target="b")).state
    assert not may_charge(declared, "a_lord")


# rules: T9A-CHG-40, T9A-CHR-02, T9A-CHR-03
@pytest.mark.parametrize(
    ("man", "friend", "goal"),
    [
        ({}, (23, 22.5, 0), 8),
        ({"models": 1, "files": 1}, (18, 22.5, 15), 32),
    ],
)
def test_only_who_charged_out_of_a_unit_goes_back_into_it(
    man: Any, friend: tuple[float, float, int], goal: float
) -> None:
    """A failed charge wheels into touch with a friend nearer than an inch: neither ten men nor a
    lord who never was among them stand in its ranks for that."""
    x, y, turn = friend
    laid = table(
        unit("a", 20, 20, **man), unit("a2", x, y, facing_deg=turn),
        unit("b", goal, 36, facing_deg=180),
    )  # fmt: skip
    state = with_stats(laid, "a", character=bool(man))
    state = msgspec.structs.replace(state, charges={"a": Charge(target="b", side="front")})
    run = begun(state, Charging(side="A"), Moving(side="A"), dice=(1, 1))
    assert [e.success for e in run.events if isinstance(e, ChargeEnded)] == [False]
    assert ground_of(run.state).gap("a", "a2") < INCH / 100
    assert run.state.joined == {}


# rules: T9A-CHR-03
def test_a_charge_does_not_end_among_those_whom_a_character_leaves() -> None:
    ranks = within_ranks()
    foe = table(unit("b", 20, 20 + 60 / 25.4, facing_deg=180)).table
    there = msgspec.structs.replace(
        ranks.table, units={**ranks.table.units, "b": foe.units["b"]},
        models={**ranks.table.models, **foe.models},
    )  # fmt: skip
    bare = msgspec.structs.replace(ranks, table=there, deeds={}, prompts={}, agenda=())
    now = begun(bare, Declaring(side="A"), Charging(side="A"), Moving(side="A")).state
    assert refused(now, DeclareCharge(unit="a_lord", target="b")).code == "leave_charge"


# rules: T9A-CHR-04, T9A-REF-01
def test_a_unit_does_not_reform_narrower_than_its_characters() -> None:
    now = fresh(within_ranks(lord={"base_mm": [50, 50]}))
    assert refused(now, Reform(unit="a", files=1, facing=0)).code == "join_room"
    narrow = answer(now, Reform(unit="a", files=2, facing=0)).state
    ground = ground_of(narrow)
    assert (ground.block("a").front, ground.block("a").ranks) == (2, 7)
    assert ground.models("a")[0] == "a_lord_1"
    assert refused(now, Reform(unit="a_lord", files=1, facing=0)).code == "no_reform_in_ranks"
    shown = preview(now, ("A",), PlanReform(unit="a_lord", files=1, facing=0))
    assert shown.refusal is not None


# rules: T9A-SR-01
def test_what_nothing_enforces_yet_stands_on_the_card_of_a_unit() -> None:
    state = with_stats(
        table(unit("a", 20, 20), FAR), "a", rules=("fly", "hatred"),
        figures={"thunderous_charge": Figure(part="mount"), "ward_save": Figure(x="4+")},
    )  # fmt: skip
    assert [one.rule for one in viewing.awaited(state.stats["a"])] == [
        "hatred",
        "thunderous_charge",
    ]


# rules: T9A-CHR-04
def test_a_view_tells_in_which_files_the_command_stands_and_a_character_does_not() -> None:
    """Ten in five files, a lord in the middle one: the musician stands right of him."""
    state = within_ranks()
    assert ground_of(state).command("a") == {}
    whole = with_stats(state, "a", champion=True, standard=True, musician=True)
    assert ground_of(whole).command("a") == {"champion": 0, "standard": 1, "musician": 3}
    alone = with_stats(with_lord(), "a", standard=True)
    assert ground_of(alone).command("a") == {"standard": 2}
    thin = with_stats(
        with_lord(models=2, files=2), "a", champion=True, standard=True, musician=True
    )
    assert ground_of(thin).command("a") == {"champion": 0, "standard": 1}


# rules: T9A-FLEE-10, T9A-VP-01, T9A-VP-04, T9A-CHR-02
def test_who_stands_in_a_unit_is_destroyed_with_it_at_the_edge() -> None:
    state = msgspec.structs.replace(
        within_ranks(), deeds={}, prompts={}, agenda=(), size=2000,
        points={"a": 200, "a_lord": 150, "b": 100, "a_third": 90},
    )  # fmt: skip
    state = with_stats(state, "a_lord", general=True)
    run = begun(state, *(Flight(unit="a"),) * 3, dice=(6,) * 8)
    lost = [(e.unit, e.why) for e in run.events if isinstance(e, Lost)]
    assert lost == [("a_lord", "edge"), ("a", "edge")]
    assert run.state.joined == {}
    assert scores(run.state) == {"A": 0, "B": 200 + 150 + 100}


# rules: T9A-CHG-27, T9A-CHR-02
def test_who_stands_in_a_unit_is_run_down_with_it() -> None:
    """The fleeing unit of the lord is charged from six inches, runs two and is caught."""
    state = within_ranks()
    foe = unit("b9", 20, 14, facing_deg=0)
    laid = table(unit("a", 20, 20, fleeing=True), unit("a_lord", 26, 20, models=1, files=1), foe)
    state = msgspec.structs.replace(
        with_stats(laid, "a_lord", character=True), joined={"a_lord": state.joined["a_lord"]}
    )
    state = msgspec.structs.replace(seated_in(state), active="B")
    asked = begun(state, Declaring(side="B"), Charging(side="B")).state
    run = answer(asked, DeclareCharge(unit="b9", target="a"), 1, 1, 6, 6)
    lost = [(e.unit, e.why) for e in run.events if isinstance(e, Lost)]
    assert lost == [("a_lord", "run_down"), ("a", "run_down")]


def seated_in(state: State) -> State:
    """The table with every model where its unit's block has it."""
    ground = ground_of(state)
    poses = ground.poses("a", ground.block("a"))
    models = {
        key: msgspec.structs.replace(model, pose=poses.get(key, model.pose))
        for key, model in state.table.models.items()
    }
    return msgspec.structs.replace(state, table=msgspec.structs.replace(state.table, models=models))
