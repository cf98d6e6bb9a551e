"""Tables are opened, found, filled, and begun."""

import json

import pytest
from django.urls import reverse

from rules import ruleset
from rules.core.wording import catalogue
from rules.saga.warbands.packs import pack
from table.accounts import throttle
from table.accounts.models import User
from table.matches.models import Match, MatchState, Seat
from tests.table.pages.people import account, begun, browser, guest, table, text_of

pytestmark = pytest.mark.django_db

NEW = {
    "field": "sacred_ground/three_oaks", "points": "4", "side": "b", "clock": "30+30",
    "watch": "everyone", "delay": "300", "chat": "nobody", "listed": "on",
}  # fmt: skip


def room(match: Match) -> str:
    return reverse("lobby:match", args=[match.pk])


def test_one_click_makes_a_stranger_a_guest_and_begins_a_match_with_both_sides_his() -> None:
    client = browser()
    answer = client.post("/play/")
    match = Match.objects.get()
    assert answer.url == f"/match/{match.pk}/"
    assert (match.practice, match.state) == (True, MatchState.LIVE)
    assert {seat.user_id for seat in match.seats.all()} == {User.objects.get(guest=True).pk}
    assert client.get(answer.url).status_code == 200


def test_a_guest_without_a_name_is_called_one_in_the_language_of_the_page() -> None:
    client = browser()
    client.post("/play/")
    client.post("/i18n/setlang/", {"language": "ru", "next": "/"})
    shown = text_of(client.get("/"))
    assert "Гость" in shown
    assert "Guest" not in shown


def test_a_table_that_waits_is_a_table_and_one_that_is_played_a_match() -> None:
    user = account()
    client = browser(user)
    lit = 'aria-current="page"><svg'
    waiting = table(user)
    assert f'href="/tables/" {lit}' in client.get(room(waiting)).content.decode()
    playing = begun(user, account("Odo"))
    assert f'href="/matches/" {lit}' in client.get(room(playing)).content.decode()


def test_whoever_watches_is_led_to_a_table_that_may_play_itself_and_players_to_their_seats() -> (
    None
):
    user = account()
    match = begun(user, account(), watch="everyone")
    assert f'href="/match/{match.pk}/?play"' in browser().get("/").content.decode()
    own = browser(user).get("/matches/").content.decode()
    assert f'href="/match/{match.pk}/"' in own
    assert "?play" not in own


def test_asking_for_the_practice_page_changes_nothing() -> None:
    assert browser().get("/play/").status_code == 200
    assert not Match.objects.exists()
    assert not User.objects.exists()


def test_armies_of_unequal_points_are_no_practice_and_the_refusal_says_the_numbers() -> None:
    form = {"a": "game:normans_6", "b": "game:anglo_danes_4"}
    answer = browser(account()).post("/play/", form)
    assert answer.status_code == 422
    assert "Both warbands must have the same points; here 6 and 4." in text_of(answer)
    assert not Match.objects.exists()


def test_a_table_is_opened_as_its_maker_chose() -> None:
    user = account("ketil")
    answer = browser(user).post("/tables/new/", NEW)
    match = Match.objects.get()
    assert answer.url == room(match)
    assert (match.scenario, match.options) == (
        "sacred_ground", {"points": 4, "layout": "three_oaks"},
    )  # fmt: skip
    assert (match.clock_bank, match.clock_grace) == (1800, 30)
    assert match.delay == 300
    assert (match.watch, match.chat, match.listed) == ("everyone", "nobody", True)
    assert [(s.side, s.name) for s in match.seats.all()] == [("a", ""), ("b", "ketil")]


@pytest.mark.parametrize(
    "wrong",
    [
        {"field": "x/y"},
        {"points": "99"},
        {"side": "c"},
        {"watch": "?"},
        {"clock": "1"},
        {"delay": "1"},
    ],
)
def test_what_no_choice_offers_opens_no_table(wrong: dict[str, str]) -> None:
    assert browser(account()).post("/tables/new/", {**NEW, **wrong}).status_code == 422
    assert not Match.objects.exists()


def test_a_stranger_opens_a_table_with_just_a_name() -> None:
    client = browser()
    assert client.post("/tables/new/", NEW).status_code == 422
    client.post("/tables/new/", {**NEW, "name": "Wulfric"})
    assert Match.objects.get().seats.get(side="b").name == "Wulfric"


