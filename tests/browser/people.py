"""A person at a browser: what they do with mouse and keyboard, and what they see.

Nothing here reaches behind the page. It reads what is drawn, named or labelled there, and acts by
clicks, drags, taps and keys.
"""

import re
from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Locator, Page, expect

PASSWORD = "fyrd-and-huscarls-1066"


@dataclass
class Person:
    """Somebody with a page of their own."""

    name: str
    page: Page
    troubles: list[str] = field(default_factory=list)
    """What the browser complained about: errors of scripts, requests, the content policy."""
    pardoned: tuple[str, ...] = ()
    """Beginnings of complaints that belong to the test: a line that it cut, say."""

    def __post_init__(self) -> None:
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self._note(f"page error: {error}"))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._note(f"console: {message.text} ({message.location.get('url', '')})")

    def _note(self, trouble: str) -> None:
        if not any(part in trouble for part in self.pardoned):
            self.troubles.append(trouble)

    # --- pages --------------------------------------------------------------------------------

    def go(self, path: str) -> None:
        self.page.goto(path)

    def press_button(self, name: str | re.Pattern[str], *, within: Locator | None = None) -> None:
        (within or self.page).get_by_role("button", name=name).click()

    # --- the table ----------------------------------------------------------------------------

    def at_table(self) -> None:
        """Wait until the table is drawn and connected."""
        expect(self.page.locator("html[data-ready]")).to_be_attached()
        expect(self.page.locator(".chip.ok")).to_be_visible()

    @property
    def ask(self) -> Locator:
        """The bar with the open question."""
        return self.page.locator("#ask")

    def unit(self, name: str) -> Locator:
        """A unit on the table, by the name on its plate."""
        return self.page.locator("#models [data-u]", has=self.page.get_by_text(name, exact=True))
