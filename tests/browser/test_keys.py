"""The 9th Age by keyboard alone: setting up, a march, a wheel, a charge and its reaction."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.people import Person
from tests.browser.test_ninth_age import begin_deployment, place, practise, unit
from tests.browser.test_practice import tab_to

MOST_QUESTIONS = 12
MOST_UNITS = 12
PASSING = ("#keep", "#end-declarations", "#react-hold", "#end-moves", "#end-shooting")


def take_up(person: Person, side: str, name: str) -> None:
    """Go on to the next unit until it is this one."""
    chosen = unit(person, side, name)
    for _unit in range(MOST_UNITS):
        person.page.keyboard.press("n")
        if chosen.get_attribute("aria-pressed") == "true":
            return
    raise AssertionError(f"nobody comes to {name}")


def draw(person: Person, key: str, half_inches: int) -> None:
    for _step in range(half_inches):
        person.page.keyboard.press(key)


def enter(person: Person) -> None:
    expect(person.page.locator("#confirm")).to_be_enabled()
    assert person.does(lambda: person.page.keyboard.press("Enter")), person.look().note


def pass_on(person: Person, until: str) -> None:
    """Answer by Tab and Enter what lets the turn go on, until a button is offered."""
    for _question in range(MOST_QUESTIONS):
        if person.page.locator(until).count():
            return
        passing = next(key for key in PASSING if person.page.locator(key).count())
        tab_to(person, passing)
        person.does(lambda: person.page.keyboard.press("Enter"))
    raise AssertionError(f"nobody offers {until}")


def test_a_charge_is_led_by_keys_alone(somebody: Sit) -> None:
    anna = somebody("Anna")
    practise(anna)
    keys = anna.page.keyboard
    take_up(anna, "a", "Spears")
    keys.press("m")
    keys.press("m")
    draw(anna, "ArrowUp", 20)
    expect(anna.page.locator("#over .tag.meas")).to_contain_text("10.0″ / 10.0″")
    keys.press("Backspace")
    expect(anna.page.locator("#over .ghost")).to_have_count(0)
    draw(anna, "ArrowUp", 20)
    enter(anna)
    tab_to(anna, "#end-moves")
    assert anna.does(lambda: keys.press("Enter"))
    pass_on(anna, "#end-moves")
    take_up(anna, "b", "Riders")
    keys.press("m")
    draw(anna, "ArrowDown", 15)
    enter(anna)
    tab_to(anna, "#end-moves")
    assert anna.does(lambda: keys.press("Enter"))
    pass_on(anna, "#end-declarations")
    take_up(anna, "a", "Spears")
    keys.press("c")
    expect(anna.page.locator("#confirm")).to_contain_text("%")
    expect(unit(anna, "b", "Riders")).to_have_class(re.compile("tgt"))
    enter(anna)
    tab_to(anna, "#react-hold")
    assert anna.does(lambda: keys.press("Enter"))
    expect(anna.page.locator(".log")).to_contain_text("Spears")


def test_a_button_that_was_clicked_leaves_enter_to_the_plan(somebody: Sit) -> None:
    anna = somebody("Anna")
    practise(anna)
    take_up(anna, "a", "Warriors")
    before = place(anna, "a", "Warriors")
    anna.page.keyboard.press("m")
    anna.dock.get_by_role("button", name="Half an inch on").click()
    anna.dock.get_by_role("button", name="Wheel right").click()
    anna.page.keyboard.press("ArrowUp")
    expect(anna.page.locator("#over .tag.meas")).to_contain_text(
        re.compile(r"0\.5″ \+ wheel 5° .*″ \+ 0\.5″ = ")
    )
    enter(anna)
    expect(anna.page.locator("#over .ghost")).to_have_count(0)
    assert place(anna, "a", "Warriors") != before


@pytest.mark.parametrize("choose", ["click", "Enter"])
def test_the_row_of_the_chosen_unit_leaves_the_keys_to_the_plan(somebody: Sit, choose: str) -> None:
    anna = somebody("Anna")
    practise(anna)
    before = place(anna, "a", "Warriors")
    row = anna.page.locator("#left").get_by_role("button", name="Warriors").first
    if choose == "click":
        row.click()
    else:
        row.focus()
        anna.page.keyboard.press("Enter")
    expect(row).to_have_attribute("aria-pressed", "true")
    anna.page.keyboard.press("m")
    draw(anna, "ArrowUp", 2)
    expect(anna.page.locator("#over .tag.meas")).to_contain_text("1.0″")
    enter(anna)
    expect(anna.page.locator("#over .ghost")).to_have_count(0)
    assert place(anna, "a", "Warriors") != before


def test_a_unit_is_set_up_by_keys_alone(somebody: Sit) -> None:
    anna = somebody("Anna")
    begin_deployment(anna)
    keys = anna.page.keyboard
    assert anna.page.locator("#models .unit").count() == 0
    keys.press("ArrowUp")
    expect(anna.page.locator("#over .ghost")).to_be_attached()
    keys.press("ArrowRight")
    keys.press("e")
    expect(anna.page.locator("#over .tag.meas")).to_contain_text("turn 15°")
    enter(anna)
    expect(anna.page.locator("#models .unit")).to_have_count(1)
