"""Who is named as a target while he stands in a unit's ranks means his unit (T9A-CHR-02)."""

from rules.core.values import INCH
from rules.ninth_age.actions import (
    DeclareCharge,
    Join,
    PlanCharge,
    PlanJoin,
    PlanShot,
    React,
    Redirect,
    ShootAt,
)
from rules.ninth_age.arms import Weapon
from rules.ninth_age.events import ChargeDeclared, Shot, ShotBegan, TemplateLanded
from rules.ninth_age.state import Charging, Declaring, Moving, Shooting, State

from .kit import RULES, answer, begun, refused, table, unit, with_stats
from .test_shooting import armed, joined

SEEN = frozenset("A")
STONE = Weapon(
    id="stone_thrower", reach=48 * INCH, artillery="catapult", size="3", centre_strength=9
)


def facing_a_lord(*more: dict[str, object], gap: float = 10) -> State:
    """Archers before a unit with a lord in its ranks."""
    state = table(
        unit("a", 36, 20, models=5), unit("b", 36, 20 + gap, facing_deg=180, Ld=10),
        unit("b_lord", 36, 40, models=1, files=1), *more,
    )  # fmt: skip
    return armed(joined(state, "b_lord", "b"), "a")


# rules: T9A-CHR-02, T9A-SHOOT-02
def test_a_shot_at_somebody_in_the_ranks_is_one_at_his_unit() -> None:
    state = begun(facing_a_lord(), Shooting(side="A")).state
    run = answer(state, ShootAt(unit="a", target="b_lord"), 1, 1, 1, 1, 1)
    assert [e.target for e in run.events if isinstance(e, ShotBegan | Shot)] == ["b", "b"]
    shown = RULES.preview(state, SEEN, PlanShot(unit="a", target="b_lord"))
    assert shown == RULES.preview(state, SEEN, PlanShot(unit="a", target="b"))
    assert shown.action == ShootAt(unit="a", target="b")


# rules: T9A-CHR-02, T9A-WPN-05
def test_a_template_aimed_at_somebody_in_the_ranks_comes_down_on_his_unit() -> None:
    state = armed(facing_a_lord(gap=16), "a", missiles=(STONE,))
    state = begun(state, Shooting(side="A")).state
    run = answer(state, ShootAt(unit="a", target="b_lord", model="b_lord_1"), 1, 1, *[1] * 8)
    (landed,) = [e for e in run.events if isinstance(e, TemplateLanded)]
    assert landed.way == (state.table.models["b_lord_1"].pose.at,)
    assert landed.struck["b"] > 1


# rules: T9A-CHR-02, T9A-CHG-01
def test_a_charge_at_somebody_in_the_ranks_is_one_at_his_unit() -> None:
    state = begun(facing_a_lord(gap=7), Declaring(side="A"), Charging(side="A")).state
    shown = RULES.preview(state, SEEN, PlanCharge(unit="a", target="b_lord"))
    assert shown == RULES.preview(state, SEEN, PlanCharge(unit="a", target="b"))
    assert shown.action == DeclareCharge(unit="a", target="b")
    run = answer(state, DeclareCharge(unit="a", target="b_lord"))
    assert [e.charge.target for e in run.events if isinstance(e, ChargeDeclared)] == ["b"]


# rules: T9A-CHR-02, T9A-CHG-14
def test_so_is_a_charge_that_is_redirected() -> None:
    fled = unit("b2", 44, 26, facing_deg=180, Ld=10)
    state = begun(facing_a_lord(fled, gap=7), Declaring(side="A"), Charging(side="A")).state
    run = answer(state, DeclareCharge(unit="a", target="b2"))
    run = answer(run.state, React(reaction="flee"), 1, 1)
    run = answer(run.state, Redirect(unit="a"), 1, 1)
    shown = RULES.preview(run.state, SEEN, PlanCharge(unit="a", target="b_lord"))
    assert shown.action == DeclareCharge(unit="a", target="b")
    run = answer(run.state, DeclareCharge(unit="a", target="b_lord"))
    assert [e.charge.target for e in run.events if isinstance(e, ChargeDeclared)] == ["b"]


# rules: T9A-CHR-02
def test_who_joins_somebody_in_the_ranks_joins_his_unit() -> None:
    state = table(
        unit("a", 20, 20), unit("a_lord", 36, 40, models=1, files=1),
        unit("a_earl", 20, 15, models=1, files=1), unit("b", 70, 46),
    )  # fmt: skip
    state = with_stats(joined(state, "a_lord", "a"), "a_earl", character=True)
    state = begun(state, Moving(side="A")).state
    shown = RULES.preview(state, SEEN, PlanJoin(unit="a_earl", host="a_lord", file=1))
    assert shown.action == Join(unit="a_earl", host="a", file=1)
    run = answer(state, Join(unit="a_earl", host="a_lord", file=1))
    assert run.state.joined["a_earl"].host == "a"


# rules: T9A-CHR-02
def test_nobody_shoots_at_his_own_ranks() -> None:
    state = table(
        unit("a", 36, 20, models=5), unit("a2", 36, 30, facing_deg=180),
        unit("a_lord", 36, 40, models=1, files=1), unit("b", 44, 30, facing_deg=180),
    )  # fmt: skip
    state = begun(armed(joined(state, "a_lord", "a2"), "a"), Shooting(side="A")).state
    assert refused(state, ShootAt(unit="a", target="a_lord")).code == "not_enemy"
