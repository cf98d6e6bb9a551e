"""The shapes of the data: armies, what may be bought, lists. No reading, no logic of lists.

Everything that has a name has an id, and its name stands under `ninth_age.name.<id>`; the same word
is the same id wherever it is used. Bases are in millimetres as on the box, lengths of weapons in
1/100 mm, points and characteristics are whole numbers.
"""

from typing import Annotated, Literal

from msgspec import Meta

from rules.core.table import Base, Oblong, Round
from rules.core.values import Value

Category = Literal["lords", "heroes", "core", "special", "rare"]
"""What an entry counts as (T9A-LIST-02)."""

Type = Literal[
    "infantry",
    "war_beast",
    "cavalry",
    "monstrous_infantry",
    "monstrous_beast",
    "monstrous_cavalry",
    "chariot",
    "monster",
    "ridden_monster",
    "swarm",
    "war_machine",
]
"""Troop types of T9A-TT-01."""

Role = Literal["model", "rider", "mount", "chassis", "crew"]
"""What a part of a model is: all of it, who rides, what is ridden, a machine or wagon, its crew."""

ItemKind = Literal["weapon", "armour", "talisman", "enchanted", "arcane", "standard"]

Stat = Literal["m", "ws", "bs", "s", "t", "w", "i", "a", "ld"]

Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,59}\Z")]

Limit = Annotated[str, Meta(pattern=r"^([a-z][a-z0-9_]{0,59})?\Z")]

CHARACTERS: tuple[Category, ...] = ("lords", "heroes")
COMMAND = ("champion", "musician", "standard_bearer")
"""The command group, in the order in which it is raised again (T9A-UNIT-13)."""

MM = 100
"""One millimetre in the unit of length used inside."""


class Profile(Value, frozen=True):
    """Characteristics as printed. None is a dash: of another part of the model, or none at all."""

    m: int | None = None
    ws: int | None = None
    bs: int | None = None
    s: int | None = None
    t: int | None = None
    w: int | None = None
    i: int | None = None
    a: int | None = None
    ld: int | None = None
    dice: dict[str, str] = {}
    """Values that are rolled, `{"m": "3D6"}`; `*` is one that a rule of the unit gives."""


class Trait(Value, frozen=True):
    """A special rule or a piece of gear. `x` is its figure (`4+`, `D6`), `part` the only part that
    has it, `when` what limits it, in the words of the list."""

    id: Id
    x: str = ""
    part: str = ""
    when: str = ""


class Part(Value, frozen=True):
    """One profile of a model. `needs` names options of which one must be chosen for it to exist,
    `bars` options in whose presence it does not."""

    id: Id
    role: Role
    profile: Profile
    count: int = 1
    needs: tuple[Id, ...] = ()
    bars: tuple[Id, ...] = ()


class Option(Value, frozen=True):
    """Something that may be bought for an entry, and what it gives and takes away."""

    id: Id
    points: int = 0
    per: Literal["unit", "model", "each"] = "unit"
    """`each`: may be bought up to `most` times, written `3 x shady_git` in a list."""
    most: int = 1
    name: str = ""
    """Id of its name where that is not its own id."""
    gear: tuple[Trait, ...] = ()
    rules: tuple[Trait, ...] = ()
    drops: tuple[Id, ...] = ()
    needs: tuple[Id, ...] = ()
    """Options of which one must be chosen too."""
    bars: tuple[Id, ...] = ()
    """Options that may not be chosen too."""
    smallest: int = 0
    largest: int = 0
    """Models that the unit must have at least or at most; 0 is no bound."""
    per_army: int = 0
    """Units of an army that may have it; 0 is no bound."""
    riders: tuple[Id, ...] = ()
    """Of a mount's own option: the entries that alone may have it; empty: all."""
    mount: str = ""
    """The mount that this is; its own options become options of the entry."""
    level: int = 0
    """The wizard level that this gives."""
    base: tuple[int, ...] = ()
    """Another base, in mm as that of the entry."""
    paths: tuple[Id, ...] = ()
    """The only paths of magic that are left to who takes it; empty: all of the entry's."""
    adds: dict[Stat, int] = {}
    """What it adds to characteristics: Wounds of the whole model, others of those who ride it or
    serve it."""
    sets: dict[Stat, int] = {}
    """Characteristics that are so much with it."""
    requires: str = ""
    """A special rule that somebody in the army must have for it to be taken."""

    @property
    def named(self) -> str:
        """Key of its name."""
        return f"ninth_age.name.{self.name or self.id}"


class Group(Value, frozen=True):
    """Options that are chosen among; 0 as `most` sets no limit."""

    id: Id
    options: tuple[Option, ...]
    least: int = 0
    most: int = 0
    needs: tuple[Id, ...] = ()


class Allowance(Value, frozen=True):
    """Magic items that may be bought, up to `most` points."""

    most: int
    kinds: tuple[ItemKind, ...] = ()
    """Empty: all kinds."""
    needs: tuple[Id, ...] = ()
    """The option that carries them: `champion`, `standard_bearer`."""
    veteran: bool = False
    """A veteran standard: one unit of the army has its banner by this (T9A-CMD-03)."""


class Magic(Value, frozen=True):
    """What a wizard knows before upgrades. Level 0 becomes a wizard by an option."""

    level: int
    paths: tuple[Id, ...]


