"""What a battle of The 9th Age shows of what happened: shots, and where the points came from."""

import re

import pytest
from playwright.sync_api import expect

from rules.core.wording import inches
from tests.browser.conftest import Sit
from tests.browser.plain import violations, wider
from tests.table.services import Server, manage


@pytest.fixture(scope="module")
def fought(skald: Server) -> tuple[int, int, int]:
    """A battle that is over: its number, the fact before a template missed, and how far."""
    code = "from tests.browser.fought import fight; fight()"
    match, after, far = manage(skald.environ, "shell", "-c", code).split()[-3:]
    return int(match), int(after), int(far)


def test_a_template_that_missed_is_seen_where_it_landed(
    somebody: Sit, fought: tuple[int, int, int]
) -> None:
    match, after, far = fought
    anna = somebody("Anna")
    page = anna.page
    anna.go(f"/match/{match}/replay/?at={after}")
    anna.press("One step on", within=page.locator("#replay"))
    expect(page.locator("#over .template-line")).to_have_count(1)
    expect(page.locator("#over .trail-flight")).to_have_count(1)
    told = page.locator(".log .le", has_text=f"The template lands {inches(far, 'en')} off")
    expect(told).to_have_count(1)
    expect(told).to_contain_text("models under it: 0")
    for dice in ("scatter die", "direction"):
        expect(page.locator(".log .le.dice", has_text=dice).last.locator(".pointer")).to_have_count(
            1
        )
    expect(page.locator("#over .template-line")).to_have_count(0)
    told.hover()
    expect(page.locator("#over .template-line")).to_have_count(1)


@pytest.mark.parametrize("how", [{}, {"locale": "ru", "viewport": {"width": 390, "height": 844}}])
def test_the_sheet_of_a_battle_adds_up(
    somebody: Sit, fought: tuple[int, int, int], how: dict[str, object]
) -> None:
    anna = somebody("Anna", **how)
    anna.go(f"/match/{fought[0]}/")
    anna.page.locator("#sheet").click()
    sheet = anna.page.locator("#dialog .sheet")
    for part in sheet.locator("tbody").all():
        total, *rows = (
            int(text) for text in part.locator("td:last-child").all_inner_texts() if text.isdigit()
        )
        assert total == sum(rows), part.inner_text()
    points = anna.page.locator(".score .pts b").all_inner_texts()
    assert sheet.locator(".sum td").all_inner_texts() == points
    expect(anna.page.locator("#dialog .verdict")).to_have_text(re.compile(r"\d"))
    assert not violations(anna.page)
    assert not wider(anna.page)
