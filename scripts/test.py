#!/usr/bin/env python3
"""Run the checks and tests; the last line is `N passed, N failed, N skipped`.

    test.py quick            static checks, node tests, pytest on SQLite; no whole matches, no
                             browser, no services
    test.py all              that, then whole matches, PostgreSQL + Redis, the browser
    test.py soak | bench     the long ones
    test.py NAME...          some groups by name (test.py list)

Every check of a tool counts as one; tests count singly. What a group printed is shown if it failed.
"""

import atexit
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import services
import system

ROOT = Path(__file__).resolve().parent.parent
RESULTS = Path(tempfile.mkdtemp(prefix="skald-results-"))
atexit.register(shutil.rmtree, RESULTS, ignore_errors=True)
PYTHON = sys.executable
WORKERS = os.environ.get("TEST_WORKERS", "2")


@dataclass
class Outcome:
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    note: str = ""


@dataclass
class Group:
    """Some checks that are started together by one command."""

    name: str
    command: list[str]
    environ: Mapping[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()  # paths (or patterns) without which there is nothing to run
    count: Callable[["Group", int, str], Outcome] | None = None
    needs_services: bool = False
    again: tuple[str, ...] = ()  # options with which what failed is tried once more


def python(name: str, *command: str, needs: tuple[str, ...] = (), **environ: str) -> Group:
    return Group(name, [PYTHON, *command], environ, needs)


def pytest(
    name: str,
    *paths: str,
    services: bool = False,
    options: tuple[str, ...] = (),
    again: tuple[str, ...] = (),
) -> Group:
    return Group(
        name,
        [PYTHON, "-m", "pytest", "-q", f"--junitxml={RESULTS / name}.xml", *options, *paths],
        needs=tuple(f"{path}/**/test_*.py" for path in paths),
        count=count_pytest,
        needs_services=services,
        again=again,
    )


def count_pytest(group: Group, code: int, output: str) -> Outcome:
    try:
        suites = ElementTree.parse(RESULTS / f"{group.name}.xml").getroot().iter("testsuite")  # noqa: S314
    except (OSError, ElementTree.ParseError):
        return Outcome(failed=1, note="pytest did not finish")
    outcome = Outcome()
    for suite in suites:
        total, skipped, bad = (
            int(suite.get("tests", 0)),
            int(suite.get("skipped", 0)),
            int(suite.get("failures", 0)) + int(suite.get("errors", 0)),
        )
        outcome.passed += max(0, total - skipped - bad)
        outcome.skipped += skipped
        outcome.failed += bad
    if code not in (0, 5) and not outcome.failed:  # 5: no test was collected
        outcome.failed, outcome.note = 1, f"pytest ended with {code}"
    return outcome


def count_node(group: Group, code: int, output: str) -> Outcome:
    found = {word: int(n) for word, n in re.findall(r"^# (pass|fail|skipped) (\d+)$", output, re.M)}
    outcome = Outcome(found.get("pass", 0), found.get("fail", 0), found.get("skipped", 0))
    if code and not outcome.failed:
        outcome.failed = 1
    return outcome


def count_tool(group: Group, code: int, output: str) -> Outcome:
    return Outcome(passed=int(code == 0), failed=int(code != 0))


# A database in memory: these look at code and models, never at somebody's data.
NO_DATA = {"DATABASE_URL": "sqlite://:memory:", "REDIS_URL": ""}
MANAGE = "manage.py"
PROTOCOL = "table/matches/management/commands/protocol.py"

STATIC = [
    python("types", "-m", "mypy", "--no-error-summary", **NO_DATA),
    python("lint", "-m", "ruff", "check", "--output-format", "concise", "."),
    python("layout", "-m", "ruff", "format", "--check", "--output-format", "concise", "."),
    python("imports", "-c", "from importlinter.cli import lint_imports_command as run; run()"),
    python("django", MANAGE, "check", "--fail-level", "WARNING", **NO_DATA),
    python(
        "deploy",
        MANAGE,
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
        SITE_URL="https://skald.example.org",
        **NO_DATA,
    ),
    python("migrations", MANAGE, "makemigrations", "--check", "--dry-run", **NO_DATA),
    python("protocol", MANAGE, "protocol", "--check", needs=(PROTOCOL,), **NO_DATA),
    python("messages", "scripts/messages.py", "check"),
    python("vendor", "scripts/vendor.py", "--check"),
    python("coverage", "scripts/coverage.py", "--check"),
    Group(
        "tsc",
        [PYTHON, "scripts/node.py", "run", "node_modules/typescript/bin/tsc", "-p", "."],
        needs=("static/js/**/*.js",),
    ),
    Group(
        "js",
        [
            PYTHON,
            "scripts/node.py",
            "run",
            "--test",
            "--test-reporter=tap",
            "tests/js/**/*.test.js",
        ],
        needs=("tests/js/**/*.test.js",),
        count=count_node,
    ),
]
QUICK = [
    pytest("sqlite", "tests/rules", "tests/table", options=("-n", WORKERS, "-m", "not whole")),
]
FULL = [
    pytest("whole", "tests/rules", "tests/table", options=("-n", WORKERS, "-m", "whole")),
    pytest("postgres", "tests/table", services=True, options=("-n", WORKERS)),
    # People at real dice in a real browser, on a machine that may be busy: whoever fails is tried
    # once more, alone. What fails twice has failed.
    pytest("browser", "tests/browser", options=("-n", WORKERS), again=("-n", "0", "--lf")),
]
EXTRA = [
    python("soak", "-m", "scripts.soak"),
]
# Each measures one thing and prints a table; they run one after the other, alone.
BENCHES = [
    python(f"bench-{path.stem}", "-m", f"scripts.bench.{path.stem}")
    for path in sorted((ROOT / "scripts" / "bench").glob("[a-z]*.py"))
]
SETS = {
    "quick": [*STATIC, *QUICK],
    "all": [*STATIC, *QUICK, *FULL],
    "soak": EXTRA,
    "bench": BENCHES,
}


def run(group: Group, environ: Mapping[str, str], live: bool) -> Outcome:
    """Run one group and say in a line how it went; a live one prints as it goes."""
    if group.needs and not any(any(ROOT.glob(pattern)) for pattern in group.needs):
        print(f"{group.name:<11} nothing to run yet", flush=True)
        return Outcome()
    started = time.monotonic()
    variables = {**os.environ, "PYTHONWARNINGS": "default", **environ, **group.environ}
    if live:
        print(f"--- {group.name}", flush=True)
    process = subprocess.Popen(
        group.command, cwd=ROOT, env=variables, text=True, errors="replace",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    lines = []
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
        if live:
            print(line, end="", flush=True)
    code, output = process.wait(), "".join(lines)
    outcome = (group.count or count_tool)(group, code, output)
    if outcome.failed and group.again:
        print(f"{group.name:<11} {outcome.failed} failed; once more, alone", flush=True)
        once_more = replace(group, command=[*group.command, *group.again], again=())
        second = run(once_more, environ, live)
        second.passed += outcome.passed
        second.skipped += outcome.skipped
        return second
    if outcome.failed and not live:
        print(f"--- {group.name}\n{output.rstrip()}")
    text = f"{outcome.passed} passed, {outcome.failed} failed" if group.count else (
        "failed" if outcome.failed else "ok"
    )  # fmt: skip
    if outcome.skipped:
        text += f", {outcome.skipped} skipped"
    if outcome.note:
        text += f" ({outcome.note})"
    print(f"{group.name:<11} {text}, {time.monotonic() - started:.0f} s", flush=True)
    return outcome


def run_with_services(group: Group, stack: ExitStack, shared: dict[str, str]) -> Outcome:
    """Run a group on PostgreSQL and Redis, started for the first that needs them."""
    try:
        if not shared:
            shared |= stack.enter_context(services.environment())
    except (services.Missing, RuntimeError, subprocess.CalledProcessError) as error:
        print(f"{group.name:<11} failed: {error}", flush=True)
        return Outcome(failed=1)
    return run(group, shared, live=True)


def main(names: list[str]) -> int:
    known = {group.name: group for group in [*STATIC, *QUICK, *FULL, *EXTRA, *BENCHES]}
    if not names or names == ["list"] or any(n not in known and n not in SETS for n in names):
        print(__doc__)
        print("Groups:", ", ".join(known))
        return 2
    groups = list(
        dict.fromkeys(name for n in names for name in ([g.name for g in SETS.get(n, [])] or [n]))
    )
    started = time.monotonic()

    tools = [known[name] for name in groups if known[name] in STATIC]
    rest = [known[name] for name in groups if known[name] not in STATIC]
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(int(WORKERS)) as pool:
        outcomes += pool.map(lambda group: run(group, {}, live=False), tools)
    # Whatever this machine's own environment names, the tests start on SQLite without Redis.
    plain = {"DATABASE_URL": "", "REDIS_URL": "", "SITE_URL": ""}
    with ExitStack() as stack:
        shared: dict[str, str] = {}
        for group in rest:
            if group.name == "browser" and system.find(("chromium", "chromium-browser")) is None:
                print(
                    "browser     failed: Chromium is not installed (Debian: apt install chromium)"
                )
                outcomes.append(Outcome(failed=1))
            elif group.needs_services:
                outcomes.append(run_with_services(group, stack, shared))
            else:
                outcomes.append(run(group, plain, live=True))

    passed, failed, skipped = (
        sum(getattr(outcome, name) for outcome in outcomes)
        for name in ("passed", "failed", "skipped")
    )
    print(f"\n{time.monotonic() - started:.0f} s")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
