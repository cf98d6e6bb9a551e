"""What the rules say about a warband in work, ready to be shown beside it."""

from dataclasses import dataclass

from rules.core.refusals import Refusal
from rules.core.values import Line, Named
from rules.core.wording import word
from rules.saga.content import Roster
from rules.saga.warbands.muster import cost, muster, names
from rules.saga.warbands.packs import pack


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing to put right: the sentence names the smallest change that helps."""

    text: str
    rules: tuple[str, ...]
    unit: str
    """Id of the unit it is about; empty for the whole warband."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Points spent of points to spend, and what is wrong."""

    spent: int
    of: int
    flaws: tuple[Flaw, ...]

    @property
    def legal(self) -> bool:
        """Whether the warband may take the field."""
        return not self.flaws

    def about(self, unit: str) -> tuple[Flaw, ...]:
        """What is wrong with one unit."""
        return tuple(flaw for flaw in self.flaws if flaw.unit == unit)


def judge(roster: Roster, language: str) -> Verdict:
    """The verdict on a warband, worded for a reader. Total: any roster gets one."""
    called = {key: name or key for key, name in names(roster).items()}
    flaws = tuple(_flaw(wrong, called, language) for wrong in muster(roster, pack()))
    spent = cost(roster, pack()) if roster.faction in pack().factions else 0
    return Verdict(spent=spent, of=roster.points, flaws=flaws)


def _flaw(wrong: Refusal, called: dict[str, str], language: str) -> Flaw:
    unit = wrong.line.params.get("unit")
    about = unit.unit if isinstance(unit, Named) else ""
    line: Line = wrong.line
    return Flaw(text=word(line, language, called), rules=wrong.rules, unit=about)
