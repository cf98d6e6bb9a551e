"""Army lists as plain text, such as players paste into a chat, and back again.

    Host of the Coast
    Highborn Elves, 2000 points
    - Spears: 20 Citizen Spears, Champion, Musician, Standard Bearer, 5 wide [180]

What `writing` writes, `read` reads in either language, and the list comes back as it was. Unit ids
are given anew from entries in order, so that the same list always has the same ids. Every line
that is not blank gets a Reading; none is lost.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from dataclasses import replace as altered

from msgspec.structs import replace

from rules.core.plain import unseen
from rules.core.refusals import Refusal
from rules.core.values import Line, Number, Term, Text
from rules.ninth_age.armies.content import (
    COMMAND,
    Army,
    Entry,
    Formation,
    Roster,
    RosterUnit,
)
from rules.ninth_age.armies.equipping import LONGEST_NAME
from rules.ninth_age.armies.muster import cost
from rules.ninth_age.armies.packs import Pack
from rules.ninth_age.armies.pasted.phrases import BULLET, LABELLED, Phrases, plain
from rules.ninth_age.armies.pasted.prices import PRICE_LAST, PRICE_WITHIN, SUM, prices, spread
from rules.ninth_age.armies.pasted.readings import Listing, Reading, Sense, because
from rules.ninth_age.armies.pasted.reviewing import Review, meanings
from rules.ninth_age.armies.profiles import offers, price
from rules.ninth_age.armies.writing import said

MOST_BYTES = 32 * 1024
MOST_LINES = 300
LONGEST_LINE = 500
MOST_TELLING = 40
"""Lines that are looked at to find out which army a text without a heading is of."""
MOST_ALIKE = 10
"""Units that one line may stand for."""


def read(text: str, pack: Pack, phrases: Phrases | None = None) -> Listing | Refusal:
    """A list from text in any of the languages; a refusal only where there is too much of it.

    `phrases` spares making the vocabulary anew for each of many texts.
    """
    if (size := len(text.encode("utf-8", "replace"))) > MOST_BYTES:
        return _too_much("large", size, MOST_BYTES)
    lines = [line for line in map(_clean, re.split(r"\r\n|\r|\n", text)) if line.strip()]
    if len(lines) > MOST_LINES:
        return _too_much("lines", len(lines), MOST_LINES)
    return _Reader(pack, phrases or Phrases(pack)).read(lines)


def _too_much(code: str, n: int, most: int) -> Refusal:
    why = because(code, n=Number(value=n), most=Number(value=most))
    return Refusal(code=f"listing_{code}", line=why)


def _clean(line: str) -> str:
    """The line without what cannot be seen; tabs stay, for they part columns."""
    return "".join(c for c in line if c == "\t" or not unseen(c)).rstrip()


FREE = Formation()
_COUNTED = re.compile(r"\d")


@dataclass
class _Guess:
    """One way to understand a line as a unit."""

    entry: Entry
    copies: int
    models: int
    price: int
    options: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    formation: Formation = FREE
    general: bool = False
    why: list[Line] = field(default_factory=list)
    wrong: int = 0
    """How badly it fits: the least is taken."""
    label: str = ""
    """The unit's own name, where the line has one."""


