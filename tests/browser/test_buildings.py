"""A house on the battlefield, by one hand: a unit marches in, shoots out of it and leaves."""

import math
import re

from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.muster import survey
from tests.browser.people import Person, middle
from tests.browser.sight import Spot
from tests.browser.test_ninth_age import begin_deployment, block, confirm, inch, unit

MOST_QUESTIONS = 60
ARCHERS, SIDE = "Archers of the Wall", "a"
ENDS = ("end-declarations", "end-moves", "end-shooting", "deploy-rest")
"""Buttons that let a phase go by."""


def house(person: Person) -> Spot:
    """The middle of the table, where the house on the old road stands."""
    return middle(person.page.locator("#world"))


def let_go_on(person: Person, to: str) -> None:
    """Answer as plainly as can be until the archers are among those who are asked."""
    for _question in range(MOST_QUESTIONS):
        seen = survey(person.page)
        if to in seen.keys and ARCHERS in seen.able:
            return
        plain = next((key for key in ENDS if key in seen.keys), None)
        if plain:
            assert person.does(person.page.locator(f"#{plain}").click), person.look().note
        elif seen.labels:
            person.answer(seen.labels[0])
        else:
            person.does(lambda: person.page.keyboard.press("Enter"))
    raise AssertionError(f"the archers never come to {to}: {survey(person.page)}")


def set_up_before_the_house(person: Person) -> Spot:
    """The archers in the middle of the front of their zone; the place of their middle."""
    while ARCHERS not in survey(person.page).able:
        person.answer("That is all now")
    person.page.locator(".unit-rows .ub", has_text=ARCHERS).click()
    seen = survey(person.page)
    assert seen.zone
    left, top, width, height = seen.zone
    north = top < house(person)[1]
    at = (left + width / 2, top + height - seen.inch if north else top + seen.inch)
    assert person.does(lambda: person.click(at)), person.look().note
    return middle(block(person, SIDE, ARCHERS))


def hold(person: Person) -> Spot:
    """Click the archers where nobody stands among them; that place."""
    archers = survey(person.page).block(ARCHERS)
    assert archers
    if not archers.chosen:
        person.click(archers.spots[-1])
    expect(unit(person, SIDE, ARCHERS)).to_have_attribute("aria-pressed", "true")
    return archers.spots[-1]


def test_a_unit_marches_into_a_house_shoots_out_of_it_and_leaves(somebody: Sit) -> None:
    anna = somebody("Anna")
    begin_deployment(anna, "battle/old_road")
    log = anna.page.locator(".log")
    before = set_up_before_the_house(anna)

    # Whoever is drawn over the house goes in.
    let_go_on(anna, "end-moves")
    start = hold(anna)
    assert anna.does(lambda: anna.drag(start, house(anna))), anna.look().note
    expect(log).to_contain_text(f"{ARCHERS}: into the building.")
    expect(log).to_contain_text(f"{ARCHERS}: march.")

    # Out of its windows, whichever side of it the enemy is on.
    let_go_on(anna, "end-shooting")
    hold(anna)
    foes = [foe for foe in survey(anna.page).blocks if foe.aimed and foe.side != SIDE]
    across = [foe.middle[0] - house(anna)[0] for foe in foes]
    assert min(across) < 0 < max(across), "on both sides of the house"
    anna.click(next(foe.spots[0] for foe in foes if foe.spots))
    confirm(anna)
    expect(log).to_contain_text(re.compile(r": hits \d+"))

    # And out of the door, back to where it came from, its face to the enemy as it was.
    let_go_on(anna, "end-moves")
    hold(anna)
    anna.press("Leave the building")
    assert anna.does(lambda: anna.click(before)), anna.look().note
    expect(log).to_contain_text(f"{ARCHERS}: out of the building.")
    assert math.dist(middle(block(anna, SIDE, ARCHERS)), before) < inch(anna) / 2
