"""Whoever waits for a match, to play or to watch, comes to the table when it begins."""

from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.rooms import open_table


def test_all_who_wait_come_to_the_table_without_a_reload(somebody: Sit) -> None:
    edith, odo, gytha = somebody("Edith"), somebody("Odo"), somebody("Gytha")
    edith.go("/")
    invite, watch = open_table(edith)
    gytha.go(watch)
    expect(gytha.page.locator(".seat-name.free")).to_be_visible()
    odo.go(invite)
    odo.page.get_by_label("Your name at the table").fill(odo.name)
    odo.press("Sit down here")
    for waits in (edith, gytha):
        expect(waits.page.locator(".seats")).to_contain_text(odo.name)
    edith.bring("Wulfric's Hearth")
    edith.press("I am ready")
    odo.bring("The Grey Destrier")
    odo.press("I am ready")
    for person in (edith, odo, gytha):
        person.at_table()
