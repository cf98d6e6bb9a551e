"""A list comes from a mail: two doubtful lines are put right, units change as one types, it is
formed up, brought to a table; everything fits its window and axe finds nothing."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.people import Person
from tests.browser.plain import violations, wider
from tests.browser.test_pages import LOOKS

MAIL = """Host of the Coast
Highborn Elves - 2000 pts
High Prince, General, Dragonforged Armour, Great Wepon, Greater Shielding - 190
25 Citizen Spears, full command - 225
Citizen Archrs (17), champion, musician - 187
Total: 1999
"""


def paste(person: Person, text: str) -> None:
    person.go("/armies/paste/ninth_age/")
    person.page.locator("textarea").fill(text)
    person.page.locator("form.sheet .btn.pri").click()


def test_a_list_from_a_mail_is_mended_kept_and_changed_as_one_types(somebody: Sit) -> None:
    anna = somebody("Anna")
    anna.sign_up_at_once()
    paste(anna, MAIL)
    page = anna.page
    doubts = page.locator(".fixes")
    expect(doubts).to_have_count(3)
    doubts.nth(0).get_by_label("Great Weapon").check()
    doubts.nth(1).get_by_label("17 Citizen Archers, Champion, Musician").check()
    anna.press("Put these in and read again")
    expect(page.locator(".fixes")).to_have_count(1)
    anna.press("Keep this army")
    expect(page.locator("#builder")).to_be_visible()
    expect(page.locator("#verdict")).to_contain_text("Core")

    spears = page.locator("#unit-citizen_spears")
    spears.locator("summary").click()
    before = spears.locator(".entry-cost b").inner_text()
    spears.get_by_label(re.compile("^Models \\d")).fill("30")
    expect(spears.locator(".entry-cost b")).not_to_have_text(before)
    spears.get_by_label("Models in the front rank").fill("6")
    expect(spears.locator("figcaption")).to_contain_text("6 wide, 5 deep")
    spears.get_by_label("Musician place").focus()
    spears.locator("[data-place='1']").click()
    expect(spears.locator(".cell.musician")).to_have_attribute("data-place", "1")
    spears.get_by_label("Models in the front rank").fill("31")
    expect(spears.locator("[data-flaws]")).to_contain_text("31")
    expect(page.locator("#verdict")).to_contain_text("T9A-UNIT-04")


def test_what_a_mount_may_have_shows_beside_the_mount(somebody: Sit) -> None:
    anna = somebody("Anna")
    anna.sign_up_at_once()
    paste(anna, "Host\nHighborn Elves, 2000 points\nHigh Prince [135]\n")
    anna.press("Keep this army")
    prince = anna.page.locator("#unit-high_prince")
    prince.locator("summary").click()
    mount = prince.locator("select[name=high_prince-option]", has_text="Griffon")
    extras = prince.get_by_label("Lightning Reflexes")
    expect(extras.and_(anna.page.locator(":visible"))).to_have_count(0)
    mount.select_option("griffon")
    shown = extras.and_(anna.page.locator(":visible"))
    expect(shown).to_have_count(1)
    shown.check()
    expect(prince.locator(".entry-cost")).to_contain_text("Griffon, Lightning Reflexes")
    mount.select_option("")
    expect(prince.locator(".entry-cost b")).to_have_text("135")


def test_units_move_and_steps_are_taken_back_by_keys(somebody: Sit) -> None:
    anna = somebody("Anna")
    anna.sign_up_at_once()
    anna.go("/armies/")
    page = anna.page
    page.locator("form[action*='og_2000'] button").click()
    names = page.locator(".entry-name")
    expect(page.locator("h1")).to_have_text("Da Big Stompers")
    expect(names).not_to_have_count(0)
    before = names.all_inner_texts()
    moved = [*before[:3], before[4], before[3], *before[5:]]
    mob = page.locator("details.entry").nth(3)
    mob.locator("summary").click()
    anna.press("Down", within=mob)
    expect(names).to_have_text(moved)
    summary = page.locator("details.entry").nth(4).locator("summary")
    expect(summary).to_be_focused()
    page.keyboard.press("Alt+ArrowUp")
    expect(names).to_have_text(before)
    # The page that came back has its script once the unit in hand has the focus again.
    expect(page.locator("details.entry").nth(3).locator("summary")).to_be_focused()
    page.keyboard.press("Control+z")
    expect(names).to_have_text(moved)
    expect(page.locator("details.entry").nth(4)).to_have_attribute("open", "")
    name = page.get_by_label("Name of the army")
    name.fill("Another name")
    page.keyboard.press("Control+s")
    expect(page.locator("h1")).to_have_text("Another name")


@pytest.mark.parametrize("look", LOOKS)
def test_pages_of_lists_read_well_and_fit_their_window(somebody: Sit, look: str) -> None:
    anna = somebody("Anna", **LOOKS[look])
    anna.sign_up_at_once()
    page = anna.page
    faults: list[str] = []

    def check(what: str) -> None:
        faults.extend(f"{what}: {line}" for line in (*violations(page), *wider(page)))

    for path in ("/play/?game=ninth_age", "/tables/new/?game=ninth_age", "/armies/new/ninth_age/",
                 "/rules/ninth_age/"):  # fmt: skip
        anna.go(path)
        check(path)
    paste(anna, MAIL)
    check("a pasted list")
    anna.go("/armies/")
    page.locator("form[action*='og_2000'] button").click()
    check("the builder")
    for number in (0, 3, 6):
        page.locator("details.entry summary").nth(number).click()
    check("units unfolded")
    page.locator(".head .acts a").click()
    check("the sheet")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("game", ["ninth_age", "saga"])
def test_what_was_typed_outlives_a_change_of_language(somebody: Sit, game: str) -> None:
    anna = somebody("Anna")
    anna.sign_up_at_once()
    anna.go(f"/armies/new/{game}/")
    name = anna.page.locator("main input[name=name]")
    choice = anna.page.locator("main select").first
    name.fill("Host of the Coast")
    last = choice.locator("option").last.get_attribute("value") or ""
    choice.select_option(last)
    anna.page.locator("header button[name=language]").click()
    expect(anna.page.locator("html")).to_have_attribute("lang", "ru")
    expect(name).to_have_value("Host of the Coast")
    expect(choice).to_have_value(last)
    anna.page.reload()
    expect(name).not_to_have_value("Host of the Coast")
