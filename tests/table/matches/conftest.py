"""What tests of matches share: the toy game is registered, and nothing live outlasts a test."""

from collections.abc import AsyncIterator, Iterator

import pytest

from rules import GAMES
from table.matches import folded, live, referee, workers


@pytest.fixture(autouse=True)
def _toy_game() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:  # a test may undo what it patched itself
        patch.setitem(GAMES, "toy", "tests.table.matches.toys:TableToy")
        yield


@pytest.fixture(autouse=True)
def _same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches that play themselves take the same course in every run."""
    monkeypatch.setattr(referee, "new_secret", lambda: bytes(range(32)))


@pytest.fixture(autouse=True)
def _fresh_memory() -> Iterator[None]:
    folded.forget()
    yield
    folded.forget()
    workers.close_connections()


@pytest.fixture
async def table(transactional_db: None) -> AsyncIterator[live.Process]:
    """A live table in this test's event loop."""
    process = live.process()
    yield process
    await process.stop()
    live.reset()
    await workers.written(lambda: None)


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tabs may send as fast as they can, for matches that play themselves."""
    monkeypatch.setattr("table.matches.rate.Bucket.take", lambda self: True)
