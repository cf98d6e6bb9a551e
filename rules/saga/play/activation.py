"""Between activations: what each unit may do, how it is paid, and the declaration (chapter ACT)."""

import msgspec

from rules.core.table import Unit
from rules.core.values import Named, SideId, UnitId
from rules.saga.actions import EndTurn, Move, Rest, Shoot, Use
from rules.saga.content import FACES, Ability
from rules.saga.effects import Activate
from rules.saga.events import TURN_COUNTERS, Declared, EffectsEnded
from rules.saga.field.movement import forced_targets
from rules.saga.numbers import S
from rules.saga.play.board import (
    able,
    activates,
    box,
    cheapest,
    dice_on,
    effects_of,
    ready,
    spent_dice,
    usable,
)
from rules.saga.play.modifiers import move_context
from rules.saga.play.plans import Drawn, Planned, plan_move
from rules.saga.play.reading import (
    Run,
    exhausted,
    ground,
    named,
    near,
    passes,
    play,
    unit_of,
    warlord,
    weapons,
)
from rules.saga.play.shooting import check_shot, weapon_for
from rules.saga.play.turns import end_orders
from rules.saga.play.using import Application, bring, pay_with_box, use
from rules.saga.play.warlord import free_activations
from rules.saga.questions import Activate as ActivateQuestion
from rules.saga.questions import Granted, Prompt, UnitOption, UseOption
from rules.saga.state import (
    Activating,
    Activation,
    CarryOut,
    GrantedActivations,
    InPlay,
    Kind,
    ReactionWindow,
    State,
)
from rules.saga.wording import asking

replace = msgspec.structs.replace

FREE = ("determination", "we_obey")
"""Activations a warlord brings without a die (SAGA-WAR-01, -02)."""
KINDS: tuple[Kind, ...] = ("move", "shoot", "rest")


# --- what may be done -----------------------------------------------------------------------------


def payments(state: State, side: SideId, unit: UnitId, kind: Kind) -> tuple[str, ...]:
    """How an activation of this kind could be paid: free ones first, then by what is spent."""
    ways = list(free_activations(state, side, unit))
    boxes = [
        one for one in ready(state, side, "activation") if _grants(state, side, one, unit, kind)
    ]
    force = state.forces[side]

    def price(one: Ability) -> tuple[int, int]:
        dice = dice_on(force, one.id)
        first = "CUR".index(FACES[dice[cheapest(dice)].face])
        return (0 if one.pool else len(one.cost), first)

    return (*ways, *(one.id for one in sorted(boxes, key=price)))


def _grants(state: State, side: SideId, ability: Ability, unit: UnitId, kind: Kind) -> bool:
    effect = activates(ability)
    return (
        effect is not None
        and not effect.every
        and kind in effect.kinds
        and passes(state, unit, effect.units, side)
    )


def unit_option(state: State, side: SideId, unit: UnitId) -> UnitOption | None:
    """What a unit may be activated for; None where nothing."""
    found = {
        kind: payments(state, side, unit, kind) if able(state, unit, kind) else () for kind in KINDS
    }
    if not any(found.values()):
        return None
    moves = bool(found["move"])
    forced = forced_targets(ground(state), unit, move_context(state, unit)) if moves else ()
    lord = moves and unit == warlord(state, side)
    return UnitOption(
        move=found["move"],
        shoot=found["shoot"],
        rest=found["rest"],
        companions=companions(state, side) if lord else (),
        must_engage=forced,
    )


def companions(state: State, side: SideId) -> tuple[UnitId, ...]:
    """The units that could go with the warlord (SAGA-WAR-03)."""
    lord = warlord(state, side)
    return tuple(
        key
        for key in state.table.of_side(side)
        if key != lord and able(state, key, "move") and near(state, lord, key, S)
    )


def unit_options(state: State, side: SideId) -> dict[UnitId, UnitOption]:
    """What each unit may be activated for."""
    found = {key: unit_option(state, side, key) for key in state.table.of_side(side)}
    return {key: one for key, one in found.items() if one is not None}


def activation_uses(state: State, side: SideId) -> tuple[UseOption, ...]:
    """Activation abilities that are used by themselves; the others pay for a unit's activation."""
    return tuple(
        one
        for one in usable(state, side, "activation")
        if not _pays_for_one(state, side, one.ability)
    )


def _pays_for_one(state: State, side: SideId, ability: str) -> bool:
    found = box(state, side, ability)
    effect = activates(found) if found else None
    return effect is not None and not effect.every


