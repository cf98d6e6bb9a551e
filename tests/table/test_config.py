"""The settings: safe with nothing set, complete with one address set."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from tests.table.services import server

SHOW = """
import json, sys
from django.conf import settings as s
print(json.dumps({name: getattr(s, name, None) for name in sys.argv[1:]}, default=str))
"""


def show(tmp_path: Path, root: Path, *names: str, **environ: str) -> dict[str, object]:
    """The values of some settings in a process of its own."""
    clean = {"SKALD_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "table.config.settings"}
    base = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME"}}
    done = subprocess.run(
        [sys.executable, "-c", SHOW, *names],
        cwd=root, env={**base, **clean, **environ}, text=True, capture_output=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise ValueError(done.stderr.strip().splitlines()[-1])
    result: dict[str, object] = json.loads(done.stdout)
    return result


def test_nothing_set_is_private_and_without_debug_pages(tmp_path: Path, root: Path) -> None:
    got = show(tmp_path, root, "DEBUG", "ALLOWED_HOSTS", "SECURE_SSL_REDIRECT", "STATIC_HASHED")
    assert got == {
        "DEBUG": False,
        "ALLOWED_HOSTS": ["localhost", "127.0.0.1", "[::1]"],
        "SECURE_SSL_REDIRECT": False,
        "STATIC_HASHED": False,
    }


def test_the_first_start_makes_a_key_and_the_next_keeps_it(tmp_path: Path, root: Path) -> None:
    first = show(tmp_path, root, "SECRET_KEY")
    assert len(str(first["SECRET_KEY"])) > 60
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert show(tmp_path, root, "SECRET_KEY") == first


def test_a_public_address_turns_everything_on(tmp_path: Path, root: Path) -> None:
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "STATIC_HASHED")
    got = show(
        tmp_path, root, *names, "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS",
        SITE_URL="https://skald.example.org",
    )  # fmt: skip
    assert all(got[name] is True for name in names)
    assert "skald.example.org" in str(got["ALLOWED_HOSTS"])
    assert got["CSRF_TRUSTED_ORIGINS"] == ["https://skald.example.org"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("SITE_URL", "skald.example.org"), ("SITE_URL", "https://a.example/x"), ("DEBUG", "ture")],
)
def test_a_mistyped_variable_stops_the_start(
    tmp_path: Path, root: Path, name: str, value: str
) -> None:
    with pytest.raises(ValueError, match=name):
        show(tmp_path, root, "DEBUG", **{name: value})


def test_redis_may_be_silent_for_longer_than_its_client_waits(tmp_path: Path, root: Path) -> None:
    """redis-py 8 gives up a socket that is silent for 5 s; ours are, on a quiet table."""
    got = show(tmp_path, root, "CHANNEL_LAYERS", REDIS_URL="redis://127.0.0.1:1/0")
    layer = json.loads(json.dumps(got["CHANNEL_LAYERS"]))["default"]
    host = layer["CONFIG"]["hosts"][0]
    assert layer["BACKEND"].endswith("RedisPubSubChannelLayer")
    assert host["socket_timeout"] is None
    assert host["socket_connect_timeout"] == 5


@pytest.mark.django_db
def test_sqlite_is_durable_and_takes_its_lock_at_once() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("SQLite's options")
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.transaction_mode == "IMMEDIATE"
    assert connection.settings_dict["OPTIONS"]["timeout"] == 20
    assert connection.settings_dict["ATOMIC_REQUESTS"] is False


def test_pages_forbid_inline_code(client: Client) -> None:
    policy = client.get("/health").headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_a_fresh_server_answers_and_serves_its_files(tmp_path: Path) -> None:
    import urllib.request

    with server(tmp_path) as skald:
        with urllib.request.urlopen(f"{skald.url}/static/icons.svg") as answer:
            assert answer.headers["Content-Type"] == "image/svg+xml"
        skald.stop()
        assert "Traceback" not in skald.text()


async def test_a_socket_to_nowhere_is_turned_away_without_a_stack_trace() -> None:
    from channels.testing import WebsocketCommunicator

    from table.config.asgi import application

    for origin in (b"http://localhost", b"https://evil.example"):
        caller = WebsocketCommunicator(
            application, "/no/such/table", headers=[(b"origin", origin), (b"host", b"localhost")]
        )
        connected, _ = await caller.connect()
        assert not connected
        await caller.wait()


@pytest.mark.parametrize(
    ("origin", "host", "let_in"),
    [
        ("http://localhost:8000", "localhost:8000", True),
        ("http://localhost", "localhost", True),
        ("https://table.localhost:8443", "localhost", True),
        ("http://localhost:9999", "localhost:8000", False),
        ("http://localhost", "localhost:8000", False),
        ("https://evil.example", "evil.example", False),
        ("null", "localhost", False),
        ("", "localhost", False),
    ],
)
async def test_a_socket_is_for_pages_of_the_same_address_port_included(
    origin: str, host: str, let_in: bool, settings: Any
) -> None:
    from channels.security.websocket import AllowedHostsOriginValidator
    from channels.testing import WebsocketCommunicator

    from table.config.asgi import for_our_pages

    async def greet(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})

    settings.ALLOWED_HOSTS = ["localhost", ".localhost"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://table.localhost:8443"]
    caller = WebsocketCommunicator(
        AllowedHostsOriginValidator(for_our_pages(greet)), "/",
        headers=[(b"origin", origin.encode()), (b"host", host.encode())],
    )  # fmt: skip
    connected, _ = await caller.connect()
    assert connected is let_in


def test_a_server_told_to_end_while_it_works_ends(tmp_path: Path) -> None:
    import threading
    import time
    import urllib.error
    import urllib.request

    def ask_on() -> None:
        for _ in range(2000):
            try:
                urllib.request.urlopen(f"{skald.url}/health", timeout=5).close()
            except (OSError, urllib.error.URLError):
                return

    with server(tmp_path) as skald:
        callers = [threading.Thread(target=ask_on, daemon=True) for _ in range(8)]
        for caller in callers:
            caller.start()
        time.sleep(0.3)
        skald.process.terminate()
        skald.process.wait(8)
