"""Ways out of a doubt: for a line of a pasted list that was not understood in full, lines that may
be put in its place, and what each costs beside what the text says. Each but the empty one, which
leaves the line out, is read without a doubt, if it is a unit's.
"""

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.core.refusals import Refusal
from rules.core.values import Line, Number, Text, Value
from rules.ninth_age.armies.content import Army, Entry, Roster, RosterUnit
from rules.ninth_age.armies.equipping import LONGEST_NAME
from rules.ninth_age.armies.packs import Pack
from rules.ninth_age.armies.pasted.guessing import Guesser, with_
from rules.ninth_age.armies.pasted.ledger import Ledger
from rules.ninth_age.armies.pasted.listing import read
from rules.ninth_age.armies.pasted.phrases import BULLET, GROUP, Phrases
from rules.ninth_age.armies.pasted.prices import whole
from rules.ninth_age.armies.pasted.readings import Listing, Reading
from rules.ninth_age.armies.profiles import offers
from rules.ninth_age.armies.writing import option_name, said, unit_line

MOST_FIXES = 3
MOST_MENDED = 30
"""Lines of one text for which ways out are sought; the others may still be left out."""
_PRICE = re.compile(r" \[\d+\]\Z")
_TOTAL_DIGITS = (3, 4, 5)
LEFT_OUT = ""


class Way(Value, frozen=True):
    """Lines that may be put in the place of one, and how their price, and the total then, compare
    with what the text says."""

    text: str
    why: tuple[Line, ...] = ()


def mends(found: Listing, pack: Pack) -> tuple[tuple[Way, ...], ...]:
    """The ways out for each line of a list."""
    mender = _Mender(found, pack)
    return tuple(mender.ways(number) for number in range(len(found.readings)))


def totalled(text: str, pack: Pack) -> str:
    """A text whose total is what its lines come to."""
    found = read(text, pack)
    if isinstance(found, Refusal):
        return text
    wrong = {r.line for r in found.readings if any(why.key.endswith(".total") for why in r.why)}
    lines = text.split("\n")
    return "\n".join(
        said("ninth_age.listing.total", Phrases.language_of(line), n=found.counted)
        if line.rstrip() in wrong else line
        for line in lines
    )  # fmt: skip