def ask_next(run: Run, step: Activating) -> None:
    """Ask what is next; the turn ends by itself when nothing is left to do (SAGA-TRN-04)."""
    if run.state.phase != "activation":
        end_orders(run, step.side)
    if any(e.until == "activation" for e in run.state.effects):
        run.emit(EffectsEnded(until="activation"))
    units = unit_options(run.state, step.side)
    uses = activation_uses(run.state, step.side)
    if not units and not uses:
        run.replace()
        return
    run.ask(step.side, ActivateQuestion(units=units, uses=uses), asking("activate"))


def answer_next(run: Run, prompt: Prompt, action: Move | Shoot | Rest | Use | EndTurn) -> None:
    """Declare an activation, use an ability, or end the turn."""
    match action:
        case EndTurn():
            run.close(prompt.id)
            run.replace()
        case Use():
            if _pays_for_one(run.state, prompt.side, action.ability):
                raise play("pay_with_it", "SAGA-ACT-04")
            use(run, prompt.side, action, "activation")
            run.close(prompt.id)
        case _:
            unit_of(run.state, action.unit)
            option = own_option(run.state, prompt.side, action.unit)
            pay = payment_of(run.state, option, action)
            declare(run, prompt, action, pay, from_box(run.state, prompt.side, pay))


def own_option(state: State, side: SideId, unit: UnitId) -> UnitOption | None:
    """What a unit may do now: an agreed adjustment may have changed what was offered."""
    if state.table.units[unit].side != side:
        return None
    return unit_option(state, side, unit)


def payment_of(state: State, option: UnitOption | None, action: Move | Shoot | Rest) -> str:
    """The payment named, or the cheapest. Raises Refused where the unit may not do this."""
    kind = kind_of(action)
    ways = getattr(option, kind) if option is not None else ()
    if not ways:
        judge_able(unit_of(state, action.unit), kind, named(action.unit))
        raise play("no_means", "SAGA-ACT-03", unit=named(action.unit))
    if action.pay and action.pay not in ways:
        raise play("cannot_pay", "SAGA-ACT-03")
    return action.pay or str(ways[0])


def judge_able(unit: Unit, kind: Kind, name: Named) -> None:
    """Raise Refused where a unit could not be activated for this, whatever was paid."""
    if kind == "rest":
        if not unit.count("fatigue"):
            raise play("not_tired", "SAGA-RST-03", unit=name)
        if any(unit.count(word) for word in TURN_COUNTERS):
            raise play("rest_comes_first", "SAGA-RST-02", unit=name)
        return
    if exhausted(unit):
        raise play("exhausted", "SAGA-FAT-08", unit=name)
    if kind == "shoot" and not weapons(unit):
        raise play("no_missiles", "SAGA-SHT-01", unit=name)


def kind_of(action: Move | Shoot | Rest) -> Kind:
    """The kind of activation an action declares."""
    return "move" if isinstance(action, Move) else "shoot" if isinstance(action, Shoot) else "rest"


# --- the declaration ------------------------------------------------------------------------------


def from_box(state: State, side: SideId, pay: str) -> Activate | None:
    """The effect by which a box activates; None for a free activation."""
    found = box(state, side, pay)
    return activates(found) if found else None


def declare(
    run: Run, prompt: Prompt, action: Move | Shoot | Rest, pay: str, grant: Activate | None
) -> None:
    """Judge the whole plan, pay, and let the enemy react (SAGA-ACT-09). Raises Refused."""
    side = prompt.side
    pending = coming(run.state, side, pay, action.unit)
    act = draft_activation(
        run.state, side, action, pay, pending,
        tires=grant.tires if grant else True,
        may_engage=grant.may_engage if grant else True,
    )  # fmt: skip
    run.close(prompt.id)
    run.emit(
        Declared(
            side=side,
            unit=act.unit,
            kind=act.kind,
            target=act.target,
            companion=act.companion,
            pay=pay,
            free=pay if pay in FREE else "",
            ability=act.ability,
        )
    )
    _pay(run, side, pay, act)
    run.push(ReactionWindow(act=act), CarryOut(act=act))


def draft_activation(
    state: State,
    side: SideId,
    action: Move | Shoot | Rest,
    pay: str,
    pending: tuple[InPlay, ...] = (),
    *,
    tires: bool = True,
    may_engage: bool = True,
) -> Activation:
    """The activation an action declares, its plan judged. Raises Refused."""
    kind = kind_of(action)
    ability = pay if pay not in FREE else ""
    base = Activation(
        side=side, unit=action.unit, kind=kind, pay=pay, ability=ability, tires=tires,
        may_engage=may_engage,
    )  # fmt: skip
    match action:
        case Move():
            plan = plan_declared(state, action, pending, may_engage=may_engage)
            companion = plan.companion
            return replace(
                base,
                target=action.engage,
                paths=plan.order.paths,
                companion=companion.unit if companion else "",
                companion_engages=bool(companion and companion.engage),
                companion_paths=companion.paths if companion else (),
            )
        case Shoot():
            weapon = weapon_for(state, action.unit, action.weapon)
            check_shot(state, action.unit, action.target, weapon)
            return replace(base, target=action.target, weapon=weapon)
        case _:
            return base


