"""Withdrawals, casualties, and who may be engaged."""

import pytest

from rules.core.refusals import Refusal
from rules.core.values import INCH
from rules.saga.actions import Path, Shift
from rules.saga.edition import Switches
from rules.saga.field.casualties import default_removal, legal_removal, removals
from rules.saga.field.engagement import engageable, plan_engagement
from rules.saga.field.movement import forced_targets, judge_move
from rules.saga.field.orders import MoveContext, MoveOrder
from rules.saga.field.withdrawal import judge_withdrawal, plan_withdrawal, unplaceable
from tests.rules.saga.moves.tiny import at, box, ground, line

CHOICE = {
    "a": ("warriors", line(2, 10, 10)), "b_near": ("warriors", line(2, 10, 14)),
    "b_side": ("warriors", line(2, 16, 10)), "b_far": ("warriors", line(2, 30, 30)),
}  # fmt: skip
FIGHT = {"a": ("warriors", line(3, 10, 11, 1.2)), "b": ("warriors", line(3, 10, 10, 1.2))}


def test_the_loser_goes_straight_away_from_the_enemy() -> None:
    table = ground(FIGHT)
    plan = plan_withdrawal(table, "b", ("a",))
    assert plan.refusal is None
    assert plan.order is not None
    assert judge_withdrawal(table, plan.order, ("a",)).legal
    assert all(path.points[-1][1] < at(0, 5)[1] for path in plan.order.paths)


@pytest.mark.parametrize(
    ("end", "rule"),
    [
        ((10, 8.5), "SAGA-MEL-11"),
        ((10, 3.5), "SAGA-MOV-04"),
        ((5, 9), "SAGA-COH-01"),
    ],
)
def test_a_withdrawal_that_is_none_names_its_rule(end: tuple[float, float], rule: str) -> None:
    table = ground(FIGHT)
    plan = plan_withdrawal(table, "b", ("a",))
    assert plan.order is not None
    bad = Path(model="b1", points=(at(10, 10), at(*end)))
    others = tuple(path for path in plan.order.paths if path.model != "b1")
    judged = judge_withdrawal(table, MoveOrder(unit="b", paths=(*others, bad)), ("a",))
    assert rule in {violation.rule for violation in judged.violations}


def test_nobody_withdraws_by_standing_still() -> None:
    judged = judge_withdrawal(ground(FIGHT), MoveOrder(unit="b"), ("a",))
    assert [violation.rule for violation in judged.violations] == ["SAGA-MEL-11"] * 3


def test_uneven_ground_shortens_the_way_of_those_it_touches() -> None:
    table = ground(FIGHT, {"marsh": ("uneven", box(0, 0, 9.4, 20))})
    far = Path(model="b1", points=(at(10, 10), at(9.8, 5)))
    judged = judge_withdrawal(table, MoveOrder(unit="b", paths=(far,)), ("a",))
    assert "SAGA-TER-02" in {violation.rule for violation in judged.violations}


def test_a_wished_way_out_is_taken_and_a_bad_one_answered_with_a_better() -> None:
    table = ground(FIGHT)
    good = Shift(dx=-INCH, dy=-4 * INCH)
    assert plan_withdrawal(table, "b", ("a",), good).shift == good
    bad = plan_withdrawal(table, "b", ("a",), Shift(dx=0, dy=-INCH))
    assert bad.refusal is not None
    assert bad.refusal.rules[0] == "SAGA-MEL-11"
    assert bad.order is not None


def test_a_model_shut_in_has_no_way_out_and_is_the_one_to_go() -> None:
    pit = {
        "west": ("impassable", box(8, 6, 9.3, 14)),
        "east": ("impassable", box(10.7, 6, 12, 14)),
        "south": ("impassable", box(8, 8, 12, 9.3)),
    }
    table = ground({"a": ("warriors", ((10, 11),)), "b": ("warriors", ((10, 10),))}, pit)
    plan = plan_withdrawal(table, "b", ("a",))
    assert plan.order is None
    assert plan.refusal is not None
    assert plan.refusal.rules == ("SAGA-MEL-12",)
    assert unplaceable(table, "b", ("a",)) == ("b1",)


