"""The socket of a page that waits for a match to begin: it is told when its room has changed.

Nothing else is said: the page then looks at the room's pulse, which knows what it may see.
"""

import asyncio
from typing import Any

from channels.consumer import AsyncConsumer, get_handler_name
from channels.exceptions import StopConsumer

from table.matches import live, workers
from table.matches.desk import WATCH_LINKS
from table.matches.models import Match

from . import rights


class RoomSocket(AsyncConsumer):
    """One waiting page."""

    channel_layer_alias = "none"  # no channel of its own: the process has one for all sockets

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler, without Channels' hop to another thread."""
        await getattr(self, get_handler_name(message))(message)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Let those in who may see the room."""
        self.number = self.scope["url_route"]["kwargs"]["match"]
        self.live = live.process()
        self._telling: set[asyncio.Task[None]] = set()
        if not await workers.written(may_wait, self.scope, self.number):
            await self.base_send({"type": "websocket.close", "code": 4404})
            return
        await self.base_send({"type": "websocket.accept"})
        self.live.wait(self.number, self.changed)

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """A waiting page has nothing to say."""

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        """The browser is gone."""
        self.live.wait_no_more(self.number, self.changed)
        raise StopConsumer

    def changed(self) -> None:
        """Say that the room is another now."""
        task = asyncio.ensure_future(self.base_send({"type": "websocket.send", "text": "changed"}))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)


def may_wait(scope: dict[str, Any], number: int) -> bool:
    """Whether whoever asks may see the room of a match."""
    match = Match.objects.prefetch_related("seats").filter(pk=number).first()
    session = scope.get("session")
    links = session.get(WATCH_LINKS, {}) if session is not None else {}
    token = links.get(str(number), "")
    return match is not None and rights.may_enter(scope["user"], match, token)
