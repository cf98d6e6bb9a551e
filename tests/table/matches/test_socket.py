"""Tables over websockets: what each viewer gets, gaps, reconnects, bad input, who may do what."""

import asyncio
import json
import logging
from typing import Any

import msgspec
import pytest

from rules.core.values import PUBLIC
from table.matches import folded, live, log, operations, referee, workers
from table.matches.models import Match, Ruling
from table.matches.wire import MAX_MESSAGE
from tests.table.matches import play
from tests.table.matches.play import Tab
from tests.table.matches.toys import SLOW, THINKING

pytestmark = pytest.mark.django_db(transaction=True)

done = workers.written


def as_sent(view: Any) -> Any:
    return json.loads(msgspec.json.encode(view))


async def three() -> tuple[Match, dict[str, Any]]:
    return await done(play.match_of_three)


async def test_everybody_stands_at_the_same_fact_and_sees_their_own_view(
    table: live.Process,
) -> None:
    match, users = await three()
    tabs = {side: await Tab(match, users[side]).open() for side in play.SIDES}
    tabs[""] = await Tab(match).open()
    for side in play.SIDES:
        assert (await tabs[side].act(play.take(side)))["type"] == "accepted"
    await done(play.play_on, match, 6)
    held = await done(play.folded_of, match)
    for side, tab in tabs.items():
        await tab.at(held.seq)
        viewer = frozenset(side) if side else PUBLIC
        assert tab.view == as_sent(held.rules.view(held.live, viewer))


@pytest.mark.parametrize("side", ["a", "b", "c", ""])
async def test_no_audience_gets_a_byte_of_what_is_hidden_from_it(
    table: live.Process, side: str
) -> None:
    match, users = await three()
    tab = await Tab(match, users.get(side)).open()
    for other in play.SIDES[:2]:
        await done(play.answer, match, other)
    tab_again = await Tab(match, users.get(side)).open()
    await tab.at(tab_again.seq)
    await tab.send(
        type="draft", ref="d", at=1, draft={"type": "walk", "unit": "gang_a", "to": [9, 9]}
    )
    await tab.next("preview", "refused")
    page = await done(everything_over_http_knows, match, frozenset(side))
    seen = "".join([*tab.raw, *tab_again.raw, page])
    for other in play.SIDES:
        hidden = other != side
        assert (play.keepsake(other) not in seen) is hidden
    for other in play.SIDES[:2]:
        assert (f"hurrah for {other}" not in seen) is (other != side)


def everything_over_http_knows(match: Match, viewer: frozenset[str]) -> str:
    from table.matches import frames, replay

    held = play.folded_of(match)
    pages = frames.encode(frames.entries(held.rules, match.pk, viewer, held.seq)).decode()
    return pages + replay.film(match, viewer).decode() + replay.export(match, viewer).decode()


