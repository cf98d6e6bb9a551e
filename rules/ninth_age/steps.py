"""What each step does, and what follows an answer to each kind of question."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.agenda import Question, Step
from rules.core.ruleset import Action
from rules.ninth_age import actions, questions, state
from rules.ninth_age.opening.actions import Deploy
from rules.ninth_age.play import turns
from rules.ninth_age.play.harm import crumbling, panic
from rules.ninth_age.play.moving import (
    compulsory,
    declaring,
    flight,
    minds,
    remaining,
    rushing,
    swooping,
    wandering,
)
from rules.ninth_age.play.opening import order as opening
from rules.ninth_age.play.shooting import phase as shooting
from rules.ninth_age.play.units.reading import Run
from rules.ninth_age.questions import Prompt
from rules.ninth_age.wording import no

STEPS: Mapping[type[Step], Callable[[Run, Any], None]] = {
    state.Battle: turns.battle,
    state.Phase: turns.phase,
    state.Stupor: minds.stupor,
    state.Declaring: declaring.ask_declarations,
    state.Reacting: declaring.ask_reaction,
    state.Supporting: declaring.ask_support,
    state.Redirecting: declaring.ask_redirection,
    state.Retargeting: declaring.ask_target,
    state.Raging: minds.rage,
    state.Charging: rushing.ask_charger,
    state.Rallying: compulsory.ask_rally,
    state.FormingUp: compulsory.ask_forming,
    state.Fleeing: compulsory.ask_flight,
    state.Wandering: wandering.ask_wander,
    state.Strolling: wandering.ask_again,
    state.Swooping: swooping.ask_swoop,
    state.Flight: flight.flee,
    state.Panic: panic.panic,
    state.Moving: remaining.ask_moves,
    state.Halted: remaining.ask_halted,
    state.Swift: remaining.ask_swift,
    state.Crumbling: crumbling.crumble,
    state.Shooting: shooting.ask_shooter,
    **opening.STEPS,
}
"""What each step does when it lies on top."""

TAKEN: dict[type[Question], tuple[tuple[type[Action], ...], Callable[[Run, Prompt, Any], None]]] = {
    questions.Declare: (
        (actions.DeclareCharge, actions.Command, actions.EndDeclarations),
        declaring.answer_declaration,
    ),
    questions.HowToReact: ((actions.React,), declaring.answer_reaction),
    questions.WhoSupports: ((actions.Next, actions.Keep), declaring.answer_support),
    questions.WhetherToRedirect: (
        (actions.Redirect, actions.Keep),
        declaring.answer_redirection,
    ),
    questions.NewTarget: ((actions.DeclareCharge, actions.Keep), declaring.answer_target),
    questions.WhichTarget: ((actions.Aim,), rushing.answer_which),
    questions.NextCharger: ((actions.MoveCharger,), rushing.answer_charger),
    questions.NextRally: ((actions.Next,), compulsory.answer_next),
    questions.NextFlight: ((actions.Next,), compulsory.answer_next),
    questions.NextPanic: ((actions.Next,), panic.answer_panic),
    questions.NextWander: ((actions.Wander, actions.Keep), wandering.answer_wander),
    questions.RollAgain: ((actions.Next, actions.Keep), wandering.answer_again),
    questions.FormUp: ((actions.Reform, actions.Keep), compulsory.answer_forming),
    questions.MoveUnits: (
        (
            actions.Advance,
            actions.March,
            actions.Reform,
            actions.SwiftReform,
            actions.Join,
            actions.Enter,
            Deploy,
            actions.EndMoves,
        ),
        remaining.answer_move,
    ),
    questions.ShootWith: (
        (actions.ShootAt, actions.Command, actions.EndShooting),
        shooting.answer_shooting,
    ),
    questions.WhomToSwoop: ((actions.Aim, actions.Keep), swooping.answer_swoop),
    questions.AfterHalt: ((actions.Advance, actions.Keep), remaining.answer_still),
    questions.AfterSwift: ((actions.Advance, actions.Keep), remaining.answer_still),
    **opening.TAKEN,
}
"""The kinds of answer each question takes, and what follows one."""


def _answering(
    kinds: tuple[type[Action], ...], answer: Callable[[Run, Prompt, Any], None]
) -> Callable[[Run, Prompt, Any], None]:
    def take(run: Run, prompt: Prompt, action: Action) -> None:
        if not isinstance(action, kinds):
            raise no("not_an_answer")
        answer(run, prompt, action)

    return take


ANSWERS: Mapping[type[Question], Callable[[Run, Any, Any], None]] = {
    question: _answering(kinds, answer) for question, (kinds, answer) in TAKEN.items()
}
"""What follows an answer to each kind of question; an answer of another kind is refused."""
