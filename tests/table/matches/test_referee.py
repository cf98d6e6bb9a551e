"""The one writer: races, resends, stale answers, faults, crashes, the end."""

import logging
import threading
from typing import Any

import pytest
from django.db import connection

from rules.core.appeals import Agree, Claim, Concede, Propose
from rules.core.dice import commitment
from rules.core.offers import Adjust, Draw, SetCounter
from rules.core.patch import plain
from rules.core.refusals import Refusal
from rules.core.values import PUBLIC
from rules.testing.toy.words import Take
from table.matches import clock, folded, operations, referee
from table.matches.models import Match, MatchSecret, MatchState, Ruling, Seat
from table.matches.referee import Accepted, Stale
from tests.table.matches import play
from tests.table.matches.toys import STUMBLE

pytestmark = pytest.mark.django_db(transaction=True)


def appeal(match: Match, side: str, what: Any, ref: str, viewer: str = "", **more: Any) -> Any:
    return referee.appeal(
        match=match.pk, viewer=frozenset(viewer or side), side=side, ref=ref, what=what, **more
    )


def code(answer: Any) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_an_accepted_answer_is_one_row_with_its_numbered_facts() -> None:
    match, _ = play.match_of_three()
    before = folded.Folded(match)
    before.catch_up()
    answer = play.answer(match, "a")
    row = Ruling.objects.get(match=match, after=before.seq)
    assert isinstance(answer, Accepted)
    assert answer.seq == row.seq > before.seq
    assert (row.side, row.rewinds_to) == ("a", None)
    assert '"type":"take"' in row.action


def test_a_resend_gets_the_first_answer_and_not_a_second_move() -> None:
    match, _ = play.match_of_three()
    first = play.answer(match, "a", ref="same")
    rows = Ruling.objects.filter(match=match).count()
    again = referee.act(
        match=match.pk, viewer=frozenset("a"), ref="same", prompt="p1",
        action=Take(corner="se", cry="again"),
    )  # fmt: skip
    assert again == first
    assert Ruling.objects.filter(match=match).count() == rows


def test_an_answer_to_a_closed_prompt_is_stale() -> None:
    match, _ = play.match_of_three()
    prompt = play.prompt_of(match, "a")
    play.answer(match, "a")
    late = referee.act(
        match=match.pk, viewer=frozenset("a"), ref="late", prompt=prompt,
        action=Take(corner="se", cry="late"),
    )  # fmt: skip
    assert isinstance(late, Stale)


def test_of_sides_that_answer_in_secret_none_makes_anothers_answer_stale() -> None:
    match, _ = play.match_of_three()
    prompts = {side: play.prompt_of(match, side) for side in play.SIDES}
    for side in ("c", "a", "b"):
        answer = referee.act(
            match=match.pk, viewer=frozenset(side), ref="start", prompt=prompts[side],
            action=Take(corner=play.CORNERS[side], cry="hey"),
        )  # fmt: skip
        assert isinstance(answer, Accepted)


def test_another_sides_prompt_is_refused_and_nothing_written() -> None:
    match, _ = play.match_of_three()
    prompt = play.prompt_of(match, "a")
    for viewer in (frozenset("b"), PUBLIC):
        answer = referee.act(
            match=match.pk, viewer=viewer, ref="mine", prompt=prompt,
            action=Take(corner="nw", cry="hey"),
        )  # fmt: skip
        assert code(answer) == "not_yours"
    assert Ruling.objects.filter(match=match).count() == 1


def test_a_fault_inside_a_rule_is_answered_logged_and_leaves_the_match_playable(
    caplog: pytest.LogCaptureFixture,
) -> None:
    match, _ = play.match_of_three()
    with caplog.at_level(logging.ERROR):
        answer = play.answer(match, "a", Take(corner="nw", cry=STUMBLE))
    assert code(answer) == "fault"
    assert "ZeroDivisionError" in caplog.text
    assert Ruling.objects.filter(match=match).count() == 1
    assert isinstance(play.answer(match, "a"), Accepted)


