"""What a unit of a list is on the table: parts, gear and rules after its options, its formation."""

from msgspec.structs import replace

from rules.core.table import Base
from rules.core.values import Value
from rules.ninth_age.armies.content import (
    COMMAND,
    Armour,
    Army,
    Category,
    Entry,
    Formation,
    Id,
    Option,
    Part,
    RosterUnit,
    Trait,
    Type,
    footprint,
)
from rules.ninth_age.armies.packs import STATS, Pack

FULL_RANK: dict[Type, int] = {
    "infantry": 5, "war_beast": 5, "cavalry": 5, "monstrous_infantry": 3, "monstrous_beast": 3,
    "monstrous_cavalry": 3, "chariot": 3, "monster": 1, "ridden_monster": 1,
}  # fmt: skip
"""Models of a full rank (T9A-TT-01); swarms and war machines have none."""

RIDDEN: dict[Type, Type] = {
    "war_beast": "cavalry",
    "monstrous_beast": "monstrous_cavalry",
    "monster": "ridden_monster",
}
"""What a character on a mount of this type is (T9A-TT-05); otherwise he is of the mount's type."""

BY_SIZE = {
    "when_15_or_less_models": range(16),
    "only_units_of_20_or_less_models": range(21),
    "only_units_of_21_or_more_models": range(21, 1000),
}
"""Limits of rules that the size of the unit on the list decides."""

COMMANDING = ("rider", "crew", "model")
"""Parts whose characteristics an upgrade betters."""
MOST = 10
"""No characteristic goes beyond this (T9A-CHAR-01)."""

MODES = ("running_amok", "steady")
"""Limits of rules that are rules themselves: how a shambolic unit moves (army OG)."""

MOST_ARMOUR = 6
"""Armour adds no more to the save (T9A-WPN-04)."""


class Fielded(Value, frozen=True):
    """A unit as it takes the field."""

    army: Id
    entry: Id
    name: str
    category: Category
    type: Type
    base: Base
    models: int
    parts: tuple[Part, ...]
    gear: tuple[Trait, ...]
    rules: tuple[Trait, ...]
    items: tuple[Id, ...] = ()
    command: tuple[str, ...] = ()
    mount: str = ""
    level: int = 0
    """Wizard level; 0 is no wizard."""
    paths: tuple[Id, ...] = ()
    points: int = 0
    formation: Formation = Formation()
    battle_standard: bool = False
    general: bool = False
    slowed: int = 0
    """Inches that its armour takes from its Movement."""

    @property
    def movement(self) -> int:
        """Movement in inches, of what is ridden if anything is (T9A-TT-02), less what armour takes
        (T9A-WPN-04); 0 if it is rolled."""
        ridden = [part for part in self.parts if part.role == "mount"]
        printed = max((part.profile.m or 0 for part in ridden or self.parts), default=0)
        return max(0, printed - self.slowed)

    @property
    def movement_dice(self) -> str:
        """Its Movement where that is rolled (`3D6`; `*` by a rule of its own), or empty."""
        return next((p.profile.dice["m"] for p in self.parts if "m" in p.profile.dice), "")

    @property
    def leadership(self) -> int:
        """The best Leadership of those who command it: the riders, where there are any."""
        riding = [part for part in self.parts if part.role in COMMANDING]
        best = [part.profile.ld or 0 for part in riding]
        return max(best, default=0) or max((p.profile.ld or 0 for p in self.parts), default=0)

    @property
    def toughness(self) -> int:
        """The highest Toughness of its parts (T9A-TT-02)."""
        return max((part.profile.t or 0 for part in self.parts), default=0)

    @property
    def wounds(self) -> int:
        """The most Wounds of its parts: those of a model."""
        return max((part.profile.w or 0 for part in self.parts), default=0)

    def has(self, rule: str) -> bool:
        """Whether a special rule holds for the whole model and always."""
        return any(t.id == rule and not (t.part or t.when) for t in self.rules)

    def trait(self, rule: str) -> Trait | None:
        """A special rule with its figure and limits."""
        return next((trait for trait in self.rules if trait.id == rule), None)

    def carries(self, gear: str) -> bool:
        """Whether it has a piece of gear."""
        return any(trait.id == gear for trait in self.gear)


