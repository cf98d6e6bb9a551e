"""Advances, marches and reforms (chapters SPACE, REM, MARCH, REF)."""

import pytest

from rules.core.refusals import Refused
from rules.core.values import INCH
from rules.geometry.measure import distance
from rules.ninth_age.actions import Aside, Back, EndMoves, Keep, Reform, SwiftReform, Turn
from rules.ninth_age.edition import FIRST
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.paths import after
from rules.ninth_age.play.units.reading import may_shoot
from rules.ninth_age.questions import AfterHalt, AfterSwift, MoveUnits
from rules.ninth_age.state import Moving

from .kit import advance, answer, begun, march, on, refused, stands, table, unit, wheel, with_stats


def moving(*units, switches=None, dice=(), **more):
    state = table(*units, **({"switches": switches} if switches else {}), **more)
    return begun(state, Moving(side="A"), dice=dice).state


# rules: T9A-REF-04, T9A-REF-05
def test_a_unit_ends_where_its_path_leads() -> None:
    """T9A-REF-04, -05: straight, a wheel about the front right corner, straight."""
    now = moving(unit("a", 20, 20))
    after = answer(now, advance("a", on(1), wheel(10), on(1))).state
    x, y, facing = stands(after, "a")
    assert facing == 10
    assert (x, y) == pytest.approx((20.042, 22.412), abs=0.6)
    assert isinstance(now.prompts["p1"].question, MoveUnits)


@pytest.mark.parametrize(
    ("path", "code", "rule"),
    [
        ((on(4.1),), "too_far", "T9A-REM-04"),
        ((Back(length=2 * INCH + 50),), "too_far_halved", "T9A-REM-05"),
        ((Aside(length=-2 * INCH - 50),), "too_far_halved", "T9A-REM-06"),
        ((on(1), Back(length=100)), "mixed", "T9A-REM-08"),
        ((Aside(length=100), Aside(length=-100)), "mixed", "T9A-REM-08"),
        ((Back(length=100), wheel(5)), "wheel_not_forward", "T9A-REM-09"),
        ((Turn(turn=90_000),), "turn_many", "T9A-REM-11"),
        ((), "path_parts", "T9A-REM-03"),
        ((Turn(turn=-360_001),), "path_parts", "T9A-REM-03"),
        ((wheel(200),), "wheel_back", "T9A-REF-05"),
    ],
)
def test_an_advance_is_refused_with_its_rule(path, code, rule) -> None:
    refusal = refused(moving(unit("a", 20, 20)), advance("a", *path))
    assert (refusal.code, refusal.rules[0]) == (code, rule)


# rules: T9A-REM-04, T9A-REM-05
@pytest.mark.parametrize(
    ("path", "end"),
    [
        ((on(9),), (on(4),)),
        ((on(1), wheel(80)), (on(1), wheel(34.927))),
        ((Back(length=9 * INCH),), (Back(length=2 * INCH),)),
        ((Aside(length=9 * INCH),), (Aside(length=2 * INCH),)),
    ],
)
def test_who_asks_for_too_much_is_shown_how_far_it_goes(path, end) -> None:
    now = moving(unit("a", 20, 20))
    (drawn,) = refused(now, advance("a", *path)).shapes
    there = ground_of(now).block("a")
    for part in end:
        there = after(there, part)
    (ring,) = drawn.rings
    assert max(min(distance(p, corner) for corner in there.corners) for p in ring) < 5


# rules: T9A-REM-12, T9A-REF-06
def test_a_deep_unit_may_not_swing_its_rear_too_far() -> None:
    """T9A-REM-12, T9A-REF-06: the wheel is short, the rear corner is not."""
    now = moving(unit("a", 20, 20, files=1, models=10))
    refusal = refused(now, advance("a", wheel(80)))
    assert (refusal.code, refusal.rules[0]) == ("displaced", "T9A-REM-12")


# rules: T9A-SPACE-01, T9A-SPACE-02
def test_an_inch_is_kept_at_the_end_and_half_an_inch_on_the_way() -> None:
    """T9A-SPACE-01, -02."""
    near = unit("a2", 20, 24 + 5000 / INCH - 2)
    refusal = refused(moving(unit("a", 20, 20), near), advance("a", on(1.1)))
    assert (refusal.code, refusal.rules[0]) == ("spacing", "T9A-SPACE-01")
    answer(moving(unit("a", 20, 20), near), advance("a", on(1)))
    # A narrow way between two: 0.6 inch on either side is enough, 0.4 is not.
    for room, legal in ((0.6, True), (0.4, False)):
        beside = [unit(f"a{n}", 20 + n * (12500 / INCH + room), 22.5, models=5) for n in (-1, 1)]
        now = moving(unit("a", 20, 20, M=9), *beside)
        if legal:
            answer(now, advance("a", on(5)))
        else:
            assert refused(now, advance("a", on(5))).rules[0] == "T9A-SPACE-02"


# rules: T9A-SPACE-04
def test_who_stands_too_near_may_go_but_touch_no_enemy() -> None:
    """T9A-SPACE-04: half an inch away from an enemy after a rally, say."""
    now = moving(unit("a", 20, 20), unit("b", 20, 20.5 + 5000 / INCH, facing_deg=180))
    answer(now, advance("a", Aside(length=1000)))
    answer(now, advance("a", on(0.3)))
    assert refused(now, advance("a", on(0.5))).code == "way_unit"


# rules: T9A-REM-14, T9A-EDGE-01
def test_nobody_moves_into_rocks_or_off_the_table() -> None:
    """T9A-REM-14, T9A-EDGE-01."""
    rock = {"id": "rock", "kind": "impassable", "centre": [20, 24], "size_mm": [50, 50]}
    now = moving(unit("a", 20, 20), terrain=[rock])
    assert refused(now, advance("a", on(4))).code == "way_ground"
    assert refused(moving(unit("a", 20, 46)), advance("a", on(2))).code == "edge"


