"""Every page, in both languages: whole, named, and without a word of script or style in it."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import translation
from django.views.defaults import server_error

from table.accounts import throttle
from table.accounts.models import User
from tests.table.pages.people import account, begun, browser, guest, table, text_of

pytestmark = pytest.mark.django_db

PUBLIC = ["/", "/play/", "/play/?game=ninth_age", "/tables/", "/tables/new/",
          "/tables/new/?game=ninth_age", "/matches/", "/armies/", "/rules/saga/",
          "/rules/ninth_age/", "/credits/", "/account/login/", "/account/signup/",
          "/account/password/reset/",
          "/account/password/reset/done/", "/join/nothing/", "/nowhere/"]  # fmt: skip
OWN = ["/", "/matches/", "/armies/", "/armies/new/", "/armies/paste/",
       "/armies/new/ninth_age/", "/armies/paste/ninth_age/", "/account/",
       "/account/delete/", "/account/email/", "/account/password/change/", "/account/logout/",
       ]  # fmt: skip
VOID = {"meta", "link", "input", "img", "br", "hr", "use", "path", "circle", "rect", "stop"}


class Page(HTMLParser):
    """Reads a page and collects what a test asks about."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.ids: list[str] = []
        self.faults: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append((tag, found))
        if key := found.get("id"):
            self.ids.append(key)
        self.faults += [f"{tag} has {name}" for name in found
                        if name == "style" or name.startswith("on")]  # fmt: skip
        inline = tag == "script" and not (found.get("src") or found.get("nonce")
                                          or found.get("type") == "application/json")  # fmt: skip
        if inline or tag == "style":
            self.faults.append(f"inline {tag}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes something else")

    def all(self, tag: str) -> Iterator[dict[str, str | None]]:
        return (found for name, found in self.tags if name == tag)


def check(text: str, language: str) -> None:
    """Assert what holds for every page."""
    page = Page(text)
    assert page.faults == []
    assert page.open == []
    assert len(page.ids) == len(set(page.ids)), sorted(page.ids)
    assert [found["lang"] for found in page.all("html")] == [language]
    assert len(list(page.all("h1"))) == 1
    assert len(list(page.all("main"))) == 1
    title = re.search(r"<title>(.*?)</title>", text, re.S)
    assert title
    assert title[1].strip() not in ("", "· Skald")
    pointed = {found["for"] for found in page.all("label") if found.get("for")}
    assert pointed <= set(page.ids)
    golden = [found for _, found in page.tags if "pri" in (found.get("class") or "").split()]
    assert len(golden) <= 2  # one on a screen; the builder has one for each width


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("path", PUBLIC)
def test_pages_for_everybody_are_whole(path: str, language: str) -> None:
    check(browser(language=language).get(path).content.decode(), language)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("maker", [account, guest])
def test_pages_of_ones_own_are_whole(language: str, maker: type[User]) -> None:
    user = maker()
    client = browser(user, language)
    client.post(reverse("armies:take", args=["normans_6"]))
    band = user.armies.get()
    waiting, running = table(user), begun(user, account())
    client.post(reverse("armies:take", args=["og_2000"]))
    army = user.armies.get(ruleset="ninth_age")
    ranked = table(user, ruleset="ninth_age", scenario="battle", options={"points": 2000})
    paths = [*OWN, *(f"/tables/{match.pk}/" for match in (waiting, running, ranked)),
             *(f"/armies/{one.pk}/" for one in (band, army)),
             *(f"/armies/{one.pk}/sheet/" for one in (band, army)),
             f"/armies/{band.pk}/delete/"]  # fmt: skip
    for path in paths:
        answer = client.get(path)
        if answer.status_code == 200:
            check(answer.content.decode(), language)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_refused_forms_are_whole_too_and_tie_the_reason_to_the_field(language: str) -> None:
    client = browser(account(), language)
    answer = client.post("/armies/new/", {"name": ""})
    check(answer.content.decode(), language)
    assert b'aria-invalid="true"' in answer.content
    assert b'aria-describedby="id_name_error"' in answer.content


def test_pages_are_in_russian_all_through() -> None:
    """Names that stay English stand in the list; a new English word on a page is a fault."""
    names = {"Skald", "SAGA", "English", "MIT", "Django", "Channels", "Shapely", "msgspec", "M",
             "docs", "dependencies", "md", "lit", "html", "signals", "core", "preact", "Alegreya",
             "Sans", "alegreya", "sans", "BSD", "Clause", "OFL", "ISC", "lucide", "static",
             "fontsource", "variable", "QR", "E", "mail", "VS", "S", "L", "X", "The",
             "th", "Age", "D", "N"}  # fmt: skip
    for path in PUBLIC:
        text = text_of(browser(language="ru").get(path)).replace(
            "python manage.py changepassword", ""
        )
        text = re.sub(r"(?:SAGA|T9A)-[A-Z]+-\w+|board/[\w-]+", "", text)
        found = set(re.findall(r"[A-Za-z]+", text)) - names
        assert found == set(), path


@pytest.mark.parametrize(
    ("language", "said"), [("en", "no such place"), ("ru", "Такого места нет")]
)
def test_a_page_that_does_not_exist_says_so_kindly(language: str, said: str) -> None:
    answer = browser(language=language).get("/nowhere/")
    assert answer.status_code == 404
    assert said in text_of(answer)


def test_a_fault_of_ours_is_told_without_a_trace() -> None:
    with translation.override("en"):
        answer = server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    check(answer.content.decode(), "en")
    assert b"Traceback" not in answer.content


def test_doing_something_too_often_is_told_kindly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(throttle.LIMITS, "practice", throttle.parse("1/hour"))
    client = browser(account(), "ru")
    answers = [client.post("/play/") for _ in range(2)]
    assert answers[-1].status_code == 429
    check(answers[-1].content.decode(), "ru")


def test_bad_bytes_in_an_address_or_a_form_leave_no_trace(caplog: pytest.LogCaptureFixture) -> None:
    client = browser(account())
    for path in ("/tables/?points=%00", "/tables/?page=%FF", "/join/%00/", "/watch/%FF%FE/",
                 "/rules/%00/", "/tables/?side=a&side=b&scenario[]=1"):  # fmt: skip
        assert client.get(path).status_code in (200, 404), path
    for path in ("/tables/new/", "/play/", "/armies/new/", "/armies/paste/", "/account/"):
        form = dict.fromkeys(("name", "field", "points", "a", "text", "side"), "\x00\ud7ff")
        assert client.post(path, form).status_code == 422, path
    assert [r for r in caplog.records if r.exc_info] == []


def test_the_policy_of_the_site_forbids_foreign_and_inline_code() -> None:
    policy = Client().get("/")["Content-Security-Policy"]
    assert "'unsafe-inline'" not in policy
    assert "default-src 'none'" in policy
