"""Army lists as plain text, such as players paste into a chat, and back again.

    Host of the Coast
    Highborn Elves, 2000 points
    - Spears: 20 Citizen Spears, Champion, Musician, Standard Bearer, 5 wide [180]

What `writing` writes, `read` reads in either language, and the list comes back as it was. Unit ids
are given anew from entries in order, so that the same list always has the same ids. Every line
that is not blank gets a Reading; none is lost.
"""

import re
from collections.abc import Container, Iterable

from msgspec.structs import replace

from rules.core.plain import unseen
from rules.core.refusals import Refusal
from rules.core.values import Number, Term
from rules.ninth_age.armies.content import Army, Entry, Roster, RosterUnit
from rules.ninth_age.armies.equipping import LONGEST_NAME
from rules.ninth_age.armies.muster import cost
from rules.ninth_age.armies.packs import Pack
from rules.ninth_age.armies.pasted.guessing import (
    LONGEST_LINE,
    MOST_PIECES,
    Guess,
    Guesser,
    too_much,
)
from rules.ninth_age.armies.pasted.phrases import BULLET, Phrases
from rules.ninth_age.armies.pasted.prices import SUM, Place, prices, spread, told_by_sum
from rules.ninth_age.armies.pasted.readings import Listing, Reading, Sense, because
from rules.ninth_age.armies.pasted.reviewing import Review
from rules.ninth_age.armies.profiles import offers
from rules.ninth_age.armies.writing import said

MOST_BYTES = 32 * 1024
MOST_LINES = 300
MOST_HEADS = 3
"""Lines of which one may name the army with a slip."""
_COUNTED = re.compile(r"\d")
MOST_TELLING = 40
"""Lines that are looked at to find out which army a text without a heading is of, and where it has
its prices."""


def read(
    text: str, pack: Pack, phrases: Phrases | None = None, place: Place = ""
) -> Listing | Refusal:
    """A list from text in any of the languages; a refusal only where there is too much of it.

    `phrases` spares making the vocabulary anew for each of many texts; `place` is where the prices
    of a text stand, if that is known.
    """
    if (size := len(text.encode("utf-8", "replace"))) > MOST_BYTES:
        return _too_much("large", size, MOST_BYTES)
    lines = [line for line in map(_clean, re.split(r"\r\n|\r|\n", text)) if line.strip()]
    if len(lines) > MOST_LINES:
        return _too_much("lines", len(lines), MOST_LINES)
    return _Reader(pack, phrases or Phrases(pack), place).read(lines)


def _too_much(code: str, n: int, most: int) -> Refusal:
    why = because(code, n=Number(value=n), most=Number(value=most))
    return Refusal(code=f"listing_{code}", line=why)


def _clean(line: str) -> str:
    """The line without what cannot be seen; tabs stay, for they part columns."""
    return "".join(c for c in line if c == "\t" or not unseen(c)).rstrip()


