"""Whether an engagement is possible at all, and what a declaration may and must say."""

from rules.core.values import Distance, Named, UnitId
from rules.geometry import within
from rules.saga.field.allowance import allowance_of, forced_targets
from rules.saga.field.contact import BEHIND
from rules.saga.field.ground import Ground
from rules.saga.field.march import March
from rules.saga.field.orders import FREE, MoveContext, MoveOrder, Violation, inches, say
from rules.saga.field.ways import ranked, way_in
from rules.saga.numbers import S


def can_engage(ground: Ground, unit: UnitId, target: UnitId, context: MoveContext = FREE) -> bool:
    """Whether some model has a legal way into contact, no longer than the allowance which that
    way itself gives (SAGA-SEC-04, SAGA-ENG-01)."""
    if not context.may_engage or target not in ground.enemies(unit):
        return False
    forced = target in forced_targets(ground, unit, context)
    march = March(ground, unit, target, context)
    pairs = sorted((gap, model, enemy) for model in march.at for gap, enemy in ranked(march, model))
    room = 2 * BEHIND if ground.obstacles else 0
    for avoid, allowance in gaits(ground, unit, context, forced):
        for gap, model, enemy in pairs:
            if not within(gap - room, allowance):
                break
            if way_in(march, model, enemy, allowance, avoid) is not None:
                return True
    return False


def gaits(
    ground: Ground, unit: UnitId, context: MoveContext, forced: bool
) -> list[tuple[bool, int]]:
    """The ways to go: (keeping out of slowing ground, allowance), the faster first."""
    slow = allowance_of(ground, unit, context, slowed=True, forced=forced)
    if ground.starts_slowed(unit, context.ignore):
        return [(False, slow)]
    fast = allowance_of(ground, unit, context, slowed=False, forced=forced)
    if not ground.slowing(context.ignore) and not ground.obstacles:
        return [(True, fast)]
    return [(True, fast), (False, slow)]


def engageable(ground: Ground, unit: UnitId, context: MoveContext = FREE) -> tuple[UnitId, ...]:
    """The enemy units that may be engaged now: on a second move the nearest alone (SAGA-SEC-03),
    for a warlord his rival if he is in reach (SAGA-WAR-04)."""
    forced = forced_targets(ground, unit, context)
    candidates = forced or ground.enemies(unit)
    found = tuple(enemy for enemy in candidates if can_engage(ground, unit, enemy, context))
    if forced or not context.pride or not ground.unit(unit).has("warlord"):
        return found
    return tuple(enemy for enemy in found if ground.unit(enemy).has("warlord")) or found


def declaration_violations(
    ground: Ground, order: MoveOrder, context: MoveContext, forced: tuple[UnitId, ...]
) -> list[Violation]:
    """What is wrong with the declared target, or with there being none (SAGA-SEC, SAGA-WAR-04)."""
    if forced:
        return _duty(ground, order, context, forced)
    if order.engage and not context.may_engage:
        return [Violation(rule="SAGA-VS-08", line=say("engage.barred"))]
    if not context.pride or not ground.unit(order.unit).has("warlord"):
        return []
    rivals = [enemy for enemy in ground.enemies(order.unit) if ground.unit(enemy).has("warlord")]
    if not rivals or order.engage in rivals:
        return []
    due = [rival for rival in rivals if can_engage(ground, order.unit, rival, context)]
    if not due:
        return []
    return [Violation(rule="SAGA-WAR-04", line=say("engage.pride", target=Named(unit=due[0])))]


def _duty(
    ground: Ground, order: MoveOrder, context: MoveContext, forced: tuple[UnitId, ...]
) -> list[Violation]:
    """The duty of a second or later move near an enemy."""
    near = Named(unit=forced[0])
    gap = Distance(value=inches(ground.gap(order.unit, forced[0])))
    if order.engage and order.engage not in forced:
        line = say("engage.nearest", target=near, gap=gap, other=Named(unit=order.engage))
        return [Violation(rule="SAGA-SEC-03", line=line)]
    possible = [enemy for enemy in forced if can_engage(ground, order.unit, enemy, context)]
    if order.engage in possible:
        return []
    if order.engage or not possible:
        line = say("engage.impossible", target=Named(unit=order.engage or forced[0]), gap=gap)
        return [Violation(rule="SAGA-SEC-04", line=line)]
    line = say("engage.owed", target=Named(unit=possible[0]), gap=gap, limit=Distance(value=S))
    return [Violation(rule="SAGA-SEC-01", line=line)]
