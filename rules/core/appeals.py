"""What a side may bring up unasked, the same in every game. Appeals live beside the agenda."""

from typing import TypeVar

from .dice import Dice
from .events import Adjusted, Agreed, Declined, Offered, Stood
from .offers import (
    Adjust,
    Change,
    Draw,
    DropPrompt,
    PlaceModel,
    Proposal,
    RemoveModel,
    ReturnModel,
    SetCounter,
    TakeBack,
)
from .refusals import Refusal, Refused, refuse
from .resolution import Resolution
from .ruleset import Rules
from .state import State
from .values import Line, Pose, SideId, SideName, Tagged

S = TypeVar("S", bound=State)

MAX_NAME = 40
"""Letters in the name of a window that a side may send."""
MAX_STANDING = 40
"""Windows a side may stand on passing at a time."""


class Concede(Tagged, frozen=True):
    """Give the match up."""


class Propose(Tagged, frozen=True):
    """Put a proposal to the other sides."""

    proposal: Proposal


class Agree(Tagged, frozen=True):
    """Grant an offer."""

    offer: str


class Decline(Tagged, frozen=True):
    """Refuse an offer, or take one's own back."""

    offer: str


class Stand(Tagged, frozen=True):
    """Pass a window unasked until the turn ends, or no longer (`on` false)."""

    window: str
    on: bool = True


class Claim(Tagged, frozen=True):
    """Claim the match against a side that is gone. The referee judges absence, not the rules."""

    against: SideId


Appeal = Concede | Propose | Agree | Decline | Stand | Claim


def appeal(
    rules: Rules[S], state: S, side: SideId, what: Appeal, dice: Dice
) -> Resolution[S] | Refusal:
    """What follows from an appeal of `side`. A granted take-back is the referee's to carry out."""
    resolution = Resolution(rules, state, dice)
    try:
        if state.result is not None:
            raise refuse("over", Line(key="core.refusal.over"))
        _follow(resolution, side, what)
    except Refused as refused:
        return refused.refusal
    resolution.run()
    return resolution


def _follow(resolution: Resolution[S], side: SideId, what: Appeal) -> None:
    match what:
        case Concede():
            _give_up(resolution, side, "core.result.conceded")
        case Claim(against=against):
            if against not in resolution.state.sides or against == side:
                raise refuse("unknown", Line(key="core.refusal.unknown"))
            _give_up(resolution, against, "core.result.absent")
        case Propose(proposal=proposal):
            _check(resolution, proposal)
            key = f"o{resolution.state.offered + 1}"
            for old in [k for k, o in resolution.state.offers.items() if o.side == side]:
                resolution.emit(Declined(offer=old, side=side))
            resolution.emit(Offered(offer=key, side=side, proposal=proposal))
            if not resolution.state.others(side):
                _grant(resolution, key, side)
        case Agree(offer=key):
            _grant(resolution, key, side)
        case Decline(offer=key):
            if key not in resolution.state.offers:
                raise refuse("lapsed", Line(key="core.refusal.lapsed"))
            resolution.emit(Declined(offer=key, side=side))
        case Stand(window=window, on=on):
            kept = resolution.state.standing.get(side, ())
            if not 0 < len(window) <= MAX_NAME or (on and len(kept) >= MAX_STANDING):
                raise refuse("unknown", Line(key="core.refusal.unknown"))
            resolution.emit(Stood(side=side, window=window, on=on))


def _give_up(resolution: Resolution[S], loser: SideId, key: str) -> None:
    winners = resolution.state.others(loser)
    line = Line(key=key, params={"side": SideName(side=loser)})
    resolution.end(winners, line, resolution.rules.scores(resolution.state))


def _grant(resolution: Resolution[S], key: str, side: SideId) -> None:
    offer = resolution.state.offers.get(key)
    if offer is None:
        raise refuse("lapsed", Line(key="core.refusal.lapsed"))
    needed = set(resolution.state.others(offer.side))
    if side not in needed and needed:
        raise refuse("own_offer", Line(key="core.refusal.own_offer"))
    if side in offer.agreed:
        raise refuse("agreed", Line(key="core.refusal.agreed"))
    done = needed <= {*offer.agreed, side}
    resolution.emit(Agreed(offer=key, side=side, done=done))
    if not done:
        return
    match offer.proposal:
        case Draw():
            scores = resolution.rules.scores(resolution.state)
            resolution.end((), Line(key="core.result.agreed_draw"), scores)
        case Adjust(change=change):
            _check(resolution, offer.proposal)
            resolution.emit(Adjusted(change=change))
        case TakeBack():
            pass


def _check(resolution: Resolution[S], proposal: Proposal) -> None:
    """Refuse a proposal that names what is not there; legality by the rules is not asked.

    Nor may a prompt be dropped whose step is essential, or the last: play would have nothing to go
    on with.
    """
    rules, state = resolution.rules, resolution.state
    if not isinstance(proposal, Adjust):
        return
    if not _fits(rules, state, proposal.change):
        raise refuse("unknown", Line(key="core.refusal.unknown"))
    if isinstance(proposal.change, DropPrompt) and isinstance(
        state.agenda[-1], tuple(rules.essential)
    ):
        raise refuse("essential", Line(key="core.refusal.essential"))


def _fits(rules: Rules[S], state: S, change: Change) -> bool:
    table = state.table
    match change:
        case PlaceModel(model=model, pose=pose):
            return model in table.models and _on_table(state, pose)
        case RemoveModel(model=model):
            return model in table.models
        case ReturnModel(model=model, pose=pose):
            return model in table.fallen and _on_table(state, pose)
        case SetCounter(unit=unit, counter=counter, value=value):
            return unit in table.units and counter in rules.counters and 0 <= value <= 99
        case DropPrompt(prompt=prompt):
            return prompt in state.prompts and len(state.agenda) > 1


def _on_table(state: State, pose: Pose) -> bool:
    return 0 <= pose.x <= state.table.width and 0 <= pose.y <= state.table.height
