"""Army lists as text: what is written is read back, and nothing that was pasted is lost."""

import string
from dataclasses import replace as altered
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.core.refusals import Refusal
from rules.core.wording import word
from rules.ninth_age.armies.content import Formation, Group, Option, Roster, RosterUnit
from rules.ninth_age.armies.muster import default_rosters, muster
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.armies.pasted import phrases
from rules.ninth_age.armies.pasted.listing import MOST_BYTES, MOST_LINES, read
from rules.ninth_age.armies.pasted.readings import Listing
from rules.ninth_age.armies.writing import write

LANGUAGES = ("en", "ru")


def listed(text: str) -> Listing:
    found = read(text, pack())
    assert isinstance(found, Listing)
    return found


def only(line: str, army: str = "Vampire Covenant") -> RosterUnit:
    """The one unit that a line means."""
    found = listed(f"Host\n{army}, 2000 points\n{line}\n")
    assert found.readings[-1].sense == "recognised", why(found, -1)
    (unit,) = found.roster.units
    return unit


def why(listing: Listing, line: int, language: str = "en") -> list[str]:
    return [word(reason, language, {}) for reason in listing.readings[line].why]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_games_own_lists_come_back_as_they_were(language: str) -> None:
    for roster in default_rosters(language):
        found = listed(write(roster, language, pack()))
        assert found.roster == roster
        assert {reading.sense for reading in found.readings} == {"recognised"}
        assert found.difference == 0


def test_a_name_that_begins_with_the_russian_letter_ha_is_not_a_sign_of_multiplication() -> None:
    unit = RosterUnit(
        id="hold_guardians", name="A", entry="hold_guardians", models=3,
        formation=Formation(files=1),
    )  # fmt: skip
    roster = Roster(army="dh", name="A", points=200, units=(unit,), general="hold_guardians")
    text = write(roster, "ru", pack())
    assert "3 Хранители крепости, генерал, в ряд 1" in text
    assert listed(text).roster == roster
    assert [u.models for u in listed("Гномьи крепости\nХранители крепости х4").roster.units] == [4]


def test_a_category_before_a_colon_is_a_name_only_after_a_bullet() -> None:
    text = "Host\nDwarven Holds, 2000 points\n{}: 1 King [145]\n"
    assert listed(text.format("Lords")).roster.units[0].name == "King"
    assert listed(text.format("- Lords")).roster.units[0].name == "Lords"


def test_a_unit_may_be_called_like_a_price_where_its_price_is_certain() -> None:
    unit = only("- 9 p: 20 Ghouls, Champion, Musician [185]")
    assert unit.name == "9 p"
    assert only("185 pts: 20 Ghouls, Champion, Musician").name == "Ghouls"


def test_the_figure_of_an_option_is_read_in_any_case() -> None:
    assert only("1 Varkolak, Stomp (D3+1) [195]").options == ("stomp",)
    assert only("1 Varkolak, stomp (d3+1) [195]").options == ("stomp",)


FULL = ("champion", "musician")


@pytest.mark.parametrize(
    "line",
    [
        "20 Ghouls, Champion, Musician - 185",
        "20 Ghouls, Champion, Musician – 185 pts",
        "20 Ghouls, Champion, Musician [185]",
        "20 Ghouls (Champion, Musician) (185)",
        "185 - 20 Ghouls, Champion, Musician",
        "185 pts: 20 Ghouls, Champion, Musician",
        "185\t20 Ghouls\tChampion\tMusician",
        "20 Ghouls\tChampion\tMusician\t185",
        "20x Ghouls, champion, musician, 185 points",
        "Ghouls x20, champion, musician = 185",
        "* 20 Ghouls, full command, 185pts",
        "Ghouls, 20, Champion 10, Musician (+10 pts), 185",
        "1. Ghouls (20) - Champion - Musician - 185",
        "20 Упыри, Чемпион, Музыкант - 185 очков",
        "Core: 20 Ghouls, Champion, Musician [185]",
    ],
)
def test_the_usual_layouts_of_a_line_are_understood(line: str) -> None:
    unit = only(line)
    assert (unit.entry, unit.models, unit.options) == ("ghouls", 20, FULL)
    assert unit.name in ("Ghouls", "Упыри")


