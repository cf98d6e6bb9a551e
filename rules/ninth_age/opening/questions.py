"""What a side may be asked before the first turn."""

from rules.core.agenda import Question
from rules.core.values import Point, SideId, UnitId, Value
from rules.ninth_age.zones import Kind, Role


class ZoneOffer(Value, frozen=True):
    """A zone that may be taken: its corner or a corner on its edge, its role, its outline."""

    corner: Point
    outline: tuple[Point, ...]
    role: Role = ""


class WhichZone(Question, frozen=True):
    """Where do you deploy?"""

    kind: Kind
    zones: tuple[ZoneOffer, ...]


class WhoDeploys(Question, frozen=True):
    """Who deploys first?"""

    sides: tuple[SideId, ...]


class WhetherToPray(Question, frozen=True):
    """Does the army pray? Its opponent then says who begins."""


class WhoBegins(Question, frozen=True):
    """Who has the first turn? `totals` are the sums by which it is this side's choice."""

    sides: tuple[SideId, ...]
    totals: dict[SideId, int] = {}


class WhereMarker(Question, frozen=True):
    """Where is the objective's marker put: out of the own zone by `zone`, `apart` from the other;
    where no place is, at `only`."""

    zone: int
    apart: int
    only: Point | None = None


class WhoLearns(Question, frozen=True):
    """Which wizard generates his spells next, from which of his paths?"""

    wizards: dict[UnitId, tuple[str, ...]]


class WhichSpells(Question, frozen=True):
    """So many of these spells: chosen freely, in place of a spell that somebody has, or, where
    `swap`, one of the wizard's own to be exchanged for the signature spell."""

    unit: UnitId
    path: str
    spells: tuple[int, ...]
    count: int = 1
    swap: bool = False


class WhoAmbushes(Question, frozen=True):
    """Which of these units are kept off the table?"""

    units: tuple[UnitId, ...]


class DeployUnits(Question, frozen=True):
    """Set up some of these units, `least` of them at least, inside the zone; those of a group
    together. `hosts` are units in which a character may stand, once they do. `most` is 0 where
    there is no bound. `scouts` may stand elsewhere too, far from the enemy."""

    units: tuple[UnitId, ...]
    zone: tuple[Point, ...]
    groups: tuple[tuple[UnitId, ...], ...] = ()
    hosts: dict[UnitId, tuple[UnitId, ...]] = {}
    least: int = 1
    most: int = 0
    scouts: bool = False


class WhichTurn(Question, frozen=True):
    """Everything is deployed: which turn do you roll for?"""


class VanguardMoves(Question, frozen=True):
    """Move one of these units before the battle, as far as `length`, or let the others stay."""

    units: tuple[UnitId, ...]
    length: int


class WhichFlag(Question, frozen=True):
    """Which enemy standard is to be taken?"""

    units: tuple[UnitId, ...]


class Arrivals(Question, frozen=True):
    """Where does this unit come onto the table: its rear rank on an edge?"""

    unit: UnitId


OpeningQuestion = (
    WhichZone | WhoDeploys | WhetherToPray | WhoBegins | WhereMarker | WhoLearns | WhichSpells
    | WhoAmbushes | DeployUnits | WhichTurn | VanguardMoves | WhichFlag | Arrivals
)  # fmt: skip
