"""Where a line of a pasted list says what it costs."""

import re

UNIT = r"(?: ?(?:pts?|points?|очк(?:о|а|ов)|п\.?|p))"
"""A word for points."""
_SEVERAL = r" ?(?:pts?|points?|очк(?:о|а|ов))"
PRICE_LAST = re.compile(
    rf"(?P<text>.*?[^\s=:,–—-])[\s=:,–—-]+(?P<sure>[\[(])?(?P<n>\d{{1,5}}){UNIT}?\.?[\])]?\s*\Z",
    re.I,
)
PRICE_FIRST = re.compile(rf"[\[(]?(?P<n>\d{{1,5}}){UNIT}?[\])]?[\s=:–—-]+(?P<text>\S.*)\Z", re.I)
PRICE_WITHIN = re.compile(
    rf"(?P<text>[^:]+?) ?[\[(](?P<n>\d{{1,5}}){_SEVERAL}[\])](?::\s*(?P<rest>\S.*))?\Z", re.I
)
"""Behind the name, before the options: `Ghouls [185pts]: Champion`."""
SUM = re.compile(rf"[\[(]?\d{{1,5}}{UNIT}?[\])]?\Z", re.I)
"""Nothing but a price."""
_THOUSANDS = re.compile(rf"(?<=\d)[,.\u00a0](?=\d{{3}}(?:{_SEVERAL})?[\])\s]*(?:\Z|\+|\]))", re.I)


def whole(line: str) -> str:
    """The line with its thousands in one piece: `4,500pts` is 4500."""
    return _THOUSANDS.sub("", line)


def prices(text: str) -> list[tuple[str, int]]:
    """A line without its price, wherever that stands; the whole line too."""
    text = whole(text)
    if within := PRICE_WITHIN.match(text):
        name, rest = within["text"].strip(), within["rest"] or ""
        return [(f"{name}, {rest}" if rest else name, int(within["n"]))]
    found = []
    if last := PRICE_LAST.match(text):
        found.append((last["text"].strip(), int(last["n"])))
    if first := PRICE_FIRST.match(text):
        found.append((first["text"].strip(), int(first["n"])))
    if not found or not last or last["sure"] is None:
        found.append((text.strip(), 0))
    return found
