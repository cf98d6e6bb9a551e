"""The order of play in two tables: what each step does, and what follows each answer."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.agenda import Question, Step
from rules.core.resolution import Resolution
from rules.core.ruleset import Action
from rules.saga import actions, questions, state
from rules.saga.play import (
    activation,
    combat,
    deployment,
    losses,
    melee,
    moving,
    reactions,
    shooting,
    turns,
)
from rules.saga.play.reading import Run, play
from rules.saga.questions import Prompt

STEPS: Mapping[type[Step], Callable[[Resolution[state.State], Any], None]] = {
    state.Deploying: deployment.next_part,
    state.TurnStart: turns.start_turn,
    state.OrdersWindow: turns.open_reactions,
    state.Ordering: turns.ask_orders,
    state.Activating: activation.ask_next,
    state.TurnEnd: turns.end_turn,
    state.GrantedActivations: activation.offer_granted,
    state.ReactionWindow: reactions.open_window,
    state.CarryOut: moving.carry_out,
    state.Arrived: moving.arrive,
    state.ActivationEnd: moving.end_activation,
    state.Lured: melee.fight_lured,
    state.Javelins: shooting.offer_javelins,
    state.Shooting: shooting.begin_shooting,
    state.CombatWindow: combat.window,
    state.CountPools: melee.count_pools,
    state.TradeOffer: melee.offer_trade,
    state.DivideOffer: melee.offer_division,
    state.Strike: combat.strike,
    state.Save: combat.save,
    state.Falling: losses.fall,
    state.RemoveChosen: losses.remove_chosen,
    state.WithdrawDecision: melee.decide_withdrawal,
    state.Withdrawing: melee.withdraw,
    state.CombatEnd: combat.end,
}
"""What each step does when it lies on top."""

MOVES = (actions.Move, actions.Shoot, actions.Rest)

TAKEN: dict[type[Question], tuple[tuple[type[Action], ...], Callable[[Run, Prompt, Any], None]]] = {
    questions.DeployUnits: ((actions.Deploy, actions.EndDeployment), deployment.answer),
    questions.OrdersReaction: ((actions.Use, actions.Pass), turns.answer_reaction),
    questions.PlaceOrders: (
        (actions.PlaceDie, actions.TakeDie, actions.PlaceDice, actions.Use, actions.EndOrders),
        turns.answer_orders,
    ),
    questions.Activate: ((*MOVES, actions.Use, actions.EndTurn), activation.answer_next),
    questions.Granted: ((*MOVES, actions.Pass), activation.answer_granted),
    questions.React: ((actions.Use, actions.Spend, actions.Pass), reactions.answer),
    questions.DrawAgain: ((actions.Plan, actions.CallOff), moving.answer_again),
    questions.JavelinShot: ((actions.Shoot, actions.Pass), shooting.answer_javelins),
    questions.CombatAbilities: (
        (actions.Use, actions.Spend, actions.Pass),
        combat.answer_window,
    ),
    questions.TradeDice: ((actions.Trade,), melee.trade_dice),
    questions.DivideDice: ((actions.Divide,), melee.divide_dice),
    questions.ChooseLosses: ((actions.Remove,), losses.choose_losses),
    questions.AbsorbHits: ((actions.Absorb,), losses.absorb),
    questions.ChooseWithdrawal: ((actions.Withdraw,), melee.choose_withdrawal),
}
"""The kinds of answer each question takes, and what follows one."""


def _answering(
    kinds: tuple[type[Action], ...], answer: Callable[[Run, Prompt, Any], None]
) -> Callable[[Run, Prompt, Any], None]:
    def take(run: Run, prompt: Prompt, action: Action) -> None:
        if not isinstance(action, kinds):
            raise play("not_an_answer")
        answer(run, prompt, action)

    return take


ANSWERS: Mapping[type[Question], Callable[[Resolution[state.State], Any, Any], None]] = {
    question: _answering(kinds, answer) for question, (kinds, answer) in TAKEN.items()
}
"""What follows an answer to each kind of question; an answer of another kind is refused."""
