"""Pieces of text of a pasted list: how words are compared, what stands in brackets, how models are
counted."""

import re
from collections.abc import Iterator, Mapping
from typing import TypeVar

from rules.ninth_age.armies.pasted.prices import UNIT
from rules.ninth_age.armies.pasted.spelling import likeness
from rules.ninth_age.armies.pasted.stems import stem

_MODELS = (
    re.compile(r"(?P<n>\d{1,3}) ?(?P<what>.+)\Z"),
    re.compile(r"(?P<n>\d{1,3}) ?[x×х] ?(?P<what>.+)\Z", re.I),
    re.compile(r"[x×х] ?(?P<n>\d{1,3}) (?P<what>.+)\Z", re.I),
    re.compile(r"[(\[](?P<n>\d{1,3})[)\]] ?(?P<what>.+)\Z", re.I),
    re.compile(r"(?P<what>.+?) ?[(\[ ] ?(?P<n>\d{1,3})[)\]]?\Z"),
    re.compile(r"(?P<what>.+?) ?[x×х] ?(?P<n>\d{1,3})\Z", re.I),
)
"""A number of models before or after a name; with and without a sign of multiplication, for a name
may begin or end with a letter that looks like one."""
_SEVERAL = re.compile(r"(?P<n>\d{1,3}) ?[x×х] ?(?P<what>.+)\Z")
_BRACKETS = re.compile(r"(?P<name>.+?) ?[(\[](?P<inner>.+)[)\]]\Z")
_LAST = re.compile(r"(?P<name>.*\S) ?[(\[](?P<inner>[^()\[\]]+)[)\]]\Z")
_FIGURE = re.compile(r"[\d+D]")
_TAIL = re.compile(rf"\s+\d[\d.,]*{UNIT}?\Z", re.I)
_POINTS = re.compile(rf"(?<!\w){UNIT}(?!\w)", re.I)
_RULED = re.compile(r"[\d/:=+*#\[\]()%.,–—-]+")
"""Numbers and what lines of a heading are ruled with."""
SPELT = {"ё": "е", "\N{RIGHT SINGLE QUOTATION MARK}": "'", "`": "'", "\N{ACUTE ACCENT}": "'",
         "\N{LEFT SINGLE QUOTATION MARK}": "'", "&": " and ", "armor": "armour",
         **dict.fromkeys('"“”„«»', "")}  # fmt: skip
"""Other ways to write the same."""
ALIKE = 0.7
"""How much the name of a model must be like that of its unit, of 1."""
Known = TypeVar("Known")
Sense = tuple[str, str, int]
"""Kind of meaning, what is meant, and a number."""


def plain(text: str) -> str:
    """Words as they are compared."""
    text = text.casefold()
    for mark, usual in SPELT.items():
        text = text.replace(mark, usual)
    return " ".join(text.split()).strip(" .:;")


def known_as(text: str, known: Mapping[str, Known]) -> Known | None:
    """What words, or their stems, are known as."""
    words = plain(text)
    return known.get(words) or known.get(stem(words))


def models_of(text: str, known: dict[str, str]) -> Iterator[tuple[int, str]]:
    """A number of models (0: not said) and an entry."""
    if key := known_as(text, known):
        yield 0, key
    for pattern in _MODELS:
        found = pattern.match(text)
        if found and (key := known_as(found["what"].strip(" ([-–—"), known)):
            yield int(found["n"]), key


def counted(text: str, own: dict[str, str], *, loosely: bool) -> Sense | None:
    """The models of a unit, counted among its options: `16x Clan Marksman`."""
    if exact := next((("models", "", n) for n, _ in models_of(text, own) if n), None):
        return exact
    counted = _SEVERAL.match(plain(text))
    if loosely and counted and any(likeness(counted["what"], name, ALIKE) for name in own):
        return "models", "", int(counted["n"])
    return None


def headings(line: str) -> Iterator[str]:
    """A line and its parts as plain words, without what rules a heading."""
    for part in (line, *re.split(r"[,;:\t(\[]| [-–—] ", line)):
        yield plain(_TAIL.sub("", part.strip(" -–—*#=+")))


def bare_words(line: str) -> str:
    """The words of a heading."""
    return plain(_POINTS.sub("", _RULED.sub(" ", line)))


def opened(piece: str, known: dict[str, tuple[str, ...]]) -> list[str]:
    """A piece in brackets is opened: its pieces count by themselves, unless the whole is a name."""
    inner = piece.strip()
    if known_as(inner, known):
        return [piece]
    if inner.startswith(("(", "[")) and inner.endswith((")", "]")):
        return parted(inner[1:-1])
    found = _BRACKETS.match(inner)
    if found and found["name"].isdecimal():
        return [found["name"], *parted(found["inner"])]
    if found and known_as(found["name"], known) and not _FIGURE.match(found["inner"]):
        return [found["name"], *parted(found["inner"])]
    return [piece]


def unbracketed(text: str) -> Iterator[tuple[str, str]]:
    """What stands before brackets at the end of a text, and what in them: the last ones first, for
    a name may have some of its own."""
    inner, left = "", text
    while found := _LAST.match(left):
        left, inner = found["name"], f"{found['inner']}, {inner}"
        yield left, inner
    if whole_of := _BRACKETS.match(text):
        yield whole_of["name"], whole_of["inner"]


def parted(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
