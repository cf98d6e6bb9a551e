"""The format of files of worked cases (`t9a-case/2`): its objects, and the table of a case.

Lengths in a file are inches, bases and terrain millimetres; a table is on the grid of 1/100 mm. A
key that the format does not know is an error: nothing that a case says is passed over.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec

from rules.core.table import Model, Oblong, Piece, Table, Unit
from rules.core.values import INCH, Point, Pose
from rules.geometry.blocks import Block
from rules.geometry.measure import snap
from rules.geometry.outline import rectangle, snap_ring
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.edition import SEED, Switches
from rules.ninth_age.field.settling import poses
from rules.ninth_age.field.terrain import FEATURES
from rules.ninth_age.setup import Stats
from rules.ninth_age.state import Army, State
from rules.ninth_age.troops import TROOPS

XY = tuple[float, float]
MM = 100
"""One millimetre on the grid."""
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
Two = Annotated[list[Face], msgspec.Meta(min_length=2, max_length=2)]
"""A roll of 2D6."""
Count = Annotated[int, msgspec.Meta(ge=0)]
Sized = tuple[Annotated[float, msgspec.Meta(gt=0)], Annotated[float, msgspec.Meta(gt=0)]]


FLYING = ("fly", "swiftstride", "light_troops")
"""What whoever flies has besides (T9A-SR-FLY)."""


class Malformed(Exception):
    """A case that cannot be read; the message says why."""


def word(name: str) -> str:
    """A name as the data spells it, `great_weapon`, however a file does: `Great Weapon`."""
    return "_".join(name.lower().replace("-", " ").replace("_", " ").split())


class Words(msgspec.Struct, forbid_unknown_fields=True):
    """An object of a file: it has these keys and no other."""


class UnitCase(Words):
    """A unit: where its footprint stands, in inches, and what the rules read of it."""

    id: str
    owner: str = "A"
    centre: XY = (36.0, 24.0)
    facing_deg: float = 0.0
    base_mm: Sized = (25.0, 25.0)
    files: int = 5
    models: int = 5
    start_models: Count = 0
    M: Count = 4
    Ld: Count = 7
    W: int = 1
    troop_type: str = "infantry"
    fleeing: bool = False
    light_troops: bool = False
    weapons: list[str] = []
    wizard: bool = False
    random_movement: str = ""
    fly: Count = 0
    champion: bool = False
    musician: bool = False
    rules: list[str] = []
    status: Literal["", "rallied"] = ""

    def __post_init__(self) -> None:
        self.troop_type = word(self.troop_type)
        self.rules = [word(rule) for rule in self.rules]
        self.weapons = [word(weapon) for weapon in self.weapons]


class TerrainCase(Words):
    """A terrain piece."""

    id: str
    kind: str
    centre: XY
    facing_deg: float = 0.0
    size_mm: Sized = (25.4, 25.4)

    def __post_init__(self) -> None:
        self.kind = word(self.kind)


class TableCase(Words):
    """A table and what stands on it."""

    board: Sized = (72.0, 48.0)
    units: Sequence[UnitCase] = []
    terrain: list[TerrainCase] = []
    switches: Switches = SEED


class Case(Words):
    """One case."""

    id: str
    action: dict[str, Any] = {}
    setup: dict[str, Any] = {}
    dice: dict[str, Any] = {}
    expect: dict[str, Any] = {}
    variants: list[dict[str, Any]] = []
    rules: list[str] = []
    title: str = ""
    note: str = ""


class File(msgspec.Struct):
    """A file of cases, each still to be read."""

    cases: list[Any]
    format: Any = None


class Nothing(Words):
    """No key at all: of a setup that is empty, of dice that nobody rolls."""


class Ask(Words):
    """An action that says nothing but its kind."""

    type: str


@dataclass(frozen=True)
class Kind:
    """A kind of case: how its parts are read, and what answers `(setup, action, dice)`."""

    judge: Callable[[Any, Any, Any], dict[str, Any]]
    setup: Any = Nothing
    action: Any = Ask
    dice: Any = Nothing

    def answer(self, setup: Any, action: Any, dice: Any) -> dict[str, Any]:
        """What the rules find. Raises Malformed, or msgspec.ValidationError with the place."""
        parts = {"setup": (setup, self.setup), "action": (action, self.action),
                 "dice": (dice, self.dice)}  # fmt: skip
        read = []
        for name, (value, shape) in parts.items():
            try:
                read.append(msgspec.convert(value, shape))
            except msgspec.ValidationError as error:
                raise Malformed(f"{error} in {name}") from error
        return self.judge(*read)


def state_of(
    setup: TableCase | dict[str, Any], switches: Switches | None = None, active: str = ""
) -> State:
    """The table of a setup, in the turn of a side; `switches` replace those of the setup. Raises
    Malformed, or msgspec.ValidationError."""
    case = setup if isinstance(setup, TableCase) else msgspec.convert(setup, TableCase)
    width, height = case.board
    units = case.units
    ids = [*(unit.id for unit in units), *(piece.id for piece in case.terrain)]
    if len(set(ids)) != len(ids):
        raise Malformed("an id twice")
    table = Table(
        width=round(width * INCH),
        height=round(height * INCH),
        terrain={piece.id: _piece(piece) for piece in case.terrain},
        units={unit.id: _unit(unit) for unit in units},
    )
    for unit in units:
        table = table.with_placed(unit.id, _models(unit))
    sides = tuple(sorted({"A", "B", *(unit.owner for unit in units)}))
    return State(
        sides=sides,
        table=table,
        scenario="case",
        switches=switches or case.switches,
        armies={side: Army(name=side, faction="") for side in sides},
        stats={unit.id: _stats(unit) for unit in units},
        glyphs={},
        turns=6,
        files={unit.id: unit.files for unit in units},
        turn=1,
        active=active or (units[0].owner if units else "A"),
        phase="moves",
    )


def owner_of(setup: TableCase, unit: str) -> str:
    """Whose unit it is. Raises Malformed for one that is not there."""
    for one in setup.units:
        if one.id == unit:
            return one.owner
    raise Malformed(f"no unit {unit}")


def _piece(piece: TerrainCase) -> Piece:
    if piece.kind not in (*FEATURES, "obscuring"):
        raise Malformed(f"terrain of kind {piece.kind}")
    x, y = piece.centre
    width, depth = piece.size_mm
    corners = rectangle(
        (x * INCH, y * INCH), width * MM, depth * MM, round(piece.facing_deg * 1000)
    )
    traits = (piece.kind,)
    return Piece(outline=tuple(snap_ring(corners)), look="rocks", traits=traits)


def _unit(unit: UnitCase) -> Unit:
    if not unit.files >= 1 or not 1 <= unit.models <= 200:
        raise Malformed(f"unit {unit.id} has {unit.models} models in {unit.files} files")
    if unit.troop_type not in TROOPS:
        raise Malformed(f"unit {unit.id} of type {unit.troop_type}")
    if odd := [weapon for weapon in unit.weapons if weapon not in pack().weapons]:
        raise Malformed(f"unit {unit.id} with a weapon {odd[0]}")
    return Unit(
        side=unit.owner,
        name=unit.id,
        profile="",
        strength=unit.start_models or unit.models,
        counters={"fleeing": 1} if unit.fleeing else {},
    )


def _stats(unit: UnitCase) -> Stats:
    count, _, rest = unit.random_movement.upper().partition("D6")
    if unit.random_movement and (rest or not (count or "1").isdigit()):
        raise Malformed(f"random movement {unit.random_movement}")
    light = ("light_troops",) if unit.light_troops else ()
    rules = (*unit.rules, *light, *(FLYING if unit.fly else ()))
    if odd := [rule for rule in unit.rules if rule not in pack().rules]:
        raise Malformed(f"unit {unit.id} with a rule {odd[0]}")
    return Stats(
        movement=unit.M,
        leadership=unit.Ld,
        base=Oblong(width=round(unit.base_mm[0] * MM), depth=round(unit.base_mm[1] * MM)),
        wounds=unit.W,
        troop_type=unit.troop_type,
        rules=rules,
        random_movement=int(count or 1) if unit.random_movement else 0,
        fly=unit.fly,
        champion=unit.champion,
        musician=unit.musician,
    )


def _models(unit: UnitCase) -> dict[str, Model]:
    stats = _stats(unit)
    facing = round(unit.facing_deg * 1000)
    block = Block(point(unit.centre), facing, stats.cell, unit.models, unit.files)
    keys = tuple(f"{unit.id}_{number}" for number in range(1, unit.models + 1))
    return {
        key: Model(unit=unit.id, base=stats.base, pose=pose)
        for key, pose in poses(keys, block).items()
    }


def point(at: XY) -> Point:
    """A point of a file, on the grid."""
    return snap((at[0] * INCH, at[1] * INCH))


def centre_of(pose: Pose) -> list[float]:
    """A pose's place, in inches."""
    return [pose.x / INCH, pose.y / INCH]