def test_the_loser_of_a_race_tries_again_while_its_prompt_is_open() -> None:
    """Another process writes between what this one read and what it writes."""
    match, _ = play.match_of_three()
    with folded.holding(match.pk) as ours:
        # What another process would hold: its own fold of the same log.
        theirs = folded.Folded(match)
        theirs.catch_up()
        with_their_fold(match, theirs, "b")
        assert ours.seq < theirs_seq(match)
        original, ours.catch_up = ours.catch_up, lambda: None  # type: ignore[method-assign]
        attempts = []

        def catching_up() -> None:
            attempts.append(ours.seq)
            if len(attempts) > 1:
                original()

        ours.catch_up = catching_up  # type: ignore[method-assign]
        answer = play_a(match)
    assert isinstance(answer, Accepted)
    assert len(attempts) == 2


def with_their_fold(match: Match, theirs: folded.Folded, side: str) -> None:
    mine = folded._all.pop(match.pk)
    folded._all[match.pk] = theirs
    try:
        assert isinstance(play.answer(match, side), Accepted)
    finally:
        folded._all[match.pk] = mine


def theirs_seq(match: Match) -> int:
    return max(Ruling.objects.filter(match=match).values_list("seq", flat=True))


def play_a(match: Match) -> Any:
    return referee.act(
        match=match.pk, viewer=frozenset("a"), ref="raced", prompt="p1",
        action=Take(corner="nw", cry="raced"),
    )  # fmt: skip


