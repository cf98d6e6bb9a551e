"""What a unit could do to an enemy from where it stands, in dice and odds."""

from rules.core.values import UnitId
from rules.saga.actions import Aim
from rules.saga.advice.odds import Blow, casualties, thousandths, thousandths_mean
from rules.saga.field.sighting import cover
from rules.saga.numbers import profile_of, shooting_dice
from rules.saga.play.melee import pool_of
from rules.saga.play.modifiers import need, save_need
from rules.saga.play.reading import ground
from rules.saga.play.shooting import sight_of, targets_of, weapon_for
from rules.saga.state import Combat, State


def combat_between(
    state: State, unit: UnitId, target: UnitId, kind: str, weapon: str = ""
) -> Combat:
    """The combat that would begin, before any ability."""
    units = state.table.units
    melee = kind == "melee"
    return Combat(
        kind="melee" if melee else "shooting",
        attacker=units[unit].side,
        defender=units[target].side,
        attackers=(unit,),
        defenders=(target,),
        weapon=weapon,
        cover="none" if melee else cover(ground(state), unit, target),
    )


def blow(state: State, combat: Combat, unit: UnitId, target: UnitId, dice: int) -> Blow:
    """One unit's dice at another, as things stand."""
    found = state.table.units[target]
    return Blow(
        dice=dice,
        need=need(state, combat, unit, target).value,
        save=save_need(combat),
        models=len(found.models),
        resilience=found.has("warlord"),
    )


def melee_aim(state: State, unit: UnitId, target: UnitId) -> Aim:
    """What an engagement would bring, abilities, trade and fatigue aside."""
    combat = combat_between(state, unit, target, "melee")
    there = blow(state, combat, unit, target, pool_of(state, unit))
    back = blow(state, combat, target, unit, pool_of(state, target))
    theirs, ours = casualties(there), casualties(back)
    return Aim(
        unit=target,
        kind="engage",
        dice=there.dice,
        need=there.need,
        save=there.save,
        chances=thousandths(theirs),
        expected=thousandths_mean(theirs),
        dice_back=back.dice,
        need_back=back.need,
        back=thousandths(ours),
        expected_back=thousandths_mean(ours),
    )


def shot_aim(state: State, unit: UnitId, target: UnitId, weapon: str) -> Aim:
    """What a shot would bring, abilities and fatigue aside."""
    able = len(sight_of(state, unit, target, weapon).able)
    combat = combat_between(state, unit, target, "shooting", weapon)
    dice = shooting_dice(profile_of(state.table.units[unit]), able)
    there = blow(state, combat, unit, target, dice)
    theirs = casualties(there)
    return Aim(
        unit=target,
        kind="shoot",
        dice=dice,
        need=there.need,
        save=there.save,
        chances=thousandths(theirs),
        expected=thousandths_mean(theirs),
    )


def shots(state: State, unit: UnitId) -> tuple[Aim, ...]:
    """Every enemy unit that could be shot now, the most promising first."""
    weapon = weapon_for(state, unit, "")
    aims = [shot_aim(state, unit, foe, weapon) for foe in targets_of(state, unit, weapon)]
    return tuple(sorted(aims, key=lambda aim: (-aim.expected, aim.unit)))
