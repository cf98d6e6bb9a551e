"""A question with many answers leaves the table to be seen, and whatever ends or declines in reach.

So many orders come up in few battles: what the server asks is changed on its way to the page.
"""

import json
from collections.abc import Callable
from itertools import islice, product
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

from tests.browser.conftest import Sit
from tests.browser.fingers import PHONE
from tests.browser.people import Person
from tests.browser.plain import cut

DESK = {"viewport": {"width": 1440, "height": 900}}
TABLET = {"viewport": {"width": 820, "height": 1180}}
SCREENS = pytest.mark.parametrize("screen", [DESK, TABLET, PHONE], ids=["desk", "tablet", "phone"])
Change = Callable[[Any], None]
POWERS = ("on_the_double", "steady_men", "ready_aim_fire", "brace_for_impact")
LEFT = """() => {
  const [ask, vp] = ["ask", "vp"].map((id) => document.getElementById(id).getBoundingClientRect());
  const over = Math.max(0, vp.bottom - ask.top);
  return [vp.height - over, over, ask.height];
}"""
REACHED = """(button) => {
  const { x, y, width, height } = button.getBoundingClientRect();
  return [0.2, 0.8].every((part) =>
    button.contains(document.elementFromPoint(x + width / 2, y + height * part)));
}"""


def orders(view: Any, many: int) -> Any:
    """The question who charges, with orders to give before it."""
    own = [unit for unit, card in view["fixed"]["units"].items() if card["side"] == "a"]
    offers = (
        {"unit": giver, "target": target, "power": power}
        for giver, target, power in product(own, own, POWERS)
    )
    return {"type": "declare", "charges": {}, "offers": list(islice(offers, many))}


def turns(view: Any, many: int) -> Any:
    """The question who goes for somebody else, with a button for each unit."""
    own = [unit for unit, card in view["fixed"]["units"].items() if card["side"] == "a"]
    return {"type": "whether_to_redirect", "units": [own[i % len(own)] for i in range(many)]}


def asked(question: Callable[[Any, int], Any], many: int) -> Change:
    """A welcome that asks something else, and to take back as well."""

    def change(welcome: Any) -> None:
        view = welcome["view"]
        (prompt, *_others) = view["prompts"].values()
        prompt["question"] = question(view, many)
        view["offers"] = {"o1": {"side": "b", "proposal": {"type": "take_back", "to": 1}}}

    return change


def thrown(many: int) -> Change:
    """A welcome that tells of rolls in one ruling."""

    def change(welcome: Any) -> None:
        roll = {"type": "rolled", "side": "a", "faces": [3, 4], "why": "panic", "first": 1}
        entry = {"seq": 1, "after": 0, "time": 0, "told": [{"event": roll}] * many}
        welcome["told"] = [*welcome["told"], entry]

    return change


def watched(welcome: Any) -> None:
    """A welcome of somebody who sits at no side."""
    welcome["you"]["sides"] = []


def sit(person: Person, change: Change) -> None:
    """A practice of The 9th Age with another welcome."""

    def changed(message: str | bytes) -> str | bytes:
        said = json.loads(message)
        if said["type"] == "welcome":
            change(said)
        return json.dumps(said)

    def between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        server.on_message(lambda message: page.send(changed(message)))

    person.page.route_web_socket("**/*", between)
    person.go("/play/?game=ninth_age")
    person.page.locator("[name=field]").select_option("practice/")
    person.page.locator("main form .btn.pri").click()
    person.at_table()


def is_reached(button: Locator) -> bool:
    """Whether a hand could press it as the page stands."""
    return bool(button.evaluate(REACHED))


def leaves_the_table(person: Person) -> None:
    seen, covered, panel = person.page.evaluate(LEFT)
    assert seen >= 2 * covered
    assert seen >= panel


