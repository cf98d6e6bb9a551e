"""Units that do not do as they are told: the stupid and the frenzied (chapter SR)."""

from rules.core.refusals import Refused
from rules.core.values import UnitId
from rules.ninth_age.play.moving.declaring import charge_ground, declare, judge_charge
from rules.ninth_age.play.units.leadership import passes
from rules.ninth_age.play.units.reading import Run, do, engaged, may_charge
from rules.ninth_age.state import Raging, State, Stupor


def dull(state: State, unit: UnitId) -> bool:
    """Whether a unit has to see if it remembers what it came for (T9A-SR-STUPIDITY)."""
    return (
        state.stats[unit].has("stupidity")
        and not state.fleeing(unit)
        and not engaged(state, unit)
        and not state.did(unit, "minded", "stupefied")
    )


def stupor(run: Run, step: Stupor) -> None:
    """At the start of the turn each of them tests; who fails stumbles on and does nothing else."""
    for unit in run.state.acting(step.side):
        if dull(run.state, unit):
            do(run, unit, "minded" if passes(run, unit, "stupidity") else "stupefied")
    run.replace()


def rage(run: Run, step: Raging) -> None:
    """Frenzied units that declared no charge test, and who fails charges the nearest enemy it may
    (T9A-CHG-04, T9A-SR-FRENZY); each charge is answered before the next test."""
    for unit in run.state.acting(step.side):
        state = run.state
        if not state.stats[unit].has("frenzy") or state.did(unit, "restrained"):
            continue
        target = nearest(state, unit)
        if target and not passes(run, unit, "frenzy"):
            do(run, unit, "restrained")
            declare(run, unit, target)
            return
        if target:
            do(run, unit, "restrained")
    run.replace()


def nearest(state: State, unit: UnitId) -> UnitId:
    """The nearest enemy that a unit may charge, or nobody."""
    if not may_charge(state, unit):
        return ""
    ground = charge_ground(state, unit)
    foes = sorted(ground.enemies(unit), key=lambda foe: ground.gap(unit, foe))
    return next((foe for foe in foes if _may(state, unit, foe)), "")


def _may(state: State, unit: UnitId, foe: UnitId) -> bool:
    try:
        judge_charge(state, unit, foe)
    except Refused:
        return False
    return True
