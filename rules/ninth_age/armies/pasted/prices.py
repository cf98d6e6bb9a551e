"""Where a line of a pasted list says what it costs, and where all of its lines do."""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

Place = Literal["", "first", "within", "last"]
"""Before the name, between the name and the options, at the end; nowhere."""

UNIT = r"(?: ?(?:pts?|points?|очк(?:о|а|ов)|п\.?|p))"
"""A word for points."""
_SEVERAL = r" ?(?:pts?|points?|очк(?:о|а|ов))"
PRICE_LAST = re.compile(
    rf"(?P<text>.*?[^\s=:,@–—-])[\s=:,@–—-]+(?P<sure>[\[(])?\s*(?P<n>\d{{1,5}}){UNIT}?\.?"
    r"(?: each)?\s*[\])]?\s*\Z",
    re.I,
)
PRICE_FIRST = re.compile(
    rf"[\[(]?\s*(?P<n>\d{{1,5}}){UNIT}?\s*[\])]?[\s=:,;–—-]+(?P<text>[^\s=:,;–—-].*)\Z", re.I
)
PRICE_WITHIN = re.compile(
    rf"(?P<text>[^:]+?) ?[\[(](?P<n>\d{{1,5}}){_SEVERAL}[\])](?::\s*(?P<rest>\S.*))?\Z", re.I
)
"""Behind the name, before the options: `Ghouls [185pts]: Champion`."""
_COPIES_FIRST = re.compile(r"(?P<copies>\d{1,2}) ?[x×х*] ?(?P<n>\d{2,5}) [-–—:=] (?P<text>.+)\Z")
"""The price of each of several: `2 x 106 - 10 Citizen Archers`."""
_PART = re.compile(rf"(?<=\S)\s*[\[(]\+?\d{{1,3}}{UNIT}?[\])]\s*,?")
_JOINT = re.compile(r"\s+(?:w/|with|on|mit|auf|с|со)\s+", re.I)
SUM = re.compile(rf"[\[(]?\d{{1,5}}{UNIT}?[\])]?\Z", re.I)
"""Nothing but a price."""
_THOUSANDS = re.compile(rf"(?<=\d)[,.\u00a0](?=\d{{3}}(?:{_SEVERAL})?[\])\s]*(?:\Z|\+|\]))", re.I)


class Priced(NamedTuple):
    """A line without its price, the price, and where it stood."""

    text: str
    paid: int
    place: Place


def whole(line: str) -> str:
    """The line with its thousands in one piece: `4,500pts` is 4500."""
    return _THOUSANDS.sub("", line)


def spread(text: str) -> Iterator[str]:
    """A text as it stands; and with commas where its pieces have prices of their own, or words
    between them: `Duke (85) Lance (15)`, `Champion with Long Rifle`."""
    yield text
    for changed in (_JOINT.sub(", ", text), _PART.sub(", ", _JOINT.sub(", ", text)).strip(", ")):
        if changed != text:
            yield changed


def prices(text: str) -> list[Priced]:
    """A line without its price, wherever that stands; the whole line too."""
    text = whole(text)
    if within := PRICE_WITHIN.match(text):
        name, rest = within["text"].strip(" -–—=@,;"), within["rest"] or ""
        return [Priced(f"{name}, {rest}" if rest else name, int(within["n"]), "within")]
    found = []
    if several := _COPIES_FIRST.match(text):
        found.append(Priced(f"{several['copies']} x {several['text']}", int(several["n"]), "first"))
    if last := PRICE_LAST.match(text):
        found.append(Priced(last["text"].strip(), int(last["n"]), "last"))
    if first := PRICE_FIRST.match(text):
        found.append(Priced(first["text"].strip(), int(first["n"]), "first"))
    if not last or last["sure"] is None:
        found.append(Priced(text.strip(), 0, ""))
    return found


def told_by_sum(lines: Iterable[str], total: int) -> Place:
    """The place in which the prices of lines come to the total that a text tells; nowhere where
    they do in none or in both."""
    sums: dict[Place, int] = {"first": 0, "last": 0}
    for line in lines:
        for place in sums:
            sums[place] += next((_all(one, line) for one in prices(line) if one.place == place), 0)
    right: list[Place] = [place for place, sum_ in sums.items() if sum_ == total]
    return right[0] if total and len(right) == 1 else ""


def _all(one: Priced, line: str) -> int:
    """A price for as many as a line says: `2 x 106 - 10 Citizen Archers` is 212."""
    several = _COPIES_FIRST.match(line)
    return one.paid * (int(several["copies"]) if several and one.place == "first" else 1)
