"""Who is there: counted by sockets, told after a moment, gone at a sign-out."""

import asyncio

import pytest
from django.contrib.auth.signals import user_logged_out
from django.test import RequestFactory

from table.matches import hub, live, operations, workers
from table.matches.models import Seat
from table.matches.presence import merged, state_of
from table.matches.wire import Here
from tests.table.matches import play
from tests.table.matches.play import Tab

pytestmark = pytest.mark.django_db(transaction=True)
done = workers.written


@pytest.fixture(autouse=True)
def _short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "DEBOUNCE", 0.1)


async def state(tab: Tab, side: str, wanted: str) -> dict[str, object]:
    """Wait until this tab is told that a side is so."""
    while True:
        here = (await tab.next("presence"))["sides"].get(side, {})
        if here.get("state") == wanted:
            return dict(here)


async def test_coming_is_told_at_once_and_going_a_moment_later(table: live.Process) -> None:
    match, users = await done(play.match_of_three)
    watcher = await Tab(match).open()
    player = await Tab(match, users["a"]).open()
    assert "since" not in await state(watcher, "a", "connected")
    await player.close()
    assert (await state(watcher, "a", "lost"))["since"]
    seat = await done(Seat.objects.get, match=match, side="a")
    assert seat.seen > 0


async def test_a_reload_does_not_flicker(table: live.Process) -> None:
    match, users = await done(play.match_of_three)
    watcher = await Tab(match).open()
    player = await Tab(match, users["a"]).open()
    await state(watcher, "a", "connected")
    await watcher.settle(0.3)
    before = len(watcher.heard)
    await player.close()
    await Tab(match, users["a"]).open()
    await watcher.settle(0.3)
    assert watcher.heard[before:] == []


async def test_a_late_disconnect_of_an_old_socket_does_not_mark_the_new_one_absent(
    table: live.Process,
) -> None:
    match, users = await done(play.match_of_three)
    watcher = await Tab(match).open()
    old = await Tab(match, users["a"]).open()
    new = await Tab(match, users["a"]).open()
    await old.close()
    await watcher.settle(0.3)
    told = [m["sides"]["a"]["state"] for m in watcher.heard if m["type"] == "presence"]
    assert told[-1] == "connected"
    await new.close()
    await state(watcher, "a", "lost")


async def test_a_hidden_page_is_away_and_one_shown_elsewhere_is_not(table: live.Process) -> None:
    match, users = await done(play.match_of_three)
    watcher = await Tab(match).open()
    one, two = [await Tab(match, users["a"]).open() for _ in range(2)]
    await one.send(type="ping", have=one.seq, away=True)
    await watcher.settle(0.3)
    assert watcher.heard[-1]["sides"]["a"]["state"] == "connected"
    await two.send(type="ping", have=two.seq, away=True)
    await state(watcher, "a", "away")
    await one.send(type="ping", have=one.seq)
    await state(watcher, "a", "connected")


async def test_watchers_are_counted(table: live.Process) -> None:
    match, users = await done(play.match_of_three)
    player = await Tab(match, users["a"]).open()
    await Tab(match).open()
    await Tab(match).open()
    await player.settle()
    assert [m for m in player.heard if m["type"] == "presence"][-1]["watchers"] == 2


async def test_one_who_never_came_was_last_seen_when_the_database_says(
    table: live.Process,
) -> None:
    match, users = await done(play.match_of_three)
    await done(Seat.objects.filter(match=match, side="b").update, seen=1234)
    tab = await Tab(match, users["a"]).open()
    assert tab.welcome["sides"]["b"] == {"state": "lost", "since": 1234}


async def test_signing_out_closes_the_sockets_of_that_session_only(table: live.Process) -> None:
    match, users = await done(play.match_of_three)
    sessions = [await done(play.session_for, users["a"]) for _ in range(2)]
    here, elsewhere = [await Tab(match, users["a"], session=one).open() for one in sessions]
    request = RequestFactory().post("/logout")
    request.session = sessions[0]
    await done(user_logged_out.send, sender=None, request=request, user=users["a"])
    assert (await here.next("bye"))["why"] == "logout"
    await here.next("closed")
    await elsewhere.send(type="ping", have=elsewhere.seq)
    await elsewhere.next("pong")


@pytest.mark.parametrize("what", ["session", "user"])
async def test_a_session_that_ended_unheard_is_found_out_by_a_ping(
    table: live.Process, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    from table.matches import socket

    monkeypatch.setattr(socket, "SIGNED_IN", 0.0)
    match, users = await done(play.match_of_three)
    session = await done(play.session_for, users["a"])
    tab = await Tab(match, users["a"], session=session).open()
    await done(session.delete if what == "session" else users["a"].delete)
    await tab.send(type="ping", have=tab.seq)
    assert (await tab.next("bye"))["why"] == "logout"


async def test_a_revoked_watch_link_shows_its_watchers_out_and_opens_no_more(
    table: live.Process,
) -> None:
    match, users = await done(play.match_of_three)
    await done(operations.set_policy, match=match, watch="link")
    session = await done(play.session_for, None)
    session["watch_links"] = {str(match.pk): match.watch_token}
    watcher = await Tab(match, session=session).open()
    player = await Tab(match, users["a"]).open()
    await done(operations.set_link, match=match, kind="watch", on=False)
    assert (await watcher.next("bye"))["why"] == "revoked"
    again = Tab(match, session=session)
    await again._socket.connect()
    assert (await again.next("bye"))["why"] == "gone"
    await player.send(type="ping", have=player.seq)
    await player.next("pong")


async def test_the_hub_goes_when_nobody_has_looked_for_a_while(
    table: live.Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "IDLE", 0.05)
    match, users = await done(play.match_of_three)
    tab = await Tab(match, users["a"]).open()
    assert match.pk in table.hubs
    await tab.close()
    await asyncio.sleep(0.3)
    assert match.pk not in table.hubs
    assert (await done(play.folded_of, match)).pins == 0


def test_whoever_is_there_in_one_process_is_there() -> None:
    reports = [
        {"a": Here(state="lost", since=5), "b": Here(state="away", since=7)},
        {"a": Here(state="connected"), "b": Here(state="lost", since=9)},
        {"a": Here(state="lost", since=8)},
    ]
    assert merged(reports) == {"a": Here(state="connected"), "b": Here(state="away", since=7)}


@pytest.mark.parametrize(
    ("away", "is_so"),
    [([], "lost"), ([True], "away"), ([True, False], "connected"), ([False], "connected")],
)
def test_a_player_is_as_his_best_page(away: list[bool], is_so: str) -> None:
    assert state_of(away) == is_so
