"""The 9th Age on a practice table, both sides by one hand: wheels, marches, charges, flights."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Sit
from tests.browser.fingers import PHONE
from tests.browser.people import Person, middle

WIDTH = 72
"""Inches of the table."""
MOST_QUESTIONS = 12
PASSING = (
    "Keep the target", "End declarations", "Stay as it is", "Hold", "End moves", "End shooting",
)  # fmt: skip
"""Answers by which a player lets the turn go on, in the order in which they are looked for."""


def practise(person: Person) -> None:
    """A practice of movement, from the page that lets one choose."""
    person.go("/play/?game=ninth_age")
    person.page.locator("[name=field]").select_option("practice/")
    person.page.locator("main form .btn.pri").click()
    person.at_table()


def begin_deployment(person: Person, field: str = "battle/open") -> None:
    """A battle of both sides by one hand, up to the first unit that is set up."""
    person.go("/play/?game=ninth_age")
    for name, choice in (
        ("field", field),
        ("deployment", "classic"),
        ("objective", "none"),
    ):
        person.page.locator(f"[name={name}]").select_option(choice)
    person.page.locator("main form .btn.pri").click()
    person.at_table()
    for _question in range(MOST_QUESTIONS):
        if person.page.locator("#deploy-rest").count():
            return
        answers = person.page.locator("#ask .ask-acts button:not(#sheet, .narrow)")
        assert person.does(answers.first.click)
    raise AssertionError("nobody is asked to deploy")


def unit(person: Person, side: str, name: str) -> Locator:
    return person.page.locator(f"#models .unit.{side}[aria-label^='{name}:']")


def block(person: Person, side: str, name: str) -> Locator:
    """A unit's tray, whose middle a hand takes."""
    return unit(person, side, name).locator(".blk")


def place(person: Person, side: str, name: str) -> str:
    """Where a unit stands and looks."""
    return unit(person, side, name).locator(".tray").get_attribute("transform") or ""


def inch(person: Person) -> float:
    box = person.page.locator("#world").bounding_box()
    assert box
    return box["width"] / WIDTH


def choose(person: Person, side: str, name: str) -> None:
    person.click(middle(block(person, side, name)))
    expect(unit(person, side, name)).to_have_attribute("aria-pressed", "true")


def forward(person: Person, side: str, name: str, inches: float) -> None:
    """Draw a unit straight ahead."""
    x, y = middle(block(person, side, name))
    ahead = -inches if side == "a" else inches
    person.drag((x, y), (x, y + ahead * inch(person)))


def confirm(person: Person) -> None:
    expect(person.page.locator("#confirm")).to_be_enabled()
    assert person.does(person.page.locator("#confirm").click), person.look().note


def let_go_on(person: Person, until: str) -> None:
    """Answer nothing but what lets the turn go on, until the bar asks for something."""
    for _question in range(MOST_QUESTIONS):
        asked = person.ask.inner_text()
        if until in asked:
            return
        passing = next(answer for answer in PASSING if answer in asked)
        person.answer(passing)
    raise AssertionError(f"nobody asks {until!r}")


def test_a_wheel_and_an_advance_are_drawn_as_one_path(somebody: Sit) -> None:
    anna = somebody("Anna")
    practise(anna)
    choose(anna, "a", "Warriors")
    before = place(anna, "a", "Warriors")
    grips = anna.page.locator("#over .grip-c")
    expect(grips).to_have_count(2)
    start = middle(grips.nth(1))
    anna.drag(start, (start[0], start[1] - 1.2 * inch(anna)))
    tag = anna.page.locator("#over .tag.meas")
    expect(tag).to_contain_text("wheel")
    ghost = middle(anna.page.locator("#over .ghost .blk"))
    anna.drag(ghost, (ghost[0], ghost[1] - 1.5 * inch(anna)))
    expect(tag).to_contain_text(re.compile(r"wheel \d+° .*″ \+ .*″ = .*″ / 4.0″"))
    confirm(anna)
    expect(anna.page.locator(".log")).to_contain_text("Warriors: advance")
    assert place(anna, "a", "Warriors") != before
    assert "rotate(0)" not in place(anna, "a", "Warriors")
    assert "done" in (unit(anna, "a", "Warriors").get_attribute("class") or "")


