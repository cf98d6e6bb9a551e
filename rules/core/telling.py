"""The log's sentences for what every game shares: offers, adjustments, passes."""

from .events import Adjusted, Agreed, Declined, Event, Offered, Passed, Stood
from .offers import Adjust, Change, Draw, Proposal, SetCounter, TakeBack
from .values import Line, Named, Number, Param, SideId, SideName, Term, snake


def tell_shared(event: Event, game: str) -> Line | None:
    """One sentence for a common fact, or None where it is the game's to tell or needs no words.

    Names of counters are looked for under `<game>.counter.<counter>`.
    """
    match event:
        case Offered(side=side, proposal=proposal):
            return _offer(side, proposal, game)
        case Agreed(side=side):
            return _by("core.log.agreed", side)
        case Declined(side=side):
            return _by("core.log.declined", side)
        case Adjusted(change=change):
            return Line(key=f"core.log.adjusted.{_tag(change)}", params=_places(change, game))
        case Passed(side=side, unasked=unasked):
            return _by("core.log.passed_unasked" if unasked else "core.log.passed", side)
        case Stood(side=side, on=on):
            return _by("core.log.stands" if on else "core.log.stands_no_more", side)
    return None


def _offer(side: SideId, proposal: Proposal, game: str) -> Line:
    match proposal:
        case Draw() | TakeBack():
            return _by(f"core.log.offer.{_tag(proposal)}", side)
        case Adjust(change=change):
            params: dict[str, Param] = {"side": SideName(side=side), **_places(change, game)}
            return Line(key=f"core.log.offer.{_tag(change)}", params=params)


def _places(change: Change, game: str) -> dict[str, Param]:
    if isinstance(change, SetCounter):
        counter = Term(key=f"{game}.counter.{change.counter}")
        return {
            "unit": Named(unit=change.unit),
            "counter": counter,
            "n": Number(value=change.value),
        }
    return {}


def _by(key: str, side: SideId) -> Line:
    return Line(key=key, params={"side": SideName(side=side)})


def _tag(value: Proposal | Change) -> str:
    return snake(type(value).__name__)
