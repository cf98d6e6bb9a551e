"""The window between a declaration and its carrying out: reactions, and fatigue spent on a move.

Both are asked in one question, and only of a side that has something to answer with.
"""

from rules.core.events import Noted
from rules.core.values import UnitId
from rules.saga.actions import Pass, Spend, Use
from rules.saga.effects import AllowanceStep, Cancel, MoveInstead
from rules.saga.events import Cancelled, EffectBegan
from rules.saga.play.board import usable
from rules.saga.play.fatigue import spend, spends_on_move
from rules.saga.play.reading import Run, play
from rules.saga.play.using import use
from rules.saga.questions import Prompt, React, SpendOption
from rules.saga.state import (
    Activation,
    ActivationEnd,
    CarryOut,
    GrantedActivations,
    InPlay,
    ReactionWindow,
)
from rules.saga.wording import asking, telling


def open_window(run: Run, step: ReactionWindow) -> None:
    """Ask the enemy, if he has anything to answer with (SAGA-ACT-09, SAGA-FAT-05)."""
    act = step.act
    (enemy, *_) = run.state.others(act.side)
    if not run.state.table.units[act.unit].models:
        _drop_plan(run, act)
        return
    uses = usable(run.state, enemy, "activation_reaction", act)
    spends = spends_on_move(run.state, still_spendable(step)) if act.kind == "move" else ()
    if not (uses or spends):
        run.replace()
        return
    question = React(unit=act.unit, kind=act.kind, target=act.target, uses=uses, spends=spends)
    line = asking(f"react_{act.kind}", unit=act.unit, target=act.target)
    if act.kind == "move" and act.target:
        line = asking("react_engage", unit=act.unit, target=act.target)
    if not run.ask_window(enemy, question, line, "activation_reaction"):
        run.replace()


def still_spendable(step: ReactionWindow) -> tuple[UnitId, ...]:
    """The moving units on which no marker was spent yet: one each a movement (SAGA-FAT-04)."""
    units = (step.act.unit, step.act.companion)
    return tuple(unit for unit in units if unit and unit not in step.spent)


def answer(run: Run, prompt: Prompt, action: Use | Spend | Pass) -> None:
    """React, spend a marker, or let it go ahead."""
    step = run.state.agenda[-1]
    assert isinstance(step, ReactionWindow)
    match action:
        case Use():
            effects = use(run, prompt.side, action, "activation_reaction", step.act)
            run.close(prompt.id)
            if any(isinstance(effect, Cancel) for effect in effects):
                run.emit(Cancelled(side=step.act.side, unit=step.act.unit, ability=action.ability))
                _drop_plan(run, step.act)
            elif any(isinstance(effect, MoveInstead) for effect in effects):
                _turn_to_move(run, step.act, action.ability)
        case Spend(unit=unit, on=on):
            options = spends_on_move(run.state, still_spendable(step))
            if step.act.kind != "move" or SpendOption(unit=unit, on=on) not in options:
                raise play("no_such_spending", "SAGA-FAT-05")
            run.close(prompt.id)
            spend(run, prompt.side, unit, on)
            slower = InPlay(
                effect=AllowanceStep(), until="activation", side=prompt.side,
                ability="fatigue", on=unit,
            )  # fmt: skip
            run.emit(EffectBegan(effect=slower))
            run.replace(ReactionWindow(act=step.act, spent=(*step.spent, unit)))
        case _:
            run.close(prompt.id)
            run.replace()


def _drop_plan(run: Run, act: Activation) -> None:
    """The declared activation comes to nothing: its plan leaves the agenda (SAGA-ACT-10)."""
    below = run.state.agenda[:-1]
    assert isinstance(below[-1], CarryOut)
    scheduled = run.rules.types.scheduled
    run.emit(scheduled(drop=2, steps=(ActivationEnd(act=act),)))


def _turn_to_move(run: Run, act: Activation, ability: str) -> None:
    """A unit activated to shoot is activated to move instead; its owner says where to."""
    run.emit(Noted(line=telling("move_instead"), side=act.side))
    granted = GrantedActivations(
        side=act.side, ability=ability, units=(act.unit,), kinds=("move",), tires=act.tires
    )
    scheduled = run.rules.types.scheduled
    run.emit(scheduled(drop=2, steps=(granted,)))
