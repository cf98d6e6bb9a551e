"""One sentence of the log for each fact, as a key of the catalogue and what fills its places.

A fact that another sentence already tells, or that a page shows by itself, has none.
"""

from collections.abc import Callable
from itertools import pairwise
from math import dist
from typing import Any

from rules.core import events as core
from rules.core.events import Event
from rules.core.telling import tell_shared
from rules.core.values import Distance, Line, Named, Param, Term
from rules.saga import events as saga
from rules.saga.content import FACES
from rules.saga.wording import number, side, telling, term

Telling = Callable[[Any], Line | None]


def tell(event: Event) -> Line | None:
    """The sentence of a redacted fact; None where it needs no words."""
    teller = TELLERS.get(type(event))
    return teller(event) if teller is not None else tell_shared(event, "saga")


def _unit(unit: str) -> Named:
    return Named(unit=unit)


def _rolled(event: core.Rolled) -> Line | None:
    hits = sum(face >= event.need for face in event.faces) if event.need else 0
    params: dict[str, Param] = {
        "side": side(event.side),
        "dice": number(len(event.faces)),
        "need": number(event.need),
        "hits": number(hits),
    }
    if event.unit:
        params["unit"] = _unit(event.unit)
    if event.why == "roll_off":
        params["face"] = number(event.faces[0])
    return telling(f"rolled_{event.why}", **params)


def _moved(event: core.Moved) -> Line | None:
    longest = max((_walked(trace) for trace in event.traces), default=0.0)
    length = Distance(value=round(longest))
    return telling(f"moved_{event.why}", unit=_unit(event.unit), length=length)


def _walked(trace: core.Trace) -> float:
    """How far one model went, in 1/100 mm."""
    return sum(dist(a.at, b.at) for a, b in pairwise(trace.poses))


def _lost(event: core.Lost) -> Line | None:
    why = event.why if event.why in ("melee", "shooting", "no_way_out", "way_out") else "ability"
    params: dict[str, Param] = {"unit": _unit(event.unit), "count": number(len(event.models))}
    if why == "ability":
        params["ability"] = _ability(event.why)
    return telling(f"lost_{why}", **params)


def _counted(event: core.Counted) -> Line | None:
    more = event.value - event.was
    if event.counter == "wounds" and event.why == "duel":
        return telling("wounded", unit=_unit(event.unit), count=number(more))
    if event.counter != "fatigue":
        return None
    if more < 0:
        key = "rested" if event.why == "rest" else "recovered"
        return telling(key, unit=_unit(event.unit), count=number(-more))
    known = event.why in ("again", "melee", "friend_lost", "uneven")
    reason = f"saga.why.{event.why}" if known else f"saga.ability.{event.why}.name"
    return telling("tired", unit=_unit(event.unit), count=number(more), why=term(reason))


def _passed(event: core.Passed) -> Line | None:
    if not event.unasked:
        return None
    return telling("passed", side=side(event.side), window=term(f"saga.window.{event.window}"))


def _ability(key: str) -> Term:
    return term(f"saga.ability.{key}.name")


def _begun(event: saga.Begun) -> Line:
    return telling("begun", scenario=term(f"saga.scenario.{event.scenario.id}.name"))


def _ability_used(event: saga.AbilityUsed) -> Line | None:
    if event.pays:
        return None
    params: dict[str, Param] = {"side": side(event.side), "ability": _ability(event.ability)}
    if event.unit:
        params["unit"] = _unit(event.unit)
    if event.targets:
        params["target"] = _unit(event.targets[0])
        params["count"] = number(len(event.targets))
    key = "used"
    if event.unit and not event.targets:
        key = "used_for"
    elif event.targets:
        key = "used_on" if len(event.targets) == 1 else "used_on_many"
    return telling(key, **params)


def _dice_gained(event: saga.DiceGained) -> Line:
    symbols: list[str] = [FACES[face] for face in event.dice.values()]
    counts = {
        word: number(symbols.count(symbol))
        for word, symbol in (("common", "C"), ("uncommon", "U"), ("rare", "R"))
    }
    return telling("dice_gained", side=side(event.side), **counts)


def _dice_placed(event: saga.DicePlaced) -> Line | None:
    placed = [box for box in event.dice.values() if box]
    if not placed:
        return telling("die_taken", side=side(event.side))
    where = _ability(placed[0])
    if len(set(placed)) == 1:
        return telling(
            "dice_placed_on", side=side(event.side), count=number(len(placed)), box=where
        )
    return telling("dice_placed", side=side(event.side), count=number(len(placed)))


