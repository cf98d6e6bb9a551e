"""What a line of a pasted list means as a unit: every way to understand it, and the likeliest."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from dataclasses import replace as altered

from msgspec.structs import replace

from rules.core.values import Line, Number, Term, Text
from rules.ninth_age.armies.content import COMMAND, Army, Entry, Formation, RosterUnit
from rules.ninth_age.armies.packs import Pack
from rules.ninth_age.armies.pasted.phrases import BULLET, GROUP, LABELLED, Phrases
from rules.ninth_age.armies.pasted.pieces import plain
from rules.ninth_age.armies.pasted.prices import (
    PRICE_FIRST,
    PRICE_LAST,
    PRICE_WITHIN,
    SUM,
    Place,
    prices,
    spread,
)
from rules.ninth_age.armies.pasted.readings import because
from rules.ninth_age.armies.pasted.reviewing import meanings
from rules.ninth_age.armies.pasted.spelling import SURE
from rules.ninth_age.armies.profiles import offers, price

MOST_ALIKE = 10
"""Units that one line may stand for."""
LONGEST_LINE = 500
ELSEWHERE = 3
"""How badly a guess fits that takes the price from another place than the list has it in."""
MOST_PIECES = 30
"""Parts of a line that is still looked at."""
MOST_SEGMENTS = 4
"""Parts of a line in which the name of its unit is looked for."""
FREE = Formation()
_CUT = re.compile(
    r"[,;\t()\[\]:=@+/&\"“”„«»]|\s[-–—]|[-–—]\s|\s(?:w/|with|on|mit|auf|с|со)\s", re.I
)  # fmt: skip
_COUNTS = (
    r"(?:\d+\s*(?:[x×х*pп](?!\w))?|[x×х*]\s*\d+|(?<!\w)(?:pts?|points?|очк\w+|[x×х*])(?!\w))\.?"
)
_FRONT = re.compile(rf"\A(?:\s*{_COUNTS}\s*)+", re.I)
_BACK = re.compile(rf"(?:\s+{_COUNTS}\s*)+\Z", re.I)


@dataclass
class Guess:
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
    place: Place = ""
    """Where its price stood."""
    strange: list[str] = field(default_factory=list)
    """What is not understood."""

    def made(self, key: str, name: str) -> RosterUnit:
        """The unit, called by an id and a name."""
        return RosterUnit(
            id=key,
            name=name,
            entry=self.entry.id,
            models=self.models,
            options=tuple(self.options),
            items=tuple(self.items),
            formation=self.formation,
        )


@dataclass(frozen=True)
class Spelling:
    """A line with a name of the army in the place of words that are like it."""

    body: str
    typed: str
    name: str
    score: float
    sure: bool


class Guesser:
    """Guesses at the lines of one army's list. `place` is where the list has its prices."""

    def __init__(self, pack: Pack, phrases: Phrases, army: Army, place: Place = "") -> None:
        self.pack, self.phrases, self.army, self.place = pack, phrases, army, place
        self._known: dict[str, list[Guess]] = {}

    def best(self, line: str) -> Guess | None:
        """The likeliest way to understand a line whose unit is named as the army names it."""
        return self._likeliest(self.guesses(line))

    def spelt(self, line: str) -> Guess | None:
        """The same of a line whose unit is surely meant though its name is not written so."""
        meant = next(iter(self.spellings(line)), None)
        if meant is None or not meant.sure or (found := self.best(meant.body)) is None:
            return None
        unit = Term(key=found.entry.named)
        why = because("spelt", text=Text(text=meant.typed), unit=unit)
        return altered(found, why=[why, *found.why])

    def _likeliest(self, guesses: list[Guess]) -> Guess | None:
        if not guesses:
            return None
        best = min(guesses, key=lambda g: (g.wrong + self._elsewhere(g, guesses), not g.price))
        if not best.price and any(g.copies == best.models > 1 and not g.price for g in guesses):
            why = because("multiplier", n=Number(value=best.models))
            return altered(best, why=[*best.why, why])
        return best

    def _elsewhere(self, guess: Guess, guesses: list[Guess]) -> int:
        """How badly it fits that the price is not where the list has it, if one is there."""
        there = any(other.place == self.place for other in guesses)
        return ELSEWHERE if self.place and there and guess.place != self.place else 0

    def placed(self, lines: Iterable[str]) -> Place:
        """The place in which most of the lines have their price: each that fits one place better
        than every other has a vote."""
        votes: Counter[Place] = Counter()
        for line in lines:
            meant = next((one.body for one in self.spellings(line) if one.sure), line)
            least: dict[Place, int] = {}
            for guess in self.guesses(line) or self.guesses(meant):
                least[guess.place] = min(guess.wrong, least.get(guess.place, guess.wrong))
            order = sorted(least, key=least.__getitem__)
            if order and order[0] and all(least[order[0]] + 1 < least[o] for o in order[1:]):
                votes[order[0]] += 1
        (first, most), (_, next_) = [*votes.most_common(2), ("", 0), ("", 0)][:2]
        return first if most > next_ else ""

    def guesses(self, line: str) -> list[Guess]:
        """Every way in which a line is a unit of the army."""
        if too_much(line):
            return []
        if line not in self._known:
            self._known[line] = self._guessed(line)
        return self._known[line]

    def _guessed(self, line: str) -> list[Guess]:
        body = BULLET.sub("", line, count=1)
        within = PRICE_WITHIN.match(self.phrases.dress.off(body))
        labelled = None if within else LABELLED.match(body)
        found: list[Guess] = []
        if labelled and self._priced(labelled):
            labelled = None
        for rest in (labelled["rest"], body) if labelled else (body,):
            label = self._label(line, labelled) if labelled and rest is not body else ""
            ahead = self._ahead(label, rest)
            label = ahead["text"] if ahead else label
            kinds = not self._named(label)
            for text, paid, place in prices(self.phrases.dress.off(rest).strip()):
                if ahead and not paid:
                    paid, place = int(ahead["n"]), "first"
                for words in spread(text):
                    guesses = self._entries(words, paid, kinds=kinds)
                    found += (altered(guess, label=label, place=place) for guess in guesses)
            if any(guess.entry.offered and not guess.wrong for guess in found):
                break
        return found

    def _priced(self, labelled: re.Match[str]) -> bool:
        """Whether what stands before a colon is the price of what is behind it."""
        behind = PRICE_LAST.match(labelled["rest"])
        price_ = SUM.match(self.phrases.dress.off(labelled["name"]).strip())
        return bool(price_) and not (behind and behind["sure"] == "[")

    def _ahead(self, label: str, rest: str) -> re.Match[str] | None:
        """The price that stands before the name of a unit, if none is behind it for certain."""
        behind = PRICE_LAST.match(rest)
        certain = behind and behind["sure"] == "["
        return None if certain else PRICE_FIRST.match(self.phrases.dress.off(label).strip())

    def _named(self, label: str) -> bool:
        """Whether what stands before a colon is an entry of the army, be it with a slip."""
        names, parts = self.phrases.names(self.army), _segments(self.phrases.dress.off(label))
        nearest = [near for part in parts[:1] for near in names.nearest(plain(part))[:1]]
        known = plain(label) in self.phrases.entries(self.army)
        return known or any(near.score >= SURE for near in nearest)

    def _label(self, line: str, labelled: re.Match[str]) -> str:
        """What stands before a colon, if it is the name of the unit behind it and not, where no
        bullet stands before it, its category."""
        label = labelled["name"].strip()
        return "" if line[:1].isalnum() and self.phrases.category(label) else label

    def _entries(self, text: str, paid: int, *, kinds: bool) -> list[Guess]:
        """Guesses of a text. Without `kinds` no unit is called by its kind alone, for its entry is
        named before: `Artillery: Cannon`."""
        found = []
        for head, pieces in self.phrases.heads(text):
            for copies, models, key in self.phrases.counted(head, self.army):
                name, _, kind = key.partition(":")
                if (entry := self.army.entry(name)) is not None and (kinds or not kind):
                    guess = Guess(entry, copies, models, paid, [kind] if kind else [])
                    found.append(self._weighed(guess, pieces))
        return found

    def _weighed(self, guess: Guess, pieces: list[str]) -> Guess:
        """A guess with its options read, its price compared, its faults counted."""
        entry, copies, paid = guess.entry, guess.copies, guess.price
        guess.copies = min(copies, MOST_ALIKE)
        if copies > MOST_ALIKE:
            guess.why.append(
                because("copies", n=Number(value=copies), most=Number(value=MOST_ALIKE))
            )
        self.describe(guess, pieces)
        self._defaults(guess)
        supposed = not guess.models and entry.models[0] != entry.models[1]
        guess.models = guess.models or entry.models[0]
        each = self._told_by_price(guess, paid)
        fits = paid and paid in (each, each * guess.copies)
        if paid and not fits:
            counted = min((each, each * guess.copies), key=lambda sum_: abs(sum_ - paid))
            numbers = {"n": paid, "counted": counted}
            guess.why.append(because("price", **{k: Number(value=v) for k, v in numbers.items()}))
            guess.wrong += self._mispriced(guess, paid, counted)
        elif supposed and not paid:
            guess.why.append(because("count", n=Number(value=guess.models)))
        guess.wrong += supposed
        if not entry.models[0] <= guess.models <= entry.models[1]:
            guess.wrong += 1 if fits else 4
        guess.wrong += 2 * (not entry.offered)
        return guess

    def _mispriced(self, guess: Guess, paid: int, counted: int) -> int:
        """How badly a guess fits that does not cost what was paid: not so badly where what is
        strange in it makes it up, worse where it is far off."""
        names = self.phrases.option_names(guess.entry, self.army)
        unit = guess.made("x", "x")
        for part in guess.strange:
            if near := next(iter(self.phrases.like_options(part, guess.entry, self.army)), None):
                unit = with_(unit, names.known[near.name], guess.entry, self.army)
        each = price(unit, guess.entry, self.army, self.pack)
        if paid in (each, each * guess.copies):
            return 1
        return 3 if counted <= 2 * paid and paid <= 2 * counted else 7

    def describe(self, guess: Guess, pieces: list[str]) -> None:
        """What the pieces after the name mean; what is not understood is kept as a reason."""
        wanted: list[list[str]] = []
        grouped: set[str] = set()
        for sense, value, times in self.phrases.senses(pieces, guess.entry, self.army):
            match sense:
                case "option" if value in grouped:
                    grouped.remove(value)  # `Full Command, Champion` has one champion
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
                    grouped = {key for key in COMMAND if key in offered and [key] not in wanted}
                    wanted += [[key] for key in COMMAND if key in grouped]
                case "?":
                    guess.strange.append(value)
                    guess.why.append(because("part", text=Text(text=value)))
                    guess.wrong += 4 if SUM.match(value) or PRICE_LAST.match(value) else 1
        guess.options += self._told_apart(wanted, guess)

    def _told_by_price(self, guess: Guess, paid: int) -> int:
        """The price of each unit of a guess. Of options that share a name, those are taken with
        which it comes to what was paid, if any."""
        unit = guess.made("x", "x")
        each = price(unit, guess.entry, self.army, self.pack)
        if not paid or paid in (each, each * guess.copies):
            return each
        for other in meanings(unit, guess.entry, self.army):
            now = price(other, guess.entry, self.army, self.pack)
            if paid in (now, now * guess.copies):
                guess.options = list(other.options)
                return now
        return each

    def _told_apart(self, wanted: list[list[str]], guess: Guess) -> list[str]:
        """Of options that share a name, those that go with the rest of the unit."""
        known = offers(guess.entry, self.army)
        sure = {*guess.options, *(keys[0] for keys in wanted if len(keys) == 1)}

        def fits(key: str) -> bool:
            option = known[key]
            return bool(not option.needs or sure & set(option.needs)) and not sure & set(
                option.bars
            )

        return [next((key for key in keys if fits(key)), keys[0]) for keys in wanted]

    def _defaults(self, guess: Guess) -> None:
        """Where one of a group must be chosen and none is named, the first is taken if it is free;
        what the entry has anyway is no option."""
        for group in guess.entry.groups:
            free = group.options[0]
            if group.least and not any(o.id in guess.options for o in group.options):
                if free.points:
                    continue
                guess.options.append(free.id)
                guess.why.append(because("default", option=Term(key=free.named)))

    def each(self, guess: Guess) -> bool:
        """Whether what was paid is the price of one of several units."""
        return guess.price == price(guess.made("x", "x"), guess.entry, self.army, self.pack)

    def spellings(self, line: str) -> list[Spelling]:
        """The line with names of the army in the place of what is like them, the likeliest first;
        the first is sure where nothing else is as like."""
        if too_much(line):
            return []
        body = BULLET.sub("", line, count=1)
        front, bare = line[: len(line) - len(body)], self.phrases.dress.off(body).strip()
        names = self.phrases.names(self.army)
        found: dict[str, Spelling] = {}
        for number, typed in enumerate(_segments(bare)):
            for near in names.nearest(plain(typed)):
                if near.name == plain(typed):
                    continue  # it is named right, and that was of no help
                thing, score = names.known[near.name], near.score - number / 50
                if thing not in found or score > found[thing].score:
                    text = (body if typed in body else bare).replace(typed, near.name, 1)
                    found[thing] = Spelling(front + text, typed, near.name, score, near.sure)
        return sorted(found.values(), key=lambda one: -one.score)


def too_much(line: str) -> bool:
    """Whether a line is too long, or in too many pieces, to be any unit."""
    return len(line) > LONGEST_LINE or len(_CUT.findall(line)) >= MOST_PIECES


def _segments(bare: str) -> list[str]:
    """The first parts of a line that may be a name, without the numbers around them."""
    parts = (_BACK.sub("", _FRONT.sub("", part)).strip(" .-–—*") for part in _CUT.split(bare))
    return [part for part in parts if any(mark.isalpha() for mark in part)][:MOST_SEGMENTS]


def with_(unit: RosterUnit, key: str, entry: Entry, army: Army) -> RosterUnit:
    """The unit with an option, all of its command or an item more, as often as it may have it."""
    offered = offers(entry, army)
    wanted = [key for key in COMMAND if key in offered] if key == GROUP else [key]
    for one in wanted:
        if one not in offered:
            unit = replace(unit, items=(*unit.items, one))
        elif unit.options.count(one) < offered[one].most:
            unit = replace(unit, options=(*unit.options, one))
    return unit
