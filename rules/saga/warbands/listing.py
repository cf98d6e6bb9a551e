"""Warbands as plain text, such as players paste into a chat, and back again.

    Hooves of Bayeux
    Normans, 6 points
    - Robert of Bayeux: warlord, mounted
    - Crossbows of Caen: 8 warriors, crossbows

What `write` writes, `read` reads in either language, and the roster comes back as it was, but for
unit ids, which are given anew in order. Every line that is not blank gets a Reading; none is lost.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, get_args

from msgspec.structs import replace

from rules.core.plain import unseen
from rules.core.refusals import Refusal
from rules.core.values import Line, Number, Param, Text, Value
from rules.core.wording import LANGUAGES, Entry, catalogue, word
from rules.saga.content import Faction, Rank, Roster, RosterUnit
from rules.saga.warbands.muster import LONGEST_NAME, cost, option_of
from rules.saga.warbands.packs import Pack

MOST_BYTES = 16 * 1024
MOST_LINES = 120
LONGEST_LINE = 300

RANKS: tuple[Rank, ...] = get_args(Rank)

_BULLET = re.compile(r"\s*(?:[-*•–—]|\d{1,2}[.)])\s+")
_COUNT = re.compile(r"(?P<n>\d{1,3}) ?[x×х]? (?P<what>.+)|(?P<what2>.+?) ?[x×х]? ?(?P<n2>\d{1,3})")
_PARTS = re.compile(r"[,;()+]|\s/\s")


class Reading(Value, frozen=True):
    """What was made of a line: all of it, part of it, or nothing, and why not all."""

    line: str
    sense: Literal["recognised", "doubtful", "unknown"]
    why: Line | None = None


class Listing(Value, frozen=True):
    """A warband read from text, legal or not, and how each line was understood."""

    roster: Roster
    readings: tuple[Reading, ...]


def write(roster: Roster, language: str, pack: Pack) -> str:
    """A roster as text in a language. Raises KeyError for an unknown faction."""
    faction = pack.factions[roster.faction]
    head = _worded("saga.listing.points", language, roster.points)
    lines = [roster.name, f"{_said(f'saga.faction.{faction.id}.name', language)}, {head}"]
    lines += [_unit_line(unit, faction, language) for unit in roster.units]
    return "\n".join(lines) + "\n"


def read(text: str, pack: Pack) -> Listing | Refusal:
    """A warband from text in any of the languages; a refusal only where there is too much of it."""
    if (size := len(text.encode("utf-8", "replace"))) > MOST_BYTES:
        return _too_much("large", size, MOST_BYTES)
    lines = [line for line in map(_clean, re.split(r"\r\n|\r|\n", text)) if line.strip()]
    if len(lines) > MOST_LINES:
        return _too_much("lines", len(lines), MOST_LINES)
    return _Reader(pack).read(lines)


def _too_much(code: str, n: int, most: int) -> Refusal:
    params: dict[str, Param] = {"n": Number(value=n), "most": Number(value=most)}
    return Refusal(code=f"listing_{code}", line=_why(code, **params))


def _unit_line(unit: RosterUnit, faction: Faction, language: str) -> str:
    what = [_worded(f"saga.listing.{unit.kind}", language, unit.models)]
    kind, option = faction.kind(unit.kind), option_of(unit, faction)
    if kind and option and len(kind.options) > 1:
        what.append(_said(f"saga.option.{option.id}", language))
    if unit.mounted:
        what.append(_said("saga.trait.mounted", language))
    return f"- {unit.name}: {', '.join(what)}"


def _worded(key: str, language: str, number: int) -> str:
    return word(Line(key=key, params={"n": Number(value=number)}), language, {})


def _said(key: str, language: str) -> str:
    return word(Line(key=key), language, {})


def _clean(line: str) -> str:
    """The line without what cannot be seen; tabs become spaces."""
    kept = "".join(c for c in line.replace("\t", " ") if not unseen(c))
    return kept.rstrip()


def _why(code: str, **params: Param) -> Line:
    return Line(key=f"saga.listing.why.{code}", params=dict(params))


class _Words:
    """What words may mean, in every language at once. A sense is a key such as `option.bows`."""

    def __init__(self, pack: Pack) -> None:
        self.senses: dict[str, set[str]] = {}
        for language in LANGUAGES:
            words = catalogue(language)
            for rank in RANKS:
                self._add(f"class.{rank}", words[f"saga.class.{rank}"])
                self._add(f"class.{rank}", words[f"saga.listing.{rank}"])
            self._add("points", words["saga.listing.points"])
            self._add("mounted", words["saga.trait.mounted"])
            self._add("mounted", words["saga.listing.also.mounted"])
            self._add("foot", words["saga.listing.also.foot"])
            for faction in pack.factions.values():
                self._add(f"faction.{faction.id}", words[f"saga.faction.{faction.id}.name"])
                for kind in faction.kinds:
                    sense = f"kind.{faction.id}.{kind.rank}"
                    self._add(sense, words[f"saga.kind.{faction.id}.{kind.rank}"])
                    for option in kind.options:
                        self._add(f"option.{option.id}", words[f"saga.option.{option.id}"])

    def _add(self, sense: str, entry: Entry) -> None:
        forms = [entry] if isinstance(entry, str) else [v for k, v in entry.items() if k != "by"]
        for form in (part for text in forms for part in text.split("|")):
            self.senses.setdefault(_plain(form.replace("{n}", "")), set()).add(sense)

    def of(self, text: str) -> set[str]:
        """Senses of some words; empty where they have none."""
        return self.senses.get(_plain(text), set())


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("ё", "е").split()).strip(" .")


class _Reader:
    """Reads one text; holds what has been understood so far."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.words = _Words(pack)
        self.name = ""
        self.faction = ""
        self.points = 0
        self.units: list[RosterUnit] = []

    def read(self, lines: list[str]) -> Listing:
        # The faction is looked for first: it decides what the names of its units mean.
        heads = {n: named for n, line in enumerate(lines) if (named := self._head(line))}
        titled = 1 in heads or (0 not in heads and not self._unit_senses("".join(lines[:1])))
        if titled:
            heads.pop(0, None)
        self.faction = next(iter(heads.values()), "")
        readings = []
        for number, line in enumerate(lines):
            if number == 0 and titled:
                readings.append(self._title(line))
            elif number in heads:
                readings.append(self._faction_line(line))
            else:
                readings.append(self._line(line))
        roster = Roster(
            faction=self.faction, name=self.name, points=self.points, units=tuple(self.units)
        )
        if self.faction and not self.points:
            roster = replace(roster, points=cost(roster, self.pack))
        return Listing(roster=roster, readings=tuple(readings))

    def _title(self, line: str) -> Reading:
        self.name = line.strip()[:LONGEST_NAME].strip()
        if self.name != line.strip():
            why = _why("cut", most=Number(value=LONGEST_NAME))
            return Reading(line=line[:LONGEST_LINE], sense="doubtful", why=why)
        return Reading(line=line, sense="recognised")

    def _head(self, line: str) -> str:
        """The faction that a line names; empty where it names none, or a unit."""
        if self._unit_senses(line):
            return ""
        senses = [sense for sense, _ in self._senses(_BULLET.sub("", line, count=1))]
        return next((s.split(".")[1] for s in senses if s.startswith("faction.")), "")

    def _faction_line(self, line: str) -> Reading:
        found = list(self._senses(_BULLET.sub("", line, count=1)))
        self.points = next((n for s, n in found if s == "points" and n), self.points)
        strange = [s for s, _ in found if s.startswith("?")]
        return self._verdict(line, strange)

    def _line(self, line: str) -> Reading:
        body = _BULLET.sub("", line, count=1)
        if not any(mark.isalnum() for mark in body):
            return Reading(line=line[:LONGEST_LINE], sense="recognised")
        if len(line) > LONGEST_LINE:
            why = _why("long", most=Number(value=LONGEST_LINE))
            return Reading(line=line[:LONGEST_LINE], sense="unknown", why=why)
        if self._unit_senses(line):
            return self._unit(line, body)
        found = list(self._senses(body))
        if points := next((n for s, n in found if s == "points" and n), 0):
            self.points = self.points or points
            return self._verdict(line, [s for s, _ in found if s.startswith("?")])
        return Reading(line=line, sense="unknown", why=_why("unknown"))

    def _unit_senses(self, line: str) -> list[tuple[str, int]]:
        """The class words of a line; none means that it is no unit."""
        body = _BULLET.sub("", line, count=1)
        found = list(self._senses(body.rpartition(": ")[2]))
        return [(s, n) for s, n in found if s.startswith(("class.", "kind."))]

    def _unit(self, line: str, body: str) -> Reading:
        name, colon, what = body.rpartition(": ")
        found = list(self._senses(what))
        doubts = [sense for sense, _ in found if sense.startswith("?")]
        rank, number = self._rank(found)
        models = number or (1 if rank == "warlord" else 0)
        why = []
        if not models:
            models = 4
            why.append(_why("count", n=Number(value=models)))
        if not colon:
            name = self._kind_word(what)
            why.append(_why("unnamed"))
        if len(name.strip()) > LONGEST_NAME:
            why.append(_why("cut", most=Number(value=LONGEST_NAME)))
        key = "w" if rank == "warlord" and not any(u.id == "w" for u in self.units) else ""
        key = key or f"u{1 + sum(u.id != 'w' for u in self.units)}"
        unit = RosterUnit(
            id=key,
            name=name.strip()[:LONGEST_NAME].strip(),
            kind=rank,
            models=models,
            mounted=any(sense == "mounted" for sense, _ in found),
        )
        self.units.append(self._equip(unit, found, doubts))
        return self._verdict(line, doubts, why)

    def _kind_word(self, what: str) -> str:
        """The words by which an unnamed line calls its unit: `12 x Geburs, slings` says Geburs."""
        for part in _PARTS.split(what):
            counted = _COUNT.fullmatch(" ".join(part.split()))
            words = (counted["what"] or counted["what2"]) if counted else part.strip()
            if any(sense.startswith(("class.", "kind.")) for sense in self.words.of(words)):
                return words
        return what

    def _rank(self, found: list[tuple[str, int]]) -> tuple[Rank, int]:
        """The class that a line speaks of, and how many models."""
        named = [(s, n) for s, n in found if s.startswith(("class.", "kind."))]
        own = [(s, n) for s, n in named if self.faction in ("", s.split(".")[1])] or named
        plain = [(s, n) for s, n in named if s.startswith("class.")] or own
        rank = plain[0][0].rsplit(".", 1)[1]
        number = next((n for _, n in named if n), 0)
        return next(r for r in RANKS if r == rank), number

    def _equip(
        self, unit: RosterUnit, found: list[tuple[str, int]], doubts: list[str]
    ) -> RosterUnit:
        faction = self.pack.factions.get(self.faction)
        kind = faction.kind(unit.kind) if faction else None
        wanted = [s.split(".")[1] for s, _ in found if s.startswith("option.")]
        if kind is None:
            return replace(unit, option=wanted[0] if wanted else "")
        known = [o.id for o in kind.options]
        doubts += [f"?{option}" for option in wanted if option not in known]
        chosen = next((option for option in wanted if option in known), known[0])
        return replace(unit, option=chosen)

    def _senses(self, text: str) -> Iterator[tuple[str, int]]:
        """What each part of a description means, with its number; `?words` is not understood."""
        for piece in _PARTS.split(text[:LONGEST_LINE]):
            part = " ".join(piece.split())
            if not part:
                continue
            counted = _COUNT.fullmatch(part)
            senses, number = self.words.of(part), 0
            if counted and not senses:
                senses = self.words.of(counted["what"] or counted["what2"])
                number = int(counted["n"] or counted["n2"])
            if not senses:
                yield f"?{part}", 0
            yield from ((sense, number) for sense in sorted(senses))

    def _verdict(self, line: str, doubts: Iterable[str], why: Iterable[Line] = ()) -> Reading:
        reasons = [*why, *(_why("part", text=Text(text=doubt[1:])) for doubt in doubts)]
        if reasons:
            return Reading(line=line, sense="doubtful", why=reasons[0])
        return Reading(line=line, sense="recognised")
