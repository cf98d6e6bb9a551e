"""Sentences from keys and parameters, worded for a reader. The browser has a twin of this module.

`tests/shared/wording.json` holds both to the same answers. A catalogue maps keys to a sentence, or
to its plural forms when a number decides; `{name}` marks a place. Nothing here ever raises for a
missing key or parameter: what is missing shows as itself, so that a page never fails for a word.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import msgspec

from .values import INCH, Distance, Line, Named, Number, Param, SideName, Term, Text

Entry = str | dict[str, str]
"""A sentence, or its forms by plural category. `by` among them names the parameter that decides;
without it the first number of the line does."""

Catalogue = Mapping[str, Entry]

LANGUAGES = ("en", "ru")
DECIMAL_MARK = {"en": ".", "ru": ","}
MOST_PLACES = 4
"""Decimals of an inch that tell any two lengths apart: 1/100 mm is 0.0004 inches."""
PLURALS: dict[str, tuple[str, ...]] = {"en": ("one", "other"), "ru": ("one", "few", "many")}
"""The forms that an entry with plurals must give in each language."""

_PLACE = re.compile(r"\{([a-z][a-z0-9_]*)\}(\.?)")
_CLOSED = ("!", "?", "…", ".")
"""What ends in one of these takes no full stop after it: "Charge!" at the end of a sentence."""
_NUMBER = re.compile(r" \(\d+\)\Z")
"""What tells apart those who have one name."""
_RULES = Path(__file__).parent.parent


@cache
def catalogue(language: str) -> Catalogue:
    """Every sentence of a language: the union of core's and all games' files.

    Raises KeyError for an unknown language and ValueError when two files say the same key.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    found: dict[str, Entry] = {}
    for path in sources(language):
        words = msgspec.json.decode(path.read_bytes(), type=dict[str, Entry])
        if twice := found.keys() & words.keys():
            raise ValueError(f"{path.name} repeats {min(twice)}")
        found.update(words)
    return found


def sources(language: str) -> list[Path]:
    """The files that a language's catalogue is made of."""
    games = _RULES.glob(f"*/text/{language}/*.json")
    return sorted([*_RULES.glob(f"*/text/{language}.json"), *games])


def plural(language: str, number: int) -> str:
    """The CLDR plural category of a whole number."""
    number = abs(number)
    if language != "ru":
        return "one" if number == 1 else "other"
    if number % 10 == 1 and number % 100 != 11:
        return "one"
    if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14:
        return "few"
    return "many"


def inches(length: int, language: str, places: int = 1) -> str:
    """A length in 1/100 mm as inches, by default with one decimal, half away from zero: 5.8″ or
    5,8″."""
    unit = 10**places
    parts = (abs(length) * 2 * unit + INCH) // (2 * INCH)
    sign = "−" if length < 0 and parts else ""
    return f"{sign}{parts // unit}{DECIMAL_MARK[language]}{parts % unit:0{places}}″"


def places(lengths: Iterable[int]) -> int:
    """How many decimals lengths told in one breath need: one, unless different ones read the same,
    as where a limit is missed by a hair. Four tell all apart."""
    apart = set(lengths)
    return next(
        (
            n
            for n in range(1, MOST_PLACES)
            if len({inches(one, "en", n) for one in apart}) == len(apart)
        ),
        MOST_PLACES,
    )


def word(
    line: Line, language: str, names: Mapping[str, str], words: Catalogue | None = None
) -> str:
    """One sentence in a language.

    `names` maps ids of units and sides to what they are called; an id it lacks stands as itself.
    `words` replaces the catalogue, for tests.
    """
    words = catalogue(language) if words is None else words
    entry = words.get(line.key, line.key)
    if isinstance(entry, dict):
        entry = _form(entry, line, language)

    exact = places(p.value for p in line.params.values() if isinstance(p, Distance))

    def fill(place: re.Match[str]) -> str:
        param = line.params.get(place[1])
        if param is None:
            return place[0]
        if isinstance(param, Distance):
            text = inches(param.value, language, exact)
        else:
            text = _param(param, language, names, words)
        return text if text.endswith(_CLOSED) else text + place[2]

    return _PLACE.sub(fill, entry)


def keyed(name: str, keys: Iterable[str]) -> str:
    """A name as it is kept for readers of any language: the one of some keys whose words it is in
    any of them, its number in brackets kept (`Ghouls (2)`); a player's own words as they are."""
    plain, number = numbered(name)
    for key in keys:
        if any(catalogue(language).get(key) == plain for language in LANGUAGES):
            return key + number
    return name


def called(name: str, language: str, words: Catalogue | None = None) -> str:
    """A name that `keyed` kept, for a reader; of two keys the second is what sets it apart:
    `Artillery (Mortar)`."""
    words = catalogue(language) if words is None else words
    keys, number = numbered(name)
    found = [words.get(key) for key in keys.split(" ", 1)]
    texts = [text for text in found if isinstance(text, str)]
    if len(texts) < len(found):
        return name
    return " ".join([texts[0], *(f"({mark})" for mark in texts[1:])]) + number


def numbered(name: str) -> tuple[str, str]:
    """A name without its number in brackets, and that: `Ghouls` and ` (2)`."""
    found = _NUMBER.search(name)
    return (name[: found.start()], found[0]) if found else (name, "")


def _form(forms: Mapping[str, str], line: Line, language: str) -> str:
    numbers = {key: p.value for key, p in line.params.items() if isinstance(p, Number)}
    by = forms.get("by", next(iter(numbers), ""))
    category = plural(language, numbers.get(by, 0))
    return forms.get(category) or forms.get("other") or line.key


def _param(param: Param, language: str, names: Mapping[str, str], words: Catalogue) -> str:
    match param:
        case Number(value=value):
            return str(value).replace("-", "−")
        case Distance(value=value):
            return inches(value, language)
        case Term(key=key):
            return word(Line(key=key), language, names, words)
        case Named(unit=key) | SideName(side=key):
            return names.get(key, key)
        case Text(text=text):
            return text
