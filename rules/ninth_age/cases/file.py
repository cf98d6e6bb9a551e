"""The format of files of worked cases (`t9a-case/2`): its objects, and the table of a case.

Lengths in a file are inches, bases and terrain millimetres; a table is on the grid of 1/100 mm.
"""

from typing import Any

import msgspec

from rules.core.table import Model, Oblong, Piece, Table, Unit
from rules.core.values import INCH, Point, Pose
from rules.geometry.blocks import Block
from rules.geometry.measure import snap
from rules.geometry.outline import rectangle, snap_ring
from rules.ninth_age.edition import SEED, Switches
from rules.ninth_age.field.ground import poses
from rules.ninth_age.setup import Stats
from rules.ninth_age.state import Army, State

XY = tuple[float, float]
MM = 100
"""One millimetre on the grid."""


class Malformed(Exception):
    """A case that cannot be read; the message says why."""


class UnitCase(msgspec.Struct):
    """A unit: where its footprint stands, in inches, and what the rules read of it."""

    id: str
    owner: str = "A"
    centre: XY = (36.0, 24.0)
    facing_deg: float = 0.0
    base_mm: XY = (25.0, 25.0)
    files: int = 5
    models: int = 5
    start_models: int = 0
    M: int = 4
    Ld: int = 7
    W: int = 1
    troop_type: str = "infantry"
    fleeing: bool = False
    light_troops: bool = False
    weapons: list[str] = []
    wizard: bool = False
    random_movement: str = ""
    status: str = ""


class TerrainCase(msgspec.Struct):
    """A terrain piece."""

    id: str
    kind: str
    centre: XY
    facing_deg: float = 0.0
    size_mm: XY = (25.4, 25.4)


class Case(msgspec.Struct):
    """One case."""

    id: str
    action: dict[str, Any]
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


def units_of(setup: dict[str, Any]) -> list[UnitCase]:
    """The units of a setup. Raises msgspec.ValidationError, or Malformed for a repeated id."""
    units = msgspec.convert(setup.get("units", []), list[UnitCase])
    ids = [unit.id for unit in units]
    if len(set(ids)) != len(ids):
        raise Malformed("a unit twice")
    return units


def state_of(setup: dict[str, Any], switches: Switches = SEED) -> State:
    """The table of a setup. Raises Malformed."""
    width, height = msgspec.convert(setup.get("board", (72, 48)), XY)
    units = units_of(setup)
    table = Table(
        width=round(width * INCH),
        height=round(height * INCH),
        terrain={
            piece.id: _piece(piece)
            for piece in msgspec.convert(setup.get("terrain", []), list[TerrainCase])
        },
        units={unit.id: _unit(unit) for unit in units},
    )
    for unit in units:
        table = table.with_placed(unit.id, _models(unit))
    sides = tuple(sorted({"A", "B", *(unit.owner for unit in units)}))
    return State(
        sides=sides,
        table=table,
        scenario="case",
        switches=switches,
        armies={side: Army(name=side, faction="") for side in sides},
        stats={unit.id: _stats(unit) for unit in units},
        glyphs={},
        turns=6,
        files={unit.id: unit.files for unit in units},
        turn=1,
        active=units[0].owner if units else "A",
        phase="moves",
    )


def _piece(piece: TerrainCase) -> Piece:
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
    rules = (*(["light_troops"] if unit.light_troops else []),)
    return Stats(
        movement=unit.M,
        leadership=unit.Ld,
        base=Oblong(width=round(unit.base_mm[0] * MM), depth=round(unit.base_mm[1] * MM)),
        wounds=unit.W,
        troop_type=unit.troop_type,
        rules=rules,
        random_movement=int(count or 1) if unit.random_movement else 0,
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
