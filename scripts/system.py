#!/usr/bin/env python3
"""Bring what `make test` needs beside Python: a browser, PostgreSQL and Redis.

On Debian and its kin they are installed, as root or by sudo. Elsewhere, and where that fails, this
says what is missing; the tests that need it then fail and say so too. `make check` needs none.
"""

import os
import shutil
import subprocess
import sys
from glob import glob

# what for, Debian's package, where it shows
NEEDS = [
    ("the browser tests", "chromium", ("chromium", "chromium-browser", "google-chrome")),
    ("tests of two servers", "redis-server", ("redis-server",)),
    ("tests on PostgreSQL", "postgresql", ("/usr/lib/postgresql/*/bin/initdb", "initdb")),
    ("text in screenshots", "fontconfig", ("fc-list",)),
]


def find(names: tuple[str, ...]) -> str | None:
    """The first of these programs (or patterns of paths) that is there; the newest of a pattern."""
    for name in names:
        found = sorted(glob(name))[-1:] if "/" in name else [shutil.which(name)]
        if found and found[0]:
            return found[0]
    return None


def missing() -> list[tuple[str, str]]:
    return [(purpose, package) for purpose, package, names in NEEDS if find(names) is None]


def install(packages: list[str]) -> bool:
    apt = shutil.which("apt-get")
    if apt is None:
        return False
    prefix: list[str] = []
    if os.geteuid() != 0:
        sudo = shutil.which("sudo")
        if sudo is None:
            return False
        # Without a terminal nobody could type a password.
        prefix = [sudo] if sys.stdin.isatty() else [sudo, "-n"]
    prefix += ["env", "DEBIAN_FRONTEND=noninteractive", apt, "-qq"]
    subprocess.run([*prefix, "update"], check=False, stdout=subprocess.DEVNULL)
    done = subprocess.run(
        [*prefix, "install", "-y", "--no-install-recommends", *packages],
        check=False,
        stdout=subprocess.DEVNULL,
    )
    return done.returncode == 0


def main() -> None:
    lacking = missing()
    if not lacking:
        return
    packages = [package for _, package in lacking]
    print(f"Installing {', '.join(packages)} for the tests ...", flush=True)
    install(packages)
    for purpose, package in missing():
        print(f"MISSING: {package}, for {purpose}. On Debian: apt install {package}", flush=True)


if __name__ == "__main__":
    main()
