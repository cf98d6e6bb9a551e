"""Units of the undead that crumble when their Master is gone (army VC)."""

from rules.core.values import INCH, SideId, UnitId
from rules.ninth_age.events import LeadershipTested, Spent
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.play.harm.damage import suffer
from rules.ninth_age.play.harm.panic import shake, strengths
from rules.ninth_age.play.units.bestowed import has
from rules.ninth_age.play.units.leadership import passes
from rules.ninth_age.play.units.reading import Run, stands
from rules.ninth_age.state import Crumbling, State

RULE = "ashes_to_ashes"
NEAR = 6 * INCH
"""How near a necromantic aura holds others together."""


def fallen_master(state: State, side: SideId) -> UnitId:
    """The General of a side who is gone since its units last crumbled, or nobody."""
    held = set(state.opening.ambush)
    return next(
        (
            unit
            for unit, found in state.table.units.items()
            if found.side == side and state.stats[unit].general and unit not in held
            and not found.models and state.mustered.get(unit)
            and RULE not in state.spent.get(unit, ())
        ),
        "",
    )  # fmt: skip


def due(state: State) -> tuple[Crumbling, ...]:
    """The sides whose units crumble at the end of this phase."""
    return tuple(
        Crumbling(side=side)
        for side in state.sides
        if any(has(state, unit, RULE) for unit in state.acting(side)) and fallen_master(state, side)
    )


def crumble(run: Run, step: Crumbling) -> None:
    """Each of them tests, and loses as many wounds, without saves, as it failed by."""
    run.replace()
    run.emit(Spent(unit=fallen_master(run.state, step.side), weapon=RULE))
    before = strengths(run.state)
    for unit in run.state.acting(step.side):
        if not (stands(run.state, unit) and has(run.state, unit, RULE)):
            continue
        if not passes(run, unit, "ashes"):
            tested = next(e for e in reversed(run.events) if isinstance(e, LeadershipTested))
            lost = tested.total - tested.target - spared(run.state, unit)
            suffer(run, unit, max(0, lost), "crumbled")
    shake(run, before)


def spared(state: State, unit: UnitId) -> int:
    """Wounds that a unit does not lose: a construct one, and one more who is near the aura of
    another."""
    ground = ground_of(state)
    near = ground.near(unit, ground.friends(unit), NEAR)
    held = any(state.stats[friend].has("necromantic_aura") for friend in near)
    return has(state, unit, "undead_constructs") + held