class Entry(Value, frozen=True):
    """An entry of an army list, or a mount."""

    id: Id
    type: Type
    base: tuple[int, ...]
    """Front and side in mm, or one number: the diameter of a round base."""
    parts: tuple[Part, ...]
    category: Category | Literal["mount"] = "mount"
    models: tuple[int, int] = (1, 1)
    """The smallest and the greatest number."""
    points: int = 0
    """For the smallest number."""
    per_model: int = 0
    """For each model more."""
    costs: Literal["1.0", "list"] = "list"
    """Which text sizes and points are from."""
    gear: tuple[Trait, ...] = ()
    rules: tuple[Trait, ...] = ()
    groups: tuple[Group, ...] = ()
    allowances: tuple[Allowance, ...] = ()
    magic: Magic | None = None
    limit: int = 0
    """How many an army may have in place of the duplicate limit (0-X choice, One of a Kind)."""
    more_with: str = ""
    """A special rule with which an army may have one more."""
    invocation: str = ""
    """Wounds raised on it by one Invocation."""
    joins: str = ""
    """It is bought as part of this entry and is none by itself."""
    replaced: tuple[Id, ...] = ()
    """Entries of version 1.0 that stand in its place; it cannot be bought."""
    doubts: tuple[str, ...] = ()
    """What about it is not certain, in English for whoever mends it."""

    @property
    def named(self) -> str:
        """Key of its name."""
        return f"ninth_age.name.{self.id}"

    @property
    def footprint(self) -> Base:
        """The base in 1/100 mm."""
        return footprint(self.base)

    @property
    def character(self) -> bool:
        """Lords and heroes (T9A-CHR-01)."""
        return self.category in CHARACTERS

    @property
    def offered(self) -> bool:
        """Whether it can be bought as a unit."""
        return self.category != "mount" and not self.replaced and not self.joins


def footprint(base: tuple[int, ...]) -> Base:
    """A base of so many mm, in 1/100 mm."""
    if len(base) == 1:
        return Round(radius=base[0] * MM // 2)
    return Oblong(width=base[0] * MM, depth=base[1] * MM)


class Army(Value, frozen=True):
    """An army list: its entries and the mounts of its characters."""

    id: Id
    list_version: str
    cost_version: str
    units: tuple[Entry, ...]
    mounts: tuple[Entry, ...] = ()

    def entry(self, key: str) -> Entry | None:
        """An entry by its id."""
        return next((entry for entry in self.units if entry.id == key), None)

    def mount(self, key: str) -> Entry | None:
        """A mount by its id."""
        return next((entry for entry in self.mounts if entry.id == key), None)


class Item(Value, frozen=True):
    """A common magic item (T9A-ITEM-01); `hero` is its price for heroes and champions."""

    id: Id
    kind: ItemKind
    lord: int
    hero: int = 0
    gear: tuple[Trait, ...] = ()
    rules: tuple[Trait, ...] = ()
    awaits: Literal["", "combat", "magic"] = ""
    """The chapter that what it does, or what is left of it, comes with."""

    def points(self, category: str) -> int:
        """Its price for a bearer of a category (T9A-LIST-08)."""
        return self.lord if category == "lords" or not self.hero else self.hero


class Weapon(Value, frozen=True):
    """A weapon of T9A-WPN-01 or of an army list; or arrows, which lend what they have to bows.

    `strength` 0 is the wielder's own, `plus` is added to it. `reach` is the range in 1/100 mm, 0
    for a weapon of close combat. `shots` of several are in `rules` as multiple_shots: of a catapult
    the hits on every unit under its template.
    """

    id: Id
    reach: int = 0
    strength: int = 0
    plus: int = 0
    hands: int = 1
    rules: tuple[Trait, ...] = ()
    artillery: Literal[
        "", "catapult", "bolt_thrower", "cannon", "volley_gun", "flame", "shriek"
    ] = ""
    nearest: int = 0
    """The least range of a catapult."""
    size: str = ""
    """Inches of a catapult's template or of a cannon's line: `3`, `D6`."""
    also: tuple[Id, ...] = ()
    """Other weapons as which it may shoot instead."""
    centre: int = 0
    """Strength against the model under the centre of a template; of `rules`, those `when`
    `under_the_centre` are of that hit alone."""
    bows: tuple[Id, ...] = ()
    """Weapons that shoot these arrows: they have `plus` and `rules` too."""


class Armour(Value, frozen=True):
    """What a piece adds to the armour save (T9A-WPN-04); `graded` pieces add 7 less their figure.

    `worn` is True for body armour, `held` for shields; a model has one of each.
    """

    id: Id
    bonus: int = 0
    graded: bool = False
    worn: bool = False
    held: bool = False
    slows: int = 0
    """Inches that it takes from the Movement."""
    against_shots: int = 0
    """What it adds besides against shots."""
    rules: tuple[Trait, ...] = ()
    """Special rules of who wears it."""


class Formation(Value, frozen=True):
    """How a unit forms up: files, and the place of each command model, counted from 0 along the
    front rank from its left and on through the next. No files: the usual formation."""

    files: int = 0
    command: dict[str, int] = {}


class RosterUnit(Value, frozen=True):
    """A unit as written down. `options` and `items` are ids; a mount's option is `mount.option`."""

    id: str
    name: str
    entry: str
    models: int = 1
    options: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    formation: Formation = Formation()


class Roster(Value, frozen=True):
    """An army list as written down for a game of `points` points. An empty `general` is the
    character of the highest Leadership."""

    army: str
    name: str
    points: int
    units: tuple[RosterUnit, ...] = ()
    general: str = ""