@pytest.mark.parametrize(
    ("line", "sizes"),
    [
        ("2 x 10 Ghouls - 65", [10, 10]),
        ("2 x 10 Ghouls - 130", [10, 10]),
        ("3x5 Dire Wolves [120]", [5, 5, 5]),
        ("2 × Varkolak, 350", [1, 1]),
    ],
)
def test_a_multiplier_gives_units_with_ids_and_names_of_their_own(
    line: str, sizes: list[int]
) -> None:
    found = listed(f"Host\nVampire Covenant, 2000 points\n{line}\n")
    assert [unit.models for unit in found.roster.units] == sizes
    assert found.readings[-1].sense == "recognised"
    entry = found.roster.units[0].entry
    numbered = [f"{entry}_{n}" for n in range(2, len(sizes) + 1)]
    assert found.readings[-1].units == (entry, *numbered)
    assert found.roster.units[1].name == f"{found.roster.units[0].name} (2)"


def test_identical_twins_keep_their_ids_and_names_when_the_list_is_read_again() -> None:
    found = listed("Host\nVampire Covenant, 2000 points\n10 Ghouls - 65\n10 Ghouls - 65\n")
    assert [(unit.id, unit.name) for unit in found.roster.units] == [
        ("ghouls", "Ghouls"),
        ("ghouls_2", "Ghouls (2)"),
    ]
    again = listed(write(found.roster, "en", pack()))
    assert again.roster == found.roster


def test_a_price_decides_whether_a_number_counts_models_or_units() -> None:
    text = "Host\nVampire Covenant, 2000 points\n2 x Great Bats - {}\n"
    assert [u.models for u in listed(text.format(40)).roster.units] == [2]
    found = listed("Host\nHighborn Elves, 2000 points\n2 x Giant Eagle - 100\n")
    assert [u.models for u in found.roster.units] == [1, 1]
    found = listed("Host\nHighborn Elves, 2000 points\n2 x Giant Eagle - 80\n")
    assert [u.models for u in found.roster.units] == [2]
    doubtful = listed("Host\nHighborn Elves, 2000 points\n2 x Giant Eagle\n")
    assert doubtful.readings[-1].sense == "doubtful"
    assert why(doubtful, -1) == ["2 models of one unit, or 2 units? One unit was taken."]


def test_options_may_stand_on_lines_of_their_own() -> None:
    found = listed(
        "Waagh\nOrcs and Goblins\nOrc Warlord, General\n  - Feral Orc\n  - Great Weapon 15\n"
        "  - Supreme Shielding\n"
    )
    (unit,) = found.roster.units
    assert unit.options == ("feral_orc", "great_weapon")
    assert unit.items == ("supreme_shielding",)
    assert found.roster.general == "orc_warlord"


def test_a_price_counts_the_options_on_the_lines_below() -> None:
    text = "Waagh\nOrcs and Goblins, 2000 points\nOrc Warlord {}\n  - Feral Orc\n  - Great Weapon\n"
    right = listed(text.format(155))
    assert [reading.sense for reading in right.readings] == ["recognised"] * 5
    wrong = listed(text.format(150))
    assert [reading.sense for reading in wrong.readings[2:]] == ["doubtful", *["recognised"] * 2]
    assert why(wrong, 2) == ["The line says 150 points; counted 155."]


@pytest.mark.parametrize(
    "line",
    [
        "Citizen Archrs (17), Champion",
        "- 17 Archrs, Champion",
        "163 - 17 Citizen Archrs, Champion",
        "163 pts: Citzen Archers x17, Champion",
        "Citiizen Archers, 17, Champion = 163",
        "[163] Cit. Archers (17 models), Champion",
        "**17 Archers** | Champion | 163",
        "Бегуны: 17 Городские лчники, Чемпион [163]",
    ],
)
def test_a_slip_in_the_name_of_a_unit_changes_nothing_in_how_its_numbers_are_read(
    line: str,
) -> None:
    found = listed(f"Host\nHighborn Elves\n25 Citizen Spears [175]\n{line}\n - Musician\n")
    above, unit = found.roster.units
    assert above.options == ()
    assert (unit.entry, unit.models) == ("citizen_archers", 17)
    assert unit.options == ("champion", "musician")
    (meant, *_) = why(found, 3)
    assert meant.endswith("is taken for Citizen Archers.")


def test_what_stands_below_a_line_that_is_not_understood_is_of_no_other_unit() -> None:
    found = listed(
        "Host\nHighborn Elves\n25 Citizen Spears [175]\n17 Wibble Wobble [200]\n  - Champion\n"
        "10 Citizen Archers [90]\n  - Champion\n"
    )
    assert [unit.options for unit in found.roster.units] == [(), ("champion",)]
    assert why(found, 4) == ["It belongs to the line above, which was not understood."]


