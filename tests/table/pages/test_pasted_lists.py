"""A list is pasted from a mail, its doubtful lines are put right, and it is kept."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rules import ruleset
from rules.core.refusals import Refusal
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.armies.pasted.listing import MOST_BYTES, read
from table.accounts import throttle
from table.armies.models import Army
from table.matches import log
from table.matches.models import Match
from tests.table.pages.people import account, browser, text_of
from tests.table.pages.test_two_games import BATTLE

pytestmark = pytest.mark.django_db

PATH = "/armies/paste/ninth_age/"
MAIL = """Host of the Coast
Highborn Elves - 2000 pts

LORDS (235)
High Prince, General, Dragonforged Armour, Great Wepon, Greater Shielding - 190
HEROES
Commander - 103
 - Battle Standard Bearer
 - Halberd
15 Citizen Spears - 105
15 Citizen Spears - 105
don't forget the dice!
Total: 2000
"""


def shown(client: Client, form: dict[str, Any]) -> str:
    answer = client.post(PATH, form)
    assert answer.status_code == 200
    return answer.content.decode()


def text_in(page: str) -> str:
    """What stands in the text field."""
    inside = page[page.index("<textarea") :]
    return inside[inside.index(">") + 1 : inside.index("</textarea>")].strip()


FIRST = """Highborn Elves
230 - 15 Citizen Archrs, Musician
80 - Reaper Bolt Thrower
135 - Prince
"""


def test_a_list_without_a_name_is_called_for_its_army_and_kept_in_one_click() -> None:
    client = browser(account())
    page = shown(client, {"text": FIRST})
    assert 'name="name" value="Highborn Elves"' in page
    assert 'name="keep"' in page
    assert "Give it a name" not in page
    assert "Sea Guard Reaper [60]" in page
    client.post(
        PATH, {"text": FIRST, "name": "Highborn Elves", "called": "Highborn Elves", "keep": "1"}
    )
    kept = Army.objects.get()
    assert kept.name == "Highborn Elves"
    assert [(u["entry"], u.get("models", 1)) for u in kept.roster["units"]] == [
        ("citizen_archers", 15), ("high_prince", 1),
    ]  # fmt: skip


def test_a_pasted_list_is_renamed_where_it_is_read() -> None:
    client = browser(account())
    form = {"text": FIRST, "name": "  Silver Tide ", "called": "Highborn Elves"}
    assert 'name="name" value="Silver Tide"' in shown(client, form)
    client.post(PATH, form | {"keep": "1"})
    assert Army.objects.get().name == "Silver Tide"


def test_another_text_brings_its_own_name() -> None:
    form = {"text": MAIL, "name": "Highborn Elves", "called": "Highborn Elves"}
    assert 'name="name" value="Host of the Coast"' in shown(browser(account()), form)


@pytest.mark.parametrize("name", ["x" * 200, "<b>Tide", "\u202eTide", "a\0b"])
def test_a_name_that_cannot_be_kept_is_refused_in_words_or_cut(name: str) -> None:
    client = browser(account())
    form = {"text": FIRST, "name": name, "called": ""}
    assert "<b>Tide" not in shown(client, form)
    answer = client.post(PATH, form | {"keep": "1"}, follow=True)
    assert answer.status_code == 200
    kept = Army.objects.first()
    assert kept is None or kept.name in ("x" * 60, "<b>Tide", "x" * 40)


def test_a_short_list_can_be_kept_too() -> None:
    client = browser(account())
    client.post(PATH, {"text": "Highborn Elves\n1 Mage - 70\n", "keep": "1"})
    assert Army.objects.get().points == 200


def test_every_line_is_answered_and_the_doubtful_ones_have_choices() -> None:
    page = shown(browser(account()), {"text": MAIL})
    assert page.count('<li class="recognised">') == 9
    assert page.count('<li class="doubtful">') == 2
    assert page.count('<li class="unknown">') == 1
    assert page.count('class="fixes"') == 3
    assert "Great Weapon, Greater Shielding [190]" in page
    assert "a difference of 1507" in text_of_page(page)
    assert not Army.objects.exists()


def text_of_page(page: str) -> str:
    class Answer:
        content = page.encode()

    return text_of(Answer())


def test_two_doubtful_lines_are_put_right_and_the_list_is_kept() -> None:
    user = account()
    client = browser(user)
    page = shown(client, {"text": MAIL, "mend": "1", "fix-3": "0", "fix-10": "0", "fix-11": "own",
                          "own-11": "Total: 503"})  # fmt: skip
    text = text_in(page)
    assert "Great Wepon" not in text
    assert "dice" not in text
    assert page.count('<li class="recognised">') == 11
    assert 'class="fixes"' not in page
    answer = client.post(PATH, {"text": text.replace("&#x27;", "'"), "keep": "1"})
    army = Army.objects.get()
    assert answer.url == f"/armies/{army.pk}/"
    assert [(u["id"], u["name"]) for u in army.roster["units"][2:]] == [
        ("citizen_spears", "Citizen Spears"), ("citizen_spears_2", "Citizen Spears (2)"),
    ]  # fmt: skip
    assert not army.legal


def test_a_total_that_is_put_right_with_other_lines_is_right_after_them() -> None:
    text = "Host\nHighborn Elves\n20 Citizen Spears, Champoin - 160\nTotal: 990\n"
    page = shown(browser(account()), {"text": text, "mend": "1", "fix-2": "0", "fix-3": "0"})
    assert "Champion" in text_in(page)
    assert text_in(page).endswith("Total: 160")
    assert 'class="fixes"' not in page


def test_lines_that_nothing_was_chosen_for_stay_as_they_are() -> None:
    page = shown(browser(account()), {"text": MAIL, "mend": "1", "fix-3": "", "fix-10": ""})
    kept = [line for line in MAIL.splitlines() if line]
    assert text_in(page).replace("&#x27;", "'").splitlines() == kept


@pytest.mark.parametrize(
    "choice",
    [
        {"fix-3": "99"}, {"fix-3": "-1"}, {"fix-99": "0"}, {"fix-": "0"}, {"fix-²": "0"},
        {"fix-3": "own"}, {"fix-3": "own", "own-3": "<b>Two\nlines"}, {"fix-99999999": "own"},
    ],
)  # fmt: skip
def test_a_choice_that_was_not_offered_breaks_nothing(choice: dict[str, str]) -> None:
    page = shown(browser(account()), {"text": MAIL, "mend": "1", **choice})
    assert "<b>T" not in page
    assert "Citizen Spears" in text_in(page)


def test_a_list_that_is_too_long_is_refused_with_the_number() -> None:
    answer = browser(account()).post(PATH, {"text": "x\n" * (MOST_BYTES // 2 + 1)})
    assert answer.status_code == 422
    assert str(MOST_BYTES) in text_of(answer)


@pytest.mark.parametrize(
    "text",
    [
        "x" * 200_000, "10 Ghouls\n" * 10_000, "9" * 200_000, "\u202e" * 20_000, "(" * 40_000,
        "Highborn Elves\n" + " a" * 40_000, "\0\1\2\x1b[31m" * 8_000,
    ],
)  # fmt: skip
def test_far_too_much_is_refused_in_words_and_nothing_is_kept(text: str) -> None:
    client = browser(account())
    for form in ({"text": text}, {"text": text, "keep": "1"}):
        answer = client.post(PATH, form)
        assert answer.status_code == 422
        assert 'class="errors"' in answer.content.decode()
    assert not Army.objects.exists()


def test_more_than_a_request_may_hold_is_refused_in_words_too() -> None:
    client = browser(account())
    client.raise_request_exception = False
    answer = client.post(PATH, {"text": "9" * 1_000_000, "keep": "1"})
    assert answer.status_code == 400
    assert "more was sent than can be read" in text_of(answer)
    assert not Army.objects.exists()


def test_what_a_browser_cuts_is_refused_and_not_read_in_part() -> None:
    page = browser(account()).get(PATH).content.decode()
    (longest,) = re.findall(r'<textarea[^>]*maxlength="(\d+)"', page)
    assert isinstance(read("x" * int(longest), pack()), Refusal)


def test_what_cannot_be_seen_is_answered_and_kept_by_nobody() -> None:
    text = "\u202eHost\u202c\nHighborn Elves\n10\u200f Citizen\x07 Archers - 90\n\u200b\n\x1b\n"
    page = shown(browser(account()), {"text": text})
    assert page.count('<li class="recognised">') == 3


def test_reading_lists_is_work_and_not_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(throttle.LIMITS, "paste", throttle.parse("2/hour"))
    client = browser(account())
    answers = [client.post(PATH, {"text": MAIL}).status_code for _ in range(3)]
    assert answers == [200, 200, 429]


def test_a_list_of_no_known_army_can_be_read_but_not_kept() -> None:
    for form in ({"text": "bread\ncheese"}, {"text": "bread\ncheese", "keep": "1"}):
        answer = browser(account()).post(PATH, form, follow=True)
        assert "No such army." in text_of(answer)
    assert not Army.objects.exists()


def test_russian_lists_are_read_and_answered_in_russian() -> None:
    text = "Стража берега\nВысокородные эльфы, 2000 очков\n20 Хлебопёков\n"
    answer = browser(account(), "ru").post(PATH, {"text": text})
    page = text_of(answer)
    assert "Непонятно." in page
    assert "это не подразделение: пропустить строку" in page


def test_an_army_of_the_first_game_is_mended_too() -> None:
    text = "The Grey Host\nNormans, 4 points\n- Robert: warlord\n- Odd: 7 dragons\n"
    form = {"text": text, "mend": "1", "fix-3": "0"}
    page = browser(account()).post("/armies/paste/saga/", form).content.decode()
    assert "dragons" not in text_in(page)
    assert 'class="fixes"' not in page


WHOLE = """Host
Highborn Elves, 2000 points
High Prince, General, Dragonforged Armour, Great Wepon, Greater Shielding - 190
Commander, BSB, Shield - 97
Mage, Level 2, Dispel Scroll - 130
24 Citizen Spears, full command, 7 wide - 216
Citizen Archrs (10) - 90
10 Sea Guard, Champion - 130
6 Highborn Lancers, full command - 143
18 Sword Masters, full command - 256
15 Lion Guard, full command - 220
5 Knights of Ryma - 135
Reaver Chariot - 65
2 x 60 - Sea Guard Reaper
Frost Phoenix - 200
"""


def test_a_mended_list_is_brought_whole_to_a_table() -> None:
    user, other = account(), account()
    first, second = browser(user), browser(other)
    page = shown(first, {"text": WHOLE, "mend": "1", "fix-2": "0", "fix-6": "0"})
    assert 'class="fixes"' not in page
    first.post(PATH, {"text": text_in(page), "keep": "1"})
    army = Army.objects.get()
    assert army.legal
    first.post("/tables/new/", BATTLE | {"listed": "on"})
    match = Match.objects.get()
    second.post(reverse("lobby:sit", args=[match.pk]), {"side": "b"})
    for client, side, key in ((first, "a", f"own:{army.pk}"), (second, "b", "game:og_2000")):
        client.post(reverse("lobby:roster", args=[match.pk, side]), {"army": key})
        client.post(reverse("lobby:ready", args=[match.pk, side]), {"on": "1"})
    (opened, *_rest) = log.read(ruleset("ninth_age"), match.pk)
    begun: Any = opened.facts[0]
    units = {key: unit for key, unit in begun.units.items() if unit.side == "a"}
    assert len(units) == len(army.roster["units"]) == 14
    assert units["a-citizen_spears"].strength == 24
    assert begun.files["a-citizen_spears"] == 7
