"""Using an ability: its dice go, it is marked used, and each of its effects is carried out.

`WORKS` holds one small function for each effect of the union; `effects` has their words.
"""

from collections.abc import Callable, Iterable
from typing import Any

from rules.core.events import Moved
from rules.core.values import SideId, UnitId, Value
from rules.saga.actions import DieId, Use
from rules.saga.content import FACES, Ability
from rules.saga.effects import (
    Activate,
    Allowance,
    AllowanceStep,
    Armour,
    AttackDice,
    Cancel,
    Choose,
    CountLosses,
    DefenceDice,
    Destroy,
    DoubleHits,
    Effect,
    Evade,
    Fatigue,
    Ignore,
    Lure,
    MoveInstead,
    Range,
    Recover,
    Reroll,
    Restrict,
    RollSagaDice,
    Sacrifice,
    Slay,
    TurnDie,
    Uncancellable,
    Until,
)
from rules.saga.events import AbilityUsed, DiceGained, DiceSpent, DieTurned, EffectBegan, Scheduled
from rules.saga.numbers import POOL_DICE, class_of
from rules.saga.play.board import effects_of, eligible, option, spent_dice
from rules.saga.play.driven import evasion, luring
from rules.saga.play.fatigue import recover, tire
from rules.saga.play.losses import lose
from rules.saga.play.plans import traces_of
from rules.saga.play.reading import LENGTHS, Run, passes, play
from rules.saga.state import (
    Activation,
    CombatEnd,
    GrantedActivations,
    InPlay,
    Lured,
    RemoveChosen,
)

ORDERS_WINDOWS = ("orders", "orders_reaction")


class Application(Value, frozen=True):
    """One use of an ability: who, what, on whom, and in answer to which activation."""

    side: SideId
    ability: Ability
    window: str
    unit: UnitId = ""
    targets: tuple[UnitId, ...] = ()
    rare: bool = False
    die: DieId = ""
    face: int = 0
    act: Activation | None = None

    def lasting(self, effect: Effect, until: Until) -> InPlay:
        """The effect as it will be in play."""
        on = ""
        if until == "activation":
            on = self.act.unit if self.act else self.unit
        return InPlay(
            effect=effect,
            until=until,
            side=self.side,
            ability=self.ability.id,
            unit=self.unit,
            targets=self.targets,
            on=on,
        )


def use(
    run: Run, side: SideId, action: Use, window: str, act: Activation | None = None
) -> tuple[Effect, ...]:
    """Use an ability in a window, and return its effects. Raises Refused where it may not be."""
    force = run.state.forces[side]
    ability = next((one for one in force.board.boxes if one.id == action.ability), None)
    if ability is None:
        raise play("no_such_box")
    application = _judge(run, side, action, ability, window, act)
    chosen = effects_of(ability, application.rare, action.choice)
    pay_with_box(run, side, ability, action.spend, application, action.choice)
    for effect in chosen:
        WORKS[type(effect)](run, application, effect)
    return chosen


def _judge(
    run: Run, side: SideId, action: Use, ability: Ability, window: str, act: Activation | None
) -> Application:
    force = run.state.forces[side]
    if window not in ability.windows:
        raise play("wrong_window", "SAGA-ORD-10")
    if ability.id in force.used and not ability.pool:
        raise play("used_already", "SAGA-ORD-04")
    if not any(die.box == ability.id for die in force.dice.values()):
        raise play("no_dice_there", "SAGA-ORD-08")
    if not ability.pool and len(spent_dice(force, ability)) < len(ability.cost):
        raise play("incomplete", "SAGA-ORD-05")
    may = option(run.state, side, ability, window, act)
    if may is None:
        raise play("no_use", "SAGA-ORD-11")
    unit = action.unit or (may.units[0] if len(may.units) == 1 else "")
    if (may.units or unit) and unit not in may.units:
        raise play("name_a_unit", "SAGA-ORD-11")
    aims = may.near.get(unit, may.targets)
    targets = action.targets or (aims if len(aims) <= may.aim else ())
    fits = len(set(targets)) == len(targets) <= may.aim and set(targets) <= set(aims)
    if not fits or (aims and not targets):
        raise play("name_targets")
    if action.choice and action.choice not in may.choices:
        raise play("no_such_choice")
    if may.turns and (action.die not in may.turns or not 1 <= action.face <= 6):
        raise play("name_a_die")
    dice = spent_dice(force, ability, action.spend)
    return Application(
        side=side,
        ability=ability,
        window=window,
        unit=unit,
        targets=targets,
        rare=any(FACES[force.dice[key].face] == "R" for key in dice),
        die=action.die,
        face=action.face,
        act=act,
    )


