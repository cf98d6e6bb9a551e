"""Taking back: what is free, what has to be granted, and what never comes back."""

from typing import Any

import pytest

from rules.core.appeals import Agree, Propose
from rules.core.events import Rolled
from rules.core.offers import TakeBack
from rules.core.refusals import Refusal
from rules.core.values import PUBLIC
from table.matches import folded, frames, log, referee
from table.matches.facts import Rewound
from table.matches.models import Match, Ruling
from table.matches.referee import Accepted
from tests.table.matches import play

pytestmark = pytest.mark.django_db(transaction=True)


def take_back(match: Match, side: str, to: int, ref: str, viewer: str = "") -> Any:
    return referee.appeal(
        match=match.pk, viewer=frozenset(viewer or side), side=side, ref=ref,
        what=Propose(proposal=TakeBack(to=to)),
    )  # fmt: skip


def agree(match: Match, side: str, ref: str) -> Any:
    offer = next(iter(play.state_of(match).offers))
    return referee.appeal(
        match=match.pk, viewer=frozenset(side), side=side, ref=ref, what=Agree(offer=offer)
    )


def rewound(match: Match) -> bool:
    return Ruling.objects.filter(match=match, rewinds_to__isnull=False).exists()


def play_to_a_roll(match: Match) -> None:
    """Play until the newest ruling holds a roll."""
    for _ in range(60):
        play.play_on(match, 1)
        if any(isinstance(fact, Rolled) for fact in play.folded_of(match).kept[-1].ruled.facts):
            return
    raise AssertionError("nothing was rolled")


def test_ones_own_secret_answer_is_taken_back_freely() -> None:
    match, _ = play.match_of_three()
    before = play.folded_of(match)
    seq, state = before.seq, before.live
    play.answer(match, "b")
    assert isinstance(take_back(match, "b", seq, "t"), Accepted)
    assert rewound(match)
    assert play.state_of(match).prompts == state.prompts
    assert isinstance(play.answer(match, "b"), Accepted)


def test_what_another_side_did_since_needs_consent() -> None:
    match, _ = play.match_of_three()
    seq = play.folded_of(match).seq
    play.answer(match, "b")
    play.answer(match, "c")
    take_back(match, "b", seq, "t")
    assert not rewound(match)
    agree(match, "a", "g1")
    assert not rewound(match)
    agree(match, "c", "g2")
    assert rewound(match)
    assert len(play.state_of(match).prompts) == 3


def test_an_answer_that_showed_what_was_hidden_needs_consent() -> None:
    match, _ = play.match_of_three()
    play.answer(match, "b")
    play.answer(match, "c")
    seq = play.folded_of(match).seq
    play.answer(match, "a")  # the last one: all choices are shown, and it is a's turn
    assert play.state_of(match).active == "a"
    take_back(match, "a", seq, "t")
    assert not rewound(match)


def test_a_roll_needs_consent_and_the_dice_never_come_back() -> None:
    match, _ = play.match_of_three()
    play.start(match)
    play_to_a_roll(match)
    kept = play.folded_of(match).kept[-1]
    side, to, drawn = kept.ruled.side, kept.ruled.after, kept.state.draws
    take_back(match, side, to, "t")
    assert not rewound(match)
    for number, other in enumerate(set(play.SIDES) - {side}):
        assert isinstance(agree(match, other, f"g{number}"), Accepted)
    after = play.state_of(match)
    assert after.draws == drawn > kept.before.draws
    assert after.table == kept.before.table
    play_to_a_roll(match)
    again = next(f for f in play.folded_of(match).kept[-1].ruled.facts if isinstance(f, Rolled))
    assert again.first >= drawn


def test_no_prompt_or_offer_id_is_given_twice() -> None:
    match, _ = play.match_of_three()
    play.start(match)
    kept = play.folded_of(match).kept[-1]
    asked = kept.state.asked
    take_back(match, "c", kept.ruled.after, "t")
    for number, other in enumerate("ab"):
        agree(match, other, f"g{number}")
    assert play.state_of(match).asked == asked
    play.answer(match, "c")
    assert min(int(key[1:]) for key in play.state_of(match).prompts) > asked


def test_on_a_practice_table_everything_is_taken_back_freely() -> None:
    match, _ = play.practice()
    play.start(match)
    play_to_a_roll(match)
    kept = play.folded_of(match).kept[-1]
    assert isinstance(take_back(match, "a", kept.ruled.after, "t", viewer="abc"), Accepted)
    assert play.state_of(match).table == kept.before.table


@pytest.mark.parametrize("to", [0, 1, 10_000])
def test_one_cannot_go_back_to_what_is_not_the_end_of_a_ruling(to: int) -> None:
    match, _ = play.match_of_three()
    play.start(match)
    answer = take_back(match, "a", to, "t")
    assert isinstance(answer, Refusal)
    assert answer.code == "rewind"


def test_one_cannot_go_back_to_what_is_covered() -> None:
    match, _ = play.practice()
    start = play.folded_of(match).seq
    play.answer(match, "a")
    covered = play.folded_of(match).seq
    play.answer(match, "b")
    take_back(match, "a", start, "t1", viewer="abc")
    answer = take_back(match, "a", covered, "t2", viewer="abc")
    assert isinstance(answer, Refusal)


def test_covered_lines_stay_in_the_log_and_are_marked() -> None:
    match, _ = play.practice()
    start = play.folded_of(match).seq
    play.answer(match, "a")
    play.answer(match, "b")
    take_back(match, "a", start, "t", viewer="abc")
    play.answer(match, "a")
    rules, head = play.folded_of(match).rules, log.head(match.pk)
    entries = frames.entries(rules, match.pk, PUBLIC, head)
    assert [entry.covered for entry in entries] == [False, True, True, False, False]
    assert isinstance(entries[3].told[0].event, Rewound)


def test_a_log_with_take_backs_folds_to_what_memory_holds() -> None:
    match, _ = play.practice()
    play.start(match)
    for number in range(4):
        back_to = play.folded_of(match).seq
        play.play_on(match, 3)
        take_back(match, "a", back_to, f"t{number}", viewer="abc")
        play.play_on(match, 1)
    remembered = play.folded_of(match)
    folded.forget()
    anew = play.folded_of(match)
    assert anew.state == remembered.state
    assert anew.seq == remembered.seq
