"""Orders, shouts and a marksman's advice: what somebody gives his units for a turn."""

from typing import Any

import msgspec
import pytest

from rules.core.values import INCH
from rules.ninth_age.actions import (
    Command,
    DeclareCharge,
    EndDeclarations,
    Keep,
    Next,
    React,
    ShootAt,
)
from rules.ninth_age.armies.content import Roster, RosterUnit
from rules.ninth_age.armies.muster import muster
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.arms import Weapon
from rules.ninth_age.events import ShotBegan, TurnBegan
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.play.harm.panic import minds
from rules.ninth_age.play.harm.saves import Blow, weak_spots
from rules.ninth_age.play.shooting.aiming import engineer, modifiers
from rules.ninth_age.play.shooting.weapons import weapons
from rules.ninth_age.play.units.leadership import dice_of_test
from rules.ninth_age.play.units.powers import offers, powers
from rules.ninth_age.play.units.reading import may_charge, may_march, moved, rushing_dice
from rules.ninth_age.questions import Declare, FormUp, ShootWith, WhoSupports
from rules.ninth_age.special import special
from rules.ninth_age.state import Declaring, Rallying, Shooting, State
from rules.ninth_age.views.tell import tell

from .kit import RULES, answer, begun, refused, table, unit, with_stats
from .test_shooting import joined

BOW = Weapon(id="bow", reach=24 * INCH)
NEAR = 20 + 75 / 25.4


def staff(gap: float = 5.0, category: str = "lords", *rules: str, **stats: Any) -> State:
    """A parent unit, somebody who commands so far to its right, and an enemy to charge."""
    state = table(
        unit("a", 20, 20), unit("a_lord", NEAR + gap, 20, models=1, files=1),
        unit("b", 20, 28, facing_deg=180),
    )  # fmt: skip
    state = with_stats(state, "a", rules=("parent_unit",))
    return with_stats(
        state, "a_lord", **{"rules": rules or ("orders",), "category": category,
                            "character": True, **stats}
    )  # fmt: skip


def question(state: State) -> Any:
    """What is asked."""
    (prompt,) = state.prompts.values()
    return prompt.question


def given(state: State) -> set[tuple[str, str]]:
    """What may be given now, and to whom."""
    return {(one.power, one.target) for one in offers(state, "A", "charges")}


def told(state: State, power: str, target: str = "a", giver: str = "a_lord") -> State:
    """The state after a power is given at the beginning of a turn."""
    now = begun(state, Declaring(side="A")).state
    return answer(now, Command(unit=giver, power=power, target=target)).state


ORDERS = {"on_the_double", "steady_men", "ready_aim_fire", "brace_for_impact"}


# rules: T9A-SR-ORDERS
def test_a_lord_gives_one_order_to_a_unit_near_him_a_hero_to_his_own() -> None:
    assert given(staff(5.9)) == {(order, "a") for order in ORDERS}
    assert given(staff(6.1)) == given(staff(1, "heroes")) == set()
    assert {who for _, who in given(joined(staff(1, "heroes"), "a_lord", "a"))} == {"a"}
    assert given(with_stats(staff(), "a", rules=())) == set()
    fled = staff()
    table_of = fled.table.with_counter("a_lord", "fleeing", 1)
    assert given(msgspec.structs.replace(fled, table=table_of)) == set()
    after = told(staff(), "on_the_double")
    assert offers(after, "A", "charges") == ()


# rules: T9A-SR-ORDERS
def test_an_order_is_given_before_the_first_charge_only() -> None:
    now = begun(staff(), Declaring(side="A")).state
    assert isinstance(question(now), Declare)
    assert {one.power for one in question(now).offers} == ORDERS
    wrong = Command(unit="a_lord", power="waaargh", target="a")
    assert refused(now, wrong).code == "no_power"
    after = answer(now, EndDeclarations()).state
    assert [prompt.side for prompt in after.prompts.values()] == ["B"]


# rules: T9A-SR-ONTHEDOUBLE, T9A-SR-BRACEFORIMPACT
@pytest.mark.parametrize(("order", "pace"), [("on_the_double", 6), ("brace_for_impact", 4)])
def test_some_orders_forbid_a_charge(order: str, pace: int) -> None:
    assert may_charge(staff(), "a")
    after = told(staff(), order)
    assert not may_charge(after, "a")
    assert ground_of(after).pace("a") == pace
    next_turn = RULES.apply(after, TurnBegan(side="B", turn=1))
    assert ground_of(next_turn).pace("a") == 4


