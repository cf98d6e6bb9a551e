#!/usr/bin/env python3
"""Build .venv from the locks. Runs on a bare Python; does nothing when nothing changed.

install.py run    what a server needs (requirements.lock)
install.py dev    the tests' and checks' tools on top (requirements-dev.lock)
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "skald-stamp.json"
LOCKS = {"run": ROOT / "requirements.lock", "dev": ROOT / "requirements-dev.lock"}
OLDEST = (3, 11)


def fail(message: str) -> None:
    sys.exit(f"\n{message}\n")


def read_stamp() -> dict[str, str]:
    try:
        stamp = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def check_python() -> None:
    if sys.version_info < OLDEST:
        fail(
            f"Skald needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is "
            f"{sys.version.split()[0]} ({sys.executable}).\n"
            "Name another one: make run PYTHON=python3.12"
        )
    missing = [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]
    if missing:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        fail(
            f"Python's {missing[0]} module is missing ({sys.executable}).\n"
            f"On Debian and Ubuntu:  apt install python{version}-venv\n"
            "Then give the same command again."
        )


def main(level: str) -> None:
    check_python()
    want = {
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        level: hashlib.sha256(LOCKS[level].read_bytes()).hexdigest(),
    }
    if level == "dev":  # the one holds all of the other
        want["run"] = hashlib.sha256(LOCKS["run"].read_bytes()).hexdigest()
    stamp = read_stamp()
    python = VENV / "bin" / "python"
    if python.exists() and all(stamp.get(key) == value for key, value in want.items()):
        return

    other = stamp.get("python", want["python"]) != want["python"]
    if VENV.exists() and (other or not python.exists()):
        print("Python has changed: building .venv anew", flush=True)
        shutil.rmtree(VENV)
    if not VENV.exists():
        print("Building .venv ...", flush=True)
        done = subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=False)
        if done.returncode:
            shutil.rmtree(VENV, ignore_errors=True)
            fail("Python could not build a virtual environment; what it said stands above.")

    print(f"Installing from {LOCKS[level].name} (about a minute the first time) ...", flush=True)
    STAMP.unlink(missing_ok=True)
    environ = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    done = subprocess.run(
        [str(python), "-m", "pip", "install", "-qq", "--require-hashes", "--only-binary=:all:",
         "-r", str(LOCKS[level])],
        env=environ,
        check=False,
    )  # fmt: skip
    if done.returncode:
        fail("Installing failed; what pip said stands above. Give the same command to try again.")
    STAMP.write_text(json.dumps({**stamp, **want}, indent=1))


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in LOCKS:
        fail(__doc__ or "")
    main(sys.argv[1])
