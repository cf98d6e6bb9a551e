"""Numbers as they are now, worked out from what is in play, each change with its source.

Nothing is ever added to a number and taken off again: armour, dice and allowances are made anew
from profile, terrain, fatigue spent and abilities in play whenever they are asked for.
"""

from collections.abc import Iterable

from rules.core.events import Source
from rules.core.values import SideId, UnitId, Value
from rules.saga.effects import (
    Allowance,
    AllowanceStep,
    Armour,
    AttackDice,
    CountLosses,
    DefenceDice,
    DoubleHits,
    Effect,
    Fatigue,
    Ignore,
    Range,
    Reroll,
    Restrict,
    Uncancellable,
)
from rules.saga.field.orders import MoveContext
from rules.saga.field.sighting import melee_cover
from rules.saga.numbers import ARMOUR_MAX, ARMOUR_MIN, RANGES, capped_attack, needed, profile_of
from rules.saga.play.reading import LENGTHS, ground, passes
from rules.saga.state import Activation, Combat, InPlay, State

IGNORED = {"uneven": "uneven", "friends": "friends", "friendly_gaps": "friends"}
"""Words of the data files in the words of MoveContext: whoever passes through friends also passes
through their gaps."""


class Tuned(Value, frozen=True):
    """A number and what made it."""

    value: int
    sources: tuple[Source, ...] = ()


def name_of(ability: str) -> str:
    """The catalogue key of a source's name: an ability's, or fatigue's."""
    return "saga.source.fatigue" if ability == "fatigue" else f"saga.ability.{ability}.name"


def _source(word: str, add: int) -> Source:
    return Source(key=f"saga.source.{word}", add=add)


def _serving(state: State, unit: UnitId, *kinds: type[Effect]) -> Iterable[InPlay]:
    """Effects of these kinds in play that serve this unit."""
    return (e for e in state.effects if e.unit == unit and isinstance(e.effect, kinds))


# --- moving ---------------------------------------------------------------------------------------


def move_context(
    state: State, unit: UnitId, *, may_engage: bool = True, pending: Iterable[InPlay] = ()
) -> MoveContext:
    """What a unit's move is made under; `pending` are effects that its activation would bring.

    Baggage never engages (SAGA-SCN-6).
    """
    steps = bonus = 0
    ignore: set[str] = set()
    side = state.table.units[unit].side
    for one in (*state.effects, *pending):
        match one.effect:
            case AllowanceStep(steps=lower) if one.on == unit:
                steps += lower
            case Allowance(add=length) if one.on == unit:
                bonus += LENGTHS[length]
            case Ignore(what=what, units=units):
                meant = one.on == unit or (not one.on and one.side == side)
                if meant and passes(state, unit, units, side):
                    ignore |= {IGNORED[word] for word in what}
    return MoveContext(
        moves=state.table.units[unit].count("moves"),
        steps=steps,
        bonus=bonus,
        ignore=frozenset(ignore),
        may_engage=may_engage and not state.table.units[unit].has("baggage"),
        pride=state.table.units[unit].has("warlord"),
    )


def restricted(state: State, unit: UnitId) -> bool:
    """Whether a unit may only move to engage."""
    return any(isinstance(e.effect, Restrict) and unit in e.targets for e in state.effects)


# --- shooting -------------------------------------------------------------------------------------


def reach_of(state: State, unit: UnitId, weapon: str) -> int:
    """How far a unit's weapon reaches now (SAGA-SHT-04), 1/100 mm."""
    side = state.table.units[unit].side
    times = [
        e.effect.times
        for e in state.effects
        if isinstance(e.effect, Range) and e.side == side and e.effect.weapon == weapon
    ]
    return RANGES[weapon] * max(times, default=1)


# --- combat ---------------------------------------------------------------------------------------


def side_of(combat: Combat, unit: UnitId) -> SideId:
    """The side a unit fights for."""
    return combat.attacker if unit in combat.attackers else combat.defender


def armour(state: State, combat: Combat, unit: UnitId) -> Tuned:
    """A unit's armour in this combat, kept within 2 and 6 (SAGA-SHT-09, SAGA-MEL-07)."""
    found = state.table.units[unit]
    profile = profile_of(found)
    side = side_of(combat, unit)
    melee = combat.kind == "melee"
    base = profile.armour if melee else profile.shot_armour
    sources = [_source("armour", base), *_equipment(state, combat, unit)]
    for spent in combat.spends:
        if spent.on == "armour" and spent.side == side:
            sources.append(_source("fatigue", 1))
        if spent.on == "weaken" and spent.unit == unit:
            sources.append(_source("fatigue", -1))
    sources += [
        Source(key=name_of(one.ability), add=one.effect.add)
        for one in state.effects
        if isinstance(one.effect, Armour) and _meant(one, unit, side, combat)
    ]
    total = sum(source.add for source in sources)
    return Tuned(value=max(ARMOUR_MIN, min(ARMOUR_MAX, total)), sources=tuple(sources))


