"""One match in one process: who is looking, where each audience stands, and what they are sent.

Two threads meet here and share nothing that both change. The writer's thread owns the folded match
and the standpoints; it makes each frame once and hands it to the event loop. The loop owns the
members and their outlets; it only hands out bytes. Everything a member gets passes through the
writer's queue, so he gets it in order.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from rules.core.patch import Plain, plain
from rules.core.refusals import Refusal
from rules.core.ruleset import Rules
from rules.core.state import State
from rules.core.values import SideId

from . import clock, frames, log, presence, referee, remarks, workers
from . import folded as matches
from .audience import Audience
from .folded import Folded
from .models import Seat
from .outlet import LIMIT, Outlet, Payload
from .wire import Bye, Entry, Hello, Here, Presence, Remark, RemarkShown, Welcome, Why, You

logger = logging.getLogger(__name__)

MISSED = 64
"""Rulings that a returning client is sent one by one; past that it gets a whole view."""
DEBOUNCE = 2.0
"""Seconds before somebody's going is told: a reload is back by then."""
BEAT = 60.0
"""Seconds between notes of who is here, in the database and to the other processes."""
AGAIN = 30.0
"""Seconds until a default answer that failed is given again: a fault of the rules lasts."""
LOOK = 20.0
"""Seconds after which a ping makes a process read the log's tail, hint or no hint."""


class Member(Protocol):
    """A socket, as the hub knows it."""

    audience: Audience
    you: You
    session: str
    away: bool
    outlet: Outlet

    def farewell(self, why: Why) -> None:
        """Say why, and close."""


@dataclass
class Standpoint:
    """Where an audience stands: the fact its members were last shown, and their view there."""

    seq: int
    view: Plain
    log: list[Entry[Any]] = field(default_factory=list)
    log_at: int = -1


