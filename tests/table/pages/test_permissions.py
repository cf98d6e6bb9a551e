"""Who may go where: every address of these pages, by every method, for everybody."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from table.accounts.models import User
from table.armies.models import Army
from table.matches.models import Match
from tests.table.pages.people import account, begun, browser, guest, table

pytestmark = pytest.mark.django_db

WHO = ("stranger", "watcher", "guest", "other", "opponent", "host")
"""A watcher came by the watch link of the host's match and is not signed in; `other` is a user who
has nothing to do with it. The host owns the match, the waiting table and the lists."""

# What happens: `ok` a page, `go` sent on, `in` sent to sign in, else the status.
ALL, PAGE = "ok ok ok ok ok ok", "ok ok ok ok ok ok | 405 405 405 405 405 405"
SIGNED_IN = "in in ok ok ok ok"
SEATED = "404 ok 404 404 ok ok"
ACTS = "405 405 405 405 405 405 | in in 404 404 go go"
HOSTS = "405 405 405 405 405 405 | in in 404 404 404 go"
OWNERS = "in in 404 404 404 ok"
OWNERS_ACT = "in in 405 405 405 405 | in in 404 404 404 go"
TOLD = "405 405 405 405 405 405 | go go go go go go"

Form = dict[str, str]
NEW_TABLE = {"name": "Wulfric", "field": "clash_of_warlords/barrow_hill", "points": "4",
             "side": "a", "watch": "link", "chat": "players"}  # fmt: skip
NEW_BATTLE = {"name": "Wulfric", "game": "ninth_age", "field": "battle/random", "points": "2000",
              "side": "a", "watch": "link", "chat": "players"}  # fmt: skip
NEW_ARMY = {"name": "Host", "faction": "hbe", "points": "2000"}
NEW_BAND = {"name": "Host", "faction": "normans", "points": "4"}

# Name of the address, after a comma what else is asked -> (its arguments, what GET | POST answer
# to each of WHO, the form posted).
MATRIX: dict[str, tuple[str, str, Form]] = {
    "lobby:home": ("", PAGE, {}),
    "lobby:tables": ("", PAGE, {}),
    "lobby:matches": ("", PAGE, {}),
    "lobby:credits": ("", PAGE, {}),
    "lobby:rulebook": ("", PAGE, {}),
    "lobby:rules": ("saga", PAGE, {}),
    "lobby:play": ("", f"{ALL} | go go go go go go", {}),
    "lobby:new": ("", f"{ALL} | go go go go go go", NEW_TABLE),
    "lobby:match": ("match", f"{SEATED} | 405 405 405 405 405 405", {}),
    "lobby:pulse": ("match", f"{SEATED} | 405 405 405 405 405 405", {}),
    "lobby:sit": ("waiting", "405 405 405 405 405 405 | 404 404 404 404 404 go", {"name": "W"}),
    "lobby:leave": ("match", ACTS, {}),
    "lobby:roster": ("match a", ACTS, {"army": "game:anglo_danes_4"}),
    "lobby:ready": ("match a", ACTS, {"on": "0"}),
    "lobby:link": ("match watch", HOSTS, {"on": "0"}),
    "lobby:policy": ("match", HOSTS, {"watch": "everyone", "chat": "everyone"}),
    "lobby:qr": ("match watch", "in in 404 404 404 ok | 405 405 405 405 405 405", {}),
    "lobby:join": ("invite", "ok ok ok ok ok go | 422 422 go 200 200 go", {}),
    "lobby:watch": ("watch_token", "go go go go go go | 405 405 405 405 405 405", {}),
    "armies:armies": ("", PAGE, {}),
    "armies:new": ("", f"{SIGNED_IN} | in in go go go go", NEW_BAND),
    "armies:paste": ("", f"{SIGNED_IN} | in in ok ok ok ok", {"text": "- A: warlord"}),
    "armies:take": ("normans_4", "in in 405 405 405 405 | in in go go go go", {}),
    "armies:build": ("band", f"{OWNERS} | in in 404 404 404 go", {"name": "Mine", "points": "4"}),
    "armies:validate": ("band", "in in 405 405 405 405 | in in 404 404 404 ok", {}),
    "armies:copy": ("band", OWNERS_ACT, {}),
    "armies:delete": ("band", f"{OWNERS} | in in 404 404 404 go", {}),
    "armies:show": ("band", f"{OWNERS} | in in 405 405 405 405", {}),
    "armies:text": ("band", f"{OWNERS} | in in 405 405 405 405", {}),
    "lobby:new, second game": ("", f"{ALL} | go go go go go go", NEW_BATTLE),
    "lobby:play, second game": ("", f"{ALL} | go go go go go go", {"game": "ninth_age"}),
    "lobby:rules, second game": ("ninth_age", PAGE, {}),
    "armies:new, second game": ("ninth_age", f"{SIGNED_IN} | in in go go go go", NEW_ARMY),
    "armies:paste, second game": (
        "ninth_age",
        f"{SIGNED_IN} | in in ok ok ok ok",
        {"text": "10 Ghouls, jetpacks - 9", "mend": "1", "fix-0": "0"},
    ),
    "armies:take, second game": ("hbe_2000", "in in 405 405 405 405 | in in go go go go", {}),
    "armies:build, second game": (
        "army",
        f"{OWNERS} | in in 404 404 404 go",
        {"name": "Mine", "op": "add", "entry": "spearmen"},
    ),
    "armies:validate, second game": ("army", "in in 405 405 405 405 | in in 404 404 404 ok", {}),
    "armies:copy, second game": ("army", OWNERS_ACT, {}),
    "armies:delete, second game": ("army", f"{OWNERS} | in in 404 404 404 go", {}),
    "armies:show, second game": ("army", f"{OWNERS} | in in 405 405 405 405", {}),
    "armies:text, second game": ("army", f"{OWNERS} | in in 405 405 405 405", {}),
    "account_settings": ("", f"{SIGNED_IN} | in in go go go go", {"name": "New Name"}),
    "account_keep": ("", "in in ok go go go | in in 422 go go go", {}),
    "account_delete": ("", f"{SIGNED_IN} | in in 422 422 422 422", {}),
    "account_export": ("", f"{SIGNED_IN} | in in 405 405 405 405", {}),
    "set_language": ("", TOLD, {"language": "ru"}),
    "set_theme": ("", TOLD, {"theme": "vellum"}),
}


class Town:
    """Everybody, the host's things, and a browser for each."""

    def __init__(self) -> None:
        self.host, self.opponent, self.other = account("host"), account("foe"), account("other")
        self.match = begun(self.host, self.opponent, listed=False)
        self.waiting = table(self.host, listed=False)
        browser(self.host).post(reverse("armies:take", args=["normans_4"]))
        browser(self.host).post(reverse("armies:take", args=["og_2000"]))
        self.band = Army.objects.get(ruleset="saga")
        self.army = Army.objects.get(ruleset="ninth_age")

    def browser(self, who: str) -> Client:
        users: dict[str, Callable[[], User | None]] = {
            "stranger": lambda: None, "watcher": lambda: None, "guest": guest,
            "other": lambda: self.other, "opponent": lambda: self.opponent,
            "host": lambda: self.host,
        }  # fmt: skip
        client = browser(users[who]())
        if who == "watcher":
            client.get(reverse("lobby:watch", args=[self.match.watch_token]))
        return client

    def arguments(self, text: str) -> list[Any]:
        known = {
            "match": self.match.pk, "waiting": self.waiting.pk, "band": self.band.pk,
            "army": self.army.pk,
            "invite": self.waiting.invite_token, "watch_token": self.match.watch_token,
        }  # fmt: skip
        return [known.get(word, word) for word in text.split()]

    def things(self) -> tuple[Any, ...]:
        """What only the host, and for their own seat the players, may change."""
        rows = (
            Match.objects.order_by("pk").filter(pk__in=[self.match.pk, self.waiting.pk]).values(),
            self.match.seats.values(),
            Army.objects.filter(owner=self.host).values(),
        )
        return tuple(list(found) for found in rows)