def test_a_march_goes_twice_as_far_and_says_what_it_costs(somebody: Sit) -> None:
    anna = somebody("Anna")
    practise(anna)
    choose(anna, "a", "Spears")
    forward(anna, "a", "Spears", 9)
    expect(anna.page.locator("#note .warn")).to_contain_text("5.0″")
    expect(anna.page.locator("#over .tag.meas")).to_contain_text("5.0″ / 5.0″")
    anna.page.keyboard.press("m")
    expect(anna.dock.locator("#confirm")).to_have_text(re.compile("March"))
    expect(anna.page.locator("#note")).not_to_contain_text(
        "shoot"
    )  # they have nothing to do it with
    expect(anna.page.locator("#over .tag.meas")).to_contain_text(
        re.compile(r"(8\.9|9\.\d)″ / 10\.0″")
    )
    confirm(anna)
    expect(anna.page.locator(".log")).to_contain_text("Spears: march")


def test_a_charge_makes_the_enemy_flee_and_he_rallies_or_not(somebody: Sit) -> None:
    anna = somebody("Anna")
    practise(anna)
    choose(anna, "a", "Spears")
    anna.page.keyboard.press("m")
    anna.page.keyboard.press("m")
    forward(anna, "a", "Spears", 10)
    confirm(anna)
    anna.answer("End moves")
    let_go_on(anna, "Move a unit")
    choose(anna, "b", "Riders")
    forward(anna, "b", "Riders", 7.5)
    confirm(anna)
    anna.answer("End moves")

    let_go_on(anna, "Declare a charge")
    choose(anna, "a", "Spears")
    expect(anna.page.locator("#over .tag.fight").first).to_contain_text("%")
    anna.click(middle(block(anna, "b", "Riders")))
    expect(anna.page.locator("#over .ghost")).to_be_attached()
    expect(anna.page.locator("#confirm")).to_contain_text("%")
    confirm(anna)
    expect(anna.ask).to_contain_text("How to react?")
    expect(anna.page.get_by_role("status").filter(has_text="How to react?")).to_be_attached()
    expect(anna.page.locator("#over .ghost")).to_be_attached()
    fled_from = place(anna, "b", "Riders")
    anna.answer("Flee")
    log = anna.page.locator(".log")
    expect(log).to_contain_text(re.compile("Riders: flight of|Riders: flight off the table"))
    if unit(anna, "b", "Riders").count():
        assert place(anna, "b", "Riders") != fled_from

    let_go_on(anna, "Move a unit")
    anna.answer("End moves")
    let_go_on(anna, "Move a unit")
    expect(log).to_contain_text(re.compile("rally test: .* or less|run down|off the table"))


def test_everything_is_done_from_the_list_and_the_keyboard(somebody: Sit) -> None:
    anna = somebody("Anna")
    practise(anna)
    anna.page.get_by_role("tab", name="Units").click()
    anna.page.locator(".ulist .ub.a", has_text="Scouts").click()
    anna.dock.get_by_role("button", name="Reform").click()
    expect(anna.page.locator("#over .tag.meas")).to_contain_text("5 × 2")
    expect(anna.page.locator("#note .info")).to_contain_text("will not shoot")
    anna.page.keyboard.press("ArrowRight")
    expect(anna.page.locator("#over .tag.meas")).to_contain_text("6 × 2")
    assert anna.does(lambda: anna.page.keyboard.press("Enter")), anna.look().note
    expect(anna.dock).to_contain_text("6 × 2")
    anna.page.locator(".ulist .ub.a", has_text="Beast").click()
    anna.dock.get_by_role("button", name="Move").click()
    keys = anna.page.keyboard
    for _turn in range(3):
        keys.press("e")
    for _half_inch in range(4):
        keys.press("ArrowUp")
    expect(anna.page.locator("#over .tag.meas")).to_contain_text("turn 15° + 2.0″")
    assert anna.does(lambda: keys.press("Enter")), anna.look().note
    assert "rotate(15)" in place(anna, "a", "Beast")
    assert anna.does(lambda: keys.press("u"))
    assert "rotate(0)" in place(anna, "a", "Beast")


def test_a_move_is_drawn_by_touch_on_a_russian_phone(somebody: Sit) -> None:
    anna = somebody("Анна", **PHONE, locale="ru-RU")
    practise(anna)
    page = anna.page
    chosen = page.locator("#models .unit.sel")
    expect(chosen).to_be_attached()
    before = chosen.locator(".tray").get_attribute("transform")
    page.locator("#dock .btn.pri").tap()
    page.locator("#dock .ib", has=page.locator("use[href$='i-arrow-up']")).tap()
    page.locator("#dock .ib", has=page.locator("use[href$='i-rotate-cw']")).tap()
    expect(page.locator("#over .tag.meas")).to_contain_text(re.compile(r"[01],\d″ / 5,0″"))
    expect(page.locator("#confirm")).to_be_enabled()
    assert anna.does(page.locator("#confirm").tap), anna.look().note
    expect(chosen.locator(".tray")).not_to_have_attribute("transform", before or "")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
