"""Casualties: who falls, chosen by the owner so that the formation holds, taken off together.

SAGA-SHT-12, SAGA-MEL-08, SAGA-COH-04; the warlord's resilience and bodyguards SAGA-WAR-05.
"""

from rules.core.events import Lost
from rules.core.values import ModelId, SideId, UnitId
from rules.geometry import gap_between, within
from rules.saga.actions import Absorb, Remove
from rules.saga.events import LossesChosen
from rules.saga.field.casualties import default_removal, legal_removal
from rules.saga.numbers import VS
from rules.saga.play.fatigue import count
from rules.saga.play.reading import Run, play
from rules.saga.play.scoring import end_at_once
from rules.saga.questions import AbsorbHits, ChooseLosses, Prompt
from rules.saga.state import Combat, Falling, RemoveChosen, State
from rules.saga.wording import asking, number


def lose(run: Run, unit: UnitId, models: tuple[ModelId, ...], why: str) -> None:
    """Models are removed; a dead warlord may end the match (SAGA-WAR-07, SAGA-WIN-01)."""
    run.emit(Lost(unit=unit, models=models, why=why))
    end_at_once(run)


def uncancelled(combat: Combat, unit: UnitId) -> int:
    """Hits on a unit that no defence die cancelled."""
    return combat.hits.get(unit, 0) - combat.saved.get(unit, 0)


def owed(state: State, combat: Combat, unit: UnitId) -> int:
    """Models a unit loses; a warlord shrugs off the first hit, but in a duel (SAGA-SCN-4), and is
    settled apart."""
    found = state.table.units[unit]
    left = uncancelled(combat, unit)
    if found.has("warlord"):
        return left if state.scenario.duel else max(0, left - 1)
    return min(left, len(found.models))


def fall(run: Run, step: Falling) -> None:
    """Ask for the losses of all units at once, settle warlords, then take everybody off."""
    combat = run.state.combat
    assert combat is not None
    for unit in combat.units():
        if unit not in combat.pending and not run.state.table.units[unit].has("warlord"):
            _ask_or_settle(run, unit, owed(run.state, combat, unit), combat.kind)
    if run.state.prompts:
        return
    for unit in combat.units():
        _settle_warlord(run, unit)
        if run.state.prompts:
            return
    settled = run.state.combat
    assert settled is not None
    for unit in settled.pending:
        models = falling_of(run.state, settled, unit)
        if models:
            run.emit(Lost(unit=unit, models=models, why=combat.kind))
    end_at_once(run)
    if run.state.result is None:
        run.replace()


def _ask_or_settle(run: Run, unit: UnitId, count: int, why: str) -> None:
    """Open the question, or choose where there is nothing to choose."""
    if not count:
        return
    found = run.state.table.units[unit]
    if count >= len(found.models):
        run.emit(LossesChosen(unit=unit, models=found.models))
        return
    proposed = default_removal(run.state.table, unit, count, run.state.switches)
    question = ChooseLosses(units=(unit,), count=count, proposed=proposed, why=why)
    run.ask(found.side, question, asking("losses", unit=unit, count=count))


def _settle_warlord(run: Run, unit: UnitId) -> None:
    """He dies of a hit nobody takes for him (SAGA-WAR-05); in a duel it wounds him."""
    state = run.state
    combat = state.combat
    assert combat is not None
    found = state.table.units[unit]
    if unit in combat.pending or not found.has("warlord") or not found.models:
        return
    hits = owed(state, combat, unit)
    if not hits:
        return
    guards = bodyguards(state, combat, unit)
    proposed = propose_guards(state, combat, guards, hits)
    left = wounds_left(state, unit)
    if not proposed if left else len(proposed) < hits:
        suffer(run, unit, hits)
        return
    question = AbsorbHits(unit=unit, needed=hits, candidates=guards, proposed=proposed, wounds=left)
    run.ask(found.side, question, asking("absorb", unit=unit, count=hits))


def wounds_left(state: State, warlord: UnitId) -> int:
    """Wounds that a warlord may still take in a duel (SAGA-SCN-4); 0 where none is fought."""
    duel = state.scenario.duel
    return max(1, duel.wounds - state.table.units[warlord].count("wounds")) if duel else 0


def suffer(run: Run, warlord: UnitId, hits: int) -> None:
    """Hits that nobody takes for a warlord: he dies, or of a duel's wounds only by the last."""
    left = wounds_left(run.state, warlord)
    found = run.state.table.units[warlord]
    if left:
        count(run, warlord, "wounds", found.count("wounds") + min(hits, left), "duel")
    run.emit(LossesChosen(unit=warlord, models=found.models if hits >= left else ()))


def bodyguards(state: State, combat: Combat, warlord: UnitId) -> tuple[ModelId, ...]:
    """Friendly Hearthguard and Warrior models within VS of him that are not yet falling."""
    table = state.table
    side = table.units[warlord].side
    lord = table.models[table.units[warlord].models[0]]
    falling = {model for models in combat.pending.values() for model in models}
    return tuple(
        key
        for unit in table.of_side(side)
        if table.units[unit].has("hearthguard") or table.units[unit].has("warriors")
        for key, model in table.standing(unit).items()
        if key not in falling
        and within(gap_between(lord.pose.at, lord.radius, model.pose.at, model.radius), VS)
    )


