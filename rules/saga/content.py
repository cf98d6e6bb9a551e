"""The shapes of the data: factions, boards, warbands, scenarios, layouts. No reading, no logic.

A match copies what it plays with (boards, scenario, terrain) into its first fact, so all of these
are Values and may only grow new fields with defaults. Lengths are 1/100 mm; `packs`
turns the "12 in" of the files into them.
"""

from math import hypot
from typing import Annotated, Literal

from msgspec import Meta

from rules.core.table import Piece
from rules.core.values import Point, Value
from rules.saga.effects import Effect, Filter, Target
from rules.saga.numbers import Rate

Rank = Literal["warlord", "hearthguard", "warriors", "levies"]
"""The class of a unit; also a trait of the unit on the table."""

Symbol = Literal["C", "U", "R"]
"""Common, uncommon and rare face of a SAGA die (SAGA-DIC-01)."""

Confidence = Literal["sure", "partial", "reconstructed"]
"""How well the published text is known; all but `sure` is shown as a house reading."""

Window = Literal[
    "orders",
    "orders_reaction",
    "activation",
    "activation_reaction",
    "melee",
    "melee_reaction",
    "melee_end",  # the enemy has withdrawn from this melee
    "shooting",
    "shooting_reaction",
]
"""When an ability may be used: the timing words of SAGA-ORD."""

Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,39}\Z")]
Slot = Annotated[str, Meta(pattern=r"^(any|[CUR](\|[CUR]){0,2})\Z")]
"""What a die placed here must show: `any`, or symbols with a bar between them."""

BOXES = 10
"""Boxes of a faction's own on its board (SAGA-ORD-02)."""

FACES: dict[int, Symbol] = {1: "C", 2: "C", 3: "C", 4: "U", 5: "U", 6: "R"}


def accepts(slot: str, symbol: Symbol) -> bool:
    """Whether a slot takes a die that shows this symbol (SAGA-ORD-05)."""
    return slot == "any" or symbol in slot.split("|")


class Option(Value, frozen=True):
    """One way to equip a unit; its traits pick the weapons and, for Berserkers, the profile."""

    id: Id
    traits: tuple[str, ...] = ()
    mounts: tuple[Literal["foot", "mounted"], ...] = ("foot",)
    most: int = 0
    """How many units of a warband may take it; 0 is no limit."""
    size: int = 0
    """How many models such a unit must have; 0 leaves it to SAGA-WBD-02."""


class Kind(Value, frozen=True):
    """What a faction calls a class of unit, and how it may be equipped, the usual way first."""

    rank: Rank
    options: tuple[Option, ...]


class Ability(Value, frozen=True):
    """A box of a battle board. Name and text stand under `saga.ability.<id>.name` and `.text`."""

    id: Id
    cost: tuple[Slot, ...]
    windows: tuple[Window, ...]
    effects: tuple[Effect, ...]
    rare: tuple[Effect, ...] = ()
    """In place of `effects` when a rare die was spent on it; empty: no difference."""
    pool: bool = False
    """Takes any number of dice and spends one a use, any number of times (SAGA-ORD-03, -08)."""
    who: Filter | None = None
    """The own unit that a use names; None names none (outside of combat)."""
    foe: Filter = Filter()
    """What the enemy unit of this combat, or the enemy unit that was activated, must be."""
    target: Target | None = None
    """Enemy units that a use must name."""
    rule: str = ""
    """The box in the boards document (`board/N-1`), listed in index.toml."""
    confidence: Confidence = "sure"
    unsure: tuple[Literal["name", "cost", "effect", "limit"], ...] = ()
    """What about it is a house reading."""


class Faction(Value, frozen=True):
    """A people: its units and the fifteen boxes of its board, the left column first."""

    id: Id
    left: tuple[Id, ...]
    """Ids of the boxes of the left column, which the factions share."""
    kinds: tuple[Kind, ...]
    abilities: Annotated[tuple[Ability, ...], Meta(min_length=BOXES, max_length=BOXES)]
    """The ten boxes of its own."""

    def kind(self, rank: str) -> Kind | None:
        """How this faction fields a class; None if it does not."""
        return next((kind for kind in self.kinds if kind.rank == rank), None)


class Board(Value, frozen=True):
    """A battle board as a match plays with it: all fifteen boxes."""

    faction: Id
    boxes: tuple[Ability, ...]


