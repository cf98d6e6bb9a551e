"""All a match begins from, written out in full: later changes of the data do not reach it."""

from rules.core import ruleset
from rules.core.table import Base, Piece, Round
from rules.core.values import INCH, ModelId, Pose, SideId, UnitId, Value
from rules.ninth_age.arms import Guard, Weapon
from rules.ninth_age.edition import SEED, Switches
from rules.ninth_age.special import haste
from rules.ninth_age.troops import Troop, in_force, troop

OPEN_ORDER = INCH // 2
"""Between the models of skirmishers, 1/100 mm."""


class Fighter(Value, frozen=True):
    """A part of a model that fights: a foot soldier, a rider, his mount, a machine's crew. `id` is
    the key of its name, `weapons` are ids; `rolled` holds characteristics that dice give (`a`)."""

    id: str
    role: str = "model"
    count: int = 1
    weapon_skill: int = 0
    ballistic_skill: int = 0
    strength: int = 0
    toughness: int = 0
    initiative: int = 0
    attacks: int = 0
    weapons: tuple[str, ...] = ()
    rolled: dict[str, str] = {}


class Figure(Value, frozen=True):
    """What a special rule says in figures: `4+`, `D6`. `part` is the only part of the model that
    has the rule, `when` what limits it, in the words of the list."""

    x: str = ""
    part: str = ""
    when: str = ""


class Stats(Value, frozen=True):
    """What the rules read of a unit. `movement` in inches; `rules` are ids of special rules."""

    movement: int
    leadership: int
    base: Base
    wounds: int = 1
    troop_type: str = "infantry"
    rules: tuple[str, ...] = ()
    musician: bool = False
    standard: bool = False
    """A unit standard bearer; the battle standard bearer is apart."""
    battle_standard: bool = False
    general: bool = False
    character: bool = False
    """Made of characters only."""
    random_movement: int = 0
    """Dice of its random movement; 0 for units that move as their player wishes."""
    ballistic_skill: int = 0
    guard: Guard = Guard()
    missiles: tuple[Weapon, ...] = ()
    """Shooting weapons of the rank and file; the first is the usual one."""

    champion: bool = False
    champion_missiles: tuple[Weapon, ...] = ()
    """Shooting weapons of its champion's own, in the place of the others' (T9A-SHOOT-04)."""
    fly: int = 0
    """Movement of a flyer in the air, in inches; 0 for who does not fly."""
    strider: tuple[str, ...] = ()
    """Kinds of terrain that it ignores; `all` for every kind (T9A-SR-STRIDER)."""

    fighters: tuple[Fighter, ...] = ()
    """The parts of a model that fight."""
    figures: dict[str, Figure] = {}
    """Of the special rules that have a figure or a limit; those limited to a part of the model or
    to an occasion stand here and not in `rules`."""
    category: str = ""
    """Lords, heroes, core, special, rare; empty on a practice table."""
    level: int = 0
    """Wizard level; 0 for who is none."""
    paths: tuple[str, ...] = ()
    """Paths of magic that a wizard may choose from."""
    items: tuple[str, ...] = ()
    """Magic items."""
    command: dict[str, int] = {}
    """The place of each command model in the ranks."""

    champion_fell: bool = False
    """Whether the champion that it began with has fallen."""
    lent: tuple[str, ...] = ()
    """Special rules that it has until the turn ends."""
    gained: tuple[str, ...] = ()
    """Special rules that it has gained for good."""
    lost: tuple[str, ...] = ()
    """Special rules that it has lost for good."""
    farther: int = 0
    """How much farther its weapons reach until the turn ends."""
    slowed: int = 0
    """Inches that it moves less, until the next turn of the side `slowed_by`."""
    slowed_by: SideId = ""

    @property
    def rules_in_force(self) -> frozenset[str]:
        """All its special rules: by themselves, by the troop type or by another rule."""
        found = in_force((*self.rules, *self.gained, *self.lent), self.troop_type)
        return found.difference(self.lost) if self.lost else found

    @property
    def pace(self) -> int:
        """Its Movement in inches as it is now."""
        return max(0, self.movement + haste(self.rules_in_force) - self.slowed)

    def has(self, rule: str) -> bool:
        """Whether a special rule is in force, by itself, by the troop type or by another rule."""
        return rule in self.rules_in_force

    @property
    def spread(self) -> int:
        """How far apart its models stand, 1/100 mm: skirmishers in open order
        (T9A-SR-SKIRMISHERS)."""
        return OPEN_ORDER if self.has("skirmishers") else 0

    @property
    def troop(self) -> Troop:
        """What its troop type is."""
        return troop(self.troop_type)

    @property
    def cell(self) -> tuple[int, int]:
        """What a base takes of a rank: its width and its depth, of a round one its diameter."""
        if isinstance(self.base, Round):
            return 2 * self.base.radius, 2 * self.base.radius
        return self.base.width, self.base.depth


class UnitSetup(Value, frozen=True):
    """A unit: its models in the order of their places, its files, and where its centre stands; None
    before it is deployed."""

    name: str
    stats: Stats
    models: tuple[ModelId, ...]
    files: int
    pose: Pose | None = None
    kind: str = ""
    """Key of its kind's name in the catalogue."""
    glyph: str = "infantry"
    points: int = 0


class SideSetup(Value, frozen=True):
    """An army."""

    name: str
    faction: str
    units: dict[UnitId, UnitSetup]


class Pregame(Value, frozen=True):
    """What a table agreed on before the battle, in the words of armies.menu; `roll` and `random`
    leave it to the dice."""

    layout: str = "open"
    deployment: str = "roll"
    objective: str = "roll"
    also: str = "none"
    """A further objective, or `all` the others (T9A-OBJ-16)."""
    scoring: str = "percent"
    """How points become a result: `ten_points` by the table of tournaments (T9A-VP-09)."""
    long_axis: str = "longer"
    """Along which sides of the table the zones lie: `shorter` turns the table (T9A-ZONE-11)."""


class Setup(ruleset.Setup, frozen=True):
    """Table and armies. `dice` is the published commitment. With a `pregame` the battle begins
    before the armies stand (PRE); without, the first side begins.

    `size` is the points limit of the armies; 0 on a practice table, where nothing is scored.
    """

    scenario: str
    width: int
    height: int
    sides: dict[SideId, SideSetup]
    terrain: dict[str, Piece] = {}
    turns: int = 6
    size: int = 0
    pregame: Pregame | None = None
    objective: str = ""
    """The secondary objective, where it is settled before the match: an id of objectives.toml."""
    switches: Switches = SEED
    dice: str = ""
