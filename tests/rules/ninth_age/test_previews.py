"""What previews show of moves, reforms, charges and flights, and what viewers see."""

from typing import Any

import pytest

from rules.core.refusals import Area, Label, Trail
from rules.core.values import INCH, Pose
from rules.ninth_age.actions import (
    Advance,
    Answers,
    DeclareCharge,
    PlanCharge,
    PlanFlight,
    PlanMove,
    PlanReform,
    Threat,
)
from rules.ninth_age.state import Declaring, Moving, State
from rules.testing.match import Match, sealed

from .kit import RULES, advance, answer, begun, march, on, stands, table, trial, unit, wheel

OWN = frozenset("A")


def preview(state: State, draft: Any) -> Any:
    return RULES.preview(state, OWN, draft)


def test_a_move_is_shown_with_its_wheels_its_cost_and_its_end() -> None:
    now = begun(table(unit("a", 20, 20)), Moving(side="A")).state
    path = (on(1), wheel(-10), on(1))
    shown = preview(now, PlanMove(unit="a", path=path))
    after = answer(now, advance("a", *path)).state
    assert shown.refusal is None
    assert shown.action == Advance(unit="a", path=path)
    assert shown.used / INCH == pytest.approx(2.8589, abs=0.001)
    assert shown.allowance == 4 * INCH
    assert shown.ghosts == {key: m.pose for key, m in after.table.models.items()}
    assert [s.style for s in shown.shapes] == ["wheel", "path"]
    assert isinstance(shown.shapes[0], Area)


def test_a_refused_move_still_shows_what_was_drawn_and_why_not() -> None:
    now = begun(table(unit("a", 20, 20), unit("b", 20, 26)), Moving(side="A")).state
    shown = preview(now, PlanMove(unit="a", path=(on(4),)))
    assert shown.refusal.rules[0] == "T9A-SPACE-02"
    assert {s.style for s in shown.refusal.shapes} == {"stopped", "breach"}
    assert isinstance(shown.shapes[0], Trail)
    assert shown.action is None


# rules: T9A-MARCH-01, T9A-MARCH-10
@pytest.mark.parametrize(
    ("path", "rules", "key"),
    [
        ((on(6),), (), "too_far_march"),
        ((on(9),), (), "too_far"),
        ((on(6),), ("cannot_march",), "too_far"),
    ],
)
def test_a_path_too_long_for_an_advance_says_where_a_march_would_do(
    path: Any, rules: tuple[str, ...], key: str
) -> None:
    now = begun(table(unit("a", 20, 20, rules=rules)), Moving(side="A")).state
    line = preview(now, PlanMove(unit="a", path=path, nearest=True)).refusal.line
    assert line.key == f"ninth_age.refusal.{key}"
    assert ("march" in line.params) is (key == "too_far_march")


# rules: T9A-REM-04, T9A-SPACE-02
@pytest.mark.parametrize(
    ("path", "most"),
    [
        ((on(9),), (on(4),)),
        ((on(1), on(9)), (on(1), on(3))),
        ((wheel(-10), on(9)), (wheel(-10), on(3.1411))),
        ((on(2), wheel(90), on(3)), (on(2), wheel(21.958))),
        ((wheel(170), wheel(5), on(1)), (wheel(44.348),)),
    ],
)
def test_a_path_that_is_too_long_is_taken_as_far_as_it_goes(path: Any, most: Any) -> None:
    now = begun(table(unit("a", 20, 20)), Moving(side="A")).state
    shown = preview(now, PlanMove(unit="a", path=path, nearest=True))
    assert shown.refusal.rules[0] == "T9A-REM-04"
    assert len(shown.action.path) == len(most)
    for part, whole in zip(shown.action.path, most, strict=True):
        assert type(part) is type(whole)
        size = [p.length if hasattr(p, "length") else p.turn for p in (part, whole)]
        assert size[0] == pytest.approx(size[1], abs=5)
    gone = preview(now, PlanMove(unit="a", path=shown.action.path))
    assert gone.used <= gone.allowance, "not even by a hair of what is borne"
    assert answer(now, shown.action).state != now


def test_who_is_stopped_on_his_way_is_taken_to_where_he_is_stopped() -> None:
    now = begun(table(unit("a", 20, 20), unit("b", 20, 26)), Moving(side="A")).state
    shown = preview(now, PlanMove(unit="a", path=(on(4),), nearest=True))
    assert shown.refusal.rules[0] == "T9A-SPACE-02"
    (part,) = shown.action.path
    assert 0 < part.length < 4 * INCH
    assert answer(now, shown.action).state != now
    pressed = begun(table(unit("a", 20, 20), unit("b", 20, 22.968)), Moving(side="A")).state
    assert preview(pressed, PlanMove(unit="a", path=(on(4),), nearest=True)).action is None


# rules: T9A-MARCH-03, T9A-MARCH-04
def test_a_march_near_the_enemy_shows_the_test_before_it() -> None:
    """T9A-MARCH-03, -04: exactly eight inches is not within eight."""
    gap = 5000 / INCH
    for far, test in ((7.9, 7), (8, 0)):
        state = table(unit("a", 20, 20), unit("b", 20, 20 + gap + far, facing_deg=180))
        now = begun(state, Moving(side="A")).state
        assert preview(now, PlanMove(unit="a", path=(on(1),), march=True)).test == test
        assert march("a", on(1)).path


