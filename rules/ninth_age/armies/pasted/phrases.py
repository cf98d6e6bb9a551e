"""What the words of a pasted list may mean, in every language at once."""

import re
from collections.abc import Iterator

from rules.core.wording import LANGUAGES, Entry, catalogue
from rules.ninth_age.armies.content import COMMAND, Army, Option
from rules.ninth_age.armies.content import Entry as ListEntry
from rules.ninth_age.armies.packs import Pack
from rules.ninth_age.armies.pasted.dress import Dress
from rules.ninth_age.armies.pasted.pieces import (
    Sense,
    bare_words,
    counted,
    headings,
    known_as,
    models_of,
    opened,
    parted,
    plain,
    unbracketed,
)
from rules.ninth_age.armies.pasted.prices import UNIT, whole
from rules.ninth_age.armies.pasted.spelling import Names, Near, likeness
from rules.ninth_age.armies.pasted.stems import stem
from rules.ninth_age.armies.profiles import offers

BULLET = re.compile(
    r"\A\s*(?:(?:[-*•–—―−+>.◦▪▸►‣·○●■□➤→✓~]+|\d{1,2}[.)])\s+|[-*•–—◦▪▸►‣·●■➤→]+(?=[^\W_]))?"
)
LABELLED = re.compile(r"(?P<name>.+):\s(?P<rest>.+)")
_COPIES = (
    re.compile(r"(?P<copies>\d{1,2}) ?[x×х*] ?(?P<rest>.+)\Z", re.I),
    re.compile(r"[x×х*] ?(?P<copies>\d{1,2}) (?P<rest>.+)\Z", re.I),
)
_COPIES_LAST = re.compile(r"(?P<rest>.+?) ?[x×х*] ?(?P<copies>\d{1,2})\Z", re.I)
_TIMES = (
    re.compile(r"(?P<n>\d{1,2}) ?[x×х]? (?P<what>.+)\Z", re.I),
    re.compile(r"(?P<what>.+?) ?[x×х] ?(?P<n>\d{1,2})\Z", re.I),
)
_NUMBER = re.compile(r"\d{2,5}")
_AND = re.compile(r" (?:and|plus|with|и|с|со|&) ", re.I)
_PAID = re.compile(rf"[\[(]?\+?\d+{UNIT}?[\])]?\Z")
KINDS_OF_WORDS = (
    "general", "total", "command", "category", "colophon", "points", "models", "faction", "title",
    "greeting",
)  # fmt: skip
"""What there are other words for, in the texts."""
GROUP = "command"
"""The word for a champion, a musician and a standard bearer at once."""
MOST_JOINED = 5
"""Pieces between commas that may be one name."""
_SLIPPED = 0.75
"""How much a word of a heading must be like one that is known, of 1."""
_BETWEEN_RULES = re.compile(r"\s*([+=*#~]{2,})[^+=*#~].*?\1\s*\Z")
_FEW = 2
"""Words that no sentence has."""
_NEARLY = 0.6
"""The same of a word for a total that is only offered as one."""
_SHORT = 3
"""Letters of words with which no slip is looked for."""


def figure(option: Option) -> str:
    """The figure in brackets of the rule or the gear that an option is named for, or empty."""
    name = option.name or option.id
    own = next((t for t in (*option.gear, *option.rules) if t.id == name and t.x), None)
    return f" ({own.x})" if own else ""


