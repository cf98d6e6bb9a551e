"""The builder's form of The 9th Age: an army list as fields of HTML, and back.

Every unit has a hidden field `unit` with its id, and `<id>-name`, `<id>-models`, `<id>-option`
(as often as options are chosen), `<id>-times-<option>` (how often one is that may be taken several
times), `<id>-item`, `<id>-files` and `<id>-place-<command>` (counted from 1). `general` is the id
of a unit. `op` says which button was pressed: `save`, `add` (of the `entry` chosen), or what was
done with one unit: `twin:<id>`, `up:<id>`, `down:<id>`, `remove:<id>`.
"""

import re
from collections import Counter
from collections.abc import Iterable

from django.http import QueryDict
from msgspec.structs import replace

from rules.core.values import Line
from rules.core.wording import word
from rules.ninth_age.armies.content import Army, Entry, Formation, Roster, RosterUnit
from rules.ninth_age.armies.muster import LONGEST_NAME, MOST_UNITS, general_of
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.armies.profiles import field, formed, offers

MOST = 9999
LONGEST_NUMBER = 9
"""Digits of a number that are read; it is cut to `MOST` anyway."""
_COUNTED = re.compile(r" \(\d+\)\Z")
LONGEST_ID = 70
MOST_CHOSEN = 40
"""Options or items of a unit that are read from a form."""


def read(data: QueryDict, roster: Roster, language: str) -> Roster:
    """The list that a sent form describes, its units in their old order. Units that the list has
    not are no units."""
    army = pack().armies.get(roster.army)
    if army is None:
        return roster
    sent = set(data.getlist("unit"))
    kept = [unit for unit in roster.units if unit.id in sent]
    read = replace(
        roster,
        name=data.get("name", roster.name).strip(),
        points=_number(data.get("points", ""), roster.points),
        units=tuple(_unit(data, unit, army) for unit in kept),
        general=_general(data, roster, sent),
    )
    if not roster.general and read.general == general_of(read, pack()):
        read = replace(read, general="")  # he leads, and nobody had to say so
    return _pressed(read, data, army, language)


def _general(data: QueryDict, roster: Roster, sent: set[str]) -> str:
    wanted = data.get("general", roster.general)
    return wanted if any(u.id == wanted and u.id in sent for u in roster.units) else ""


def _pressed(roster: Roster, data: QueryDict, army: Army, language: str) -> Roster:
    what, _, which = data.get("op", "").partition(":")
    found = next((unit for unit in roster.units if unit.id == which), None)
    if what == "remove" and found:
        units = tuple(unit for unit in roster.units if unit is not found)
        return replace(roster, units=units, general=_kept_general(roster, units))
    if what == "twin" and found:
        twin = replace(found, id=free_id(found.entry, roster), name=free_name(found.name, roster))
        after = roster.units.index(found) + 1
        return replace(roster, units=(*roster.units[:after], twin, *roster.units[after:]))
    if what in STEPS and found:
        return replace(roster, units=_moved(roster.units, found, STEPS[what], army))
    entry = army.entry(data.get("entry", "")[:LONGEST_ID]) if what == "add" else None
    if entry and entry.offered:
        return replace(roster, units=(*roster.units, fresh(entry, roster, language)))
    return roster


STEPS = {"up": -1, "down": 1}


def _moved(
    units: tuple[RosterUnit, ...], unit: RosterUnit, step: int, army: Army
) -> tuple[RosterUnit, ...]:
    """A unit in the place of the next of its category, and that in its own."""
    of = {one.id: entry.category for one in units if (entry := army.entry(one.entry))}
    alike = [one for one in units if of.get(one.id) == of.get(unit.id)]
    place = alike.index(unit) + step
    if not 0 <= place < len(alike):
        return units
    swapped = {unit.id: alike[place], alike[place].id: unit}
    return tuple(swapped.get(one.id, one) for one in units)


def _kept_general(roster: Roster, units: tuple[RosterUnit, ...]) -> str:
    return roster.general if any(unit.id == roster.general for unit in units) else ""


def fresh(entry: Entry, roster: Roster, language: str) -> RosterUnit:
    """A new unit of an entry, as small as it may be, with the first of what must be chosen."""
    called = word(Line(key=entry.named), language, {})
    return RosterUnit(
        id=free_id(entry.id, roster),
        name=free_name(called, roster),
        entry=entry.id,
        models=entry.models[0],
        options=tuple(group.options[0].id for group in entry.groups if group.least),
    )


def free_id(entry: str, roster: Roster) -> str:
    """An id that no unit has: the entry's own, or with a number."""
    taken = {unit.id for unit in roster.units}
    numbered = (f"{entry}_{n}" for n in range(2, MOST_UNITS + 3))
    return next(key for key in (entry, *numbered) if key not in taken)


def free_name(wish: str, roster: Roster) -> str:
    """A name that no unit has: `Ghouls (2)`."""
    taken = {unit.name for unit in roster.units}
    short = _COUNTED.sub("", wish)[: LONGEST_NAME - 5].strip()
    numbered = (f"{short} ({n})" for n in range(2, MOST_UNITS + 3))
    return next(name for name in (wish, *numbered) if name not in taken)


def _unit(data: QueryDict, old: RosterUnit, army: Army) -> RosterUnit:
    key = old.id
    entry = army.entry(old.entry)
    known = offers(entry, army) if entry else {}
    wanted = [option for option in data.getlist(f"{key}-option") if option]
    for option in known.values():
        if option.most > 1:
            times = _number(data.get(f"{key}-times-{option.id}", ""), 0)
            wanted += [option.id] * min(times, option.most + 1)
    items = [item for item in data.getlist(f"{key}-item") if item]
    unit = replace(
        old,
        name=data.get(f"{key}-name", old.name).strip(),
        models=_number(data.get(f"{key}-models", ""), old.models),
        options=_kept(old.options, wanted[:MOST_CHOSEN]),
        items=_kept(old.items, items[:MOST_CHOSEN]),
    )
    if entry is None:
        return unit
    return replace(unit, formation=_formation(data, unit, army))


def _formation(data: QueryDict, unit: RosterUnit, army: Army) -> Formation:
    """Files and places; where some places are given, the usual ones fill the rest."""
    files = _number(data.get(f"{unit.id}-files", ""), 0)
    bare = Formation(files=files)
    if unit.models < 1 or files > unit.models:
        return bare
    one = field(replace(unit, formation=bare), army, pack())
    places = {
        command: place - 1
        for command in one.command
        if (place := _number(data.get(f"{unit.id}-place-{command}", ""), 0))
    }
    if not places:
        return bare
    usual = formed(bare, one).command
    for command in one.command:
        if command not in places:
            taken = set(places.values())
            free = (usual[command], *range(unit.models))
            places[command] = next((place for place in free if place not in taken), 0)
    return Formation(files=files, command=places)


def _kept(old: tuple[str, ...], wanted: Iterable[str]) -> tuple[str, ...]:
    """What is wanted, in the old order as far as it was there before."""
    left = Counter(key[:LONGEST_ID] for key in wanted)
    found = []
    for key in (*old, *list(left.elements())):
        if left[key] > 0:
            left[key] -= 1
            found.append(key)
    return tuple(found)


def _number(text: str, otherwise: int) -> int:
    text = text.strip()
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        return otherwise
    if digits != text:
        return 0
    return min(int(digits[:LONGEST_NUMBER]), MOST)
