"""Tables of either game are opened, found, sat down at and begun by the same pages."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from rules import ruleset, rulesets
from table.matches.models import Match, MatchState
from tests.table.pages.people import account, browser, table, text_of

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[3]
BATTLE = {
    "game": "ninth_age", "field": "battle/random", "points": "2000", "side": "a",
    "deployment": "classic", "objective": "none", "watch": "link", "chat": "players",
}  # fmt: skip


@pytest.mark.parametrize("game", rulesets())
def test_one_click_plays_both_sides_of_either_game(game: str) -> None:
    client = browser()
    home = client.get("/").content.decode()
    assert f'name="game" value="{game}"' in home
    answer = client.post("/play/", {"game": game})
    match = Match.objects.get()
    assert (match.ruleset, match.practice, match.state) == (game, True, MatchState.LIVE)
    assert match.scenario == ruleset(game).menu().scenarios[0].id
    assert client.get(answer.url).status_code == 200


@pytest.mark.parametrize("path", ["/tables/new/", "/play/"])
def test_what_a_game_lacks_is_told_before_it_begins(path: str) -> None:
    lack = "magic and close combat are not built yet"
    client = browser()
    assert lack in text_of(client.get("/"))
    told = {game: lack in text_of(client.get(path, {"game": game})) for game in rulesets()}
    assert told == {game: bool(ruleset(game).menu().note) for game in rulesets()}
    assert told["ninth_age"]


def test_every_scenario_of_every_game_can_be_practised() -> None:
    user = account()
    for game in rulesets():
        for scenario in ruleset(game).menu().scenarios:
            first = scenario.options[0].usual if scenario.options else ""
            form = {"game": game, "field": f"{scenario.id}/{first}"}
            assert browser(user).post("/play/", form).status_code == 302
            match = Match.objects.latest("pk")
            assert (match.scenario, match.state) == (scenario.id, MatchState.LIVE)


def test_a_scenario_without_armies_names_the_sides_by_their_colours() -> None:
    form = {"game": "ninth_age", "field": "practice/"}
    browser(account(), "ru").post("/play/", form)
    match = Match.objects.get()
    assert [seat.name for seat in match.seats.all()] == ["Вайда", "Пламя"]
    assert match.options == {}


def test_a_table_agrees_on_what_its_game_leaves_open() -> None:
    client = browser(account())
    answer = client.post("/tables/new/", BATTLE)
    match = Match.objects.get()
    assert (match.ruleset, match.scenario) == ("ninth_age", "battle")
    battle = ruleset("ninth_age").menu().scenarios[0]
    usual = {option.id: option.usual for option in battle.options}
    chosen = {"points": 2000, "deployment": "classic", "objective": "none"}
    assert match.options == usual | chosen
    text = text_of(client.get(answer.url))
    for said in ("The 9th Age", "2000 points", "Classic", "terrain at random", "Your army"):
        assert said in text


@pytest.mark.parametrize(
    "wrong",
    [{"field": "clash_of_warlords/barrow_hill"}, {"points": "6"}, {"deployment": "sideways"},
     {"field": "battle"}, {"field": ""}],
)  # fmt: skip
def test_what_the_game_does_not_offer_opens_no_table(wrong: dict[str, str]) -> None:
    answer = browser(account()).post("/tables/new/", BATTLE | wrong)
    assert answer.status_code == 422
    assert not Match.objects.exists()


def test_what_does_not_go_together_is_told_when_the_table_is_opened() -> None:
    wrong = {"board": "small", "field": "battle/old_road"}
    answer = browser(account()).post("/tables/new/", BATTLE | wrong)
    assert answer.status_code == 422
    assert "laid for a table of another size" in text_of(answer)
    assert not Match.objects.exists()


@pytest.mark.parametrize("path", ["/tables/new/", "/play/"])
def test_there_is_no_page_for_a_game_that_there_is_not(path: str) -> None:
    client = browser(account())
    assert client.get(f"{path}?game=chess").status_code == 404
    assert client.post(path, {"game": "chess"}).status_code == 404
    for page in ("new", "paste"):
        assert client.get(f"/armies/{page}/chess/").status_code == 404


def test_tables_are_filtered_by_game() -> None:
    user = account()
    table(user)
    table(user, ruleset="ninth_age", scenario="battle", options={"points": 2000})

    def found(query: str) -> set[str]:
        page = browser().get(f"/tables/?{query}").content.decode()
        rows = page[page.index('<ul class="rows">') :] if '<ul class="rows">' in page else ""
        return {name for name in ("SAGA", "The 9th Age") if f'row-what">{name}' in rows}

    assert found("") == {"SAGA", "The 9th Age"}
    assert found("game=saga") == {"SAGA"}
    assert found("game=ninth_age") == {"The 9th Age"}
    assert found("scenario=battle") == {"The 9th Age"}
    assert found("points=2000") == {"The 9th Age"}
    assert found("game=saga&points=2000") == set()
    assert found("game=chess") == {"SAGA", "The 9th Age"}


def test_two_bring_armies_and_the_last_ready_begins_the_battle() -> None:
    host, guest = account(), account()
    first, second = browser(host), browser(guest)
    room = first.post("/tables/new/", BATTLE | {"listed": "on"}).url
    match = Match.objects.get()
    second.post(reverse("lobby:sit", args=[match.pk]), {"side": "b"})
    last: Any = None
    for client, side, army in ((first, "a", "game:hbe_2000"), (second, "b", "game:og_2000")):
        brought = client.post(reverse("lobby:roster", args=[match.pk, side]), {"army": army})
        assert brought.url == room
        last = client.post(reverse("lobby:ready", args=[match.pk, side]), {"on": "1"})
    assert last.url == f"/match/{match.pk}/"
    match.refresh_from_db()
    assert match.state == MatchState.LIVE


def test_a_scenario_with_armies_of_its_own_begins_when_both_are_ready() -> None:
    first, second = browser(account()), browser(account())
    room = first.post("/tables/new/", BATTLE | {"field": "practice/", "listed": "on"}).url
    match = Match.objects.get()
    text = text_of(first.get(room))
    assert "I am ready" in text
    assert "Your army" not in text
    second.post(reverse("lobby:sit", args=[match.pk]), {"side": "b"})
    for client, side in ((first, "a"), (second, "b")):
        client.post(reverse("lobby:ready", args=[match.pk, side]), {"on": "1"})
    match.refresh_from_db()
    assert match.state == MatchState.LIVE


def test_an_army_of_other_points_is_refused_with_both_numbers() -> None:
    client = browser(account())
    client.post("/tables/new/", BATTLE | {"points": "1500"})
    brought = reverse("lobby:roster", args=[Match.objects.get().pk, "a"])
    answer = client.post(brought, {"army": "game:hbe_2000"}, follow=True)
    assert "This table is played with 1500 points" in text_of(answer)


def test_no_page_asks_which_game_it_is() -> None:
    """Only what is a game's own names it: its workshop, its templates, the demo, a default."""
    own = ("workshops", "migrations", "management", *rulesets())
    defaults = {
        "table/matches/operations.py",
        "table/armies/models.py",
        "table/matches/protocol.py",
    }
    named = re.compile("|".join(rf"['\"./]{game}\b" for game in rulesets()))
    found = set()
    for folder, ending in (("table", "*.py"), ("templates", "*.html"), ("static/js/pages", "*.js")):
        for path in (ROOT / folder).rglob(ending):
            name = path.relative_to(ROOT).as_posix()
            code = re.sub(r'""".*?"""', "", path.read_text("utf-8"), flags=re.S)
            if not set(name.split("/")) & set(own) and named.search(code):
                found.add(name)
    assert found - defaults == set()


@pytest.mark.parametrize("game", rulesets())
def test_the_rules_page_of_each_game_leads_to_the_other(game: str) -> None:
    page = browser().get(f"/rules/{game}/").content.decode()
    assert all(f'href="/rules/{other}/"' in page for other in rulesets())
    assert browser().get("/rules/").status_code == 200


def test_a_rule_that_a_refusal_names_is_found_by_its_anchor_in_both_languages() -> None:
    english = browser().get("/rules/ninth_age/").content.decode()
    assert 'id="T9A-CHG-23"' in english
    assert 'id="T9A-SR-VANGUARD"' in english
    assert "not built yet" in english
    russian = text_of(browser(language="ru").get("/rules/ninth_age/"))
    assert "Прямо, с одним поворотом не более 90 градусов" in russian
    assert "Нападения" in russian
