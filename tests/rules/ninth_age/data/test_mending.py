"""Every line of a pasted list that is in doubt has a way out, and each way leaves no doubt."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.wording import word
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.armies.pasted.listing import MOST_LINES, read
from rules.ninth_age.armies.pasted.mending import MOST_FIXES, MOST_MENDED, mends
from rules.ninth_age.armies.pasted.readings import Listing


def listed(text: str) -> Listing:
    found = read(text, pack())
    assert isinstance(found, Listing)
    return found


def fixes(line: str, army: str = "Highborn Elves") -> tuple[str, ...]:
    """The ways out for the last line of a list."""
    return texts(listed(f"Host\n{army}, 2000 points\n{line}\n"))[-1]


def texts(found: Listing) -> list[tuple[str, ...]]:
    """The ways out for every line of a list."""
    return [tuple(way.text for way in ways) for ways in mends(found, pack())]


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("Mage, Level 2, Dispel Scrol", "- Mage: 1 Mage, Level 2, Dispel Scroll [130]"),
        ("20 Citizen Spears, jetpacks - 165", "- Citizen Spears: 20 Citizen Spears [150]"),
        ("Citizen Archrs (17), champion", "- Citizen Archers: 17 Citizen Archers, Champion [163]"),
        ("2 x Giant Eagle", "- Giant Eagle: 2 Giant Eagle [80]"),
        (
            "2 x Giant Eagle",
            "- Giant Eagle: 1 Giant Eagle [50]\n- Giant Eagle (2): 1 Giant Eagle [50]",
        ),
        ("Sea Guard Reaper 70", "- Sea Guard Reaper: 1 Sea Guard Reaper [60]"),
        ("20 Citizen Spears\n - Chmpion", " - Champion"),
        ("20 Citizen Spears [150]\nTotal: 2000", "Total: 150"),
        ("6 Всадников Римы", "- Рыцари Римы: 6 Рыцари Римы [162]"),
        (
            "- Blades: 18 Sord Masters, Champion, 6 wide [236]",
            "- Blades: 18 Sword Masters, Champion, 6 wide [236]",
        ),
        (
            "- Prince: 1 High Prince, General, Grifon, Lightning Reflexs [265]",
            "- Prince: 1 High Prince, General, Griffon, Lightning Reflexes [265]",
        ),
        ("20 Citizen Speers, Champoin", "- Citizen Spears: 20 Citizen Spears, Champion [160]"),
        ("- Вестники: 10 Городские лчники [90]", "- Вестники: 10 Городские лучники [90]"),
        ("nobody", ""),
    ],
)
def test_what_was_probably_meant_is_among_the_ways_out(line: str, way: str) -> None:
    assert way in fixes(line)


MAIL = """Host
Highborn Elves, 2000 points
20 Citizen Spears [150]
 - Chmpion
