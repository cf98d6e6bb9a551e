"""A websocket client that costs little: it counts frames and notes when the one waited for came."""

import asyncio
import time
from collections.abc import Callable


class Watcher(asyncio.Protocol):
    """Reads a server's unmasked frames; `on_text` gets each text and the time it was complete."""

    def __init__(self, port: int, path: str, cookie: str, on_text: Callable[[bytes, float], None]):
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {'A' * 22}==\r\n"
            f"Origin: http://127.0.0.1:{port}\r\nCookie: sessionid={cookie}\r\n\r\n"
        ).encode()
        self._on_text = on_text
        self._buffer = bytearray()
        self._open = False
        self.received = 0
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._hello)

    def send(self, text: str) -> None:
        """One masked text frame; the mask is zero, which a server cannot tell from any other."""
        raw = text.encode()
        size = len(raw)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + raw)

    def data_received(self, data: bytes) -> None:
        """Cut what came into frames."""
        now = time.perf_counter()
        self._buffer += data
        if not self._open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._buffer.startswith(b"HTTP/1.1 101"):
                raise ConnectionError(bytes(self._buffer[:200]))
            del self._buffer[: end + 4]
            self._open = True
            self.ready.set_result(None)
        while (frame := self._frame()) is not None:
            opcode, body = frame
            if opcode == 9:
                self.transport.write(bytes((0x8A, 0x80 | len(body))) + b"\0\0\0\0" + body)
            elif opcode == 1:
                self.received += len(body)
                self._on_text(body, now)

    def _frame(self) -> tuple[int, bytes] | None:
        if len(self._buffer) < 2:
            return None
        size, start = self._buffer[1] & 0x7F, 2
        if size > 125:
            start = 4 if size == 126 else 10
            if len(self._buffer) < start:
                return None
            size = int.from_bytes(self._buffer[2:start], "big")
        if len(self._buffer) < start + size:
            return None
        opcode, body = self._buffer[0] & 0x0F, bytes(self._buffer[start : start + size])
        del self._buffer[: start + size]
        return opcode, body


async def connect(
    port: int, path: str, cookie: str, on_text: Callable[[bytes, float], None]
) -> Watcher:
    """A connected watcher."""
    loop = asyncio.get_running_loop()
    _, watcher = await loop.create_connection(
        lambda: Watcher(port, path, cookie, on_text), "127.0.0.1", port
    )
    await watcher.ready
    return watcher
