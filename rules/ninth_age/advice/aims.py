"""What a unit could do to an enemy by shooting from where it stands, in faces and odds."""

from fractions import Fraction

import msgspec

from rules.core.odds import Odds, each, gather, mean
from rules.core.refusals import Refused
from rules.core.values import UnitId
from rules.ninth_age.actions import ShotAim
from rules.ninth_age.advice.odds import (
    added,
    barrels,
    damage,
    fallen,
    hit_odds,
    hurt_odds,
    many,
    pierced,
    shot_odds,
    unsaved,
    wound_odds,
)
from rules.ninth_age.numbers import heavy_losses
from rules.ninth_age.play.harm.damage import as_hit
from rules.ninth_age.play.harm.panic import may_panic
from rules.ninth_age.play.harm.saves import (
    NEVER,
    Blow,
    armour_against,
    armour_face,
    armour_sources,
    blow_of,
    special_save,
    wound_sources,
    wounds_on,
)
from rules.ninth_age.play.shooting.aiming import (
    Fire,
    aimable,
    bar,
    depth,
    judge_fire,
    spoiled,
    weapons,
)
from rules.ninth_age.play.units.formulas import formula
from rules.ninth_age.setup import Stats
from rules.ninth_age.state import State

MOST_CHANCES = 24
"""Entries of a table of chances; the last holds the rest."""


def thousandths(part: Fraction) -> int:
    """A chance in thousandths."""
    return round(part * 1000)


def aim_of(state: State, fire: Fire) -> ShotAim:
    """A shot in faces and odds. Templates and balls name no odds: they fall where they fall."""
    target = as_hit(state, fire.target)
    blow = blow_of(fire.weapon)
    special = special_save(target, blow)
    armour = armour_against(target.guard, blow)
    shown = ShotAim(
        unit=fire.target,
        weapon=fire.weapon.id,
        distance=round(fire.distance),
        volleys=fire.volleys,
        wound=wounds_on(blow, target),
        wound_sources=wound_sources(blow, target),
        armour=armour_face(armour, blow.strength, blow.piercing),
        armour_sources=armour_sources(armour, blow) if armour else (),
        special=special[1] if special else NEVER,
    )
    if fire.weapon.artillery in UNKNOWN:
        return shown
    hits, lost = losses(state, fire)
    wounds, _ = wound_odds(blow, target)
    return msgspec.structs.replace(
        shown,
        hits=thousandths(hits),
        wounds=thousandths(hits * wounds),
        losses=thousandths(mean(lost)),
        chances=listed(lost),
        panic=thousandths(_panic(state, fire.target, lost)),
    )


UNKNOWN = frozenset({"catapult", "flame", "cannon"})
"""Artillery whose hits depend on where something comes down."""


def listed(lost: Odds[int]) -> tuple[int, ...]:
    """Chances in thousandths to fell 0, 1, 2 ... models, the last entry for all that is more."""
    chances = [lost.get(count, Fraction(0)) for count in range(max(lost) + 1)]
    if len(chances) > MOST_CHANCES:
        chances = [*chances[: MOST_CHANCES - 1], sum(chances[MOST_CHANCES - 1 :], Fraction(0))]
    return tuple(thousandths(part) for part in chances)


def _panic(state: State, unit: UnitId, lost: Odds[int]) -> Fraction:
    """How likely the losses ask a panic test (T9A-PANIC-04)."""
    if not may_panic(state, unit):
        return Fraction(0)
    now = len(state.table.units[unit].models)
    before, gone = state.before.get(unit, now), state.losses.get(unit, 0)
    asks = (odds for n, odds in lost.items() if n < now and n and heavy_losses(gone + n, before))
    return sum(asks, Fraction(0))


def losses(state: State, fire: Fire) -> tuple[Fraction, Odds[int]]:
    """Hits on average, and how many models fall, characters in the ranks aside."""
    target, unit = as_hit(state, fire.target), state.table.units[fire.target]
    blow, was = blow_of(fire.weapon), unit.count("wounds")
    if fire.weapon.artillery == "bolt_thrower":
        hit = hit_odds(fire.volleys[0])
        bolt = pierced(blow, target, depth(state, fire), was)
        lost = each(bolt, lambda n: min(n, len(unit.models)))
        missed = {0: 1 - hit}
        return hit, gather([*((n, odds * hit) for n, odds in lost.items()), *missed.items()])
    hits, table = _unsaved(state, fire)
    return hits, fallen(damage(table, blow, target), was, target, len(unit.models))


def _unsaved(state: State, fire: Fire) -> tuple[Fraction, Odds[int]]:
    """Hits on average, and how many unsaved wounds come of a shot."""
    target, weapon = as_hit(state, fire.target), fire.weapon
    blow = blow_of(weapon)
    poison = weapon.has("poisoned_attacks")
    if weapon.artillery in ("breath", "shriek"):
        made = formula(weapon.shots)
        return mean(made.odds), many(made.odds, hurt_odds(blow, target))
    if weapon.artillery == "volley_gun" and formula(weapon.shots).dice:
        return _barrels(fire, blow, target, poison)
    hits, table = Fraction(0), {0: Fraction(1)}
    for group in fire.volleys:
        shots = mean(formula(group.shots).odds) * group.models
        hits += shots * hit_odds(group)
        table = added(table, unsaved(group, shot_odds(group, blow, target, poison)))
    return hits, table


def _barrels(fire: Fire, blow: Blow, target: Stats, poison: bool) -> tuple[Fraction, Odds[int]]:
    """A gun of many barrels: no six, one six, or a misfire (T9A-WPN-09)."""
    made = formula(fire.weapon.shots)
    hits, found = Fraction(0), []
    for sixes, group in enumerate((fire.volleys[0], spoiled(fire.volleys[0]))):
        shots = each(barrels(made.dice, sixes), lambda number: number * made.times + made.plus)
        hits += mean(shots) * hit_odds(group)
        found += list(many(shots, shot_odds(group, blow, target, poison)).items())
    misfires = 1 - sum((odds for _, odds in found), Fraction(0))
    return hits, gather([*found, (0, misfires)])


def aims(state: State, unit: UnitId) -> tuple[ShotAim, ...]:
    """Every shot that a unit could give now, the most promising first."""
    able = [weapon for weapon in weapons(state, unit) if bar(state, unit, weapon) is None]
    found = []
    for target in aimable(state, unit):
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
