"""An army list as its builder and its sheet show it."""

from dataclasses import dataclass
from typing import get_args

from rules.core.values import Line
from rules.core.wording import word
from rules.ninth_age.armies.content import (
    COMMAND,
    Army,
    Category,
    Entry,
    Formation,
    Group,
    ItemKind,
    Option,
    Part,
    Roster,
    RosterUnit,
    Trait,
)
from rules.ninth_age.armies.muster import general_of, leaders, points, room
from rules.ninth_age.armies.packs import STATS, pack
from rules.ninth_age.armies.profiles import Fielded, field, formed, mount_of, offers
from rules.ninth_age.armies.writing import option_name
from table.armies.verdict import Flaw, Verdict
from table.armies.workshops.ninth_age.drawing import LETTERS, Drawing, draw

CATEGORIES: tuple[Category, ...] = get_args(Category)
KINDS: tuple[ItemKind, ...] = get_args(ItemKind)


@dataclass(frozen=True, slots=True)
class Offer:
    """An option or item that may be chosen. `needs` are ids of which one must be chosen too."""

    id: str
    name: str
    points: int
    each: bool
    """The points are for every model."""
    taken: int
    most: int = 1
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Offers that belong together. `one`: at most one of them, so a select shows them. `label` is
    a key; `name` says whose they are where they are a mount's own."""

    id: str
    label: str
    name: str
    offers: tuple[Offer, ...]
    one: bool = False
    must: bool = False
    needs: tuple[str, ...] = ()

    @property
    def taken(self) -> bool:
        """Whether any of them is chosen."""
        return any(offer.taken for offer in self.offers)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a command model stands, counted from 1: as was wished, and as it is without a wish; 0
    where there is none. The letter marks it in the drawing."""

    command: str
    name: str
    letter: str
    given: int
    usual: int


@dataclass(frozen=True, slots=True)
class Rule:
    """A special rule of a unit: its name with its figure, and a key for what it waits for; empty
    where all of it is enforced."""

    name: str
    awaits: str


@dataclass(frozen=True, slots=True)
class Row:
    """A unit, with all that its fields may become."""

    unit: RosterUnit
    kind: str
    points: int
    least: int
    most: int
    choices: tuple[Choice, ...]
    items: tuple[Choice, ...]
    places: tuple[Place, ...]
    usual_files: int
    drawing: Drawing | None
    may_lead: bool
    flaws: tuple[Flaw, ...]
    bought: tuple[str, ...]
    """What was chosen, by name."""
    gear: tuple[str, ...]
    rules: tuple[Rule, ...]
    profiles: tuple[tuple[str, tuple[str, ...]], ...]
    """Name of each part and its characteristics as printed."""

    @property
    def letters(self) -> list[Place]:
        """The places that a letter marks in the drawing."""
        return [place for place in self.places if place.letter]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The units of a category."""

    name: str
    rows: tuple[Row, ...]
    points: int


def chapters(roster: Roster, verdict: Verdict, language: str) -> list[Chapter]:
    """Units by category; they keep their order within. Units of unknown entries come last."""
    army = pack().armies.get(roster.army)
    found: dict[str, list[Row]] = {category: [] for category in CATEGORIES}
    able = leaders(roster, pack()) if army else {}
    for unit in roster.units:
        entry = army.entry(unit.entry) if army else None
        if army is None or entry is None:
            continue
        row = _row(unit, entry, army, roster, verdict, language, unit.id in able)
        found.setdefault(entry.category, []).append(row)
    return [
        Chapter(f"ninth_age.category.{key}", tuple(rows), sum(row.points for row in rows))
        for key, rows in found.items()
        if rows
    ]


def general(roster: Roster) -> str:
    """Who leads the list when nobody is named, or who is."""
    return general_of(roster, pack()) if roster.army in pack().armies else ""


def adders(roster: Roster, language: str) -> list[tuple[str, list[tuple[str, str, int, bool]]]]:
    """Entries that may be added, by category: id, name, points for the fewest models, and whether
    the list may have one more."""
    known = pack().armies.get(roster.army)
    if known is None:
        return []
    return [
        (f"ninth_age.category.{category}", [
            (entry.id, _called(entry, language), least_points(entry),
             bool(room(entry, roster, pack())))
            for entry in known.units
            if entry.category == category and entry.offered
        ])
        for category in CATEGORIES
    ]  # fmt: skip


def least_points(entry: Entry) -> int:
    """Points for the fewest models, of the cheapest kind where the entry must be one."""
    must = [group for group in entry.groups if group.least]
    return entry.points + sum(
        min(o.points * (entry.models[0] if o.per == "model" else 1) for o in group.options)
        for group in must
    )


def _called(entry: Entry, language: str) -> str:
    name = word(Line(key=entry.named), language, {})
    return f"{entry.models[0]} {name}" if entry.models[0] > 1 else name