class RosterUnit(Value, frozen=True):
    """A unit as written down. An empty `option` is the kind's usual equipment."""

    id: str
    name: str
    kind: Rank
    models: int
    option: str = ""
    mounted: bool = False


class Roster(Value, frozen=True):
    """A warband as written down, for a match of `points` points."""

    faction: str
    name: str
    points: int
    units: tuple[RosterUnit, ...] = ()


class Zone(Value, frozen=True):
    """A rectangle by two corners that belongs to the side in this seat (1 is the first seated):
    where it deploys, or its bank of a river."""

    seat: int
    low: Point
    high: Point

    def holds(self, at: Point, radius: int) -> bool:
        """Whether a base lies in it wholly. Lengths in 1/100 mm."""
        (x0, y0), (x1, y1), (x, y) = self.low, self.high, at
        return x0 + radius <= x <= x1 - radius and y0 + radius <= y <= y1 - radius

    def meets(self, at: Point, radius: int) -> bool:
        """Whether a base lies in it, be it in part. Lengths in 1/100 mm."""
        (x0, y0), (x1, y1), (x, y) = self.low, self.high, at
        return hypot(x - min(max(x, x0), x1), y - min(max(y, y0), y1)) <= radius


class Deployment(Value, frozen=True):
    """A step of deployment: the first or second player sets up half, all or the rest."""

    player: Literal["first", "second"]
    share: Literal["half", "all", "rest"]


class Area(Value, frozen=True):
    """A terrain piece that scores for those who stand in it."""

    piece: Id
    cap: int
    """Most points one side scores there in one turn."""


class Victory(Value, frozen=True):
    """How a scenario is won.

    `warlord`: killing the enemy warlord wins at once. `areas`: points scored in areas at the end
    of each own turn. `wounds`: as `warlord`, but after the last turn the wounds of the warlords
    decide. `banks`: points for own models on the enemy's bank at the end. `convoy`: baggage brought
    away against baggage lost. `slaughter`: points for enemy models removed. `margin` is the lead a
    win by points needs (SAGA-WIN-03), `major` the lead of a great one (0: there is none).
    `otherwise` decides a `warlord` scenario that ran its length.
    """

    kind: Literal["warlord", "wounds", "areas", "banks", "convoy", "slaughter"]
    otherwise: Literal["draw", "slaughter"] = "draw"
    margin: int = 3
    major: int = 0


class Duel(Value, frozen=True):
    """The warlords begin face to face in the middle, so far apart, and bear so many wounds each."""

    wounds: int
    apart: int


class Convoy(Value, frozen=True):
    """So many units of baggage that a seat, which plays first, is to bring off the table.

    Baggage whose base reaches into `way_out` when its move ends has left; `needed` of them win.
    """

    units: int
    needed: int
    way_out: Zone
    """Its seat is that of the escort."""


class Scenario(Value, frozen=True):
    """What is fought over. Name and text stand under `saga.scenario.<id>.name` and `.text`."""

    id: Id
    turns: int
    """Player turns of each side."""
    zones: tuple[Zone, ...]
    deployment: tuple[Deployment, ...]
    victory: Victory
    layouts: tuple[Id, ...]
    """Layouts it may be played on, the usual one first."""
    areas: tuple[Area, ...] = ()
    duel: Duel | None = None
    convoy: Convoy | None = None
    banks: tuple[Zone, ...] = ()
    """The bank of each seat: whose models lie on it with their whole bases is on that bank."""
    worth: dict[str, Rate] = {}
    """Points that models of each class score in an area."""
    switches: dict[str, bool] = {}
    """Rules that this scenario turns on or off."""
    rule: str = ""
    confidence: Confidence = "sure"
    width: int = 48 * 2540
    height: int = 36 * 2540


class TerrainKind(Value, frozen=True):
    """What a kind of terrain looks like and what the rules make of it (SAGA-TER)."""

    look: str
    traits: tuple[str, ...] = ()


class Layout(Value, frozen=True):
    """Terrain laid out by hand, keyed by piece."""

    id: Id
    terrain: dict[str, Piece] = {}


class Heading(Value, frozen=True):
    """A rule of the game: what it is about, whose word it is, whether it is built."""

    id: str
    heading: str
    status: str
    built: bool = True
    reason: str = ""