def outcome(answer: Any) -> str:
    if answer.status_code == 302:
        return "in" if answer.url.startswith("/account/login/") else "go"
    return "ok" if answer.status_code == 200 else str(answer.status_code)


@pytest.mark.parametrize("name", MATRIX)
def test_everybody_gets_just_what_is_for_him(name: str) -> None:
    where, expected, form = MATRIX[name]
    town = Town()
    path = reverse(name.partition(",")[0], args=town.arguments(where))
    for method, row in zip(("get", "post"), expected.split(" | "), strict=True):
        for who, wanted in zip(WHO, row.split(), strict=True):
            before = town.things()
            answer = getattr(town.browser(who), method)(path, form)
            assert outcome(answer) == wanted.replace("200", "ok"), (method, who)
            if who != "host" and name != "lobby:join":
                assert town.things() == before, f"{who} changed something by {method}"


def test_the_matrix_knows_every_address() -> None:
    def names(patterns: list[URLPattern | URLResolver], prefix: str) -> set[str]:
        found = set()
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                inner = f"{pattern.namespace}:" if pattern.namespace else prefix
                found |= names(pattern.url_patterns, inner)
            else:
                found.add(f"{prefix}{pattern.name}")
        return found

    allauths = {n for n in names(get_resolver().url_patterns, "") if n.startswith("account_")}
    ours = {"account_settings", "account_keep", "account_delete", "account_export"}
    others = {"health", *(allauths - ours)}
    known = {
        name for name in names(get_resolver().url_patterns, "")
        if not name.startswith(("admin:", "matches:")) and name not in others
    }  # fmt: skip
    assert known == {name.partition(",")[0] for name in MATRIX}


def test_forms_from_elsewhere_are_refused_in_words() -> None:
    client = Client(enforce_csrf_checks=True)
    for path in ("/play/", "/tables/new/", "/i18n/setlang/", "/account/login/"):
        answer = client.post(path, {})
        assert answer.status_code == 403
        assert "The form had grown old" in answer.content.decode()


def test_the_admin_has_no_door_of_its_own_where_passwords_could_be_guessed() -> None:
    client, form = browser(), {"username": "host", "password": "guess"}
    for answer in (client.get("/admin/login/"), client.post("/admin/login/", form)):
        assert (answer.status_code, answer.url.partition("?")[0]) == (302, "/account/login/")
    client.force_login(account("anybody"))
    assert client.get("/admin/login/").status_code == 403
    client.force_login(account("keeper", is_staff=True))
    assert client.get("/admin/").status_code == 200