@pytest.mark.parametrize(
    ("text", "models", "paid"),
    [
        ("60 - Citizen Archers\n100 - Sea Guard\n160", [10, 10], [60, 100]),
        ("Citizen Archers - 60\nSea Guard - 100\nTotal: 160", [10, 10], [60, 100]),
        ("205 - 15 Citizen Archers\n160 - 20 Citizen Spears\n100 - 10 Sea Guard",
         [15, 20, 10], [205, 160, 100]),
        ("205 15 Citizen Archrs\n160 20 Citizen Spears\n100 10 Sea Guard",
         [15, 20, 10], [205, 160, 100]),
    ],
)  # fmt: skip
def test_the_whole_list_tells_where_its_prices_stand(
    text: str, models: list[int], paid: list[int]
) -> None:
    found = listed(f"Host\nHighborn Elves, 2000 points\n{text}\n")
    assert [unit.models for unit in found.roster.units] == models
    assert [reading.paid for reading in found.readings if reading.first] == paid


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Guard of the Coast\nHighborn Elves, 2000 points\n", "Guard of the Coast"),
        ("Guard of the Coast - Highborn Elves 2000\n", "Guard of the Coast"),
        ("Highborn Elves, 2000 points\n", "Highborn Elves"),
        ("Высокородные эльфы, 2000 очков\n", "Высокородные эльфы"),
        ("Army: Highborn Elves\n", "Highborn Elves"),
        ("10 Citizen Archers - 90\n", "Highborn Elves"),
    ],
)
def test_a_list_is_called_as_its_heading_says_or_else_as_its_army(text: str, name: str) -> None:
    assert listed(f"{text}20 Citizen Spears - 150\n").roster.name == name


def test_an_army_and_headings_with_a_slip_are_known() -> None:
    found = listed(
        "Host\nHihgborn Elves, 2000 points\nCoree Units\n20 Citizen Spears [150]\nToatl: 150\n"
    )
    assert (found.roster.army, found.roster.points, found.stated) == ("hbe", 2000, 150)
    assert [r.sense for r in found.readings] == ["recognised", "doubtful", *["recognised"] * 3]
    assert why(found, 1) == ["Taken for Highborn Elves."]


def test_an_option_that_is_said_twice_is_bought_once() -> None:
    found = listed("Host\nHighborn Elves\n25 Citizen Spears, Champion\n - Champion\n")
    assert found.roster.units[0].options == ("champion",)


@pytest.mark.parametrize(
    ("line", "army", "entry", "options"),
    [
        ("Frost Phoenix - 200", "Highborn Elves", "phoenix", ("as_frost_phoenix",)),
        ("Cannon, Flaming Shot [105]", "Dwarven Holds", "field_artillery",
         ("cannon", "flaming_shot")),
        ("2 Cave Trolls = 108", "Orcs and Goblins", "trolls", ("cave_trolls",)),
        ("Git Launcher: 90", "Orcs and Goblins", "greenhide_catapults", ("git_launcher",)),
        ("Field Artillery (Rare Choice): Cannon – 100", "Dwarven Holds", "field_artillery_rare",
         ("cannon",)),
    ],
)  # fmt: skip
def test_a_unit_may_be_called_by_what_kind_it_is(
    line: str, army: str, entry: str, options: tuple[str, ...]
) -> None:
    unit = only(line, army)
    assert (unit.entry, unit.options) == (entry, options)


def test_a_race_that_is_not_named_is_supposed_and_doubted() -> None:
    found = listed("Waagh\nOrcs and Goblins\n20 Orcs, Shields - 110\n")
    assert found.roster.units[0].options == ("shield", "common_orc")
    assert found.readings[-1].sense == "doubtful"
    assert why(found, -1) == ["Not said which; Common Orc taken."]


def test_options_that_share_a_name_are_told_apart_by_the_others() -> None:
    feral = only("10 Orc 'Eadbashers, Spears, Feral Orc - 110", "Orcs and Goblins")
    assert feral.options == ("spear_feral", "feral_orc")
    riders = only("High Prince, Griffon, Armour Piercing (1), Great Weapon - 270", "Highborn Elves")
    assert riders.options == ("griffon", "griffon.armour_piercing", "great_weapon")


