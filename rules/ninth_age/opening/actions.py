"""What a side may answer before the first turn. Lengths 1/100 mm, facings 1/1000 degree."""

from typing import Literal

from rules.core.ruleset import Action, Draft
from rules.core.values import Point, Pose, SideId, UnitId
from rules.ninth_age.zones import Role

Turn = Literal["first", "second"]


class ChooseZone(Action, frozen=True):
    """Take the zone at this corner of the table, or at the long edge on which it lies; in a Flank
    Attack as attacker or defender."""

    corner: Point
    role: Role = ""


class ChooseSide(Action, frozen=True):
    """This side: deploys first, has the first turn."""

    side: SideId


class PlaceMarker(Action, frozen=True):
    """Put the objective's marker here."""

    at: Point


class Learn(Action, frozen=True):
    """This wizard generates his spells now, from this path."""

    unit: UnitId
    path: str


class TakeSpells(Action, frozen=True):
    """These spells of the path."""

    spells: tuple[int, ...]


class HoldBack(Action, frozen=True):
    """Keep these units off the table, in ambush."""

    units: tuple[UnitId, ...] = ()


class Deploy(Action, frozen=True):
    """Set a unit up with its centre and facing here, in so many files."""

    unit: UnitId
    pose: Pose
    files: int


class Pray(Action, frozen=True):
    """The army prays before the battle."""


class EndDeployment(Action, frozen=True):
    """No more units now. What is due all the same is set up by the table."""


class DeployRest(Action, frozen=True):
    """The table sets up everything else that is asked about."""


class Announce(Action, frozen=True):
    """Which turn is rolled for."""

    turn: Turn


class ChooseFlag(Action, frozen=True):
    """The standard of this enemy unit is to be taken."""

    unit: UnitId


OpeningAction = (
    ChooseZone | ChooseSide | PlaceMarker | Learn | TakeSpells | HoldBack | Deploy | EndDeployment
    | Pray | DeployRest | Announce | ChooseFlag
)  # fmt: skip


class PlanDeploy(Draft, frozen=True):
    """A unit being set up."""

    unit: UnitId
    pose: Pose
    files: int
