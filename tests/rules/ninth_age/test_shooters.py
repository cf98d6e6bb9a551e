"""Who of a unit shoots, and how well: characters in the ranks, champions, those who arrived."""

import msgspec
import pytest

from rules.core.refusals import Refused
from rules.core.values import INCH
from rules.geometry.arcs import arc_of
from rules.ninth_age.actions import React
from rules.ninth_age.arms import Weapon
from rules.ninth_age.events import ShotBegan
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.play.shooting.aiming import judge_fire, may_react
from rules.ninth_age.play.units.reading import may_shoot, moved
from rules.ninth_age.state import Deed, Reacting, State

from .kit import answer, begun, table, unit
from .test_shooting import BOW, armed, joined, with_lord


def after(state: State, **deeds: Deed) -> State:
    """The same table after units did something in this turn."""
    return msgspec.structs.replace(state, deeds={key: (deed,) for key, deed in deeds.items()})


# rules: T9A-SHOOT-01, T9A-MARCH-08
def test_a_character_who_marched_into_a_unit_does_not_shoot_and_the_unit_does() -> None:
    state = after(with_lord(), a_lord="marched", a="joined")
    with pytest.raises(Refused) as refused:
        judge_fire(state, "a_lord", "b")
    assert refused.value.refusal.code == "may_not_shoot"
    assert may_shoot(state, "a")
    assert len(judge_fire(state, "a", "b").volleys) == 1


# rules: T9A-SHOOT-06
@pytest.mark.parametrize(
    ("deeds", "lord", "host"),
    [
        ({"a_lord": "moved"}, True, False),
        ({"a": "moved"}, True, True),
        ({"a": "joined"}, False, False),
    ],
)
def test_who_joined_after_a_move_shoots_as_having_moved(
    deeds: dict[str, Deed], lord: bool, host: bool
) -> None:
    state = after(with_lord(), **deeds)
    assert (moved(state, "a_lord"), moved(state, "a")) == (lord, host)


# rules: T9A-SHOOT-06, T9A-SR-AMBUSH
def test_who_came_from_ambush_has_moved() -> None:
    state = after(with_lord(), a="arrived")
    (group,) = judge_fire(state, "a", "b").volleys
    assert [s.add for s in group.sources if s.key.endswith("moved")] == [-1]


# rules: T9A-CHG-11, T9A-MEAS-05
@pytest.mark.parametrize(("gap", "reacts"), [(4.0005, False), (4.002, True)])
def test_a_charger_at_his_movement_within_the_tolerance_is_too_near(
    gap: float, reacts: bool
) -> None:
    deep = 50 / 25.4
    state = table(unit("a", 36, 20, M=4), unit("b", 36, 20 + deep + gap, facing_deg=180))
    state = armed(state, "b", missiles=(BOW,))
    assert may_react(state, "b", "a") is reacts


# rules: T9A-SHOOT-06, T9A-MEAS-05
@pytest.mark.parametrize(("gap", "need"), [(12.0009, 3), (12.01, 4)])
def test_half_the_range_within_the_tolerance_is_not_long(gap: float, need: int) -> None:
    deep = 25 / 25.4
    state = table(
        unit("a", 36, 20, models=1, files=1),
        unit("b", 36, 20 + deep + gap, models=1, files=1, facing_deg=180),
    )
    bow = msgspec.structs.replace(BOW, reach=24 * INCH)
    (group,) = judge_fire(armed(state, "a", missiles=(bow,)), "a", "b").volleys
    assert group.need == need


# rules: T9A-CMD-01, T9A-SHOOT-05
def test_a_champion_shoots_a_point_better_and_the_others_as_ever() -> None:
    state = armed(table(unit("a", 36, 20, models=5), unit("b", 36, 30, facing_deg=180)), "a",
                  champion=True)  # fmt: skip
    first, others = judge_fire(state, "a", "b").volleys
    assert (first.models, first.need, others.models, others.need) == (1, 2, 4, 3)
    assert [s.add for s in first.sources if s.key.endswith("champion")] == [1]
    assert not [s for s in others.sources if s.key.endswith("champion")]


# rules: T9A-CMD-01
def test_a_champion_who_reaches_nobody_shoots_at_nobody() -> None:
    """Of five archers in a rank the two on the right reach a target; he stands in the middle."""
    near = msgspec.structs.replace(BOW, reach=round(7.8 * INCH))
    state = table(unit("a", 36, 20, models=5), unit("b", 41.5, 30, facing_deg=180, models=20))
    state = armed(state, "a", champion=True, missiles=(near,))
    (group,) = judge_fire(state, "a", "b").volleys
    assert group.models == 2


# rules: T9A-CHG-11
def test_a_character_in_the_ranks_stands_and_shoots_with_them() -> None:
    state = table(
        unit("a", 36, 20, facing_deg=0, models=20),
        unit("b", 36, 30, facing_deg=180, models=6),
        unit("b_lord", 36, 33, models=1, files=1),
    )
    state = joined(armed(state, "b", "b_lord"), "b_lord", "b")
    run = begun(state, Reacting(unit="a", target="b"))
    shot = answer(run.state, React(reaction="stand_and_shoot"), *[1] * 6, 1)
    fired = [(e.unit, e.target) for e in shot.events if isinstance(e, ShotBegan)]
    assert fired == [("b", "a"), ("b_lord", "a")]


# rules: T9A-CHG-11, T9A-SR-QUICKTOFIRE
@pytest.mark.parametrize(("y", "weapon"), [(30, "bow"), (25, "pistol")])
def test_who_is_charged_from_near_takes_what_is_quick(y: float, weapon: str) -> None:
    pistol = Weapon(id="pistol", reach=12 * INCH, rules=("quick_to_fire",))
    state = table(unit("a", 36, 20, models=20), unit("b", 36, y, facing_deg=180, models=5))
    state = armed(state, "b", missiles=(BOW, pistol))
    assert judge_fire(state, "b", "a", reaction=True).weapon.id == weapon
    assert may_react(state, "b", "a")


# rules: T9A-CHG-11, T9A-WPN-05
def test_a_cannon_never_stands_and_shoots() -> None:
    cannon = Weapon(id="cannon", artillery="cannon", reach=48 * INCH, size="D6")
    state = table(unit("a", 36, 20), unit("b", 36, 32, facing_deg=180, models=1, files=1))
    assert not may_react(armed(state, "b", missiles=(cannon,)), "b", "a")


# rules: T9A-CHG-11, T9A-UNIT-11
def test_a_charger_comes_from_where_the_larger_part_of_his_front_lies() -> None:
    """A long column: its front stands before the archers, its middle beside them."""
    column = unit("a", 42 + 4.92 * 0.985, 25 - 4.92 * 0.174, facing_deg=280, models=20, files=2)
    state = armed(table(column, unit("b", 36, 30, facing_deg=180, models=5)), "b")
    ground = ground_of(state)
    assert arc_of(ground.block("b"), ground.block("a").at) != "front"
    assert may_react(state, "b", "a")
