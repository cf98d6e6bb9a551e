"""What a unit could do to an enemy by shooting from where it stands, in faces and odds."""

from dataclasses import replace
from fractions import Fraction

from rules.core.odds import Odds, each, mean
from rules.core.refusals import Refused
from rules.core.values import UnitId
from rules.ninth_age.actions import ShotAim
from rules.ninth_age.advice.falling import bowled, falling, pierced
from rules.ninth_age.advice.odds import (
    NONE,
    SURE,
    Outlook,
    added,
    barrels,
    damage,
    fallen,
    hit_odds,
    hurt_odds,
    made_of,
    many,
    shot_odds,
    shot_wounds,
    unsaved,
    wound_odds,
)
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.numbers import heavy_losses
from rules.ninth_age.play.harm.damage import as_hit, pool_of
from rules.ninth_age.play.harm.panic import may_panic
from rules.ninth_age.play.harm.saves import (
    NEVER,
    Blow,
    armour_against,
    armour_face,
    armour_sources,
    blow_of,
    special_save,
    special_sources,
    wound_sources,
    wounds_on,
)
from rules.ninth_age.play.shooting.aiming import Fire, aimable, bar, judge_fire, spoiled
from rules.ninth_age.play.shooting.weapons import weapons
from rules.ninth_age.play.units.formulas import formula
from rules.ninth_age.setup import Stats
from rules.ninth_age.state import State

MOST_CHANCES = 24
"""Entries of a table of chances; the last holds the rest."""


def thousandths(part: Fraction) -> int:
    """A chance in thousandths."""
    return round(part * 1000)


def aim_of(state: State, fire: Fire) -> ShotAim:
    """A shot in faces and odds."""
    target = as_hit(state, fire.target)
    blow = blow_of(fire.weapon)
    special = special_save(target, blow)
    armour = armour_against(target.guard, blow)
    found = outlook(state, fire)
    return ShotAim(
        unit=fire.target,
        weapon=fire.weapon.id,
        distance=round(fire.distance),
        volleys=(*fire.volleys, *(fire.beside.volleys if fire.beside else ())),
        wound=wounds_on(blow, target),
        wound_sources=wound_sources(blow, target),
        armour=armour_face(armour, blow.strength, blow.piercing),
        armour_sources=armour_sources(armour, blow) if armour else (),
        special=special[1] if special else NEVER,
        special_sources=special_sources(target, blow),
        hits=thousandths(found.hits),
        wounds=thousandths(found.wounds),
        losses=thousandths(mean(found.lost)),
        chances=listed(found.lost),
        panic=thousandths(_panic(state, fire.target, found.lost)),
        misfire=thousandths(found.misfire),
    )


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
    now, gone = len(state.table.units[unit].models), state.losses.get(unit, 0)
    before = state.before.get(unit, gone + len(ground_of(state).models(unit)))
    asks = (odds for n, odds in lost.items() if n < now and n and heavy_losses(gone + n, before))
    return sum(asks, Fraction(0))


def outlook(state: State, fire: Fire) -> Outlook:
    """What a shot comes to, characters in the ranks aside, with what the champion shoots beside."""
    if fire.beside is not None:
        parts = [_wounding(state, one) for one in (fire, fire.beside)]
        hurt = added(parts[0].lost, parts[1].lost)
        return Outlook(
            sum((one.hits for one in parts), NONE), sum((one.wounds for one in parts), NONE),
            fallen(hurt, pool_of(state, fire.target)),
        )  # fmt: skip
    kind = fire.weapon.artillery
    if kind in ("catapult", "flame"):
        return falling(state, fire)
    if kind == "cannon":
        return bowled(state, fire)
    if kind == "bolt_thrower":
        return pierced(state, fire)
    found = _wounding(state, fire)
    return replace(found, lost=fallen(found.lost, pool_of(state, fire.target)))


def _wounding(state: State, fire: Fire) -> Outlook:
    """What comes of dice to hit: wounds that models suffer in the place of models that fall."""
    found = _unsaved(state, fire)
    hurt = damage(found.lost, made_of(blow_of(fire.weapon), as_hit(state, fire.target)))
    return replace(found, lost=hurt)


def _unsaved(state: State, fire: Fire) -> Outlook:
    """What comes of shots that roll to hit, of a breath and of many barrels: unsaved wounds in the
    place of models that fall."""
    target, weapon = as_hit(state, fire.target), fire.weapon
    blow = blow_of(weapon)
    poison = weapon.has("poisoned_attacks")
    if weapon.artillery in ("breath", "shriek"):
        made = formula(weapon.shots)
        hits = mean(made.odds)
        table = many(made.odds, hurt_odds(blow, target))
        return Outlook(hits, hits * wound_odds(blow, target)[0], table)
    if weapon.artillery == "volley_gun" and formula(weapon.shots).dice:
        return _barrels(fire, blow, target, poison)
    found = Outlook(lost={0: SURE})
    for group in fire.volleys:
        shots = mean(formula(group.shots).odds) * group.models
        found = Outlook(
            found.hits + shots * hit_odds(group),
            found.wounds + shots * shot_wounds(group, blow, target, poison),
            added(found.lost, unsaved(group, shot_odds(group, blow, target, poison))),
        )
    return found


def _barrels(fire: Fire, blow: Blow, target: Stats, poison: bool) -> Outlook:
    """A gun of many barrels: no six, one six, or a misfire (T9A-WPN-09)."""
    made = formula(fire.weapon.shots)
    found = Outlook()
    for sixes, group in enumerate((fire.volleys[0], spoiled(fire.volleys[0]))):
        shots = each(barrels(made.dice, sixes), lambda number: number * made.times + made.plus)
        found += Outlook(
            mean(shots) * hit_odds(group),
            mean(shots) * shot_wounds(group, blow, target, poison),
            many(shots, shot_odds(group, blow, target, poison)),
        )
    misfires = SURE - sum(found.lost.values(), NONE)
    return found + Outlook(lost={0: misfires}, misfire=misfires)


def aims(state: State, unit: UnitId) -> tuple[ShotAim, ...]:
    """Every shot that a unit could give now, the most promising first."""
    able = [weapon.id for weapon in weapons(state, unit) if bar(state, unit, weapon) is None]
    found = {}
    for target in aimable(state, unit):
        for wanted in (*able, ""):
            try:
                fire = judge_fire(state, unit, target, wanted)
            except Refused:
                continue
            found[target, fire.weapon.id] = fire
    shown = [aim_of(state, fire) for fire in found.values()]
    return tuple(sorted(shown, key=lambda aim: (-worth(state, aim), aim.unit, aim.weapon)))


def worth(state: State, aim: ShotAim) -> int:
    """How much a shot promises: wounds on average, in thousandths of what a model has."""
    return aim.losses * state.stats[aim.unit].wounds + aim.wounds // 10
