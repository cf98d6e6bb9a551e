"""Some legal answers to any question, the default one first: good enough play, by simple judgement.

The clock plays the default for one who is gone, tests play matches by it, and a learner may look.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from rules.core.ruleset import Action
from rules.core.values import UnitId
from rules.saga.actions import (
    Absorb,
    CallOff,
    Deploy,
    Divide,
    EndDeployment,
    EndOrders,
    EndTurn,
    Pass,
    Plan,
    Remove,
    Shoot,
    Spend,
    TakeDie,
    Trade,
    Use,
    Withdraw,
)
from rules.saga.advice.aims import shot_aim
from rules.saga.advice.tactics import orders, unit_actions
from rules.saga.field.casualties import default_removal, removals
from rules.saga.play.activation import activation_uses, granted_options, unit_options
from rules.saga.play.board import unplaced, usable
from rules.saga.play.deployment import arrange, placed_of
from rules.saga.play.fatigue import spends_in_combat, spends_on_move
from rules.saga.play.losses import propose_guards
from rules.saga.play.moving import can_be_carried_out
from rules.saga.play.reactions import still_spendable
from rules.saga.play.shooting import judge_shooting
from rules.saga.questions import (
    AbsorbHits,
    Activate,
    ChooseLosses,
    ChooseWithdrawal,
    CombatAbilities,
    DeployUnits,
    DivideDice,
    DrawAgain,
    Granted,
    JavelinShot,
    OrdersReaction,
    PlaceOrders,
    Prompt,
    React,
    SpendOption,
    TradeDice,
    UseOption,
)
from rules.saga.state import CarryOut, GrantedActivations, ReactionWindow, State

REMOVALS = 6
"""Choices of casualties suggested at most."""


ACTIVATIONS = 5
"""Activations suggested at most; each costs a search."""
KEPT = 4
"""Prompts whose suggestions are kept."""


class Listed:
    """Suggestions worked out only as far as they are asked for, and only once."""

    def __init__(self, source: Iterator[Action]) -> None:
        self._source = source
        self._found: list[Action] = []

    def __iter__(self) -> Iterator[Action]:
        at = 0
        while True:
            if at == len(self._found):
                following = next(self._source, None)
                if following is None:
                    return
                self._found.append(following)
            yield self._found[at]
            at += 1


class _Memory(threading.local):
    """What each thread has lately been asked: a search cannot be shared while it runs."""

    def __init__(self) -> None:
        self.kept: list[tuple[State, Prompt, Listed]] = []


_memory = _Memory()


def suggest(state: State, prompt: Prompt) -> Iterable[Action]:
    """Legal answers to a prompt."""
    for known, asked, listed in _memory.kept:
        if known is state and asked is prompt:
            return listed
    listed = Listed(ANSWERS[type(prompt.question)](state, prompt, prompt.question))
    _memory.kept.append((state, prompt, listed))
    del _memory.kept[:-KEPT]
    return listed


def _deploy(state: State, prompt: Prompt, question: DeployUnits) -> Iterator[Action]:
    yield EndDeployment()
    standing = placed_of(state, question)
    for unit in question.units:
        if unit not in standing and len(standing) >= question.most:
            continue
        poses = arrange(state, unit)
        if poses is not None:
            yield Deploy(unit=unit, poses=poses)


def _orders_reaction(state: State, prompt: Prompt, question: OrdersReaction) -> Iterator[Action]:
    yield from uses_of(usable(state, prompt.side, "orders_reaction"))
    yield Pass()


def _orders(state: State, prompt: Prompt, question: PlaceOrders) -> Iterator[Action]:
    side = prompt.side
    placing = orders(state, side)
    options = usable(state, side, "orders")
    if placing is not None:
        yield placing
    if not unplaced(state.forces[side]):
        yield from uses_of(options)
    yield EndOrders()
    if unplaced(state.forces[side]):
        yield from uses_of(options)
    for die, lying in state.forces[side].dice.items():
        if lying.fresh and lying.box:
            yield TakeDie(die=die)
            break


def _activate(state: State, prompt: Prompt, question: Activate) -> Iterator[Action]:
    side = prompt.side
    yield from uses_of(activation_uses(state, side))
    yield from islice(unit_actions(state, side, unit_options(state, side)), ACTIVATIONS)
    yield EndTurn()


def _granted(state: State, prompt: Prompt, question: Granted) -> Iterator[Action]:
    step = state.agenda[-1]
    assert isinstance(step, GrantedActivations)
    yield from unit_actions(state, prompt.side, granted_options(state, step), eager=True)
    yield Pass()


def _react(state: State, prompt: Prompt, question: React) -> Iterator[Action]:
    step = state.agenda[-1]
    assert isinstance(step, ReactionWindow)
    moving = step.act.kind == "move"
    spends = spends_on_move(state, still_spendable(step)) if moving else ()
    if question.target:
        yield from spends_of(spends)
    yield from uses_of(usable(state, prompt.side, "activation_reaction", step.act))
    yield Pass()
    if not question.target:
        yield from spends_of(spends)


def _draw_again(state: State, prompt: Prompt, question: DrawAgain) -> Iterator[Action]:
    step = state.agenda[-1]
    assert isinstance(step, CarryOut)
    yield Plan() if can_be_carried_out(state, step.act) else CallOff()


def _javelins(state: State, prompt: Prompt, question: JavelinShot) -> Iterator[Action]:
    unit = question.unit
    living = [u for u in question.targets if state.table.units[u].models]
    fit = [u for u in living if judge_shooting(state, unit, u, "javelin") is None]
    best = sorted(
        fit,
        key=lambda foe: -shot_aim(state, question.unit, foe, "javelin").expected,
    )
    for target in best:
        yield Shoot(unit=question.unit, target=target)
    yield Pass()


def _combat(state: State, prompt: Prompt, question: CombatAbilities) -> Iterator[Action]:
    yield from uses_of(usable(state, prompt.side, question.stage))
    yield from spends_of(spends_in_combat(state, prompt.side, question.stage))
    yield Pass()


def _trade(state: State, prompt: Prompt, question: TradeDice) -> Iterator[Action]:
    """Give dice up when the attacker throws far more."""
    combat = state.combat
    assert combat is not None
    against = sum(combat.base.get(unit, 0) for unit in combat.attackers)
    give = 2 * against > 3 * question.dice
    yield Trade(give=give)
    yield Trade(give=not give)


def _divide(state: State, prompt: Prompt, question: DivideDice) -> Iterator[Action]:
    """Everything at the weakest, or evenly."""
    weakest = min(question.needs, key=lambda unit: (question.needs[unit], unit))
    yield Divide(dice={weakest: question.dice})
    count = len(question.needs)
    even = {
        unit: question.dice // count + (i < question.dice % count)
        for i, unit in enumerate(question.needs)
    }
    yield Divide(dice=even)


def _losses(state: State, prompt: Prompt, question: ChooseLosses) -> Iterator[Action]:
    (unit,) = question.units
    count = min(question.count, len(state.table.units[unit].models))
    yield Remove(models=default_removal(state.table, unit, count, state.switches))
    for models in removals(state.table, unit, count, REMOVALS, state.switches)[1:]:
        yield Remove(models=models)


def _absorb(state: State, prompt: Prompt, question: AbsorbHits) -> Iterator[Action]:
    combat = state.combat
    assert combat is not None
    standing = tuple(key for key in question.candidates if key in state.table.models)
    for candidates in (standing, standing[::-1]):
        guards = propose_guards(state, combat, candidates, question.needed)
        if len(guards) == question.needed or (guards and question.wounds):
            yield Absorb(models=guards)
    yield Absorb()


def _withdraw(state: State, prompt: Prompt, question: ChooseWithdrawal) -> Iterator[Action]:
    yield Withdraw()


def uses_of(options: Iterable[UseOption]) -> Iterator[Use]:
    """One plain use of each ability offered, and further ones for other units."""
    later: list[Use] = []
    for option in options:
        units: tuple[UnitId, ...] = option.units or ("",)
        for i, unit in enumerate(units):
            one = Use(
                ability=option.ability,
                unit=unit,
                targets=tuple(islice(option.near.get(unit, option.targets), option.aim)),
                die=option.turns[0] if option.turns else "",
                face=6 if option.turns else 0,
            )
            if i == 0:
                yield one
            else:
                later.append(one)
    yield from later


def spends_of(options: Iterable[SpendOption]) -> Iterator[Spend]:
    """Each marker that may be spent."""
    return (Spend(unit=option.unit, on=option.on) for option in options)


ANSWERS: dict[type[Any], Callable[[State, Prompt, Any], Iterator[Action]]] = {
    DeployUnits: _deploy,
    OrdersReaction: _orders_reaction,
    PlaceOrders: _orders,
    Activate: _activate,
    Granted: _granted,
    React: _react,
    DrawAgain: _draw_again,
    JavelinShot: _javelins,
    CombatAbilities: _combat,
    TradeDice: _trade,
    DivideDice: _divide,
    ChooseLosses: _losses,
    AbsorbHits: _absorb,
    ChooseWithdrawal: _withdraw,
}
