"""Army lists: what they cost, whether they are legal, who leads them.

`muster` is total: any list that decodes gets an answer, and each refusal names the rule, the unit
(`params["unit"]`) and the smallest change that helps. What a single unit may have is judged in
`equipping`.
"""

from collections import Counter

from msgspec.structs import replace

from rules.core.plain import flaw
from rules.core.refusals import Refusal
from rules.core.values import Named
from rules.core.wording import catalogue
from rules.ninth_age.armies.content import Army, Category, Entry, Roster, RosterUnit
from rules.ninth_age.armies.equipping import no, unit_faults
from rules.ninth_age.armies.packs import Pack
from rules.ninth_age.armies.packs import pack as own_pack
from rules.ninth_age.armies.profiles import Fielded, chosen, field, price

LEAST_POINTS, MOST_POINTS = 200, 10_000
SLACK = 20
"""Points that may be left over (T9A-LIST-01)."""
WARBAND, GRAND = 1500, 4000
"""A warband has at most, a grand army at least so many points (T9A-LIST-03)."""
MOST_UNITS = 60
LONGEST_NAME = 60
FEWEST_UNITS, FEWEST_OF_WARBAND = 4, 3
"""Units that are no characters (T9A-LIST-04)."""

DUPLICATES: dict[Category, tuple[int, int, int]] = {
    "core": (2, 4, 8),
    "special": (2, 3, 6),
    "rare": (1, 2, 4),
    "lords": (2, 3, 6),
    "heroes": (2, 3, 6),
}
"""Units of one entry in a warband, a standard game and a grand army (T9A-LIST-03)."""

SHARES: tuple[tuple[str, tuple[Category, ...], int], ...] = (
    ("lords", ("lords",), 35),
    ("heroes", ("heroes",), 50),
    ("characters", ("lords", "heroes"), 50),
    ("rare", ("rare",), 25),
)
"""Most percent of the points limit (T9A-LIST-02)."""
LEAST_CORE = 25


def muster(roster: Roster, pack: Pack) -> tuple[Refusal, ...]:
    """Why a list may not be played; empty when it may. Implements T9A-LIST-01 to -09."""
    army = pack.armies.get(roster.army)
    if army is None:
        return (no("army"),)
    if not LEAST_POINTS <= roster.points <= MOST_POINTS:
        return (no("points_range", n=roster.points, least=LEAST_POINTS, most=MOST_POINTS),)
    if len(roster.units) > MOST_UNITS:
        return (no("units", n=len(roster.units), most=MOST_UNITS),)
    if len({unit.id for unit in roster.units}) < len(roster.units):
        return (no("ids"),)
    found = [wrong for wrong in (flaw(roster.name, LONGEST_NAME),) if wrong]
    for number, unit in enumerate(roster.units, 1):
        found += unit_faults(unit, number, army, pack)
    bought = [(u, e) for u in roster.units if (e := army.entry(u.entry)) and e.offered]
    found += _total(roster, pack)
    found += _shares(roster, bought, pack)
    found += _duplicates(roster, bought, army)
    found += _required(bought, army)
    found += _limits(roster, bought, army)
    found += _fewest(roster, bought)
    found += _items(roster, pack)
    found += _once_in_army(bought, army, pack)
    return (*found, *_general(roster, pack))


def cost(roster: Roster, pack: Pack) -> int:
    """Points of a whole list; units of unknown entries cost nothing."""
    return sum(points(unit, roster, pack) for unit in roster.units)


def points(unit: RosterUnit, roster: Roster, pack: Pack) -> int:
    """Points of one unit of a list."""
    army = pack.armies.get(roster.army)
    entry = army.entry(unit.entry) if army else None
    return price(unit, entry, army, pack) if army and entry else 0


def names(roster: Roster) -> dict[str, str]:
    """The names of a list's units by their ids, to word refusals with."""
    return {unit.id: unit.name for unit in roster.units}


def duplicates(category: Category, size: int) -> int:
    """How many units of one entry a list of this size may have (T9A-LIST-03)."""
    warband, standard, grand = DUPLICATES[category]
    return warband if size <= WARBAND else grand if size >= GRAND else standard


