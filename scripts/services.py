#!/usr/bin/env python3
"""A private PostgreSQL and Redis: free ports, a temporary folder, ended with the program.

services.py COMMAND...    run a command with DATABASE_URL and REDIS_URL set to them
"""

import contextlib
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import system


class Missing(Exception):
    """A program that is not installed; the message says which package has it."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path, seconds: float = 20) -> None:
    """Return when something accepts connections on the port."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.02)
    raise RuntimeError(f"{process.args} did not come up:\n{log.read_text(errors='replace')}")


def end(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
    process.send_signal(how)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """Yield the address of a Redis that keeps nothing."""
    program = system.find(("redis-server",))
    if program is None:
        raise Missing("redis-server is not installed (Debian: apt install redis-server)")
    with tempfile.TemporaryDirectory(prefix="skald-redis-") as folder:
        port, log = free_port(), Path(folder) / "log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "",
                 "--appendonly", "no", "--dir", folder],
                stdout=out, stderr=out,
            )  # fmt: skip
        try:
            wait_for(port, process, log)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            end(process, signal.SIGTERM)


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """Yield the address of an empty PostgreSQL database."""
    initdb = system.find(("/usr/lib/postgresql/*/bin/initdb", "initdb"))
    if initdb is None:
        raise Missing("PostgreSQL's server is not installed (Debian: apt install postgresql)")
    programs = Path(initdb).resolve().parent
    account: dict[str, str | int | list[str]] = {}
    folder = Path(tempfile.mkdtemp(prefix="skald-postgres-"))
    process = None
    try:
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            known = {user.pw_name: user for user in pwd.getpwall()}
            user = known.get("postgres") or known.get("nobody")
            if user is None:
                raise Missing("PostgreSQL refuses to run as root, and there is no user for it")
            os.chown(folder, user.pw_uid, user.pw_gid)
            account = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        password, port, log = secrets.token_hex(16), free_port(), folder / "log"
        (folder / "password").write_text(password)
        if account:
            os.chown(folder / "password", int(str(account["user"])), int(str(account["group"])))
        subprocess.run(
            [str(programs / "initdb"), "-D", str(folder / "data"), "-U", "skald", "-E", "UTF8",
             "--locale=C", "--auth=scram-sha-256", f"--pwfile={folder / 'password'}", "--no-sync"],
            check=True, cwd=folder, stdout=subprocess.DEVNULL, **account,
        )  # type: ignore[call-overload]  # fmt: skip
        # A database that lives for minutes need not survive a power cut.
        options = [
            "fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=64MB",
            "max_connections=60", "listen_addresses=127.0.0.1", f"unix_socket_directories={folder}",
        ]  # fmt: skip
        with log.open("wb") as out:
            process = subprocess.Popen(
                [str(programs / "postgres"), "-D", str(folder / "data"), "-p", str(port),
                 *(arg for option in options for arg in ("-c", option))],
                cwd=folder, stdout=out, stderr=out, **account,
            )  # type: ignore[call-overload]  # fmt: skip
        wait_for(port, process, log)
        yield f"postgres://skald:{password}@127.0.0.1:{port}/postgres"
    finally:
        if process is not None:
            end(process, signal.SIGINT)  # "fast": does not wait for clients
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def environment() -> Iterator[dict[str, str]]:
    """Start both and yield the variables that name them."""
    with postgres() as database, redis() as broker:
        yield {"DATABASE_URL": database, "REDIS_URL": broker}


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    try:
        with environment() as variables:
            code = subprocess.run(sys.argv[1:], env={**os.environ, **variables}, check=False)
    except Missing as error:
        sys.exit(str(error))
    sys.exit(code.returncode)