def test_the_default_casualties_spare_those_in_contact() -> None:
    table = ground({"a": ("warriors", line(4, 10, 10)), "b": ("warriors", ((10, 11),))}).table
    assert default_removal(table, "a", 2) == ("a4", "a3")
    assert not legal_removal(table, "a", ("a4", "a4"))
    assert not legal_removal(table, "a", ("b1",))


def test_choices_of_casualties_are_bounded_and_legal() -> None:
    table = ground({"a": ("warriors", line(8, 10, 10, 2.8))}).table
    choices = removals(table, "a", 3, limit=5)
    assert len(choices) == 4, "from a chain only its ends go: 3+0, 2+1, 1+2, 0+3"
    assert all(legal_removal(table, "a", choice) for choice in choices)


def test_without_the_one_group_switch_pairs_may_be_left() -> None:
    table = ground({"a": ("warriors", line(5, 10, 10, 2.8))}).table
    loose = Switches(coherency_connected=False)
    assert not legal_removal(table, "a", ("a3",))
    assert legal_removal(table, "a", ("a3",), loose)
    assert not legal_removal(table, "a", ("a2",), loose)


def test_engageable_units_are_those_in_reach_and_only_the_nearest_on_a_second_move() -> None:
    table = ground(CHOICE)
    again = MoveContext(moves=1)
    assert engageable(table, "a") == ("b_near", "b_side")
    assert forced_targets(table, "a", again) == ("b_near",)
    assert engageable(table, "a", again) == ("b_near",)
    assert engageable(table, "a", MoveContext(may_engage=False)) == ()


def test_a_warlord_with_his_rival_in_reach_may_engage_nobody_else() -> None:
    table = ground(
        {
            "a": ("warlord", ((10, 10),)),
            "b_chief": ("warlord", ((14, 10),)),
            "b_men": ("warriors", line(2, 10, 14)),
        }
    )
    assert engageable(table, "a") == ("b_chief",)
    assert engageable(table, "a", MoveContext(pride=False)) == ("b_chief", "b_men")


@pytest.mark.parametrize(
    ("target", "context", "rule"),
    [
        ("b_far", MoveContext(), "SAGA-ENG-01"),
        ("b_side", MoveContext(moves=1), "SAGA-SEC-03"),
        ("b_near", MoveContext(may_engage=False), "SAGA-VS-08"),
        ("a", MoveContext(), "SAGA-MOV-07"),
    ],
)
def test_an_engagement_that_cannot_be_planned_says_why(
    target: str, context: MoveContext, rule: str
) -> None:
    table = ground(CHOICE)
    plan = plan_engagement(table, "a", target, context)
    assert isinstance(plan, Refusal)
    assert plan.rules[0] == rule


def test_two_friends_on_one_enemy_leave_the_third_beside() -> None:
    table = ground({"a": ("warriors", line(3, 10, 10, 1.2)), "b": ("warlord", ((11.2, 14),))})
    plan = plan_engagement(table, "a", "b")
    assert isinstance(plan, MoveOrder)
    judged = judge_move(table, plan)
    assert sorted(judged.contacts.values()) == [("b1",), ("b1",)]
    assert sorted(map(str, judged.required.values())) == ["None", "b1", "b1"]


def test_riders_may_pass_through_friends_but_not_stop_on_them() -> None:
    table = ground(
        {"a": ("hearthguard mounted", ((10, 10),)), "a_friends": ("warriors", line(4, 8, 13, 1.5))}
    )
    swift = MoveContext(ignore=frozenset({"friends"}))

    def ride(y: float, context: MoveContext) -> tuple[str, ...]:
        path = Path(model="a1", points=(at(10, 10), at(10, y)))
        judged = judge_move(table, MoveOrder(unit="a", paths=(path,)), context)
        return tuple(violation.rule for violation in judged.violations)

    assert "SAGA-PTH-02" in ride(18, MoveContext())
    assert ride(18, swift) == ()
    assert ride(13, swift) == ("SAGA-PTH-02",)