def propose_guards(
    state: State, combat: Combat, guards: tuple[ModelId, ...], hits: int
) -> tuple[ModelId, ...]:
    """Bodyguards for that many hits that leave every unit in formation, or fewer if not found."""
    chosen: tuple[ModelId, ...] = ()
    for guard in guards:
        if len(chosen) < hits and _guards_fit(state, combat, (*chosen, guard)):
            chosen = (*chosen, guard)
    return chosen


def _guards_fit(state: State, combat: Combat, models: tuple[ModelId, ...]) -> bool:
    """Whether each unit holds its formation without these and those already falling (COH-04)."""
    units = {state.table.models[model].unit for model in models}
    return all(
        legal_removal(state.table, unit, falling_of(state, combat, unit, models), state.switches)
        for unit in units
    )


def falling_of(
    state: State, combat: Combat, unit: UnitId, more: tuple[ModelId, ...] = ()
) -> tuple[ModelId, ...]:
    """A unit's models that fall, `more` among them; without those that an adjustment removed."""
    own = tuple(model for model in more if state.table.models[model].unit == unit)
    chosen = combat.pending.get(unit, ())
    return (*(model for model in chosen if model in state.table.models), *own)


# --- answers --------------------------------------------------------------------------------------


def choose_losses(run: Run, prompt: Prompt, action: Remove) -> None:
    """The owner names the models that fall (SAGA-COH-04)."""
    question = prompt.question
    assert isinstance(question, ChooseLosses)
    (unit,) = question.units
    judge_removal(run.state, question, action.models)
    run.close(prompt.id)
    models = tuple(action.models)
    top = run.state.agenda[-1]
    if isinstance(top, RemoveChosen):
        run.replace()
        lose(run, unit, models, top.why)
    else:
        run.emit(LossesChosen(unit=unit, models=models))


def judge_removal(state: State, question: ChooseLosses, models: tuple[ModelId, ...]) -> None:
    """Raise Refused unless these are so many different models that leave a formation."""
    (unit,) = question.units
    standing = state.table.units[unit].models
    if len(set(models)) != len(models) or not set(models) <= set(standing):
        raise play("not_its_models")
    wanted = min(question.count, len(standing))
    if len(models) != wanted:
        raise play("wrong_count", "SAGA-SHT-12", wanted=number(wanted))
    if not legal_removal(state.table, unit, models, state.switches):
        raise play("breaks_formation", "SAGA-COH-04")


def absorb(run: Run, prompt: Prompt, action: Absorb) -> None:
    """The owner names models that die for the warlord, or lets him die (SAGA-WAR-05)."""
    question = prompt.question
    assert isinstance(question, AbsorbHits)
    judge_absorbing(run.state, question, action.models)
    run.close(prompt.id)
    combat = run.state.combat
    assert combat is not None
    units = dict.fromkeys(run.state.table.models[model].unit for model in action.models)
    for unit in units:
        falling = falling_of(run.state, combat, unit, action.models)
        run.emit(LossesChosen(unit=unit, models=falling))
    if len(action.models) < question.needed:
        suffer(run, question.unit, question.needed - len(action.models))
    else:
        run.emit(LossesChosen(unit=question.unit, models=()))


def judge_absorbing(state: State, question: AbsorbHits, models: tuple[ModelId, ...]) -> None:
    """Raise Refused unless nobody is named, or one bodyguard for every hit; in a duel, for any."""
    if not models:
        return
    combat = state.combat
    assert combat is not None
    standing = set(question.candidates) & set(state.table.models)
    if len(set(models)) != len(models) or not set(models) <= standing:
        raise play("not_a_bodyguard", "SAGA-WAR-05")
    if len(models) > question.needed or (len(models) < question.needed and not question.wounds):
        raise play("wrong_count", "SAGA-WAR-05", wanted=number(question.needed))
    if not _guards_fit(state, combat, models):
        raise play("breaks_formation", "SAGA-COH-04")


def remove_chosen(run: Run, step: RemoveChosen) -> None:
    """An ability takes models: their owner chooses which."""
    found = run.state.table.units[step.unit]
    count = min(step.count, len(found.models))
    if count >= len(found.models):
        run.replace()
        if count:
            lose(run, step.unit, found.models, step.why)
        return
    proposed = default_removal(run.state.table, step.unit, count, run.state.switches)
    question = ChooseLosses(units=(step.unit,), count=count, proposed=proposed, why=step.why)
    run.ask(found.side, question, asking("losses", unit=step.unit, count=count))


def sides_left(state: State, combat: Combat) -> dict[SideId, tuple[UnitId, ...]]:
    """The surviving units of each side of a combat."""
    units = state.table.units
    return {
        side: tuple(unit for unit in combat.of(side) if units[unit].models)
        for side in (combat.attacker, combat.defender)
    }
