"""Warbands as text: what is written is read back, and nothing that was pasted is lost."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.refusals import Refusal
from rules.core.wording import word
from rules.saga.content import Roster, RosterUnit
from rules.saga.warbands.listing import MOST_BYTES, MOST_LINES, Listing, read, write
from rules.saga.warbands.muster import default_rosters, muster
from rules.saga.warbands.packs import pack

LANGUAGES = ("en", "ru")


def listed(text: str) -> Listing:
    found = read(text, pack())
    assert isinstance(found, Listing)
    return found


def reason(listing: Listing, line: int, language: str = "en") -> str:
    why = listing.readings[line].why
    assert why is not None
    return word(why, language, {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_games_own_warbands_come_back_as_they_were(language: str) -> None:
    for roster in default_rosters(language):
        found = listed(write(roster, language, pack()))
        assert found.roster == roster
        assert {reading.sense for reading in found.readings} == {"recognised"}


NAMES = st.text(
    string.ascii_letters + string.digits + " ,.:;-()/'" + "абвгдеёжЯ", min_size=1, max_size=40
).filter(lambda name: name == name.strip())


@st.composite
def rosters(draw: st.DrawFn) -> Roster:
    faction = pack().factions[draw(st.sampled_from(sorted(pack().factions)))]
    units = []
    for number in range(draw(st.integers(0, 8))):
        kind = draw(st.sampled_from(faction.kinds[1:]))
        option = draw(st.sampled_from(kind.options))
        unit = RosterUnit(
            id=f"u{number + 1}",
            name=draw(NAMES),
            kind=kind.rank,
            models=draw(st.integers(1, 30)),
            option=option.id,
            mounted=draw(st.booleans()),
        )
        units.append(unit)
    points = draw(st.integers(1, 12))
    return Roster(faction=faction.id, name=draw(NAMES), points=points, units=tuple(units))


@given(rosters(), st.sampled_from(LANGUAGES))
@settings(max_examples=150, deadline=None)
def test_any_warband_comes_back_as_it_was_whatever_its_names(roster: Roster, language: str) -> None:
    assert listed(write(roster, language, pack())).roster == roster


@given(st.text(max_size=400))
@settings(max_examples=150, deadline=None)
def test_every_line_that_is_not_blank_gets_a_reading(text: str) -> None:
    found = read(text, pack())
    assert isinstance(found, Listing)
    assert all(r.why is not None for r in found.readings if r.sense != "recognised")
    muster(found.roster, pack())


def test_a_loosely_typed_list_is_understood_and_says_what_was_not() -> None:
    found = listed(
        "My lads\nAnglo-Danes\nLeader: warlord\n* 8 Huscarls (Dane axes)\n"
        "12 x Geburs, slings\nA banner with a dragon\nCeorls: 8 warriors, crossbows\n----\n"
    )
    senses = [reading.sense for reading in found.readings]
    assert senses == [
        "recognised", "recognised", "recognised", "doubtful",
        "doubtful", "unknown", "doubtful", "recognised",
    ]  # fmt: skip
    assert [(u.name, u.models, u.option) for u in found.roster.units] == [
        ("Leader", 1, "dane_axes"),
        ("Huscarls", 8, "dane_axes"),
        ("Geburs", 12, "slings"),
        ("Ceorls", 8, "hand_weapons"),
    ]
    assert reason(found, 6) == "Not understood: crossbows"
    assert found.roster.points == 4


def test_a_list_in_russian_is_read_on_an_english_page() -> None:
    found = listed(
        "Рать\nнормандцы, 4 очка\n- Ги: военный вождь, верхом\n- Кан: 8 воинов, арбалеты\n"
    )
    assert found.roster.faction == "normans"
    assert found.roster.units[0].mounted
    assert found.roster.units[1].option == "crossbows"


def test_a_warband_named_like_a_faction_keeps_its_name() -> None:
    found = listed("Vikings\nNormans, 6 points\n- Guy: warlord\n")
    assert (found.roster.name, found.roster.faction) == ("Vikings", "normans")


def test_an_unnumbered_unit_is_doubtful_and_takes_four() -> None:
    found = listed("X\nNormans, 6 points\n- Guard: hearthguard\n")
    assert found.roster.units[0].models == 4
    assert reason(found, 2) == "No number of models; 4 taken."


def test_a_long_line_is_kept_short_and_named_unknown() -> None:
    found = listed("X\nNormans, 6 points\n- " + "a " * 400 + ": 8 warriors\n")
    assert found.readings[2].sense == "unknown"
    assert reason(found, 2) == "The line is longer than 300 characters."


@pytest.mark.parametrize(
    ("text", "code"),
    [("x" * (MOST_BYTES + 1), "listing_large"), ("a\n" * (MOST_LINES + 1), "listing_lines")],
)
def test_too_much_text_is_refused_whole(text: str, code: str) -> None:
    found = read(text, pack())
    assert isinstance(found, Refusal)
    assert found.code == code
