"""What a side may bring up unasked, on the toy's table of three sides."""

from typing import Any

import pytest

from rules.core.appeals import (
    MAX_STANDING,
    Agree,
    Appeal,
    Claim,
    Concede,
    Decline,
    Propose,
    Stand,
)
from rules.core.codec import decode, encode
from rules.core.events import Adjusted, Agreed, Declined, Ended, Offered
from rules.core.offers import (
    Adjust,
    Change,
    Draw,
    DropPrompt,
    PlaceModel,
    RemoveModel,
    ReturnModel,
    SetCounter,
    TakeBack,
)
from rules.core.refusals import Refusal
from rules.core.values import PUBLIC, Pose, SideName
from rules.testing.laws import LAWS
from rules.testing.match import Match
from rules.testing.toy.example import begin, gather
from rules.testing.toy.words import Pass, Throw


def adjust(match: Match[Any], change: Change) -> None:
    """a proposes, b and c agree."""
    match.appeal("a", Propose(proposal=Adjust(change=change)))
    (offer,) = match.state.offers
    match.appeal("b", Agree(offer=offer))
    match.appeal("c", Agree(offer=offer))
    assert Adjusted(change=change) in match.events
    assert not match.state.offers


def refused(match: Match[Any], side: str, what: Appeal) -> str:
    before = encode(match.state)
    outcome = match.appeal(side, what)
    assert isinstance(outcome, Refusal)
    assert encode(match.state) == before
    assert outcome.line.key == f"core.refusal.{outcome.code}"
    return outcome.code


def test_whoever_concedes_loses_to_all_others() -> None:
    match = gather(watch=LAWS)
    match.appeal("b", Concede())
    result = match.state.result
    assert result is not None
    assert result.winners == ("c", "a")
    assert result.line.key == "core.result.conceded"
    assert result.line.params == {"side": SideName(side="b")}
    assert result.scores == {"a": 3, "b": 3, "c": 3}
    assert not match.state.prompts


def test_one_may_concede_while_another_is_asked_in_secret() -> None:
    match = begin(watch=LAWS)
    match.appeal("c", Concede())
    assert match.state.result is not None


def test_a_claim_ends_the_match_for_those_who_are_there() -> None:
    match = gather(watch=LAWS)
    match.appeal("a", Claim(against="c"))
    result = match.state.result
    assert result is not None
    assert (result.winners, result.line.key) == (("a", "b"), "core.result.absent")


@pytest.mark.parametrize("against", ["a", "z"])
def test_one_cannot_claim_against_oneself_or_a_stranger(against: str) -> None:
    assert refused(gather(watch=LAWS), "a", Claim(against=against)) == "unknown"


def test_a_draw_needs_all_three_sides() -> None:
    match = gather(watch=LAWS)
    match.appeal("b", Propose(proposal=Draw()))
    match.appeal("a", Agree(offer="o1"))
    assert match.state.result is None
    assert match.state.offers["o1"].agreed == ("a",)
    match.appeal("c", Agree(offer="o1"))
    result = match.state.result
    assert result is not None
    assert (result.winners, result.line.key) == ((), "core.result.agreed_draw")
    assert [event.done for event in match.events if isinstance(event, Agreed)] == [False, True]


def test_everybody_sees_an_offer() -> None:
    match = gather(watch=LAWS)
    match.appeal("b", Propose(proposal=Draw()))
    assert match.trial.rules.view(match.state, PUBLIC).offers == match.state.offers


def test_nobody_agrees_to_his_own_offer() -> None:
    match = gather(watch=LAWS)
    match.appeal("b", Propose(proposal=Draw()))
    assert refused(match, "b", Agree(offer="o1")) == "own_offer"


def test_one_agrees_once() -> None:
    match = gather(watch=LAWS)
    match.appeal("b", Propose(proposal=Draw()))
    match.appeal("a", Agree(offer="o1"))
    assert refused(match, "a", Agree(offer="o1")) == "agreed"


@pytest.mark.parametrize("side", ["a", "b"])
def test_an_offer_is_declined_by_another_or_taken_back_by_its_maker(side: str) -> None:
    match = gather(watch=LAWS)
    match.appeal("b", Propose(proposal=Draw()))
    match.appeal(side, Decline(offer="o1"))
    assert match.events[-1] == Declined(offer="o1", side=side)
    assert not match.state.offers
    assert refused(match, "c", Agree(offer="o1")) == "lapsed"
    assert refused(match, "c", Decline(offer="o1")) == "lapsed"


def test_an_offer_lapses_with_the_next_action() -> None:
    match = gather(watch=LAWS)
    match.appeal("b", Propose(proposal=Draw()))
    match.act("a", Pass())
    assert refused(match, "c", Agree(offer="o1")) == "lapsed"


def test_a_new_offer_takes_the_place_of_ones_old_one_and_of_no_other() -> None:
    match = gather(watch=LAWS)
    match.appeal("a", Propose(proposal=TakeBack(to=3)))
    match.appeal("b", Propose(proposal=Draw()))
    match.appeal("b", Propose(proposal=TakeBack(to=2)))
    assert set(match.state.offers) == {"o1", "o3"}
    assert match.events[-2] == Declined(offer="o2", side="b")


def test_a_granted_take_back_is_left_to_the_referee() -> None:
    match = gather(watch=LAWS)
    before = match.state.table
    match.appeal("a", Propose(proposal=TakeBack(to=3)))
    match.appeal("b", Agree(offer="o1"))
    match.appeal("c", Agree(offer="o1"))
    assert match.events[-1] == Agreed(offer="o1", side="c", done=True)
    assert match.state.table == before


