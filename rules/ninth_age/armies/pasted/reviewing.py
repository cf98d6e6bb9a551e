"""A second look at the lines of a pasted list: what the lines below a unit settle of its doubts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product

from msgspec.structs import replace

from rules.core.values import Line, Number, Term
from rules.ninth_age.armies.content import Army, Entry, RosterUnit
from rules.ninth_age.armies.packs import Pack
from rules.ninth_age.armies.pasted.readings import Reading, because
from rules.ninth_age.armies.profiles import offers, price

MOST_MEANINGS = 32
"""Ways to tell options of one name apart that are tried against a price."""


def meanings(unit: RosterUnit, entry: Entry, army: Army) -> Iterator[RosterUnit]:
    """A unit with other options that are called as its own are."""
    known = offers(entry, army)
    alike: dict[str, list[str]] = {}
    for key, option in known.items():
        alike.setdefault(option.named, []).append(key)
    each = [
        (key, *(k for k in alike[known[key].named] if k != key)) if key in known else (key,)
        for key in unit.options
    ]
    for options in islice(product(*each), MOST_MEANINGS):
        yield replace(unit, options=options)


@dataclass(frozen=True)
class Review:
    """Looks again at lines whose units later lines said more of; `named` are the options that those
    named, by unit."""

    army: Army
    pack: Pack
    named: Mapping[str, set[str]]

    def settled(
        self, readings: list[Reading], units: list[RosterUnit]
    ) -> tuple[list[Reading], list[RosterUnit]]:
        """Readings and units after what a line says of its price has told apart options of one
        name, and many units from one of many models."""
        made = {unit.id: unit for unit in units}
        for reading in readings:
            if not reading.paid or not self._told(reading):
                continue
            for meant in self._meant([made[key] for key in reading.units]):
                if sum(self._price(unit) for unit in meant) == reading.paid:
                    for key in reading.units:
                        del made[key]
                    made |= {unit.id: unit for unit in meant}
                    ids = tuple(unit.id for unit in meant)
                    readings = [
                        replace(other, units=ids) if other.units == reading.units else other
                        for other in readings
                    ]
                    break
        order = [unit.id for unit in units]
        return readings, sorted(made.values(), key=lambda unit: order.index(unit.id))

    def look(self, reading: Reading, units: Mapping[str, RosterUnit]) -> Reading:
        """A line: a doubt that later ones settled is none."""
        if not self._told(reading):
            return reading
        mine = [units[key] for key in reading.units]
        now = sum(map(self._price, mine))
        why = []
        for reason in reading.why:
            match reason.key.rpartition(".")[2], reason.params.get("n"):
                case "price", Number(value=paid):
                    if paid != now:
                        numbers = {"n": Number(value=paid), "counted": Number(value=now)}
                        why.append(because("price", **numbers))
                case "count", Number(value=supposed) if supposed != mine[0].models:
                    pass
                case "default", _ if not self._still(reason, mine[0]):
                    pass
                case _:
                    why.append(reason)
        if reading.paid not in (0, now) and not why:
            numbers = {"n": Number(value=reading.paid), "counted": Number(value=now)}
            why.append(because("price", **numbers))
        return replace(reading, why=tuple(why), sense="doubtful" if why else "recognised")

    def _told(self, reading: Reading) -> bool:
        return bool(reading.units) and reading.units[0] in self.named and reading.first

    def _price(self, unit: RosterUnit) -> int:
        entry = self.army.entry(unit.entry)
        return price(unit, entry, self.army, self.pack) if entry else 0

    def _meant(self, units: list[RosterUnit]) -> Iterator[list[RosterUnit]]:
        entry = self.army.entry(units[0].entry)
        assert entry is not None
        yield units
        for other in meanings(units[0], entry, self.army):
            yield [replace(unit, options=other.options) for unit in units]
        if len(units) > 1 and units[0].models == 1:
            yield [replace(units[0], models=len(units))]

    def _still(self, reason: Line, unit: RosterUnit) -> bool:
        """Whether a unit has the option that was only supposed, and no later line named it."""
        entry = self.army.entry(unit.entry)
        known = offers(entry, self.army) if entry else {}
        supposed = reason.params.get("option")
        return any(
            known[key].named == supposed.key
            for key in set(unit.options) - self.named[unit.id]
            if key in known and isinstance(supposed, Term)
        )
