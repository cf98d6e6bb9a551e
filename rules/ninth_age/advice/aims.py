"""What a unit could do to an enemy by shooting from where it stands, in faces and odds."""

from fractions import Fraction

import msgspec

from rules.core.odds import Odds, mean
from rules.core.refusals import Refused
from rules.core.values import UnitId
from rules.ninth_age.actions import ShotAim
from rules.ninth_age.advice.odds import (
    added,
    damage,
    fallen,
    hit_odds,
    hurt_odds,
    many,
    shot_odds,
    unsaved,
    wound_odds,
)
from rules.ninth_age.numbers import heavy_losses
from rules.ninth_age.play.aiming import SURE, Fire, bar, firing, judge_fire, poisoned, weapons
from rules.ninth_age.play.formulas import formula
from rules.ninth_age.play.saves import (
    NEVER,
    Blow,
    armour_face,
    armour_sources,
    blow_of,
    special_save,
    wounds_on,
)
from rules.ninth_age.state import State

MOST_CHANCES = 24
"""Entries of a table of chances; the last holds the rest."""


def thousandths(part: Fraction) -> int:
    """A chance in thousandths."""
    return round(part * 1000)


def aim_of(state: State, fire: Fire) -> ShotAim:
    """A shot in faces and odds. Templates name no hits: these fall where they fall."""
    target = state.stats[fire.target]
    blow = blow_of(fire.weapon)
    special = special_save(target, blow)
    shown = ShotAim(
        unit=fire.target,
        weapon=fire.weapon.id,
        distance=round(fire.distance),
        volleys=fire.volleys,
        wound=wounds_on(blow, target),
        armour=armour_face(target.guard.armour, blow.strength, blow.piercing),
        armour_sources=armour_sources(target.guard.armour, blow) if target.guard.armour else (),
        special=special[1] if special else NEVER,
    )
    if fire.weapon.artillery in SURE - {"breath"}:
        return shown
    return with_odds(state, fire, blow, shown)


def with_odds(state: State, fire: Fire, blow: Blow, shown: ShotAim) -> ShotAim:
    """The same with expected numbers and chances, characters in the ranks aside."""
    target, unit = state.stats[fire.target], state.table.units[fire.target]
    hits, table = hits_and_wounds(state, fire, blow)
    wounds, _ = wound_odds(blow, target)
    lost = fallen(damage(table, blow, target), unit.count("wounds"), target, len(unit.models))
    most = max(lost)
    chances = [lost.get(count, Fraction(0)) for count in range(most + 1)]
    if len(chances) > MOST_CHANCES:
        chances = [*chances[: MOST_CHANCES - 1], sum(chances[MOST_CHANCES - 1 :], Fraction(0))]
    before = state.before.get(fire.target, len(unit.models))
    gone = before - len(unit.models)
    panic = sum(
        (odds for count, odds in lost.items() if count and heavy_losses(gone + count, before)),
        Fraction(0),
    )
    return msgspec.structs.replace(
        shown,
        hits=thousandths(hits),
        wounds=thousandths(hits * wounds),
        losses=thousandths(mean(lost)),
        chances=tuple(thousandths(c) for c in chances),
        panic=thousandths(panic),
    )


def hits_and_wounds(state: State, fire: Fire, blow: Blow) -> tuple[Fraction, Odds[int]]:
    """Hits on average, and how many unsaved wounds come of a shot."""
    target = state.stats[fire.target]
    if fire.weapon.artillery == "breath":
        made = formula(fire.weapon.shots)
        return mean(made.odds), many(made.odds, hurt_odds(blow, target))
    poison = poisoned(state.stats[fire.unit], fire.weapon)
    hits, table = Fraction(0), {0: Fraction(1)}
    for group in fire.volleys:
        shots = mean(formula(group.shots).odds) * group.models
        hits += shots * hit_odds(group)
        table = added(table, unsaved(group, shot_odds(group, blow, target, poison)))
    return hits, table


def aims(state: State, unit: UnitId) -> tuple[ShotAim, ...]:
    """Every shot that a unit could give now, the most promising first."""
    targets = firing(state, state.table.units[unit].side).get(unit, ())
    able = [weapon for weapon in weapons(state, unit) if bar(state, unit, weapon) is None]
    found = []
    for target in targets:
        for weapon in able:
            try:
                fire = judge_fire(state, unit, target, weapon.id)
            except Refused:
                continue
            found.append(aim_of(state, fire))
    return tuple(sorted(found, key=lambda aim: (-worth(state, aim), aim.unit, aim.weapon)))


def worth(state: State, aim: ShotAim) -> int:
    """How much a shot promises: wounds on average, in thousandths of what a model has."""
    return aim.losses * state.stats[aim.unit].wounds + aim.wounds // 10