def test_an_option_whose_name_has_commas_is_one_option() -> None:
    known = pack()
    army = known.armies["vc"]
    ghouls = army.entry("ghouls")
    assert ghouls is not None
    odd = Option(id="bows", name="zombies_skeletons", points=5)
    more = replace(ghouls, groups=(*ghouls.groups, Group(id="odd", options=(odd,))))
    units = tuple(more if unit.id == "ghouls" else unit for unit in army.units)
    changed = altered(known, armies={**known.armies, "vc": replace(army, units=units)})
    text = "Host\nVampire Covenant\n10 Ghouls, Champion, Zombies, Skeletons, Musician - 90\n"
    found = read(text, changed)
    assert isinstance(found, Listing)
    assert found.readings[-1].sense == "recognised"
    assert found.roster.units[0].options == ("champion", "bows", "musician")


def test_a_line_that_is_half_understood_says_what_was_not() -> None:
    found = listed(
        "Host\nVampire Covenant\n10 Ghouls, jetpacks - 65\nBring crisps\n10 Ghouls - 99\n"
    )
    assert [r.sense for r in found.readings[2:]] == ["doubtful", "unknown", "doubtful"]
    assert why(found, 2) == ["Not understood: jetpacks"]
    assert why(found, 3) == ["Not understood."]
    assert why(found, 4) == ["The line says 99 points; counted 65."]
    assert why(found, 4, "ru") == ["В строке 99 очков; насчитано 65."]


def test_a_second_number_is_a_price_rather_than_another_number_of_models() -> None:
    found = listed("Host\nHighborn Elves, 2000 points\n10 Citizen Spears - 90\n")
    assert found.roster.units[0].models == 10
    assert why(found, -1) == ["The line says 90 points; counted 60."]


def test_a_list_that_lies_about_its_total_is_shown_with_the_difference() -> None:
    found = listed(
        "Host\nVampire Covenant, 2000 points\nCore (130)\n2 x 10 Ghouls\nTotal: 1990 / 2000\n"
    )
    assert (found.stated, found.counted, found.difference) == (1990, 130, 1860)
    assert found.readings[2].sense == "recognised"
    assert why(found, -1) == [
        "The text says 1990 points in all; counted 130, a difference of 1860."
    ]


def test_what_a_unit_has_by_itself_is_understood_in_the_plural_too() -> None:
    unit = only("8 Knightly Orders, Lances, Shields, Full command, 253", "Empire of Sonnstahl")
    assert unit.options == ("champion", "musician", "standard_bearer")


@pytest.mark.parametrize(
    ("line", "entry", "options"),
    [
        (
            "20 тяжёлой пехоты с алебардами, полная команда",
            "heavy_infantry", ("halberd", "champion", "musician", "standard_bearer"),
        ),
        ("20 Тяжёлая пехота, копья и музыкант", "heavy_infantry", ("spear", "musician")),
        (
            "15 лёгкой пехоты с ружьями и командным отрядом", "light_infantry",
            ("handgun", "champion", "musician", "standard_bearer"),
        ),
        (
            "20 тяжёлой пехоты с копьями, щитами, музыкантом, знаменосцем и чемпионом",
            "heavy_infantry", ("spear", "musician", "standard_bearer", "champion"),
        ),
        ("20 Heavy Infantry with Halberds and Musician", "heavy_infantry",
         ("halberd", "musician")),
        ("20 Heavy Infantry, Musician & Champion", "heavy_infantry", ("musician", "champion")),
    ],
)  # fmt: skip
def test_names_are_understood_in_every_number_and_case(
    line: str, entry: str, options: tuple[str, ...]
) -> None:
    unit = only(line, "Empire of Sonnstahl")
    assert (unit.entry, unit.options) == (entry, options)


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("Hi Ivan, my list for Saturday\nEmpire of Sonnstahl", "Empire of Sonnstahl"),
        ("Hello all!\n++ Iron Fist ++\n== Empire of Sonnstahl 2000 ==", "Iron Fist"),
        ("Here's what I will bring:\nEmpire of Sonnstahl\nList: Iron Fist", "Iron Fist"),
        ("Всем привет! Вот мой список\nИмперия Зоннштал, 2000", "Империя Зоннштал"),
        ("Dear Bob,\nEmpire of Sonnstahl - Iron Fist", "Iron Fist"),
        ("== Iron Fist ==\nEmpire of Sonnstahl\n++ Core ++", "Iron Fist"),
        ("Iron Fist\nEmpire of Sonnstahl, 2000 points", "Iron Fist"),
    ],
)
def test_a_list_is_called_by_a_heading_and_not_by_a_greeting(head: str, name: str) -> None:
    found = listed(f"{head}\n20 Heavy Infantry [80]\n")
    assert (found.roster.name, found.roster.army) == (name, "eos")
    assert len(found.roster.units) == 1
    greets = "Iron" not in head.split("\n", maxsplit=1)[0]
    assert (found.readings[0].sense != "recognised") == greets
    assert {reading.sense for reading in found.readings[1:]} == {"recognised"}