def _dice_spent(event: saga.DiceSpent) -> Line | None:
    if event.why != "unplaced":
        return None
    return telling("dice_unplaced", side=side(event.side), count=number(len(event.dice)))


def _declared(event: saga.Declared) -> Line:
    params: dict[str, Param] = {"unit": _unit(event.unit)}
    if event.target:
        params["target"] = _unit(event.target)
    if event.companion:
        params["companion"] = _unit(event.companion)
    kind: str = "engage" if event.kind == "move" and event.target else event.kind
    if event.companion:
        kind += "_together"
    pay = event.free or event.ability
    known = event.free != ""
    params["pay"] = term(f"saga.pay.{pay}" if known else f"saga.ability.{pay}.name")
    return telling(f"declared_{kind}", **params)


def _cancelled(event: saga.Cancelled) -> Line:
    if event.ability:
        return telling("cancelled_by", unit=_unit(event.unit), ability=_ability(event.ability))
    return telling("cancelled", unit=_unit(event.unit))


def _fatigue_spent(event: saga.FatigueSpent) -> Line:
    return telling(
        f"spent_{event.on}",
        side=side(event.side),
        unit=_unit(event.unit),
        left=number(event.left),
    )


def _combat_began(event: saga.CombatBegan) -> Line:
    combat = event.combat
    return telling(
        f"{combat.kind}_began",
        unit=_unit(combat.attackers[0]),
        target=_unit(combat.defenders[0]),
        able=number(event.able),
        dice=number(sum(combat.base.values())),
    )


def _pools(event: saga.PoolsCounted) -> Line:
    (first, dice), *rest = event.dice.items()
    other, against = rest[-1]
    return telling(
        "pools",
        unit=_unit(first),
        dice=number(dice),
        target=_unit(other),
        against=number(against),
    )


def _losses_counted(event: saga.LossesCounted) -> Line | None:
    if not event.withdraws:
        return None
    lost = event.losses.get(event.withdraws, 0)
    other = sum(event.losses.values()) - lost
    key = "withdraws_equal" if lost == other else "withdraws"
    return telling(key, side=side(event.withdraws), lost=number(lost), other=number(other))


def _scored(event: saga.Scored) -> Line:
    return telling("scored", side=side(event.side), count=number(event.points))


TELLERS: dict[type[Event], Telling] = {
    core.Rolled: _rolled,
    core.Moved: _moved,
    core.Lost: _lost,
    core.Counted: _counted,
    core.Passed: _passed,
    core.Placed: lambda e: telling("placed", unit=_unit(e.unit), count=number(len(e.models))),
    core.Noted: lambda e: e.line,
    core.Ended: lambda e: e.result.line,
    saga.Begun: _begun,
    saga.RolledOff: lambda e: telling("rolled_off", side=side(e.side)),
    saga.DeploymentDone: lambda e: telling("deployed", side=side(e.side)),
    saga.TurnBegan: lambda e: telling("turn", side=side(e.side), turn=number(e.turn)),
    saga.PhaseBegan: lambda e: telling("phase", phase=term(f"saga.phase.{e.phase}")),
    saga.DiceGained: _dice_gained,
    saga.DicePlaced: _dice_placed,
    saga.DieTurned: lambda e: telling(
        "die_turned", side=side(e.side), symbol=term(f"saga.symbol.{FACES[e.face]}")
    ),
    saga.DiceSpent: _dice_spent,
    saga.AbilityUsed: _ability_used,
    saga.Declared: _declared,
    saga.Cancelled: _cancelled,
    saga.FatigueSpent: _fatigue_spent,
    saga.CombatBegan: _combat_began,
    saga.PoolsCounted: _pools,
    saga.DiceTraded: lambda e: telling(
        "traded", unit=_unit(e.unit), given=number(e.given), gained=number(e.gained)
    ),
    saga.DiceDivided: lambda e: telling("divided", unit=_unit(e.unit)),
    saga.HitsScored: lambda e: telling("hits", unit=_unit(e.unit), count=number(e.hits)),
    saga.HitsCancelled: lambda e: telling(
        "saved", unit=_unit(e.unit), count=number(e.saved), left=number(e.left)
    ),
    saga.LossesCounted: _losses_counted,
    saga.Scored: _scored,
}
"""What each fact says. Facts that are not here need no words."""
