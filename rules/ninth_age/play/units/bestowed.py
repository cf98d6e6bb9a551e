"""The special rules in force for a unit now: its own, and those that others bestow on it."""

from functools import lru_cache

from rules.core.values import INCH, SideId, UnitId
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.numbers import within
from rules.ninth_age.special import Special, brought, special
from rules.ninth_age.state import State

LARGE_REACH = 6 * INCH
"""How much farther what a Large Target bestows on those near reaches (T9A-SR-LARGETARGET)."""


def has(state: State, unit: UnitId, rule: str) -> bool:
    """Whether a special rule is in force for a unit now."""
    return rule in rules_of(state, unit)


def all_have(state: State, unit: UnitId, rule: str) -> bool:
    """Whether a special rule is in force for a unit and everybody who has joined it."""
    return all(has(state, part, rule) for part in ground_of(state).parts(unit))


def mostly(state: State, unit: UnitId, rule: str) -> bool:
    """Whether half or more of a unit's models have a special rule (T9A-SR-IMMUNETOPSYCHOLOGY)."""
    counts = {part: len(state.table.units[part].models) for part in ground_of(state).parts(unit)}
    having = sum(count for part, count in counts.items() if has(state, part, rule))
    return having > 0 and 2 * having >= sum(counts.values())


def rules_of(state: State, unit: UnitId) -> frozenset[str]:
    """All special rules of a unit now: its own, those that who stands in the same ranks shares, and
    those that friends bestow on all who are near. Remembered on the ground."""
    ground = ground_of(state)
    key = ("rules", unit, tuple(state.charges))
    if key not in ground.plans:
        ground.plans[key] = (
            state.stats[unit].rules_in_force | _shared(state, unit) | _near(state, unit)
        )
    found: frozenset[str] = ground.plans[key]
    return found


def specials_of(state: State, unit: UnitId) -> tuple[Special, ...]:
    """What is known of the special rules of a unit now."""
    return _known(rules_of(state, unit))


def _shared(state: State, unit: UnitId) -> frozenset[str]:
    """What others in the ranks of a unit share with it, and what he has who takes the rules of
    the unit that he has joined."""
    if unit in state.joined and any(known.takes for known in own_specials(state, unit)):
        return state.stats[state.host(unit)].rules_in_force
    companions = [one for one in ground_of(state).parts(state.host(unit)) if one != unit]
    shared = [
        rule for one in companions for known in own_specials(state, one) for rule in known.shares
    ]
    return frozenset(one for rule in shared for one in brought(rule))


def _near(state: State, unit: UnitId) -> frozenset[str]:
    """What friends that do not flee bestow on all who are near, themselves included."""
    ground = ground_of(state)
    found: set[str] = set()
    for friend in _generous(state, state.table.units[unit].side):
        charging = friend in state.charges or state.did(friend, "charged", "charge_failed")
        auras = [
            known
            for known in own_specials(state, friend)
            if known.aura and (charging or not known.while_charging)
        ]
        if not auras or state.fleeing(friend):
            continue
        gap = 0.0 if state.host(friend) == state.host(unit) else ground.gap(friend, unit)
        more = LARGE_REACH if state.stats[friend].has("large_target") else 0
        for known in auras:
            if within(gap, known.reach + more):
                found |= {one for rule in known.aura for one in brought(rule)}
    return frozenset(found)


def _generous(state: State, side: SideId) -> list[UnitId]:
    """Units of a side that may bestow rules on who is near. Remembered on the ground."""
    plans, key = ground_of(state).plans, ("generous", side)
    if key not in plans:
        own = state.table.of_side(side)
        plans[key] = [u for u in own if any(known.aura for known in own_specials(state, u))]
    found: list[UnitId] = plans[key]
    return found


def own_specials(state: State, unit: UnitId) -> tuple[Special, ...]:
    """What is known of the special rules that a unit has by itself."""
    return _known(state.stats[unit].rules_in_force)


@lru_cache(maxsize=1024)
def _known(rules: frozenset[str]) -> tuple[Special, ...]:
    return tuple(known for rule in sorted(rules) if (known := special(rule)))


def at_hand(state: State, unit: UnitId, rule: Special) -> bool:
    """Whether a unit may still use what a rule gives: always, or once a game."""
    return not rule.once or rule.id not in state.spent.get(unit, ())


def rerolls(state: State, unit: UnitId, what: str) -> Special | None:
    """The rule by which a unit throws failed dice once more, those that last first; None where it
    has none."""
    found = [
        one
        for one in specials_of(state, unit)
        if what in one.rerolls and (not one.whole or all_have(state, unit, one.id))
    ]
    return next((s for s in sorted(found, key=lambda s: s.once) if at_hand(state, unit, s)), None)