def test_two_threads_that_answer_one_prompt_get_one_acceptance_between_them() -> None:
    match, _ = play.match_of_three()
    prompt = play.prompt_of(match, "a")
    answers: list[Any] = []
    begun = threading.Barrier(4)

    def answer(number: int) -> None:
        begun.wait()
        answers.append(
            referee.act(
                match=match.pk,
                viewer=frozenset("a"),
                ref=f"thread{number}",
                prompt=prompt,
                action=Take(corner="nw", cry="me"),
            )
        )
        connection.close()

    threads = [threading.Thread(target=answer, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(type(answer).__name__ for answer in answers) == ["Accepted"] + ["Stale"] * 3


def test_threads_that_write_many_matches_at_once_never_meet_a_locked_database() -> None:
    matches = [play.match_of_three()[0] for _ in range(4)]
    faults: list[BaseException] = []

    def play_match(match: Match) -> None:
        try:
            play.play_on(match, 15)
        except BaseException as error:  # noqa: BLE001
            faults.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=play_match, args=(match,)) for match in matches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


def test_what_memory_holds_is_what_the_log_folds_to() -> None:
    match, _ = play.match_of_three()
    play.play_on(match, 20)
    remembered = play.folded_of(match)
    folded.forget()
    anew = play.folded_of(match)
    assert anew is not remembered
    assert (anew.seq, anew.state) == (remembered.seq, remembered.state)
    everyone = frozenset(play.SIDES)
    assert plain(anew.rules.view(anew.live, everyone)) == remembered.view(everyone)


def test_a_crash_after_the_commit_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = play.match_of_three()
    monkeypatch.setattr(referee, "_announce", lambda *args: (_ for _ in ()).throw(SystemExit))
    with pytest.raises(SystemExit):
        play.answer(match, "a", ref="last words")
    monkeypatch.undo()
    folded.forget()  # the next process knows only the log
    again = referee.act(
        match=match.pk, viewer=frozenset("a"), ref="last words", prompt="p1",
        action=Take(corner="nw", cry="hey"),
    )  # fmt: skip
    assert isinstance(again, Accepted)
    assert again.seq == play.folded_of(match).seq


def test_the_end_is_written_with_its_result_and_reveals_the_secret() -> None:
    match, _ = play.match_of_three()
    play.play_on(match)
    match.refresh_from_db()
    secret = MatchSecret.objects.get(match=match).secret
    assert match.state == MatchState.ENDED
    assert match.result is not None
    assert set(match.result["scores"]) == set(play.SIDES)
    assert play.folded_of(match).secret == secret
    assert commitment(bytes.fromhex(secret)) == match.commitment


def test_the_secret_stands_nowhere_in_the_log_before_the_end() -> None:
    match, _ = play.match_of_three()
    play.play_on(match, 12)
    secret = MatchSecret.objects.get(match=match).secret
    rows = Ruling.objects.filter(match=match)
    assert all(secret not in row.events + row.action for row in rows)


def test_conceding_ends_the_match_and_signals_it_once() -> None:
    match, _ = play.match_of_three()
    heard = []
    receiver = lambda match, **kwargs: heard.append(match)  # noqa: E731
    referee.ended.connect(receiver)
    try:
        assert isinstance(appeal(match, "b", Concede(), "c1"), Accepted)
        assert isinstance(appeal(match, "b", Concede(), "c1"), Accepted)
    finally:
        referee.ended.disconnect(receiver)
    match.refresh_from_db()
    assert heard == [match.pk]
    assert match.state == MatchState.ENDED
    assert code(appeal(match, "a", Concede(), "c2")) == "over"


def test_a_draw_is_offered_and_agreed() -> None:
    match, _ = play.match_of_three()
    appeal(match, "a", Propose(proposal=Draw()), "d1")
    assert play.state_of(match).result is None
    appeal(match, "b", Agree(offer="o1"), "d2")
    assert play.state_of(match).result is None
    appeal(match, "c", Agree(offer="o1"), "d3")
    assert play.state_of(match).result.winners == ()


def test_on_a_practice_table_a_proposal_is_agreed_at_once() -> None:
    match, _ = play.practice()
    play.start(match)
    change = Adjust(change=SetCounter(unit="gang_a", counter="balls", value=9))
    appeal(match, "a", Propose(proposal=change), "j1", viewer="abc")
    assert play.state_of(match).table.units["gang_a"].count("balls") == 9


def test_one_cannot_claim_against_an_opponent_who_is_there_or_is_not_asked() -> None:
    match, _ = play.match_of_three()
    now = clock.now()
    Seat.objects.filter(match=match, side="b").update(seen=now - 60_000)
    answer = appeal(match, "a", Claim(against="b"), "k1", now=now)
    assert code(answer) == "still_there"
    assert answer.line.params["seconds"].value == referee.CLAIM_AFTER - 60
    play.start(match)
    Seat.objects.filter(match=match, side="b").update(seen=now - 10 * 60_000)
    assert code(appeal(match, "a", Claim(against="b"), "k2", now=now)) == "not_their_turn"


def test_one_who_is_gone_for_minutes_and_asked_loses_by_a_claim() -> None:
    match, _ = play.match_of_three()
    now = clock.now()
    Seat.objects.filter(match=match, side="b").update(seen=now - 10 * 60_000)
    assert isinstance(appeal(match, "a", Claim(against="b"), "k", now=now), Accepted)
    assert play.state_of(match).result.winners == ("c", "a")


def test_a_match_that_has_not_begun_takes_no_action() -> None:
    made = operations.open_match(user=play.user(), terms=play.terms(), sides=play.SIDES)
    assert isinstance(made, Match)
    answer = referee.act(
        match=made.pk, viewer=frozenset("a"), ref="early", prompt="p1",
        action=Take(corner="nw", cry="hey"),
    )  # fmt: skip
    assert code(answer) == "not_begun"


def test_a_log_that_no_longer_folds_is_held_and_shown_up_to_there() -> None:
    match, _ = play.match_of_three()
    play.start(match)
    good = play.folded_of(match).seq
    Ruling.objects.create(
        match=match, after=good, seq=good + 1, time=1, ref="old", side="a",
        events='[{"type":"something_forgotten"}]',
    )  # fmt: skip
    folded.forget()
    held = play.folded_of(match)
    assert (held.held, held.seq) == (True, good)
    assert code(play.answer(match, "a")) == "held"