def worn(state: State, unit: UnitId, melee: bool) -> list[Source]:
    """What a unit's own equipment and mount make of its armour, whoever it meets."""
    found = state.table.units[unit]
    if melee:
        crossbow = state.switches.crossbow_own_armour and found.has("crossbow")
        named = {"dane_axe": found.has("dane_axe"), "crossbow": crossbow}
    else:
        named = {"mounted": found.has("mounted"), "light": found.has("light_armour")}
    return [_source(key, -1) for key, holds in named.items() if holds]


def _equipment(state: State, combat: Combat, unit: UnitId) -> list[Source]:
    """What equipment, mount and cover make of an armour."""
    sources = worn(state, unit, combat.kind == "melee")
    if combat.kind == "melee":
        if unit in combat.defenders and melee_cover(ground(state), unit, combat.attackers):
            sources.append(_source("cover", 1))
        return sources
    if combat.weapon == "crossbow":
        sources.append(_source("crossbow", -1))
    if combat.cover == "heavy":
        sources.append(_source("cover", 1))
    return sources


def _meant(one: InPlay, unit: UnitId, side: SideId, combat: Combat) -> bool:
    assert isinstance(one.effect, Armour)
    match one.effect.who:
        case "self":
            return one.unit == unit
        case "enemy":
            return one.side != side and (not one.targets or unit in one.targets)
        case _:
            return True


def need(state: State, combat: Combat, unit: UnitId, target: UnitId) -> Tuned:
    """The face on which a unit's attack dice hit a target: 1 never does, 6 always (SAGA-SHT-09)."""
    tuned = armour(state, combat, target)
    if combat.kind == "melee" and state.table.units[unit].has("dane_axe"):
        sources = (*tuned.sources, _source("dane_axe_blow", -1))
        return Tuned(value=needed(tuned.value - 1), sources=sources)
    return tuned


def attack_dice(state: State, combat: Combat, unit: UnitId) -> Tuned:
    """Attack dice of a unit now, capped at twice those of step 1 (SAGA-SHT-08, SAGA-MEL-05)."""
    base, given = combat.base.get(unit, 0), combat.given.get(unit, 0)
    sources = [_source("models", base)]
    if given:
        sources.append(_source("trade", -given))
    for one in _serving(state, unit, AttackDice):
        assert isinstance(one.effect, AttackDice)
        if _weak_enough(state, combat, unit, one.effect.if_enemy_armour):
            sources.append(Source(key=name_of(one.ability), add=one.effect.add))
    bonus = sum(source.add for source in sources) - base
    dice = capped_attack(base, bonus)
    if dice < base + bonus:
        sources.append(_source("cap", dice - base - bonus))
    return Tuned(value=dice, sources=tuple(sources))


def _weak_enough(state: State, combat: Combat, unit: UnitId, most: int) -> bool:
    if not most:
        return True
    foes = [u for u in combat.foes(side_of(combat, unit)) if state.table.units[u].models]
    return any(armour(state, combat, foe).value <= most for foe in foes)


def defence_bonus(state: State, combat: Combat, unit: UnitId) -> tuple[Source, ...]:
    """Defence dice of a unit beside one for each hit."""
    sources = []
    if combat.gained.get(unit):
        sources.append(_source("trade", combat.gained[unit]))
    for one in _serving(state, unit, DefenceDice):
        assert isinstance(one.effect, DefenceDice)
        sources.append(Source(key=name_of(one.ability), add=one.effect.add))
    return tuple(sources)


def save_need(combat: Combat) -> int:
    """The face of a defence die that cancels a hit (SAGA-SHT-10, -11, SAGA-MEL-08)."""
    if combat.kind == "melee":
        return 5
    return 4 if combat.cover == "none" else 3


def rerolls(state: State, unit: UnitId, dice: str) -> str:
    """The ability by which a unit rolls failed dice again, or an empty string."""
    for one in _serving(state, unit, Reroll):
        if isinstance(one.effect, Reroll) and one.effect.dice == dice:
            return one.ability
    return ""


def sixes_sure(state: State, unit: UnitId) -> bool:
    """Whether a unit's natural sixes cannot be cancelled."""
    return any(_serving(state, unit, Uncancellable))


def hit_ratio(state: State, unit: UnitId) -> tuple[int, str]:
    """From how many times the hits taken a unit's hits count double, and by which ability."""
    for one in _serving(state, unit, DoubleHits):
        if isinstance(one.effect, DoubleHits):
            return one.effect.ratio, one.ability
    return 0, ""


def counted_losses(state: State, combat: Combat) -> dict[SideId, int]:
    """Losses of each side as they count for the withdrawal (SAGA-MEL-09)."""
    losses = {combat.attacker: 0, combat.defender: 0}
    for unit, models in combat.lost.items():
        losses[state.table.units[unit].side] += len(models)
    for one in state.effects:
        if isinstance(one.effect, CountLosses) and one.until == "combat":
            other = combat.defender if one.side == combat.attacker else combat.attacker
            losses[other] += one.effect.add
    return losses


def engaging_fatigue(state: State, act: Activation) -> list[InPlay]:
    """Effects that tire the enemy a unit engages with this activation."""
    return [
        e
        for e in state.effects
        if isinstance(e.effect, Fatigue) and e.effect.when == "engage" and e.on == act.unit
    ]
