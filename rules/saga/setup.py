"""All a match of SAGA begins from, written out in full: whatever data files later become, the match
keeps what it was begun with."""

from rules.core import ruleset
from rules.core.table import Base, Piece
from rules.core.values import ModelId, SideId, UnitId, Value
from rules.saga.content import Board, Scenario
from rules.saga.edition import FIRST_EDITION, Switches


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


class Setup(ruleset.Setup, frozen=True):
    """Scenario, table and warbands; `dice` is the published commitment to the dice."""

    scenario: Scenario
    sides: dict[SideId, SideSetup]
    terrain: dict[str, Piece] = {}
    switches: Switches = FIRST_EDITION
    dice: str = ""
