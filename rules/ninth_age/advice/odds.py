"""Exact odds of hit, wound and save, as fractions."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from operator import attrgetter

from rules.core.odds import Odds, both, chance, each, gather, successes
from rules.ninth_age.actions import Volley
from rules.ninth_age.play.harm.damage import Pool
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


@dataclass(frozen=True)
class Outlook:
    """What a shot comes to: hits and wounds on average, how many models fall with what odds, and
    how likely the weapon misfires."""

    hits: Fraction = NONE
    wounds: Fraction = NONE
    lost: Odds[int] = field(default_factory=dict)
    misfire: Fraction = NONE

    def weighed(self, odds: Fraction) -> "Outlook":
        """The same as a part of all that may happen."""
        lost = {count: odds * chance for count, chance in self.lost.items()}
        return Outlook(self.hits * odds, self.wounds * odds, lost, self.misfire * odds)

    def __add__(self, other: "Outlook") -> "Outlook":
        """Two parts of what may happen, taken together."""
        lost = gather((*self.lost.items(), *other.lost.items()))
        return Outlook(
            self.hits + other.hits, self.wounds + other.wounds, lost, self.misfire + other.misfire
        )


def mixed(parts: Sequence[tuple[Outlook, Fraction]]) -> Outlook:
    """All that may happen, each with its odds."""
    lost = gather((n, odds * p) for one, odds in parts for n, p in one.lost.items())
    hits, wounds, misfire = (
        sum((part(one) * odds for one, odds in parts), NONE)
        for part in (attrgetter("hits"), attrgetter("wounds"), attrgetter("misfire"))
    )
    return Outlook(hits, wounds, lost, misfire)


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
    hits, sixes = hit_odds(group), _sixes(group, poison)
    return (hits - sixes) * hurt_odds(blow, target) + sixes * hurt_odds(blow, target, wounded=True)


def shot_wounds(group: Volley, blow: Blow, target: Stats, poison: bool) -> Fraction:
    """Of one shot to wound; a poisoned six does by itself (T9A-SR-POISONEDATTACKS)."""
    wounds, _ = wound_odds(blow, target)
    return (hit_odds(group) - _sixes(group, poison)) * wounds + _sixes(group, poison)


def _sixes(group: Volley, poison: bool) -> Fraction:
    """Of one shot to wound by itself."""
    return SIX if poison and not group.then and group.need < NEVER else NONE


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


def added(one: Odds[int], other: Odds[int]) -> Odds[int]:
    """The sum of two numbers that do not depend on each other."""
    return each(both(one, other), sum)


def made_of(blow: Blow, target: Stats) -> Odds[int]:
    """Wounds that one unsaved wound becomes, as many as a model has at most
    (T9A-SR-MULTIPLEWOUNDS)."""
    made = formula(multiplied(blow.wounds, target))
    return each(made.odds, lambda number: min(target.wounds, max(1, number)))


def damage(table: Odds[int], one: Odds[int]) -> Odds[int]:
    """Wounds that unsaved wounds become, where each becomes so many."""
    if one == {1: SURE}:
        return table
    sums: Odds[int] = {0: SURE}
    found: list[tuple[int, Fraction]] = []
    for count in range(max(table) + 1):
        if count in table:
            found += [(total, table[count] * odds) for total, odds in sums.items()]
        sums = added(sums, one)
    return gather(found)


def fallen(table: Odds[int], pool: Pool) -> Odds[int]:
    """Models that fall to some damage of a unit with these models and wounds (T9A-DMG-06)."""
    return each(table, lambda wounds: pool.models - pool.hurt(wounds).models)
