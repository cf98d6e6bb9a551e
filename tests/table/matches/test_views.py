"""Pages and files of a match: who may read them, what they hold, how far they go."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from rules.core import patch
from rules.core.values import PUBLIC
from table.matches import log, operations, replay
from table.matches.folded import forget
from table.matches.models import Match, Ruling
from tests.table.matches import play

pytestmark = pytest.mark.django_db(transaction=True)


def get(client: Client, match: Match, name: str, **query: Any) -> Any:
    answer = client.get(f"/match/{match.pk}/{name}", query)
    assert answer.status_code == 200, (name, answer.status_code)
    body = answer.content
    return json.loads(gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body)


def signed_in(player: Any) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.mark.parametrize("name", ["", "replay/"])
def test_the_page_holds_all_the_table_needs_to_begin(name: str) -> None:
    match, users = play.match_of_three()
    answer = signed_in(users["b"]).get(f"/match/{match.pk}/{name}")
    assert answer.status_code == 200
    page = answer.context["page"]
    assert page["you"]["sides"] == ["b"]
    assert page["urls"]["socket"] == f"/ws/match/{match.pk}/"
    assert page["match"]["ruleset"] == page["game"] == "toy"
    assert json.loads(json.dumps(page)) == page
    assert play.keepsake("a") not in answer.content.decode()


@pytest.mark.parametrize(
    "name", ["", "replay/", "film.json", "replay.json", "log.json", "remarks.json"]
)
def test_to_one_who_may_not_watch_there_is_no_such_page(name: str) -> None:
    match, _ = play.match_of_three()
    operations.set_policy(match=match, watch="nobody")
    assert Client().get(f"/match/{match.pk}/{name}").status_code == 404
    assert Client().get(f"/match/999999/{name}").status_code == 404


def test_before_it_begins_a_match_has_its_room_and_no_table() -> None:
    maker = play.user()
    made = operations.open_match(user=maker, terms=play.terms(), sides=play.SIDES)
    assert isinstance(made, Match)
    answer = signed_in(maker).get(f"/match/{made.pk}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{made.pk}/")


def test_a_watch_link_lets_a_stranger_in_until_it_is_renewed() -> None:
    match, _ = play.match_of_three()
    operations.set_policy(match=match, watch="link")
    stranger, page = Client(), f"/match/{match.pk}/"
    assert stranger.get(page).status_code == 404
    answer = stranger.get(f"/watch/{match.watch_token}/")
    assert (answer.status_code, answer["Location"]) == (302, page)
    assert stranger.get(page).status_code == 200
    assert match.watch_token not in stranger.get(page).content.decode()
    old = match.watch_token
    operations.set_link(match=match, kind="watch", on=True)
    assert stranger.get(page).status_code == 404
    assert Client().get(f"/watch/{old}/").status_code == 404


def test_a_film_leads_from_the_opening_to_what_the_table_shows_now() -> None:
    match, users = play.match_of_three()
    play.play_on(match)
    film = get(signed_in(users["a"]), match, "film.json")
    view, at = film["opening"]["view"], film["opening"]["seq"]
    for step in film["steps"]:
        assert step["after"] == at
        view, at = patch.apply(view, step["patch"]), step["seq"]
    held = play.folded_of(match)
    shown = json.loads(replay.frames.encode(held.rules.view(held.live, frozenset("a"))))
    assert (at, view) == (held.seq, shown)
    assert film["dice"]["secret"]


def test_the_end_of_a_film_has_the_digest_of_the_state_at_the_table_and_nothing_before_it_has() -> (
    None
):
    match, users = play.match_of_three()
    play.play_on(match)
    at_the_table = replay.frames.digest(play.folded_of(match).live)
    forget(match.pk)
    film = get(signed_in(users["a"]), match, "film.json")
    assert len(at_the_table) == replay.frames.DIGITS
    assert film["steps"][-1]["digest"] == at_the_table
    assert "digest" not in film["steps"][0]
    assert replay.frames.digest(play.folded_of(match).live) == at_the_table


def test_whole_views_stand_in_a_film_so_that_a_scrub_back_is_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replay, "EVERY", 5)
    match, users = play.match_of_three()
    play.play_on(match, 13)
    film = get(signed_in(users["a"]), match, "film.json")
    assert [whole["seq"] for whole in film["wholes"]] == [
        film["steps"][4]["seq"], film["steps"][9]["seq"],
    ]  # fmt: skip
    view = film["opening"]["view"]
    for step in film["steps"][:5]:
        view = patch.apply(view, step["patch"])
    assert {**film["wholes"][0]["view"], "fixed": view["fixed"]} == view


def test_a_film_of_an_ended_match_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = play.match_of_three()
    play.play_on(match)
    match.refresh_from_db()
    made = replay.film(match, PUBLIC)
    monkeypatch.setattr(replay, "_film", None)
    assert replay.film(match, PUBLIC) is made


def test_no_file_goes_further_than_the_horizon_of_a_delayed_audience() -> None:
    match, users = play.match_of_three(delay=3600)
    play.play_on(match)
    opening = Ruling.objects.get(match=match, after=0).seq
    stranger, player = Client(), signed_in(users["a"])
    assert get(stranger, match, "film.json")["seq"] == opening
    assert get(stranger, match, "replay.json")["rulings"][-1]["seq"] == opening
    assert get(stranger, match, "log.json", before=10**9)["entries"][-1]["seq"] == opening
    assert "secret" not in get(stranger, match, "film.json")["dice"]
    assert get(player, match, "film.json")["seq"] == log.head(match.pk)


def test_an_export_holds_what_is_needed_to_redo_every_roll_and_no_secret_of_a_side() -> None:
    match, users = play.match_of_three()
    play.play_on(match, 8)
    export = get(signed_in(users["a"]), match, "replay.json")
    assert (export["format"], export["version"]) == ("skald-replay", 1)
    assert export["dice"].keys() == {"commitment"}
    assert play.keepsake("b") not in json.dumps(export)
    play.play_on(match)
    export = get(signed_in(users["a"]), match, "replay.json")
    dice = export["dice"]
    from rules.core.dice import commitment, face, stream_key

    secret = bytes.fromhex(dice["secret"])
    assert commitment(secret) == dice["commitment"]
    key = stream_key(secret, dice.get("salts", {}))
    rolls = [e for r in export["rulings"] for e in r["events"] if e["type"] == "rolled"]
    assert rolls
    for roll in rolls:
        assert roll["faces"] == [face(key, roll["first"] + n) for n in range(len(roll["faces"]))]


def test_the_program_in_the_documentation_checks_an_export(tmp_path: Path, root: Path) -> None:
    match, _ = play.match_of_three()
    play.play_on(match)
    match.refresh_from_db()
    export = replay.export(match, frozenset("a"))
    page = (root / "docs" / "replay-format.md").read_text()
    (tmp_path / "check.py").write_text(page.split("```python\n")[1].split("```")[0])

    def check(body: bytes) -> subprocess.CompletedProcess[str]:
        (tmp_path / "replay.json").write_bytes(body)
        command = [sys.executable, "check.py", "replay.json"]
        return subprocess.run(command, cwd=tmp_path, text=True, capture_output=True, check=False)

    good = check(export)
    assert good.returncode == 0, good.stderr
    assert good.stdout.endswith("every one as committed\n")
    loaded = json.loads(export)
    roll = next(e for r in loaded["rulings"] for e in r["events"] if e["type"] == "rolled")
    roll["faces"][0] = roll["faces"][0] % 6 + 1
    assert check(json.dumps(loaded).encode()).returncode != 0


def test_older_pages_of_log_and_chat() -> None:
    from table.matches import remarks

    match, users = play.match_of_three()
    play.play_on(match)
    for number in range(60):
        remarks.add(match=match.pk, user=users["a"], side="a", name="A", text=f"line {number}")
    client = signed_in(users["b"])
    page = get(client, match, "remarks.json")
    assert [len(page["remarks"]), page["more"]] == [50, True]
    older = get(client, match, "remarks.json", before=page["remarks"][0]["id"])
    assert [remark["text"] for remark in older["remarks"]] == [f"line {n}" for n in range(10)]
    assert older["more"] is False
    whole = get(client, match, "log.json", before=10**9)
    assert whole["entries"][-1]["seq"] == log.head(match.pk)
    for odd in ("-1", "x", "9" * 40, "٣"):
        assert get(client, match, "log.json", before=odd)["entries"]


@pytest.mark.parametrize("name", ["", "film.json", "log.json", "remarks.json"])
def test_pages_cost_the_same_few_queries_however_long_the_match(
    name: str, django_assert_max_num_queries: Any
) -> None:
    match, users = play.match_of_three()
    play.play_on(match)
    client = signed_in(users["a"])
    with django_assert_max_num_queries(16):
        client.get(f"/match/{match.pk}/{name}")
