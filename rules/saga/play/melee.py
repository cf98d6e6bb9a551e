"""A melee from contact to withdrawal (chapter MEL of the specification).

The steps of one melee, first to last: reactions of attacker and defender, pools, trade, abilities
and fatigue of attacker and defender, dice divided, attack, defence, losses, withdrawal, end.
"""

from rules.core.events import Lost, Moved, Trace
from rules.core.refusals import Refused
from rules.core.values import SideId, UnitId
from rules.geometry import gap_between, within
from rules.saga.actions import Divide, Trade, Withdraw
from rules.saga.events import (
    CombatBegan,
    DiceDivided,
    DiceTraded,
    LossesCounted,
    PoolsCounted,
    Withdrew,
)
from rules.saga.field.contact import contacts_at
from rules.saga.field.orders import MoveOrder
from rules.saga.field.withdrawal import judge_withdrawal, plan_withdrawal, unplaceable
from rules.saga.numbers import VS, defence_trade, melee_dice, melee_loser, profile_of
from rules.saga.play.losses import sides_left
from rules.saga.play.modifiers import attack_dice, counted_losses, need, side_of
from rules.saga.play.plans import traces_of
from rules.saga.play.reading import Run, exhausted, ground, play
from rules.saga.play.scoring import end_at_once
from rules.saga.questions import ChooseWithdrawal, DivideDice, Prompt, TradeDice
from rules.saga.state import (
    Activation,
    ActivationEnd,
    Combat,
    CombatEnd,
    CombatWindow,
    CountPools,
    DivideOffer,
    Falling,
    Lured,
    Save,
    State,
    Strike,
    TradeOffer,
    WithdrawDecision,
    Withdrawing,
)
from rules.saga.wording import asking

RANKS_ON_FOOT, RANKS_MOUNTED = 2, 1
"""Ranks that fight behind those in contact, where depth is played (SAGA-MEL-03)."""


def begin_melee(run: Run, act: Activation, attackers: tuple[UnitId, ...]) -> None:
    """A melee begins at once (SAGA-MEL-01); the step on top gives way to its steps."""
    target = act.target
    defender = run.state.table.units[target].side
    combat = Combat(
        kind="melee",
        attacker=act.side,
        defender=defender,
        attackers=attackers,
        defenders=(target,),
    )
    run.emit(CombatBegan(combat=combat))
    run.replace(
        CombatWindow(window="melee_reaction", side=act.side),
        CombatWindow(window="melee_reaction", side=defender),
        CountPools(),
        TradeOffer(units=combat.defenders),
        CombatWindow(window="melee", side=act.side),
        CombatWindow(window="melee", side=defender),
        DivideOffer(units=combat.units()),
        Strike(),
        Save(),
        Falling(),
        WithdrawDecision(),
        CombatEnd(act=act),
        ActivationEnd(act=act),
    )


def fight_lured(run: Run, step: Lured) -> None:
    """Who was drawn into contact attacks (board/W-4)."""
    begin_melee(run, step.act, (step.act.unit,))


def count_pools(run: Run, step: CountPools) -> None:
    """Step 1: attack dice of all models, half of them for the exhausted (SAGA-MEL-03, -05)."""
    combat = run.state.combat
    assert combat is not None
    dice = {
        unit: pool_of(run.state, unit, fighting(run.state, combat, unit)) for unit in combat.units()
    }
    run.emit(PoolsCounted(dice=dice))
    run.replace()


def pool_of(state: State, unit: UnitId, models: int | None = None) -> int:
    """A unit's attack dice of step 1, all its models fighting unless fewer are said to."""
    found = state.table.units[unit]
    count = len(found.models) if models is None else models
    return melee_dice(profile_of(found), count, exhausted(found)) if count else 0


def fighting(state: State, combat: Combat, unit: UnitId) -> int:
    """How many models of a unit fight: all of them, or where depth is played those in contact and
    the ranks behind, each within VS of the one before: two in all mounted, three on foot."""
    standing = state.table.standing(unit)
    if not state.switches.melee_depth:
        return len(standing)
    at = ground(state)
    foes = at.discs_of(*foes_of(combat, unit))
    reached = {key for key in standing if contacts_at(at, at.discs[key], foes)}
    for _ in range(RANKS_MOUNTED if state.table.units[unit].has("mounted") else RANKS_ON_FOOT):
        reached |= {
            key
            for key in standing
            if any(within(gap_between(*at.discs[key], *at.discs[one]), VS) for one in reached)
        }
    return len(reached)


# --- step 2: trade --------------------------------------------------------------------------------


def offer_trade(run: Run, step: TradeOffer) -> None:
    """The defender may give up attack dice for defence dice (SAGA-MEL-04)."""
    combat = run.state.combat
    assert combat is not None
    if not step.units:
        run.replace()
        return
    unit, *rest = step.units
    dice = combat.base.get(unit, 0)
    if not dice:
        run.replace(TradeOffer(units=tuple(rest)))
        return
    trade = defence_trade(dice)
    question = TradeDice(unit=unit, dice=dice, given=trade.given, gained=trade.defence_dice)
    run.ask(combat.defender, question, asking("trade", unit=unit, count=trade.given))


def trade_dice(run: Run, prompt: Prompt, action: Trade) -> None:
    """Give the dice up, or keep them."""
    question = prompt.question
    step = run.state.agenda[-1]
    assert isinstance(question, TradeDice)
    assert isinstance(step, TradeOffer)
    run.close(prompt.id)
    if action.give:
        run.emit(DiceTraded(unit=question.unit, given=question.given, gained=question.gained))
    run.replace(TradeOffer(units=step.units[1:]))


# --- dice divided among several enemies (SAGA-MEL-15) ---------------------------------------------


