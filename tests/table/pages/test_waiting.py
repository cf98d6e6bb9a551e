"""Pages that wait for a match: told when the room changes, whoever they are, and no stranger."""

from typing import Any

import pytest
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser

from table.lobby.routing import websocket_urlpatterns
from table.matches import live, operations, workers
from table.matches.desk import WATCH_LINKS
from table.matches.models import Match
from tests.table.pages.people import account, begin, table

pytestmark = pytest.mark.django_db(transaction=True)
done = workers.written


@pytest.fixture
async def running(transactional_db: None) -> Any:
    process = live.process()
    yield process
    await process.stop()
    live.reset()
    await workers.written(workers.connections.close_all)


async def waits(match: Match, user: Any = None, token: str = "") -> WebsocketCommunicator | None:
    """The socket of a waiting page; None if it was turned away."""
    page = WebsocketCommunicator(URLRouter(websocket_urlpatterns), f"/ws/tables/{match.pk}/")
    page.scope["user"] = user or AnonymousUser()
    page.scope["session"] = {WATCH_LINKS: {str(match.pk): token}}
    connected, _ = await page.connect(timeout=10)
    return page if connected else None


async def test_players_and_a_watcher_hear_of_every_change_until_the_match_begins(
    running: live.Process,
) -> None:
    host, other = await done(account), await done(account)
    match = await done(table, host)
    pages = [await waits(match, host), await waits(match, token=match.watch_token)]

    async def heard() -> None:
        for page in pages:
            assert page
            assert await page.receive_from(timeout=10) == "changed"

    await done(operations.sit, user=other, match=match)
    await heard()
    await done(operations.leave, user=other, match=match)
    await heard()
    for page in pages:
        assert page
        await page.disconnect(timeout=5)
    assert running.rooms == {}


async def test_a_match_that_begins_is_told(running: live.Process) -> None:
    host, other = await done(account), await done(account)
    match = await done(table, host)
    page = await waits(match, token=match.watch_token)
    assert page
    await done(begin, match, host, other)
    for _change in ("sits", "brings", "is ready", "brings", "is ready, and it begins"):
        assert await page.receive_from(timeout=10) == "changed"
    assert await page.receive_nothing()
    await page.disconnect(timeout=5)


async def test_a_stranger_hears_nothing_of_a_table_that_is_not_listed(
    running: live.Process,
) -> None:
    match = await done(table, await done(account), listed=False)
    assert await waits(match) is None
    assert await waits(match, token="x") is None
    assert await waits(match, token=match.watch_token)


async def test_whoever_may_look_in_no_more_is_told(running: live.Process) -> None:
    match = await done(table, await done(account))
    page = await waits(match, token=match.watch_token)
    assert page
    await done(operations.set_policy, match=match, listed=False)
    assert await page.receive_from(timeout=10) == "changed"
    await done(operations.set_link, match=match, kind="watch", on=False)
    assert await page.receive_from(timeout=10) == "changed"
    await page.disconnect(timeout=5)
