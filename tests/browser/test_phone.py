"""A turn on a phone, in Russian, by touch."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Sit
from tests.browser.fingers import ABOVE_FINGER, PHONE, Fingers
from tests.browser.plain import cut, wider
from tests.browser.rooms import practise
from tests.browser.sight import Spot, account

CYRILLIC = re.compile("[а-яё]")


def test_a_turn_is_played_by_touch_on_a_russian_phone(somebody: Sit) -> None:
    anna = somebody("Анна", **PHONE, locale="ru-RU")
    practise(anna)
    page = anna.page
    assert not wider(page)
    expect(anna.ask).to_contain_text(CYRILLIC)
    while page.locator("#end-deployment").count():
        assert anna.does(page.locator("#end-deployment").tap)
    page.locator(".pool [data-die]:visible").first.tap()
    assert anna.does(page.locator("[data-box].takes .ab:visible").first.tap)
    assert anna.does(page.locator("#end-orders").tap)
    before = account(page)["board"]
    side = "a" if page.locator(".pl.turn.a").count() else "b"
    lord = next(u.name for u in anna.look().units if u.models == 1 and u.side == side)
    page.touchscreen.tap(*anna.look().unit(lord).spots[0])
    expect(page.locator("#dock .acts")).to_have_attribute("aria-busy", "false")
    seen = anna.look()
    x, y = seen.unit(lord).spots[0]
    ahead = (-2 if side == "a" else 2) * seen.inch
    Fingers(page).drag((x, y), (x, y + ahead + ABOVE_FINGER))
    expect(page.locator("#confirm")).to_be_enabled()
    page.touchscreen.tap(*too_far(page, seen.inch, (x, y)))
    expect(page.locator("#note .warn")).to_contain_text("SAGA-")
    expect(page.locator("#confirm")).to_be_enabled()
    assert anna.does(page.locator("#confirm").tap), anna.look().note
    assert account(page)["board"] != before
    assert anna.does(page.locator("#end-turn").tap)
    expect(page.locator("#ask")).to_contain_text(CYRILLIC)
    assert not wider(page)


def test_a_phone_on_its_side_shows_the_table_over_its_height(somebody: Sit) -> None:
    how = {**PHONE, "viewport": {"width": 844, "height": 390}, "locale": "ru-RU"}
    anna = somebody("Анна", **how)
    practise(anna)
    assert not wider(anna.page)
    table = anna.page.locator("#vp").bounding_box()
    assert table
    assert table["height"] > 300
    assert table["width"] > 400
    while anna.page.locator("#end-deployment").count():
        assert anna.does(anna.page.locator("#end-deployment").tap)
    anna.page.locator(".pool [data-die]:visible").first.tap()
    box = anna.page.locator("[data-box].takes .ab:visible").first
    box.scroll_into_view_if_needed()
    assert anna.does(box.tap)
    assert not cut(anna.page)


def too_far(page: Page, inch: float, start: Spot) -> Spot:
    """A place on the shown part of the table, sideways, where nobody gets on foot in one move."""
    shown = page.locator("#vp").bounding_box()
    assert shown
    left = start[0] > shown["x"] + shown["width"] / 2
    x = shown["x"] + (20 if left else shown["width"] - 70)
    assert abs(x - start[0]) > 7 * inch
    return x, start[1]