# rules: T9A-SR-READYAIMFIRE, T9A-SR-MASTERARTIFICER
@pytest.mark.parametrize("rule", ["orders", "master_artificer"])
def test_an_order_to_fire_makes_shots_surer(rule: str) -> None:
    state = with_stats(staff(5, "lords", rule), "a", rules=("parent_unit",), ballistic_skill=4,
                       missiles=(BOW,))  # fmt: skip
    assert ("ready_aim_fire", "a") in given(state)
    assert (("on_the_double", "a") in given(state)) is (rule == "orders")
    after = told(state, "ready_aim_fire")
    found = modifiers(after, "a", "b", weapons(after, "a")[0], reaction=False)
    assert [(one.key, one.add) for one in found][-1] == ("ninth_age.source.ready_aim_fire", 1)


# rules: T9A-SR-STEADYMEN, T9A-RALLY-07
def test_steady_men_test_on_three_dice_and_act_after_they_rally() -> None:
    state = table(unit("a", 20, 20, fleeing=True), unit("a_lord", NEAR + 1, 20, models=1, files=1),
                  unit("b", 20, 40, facing_deg=180))  # fmt: skip
    state = with_stats(state, "a", rules=("parent_unit",), lent=("steady_men",))
    assert dice_of_test(state, "a", "rally") == 3
    run = begun(state, Rallying(side="A"), dice=(6, 1, 2))
    assert isinstance(question(run.state), FormUp)
    assert not run.state.did("a", "rallied")
    assert moved(run.state, "a")
    assert not may_march(run.state, "a")
    plain = begun(with_stats(state, "a", lent=()), Rallying(side="A"), dice=(1, 2)).state
    assert plain.did("a", "rallied")


# rules: T9A-SR-GREATTACTICIAN, T9A-CHR-20
def test_a_great_tactician_gives_two_orders_and_as_general_farther() -> None:
    great = staff(5, "lords", "orders", "great_tactician")
    once = told(great, "on_the_double")
    assert {power for power, _ in given(once)} == ORDERS - {"on_the_double"}
    twice = answer(once, Command(unit="a_lord", power="steady_men", target="a")).state
    assert given(twice) == set()
    assert given(staff(11.9, "lords", "orders", "great_tactician")) == set()
    led = staff(11.9, "lords", "orders", "great_tactician", general=True)
    assert {who for _, who in given(led)} == {"a"}


# rules: T9A-SR-GREATTACTICIAN, T9A-CHR-20
def test_a_great_tactician_may_lead_who_are_better() -> None:
    prelate = RosterUnit(id="k", name="K", entry="marshal", options=("imperial_prince",))
    marshal = RosterUnit(id="m", name="M", entry="marshal", options=("great_tactician",))
    roster = Roster(army="eos", name="R", points=2000, units=(prelate, marshal), general="m")

    def wrong(one: Roster) -> bool:
        return any(refusal.code == "muster_general" for refusal in muster(one, pack()))

    assert not wrong(roster)
    plain = msgspec.structs.replace(marshal, options=())
    assert wrong(msgspec.structs.replace(roster, units=(prelate, plain)))


# rules: T9A-SR-WAAARGH, T9A-SR-SWIFTSTRIDE
def test_a_waaargh_makes_all_orcs_swift_once_in_a_game() -> None:
    orcs = with_stats(staff(20, "lords", "waaargh", general=True), "a", rules=("born_to_fight",))
    now = begun(orcs, Declaring(side="A")).state
    assert [(o.power, o.target) for o in question(now).offers] == [("waaargh", "")]
    after = answer(now, Command(unit="a_lord", power="waaargh")).state
    assert rushing_dice(after, "a") == 3
    assert rushing_dice(after, "a_lord") == 2
    assert after.spent == {"a_lord": ("waaargh",)}
    later = RULES.apply(after, TurnBegan(side="A", turn=2))
    assert rushing_dice(later, "a") == 2
    assert offers(later, "A", "charges") == ()
    assert offers(with_stats(orcs, "a_lord", general=False), "A", "charges") == ()


# rules: T9A-SR-WAAARGH
def test_nobody_is_asked_for_a_waaargh_that_would_move_nobody() -> None:
    far = table(unit("a", 20, 5), unit("a_lord", 30, 5, models=1, files=1), unit("b", 60, 45))
    far = with_stats(with_stats(far, "a", rules=("unruly",)), "a_lord", rules=("waaargh",),
                     general=True)  # fmt: skip
    assert not isinstance(question(begun(far, Declaring(side="A")).state), Declare)


