"""The format of files of worked cases (`saga-case/1`): its structs, and the table of a case.

Lengths in a file are inches; a table is on the grid of 1/100 mm.
"""

from typing import Any, Literal

import msgspec

from rules.core.table import Model, Piece, Round, Table, Unit
from rules.core.values import INCH, Point, Pose

FORMAT = "saga-case/1"

XY = tuple[float, float]


class Malformed(Exception):
    """A case that cannot be read; the message says why."""


class ModelCase(msgspec.Struct):
    """A model: where it stands, in inches."""

    id: str
    x: float
    y: float
    r: float | None = None


class UnitCase(msgspec.Struct):
    """A unit and its counters."""

    id: str
    side: str
    kind: Literal["warlord", "hearthguard", "warriors", "levies", "berserkers"] = msgspec.field(
        name="class"
    )
    models: list[ModelCase]
    mounted: bool = False
    fatigue: int = 0
    moves_this_turn: int = 0
    shots_this_turn: int = 0
    rests_this_turn: int = 0
    fought_this_turn: int = 0


class TerrainCase(msgspec.Struct):
    """A terrain piece."""

    id: str
    kind: Literal["uneven", "impassable", "obstacle"]
    poly: list[XY]
    high: bool = False
    area: bool = False


class StateCase(msgspec.Struct):
    """The table."""

    units: list[UnitCase] = []
    terrain: list[TerrainCase] = []
    table: XY | None = None


class PathCase(msgspec.Struct):
    """The way of one model."""

    model: str
    points: list[XY]


class Move(msgspec.Struct, tag="move"):
    """A whole move command."""

    unit: str
    paths: list[PathCase] = []
    engage: str = ""
    fatigue_spent: int = 0


class Activate(msgspec.Struct, tag="activate"):
    """A declaration alone."""

    unit: str
    kind: Literal["move", "shoot", "rest"]
    engage: str = ""
    fatigue_spent: int = 0


class Shoot(msgspec.Struct, tag="shoot"):
    """A shot declared."""

    unit: str
    target: str
    weapon: Literal["bow", "sling", "crossbow", "javelin"]


class RemoveCasualties(msgspec.Struct, tag="remove_casualties"):
    """Models taken away."""

    unit: str
    remove: list[str]


class CheckCoherency(msgspec.Struct, tag="check_coherency"):
    """Is the unit in formation?"""

    unit: str


class Compute(msgspec.Struct, tag="compute"):
    """Arithmetic."""

    what: str
    input: dict[str, Any] = {}


class Expect(msgspec.Struct):
    """What must come of it."""

    verdict: Literal["legal", "illegal", "cancelled", "value"]
    violations: list[str] = []
    also: list[str] = []
    facts: dict[str, Any] = {}


class Case(msgspec.Struct):
    """One case."""

    id: str
    action: Move | Activate | Shoot | RemoveCasualties | CheckCoherency | Compute
    expect: Expect
    state: StateCase = msgspec.field(default_factory=StateCase)


class Defaults(msgspec.Struct):
    """What the file's cases have in common."""

    base_radius: float = 0.5
    table: XY = (48.0, 36.0)


class File(msgspec.Struct):
    """A file of cases, each still to be read."""

    format: str
    cases: list[Any]
    defaults: Defaults = msgspec.field(default_factory=Defaults)


def table_of(state: StateCase, defaults: Defaults) -> Table:
    """The table of a case, on the grid. Raises Malformed."""
    width, height = point(state.table or defaults.table)
    units: dict[str, Unit] = {}
    models: dict[str, Model] = {}
    for unit in state.units:
        if unit.id in units or not unit.models:
            raise Malformed(f"unit {unit.id} twice, or without models")
        units[unit.id] = _unit(unit)
        for model in unit.models:
            if model.id in models:
                raise Malformed(f"model {model.id} twice")
            radius = round((defaults.base_radius if model.r is None else model.r) * INCH)
            if radius <= 0:
                raise Malformed(f"model {model.id} has no base")
            x, y = point((model.x, model.y))
            models[model.id] = Model(unit=unit.id, base=Round(radius=radius), pose=Pose(x, y))
    pieces: dict[str, Piece] = {}
    for piece in state.terrain:
        if piece.id in pieces or len(piece.poly) < 3:
            raise Malformed(f"terrain {piece.id} twice, or without an outline")
        traits = (piece.kind, *(["high"] if piece.high else []), *(["area"] if piece.area else []))
        outline = tuple(point(p) for p in piece.poly)
        pieces[piece.id] = Piece(outline=outline, look=piece.kind, traits=traits)
    return Table(width=width, height=height, terrain=pieces, units=units, models=models)


def _unit(case: UnitCase) -> Unit:
    kinds = ("hearthguard", "berserkers") if case.kind == "berserkers" else (case.kind,)
    return Unit(
        side=case.side,
        name=case.id,
        profile=case.kind,
        traits=(*kinds, "mounted") if case.mounted else kinds,
        models=tuple(model.id for model in case.models),
        strength=len(case.models),
        counters={"fatigue": case.fatigue} if case.fatigue else {},
    )


def point(at: XY) -> Point:
    """A point of a file, on the grid."""
    return round(at[0] * INCH), round(at[1] * INCH)