def pay_with_box(
    run: Run,
    side: SideId,
    ability: Ability,
    wanted: DieId,
    how: Application,
    choice: str = "",
    *,
    pays: bool = False,
) -> None:
    """The dice of one use leave the box, and the box is marked (SAGA-ORD-04, -06, -08)."""
    dice = spent_dice(run.state.forces[side], ability, wanted)
    run.emit(
        AbilityUsed(
            side=side,
            ability=ability.id,
            unit=how.unit,
            targets=how.targets,
            rare=how.rare and bool(ability.rare),
            choice=choice,
            once=not ability.pool,
            closes=how.window in ORDERS_WINDOWS,
            pays=pays,
        ),
        DiceSpent(side=side, dice=dice, box=ability.id),
    )


def bring(run: Run, how: Application, effects: Iterable[Effect]) -> None:
    """Carry out effects of an ability that pays for an activation, but for the activation."""
    for effect in effects:
        if not isinstance(effect, Activate):
            WORKS[type(effect)](run, how, effect)


# --- what each effect does ------------------------------------------------------------------------


def _last(until: Until) -> Callable[[Run, Application, Any], None]:
    """An effect that only has to be in play."""

    def begin(run: Run, how: Application, effect: Any) -> None:
        run.emit(EffectBegan(effect=how.lasting(effect, until)))

    return begin


def _last_as_said(run: Run, how: Application, effect: Armour | Ignore | Range | Restrict) -> None:
    run.emit(EffectBegan(effect=how.lasting(effect, effect.until)))


