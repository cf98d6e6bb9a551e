"""Times the great battle over real sockets on daphne: `python -m scripts.bench.battle`.

Two players and some watchers at a table of 443 models: how long from an action until the mover has
his answer and until the last of all has the step, what travels, and what it costs the server; then
a draft of a charge, there and back. Then what so many tables of the kind take of its memory, each
with a watcher and moved at. SQLite, no Redis.
"""

import asyncio
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from scripts.bench._live_client import Watcher, connect
from scripts.bench.live import cpu, late, resident
from tests.table import services

WATCHERS = 10
PACE = 0.3
"""Seconds between two actions."""
DRAFTS = 12
TABLES = 20
EACH = 3
"""Moves that are made at each of many tables."""


class Seat:
    """A socket at the table: what came, when, and how long it was."""

    def __init__(self) -> None:
        self.socket: Watcher
        self.came: dict[str, tuple[float, int]] = {}
        """When each message came, and the fact that it tells of."""
        self.news = asyncio.Event()
        self.sizes: dict[str, list[int]] = {}

    def heard(self, text: bytes, at: float) -> None:
        """Note a message under its kind and what it answers."""
        told = json.loads(text)
        what = told.get("ref") or told.get("seq") or ""
        self.came[f"{told['type']}:{what}"] = (at, told.get("seq", 0))
        self.sizes.setdefault(told["type"], []).append(len(text))
        self.news.set()

    async def wait(self, what: str) -> tuple[float, int]:
        """When a message came, and the fact that it tells of."""
        while what not in self.came:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 30)
        return self.came[what]

    async def join(self, port: int, match: int, session: str) -> "Seat":
        """Say hello, and wait for the whole view."""
        self.socket = await connect(port, f"/ws/match/{match}/", session, self.heard)
        self.socket.send('{"type":"hello","protocol":1}')
        while "welcome" not in self.sizes:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 30)
        return self

    async def act(self, ref: str, prompt: str, action: Any) -> tuple[float, int]:
        """Answer a prompt; when that was, and the fact it led to."""
        start = time.perf_counter()
        message = {"type": "act", "ref": ref, "prompt": prompt, "action": action}
        self.socket.send(json.dumps(message))
        while True:
            for kind in ("refused", "stale"):
                if f"{kind}:{ref}" in self.came:
                    raise RuntimeError(f"{action} was answered {kind}")
            if f"accepted:{ref}" in self.came:
                break
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 30)
        return start, self.came[f"accepted:{ref}"][1]


async def played(server: services.Server, made: dict[str, Any]) -> None:
    """Moves at one table, and what everybody gets of them."""
    port, match = server.port, made["match"]
    players = [await Seat().join(port, match, session) for session in made["sessions"]]
    crowd = [await Seat().join(port, match, "") for _ in range(WATCHERS)]
    for name, seat in (("a player", players[0]), ("a watcher", crowd[0])):
        print(f"the welcome of {name}: {seat.sizes['welcome'][0]:,} bytes")
    answers, lasts = [], []
    await asyncio.sleep(1)
    used, mover = cpu(server.process.pid), players[0]
    for number, (prompt, action) in enumerate(made["script"]):
        ref = f"m{number}"
        start, seq = await mover.act(ref, prompt, action)
        answers.append(mover.came[f"accepted:{ref}"][0] - start)
        lasts.append(
            max([(await seat.wait(f"step:{seq}"))[0] for seat in (*players, *crowd)]) - start
        )
        for seat in (*players, *crowd):
            seat.socket.send(json.dumps({"type": "ping", "have": seq}))
        await asyncio.sleep(PACE)
    spent = (cpu(server.process.pid) - used) / len(answers) * 1000
    print(
        f"a move: answered after {late(answers, 0.5):.1f} ms (p95 {late(answers, 0.95):.1f}), all "
        f"{len(players) + WATCHERS} have it after {late(lasts, 0.5):.1f} (p95 "
        f"{late(lasts, 0.95):.1f}); the server's CPU {spent:.1f} ms a move"
    )
    for name, seat in (("the mover", mover), ("the other", players[1]), ("a watcher", crowd[0])):
        sizes = sorted(seat.sizes["step"])
        print(f"a step for {name}: {sizes[len(sizes) // 2]:,} bytes, {sizes[-1]:,} at most")
    drafts = []
    for number in range(DRAFTS):
        draft = {"type": "plan_charge", "unit": f"a0{number % 10}", "target": f"b0{number % 10}"}
        start = time.perf_counter()
        message = {"type": "draft", "ref": f"d{number}", "at": seq, "draft": draft}
        mover.socket.send(json.dumps(message))
        drafts.append((await mover.wait(f"preview:d{number}"))[0] - start)
        await asyncio.sleep(PACE)
    print(f"a charge previewed: p50 {late(drafts, 0.5):.1f} ms, p95 {late(drafts, 0.95):.1f}")
    for seat in (*players, *crowd):
        seat.socket.transport.close()


async def crowded(server: services.Server, made: dict[str, Any]) -> None:
    """What many tables take of memory, joined one after another and moved at."""
    pid = server.process.pid
    before = resident(pid)
    seats = [
        await Seat().join(server.port, match, made["sessions"][0]) for match in made["matches"]
    ]
    joined = resident(pid)
    for turn, (prompt, action) in enumerate(made["script"][:EACH]):
        for seat in seats:
            await seat.act(f"m{turn}", prompt, action)
    print(
        f"{TABLES} tables of 443 models with somebody at each: {(joined - before) / TABLES:,.0f} "
        f"KiB a table, after {EACH} moves {(resident(pid) - before) / TABLES:,.0f}; the server "
        f"{before / 1024:,.0f} MiB before, {resident(pid) / 1024:,.0f} then"
    )
    for seat in seats:
        seat.socket.transport.close()


def main() -> None:
    """A server and its tables, twice."""
    for make, work in (("battle(players=2)", played), (f"battle(tables={TABLES})", crowded)):
        code = f"from scripts.bench._tables import *; {make}"
        with (
            tempfile.TemporaryDirectory(prefix="skald-bench-") as folder,
            services.server(Path(folder)) as server,
        ):
            told = services.manage(server.environ, "shell", "--verbosity", "0", "-c", code)
            asyncio.run(work(server, json.loads(told.rsplit("SETUP", 1)[1])))


if __name__ == "__main__":
    main()
