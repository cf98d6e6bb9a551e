"""What one unit of a list may have: its size, options, magic items and formation."""

import re
from collections import Counter

from rules.core.plain import flaw
from rules.core.refusals import Refusal
from rules.core.table import Oblong, Round
from rules.core.values import INCH, Distance, Line, Named, Number, Param, Term, Text
from rules.ninth_age.armies.content import Allowance, Army, Entry, Group, Item, Option, RosterUnit
from rules.ninth_age.armies.packs import Pack
from rules.ninth_age.armies.profiles import Fielded, chosen, field, offers
from rules.ninth_age.setup import OPEN_ORDER

LONGEST_NAME = 60
MOST_MODELS = 200
WIDEST, DEEPEST = 72 * INCH, 12 * INCH
"""The front of a zone and its depth on a standard table with the Classic deployment: a unit that
is wider or deeper could not be set up there (T9A-ZONE-03)."""

_ID = re.compile(r"[a-z][a-z0-9_]{0,69}\Z")


def unit_faults(unit: RosterUnit, number: int, army: Army, pack: Pack) -> list[Refusal]:
    """Why a unit may not stand in a list; empty when it may."""
    if not _ID.match(unit.id):
        return [no("id", n=number)]
    who = Named(unit=unit.id)
    if wrong := flaw(unit.name, LONGEST_NAME):
        why = wrong.line.key.replace("core.refusal.", "")
        return [no(why, n=number, most=LONGEST_NAME, unit=who)]
    entry = army.entry(unit.entry)
    if entry is None:
        return [no("entry", "T9A-LIST-02", unit=who)]
    if entry.replaced:
        fix = f"ninth_age.name.{entry.replaced[0]}"
        return [no("replaced", "T9A-LIST-02", unit=who, kind=entry.named, other=fix)]
    if entry.joins:
        fix = f"ninth_age.name.{entry.joins}"
        return [no("joins", "T9A-LIST-02", unit=who, kind=entry.named, other=fix)]
    found = _size(unit, entry)
    if found:
        return found
    found = _options(unit, entry, army) + _items(unit, entry, army, pack)
    return found + formation_faults(unit, army, pack)


def no(code: str, *rules: str, **params: Param | int | str) -> Refusal:
    """A refusal; a number stands for itself, a string for a key."""
    worded: dict[str, Param] = {}
    for name, value in params.items():
        match value:
            case int():
                worded[name] = Number(value=value)
            case str():
                worded[name] = Term(key=value)
            case _:
                worded[name] = value
    line = Line(key=f"ninth_age.muster.{code}", params=worded)
    return Refusal(code=f"muster_{code}", line=line, rules=rules)


def _size(unit: RosterUnit, entry: Entry) -> list[Refusal]:
    who, n = Named(unit=unit.id), unit.models
    least, most = entry.models
    if n < least:
        return [no("small", "T9A-UNIT-12", unit=who, n=n, least=least, lack=least - n)]
    if n > most:
        return [no("big", "T9A-UNIT-12", unit=who, n=n, most=most, excess=n - most)]
    return []


def _options(unit: RosterUnit, entry: Entry, army: Army) -> list[Refusal]:
    who, known = Named(unit=unit.id), offers(entry, army)
    found = []
    for key, times in Counter(unit.options).items():
        option = known.get(key)
        if option is None:
            text = Text(text=key[:40])
            found.append(no("option", "T9A-LIST-08", unit=who, option=text))
        elif times > option.most:
            limits = {"n": times, "most": option.most, "by": times - option.most}
            found.append(no("option_times", "T9A-LIST-08", unit=who, option=option.named, **limits))
        else:
            found += _fits(unit, option, known)
    taken = set(unit.options)
    for group in entry.groups:
        found += _group(unit, group, taken)
    for option in chosen(unit, entry, army):
        mount = army.mount(option.mount) if option.mount else None
        for group in mount.groups if mount else ():
            found += _group(unit, group, {k.removeprefix(f"{option.id}.") for k in taken})
    return found


def _fits(unit: RosterUnit, option: Option, known: dict[str, Option]) -> list[Refusal]:
    """Whether an option goes with the others and with the size of the unit."""
    who, rule = Named(unit=unit.id), "T9A-LIST-08"
    found = []
    if option.needs and not set(option.needs) & set(unit.options):
        fix = known[option.needs[0]].named
        found.append(no("option_needs", rule, unit=who, option=option.named, other=fix))
    for key in option.bars:
        if key in unit.options:
            fix = known[key].named
            found.append(no("option_bars", rule, unit=who, option=option.named, other=fix))
    n = unit.models
    if option.largest and n > option.largest:
        limits = {"n": n, "most": option.largest, "excess": n - option.largest}
        found.append(no("option_big", rule, unit=who, option=option.named, **limits))
    if option.smallest and n < option.smallest:
        limits = {"n": n, "least": option.smallest, "lack": option.smallest - n}
        found.append(no("option_small", rule, unit=who, option=option.named, **limits))
    return found