def offers(entry: Entry, army: Army) -> dict[str, Option]:
    """Everything that may be bought for an entry, by what a list calls it."""
    found = {option.id: option for group in entry.groups for option in group.options}
    for option in list(found.values()):
        if mount := mount_of(option, army):
            for group in mount.groups:
                for own in group.options:
                    if own.riders and entry.id not in own.riders:
                        continue
                    key = f"{option.id}.{own.id}"
                    found[key] = replace(
                        own, name=own.name or own.id, id=key, needs=(option.id,), bars=()
                    )
    return found


def mount_of(option: Option, army: Army) -> Entry | None:
    """The mount that an option is."""
    return (army.mount(option.mount) or army.entry(option.mount)) if option.mount else None


def chosen(unit: RosterUnit, entry: Entry, army: Army) -> list[Option]:
    """The options of a unit that exist, each as often as it was taken, in the list's order."""
    known = offers(entry, army)
    taken = [option for option in known.values() if option.id in unit.options]
    return [option for option in taken for _ in range(unit.options.count(option.id))]


def price(unit: RosterUnit, entry: Entry, army: Army, pack: Pack) -> int:
    """Points of a unit with its options and items (T9A-LIST-08)."""
    least = entry.models[0]
    total = entry.points + entry.per_model * (unit.models - least)
    for option in chosen(unit, entry, army):
        total += option.points * (unit.models if option.per == "model" else 1)
    known = (pack.items[key] for key in unit.items if key in pack.items)
    return max(total, 0) + sum(item.points(entry.category) for item in known)


def field(unit: RosterUnit, army: Army, pack: Pack) -> Fielded:
    """A unit with all that it bought. Raises KeyError for an entry that the army has not."""
    entry = army.entry(unit.entry)
    if entry is None or entry.category == "mount":
        raise KeyError(unit.entry)
    options = chosen(unit, entry, army)
    ids = {option.id for option in options}
    ridden = next(((o, m) for o in options if (m := mount_of(o, army))), None)
    parts = tuple(_bettered(part, options) for part in _parts(entry, ids))
    gear, rules = _given(entry, options, pack)
    for item in (pack.items[key] for key in unit.items if key in pack.items):
        gear, rules = (*gear, *item.gear), (*rules, *item.rules)
    rules = (*rules, *(r for t in gear if t.id in pack.armour for r in pack.armour[t.id].rules))
    kind, base = entry.type, entry.footprint
    if ridden:
        option, mount = ridden
        own = {key.partition(".")[2] for key in ids if key.startswith(f"{option.id}.")}
        parts = tuple(replace(p, role="rider") for p in parts if p.role != "mount")
        parts += tuple(p for p in _parts(mount, own) if p.role != "model")
        gear, rules = (*gear, *mount.gear), (*rules, *mount.rules)
        kind, base = RIDDEN.get(mount.type, mount.type), mount.footprint
    base = next((footprint(option.base) for option in options if option.base), base)
    found = Fielded(
        army=army.id,
        entry=entry.id,
        name=unit.name,
        category=entry.category,
        type=kind,
        base=base,
        models=unit.models,
        parts=parts,
        gear=_once(gear),
        rules=_once(_moded(_of_size(rules, unit.models))),
        items=tuple(key for key in unit.items if key in pack.items),
        command=tuple(key for key in COMMAND if key in ids),
        mount=ridden[1].id if ridden else "",
        level=max([entry.magic.level if entry.magic else 0, *(o.level for o in options)]),
        paths=next((o.paths for o in options if o.paths), entry.magic.paths if entry.magic else ()),
        points=price(unit, entry, army, pack),
        battle_standard="battle_standard_bearer" in ids,
        slowed=sum(pack.armour[t.id].slows for t in gear if t.id in pack.armour),
    )
    return replace(found, formation=formed(unit.formation, found))


