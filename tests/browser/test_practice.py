"""Playing both sides alone: the shortest way into the game, and the whole table by keyboard."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.people import Person, middle
from tests.browser.rooms import practise, set_up
from tests.browser.sight import account

MOST_TABS = 80
SLOW_DOUBLE_MS = 1200
SURELY_SINGLE_MS = 1700


def test_one_click_begins_a_match_and_three_more_set_it_up(somebody: Sit) -> None:
    anna = somebody("Anna")
    anna.go("/")
    anna.press("Play SAGA now")
    anna.at_table()
    assert re.search(r"/match/\d+/$", anna.page.url)
    expect(anna.ask).to_contain_text("Set up")
    for _part in range(3):
        anna.answer("End deployment")
    expect(anna.ask.get_by_role("button", name="End orders")).to_be_visible()
    expect(anna.page.locator(".score")).to_contain_text("Turn 1")


def test_a_turn_is_played_with_the_keyboard_alone(somebody: Sit) -> None:
    anna = somebody("Anna")
    practise(anna)
    set_up(anna)
    keys = anna.page.keyboard
    tab_to(anna, ".pool [data-die]")
    keys.press("Enter")
    tab_to(anna, "[data-box].takes .ab")
    assert anna.does(lambda: keys.press("Enter"))
    expect(anna.page.locator(".log")).to_contain_text("places 1 die")
    tab_to(anna, "#end-orders")
    assert anna.does(lambda: keys.press("Enter"))
    before = account(anna.page)["board"]
    keys.press("n")
    keys.press("m")
    toward = "ArrowUp" if anna.look().unit(anna.look().chosen).side == "a" else "ArrowDown"
    for _half_inch in range(4):
        keys.press(toward)
    expect(anna.page.locator("#over .ghost")).to_be_attached()
    assert anna.does(lambda: keys.press("Enter")), anna.look().note
    assert account(anna.page)["board"] != before
    tab_to(anna, "#end-turn")
    assert anna.does(lambda: keys.press("Enter"))
    expect(anna.ask).to_contain_text(re.compile("End orders|Pass"))


def test_a_slow_double_click_on_a_box_lays_the_die_and_does_not_pick_it_up(somebody: Sit) -> None:
    anna = somebody("Anna")
    practise(anna)
    set_up(anna)
    pool = anna.page.locator(".pool [data-die]")
    before = pool.count()
    lit = anna.page.locator("[data-box].takes:not(.left, :has(.slot ~ .slot)) button.slot")
    for die in range(before):
        pool.nth(die).click()
        if lit.count():
            break
    lit.first.scroll_into_view_if_needed()
    slot = middle(lit.first)
    assert anna.does(lambda: anna.click(slot))
    for _click in range(2):
        anna.page.wait_for_timeout(SLOW_DOUBLE_MS)
        anna.click(slot)
    expect(pool).to_have_count(before - 1)
    anna.page.wait_for_timeout(SURELY_SINGLE_MS)
    assert anna.does(lambda: anna.click(slot)), "a click by itself takes it back"
    expect(pool).to_have_count(before)


def test_a_refusal_says_why_and_changes_nothing(somebody: Sit) -> None:
    anna = somebody("Anna")
    practise(anna)
    set_up(anna)
    anna.answer("End orders")
    anna.page.keyboard.press("n")
    expect(anna.dock.locator(".acts")).to_have_attribute("aria-busy", "false")
    told = account(anna.page)
    seen = anna.look()
    unit = seen.unit(seen.chosen)
    far = -20 if unit.side == "a" else 20
    start = unit.spots[0]
    assert not anna.does(lambda: anna.drag(start, (start[0], start[1] + far * seen.inch)))
    why = re.compile(r"\d\.\d″(?s:.*)SAGA-[A-Z]+-\d")
    expect(anna.page.locator("#note .warn")).to_contain_text(why)
    assert account(anna.page) == told
    anna.page.reload()
    anna.at_table()
    assert account(anna.page)["board"] == told["board"]


def test_a_refused_formation_waits_at_the_nearest_place_and_may_go_there(somebody: Sit) -> None:
    anna = somebody("Anna")
    practise(anna)
    set_up(anna)
    anna.answer("End orders")
    anna.page.keyboard.press("n")
    expect(anna.dock.locator(".acts")).to_have_attribute("aria-busy", "false")
    seen = anna.look()
    start = seen.unit(seen.chosen).spots[0]
    far = -20 if seen.unit(seen.chosen).side == "a" else 20
    assert not anna.does(lambda: anna.drag(start, (start[0], start[1] + far * seen.inch)))
    before = account(anna.page)["board"]
    assert anna.does(anna.page.locator("#confirm").click), anna.look().note
    assert account(anna.page)["board"] != before


def test_a_unit_is_set_up_by_a_click_on_its_ghost_and_refused_outside_its_zone(
    somebody: Sit,
) -> None:
    anna = somebody("Anna")
    practise(anna)
    zone = anna.look().zone
    assert zone
    left, top, width, height = zone
    middle = (left + width / 2, top + height / 2)
    outside = (middle[0], top - height if top > height else top + 2 * height)
    for place, is_set_up in ((outside, False), (middle, True)):
        anna.page.mouse.move(*place)
        expect(anna.page.locator("#over .ghost")).to_be_attached()
        assert anna.does(lambda place=place: anna.click(place)) == is_set_up
        if not is_set_up:
            expect(anna.page.locator("#note .bad")).to_contain_text("SAGA-SET-02")


def test_what_was_done_is_taken_back_and_stays_in_the_log(somebody: Sit) -> None:
    anna = somebody("Anna")
    practise(anna)
    set_up(anna)
    pool = anna.look().pool
    anna.page.locator(f".pool [data-die={pool[0]}]").click()
    lit = anna.page.locator("[data-box].takes .an").first.inner_text()
    anna.place_die(pool[0], lit)
    assert anna.look().pool == pool[1:]
    assert anna.does(lambda: anna.page.keyboard.press("u"))
    assert anna.look().pool == pool
    expect(anna.page.locator(".log .undone")).to_contain_text("places 1 die")


def tab_to(person: Person, place: str) -> None:
    """Press Tab until the focus is on such an element."""
    for _press in range(MOST_TABS):
        if person.page.evaluate("(path) => document.activeElement?.matches(path)", place):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {place}")


def test_a_refused_remark_stays_in_its_field_and_a_long_one_scrolls(somebody: Sit) -> None:
    anna = somebody("Anna")
    practise(anna)
    field = anna.page.locator(".say input")
    field.fill("word " * 98)
    expect(anna.page.locator(".say output")).to_have_text("490 / 500")
    field.press("Enter")
    said = anna.page.locator(".le.chat > div")
    expect(said).to_have_count(1)
    expect(field).to_have_value("")
    expect(anna.page.locator(".say output")).to_be_hidden()
    assert said.evaluate("one => one.scrollHeight > one.clientHeight")
    hidden = "ab\u202ecd"
    field.fill(hidden)
    field.press("Enter")
    expect(anna.page.locator("#note .bad")).to_be_visible()
    expect(field).to_have_value(hidden)
    expect(said).to_have_count(1)
