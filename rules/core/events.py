"""Facts common to all games, and what each changes. A fact carries its outcome: none is made here.

`APPLY` maps each kind to a total function: no dice, no geometry, no data files, never a refusal.
A game's own unions subclass `Asked` and `Scheduled` only to name its own prompts and steps.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from .agenda import Prompt, Step
from .offers import (
    Change,
    DropPrompt,
    Offer,
    PlaceModel,
    Proposal,
    RemoveModel,
    ReturnModel,
    SetCounter,
)
from .state import Result, State
from .table import Model
from .values import Line, ModelId, Pose, PromptId, SideId, Tagged, UnitId, Value

replace = msgspec.structs.replace
S = TypeVar("S", bound=State)


class Event(Tagged, frozen=True):
    """A fact. Past tense; with its outcome in it."""


class Source(Value, frozen=True):
    """A change to a number and where it came from, so that one can be told "+2: Press on"."""

    key: str
    """Key of the source's name in the catalogue."""
    add: int
    value: bool = False
    """A figure of a profile, told as itself ("Leadership 9"); a change is told with its sign."""


class Scheduled(Event, frozen=True):
    """The agenda changed: `drop` steps left the top of the stack, then `steps` were put on it.

    The last of `steps` lies on top.
    """

    drop: int = 0
    steps: tuple[Step, ...] = ()


class Asked(Event, frozen=True):
    """A question was put to a side."""

    prompt: Prompt


class Answered(Event, frozen=True):
    """A question was answered and is no longer open. What was answered stands in the next facts."""

    prompt: PromptId
    side: SideId


class Passed(Event, frozen=True):
    """A side let a window go by, `unasked` if by its standing answer."""

    side: SideId
    window: str
    unasked: bool = False


class Rolled(Event, frozen=True):
    """Dice were rolled. `need` is the face that succeeds (0 where the dice are only read)."""

    why: str
    side: SideId
    first: int
    faces: tuple[int, ...]
    need: int = 0
    unit: UnitId = ""
    rule: str = ""
    sources: tuple[Source, ...] = ()
    """What made the number of dice."""
    need_sources: tuple[Source, ...] = ()
    """What made the number needed."""


class Trace(Value, frozen=True):
    """The way one model went, its start first."""

    model: ModelId
    poses: tuple[Pose, ...]


class Moved(Event, frozen=True):
    """Models of a unit moved, in this order. `why` is a key (`move`, `engage`, `withdraw`)."""

    unit: UnitId
    traces: tuple[Trace, ...]
    why: str = "move"


class Placed(Event, frozen=True):
    """Models came onto the table."""

    unit: UnitId
    models: dict[ModelId, Model]


class Lost(Event, frozen=True):
    """Models were removed from play."""

    unit: UnitId
    models: tuple[ModelId, ...]
    why: str = ""


class Counted(Event, frozen=True):
    """A unit's counter now stands at `value`; `was` is what it was."""

    unit: UnitId
    counter: str
    value: int
    was: int = 0
    why: str = ""


class Noted(Event, frozen=True):
    """Something worth a line in the log that changes nothing (a cancelled activation's reason)."""

    line: Line
    side: SideId = ""


class Offered(Event, frozen=True):
    """A side proposed something."""

    offer: str
    side: SideId
    proposal: Proposal


class Agreed(Event, frozen=True):
    """A side agreed to an offer; `done` when it was the last that had to."""

    offer: str
    side: SideId
    done: bool


class Declined(Event, frozen=True):
    """An offer was refused, or taken back by its maker."""

    offer: str
    side: SideId


class Adjusted(Event, frozen=True):
    """The table was changed by agreement."""

    change: Change


class Stood(Event, frozen=True):
    """A side gave, or took back (`on` false), a standing pass for a window."""

    side: SideId
    window: str
    on: bool = True


class Ended(Event, frozen=True):
    """The match is over."""

    result: Result


CoreEvent = (
    Answered | Passed | Rolled | Moved | Placed | Lost | Counted | Noted | Offered | Agreed
    | Declined | Adjusted | Stood | Ended
)  # fmt: skip
"""Common facts that every game's Event union includes as they are."""


def _scheduled(state: S, event: Scheduled) -> S:
    kept = state.agenda[: len(state.agenda) - event.drop]
    return replace(state, agenda=(*kept, *event.steps))


def _asked(state: S, event: Asked) -> S:
    prompts = {**state.prompts, event.prompt.id: event.prompt}
    return replace(state, prompts=prompts, asked=state.asked + 1)


def _answered(state: S, event: Answered) -> S:
    prompts = {key: value for key, value in state.prompts.items() if key != event.prompt}
    return replace(state, prompts=prompts, offers={})


def _rolled(state: S, event: Rolled) -> S:
    return replace(state, draws=event.first + len(event.faces))


def _moved(state: S, event: Moved) -> S:
    poses = {trace.model: trace.poses[-1] for trace in event.traces}
    return replace(state, table=state.table.with_poses(poses))


def _placed(state: S, event: Placed) -> S:
    return replace(state, table=state.table.with_placed(event.unit, event.models))


def _lost(state: S, event: Lost) -> S:
    return replace(state, table=state.table.without(event.models))


def _counted(state: S, event: Counted) -> S:
    return replace(state, table=state.table.with_counter(event.unit, event.counter, event.value))


def _offered(state: S, event: Offered) -> S:
    offer = Offer(side=event.side, proposal=event.proposal)
    return replace(state, offers={**state.offers, event.offer: offer}, offered=state.offered + 1)


def _agreed(state: S, event: Agreed) -> S:
    offers = dict(state.offers)
    offer = offers.pop(event.offer)
    if not event.done:
        offers[event.offer] = replace(offer, agreed=(*offer.agreed, event.side))
    return replace(state, offers=offers)


def _declined(state: S, event: Declined) -> S:
    return replace(state, offers={k: v for k, v in state.offers.items() if k != event.offer})


def _adjusted(state: S, event: Adjusted) -> S:
    table = state.table
    match event.change:
        case PlaceModel(model=model, pose=pose):
            return replace(state, table=table.with_poses({model: pose}))
        case RemoveModel(model=model):
            return replace(state, table=table.without((model,)))
        case ReturnModel(model=model, pose=pose):
            back = replace(table.fallen[model], pose=pose)
            return replace(state, table=table.with_placed(back.unit, {model: back}))
        case SetCounter(unit=unit, counter=counter, value=value):
            return replace(state, table=table.with_counter(unit, counter, value))
        case DropPrompt():
            return replace(state, prompts={}, agenda=state.agenda[:-1])


def _stood(state: S, event: Stood) -> S:
    kept = tuple(w for w in state.standing.get(event.side, ()) if w != event.window)
    windows = (*kept, event.window) if event.on else kept
    return replace(state, standing={**state.standing, event.side: windows})


def _ended(state: S, event: Ended) -> S:
    return replace(state, result=event.result, prompts={}, agenda=(), offers={})


def _unchanged(state: S, event: Event) -> S:
    return state


APPLY: dict[type[Event], Callable[[Any, Any], Any]] = {
    Scheduled: _scheduled,
    Asked: _asked,
    Answered: _answered,
    Passed: _unchanged,
    Rolled: _rolled,
    Moved: _moved,
    Placed: _placed,
    Lost: _lost,
    Counted: _counted,
    Noted: _unchanged,
    Offered: _offered,
    Agreed: _agreed,
    Declined: _declined,
    Adjusted: _adjusted,
    Stood: _stood,
    Ended: _ended,
}