def test_too_many_tables_are_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(throttle.LIMITS, "table", throttle.parse("1/hour"))
    client = browser(account())
    assert [client.post("/tables/new/", NEW).status_code for _ in range(2)] == [302, 429]
    assert Match.objects.count() == 1


def test_filters_stand_in_the_address() -> None:
    user = account()
    table(user)
    table(user, clock_bank=600, options={"points": 6, "layout": "stone_moor"})
    table(user, listed=False, options={"points": 8, "layout": "open_field"})

    def found(query: str) -> set[str]:
        text = text_of(browser().get(f"/tables/?{query}"))
        return {name for name in ("Barrow Hill", "Stone Moor", "Open field") if name in text}

    assert found("") == {"Barrow Hill", "Stone Moor"}
    assert found("points=6") == {"Stone Moor"}
    assert found("clock=no") == {"Barrow Hill"}
    assert found("clock=yes&points=4") == set()
    assert found("side=b") == {"Barrow Hill", "Stone Moor"}
    assert found("side=a") == set()
    assert found("scenario=sacred_ground") == set()
    assert found("points=nonsense&page=-3") == {"Barrow Hill", "Stone Moor"}


def test_two_sit_down_bring_armies_and_the_last_ready_begins_the_match() -> None:
    host = account("ketil")
    match = table(host, listed=False)
    first, second = browser(host), browser()
    joined = second.post(reverse("lobby:join", args=[match.invite_token]), {"name": "Wulfric"})
    assert joined.url == room(match)
    for client, side, band in (
        (first, "a", "game:normans_4"), (second, "b", "game:anglo_danes_4"),
    ):  # fmt: skip
        client.post(reverse("lobby:roster", args=[match.pk, side]), {"army": band})
    assert "The Grey Destrier" in text_of(first.get(room(match)))
    ready = reverse("lobby:ready", args=[match.pk, "a"])
    assert first.post(ready, {"on": "1"}).url == room(match)
    last = second.post(reverse("lobby:ready", args=[match.pk, "b"]), {"on": "1"})
    assert last.url == f"/match/{match.pk}/"
    match.refresh_from_db()
    assert match.state == MatchState.LIVE


def test_who_presses_twice_to_sit_down_is_in_the_room_and_who_comes_late_is_told() -> None:
    other, late = browser(account()), browser(account())
    match = table(account())
    sit = reverse("lobby:sit", args=[match.pk])
    for _press in range(2):
        assert other.post(sit, {"side": "b"}).url == room(match)
    answer = late.post(sit, {"side": "b"})
    assert answer.status_code == 200
    assert "Every seat is taken" in text_of(answer)


def test_an_opponents_room_does_not_show_which_army_one_brought() -> None:
    host, other = account(), account()
    match = table(host)
    browser(other).post(reverse("lobby:sit", args=[match.pk]), {"side": "b"})
    brought = reverse("lobby:roster", args=[match.pk, "a"])
    browser(host).post(brought, {"army": "game:normans_4"})
    seen = browser(other).get(room(match)).content.decode()
    assert "Robert of Bayeux" not in seen
    assert "<span>Normans</span>" in seen


def test_an_army_of_other_points_is_refused_with_both_numbers() -> None:
    host = account()
    match = table(host)
    client = browser(host)
    brought = reverse("lobby:roster", args=[match.pk, "a"])
    answer = client.post(brought, {"army": "game:normans_6"}, follow=True)
    assert "This table is played with 4 points; the army has 6." in text_of(answer)
    assert match.seats.get(side="a").roster is None


def test_somebody_elses_army_cannot_be_brought() -> None:
    host, other = account(), account()
    browser(other).post(reverse("armies:take", args=["normans_4"]))
    band = other.armies.get()
    match = table(host)
    for choice in (f"own:{band.pk}", "own:9" * 9, "game:nothing", "", "own:²"):
        client = browser(host)
        brought = reverse("lobby:roster", args=[match.pk, "a"])
        answer = client.post(brought, {"army": choice}, follow=True)
        assert "There is no such army of yours." in text_of(answer)
    assert match.seats.get(side="a").roster is None