# rules: T9A-SR-MASTERMARKSMAN, T9A-SR-STEADYHANDS, T9A-SR-WEAKSPOTS, T9A-SR-ENGINEER
def test_a_master_marksman_betters_the_shots_of_a_unit() -> None:
    state = table(
        unit("a", 20, 20),
        unit("a_lord", NEAR + 5, 20, models=1, files=1),
        unit("a_gun", NEAR + 8, 20, models=1, files=1),
        unit("b", 20, 44, facing_deg=180),
    )
    state = with_stats(state, "a", ballistic_skill=4, missiles=(BOW,))
    state = with_stats(state, "a_gun", troop_type="war_machine")
    state = with_stats(state, "a_lord", rules=("master_marksman", "engineer"), category="lords")
    now = begun(state, Shooting(side="A")).state
    assert isinstance(question(now), ShootWith)
    assert {(o.power, o.target) for o in question(now).offers if o.target == "a"} == {
        ("steady_hands", "a"), ("weak_spots", "a"), ("long_shots", "a"),
    }  # fmt: skip
    assert engineer(now, "a_gun") == "a_lord"

    def after(power: str, *dice: int) -> State:
        return answer(now, Command(unit="a_lord", power=power, target="a"), *dice).state

    assert engineer(after("steady_hands"), "a_gun") == ""
    sure = weapons(after("weak_spots"), "a")[0]
    assert sure.has("weak_spots")
    assert weak_spots([1, 2, 1], Blow(3, rules=sure.rules)) == 2
    assert weapons(after("long_shots", 3), "a")[0].reach == 28 * INCH
    aimed = after("steady_hands")
    found = modifiers(aimed, "a", "b", weapons(aimed, "a")[0], reaction=False)
    assert found[-1].add == 1
    shot = answer(aimed, ShootAt(unit="a", target="b"), *[1] * 10)
    assert [e.unit for e in shot.events if isinstance(e, ShotBegan)] == ["a"]


def test_every_power_is_told_and_grants_what_is_known() -> None:
    for power in powers():
        assert all(special(rule) for rule in (*power.by, *power.grants, *power.kinds)
                   if rule not in ("infantry",))  # fmt: skip
    now = begun(staff(), Declaring(side="A")).state
    run = answer(now, Command(unit="a_lord", power="steady_men", target="a"))
    assert any(line for event in run.events if (line := tell(event)) and line.key.endswith("lent"))


# rules: T9A-SR-PARENTUNIT, T9A-SR-SUPPORTUNIT, T9A-SR-INSIGNIFICANT
@pytest.mark.parametrize(
    ("unlucky", "friend", "minded"),
    [("support_unit", "parent_unit", False), ("support_unit", "support_unit", True),
     ("parent_unit", "support_unit", True)],
)  # fmt: skip
def test_a_parent_unit_does_not_mind_what_befalls_its_supporters(
    unlucky: str, friend: str, minded: bool
) -> None:
    state = with_stats(staff(), "a", rules=(friend,))
    assert minds(with_stats(state, "a_lord", rules=(unlucky,)), "a", "a_lord") is minded


# rules: T9A-SR-SUPPORTUNIT, T9A-SR-PARENTUNIT, T9A-CHG-11
@pytest.mark.parametrize(("x", "helps"), [(27, True), (34, False)])
def test_a_support_unit_near_a_charged_parent_unit_shoots_at_the_charger(
    x: float, helps: bool
) -> None:
    state = table(unit("a", 20, 20), unit("b", 20, 31, facing_deg=180),
                  unit("b_guns", x, 31, facing_deg=180), unit("b_far", 60, 40))  # fmt: skip
    state = with_stats(state, "b", rules=("parent_unit",))
    state = with_stats(state, "b_guns", rules=("support_unit",), ballistic_skill=4, missiles=(BOW,))
    now = begun(state, Declaring(side="A")).state
    held = answer(answer(now, DeclareCharge(unit="a", target="b")).state, React(reaction="hold"))
    if not helps:
        assert not isinstance(question(held.state), WhoSupports)
        return
    assert question(held.state) == WhoSupports(charger="a", units=("b_guns",))
    assert refused(held.state, Next(unit="b")).code == "not_in_list"
    shot = answer(held.state, Next(unit="b_guns"), *[1] * 10)
    began = [(e.unit, e.target, e.reaction) for e in shot.events if isinstance(e, ShotBegan)]
    assert began == [("b_guns", "a", True)]
    kept = answer(held.state, Keep())
    assert not [e for e in kept.events if isinstance(e, ShotBegan)]