def _group(unit: RosterUnit, group: Group, taken: set[str]) -> list[Refusal]:
    """Whether enough and not too many of a group were chosen."""
    who, rule = Named(unit=unit.id), "T9A-LIST-08"
    mine = [option for option in group.options if option.id in taken]
    if len(mine) < group.least:
        return [no("choose", rule, unit=who, option=group.options[0].named)]
    if group.most and len(mine) > group.most:
        last, first = mine[-1].named, mine[0].named
        return [no("choose_fewer", rule, unit=who, most=group.most, option=last, other=first)]
    return []


def _items(unit: RosterUnit, entry: Entry, army: Army, pack: Pack) -> list[Refusal]:
    """Magic items: who bears them, and what they cost (T9A-LIST-09, T9A-CMD-03)."""
    if not unit.items:
        return []
    who, rule = Named(unit=unit.id), "T9A-LIST-09"
    one, found = field(unit, army, pack), []
    spent: Counter[int] = Counter()
    kinds: Counter[str] = Counter()
    for key in unit.items:
        item = pack.items.get(key)
        if item is None:
            found.append(no("item", rule, unit=who, item=Text(text=key[:40])))
            continue
        name = f"ninth_age.name.{key}"
        kinds[item.kind] += 1
        if kinds[item.kind] > 1:
            kind = f"ninth_age.item.{item.kind}"
            found.append(no("item_kind", rule, unit=who, item=name, kind=kind))
        if unfit := _unfit(item, one, entry, pack):
            found.append(no(unfit, rule, unit=who, item=name))
            continue
        allowed = [a for a in entry.allowances if _allows(a, item)]
        bearing = next(
            (a for a in allowed if not a.needs or set(a.needs) & set(unit.options)), None
        )
        if bearing is None:
            found.append(_no_bearer(who, name, allowed))
            continue
        spent[entry.allowances.index(bearing)] += item.points(entry.category)
    for number, points in spent.items():
        if (most := entry.allowances[number].most) < points:
            by = points - most
            found.append(no("item_points", rule, unit=who, n=points, most=most, by=by))
    return found


def _allows(allowance: Allowance, item: Item) -> bool:
    return not allowance.kinds or item.kind in allowance.kinds


def _no_bearer(who: Named, item: str, allowed: list[Allowance]) -> Refusal:
    if not allowed:
        return no("item_none", "T9A-LIST-09", unit=who, item=item)
    fix = f"ninth_age.name.{allowed[0].needs[0]}"
    return no("item_bearer", "T9A-LIST-09", unit=who, item=item, other=fix)


def _unfit(item: Item, unit: Fielded, entry: Entry, pack: Pack) -> str:
    """Why a bearer may not have an item; empty when he may."""
    if item.kind == "arcane" and not unit.level:
        return "item_arcane"
    if item.kind == "standard" and not (unit.battle_standard or "standard_bearer" in unit.command):
        return "item_standard"
    if item.kind == "armour" and unit.level:
        gear = [t.id for g in entry.groups for o in g.options for t in o.gear]
        gear += [trait.id for trait in entry.gear]
        if not any(key in pack.armour for key in gear):
            return "item_armour"
    return ""


def formation_faults(unit: RosterUnit, army: Army, pack: Pack) -> list[Refusal]:
    """Whether a unit can stand as its formation says (T9A-UNIT-04, T9A-CHR-04)."""
    who, files = Named(unit=unit.id), unit.formation.files
    if files < 0 or files > unit.models:
        return [no("files", "T9A-UNIT-04", unit=who, n=files, most=unit.models)]
    one = field(unit, army, pack)
    if wrong := _too_long(who, one):
        return [wrong]
    places = unit.formation.command
    if not places:
        return []
    if set(places) != set(one.command):
        return [no("command", "T9A-CHR-04", unit=who)]
    taken = set(places.values())
    if len(taken) < len(places) or not all(0 <= place < unit.models for place in taken):
        return [no("command_places", "T9A-CHR-04", unit=who, most=unit.models)]
    front = min(one.formation.files, len(places))
    if sum(place < one.formation.files for place in taken) < front:
        return [no("command_front", "T9A-CHR-04", unit=who)]
    return []


def _too_long(who: Named, unit: Fielded) -> Refusal | None:
    """Why a unit's line is too wide, or its column too deep; how many files would do."""
    match unit.base:
        case Round(radius=radius):
            front, side = 2 * radius, 2 * radius
        case Oblong(width=front, depth=side):
            pass
    gap = OPEN_ORDER if unit.has("skirmishers") else 0
    files, ranks = unit.formation.files, -(-unit.models // unit.formation.files)
    width, depth = files * (front + gap) - gap, ranks * (side + gap) - gap
    if width > WIDEST:
        fix = (WIDEST + gap) // (front + gap)
        return no("wide", "T9A-ZONE-03", unit=who, length=Distance(value=width), files=fix)
    if depth > DEEPEST:
        fix = -(-unit.models // max(1, (DEEPEST + gap) // (side + gap)))
        return no("deep", "T9A-ZONE-03", unit=who, length=Distance(value=depth), files=fix)
    return None
