"""Times the live table over real sockets on daphne: `python -m scripts.bench.live`.

One mover and 2, 20, 200 watchers; then an action while two players drag; then the fold of a log. On
SQLite without Redis, or on what DATABASE_URL and REDIS_URL name (an empty database):

    scripts/services.py python -m scripts.bench.live

CPU is the server process's own (its share of PostgreSQL and Redis is not in it), from the kernel's
scheduler; times of a paced mover run from sending until the last watcher has the step.
"""

import asyncio
import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from scripts.bench._live_client import Watcher, connect
from tests.table import services

CROWDS = (2, 20, 200)
PACED, RATE = 40, 6.0
"""Actions of the paced run, and how many a second."""
BURST = 80
"""Actions of the run over which CPU is counted, at the pace that a socket may keep."""
DRAGS = 15
"""Drafts a second of each of two players, the most that the browser sends."""

SETUP = "from scripts.bench._tables import orders; orders()"

FOLD = """
import random, time, statistics
from rules import ruleset
from rules.core.codec import encode_events
from rules.core.dice import SealedDice
from rules.core.ruleset import Seated
from rules.saga.warbands.muster import default_rosters
from table.matches import facts
import msgspec
rules = ruleset("saga")
rosters = {r.faction: msgspec.to_builtins(r) for r in default_rosters("en") if r.points == 6}
seats = {"a": Seated(name="A", roster=rosters["normans"]), "b": Seated(name="B", roster=rosters["anglo_danes"])}
longest = []
for seed in range(6):
    rng, key = random.Random(seed), bytes([seed]) * 32
    run = rules.begin(rules.arrange("clash_of_warlords", seats, {}, ""), SealedDice(key))
    events, state = list(run.events), run.state
    for _ in range(600):
        if state.result is not None or len(events) >= 1500:
            break
        asked = next(iter(state.prompts.values()))
        actions = list(rules.suggest(state, asked))[:4]
        run = rules.resolve(state, asked.id, rng.choice(actions), SealedDice(key, state.draws))
        if not hasattr(run, "events"):
            break
        events += run.events
        state = run.state
    longest = max(longest, events, key=len)
raw = encode_events(longest)
times = []
for _ in range(15):
    start = time.process_time()
    done = 0
    while done < 1500:
        state = None
        for event in facts.decoder(rules).decode(raw)[: 1500 - done]:
            state = rules.apply(state, event)
        done += len(longest)
    times.append((time.process_time() - start) * 1000)
print(f"FOLD decode and fold 1500 events (a log of {len(longest)}): {statistics.median(times):.1f} ms")
"""  # noqa: E501


def cpu(pid: int) -> float:
    """Seconds of processor time that a process has used, all threads."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def resident(pid: int) -> int:
    """KiB of memory that a process holds."""
    return int(Path(f"/proc/{pid}/status").read_text().split("VmRSS:")[1].split()[0])


def late(times: list[float], share: float) -> float:
    """A percentile, in ms."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000


class Table:
    """A server with a match in its orders phase: a die is placed and taken back without end."""

    def __init__(self, server: services.Server, out: str) -> None:
        self.server = server
        made = json.loads(out.rsplit("SETUP", 1)[1])
        self.match, self.sessions, self.units = made["match"], made["sessions"], made["units"]
        self.side, self.prompt, self.place = made["side"], made["prompt"], made["place"]
        self.path = f"/ws/match/{self.match}/"
        self.acts = 0
        self.answered: asyncio.Queue[tuple[bytes, float]] = asyncio.Queue()
        self.previews: dict[str, float] = {}

    async def join(self, side: str, on_text: Any) -> Watcher:
        """A socket that has said hello."""
        session = self.sessions.get(side, "")
        found = await connect(self.server.port, self.path, session, on_text)
        found.send('{"type":"hello","protocol":1}')
        return found

    def heard(self, text: bytes, at: float) -> None:
        """What the mover hears: only answers matter."""
        if text.startswith((b'{"type":"accepted"', b'{"type":"refused"', b'{"type":"stale"')):
            self.answered.put_nowait((text, at))

    async def act(self, mover: Watcher) -> tuple[int, float]:
        """Place the die, or take it back; returns the fact it led to, and the seconds it took."""
        die, box = self.place
        self.acts += 1
        odd = self.acts % 2
        action = (
            {"type": "place_die", "die": die, "box": box}
            if odd
            else {"type": "take_die", "die": die}
        )
        message = {"type": "act", "ref": f"m{self.acts}", "prompt": self.prompt, "action": action}
        start = time.perf_counter()
        mover.send(json.dumps(message))
        text, at = await asyncio.wait_for(self.answered.get(), 20)
        answer = json.loads(text)
        if answer["type"] != "accepted":
            raise RuntimeError(f"the mover was answered {answer}")
        return answer["seq"], at - start


