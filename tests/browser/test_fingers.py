"""The 9th Age by finger, on a phone and on a tablet: paths, charges, setting up, pinch and pan."""

import math
import re

from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.fingers import ABOVE_FINGER, PHONE, TABLET, Fingers
from tests.browser.muster import survey
from tests.browser.people import Person, middle
from tests.browser.sight import Spot
from tests.browser.test_ninth_age import (
    begin_deployment,
    block,
    inch,
    let_go_on,
    place,
    practise,
    unit,
)

LEAST_TARGET = 40
"""Pixels that a finger needs."""


def toward(start: Spot, right: float, down: float) -> Spot:
    return start[0] + right, start[1] + down


def confirm(person: Person) -> None:
    button = person.page.locator("#confirm")
    expect(button).to_be_enabled()
    assert person.does(button.tap), person.look().note


def test_wheels_and_straights_are_drawn_by_finger_and_confirmed_in_the_dock(somebody: Sit) -> None:
    anna = somebody("Anna", **PHONE)
    practise(anna)
    hand = Fingers(anna.page)
    chosen = next(found for found in survey(anna.page).blocks if found.chosen).name
    before = place(anna, "a", chosen)
    step = inch(anna)
    hand.drag(middle(block(anna, "a", chosen)), toward(middle(block(anna, "a", chosen)), 0, -step))
    tag = anna.page.locator("#over .tag.meas")
    expect(tag).to_contain_text(re.compile(r"1\.[01]″ / 5\.0″"))
    for grip, turn in ((1, "right"), (0, "left")):
        start = survey(anna.page).grips[grip]
        hand.drag(start, toward(start, 0, -1.2 * step))
        expect(tag, turn).to_contain_text(re.compile(r"[234]\.\d″ / 5\.0″"))
    ghost = middle(anna.page.locator("#over .ghost .blk"))
    hand.drag(ghost, toward(ghost, 0, -step))
    expect(tag).to_contain_text(re.compile(r"4\.\d″ / 5\.0″"))
    assert place(anna, "a", chosen) == before, "a finger's path waits to be confirmed"
    confirm(anna)
    expect(anna.page.locator("#over .ghost")).to_have_count(0)
    assert place(anna, "a", chosen) != before


def test_a_finger_that_goes_sideways_draws_a_way_aside(somebody: Sit) -> None:
    anna = somebody("Анна", **PHONE, locale="ru-RU")
    practise(anna)
    hand = Fingers(anna.page)
    chosen = next(found for found in survey(anna.page).blocks if found.chosen).name
    start = middle(block(anna, "a", chosen))
    hand.drag(start, toward(start, -2 * inch(anna), 0))
    expect(anna.page.locator("#over .tag.meas")).to_contain_text(re.compile(r"вбок 2,[01]″ / 3,0″"))
    anna.page.locator("#dock .btn", has_text="Отмена").tap()
    expect(anna.page.locator("#over .tag.meas")).to_have_count(0)


def test_a_finger_that_goes_too_far_leads_as_far_as_the_unit_may_go(somebody: Sit) -> None:
    anna = somebody("Anna", **PHONE)
    practise(anna)
    hand = Fingers(anna.page)
    chosen = next(found for found in survey(anna.page).blocks if found.chosen).name
    start = middle(block(anna, "a", chosen))
    tag = anna.page.locator("#over .tag.meas")
    warning = anna.page.locator("#note .warn")
    anna.page.locator("#dock .btn", has_text="Move").tap()
    hand.tap(toward(start, 6 * inch(anna), -6 * inch(anna)))
    expect(warning).to_contain_text("5.0″")
    expect(tag).to_contain_text(re.compile(r"[45]\.\d″ / 5\.0″"))
    anna.page.locator("#dock .btn", has_text="Cancel").tap()
    expect(tag).to_have_count(0)
    hand.drag(start, toward(start, 0, -10 * inch(anna)))
    expect(warning).to_contain_text("5.0″")
    expect(tag).to_contain_text("5.0″ / 5.0″")
    before = place(anna, "a", chosen)
    confirm(anna)
    assert place(anna, "a", chosen) != before


def test_every_button_of_the_dock_has_its_word_and_room_for_a_finger(somebody: Sit) -> None:
    anna = somebody("Анна", **PHONE, locale="ru-RU")
    practise(anna)
    bare = []
    for step in ("chosen", "planned"):
        if step == "planned":
            chosen = next(found for found in survey(anna.page).blocks if found.chosen)
            Fingers(anna.page).drag(chosen.middle, toward(chosen.middle, 0, -3 * inch(anna)))
            expect(anna.page.locator("#confirm")).to_be_enabled()
        for button in anna.page.locator("#dock button:visible").all():
            box = button.bounding_box()
            assert box
            small = min(box["width"], box["height"]) < LEAST_TARGET
            if small or not button.inner_text().strip():
                bare.append((step, button.get_attribute("aria-label"), box))
    assert not bare
    phase = anna.page.locator(".phases .now")
    assert phase.evaluate("one => one.scrollWidth <= one.clientWidth"), "the phase is cut"