# rules: T9A-MARCH-01, T9A-MARCH-02, T9A-MARCH-08
def test_a_march_goes_twice_as_far_and_costs_the_shooting() -> None:
    """T9A-MARCH-01, -02, -08."""
    now = moving(unit("a", 20, 20), unit("a2", 40, 20))
    after = answer(now, march("a", on(8))).state
    assert stands(after, "a")[:2] == (20, 28)
    assert not may_shoot(after, "a")
    assert may_shoot(after, "a2")
    assert refused(now, march("a", Back(length=100))).rules[0] == "T9A-MARCH-01"
    assert refused(now, march("a", on(8.1))).rules[0] == "T9A-MARCH-01"


# rules: T9A-MARCH-06, T9A-MARCH-07
def test_a_stopped_march_leaves_an_advance_forward() -> None:
    """T9A-MARCH-06, -07: also who stays in place afterwards has marched."""
    now = moving(unit("a", 20, 20), unit("b", 20, 28, facing_deg=180), unit("a2", 40, 20))
    halted = answer(now, march("a", on(4.5)), 6, 5).state
    assert isinstance(next(iter(halted.prompts.values())).question, AfterHalt)
    assert refused(halted, advance("a", Aside(length=100))).rules[0] == "T9A-MARCH-06"
    assert refused(halted, advance("a", on(4.2))).code == "too_far"
    stayed = answer(halted, Keep()).state
    assert stayed.did("a", "marched")
    assert not may_shoot(stayed, "a")


# rules: T9A-VER-03, T9A-MARCH-07
def test_without_the_older_text_a_failed_test_is_no_march() -> None:
    """T9A-VER-03 on T9A-MARCH-07."""
    units = unit("a", 20, 20), unit("b", 20, 28, facing_deg=180), unit("a2", 40, 20)
    halted = answer(moving(*units, switches=FIRST), march("a", on(4.5)), 6, 5).state
    stayed = answer(halted, Keep()).state
    assert not stayed.did("a", "marched")
    assert may_shoot(stayed, "a")


# rules: T9A-REM-07
def test_half_of_five_is_three_in_the_older_text_and_two_and_a_half_in_the_other() -> None:
    """T9A-REM-07 and its switch."""
    three = advance("a", Back(length=3 * INCH))
    answer(moving(unit("a", 20, 20, M=5)), three)
    first = moving(unit("a", 20, 20, M=5), switches=FIRST)
    assert refused(first, three).code == "too_far_halved"
    answer(first, advance("a", Back(length=5 * INCH // 2)))


# rules: T9A-REM-11
def test_a_single_model_pivots_in_forward_moves_only_or_in_any() -> None:
    """T9A-REM-11 and its switch."""
    lone = unit("a", 20, 20, models=1, files=1)
    turning = advance("a", Turn(turn=90_000), Aside(length=1000))
    assert refused(moving(lone), turning).rules[0] == "T9A-REM-11"
    after = answer(moving(lone, switches=FIRST), turning).state
    assert stands(after, "a")[2] == 90
    assert stands(answer(moving(lone), advance("a", Turn(turn=-90_000), on(3))).state, "a") == (
        17, 20, 270,
    )  # fmt: skip


# rules: T9A-REF-01
def test_a_reform_keeps_the_centre_and_is_the_units_move() -> None:
    """T9A-REF-01."""
    now = moving(unit("a", 20, 20), unit("a2", 40, 20))
    after = answer(now, Reform(unit="a", files=4, facing=270_000)).state
    assert stands(after, "a") == (20, 20, 270)
    assert after.files["a"] == 4
    assert not may_shoot(after, "a")
    assert refused(after, advance("a", on(1))).code == "may_not_move"
    assert refused(now, Reform(unit="a", files=11, facing=0)).code == "files"


# rules: T9A-REF-01, T9A-SPACE-01
def test_a_reform_takes_nobody_too_far_and_keeps_the_spacing() -> None:
    """T9A-REF-01, T9A-SPACE-01."""
    now = moving(unit("a", 20, 20, files=10, models=20, M=1))
    assert refused(now, Reform(unit="a", files=1, facing=0)).rules[0] == "T9A-REF-01"
    near = moving(unit("a", 20, 20), unit("a2", 20 + 13000 / INCH, 20.0, models=1, files=1))
    assert refused(near, Reform(unit="a", files=10, facing=0)).code == "spacing"


# rules: T9A-REF-02
def test_a_swift_reform_leaves_an_advance_if_the_test_is_passed() -> None:
    """T9A-REF-02."""
    units = unit("a", 20, 20), unit("a2", 40, 20)
    now = begun(with_stats(table(*units), "a", musician=True), Moving(side="A")).state
    quick = SwiftReform(unit="a", files=5, facing=90_000)
    passed = answer(now, quick, 3, 4).state
    assert isinstance(next(iter(passed.prompts.values())).question, AfterSwift)
    assert stands(answer(passed, advance("a", on(4))).state, "a") == (24, 20, 90)
    failed = answer(now, quick, 6, 2).state
    assert isinstance(next(iter(failed.prompts.values())).question, MoveUnits)
    assert not may_shoot(failed, "a")
    with pytest.raises(Refused, match="no_musician"):
        answer(now, SwiftReform(unit="a2", files=5, facing=0))


# rules: T9A-REM-03
def test_moves_end_when_the_player_says_so() -> None:
    """T9A-REM-03."""
    after = answer(moving(unit("a", 20, 20), unit("b", 20, 40, facing_deg=180)), EndMoves()).state
    assert after.active == "B"