def _attack_dice(run: Run, how: Application, effect: AttackDice) -> None:
    """The dice are counted when the ability is used; what is counted afterwards is not."""
    add = effect.add + effect.by * (_counted(run, how, effect) // effect.per_count)
    if effect.least:
        add = max(add, effect.least)
    if effect.most:
        add = min(add, effect.most)
    fixed = AttackDice(add=add, if_enemy_armour=effect.if_enemy_armour)
    run.emit(EffectBegan(effect=how.lasting(fixed, "combat")))


def _counted(run: Run, how: Application, effect: AttackDice) -> int:
    units = run.state.table.units
    foes = _foes(run, how)
    match effect.per:
        case "enemy_fatigue":
            return sum(units[foe].count("fatigue") for foe in foes)
        case "models":
            return len(units[how.unit].models)
        case "more_models":
            theirs = sum(len(units[foe].models) for foe in foes)
            return max(0, len(units[how.unit].models) - theirs)
        case _:
            return 0


def _foes(run: Run, how: Application) -> tuple[UnitId, ...]:
    """The enemy units an effect touches: those named, those fought, or the one activated."""
    if how.targets:
        return how.targets
    combat = run.state.combat
    if combat is not None:
        return tuple(u for u in combat.foes(how.side) if run.state.table.units[u].models)
    return (how.act.unit,) if how.act and how.act.side != how.side else ()


def _fatigue(run: Run, how: Application, effect: Fatigue) -> None:
    match effect.when:
        case "now":
            units = (how.unit,) if effect.who == "self" else _foes(run, how)
            for unit in units:
                tire(run, unit, effect.add, how.ability.id, to_limit=effect.to_limit)
        case "engage":
            run.emit(EffectBegan(effect=how.lasting(effect, "activation")))
        case _:
            run.emit(EffectBegan(effect=how.lasting(effect, "combat")))


def _recover(run: Run, how: Application, effect: Recover) -> None:
    match effect.who:
        case "self":
            pool: Iterable[UnitId] = (how.unit,)
        case "enemy":
            pool = _foes(run, how)
        case _:
            pool = run.state.table.of_side(how.side)
    for unit in pool:
        if passes(run.state, unit, effect.units, how.side, how.unit):
            less = effect.count or run.state.table.units[unit].count("fatigue")
            recover(run, unit, less, how.ability.id)


def _slay(run: Run, how: Application, effect: Slay) -> None:
    """Models of an enemy unit of this melee fall at once, its owner choosing."""
    units = run.state.table.units
    for foe in _foes(run, how):
        count = min(effect.counts.get(class_of(units[foe]), 0), len(units[foe].models))
        if count and passes(run.state, foe, how.ability.foe, how.side):
            run.push(RemoveChosen(unit=foe, count=count, why=how.ability.id))
            return


def _sacrifice(run: Run, how: Application, effect: Sacrifice) -> None:
    count = min(effect.count, len(run.state.table.units[how.unit].models) - 1)
    fixed = AttackDice(add=effect.add * count)
    run.emit(EffectBegan(effect=how.lasting(fixed, "combat")))
    if count:
        run.push(RemoveChosen(unit=how.unit, count=count, why=how.ability.id))


def _destroy(run: Run, how: Application, effect: Destroy) -> None:
    for unit in how.targets:
        lose(run, unit, run.state.table.units[unit].models, how.ability.id)


def _roll_saga_dice(run: Run, how: Application, effect: RollSagaDice) -> None:
    roll_saga_dice(run, how.side, effect.count, how.ability.id)


def roll_saga_dice(run: Run, side: SideId, count: int, ability: str = "") -> None:
    """Roll SAGA dice, never more than the pool has left (SAGA-DIC-04)."""
    held = run.state.forces[side].dice
    free = [f"d{i}" for i in range(1, POOL_DICE + 1) if f"d{i}" not in held]
    keys = free[:count]
    if not keys:
        return
    faces = run.roll(len(keys), side=side, why="saga_dice", rule="SAGA-DIC-03")
    run.emit(DiceGained(side=side, dice=dict(zip(keys, faces, strict=True)), ability=ability))


def _turn_die(run: Run, how: Application, effect: TurnDie) -> None:
    was = run.state.forces[how.side].dice[how.die].face
    run.emit(DieTurned(side=how.side, die=how.die, face=how.face, was=was))


def _evade(run: Run, how: Application, effect: Evade) -> None:
    """The unit gets away before whoever declared to engage it moves."""
    assert how.act is not None
    order = evasion(run.state, how.unit, how.act.unit, LENGTHS[effect.length])
    if order is not None:
        run.emit(Moved(unit=how.unit, traces=traces_of(run.state.table, order), why="evade"))


def _lure(run: Run, how: Application, effect: Lure) -> None:
    """Each target comes; who comes into contact fights as the attacker."""
    for unit in how.targets:
        order = luring(run.state, unit, how.unit, LENGTHS[effect.length])
        if order is None:
            continue
        run.emit(Moved(unit=unit, traces=traces_of(run.state.table, order), why="lure"))
        if order.engage:
            act = Activation(
                side=run.state.table.units[unit].side, unit=unit, kind="move", target=how.unit,
                paths=order.paths, ability=how.ability.id,
            )  # fmt: skip
            run.push(Lured(act=act))


def _activate(run: Run, how: Application, effect: Activate) -> None:
    """Units are activated after this use, only the one named where one is; what was won in a
    melee waits until the melee is over."""
    combat = run.state.combat if how.window == "melee_end" else None
    fit = eligible(run.state, how.side, effect, combat)
    granted = GrantedActivations(
        side=how.side,
        ability=how.ability.id,
        units=tuple(unit for unit in fit if how.unit in ("", unit)),
        kinds=effect.kinds,
        every=effect.every,
        tires=effect.tires,
        may_engage=effect.may_engage,
    )
    if combat is None:
        run.push(granted)
        return
    at = next(i for i, s in enumerate(run.state.agenda) if isinstance(s, CombatEnd))
    above = run.state.agenda[at:]
    run.emit(Scheduled(drop=len(above), steps=(granted, *above)))


def _nothing(run: Run, how: Application, effect: Cancel | MoveInstead) -> None:
    """The window in which it is used changes the activation itself."""


WORKS: dict[type[Any], Callable[[Run, Application, Any], None]] = {
    AttackDice: _attack_dice,
    DefenceDice: _last("combat"),
    Reroll: _last("combat"),
    Armour: _last_as_said,
    Fatigue: _fatigue,
    Recover: _recover,
    Slay: _slay,
    Sacrifice: _sacrifice,
    Destroy: _destroy,
    AllowanceStep: _last("activation"),
    Allowance: _last("activation"),
    Ignore: _last_as_said,
    Range: _last_as_said,
    RollSagaDice: _roll_saga_dice,
    TurnDie: _turn_die,
    Uncancellable: _last("combat"),
    DoubleHits: _last("combat"),
    CountLosses: _last("combat"),
    Restrict: _last_as_said,
    Cancel: _nothing,
    MoveInstead: _nothing,
    Evade: _evade,
    Lure: _lure,
    Activate: _activate,
}
"""What each effect of the union does. `Choose` is settled before (board.effects_of)."""


def unworked() -> list[str]:
    """Effects of the closed union that nothing carries out; the start-up check wants none."""
    kinds = Effect.__args__
    return [kind.__name__ for kind in kinds if kind not in WORKS and kind is not Choose]
