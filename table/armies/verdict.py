"""What the rules say about a list in work, ready to be shown beside it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.core.refusals import Refusal
from rules.core.values import Named
from rules.core.wording import word


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing to put right: the sentence names the smallest change that helps."""

    text: str
    rules: tuple[str, ...]
    unit: str
    """Id of the unit it is about; empty for the whole list."""


@dataclass(frozen=True, slots=True)
class Share:
    """What is spent on a part of the list, and how much that must or may be. `name` is a key."""

    name: str
    spent: int
    of: int
    least: int = 0
    most: int = 0
    """0 is no bound."""

    @property
    def wrong(self) -> bool:
        """Whether it is too little or too much."""
        return self.spent < self.least or bool(self.most and self.spent > self.most)

    @property
    def bound(self) -> int:
        """Where the mark stands, in points."""
        return self.least or self.most

    @property
    def width(self) -> int:
        """Length of its bar in percent of the list's points."""
        return min(100, self.spent * 100 // max(1, self.of))

    @property
    def at(self) -> int:
        """Place of the mark in percent."""
        return min(99, self.bound * 100 // max(1, self.of))


@dataclass(frozen=True, slots=True)
class Verdict:
    """Points spent of points to spend, on what, and what is wrong."""

    spent: int
    of: int
    flaws: tuple[Flaw, ...]
    shares: tuple[Share, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the list may take the field."""
        return not self.flaws

    def about(self, unit: str) -> tuple[Flaw, ...]:
        """What is wrong with one unit."""
        return tuple(flaw for flaw in self.flaws if flaw.unit == unit)


def judged(
    spent: int,
    of: int,
    found: Iterable[Refusal],
    names: Mapping[str, str],
    language: str,
    shares: tuple[Share, ...] = (),
) -> Verdict:
    """The verdict from what the rules found, worded for a reader."""
    called = {key: name or key for key, name in names.items()}
    return Verdict(spent, of, tuple(_flaw(wrong, called, language) for wrong in found), shares)


def _flaw(wrong: Refusal, called: Mapping[str, str], language: str) -> Flaw:
    unit = wrong.line.params.get("unit")
    about = unit.unit if isinstance(unit, Named) else ""
    return Flaw(text=word(wrong.line, language, called), rules=wrong.rules, unit=about)