@SCREENS
@pytest.mark.parametrize("many", [12, 30])
def test_orders_are_one_row_grouped_by_unit_and_say_what_they_do(
    somebody: Sit, screen: dict[str, Any], many: int
) -> None:
    gytha = somebody("Gytha", **screen)
    sit(gytha, asked(orders, many))
    leaves_the_table(gytha)
    ask = gytha.ask
    for button in (
        ask.get_by_text("Agree"),
        ask.get_by_text("Decline"),
        ask.locator("#end-declarations"),
    ):
        assert is_reached(button)
    menu = ask.locator("select")
    expect(menu.locator("optgroup option")).to_have_count(many)
    expect(menu.locator("optgroup option", has_text="may not charge").first).to_be_attached()
    expect(ask.locator("#give")).to_be_disabled()
    menu.select_option(index=many)
    expect(ask.locator("#give")).to_be_enabled()
    ask.locator("#give").click(trial=True)


@SCREENS
@pytest.mark.parametrize("many", [12, 30])
def test_many_answers_scroll_from_their_first_and_what_declines_stays(
    somebody: Sit, screen: dict[str, Any], many: int
) -> None:
    gytha = somebody("Gytha", **screen)
    sit(gytha, asked(turns, many))
    leaves_the_table(gytha)
    ask = gytha.ask
    fixed = (ask.get_by_text("Agree"), ask.get_by_text("Decline"), ask.locator("#keep"))
    answers = ask.locator(".ask-acts > .btn.word:has(use[href$='i-crosshair'])")
    expect(answers).to_have_count(many)
    for where in (0, many // 2, many - 1):
        assert all(is_reached(button) for button in fixed)
        answers.nth(where).scroll_into_view_if_needed()
        answers.nth(where).click(trial=True)


def test_what_the_table_remarks_lies_over_no_button(somebody: Sit) -> None:
    gytha = somebody("Gytha")
    sit(gytha, asked(turns, 30))
    gytha.page.locator("#tab-log").focus()
    gytha.page.evaluate("() => document.querySelector('#ask .ask-acts button').click()")
    note, ask = gytha.page.locator("#note .note"), gytha.ask
    expect(note).to_be_visible()
    told, bar = note.bounding_box(), ask.bounding_box()
    assert told
    assert bar
    assert told["y"] + told["height"] <= bar["y"]


def test_rolls_of_a_ruling_have_room_for_the_last(somebody: Sit) -> None:
    gytha = somebody("Gytha")
    sit(gytha, thrown(8))
    felt, last = gytha.page.locator(".felt"), gytha.page.locator(".felt li").last
    around, row = felt.bounding_box(), last.bounding_box()
    assert around
    assert row
    assert row["y"] + row["height"] <= around["y"] + around["height"]


@pytest.mark.parametrize("width", [1050, 1100, 1200, 1300, 1440])
def test_no_name_of_a_phase_is_cut(somebody: Sit, width: int) -> None:
    gytha = somebody("Gytha", viewport={"width": width, "height": 900}, locale="ru-RU")
    sit(gytha, thrown(1))
    assert gytha.page.locator(".phases .now").is_visible()
    assert not [name for name in cut(gytha.page) if name.startswith("LI")]


def test_who_watches_on_a_phone_can_go_back_and_forth(somebody: Sit) -> None:
    gytha = somebody("Gytha", **PHONE, locale="ru-RU")
    sit(gytha, watched)
    buttons = gytha.page.locator("#replay .ib")
    expect(buttons).to_have_count(3)
    assert all(is_reached(buttons.nth(i)) for i in range(3))
    buttons.first.tap()
    expect(gytha.page.locator("body.replaying")).to_be_attached()
    table, film = (gytha.page.locator(part).bounding_box() for part in ("#vp", "#replay"))
    assert table
    assert film
    assert table["height"] > 2 * film["height"]
    bar, phase = (gytha.page.locator(part).bounding_box() for part in (".phases", ".phases .now"))
    assert bar
    assert phase
    assert phase["x"] + phase["width"] <= bar["x"] + bar["width"]