def test_a_tap_puts_the_sheet_away_and_a_tab_takes_it_up(somebody: Sit) -> None:
    anna = somebody("Anna", **PHONE)
    practise(anna)
    table, grip = anna.page.locator("#vp"), anna.page.locator(".grip")

    def room() -> float:
        box = table.bounding_box()
        assert box
        return box["height"]

    before = room()
    Fingers(anna.page).tap(middle(grip))
    assert room() > before + 200
    anna.page.get_by_role("tab", name="Units").tap()
    assert room() == before
    grip.press("Enter")
    assert room() > before + 200


def test_two_fingers_zoom_and_one_on_the_ground_pans_and_neither_moves_a_unit(
    somebody: Sit,
) -> None:
    anna = somebody("Anna", **PHONE)
    practise(anna)
    hand = Fingers(anna.page)
    shown = anna.page.locator("#vp").bounding_box()
    assert shown
    spot = (shown["x"] + shown["width"] / 2, shown["y"] + 40)
    before = inch(anna)
    hand.spread(
        [toward(spot, -30, 0), toward(spot, 30, 0)], [toward(spot, -90, 0), toward(spot, 90, 0)]
    )
    assert 2.5 < inch(anna) / before < 3.5
    hand.spread(
        [toward(spot, -90, 0), toward(spot, 90, 0)], [toward(spot, -30, 0), toward(spot, 30, 0)]
    )
    assert 0.9 < inch(anna) / before < 1.1
    was = middle(anna.page.locator("#world"))
    hand.drag(spot, toward(spot, -50, 30))
    now = middle(anna.page.locator("#world"))
    assert abs(now[0] - was[0] + 50) < 2
    assert abs(now[1] - was[1] - 30) < 2
    expect(anna.page.locator("#over .ghost")).to_have_count(0)
    own = middle(block(anna, "a", "Warriors"))
    hand.press(own, toward(own, -60, 0))
    hand.move([own, toward(own, -60, 0)], [toward(own, 20, 0), toward(own, -90, 0)])
    hand.lift([toward(own, 20, 0), toward(own, -90, 0)])
    expect(anna.page.locator("#over .ghost")).to_have_count(0)


def test_a_charge_is_drawn_by_finger_from_the_unit_to_the_enemy(somebody: Sit) -> None:
    anna = somebody("Anna", **TABLET)
    practise(anna)
    hand = Fingers(anna.page)
    anna.page.get_by_role("button", name="Whole table").tap()
    for side, name, far in (("a", "Spears", -10), ("b", "Riders", 7.5)):
        hand.tap(middle(block(anna, side, name)))
        expect(unit(anna, side, name)).to_have_attribute("aria-pressed", "true")
        if side == "a":
            anna.page.locator("#dock .btn", has_text="Move").tap()
            anna.page.locator("#dock .btn", has_text="March").tap()
        start = middle(block(anna, side, name))
        hand.drag(start, toward(start, 0, far * inch(anna)))
        confirm(anna)
        anna.answer("End moves")
        if side == "a":
            let_go_on(anna, "Move a unit")
    let_go_on(anna, "Declare a charge")
    start, enemy = middle(block(anna, "a", "Spears")), middle(block(anna, "b", "Riders"))
    hand.drag(start, enemy)
    expect(anna.page.locator("#over .ghost")).to_be_attached()
    expect(anna.page.locator("#confirm")).to_contain_text("%")
    confirm(anna)
    expect(anna.ask).to_contain_text(re.compile("react"))


def test_units_are_set_up_by_finger_from_the_table_and_from_the_list(somebody: Sit) -> None:
    anna = somebody("Anna", **PHONE)
    begin_deployment(anna)
    hand = Fingers(anna.page)
    zone = middle(anna.page.locator("#under .legal-fill").first)
    ghost = anna.page.locator("#over .ghost .blk")
    hand.tap(zone)
    expect(ghost).to_be_attached()
    assert math.dist(middle(ghost), zone) < 2
    finger = toward(zone, 60, ABOVE_FINGER)
    hand.drag(middle(ghost), finger)
    assert math.dist(middle(ghost), toward(zone, 60, 0)) < 2, "it floats above the finger"
    expect(anna.page.locator("#models .unit")).to_have_count(0)
    confirm(anna)
    expect(anna.page.locator("#models .unit")).to_have_count(1)
    row = anna.page.locator(".unit-rows .ub").last
    row.scroll_into_view_if_needed()
    row.tap()
    hand.tap(toward(zone, -60, 0))
    confirm(anna)
    expect(anna.page.locator("#models .unit")).to_have_count(2)
