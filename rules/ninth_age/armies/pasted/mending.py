"""Ways out of a doubt: for a line of a pasted list that was not understood in full, lines that may
be put in its place, and what each costs beside what the text says. Each but the empty one, which
leaves the line out, is read without a doubt.
"""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from msgspec.structs import replace

from rules.core.refusals import Refusal
from rules.core.values import Line, Text, Value
from rules.ninth_age.armies.content import Army, Entry, Roster, RosterUnit
from rules.ninth_age.armies.equipping import LONGEST_NAME
from rules.ninth_age.armies.packs import Pack
from rules.ninth_age.armies.pasted.ledger import Ledger, said_price
from rules.ninth_age.armies.pasted.listing import read
from rules.ninth_age.armies.pasted.phrases import BULLET, LABELLED, Phrases, plain
from rules.ninth_age.armies.pasted.readings import Listing, Reading
from rules.ninth_age.armies.profiles import offers
from rules.ninth_age.armies.writing import option_name, said, unit_line

MOST_FIXES = 5
ALIKE = 0.55
"""How much two names must be alike, of 1, for one to be meant by the other."""
MOST_MENDED = 30
"""Lines of one text for which ways out are sought; the others may still be left out."""
_PRICE = re.compile(r" \[\d+\]\Z")
_NUMBERS = re.compile(
    r"[\d\[\]()=:×]+|(?<!\w)[xх](?!\w)|(?<!\w)(?:pts?|points?|очк\w+)(?!\w)", re.I
)

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
        return tuple(Way(text, ledger.told(number, text)) for text in texts)

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
        paid = {f"[{said_price(reading)}]"}
        different: dict[tuple[str, ...], str] = {}
        for text in filter(None, wished):
            different.setdefault(tuple(sorted(text.split(", "))), text)
        kept = sorted(different.values(), key=lambda text: text[text.rfind("[") :] not in paid)
        return (*kept[:MOST_FIXES], LEFT_OUT)

    def _wished(self, number: int, reading: Reading) -> Iterable[str]:
        language = self.phrases.language_of(reading.line)
        doubts = {reason.key.rpartition(".")[2] for reason in reading.why}
        if not reading.units and "cut" in doubts:
            return [reading.line.strip()[:LONGEST_NAME].strip()]
        if not reading.units and "total" in doubts:
            return [said("ninth_age.listing.total", language, n=self.found.counted)]
        if self.army is None:
            return []
        if reading.units and self.first[reading.units[0]] == number:
            return self._of_units(reading, self.army, language)
        if reading.units:
            return self._of_parts(reading, self.army, language)
        above = next((r.units[-1] for r in self.found.readings[number::-1] if r.units), "")
        units = self._of_strange(reading, self.army, language)
        options = self._of_option(reading.line, above, self.army, language)
        return [*units, *options] if reading.line[:1].isalnum() else [*options, *units]

    def _of_units(self, reading: Reading, army: Army, language: str) -> Iterator[str]:
        """A line of units: as it was understood, and as it may have been meant."""
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
                known = _by_name(self.phrases, entry, army)
                for key in _near(text.text if isinstance(text, Text) else "", known):
                    yield _every(roster, _with(unit, key, army, entry))

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
        if unit and words:
            for name in self._called_like(words, unit, army, language):
                yield line.replace(words, name)

    def _called_like(self, words: str, unit: str, army: Army, language: str) -> list[str]:
        """Names of options and items of a unit that are like the words."""
        entry = army.entry(next(u.entry for u in self.found.roster.units if u.id == unit))
        assert entry is not None
        known = offers(entry, army)
        return [
            option_name(known[key], language) if key in known
            else said(f"ninth_age.name.{key}", language)
            for key in _near(words, _by_name(self.phrases, entry, army))
        ]  # fmt: skip

    def _of_strange(self, reading: Reading, army: Army, language: str) -> Iterator[str]:
        """A line that nothing was made of: units whose names are like it."""
        body = BULLET.sub("", reading.line, count=1)
        labelled = LABELLED.match(body)
        for part in dict.fromkeys((body, *((labelled["rest"],) if labelled else ()))):
            yield from self._of_misspelt(part, reading, army, language)

    def _of_misspelt(self, body: str, reading: Reading, army: Army, language: str) -> Iterator[str]:
        """Units whose names are like the front of a part of a line, with what follows put right."""
        head = re.split(r"[,;\t(\[]|: | [-–—@] ", body)[0]
        wanted = " ".join(_NUMBERS.sub(" ", head).split())
        if not wanted:
            return
        known = self.phrases.entries(army)
        for name in get_close_matches(plain(wanted), known, MOST_FIXES, ALIKE):
            line = reading.line.replace(wanted, name)
            for meant in (self._respelt(line), self._alone(line)):
                if meant:
                    yield self._written(meant, language, reading)

    def _respelt(self, line: str) -> Roster | None:
        """What a line means with every strange part of it put as the likeliest option or item;
        nothing where no part is strange or one is like none."""
        found = self._read([line])
        if found is None or not found.roster.units or self.army is None:
            return None
        entry = self.army.entry(found.roster.units[0].entry)
        assert entry is not None
        known = _by_name(self.phrases, entry, self.army)
        parts = [reason.params.get("text") for reason in found.readings[-1].why]
        strange = [part.text for part in parts if isinstance(part, Text)]
        for part in strange:
            names = get_close_matches(plain(part), known, 1, ALIKE)
            line = line.replace(part, names[0]) if names else line
        return self._alone(line) if strange else None

    def _alone(self, line: str) -> Roster | None:
        """What a line means where no other stands above it."""
        found = self._read([line])
        return found.roster if found and found.roster.units else None

    def _read(self, lines: list[str]) -> Listing | None:
        """Lines as a list of the army."""
        assert self.army is not None
        head = f"{said(f'ninth_age.army.{self.army.id}', 'en')}, 1000"
        found = read("\n".join(["x", head, *lines]), self.pack, self.phrases)
        return None if isinstance(found, Refusal) else found

    def _named(self, alone: Roster, reading: Reading) -> Roster:
        """With the names that the units have in the list."""
        names = {u.id: u.name for u in self.found.roster.units}
        called = [names[key] for key in reading.units]
        units = (replace(u, name=n) for u, n in zip(alone.units, called, strict=False))
        return replace(alone, units=tuple(units))

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


def _by_name(phrases: Phrases, entry: Entry, army: Army) -> dict[str, str]:
    """Ids of options and items that an entry may have, by their names."""
    options = {name: keys[0] for name, keys in phrases.options(entry, army).items()}
    return ({**phrases.items, **options}) if entry.allowances else options


def _near(text: str, known: dict[str, str]) -> list[str]:
    """Ids of what is called like a text."""
    names = get_close_matches(plain(text), known, MOST_FIXES, ALIKE)
    return list(dict.fromkeys(known[name] for name in names))


def _with(unit: RosterUnit, key: str, army: Army, entry: Entry) -> RosterUnit:
    """The unit with an option or an item more."""
    if key in offers(entry, army):
        return replace(unit, options=(*unit.options, key))
    return replace(unit, items=(*unit.items, key))


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
