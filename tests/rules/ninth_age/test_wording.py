"""What the log, the questions and the refusals say does not depend on how many a name stands for.

"Spears" and "The Guard" are names of units alike; a verb after either would be wrong for the other.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rules.core.values import INCH
from rules.core.wording import LANGUAGES, Entry, sources, word
from rules.ninth_age.events import Begun, Shot, TemplateLanded
from rules.ninth_age.opening.events import FirstTurn, Learned
from rules.ninth_age.views.redacting import PUBLIC
from rules.ninth_age.views.tell import TELLERS, tell

OWN = ("core", "ninth_age")
ROOT = Path(__file__).parents[3]

AFTER_A_NAME = {
    "en": re.compile(
        r"\{(?:unit|other|side|names?)\} (?:is|was|has|does|\w+[^s'\W]s|charges|passes)\b"
    ),
    "ru": re.compile(
        r"\{(?:unit|other|side|names?)\}»? (?:не )?\w+(?:ет|ит|ёт|ают|ится|ется|лось|ло|ла|ли)\b"
    ),
}
"""A verb of the third person, or one in the past that has a gender."""
COUNTED = {
    "en": re.compile(r"\{\w+\} (?:models?|units?|dice|die|wounds?|hits?|turns?|pieces?)\b"),
    "ru": re.compile(r"\{\w+\} (?:модел|подразделени|кубик|ран|попадани|ход|элемент)\w*"),
}
"""A number before what it counts: the noun needs its forms."""
LISTS = ("ninth_age.muster.", "ninth_age.listing.")
"""What is said about lists on paper, by name and number of the entry."""


def told(language: str) -> dict[str, Entry]:
    """What these games say, and what the interface says."""
    found: dict[str, Entry] = {}
    for path in sources(language):
        if path.parts[path.parts.index("rules") + 1] in OWN:
            found |= json.loads(path.read_text("utf-8"))
    own = ROOT / "static" / "i18n" / f"{language}.json"
    found |= json.loads(own.read_text("utf-8"))
    return {key: entry for key, entry in found.items() if not key.startswith(LISTS)}


@pytest.mark.parametrize(
    ("landed", "text"),
    [
        ({"way": ((0, 0),), "struck": {"b": 3}},
         "The template lands where it was aimed; models under it: 3."),
        ({"way": ((0, 0), (3 * INCH, 4 * INCH))},
         "The template lands 5.0″ off; models under it: 0."),
        ({"way": ((0, 0), (0, INCH)), "sweeps": True},
         "The flame: 1.0″ on, models under it: 0."),
        ({"way": ((0, 0), (0, INCH)), "radius": 0}, "The ball: 1.0″ on, models on its way: 0."),
    ],
)  # fmt: skip
def test_the_log_says_where_a_template_came_down(landed: dict[str, Any], text: str) -> None:
    line = tell(TemplateLanded(unit="a", weapon="w", **{"radius": 3810, **landed}))
    assert line is not None
    assert word(line, "en", {}) == text


@pytest.mark.parametrize(
    ("decided", "text"),
    [
        ({"totals": {"a": 16, "b": 6}, "finisher": "a"},
         "First turn: a. The total of a, first to finish, was the higher (16 against 6), so the"
         " turn is the one announced."),
        ({"totals": {"a": 4, "b": 6}, "finisher": "a", "chooser": "b"},
         "First turn: a, chosen by b. The total of a, first to finish, was not the higher"
         " (4 against 6)."),
        ({"finisher": "a", "chooser": "b"},
         "First turn: a, chosen by b, as the other army prays."),
    ],
)  # fmt: skip
def test_the_log_says_why_a_side_has_the_first_turn(decided: dict[str, Any], text: str) -> None:
    line = tell(FirstTurn(side="a", **decided))
    assert line
    assert word(line, "en", {}) == text
    assert "{" not in word(line, "ru", {})


@pytest.mark.parametrize(
    ("spells", "text"),
    [
        ((0, 4, 6), "w, Path of Fire: the signature spell, and numbered spells 4, 6."),
        ((2,), "w, Path of Fire: numbered spells 2."),
        ((0,), "w, Path of Fire: the signature spell."),
        ((), "w, Path of Fire: no spell."),
    ],
)
def test_spells_are_told_by_path_and_number_and_the_signature_by_its_name(
    spells: tuple[int, ...], text: str
) -> None:
    line = tell(Learned(unit="w", path="path_fire", spells=spells, lost=0))
    assert line
    assert word(line, "en", {}) == text
    assert "{" not in word(line, "ru", {})


def test_a_shot_without_a_hit_is_told_as_one() -> None:
    shot = Shot(unit="a", target="b", weapon="w", hits=0, wounds=0, unsaved=0, damage=0, lost=0)
    line = tell(shot)
    assert line is not None
    assert word(line, "en", {"b": "Bows"}) == "Bows: not a hit."


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_verb_agrees_with_a_name(language: str) -> None:
    texts = {
        (key, form)
        for key, entry in told(language).items()
        for form in ([entry] if isinstance(entry, str) else entry.values())
    }
    assert {one for one in texts if AFTER_A_NAME[language].search(one[1])} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_noun_behind_a_number_has_its_forms(language: str) -> None:
    single = {key: entry for key, entry in told(language).items() if isinstance(entry, str)}
    assert {key: text for key, text in single.items() if COUNTED[language].search(text)} == {}


def test_every_fact_that_has_a_sentence_is_seen_by_all() -> None:
    """A fact that is left out of PUBLIC would be told to nobody."""
    assert set(TELLERS) - set(PUBLIC) == {Begun}
