"""Every page in both themes and both languages: axe finds nothing, nothing scrolls sideways.

That no page complains on the console, the content policy included, is asserted for every person.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Sit
from tests.browser.people import Person
from tests.browser.plain import cut, violations, wider
from tests.table.services import Server, manage

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOOKS = {
    "desk, dark, English": {"color_scheme": "dark"},
    "phone, light, Russian": {"color_scheme": "light", "locale": "ru-RU", **PHONE},
}
STRANGERS = (
    "/", "/play/", "/tables/", "/matches/", "/armies/", "/rules/saga/", "/credits/",
    "/account/login/", "/account/signup/", "/account/password/reset/", "/no-such-page/",
    "/join/nobody/", "{live}", "{over}",
)  # fmt: skip
MEMBERS = (
    "/", "/tables/new/", "{open}", "/matches/", "/armies/", "/armies/new/",
    "/armies/paste/", "/account/", "/account/password/change/", "/account/email/",
    "/account/delete/", "/account/logout/", "{live}",
)  # fmt: skip


@pytest.fixture(scope="session")
def tables(skald: Server) -> dict[str, str]:
    """The addresses of the demo's matches: one half played, one over and one open."""
    manage(skald.environ, "demo")
    links = dict(line.split() for line in manage(skald.environ, "demo", "--links").splitlines())
    still = links["watch"].removesuffix("?play")
    return {"live": still, "over": links["replay"], "open": links["seat"]}


@pytest.mark.parametrize("look", LOOKS)
def test_pages_read_well_and_fit_their_window(
    somebody: Sit, tables: dict[str, str], look: str
) -> None:
    faults: list[str] = []
    anna = somebody("Anna", pardoned=("404 (Not Found)",), **LOOKS[look])
    for path in STRANGERS:
        faults += faults_of(anna, path.format(**tables))
    anna.sign_up_at_once()
    for path in MEMBERS:
        faults += faults_of(anna, path.format(**tables))
    assert not faults, "\n".join(faults)


def faults_of(person: Person, path: str) -> list[str]:
    """Open a page and say what is wrong with it."""
    person.go(path)
    if person.page.locator("body.tablepage").count():
        expect(person.page.locator("html[data-ready]")).to_be_attached()
    page = person.page
    return [f"{path}: {line}" for line in (*violations(page), *wider(page))]


WIDTHS = (360, 390, 820)
SCHEMES = {"ru-RU": "light", "en-GB": "dark"}
GAMES = ("saga", "ninth_age")


@pytest.mark.parametrize("locale", SCHEMES)
def test_no_page_is_wider_than_its_window_or_cuts_its_words(
    somebody: Sit, tables: dict[str, str], locale: str
) -> None:
    """On narrow phones and tablets, in both languages; builders, sheets and forms of both games."""
    how = {**PHONE, "locale": locale, "color_scheme": SCHEMES[locale]}
    anna = somebody("Anna", pardoned=("404 (Not Found)",), **how)
    faults: list[str] = []

    def see(paths: tuple[str, ...] | list[str]) -> None:
        for path in paths:
            anna.go(path.format(**tables))
            if anna.page.locator("body.tablepage").count():
                expect(anna.page.locator("html[data-ready]")).to_be_attached()
            for width in WIDTHS:
                anna.page.set_viewport_size({"width": width, "height": 844})
                found = (*wider(anna.page), *cut(anna.page))
                faults.extend(f"{path} at {width}: {line}" for line in found)

    see(STRANGERS)
    anna.sign_up_at_once()
    begun = [begin(anna, game) for game in GAMES]
    of_games = (f"{page}{game}/" for game in GAMES for page in ("/armies/new/", "/armies/paste/"))
    rules = (f"/rules/{game}/" for game in GAMES)
    see([*MEMBERS, *of_games, *rules, "/play/?game=ninth_age", "/tables/new/?game=ninth_age"])
    see([f"{army}{page}" for army in begun for page in ("", "sheet/", "delete/")])
    assert not faults, "\n".join(faults)


def begin(person: Person, game: str) -> str:
    """Make one of the game's armies one's own; where it is built."""
    person.go("/armies/")
    shelf = person.page.locator(f"section[aria-labelledby='game-{game}']")
    shelf.locator("form[action*='/armies/take/'] button").first.click()
    expect(person.page.locator(".builder-foot")).to_be_attached()
    return str(person.page.evaluate("() => location.pathname"))


@pytest.mark.parametrize("look", LOOKS)
def test_the_table_reads_well_at_every_stage(somebody: Sit, look: str) -> None:
    """Deployment, orders, a unit in hand, the menu."""
    anna = somebody("Anna", **LOOKS[look])
    anna.go("/play/")
    anna.page.locator("form .btn.pri").click()
    expect(anna.page.locator("html[data-ready]")).to_be_attached()
    faults = {"deployment": violations(anna.page)}
    while anna.page.locator("#end-deployment").count():
        anna.does(anna.page.locator("#end-deployment").click)
    faults["orders"] = violations(anna.page)
    anna.does(anna.page.locator("#end-orders").click)
    anna.page.keyboard.press("n")
    expect(anna.page.locator("#dock .acts")).to_have_attribute("aria-busy", "false")
    faults["a unit in hand"] = violations(anna.page)
    anna.page.locator(".tools .ib").last.click()
    expect(anna.page.locator("#dialog")).to_be_visible()
    faults["the menu"] = violations(anna.page)
    assert not any(faults.values()), faults
    assert not wider(anna.page)


def test_the_demo_plays_itself_to_whoever_follows_its_link(
    somebody: Sit, skald: Server, tables: dict[str, str]
) -> None:
    anna = somebody("Anna")
    anna.go(f"{tables['live']}?play")
    expect(anna.page.locator("body.replaying")).to_be_attached()
    expect(anna.page.locator("#replay [role=slider]")).not_to_have_attribute("aria-valuenow", "0")
    first = anna.seq
    expect(anna.page.locator("body")).not_to_have_attribute("data-seq", str(first))
    anna.press("Live", within=anna.page.locator("#replay"))
    expect(anna.page.locator("body.replaying")).not_to_be_attached()
    expect(anna.ask).to_contain_text("Waiting for")


def test_the_score_of_a_finished_match_is_explained(somebody: Sit, tables: dict[str, str]) -> None:
    anna = somebody("Anna")
    anna.go(tables["over"].removesuffix("replay/"))
    expect(anna.ask).to_contain_text("Slaughter points do not decide")
    anna.page.locator(".score .pts").first.click()
    expect(anna.page.locator("#dialog")).to_contain_text("Whoever kills the enemy warlord wins")


def test_nothing_is_live_at_a_finished_table(somebody: Sit, tables: dict[str, str]) -> None:
    anna = somebody("Anna")
    anna.go(tables["over"].removesuffix("replay/"))
    bar = anna.page.locator("#replay")
    anna.press("One step back", within=bar)
    expect(anna.page.locator("body.replaying")).to_be_attached()
    expect(bar.locator(".live")).not_to_be_attached()
    anna.press("To the result", within=bar)
    expect(anna.ask).to_contain_text("To the lobby")
