"""Lists of all armies in crooked layouts, with slips of the pen: no line is lost, numbers are read
as they stand, and the unit that was meant is taken or is the first to be suggested."""

import random
from functools import cache

import pytest

from rules.ninth_age.armies.content import Roster, RosterUnit
from rules.ninth_age.armies.muster import muster
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.armies.pasted.listing import read
from rules.ninth_age.armies.pasted.mending import mends
from rules.ninth_age.armies.pasted.phrases import Phrases
from rules.ninth_age.armies.pasted.readings import Listing
from rules.ninth_age.armies.pasted.spelling import likeness, slips
from tests.rules.ninth_age.armies import grown
from tests.rules.ninth_age.data.crooked import crooked
from tests.rules.ninth_age.data.layouts import army as army_name
from tests.rules.ninth_age.data.test_layouts import kept

WORDS = Phrases(pack())


def listed(text: str) -> Listing:
    found = read(text, pack(), WORDS)
    assert isinstance(found, Listing)
    return found


@cache
def legal(army: str) -> Roster:
    """A legal list of an army, the same every time."""
    choice = random.Random(army)
    while True:
        empty = Roster(army=army, name="Any", points=1500)
        roster = grown(empty, pack().armies[army], choice.randrange)
        if not muster(roster, pack()):
            return roster


def suggested(found: Listing, line: int, roster: Roster) -> RosterUnit:
    """The unit that is suggested first for a line."""
    first = mends(found, pack())[line][0].text
    units = listed(f"x\n{army_name(roster, 'en')}\n{first}").roster.units
    assert units, found.readings[line]
    return units[0]


@pytest.mark.parametrize("army", sorted(pack().armies))
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("wrong", [0, 1, 2])
def test_crooked_lists_are_read_as_they_were_meant(army: str, language: str, wrong: int) -> None:
    choice = random.Random(f"{army} {language} {wrong}")
    for _ in range(4):
        pasted = crooked(legal(army), language, choice, wrong)
        found = listed(pasted.text)
        assert [reading.line for reading in found.readings] == kept(pasted.text.replace("\r", "\n"))
        assert found.roster.army == army, pasted.how
        units = {unit.id: unit for unit in found.roster.units}
        at = 0
        for line in pasted.lines:
            at = next(n for n in range(at, len(found.readings))
                      if found.readings[n].line == line.text.rstrip())  # fmt: skip
            reading = found.readings[at]
            unit = units[reading.units[0]] if reading.first else suggested(found, at, legal(army))
            meant = (line.unit.entry, line.unit.models, line.paid)
            assert (unit.entry, unit.models, reading.paid) == meant, (line.text, pasted.how)
            assert len(reading.units) <= 1, (line.text, pasted.how)
            assert wrong or reading.sense == "recognised", (line.text, pasted.how)
            at += 1


@pytest.mark.parametrize(
    ("typed", "meant", "number"),
    [("ghouls", "ghouls", 0), ("gholus", "ghouls", 1), ("ghols", "ghouls", 1),
     ("gghouls", "ghouls", 1), ("", "king", 4), ("gnik", "king", 3)],
)  # fmt: skip
def test_slips_of_the_pen_are_counted(typed: str, meant: str, number: int) -> None:
    assert slips(typed, meant) == number
    assert likeness(typed, meant) == pytest.approx(1 - number / max(len(typed), len(meant)))