class _Reader:
    """Reads one text; holds what has been understood so far."""

    def __init__(self, pack: Pack, phrases: Phrases, place: Place) -> None:
        self.pack = pack
        self.phrases = phrases
        self.place = place
        self.name, self.points, self.stated, self.general = "", 0, 0, ""
        self.army: Army | None = None
        self.guesser: Guesser | None = None
        self.units: list[RosterUnit] = []
        self.made: tuple[str, ...] = ()
        """Ids of the units of the last line that gave some."""
        self.named: dict[str, set[str]] = {}
        """Units that later lines said more of, and the options that those named."""
        self.depth = (0, 0)
        """How far in the line of the last unit stands, and how many marks its bullet has."""
        self.lost: tuple[int, int] | None = None
        """The same of the last line that may be a unit and was not understood: what stands further
        in below it is of no other."""

    def read(self, lines: list[str]) -> Listing:
        """All of a text."""
        heads = self._heads(lines)
        titled = 1 in heads or (bool(lines) and 0 not in heads)
        if titled:
            heads.pop(0, None)
        self._enlist(self.pack.armies.get(next(iter(heads.values()), "")) or self._likely(lines))
        named = self._entitled(lines, heads)
        if named is None and titled and self._is_title(lines[0], 1 in heads):
            named = 0
        rest = [n for n in range(len(lines)) if n not in heads and n != named]
        self._place([lines[n] for n in rest])
        readings = []
        for number, line in enumerate(lines):
            if number == named:
                readings.append(self._title(line))
            elif number == 0 and self.phrases.note(line) and not self._meant(line):
                readings.append(self._note(line))
            elif number in heads:
                readings.append(self._head(line))
            else:
                readings.append(self._line(line, lines[number + 1 :]))
        if self.army:
            review = Review(self.army, self.pack, self.named)
            readings, self.units = review.settled(readings, self.units)
            by_id = {unit.id: unit for unit in self.units}
            readings = [review.look(reading, by_id) for reading in readings]
        roster = Roster(
            army=self.army.id if self.army else "",
            name=self._called(lines),
            points=self.points,
            units=tuple(self.units),
            general=self.general,
        )
        counted = cost(roster, self.pack)
        if not self.points:
            roster = replace(roster, points=self.stated or counted)
        return Listing(
            roster=roster,
            readings=tuple(self._totalled(reading, counted) for reading in readings),
            stated=self.stated,
            counted=counted,
            place=self.place,
        )

    def _heads(self, lines: list[str]) -> dict[int, str]:
        """Lines that name an army; where none does, the first that does so with a slip."""
        short = [(n, line) for n, line in enumerate(lines) if len(line) <= LONGEST_LINE]
        if heads := {n: army for n, line in short if (army := self.phrases.army(line))}:
            return heads
        like = ((n, self.phrases.army_like(line)) for n, line in short[:MOST_HEADS])
        return dict([one for one in like if one[1]][:1])

    def _enlist(self, army: Army | None) -> None:
        self.army = army
        self.guesser = Guesser(self.pack, self.phrases, army, self.place) if army else None

    def _likely(self, lines: list[str]) -> Army | None:
        """The army most of whose entries a text without a heading names."""
        best: tuple[int, Army | None] = (0, None)
        for army in self.pack.armies.values():
            guesser = Guesser(self.pack, self.phrases, army)
            found = sum(bool(guesser.guesses(line)) for line in lines[:MOST_TELLING])
            best = (found, army) if found > best[0] else best
        return best[1]

    def _meant(self, line: str) -> Guess | None:
        """A line as a unit, if it is one."""
        return (self.guesser.best(line) or self.guesser.spelt(line)) if self.guesser else None

    def _place(self, lines: list[str]) -> None:
        """Finds out where the text has its prices: where they come to the total that it tells, else
        where most of its lines fit best."""
        if self.place or self.guesser is None:
            return
        bare = [self.phrases.dress.off(BULLET.sub("", line, count=1)).strip() for line in lines]
        units = [line for line in bare if self.phrases.number(line) and not self._sums(line)]
        told = next((self.phrases.number(line) for line in reversed(bare) if self._sums(line)), 0)
        self.place = told_by_sum(units, told) or self.guesser.placed(lines[:MOST_TELLING])
        self.guesser.place = self.place

    def _sums(self, line: str) -> bool:
        """Whether a line is a heading with a sum, or a sum by itself."""
        return self.phrases.total(line) or self.phrases.category(line) or bool(SUM.match(line))

    def _entitled(self, lines: list[str], heads: Container[int]) -> int | None:
        """Above the first unit, the line that is written as the name of the list."""
        for number, line in enumerate(lines[:MOST_TELLING]):
            if number not in heads and len(line) <= LONGEST_LINE:
                if self.phrases.title(line):
                    return number
                if self._meant(line):
                    break
        return None

    def _is_title(self, line: str, above_army: bool) -> bool:
        """Whether the first line, written as any other, is the name of the list."""
        return not self.phrases.note(line) and (above_army or not self._meant(line))

    @staticmethod
    def _note(line: str) -> Reading:
        return Reading(line=line[:LONGEST_LINE], sense="unknown", why=(because("note"),))

    def _title(self, line: str) -> Reading:
        name = self.phrases.title(line) or line.strip()
        self.name = name[:LONGEST_NAME].strip()
        if self.name != name:
            why = because("cut", most=Number(value=LONGEST_NAME))
            return Reading(line=line[:LONGEST_LINE], sense="doubtful", why=(why,))
        return Reading(line=line, sense="recognised")

    def _head(self, line: str) -> Reading:
        self.points = self.points or self.phrases.number(line)
        self.name = self.name or self.phrases.called(line)[:LONGEST_NAME].strip()
        why = []
        if not self.phrases.army(line) and self.army:
            why.append(because("army", army=Term(key=f"ninth_age.army.{self.army.id}")))
        return Reading(line=line, sense="doubtful" if why else "recognised", why=tuple(why))

    def _called(self, lines: list[str]) -> str:
        """The name of the list: its heading's, else that of its army."""
        if self.name or self.army is None:
            return self.name
        return said(f"ninth_age.army.{self.army.id}", self.phrases.language_of(" ".join(lines)))

    def _line(self, line: str, below: list[str]) -> Reading:
        if len(line) > LONGEST_LINE:
            why = because("long", most=Number(value=LONGEST_LINE))
            return Reading(line=line[:LONGEST_LINE], sense="unknown", why=(why,))
        if too_much(line):
            why = because("pieces", most=Number(value=MOST_PIECES))
            return Reading(line=line, sense="unknown", why=(why,))
        if not any(mark.isalnum() for mark in line) or self.phrases.colophon(line):
            return Reading(line=line, sense="recognised")
        astray = self.lost is not None and _depth(line) > self.lost
        if not astray and _depth(line) > self.depth and (more := self._continued(line, True)):
            return more
        if self.guesser and (best := self.guesser.best(line)):
            return self._unit(line, best)
        bare = self._bare(line)
        alone = bool(SUM.match(bare)) and bool(self.units) and not self._more(below)
        if self.phrases.total(bare) or alone:
            self.stated = self.phrases.number(bare)
            return Reading(line=line, sense="recognised")
        if self.phrases.category(bare):
            return Reading(line=line, sense="recognised")
        if astray:
            return Reading(line=line, sense="unknown", why=(because("below"),))
        spelt = self.guesser.spelt(line) if self.guesser and not self._option(line) else None
        if not (spelt and _COUNTED.search(bare)) and (more := self._continued(line, True)):
            return more
        if not _COUNTED.search(bare) and self.phrases.note(line):
            return self._note(line)
        return self._unit(line, spelt) if spelt else self._continued(line) or self._strange(line)

    def _option(self, line: str) -> bool:
        """Whether a line without a number is more like an option of the unit above it."""
        words = BULLET.sub("", line, count=1).strip()
        if not self.units or self.army is None or self.guesser is None or _COUNTED.search(words):
            return False
        entry = self.army.entry(self.units[-1].entry)
        assert entry is not None
        option = self.phrases.like_options(words, entry, self.army)[:1]
        unit = self.guesser.spellings(line)[:1]
        return bool(option) and not (unit and unit[0].score > option[0].score)

    def _strange(self, line: str) -> Reading:
        """A line that nothing is made of. What stands further in below it is not of the unit above:
        it may be a unit itself."""
        if _depth(line) <= self.depth or not self.units:
            self.lost = _depth(line)
        first = [one for one in prices(self._bare(line)) if one.place == self.place]
        paid = first[0].paid if first else 0
        return Reading(line=line, sense="unknown", why=(because("unknown"),), paid=paid)

    def _bare(self, line: str) -> str:
        """A line without its bullet and its dress."""
        return self.phrases.dress.off(BULLET.sub("", line, count=1)).strip()

    def _more(self, below: list[str]) -> bool:
        """Whether units follow: then a number by itself is not the total."""
        return any(map(self._meant, below))

    def _totalled(self, reading: Reading, counted: int) -> Reading:
        """A line with a total that is not what was counted says so."""
        bare = self._bare(reading.line)
        total = self.phrases.total(bare) or bool(SUM.match(bare))
        if not (self.stated and total) or reading.units:
            return reading
        if self.stated == counted:
            return reading
        numbers = {"n": self.stated, "counted": counted, "by": abs(self.stated - counted)}
        why = because("total", **{name: Number(value=n) for name, n in numbers.items()})
        return replace(reading, sense="doubtful", why=(why,))

    def _free_id(self, entry: str) -> str:
        number = 1 + sum(unit.entry == entry for unit in self.units)
        return entry if number == 1 else f"{entry}_{number}"

    def _free_name(self, wish: str) -> str:
        """The name itself, or with a number in brackets where it is taken (`Ghouls (2)`)."""
        taken = {unit.name for unit in self.units}
        numbers = range(2, len(taken) + 3)
        return next(n for n in (wish, *(f"{wish} ({k})" for k in numbers)) if n not in taken)

    def _unit(self, line: str, guess: Guess) -> Reading:
        assert self.guesser is not None
        label, self.depth, self.lost = guess.label, _depth(line), None
        language = self.phrases.language_of(line)
        wish = label or said(guess.entry.named, language)
        why, made = list(guess.why), []
        if len(wish) > LONGEST_NAME:
            why.append(because("cut", most=Number(value=LONGEST_NAME)))
        for _ in range(guess.copies):
            name = wish[:LONGEST_NAME].strip()
            called = name if label and guess.copies == 1 else self._free_name(name)
            unit = guess.made(self._free_id(guess.entry.id), called)
            self.units.append(unit)
            made.append(unit.id)
            if guess.general:
                self.general = unit.id
        self.made = tuple(made)
        paid = guess.price * (guess.copies if self.guesser.each(guess) else 1)
        return Reading(
            line=line, sense="doubtful" if why else "recognised", why=tuple(why),
            units=self.made, first=True, paid=paid,
        )  # fmt: skip

    def _continued(self, line: str, strict: bool = False) -> Reading | None:
        """A line of options for the units of the line above it; `strict`: only if all of it is."""
        if not self.units or self.guesser is None:
            return None
        unit, army = self.units[-1], self.guesser.army
        entry = army.entry(unit.entry)
        assert entry is not None
        body = self._bare(line)
        read = [
            (pieces, list(self.phrases.senses(pieces, entry, army)))
            for text in dict.fromkeys(
                words
                for text in (body, *(one.text for one in prices(body)))
                for words in spread(text)
            )
            for _, pieces in (self.phrases.pieces(f"x, {text}"),)
        ]
        pieces, found = min(read, key=lambda one: sum(sense == "?" for sense, _, _ in one[1]))
        told = [one for one in found if one[0] != "models"] or found
        strange = told[0][1] if told and told[0][0] == "?" else ""
        level = _depth(line) <= self.depth
        beside = level or body[:1].isdecimal() or bool(_COUNTED.search(strange))
        counts = level and any(sense == "models" for sense, _, _ in found)
        if all(sense == "?" for sense, _, _ in found) or (strange and beside) or counts:
            return None  # it is something else than options: a unit, misspelt
        guess = Guess(entry, 1, unit.models, 0, list(unit.options), list(unit.items))
        guess.formation = unit.formation
        self.guesser.describe(guess, pieces)
        chosen = tuple(self._settled(guess.options, entry, army))
        named = set(guess.options[len(unit.options) :])
        if guess.why and strict:
            return None
        for number, one in enumerate(self.units):
            if one.id in self.made:
                self.units[number] = replace(
                    one, models=guess.models, options=chosen, items=tuple(guess.items),
                    formation=guess.formation,
                )  # fmt: skip
                self.named.setdefault(one.id, set()).update(named)
        if guess.general:
            self.general = unit.id
        sense: Sense = "doubtful" if guess.why else "recognised"
        return Reading(line=line, sense=sense, why=tuple(guess.why), units=self.made)

    @staticmethod
    def _settled(options: Iterable[str], entry: Entry, army: Army) -> list[str]:
        """What may be had once is had once; of a group of which one must be chosen, a later line's
        choice takes the place of the first, which was only supposed."""
        known, kept = offers(entry, army), []
        for key in options:
            if key not in kept or known[key].most > 1:
                kept.append(key)
        for group in entry.groups:
            mine = [key for key in kept if any(o.id == key for o in group.options)]
            if group.least and group.most == 1 and len(mine) > 1:
                kept.remove(mine[0])
        return kept


def _depth(line: str) -> tuple[int, int]:
    """How far in a line stands, and how many marks its bullet has."""
    bullet = BULLET.match(line)
    marks = bullet[0].strip() if bullet else ""
    return len(line) - len(line.lstrip()), 1 if marks[:1].isdecimal() else len(marks)
