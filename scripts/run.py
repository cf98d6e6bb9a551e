#!/usr/bin/env python3
"""Start Skald for the people at this machine: migrate, load the demo, serve, say where to click.

All in one process, because starting Python and Django twice would take longer than the rest.
"""

import io
import os
import socket
import sys
import threading
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
os.chdir(ROOT)
sys.path[:0] = [str(ROOT)]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "table.config.settings")
os.environ.setdefault("STATIC_WATCH", "0")

from scripts.serve import address, serve

LABELS = {
    "play": "Play both sides yourself, right now",
    "watch": "Watch the demo match",
    "signup": "Sign up",
}


def check_port(host: str, port: int) -> None:
    """Say so at once when the port is taken: the server would only after a second's work."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            sys.exit(
                f"\nPort {port} on {host} cannot be used ({error.strerror}). Another Skald may be "
                f"running.\nChoose another port: make run PORT={port + 1}\n"
            )


def prepare() -> list[str]:
    """Bring the database up to date, load the demo, and return its lines of links."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command, get_commands

    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)  # WhiteNoise warns without it
    call_command("migrate", verbosity=0, interactive=False)
    if "demo" not in get_commands():
        return []
    call_command("demo", stdout=io.StringIO())
    out = io.StringIO()
    call_command("demo", links=True, stdout=out)
    return out.getvalue().splitlines()


def show_links(lines: list[str], base: str) -> str:
    """`demo --links` prints a line a link: its name and its path; three of them start a visit."""
    text = [f"\nSkald is ready at {base}/", ""]
    for line in lines:
        name, _, path = line.strip().partition(" ")
        if name in LABELS:
            text.append(f"  {LABELS[name] + ':':<37}{base}{path}")
    return "\n".join([*text, "", "Ctrl-C ends it; matches are kept."])


def announce(text: str, url: str) -> None:
    """Print the links when the server answers."""
    for _ in range(600):
        try:
            with urllib.request.urlopen(url, timeout=2) as answer:  # noqa: S310
                if answer.status == 200:
                    print(text, flush=True)
                    return
        except OSError:
            time.sleep(0.03)


def main() -> None:
    host, port = address()
    check_port(host, port)
    lines = prepare()
    # A server that listens to the whole network is still reached here by this machine's own name.
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host)  # noqa: S104
    shown = shown or (f"[{host}]" if ":" in host else host)
    base = f"http://{shown}:{port}"
    threading.Thread(
        target=announce, args=(show_links(lines, base), f"{base}/health"), daemon=True
    ).start()
    serve()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