async def crowd(table: Table, count: int) -> None:
    """One mover and so many watchers."""
    pid, came, waited = table.server.process.pid, {}, asyncio.Event()
    wanted = [0]

    def watched(text: bytes, at: float) -> None:
        if not text.startswith(b'{"type":"step"'):
            return
        seq = int(text[text.index(b'"seq":') + 6 :].split(b",", 1)[0])
        came.setdefault(seq, []).append(at)
        if seq == wanted[0] and len(came[seq]) == count:
            waited.set()

    mover = await table.join(table.side, table.heard)
    await asyncio.sleep(0.5)
    before = resident(pid)
    watchers = [await table.join("", watched) for _ in range(count)]
    await asyncio.sleep(1.5)
    memory = (resident(pid) - before) / count
    last: list[float] = []
    for _ in range(PACED):
        waited.clear()
        start = time.perf_counter()
        seq, _ = await table.act(mover)
        wanted[0] = seq
        if len(came.get(seq, [])) < count:
            await asyncio.wait_for(waited.wait(), 20)
        last.append(max(came[seq]) - start)
        mover.send(json.dumps({"type": "ping", "have": seq}))
        for watcher in watchers:
            if watcher.received > 64 * 1024:
                watcher.received = 0
                watcher.send(json.dumps({"type": "ping", "have": seq}))
        await asyncio.sleep(1 / RATE)
    used, start, bytes_before = cpu(pid), time.perf_counter(), watchers[0].received
    for _ in range(BURST):
        seq, _ = await table.act(mover)
        await asyncio.sleep(0.12)
    await asyncio.sleep(0.3)
    spent, took = cpu(pid) - used, time.perf_counter() - start
    missing = count - len(came.get(seq, []))
    size = (watchers[0].received - bytes_before) // BURST
    print(
        f"{count:4} watchers: the last has it after {late(last, 0.5):.1f} ms (p99 "
        f"{late(last, 0.99):.1f}); CPU {spent / BURST * 1e6:.0f} us an action, "
        f"{spent / BURST / (count + 1) * 1e6:.0f} us a delivery of {size} bytes; "
        f"{memory:.0f} KiB a socket; {missing} behind at the end ({took:.0f} s)"
    )
    for watcher in (mover, *watchers):
        watcher.transport.close()
    await asyncio.sleep(0.5)


async def dragging(table: Table) -> None:
    """An action of one player while both drag."""
    answers: list[float] = []
    sent: dict[str, float] = {}
    previews: list[float] = []

    def heard(text: bytes, at: float) -> None:
        table.heard(text, at)
        if text.startswith(b'{"type":"preview"'):
            ref = json.loads(text)["ref"]
            previews.append(at - sent[ref])

    players = {side: await table.join(side, heard) for side in "ab"}
    mover = players[table.side]
    await asyncio.sleep(0.5)
    stop = asyncio.Event()

    async def drag(side: str) -> None:
        number = 0
        while not stop.is_set():
            number += 1
            ref = f"{side}{number}"
            sent[ref] = time.perf_counter()
            draft = {"type": "reach", "unit": table.units[side]}
            players[side].send(json.dumps({"type": "draft", "ref": ref, "at": 1, "draft": draft}))
            await asyncio.sleep(1 / DRAGS)

    drags = [asyncio.create_task(drag(side)) for side in "ab"]
    for _ in range(60):
        seq, took = await table.act(mover)
        answers.append(took)
        for player in players.values():
            player.send(json.dumps({"type": "ping", "have": seq}))
        await asyncio.sleep(0.15)
    stop.set()
    await asyncio.gather(*drags)
    print(
        f"an action while two players drag: p50 {late(answers, 0.5):.1f} ms, p95 "
        f"{late(answers, 0.95):.1f} ms; {len(previews)} previews, p50 {late(previews, 0.5):.1f} ms"
    )
    for player in players.values():
        player.transport.close()


async def measure(table: Table) -> None:
    """All of it on one server."""
    for count in CROWDS:
        await crowd(table, count)
    await dragging(table)


def main() -> None:
    """Start a server on a database of its own, and print what it costs."""
    database, redis = os.environ.get("DATABASE_URL", ""), os.environ.get("REDIS_URL", "")
    with tempfile.TemporaryDirectory(prefix="skald-bench-") as folder:
        more = {"DATABASE_URL": database, "REDIS_URL": redis} if database else {}
        environ = services.environment(Path(folder), **more)
        services.manage(environ, "migrate", "--verbosity", "0")
        out = services.manage(environ, "shell", "-c", SETUP)
        server = services.start(environ)
        try:
            engine = "PostgreSQL" if database.startswith("postgres") else "SQLite"
            print(f"daphne, {engine}, {'Redis' if redis else 'no Redis'}")
            asyncio.run(measure(Table(server, out)))
        finally:
            server.stop()
        print(services.manage(environ, "shell", "-c", FOLD).rsplit("FOLD ", 1)[1].strip())


if __name__ == "__main__":
    main()
