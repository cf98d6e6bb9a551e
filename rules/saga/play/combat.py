"""What melee and shooting share: windows, attack dice, defence dice, and how a combat ends."""

from rules.core.events import Source
from rules.core.values import UnitId
from rules.geometry import gap_between, within
from rules.saga.actions import Pass, Spend, Use
from rules.saga.effects import Fatigue
from rules.saga.events import CombatEnded, HitsCancelled, HitsScored
from rules.saga.numbers import S, capped_defence
from rules.saga.play.board import usable
from rules.saga.play.fatigue import count, spend, spends_in_combat, tire
from rules.saga.play.modifiers import (
    attack_dice,
    defence_bonus,
    hit_ratio,
    name_of,
    need,
    rerolls,
    save_need,
    side_of,
    sixes_sure,
)
from rules.saga.play.reading import Run, play
from rules.saga.play.using import use
from rules.saga.questions import CombatAbilities, Prompt, SpendOption
from rules.saga.state import Combat, CombatEnd, CombatWindow, Save, State, Strike
from rules.saga.wording import asking

MELEE_RULE, SHOT_RULE = "SAGA-MEL-07", "SAGA-SHT-09"


def window(run: Run, step: CombatWindow) -> None:
    """A side uses abilities and spends fatigue while it can and wants to (SAGA-ORD-10)."""
    uses = usable(run.state, step.side, step.window)
    spends = spends_in_combat(run.state, step.side, step.window)
    if _over(run.state) or not (uses or spends):
        run.replace()
        return
    question = CombatAbilities(stage=step.window, uses=uses, spends=spends)
    if not run.ask_window(step.side, question, asking(f"window_{step.window}"), step.window):
        run.replace()


def _over(state: State) -> bool:
    """Whether a side of the combat has nobody left."""
    combat = state.combat
    if combat is None:
        return True
    units = state.table.units
    return not all(
        any(units[unit].models for unit in pool) for pool in (combat.attackers, combat.defenders)
    )


def answer_window(run: Run, prompt: Prompt, action: Use | Spend | Pass) -> None:
    """Use an ability, spend a marker, or be done with the window."""
    question = prompt.question
    assert isinstance(question, CombatAbilities)
    match action:
        case Use():
            use(run, prompt.side, action, question.stage)
            run.close(prompt.id)
        case Spend(unit=unit, on=on):
            options = spends_in_combat(run.state, prompt.side, question.stage)
            if SpendOption(unit=unit, on=on) not in options:
                raise play("no_such_spending", "SAGA-FAT-07")
            run.close(prompt.id)
            spend(run, prompt.side, unit, on)
        case _:
            run.close(prompt.id)
            run.replace()


# --- attack dice ----------------------------------------------------------------------------------


def strike(run: Run, step: Strike) -> None:
    """Attack dice are rolled; all are thrown at once, so no roll changes another (SAGA-MEL-07)."""
    combat = run.state.combat
    assert combat is not None
    fighters = combat.units() if combat.kind == "melee" else combat.attackers
    sure: dict[UnitId, int] = {}
    rolled: dict[UnitId, dict[UnitId, int]] = {}
    for unit in fighters:
        for target, dice in aimed(run.state, combat, unit).items():
            hits, sixes = _attack(run, combat, unit, target, dice)
            rolled.setdefault(unit, {})[target] = hits
            sure[target] = sure.get(target, 0) + sixes
    scored = doubled(run.state, combat, rolled)
    for unit in combat.units():
        if scored.get(unit):
            sources = _double_sources(run.state, combat, unit, rolled)
            run.emit(
                HitsScored(unit=unit, hits=scored[unit], sure=sure.get(unit, 0), sources=sources)
            )
    run.replace()


def aimed(state: State, combat: Combat, unit: UnitId) -> dict[UnitId, int]:
    """How many of a unit's attack dice go against which enemy unit."""
    if not state.table.units[unit].models:
        return {}
    if unit in combat.aimed:
        return {foe: dice for foe, dice in combat.aimed[unit].items() if dice}
    foes = [u for u in combat.foes(side_of(combat, unit)) if state.table.units[u].models]
    dice = attack_dice(state, combat, unit).value
    return {foes[0]: dice} if foes and dice else {}


def _attack(run: Run, combat: Combat, unit: UnitId, target: UnitId, dice: int) -> tuple[int, int]:
    """Roll a unit's dice at one target: hits, and how many of them cannot be cancelled."""
    wanted = need(run.state, combat, unit, target)
    made = attack_dice(run.state, combat, unit)
    side = side_of(combat, unit)
    rule = MELEE_RULE if combat.kind == "melee" else SHOT_RULE
    faces = run.roll(
        dice, side=side, why="attack", need=wanted.value, unit=unit, rule=rule,
        sources=made.sources, need_sources=wanted.sources,
    )  # fmt: skip
    again = rerolls(run.state, unit, "attack")
    missed = sum(face < wanted.value for face in faces)
    if again and missed:
        kept = tuple(face for face in faces if face >= wanted.value)
        faces = kept + run.roll(
            missed, side=side, why="attack_again", need=wanted.value, unit=unit, rule=rule,
            sources=(Source(key=name_of(again), add=missed),),
        )  # fmt: skip
    hits = sum(face >= wanted.value for face in faces)
    sixes = faces.count(6) if sixes_sure(run.state, unit) else 0
    return hits, sixes


