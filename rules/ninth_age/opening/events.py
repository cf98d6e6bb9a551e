"""The facts of what comes before the first turn, and what each changes."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.core.events import Event
from rules.core.table import Piece
from rules.core.values import Point, SideId, UnitId
from rules.ninth_age.opening.actions import Turn
from rules.ninth_age.state import Spells, State
from rules.ninth_age.zones import Zone

replace = msgspec.structs.replace


class Built(Event, frozen=True):
    """The battlefield was built."""

    terrain: dict[str, Piece]


class Staked(Event, frozen=True):
    """A unit has driven stakes into the ground before it."""

    unit: UnitId
    piece: Piece


class Gained(Event, frozen=True):
    """A unit has special rules from now on; `by` gave them."""

    unit: UnitId
    rules: tuple[str, ...]
    by: UnitId = ""


class Prayed(Event, frozen=True):
    """An army prayed: its opponent says who begins."""

    side: SideId


class TypeSettled(Event, frozen=True):
    """The deployment type is known; `rolled` where a die gave it."""

    kind: str
    rolled: bool = False


class ObjectiveSettled(Event, frozen=True):
    """A secondary objective is known; several may be played for (T9A-OBJ-16)."""

    objective: str
    rolled: bool = False


class ChooserDrawn(Event, frozen=True):
    """This side chooses its zone."""

    side: SideId


class ZonesTaken(Event, frozen=True):
    """Each side has its zone."""

    side: SideId
    grounds: dict[SideId, Zone]


class MarkerPlaced(Event, frozen=True):
    """A marker of the objective lies here."""

    side: SideId
    name: str
    at: Point


class Learned(Event, frozen=True):
    """A wizard knows these spells; `lost` of those he rolled could not be had."""

    unit: UnitId
    path: str
    spells: tuple[int, ...]
    lost: int = 0


class HeldBack(Event, frozen=True):
    """These units are kept off the table."""

    side: SideId
    units: tuple[UnitId, ...]


class OrderChosen(Event, frozen=True):
    """This side deploys first."""

    side: SideId


class Formed(Event, frozen=True):
    """A unit is set up in so many files; its models come with the next fact."""

    unit: UnitId
    files: int


class Finished(Event, frozen=True):
    """A side has deployed everything, the other has so many units left."""

    side: SideId
    left: int = 0


class Announced(Event, frozen=True):
    """Which turn a side rolls for."""

    side: SideId
    turn: Turn


class CameEarly(Event, frozen=True):
    """A unit scouted or moved as a vanguard: it does not charge in the first turn."""

    unit: UnitId


class FlagChosen(Event, frozen=True):
    """A side wants this enemy standard."""

    side: SideId
    unit: UnitId


class FirstTurn(Event, frozen=True):
    """Who begins; `totals` are the sums that were compared, none where an army prayed. `finisher`
    finished first and announced; `chooser` chose, where the totals or a prayer left it to him."""

    side: SideId
    totals: dict[SideId, int] = {}
    finisher: SideId = ""
    chooser: SideId = ""


class Arrived(Event, frozen=True):
    """An ambusher came onto the table."""

    unit: UnitId


def _opening(change: Callable[[Any, Any], dict[str, Any]]) -> Callable[[State, Any], State]:
    """A fact that changes what was settled before the first turn."""

    def apply(state: State, event: Any) -> State:
        return replace(state, opening=replace(state.opening, **change(state.opening, event)))

    return apply


def _built(state: State, event: Built) -> State:
    return replace(state, table=replace(state.table, terrain=event.terrain))


def _staked(state: State, event: Staked) -> State:
    terrain = {**state.table.terrain, f"stakes_{event.unit}": event.piece}
    return replace(state, table=replace(state.table, terrain=terrain))


def _gained(state: State, event: Gained) -> State:
    was = state.stats[event.unit]
    stats = replace(was, gained=tuple(dict.fromkeys((*was.gained, *event.rules))))
    return replace(state, stats={**state.stats, event.unit: stats})


def _zones(state: State, event: ZonesTaken) -> State:
    outlines = {side: zone.outline for side, zone in event.grounds.items()}
    opening = replace(state.opening, grounds=event.grounds)
    return replace(state, opening=opening, zones=outlines)


def _flag(state: State, event: FlagChosen) -> State:
    chosen = (*state.flags.get(event.side, ()), event.unit)
    return replace(state, flags={**state.flags, event.side: chosen})


def _arrived(state: State, event: Arrived) -> State:
    waiting = tuple(unit for unit in state.opening.ambush if unit != event.unit)
    arrived = {**state.opening.arrived, event.unit: state.turn}
    return replace(state, opening=replace(state.opening, ambush=waiting, arrived=arrived))


APPLIES: Mapping[type[Event], Callable[[Any, Any], Any]] = {
    Built: _built,
    Staked: _staked,
    Gained: _gained,
    Prayed: _opening(lambda o, e: {"prayed": (*o.prayed, e.side)}),
    TypeSettled: _opening(lambda o, e: {"deployment": e.kind}),
    ObjectiveSettled: lambda s, e: replace(s, objectives=(*s.objectives, e.objective)),
    ChooserDrawn: _opening(lambda o, e: {"chooser": e.side}),
    ZonesTaken: _zones,
    MarkerPlaced: lambda s, e: replace(s, markers={**s.markers, e.name: e.at}),
    Learned: _opening(
        lambda o, e: {"spells": {**o.spells, e.unit: Spells(path=e.path, known=e.spells)}}
    ),
    HeldBack: _opening(lambda o, e: {"ambush": (*o.ambush, *e.units)}),
    OrderChosen: lambda s, e: s,
    Formed: lambda s, e: replace(s, files={**s.files, e.unit: e.files}),
    Finished: _opening(
        lambda o, e: {
            "finished": (*o.finished, e.side), "undeployed": o.undeployed or e.left
        }
    ),
    Announced: _opening(lambda o, e: {"announced": e.turn}),
    CameEarly: _opening(lambda o, e: {"early": (*o.early, e.unit)}),
    FlagChosen: _flag,
    FirstTurn: lambda s, e: replace(s, first=e.side),
    Arrived: _arrived,
}  # fmt: skip
"""What each fact changes."""

OpeningEvent = (
    Built | Staked | Gained | Prayed | TypeSettled | ObjectiveSettled | ChooserDrawn | ZonesTaken
    | MarkerPlaced | Learned | HeldBack | OrderChosen | Formed | Finished | Announced
    | CameEarly | FlagChosen | FirstTurn | Arrived
)  # fmt: skip
