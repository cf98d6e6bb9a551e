"""Formation, and which models may be taken away (SAGA-COH-01, -02, -04)."""

from collections.abc import Iterable, Mapping

from rules.core.table import Table
from rules.core.values import ModelId, UnitId
from rules.geometry import Links
from rules.saga.edition import FIRST_EDITION, Switches
from rules.saga.ground import Disc
from rules.saga.numbers import VS
from rules.saga.orders import Violation


def formation_violations(
    discs: Mapping[ModelId, Disc], switches: Switches = FIRST_EDITION
) -> list[Violation]:
    """How a unit whose models stand like this is out of formation (SAGA-COH-01, -02)."""
    raise NotImplementedError


def coherent(
    table: Table, unit: UnitId, switches: Switches = FIRST_EDITION
) -> tuple[Violation, ...]:
    """How a unit is out of formation; empty when it is not."""
    raise NotImplementedError


def legal_removal(
    table: Table, unit: UnitId, models: Iterable[ModelId], switches: Switches = FIRST_EDITION
) -> bool:
    """Whether these models of the unit may be removed together (SAGA-COH-04)."""
    raise NotImplementedError


def default_removal(
    table: Table, unit: UnitId, count: int, switches: Switches = FIRST_EDITION
) -> tuple[ModelId, ...]:
    """A legal choice: far from the enemy first, and the formation kept."""
    raise NotImplementedError


def removals(
    table: Table, unit: UnitId, count: int, limit: int = 32, switches: Switches = FIRST_EDITION
) -> list[tuple[ModelId, ...]]:
    """Up to `limit` legal choices of `count` models, the default one first."""
    raise NotImplementedError