def plan_declared(
    state: State, action: Move, pending: tuple[InPlay, ...] = (), *, may_engage: bool = True
) -> Planned:
    """The judged plan of a declared move and its companion. Raises Refused."""
    side = state.table.units[action.unit].side
    if action.engage and unit_of(state, action.engage).side == side:
        raise play("own_unit", "SAGA-VS-06")
    beside = action.companion
    if beside is not None:
        lord = warlord(state, side)
        if action.unit != lord or beside.unit not in companions(state, side):
            raise play("no_companion", "SAGA-WAR-03")
    drawn = Drawn(unit=action.unit, shift=action.shift, paths=action.paths, engage=action.engage)
    context = move_context(state, action.unit, may_engage=may_engage, pending=pending)
    second = move_context(state, beside.unit) if beside is not None else None
    return plan_move(state, drawn, context, beside, second)


def coming(state: State, side: SideId, pay: str, unit: UnitId) -> tuple[InPlay, ...]:
    """The effects that an ability brings into play when it pays for this unit's activation."""
    ability = box(state, side, pay)
    if ability is None or ability.pool:
        return ()
    how = Application(side=side, ability=ability, window="activation", unit=unit)
    return tuple(
        how.lasting(effect, "activation")
        for effect in effects_of(ability, rare=False)
        if not isinstance(effect, Activate)
    )


def _pay(run: Run, side: SideId, pay: str, act: Activation) -> None:
    """A die, or an ability with all it does; a free activation costs nothing."""
    ability = box(run.state, side, pay)
    if ability is None or not any(d.box == pay for d in run.state.forces[side].dice.values()):
        return
    dice = spent_dice(run.state.forces[side], ability)
    rare = any(FACES[run.state.forces[side].dice[key].face] == "R" for key in dice)
    how = Application(side=side, ability=ability, window="activation", unit=act.unit, rare=rare)
    pay_with_box(run, side, ability, "", how, pays=True)
    bring(run, how, effects_of(ability, rare))


# --- activations granted by an ability ------------------------------------------------------------


def granted_options(state: State, step: GrantedActivations) -> dict[UnitId, UnitOption]:
    """What each of the units may do; whoever cannot act drops out."""
    found = {unit: _granted_option(state, step, unit) for unit in step.units}
    return {unit: option for unit, option in found.items() if option is not None}


def offer_granted(run: Run, step: GrantedActivations) -> None:
    """Ask which of the units acts next, and how."""
    options = granted_options(run.state, step)
    if not options:
        run.replace()
        return
    question = Granted(ability=step.ability, units=options)
    line = asking("granted", word=f"saga.ability.{step.ability}.name")
    if not run.ask_window(step.side, question, line, "granted"):
        run.replace()


def _granted_option(state: State, step: GrantedActivations, unit: UnitId) -> UnitOption | None:
    if not state.table.units[unit].models:
        return None
    kinds = [kind for kind in step.kinds if able(state, unit, kind)]
    if not kinds:
        return None
    return UnitOption(**dict.fromkeys(kinds, (step.ability,)))


def answer_granted(run: Run, prompt: Prompt, action: object) -> None:
    """Declare the activation of one of the units, or leave the rest be."""
    step = run.state.agenda[-1]
    assert isinstance(step, GrantedActivations)
    if not isinstance(action, Move | Shoot | Rest):
        run.close(prompt.id)
        run.replace()
        return
    if action.unit not in step.units:
        raise play("cannot_activate", "SAGA-ACT-06")
    unit_of(run.state, action.unit)
    payment_of(run.state, _granted_option(run.state, step, action.unit), action)
    act = draft_activation(
        run.state, step.side, action, step.ability, tires=step.tires, may_engage=step.may_engage
    )
    run.close(prompt.id)
    left = tuple(unit for unit in step.units if unit != act.unit) if step.every else ()
    run.emit(
        Declared(
            side=step.side, unit=act.unit, kind=act.kind, target=act.target, ability=step.ability
        )
    )
    rest = (replace(step, units=left),) if left else ()
    run.replace(ReactionWindow(act=act), CarryOut(act=act), *rest)