def formed(wish: Formation, unit: Fielded) -> Formation:
    """A formation in full: files, and places of the command models around the middle of the front
    (T9A-CHR-04)."""
    files = wish.files or min(unit.models, FULL_RANK.get(unit.type, 3))
    first = max(0, (files - len(unit.command)) // 2)
    usual = {key: first + number for number, key in enumerate(unit.command)}
    return Formation(files=files, command=wish.command or usual)


def armour_of(unit: Fielded, armour: dict[str, Armour]) -> int:
    """What armour adds to the save of a model (T9A-WPN-04)."""
    worn = held = bonus = 0
    for trait in unit.gear:
        piece = armour.get(trait.id)
        if piece is None:
            continue
        value = 7 - int(trait.x[0]) if piece.graded and trait.x[:1].isdigit() else piece.bonus
        worn = max(worn, value) if piece.worn else worn
        held = max(held, value) if piece.held else held
        bonus += 0 if piece.worn or piece.held else value
    return min(worn + held + bonus, MOST_ARMOUR)


def _parts(entry: Entry, ids: set[str]) -> tuple[Part, ...]:
    """The parts that exist with these options."""
    return tuple(
        part
        for part in entry.parts
        if (not part.needs or ids & set(part.needs)) and not ids & set(part.bars)
    )


def _bettered(part: Part, options: list[Option]) -> Part:
    """A part with what its options change of its characteristics (T9A-CHAR-05, T9A-CHAR-06)."""
    values: dict[str, int] = {}
    for stat in STATS:
        value = getattr(part.profile, stat)
        if value is None or (part.role not in COMMANDING and stat != "w"):
            continue
        value = max([value, *(o.sets[stat] for o in options if stat in o.sets)])
        values[stat] = min(MOST, max(0, value + sum(o.adds.get(stat, 0) for o in options)))
    return replace(part, profile=replace(part.profile, **values))


def _given(
    entry: Entry, options: list[Option], pack: Pack
) -> tuple[tuple[Trait, ...], tuple[Trait, ...]]:
    """Gear and rules of an entry with what its options give and take away."""
    dropped = {key for option in options for key in option.drops}
    gear = [trait for trait in entry.gear if trait.id not in dropped]
    rules = [trait for trait in entry.rules if trait.id not in dropped]
    for option in options:
        gear += [trait for trait in option.gear if trait.id not in dropped]
        for trait in option.rules:
            (gear if trait.id in pack.armour else rules).append(trait)
    return tuple(gear), tuple(rules)


def _of_size(traits: tuple[Trait, ...], models: int) -> tuple[Trait, ...]:
    """Rules for units of some sizes hold in full for those and not at all for others."""
    kept = (t for t in traits if t.when not in BY_SIZE or models in BY_SIZE[t.when])
    return tuple(replace(t, when="") if t.when in BY_SIZE else t for t in kept)


def _moded(traits: tuple[Trait, ...]) -> tuple[Trait, ...]:
    """A rule that is had in a mode of its own as the rule and the mode."""
    return tuple(
        one
        for trait in traits
        for one in (
            (replace(trait, when=""), Trait(id=trait.when, part=trait.part))
            if trait.when in MODES
            else (trait,)
        )
    )


def _once(traits: tuple[Trait, ...]) -> tuple[Trait, ...]:
    """Each trait once; of one with several figures the best one stays (T9A-SR-02)."""
    best: dict[tuple[str, str, str], Trait] = {}
    for trait in traits:
        key = (trait.id, trait.part, trait.when)
        if key not in best or _better(trait.x, best[key].x):
            best[key] = trait
    return tuple(best.values())


def _better(one: str, other: str) -> bool:
    """Whether a figure beats another: saves (`4+`) by the lower, all else by the higher."""
    if one.endswith("+") and other.endswith("+"):
        return one < other
    return one.isdecimal() and (not other.isdecimal() or int(one) > int(other))
