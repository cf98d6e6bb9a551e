"""General, battle standard and musician in Leadership tests (chapters CHR and CMD)."""

import msgspec
import pytest

from rules.ninth_age.events import LeadershipTested
from rules.ninth_age.play.units.presence import banner, leader, rallying
from rules.ninth_age.state import Moving, Rallying, State

from .kit import answer, begun, march, on, table, unit, with_stats


def led(gap: float = 5.0, **stats: object) -> State:
    """A unit of Leadership 7, and a leader of Leadership 9 so many inches to its right."""
    x = 20 + 62.5 / 25.4 + 12.5 / 25.4 + gap
    state = table(
        unit("a", 20, 20, Ld=7), unit("a_lord", x, 20, models=1, files=1, Ld=9), unit("b", 60, 40)
    )
    return with_stats(state, "a_lord", character=True, **stats)


# rules: T9A-CHR-20, T9A-MEAS-03
@pytest.mark.parametrize(("gap", "value"), [(11.99, 9), (12.0, 7), (17.9, 7)])
def test_a_general_lends_his_leadership_within_twelve_inches(gap: float, value: int) -> None:
    assert leader(led(gap, general=True), "a")[0] == value


# rules: T9A-CHR-20, T9A-SR-LARGETARGET
def test_a_general_on_a_large_target_is_seen_from_farther() -> None:
    assert leader(led(17.9, general=True, troop_type="ridden_monster"), "a") == (9, "a_lord")


# rules: T9A-CHR-20, T9A-FLEE-17
def test_a_general_who_flees_lends_nothing_and_one_of_low_leadership_is_not_needed() -> None:
    state = led(5, general=True, battle_standard=True)
    fled = state.table.with_counter("a_lord", "fleeing", 1)
    assert leader(msgspec.structs.replace(state, table=fled), "a") == (7, "")
    assert banner(msgspec.structs.replace(state, table=fled), "a") == ""
    assert leader(with_stats(state, "a", leadership=10), "a") == (10, "")


# rules: T9A-CHR-20
def test_a_general_of_the_enemy_lends_nothing() -> None:
    state = with_stats(table(unit("a", 20, 20), unit("b", 20, 26)), "b", general=True, leadership=9)
    assert leader(state, "a") == (7, "")


# rules: T9A-CHR-21, T9A-GEN-05, T9A-MARCH-03
def test_the_battle_standard_gives_one_second_roll() -> None:
    state = led(5, battle_standard=True)
    near = table(unit("a", 20, 20), unit("b", 20, 28, facing_deg=180))
    units, models = {**state.table.units}, {**state.table.models}
    units["b"], models = near.table.units["b"], {**models, **near.table.models}
    moved = msgspec.structs.replace(
        state, table=msgspec.structs.replace(state.table, units=units, models=models)
    )
    now = begun(moved, Moving(side="A")).state
    for dice, results in (((6, 6, 3, 4), [False, True]), ((6, 6, 5, 5), [False, False])):
        run = answer(now, march("a", on(1)), *dice)
        tests = [e for e in run.events if isinstance(e, LeadershipTested)]
        assert [(e.passed, e.again) for e in tests] == list(
            zip(results, ("", "a_lord"), strict=True)
        )


# rules: T9A-RALLY-04, T9A-CHR-21
def test_a_second_roll_below_a_quarter_must_be_a_double_one_too() -> None:
    def few(**stats: object) -> State:
        units = unit("a", 20, 20, models=2, start_models=20, fleeing=True)
        lord = unit("a_lord", 26, 20, models=1, files=1)
        return with_stats(table(units, lord, unit("b", 60, 40)), "a_lord", **stats)

    state = few(battle_standard=True, character=True)
    run = begun(state, Rallying(side="A"), dice=(1, 2, 1, 1))
    tests = [(e.total, e.passed) for e in run.events if isinstance(e, LeadershipTested)]
    assert tests == [(3, False), (2, True)]


# rules: T9A-CMD-02, T9A-RALLY-01
def test_a_musician_adds_one_to_rally_only() -> None:
    state = with_stats(led(5, general=True), "a", musician=True)
    assert (leader(state, "a")[0], sum(rallying(state, "a"))) == (9, 10)


# rules: T9A-CHAR-05, T9A-CHR-20
def test_what_a_general_lends_includes_what_is_added_to_his_own() -> None:
    """His banner is lent with it; that of who borrows is added; nothing is added twice."""
    banner = ("banner_of_discipline",)

    def used(lender: tuple[str, ...], own: tuple[str, ...], value: int = 8) -> tuple[int, str]:
        state = table(unit("a", 20, 20, Ld=7), unit("a_lord", 27, 20, models=1, files=1, Ld=value))
        state = with_stats(state, "a_lord", general=True, rules=lender)
        return leader(with_stats(state, "a", rules=own), "a")

    assert used((), ()) == (8, "a_lord")
    assert used(banner, ()) == (9, "a_lord")
    assert used((), banner) == (9, "a_lord")
    assert used(banner, banner) == (10, "a_lord")
    assert used(banner, banner, 10) == (10, "a_lord")
    assert used((), banner, 6) == (8, "")