def test_an_invite_link_opens_until_it_is_revoked_or_renewed() -> None:
    host = account()
    match = table(host, listed=False)
    old = reverse("lobby:join", args=[match.invite_token])
    assert browser().get(old).status_code == 200
    link = reverse("lobby:link", args=[match.pk, "invite"])
    browser(host).post(link, {"on": "1"})
    assert browser().get(old).status_code == 404
    match.refresh_from_db()
    new = reverse("lobby:join", args=[match.invite_token])
    assert browser().get(new).status_code == 200
    browser(host).post(link, {"on": "0"})
    assert browser().get(new).status_code == 404
    refused = browser(account()).post(new, {})
    assert refused.status_code == 404
    assert "Ask whoever sent it" in text_of(refused)


def test_a_link_to_a_full_table_says_so_and_seats_nobody() -> None:
    match = begun(account(), account())
    answer = browser().post(reverse("lobby:join", args=[match.invite_token]), {"name": "Late"})
    assert "Every seat is taken" in text_of(answer)
    assert not User.objects.filter(guest=True).exists()


def test_a_watch_link_lets_one_watch_until_it_is_revoked() -> None:
    host = account()
    match = begun(host, account())
    stranger = browser()
    assert stranger.get(f"/match/{match.pk}/").status_code == 404
    assert (
        stranger.get(reverse("lobby:watch", args=[match.watch_token])).url == f"/match/{match.pk}/"
    )
    assert stranger.get(f"/match/{match.pk}/").status_code == 200
    browser(host).post(reverse("lobby:link", args=[match.pk, "watch"]), {"on": "0"})
    assert stranger.get(f"/match/{match.pk}/").status_code == 404


def test_who_came_to_watch_an_open_table_is_told_that_a_seat_is_free() -> None:
    host = account()
    match = table(host)
    client = browser()
    entered = client.get(reverse("lobby:watch", args=[match.watch_token]), follow=True)
    assert "you may sit down as well" in text_of(entered)
    assert "you may sit down as well" not in text_of(browser().get(room(match)))
    assert "open to everybody as well" in text_of(browser(host).get(room(match)))


def test_nobody_comes_in_by_a_watch_link_where_nobody_may_watch() -> None:
    match = begun(account(), account(), watch="nobody")
    assert browser().get(reverse("lobby:watch", args=[match.watch_token])).status_code == 404


@pytest.mark.parametrize("door", ["join", "watch"])
def test_an_empty_or_foreign_token_opens_nothing(door: str) -> None:
    match = table(account())
    Match.objects.filter(pk=match.pk).update(invite_token="", watch_token="")
    for token in ("x", "None", "%20", "ы", "a" * 300):
        assert browser().get(f"/{door}/{token}/").status_code == 404
    assert browser().get(f"/{door}//").status_code == 404


def test_a_qr_code_is_a_plain_picture_of_the_link_for_the_host_alone() -> None:
    host, other = account(), account()
    match = table(host)
    path = reverse("lobby:qr", args=[match.pk, "invite"])
    answer = browser(host).get(path)
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer.content.startswith(b"<svg")
    assert b"style" not in answer.content
    assert browser(other).get(path).status_code == 404
    before = answer.content
    browser(host).post(reverse("lobby:link", args=[match.pk, "invite"]), {"on": "1"})
    assert browser(host).get(path).content != before
    browser(host).post(reverse("lobby:link", args=[match.pk, "invite"]), {"on": "0"})
    assert browser(host).get(path).status_code == 404


def test_the_pulse_of_a_room_changes_with_it_and_leads_to_the_table() -> None:
    host = account()
    match = table(host)
    path = reverse("lobby:pulse", args=[match.pk])
    client = browser(host)
    before = json.loads(client.get(path).content)
    browser(guest()).post(reverse("lobby:sit", args=[match.pk]), {"side": "b"})
    after = json.loads(client.get(path).content)
    assert before["state"] != after["state"]
    assert after["go"] == ""
    running = begun(host, account())
    go = json.loads(client.get(reverse("lobby:pulse", args=[running.pk])).content)["go"]
    assert go == f"/match/{running.pk}/"


def test_the_pulse_tells_that_another_army_was_brought_and_to_strangers_not_its_name() -> None:
    host, other = account(), account()
    match = table(host)
    roster = reverse("lobby:roster", args=[match.pk, "a"])
    path = reverse("lobby:pulse", args=[match.pk])

    def seen(reader: User) -> str:
        return str(json.loads(browser(reader).get(path).content)["state"])

    browser(host).post(roster, {"army": "game:vikings_4"})
    before = seen(host), seen(other)
    browser(host).post(roster, {"army": "game:normans_4"})
    after = seen(host), seen(other)
    assert before[0] != after[0]
    assert before[1] != after[1]
    name = Seat.objects.get(match=match, side="a").roster["name"]
    assert name in after[0]
    assert name not in after[1]


