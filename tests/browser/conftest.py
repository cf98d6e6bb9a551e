"""One real server for the whole run, and people who sit before real pages.

Every console error, page error and report of the content policy fails the test it happened in.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.people import Person
from tests.table.services import Server, server

# A busy machine may take its time; a test that passes never waits so long.
PATIENCE_MS = 20_000
expect.set_options(timeout=PATIENCE_MS)

DESK = {"width": 1440, "height": 900}
Sit = Callable[..., Person]


@pytest.fixture(scope="session")
def skald(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that everybody in this run plays on; a test that kills one starts its own."""
    with server(tmp_path_factory.mktemp("skald")) as running:
        yield running


@pytest.fixture
def somebody(new_context: Callable[..., BrowserContext], skald: Server) -> Iterator[Sit]:
    """Make persons, each with a browser of their own: `somebody("Edith")`."""
    people: list[Person] = []

    def sit(name: str, *, at: Server = skald, pardoned: tuple[str, ...] = (), **how: Any) -> Person:
        options = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce", **how}
        context = new_context(base_url=at.url, **options)
        context.set_default_timeout(PATIENCE_MS)
        person = Person(name, context.new_page(), pardoned)
        people.append(person)
        return person

    yield sit
    troubles = [f"{person.name}: {trouble}" for person in people for trouble in person.troubles]
    assert not troubles, "the browser complained:\n" + "\n".join(troubles)
