"""Shooting, by activation or with javelins after a move (chapter SHT of the specification)."""

from rules.core.refusals import Refusal, Refused
from rules.core.values import UnitId
from rules.geometry import within
from rules.saga.actions import Pass, Shoot
from rules.saga.events import CombatBegan
from rules.saga.field.sighting import Sight, cover, in_melee, judge_shot, shooters
from rules.saga.numbers import profile_of, shooting_dice
from rules.saga.play.modifiers import reach_of
from rules.saga.play.reading import Run, ground, named, play, unit_of, weapons
from rules.saga.questions import JavelinShot, Prompt
from rules.saga.state import (
    Activation,
    Combat,
    CombatEnd,
    CombatWindow,
    Falling,
    Javelins,
    Save,
    Shooting,
    State,
    Strike,
)
from rules.saga.wording import asking


def weapon_for(state: State, unit: UnitId, wanted: str) -> str:
    """The weapon named, or the farthest-reaching the unit has. Raises Refused."""
    has = weapons(unit_of(state, unit))
    if not has or (wanted and wanted not in has):
        raise play("no_missiles", "SAGA-SHT-01", unit=named(unit))
    return wanted or max(has, key=lambda weapon: reach_of(state, unit, weapon))


def sight_of(state: State, unit: UnitId, target: UnitId, weapon: str) -> Sight:
    """Who of the unit sees the target and reaches it (SAGA-SHT-05)."""
    return shooters(ground(state), unit, target, reach_of(state, unit, weapon))


def judge_shooting(state: State, unit: UnitId, target: UnitId, weapon: str) -> Refusal | None:
    """Why a unit may not shoot at a target now (SAGA-SHT-01, -02, -03, -15)."""
    return judge_shot(ground(state), unit, target, weapon, reach_of(state, unit, weapon))


def check_shot(state: State, unit: UnitId, target: UnitId, weapon: str) -> None:
    """Raise Refused where a shot may not be declared."""
    found = unit_of(state, target)
    if found.side == state.table.units[unit].side:
        raise play("own_unit", "SAGA-SHT-02")
    refusal = judge_shooting(state, unit, target, weapon)
    if refusal is not None:
        raise Refused(refusal)


def targets_of(state: State, unit: UnitId, weapon: str) -> tuple[UnitId, ...]:
    """The enemy units a unit could shoot at now."""
    at = ground(state)
    length = reach_of(state, unit, weapon)
    return tuple(
        foe
        for foe in state.table.against(state.table.units[unit].side)
        if within(at.gap(unit, foe), length)
        and not in_melee(at, foe)
        and shooters(at, unit, foe, length).able
    )


def begin_shooting(run: Run, step: Shooting) -> None:
    """Step 1: dice by number and class of the able models (SAGA-SHT-06)."""
    act = step.act
    state = run.state
    able = sight_of(state, act.unit, act.target, act.weapon).able
    profile = profile_of(state.table.units[act.unit])
    defender = state.table.units[act.target].side
    combat = Combat(
        kind="shooting",
        attacker=act.side,
        defender=defender,
        attackers=(act.unit,),
        defenders=(act.target,),
        weapon=act.weapon,
        cover=cover(ground(state), act.unit, act.target),
        base={act.unit: shooting_dice(profile, len(able))},
    )
    run.emit(CombatBegan(combat=combat, able=len(able)))
    run.replace(
        CombatWindow(window="shooting", side=act.side),
        CombatWindow(window="shooting_reaction", side=defender),
        Strike(),
        Save(),
        Falling(),
        CombatEnd(act=act),
    )


# --- javelins (SAGA-SHT-14) -----------------------------------------------------------------------


def offer_javelins(run: Run, step: Javelins) -> None:
    """A unit with javelins that has moved and is not engaged may throw them at once."""
    unit = step.unit
    targets = targets_of(run.state, unit, "javelin")
    if not targets:
        run.replace()
        return
    question = JavelinShot(unit=unit, targets=targets)
    line = asking("javelins", unit=unit)
    if not run.ask_window(step.act.side, question, line, "javelins"):
        run.replace()


def answer_javelins(run: Run, prompt: Prompt, action: Shoot | Pass) -> None:
    """Throw at one of the targets, or go on."""
    question = prompt.question
    step = run.state.agenda[-1]
    assert isinstance(question, JavelinShot)
    assert isinstance(step, Javelins)
    if isinstance(action, Pass):
        run.close(prompt.id)
        run.replace()
        return
    if action.unit != question.unit or action.target not in question.targets:
        raise play("not_a_target", "SAGA-SHT-14")
    run.close(prompt.id)
    shot = Activation(
        side=step.act.side,
        unit=question.unit,
        kind="move",
        target=action.target,
        weapon="javelin",
    )
    run.replace(Shooting(act=shot))