async def test_a_step_is_encoded_once_for_everybody_in_an_audience(
    table: live.Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, users = await three()
    tabs = [await Tab(match).open() for _ in range(5)]
    tabs.append(await Tab(match, users["a"]).open())
    from table.matches import hub

    encoded: list[Any] = []
    original = hub.frames.encode
    monkeypatch.setattr(hub.frames, "encode", lambda it: encoded.append(it) or original(it))
    await done(play.answer, match, "b")
    newest = (await done(play.folded_of, match)).seq
    for tab in tabs:
        await tab.at(newest)
    assert sum(type(it).__name__ == "Step" for it in encoded) == 2


async def test_accepted_tells_the_fact_and_a_resend_gets_the_same(table: live.Process) -> None:
    match, users = await three()
    tab = await Tab(match, users["a"]).open()
    first = await tab.act(play.take("a"), ref="once")
    again = await tab.act(play.take("a"), ref="once", prompt="p1")
    assert first == again == {"type": "accepted", "ref": "once", "seq": first["seq"]}


async def test_a_closed_prompt_is_answered_stale_and_the_steps_follow(table: live.Process) -> None:
    match, users = await three()
    one, two = [await Tab(match, users["a"]).open() for _ in range(2)]
    prompt = next(iter(one.view["prompts"]))
    accepted = await one.act(play.take("a"), prompt=prompt)
    answer = await two.act(play.take("a"), prompt=prompt, ref="second tab")
    assert answer["type"] == "refused"  # a ref holds no space
    answer = await two.act(play.take("a"), prompt=prompt, ref="second-tab")
    assert (answer["type"], answer["seq"]) == ("stale", accepted["seq"])
    await two.at(answer["seq"])
    assert prompt not in two.view["prompts"]


async def test_two_tabs_of_one_player_stay_equal(table: live.Process) -> None:
    match, users = await three()
    one, two = [await Tab(match, users["b"]).open() for _ in range(2)]
    seq = (await one.act(play.take("b")))["seq"]
    await one.at(seq)
    await two.at(seq)
    assert one.view == two.view


async def test_a_returning_tab_gets_the_missed_steps_only(table: live.Process) -> None:
    match, users = await three()
    tab = await Tab(match, users["a"]).open()
    await tab.close()
    await done(play.start, match)
    newest = (await done(play.folded_of, match)).seq
    back = Tab(match, users["a"])
    back.seq, back.view = tab.seq, tab.view
    await back.open(have=tab.seq)
    assert [message["type"] for message in back.heard].count("welcome") == 0
    assert back.seq == newest
    fresh = await Tab(match, users["a"]).open()
    assert back.view == fresh.view


async def test_one_who_has_everything_gets_nothing_again(table: live.Process) -> None:
    match, users = await three()
    tab = await Tab(match, users["a"]).open()
    back = Tab(match, users["a"])
    back.seq, back.view = tab.seq, tab.view
    await back.open(have=tab.seq)
    assert {message["type"] for message in back.heard} == {"presence"}


@pytest.mark.parametrize("have", [2, 999_999])
async def test_one_whose_fact_ends_no_ruling_or_is_unknown_gets_a_whole_view(
    table: live.Process, have: int
) -> None:
    match, users = await three()
    tab = Tab(match, users["a"])
    await tab._socket.connect()
    await tab.send(type="hello", protocol=1, have=have)
    assert (await tab.next("welcome"))["seq"] == log_head(await done(play.folded_of, match))


def log_head(held: Any) -> int:
    return int(held.seq)


async def test_one_who_was_away_for_long_gets_a_whole_view(
    table: live.Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    from table.matches import hub

    monkeypatch.setattr(hub, "MISSED", 2)
    match, users = await three()
    tab = await Tab(match, users["a"]).open()
    await tab.close()
    await done(play.start, match)
    back = Tab(match, users["a"])
    await back._socket.connect()
    await back.send(type="hello", protocol=1, have=tab.seq)
    welcome = await back.next("welcome")
    assert welcome["view"]["fixed"]["game"] == "toy"
    assert welcome["told"][-1]["seq"] == welcome["seq"]


async def test_another_protocol_is_told_to_reload(table: live.Process) -> None:
    match, users = await three()
    tab = Tab(match, users["a"])
    await tab._socket.connect()
    await tab.send(type="hello", protocol=0)
    assert await tab.next("bye") == {"type": "bye", "why": "reload"}
    assert (await tab.next("closed"))["code"] == 4000


@pytest.mark.parametrize("which", ["unknown", "not begun", "private"])
async def test_a_table_that_is_not_for_you_is_gone(table: live.Process, which: str) -> None:
    number = 987_654
    if which == "not begun":
        made = await done(
            operations.open_match, user=await done(play.user), terms=play.terms(), sides="ab"
        )
        number = made.pk
    elif which == "private":
        match, _ = await three()
        await done(operations.set_policy, match=match, watch="nobody")
        number = match.pk
    tab = Tab(number, await done(play.user))
    await tab._socket.connect()
    assert await tab.next("bye") == {"type": "bye", "why": "gone"}


BAD = [
    (" ", "malformed"),
    ("nonsense", "malformed"),
    ("[" * 8000, "malformed"),
    ('{"type":"hullo"}', "malformed"),
    ('{"no":"type"}', "malformed"),
    ('{"type":"ping","have":NaN}', "malformed"),
    ('{"type":"ping","have":-1}', "malformed"),
    ('{"type":"ping","extra":1}', "malformed"),
    ('{"type":"act","ref":"r","prompt":"p1","action":{"type":"fly"}}', "malformed"),
    ('{"type":"act","ref":"r","prompt":"p1","action":{"type":"march","to":[1.5,2]}}', "malformed"),
    ('{"type":"act","ref":"r","prompt":"p1","action":{"type":"march","to":[1e999]}}', "malformed"),
    ('{"type":"act","ref":"r","prompt":"p1","action":{"type":"march","to":["NaN",2]}}',
     "malformed"),
    ('{"type":"act","ref":"r","prompt":"p1","action":{"type":"march","to":[99999999999,2]}}',
     "out_of_bounds"),
    ('{"type":"act","ref":"r","prompt":"p1","action":{"type":"take","corner":"nw","cry":"\\u202egnp"}}',
     "unreadable"),
    ('{"type":"act","ref":"r","prompt":"p2","action":{"type":"take","corner":"nw","cry":"x"}}',
     "not_yours"),
    ('{"type":"act","ref":"","prompt":"p1","action":{"type":"pass"}}', "malformed"),
    ('{"type":"appeal","ref":"r","appeal":{"type":"concede"},"side":"b"}', "not_yours"),
    ('{"type":"say","text":""}', "malformed"),
    ('{"type":"say","text":"a\\u0000b"}', "unreadable"),
    ('{"type":"say","text":"' + "x" * 501 + '"}', "malformed"),
    ('{"type":"say","text":"' + "x" * MAX_MESSAGE + '"}', "too_large"),
    ('{"type":"act","ref":"r","prompt":"p1","action":{"type":"march","to":['
     + ",".join(["1"] * 20_000) + "]}}", "too_large"),
    ('{"type":"point","x":99999999,"y":0}', "malformed"),
]  # fmt: skip


async def test_bad_input_is_refused_in_words_and_nothing_is_written(
    table: live.Process, caplog: pytest.LogCaptureFixture
) -> None:
    match, users = await three()
    tab = await Tab(match, users["a"]).open()
    for raw, code in BAD:
        await tab.send_raw(raw)
        refused = await tab.next("refused", "closed")
        assert refused.get("refusal", {}).get("code") == code, raw[:80]
        assert refused["refusal"]["line"]["key"]
    assert await done(Ruling.objects.filter(match=match).count) == 1
    assert (await tab.act(play.take("a")))["type"] == "accepted"
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_every_refusal_of_the_table_has_its_sentence_in_both_languages() -> None:
    import re
    from pathlib import Path

    from rules.core.wording import catalogue
    from table.matches.words import refusal

    source = "".join(path.read_text() for path in Path("table/matches").glob("*.py"))
    calls = re.findall(r"(?:refusal|_refuse)\((.*)\)", source)
    codes = {word for call in calls for word in re.findall(r'"([a-z_]+)"', call)} - {"ref"}
    codes.add("out_of_bounds")
    assert {"held", "malformed", "seat_taken", "too_fast"} <= codes
    for code in codes:
        for language in ("en", "ru"):
            assert refusal(code).line.key in catalogue(language), code


async def test_a_malformed_action_is_refused_by_its_ref(table: live.Process) -> None:
    match, users = await three()
    tab = await Tab(match, users["a"]).open()
    await tab.send(type="act", ref="mine", prompt="p1", action={"type": "fly"})
    assert (await tab.next("refused"))["ref"] == "mine"


async def test_a_binary_message_is_refused(table: live.Process) -> None:
    match, users = await three()
    tab = await Tab(match, users["a"]).open()
    await tab._socket.send_to(bytes_data=b"\x00\x01")
    assert (await tab.next("refused"))["refusal"]["code"] == "malformed"


async def test_who_talks_too_much_is_refused_and_at_last_shown_the_door(
    table: live.Process,
) -> None:
    match, users = await three()
    tab = await Tab(match, users["a"]).open()
    for _ in range(200):
        await tab.send(type="ping")
    assert (await tab.next("refused"))["refusal"]["code"] == "too_fast"
    assert (await tab.next("bye"))["why"] == "flood"


async def test_before_hello_nothing_else_is_heard(table: live.Process) -> None:
    match, users = await three()
    tab = Tab(match, users["a"])
    await tab._socket.connect()
    await tab.send(type="ping")
    assert (await tab.next("refused"))["refusal"]["code"] == "hello_first"


@pytest.mark.parametrize(
    "message",
    [
        {"type": "act", "ref": "r", "prompt": "p1", "action": {"type": "pass"}},
        {"type": "appeal", "ref": "r", "appeal": {"type": "concede"}},
        {
            "type": "draft",
            "ref": "r",
            "at": 1,
            "draft": {"type": "walk", "unit": "u", "to": [1, 1]},
        },
        {"type": "point", "x": 1, "y": 1},
    ],
)
async def test_a_watcher_may_do_nothing_but_chat_where_allowed(
    table: live.Process, message: dict[str, Any]
) -> None:
    match, _ = await three()
    tab = await Tab(match, await done(play.user)).open()
    await tab.send(**message)
    assert (await tab.next("refused"))["refusal"]["code"] == "watching"


@pytest.mark.parametrize(
    ("policy", "player_may", "watcher_may"),
    [("nobody", False, False), ("players", True, False), ("everyone", True, True)],
)
async def test_the_chat_is_open_as_the_table_says(
    table: live.Process, policy: str, player_may: bool, watcher_may: bool
) -> None:
    match, users = await three()
    await done(operations.set_policy, match=match, chat=policy)
    reader = await Tab(match).open()
    for player, may in ((users["a"], player_may), (await done(play.user), watcher_may)):
        tab = await Tab(match, player).open()
        assert tab.welcome["you"].get("chat", False) is may
        await tab.send(type="say", text="hello there")
        answer = await tab.next("remark", "refused")
        assert (answer["type"] == "remark") is may
        if may:
            heard = (await reader.next("remark"))["remark"]
            assert (heard["name"], heard["text"]) == (player.username, "hello there")


async def test_chat_is_there_again_after_a_reload_and_only_the_new_after_a_gap(
    table: live.Process,
) -> None:
    match, users = await three()
    tab = await Tab(match, users["a"]).open()
    ids = []
    for text in ("one", "two"):
        await tab.send(type="say", text=text)
        ids.append((await tab.next("remark"))["remark"]["id"])
    reloaded = await Tab(match, users["b"]).open()
    assert [remark["text"] for remark in reloaded.welcome["remarks"]] == ["one", "two"]
    back = Tab(match, users["b"])
    back.seq, back.view = tab.seq, tab.view
    await back.open(have=tab.seq, heard=ids[0])
    assert [m["remark"]["text"] for m in back.heard if m["type"] == "remark"] == ["two"]


async def test_pointing_is_seen_by_all_and_kept_by_nobody(table: live.Process) -> None:
    match, users = await three()
    tab, other = await Tab(match, users["b"]).open(), await Tab(match).open()
    await tab.send(type="point", x=5080, y=2540)
    assert await other.next("pointed") == {"type": "pointed", "x": 5080, "y": 2540, "by": "b"}
    assert await done(Ruling.objects.filter(match=match).count) == 1


async def test_a_preview_is_answered_and_a_slow_one_keeps_no_action_waiting(
    table: live.Process,
) -> None:
    match, users = await three()
    await done(play.start, match)
    tab, other = await Tab(match, users["a"]).open(), await Tab(match, users["b"]).open()
    slow = {"type": "walk", "unit": "gang_a", "to": list(SLOW)}
    started = asyncio.get_running_loop().time()
    await tab.send(type="draft", ref="slow", at=1, draft=slow)
    await asyncio.sleep(0.05)
    await other.send(type="appeal", ref="s", appeal={"type": "stand", "window": "throw_back"})
    await other.next("accepted")
    assert asyncio.get_running_loop().time() - started < THINKING
    assert (await tab.next("preview"))["ref"] == "slow"


async def test_of_many_drafts_one_is_in_work_and_only_the_newest_waits(table: live.Process) -> None:
    match, users = await three()
    await done(play.start, match)
    tab = await Tab(match, users["a"]).open()
    for number in range(6):
        to = list(SLOW) if number == 0 else [2000, 2000]
        draft = {"type": "walk", "unit": "gang_a", "to": to}
        await tab.send(type="draft", ref=f"d{number}", at=1, draft=draft)
    assert [(await tab.next("preview"))["ref"] for _ in range(2)] == ["d0", "d5"]
    await tab.settle()
    assert [m["ref"] for m in tab.heard if m["type"] == "preview"] == ["d0", "d5"]


async def test_a_query_that_takes_long_does_not_keep_other_sockets_waiting(
    table: live.Process,
) -> None:
    import time

    match, users = await three()
    tab = await Tab(match, users["a"]).open()
    workers.post(time.sleep, 0.5)
    started = asyncio.get_running_loop().time()
    for _ in range(20):
        await asyncio.sleep(0.005)
    assert asyncio.get_running_loop().time() - started < 0.4
    await tab.send(type="point", x=1, y=1)  # needs no database: answered while the writer is busy
    await tab.next("pointed")
    assert asyncio.get_running_loop().time() - started < 0.45


async def test_a_gap_in_the_hints_is_mended_by_a_ping(
    table: live.Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    from table.matches import hub

    match, users = await three()
    tab = await Tab(match, users["a"]).open()
    monkeypatch.setattr(referee, "_announce", lambda *args: None)  # the hint is lost
    await asyncio.sleep(0.05)
    seq = tab.seq
    await done(play.answer, match, "b")
    await tab.settle()
    assert tab.seq == seq
    monkeypatch.setattr(hub, "LOOK", 0.0)
    await tab.send(type="ping", have=tab.seq)
    await tab.next("step")
    assert tab.seq == (await done(play.folded_of, match)).seq


async def test_a_salt_is_added_before_the_first_roll_only(table: live.Process) -> None:
    match, users = await three()
    await Tab(match, users["a"]).open(salt="grains")
    tab = await Tab(match, users["b"]).open()
    assert tab.welcome["dice"]["salts"] == {"a": "grains"}
    assert len(tab.welcome["dice"]["commitment"]) == 64
    await done(play.start, match)
    while not (await done(play.state_of, match)).draws:
        await done(play.play_on, match, 1)
    await Tab(match, users["b"]).open(salt="too-late")
    again = await Tab(match, users["c"]).open()
    assert again.welcome["dice"]["salts"] == {"a": "grains"}


async def test_a_delayed_watcher_sees_the_same_steps_later(table: live.Process) -> None:
    match, users = await done(lambda: play.match_of_three(delay=1))
    player, watcher = await Tab(match, users["a"]).open(), await Tab(match).open()
    assert watcher.welcome["you"]["delay"] == 1
    seq = (await player.act(play.take("a")))["seq"]
    await player.at(seq)
    late = await Tab(match).open()
    assert late.seq == watcher.seq < seq
    await watcher.settle(0.3)
    assert watcher.seq < seq
    await watcher.at(seq)
    await late.at(seq)
    assert watcher.view == late.view


async def test_horizons_hide_the_secret_of_an_end_that_is_not_due(table: live.Process) -> None:
    match, users = await done(lambda: play.match_of_three(delay=30))
    player = await Tab(match, users["a"]).open()
    await player.send(type="appeal", ref="x", appeal={"type": "concede"})
    seq = (await player.next("accepted"))["seq"]
    await player.at(seq)
    watcher = await Tab(match).open()
    assert "secret" not in watcher.welcome["dice"]
    assert "result" not in watcher.view
    again = await Tab(match, users["a"]).open()
    assert again.welcome["dice"]["secret"]


async def test_an_unfolded_server_brings_everybody_back_to_the_same_state(
    table: live.Process,
) -> None:
    match, users = await three()
    tab = await Tab(match, users["a"]).open()
    await done(play.start, match)
    await tab.at((await done(play.folded_of, match)).seq)
    await done(folded.forget)
    fresh = await Tab(match, users["a"]).open()
    assert (fresh.seq, fresh.view) == (tab.seq, tab.view)
    assert json.dumps(fresh.welcome["told"])
    assert log.head
