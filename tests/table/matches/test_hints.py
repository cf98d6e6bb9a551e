"""Between processes: hints that are lost, late or expired; readers that stop."""

import asyncio
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer

from table.matches import checks, live, outlet, workers
from table.matches.outlet import LIMIT, Outlet, Payload
from tests.table.matches import play
from tests.table.matches.play import Tab

pytestmark = pytest.mark.django_db(transaction=True)
done = workers.written


async def hint(layer: Any, match: Any, **more: Any) -> None:
    """What another process sends after a commit."""
    message = {"type": "hint", "kind": "ruling", "process": "other", "match": match.pk, "seq": 0}
    await layer.group_send(live.GROUP, {**message, **more})


@pytest.fixture
def _silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if another process had committed: this one hears nothing of its own."""
    from table.matches import referee

    monkeypatch.setattr(referee, "_announce", lambda *args: None)


@pytest.mark.usefixtures("_silent")
async def test_a_hint_makes_a_process_read_the_log(table: live.Process) -> None:
    match, users = await done(play.match_of_three)
    tab = await Tab(match, users["a"]).open()
    await asyncio.sleep(0.1)
    await done(play.answer, match, "b")
    await hint(table.layer, match)
    await tab.next("step")


@pytest.mark.usefixtures("_silent")
async def test_hints_that_the_layer_drops_at_capacity_lose_nothing(table: live.Process) -> None:
    if not isinstance(table.layer, InMemoryChannelLayer):
        pytest.skip("the pub/sub layer has no capacity")
    match, users = await done(play.match_of_three)
    tab = await Tab(match, users["a"]).open()
    await asyncio.sleep(0.1)
    await done(play.start, match)
    for _ in range(300):  # the layer keeps 100 and says nothing
        await hint(table.layer, match)
    await tab.at((await done(play.folded_of, match)).seq)


@pytest.mark.usefixtures("_silent")
async def test_a_membership_that_expires_is_renewed(
    table: live.Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not isinstance(table.layer, InMemoryChannelLayer):
        pytest.skip("the pub/sub layer's subscriptions do not expire")
    await table.stop()
    live.reset()
    monkeypatch.setattr(live, "RENEW", 0.1)
    process = live.process()
    monkeypatch.setattr(process.layer, "group_expiry", 0.25)
    try:
        match, users = await done(play.match_of_three)
        tab = await Tab(match, users["a"]).open()
        await asyncio.sleep(0.8)
        await done(play.answer, match, "b")
        await hint(process.layer, match)
        await tab.next("step", timeout=2)
    finally:
        await process.stop()


@pytest.mark.usefixtures("_silent")
async def test_a_subscription_that_breaks_is_made_again_and_reads_what_it_missed(
    table: live.Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "RETRY", 0.05)
    match, users = await done(play.match_of_three)
    tab = await Tab(match, users["a"]).open()
    await asyncio.sleep(0.1)
    receive, broken = table.layer.receive, []

    async def break_once(channel: str) -> Any:
        if not broken:
            broken.append(channel)
            raise ConnectionError("redis went away")
        return await receive(channel)

    monkeypatch.setattr(table.layer, "receive", break_once)
    await hint(
        table.layer, match, kind="nothing"
    )  # lets the old receive return; the next one breaks
    await asyncio.sleep(0.01)
    await done(play.answer, match, "b")
    await tab.next("step")
    assert broken


def test_the_group_has_a_name_that_layers_take() -> None:
    assert InMemoryChannelLayer().require_valid_group_name(live.GROUP)
    assert live.GROUP.isascii()


async def test_remarks_and_pointing_reach_another_process_by_id_and_as_numbers_only(
    table: live.Process,
) -> None:
    match, users = await done(play.match_of_three)
    sent: list[dict[str, Any]] = []
    original = table.layer.group_send

    async def spy(group: str, message: dict[str, Any]) -> None:
        sent.append(message)
        await original(group, message)

    table.layer.group_send = spy
    try:
        tab = await Tab(match, users["a"]).open()
        await tab.send(type="say", text='{"type":"websocket.close"}')
        await tab.next("remark")
        await tab.send(type="point", x=1, y=2)
        await tab.next("pointed")
        await asyncio.sleep(0.05)
    finally:
        del table.layer.group_send
    assert {message["type"] for message in sent} == {"hint"}
    assert "websocket.close" not in repr(sent)


async def test_what_another_process_wrote_in_the_chat_is_shown_here(table: live.Process) -> None:
    from table.matches import remarks

    match, users = await done(play.match_of_three)
    tab = await Tab(match, users["a"]).open()
    await asyncio.sleep(0.1)
    shown = await done(
        remarks.add, match=match.pk, user=users["b"], side="b", name="B", text="from afar"
    )
    await hint(table.layer, match, kind="remark", remark=shown.id)
    assert (await tab.next("remark"))["remark"]["text"] == "from afar"


async def test_presence_of_another_process_is_merged(table: live.Process) -> None:
    match, users = await done(play.match_of_three)
    tab = await Tab(match, users["a"]).open()
    await asyncio.sleep(0.1)
    await hint(table.layer, match, kind="presence", sides='{"b":{"state":"connected"}}', watchers=7)
    while True:
        told = await tab.next("presence")
        if told["sides"]["b"]["state"] == "connected":
            break
    assert told["watchers"] == 7
    assert told["sides"]["a"]["state"] == "connected"


async def test_a_reader_that_stops_is_dropped_and_comes_back_with_what_it_has(
    table: live.Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, users = await done(play.match_of_three)
    tab, other = await Tab(match, users["a"]).open(), await Tab(match, users["b"]).open()
    filler = Payload(b'{"type":"presence","x":"' + b"y" * 30_000 + b'"}')
    for _ in range(LIMIT // 30_000 + 2):
        table.spread(match.pk, filler)
        await other.send(type="ping", have=other.seq)
        await other.next("pong")
    assert (await tab.next("bye"))["why"] == "behind"
    await tab.next("closed")
    await done(play.answer, match, "b")
    back = Tab(match, users["a"])
    back.seq, back.view = tab.seq, tab.view
    await back.open(have=tab.seq)
    await back.at((await done(play.folded_of, match)).seq)


async def test_what_was_read_is_counted_off_and_only_that() -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    out = Outlet(send)
    for seq in (1, 2, 3):
        out.write(Payload(b"x" * 100), seq)
    assert out.unread == 300
    out.heard(2)
    assert out.unread == 100
    out.heard(1)
    assert out.unread == 100
    out.write(Payload(b"x" * 50))
    out.heard(3)
    assert out.unread == 0
    await out.flush(1)
    assert [len(message["text"]) for message in sent] == [100, 100, 100, 50]


async def test_writing_never_waits_for_a_reader_that_has_stopped() -> None:
    stopped = asyncio.Event()

    async def send(message: Any) -> None:
        await stopped.wait()

    out = Outlet(send)
    for seq in range(1000):
        out.write(Payload(b"x" * 1000), seq)
    assert out.unread > LIMIT
    out.close()
    out.write(Payload(b"x"), 1001)
    assert out.unread == 1_000_000


async def test_a_server_that_makes_us_wait_gets_everything_in_order() -> None:
    sent: list[str] = []

    async def send(message: Any) -> None:
        await asyncio.sleep(0.001 if len(sent) % 3 else 0)
        sent.append(message["text"])

    out = Outlet(send)
    for number in range(20):
        out.write(Payload(str(number).encode()))
        if number % 7 == 0:
            await asyncio.sleep(0.002)
    await out.flush(2)
    assert sent == [str(number) for number in range(20)]


async def test_a_peer_that_is_gone_is_nobodys_fault() -> None:
    async def send(message: Any) -> None:
        raise ConnectionResetError

    async def send_later(message: Any) -> None:
        await asyncio.sleep(0)
        raise ConnectionResetError

    for way in (send, send_later):
        out = Outlet(way)
        out.write(Payload(b"1"))
        out.write(Payload(b"2"))
        await out.flush(1)
        assert out.unread == 2


@pytest.mark.parametrize("size", [5, 125, 126, 65_535, 65_536, 200_000])
def test_a_frame_is_what_a_websocket_reader_expects(size: int) -> None:
    from websockets.frames import Frame, Opcode

    raw = b"a" * size
    frame = Frame(Opcode.TEXT, raw).serialize(mask=False)
    assert Payload(raw).frame == frame


async def test_where_the_server_offers_it_frames_go_straight_to_the_transport(
    table: live.Process,
) -> None:
    match, users = await done(play.match_of_three)
    written: list[bytes] = []
    tab = Tab(match, users["a"], extensions={outlet.EXTENSION: {"write": written.append}})
    await tab._socket.connect()
    await tab.send(type="hello", protocol=1)
    async with asyncio.timeout(5):
        while not written:
            await asyncio.sleep(0.01)
    assert b'"type":"welcome"' in written[0]


def test_start_up_refuses_settings_that_lose_what_was_acknowledged(settings: Any) -> None:
    assert checks.check_sqlite() == []
    assert len(checks.flaws_of({"ENGINE": "django.db.backends.sqlite3"})) == 3
    assert checks.flaws_of({"ENGINE": "django.db.backends.postgresql"}) == []
    hosts = [{"address": "redis://localhost"}, "redis://localhost"]
    for host in hosts:
        settings.CHANNEL_LAYERS = {"default": {"CONFIG": {"hosts": [host]}}}
        assert len(checks.check_layer()) == 1
    settings.CHANNEL_LAYERS = {"default": {"CONFIG": {"hosts": [{"socket_timeout": None}]}}}
    assert checks.check_layer() == []