def test_leaving_frees_the_seat_and_the_last_one_out_clears_the_table() -> None:
    host, other = account(), account()
    match = table(host)
    browser(other).post(reverse("lobby:sit", args=[match.pk]), {"side": "b"})
    leave = reverse("lobby:leave", args=[match.pk])
    assert browser(host).post(leave).url == "/tables/"
    assert match.seats.get(side="a").user is None
    browser(other).post(leave)
    assert not Match.objects.exists()


def test_when_the_maker_has_got_up_the_one_who_stays_keeps_the_keys() -> None:
    host, other = account(), account()
    match = table(host)
    browser(other).post(reverse("lobby:sit", args=[match.pk]), {"side": "b"})
    link = reverse("lobby:link", args=[match.pk, "invite"])
    assert browser(other).post(link, {"on": "0"}).status_code == 404
    browser(host).post(reverse("lobby:leave", args=[match.pk]))
    assert browser(other).post(link, {"on": "0"}).status_code == 302
    assert browser(host).post(link, {"on": "0"}).status_code == 404


def test_my_matches_say_whose_turn_it_is() -> None:
    a, b = account("ketil"), account("wulfric")
    match = begun(a, b)
    asked = match.asked
    assert asked in ("a", "b")
    mine, theirs = (a, b) if asked == "a" else (b, a)
    assert "Your turn" in text_of(browser(mine).get("/matches/"))
    waits = text_of(browser(theirs).get("/matches/"))
    assert "Your turn" not in waits
    assert f"{mine.username} to move" in waits


@pytest.mark.parametrize("path", ["/", "/tables/", "/matches/"])
def test_what_one_plays_oneself_is_not_offered_to_watch(path: str) -> None:
    player, stranger = account("ketil"), account()
    match = begun(player, account("wulfric"), watch="everyone")
    link = f'class="row-title" href="{reverse("matches:table", args=[match.pk])}'
    assert browser(stranger).get(path).content.decode().count(link) == 1
    assert browser(player).get(path).content.decode().count(link) == (path != "/tables/")


def test_a_finished_match_tells_its_outcome_and_leads_to_the_replay() -> None:
    a, b = account(), account()
    match = begun(a, b, watch="everyone")
    result = {"winners": ["a"], "scores": {"a": 12, "b": 3}}
    Match.objects.filter(pk=match.pk).update(
        state=MatchState.ENDED, ended=match.begun, result=result, asked=""
    )
    assert "won" in text_of(browser(a).get("/matches/"))
    assert "lost" in text_of(browser(b).get("/matches/"))
    seen = browser().get("/matches/")
    assert f"/match/{match.pk}/replay/" in seen.content.decode()
    assert text_of(seen).count("winner") == 1


def test_no_address_of_a_table_is_too_strange() -> None:
    client = browser(account())
    strange = ["99999999999999999999/", "0/", "-1/", "x/", f"{2**63}/pulse/", "1/link/other/"]
    for path in (f"/tables/{end}" for end in (*strange, "1/other.svg")):
        assert client.get(path).status_code == 404, path


def test_every_rule_of_the_index_has_its_anchor_and_its_russian() -> None:
    english = browser().get("/rules/saga/").content.decode()
    assert 'id="SAGA-TER-02"' in english
    missing = [key for key in pack().index if f'id="{key}"' not in english]
    assert missing == []
    for rule in ruleset("saga").headings():
        assert catalogue("en")[rule.name] == rule.heading
    assert "Пересечённая местность и препятствия" in text_of(
        browser(language="ru").get("/rules/saga/")
    )
    assert browser().get("/rules/chess/").status_code == 404


def test_the_credits_name_every_library_that_comes_to_the_browser() -> None:
    text = text_of(browser().get("/credits/"))
    for name in ("lit-html", "Alegreya", "Lucide".lower(), "ISC", "OFL-1.1", "BSD-3-Clause"):
        assert name.lower() in text.lower()
    assert "axe-core" not in text
