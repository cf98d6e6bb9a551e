"""The consumer: decodes, calls, encodes. It knows no rule and makes no query of its own.

Every message is refused in words when it is too large, too frequent, malformed or not for this
seat; the connection survives. `dispatch` is overridden because Channels' own makes a hop to another
thread for every message to every socket, only to look for old database connections.
"""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import msgspec
from channels.consumer import AsyncConsumer, get_handler_name
from channels.exceptions import StopConsumer

from rules.core import ruleset as core
from rules.core.refusals import Refusal
from rules.core.values import PUBLIC

from . import frames, live, referee, remarks, workers
from . import hub as hubs
from .audience import Audience
from .desk import Desk, seat_down, still_signed_in
from .hub import Hub
from .outlet import EXTENSION, Outlet, Payload
from .rate import Bucket
from .wire import (
    MAX_MESSAGE,
    PROTOCOL,
    Accepted,
    Act,
    Appeal,
    Draft,
    Hello,
    Ping,
    Point,
    Pointed,
    Pong,
    Preview,
    Refused,
    Say,
    Stale,
    Why,
    You,
    flaw,
    messages,
    ref_of,
)
from .words import refusal

logger = logging.getLogger(__name__)

HELLO_WITHIN = 30.0
"""Seconds in which a socket must say hello."""
SIGNED_IN = 60.0
"""Seconds after which a ping makes sure that the session has not ended unheard."""