class Phrases:
    """The vocabulary of lists."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self._armies: dict[str, str] = {}
        self._words: dict[str, set[str]] = {}
        self._entries: dict[str, dict[str, str]] = {}
        self._options: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {}
        self._names: dict[str, Names] = {}
        self._option_names: dict[tuple[str, str], Names] = {}
        self.items: dict[str, str] = {}
        self._own: dict[tuple[str, str], set[str]] = {}
        self._forms: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {}
        self._every: set[str] = set()
        self._patterns: list[tuple[str, str, re.Pattern[str]]] = []
        for language in LANGUAGES:
            words = catalogue(language)
            for army in pack.armies.values():
                for key in (f"ninth_age.army.{army.id}", f"ninth_age.listing.also.{army.id}"):
                    for form in _forms(words[key]):
                        self._armies[form] = army.id
            for kind in KINDS_OF_WORDS:
                for form in _forms(words[f"ninth_age.listing.also.{kind}"]):
                    self._words.setdefault(kind, set()).add(form)
            self._words.setdefault("general", set()).add(
                plain(str(words["ninth_age.listing.general"]))
            )
            for key in pack.items:
                self.items[plain(str(words[f"ninth_age.name.{key}"]))] = key
            self._counting(language)
        self._stems = {kind: set(map(stem, words)) for kind, words in self._words.items()}
        self.dress = Dress(self._words["points"], self._words["models"])

    def _counting(self, language: str) -> None:
        words = catalogue(language)
        for form in _forms(words["ninth_age.listing.wide"]):
            self._patterns.append(("wide", "", _pattern(form)))
        for key in COMMAND:
            name = plain(str(words[f"ninth_age.name.{key}"]))
            for form in _forms(words["ninth_age.listing.place"]):
                self._patterns.append(("place", key, _pattern(f"{name} {form}")))

    def army(self, line: str) -> str:
        """The army that a line names, or empty; a line with more words than a heading has none."""
        return next((self._armies[part] for part in headings(line) if part in self._armies), "")

    def army_like(self, line: str) -> str:
        """The army whose name a line has with a slip or two, or empty."""
        names = Names({name: army for name, army in self._armies.items() if len(name) > _SHORT})
        nearest = (names.nearest(part)[:1] for part in headings(line))
        best = max((near for found in nearest for near in found), key=lambda near: near.score,
                   default=None)  # fmt: skip
        return names.known[best.name] if best and best.sure else ""

    def called(self, line: str) -> str:
        """What a heading that names an army calls the list besides; empty if nothing."""
        kinds = ("faction", "title", "total", "category")
        for part in re.split(r"[,;:\t|]|\s[-–—]\s", line):
            name = part.strip(" -–—*#=+")
            bare = bare_words(name)
            known = any(bare in self._words[kind] for kind in kinds)
            if bare and not known and not self.army(part) and not self.army_like(part):
                return name
        return ""

    def title(self, line: str) -> str:
        """The name of the list in a line that is written as one, `++ Iron Fist ++` or
        `List: Iron Fist`; empty in any other."""
        label, colon, _ = line.partition(":")
        titled = colon and bare_words(label) in self._words["title"]
        if not (titled or _BETWEEN_RULES.match(line)) or self.category(line) or self.total(line):
            return ""
        return self.called(line)

    def note(self, line: str) -> bool:
        """Whether a line is said to a reader and is nothing of a list: a greeting, a farewell, a
        cry or a question."""
        words = plain(line)
        greets = any(re.match(rf"{re.escape(w)}\b", words) for w in self._words["greeting"])
        many = len(words.split()) > _FEW
        return greets or (many and words[-1] in "!?") or (many and line.rstrip().endswith(":"))

    def number(self, line: str) -> int:
        """The first number of points of a line; 0 without one."""
        found = _NUMBER.search(whole(line))
        return int(found[0]) if found else 0

    def total(self, line: str) -> bool:
        """Whether a line states the total of the list, be it with a slip."""
        return bool(_NUMBER.search(line)) and self._heads(line, "total")

    def like_total(self, line: str) -> bool:
        """Whether a word of a line is nearly one for a total."""
        words = [word for word in bare_words(line).split() if len(word) > _SHORT]
        known = self._words["total"]
        return any(likeness(word, total, _NEARLY) for word in words for total in known)

    def category(self, line: str) -> bool:
        """Whether a line is the heading of a category, be it with a slip."""
        return self._heads(line, "category")

    def _heads(self, line: str, kind: str) -> bool:
        bare, known = bare_words(line), self._words[kind]
        if bare in known:
            return True
        return len(bare) > _SHORT and any(likeness(bare, w, _SLIPPED) for w in known)

    def colophon(self, line: str) -> bool:
        """Whether a line only says what wrote the list."""
        return plain(line).startswith(tuple(self._words["colophon"]))

    @staticmethod
    def language_of(line: str) -> str:
        """The language that a line is written in, by its letters."""
        return "ru" if re.search("[а-яё]", line, re.I) else "en"

    def entries(self, army: Army) -> dict[str, str]:
        """Entries of an army by their names; a name in the singular or plural counts too, and so
        does that of a kind of which a unit must be one: `phoenix:as_frost_phoenix`."""
        if army.id not in self._entries:
            found: dict[str, str] = {}
            stems: dict[str, str] = {}
            kinds = _kinds(army)
            for language in LANGUAGES:
                words = catalogue(language)
                named = [
                    *((entry.named, entry.id) for entry in army.units if not entry.offered),
                    *kinds.items(),
                    *((entry.named, entry.id) for entry in army.units if entry.offered),
                ]
                for key, means in named:
                    name = plain(str(words[key]))
                    found[name] = means
                    found.setdefault(name.removesuffix("s"), means)
                    found.setdefault(f"{name}s", means)
                    stems[stem(name)] = means
            self._entries[army.id] = stems | found
        return self._entries[army.id]

    def names(self, army: Army) -> Names:
        """The names of what may be bought for an army, to look for like ones in."""
        if army.id not in self._names:
            named = [
                *_kinds(army).items(),
                *((entry.named, entry.id) for entry in army.units if entry.offered),
            ]
            self._names[army.id] = Names(
                {plain(str(catalogue(language)[key])): means
                 for language in LANGUAGES for key, means in named}
            )  # fmt: skip
        return self._names[army.id]

    def option_names(self, entry: ListEntry, army: Army) -> Names:
        """The names of the options and items that an entry may have."""
        key = (army.id, entry.id)
        if key not in self._option_names:
            options = {name: keys[0] for name, keys in self.options(entry, army).items()}
            known = {**self.items, **options} if entry.allowances else options
            if set(COMMAND) & set(offers(entry, army)):
                known = {**dict.fromkeys(self._words[GROUP], GROUP), **known}
            self._option_names[key] = Names(known)
        return self._option_names[key]

    def like_options(self, text: str, entry: ListEntry, army: Army) -> tuple[Near, ...]:
        """The options and items that an entry may have and that words may be a slip of: words that
        are the name of something else are none."""
        words = plain(text)
        known = stem(words) in self._things() or stem(words) in self._anyway(entry, army)
        return () if known else self.option_names(entry, army).nearest(words)

    def _things(self) -> set[str]:
        """The stems of the names of all gear, rules, options and entries of all armies."""
        if not self._every:
            entries = [(army, entry) for army in self.pack.armies.values() for entry in army.units]
            keys = {
                *(entry.named for _, entry in entries),
                *(f"ninth_age.name.{trait.id}" for _, entry in entries
                  for trait in (*entry.gear, *entry.rules)),
                *(option.named for army, entry in entries
                  for option in offers(entry, army).values()),
            }  # fmt: skip
            self._every.update(
                stem(plain(str(catalogue(language)[key]))) for language in LANGUAGES for key in keys
            )
        return self._every

    def options(self, entry: ListEntry, army: Army) -> dict[str, tuple[str, ...]]:
        """Options of an entry by their names; some share a name and are told apart by others."""
        key = (army.id, entry.id)
        if key not in self._options:
            exact: dict[str, tuple[str, ...]] = {}
            loose: dict[str, tuple[str, ...]] = {}
            for language in LANGUAGES:
                words = catalogue(language)
                for option in offers(entry, army).values():
                    name = plain(str(words[option.named]))
                    form = plain(name + figure(option))
                    exact[form] = _with(exact.get(form, ()), option.id)
                    also = words.get(f"ninth_age.listing.also.{option.name or option.id}", "")
                    for form in {name, name.removesuffix("s"), f"{name}s", *_forms(also)} - {""}:
                        loose[form] = _with(loose.get(form, ()), option.id)
            self._options[key] = loose | exact
        return self._options[key]

    def forms(self, entry: ListEntry, army: Army) -> dict[str, tuple[str, ...]]:
        """Options of an entry by their names and by the stems of those."""
        key = (army.id, entry.id)
        if key not in self._forms:
            stems: dict[str, tuple[str, ...]] = {}
            for name, options in self.options(entry, army).items():
                stems.setdefault(stem(name), options)
            self._forms[key] = stems | self.options(entry, army)
        return self._forms[key]

    def heads(self, text: str) -> Iterator[tuple[str, list[str]]]:
        """The name of a line and what follows it; a name may itself have commas or brackets."""
        first, pieces = self.pieces(text)
        if first.isdecimal() and pieces:  # the number has a column of its own
            first, pieces = f"{first} {pieces[0]}", pieces[1:]
        for count in range(min(MOST_JOINED, len(pieces) + 1)):
            yield ", ".join([first, *pieces[:count]]), pieces[count:]
        for name, inner in unbracketed(first):
            yield name, [*parted(inner), *pieces]

    def pieces(self, text: str) -> tuple[str, list[str]]:
        """A line cut at commas, tabs, semicolons, colons and dashes outside brackets."""
        found, depth, start = [], 0, 0
        for place, mark in enumerate(text):
            depth += (mark in "([") - (mark in ")]" and depth > 0)
            after = text[place + 1 : place + 2] == " "
            begins = mark in "-–—" and text[place + 1 : place + 2].isalpha()
            dash = mark in "-–—/+" and (after or begins) and text[place - 1 : place] == " "
            if not depth and (mark in ",;\t" or dash or (mark == ":" and after)):
                found.append(text[start:place])
                start = place + 1
        found.append(text[start:])
        kept = [piece.strip() for piece in found if piece.strip()]
        return (kept[0], kept[1:]) if kept else ("", [])

    def counted(self, head: str, army: Army) -> Iterator[tuple[int, int, str]]:
        """Copies, models (0: not said) and entry that the front of a line may mean."""
        known = self.entries(army)
        if key := known_as(head, known):
            yield 1, 0, key
        for pattern in _COPIES:
            if copies := pattern.match(head):
                yield from (
                    (int(copies["copies"]), n, key) for n, key in models_of(copies["rest"], known)
                )
        if (copies := _COPIES_LAST.match(head)) and (key := known_as(copies["rest"], known)):
            yield int(copies["copies"]), 0, key
        yield from ((1, n, key) for n, key in models_of(head, known) if n)

    def senses(self, pieces: list[str], entry: ListEntry, army: Army) -> Iterator[Sense]:
        """What the pieces after the name mean, the longest run of pieces first."""
        known, start = self.forms(entry, army), 0
        anyway = self._anyway(entry, army)
        own = {name: key for name, key in self.entries(army).items() if key == entry.id}
        rest = [piece for part in pieces for one in opened(part, known)
                for piece in self._joined(one, known, entry)]  # fmt: skip
        while start < len(rest):
            for length in range(min(MOST_JOINED, len(rest) - start), 0, -1):
                text = ", ".join(rest[start : start + length])
                if sense := self._sense(text, known, entry) or counted(
                    text, own, loosely=length == 1
                ):
                    yield sense
                    break
                if stem(plain(text)) in anyway:
                    yield "has", text, 0
                    break
            else:
                length = 1
                yield "?", rest[start], 0
            start += length

    def _joined(self, piece: str, known: dict[str, tuple[str, ...]], entry: ListEntry) -> list[str]:
        """A piece cut at the words that join, where something of it is understood only so:
        `champion and musician`."""
        parts = _AND.split(piece)
        if len(parts) == 1 or self._sense(piece, known, entry):
            return [piece]
        return parts if any(self._sense(part, known, entry) for part in parts) else [piece]

    def _anyway(self, entry: ListEntry, army: Army) -> set[str]:
        """The stems of what an entry has without buying it."""
        key = (army.id, entry.id)
        if key not in self._own:
            self._own[key] = {
                stem(plain(form + more))
                for language in LANGUAGES
                for trait in (*entry.gear, *entry.rules)
                for named in ("name", "listing.also")
                for form in _forms(catalogue(language).get(f"ninth_age.{named}.{trait.id}", ""))
                for more in ("", f" ({trait.x})")
            }
        return self._own[key]

    def _sense(
        self, text: str, known: dict[str, tuple[str, ...]], entry: ListEntry
    ) -> Sense | None:
        words = plain(text)
        unpaid = plain(_PAID.sub("", words))
        for form in (words, unpaid, words.replace(" ", ""), stem(unpaid)):
            if form in known:
                return "option", "|".join(known[form]), 1
            if form in self.items:
                return "item", self.items[form], 1
            for kind in ("general", "command"):
                if form in self._words[kind] or form in self._stems[kind]:
                    return kind, "", 1
        for kind, key, pattern in self._patterns:
            if found := pattern.match(words):
                return kind, key, int(found["n"])
        for pattern in _TIMES:
            if (found := pattern.match(words)) and (keys := known_as(found["what"], known)):
                return "option", "|".join(keys), min(int(found["n"]), 9)
        number = int(words) if re.fullmatch(r"\d{1,3}", words) else 0
        return ("models", "", number) if 0 < number <= entry.models[1] else None


KINDS = ("machine", "kind", "phoenix")
"""Groups of options that say what a unit is; a race does not, for many units have it."""


def _kinds(army: Army) -> dict[str, str]:
    """The kinds of which a unit must be one, by name: the first entry that has them."""
    found: dict[str, str] = {}
    for entry in army.units:
        for group in entry.groups if entry.offered else ():
            for option in group.options if group.id in KINDS else ():
                found.setdefault(option.named, f"{entry.id}:{option.id}")
    return found


def _with(ids: tuple[str, ...], key: str) -> tuple[str, ...]:
    return ids if key in ids else (*ids, key)


def _forms(entry: Entry) -> list[str]:
    """The ways to say an entry of the catalogue, compared as plain words; bars part them."""
    texts = [entry] if isinstance(entry, str) else [v for k, v in entry.items() if k != "by"]
    return [plain(form) for text in texts for form in text.split("|")]


def _pattern(form: str) -> re.Pattern[str]:
    return re.compile(re.escape(form).replace(r"\{n\}", r"(?P<n>\d{1,3})") + r"\Z")
