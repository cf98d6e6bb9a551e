"""Armies are mustered, judged while one types, kept, copied, and written out as text."""

from typing import Any

import msgspec
import pytest
from django.urls import reverse

from rules.saga.content import Roster
from rules.saga.warbands import listing
from rules.saga.warbands.muster import default_rosters
from rules.saga.warbands.packs import pack
from table.accounts.models import User
from table.armies.models import Army
from table.armies.operations import MOST_ARMIES
from tests.table.pages.people import account, browser, text_of

pytestmark = pytest.mark.django_db


def taken(user: User, key: str = "normans_4") -> Army:
    browser(user).post(reverse("armies:take", args=[key]))
    return Army.objects.filter(owner=user).latest("pk")


def fields(band: Army, **change: Any) -> dict[str, Any]:
    """The builder's form as its page would send it, with some fields changed."""
    roster = msgspec.convert(band.roster, Roster)
    form: dict[str, Any] = {"name": roster.name, "points": str(roster.points), "unit": []}
    for unit in roster.units:
        form["unit"].append(unit.id)
        given = {"kind": unit.kind, "name": unit.name, "models": str(unit.models)}
        given["option"] = unit.option
        form |= {f"{unit.id}-{field}": value for field, value in given.items()}
        if unit.mounted:
            form[f"{unit.id}-mounted"] = "on"
    return {**form, **{key.replace("_", "-", 1): value for key, value in change.items()}}


def saved(user: User, band: Army, form: dict[str, Any]) -> Any:
    return browser(user).post(reverse("armies:build", args=[band.pk]), form)


def test_a_new_army_begins_with_its_warlord() -> None:
    user = account()
    form = {"name": "The Grey Host", "faction": "normans", "points": "5"}
    answer = browser(user).post("/armies/new/", form)
    band = Army.objects.get()
    assert answer.url == f"/armies/{band.pk}/"
    assert (band.faction, band.points, band.legal) == ("normans", 5, False)
    assert [unit["kind"] for unit in band.roster["units"]] == ["warlord"]


def test_the_form_of_an_army_sent_back_unchanged_changes_nothing() -> None:
    user = account()
    for key in pack().rosters:
        band = taken(user, key)
        before = band.roster
        saved(user, band, fields(band, op="save"))
        band.refresh_from_db()
        assert band.roster == before
        assert band.legal


def test_units_are_added_and_removed_without_scripts() -> None:
    user = account()
    band = taken(user)
    saved(user, band, fields(band, op="add:levies"))
    band.refresh_from_db()
    added = band.roster["units"][-1]
    assert (added["kind"], added["models"], added["name"]) == ("levies", 12, "Peasants")
    assert not band.legal
    saved(user, band, fields(band, op=f"remove:{added['id']}"))
    band.refresh_from_db()
    assert band.legal
    assert [unit["id"] for unit in band.roster["units"]] == ["w", "u1", "u2", "u3", "u4"]


def test_the_verdict_names_the_rule_the_unit_and_the_smallest_fix_and_keeps_nothing() -> None:
    user = account()
    band = taken(user)
    path = reverse("armies:validate", args=[band.pk])
    answer = browser(user).post(path, fields(band, u1_models="3"))
    text = text_of(answer)
    assert "Milites of the Vale: 3 models; a unit has 4 at least. Add 1." in text
    assert "SAGA-WBD-02" in text
    assert b'href="/rules/saga/#SAGA-WBD-02"' in answer.content
    assert b'data-unit="u1"' in answer.content
    russian = browser(user, "ru").post(path, fields(band, u1_models="3"))
    assert "Добавьте" in text_of(russian)
    band.refresh_from_db()
    assert band.legal


@pytest.mark.parametrize("number", ["", "x", "-4", "1e9", "9" * 30, "²", "4.5"])
def test_a_number_of_models_that_is_none_is_answered_by_the_rules(number: str) -> None:
    user = account()
    band = taken(user)
    assert saved(user, band, fields(band, u1_models=number)).status_code == 302
    band.refresh_from_db()
    assert not band.legal


def test_an_unfinished_army_is_kept_but_cannot_be_brought_to_a_table() -> None:
    user = account()
    band = taken(user)
    saved(user, band, fields(band, u1_models="3"))
    assert "unfinished" in text_of(browser(user).get("/armies/"))
    assert f"own:{band.pk}" not in browser(user).get("/play/").content.decode()
    answer = browser(user).post("/play/", {"a": f"own:{band.pk}"})
    assert answer.status_code == 422