class _Reader:
    """Reads one text; holds what has been understood so far."""

    def __init__(self, pack: Pack, phrases: Phrases) -> None:
        self.pack = pack
        self.phrases = phrases
        self.name, self.points, self.stated, self.general = "", 0, 0, ""
        self.army: Army | None = None
        self.units: list[RosterUnit] = []
        self.made: tuple[str, ...] = ()
        """Ids of the units of the last line that gave some."""
        self.named: dict[str, set[str]] = {}
        """Units that later lines said more of, and the options that those named."""
        self.depth = (0, 0)
        """How far in the line of the last unit stands, and how many marks its bullet has."""

    def read(self, lines: list[str]) -> Listing:
        """All of a text."""
        heads = {n: army for n, line in enumerate(lines) if (army := self.phrases.army(line))}
        titled = 1 in heads or (bool(lines) and 0 not in heads)
        if titled:
            heads.pop(0, None)
        self.army = self.pack.armies.get(next(iter(heads.values()), "")) or self._likely(lines)
        titled = titled and (1 in heads or not self._guesses(lines[0]))
        readings = []
        for number, line in enumerate(lines):
            if number == 0 and titled:
                readings.append(self._title(line))
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
            name=self.name,
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
        )

    def _likely(self, lines: list[str]) -> Army | None:
        """The army most of whose entries a text without a heading names."""
        best: tuple[int, Army | None] = (0, None)
        for army in self.pack.armies.values():
            self.army = army
            found = sum(bool(self._guesses(line)) for line in lines[:MOST_TELLING])
            best = (found, army) if found > best[0] else best
        return best[1]

    def _title(self, line: str) -> Reading:
        self.name = line.strip()[:LONGEST_NAME].strip()
        if self.name != line.strip():
            why = because("cut", most=Number(value=LONGEST_NAME))
            return Reading(line=line[:LONGEST_LINE], sense="doubtful", why=(why,))
        return Reading(line=line, sense="recognised")

    def _head(self, line: str) -> Reading:
        self.points = self.points or self.phrases.number(line)
        return Reading(line=line[:LONGEST_LINE], sense="recognised")

    def _line(self, line: str, below: list[str]) -> Reading:
        if len(line) > LONGEST_LINE:
            why = because("long", most=Number(value=LONGEST_LINE))
            return Reading(line=line[:LONGEST_LINE], sense="unknown", why=(why,))
        if not any(mark.isalnum() for mark in line) or self.phrases.colophon(line):
            return Reading(line=line, sense="recognised")
        if _depth(line) > self.depth and (more := self._continued(line, strict=True)):
            return more
        if guesses := self._guesses(line):
            best = min(guesses, key=lambda guess: guess.wrong)
            if any(g.copies == best.models > 1 and not g.price for g in guesses) and not best.price:
                best.why.append(because("multiplier", n=Number(value=best.models)))
            return self._unit(line, best)
        alone = bool(SUM.match(line.strip())) and bool(self.units) and not self._more(below)
        if self.phrases.total(line) or alone:
            self.stated = self.phrases.number(line)
            return Reading(line=line, sense="recognised")
        if self.phrases.category(line):
            return Reading(line=line, sense="recognised")
        return self._continued(line) or Reading(
            line=line, sense="unknown", why=(because("unknown"),)
        )

    def _more(self, below: list[str]) -> bool:
        """Whether units follow: then a number by itself is not the total."""
        return any(self._guesses(line) for line in below)

    def _totalled(self, reading: Reading, counted: int) -> Reading:
        """A line with a total that is not what was counted says so."""
        total = self.phrases.total(reading.line) or bool(SUM.match(reading.line.strip()))
        if not (self.stated and total) or reading.units:
            return reading
        if self.stated == counted:
            return reading
        numbers = {"n": self.stated, "counted": counted, "by": abs(self.stated - counted)}
        why = because("total", **{name: Number(value=n) for name, n in numbers.items()})
        return replace(reading, sense="doubtful", why=(why,))

    def _guesses(self, line: str) -> list[_Guess]:
        """Every way in which a line is a unit of the army."""
        if self.army is None or len(line) > LONGEST_LINE:
            return []
        body = BULLET.sub("", line, count=1)
        found: list[_Guess] = []
        labelled = None if PRICE_WITHIN.match(body) else LABELLED.match(body)
        for rest in (labelled["rest"], body) if labelled else (body,):
            label = self._label(line, labelled) if labelled and rest is not body else ""
            entry = plain(label) in self.phrases.entries(self.army)
            for text, paid in prices(rest):
                for words in spread(text):
                    guesses = self._entries(words, paid, kinds=not entry)
                    found += (altered(guess, label=label) for guess in guesses)
            if any(guess.entry.offered and not guess.wrong for guess in found):
                break
        return found

    def _label(self, line: str, labelled: "re.Match[str]") -> str:
        """What stands before a colon, if it is the name of the unit behind it: not its price nor,
        where no bullet stands before it, its category."""
        label, priced = labelled["name"].strip(), PRICE_LAST.match(labelled["rest"])
        if SUM.match(label) and not (priced and priced["sure"]):
            return ""
        return "" if line[:1].isalnum() and self.phrases.category(label) else label

    def _entries(self, text: str, paid: int, *, kinds: bool) -> list[_Guess]:
        """Guesses of a text. Without `kinds` no unit is called by its kind alone, for its entry is
        named before: `Artillery: Cannon`."""
        assert self.army is not None
        found = []
        for head, pieces in self.phrases.heads(text):
            for copies, models, key in self.phrases.counted(head, self.army):
                name, _, kind = key.partition(":")
                if (entry := self.army.entry(name)) is not None and (kinds or not kind):
                    guess = _Guess(entry, copies, models, paid, [kind] if kind else [])
                    found.append(self._weighed(guess, pieces))
        return found

    def _weighed(self, guess: _Guess, pieces: list[str]) -> _Guess:
        """A guess with its options read, its price compared, its faults counted."""
        assert self.army is not None
        entry, copies, paid = guess.entry, guess.copies, guess.price
        guess.copies = min(copies, MOST_ALIKE)
        if copies > MOST_ALIKE:
            guess.why.append(
                because("copies", n=Number(value=copies), most=Number(value=MOST_ALIKE))
            )
        self._describe(guess, pieces)
        self._defaults(guess)
        supposed = not guess.models and entry.models[0] != entry.models[1]
        guess.models = guess.models or entry.models[0]
        each = self._told_by_price(guess, paid)
        if paid and paid not in (each, each * guess.copies):
            counted = min((each, each * guess.copies), key=lambda sum_: abs(sum_ - paid))
            numbers = {"n": paid, "counted": counted}
            guess.why.append(because("price", **{k: Number(value=v) for k, v in numbers.items()}))
            guess.wrong += 3
        elif supposed and not paid:
            guess.why.append(because("count", n=Number(value=guess.models)))
        guess.wrong += supposed
        guess.wrong += 4 * (not entry.models[0] <= guess.models <= entry.models[1])
        guess.wrong += 2 * (not entry.offered)
        return guess

    def _describe(self, guess: _Guess, pieces: list[str]) -> None:
        """What the pieces after the name mean; what is not understood is kept as a reason."""
        assert self.army is not None
        wanted: list[list[str]] = []
        for sense, value, times in self.phrases.senses(pieces, guess.entry, self.army):
            match sense:
                case "option":
                    wanted += [value.split("|")] * times
                case "item":
                    guess.items.append(value)
                case "general":
                    guess.general = True
                case "wide":
                    guess.formation = replace(guess.formation, files=times)
                case "place":
                    places = {**guess.formation.command, value: times - 1}
                    guess.formation = replace(guess.formation, command=places)
                case "models":
                    guess.wrong += 3 * (guess.models not in (0, times))
                    guess.models = times
                case "command":
                    offered = offers(guess.entry, self.army)
                    wanted += [[key] for key in COMMAND if key in offered]
                case "?":
                    guess.why.append(because("part", text=Text(text=value)))
                    guess.wrong += 4 if SUM.match(value) or PRICE_LAST.match(value) else 1
        guess.options += self._told_apart(wanted, guess, self.army)

    def _told_by_price(self, guess: _Guess, paid: int) -> int:
        """The price of each unit of a guess. Of options that share a name, those are taken with
        which it comes to what was paid, if any."""
        assert self.army is not None
        unit = self._made(guess, "x")
        each = price(unit, guess.entry, self.army, self.pack)
        if not paid or paid in (each, each * guess.copies):
            return each
        for other in meanings(unit, guess.entry, self.army):
            now = price(other, guess.entry, self.army, self.pack)
            if paid in (now, now * guess.copies):
                guess.options = list(other.options)
                return now
        return each

    @staticmethod
    def _told_apart(wanted: list[list[str]], guess: _Guess, army: Army) -> list[str]:
        """Of options that share a name, those that go with the rest of the unit."""
        known = offers(guess.entry, army)
        sure = {*guess.options, *(keys[0] for keys in wanted if len(keys) == 1)}

        def fits(key: str) -> bool:
            option = known[key]
            return bool(not option.needs or sure & set(option.needs)) and not sure & set(
                option.bars
            )

        return [next((key for key in keys if fits(key)), keys[0]) for keys in wanted]

    def _defaults(self, guess: _Guess) -> None:
        """Where one of a group must be chosen and none is named, the first is taken if it is free;
        what the entry has anyway is no option."""
        for group in guess.entry.groups:
            free = group.options[0]
            if group.least and not any(o.id in guess.options for o in group.options):
                if free.points:
                    continue
                guess.options.append(free.id)
                guess.why.append(because("default", option=Term(key=free.named)))

    def _made(self, guess: _Guess, name: str) -> RosterUnit:
        return RosterUnit(
            id=self._free_id(guess.entry.id),
            name=name,
            entry=guess.entry.id,
            models=guess.models,
            options=tuple(guess.options),
            items=tuple(guess.items),
            formation=guess.formation,
        )

    def _free_id(self, entry: str) -> str:
        number = 1 + sum(unit.entry == entry for unit in self.units)
        return entry if number == 1 else f"{entry}_{number}"

    def _free_name(self, wish: str) -> str:
        """The name itself, or with a number in brackets where it is taken (`Ghouls (2)`)."""
        taken = {unit.name for unit in self.units}
        numbers = range(2, len(taken) + 3)
        return next(n for n in (wish, *(f"{wish} ({k})" for k in numbers)) if n not in taken)

    def _unit(self, line: str, guess: _Guess) -> Reading:
        label, self.depth = guess.label, _depth(line)
        language = self.phrases.language_of(line)
        wish = label or said(guess.entry.named, language)
        why, made = list(guess.why), []
        if len(wish) > LONGEST_NAME:
            why.append(because("cut", most=Number(value=LONGEST_NAME)))
        for _ in range(guess.copies):
            name = wish[:LONGEST_NAME].strip()
            unit = self._made(guess, name if label and guess.copies == 1 else self._free_name(name))
            self.units.append(unit)
            made.append(unit.id)
            if guess.general:
                self.general = unit.id
        self.made = tuple(made)
        each = guess.price * (guess.copies if self._each(guess) else 1)
        return Reading(
            line=line, sense="doubtful" if why else "recognised", why=tuple(why),
            units=self.made, first=True, paid=each,
        )  # fmt: skip

    def _each(self, guess: _Guess) -> bool:
        """Whether what was paid is the price of one of several units."""
        assert self.army is not None
        unit = self._made(guess, "x")
        return guess.price == price(unit, guess.entry, self.army, self.pack)

    def _continued(self, line: str, strict: bool = False) -> Reading | None:
        """A line of options for the units of the line above it."""
        if not self.units or self.army is None:
            return None
        unit = self.units[-1]
        entry = self.army.entry(unit.entry)
        assert entry is not None
        body = BULLET.sub("", line, count=1).strip()
        read = [
            (pieces, list(self.phrases.senses(pieces, entry, self.army)))
            for text in dict.fromkeys(
                words for text, _ in ((body, 0), *prices(body)) for words in spread(text)
            )
            for _, pieces in (self.phrases.pieces(f"x, {text}"),)
        ]
        pieces, found = min(read, key=lambda one: sum(sense == "?" for sense, _, _ in one[1]))
        strange = found[0][1] if found and found[0][0] == "?" else ""
        beside = line[:1].isalnum() or body[:1].isdecimal() or bool(_COUNTED.search(strange))
        if all(sense == "?" for sense, _, _ in found) or (strange and beside):
            return None  # it begins with something else than an option: a unit, misspelt
        guess = _Guess(entry, 1, unit.models, 0, list(unit.options), list(unit.items))
        guess.formation = unit.formation
        self._describe(guess, pieces)
        chosen = tuple(self._settled(guess.options, entry, self.army))
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