Citizen Archrs (17), champion, musician - 187
Total: 340
"""


def told(line: int, text: str, mail: str = MAIL, language: str = "en") -> list[str]:
    """What a way out of a line says of its price and of the total."""
    ways = {way.text: way.why for way in mends(listed(mail), pack())[line]}
    return [word(reason, language, {}) for reason in ways[text]]


def test_every_way_out_says_what_it_costs_beside_the_line_and_the_total() -> None:
    archers = "- Citizen Archers: 17 Citizen Archers, Champion, Musician [173]"
    assert told(4, archers) == [
        "Costs 173: 14 less than the line says.",
        "The total is then 323: 17 less than the text says.",
    ]
    assert told(4, archers, language="ru") == [
        "Стоит 173: на 14 меньше, чем сказано в строке.",
        "Всего тогда 323: на 17 меньше, чем сказано в тексте.",
    ]
    assert told(4, "") == ["The total is then 150: 190 less than the text says."]
    assert told(3, " - Champion") == [
        "Costs 10.",
        "The total is then 333: 7 less than the text says.",
    ]


def test_a_way_out_that_costs_what_the_line_says_comes_first_and_says_so() -> None:
    mail = "Host\nHighborn Elves\n- B: 18 Sord Masters, Champoin [236]\n"
    first = mends(listed(mail), pack())[-1][0]
    assert first.text == "- B: 18 Sword Masters, Champion [236]"
    assert told(2, first.text, mail) == ["Costs 236, as the line says."]


def test_where_the_text_says_no_price_only_the_cost_is_told() -> None:
    mail = "Host\nHighborn Elves\n10 Citizen Archrs\n"
    assert told(2, "- Citizen Archers: 10 Citizen Archers [90]", mail) == ["Costs 90."]


def test_a_total_that_is_put_right_needs_no_comparing() -> None:
    ways = mends(listed(MAIL), pack())[5]
    assert [(way.text, way.why) for way in ways] == [("Total: 323", ()), ("", ())]


@pytest.mark.parametrize(
    ("line", "army", "names"),
    [
        ("Reaper Bolt Thrower - 60", "Highborn Elves", ["Sea Guard Reaper"]),
        ("80 - Reaper Bolt Thrower", "Highborn Elves", ["Sea Guard Reaper"]),
        ("135 - Prince", "Highborn Elves", ["High Prince"]),
        ("SGR, 60", "Highborn Elves", ["Sea Guard Reaper"]),
        ("30 Eadbashers", "Orcs and Goblins", ["Orc 'Eadbashers", "Mounted 'Eadbashers"]),
    ],
)
def test_units_called_nearly_so_are_ranked_and_at_most_three(
    line: str, army: str, names: list[str]
) -> None:
    (*ways, left_out) = fixes(line, army)
    assert left_out == ""
    assert 0 < len(ways) <= 3
    found = [way.split(": ")[0].removeprefix("- ") for way in ways]
    assert found[: len(names)] == names


def test_a_word_that_is_spelt_right_is_no_slip_of_another() -> None:
    empire = "Empire of Sonnstahl"
    first, *others = fixes("15 Light Infantrie with Longbows 110", empire)
    assert first == "- Light Infantry: 15 Light Infantry [115]"
    assert not any("Long Rifle" in way for way in others)


def test_a_unit_whose_options_the_line_names_comes_before_one_of_a_nearer_name() -> None:
    ways = fixes("20 Heavi Infantrie, Handguns", "Empire of Sonnstahl")
    assert ways[0] == "- Light Infantry: 20 Light Infantry, Handgun [150]"


def test_a_unit_is_offered_at_a_size_it_may_not_have_only_with_a_word_of_it() -> None:
    mail = "Host\nEmpire of Sonnstahl\n5 Hevy Infantrie\n"
    ways = {way.text: way.why for way in mends(listed(mail), pack())[-1]}
    why = ways["- Heavy Infantry: 5 Heavy Infantry [5]"]
    assert word(why[0], "en", {}) == "5 models; the unit may have 20 to 50."
    assert word(why[0], "ru", {}) == "Моделей 5, а в подразделении может быть от 20 до 50."


def test_what_a_unit_may_have_but_once_is_not_offered_twice() -> None:
    line = "8 Knightly Orders, Lances, Shields, Full comand, Standart, 280"
    ways = fixes(line, "Empire of Sonnstahl")
    assert ways[0] == (
        "- Knightly Orders: 8 Knightly Orders, Champion, Musician, Standard Bearer [253]"
    )
    assert not any("2 x" in way or "Shielding" in way for way in ways)


def test_ways_out_that_lead_to_the_same_list_are_one() -> None:
    ways = fixes("20 Heavy Infantry, Musican, Champion", "Empire of Sonnstahl")
    assert ways == (
        "- Heavy Infantry: 20 Heavy Infantry, Musician, Champion [100]",
        "- Heavy Infantry: 20 Heavy Infantry, Champion [90]",
        "",
    )


@pytest.mark.parametrize("line", ["Tootaal : 800", "All of it comes to 800 points"])
def test_a_number_below_the_units_may_be_the_total(line: str) -> None:
    first, *_ = fixes(f"20 Citizen Spears [150]\n{line}")
    assert first == "Total: 800"


def test_a_note_can_only_be_left_out() -> None:
    assert fixes("20 Citizen Spears [150]\nCheers, Bob") == ("",)


def test_a_line_in_very_many_pieces_is_not_looked_into() -> None:
    line = ", ".join(["10 Citizen Speers", *(f"z{n}" for n in range(60))])
    found = listed(f"Host\nHighborn Elves\n{line}\n")
    assert [word(why, "en", {}) for why in found.readings[-1].why] == [
        "The line has more than 30 parts."
    ]
    assert texts(found)[-1] == ("",)


def test_a_race_that_was_not_named_may_be_any_of_the_others() -> None:
    ways = fixes("20 Orcs, Shields - 110", "Orcs and Goblins")
    assert "- Orcs: 20 Orcs, Shield, Common Orc [110]" in ways
    assert "- Orcs: 20 Orcs, Shield, Feral Orc [150]" in ways


def test_options_on_lines_below_are_not_bought_twice() -> None:
    text = "Host\nHighborn Elves, 2000 points\nCommander - 185\n - Halberd\n"
    (way, _left_out) = texts(listed(text))[2]
    mended = listed(text.replace("Commander - 185", way))
    assert mended.roster.units[0].options == ("halberd",)
    assert {reading.sense for reading in mended.readings} == {"recognised"}


def test_units_that_turn_out_to_be_one_take_the_lines_below_with_them() -> None:
    text = "Host\nHighborn Elves\n2 x Giant Eagle - 100\n - Lightning Reflexes\n - Wibble\n"
    found = listed(text)
    assert [unit.models for unit in found.roster.units] == [2]
    known = {unit.id for unit in found.roster.units}
    assert all(set(reading.units) <= known for reading in found.readings)
    assert texts(found)[-1][-1] == ""


def test_a_line_that_is_understood_and_a_list_of_no_army_need_nothing() -> None:
    assert fixes("20 Citizen Spears [150]") == ()
    found = listed("Shopping\nbread\ncheese\n")
    assert set(texts(found)) == {(), ("",)}


def test_of_very_many_doubts_the_first_are_mended_and_the_rest_may_be_left_out() -> None:
    text = "Host\nHighborn Elves\n" + "10 Citizen Speers\n" * (MOST_LINES - 2)
    ways = texts(listed(text))[2:]
    assert len(ways[0]) > 1
    assert [way == ("",) for way in ways] == [number >= MOST_MENDED for number in range(len(ways))]


WORDS = st.sampled_from(
    ["20", "Citizen Spears", "x", "2", ",", " - ", "[", "]", "185", "Champion", "Musicain", "Total",
     "(", ")", "\n", "General", "High Prince", "Giant Eagle", "Hevy Armour", "Mage", ":"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=25))
@settings(max_examples=60, deadline=None)
def test_each_way_out_is_read_without_a_doubt(words: list[str]) -> None:
    text = "Host\nHighborn Elves, 2000 points\n" + " ".join(words)
    found = listed(text)
    for reading, ways in zip(found.readings, texts(found), strict=True):
        assert (reading.sense == "recognised") == (not ways)
        assert not ways or (ways[-1] == "" and len(ways) <= MOST_FIXES + 1)
        above = found.readings.index(reading)
        for way in ways[:-1] if reading.units else ():
            lines = [r.line for r in found.readings[2:above]]
            again = listed("\n".join(["Host", "Highborn Elves, 2000 points", *lines, way]))
            new = again.readings[2 + len(lines) :]
            assert all(r.sense == "recognised" for r in new), (reading.line, way)


@given(st.text(string.printable, max_size=200))
@settings(max_examples=60, deadline=None)
def test_any_text_is_mended_without_a_fault(text: str) -> None:
    found = listed(f"Host\nOrcs and Goblins, 2000 points\n{text}")
    assert len(mends(found, pack())) == len(found.readings)