@pytest.mark.parametrize("name", ["Grey\u202eHost", "x" * 41, "", "Grey\u0007Host"])
def test_a_name_that_cannot_be_shown_is_refused_and_nothing_is_written(name: str) -> None:
    user = account()
    band = taken(user)
    answer = saved(user, band, fields(band, name=name, u1_models="5"))
    assert answer.status_code == 422
    band.refresh_from_db()
    assert (band.name, band.roster["units"][1]["models"]) == ("The Grey Destrier", 4)


def test_units_that_the_form_makes_up_are_bounded_and_judged() -> None:
    user = account()
    band = taken(user)
    many = {"unit": [f"u{n}" for n in range(60)]}
    made = {f"u{n}-kind": "warriors" for n in range(60)}
    names = {f"u{n}-name": "x" for n in range(60)}
    answer = saved(user, band, fields(band) | many | made | names)
    assert answer.status_code == 422
    assert "40 at most" in text_of(answer)
    for strange in (
        {"unit": ["../w", "<b>", "W", "u1"]},
        {"u1-kind": "dragons"},
        {"u1-option": "<"},
    ):
        assert saved(user, band, fields(band) | strange).status_code == 302


def test_an_army_is_renamed_copied_and_deleted() -> None:
    user = account()
    band = taken(user)
    saved(user, band, fields(band, name="The Red Destrier"))
    client = browser(user)
    copy = client.post(reverse("armies:copy", args=[band.pk]))
    assert Army.objects.count() == 2
    assert "The Red Destrier, copy" in text_of(client.get(copy.url))
    path = reverse("armies:delete", args=[band.pk])
    assert "Delete “The Red Destrier”?" in text_of(client.get(path))
    client.post(path)
    assert [left.name for left in Army.objects.all()] == ["The Red Destrier, copy"]


def test_nobody_keeps_more_armies_than_can_be_listed() -> None:
    user = account()
    first = taken(user)
    more = [Army(owner=user, name="x", faction="normans", points=4, roster=first.roster)
            for _ in range(MOST_ARMIES - 1)]  # fmt: skip
    Army.objects.bulk_create(more)
    answer = browser(user).post(reverse("armies:copy", args=[first.pk]), follow=True)
    assert "200 armies already" in text_of(answer)
    assert Army.objects.count() == MOST_ARMIES


@pytest.mark.parametrize("language", ["en", "ru"])
def test_an_army_as_text_comes_back_as_it_was(language: str) -> None:
    user = account()
    client = browser(user, language)
    for roster in default_rosters(language):
        text = listing.write(roster, language, pack())
        client.post("/armies/paste/", {"text": text, "keep": "1"})
        band = Army.objects.latest("pk")
        assert band.legal
        got = client.get(reverse("armies:text", args=[band.pk]))
        assert got.content.decode() == text


def test_a_pasted_list_is_answered_line_by_line_before_it_is_kept() -> None:
    user = account()
    text = "The Grey Host\nNormans, 4 points\n- Robert: warlord\n- Odd: 7 dragons\n<b>bold</b>\n"
    answer = browser(user).post("/armies/paste/", {"text": text})
    page = answer.content.decode()
    assert page.count('<li class="recognised">') == 3
    assert page.count('<li class="unknown">') == 2
    assert "No class of unit" in text_of(answer)
    assert "<b>bold</b>" not in page
    assert not Army.objects.exists()


def test_a_list_without_a_people_can_be_read_but_not_kept() -> None:
    user = account()
    for form in ({"text": "- A: 8 warriors"}, {"text": "- A: 8 warriors", "keep": "1"}):
        answer = browser(user).post("/armies/paste/", form, follow=True)
        assert "no such faction" in text_of(answer)
    assert not Army.objects.exists()


def test_a_list_that_is_too_long_is_refused_with_the_number() -> None:
    answer = browser(account()).post("/armies/paste/", {"text": "x\n" * 12_000})
    assert answer.status_code == 422
    assert "16384 at most" in text_of(answer)


def test_the_sheet_shows_numbers_board_and_text() -> None:
    user = account()
    band = taken(user)
    text = text_of(browser(user).get(reverse("armies:show", args=[band.pk])))
    for said in ("Milites of the Vale", "Storm of Arrows", "gonfalon", "house reading"):
        assert said in text