def offer_division(run: Run, step: DivideOffer) -> None:
    """Whoever faces several units says before the roll how many dice go where."""
    combat = run.state.combat
    assert combat is not None
    if not step.units:
        run.replace()
        return
    unit, *rest = step.units
    units = run.state.table.units
    foes = [u for u in combat.foes(side_of(combat, unit)) if units[u].models]
    dice = attack_dice(run.state, combat, unit).value
    if len(foes) < 2 or not units[unit].models or not dice:
        run.replace(DivideOffer(units=tuple(rest)))
        return
    needs = {foe: need(run.state, combat, unit, foe).value for foe in foes}
    question = DivideDice(unit=unit, dice=dice, needs=needs)
    run.ask(units[unit].side, question, asking("divide", unit=unit, count=dice))


def divide_dice(run: Run, prompt: Prompt, action: Divide) -> None:
    """Every die is aimed at one of the enemy units."""
    question = prompt.question
    step = run.state.agenda[-1]
    assert isinstance(question, DivideDice)
    assert isinstance(step, DivideOffer)
    fits = set(action.dice) <= set(question.needs) and all(n >= 0 for n in action.dice.values())
    if not fits or sum(action.dice.values()) != question.dice:
        raise play("divide_all", "SAGA-MEL-15")
    run.close(prompt.id)
    run.emit(DiceDivided(unit=question.unit, dice=action.dice))
    run.replace(DivideOffer(units=step.units[1:]))


# --- step 7: withdrawal ---------------------------------------------------------------------------


def decide_withdrawal(run: Run, step: WithdrawDecision) -> None:
    """Whoever lost more models withdraws, on equal losses the attacker (SAGA-MEL-09)."""
    combat = run.state.combat
    assert combat is not None
    losses = counted_losses(run.state, combat)
    left = sides_left(run.state, combat)
    if not all(left.values()):
        run.emit(LossesCounted(losses=losses))
        run.replace()
        return
    role = melee_loser(losses[combat.attacker], losses[combat.defender])
    loser = combat.attacker if role == "attacker" else combat.defender
    winner = combat.defender if role == "attacker" else combat.attacker
    run.emit(LossesCounted(losses=losses, withdraws=loser))
    run.replace(
        Withdrawing(side=loser, units=left[loser]),
        CombatWindow(window="melee_end", side=winner),
    )


def withdraw(run: Run, step: Withdrawing) -> None:
    """The next unit withdraws; where it cannot, the winners do (SAGA-MEL-11, -12)."""
    combat = run.state.combat
    assert combat is not None
    unit = next((key for key in step.units if run.state.table.units[key].models), "")
    if not unit:
        run.replace()
        return
    if not barred(run.state, unit):
        run.ask(step.side, ChooseWithdrawal(unit=unit), asking("withdraw", unit=unit))
        return
    left = sides_left(run.state, combat)
    other = combat.defender if step.side == combat.attacker else combat.attacker
    if not step.turned:
        run.replace(Withdrawing(side=other, units=left[other], turned=True))
        return
    _remove_trapped(run, combat, other)


def _remove_trapped(run: Run, combat: Combat, loser: SideId) -> None:
    """Neither side has a way out: models of the loser that cannot be placed are removed, the rest
    withdraw."""
    for unit in sides_left(run.state, combat)[loser]:
        models = unplaceable(ground(run.state), unit, foes_of(combat, unit))
        if models:
            run.emit(Lost(unit=unit, models=models, why="no_way_out"))
    end_at_once(run)
    if run.state.result is None:
        rest = sides_left(run.state, combat)[loser]
        run.replace(*([Withdrawing(side=loser, units=rest)] if rest else []))


def foes_of(combat: Combat, unit: UnitId) -> tuple[UnitId, ...]:
    """The enemy units of a unit's melee."""
    return combat.foes(side_of(combat, unit))


def choose_withdrawal(run: Run, prompt: Prompt, action: Withdraw) -> None:
    """The unit goes as drawn, or as the server proposes. Where an agreed adjustment has barred the
    way out since it was asked for, it is looked at again who must withdraw."""
    question = prompt.question
    step = run.state.agenda[-1]
    assert isinstance(question, ChooseWithdrawal)
    assert isinstance(step, Withdrawing)
    unit = question.unit
    traces: tuple[Trace, ...] = ()
    if run.state.table.units[unit].models:
        if not action.paths and barred(run.state, unit):
            run.close(prompt.id)
            return
        order = withdrawal_order(run.state, unit, action)
        traces = traces_of(run.state.table, order)
    run.close(prompt.id)
    if traces:
        run.emit(Moved(unit=unit, traces=traces, why="withdraw"))
    run.emit(Withdrew(unit=unit))
    left = tuple(key for key in step.units if key != unit)
    run.replace(Withdrawing(side=step.side, units=left, turned=step.turned))


def barred(state: State, unit: UnitId) -> bool:
    """Whether the server knows no way out for a unit (SAGA-MEL-12)."""
    combat = state.combat
    assert combat is not None
    return plan_withdrawal(ground(state), unit, foes_of(combat, unit)).order is None


def withdrawal_order(state: State, unit: UnitId, action: Withdraw) -> MoveOrder:
    """The order that an answer means. Raises Refused where it is no legal withdrawal."""
    combat = state.combat
    assert combat is not None
    fought = foes_of(combat, unit)
    if action.paths:
        order = MoveOrder(unit=unit, paths=action.paths)
        refusal = judge_withdrawal(ground(state), order, fought).refusal
        if refusal is not None:
            raise Refused(refusal)
        return order
    plan = plan_withdrawal(ground(state), unit, fought, action.shift)
    if plan.refusal is not None:
        raise Refused(plan.refusal)
    if plan.order is None:
        raise play("no_way_out", "SAGA-MEL-12")
    return plan.order
