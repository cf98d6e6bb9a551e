"""Accounts, guests, and what each of them prefers."""

import json
import re

import pytest
from django.urls import reverse
from pytest_django.fixtures import Settings

from table.accounts import throttle
from table.accounts.models import User
from table.matches.models import Match, Seat
from tests.table.pages.people import PASSWORD, account, begun, browser, guest, table, text_of

pytestmark = pytest.mark.django_db

HIDDEN = ["Wulf\u202eric", "Wulf\u0000ric", "Wulf\u200bric", "Wulf\nric"]


def test_a_stranger_signs_up_with_a_name_and_a_password_and_signs_in_again() -> None:
    client = browser()
    done = client.post("/account/signup/", {"username": "ketil", "password1": PASSWORD})
    assert done.status_code == 302
    assert "ketil" in text_of(client.get("/account/"))
    client.post("/account/logout/")
    assert client.get("/account/").status_code == 302
    client.post("/account/login/", {"login": "ketil", "password": PASSWORD})
    assert client.get("/account/").status_code == 200


def test_a_short_password_is_refused_in_one_line() -> None:
    answer = browser().post("/account/signup/", {"username": "ketil", "password1": "abc"})
    page = answer.content.decode()
    assert page.count("at least 8 characters") == 2, "the refusal, and the help that steps back"
    assert re.search(r'<div class="help" hidden id="id_password1_helptext">', page)
    errors = re.findall(r'<ul class="errors" id="id_password1_error">.*?</ul>', page)
    assert [error.count("<li>") for error in errors] == [1]


def test_signing_in_sends_one_back_to_where_one_came_from() -> None:
    account("ketil")
    client = browser()
    there = client.get("/armies/new/")
    assert there.url == "/account/login/?next=/armies/new/"
    page = client.get(there.url).content.decode()
    assert 'name="next" value="/armies/new/"' in page
    form = {"login": "ketil", "password": PASSWORD, "next": "/armies/new/"}
    assert client.post("/account/login/", form).url == "/armies/new/"


def test_a_forgotten_password_is_reset_by_mail(mailoutbox: list[object]) -> None:
    account("ketil", email="ketil@example.org")
    client = browser()
    sent = client.post("/account/password/reset/", {"email": "ketil@example.org"})
    assert sent.status_code == 302
    assert len(mailoutbox) == 1
    assert "/account/password/reset/key/" in mailoutbox[0].body  # type: ignore[attr-defined]


@pytest.mark.parametrize("leaves", [True, False])
def test_no_page_tells_of_a_mail_that_reaches_nobody(settings: Settings, leaves: bool) -> None:
    settings.MAIL_LEAVES = leaves
    client = browser(account("ketil"))
    form = {"action_add": "", "email": "ketil@example.org"}
    added = text_of(client.post("/account/email/", form, follow=True))
    assert "ketil@example.org" in added
    assert ("Confirmation email sent" in added) == leaves
    reset = text_of(browser().get("/account/password/reset/"))
    assert ("comes by mail" in reset, "sends no mail" in reset) == (leaves, not leaves)


def test_the_way_to_a_forgotten_password_is_shown_once() -> None:
    page = browser().get("/account/login/").content.decode()
    assert page.count('href="/account/password/reset/"') == 1


def test_guesses_at_a_password_are_throttled() -> None:
    account("ketil")
    client = browser()
    answers = [
        client.post("/account/login/", {"login": "ketil", "password": f"guess-{n}"})
        for n in range(12)
    ]
    assert "Too many" in text_of(answers[-1])
    late = client.post("/account/login/", {"login": "ketil", "password": PASSWORD})
    assert late.status_code != 302


@pytest.mark.parametrize("name", HIDDEN)
def test_a_guest_with_unseen_signs_in_his_name_is_refused_in_words(name: str) -> None:
    match = table(account())
    answer = browser().post(reverse("lobby:join", args=[match.invite_token]), {"name": name})
    assert answer.status_code == 422
    assert "cannot be seen" in text_of(answer) or "Null characters" in text_of(answer)
    assert not User.objects.filter(guest=True).exists()


NO_NAMES = [("", "required"), ("x" * 41, "40"), ("   ", "required")]


@pytest.mark.parametrize(("name", "said"), NO_NAMES)
def test_a_guest_without_a_fitting_name_is_refused(name: str, said: str) -> None:
    match = table(account())
    answer = browser().post(reverse("lobby:join", args=[match.invite_token]), {"name": name})
    assert answer.status_code == 422
    assert said in text_of(answer)
    assert not User.objects.filter(guest=True).exists()


def test_a_guest_becomes_an_account_and_keeps_his_seat() -> None:
    match = table(account())
    client = browser()
    client.post(reverse("lobby:join", args=[match.invite_token]), {"name": "Wulfric"})
    seat = Seat.objects.get(match=match, side="b")
    form = {"username": "wulfric", "password": PASSWORD, "email": ""}
    assert client.post("/account/keep/", form).url == "/account/"
    user = User.objects.get(username="wulfric")
    assert (user.pk, user.guest, user.shown_name) == (seat.user_id, False, "Wulfric")
    assert client.get(reverse("lobby:match", args=[match.pk])).status_code == 200
    fresh = browser()
    fresh.post("/account/login/", {"login": "wulfric", "password": PASSWORD})
    assert "Clash of Warlords" in text_of(fresh.get("/matches/"))


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"username": "KETIL", "password": PASSWORD}, "taken"),
        ({"username": "wulfric", "password": "12345"}, "too short"),
        ({"username": "wulf ric", "password": PASSWORD}, "valid username"),
    ],
)
def test_what_makes_no_account_says_why(form: dict[str, str], said: str) -> None:
    account("ketil")
    user = guest()
    answer = browser(user).post("/account/keep/", form)
    assert answer.status_code == 422
    assert said in text_of(answer)
    user.refresh_from_db()
    assert user.guest