def _row(
    unit: RosterUnit, entry: Entry, army: Army, roster: Roster, verdict: Verdict, language: str,
    may_lead: bool,
) -> Row:  # fmt: skip
    one = field(unit, army, pack()) if unit.models > 0 else None
    return Row(
        unit=unit,
        kind=entry.named,
        points=points(unit, roster, pack()),
        least=entry.models[0],
        most=entry.models[1],
        choices=_choices(unit, entry, army, language),
        items=_items(unit, entry, language),
        places=_places(unit, entry, one, language) if one else (),
        usual_files=formed(Formation(), one).files if one else 1,
        drawing=draw(unit, one) if one else None,
        may_lead=may_lead,
        flaws=verdict.about(unit.id),
        bought=_bought(unit, entry, army, language),
        gear=tuple(_trait(trait, language) for trait in one.gear) if one else (),
        rules=tuple(_rule(trait, language) for trait in one.rules) if one else (),
        profiles=tuple(_profile(part, one, language) for part in one.parts) if one else (),
    )


def _choices(unit: RosterUnit, entry: Entry, army: Army, language: str) -> tuple[Choice, ...]:
    known = offers(entry, army)
    found = []
    for group in entry.groups:
        found.append(_choice(group, [known[o.id] for o in group.options], unit, language))
        for option in group.options:
            mount = mount_of(option, army)
            for own in mount.groups if mount else ():
                keys = [f"{option.id}.{o.id}" for o in own.options]
                mine = [known[key] for key in keys if key in known]
                if mine:
                    found.append(_choice(own, mine, unit, language, option))
    return tuple(found)


def _choice(
    group: Group,
    options: list[Option],
    unit: RosterUnit,
    language: str,
    mount: Option | None = None,
) -> Choice:
    """A group of options, of the unit or of a mount that it may have."""
    made = tuple(
        Offer(
            id=option.id, name=option_name(option, language), points=option.points,
            each=option.per == "model", taken=unit.options.count(option.id), most=option.most,
            needs=() if mount else option.needs,
        )
        for option in options
    )  # fmt: skip
    taken = sum(bool(offer.taken) for offer in made)
    one = group.most == 1 and len(made) > 1 and taken <= 1 and all(o.most == 1 for o in made)
    return Choice(
        id=f"{mount.id}-{group.id}" if mount else group.id,
        label=f"ninth_age.group.{group.id}",
        name=option_name(mount, language) if mount else "",
        offers=made,
        one=one,
        must=bool(group.least),
        needs=(mount.id,) if mount else group.needs,
    )


def _items(unit: RosterUnit, entry: Entry, language: str) -> tuple[Choice, ...]:
    """Magic items by kind; of a kind of which several are borne, each has a select of its own."""
    found = []
    for kind in KINDS:
        allowed = [a for a in entry.allowances if not a.kinds or kind in a.kinds]
        borne = [key for key in unit.items if key in pack().items and _kind(key) == kind]
        if not allowed and not borne:
            continue
        needs = tuple(key for a in allowed for key in a.needs)
        free = bool(borne) or any(not a.needs for a in allowed)
        for number, chosen in enumerate(borne or [""]):
            made = tuple(
                Offer(
                    id=key, name=word(Line(key=f"ninth_age.name.{key}"), language, {}),
                    points=item.points(entry.category), each=False, taken=int(key == chosen),
                )
                for key, item in pack().items.items()
                if item.kind == kind
            )  # fmt: skip
            found.append(
                Choice(
                    id=f"{kind}-{number}", label=f"ninth_age.item.{kind}", name="", offers=made,
                    one=True, needs=() if free else needs,
                )
            )  # fmt: skip
    return tuple(found)


def _kind(item: str) -> ItemKind:
    return pack().items[item].kind


def _places(unit: RosterUnit, entry: Entry, one: Fielded, language: str) -> tuple[Place, ...]:
    """A place for each command model that the entry may have."""
    offered = {option.id for group in entry.groups for option in group.options}
    stands = one.formation.command
    return tuple(
        Place(
            command=command,
            name=word(Line(key=f"ninth_age.name.{command}"), language, {}),
            letter=LETTERS[command] if command in one.command else "",
            given=unit.formation.command.get(command, -1) + 1,
            usual=stands.get(command, -1) + 1,
        )
        for command in COMMAND
        if command in offered
    )


def _bought(unit: RosterUnit, entry: Entry, army: Army, language: str) -> tuple[str, ...]:
    known = offers(entry, army)
    found = []
    for key in dict.fromkeys(unit.options):
        name = option_name(known[key], language) if key in known else key
        times = unit.options.count(key)
        found.append(f"{times} × {name}" if times > 1 else name)
    return (*found, *(word(Line(key=f"ninth_age.name.{k}"), language, {}) for k in unit.items))


def _trait(trait: Trait, language: str) -> str:
    name = word(Line(key=f"ninth_age.name.{trait.id}"), language, {})
    return f"{name} ({trait.x})" if trait.x else name


def _rule(trait: Trait, language: str) -> Rule:
    chapter, partly = pack().awaits(trait.id), pack().enforced(trait.id)
    key = f"ninth_age.awaits.{chapter}{'.partly' if partly else ''}"
    return Rule(_trait(trait, language), key if chapter else "")


def _profile(part: Part, unit: Fielded, language: str) -> tuple[str, tuple[str, ...]]:
    """A part's name, empty for the whole model, and its characteristics."""
    stats = []
    for stat in STATS:
        value = getattr(part.profile, stat)
        stats.append(part.profile.dice.get(stat, "–") if value is None else str(value))
    name = "" if len(unit.parts) == 1 else word(Line(key=f"ninth_age.name.{part.id}"), language, {})
    return name, tuple(stats)
