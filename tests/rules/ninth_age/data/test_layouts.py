"""Lists in the layouts of mails, tournament packs and list builders: any legal list comes back from
each, in both languages, and no line of it is lost."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.wording import word
from rules.ninth_age.armies.content import Roster
from rules.ninth_age.armies.muster import cost, general_of
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.armies.pasted.listing import read
from rules.ninth_age.armies.pasted.phrases import Phrases
from rules.ninth_age.armies.pasted.readings import Listing
from tests.rules.ninth_age.armies import any_roster
from tests.rules.ninth_age.data.layouts import LAYOUTS, Layout, battlescribe, new_recruit
from tests.rules.ninth_age.data.pasted import PASTED, Pasted

WORDS = Phrases(pack())


def listed(text: str) -> Listing:
    found = read(text, pack(), WORDS)
    assert isinstance(found, Listing)
    return found


def kept(text: str) -> list[str]:
    """The lines of a text that must be answered."""
    lines = text.replace("\ufeff", "").replace("\r\n", "\n").split("\n")
    return [line.rstrip() for line in lines if line.strip()]


def what(roster: Roster) -> list[tuple[object, ...]]:
    """The units of a list without the names that are their own."""
    general = general_of(roster, pack())
    return sorted(
        (u.entry, u.models, sorted(u.options), sorted(u.items), u.id == general)
        for u in roster.units
    )


@given(st.integers(0, 10**9), st.sampled_from((1000, 2000, 4000)), st.sampled_from(("en", "ru")))
@settings(max_examples=12, deadline=None)
def test_any_legal_list_comes_back_from_every_layout(seed: int, size: int, language: str) -> None:
    choice = random.Random(seed)
    roster = any_roster(size, choice.randrange)
    for layout in LAYOUTS:
        text = layout(roster, language)
        found = listed(text)
        assert [reading.line for reading in found.readings] == kept(text), layout.__name__
        doubts = [r.line for r in found.readings if r.sense != "recognised"]
        assert not doubts, layout.__name__
        assert found.roster.army == roster.army, layout.__name__
        assert what(found.roster) == what(roster), layout.__name__
        assert found.stated in (0, cost(roster, pack())), layout.__name__


@pytest.mark.parametrize("layout", [battlescribe, new_recruit])
@pytest.mark.parametrize("key", sorted(pack().rosters))
def test_what_list_builders_write_of_the_games_own_lists_is_read(layout: Layout, key: str) -> None:
    roster = pack().rosters[key]
    found = listed(layout(roster, "en"))
    assert {r.sense for r in found.readings} == {"recognised"}
    assert what(found.roster) == what(roster)


@pytest.mark.parametrize("pasted", PASTED, ids=[one.name for one in PASTED])
def test_pasted_lists_of_all_armies_are_read(pasted: Pasted) -> None:
    found = listed(pasted.text)
    assert [reading.line for reading in found.readings] == kept(pasted.text)
    told = {
        reading.line.strip(): [word(reason, "en", {}) for reason in reading.why]
        for reading in found.readings
        if reading.sense != "recognised"
    }
    assert told == pasted.doubts
    said = [
        " ".join([str(u.models), u.entry, *u.options, *u.items]) for u in found.roster.units
    ]  # fmt: skip
    assert said == list(pasted.units)
    assert (found.roster.army, found.roster.points) == (pasted.army, pasted.points)
    assert found.roster.general == pasted.general
