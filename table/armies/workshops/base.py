"""What a game's workshop offers to the pages."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from django.http import QueryDict

from rules import ruleset
from rules.core.menu import OwnArmy
from rules.core.refusals import Refusal
from rules.core.values import Line
from table.armies.verdict import Verdict

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Text: TypeAlias = "str | _StrPromise"
"""A word of the pages: in the reader's language by the time it is shown."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a game calls its lists, as whole phrases, for grammar's sake."""

    list_name: Text
    faction: Text
    new: Text
    begin: Text
    yours: Text
    bring: Text
    change: Text
    none_yet: Text
    lacking: Text
    keep: Text
    paste_help: Text


@dataclass(frozen=True, slots=True)
class Fix:
    """A way out of a doubt: what stands in the place of the line, and how what it costs compares
    with what the text says. Empty: the line is left out."""

    text: str
    why: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """What was made of a line of a pasted list, and what may be put in its place."""

    line: str
    sense: str
    why: tuple[Line, ...] = ()
    fixes: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True)
class Craft:
    """A list read from text: the roster, every line, and the totals where the text states one."""

    roster: Any
    lines: tuple[Said, ...]
    stated: int = 0
    counted: int = 0

    @property
    def difference(self) -> int:
        """By how much the text states more or less than was counted."""
        return abs(self.stated - self.counted) if self.stated else 0

    @property
    def open(self) -> int:
        """Lines that are not understood in full."""
        return sum(line.sense != "recognised" for line in self.lines)


class Workshop(ABC):
    """How a game's lists are begun, changed, judged, written out and read."""

    game: str
    kind: type[msgspec.Struct]
    """The struct of a roster; it has `name`, `points` and `units`."""
    longest_name: int
    most_bytes: int
    """Of a pasted list."""
    words: Words
    practice: tuple[str, str]
    """Ids of the game's own lists that a practice table begins with."""

    @property
    def name_key(self) -> str:
        """Key of the game's name."""
        return ruleset(self.game).menu().name

    @property
    def note_key(self) -> str:
        """Key of what players should know before they begin; empty where there is nothing."""
        return ruleset(self.game).menu().note

    @property
    def sizes(self) -> tuple[int, ...]:
        """Points that a list may be made for."""
        return ruleset(self.game).menu().sizes

    @property
    def usual_size(self) -> int:
        """The usual one of them."""
        return ruleset(self.game).menu().usual_size

    def own_armies(self, language: str) -> tuple[OwnArmy, ...]:
        """The lists that come with the game."""
        return ruleset(self.game).armies(language)

    def decode(self, plain: Any) -> Any:
        """A roster from plain JSON values."""
        return msgspec.convert(plain, self.kind)

    @abstractmethod
    def factions(self, language: str) -> dict[str, str]:
        """Who may be played: ids and what a choice says of them."""

    @abstractmethod
    def faction_of(self, roster: Any) -> str:
        """The id of a roster's faction."""

    @abstractmethod
    def faction_key(self, faction: str) -> str:
        """Key of a faction's name."""

    @abstractmethod
    def begin(self, name: str, faction: str, points: int, language: str) -> Any:
        """A new roster."""

    @abstractmethod
    def same_faction(self, roster: Any, faction: str) -> Any:
        """The roster, of this faction whatever it says."""

    @abstractmethod
    def read_form(self, data: QueryDict, roster: Any, language: str) -> Any:
        """The roster that a sent form describes. What cannot be read keeps its old or a plain
        value; `roster` gives what a form cannot change."""

    @abstractmethod
    def unfit(self, roster: Any) -> Refusal | None:
        """Why a roster may not even be kept as a draft."""

    @abstractmethod
    def legal(self, roster: Any) -> bool:
        """Whether it may be brought to a table."""

    @abstractmethod
    def judge(self, roster: Any, language: str) -> Verdict:
        """The verdict on a roster. Total: any roster gets one."""

    @abstractmethod
    def show(self, roster: Any, verdict: Verdict, language: str) -> Mapping[str, Any]:
        """What the game's own templates need to show a roster."""

    @abstractmethod
    def write(self, roster: Any, language: str) -> str:
        """The roster as text."""

    @abstractmethod
    def read(self, text: str) -> Craft | Refusal:
        """A roster from text; a refusal where there is too much of it."""

    def mended(self, text: str, choices: Mapping[int, str]) -> str:
        """A text with some of its lines, by their number among those that are not blank, replaced.

        A choice is the number of a fix, or `=` and the words to put there.
        """
        found = self.read(text)
        if isinstance(found, Refusal):
            return text
        lines = []
        for number, said in enumerate(found.lines):
            lines.append(_chosen(said, choices.get(number, "")))
        return "\n".join(line for line in lines if line) + "\n"

    @abstractmethod
    def leader(self, roster: Any) -> str:
        """Whose name a side bears at a practice table."""


def _chosen(said: Said, choice: str) -> str:
    if choice.startswith("="):
        return " ".join(choice[1:].split("\n"))
    if choice.isascii() and choice.isdecimal() and int(choice[:4]) < len(said.fixes):
        return said.fixes[int(choice[:4])].text
    return said.line