def test_a_foreign_units_move_may_be_measured_and_not_made() -> None:
    state = table(unit("a", 20, 20), unit("b", 20, 40, facing_deg=180))
    now = begun(state, Moving(side="A")).state
    shown = preview(now, PlanMove(unit="b", path=(on(3),)))
    assert (shown.refusal, shown.action) == (None, None)
    assert shown.block == Pose(20 * INCH, 37 * INCH, 180_000)


def test_a_reform_is_shown_in_its_new_places() -> None:
    now = begun(table(unit("a", 20, 20)), Moving(side="A")).state
    shown = preview(now, PlanReform(unit="a", files=2, facing=90_000))
    assert (shown.files, shown.block) == (2, Pose(20 * INCH, 20 * INCH, 90_000))
    assert len(set(shown.ghosts.values())) == 10
    assert preview(now, PlanReform(unit="a", files=0, facing=0)).refusal.code == "files"


# rules: T9A-CHG-21, T9A-CHG-24
def test_a_charge_is_shown_aligned_with_its_chance() -> None:
    """T9A-CHG-21, -24."""
    state = table(unit("a", 20, 20), unit("b", 22, 31, facing_deg=200))
    now = begun(state, Declaring(side="A"), Moving(side="A")).state
    shown = preview(now, PlanCharge(unit="a", target="b"))
    assert shown.action == DeclareCharge(unit="a", target="b")
    assert shown.block.facing == 20_000
    assert [s.style for s in shown.shapes] == ["charge", "aligned"]
    (one,) = shown.chances
    assert 0 < one.thousandths < 1000
    assert one.distance == round(one.distance)


# rules: T9A-CHG-02, T9A-CHG-21
def test_a_threat_gives_the_chance_of_every_inch_and_of_every_enemy_in_sight() -> None:
    """T9A-CHG-02, -21."""
    state = table(unit("a", 20, 20), unit("b", 20, 31, facing_deg=180), unit("b2", 20, 8))
    shown = preview(state, Threat(unit="a"))
    assert [c.unit for c in shown.chances] == ["b"]
    assert [(c.distance // INCH, c.thousandths) for c in shown.reach] == [
        (6, 1000), (7, 972), (8, 917), (9, 833), (10, 722), (11, 583), (12, 417), (13, 278),
        (14, 167), (15, 83), (16, 28),
    ]  # fmt: skip
    assert sum(isinstance(s, Label) for s in shown.shapes) == 4


# rules: T9A-CHG-02, T9A-CHG-32
def test_an_enemy_in_reach_that_cannot_be_charged_says_why_before_anybody_tries() -> None:
    """T9A-CHG-02, -32: a friend in the way bars the one charge and not the other."""
    friend = unit("a2", 14, 25, base_mm=[20, 20], files=9, models=9)
    foes = unit("b", 14, 27, facing_deg=180), unit("b2", 25, 28, facing_deg=180)
    now = begun(table(unit("a", 20, 20), friend, *foes), Declaring(side="A")).state
    shown = preview(now, Threat(unit="a"))
    barred = {one.unit: one.barred.key for one in shown.chances if one.barred}
    assert barred == {"b": "ninth_age.refusal.charge_room"}
    assert {one.unit for one in shown.chances} == {"b", "b2"}
    assert preview(now, PlanCharge(unit="a", target="b")).refusal.line == shown.chances[0].barred
    assert sum(shape.style == "target" for shape in shown.shapes) == 2


# rules: T9A-FLEE-04, T9A-FLEE-18
def test_a_flight_is_shown_at_its_usual_length_through_whatever_is_there() -> None:
    """T9A-FLEE-04, -18."""
    state = table(unit("a", 20, 30, facing_deg=180), unit("b", 20, 26), unit("b2", 30, 34))
    shown = preview(state, PlanFlight(unit="a"))
    assert shown.block == Pose(20 * INCH, 23 * INCH, 180_000)
    assert [s.style for s in shown.shapes] == ["flight", "breach"]
    assert preview(state, PlanFlight(unit="a", away="b2")).block.facing != 180_000


@pytest.mark.parametrize(
    "draft",
    [PlanMove(unit="nobody"), PlanReform(unit="nobody", files=1, facing=0), Threat(unit=""),
     PlanCharge(unit="a", target="nobody"), PlanFlight(unit="a", away="a")],
)  # fmt: skip
def test_nonsense_is_refused_in_words(draft: Any) -> None:
    assert preview(table(unit("a", 20, 20)), draft).refusal is not None


def test_a_viewer_sees_trays_marks_and_only_his_own_options() -> None:
    match = Match(trial(), sealed(b"view"))
    views = {side: RULES.view(match.state, frozenset(side)) for side in "ab"}
    asked = {side: next(iter(view.prompts.values())).question for side, view in views.items()}
    assert asked["a"] is not None
    assert asked["b"] is None
    tray = views["b"].trays["a_warriors"]
    assert (tray.files, tray.ranks, tray.last) == (6, 3, 6)
    assert (tray.width, tray.depth) == (15000, 7500)
    assert stands(match.state, "a_warriors")[2] == 0
    assert views["a"].fixed.stats["a_spears"].movement == 5


def test_a_question_names_answers_that_it_takes_to_those_who_are_asked() -> None:
    now = begun(table(unit("a", 20, 20), unit("b", 20, 40)), Moving(side="A")).state
    (prompt,) = now.prompts
    shown = preview(now, Answers(prompt=prompt))
    assert shown.answers
    for action in shown.answers:
        answer(now, action)
    assert RULES.preview(now, frozenset("B"), Answers(prompt=prompt)).refusal is not None
