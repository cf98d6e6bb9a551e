"""One sentence of the log for each fact. A fact that another sentence tells has none."""

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from rules.core import events as core
from rules.core.events import Event
from rules.core.telling import tell_shared
from rules.core.values import INCH, Line, Param
from rules.core.wording import catalogue
from rules.ninth_age import events as ninth
from rules.ninth_age.numbers import FOREVER
from rules.ninth_age.views import opening
from rules.ninth_age.views.fleeing import flown
from rules.ninth_age.wording import GAME, length, named, number, side, telling, term

Telling = Callable[[Any], Line | None]

TOLD_MOVES = ("vanguard", "advance", "march", "reform", "charge", "charge_failed", "random_move")
TOLD_LOSSES = ("edge", "dangerous", "run_down", "misfire")


def tell(event: Event) -> Line | None:
    """The sentence of a redacted fact; None where it needs no words."""
    teller = TELLERS.get(type(event))
    return teller(event) if teller is not None else tell_shared(event, GAME)


def _rolled(event: core.Rolled) -> Line | None:
    """What dice are rolled for; the fact that follows tells what came of it."""
    key = f"roll.{event.why}"
    if event.why.startswith("test_"):
        key = event.why.replace("_", ".", 1)
    if f"{GAME}.{key}" not in catalogue("en"):
        return None
    if event.unit:
        return telling("rolled_unit", unit=named(event.unit), roll=term(key))
    return telling("rolled", side=side(event.side), roll=term(key))


def _moved(event: core.Moved) -> Line | None:
    if event.why not in TOLD_MOVES:
        return None
    return telling(f"moved_{event.why}", unit=named(event.unit))


def _lost(event: core.Lost) -> Line | None:
    if event.why == "shot":
        return None
    why = event.why if event.why in TOLD_LOSSES else "dangerous"
    return telling(f"lost_{why}", unit=named(event.unit), count=number(len(event.models)))


def _tested(event: ninth.LeadershipTested) -> Line:
    result = "passed" if event.passed else "failed"
    helper = event.again or event.lender
    by = "_again" if event.again else "_lent" if event.lender else ""
    return telling(
        f"test_{result}{by}", unit=named(event.unit), test=term(f"test.{event.test}"),
        total=number(event.total), target=number(event.target),
        **({"other": named(helper)} if helper else {}),
    )  # fmt: skip


def _declared(event: ninth.ChargeDeclared) -> Line:
    key = "redirected" if event.charge.former else "declared"
    return telling(key, unit=named(event.unit), other=named(event.charge.target))


def _reacted(event: ninth.Reacted) -> Line:
    return telling(f"reacted_{event.reaction}", unit=named(event.unit), other=named(event.charger))


def _charge_rolled(event: ninth.ChargeRolled) -> Line:
    return telling(
        "charge_rolled", unit=named(event.unit), reach=length(event.range),
        distance=length(event.distance),
    )  # fmt: skip


def _charge_ended(event: ninth.ChargeEnded) -> Line | None:
    if event.success:
        return None
    return telling(
        f"charge_{event.why or 'short'}", unit=named(event.unit), other=named(event.target)
    )


def _fled(event: ninth.Fled) -> Line:
    return flown(event.unit, event.roll, event.length, event.pushed, destroyed=event.destroyed)


def _shot_began(event: ninth.ShotBegan) -> Line:
    places: dict[str, Param] = {
        "unit": named(event.unit), "other": named(event.target), "distance": length(event.distance)
    }  # fmt: skip
    if event.weapon == "breath_weapon":
        return telling("shot_breath", **places)
    return telling("shot_began", **places, weapon=term(f"name.{event.weapon}"))


def _shot(event: ninth.Shot) -> Line:
    if not event.hits:
        return telling("shot_missed", other=named(event.target))
    key = "shot_champion" if event.champion else "shot"
    return telling(
        key, other=named(event.target), hits=number(event.hits), wounds=number(event.wounds),
        unsaved=number(event.unsaved), lost=number(event.lost),
    )  # fmt: skip


def _landed(event: ninth.TemplateLanded) -> Line:
    far = sum(math.dist(a, b) for a, b in pairwise(event.way))
    key = "line" if not event.radius else "swept" if event.sweeps else "template"
    if key == "template" and not far:
        key = "template_on"
    where: dict[str, Param] = {} if key == "template_on" else {"length": length(far)}
    return telling(key, **where, count=number(sum(event.struck.values())))


def _lent(event: ninth.Lent) -> Line | None:
    """What comes with something else is told by it."""
    if not event.power:
        return None
    power = term(f"name.{event.power}")
    return telling("lent", unit=named(event.unit), other=named(event.by), power=power)


def _spent(event: ninth.Spent) -> Line | None:
    """A breath is told by its shot."""
    if event.weapon == "breath_weapon":
        return None
    return telling("spent", unit=named(event.unit), item=term(f"name.{event.weapon}"))


def _misfired(event: ninth.Misfired) -> Line:
    return telling(f"misfire_{event.result}", unit=named(event.unit), face=number(event.face))


def _silenced(event: ninth.Silenced) -> Line | None:
    if event.until >= FOREVER:
        return None
    return telling("silenced", unit=named(event.unit), turn=number(event.until))


TELLERS: dict[type[Event], Telling] = {
    core.Rolled: _rolled,
    core.Moved: _moved,
    core.Lost: _lost,
    core.Noted: lambda e: e.line,
    core.Ended: lambda e: e.result.line,
    **opening.TELLERS,
    ninth.Begun: lambda e: telling("begun_battle" if e.pregame else "begun"),
    ninth.TurnBegan: lambda e: telling("turn", side=side(e.side), turn=number(e.turn)),
    ninth.PhaseBegan: lambda e: telling("phase", phase=term(f"phase.{e.phase}")),
    ninth.LeadershipTested: _tested,
    ninth.ChargeDeclared: _declared,
    ninth.Reacted: _reacted,
    ninth.ChargeRolled: _charge_rolled,
    ninth.ChargeEnded: _charge_ended,
    ninth.Disengaged: lambda e: telling("disengaged", unit=named(e.unit), other=named(e.other)),
    ninth.Engaged: lambda e: telling("engaged", unit=named(e.unit), other=named(e.target)),
    ninth.Joined: lambda e: telling("joined", unit=named(e.unit), other=named(e.host)),
    ninth.Entered: lambda e: telling("entered", unit=named(e.unit)),
    ninth.Vacated: lambda e: telling("vacated", unit=named(e.unit)),
    ninth.Closed: lambda e: telling("closed_up", unit=named(e.unit)),
    ninth.Opened: lambda e: telling("opened_up", unit=named(e.unit)),
    ninth.Left: lambda e: telling("left", unit=named(e.unit)),
    ninth.Rallied: lambda e: telling("rallied", unit=named(e.unit)),
    ninth.Fled: _fled,
    ninth.ShotBegan: _shot_began,
    ninth.Shot: _shot,
    ninth.TemplateLanded: _landed,
    ninth.Misfired: _misfired,
    ninth.Silenced: _silenced,
    ninth.Swooped: lambda e: telling(
        "swooped", unit=named(e.unit), other=named(e.target), rule=term(f"name.{e.rule}")
    ),
    ninth.Spent: _spent,
    ninth.Lent: _lent,
    ninth.ChampionFell: lambda e: telling("champion_fell", unit=named(e.unit)),
    ninth.Slowed: lambda e: telling("slowed", unit=named(e.unit), by=length(e.by * INCH)),
}
"""What each fact says."""
