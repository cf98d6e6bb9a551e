"""How near words that somebody typed are to the names that a list knows."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

SUGGESTED = 0.4
"""How near a name must be, of 1, to be suggested."""
SURE = 0.72
"""How near its letters must be for it to be taken."""
WORDS_SURE = 0.6
"""How near it must be to be taken where it has every word that was typed."""
LEAD = 0.04
"""How much nearer than the next the name that is taken must be."""
_BESIDE = 0.55
"""How near, beside the nearest, another name must be to be suggested too."""
_FOUND = 0.8
"""How near a word must be to count as typed in full."""
_INITIALS = 0.65
_LITTLE = {"of", "the", "and", "on", "a", "и", "на", "с"}
_WORD = re.compile(r"[^\W_]+")


def slips(typed: str, meant: str) -> int:
    """Letters to add, drop, change, or swap with the next, to come from one word to another."""
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for i, mark in enumerate(typed, 1):
        before, last, row = row, before, [i]
        for j, other in enumerate(meant, 1):
            least = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (mark != other))
            if i > 1 and j > 1 and mark == meant[j - 2] and typed[i - 2] == other:
                least = min(least, last[j - 2] + 1)
            row.append(least)
    return row[-1]


def likeness(typed: str, meant: str, least: float = 0.0) -> float:
    """How much two words have in common, of 1; 0 where that is less than `least`."""
    if typed == meant:
        return 1.0
    longest = max(len(typed), len(meant), 1)
    shared = sum((Counter(typed) & Counter(meant)).values())
    if shared / longest < least:
        return 0.0
    found = 1 - slips(typed, meant) / longest
    return found if found >= least else 0.0


@dataclass(frozen=True)
class Near:
    """A name that may be meant, how near it is, and whether it may be taken without asking."""

    name: str
    score: float
    sure: bool = False


@dataclass(frozen=True)
class Names:
    """Names of which one may be meant, and what each is the name of."""

    known: dict[str, str]
    _asked: dict[str, tuple[Near, ...]] = field(default_factory=dict)

    @cached_property
    def _words(self) -> dict[str, tuple[str, ...]]:
        return {name: tuple(_WORD.findall(name)) for name in self.known}

    @cached_property
    def _bearers(self) -> Counter[str]:
        """How many names have a word: what few have says more."""
        return Counter(word for words in self._words.values() for word in set(words))

    def nearest(self, typed: str) -> tuple[Near, ...]:
        """The names that may be meant by plain words, the nearest first; one name for each thing.
        The first is sure where it is near and nothing else is as near."""
        if typed not in self._asked:
            self._asked[typed] = tuple(self._ranked(typed))
        return self._asked[typed]

    def _ranked(self, typed: str) -> Iterable[Near]:
        words = [word for word in _WORD.findall(typed) if not word.isdecimal()]
        if not words:
            return []
        best: dict[str, Near] = {}
        for name, thing in self.known.items():
            near = self._near(typed, words, name)
            if near.score >= SUGGESTED and near.score > best.get(thing, Near("", 0)).score:
                best[thing] = near
        order = sorted(best.values(), key=lambda near: -near.score)
        second = order[1].score if len(order) > 1 else 0.0
        return [
            Near(near.name, near.score, near.sure and n == 0 and near.score - second >= LEAD)
            for n, near in enumerate(order)
            if near.score >= order[0].score * _BESIDE
        ]

    def _near(self, typed: str, words: list[str], name: str) -> Near:
        letters = likeness(typed, name, SUGGESTED)
        by_words, every = self._by_words(words, name)
        sure = letters >= SURE or (every and by_words >= WORDS_SURE)
        return Near(name, max(letters, by_words), sure and len(typed) > 2)

    def _by_words(self, typed: list[str], name: str) -> tuple[float, bool]:
        """How much of a name, and of what was typed, the words of both cover; whether every word
        typed is one of the name's."""
        mine = self._words[name]
        if len(typed) == 1 and len(mine) > 1 and typed[0] in _initials(mine):
            return _INITIALS, False
        covered: dict[str, float] = {}
        told = [word for word in typed if word not in _LITTLE] or typed
        found = []
        for word in told:
            near, which = max((_word_likeness(word, own), own) for own in mine)
            found.append(near)
            covered[which] = max(near, covered.get(which, 0.0))
        weights = {own: 1 / self._bearers[own] for own in mine if own not in _LITTLE or own in told}
        of_name = sum(weights.get(own, 0) * n for own, n in covered.items()) / sum(weights.values())
        of_typed = sum(found) / len(found)
        score = 2 * of_name * of_typed / ((of_name + of_typed) or 1)
        every = min(found) >= _FOUND
        return max(score, WORDS_SURE * every), every


def _initials(words: tuple[str, ...]) -> set[str]:
    """The first letters of a name, with those of little words and without."""
    return {"".join(w[0] for w in words), "".join(w[0] for w in words if w not in _LITTLE)}


def _word_likeness(typed: str, own: str) -> float:
    """A word typed in full, cut short (`cit`), or with slips."""
    if own.startswith(typed):
        return 1.0 if typed == own else 0.9 if len(typed) > 2 else 0.5
    return likeness(typed, own, 0.65)
