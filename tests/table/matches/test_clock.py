"""The match clock: whose time runs, what a take-back gives back (nothing), and when it is up."""

import asyncio
import threading
from typing import Any

import pytest
from django.db import connection

from rules.core.appeals import Propose
from rules.core.offers import TakeBack
from table.matches import clock, folded, live, referee, workers
from table.matches.facts import RanOut
from table.matches.models import Match, Ruling
from table.matches.referee import Accepted, Stale
from table.matches.words import refusal
from tests.table.matches import play
from tests.table.matches.play import Tab

pytestmark = pytest.mark.django_db(transaction=True)
done = workers.written


def timed(bank: int = 100, grace: int = 10) -> Match:
    return play.match_of_three(clock_bank=bank, clock_grace=grace)[0]


def begun(match: Match) -> int:
    return Ruling.objects.get(match=match, after=0).time


def ran_out(match: Match) -> list[str]:
    facts = [fact for kept in play.folded_of(match).kept for fact in kept.ruled.facts]
    return [fact.side for fact in facts if isinstance(fact, RanOut)]


def test_time_runs_for_every_side_that_is_asked_and_only_for_those() -> None:
    match = timed()
    start = begun(match)
    play.answer(match, "a", now=start + 5_000)
    play.answer(match, "b", now=start + 9_000)
    assert play.folded_of(match).spent == {"a": 5_000, "b": 9_000, "c": 9_000}


def test_a_match_without_a_clock_spends_nothing() -> None:
    match, _ = play.match_of_three()
    play.answer(match, "a")
    assert play.folded_of(match).spent == {}
    assert referee.time_out(match=match.pk) == Stale(play.folded_of(match).seq)


def test_a_take_back_gives_no_time_back_and_neither_does_a_restart() -> None:
    match = timed()
    start, to = begun(match), play.folded_of(match).seq
    play.answer(match, "b", now=start + 7_000)
    referee.appeal(
        match=match.pk, viewer=frozenset("b"), side="b", ref="t", now=start + 8_000,
        what=Propose(proposal=TakeBack(to=to)),
    )  # fmt: skip
    spent = play.folded_of(match).spent
    assert spent["b"] == 7_000
    folded.forget()
    assert play.folded_of(match).spent == spent
    assert play.folded_of(match).opened[play.prompt_of(match, "b")] == start + 8_000


def test_before_the_time_is_up_the_house_gives_no_answer() -> None:
    match = timed(bank=100)
    assert isinstance(referee.time_out(match=match.pk, now=begun(match) + 99_000), Stale)


def test_when_the_time_is_up_the_house_gives_the_default_answer_and_says_so() -> None:
    match = timed(bank=100)
    up = begun(match) + 100_000
    play.answer(match, "a", now=begun(match) + 50_000)
    assert isinstance(referee.time_out(match=match.pk, now=up), Accepted)
    assert ran_out(match) == ["b"]
    row = Ruling.objects.order_by("-after").filter(match=match)[0]
    assert row.side == ""
    assert "b" in play.state_of(match).choices


def test_an_empty_bank_still_has_its_grace_for_every_question() -> None:
    match = timed(bank=1, grace=10)
    start = begun(match)
    with folded.holding(match.pk) as held:
        due = referee.deadline(held)
    assert due is not None
    assert due[0] == start + 10_000


def test_of_two_timers_that_fire_one_gives_the_answer() -> None:
    match = timed(bank=100, grace=0)
    play.answer(match, "a", now=begun(match) + 1)
    play.answer(match, "b", now=begun(match) + 2)
    moment = begun(match) + 100_001
    answers: list[Any] = []
    both = threading.Barrier(2)

    def fire() -> None:
        both.wait()
        answers.append(referee.time_out(match=match.pk, now=moment))
        connection.close()

    threads = [threading.Thread(target=fire) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ran_out(match) == ["c"]
    assert sum(isinstance(answer, Accepted) for answer in answers) >= 1


def test_what_is_left_is_shown_with_who_is_using_it_up() -> None:
    match = timed(bank=100)
    play.answer(match, "a", now=begun(match) + 4_000)
    held = play.folded_of(match)
    assert held.clock is not None
    shown = clock.shown(held.clock, held.live, held.spent, held.time)
    assert shown.left == {"a": 96_000, "b": 96_000, "c": 96_000}
    assert shown.running == ("b", "c")


async def test_a_table_that_somebody_holds_settles_itself(table: live.Process) -> None:
    match = await done(timed, bank=1, grace=0)
    tab = await Tab(match).open()
    assert tab.welcome["clock"]["running"] == ["a", "b", "c"]
    async with asyncio.timeout(8):
        while not await done(ran_out, match):
            await tab.next("step")
    assert tab.heard[-1]["clock"]


async def test_a_default_answer_that_fails_is_not_tried_again_at_once(
    table: live.Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await done(timed, bank=1, grace=0)
    await done(Ruling.objects.filter(match=match).update, time=clock.now() - 200_000)
    await done(folded.forget)
    tries: list[int] = []

    def fails(**asked: Any) -> Any:
        tries.append(asked["match"])
        return refusal("fault")

    monkeypatch.setattr(referee, "time_out", fails)
    tab = await Tab(match).open()
    await tab.settle(0.5)
    assert tries == [match.pk]


async def test_a_match_that_nobody_held_is_settled_when_it_is_opened(table: live.Process) -> None:
    match = await done(timed, bank=100)
    await done(Ruling.objects.filter(match=match).update, time=clock.now() - 200_000)
    await done(folded.forget)
    await Tab(match).open()
    assert await done(ran_out, match)