def test_a_model_is_placed_by_agreement() -> None:
    match = gather(watch=LAWS)
    adjust(match, PlaceModel(model="b1", pose=Pose(100, 200, 5)))
    assert match.state.table.models["b1"].pose == Pose(100, 200, 5)


def test_a_model_is_removed_and_returned_by_agreement() -> None:
    match = gather(watch=LAWS)
    adjust(match, RemoveModel(model="b1"))
    assert match.state.table.units["gang_b"].models == ("b0", "b2")
    assert "b1" in match.state.table.fallen
    adjust(match, ReturnModel(model="b1", pose=Pose(100, 200)))
    assert match.state.table.units["gang_b"].models == ("b0", "b2", "b1")
    assert not match.state.table.fallen


def test_a_counter_is_set_by_agreement() -> None:
    match = gather(watch=LAWS)
    adjust(match, SetCounter(unit="gang_b", counter="balls", value=9))
    assert match.state.table.units["gang_b"].count("balls") == 9
    adjust(match, SetCounter(unit="gang_b", counter="balls", value=0))
    assert match.state.table.units["gang_b"].counters == {}


def test_a_dropped_prompt_takes_its_step_along_and_play_goes_on() -> None:
    match = gather(watch=LAWS)
    match.act("a", Throw(target="gang_b"))
    prompt = match.prompt_of("b")
    adjust(match, DropPrompt(prompt=prompt))
    assert prompt not in match.state.prompts
    assert match.state.active == "b", "the ball flew, and the next gang has its turn"
    assert match.state.draws == 3


def test_a_prompt_without_which_nobody_would_stand_is_not_dropped() -> None:
    match = begin(watch=LAWS)
    drop = Adjust(change=DropPrompt(prompt=match.prompt_of("a")))
    assert refused(match, "a", Propose(proposal=drop)) == "essential"


def test_an_adjustment_leaves_the_open_prompt_to_be_answered() -> None:
    match = gather(watch=LAWS)
    adjust(match, RemoveModel(model="a0"))
    assert not isinstance(match.act("a", Pass()), Refusal)


@pytest.mark.parametrize(
    "change",
    [
        PlaceModel(model="z9", pose=Pose(0, 0)),
        PlaceModel(model="a0", pose=Pose(-1, 0)),
        PlaceModel(model="a0", pose=Pose(0, 10**9)),
        RemoveModel(model="z9"),
        ReturnModel(model="a0", pose=Pose(0, 0)),
        SetCounter(unit="z", counter="balls", value=1),
        SetCounter(unit="gang_a", counter="", value=1),
        SetCounter(unit="gang_a", counter="1st", value=1),
        SetCounter(unit="gang_a", counter="__proto__", value=1),
        SetCounter(unit="gang_a", counter="balls", value=-1),
        SetCounter(unit="gang_a", counter="balls", value=100),
        DropPrompt(prompt="p1"),
    ],
)
def test_an_adjustment_of_what_is_not_there_is_refused(change: Change) -> None:
    assert refused(gather(watch=LAWS), "a", Propose(proposal=Adjust(change=change))) == "unknown"


def test_an_adjustment_is_looked_at_again_when_it_is_granted() -> None:
    match = gather(watch=LAWS)
    match.appeal("a", Propose(proposal=Adjust(change=RemoveModel(model="b1"))))
    match.appeal("b", Propose(proposal=Adjust(change=RemoveModel(model="b1"))))
    for side in ("a", "c"):
        match.appeal(side, Agree(offer="o2"))
    match.appeal("b", Agree(offer="o1"))
    assert refused(match, "c", Agree(offer="o1")) == "unknown"


def test_nothing_is_brought_up_after_the_end() -> None:
    match = gather(watch=LAWS)
    match.appeal("b", Concede())
    for what in (Concede(), Propose(proposal=Draw()), Stand(window="throw_back")):
        assert refused(match, "a", what) == "over"


def test_a_standing_pass_needs_a_name_and_there_are_only_so_many() -> None:
    match = gather(watch=())
    assert refused(match, "a", Stand(window="")) == "unknown"
    assert refused(match, "a", Stand(window="x" * 41)) == "unknown"
    for number in range(MAX_STANDING):
        match.appeal("a", Stand(window=f"w{number}"))
    assert refused(match, "a", Stand(window="one_more")) == "unknown"
    assert not isinstance(match.appeal("a", Stand(window="w3", on=False)), Refusal)
    assert len(match.state.standing["a"]) == MAX_STANDING - 1


def test_only_its_side_sees_a_standing_pass() -> None:
    match = gather(watch=LAWS)
    match.appeal("a", Stand(window="throw_back"))
    view = match.trial.rules.view
    assert view(match.state, frozenset("a")).standing == {"a": ("throw_back",)}
    assert view(match.state, frozenset("bc")).standing == {}


@pytest.mark.parametrize(
    "what",
    [
        Concede(),
        Propose(proposal=Adjust(change=PlaceModel(model="a0", pose=Pose(1, 2, 3)))),
        Agree(offer="o1"),
        Decline(offer="o1"),
        Stand(window="throw_back", on=False),
        Claim(against="b"),
    ],
)
def test_an_appeal_survives_json(what: Appeal) -> None:
    assert decode(Appeal, encode(what)) == what


def test_appeals_are_facts_in_the_log() -> None:
    match = gather(watch=LAWS)
    length = len(match.events)
    match.appeal("a", Propose(proposal=Draw()))
    match.appeal("b", Agree(offer="o1"))
    match.appeal("c", Agree(offer="o1"))
    assert [type(event) for event in match.events[length:]] == [Offered, Agreed, Agreed, Ended]
