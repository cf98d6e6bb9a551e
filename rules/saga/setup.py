"""All a match of SAGA begins from, written out in full: whatever data files later become, the match
keeps what it was begun with."""

from typing import Literal

from rules.core import ruleset
from rules.core.table import Base, Piece
from rules.core.values import ModelId, Point, SideId, UnitId, Value

from .abilities import Board
from .edition import FIRST_EDITION, Switches


class UnitSetup(Value, frozen=True):
    """A unit as mustered. `traits` hold its class and equipment, `models` its bases in order."""

    name: str
    profile: str
    """Key of its kind's name in the catalogue."""
    glyph: str
    traits: tuple[str, ...]
    models: dict[ModelId, Base]


class SideSetup(Value, frozen=True):
    """A warband. Model and unit ids are unique over the whole match."""

    name: str
    """The player's name."""
    faction: str
    """Key of the faction's name in the catalogue."""
    units: dict[UnitId, UnitSetup]
    board: Board


class Wave(Value, frozen=True):
    """One part of the deployment: the first or second player sets up half his units or all left."""

    player: int
    part: Literal["half", "all"]


class Objective(Value, frozen=True):
    """An area that scores (Sacred Ground)."""

    outline: tuple[Point, ...]
    name: str = ""


class Scenario(Value, frozen=True):
    """A scenario. `turns` counts game turns, each one turn of every side."""

    id: str
    name: str
    """Key of its name."""
    turns: int
    zones: dict[SideId, tuple[Point, ...]]
    deployment: tuple[Wave, ...] = (
        Wave(player=0, part="half"), Wave(player=1, part="all"), Wave(player=0, part="all"),
    )  # fmt: skip
    victory: Literal["warlord", "slaughter", "areas"] = "warlord"
    margin: int = 3
    """Points a win needs (SAGA-WIN-03)."""
    objectives: dict[str, Objective] = {}
    area_cap: int = 8
    """Points of one area in one turn at most."""


class Setup(ruleset.Setup, frozen=True):
    """Scenario, table and warbands; `dice` is the published commitment to the dice."""

    scenario: Scenario
    sides: dict[SideId, SideSetup]
    width: int = 48 * 2540
    height: int = 36 * 2540
    terrain: dict[str, Piece] = {}
    switches: Switches = FIRST_EDITION
    dice: str = ""
