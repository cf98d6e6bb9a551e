"""Real server processes: a crash, two at one table, a page of another site, a reader that stops."""

import asyncio
import contextlib
import json
import os
import secrets
import socket
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets
from django.conf import settings

from rules.core import patch
from table.matches.outlet import LIMIT
from tests.table import services
from tests.table.matches import play

SETUP = """
import json
from tests.table.matches import play
match, users = play.match_of_three({options})
sessions = {{}}
for side, user in users.items():
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    sessions[side] = store.session_key
print("SETUP" + json.dumps([match.pk, sessions]))
"""


@pytest.fixture
def environ(tmp_path: Path) -> Iterator[dict[str, str]]:
    """A database of this test's own, on whatever this run tests with."""
    more = {"DJANGO_SETTINGS_MODULE": "tests.table.matches.toy_settings",
            "PYTHONPATH": str(services.ROOT)}  # fmt: skip
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        yield services.environment(tmp_path, **more)
        return
    import psycopg

    base, name = os.environ["DATABASE_URL"], f"skald_{secrets.token_hex(4)}"
    with psycopg.connect(base, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
    url = base.rsplit("/", 1)[0] + f"/{name}"
    redis = os.environ.get("REDIS_URL", "")
    yield services.environment(tmp_path, DATABASE_URL=url, REDIS_URL=redis, **more)
    with psycopg.connect(base, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def set_up(environ: dict[str, str], options: str = "") -> tuple[int, dict[str, str]]:
    """Migrate, and begin a match; returns its number and a session for each side."""
    services.manage(environ, "migrate", "--verbosity", "0")
    out = services.manage(environ, "shell", "-c", SETUP.format(options=options))
    number, sessions = json.loads(out.rsplit("SETUP", 1)[1])
    return number, sessions


class Line:
    """A browser's socket to a real server."""

    def __init__(self, ws: Any) -> None:
        self.ws = ws
        self.seq = 0
        self.view: dict[str, Any] = {}

    async def send(self, **message: Any) -> None:
        await self.ws.send(json.dumps(message))

    async def next(self, *kinds: str) -> dict[str, Any]:
        async with asyncio.timeout(15):
            while True:
                message: dict[str, Any] = json.loads(await self.ws.recv())
                if message["type"] == "welcome":
                    self.seq, self.view = message["seq"], message["view"]
                if message["type"] == "step":
                    assert message["after"] == self.seq
                    self.seq = message["seq"]
                    self.view = patch.apply(self.view, message["patch"])
                if message["type"] in kinds:
                    return message

    async def at(self, seq: int) -> None:
        while self.seq < seq:
            await self.next("step")


@contextlib.asynccontextmanager
async def line(
    server: services.Server, match: int, session: str = "", have: int = 0, **options: Any
) -> AsyncIterator[Line]:
    headers = {"Cookie": f"sessionid={session}"} if session else {}
    async with websockets.connect(
        f"{server.socket_url}/ws/match/{match}/", origin=options.pop("origin", server.url),
        additional_headers=headers, **options,
    ) as ws:  # fmt: skip
        found = Line(ws)
        await found.send(type="hello", protocol=1, have=have)
        await found.next("welcome", "presence")
        yield found


async def test_after_kill_9_nothing_that_was_acknowledged_is_lost(environ: dict[str, str]) -> None:
    match, sessions = set_up(environ)
    server = services.start(environ)
    try:
        async with line(server, match, sessions["a"]) as a:
            await a.send(type="act", ref="last", prompt="p1", action=play.take("a"))
            accepted = await a.next("accepted")
            server.kill()
        server = services.start(environ)
        async with line(server, match, sessions["a"]) as a, line(server, match, sessions["b"]) as b:
            assert a.seq == b.seq == accepted["seq"]
            assert a.view["choices"]["a"]["corner"] == play.CORNERS["a"]
            await a.send(type="act", ref="last", prompt="p1", action=play.take("a"))
            assert await a.next("accepted", "stale") == accepted
            await b.send(type="act", ref="on", prompt="p2", action=play.take("b"))
            await a.at((await b.next("accepted"))["seq"])
    finally:
        server.stop()


async def test_players_on_two_server_processes_play_one_match(environ: dict[str, str]) -> None:
    """With Redis all see each step at once; without, at the latest when they act or ping."""
    match, sessions = set_up(environ)
    one, two = services.start(environ), services.start(environ)
    try:
        async with (
            line(one, match, sessions["a"]) as a,
            line(two, match, sessions["b"]) as b,
            line(one, match, sessions["c"]) as c,
            line(two, match) as watcher,
        ):
            await a.send(type="act", ref="r", prompt="p1", action=play.take("a"))
            seq = (await a.next("accepted"))["seq"]
            if environ["REDIS_URL"]:
                await b.at(seq)
                await b.send(type="say", text="from the other process")
                assert (await a.next("remark"))["remark"]["text"] == "from the other process"
            # Two processes answer at once: whoever loses the row tries again, and none is refused.
            await b.send(type="act", ref="r", prompt="p2", action=play.take("b"))
            await c.send(type="act", ref="r", prompt="p3", action=play.take("c"))
            last = max([(await tab.next("accepted"))["seq"] for tab in (b, c)])
            if environ["REDIS_URL"]:
                await asyncio.gather(*(tab.at(last) for tab in (a, b, c, watcher)))
                assert a.view["models"] == watcher.view["models"] == b.view["models"]
        async with line(one, match) as late, line(two, match) as other:
            assert late.seq == other.seq == last
        assert "Traceback" not in one.text() + two.text()
    finally:
        one.stop()
        two.stop()


async def test_a_page_of_another_site_gets_no_socket(environ: dict[str, str]) -> None:
    match, sessions = set_up(environ)
    server = services.start(environ)
    try:
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with line(server, match, sessions["a"], origin="https://elsewhere.example"):
                pass
        assert refused.value.response.status_code == 403
        async with line(server, match, sessions["a"]) as a:
            assert a.view
    finally:
        server.stop()


async def test_a_message_beyond_the_servers_own_limit_ends_only_that_socket(
    environ: dict[str, str],
) -> None:
    match, sessions = set_up(environ)
    server = services.start(environ)
    try:
        async with line(server, match, sessions["a"]) as a, line(server, match) as other:
            await a.ws.send(json.dumps({"type": "say", "text": "x" * 20_000}))
            assert (await a.next("refused"))["refusal"]["code"] == "too_large"
            with contextlib.suppress(websockets.ConnectionClosed):
                await a.ws.send("x" * 1_100_000)
                await a.next("never")
            await other.send(type="ping")
            await other.next("pong")
        assert "Traceback" not in server.text()
    finally:
        server.stop()


def memory(server: services.Server) -> int:
    """Resident bytes of a server."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * 1024


async def test_a_reader_that_stops_costs_no_memory_without_end(environ: dict[str, str]) -> None:
    """daphne takes whatever it is given and keeps it; we count, and drop the socket."""
    if settings.REDIS_URL:
        pytest.skip("the same on every database")
    match, sessions = set_up(environ)
    server = services.start(environ)
    try:
        async with line(server, match, sessions["a"]) as writer:
            stopped = stop_reading(server, match, sessions["b"])
            before, said = memory(server), 0
            deadline = time.monotonic() + 60
            while "lost" not in json.dumps(await presence(writer)) and time.monotonic() < deadline:
                for _ in range(8):
                    await writer.send(type="say", text="y" * 500)
                    said += 1
                    await writer.next("remark")
                await writer.send(type="ping", have=writer.seq)
                await writer.next("pong")
                await asyncio.sleep(0.3)
            assert said * 600 <= LIMIT * 2
            assert memory(server) - before < 20 * 1024 * 1024
            stopped.close()
    finally:
        server.stop()


async def presence(tab: Line) -> dict[str, Any]:
    """What this tab was last told of who is there, for a side that left within a moment."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(0.05):
            return (await tab.next("presence"))["sides"]["b"]
    return {}


def stop_reading(server: services.Server, match: int, session: str) -> socket.socket:
    """A socket that says hello and never reads again."""
    raw = socket.create_connection(("127.0.0.1", server.port))
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.sendall(
        f"GET /ws/match/{match}/ HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {'A' * 22}==\r\nOrigin: {server.url}\r\n"
        f"Cookie: sessionid={session}\r\n\r\n".encode()
    )
    hello = b'{"type":"hello","protocol":1}'
    raw.sendall(bytes((0x81, 0x80 | len(hello))) + b"\0\0\0\0" + hello)
    return raw