class TableSocket(AsyncConsumer):
    """One browser tab at one table."""

    channel_layer_alias = "none"  # no channel of its own: the process has one for all sockets

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler, without Channels' hop to another thread."""
        await getattr(self, get_handler_name(message))(message)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Find out who this is. Even a stranger is let in first, to be told why he must go."""
        loop = asyncio.get_running_loop()
        offered = (self.scope.get("extensions") or {}).get(EXTENSION) or {}
        self.outlet = Outlet(self.base_send, offered.get("write"))
        self.audience, self.you, self.away = Audience(PUBLIC), You(), False
        self.session = ""
        self.hub: Hub | None = None
        self.desk: Desk | None = None
        self.live = live.process()
        self._drafts = Drafts(self)
        self._leaving: asyncio.Task[None] | None = None
        self._speech, self._drawing, self._patience = Bucket(10, 40), Bucket(20, 30), Bucket(2, 60)
        self._checked = loop.time()
        self._late = loop.call_later(HELLO_WITHIN, self.farewell, "gone")
        await self.base_send({"type": "websocket.accept"})
        number = self.scope["url_route"]["kwargs"]["match"]
        self.desk = await workers.written(seat_down, self.scope, number)
        if self.desk is None:
            self.farewell("gone")
            return
        self.audience, self.you, self.session = (
            self.desk.audience, self.desk.you, self.desk.session
        )  # fmt: skip

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        """The browser is gone."""
        self._late.cancel()
        self._leave()
        self.outlet.close()
        raise StopConsumer

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """One message: decode it, or say what is wrong with it."""
        if self.desk is None or self._leaving is not None:
            return None
        raw = message.get("text")
        if raw is None:
            return self._refuse("", "malformed")
        if len(raw) > MAX_MESSAGE or len(raw.encode()) > MAX_MESSAGE:
            return self._refuse("", "too_large")
        try:
            said = messages(self.desk.rules).decoder.decode(raw)
        except (msgspec.MsgspecError, RecursionError):
            return self._refuse(ref_of(raw), "malformed")
        bucket = self._drawing if isinstance(said, Draft) else self._speech
        if not bucket.take():
            return self._refuse(getattr(said, "ref", ""), "too_fast")
        try:
            await self._hear(said)
        except Exception:
            logger.exception("a message could not be handled in match %s", self.desk.match)
            self._refuse(getattr(said, "ref", ""), "fault")
        return None

    async def _hear(self, said: Any) -> None:
        if isinstance(said, Hello):
            return await self._hello(said)
        if self.hub is None:
            return self._refuse(getattr(said, "ref", ""), "hello_first")
        if code := flaw(said):
            return self._refuse(getattr(said, "ref", ""), code)
        if not self.audience.viewer and not isinstance(said, Ping | Say):
            return self._refuse(getattr(said, "ref", ""), "watching")
        match said:
            case Act():
                await self._act(said)
            case Appeal():
                await self._appeal(said)
            case Draft():
                self._drafts.add(said)
            case Say():
                await self._say(said)
            case Point():
                self._point(said)
            case Ping():
                await self._ping(said)
        return None

    async def _hello(self, hello: Hello) -> None:
        if hello.protocol != PROTOCOL:
            return self.farewell("reload")
        assert self.desk is not None
        self._late.cancel()
        self.outlet.heard(hello.have)
        first = self.hub is None
        if hello.salt and self.you.sides:
            await workers.written(referee.add_salt, match=self.desk.match,
                                  viewer=self.audience.viewer, text=hello.salt)  # fmt: skip
        # Kept before the wait: whoever disconnects meanwhile must still be counted out.
        entering = self.live.enter(self, self.desk.match, hello, first)
        self.hub = self.live.hub(self.desk.match)
        await entering
        return None

    async def _act(self, act: Act[Any]) -> None:
        assert self.desk is not None
        answer = await workers.written(
            referee.act, match=self.desk.match, viewer=self.audience.viewer,
            ref=act.ref, prompt=act.prompt, action=act.action,
        )  # fmt: skip
        self._answer(act.ref, answer)

    async def _appeal(self, appeal: Appeal) -> None:
        assert self.desk is not None
        side = appeal.side or self.you.sides[0]
        answer = await workers.written(
            referee.appeal, match=self.desk.match, viewer=self.audience.viewer, side=side,
            ref=appeal.ref, what=appeal.appeal,
        )  # fmt: skip
        self._answer(appeal.ref, answer)

    async def _say(self, say: Say) -> None:
        assert self.desk is not None
        if not self.you.chat:
            return self._refuse("", "no_chat")
        side = self.you.sides[0] if self.you.sides else ""
        shown = await workers.written(
            remarks.add, match=self.desk.match, user=self.desk.user, side=side,
            name=self.you.name, text=say.text,
        )  # fmt: skip
        if isinstance(shown, Refusal):
            return self._send(Refused(refusal=shown))
        self.live.spread(self.desk.match, hubs.remark_payload(shown))
        self.live.hint("remark", match=self.desk.match, remark=shown.id)
        return None

    def _point(self, point: Point) -> None:
        assert self.desk is not None
        pointed = Pointed(x=point.x, y=point.y, by=self.you.sides[0])
        self.live.spread(self.desk.match, Payload(frames.encode(pointed)))
        self.live.hint("pointed", match=self.desk.match, x=point.x, y=point.y, by=pointed.by)

    async def _ping(self, ping: Ping) -> None:
        assert self.hub is not None and self.desk is not None  # noqa: PT018
        self.outlet.heard(ping.have)
        self.hub.pinged()
        self._send(Pong(seq=self.outlet.at))
        if ping.away != self.away:
            self.away = ping.away
            self.hub.look_round(soon=not ping.away)
        if self.session and self.live.loop.time() - self._checked > SIGNED_IN:
            self._checked = self.live.loop.time()
            if not await workers.written(still_signed_in, self.session, self.desk.user):
                self.farewell("logout")

    def _answer(self, ref: str, answer: referee.Answer) -> None:
        match answer:
            case referee.Accepted(seq=seq):
                self._send(Accepted(ref=ref, seq=seq))
            case referee.Stale(seq=seq):
                self._send(Stale(ref=ref, seq=seq))
                if self.hub is not None:
                    self.hub.poke()
            case Refusal():
                self._send(Refused(ref=ref, refusal=answer))

    def _send(self, message: msgspec.Struct) -> None:
        self.outlet.write(Payload(frames.encode(message)))
        if self.outlet.unread > hubs.LIMIT:
            self.farewell("behind")

    def _refuse(self, ref: str, code: str) -> None:
        """Say why nothing was done; who will not listen is shown the door."""
        if not self._patience.take():
            return self.farewell("flood")
        return self._send(Refused(ref=ref, refusal=refusal(code)))

    def farewell(self, why: Why) -> None:
        """Say why, and close."""
        if self._leaving is None:
            self._leave()
            self.outlet.write(hubs.bye(why))
            self._leaving = asyncio.ensure_future(self._close())

    async def _close(self) -> None:
        await self.outlet.flush(2)
        self.outlet.close()
        closing: Coroutine[Any, Any, None] = self.base_send(
            {"type": "websocket.close", "code": 4000}
        )
        with suppress(OSError, RuntimeError):  # it may be gone already
            await asyncio.wait_for(closing, 5)

    def _leave(self) -> None:
        if self.hub is not None:
            self.live.leave(self, self.hub)
            self.hub = None


class Drafts:
    """A socket's drafts: one in work, the newest waiting, the rest dropped."""

    def __init__(self, socket: TableSocket) -> None:
        self._socket = socket
        self._waiting: Draft[Any] | None = None
        self._working = False

    def add(self, draft: Draft[Any]) -> None:
        """Work on a draft, or let it wait in place of the one that waited."""
        self._waiting = draft
        if not self._working:
            self._next()

    def _next(self) -> None:
        draft, self._waiting = self._waiting, None
        hub, desk = self._socket.hub, self._socket.desk
        self._working = draft is not None and hub is not None and desk is not None
        if draft is None or hub is None or desk is None:
            return
        job = workers.preview(_previewed, hub, self._socket.audience, draft)
        asyncio.wrap_future(job).add_done_callback(self._done)

    def _done(self, job: asyncio.Future[Preview[Any]]) -> None:
        if not job.cancelled() and self._socket.hub is not None:
            self._socket._send(job.result())
        self._next()


def _previewed(hub: Hub, audience: Audience, draft: Draft[Any]) -> Preview[Any]:
    """Previews' thread: what a draft means where the match now stands."""
    seq, rules, state = hub.stands()
    try:
        preview = rules.preview(state, audience.viewer, draft.draft)
    except Exception:
        logger.exception("a preview failed in match %s at fact %s", hub.match, seq)
        preview = core.Preview(refusal=refusal("fault"))
    return Preview(ref=draft.ref, at=seq, preview=preview)
