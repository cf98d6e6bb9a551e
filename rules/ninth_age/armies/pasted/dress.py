"""What a line of a pasted list wears and does not mean: blanks of all kinds, marks of emphasis,
rows of dots, bars of tables, the word for points before the number, the word for models behind."""

import re
import unicodedata
from collections.abc import Iterable

from rules.ninth_age.armies.pasted.spelling import slips

_DASHES = str.maketrans(
    {**dict.fromkeys("\u2010\u2011", "-"), **dict.fromkeys("\u2012\u2015\u2212", "\N{EN DASH}")}
)
_TAGS = re.compile(r"</?[a-z]{1,6}>|\[/?[biu]\]", re.I)
_EMPHASIS = re.compile(r"\*\*|__|~~")
_ROW_OF_DOTS = re.compile(r"\s*(?:\.{2,}|…+|_{2,}|·{2,}|(?:\s\.){2,})\s*(?=\S)")
_BARS = re.compile(r"\s*[|¦]\s*")
_MARGINS = " \t,;·•|*_…."
_ROUND_NUMBER = re.compile(r"([\[(])\s*[x×х]?\s*(\d{1,3})\s*[x×х]?\s*([\])])", re.I)
_NUMBER_WORD = re.compile(r"(?<![\w+])(\d{1,5}) ?([^\W\d_]{2,9})(?!\w)\.?(?: of\b)?")
_LAST_NUMBER = re.compile(r"(?<!\w)([^\W\d_]{2,9})[.:=]{0,2} ?(\d{1,5})(?=[\])]?\Z)")
_WORD_NUMBER = re.compile(r"(?<![\d\w])(?<!\d )([^\W\d_]{2,9})[.:=]{0,2} ?(\d{1,5})(?!\w)")

_LONG = 5
"""Letters of words in which a slip is looked for."""


class Dress:
    """Undresses lines; knows the words for points and for models."""

    def __init__(self, points: Iterable[str], models: Iterable[str]) -> None:
        self.points, self.models = frozenset(points), frozenset(models)

    def off(self, line: str) -> str:
        """A line as it would be written without any; blanks at its front stay, for they tell how
        far in it stands."""
        text = "".join(" " if unicodedata.category(mark) == "Zs" else mark for mark in line)
        text = _EMPHASIS.sub("", _TAGS.sub("", text.translate(_DASHES))).rstrip(_MARGINS)
        front = text[: len(text) - len(text.lstrip(" \t"))]
        text = _BARS.sub("\t", _ROW_OF_DOTS.sub(" - ", text.lstrip(" \t|#")))
        text = _NUMBER_WORD.sub(self._counted, _LAST_NUMBER.sub(self._told, text))
        text = _WORD_NUMBER.sub(self._told, text)
        return front + _ROUND_NUMBER.sub(r"\1\2\3", text)

    def _counted(self, found: re.Match[str]) -> str:
        """A number with the word behind it that it counts."""
        number, word = found[1], found[2].casefold()
        if _among(word, self.models):
            return number
        if _among(word, self.points):
            return f"{number} pts"
        return found[0]

    def _told(self, found: re.Match[str]) -> str:
        """A number with a word before it."""
        word, number = found[1].casefold(), found[2]
        if _among(word, self.points):
            return f"{number} pts"
        return number if word in self.models else found[0]


def _among(word: str, known: frozenset[str]) -> bool:
    """Whether a word is one of those known, or one of them with a slip: of a short one only the
    letters may stand otherwise, for `орки` is no `очки`."""
    return word in known or any(
        slips(word, other) == 1 if len(other) > _LONG else set(word) == set(other)
        for other in known
        if abs(len(word) - len(other)) < 2
    )