class Hub:
    """See the module. Methods say in their first word whose they are."""

    def __init__(self, match: int, loop: asyncio.AbstractEventLoop, tell: Callable[..., None]):
        self.match = match
        self._loop = loop
        self._tell = tell
        self.members: dict[Audience, set[Member]] = {}
        self.remote: dict[str, tuple[float, dict[SideId, Here], int]] = {}
        self._here: dict[SideId, Here] = {}
        self._told: Presence | None = None
        self._debounce: asyncio.TimerHandle | None = None
        self._beat = loop.call_later(BEAT, self._on_beat)
        self._alarm: asyncio.TimerHandle | None = None
        self._queued = False
        self._looked = loop.time()
        self._spots: dict[Audience, Standpoint] = {}
        self._wanted: Counter[Audience] = Counter()
        self._pinned: Folded | None = None

    # --- the loop's -----------------------------------------------------------------------------

    @property
    def empty(self) -> bool:
        """Loop: whether nobody is looking."""
        return not self.members

    def everybody(self) -> list[Member]:
        """Loop: all members."""
        return [member for group in self.members.values() for member in group]

    def poke(self) -> None:
        """Loop: the log may have grown; look, once for any number of pokes."""
        if not self._queued:
            self._queued = True
            workers.post(self.advance)

    def pinged(self) -> None:
        """Loop: a client is there. A process that has not looked for a while does."""
        if self._loop.time() - self._looked > LOOK:
            self.poke()

    def spread(self, payload: Payload) -> None:
        """Loop: the same bytes for everybody at the table."""
        for audience in list(self.members):
            self._deliver(audience, payload, None)

    def leave(self, member: Member) -> None:
        """Loop: a socket is gone; another one of the same player may still be here."""
        group = self.members.get(member.audience, set())
        group.discard(member)
        if not group:
            self.members.pop(member.audience, None)
        workers.post(self._unwant, member.audience)
        if member.you.sides:
            workers.post(note_seen, self.match, member.you.sides)
        self.look_round(soon=False)

    def look_round(self, soon: bool) -> None:
        """Loop: who is here may have changed. Good news is told at once, bad a moment later."""
        if self._debounce is not None:
            self._debounce.cancel()
        self._debounce = self._loop.call_later(0 if soon else DEBOUNCE, self._count)

    def heard_from(self, process: str, sides: dict[SideId, Here], watchers: int) -> None:
        """Loop: another process tells who is with it."""
        self.remote[process] = (self._loop.time(), sides, watchers)
        self._announce()

    def stop(self) -> None:
        """Loop: nobody needs the match any more."""
        for timer in (self._beat, self._alarm, self._debounce):
            if timer is not None:
                timer.cancel()
        workers.post(self._unpin)

    def _deliver(self, audience: Audience, payload: Payload, seq: int | None) -> None:
        for member in list(self.members.get(audience, ())):
            member.outlet.write(payload, seq)
            if member.outlet.unread > LIMIT:
                member.farewell("behind")

    def _admit(self, member: Member, payloads: list[tuple[Payload, int | None]], seq: int) -> None:
        if member.outlet.closed:
            return
        member.outlet.at = seq
        self.members.setdefault(member.audience, set()).add(member)
        for payload, stands_at in payloads:
            member.outlet.write(payload, stands_at)
        self.look_round(soon=True)

    def _count(self) -> None:
        self._debounce = None
        pages: dict[SideId, list[bool]] = {side: [] for side in list(self._here)}
        for member in self.everybody():
            for side in member.you.sides:
                pages.setdefault(side, []).append(member.away)
        for side, away in pages.items():
            state = presence.state_of(away)
            known = self._here.get(side)
            if known is None or known.state != state:
                since = 0 if state == "connected" else clock.now()
                self._here[side] = Here(state=state, since=since)  # type: ignore[arg-type]
        self._announce()
        self._tell("presence", sides=self._here, watchers=self._watchers())

    def _watchers(self) -> int:
        groups = list(self.members.items())
        return sum(len(group) for audience, group in groups if not audience.viewer)

    def present(self) -> Presence:
        """Both: who is at the table, in any process."""
        fresh = self._loop.time() - 2.5 * BEAT
        remote = [report for report in list(self.remote.values()) if report[0] > fresh]
        sides = presence.merged([dict(self._here), *(report[1] for report in remote)])
        return Presence(sides=sides, watchers=self._watchers() + sum(r[2] for r in remote))

    def _announce(self) -> None:
        now = self.present()
        if now != self._told:
            self._told = now
            self.spread(Payload(frames.encode(now)))

    def _on_beat(self) -> None:
        self._beat = self._loop.call_later(BEAT, self._on_beat)
        sides = {side for member in self.everybody() for side in member.you.sides}
        if sides:
            workers.post(note_seen, self.match, tuple(sides))
        self._tell("presence", sides=self._here, watchers=self._watchers())
        self._announce()

    def _set_alarm(self, seconds: float | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if seconds is None else self._loop.call_later(seconds, self.poke)

    def _know(self, seen: dict[SideId, int]) -> None:
        for side, when in seen.items():
            self._here.setdefault(side, Here(state="lost", since=when))

    def stands(self) -> tuple[int, Rules[Any], State]:
        """Any thread: where the match stands, once somebody has joined."""
        folded = self._pinned
        assert folded is not None
        with folded.lock:
            return folded.seq, folded.rules, folded.live

    # --- the writer's ---------------------------------------------------------------------------

    def advance(self) -> None:
        """Writer: read the log's tail, and carry every audience as far as it may be shown."""
        self._queued = False
        self._looked = self._loop.time()
        moment = clock.now()
        with matches.holding(self.match) as folded:
            due = referee.deadline(folded)
            if due is not None and due[0] <= moment:
                failed = isinstance(referee.time_out(match=self.match, now=moment), Refusal)
                due = referee.deadline(folded)
                if failed and due is not None:
                    due = (moment + round(AGAIN * 1000), due[1])
            times = [due[0]] if due is not None else []
            for audience, spot in self._spots.items():
                times += self._carry(folded, audience, spot, moment)
        wait = max(0.0, (min(times) - moment) / 1000) + 0.005 if times else None
        self._loop.call_soon_threadsafe(self._set_alarm, wait)

    def join(self, member: Member, hello: Hello, first: bool) -> None:
        """Writer: bring a member to where his audience stands, by steps if he has most of it."""
        with matches.holding(self.match) as folded:
            self._pin(folded)
            if first:
                self._wanted[member.audience] += 1
            spot = self._spots.get(member.audience)
            if spot is None:
                spot = self._spots[member.audience] = self._standpoint(folded, member.audience)
            self.advance()
            spot = self._spots[member.audience]
            payloads = self._missed(folded, member, hello, spot)
            if payloads is None:
                payloads = [(self._welcome(folded, member, spot), spot.seq)]
        self._loop.call_soon_threadsafe(self._admit, member, payloads, spot.seq)

    def _carry(
        self, folded: Folded, audience: Audience, spot: Standpoint, moment: int
    ) -> list[int]:
        """Writer: take an audience on; returns when the next ruling it may not see yet is due."""
        rulings = folded.since(spot.seq)
        if rulings is None:
            self._restart(folded, audience)
            return []
        until = log.horizon(self.match, audience.delay, moment) if audience.delay else folded.seq
        for kept in rulings:
            if kept.ruled.seq > until:
                return [kept.ruled.time + audience.delay * 1000]
            newest = kept.ruled.seq == folded.seq
            eyes, rules = audience.viewer, folded.rules
            new = folded.view(eyes) if newest else plain(rules.view(kept.state, eyes))
            made = frames.step(rules, kept, eyes, spot.view, new, folded.clock)
            spot.seq, spot.view = kept.ruled.seq, new
            payload = Payload(frames.encode(made))
            self._loop.call_soon_threadsafe(self._deliver, audience, payload, spot.seq)
        return []

    def _restart(self, folded: Folded, audience: Audience) -> None:
        """Writer: an audience fell so far behind that its steps are no longer kept."""
        self._spots[audience] = self._standpoint(folded, audience)
        self._loop.call_soon_threadsafe(self._again, audience)

    def _again(self, audience: Audience) -> None:
        """Loop: everybody of an audience starts from a whole view."""
        for member in self.members.get(audience, ()):
            workers.post(self.join, member, Hello(protocol=0), False)

    def _standpoint(self, folded: Folded, audience: Audience) -> Standpoint:
        until = log.horizon(self.match, audience.delay, clock.now())
        if until == folded.seq:
            return Standpoint(until, folded.view(audience.viewer))
        state = folded.state_at(until)
        return Standpoint(until, plain(folded.rules.view(state, audience.viewer)))

    def _missed(
        self, folded: Folded, member: Member, hello: Hello, spot: Standpoint
    ) -> list[tuple[Payload, int | None]] | None:
        rulings = folded.since(hello.have) if 0 < hello.have <= spot.seq else None
        if rulings is None:
            return None
        wanted = [kept for kept in rulings if kept.ruled.seq <= spot.seq]
        if len(wanted) > MISSED:
            return None
        steps = frames.steps(folded, wanted, member.audience.viewer)
        found: list[tuple[Payload, int | None]] = [
            (Payload(raw), kept.ruled.seq) for raw, kept in zip(steps, wanted, strict=True)
        ]
        new = remarks.since(self.match, hello.heard)
        found += [(remark_payload(remark), None) for remark in new]
        return [*found, (Payload(frames.encode(self.present())), None)]

    def _welcome(self, folded: Folded, member: Member, spot: Standpoint) -> Payload:
        viewer = member.audience.viewer
        if spot.log_at != spot.seq:
            spot.log = frames.entries(folded.rules, self.match, viewer, spot.seq)
            spot.log_at = spot.seq
        newest = spot.seq == folded.seq
        here = self.present()
        return Payload(
            frames.encode(
                Welcome(
                    seq=spot.seq,
                    now=clock.now(),
                    you=member.you,
                    view=spot.view,
                    told=tuple(spot.log),
                    remarks=remarks.last(self.match),
                    dice=frames.dice(folded, newest),
                    sides=here.sides,
                    watchers=here.watchers,
                    clock=frames.clock_now(folded) if newest else None,
                    held=folded.held,
                    digest=frames.digest(folded.live) if newest else "",
                )
            )
        )

    def _unwant(self, audience: Audience) -> None:
        self._wanted[audience] -= 1
        if self._wanted[audience] <= 0:
            del self._wanted[audience]
            self._spots.pop(audience, None)

    def _pin(self, folded: Folded) -> None:
        if self._pinned is not None:
            return
        self._pinned = folded
        folded.pins += 1
        seats = dict(Seat.objects.filter(match=self.match).values_list("side", "seen"))
        self._know(seats)

    def _unpin(self) -> None:
        if self._pinned is not None:
            self._pinned.pins -= 1
            self._pinned = None


def remark_payload(remark: RemarkShown) -> Payload:
    """A remark as everybody gets it."""
    return Payload(frames.encode(Remark(remark=remark)))


def bye(why: Why) -> Payload:
    """The last message of a socket."""
    return Payload(frames.encode(Bye(why=why)))


def note_seen(match: int, sides: tuple[SideId, ...]) -> None:
    """Writer: remember that these sides are here, for claims and for later processes."""
    Seat.objects.filter(match=match, side__in=sides).update(seen=clock.now())
