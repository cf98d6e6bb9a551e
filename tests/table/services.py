"""Real server processes for tests that need them: a crash, two servers, a browser.

with server(tmp_path) as skald:
    httpx.get(skald.url + "/health")
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Server:
    """A running server and the environment it was started with."""

    process: subprocess.Popen[bytes]
    port: int
    environ: dict[str, str]
    log: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it as an administrator would."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def text(self) -> str:
        """What it has logged."""
        return self.log.read_text(errors="replace")


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Variables for a Skald whose every file lies in the folder."""
    return {
        **os.environ,
        "SKALD_VAR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'skald.sqlite3'}",
        "REDIS_URL": "",
        "SITE_URL": "",
        "PYTHONUNBUFFERED": "1",
        **more,
    }


def manage(environ: Mapping[str, str], *args: str) -> str:
    """Run a management command and return what it printed; a failed one fails the test."""
    done = subprocess.run(
        [sys.executable, "manage.py", *args],
        cwd=ROOT, env=dict(environ), text=True, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert done.returncode == 0, f"manage.py {' '.join(args)}:\n{done.stdout}"
    return done.stdout


def start(environ: dict[str, str], port: int | None = None) -> Server:
    """Start a server on a database that is there already; it answers when this returns."""
    port = port or free_port()
    log = Path(environ["SKALD_VAR"]) / f"server-{port}-{time.monotonic_ns()}.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "scripts/serve.py"],
            cwd=ROOT, env={**environ, "HOST": "127.0.0.1", "PORT": str(port)},
            stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
        )  # fmt: skip
    running = Server(process, port, environ, log)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{running.url}/health", timeout=5):
                return running
        except urllib.error.HTTPError as error:
            running.stop()
            raise RuntimeError(f"/health answered {error.code}:\n{running.text()}") from error
        except OSError:
            time.sleep(0.05)
    running.stop()
    raise RuntimeError(f"the server did not come up:\n{running.text()}")


@contextlib.contextmanager
def server(folder: Path, **more: str) -> Iterator[Server]:
    """A fresh database, migrated, and one server on it."""
    environ = environment(folder, **more)
    manage(environ, "migrate", "--verbosity", "0")
    running = start(environ)
    try:
        yield running
    finally:
        running.stop()
