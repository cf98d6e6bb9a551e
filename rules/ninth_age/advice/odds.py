"""Exact odds of hit, wound and save, as fractions."""

from dataclasses import replace
from fractions import Fraction
from math import comb

from rules.core.odds import Odds, both, chance, each, gather, successes
from rules.ninth_age.actions import Volley
from rules.ninth_age.play.harm.saves import (
    NEVER,
    Blow,
    armour_against,
    armour_face,
    multiplied,
    rerolls_armour,
    rerolls_wounds,
    special_save,
    wounds_on,
)
from rules.ninth_age.play.units.formulas import formula
from rules.ninth_age.setup import Stats

NONE = Fraction(0)
SURE = Fraction(1)
SIX = Fraction(1, 6)


def hit_odds(group: Volley) -> Fraction:
    """Of one shot of a group to hit (T9A-SHOOT-05)."""
    if group.need == NEVER:
        return NONE
    return chance(group.need) * (chance(group.then) if group.then else SURE)


def wound_odds(blow: Blow, target: Stats) -> tuple[Fraction, Fraction]:
    """Of one hit to wound, and to wound lethally (T9A-DMG-02, T9A-SR-FLAMINGATTACKS)."""
    need = wounds_on(blow, target)
    if need == NEVER:
        return NONE, NONE
    once = chance(need)
    again = SIX if blow.has("weak_spots") else NONE
    tries = SURE + (SURE - once if rerolls_wounds(target, blow) else again)
    return once * tries, SIX * tries if blow.has("lethal_strike") else NONE


def unsaved_odds(blow: Blow, target: Stats, lethal: bool = False) -> Fraction:
    """Of one wound to pass every save (T9A-DMG-03, -04)."""
    piercing = 6 if lethal else blow.piercing
    armour = chance(armour_face(armour_against(target.guard, blow), blow.strength, piercing))
    through = SURE - armour
    if rerolls_armour(target):
        through *= through
    special = special_save(target, blow, lethal)
    if special is None:
        return through
    kind, need = special
    saved = chance(need)
    if kind == "ward" and blow.has("divine_attacks"):
        saved *= saved
    return through * (SURE - saved)


def hurt_odds(blow: Blow, target: Stats, *, wounded: bool = False) -> Fraction:
    """Of one hit to be an unsaved wound; `wounded` where it wounds by itself (poison)."""
    if wounded:
        return unsaved_odds(blow, target)
    wounds, lethal = wound_odds(blow, target)
    plain = (wounds - lethal) * unsaved_odds(blow, target)
    return plain + lethal * unsaved_odds(blow, target, lethal=True)


def shot_odds(group: Volley, blow: Blow, target: Stats, poison: bool) -> Fraction:
    """Of one shot to be an unsaved wound."""
    hits = hit_odds(group)
    sixes = SIX if poison and not group.then and group.need < NEVER else NONE
    return (hits - sixes) * hurt_odds(blow, target) + sixes * hurt_odds(blow, target, wounded=True)


def unsaved(group: Volley, per_shot: Fraction) -> Odds[int]:
    """How many unsaved wounds a group makes, over every number of shots."""
    made = formula(group.shots)
    if not made.dice:
        return successes(made.plus * group.models, per_shot)
    shots: Odds[int] = {0: SURE}
    for _ in range(group.models):
        shots = added(shots, made.odds)
    return many(shots, per_shot)


def many(tries: Odds[int], one: Fraction) -> Odds[int]:
    """How many of a number of tries succeed, where dice give that number."""
    return gather(
        (count, odds * more)
        for number, odds in tries.items()
        for count, more in successes(number, one).items()
    )


def barrels(dice: int, sixes: int) -> Odds[int]:
    """The sum of dice of which so many show a six and the others do not, with the odds that they
    do (T9A-WPN-09)."""
    others: Odds[int] = {6 * sixes: comb(dice, sixes) * SIX**sixes}
    for _ in range(dice - sixes):
        others = added(others, dict.fromkeys(range(1, 6), SIX))
    return others


def pierced(blow: Blow, target: Stats, most: int, was: int) -> Odds[int]:
    """Models that a bolt that hit fells one behind another, each hit a point weaker, `most` of them
    (T9A-WPN-07)."""
    made = each(formula(multiplied(blow.wounds, target)).odds, lambda n: min(target.wounds, n))
    flying: Odds[int] = {was: SURE}
    found: list[tuple[int, Fraction]] = []
    for number in range(most):
        hurt = hurt_odds(replace(blow, strength=max(1, blow.strength - number)), target)
        after = added(flying, {0: SURE - hurt, **{n: hurt * p for n, p in made.items()}})
        found.append((number, sum((p for n, p in after.items() if n < target.wounds), NONE)))
        flying = {n - target.wounds: p for n, p in after.items() if n >= target.wounds}
    found.append((most, sum(flying.values(), NONE)))
    return {count: odds for count, odds in gather(found).items() if odds}


def added(one: Odds[int], other: Odds[int]) -> Odds[int]:
    """The sum of two numbers that do not depend on each other."""
    return each(both(one, other), sum)


def damage(table: Odds[int], blow: Blow, target: Stats) -> Odds[int]:
    """Wounds that unsaved wounds become, each as many as a model has at most."""
    made = formula(multiplied(blow.wounds, target))
    one = each(made.odds, lambda number: min(target.wounds, max(1, number)))
    if one == {1: SURE}:
        return table
    sums: Odds[int] = {0: SURE}
    found: list[tuple[int, Fraction]] = []
    for count in range(max(table) + 1):
        if count in table:
            found += [(total, table[count] * odds) for total, odds in sums.items()]
        sums = added(sums, one)
    return gather(found)


def fallen(table: Odds[int], was: int, target: Stats, models: int) -> Odds[int]:
    """Models that fall to some damage, with the wounds a unit has already suffered."""
    return each(table, lambda wounds: min(models, (was + wounds) // target.wounds))
