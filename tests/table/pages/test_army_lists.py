"""Army lists of The 9th Age are written, judged while one types, formed up, kept, printed."""

import re
from typing import Any

import msgspec
import pytest
from django.urls import reverse
from msgspec.structs import replace

from rules.ninth_age.armies.content import Formation, Roster
from rules.ninth_age.armies.muster import MOST_UNITS, default_rosters
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.armies.writing import write
from table.accounts.models import User
from table.armies import operations
from table.armies.models import Army
from table.armies.operations import MOST_STEPS
from table.armies.workshops.ninth_age.form import fresh
from tests.table.pages.people import account, browser, text_of
from tests.table.pages.test_html import Page

pytestmark = pytest.mark.django_db


def taken(user: User, key: str = "hbe_2000") -> Army:
    browser(user).post(reverse("armies:take", args=[key]))
    return Army.objects.filter(owner=user).latest("pk")


def roster_of(army: Army) -> Roster:
    army.refresh_from_db()
    return msgspec.convert(army.roster, Roster)


class Form(Page):
    """Reads a page of the builder and collects what its form would send."""

    def __init__(self, text: str) -> None:
        self.sent: dict[str, list[str]] = {}
        self.select = ""
        super().__init__(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        found = dict(attrs)
        name, value = found.get("name") or "", found.get("value") or ""
        if tag == "select":
            self.select = name
        elif tag == "option" and self.select and "selected" in found:
            self.sent.setdefault(self.select, []).append(value)
        elif tag == "input" and name and name != "csrfmiddlewaretoken":
            ticked = found.get("type") not in ("checkbox", "radio") or "checked" in found
            self.sent.setdefault(name, []).extend([value] * ticked)


def form_of(user: User, army: Army) -> dict[str, Any]:
    page = browser(user).get(reverse("armies:build", args=[army.pk])).content.decode()
    inside = page[page.index('<form id="builder"') :]
    return dict(Form(inside[: inside.index("</form>")]).sent)


def saved(user: User, army: Army, **change: Any) -> Any:
    """Send the page's form, with some fields changed: `key__field` is `key-field`."""
    form = form_of(user, army) | {k.replace("__", "-"): v for k, v in change.items()}
    return browser(user).post(reverse("armies:build", args=[army.pk]), form)


def judged(user: User, army: Army, **change: Any) -> Any:
    form = form_of(user, army) | {k.replace("__", "-"): v for k, v in change.items()}
    return browser(user).post(reverse("armies:validate", args=[army.pk]), form)


def test_a_new_list_has_no_units_and_the_first_is_added_as_small_as_it_may_be() -> None:
    user = account()
    form = {"name": "Host of the Coast", "faction": "og", "points": "1500"}
    answer = browser(user).post("/armies/new/ninth_age/", form)
    army = Army.objects.get()
    assert answer.url == f"/armies/{army.pk}/"
    assert (army.ruleset, army.faction, army.points, army.legal) == ("ninth_age", "og", 1500, False)
    added = saved(user, army, op="add", entry="orcs")
    (unit,) = roster_of(army).units
    assert (unit.id, unit.name, unit.models) == ("orcs", "Orcs", 10)
    assert unit.options == ("common_orc",)
    assert added.url.endswith("#unit-orcs")


@pytest.mark.parametrize("key", ["hbe_2000", "og_2000"])
def test_the_form_of_a_list_sent_back_unchanged_changes_nothing(key: str) -> None:
    user = account()
    army = taken(user, key)
    before = roster_of(army)
    saved(user, army, op="save")
    assert roster_of(army).units == before.units
    assert roster_of(army) == before
    assert army.legal


@pytest.mark.parametrize("key", sorted(pack().armies))
def test_every_entry_of_a_list_can_be_added_shown_and_sent_back(key: str) -> None:
    user = account()
    army = taken(user)
    full = Roster(army=key, name="All", points=10_000)
    for entry in pack().armies[key].units:
        if entry.offered:
            full = msgspec.structs.replace(full, units=(*full.units, fresh(entry, full, "en")))
    Army.objects.filter(pk=army.pk).update(faction=key, roster=msgspec.to_builtins(full))
    saved(user, army, op="save")
    assert roster_of(army).units == full.units
    assert browser(user).get(reverse("armies:show", args=[army.pk])).status_code == 200


@pytest.mark.parametrize("options", [(), ("musician",), ("champion", "musician")])
def test_no_separator_stands_where_nothing_follows(options: tuple[str, ...]) -> None:
    user = account()
    army = taken(user)
    roster = roster_of(army)
    units = tuple(replace(u, options=options, formation=Formation()) for u in roster.units
                  if u.entry == "citizen_spears")  # fmt: skip
    operations.save(army=army, roster=replace(roster, units=units))
    page = browser(user).get(reverse("armies:build", args=[army.pk])).content.decode()
    shown = re.findall(r"<figcaption>(.*?)</figcaption>|<small>(.*?)</small>", page, re.S)
    texts = [" ".join("".join(pair).split()) for pair in shown]
    assert any("wide" in text for text in texts)
    assert not [text for text in texts if text.endswith((",", "·"))]


def test_an_option_a_mount_and_an_item_are_chosen_and_priced() -> None:
    user = account()
    army = taken(user)
    saved(
        user, army, high_prince__option=["griffon", "griffon.lightning_reflexes"],
        high_prince__item=["giant_sword"],
    )  # fmt: skip
    unit = roster_of(army).units[0]
    assert unit.options == ("griffon", "griffon.lightning_reflexes")
    assert unit.items == ("giant_sword",)
    page = browser(user).get(reverse("armies:build", args=[army.pk])).content.decode()
    assert 'data-needs="griffon"' in page


def test_the_verdict_names_rule_unit_and_smallest_fix_in_both_languages_and_keeps_nothing() -> None:
    user = account()
    army = taken(user)
    answer = judged(user, army, citizen_spears__models="14")
    text = text_of(answer)
    assert "14 models; it has" in text
    assert b'href="/rules/ninth_age/#T9A-UNIT-12"' in answer.content
    assert b'data-unit="citizen_spears"' in answer.content
    for said in ("500 at least", "700 at most"):
        assert said in text
    form = form_of(user, army) | {"citizen_spears-models": "14"}
    path = reverse("armies:validate", args=[army.pk])
    assert "не меньше 500" in text_of(browser(user, "ru").post(path, form))
    army.refresh_from_db()
    assert army.legal


def test_a_formation_is_kept_and_drawn_and_one_that_does_not_fit_is_refused_at_once() -> None:
    user = account()
    army = taken(user)
    saved(user, army, citizen_spears__files="8", **{"citizen_spears__place-champion": "1"})
    unit = next(unit for unit in roster_of(army).units if unit.id == "citizen_spears")
    assert unit.formation == Formation(
        files=8, command={"champion": 0, "musician": 3, "standard_bearer": 4}
    )
    page = browser(user).get(reverse("armies:build", args=[army.pk])).content.decode()
    assert page.count('class="cell champion"') >= 1
    assert "8 wide, 4 deep" in page
    wide = judged(user, army, citizen_spears__files="26")
    assert "It cannot stand like this." in text_of(wide)
    assert "T9A-UNIT-04" in text_of(wide)
    twice = judged(
        user, army,
        **{"citizen_spears__place-champion": "2", "citizen_spears__place-musician": "2"},
    )  # fmt: skip
    assert "T9A-CHR-04" in text_of(twice)


def test_units_are_doubled_and_removed_with_ids_and_names_of_their_own() -> None:
    user = account()
    army = taken(user)
    saved(user, army, op="twin:sea_guard_reaper")
    called = {unit.id: unit.name for unit in roster_of(army).units}
    assert called["sea_guard_reaper_3"] == "Left Bolt Thrower (2)"
    saved(user, army, op="twin:sea_guard_reaper_3")
    called = {unit.id: unit.name for unit in roster_of(army).units}
    assert called["sea_guard_reaper_4"] == "Left Bolt Thrower (3)"
    saved(user, army, op="remove:sea_guard_reaper_3")
    saved(user, army, op="remove:sea_guard_reaper_4")
    army.refresh_from_db()
    assert army.legal


def test_a_general_is_named_and_a_removed_one_is_forgotten() -> None:
    user = account()
    army = taken(user)
    saved(user, army, general="mage")
    assert roster_of(army).general == "mage"
    army.refresh_from_db()
    assert not army.legal
    saved(user, army, op="remove:mage")
    assert roster_of(army).general == ""


@pytest.mark.parametrize("models", ["-5", "9" * 9])
def test_a_number_of_models_that_cannot_be_is_marked_at_once(models: str) -> None:
    user = account()
    army = taken(user)
    as_it_stands = judged(user, army).content.decode()
    wrong = judged(user, army, citizen_spears__models=models).content.decode()
    assert 'data-unit="citizen_spears"' not in as_it_stands
    assert 'data-unit="citizen_spears"' in wrong


@pytest.mark.parametrize("number", ["", "x", "-4", "1e9", "9" * 30, "²", "4.5", "0"])
def test_numbers_that_are_none_are_answered_by_the_rules(number: str) -> None:
    user = account()
    army = taken(user)
    form, client = form_of(user, army), browser(user)
    for field in ("citizen_spears-models", "citizen_spears-files", "points",
                  "citizen_spears-place-champion"):  # fmt: skip
        wrong = form | {field: number}
        judge = client.post(reverse("armies:validate", args=[army.pk]), wrong)
        assert judge.status_code == 200
        keep = client.post(reverse("armies:build", args=[army.pk]), wrong)
        assert keep.status_code in (302, 422)


@pytest.mark.parametrize("name", ["Grey\u202eHost", "x" * 61, "", "Grey\u0007Host"])
def test_a_name_that_cannot_be_shown_is_refused_and_nothing_is_written(name: str) -> None:
    user = account()
    army = taken(user)
    for field in ("name", "mage__name"):
        if field == "mage__name" and not name:
            continue  # a unit without a name is a draft
        answer = saved(user, army, **{field: name, "mage__models": "1"})
        assert answer.status_code == 422
    army.refresh_from_db()
    assert army.legal


def test_what_a_form_makes_up_is_no_unit_and_no_option() -> None:
    user = account()
    army = taken(user)
    form = form_of(user, army)
    path = reverse("armies:build", args=[army.pk])
    strange: list[dict[str, Any]] = [
        {"unit": [*form["unit"], "../w", "<b>", "dragon", "mage"]},
        {"op": "add", "entry": "giant_eagle_of_doom"}, {"op": "add", "entry": ["", "x" * 999]},
        {"op": "twin:nobody"}, {"op": "remove:<b>"}, {"op": "add"}, {"general": "nobody"},
    ]  # fmt: skip
    for change in strange:
        assert browser(user).post(path, form | change).status_code == 302
    assert len(roster_of(army).units) == 14
    saved(user, army, mage__option=["<b>", "x" * 500], mage__item=["nothing"])
    army.refresh_from_db()
    assert not army.legal
    assert "<b></" not in browser(user).get(path).content.decode()


def test_a_list_of_too_many_units_is_refused_with_the_number() -> None:
    user = account()
    army = taken(user)
    one = roster_of(army).units[3]
    many = [msgspec.structs.replace(one, id=f"u{n}", name=f"U {n}") for n in range(MOST_UNITS)]
    full = msgspec.structs.replace(roster_of(army), units=tuple(many))
    Army.objects.filter(pk=army.pk).update(roster=msgspec.to_builtins(full))
    answer = saved(user, army, op="twin:u1")
    assert answer.status_code == 422
    assert "60" in text_of(answer)
    assert len(roster_of(army).units) == MOST_UNITS


def test_a_list_is_renamed_copied_printed_and_written_as_text() -> None:
    user = account()
    army = taken(user)
    client = browser(user)
    saved(user, army, name="Host of the Coast")
    copy = client.post(reverse("armies:copy", args=[army.pk]))
    assert "Host of the Coast, copy" in text_of(client.get(copy.url))
    sheet = text_of(client.get(reverse("armies:show", args=[army.pk])))
    for said in (
        "High Prince",
        "comes with close combat",
        "Dragonforged Armour",
        "WS",
        "5 wide, 5 deep",
    ):
        assert said in sheet
    got = client.get(reverse("armies:text", args=[army.pk])).content.decode()
    assert got == write(roster_of(army), "en", pack())


def test_an_illegal_list_cannot_be_brought_and_the_room_says_why() -> None:
    user = account()
    army = taken(user)
    saved(user, army, citizen_spears__models="14")
    client = browser(user)
    form = {"game": "ninth_age", "field": "battle/random", "points": "2000", "side": "a",
            "watch": "link", "chat": "players"}  # fmt: skip
    room = client.post("/tables/new/", form).url
    text = text_of(client.get(room))
    assert "cannot be brought yet." in text
    assert "14 models; it has" in text
    number = room.split("/")[2]
    brought = reverse("lobby:roster", args=[number, "a"])
    answer = client.post(brought, {"army": f"own:{army.pk}"}, follow=True)
    assert "There is no such" in text_of(answer)
    answer = client.post(brought, {"army": "game:normans_6"}, follow=True)
    assert "There is no such" in text_of(answer)
    ready = client.post(reverse("lobby:ready", args=[number, "a"]), {"on": "1"}, follow=True)
    assert "I am ready" not in text_of(ready)


def test_the_games_own_lists_may_be_brought(django_assert_max_num_queries: Any) -> None:
    user = account()
    client = browser(user)
    form = {"game": "ninth_age", "field": "battle/open", "points": "2000", "side": "a",
            "objective": "none", "watch": "link", "chat": "players"}  # fmt: skip
    room = client.post("/tables/new/", form).url
    number = room.split("/")[2]
    names = [roster.name for roster in default_rosters("en")]
    assert all(name in text_of(client.get(room)) for name in names)
    client.post(reverse("lobby:roster", args=[number, "a"]), {"army": "game:og_2000"})
    with django_assert_max_num_queries(14):
        text = text_of(client.get(room))
    assert "Orcs and Goblins" in text
    assert "I am ready" in text


def units_of(army: Army) -> list[str]:
    return [unit.id for unit in roster_of(army).units]


def test_a_unit_moves_among_those_of_its_category() -> None:
    user = account()
    army = taken(user, "og_2000")
    before = units_of(army)
    core = [u.id for u in roster_of(army).units if u.entry in CORE]
    answer = saved(user, army, op=f"down:{core[0]}")
    assert answer.url.endswith(f"#unit-{core[0]}")
    now = [key for key in units_of(army) if key in core]
    assert now == [core[1], core[0], *core[2:]]
    assert [key for key in units_of(army) if key not in core] == [
        key for key in before if key not in core
    ]
    saved(user, army, op=f"up:{core[0]}")
    assert units_of(army) == before
    saved(user, army, op=f"up:{core[0]}")
    assert units_of(army) == before


CORE = {entry.id for entry in pack().armies["og"].units if entry.category == "core"}


def test_one_more_stands_beside_the_first_and_is_in_hand() -> None:
    user = account()
    army = taken(user)
    first = units_of(army)[0]
    answer = saved(user, army, op=f"twin:{first}")
    assert units_of(army)[1] == f"{first}_2"
    assert answer.url.endswith(f"#unit-{first}_2")


def test_steps_are_taken_back_one_by_one() -> None:
    user = account()
    army = taken(user)
    before = roster_of(army)
    first = before.units[0].id
    saved(user, army, op=f"remove:{first}")
    saved(user, army, name="Another name", op="save")
    assert (roster_of(army).name, first in units_of(army)) == ("Another name", False)
    saved(user, army, op="undo")
    assert (roster_of(army).name, first in units_of(army)) == (before.name, False)
    saved(user, army, op="undo")
    assert roster_of(army) == before
    assert army.legal
    saved(user, army, op="undo")
    assert roster_of(army) == before


def test_what_is_typed_and_not_saved_is_the_step_that_is_taken_back() -> None:
    user = account()
    army = taken(user)
    saved(user, army, name="First", op="save")
    saved(user, army, name="Typed", op="undo")
    assert roster_of(army).name == "First"
    saved(user, army, op="undo")
    assert roster_of(army).name != "First"


def test_only_so_many_steps_are_kept_and_one_that_changes_nothing_is_none() -> None:
    user = account()
    army = taken(user)
    saved(user, army, op="save")
    army.refresh_from_db()
    assert army.before == []
    for number in range(MOST_STEPS + 3):
        operations.save(army=army, roster=replace(roster_of(army), name=f"Name {number}"))
    army.refresh_from_db()
    assert [old["name"] for old in army.before[:2]] == ["Name 2", "Name 3"]
    assert len(army.before) == MOST_STEPS


def test_what_may_be_added_says_its_least_price_and_where_there_is_no_more_room() -> None:
    user = account()
    army = taken(user)
    page = browser(user).get(reverse("armies:build", args=[army.pk])).content.decode()
    assert "Phoenix — 160</option>" in page
    for _ in range(2):
        saved(user, army, op="add", entry="phoenix")
    page = browser(user).get(reverse("armies:build", args=[army.pk])).content.decode()
    assert "Phoenix — 160 (no more allowed)</option>" in page


def test_a_machine_is_offered_at_the_price_of_the_cheapest() -> None:
    user = account()
    form = {"name": "Guns", "faction": "eos", "points": "1500"}
    answer = browser(user).post("/armies/new/ninth_age/", form)
    assert "Artillery — 100</option>" in browser(user).get(answer.url).content.decode()
