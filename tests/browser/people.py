"""A person at a browser: what they do with mouse and keyboard, and what they see.

Nothing here reaches behind the page. It reads what is drawn, named or labelled there, and acts by
clicks, drags, taps and keys.
"""

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Locator, Page, expect

from tests.browser.sight import Sight, Spot, look

PASSWORD = "fyrd-and-huscarls-1066"
SETTLED = """([seq, question]) => document.querySelector("#ask[aria-busy=false]")
  && (Number(document.body.dataset.seq) > seq || document.querySelector("#note :is(.bad, .warn)")
    || document.getElementById("ask").textContent !== question)"""


@dataclass
class Person:
    """Somebody with a page of their own."""

    name: str
    page: Page
    pardoned: tuple[str, ...] = ()
    """Parts of complaints that belong to the test: a line that it cut, say."""
    troubles: list[str] = field(default_factory=list)
    """What the browser complained about: errors of scripts, requests, the content policy."""

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

    def visit(self, section: str) -> None:
        """Follow a link of the bar on top."""
        site = self.page.get_by_role("navigation", name="Site")
        site.get_by_role("link", name=section).click()

    def press(self, name: str | re.Pattern[str], *, within: Locator | None = None) -> None:
        """Press the button of this name."""
        (within or self.page).get_by_role("button", name=name).click()

    def sign_up(self) -> None:
        """Make an account, from the first page on."""
        self.go("/")
        self.page.get_by_role("link", name="Sign in").click()
        self.page.get_by_role("link", name="Make an account").click()
        self.page.get_by_label("Username").fill(self.name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.press("Make an account")
        expect(self.page.locator(".who")).to_contain_text(self.name)

    def sign_up_at_once(self) -> None:
        """Make an account under a name that nobody has, in whatever language the page is."""
        self.go("/account/signup/")
        self.page.locator("[name=username]").fill(f"{self.name}-{secrets.token_hex(4)}")
        self.page.locator("[type=password]").fill(PASSWORD)
        self.page.locator("main form .btn.pri").click()
        expect(self.page.locator(".who")).to_be_attached()

    def take_army(self, theirs: str, own: str) -> None:
        """Make one of the game's armies one's own, under a name of one's own."""
        self.visit("Armies")
        self.press("Make it mine", within=self.page.locator(".row", has_text=theirs))
        self.page.get_by_label("Name of the warband").fill(own)
        self.press("Save", within=self.page.locator(".builder-foot"))
        expect(self.page.get_by_role("status").first).to_contain_text("Saved")

    def bring(self, army: str) -> None:
        """Bring an army to the room one sits in."""
        chosen = self.page.get_by_label(re.compile("^Your (warband|army)$"))
        value = chosen.locator("option", has_text=army).get_attribute("value")
        chosen.select_option(value)
        self.press(re.compile("^Bring this (warband|army)$"))
        expect(self.page.locator(".seats")).to_contain_text(army)

    # --- the table ----------------------------------------------------------------------------

    def at_table(self) -> None:
        """Wait until the table is drawn and connected."""
        expect(self.page.locator("html[data-ready]")).to_be_attached()
        expect(self.page.locator(".tools .chip.ok")).to_be_attached()

    def another_tab(self) -> "Person":
        """The same person with the same page in a second tab."""
        second = Person(f"{self.name}, second tab", self.page.context.new_page(), self.pardoned)
        second.go(self.page.url)
        second.at_table()
        return second

    @property
    def ask(self) -> Locator:
        """The bar with the open question."""
        return self.page.locator("#ask")

    @property
    def dock(self) -> Locator:
        """The bar of the selected unit."""
        return self.page.locator("#dock")

    @property
    def seq(self) -> int:
        """The fact at which this page stands."""
        return int(self.page.locator("body").get_attribute("data-seq") or 0)

    def look(self) -> Sight:
        return look(self.page)

    def sees_fact(self, seq: int) -> None:
        """Wait until this page stands at a fact."""
        expect(self.page.locator("body")).to_have_attribute("data-seq", str(seq))

    def does(self, act: Callable[[], None]) -> bool:
        """Act, and wait for what comes of it: true when the match went on.

        It has not when the act was refused, or when the question asks for more.
        """
        before = self.seq
        question = self.ask.text_content()
        act()
        self.page.wait_for_function(SETTLED, arg=[before, question])
        return self.seq > before

    def answer(self, label: str) -> bool:
        """Press a button of the question."""
        button = self.ask.locator("button", has=self.page.get_by_text(label, exact=True)).first
        return self.does(button.click)

    def click(self, spot: Spot) -> None:
        self.page.mouse.click(*spot)

    def drag(self, start: Spot, end: Spot) -> None:
        """Drag with the mouse, in several moves as a hand does."""
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=8)
        self.page.mouse.up()

    def choose(self, unit: str) -> bool:
        """Click a unit on the table; one that is covered is taken from the list."""
        seen = self.look().unit(unit)
        if seen.spots:
            self.click(seen.spots[0])
        else:
            self.page.get_by_role("tab", name="Units").click()
            self.page.locator(".ulist button", has_text=unit).first.click()
            self.page.get_by_role("tab", name="Log").click()
        return self.look().chosen == unit

    def place_die(self, die: str, box: str) -> bool:
        """Drag a die from the pool onto a box of the battle board."""
        card = self.page.locator("[data-box]", has=self.page.get_by_text(box, exact=True))
        card.scroll_into_view_if_needed()
        return self.does(
            lambda: self.drag(
                middle(self.page.locator(f".pool [data-die={die}]")), middle(card.locator(".an"))
            )
        )


def middle(place: Locator) -> Spot:
    """Where a hand would touch it."""
    box = place.bounding_box()
    assert box, f"{place} is not to be seen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