@pytest.mark.parametrize("note", ["See you on Saturday!", "Cheers, Bob", "До встречи, Боря"])
def test_what_is_said_to_a_reader_is_told_to_be_no_unit(note: str) -> None:
    found = listed(f"Host\nEmpire of Sonnstahl\n20 Heavy Infantry [80]\n{note}\n")
    assert why(found, -1) == ["Taken for a note: it is no unit."]
    assert why(found, -1, "ru") == ["Принято за заметку: это не подразделение."]


def test_the_army_is_guessed_from_the_units_when_no_line_names_it() -> None:
    found = listed("My lads\n20 Iron Orcs - 210\n4 Trolls, Cave Trolls\n")
    assert found.roster.army == "og"
    assert [unit.entry for unit in found.roster.units] == ["iron_orcs", "trolls"]


NAMES = st.text(
    string.ascii_letters + string.digits + " ,.;-()/'" + "абвгдеёжЯ", min_size=1, max_size=40
).filter(lambda name: name == name.strip() and any(c.isalpha() for c in name))


@st.composite
def rosters(draw: st.DrawFn) -> Roster:
    army = pack().armies[draw(st.sampled_from(sorted(pack().armies)))]
    offered = [entry for entry in army.units if entry.offered]
    units: list[RosterUnit] = []
    for _ in range(draw(st.integers(0, 6))):
        entry = draw(st.sampled_from(offered))
        options: list[str] = []
        for group in entry.groups:
            plain = [o for o in group.options if not o.needs and not o.bars]
            if group.least or (plain and draw(st.booleans())):
                option = draw(st.sampled_from(plain or list(group.options)))
                times = draw(st.integers(1, option.most))
                options += [option.id] * times
        models = draw(st.integers(*entry.models))
        command = [key for key in ("champion", "musician") if key in options]
        formation = Formation(
            files=draw(st.integers(0, models)),
            command={key: n for n, key in enumerate(command) if draw(st.booleans())},
        )
        number = 1 + sum(unit.entry == entry.id for unit in units)
        units.append(
            RosterUnit(
                id=entry.id if number == 1 else f"{entry.id}_{number}",
                name=draw(NAMES),
                entry=entry.id,
                models=models,
                options=tuple(options),
                items=tuple(draw(st.lists(st.sampled_from(sorted(pack().items)), max_size=2))),
                formation=formation,
            )
        )
    general = draw(st.sampled_from([unit.id for unit in units])) if units else ""
    points = draw(st.integers(200, 9999))
    return Roster(
        army=army.id, name=draw(NAMES), points=points, units=tuple(units), general=general
    )


@given(rosters(), st.sampled_from(LANGUAGES))
@settings(max_examples=100, deadline=None)
def test_any_list_comes_back_as_it_was_whatever_its_names(roster: Roster, language: str) -> None:
    assert listed(write(roster, language, pack())).roster == roster


@given(st.text(max_size=300))
@settings(max_examples=80, deadline=None)
def test_every_line_that_is_not_blank_gets_a_reading(text: str) -> None:
    found = listed(text)
    assert all(r.why for r in found.readings if r.sense != "recognised")
    muster(found.roster, pack())


WORDS = st.sampled_from(
    ["20", "Ghouls", "x", "2", ",", " - ", "\t", "[", "]", "185", "pts", ":", "Champion", "Core",
     "Total", "(", ")", "\n", "General", "Vampire Covenant", "5 wide", "Musician at 3"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=40))
@settings(max_examples=80, deadline=None)
def test_no_line_of_a_garbled_list_is_dropped(words: list[str]) -> None:
    text = " ".join(words)
    found = listed(text)
    kept = [line.rstrip() for line in text.split("\n") if line.strip()]
    assert [reading.line for reading in found.readings] == kept
    muster(found.roster, pack())


@pytest.mark.parametrize(
    ("text", "code"),
    [("x" * (MOST_BYTES + 1), "listing_large"), ("a\n" * (MOST_LINES + 1), "listing_lines")],
)
def test_too_much_text_is_refused_whole(text: str, code: str) -> None:
    found = read(text, pack())
    assert isinstance(found, Refusal)
    assert found.code == code


def test_words_are_compared_without_case_accents_and_stops() -> None:
    values: list[Any] = ["Lion’s  Fur.", "lion's fur", "LION`S FUR"]
    assert {phrases.plain(value) for value in values} == {"lion's fur"}
