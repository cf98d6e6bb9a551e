"""The live table of this process: one hub a match, one subscription for all, hints to the others.

After a commit this process goes on at once, and the other processes get a hint over the channel
layer: `{match, seq}`. The layer may drop or reorder; nothing depends on it. Whoever gets a hint, or
a ping after a while of silence, reads the log.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.auth.signals import user_logged_out

from rules.core.values import SideId

from . import hub as hubs
from . import referee, remarks, workers
from .hub import Hub, Member
from .operations import room_changed, watching_changed
from .outlet import Payload
from .wire import Hello, Here, Pointed

logger = logging.getLogger(__name__)

GROUP = "skald.matches"
"""The one group of all processes. Group names take ASCII letters, digits, `-`, `_` and `.` only."""
RENEW = 3600.0
"""Seconds after which the subscription is made anew: a layer may let group membership expire."""
RETRY = 1.0
"""Seconds between a subscription's end and the next try."""
IDLE = 300.0
"""Seconds that an empty hub is kept."""

_reports = msgspec.json.Decoder(dict[SideId, Here])


class Process:
    """Everything live in one event loop. Its methods run on that loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.name = secrets.token_hex(8)
        self.loop = loop
        self.hubs: dict[int, Hub] = {}
        self.rooms: dict[int, set[Callable[[], None]]] = {}
        self.layer: Any = get_channel_layer()
        self._sending: set[asyncio.Task[None]] = set()
        self._listening = loop.create_task(self._listen(), name="match hints")

    async def enter(self, member: Member, match: int, hello: Hello, first: bool) -> None:
        """Bring a socket to a table; it has been sent where the table stands when this returns."""
        await workers.written(self.hub(match).join, member, hello, first)

    def hub(self, match: int) -> Hub:
        """The hub of a match, made if there is none."""
        hub = self.hubs.get(match)
        if hub is None:
            hub = self.hubs[match] = Hub(match, self.loop, partial(self.hint, match=match))
        return hub

    def leave(self, member: Member, hub: Hub) -> None:
        """A socket is gone; an empty hub goes after a while."""
        hub.leave(member)
        if hub.empty:
            self.loop.call_later(IDLE, self._close, hub)

    def committed(self, match: int, seq: int) -> None:
        """A match has grown to fact `seq`."""
        if hub := self.hubs.get(match):
            hub.poke()

    def spread(self, match: int, payload: Payload) -> None:
        """Everybody at a table gets this, as far as they are in this process."""
        if hub := self.hubs.get(match):
            hub.spread(payload)

    def dismiss(self, session: str) -> None:
        """A session ended: its sockets are closed."""
        for hub in self.hubs.values():
            for member in hub.everybody():
                if member.session == session:
                    member.farewell("logout")

    def dismiss_watchers(self, match: int) -> None:
        """Who may watch has changed: watchers must come in anew."""
        if hub := self.hubs.get(match):
            for member in hub.everybody():
                if not member.audience.viewer:
                    member.farewell("revoked")

    def wait(self, match: int, call: Callable[[], None]) -> None:
        """Call back whenever the room of a match that has not begun changes."""
        self.rooms.setdefault(match, set()).add(call)

    def wait_no_more(self, match: int, call: Callable[[], None]) -> None:
        """The page that waited is gone."""
        calls = self.rooms.get(match, set())
        calls.discard(call)
        if not calls:
            self.rooms.pop(match, None)

    def room_changed(self, match: int) -> None:
        """Tell the pages that wait in a room to look at it."""
        for call in list(self.rooms.get(match, ())):
            call()

    def hint(self, kind: str, **what: Any) -> None:
        """Tell the other processes; whether it arrives is not waited for."""
        if kind == "presence":
            what["sides"] = msgspec.json.encode(what["sides"]).decode()
        task = self.loop.create_task(self._send({"type": "hint", "kind": kind, **what}))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def stop(self) -> None:
        """End the subscription and forget all tables."""
        self._listening.cancel()
        with suppress(asyncio.CancelledError):
            await self._listening
        for hub in self.hubs.values():
            hub.stop()
        self.hubs.clear()

    async def _send(self, message: dict[str, Any]) -> None:
        try:
            await self.layer.group_send(GROUP, {**message, "process": self.name})
        except Exception:
            # Without Redis the other processes find out by their clients' pings.
            logger.warning("a hint was not sent", exc_info=True)

    async def _listen(self) -> None:
        while True:
            try:
                await self._subscribed()
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.warning("the subscription to hints ended; trying again", exc_info=True)
            await asyncio.sleep(RETRY)

    async def _subscribed(self) -> None:
        channel = await self.layer.new_channel()
        try:
            while True:
                await self.layer.group_add(GROUP, channel)
                for hub in self.hubs.values():
                    hub.poke()  # what was hinted while nobody listened
                until = self.loop.time() + RENEW
                while (left := until - self.loop.time()) > 0:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(left):
                            self._hinted(await self.layer.receive(channel))
        finally:
            with suppress(Exception):
                await self.layer.group_discard(GROUP, channel)

    def _hinted(self, message: dict[str, Any]) -> None:
        if message.get("process") == self.name:
            return
        hub = self.hubs.get(message.get("match", 0))
        match message["kind"]:
            case "session":
                self.dismiss(message["session"])
            case "watching":
                self.dismiss_watchers(message["match"])
            case "room":
                self.room_changed(message["match"])
            case "ruling" if hub:
                hub.poke()
            case "remark" if hub:
                workers.post(_fetch_remark, self, message["match"], message["remark"])
            case "pointed" if hub:
                pointed = Pointed(x=message["x"], y=message["y"], by=message["by"])
                hub.spread(Payload(msgspec.json.encode(pointed)))
            case "presence" if hub:
                here = _reports.decode(message["sides"])
                hub.heard_from(message["process"], here, message["watchers"])

    def _close(self, hub: Hub) -> None:
        if hub.empty and self.hubs.get(hub.match) is hub:
            del self.hubs[hub.match]
            hub.stop()


_process: Process | None = None


def process() -> Process:
    """What is live in the running event loop; begun with the first socket."""
    global _process  # noqa: PLW0603  (one a process: daphne knows no start-up)
    loop = asyncio.get_running_loop()
    if _process is None or _process.loop is not loop:
        _process = Process(loop)
    return _process


def reset() -> None:
    """Forget the live table; the next socket begins another. Its loop must have stopped it."""
    global _process  # noqa: PLW0603
    _process = None


def _fetch_remark(live: Process, match: int, remark: int) -> None:
    """Writer: another process wrote a remark; show it here."""
    if shown := remarks.one(remark):
        live.loop.call_soon_threadsafe(live.spread, match, hubs.remark_payload(shown))


def listen() -> None:
    """Hear of commits, sign-outs and changed links. Called once, when Django is ready."""
    referee.committed.connect(_on_committed, dispatch_uid="live")
    user_logged_out.connect(_on_logout, dispatch_uid="live")
    watching_changed.connect(_on_watching_changed, dispatch_uid="live")
    room_changed.connect(_on_room_changed, dispatch_uid="live")


def _on_committed(match: int, seq: int, **kwargs: Any) -> None:
    _everywhere("committed", "ruling", match=match, seq=seq)


def _on_logout(request: Any, **kwargs: Any) -> None:
    session = getattr(request, "session", None)
    if session is not None and session.session_key:
        _everywhere("dismiss", "session", session=session.session_key)


def _on_watching_changed(match: int, **kwargs: Any) -> None:
    _everywhere("dismiss_watchers", "watching", match=match)


def _on_room_changed(match: int, **kwargs: Any) -> None:
    _everywhere("room_changed", "room", match=match)


def _everywhere(method: str, kind: str, **what: Any) -> None:
    """From any thread: call a method of this process's live table, and hint the others."""
    live = _process
    if live is not None and not live.loop.is_closed():
        live.loop.call_soon_threadsafe(getattr(live, method), *what.values())
        live.loop.call_soon_threadsafe(partial(live.hint, kind, **what))
        return
    with suppress(Exception):  # a command, or a process without sockets: pings find out the rest
        message = {"type": "hint", "kind": kind, "process": "", **what}
        async_to_sync(get_channel_layer().group_send)(GROUP, message)
