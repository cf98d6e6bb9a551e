"""Playing both sides alone: the shortest way into the game."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Sit


def test_one_click_on_the_first_page_leads_to_a_table_that_asks(somebody: Sit) -> None:
    anna = somebody("Anna")
    anna.go("/")
    anna.press_button("Play both sides now")
    anna.at_table()
    assert re.search(r"/match/\d+/$", anna.page.url)
    expect(anna.ask).to_contain_text("Set up")
    expect(anna.page.locator(".score")).to_contain_text("Deployment")
