"""The shooting phase: who shoots next, the dice of a shot, who panics (chapters SHOOT, PANIC)."""

from rules.core.values import UnitId
from rules.ninth_age.actions import Command, EndShooting, ShootAt
from rules.ninth_age.events import ShotBegan
from rules.ninth_age.play.harm.panic import shake, strengths
from rules.ninth_age.play.shooting.aiming import Fire, firing, judge_fire, reactors
from rules.ninth_age.play.shooting.artillery import ARTILLERY
from rules.ninth_age.play.shooting.volleys import volley
from rules.ninth_age.play.units.powers import give, offers
from rules.ninth_age.play.units.reading import Run, do, own_unit, stands
from rules.ninth_age.questions import Prompt, ShootWith
from rules.ninth_age.state import Shooting
from rules.ninth_age.wording import asking


def ask_shooter(run: Run, step: Shooting) -> None:
    """Ask, as long as a unit can shoot (T9A-SHOOT-01)."""
    units = firing(run.state, step.side)
    if units:
        given = offers(run.state, step.side, "shooting")
        run.ask(step.side, ShootWith(units=units, offers=given), asking("shoot"))
    else:
        run.replace()


def answer_shooting(run: Run, prompt: Prompt, action: ShootAt | Command | EndShooting) -> None:
    """One unit shoots, or nobody else does."""
    if isinstance(action, EndShooting):
        run.close(prompt.id)
        run.replace()
        return
    if isinstance(action, Command):
        give(run, prompt, "shooting", action)
        return
    own_unit(run.state, prompt.side, action.unit)
    fire = judge_fire(run.state, action.unit, action.target, action.weapon, action.model)
    run.close(prompt.id)
    shoot(run, fire)


def stand_and_shoot(run: Run, unit: UnitId, charger: UnitId) -> None:
    """A charged unit shoots before the charge arrives, and those in its ranks who can; then losses
    are reckoned (T9A-CHG-11)."""
    state = run.state
    parts = reactors(state, unit, charger)
    for fire in [judge_fire(state, part, charger, reaction=True) for part in parts]:
        if stands(run.state, charger):
            _fire(run, fire)
    shake(run, strengths(state), unit)


def shoot(run: Run, fire: Fire) -> None:
    """The dice of a shot, and the panic that follows (T9A-DMG-01, T9A-PANIC-01)."""
    before = strengths(run.state)
    _fire(run, fire)
    shake(run, before, fire.unit)


def _fire(run: Run, fire: Fire) -> None:
    if fire.engineer:
        do(run, fire.engineer, "served")
    do(run, fire.unit, "stood" if fire.reaction else "shot")
    for one in (fire, fire.beside):
        if one is None or not stands(run.state, fire.target):
            continue
        run.emit(
            ShotBegan(
                unit=one.unit, target=one.target, weapon=one.weapon.id,
                distance=round(one.distance), reaction=one.reaction,
            )
        )  # fmt: skip
        ARTILLERY.get(one.weapon.artillery, volley)(run, one)