def test_an_account_is_deleted_only_with_its_password_and_a_tick() -> None:
    user = account()
    client = browser(user)
    for form in ({"sure": "on"}, {"password": "wrong", "sure": "on"}, {"password": PASSWORD}):
        assert client.post("/account/delete/", form).status_code == 422
    assert User.objects.filter(pk=user.pk).exists()
    assert client.post("/account/delete/", {"password": PASSWORD, "sure": "on"}).url == "/"
    assert not User.objects.filter(pk=user.pk).exists()
    assert client.get("/account/").status_code == 302


def test_whoever_is_deleted_gets_up_from_tables_that_wait_and_stays_in_matches_that_run() -> None:
    host, leaver = account(), account("leaver")
    waiting, running = table(host), begun(host, leaver)
    alone = table(leaver)
    browser(leaver).post(reverse("lobby:join", args=[waiting.invite_token]), {"side": "b"})
    form = {"password": PASSWORD, "sure": "on"}
    browser(leaver).post("/account/delete/", form)
    assert not waiting.seats.filter(name="leaver").exists()
    waiting.refresh_from_db()
    assert waiting.state == "open"
    assert not Match.objects.filter(pk=alone.pk).exists()
    seat = running.seats.get(side="b")
    assert (seat.user_id, seat.name) == (None, "leaver")


def test_the_export_holds_all_that_is_ones_own_and_nothing_of_others() -> None:
    user, other = account("ketil", email="ketil@example.org"), account("other")
    begun(user, other)
    browser(user).post(reverse("armies:take", args=["normans_4"]))
    browser(other).post(reverse("armies:take", args=["anglo_danes_6"]))
    answer = browser(user).get("/account/export/")
    assert "attachment" in answer["Content-Disposition"]
    got = json.loads(answer.content)
    assert got["account"]["email"] == "ketil@example.org"
    assert [seat["side"] for seat in got["matches"]] == ["a"]
    assert got["matches"][0]["roster"]["faction"] == "normans"
    assert [band["name"] for band in got["armies"]] == ["The Grey Destrier"]
    assert b"other" not in answer.content
    assert b"password" not in answer.content


def test_the_language_changes_where_one_stands_and_follows_the_user() -> None:
    user = account()
    client = browser(user)
    answer = client.post("/i18n/setlang/", {"language": "ru", "next": "/tables/?points=4"})
    assert answer.url == "/tables/?points=4"
    assert "Открытые столы" in text_of(client.get("/tables/"))
    user.refresh_from_db()
    assert user.language == "ru"
    elsewhere = browser()
    del elsewhere.cookies["language"]
    elsewhere.post("/account/login/", {"login": user.username, "password": PASSWORD})
    assert "Открытые столы" in text_of(elsewhere.get("/tables/"))


def test_the_theme_stands_in_the_first_byte_and_follows_the_user() -> None:
    user = account()
    client = browser(user)
    assert b"data-theme=" not in client.get("/").content.split(b"<head>")[0]
    client.post("/theme/", {"theme": "vellum", "next": "/"})
    assert b'data-theme="vellum"' in client.get("/").content
    elsewhere = browser()
    elsewhere.post("/account/login/", {"login": user.username, "password": PASSWORD})
    assert b'data-theme="vellum"' in elsewhere.get("/").content


ELSEWHERE = [
    "https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)",
    "nowhere", "lobby:home", "x" * 5000, "\x00", "\u202e/",
]  # fmt: skip


@pytest.mark.parametrize("there", ELSEWHERE)
def test_a_form_sends_one_to_a_path_of_this_site_only(there: str) -> None:
    client = browser()
    for where, form in (("/theme/", {"theme": "hearth"}), ("/i18n/setlang/", {"language": "ru"})):
        assert client.post(where, {**form, "next": there}).url == "/"


def test_unknown_languages_and_themes_change_nothing() -> None:
    client = browser()
    client.post("/theme/", {"theme": "neon"})
    client.post("/i18n/setlang/", {"language": "xx"})
    assert "theme" not in client.cookies
    assert client.cookies["language"].value == "en"


def test_too_many_guests_from_one_address_are_turned_away_politely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(throttle.LIMITS, "guest", throttle.parse("2/hour"))
    answers = [browser().post("/play/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert "Slow down" in text_of(answers[-1])
    assert User.objects.filter(guest=True).count() == 2


def test_a_name_at_the_table_is_changed_and_hidden_signs_are_refused() -> None:
    user = account("ketil")
    client = browser(user)
    assert client.post("/account/", {"name": "Jarl Ketil"}).url == "/account/"
    assert client.post("/account/", {"name": HIDDEN[0]}).status_code == 422
    user.refresh_from_db()
    assert (user.shown_name, user.username) == ("Jarl Ketil", "ketil")
