"""Ways out of the rules that two players agree on, and the way out of the match."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.people import Person
from tests.browser.rooms import set_up, sit_down
from tests.browser.sight import account


def menu(person: Person, entry: str) -> None:
    """Open the menu and take something from it."""
    person.press("Menu")
    person.press(re.compile(f"^{entry}"), within=person.page.locator("#dialog"))


def test_an_adjustment_is_made_when_the_other_agrees(somebody: Sit) -> None:
    edith, odo = somebody("Edith"), somebody("Odo")
    sit_down(edith, odo)
    set_up(edith, odo)
    before = account(edith.page)["board"]
    menu(edith, "Adjust by agreement")
    dialog = edith.page.locator("#dialog")
    dialog.get_by_label("Unit").first.select_option("Axes of the hall")
    dialog.get_by_label("Value").fill("2")
    edith.does(lambda: edith.press("Propose this value", within=dialog))
    expect(odo.ask).to_contain_text("asks to set fatigue to 2: Axes of the hall")
    odo.does(lambda: odo.press("Agree", within=odo.ask))
    edith.sees_fact(odo.seq)
    for person in (edith, odo):
        plate = person.page.locator(".plate .long", has_text="Axes of the hall")
        expect(plate.locator(".ft")).to_have_count(2)
    assert account(edith.page) == account(odo.page)
    assert account(edith.page)["board"] == before


def test_an_offered_draw_is_declined_then_one_side_gives_up(somebody: Sit) -> None:
    edith, odo = somebody("Edith"), somebody("Odo")
    sit_down(edith, odo)
    edith.does(lambda: menu(edith, "Offer a draw"))
    expect(odo.ask).to_contain_text("offers a draw")
    odo.does(lambda: odo.press("Decline", within=odo.ask))
    edith.sees_fact(odo.seq)
    assert not edith.look().over
    menu(odo, "Concede")
    odo.does(lambda: odo.press("Concede", within=odo.page.locator("#dialog")))
    edith.sees_fact(odo.seq)
    for person in (edith, odo):
        assert person.look().over
        expect(person.ask).to_contain_text("Edith")
    assert account(edith.page) == account(odo.page)
