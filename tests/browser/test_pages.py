"""The pages around the table: for eyes, keys and small screens, in both themes and languages."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Sit
from tests.browser.people import Person

AXE = Path(__file__).parent.parent / "vendor" / "axe.min.js"
RUN = """() => axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa",
    "best-practice"]}).then(found => found.violations.map(rule =>
    rule.id + ": " + rule.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(" | ")))"""
LOW = """() => [...document.querySelectorAll("main .btn, main select, .nav a, .bar button")]
    .filter(e => e.offsetParent && e.getBoundingClientRect().height < 43.9).map(e => e.outerHTML)"""
PHONE = {"width": 360, "height": 780}
PATHS = ["/", "/play/", "/tables/", "/tables/new/", "/matches/", "/warbands/", "/warbands/new/",
         "/warbands/paste/", "/rules/saga/", "/credits/", "/account/", "/account/delete/",
         "/account/email/", "/account/logout/"]  # fmt: skip
FOR_STRANGERS = ["/", "/account/login/", "/account/signup/", "/account/password/reset/"]


def faults(page: Page) -> list[str]:
    """What axe finds on a page."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(RUN)
    return found


def dressed(person: Person, theme: str, language: str) -> None:
    """Wear a theme and a language, as its cookies say."""
    url = person.page.url
    for name, value in (("theme", theme), ("language", language)):
        person.page.context.add_cookies([{"name": name, "value": value, "url": url}])


def own_paths(person: Person) -> list[str]:
    """Addresses of a room, an illegal warband and its sheet, all made on the way."""
    person.take_warband("The Grey Destrier", "The Grey Host")
    warband = person.page.url
    person.page.get_by_label("Models").first.fill("3")
    person.press("Save", within=person.page.locator(".builder-side"))
    person.go("/tables/new/")
    person.press("Create the table")
    return [person.page.url, warband, f"{warband}sheet/", f"{warband}delete/"]


@pytest.mark.parametrize("theme", ["hearth", "vellum"])
def test_axe_finds_nothing_on_any_page(somebody: Sit, theme: str) -> None:
    edith = somebody("Edith" + theme)
    edith.go("/")
    dressed(edith, theme, "en")
    wrong: dict[str, list[str]] = {}
    for path in FOR_STRANGERS:
        edith.go(path)
        wrong[path] = faults(edith.page)
    edith.sign_up()
    for path in [*PATHS, *own_paths(edith)]:
        edith.go(path)
        wrong[path] = faults(edith.page)
    assert {path: found for path, found in wrong.items() if found} == {}


def test_every_page_fits_a_phone_in_russian(somebody: Sit) -> None:
    edith = somebody("EdithR")
    edith.sign_up()
    paths = own_paths(edith)
    edith.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    dressed(edith, "vellum", "ru")
    wide: dict[str, Any] = {}
    for path in [*PATHS, *paths]:
        edith.go(path)
        if (width := edith.page.evaluate("document.documentElement.scrollWidth")) > PHONE["width"]:
            wide[path] = width
        assert edith.page.evaluate(LOW) == [], f"{path}: too low to tap"
    assert wide == {}


def test_the_theme_follows_the_system_until_one_chooses(somebody: Sit) -> None:
    edith = somebody("Edith", color_scheme="light")
    html = edith.page.locator("html")
    edith.go("/")
    expect(html).to_have_attribute("data-theme", "vellum")
    edith.press("Light or dark")
    expect(html).to_have_attribute("data-theme", "hearth")
    edith.go("/tables/")
    expect(html).to_have_attribute("data-theme", "hearth")


def test_the_language_changes_on_the_page_one_is_on(somebody: Sit) -> None:
    edith = somebody("Edith")
    edith.go("/tables/?points=6")
    edith.press("Русский")
    expect(edith.page.get_by_role("heading", level=1)).to_have_text("Открытые столы")
    assert edith.page.url.endswith("/tables/?points=6")


def test_the_builder_judges_while_one_types_and_saves_nothing_by_it(somebody: Sit) -> None:
    edith = somebody("EdithB")
    edith.sign_up()
    edith.take_warband("The Grey Destrier", "The Grey Host")
    verdict = edith.page.locator("#verdict")
    expect(verdict).to_contain_text("Ready to fight")
    edith.page.get_by_label("Models").first.fill("3")
    expect(verdict).to_contain_text("a unit has 4 at least. Add 1.")
    unit = edith.page.locator("fieldset.unit.bad")
    expect(unit).to_contain_text("Add 1.")
    edith.page.reload()
    expect(verdict).to_contain_text("Ready to fight")


def test_pages_work_without_scripts(somebody: Sit) -> None:
    edith = somebody("EdithN", java_script_enabled=False)
    edith.sign_up()
    edith.press("Light or dark")
    expect(edith.page.locator("html")).to_have_attribute("data-theme", "vellum")
    edith.take_warband("The Grey Destrier", "The Grey Host")
    edith.page.get_by_role("button", name="Peasants").click()
    expect(edith.page.locator("#verdict")).to_contain_text("Remove 1 point")