class _Mender:
    """Mends the lines of one list."""

    def __init__(self, found: Listing, pack: Pack) -> None:
        self.found, self.pack, self.phrases = found, pack, Phrases(pack)
        self.army = pack.armies.get(found.roster.army)
        self.guesser = Guesser(pack, self.phrases, self.army, found.place) if self.army else None
        doubted = [n for n, r in enumerate(found.readings) if r.sense != "recognised"]
        self.mended = frozenset(doubted[:MOST_MENDED])
        self.first: dict[str, int] = {}
        for number, reading in enumerate(found.readings):
            for unit in reading.units:
                self.first.setdefault(unit, number)

    def ways(self, number: int) -> tuple[Way, ...]:
        """The ways out for a line, with what they cost."""
        texts = self.fixes(number)
        if number not in self.mended or self.army is None:
            return tuple(map(Way, texts))
        ledger = Ledger(self.found, self._cost)
        return tuple(Way(text, (*self._sizes(text), *ledger.told(number, text))) for text in texts)

    def _sizes(self, text: str) -> list[Line]:
        """What is to be said of units of a number of models that they may not have."""
        found = self._read([text]) if text and self.army else None
        said_ = {}
        for unit in found.roster.units if found else ():
            least, most = self._size(unit)
            if not least <= unit.models <= most:
                numbers = {"n": unit.models, "least": least, "most": most}
                params = {name: Number(value=n) for name, n in numbers.items()}
                said_[unit.entry] = Line(key="ninth_age.listing.way.size", params=dict(params))
        return list(said_.values())

    def _cost(self, lines: list[str]) -> int:
        """What lines cost where nothing stands above them."""
        found = self._read(lines)
        return found.counted if found else 0

    def fixes(self, number: int) -> tuple[str, ...]:
        """The ways out for a line; none where nothing is in doubt."""
        reading = self.found.readings[number]
        if reading.sense == "recognised":
            return ()
        wished = self._wished(number, reading) if number in self.mended else ()
        paid = {f"[{reading.paid}]"}
        different: dict[tuple[tuple[str, ...], ...], str] = {}
        for text in filter(None, wished):
            different.setdefault(self._meaning(text), text)
        kept = sorted(different.values(), key=lambda text: text[text.rfind("[") :] not in paid)
        return (*kept[:MOST_FIXES], LEFT_OUT)

    def _meaning(self, text: str) -> tuple[tuple[str, ...], ...]:
        """What a text comes to: equal for texts that say the same in another order."""
        found = self._read([text]) if self.army else None
        if found is None or not found.roster.units:
            return (tuple(sorted(text.split(", "))),)
        return tuple(
            (u.entry, u.name, str(u.models), *sorted(u.options), "", *sorted(u.items),
             str(u.id == found.roster.general), str(u.formation))
            for u in found.roster.units
        )  # fmt: skip

    def _wished(self, number: int, reading: Reading) -> Iterable[str]:
        language = self.phrases.language_of(reading.line)
        doubts = {reason.key.rpartition(".")[2] for reason in reading.why}
        if not reading.units and "cut" in doubts:
            return [reading.line.strip()[:LONGEST_NAME].strip()]
        if not reading.units and "total" in doubts:
            return [said("ninth_age.listing.total", language, n=self.found.counted)]
        if self.army is None or doubts & {"note", "pieces", "long"}:
            return []
        if reading.units and self.first[reading.units[0]] == number:
            return self._of_units(reading, self.army, language)
        if reading.units:
            return self._of_parts(reading, self.army, language)
        above = next((r.units[-1] for r in self.found.readings[number::-1] if r.units), "")
        units = self._of_strange(reading, language)
        options = self._of_option(reading.line, above, self.army, language)
        unitlike = self._unitlike(reading.line, above)
        both = [*units, *options] if unitlike else [*options, *units]
        total = self._of_total(number, language) if "unknown" in doubts else []
        return [*total, *both] if self.phrases.like_total(reading.line) else [*both, *total]

    def _of_total(self, number: int, language: str) -> Iterator[str]:
        """A strange line whose one number may be the total, where the text tells none."""
        numbers = re.findall(r"\d+", whole(self.found.readings[number].line))
        if not self.found.stated and len(numbers) == 1 and len(numbers[0]) in _TOTAL_DIGITS:
            yield said("ninth_age.listing.total", language, n=int(numbers[0]))

    def _unitlike(self, line: str, above: str) -> bool:
        """Whether a strange line is more like a unit than like an option of the one above it."""
        assert self.guesser is not None
        assert self.army is not None
        spelt = self.guesser.spellings(line)[:1]
        unit = next((u for u in self.found.roster.units if u.id == above), None)
        if not spelt or unit is None or (entry := self.army.entry(unit.entry)) is None:
            return bool(spelt)
        words = BULLET.sub("", line, count=1)
        option = self.phrases.like_options(words, entry, self.army)[:1]
        return not option or spelt[0].score >= option[0].score

    def _of_units(self, reading: Reading, army: Army, language: str) -> Iterator[str]:
        """A line of units: as it was understood, and as it may have been meant."""
        if any(reason.key.endswith(".spelt") for reason in reading.why):
            yield from self._of_strange(reading, language)
            return
        alone = self._alone(reading.line)
        if alone is None:
            return
        roster = self._named(alone, reading)
        respelt = self._respelt(reading.line)
        if respelt is not None:
            yield self._written(self._named(respelt, reading), language, reading)
        yield self._written(roster, language, reading)
        for reason in reading.why:
            for other in self._other(reason, roster, army):
                text = self._written(other, language, reading)
                if self._certain(text):
                    yield text

    def _other(self, reason: Line, roster: Roster, army: Army) -> Iterator[Roster]:
        """The same units as they may have been meant, for one reason to doubt."""
        unit = roster.units[0]
        entry = army.entry(unit.entry)
        assert entry is not None
        match reason.key.rpartition(".")[2]:
            case "multiplier":
                least = replace(unit, models=entry.models[0])
                named = (
                    replace(least, id=f"{unit.id}_{n}", name=f"{unit.name} ({n})" if n > 1
                            else unit.name)
                    for n in range(1, unit.models + 1)
                )  # fmt: skip
                yield replace(roster, units=tuple(named))
            case "default":
                yield from (_every(roster, other) for other in _instead(unit, entry))
            case "part":
                text = reason.params.get("text")
                for key in self._near(text.text if isinstance(text, Text) else "", entry, army):
                    yield _every(roster, with_(unit, key, entry, army))

    def _of_parts(self, reading: Reading, army: Army, language: str) -> Iterator[str]:
        """A line of options for the unit above: what is strange in it put right or left out."""
        for reason in reading.why:
            part = reason.params.get("text")
            if not isinstance(part, Text):
                continue
            for name in self._called_like(part.text, reading.units[0], army, language):
                yield reading.line.replace(part.text, name)
            rest = reading.line.replace(part.text, "").rstrip(" ,;-–—+")
            yield rest if any(mark.isalnum() for mark in rest) else LEFT_OUT

    def _of_option(self, line: str, unit: str, army: Army, language: str) -> Iterator[str]:
        """A strange line that may be an option of the unit above."""
        words = BULLET.sub("", line, count=1).strip()
        if unit and words and not words[0].isdecimal():
            for name in self._called_like(words, unit, army, language):
                yield line.replace(words, name)

    def _called_like(self, words: str, unit: str, army: Army, language: str) -> list[str]:
        """Names of options and items of a unit that are like the words."""
        entry = army.entry(next(u.entry for u in self.found.roster.units if u.id == unit))
        assert entry is not None
        known = offers(entry, army)
        return [
            option_name(known[key], language) if key in known
            else said("ninth_age.listing.also.command", language).partition("|")[0]
            if key == GROUP
            else said(f"ninth_age.name.{key}", language)
            for key in self._near(words, entry, army)
        ]  # fmt: skip

    def _near(self, words: str, entry: Entry, army: Army) -> list[str]:
        """Ids of what an entry may have that is called like the words, the likest first."""
        names = self.phrases.option_names(entry, army)
        near = self.phrases.like_options(words, entry, army)[:MOST_FIXES]
        return [names.known[one.name] for one in near]

    def _of_strange(self, reading: Reading, language: str) -> Iterator[str]:
        """A line with another name for its unit: the units whose names are likest, and what follows
        put right."""
        assert self.guesser is not None
        meant = [one.body for one in self.guesser.spellings(reading.line)[:MOST_FIXES]]
        for body in sorted(meant, key=self._misfit):
            for roster in (self._respelt(body), self._alone(body)):
                if roster:
                    yield self._written(self._named(roster, reading), language, reading)

    def _misfit(self, line: str) -> int:
        """How badly a line fits its unit: how many of its parts are none of the unit's."""
        found = self._read([line])
        return sum(r.key.endswith(".part") for r in found.readings[-1].why) if found else 0

    def _size(self, unit: RosterUnit) -> tuple[int, int]:
        """The least and the most models that a unit may have."""
        entry = self.army.entry(unit.entry) if self.army else None
        return entry.models if entry else (unit.models, unit.models)

    def _respelt(self, line: str) -> Roster | None:
        """What a line means with every strange part of it put as the likeliest option or item;
        nothing where no part is strange or one is like none."""
        found = self._read([line])
        if found is None or not found.roster.units or self.army is None:
            return None
        entry = self.army.entry(found.roster.units[0].entry)
        assert entry is not None
        why = [reason for reason in found.readings[-1].why if reason.key.endswith(".part")]
        strange = [p.text for reason in why if isinstance(p := reason.params.get("text"), Text)]
        for part in strange:
            near = next(iter(self.phrases.like_options(part, entry, self.army)), None)
            line = line.replace(part, near.name) if near else line
        return self._alone(line) if strange else None

    def _alone(self, line: str) -> Roster | None:
        """What a line means where no other stands above it."""
        found = self._read([line])
        return found.roster if found and found.roster.units else None

    def _read(self, lines: list[str]) -> Listing | None:
        """Lines as a list of the army."""
        assert self.army is not None
        head = f"{said(f'ninth_age.army.{self.army.id}', 'en')}, 1000"
        found = read("\n".join(["x", head, *lines]), self.pack, self.phrases, self.found.place)
        return None if isinstance(found, Refusal) else found

    def _named(self, alone: Roster, reading: Reading) -> Roster:
        """With the names that the units have in the list, where they are of the same entries."""
        called = {(u.entry, n): u.name for n, u in enumerate(self._units(reading))}
        named = (
            replace(unit, name=called.get((unit.entry, n), unit.name))
            for n, unit in enumerate(alone.units)
        )
        return replace(alone, units=tuple(named))

    def _units(self, reading: Reading) -> list[RosterUnit]:
        """The units that a line gave."""
        known = {unit.id: unit for unit in self.found.roster.units}
        return [known[key] for key in reading.units]

    def _written(self, roster: Roster, language: str, reading: Reading) -> str:
        """Units as lines, without prices where later lines say more of them."""
        army = self.pack.armies[roster.army]
        lines = [unit_line(unit, roster, army, language, self.pack) for unit in roster.units]
        told = any(
            other is not reading and set(other.units) & set(reading.units)
            for other in self.found.readings
        )
        return "\n".join(_PRICE.sub("", line) if told else line for line in lines)

    def _certain(self, text: str) -> bool:
        """Whether lines are read without a doubt."""
        found = self._read([text])
        return found is not None and all(r.sense == "recognised" for r in found.readings)


def _instead(unit: RosterUnit, entry: Entry) -> Iterator[RosterUnit]:
    """The unit with another choice of each group of which one must be chosen."""
    for group in entry.groups:
        keys = [option.id for option in group.options]
        if not group.least or not set(keys) & set(unit.options):
            continue
        for key in keys:
            if key not in unit.options:
                rest = tuple(other for other in unit.options if other not in keys)
                yield replace(unit, options=(*rest, key))


def _every(roster: Roster, like: RosterUnit) -> Roster:
    """All units of the roster with the options and items of one."""
    units = (replace(u, options=like.options, items=like.items) for u in roster.units)
    return replace(roster, units=tuple(units))