def doubled(
    state: State, combat: Combat, rolled: dict[UnitId, dict[UnitId, int]]
) -> dict[UnitId, int]:
    """Hits on each unit; those of a unit that hits far more often than it is hit count twice."""
    taken: dict[UnitId, int] = {}
    for targets in rolled.values():
        for target, hits in targets.items():
            taken[target] = taken.get(target, 0) + hits
    total: dict[UnitId, int] = {}
    for unit, targets in rolled.items():
        ratio, _ = hit_ratio(state, unit)
        made = sum(targets.values())
        twice = ratio and made and made >= ratio * taken.get(unit, 0)
        for target, hits in targets.items():
            total[target] = total.get(target, 0) + (2 * hits if twice else hits)
    return total


def _double_sources(
    state: State, combat: Combat, unit: UnitId, rolled: dict[UnitId, dict[UnitId, int]]
) -> tuple[Source, ...]:
    plain = sum(targets.get(unit, 0) for targets in rolled.values())
    extra = doubled(state, combat, rolled).get(unit, 0) - plain
    if not extra:
        return ()
    foes = combat.foes(side_of(combat, unit))
    ability = next((hit_ratio(state, foe)[1] for foe in foes if hit_ratio(state, foe)[0]), "")
    return (Source(key=name_of(ability), add=extra),)


# --- defence dice ---------------------------------------------------------------------------------


def save(run: Run, step: Save) -> None:
    """One defence die for each hit and those gained, twice the hits at most (SAGA-SHT-10, -08)."""
    combat = run.state.combat
    assert combat is not None
    for unit in combat.units():
        if combat.hits.get(unit):
            _defend(run, combat, unit)
    run.replace()


def _defend(run: Run, combat: Combat, unit: UnitId) -> None:
    hits = combat.hits[unit]
    bonus = defence_bonus(run.state, combat, unit)
    extra = sum(source.add for source in bonus)
    dice = capped_defence(hits, extra)
    sources = [Source(key="saga.source.hits", add=hits), *bonus]
    if dice < hits + extra:
        sources.append(Source(key="saga.source.cap", add=dice - hits - extra))
    wanted = save_need(combat)
    rule = "SAGA-MEL-08" if combat.kind == "melee" else "SAGA-SHT-10"
    side = side_of(combat, unit)
    faces = run.roll(
        dice, side=side, why="defence", need=wanted, unit=unit, rule=rule, sources=tuple(sources)
    )
    again = rerolls(run.state, unit, "defence")
    failed = sum(face < wanted for face in faces)
    if again and failed:
        kept = tuple(face for face in faces if face >= wanted)
        faces = kept + run.roll(
            failed, side=side, why="defence_again", need=wanted, unit=unit, rule=rule,
            sources=(Source(key=name_of(again), add=failed),),
        )  # fmt: skip
    open_hits = hits - combat.sure.get(unit, 0)
    saved = min(sum(face >= wanted for face in faces), max(0, open_hits))
    run.emit(HitsCancelled(unit=unit, saved=saved, left=hits - saved))


# --- the end --------------------------------------------------------------------------------------


def end(run: Run, step: CombatEnd) -> None:
    """Step 8: fatigue of those who fought, of friends near the wiped out, and of abilities."""
    combat = run.state.combat
    assert combat is not None
    if combat.kind == "melee":
        _tire_fighters(run, combat)
    _tire_by_abilities(run, combat)
    if combat.kind == "shooting" and step.act.kind == "shoot":
        _count_shot(run, step, combat)
    run.emit(CombatEnded(kind=combat.kind))
    run.replace()


def _tire_fighters(run: Run, combat: Combat) -> None:
    """SAGA-MEL-10, SAGA-FAT-03; distances from where the last of the wiped-out stood."""
    units = run.state.table.units
    for unit in combat.units():
        if units[unit].models:
            count(run, unit, "fought", units[unit].count("fought") + 1, "melee")
            tire(run, unit, 1, "melee")
    for unit in combat.units():
        if units[unit].models or not combat.lost.get(unit):
            continue
        for friend in run.state.table.of_side(units[unit].side):
            if _near_fallen(run.state, friend, combat, unit):
                tire(run, friend, 1, "friend_lost")


def _near_fallen(state: State, friend: UnitId, combat: Combat, unit: UnitId) -> bool:
    fallen = [state.table.fallen[key] for key in combat.lost[unit] if key in state.table.fallen]
    return any(
        within(gap_between(a.pose.at, a.radius, b.pose.at, b.radius), S)
        for a in state.table.standing(friend).values()
        for b in fallen
    )


def _tire_by_abilities(run: Run, combat: Combat) -> None:
    for one in run.state.effects:
        if not isinstance(one.effect, Fatigue) or one.until != "combat":
            continue
        units: tuple[UnitId, ...] = (one.unit,) if one.effect.who == "self" else ()
        if one.effect.who == "enemy":
            units = combat.foes(one.side)
        if one.effect.when == "withdrawal":
            units = tuple(u for u in units if u in combat.withdrew)
        for unit in units:
            tire(run, unit, one.effect.add, one.ability)


def _count_shot(run: Run, step: CombatEnd, combat: Combat) -> None:
    """The shot is counted, and tires unless it was the unit's first activity (SAGA-FAT-01, -02)."""
    unit = step.act.unit
    found = run.state.table.units[unit]
    before = found.count("moves") + found.count("shots")
    count(run, unit, "shots", found.count("shots") + 1, "shoot")
    if before and step.act.tires:
        tire(run, unit, 1, "again")
