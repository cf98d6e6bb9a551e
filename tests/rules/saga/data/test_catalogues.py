"""Every sentence exists in both languages, with the same places and all the forms it needs."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rules.core.wording import LANGUAGES, PLURALS, Entry, catalogue, sources
from rules.saga.checks import wanted
from rules.saga.warbands.packs import pack

ROOT = Path(__file__).parents[4]
PLACE = re.compile(r"\{([a-z][a-z0-9_]*)\}")
KEY = re.compile(r"^(core|saga|ninth_age|table)(\.[A-Za-z0-9_]+)+\Z")

SAME = {"ninth_age.name"}
"""Keys whose texts are the same in both languages by right, though there are words in them."""


def forms(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else [v for k, v in entry.items() if k != "by"]


def places(entry: Entry) -> set[str]:
    return {place for form in forms(entry) for place in PLACE.findall(form)}


def test_both_languages_say_the_same_keys() -> None:
    english, russian = (catalogue(language).keys() for language in LANGUAGES)
    assert english ^ russian == set()


def test_both_languages_fill_the_same_places() -> None:
    english, russian = (catalogue(language) for language in LANGUAGES)
    differing = {key for key in english if places(english[key]) != places(russian.get(key, ""))}
    assert differing == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_complete_and_name_what_decides(language: str) -> None:
    for key, entry in catalogue(language).items():
        if isinstance(entry, str):
            continue
        assert set(entry) - {"by", "other"} == set(PLURALS[language]) - {"other"}, key
        assert "other" in entry or "other" not in PLURALS[language], key
        assert len(places(entry)) < 2 or entry.get("by") in places(entry) or single(key), key


def single(key: str) -> bool:
    """Whether a plural entry has one place for a number: then it need not be named."""
    names = {"unit", "side", "text", "kind", "option", "ability", "target", "by", "who", "word"}
    return all(len(places(catalogue(lang)[key]) - names) <= 1 for lang in LANGUAGES)


def wordless(entry: Entry) -> bool:
    """Whether an entry has no letter outside its places: then there is nothing to translate."""
    return not any(mark.isalpha() for form in forms(entry) for mark in PLACE.sub("", form))


def test_nothing_is_left_untranslated() -> None:
    english, russian = (catalogue(language) for language in LANGUAGES)
    same = {key for key, entry in english.items() if entry == russian.get(key)}
    assert {key for key in same - SAME if not wordless(english[key])} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_are_in_order_and_their_texts_are_not_empty(language: str) -> None:
    for path in sources(language):
        words = json.loads(path.read_text("utf-8"))
        assert list(words) == sorted(words), path
        for key, entry in words.items():
            assert KEY.match(key), key
            assert all(form.strip() for form in forms(entry)), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_data_names_no_key_that_is_not_said(language: str) -> None:
    assert wanted(pack()) - catalogue(language).keys() == set()


def test_the_code_names_no_key_that_is_not_said() -> None:
    """Keys that stand whole in the code; those put together are the business of their tests."""
    whole = re.compile(r'"((?:core|saga|table)\.[a-z]+(?:\.[a-z_]+)+)"')
    for path in (ROOT / "rules").rglob("*.py"):
        if "testing" not in path.parts:
            missing = set(whole.findall(path.read_text("utf-8"))) - catalogue("en").keys()
            assert missing == set(), path


def test_the_browsers_files_are_fresh() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "catalogues.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
