"""How far a unit may go, and whom it must engage (chapters 6 and 10). Lengths in 1/100 mm."""

from rules.core.values import UnitId
from rules.geometry import within
from rules.geometry.measure import EPS
from rules.saga.field.ground import Ground
from rules.saga.field.orders import FREE, MoveContext
from rules.saga.numbers import S, base_move, step_down


def allowance_of(
    ground: Ground, unit: UnitId, context: MoveContext = FREE, *, slowed: bool, forced: bool = False
) -> int:
    """The allowance of a whole command (SAGA-MOV-06).

    slowed: the command touches slowing ground (SAGA-TER-02); forced: it is the engagement that a
    second move owes (SAGA-SEC-05).
    """
    base = base_move(ground.unit(unit).has("mounted"), slowed)
    allowance = step_down(base, context.steps) + context.bonus
    if forced and ground.switches.second_move_cap_s:
        allowance = min(allowance, S)
    return min(allowance, context.limit) if context.limit else allowance


def standing_allowance(ground: Ground, unit: UnitId, context: MoveContext = FREE) -> int:
    """The allowance a unit has where it stands: S-based if a model stands in slowing ground."""
    return allowance_of(
        ground,
        unit,
        context,
        slowed=ground.starts_slowed(unit, context.ignore),
        forced=bool(forced_targets(ground, unit, context)),
    )


def forced_targets(ground: Ground, unit: UnitId, context: MoveContext = FREE) -> tuple[UnitId, ...]:
    """The enemy units of which one must be engaged: the nearest within S on a second or later
    move, several on a tie (SAGA-SEC-01, -02, -03). Empty on a first move."""
    if not context.moves:
        return ()
    gaps = {enemy: ground.gap(unit, enemy) for enemy in ground.enemies(unit)}
    near = {enemy: gap for enemy, gap in gaps.items() if within(gap, S)}
    if not near:
        return ()
    least = min(near.values())
    return tuple(enemy for enemy, gap in near.items() if gap <= least + EPS)
