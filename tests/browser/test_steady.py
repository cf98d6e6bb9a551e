"""What a table says before the battle, and that it stands still while it says it."""

from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.people import Person
from tests.browser.rooms import practise

QUESTIONS = 7


def begin(person: Person) -> None:
    person.go("/play/?game=ninth_age")
    for name, choice in (("deployment", "classic"), ("objective", "none")):
        person.page.locator(f"[name={name}]").select_option(choice)
    person.page.locator("main form .btn.pri").click()
    person.at_table()


def test_the_board_never_moves_while_a_question_follows_another(somebody: Sit) -> None:
    gytha = somebody("Gytha")
    begin(gytha)
    board = gytha.page.locator("#vp")
    asked, boxes = set(), []
    for _question in range(QUESTIONS):
        asked.add(gytha.ask.text_content())
        boxes.append(board.bounding_box())
        assert gytha.does(gytha.ask.locator(".ask-acts button:not(.narrow)").first.click)
    assert len(asked) > 4
    assert boxes == [boxes[0]] * QUESTIONS


def test_who_plays_both_sides_sees_whose_choice_and_whose_ground_it_is(somebody: Sit) -> None:
    gytha = somebody("Gytha", locale="ru-RU")
    begin(gytha)
    names = gytha.page.locator("#top .pl .nm").all_inner_texts()
    chooser = gytha.ask.locator(".chooser")
    expect(chooser).to_contain_text(names[0] if chooser.locator(".a").count() else names[1])
    assert gytha.does(gytha.ask.locator(".ask-acts button:not(.narrow)").first.click)
    for side, name in zip("ab", names, strict=True):
        expect(gytha.page.locator(f"#over .tag.zone.{side}")).to_have_text(name)
        expect(gytha.page.locator(f"#under .zone-{side}-line")).to_be_attached()


def test_ground_is_named_in_the_readers_language_on_the_table_and_under_the_mouse(
    somebody: Sit,
) -> None:
    gytha = somebody("Gytha", locale="ru-RU")
    begin(gytha)
    named = gytha.page.locator(".tname:not(.gone)")
    expect(named.first).to_be_visible()
    assert all("а" <= name[0].lower() <= "я" for name in named.all_text_contents())
    piece = gytha.page.locator("#terrain > g[role=img]").first
    box = piece.bounding_box()
    assert box
    gytha.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    name = piece.get_attribute("aria-label")
    assert name
    expect(gytha.page.locator("#vp")).to_have_attribute("title", name)


def test_units_that_wait_to_be_set_up_stand_beside_the_board_and_are_told_of_once(
    somebody: Sit,
) -> None:
    gytha = somebody("Gytha")
    practise(gytha)
    waits = gytha.page.locator("#left .waits button")
    left = waits.count()
    zone = gytha.page.locator("#under .legal-line").first.bounding_box()
    assert zone
    name = waits.nth(1).inner_text()
    waits.nth(1).click()
    for share in (0.3, 0.7):
        spot = (zone["x"] + zone["width"] * share, zone["y"] + zone["height"] * 0.7)
        assert gytha.does(lambda at=spot: gytha.page.mouse.click(*at))
        gytha.choose(name)
        gytha.page.keyboard.press("m")
    gytha.page.keyboard.press("Escape")
    expect(waits).to_have_count(left - 1)
    expect(gytha.page.locator(".log .le", has_text=f"{name}")).to_have_count(1)
