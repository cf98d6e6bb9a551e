"""The Python formatter gives the texts that the browser's is held to as well."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.core.values import Line
from rules.core.wording import called, catalogue, keyed, plural, word

SHARED = msgspec.json.decode((Path(__file__).parents[3] / "shared" / "wording.json").read_bytes())


@pytest.mark.parametrize(
    "example", SHARED["examples"], ids=lambda e: f"{e['language']}: {e['about']}"
)
def test_a_line_is_worded_as_the_shared_examples_say(example: dict[str, Any]) -> None:
    line = msgspec.convert(example["line"], Line)
    words = SHARED["catalogue"][example["language"]]
    assert word(line, example["language"], example.get("names", {}), words) == example["text"]


@pytest.mark.parametrize("example", SHARED["called"], ids=lambda e: e["about"])
def test_a_name_is_worded_as_the_shared_examples_say(example: dict[str, str]) -> None:
    words = SHARED["catalogue"][example["language"]]
    assert called(example["name"], example["language"], words) == example["text"]


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Giant Eagle", "ninth_age.name.giant_eagle"),
        ("Гигантский орёл (2)", "ninth_age.name.giant_eagle (2)"),
        ("Windlord", "Windlord"),
        ("Windlord (2)", "Windlord (2)"),
    ],
)
def test_a_name_from_the_data_is_kept_as_its_key(name: str, kept: str) -> None:
    assert keyed(name, ["ninth_age.name.giant_eagle"]) == kept


def test_an_unknown_language_has_no_catalogue() -> None:
    with pytest.raises(KeyError):
        catalogue("tlh")


@pytest.mark.parametrize(
    ("number", "form"),
    [(0, "many"), (1, "one"), (4, "few"), (5, "many"), (14, "many"), (22, "few"), (-2, "few")],
)
def test_russian_numbers_take_the_cldr_form(number: int, form: str) -> None:
    assert plural("ru", number) == form
