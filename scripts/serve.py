#!/usr/bin/env python3
"""One server process: daphne on HOST and PORT (127.0.0.1:8000), with the limits Skald runs under.

It migrates nothing and loads nothing; `make run` and a service unit start it.
"""

import os
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The largest honest message of a client is an action of some kilobytes; the application refuses
# 16 KiB and more with a worded answer. The limit here holds for both ways: the view of a battle of
# four hundred models with its log takes a quarter of it.
LARGEST_MESSAGE = 1024 * 1024
GRACE = 3
OPTIONS = [
    "--verbosity", "0",
    "--no-server-name",
    "--websocket_timeout", "-1",  # a match may be watched for longer than a day
    "--ping-interval", "20",
    "--ping-timeout", "30",
    "--websocket-max-message-size", str(LARGEST_MESSAGE),
    "--websocket-max-frame-size", str(LARGEST_MESSAGE),
    "--application-close-timeout", "10",
]  # fmt: skip


def address() -> tuple[str, int]:
    """Where to listen, as the environment says."""
    host, port = os.environ.get("HOST") or "127.0.0.1", os.environ.get("PORT") or "8000"
    if not port.isdecimal() or not 0 < int(port) < 65536:
        sys.exit(f"PORT must be a number from 1 to 65535, not {port!r}.")
    return host, int(port)


def serve() -> None:
    """Serve until the process is told to end, and then end within GRACE seconds."""
    from daphne.cli import CommandLineInterface

    host, port = address()
    proxy = ["--proxy-headers"] if os.environ.get("BEHIND_PROXY") in {"1", "true", "yes"} else []
    CommandLineInterface().run(
        [*OPTIONS, *proxy, "--bind", host, "--port", str(port), "table.config.asgi:application"]
    )
    # A page in work waits in its thread for the event loop, which is no more: Python, which joins
    # its threads, would wait for ever. What is not acknowledged by now may be lost, as at a crash.
    last = threading.Timer(GRACE, os._exit, [0])
    last.daemon = True
    last.start()


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    serve()