def zero_to(limit: int, size: int) -> int:
    """A 0-X choice: halved, rounded up, for a warband, doubled for a grand army (T9A-LIST-06)."""
    return -(-limit // 2) if size <= WARBAND else 2 * limit if size >= GRAND else limit


def enlist(roster: Roster, pack: Pack) -> dict[str, Fielded]:
    """A legal list as it takes the field, by the ids of its units, its general named.

    Raises KeyError for a list that `muster` refuses as unknown.
    """
    army = pack.armies[roster.army]
    general = general_of(roster, pack)
    units = {unit.id: field(unit, army, pack) for unit in roster.units}
    return {key: replace(unit, general=key == general) for key, unit in units.items()}


def leaders(roster: Roster, pack: Pack) -> dict[str, int]:
    """Characters who may be General, and their Leadership (T9A-CHR-20)."""
    army = pack.armies[roster.army]
    found = {}
    for unit in roster.units:
        entry = army.entry(unit.entry)
        if entry and entry.character and may_lead(one := field(unit, army, pack), army):
            found[unit.id] = one.leadership
    return found


def may_lead(unit: Fielded, army: Army) -> bool:
    """Not the battle standard bearer, not one who is no leader, and of the undead only a Master."""
    master = any(rule.id == "master_of_undeath" for entry in army.units for rule in entry.rules)
    barred = unit.battle_standard or unit.trait("not_a_leader") is not None
    return not barred and (not master or unit.trait("master_of_undeath") is not None)


def general_of(roster: Roster, pack: Pack) -> str:
    """The unit id of the General: who was named, or the first of the highest Leadership."""
    able = leaders(roster, pack)
    if roster.general in able or not able:
        return roster.general if roster.general in able else ""
    return max(able, key=lambda key: able[key])


def default_rosters(language: str) -> tuple[Roster, ...]:
    """The lists that come with the game, named in a language."""
    words = catalogue(language)

    def named(roster: Roster) -> Roster:
        units = tuple(replace(unit, name=str(words[unit.name])) for unit in roster.units)
        return replace(roster, name=str(words[roster.name]), units=units)

    return tuple(named(roster) for roster in own_pack().rosters.values())


Bought = list[tuple[RosterUnit, Entry]]


def _total(roster: Roster, pack: Pack) -> list[Refusal]:
    spent = cost(roster, pack)
    if spent > roster.points:
        return [no("over", "T9A-LIST-01", n=spent, of=roster.points, by=spent - roster.points)]
    if spent < roster.points - SLACK:
        lack = roster.points - SLACK - spent
        return [no("under", "T9A-LIST-01", n=spent, of=roster.points, by=lack)]
    return []


def _shares(roster: Roster, bought: Bought, pack: Pack) -> list[Refusal]:
    spent: Counter[str] = Counter()
    for unit, entry in bought:
        spent[entry.category] += points(unit, roster, pack)
    found = []
    for name, categories, percent in SHARES:
        n, most = sum(spent[c] for c in categories), roster.points * percent // 100
        if n > most:
            group = f"ninth_age.category.{name}"
            found.append(no("share", "T9A-LIST-02", group=group, n=n, most=most, by=n - most))
    least = -(-roster.points * LEAST_CORE // 100)
    if (n := spent["core"]) < least:
        found.append(no("core", "T9A-LIST-02", n=n, least=least, by=least - n))
    return found


def _special_rules(bought: Bought, army: Army) -> dict[str, list[str]]:
    """The special rules of an army by their entries and options, and the units that have each."""
    found: dict[str, list[str]] = {}
    for unit, entry in bought:
        options = chosen(unit, entry, army)
        for trait in (*entry.rules, *(rule for option in options for rule in option.rules)):
            found.setdefault(trait.id, []).append(unit.id)
    return found


def _required(bought: Bought, army: Army) -> list[Refusal]:
    """Options that only an army with somebody of a special rule may have (T9A-LIST-08)."""
    has = _special_rules(bought, army)
    return [
        no("requires", "T9A-LIST-08", unit=Named(unit=unit.id), option=option.named,
           other=f"ninth_age.name.{option.requires}")
        for unit, entry in bought
        for option in {option.id: option for option in chosen(unit, entry, army)}.values()
        if option.requires and option.requires not in has
    ]  # fmt: skip


def _duplicates(roster: Roster, bought: Bought, army: Army) -> list[Refusal]:
    found: list[Refusal] = []
    has = _special_rules(bought, army)
    for entry in {e.id: e for _, e in bought}.values():
        if entry.category == "mount":
            continue
        alike = [u for u, e in bought if e.id == entry.id]
        most = _most_of(entry, roster.points) + (entry.more_with in has)
        rule = "T9A-LIST-06" if entry.limit else "T9A-LIST-03"
        found += _too_many(rule, entry.named, alike, most)
    return found


def _most_of(entry: Entry, size: int) -> int:
    """How many units of an entry a list of this size may have, whatever else is in it."""
    if entry.limit:
        return zero_to(entry.limit, size)
    assert entry.category != "mount"
    return duplicates(entry.category, size)


def room(entry: Entry, roster: Roster, pack: Pack) -> int:
    """How many more units of an entry the list may have (T9A-LIST-03, -06)."""
    army = pack.armies[roster.army]
    bought = [(u, e) for u in roster.units if (e := army.entry(u.entry)) and e.offered]
    most = _most_of(entry, roster.points) + (entry.more_with in _special_rules(bought, army))
    return max(0, most - sum(e.id == entry.id for _, e in bought))


def _too_many(rule: str, kind: str, alike: list[RosterUnit], most: int) -> list[Refusal]:
    n, limits = len(alike), {"n": len(alike), "most": most, "by": len(alike) - most}
    if n <= most:
        return []
    return [no("duplicates", rule, unit=Named(unit=alike[most].id), kind=kind, **limits)]


def _limits(roster: Roster, bought: Bought, army: Army) -> list[Refusal]:
    """Mounts and machines that an army has only so many of (T9A-LIST-06)."""
    found: list[Refusal] = []
    taken: dict[tuple[str, int], list[RosterUnit]] = {}
    for unit, entry in bought:
        for option in chosen(unit, entry, army):
            mount = army.mount(option.mount) if option.mount else None
            if mount and mount.limit:
                taken.setdefault((mount.named, mount.limit), []).append(unit)
            if option.per_army > 1:
                taken.setdefault((option.named, option.per_army), []).append(unit)
    for (named, limit), takers in taken.items():
        found += _too_many("T9A-LIST-06", named, takers, zero_to(limit, roster.points))
    return found


def _fewest(roster: Roster, bought: Bought) -> list[Refusal]:
    plain = [entry for _, entry in bought if not entry.character]
    machines = any(entry.type == "war_machine" for entry in plain)
    n = sum(entry.type != "war_machine" for entry in plain) + machines
    least = FEWEST_OF_WARBAND if roster.points <= WARBAND else FEWEST_UNITS
    return [no("few", "T9A-LIST-04", n=n, least=least, lack=least - n)] if n < least else []


def _items(roster: Roster, pack: Pack) -> list[Refusal]:
    """Every item is one of a kind in an army (T9A-LIST-09)."""
    found: list[Refusal] = []
    seen: dict[str, str] = {}
    for unit in roster.units:
        for key in unit.items:
            if key in pack.items and key in seen:
                who, first = Named(unit=unit.id), Named(unit=seen[key])
                item = f"ninth_age.name.{key}"
                found.append(no("item_twice", "T9A-LIST-09", unit=who, item=item, other=first))
            seen.setdefault(key, unit.id)
    return found


def _once_in_army(bought: Bought, army: Army, pack: Pack) -> list[Refusal]:
    """One battle standard, one veteran standard, and options for one unit of an army."""
    takers: dict[tuple[str, str, str], list[RosterUnit]] = {}
    for unit, entry in bought:
        ids = {option.id for option in chosen(unit, entry, army)}
        if "battle_standard_bearer" in ids:
            takers.setdefault(("T9A-CHR-21", "", "battle_standard_bearer"), []).append(unit)
        for option in chosen(unit, entry, army):
            if option.per_army == 1:
                name = option.name or option.id
                takers.setdefault(("T9A-LIST-06", entry.id, name), []).append(unit)
        veteran = any(allowance.veteran for allowance in entry.allowances)
        banners = [key for key in unit.items if _is_standard(key, pack)]
        if veteran and banners and "battle_standard_bearer" not in ids:
            takers.setdefault(("T9A-CMD-03", "", "veteran_standard"), []).append(unit)
    return [
        no("once", rule, unit=Named(unit=second.id), option=f"ninth_age.name.{key}",
           other=Named(unit=units[0].id))
        for (rule, _, key), units in takers.items()
        for second in units[1:]
    ]  # fmt: skip


def _is_standard(key: str, pack: Pack) -> bool:
    return key in pack.items and pack.items[key].kind == "standard"


def _general(roster: Roster, pack: Pack) -> list[Refusal]:
    able = leaders(roster, pack)
    if not able:
        return [no("general_missing", "T9A-LIST-05")]
    if not roster.general:
        return []
    best = max(able, key=lambda key: able[key])
    army = pack.armies[roster.army]
    named = next((unit for unit in roster.units if unit.id == roster.general), None)
    free = named and roster.general in able and field(named, army, pack).has("great_tactician")
    if not free and able.get(roster.general, -1) < able[best]:
        fix = Named(unit=best)
        if roster.general not in names(roster):
            return [no("general_unknown", "T9A-CHR-20", other=fix)]
        who = Named(unit=roster.general)
        return [no("general", "T9A-CHR-20", unit=who, other=fix, n=able[best])]
    return []
