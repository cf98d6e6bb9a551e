"""Exact odds of a shooting or melee, as fractions: what previews show and tests compare.

Abilities and fatigue that the other side may yet use are not foreseen.
"""

from fractions import Fraction

from rules.core.odds import Odds, both, chance, each, gather, losses, mean
from rules.core.values import Value


class Blow(Value, frozen=True):
    """One unit's dice at another.

    `dice` attack dice hit on `need`; each hit is cancelled on `save`, with `extra` defence dice
    beside one for each hit, twice the hits at most; `models` can fall. A target with `resilience`
    (a warlord) ignores the first uncancelled hit and falls to the second.
    """

    dice: int
    need: int
    save: int
    extra: int = 0
    models: int = 99
    resilience: bool = False


def uncancelled(blow: Blow) -> Odds[int]:
    """The hits that no defence die cancels."""
    return losses(blow.dice, chance(blow.need), chance(blow.save), extra=blow.extra)


def casualties(blow: Blow) -> Odds[int]:
    """The models that fall."""
    return each(uncancelled(blow), lambda hits: fallen(blow, hits))


def fallen(blow: Blow, hits: int) -> int:
    """Models that fall to so many uncancelled hits, bodyguards aside (SAGA-WAR-05)."""
    return int(hits >= 2) if blow.resilience else min(hits, blow.models)


def outlook(attack: Blow, defence: Blow) -> Odds[str]:
    """How a melee ends for the attacker, whose dice are `attack`; `defence` are those at him.

    `stands`: the defender withdraws; `withdraws`: he does himself, on equal losses too
    (SAGA-MEL-09); `wins`, `dies` and `both`: somebody is wiped out and nobody withdraws.
    """
    ended = both(casualties(defence), casualties(attack))
    return gather((_ending(defence, attack, *lost), odds) for lost, odds in ended.items())


def _ending(defence: Blow, attack: Blow, ours: int, theirs: int) -> str:
    dead, slain = ours >= _men(defence), theirs >= _men(attack)
    if dead or slain:
        return "both" if dead and slain else "dies" if dead else "wins"
    return "stands" if theirs > ours else "withdraws"


def _men(blow: Blow) -> int:
    return 1 if blow.resilience else blow.models


def thousandths(table: Odds[int]) -> tuple[int, ...]:
    """The chances of 0, 1, 2 ... for the wire, each rounded to a whole thousandth by itself."""
    return tuple(round(table.get(n, Fraction(0)) * 1000) for n in range(max(table) + 1))


def thousandths_mean(table: Odds[int]) -> int:
    """The average in whole thousandths."""
    return round(mean(table) * 1000)
