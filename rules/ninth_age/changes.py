"""What each of this game's facts changes in the state."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec

from rules.core import events as core
from rules.core.events import Event
from rules.core.offers import PlaceModel, RemoveModel
from rules.core.table import Table
from rules.core.values import Pose, SideId, UnitId
from rules.ninth_age.events import (
    Begun,
    ChampionFell,
    ChargeDeclared,
    ChargeEnded,
    ChargeRolled,
    Closed,
    Did,
    Disengaged,
    Engaged,
    Entered,
    Fled,
    Joined,
    LeadershipTested,
    Left,
    Lent,
    Misfired,
    Opened,
    PhaseBegan,
    Rallied,
    Reacted,
    Reformed,
    Shot,
    ShotBegan,
    Silenced,
    Slowed,
    Spent,
    Swooped,
    TemplateLanded,
    TurnBegan,
    Vacated,
)
from rules.ninth_age.opening import events as opening_facts
from rules.ninth_age.setup import Pregame, Stats
from rules.ninth_age.special import Special, special
from rules.ninth_age.state import Deed, Opening, Place, State

replace = msgspec.structs.replace


def _began(state: State, event: TurnBegan) -> State:
    return replace(
        state, turn=event.turn, active=event.side, phase="", deeds={}, charges={}, aimed={},
        stats=_refreshed(state, event.side),
    )  # fmt: skip


def _refreshed(state: State, side: SideId) -> dict[UnitId, Stats]:
    """The units as they are when a side's turn begins: what was lent is given back, and what clings
    to them by that side falls off."""
    fresh = {}
    for unit, stats in state.stats.items():
        if stats.lent or stats.farther:
            fresh[unit] = replace(stats, lent=(), farther=0)
        if stats.slowed_by == side:
            fresh[unit] = replace(fresh.get(unit, stats), slowed=0, slowed_by="")
    return {**state.stats, **fresh} if fresh else state.stats


PHASES = ("charges", "shooting")
"""Parts of the turn that begin a phase: losses are counted anew, and who was calm is shaken again
(T9A-PANIC-01, -02)."""


def _phase_began(state: State, event: PhaseBegan) -> State:
    began = replace(state, phase=event.phase)
    if event.phase not in PHASES:
        return began
    deeds = {unit: tuple(d for d in done if d != "calm") for unit, done in state.deeds.items()}
    return replace(
        began,
        deeds={unit: done for unit, done in deeds.items() if done},
        before=_strength(state),
        losses={},
    )


def _strength(state: State) -> dict[UnitId, int]:
    """How many models stand in each unit, its own and those who have joined it."""
    found: dict[UnitId, int] = {}
    for key, unit in state.table.units.items():
        if unit.models:
            host = state.host(key)
            found[host] = found.get(host, 0) + len(unit.models)
    return found


def _shot_began(state: State, event: ShotBegan) -> State:
    if event.reaction:
        return state
    return replace(state, aimed={**state.aimed, state.host(event.unit): event.target})


def _lent(state: State, event: Lent) -> State:
    was = state.stats[event.unit]
    lent = tuple(dict.fromkeys((*was.lent, *event.rules)))
    stats = replace(was, lent=lent, farther=max(was.farther, event.farther))
    return replace(state, stats={**state.stats, event.unit: stats})


def _fled(state: State, event: Fled) -> State:
    """Who flees loses what only who stands may have (army KOE)."""
    for unit in [key for key in state.stats if state.host(key) == event.unit]:
        state = _without(state, unit, lambda rule: rule.forfeit)
    return _out(state, event.unit)


def _without(state: State, unit: UnitId, lost: Callable[[Special], bool]) -> State:
    """A unit that has lost some of its special rules for good."""
    was = state.stats[unit]
    gone = {r for r in was.rules_in_force if (known := special(r)) and lost(known)}
    if not gone:
        return state
    stats = replace(was, lost=tuple(sorted({*was.lost, *gone})))
    return replace(state, stats={**state.stats, unit: stats})


def _slowed(state: State, event: Slowed) -> State:
    """Several webs on one unit slow it no more than the stickiest (army OG)."""
    was = state.stats[event.unit]
    stats = replace(was, slowed=max(was.slowed, event.by), slowed_by=event.side)
    return replace(state, stats={**state.stats, event.unit: stats})


def _champion_fell(state: State, event: ChampionFell) -> State:
    stats = replace(state.stats[event.unit], champion=False, champion_fell=True)
    return replace(state, stats={**state.stats, event.unit: stats})


def _spent(state: State, event: Spent) -> State:
    spent = dict.fromkeys((*state.spent.get(event.unit, ()), event.weapon))
    return replace(state, spent={**state.spent, event.unit: tuple(spent)})


UPROOTING: tuple[Deed, ...] = ("moved", "marched", "reformed", "wandered", "charged", "fled")
"""Deeds by which a unit leaves its place."""


def _did(state: State, event: Did) -> State:
    known = state.deeds.get(event.unit, ())
    deeds = known if event.deed in known else (*known, event.deed)
    state = replace(state, deeds={**state.deeds, event.unit: deeds})
    return (
        _without(state, event.unit, lambda rule: rule.rooted) if event.deed in UPROOTING else state
    )


def _declared(state: State, event: ChargeDeclared) -> State:
    return replace(state, charges={**state.charges, event.unit: event.charge})


def _rolled(state: State, event: ChargeRolled) -> State:
    charge = state.charges.get(event.unit)
    if charge is None:
        return state
    rolled = replace(charge, faces=event.faces)
    return replace(state, charges={**state.charges, event.unit: rolled})


def _ended(state: State, event: ChargeEnded) -> State:
    left = {unit: charge for unit, charge in state.charges.items() if unit != event.unit}
    return replace(state, charges=left)


def _engaged(state: State, event: Engaged) -> State:
    engaged = dict(state.engaged)
    for one, other in ((event.unit, event.target), (event.target, event.unit)):
        engaged[one] = tuple(dict.fromkeys((*engaged.get(one, ()), other)))
    return replace(state, engaged=engaged)


def _parted(state: State, gone: Collection[tuple[UnitId, UnitId]]) -> State:
    """The state in which some units fight some others no longer."""
    engaged = {
        unit: left
        for unit, foes in state.engaged.items()
        if (left := tuple(foe for foe in foes if (unit, foe) not in gone))
    }
    return replace(state, engaged=engaged)


def _out(state: State, unit: UnitId) -> State:
    """The state in which a unit, which is gone or flees, neither fights nor charges."""
    if unit not in state.engaged and unit not in state.charges:
        return state
    foes = state.engaged.get(unit, ())
    gone = {pair for foe in foes for pair in ((unit, foe), (foe, unit))}
    charges = {key: charge for key, charge in state.charges.items() if key != unit}
    return replace(_parted(state, gone), charges=charges)


def _reformed(state: State, event: Reformed) -> State:
    units = state.table.units
    unit = replace(units[event.unit], models=event.order)
    table = replace(state.table, units={**units, event.unit: unit})
    return replace(state, table=table, files={**state.files, event.unit: event.files})


def _reacted(state: State, event: Reacted) -> State:
    feigns = event.reaction == "flee" and not event.forced
    if not feigns or not state.stats[event.unit].has("fast_cavalry"):
        return state
    return replace(state, feigned=(*state.feigned, event.unit))


def _tested(state: State, event: LeadershipTested) -> State:
    """Who fails to rally, or panics, flees in earnest."""
    if event.passed or event.unit not in state.feigned:
        return state
    return replace(state, feigned=tuple(unit for unit in state.feigned if unit != event.unit))


def without(garrison: dict[UnitId, str], unit: UnitId) -> dict[UnitId, str]:
    """Who is in buildings, but for one unit."""
    return {key: home for key, home in garrison.items() if key != unit}


def _joined(state: State, event: Joined) -> State:
    place = Place(host=event.host, file=event.file, beside=event.beside)
    return replace(state, joined={**state.joined, event.unit: place})


def _left(state: State, event: Left) -> State:
    left = {unit: place for unit, place in state.joined.items() if unit != event.unit}
    return replace(state, joined=left)


def _lost(state: State, event: core.Lost) -> State:
    after: State = core.APPLY[core.Lost](state, event)
    host = state.host(event.unit)
    losses = {**state.losses, host: state.losses.get(host, 0) + len(event.models)}
    counted = replace(after, losses=losses, joined=_shifted(state, event))
    return _left_behind(counted, state, event.unit)


def _left_behind(after: State, before: State, unit: UnitId) -> State:
    """The state after models of a unit went. One that is gone does nothing any more; characters
    who are left of it fight on in its place."""
    after = _freed(after)
    if after.table.units[unit].models:
        return after
    foes = before.engaged.get(unit, ())
    heirs = [key for key, place in before.joined.items() if place.host == unit]
    after = _out(after, unit)
    for heir in heirs:
        for foe in foes if after.table.units[heir].models else ():
            after = _engaged(after, Engaged(unit=heir, target=foe))
    return after


def _shifted(state: State, event: core.Lost) -> dict[UnitId, Place]:
    """Who stands in the ranks of a unit keeps his place when models on the left of it fall, or
    moves inwards (T9A-DMG-07)."""
    models, gone = state.table.units[event.unit].models, set(event.models)
    left = next((n for n, model in enumerate(models) if model not in gone), 0)
    guests = [key for key, place in state.joined.items() if place.host == event.unit]
    if not left or not guests:
        return state.joined
    moved = {key: replace(state.joined[key], file=max(0, state.joined[key].file - left))
             for key in guests}  # fmt: skip
    return {**state.joined, **moved}


def _freed(state: State) -> State:
    """Who is lost is in no unit; characters whose unit is gone stand for themselves, and flee if it
    did."""
    units = state.table.units
    freed = [
        key
        for key, place in state.joined.items()
        if not (units[key].models and units[place.host].models)
    ]
    if not freed:
        return state
    table = state.table
    for key in freed:
        if units[key].models and state.fleeing(key):
            table = table.with_counter(key, "fleeing", 1)
    joined = {key: place for key, place in state.joined.items() if key not in freed}
    hosts = {key: state.host(key) for key in freed}
    homes = {key: state.garrison[host] for key, host in hosts.items() if host in state.garrison}
    return replace(state, table=table, joined=joined, garrison={**state.garrison, **homes})


def _adjusted(state: State, event: core.Adjusted) -> State:
    """A model cannot leave its ranks: to place one carries its unit, to remove one takes the last
    of the last rank."""
    table = state.table
    match event.change:
        case PlaceModel(model=model, pose=pose):
            was = table.models[model].pose
            host = state.host(table.models[model].unit)
            whole = [unit for unit in table.units if state.host(unit) == host]
            carried = {
                key: Pose(m.pose.x + pose.x - was.x, m.pose.y + pose.y - was.y, m.pose.facing)
                for unit in whole
                for key, m in table.standing(unit).items()
            }
            return replace(state, table=table.with_poses(carried))
        case RemoveModel(model=model):
            unit = table.models[model].unit
            left = replace(state, table=table.without((table.units[unit].models[-1],)))
            return _left_behind(left, state, unit)
    changed: State = core.APPLY[core.Adjusted](state, event)
    return changed


def _unchanged(state: State, event: Event) -> State:
    return state


def opening(event: Begun) -> State:
    """The state that the first fact describes."""
    return State(
        sides=tuple(event.armies),
        table=Table(
            width=event.width, height=event.height, terrain=event.terrain, units=event.units
        ),
        scenario=event.scenario,
        switches=event.switches,
        armies=event.armies,
        stats=event.stats,
        glyphs=event.glyphs,
        turns=event.turns,
        files=event.files,
        size=event.size,
        points=event.points,
        objectives=(event.objective,) if event.objective else (),
        first="" if event.pregame else next(iter(event.armies), ""),
        mustered=event.models,
        opening=Opening(agreed=event.pregame or Pregame()),
    )


APPLIES: Mapping[type[Event], Callable[[Any, Any], Any]] = {
    **opening_facts.APPLIES,
    core.Adjusted: _adjusted,
    core.Lost: _lost,
    Joined: _joined,
    Left: _left,
    Entered: lambda s, e: replace(s, garrison={**s.garrison, e.unit: e.building}),
    Vacated: lambda s, e: replace(s, garrison=without(s.garrison, e.unit)),
    Closed: lambda s, e: replace(s, closed=(*s.closed, e.unit)),
    Opened: lambda s, e: replace(s, closed=tuple(u for u in s.closed if u != e.unit)),
    TurnBegan: _began,
    PhaseBegan: _phase_began,
    Did: _did,
    LeadershipTested: _tested,
    ChargeDeclared: _declared,
    Reacted: _reacted,
    ChargeRolled: _rolled,
    ChargeEnded: _ended,
    Engaged: _engaged,
    Disengaged: lambda s, e: _parted(s, {(e.unit, e.other), (e.other, e.unit)}),
    ShotBegan: _shot_began,
    TemplateLanded: _unchanged,
    Misfired: _unchanged,
    Swooped: _unchanged,
    Silenced: lambda s, e: replace(s, jammed={**s.jammed, e.unit: e.until}),
    Lent: _lent,
    ChampionFell: _champion_fell,
    Slowed: _slowed,
    Spent: _spent,
    Shot: _unchanged,
    Rallied: lambda s, e: replace(s, feigned=tuple(u for u in s.feigned if u != e.unit)),
    Fled: _fled,
    Reformed: _reformed,
}
"""What each of the game's own facts changes."""
