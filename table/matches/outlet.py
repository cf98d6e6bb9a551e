"""The way out to one socket. Writing never waits, and what a reader leaves unread is counted.

A server need not tell that a reader has stopped: daphne takes 100 MiB at once and keeps it in
memory. So every byte since the client's last `have` counts, and past the limit the socket is to be
dropped; the client comes back and says what it has.
"""

import asyncio
import types
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from functools import partial
from typing import Any

LIMIT = 256 * 1024
"""Bytes that may be sent to a socket without a `have` from it."""
EXTENSION = "skald.frame"
"""Where a server offers to write a ready-made frame: `scope["extensions"]`."""

Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]


class Payload:
    """A message ready to be sent to many: encoded once, framed once."""

    __slots__ = ("_frame", "raw", "text")

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.text = raw.decode()
        self._frame = b""

    @property
    def frame(self) -> bytes:
        """The message as one unmasked websocket text frame (RFC 6455)."""
        if not self._frame:
            size = len(self.raw)
            if size < 126:
                head = bytes((0x81, size))
            elif size < 65536:
                head = b"\x81\x7e" + size.to_bytes(2, "big")
            else:
                head = b"\x81\x7f" + size.to_bytes(8, "big")
            self._frame = head + self.raw
        return self._frame


class Outlet:
    """Sends payloads in order through `send`, or straight to the transport if that is offered."""

    def __init__(self, send: Send, write: Callable[[bytes], None] | None = None) -> None:
        self._send = send
        self._write = write
        self._waiting: deque[Payload] = deque()
        self._pump: asyncio.Task[None] | None = None
        self._sent = 0
        self._read = 0
        self._marks: deque[tuple[int, int]] = deque()
        self.at = 0
        """The last fact that was sent."""
        self.closed = False

    @property
    def unread(self) -> int:
        """Bytes sent that the client has not said it has."""
        return self._sent - self._read

    def write(self, payload: Payload, seq: int | None = None) -> None:
        """Send at once or in turn; `seq` is the fact at which the client then stands."""
        if self.closed:
            return
        self._sent += len(payload.raw)
        if seq is not None:
            self.at = seq
            self._marks.append((seq, self._sent))
        if self._write is not None:
            self._write(payload.frame)
            return
        if self._pump is not None:
            self._waiting.append(payload)
            return
        # A server that takes the message at once (daphne always does) needs no task for it.
        sending = self._send({"type": "websocket.send", "text": payload.text})
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        except OSError:
            return  # the peer is gone; its disconnect follows
        self._pump = asyncio.ensure_future(self._drain(_rest(sending, waits_for)))

    def heard(self, have: int) -> None:
        """The client stands at fact `have`: all it was sent up to there is read."""
        while self._marks and self._marks[0][0] <= have:
            self._read = self._marks.popleft()[1]
        if not self._marks:
            self._read = self._sent

    def close(self) -> None:
        """Send nothing more; what waits is dropped."""
        self.closed = True
        self._waiting.clear()
        if self._pump is not None:
            self._pump.cancel()
            self._pump = None

    async def flush(self, seconds: float) -> None:
        """Wait until what waits is handed to the server, but not for long."""
        if self._pump is not None:
            await asyncio.wait({self._pump}, timeout=seconds)

    async def _drain(self, begun: Awaitable[None]) -> None:
        try:
            await begun
            while self._waiting:
                await self._send({"type": "websocket.send", "text": self._waiting.popleft().text})
        except OSError:
            self._waiting.clear()  # the peer is gone; its disconnect follows
        finally:
            self._pump = None


@types.coroutine
def _rest(sending: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """The rest of a coroutine that was run up to its first wait; a task can take it from there."""
    while True:
        try:
            woken = yield waits_for
        except BaseException as error:  # noqa: BLE001  (a cancellation is handed in as it came)
            go_on = partial(sending.throw, error)
        else:
            go_on = partial(sending.send, woken)
        try:
            waits_for = go_on()
        except StopIteration:
            return
