"""Words without the endings that number and case give them: `алебардами` is `алебарда`, `longbows`
a `longbow`."""

import re

_LEAST = 3
"""Letters of a word that its endings leave."""
_RUSSIAN = re.compile(
    r"(?:[иья]?(?:ями|ами|ьми)|[иь]?(?:ем|ям|ях|ев)|ого|его|ому|ему|ыми|ими|ец|[оеыи]й|[аяуюое]я"
    r"|[ыи]е|[ое]е|[ую]ю|[ыи]м|[ыи]х|ом|ам|ах|ов|[аеиоуыьэюяцй])\Z"
)
_CYRILLIC = re.compile(r"[а-я]")
_PLURAL = re.compile(r"(?<=[^\Ws])s\Z")


def stem(words: str) -> str:
    """Plain words without endings; words that one stem has are forms of one another."""
    return " ".join(_bare(word) for word in words.split())


def _bare(word: str) -> str:
    if not _CYRILLIC.search(word):
        return _PLURAL.sub("", word) if len(word) > _LEAST else word
    while (found := _RUSSIAN.search(word)) and found.start() >= _LEAST:
        word = word[: found.start()]
    return word
