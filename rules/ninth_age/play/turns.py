"""The battle: player turns, and its end (chapters GEN, TURN, END)."""

from rules.core.values import SideId
from rules.ninth_age.events import PhaseBegan, TurnBegan
from rules.ninth_age.play.reading import Run
from rules.ninth_age.state import (
    Battle,
    Charging,
    Declaring,
    Fleeing,
    Moving,
    Phase,
    Rallying,
    State,
    Wandering,
)
from rules.ninth_age.wording import number, telling


def battle(run: Run, step: Battle) -> None:
    """The next player turn; the end after the last, or when a side has nobody left
    (T9A-GEN-01, T9A-END-01)."""
    state = run.state
    left = [side for side in state.sides if state.table.of_side(side)]
    if len(left) < len(state.sides):
        winners = tuple(left) if len(left) == 1 else ()
        run.end(winners, telling("nobody_left"), run.rules.scores(state))
        return
    side, turn = following(state)
    if turn > state.turns:
        run.end((), telling("turns_over", count=number(state.turns)), run.rules.scores(state))
        return
    run.emit(TurnBegan(side=side, turn=turn))
    run.push(
        Phase(name="charges"),
        Declaring(side=side),
        Charging(side=side),
        Phase(name="compulsory"),
        Rallying(side=side),
        Fleeing(side=side),
        Wandering(side=side),
        Phase(name="moves"),
        Moving(side=side),
    )


def following(state: State) -> tuple[SideId, int]:
    """Whose turn comes next, and in which game turn."""
    if not state.active:
        return state.sides[0], 1
    at = state.sides.index(state.active) + 1
    if at < len(state.sides):
        return state.sides[at], state.turn
    return state.sides[0], state.turn + 1


def phase(run: Run, step: Phase) -> None:
    """A part of the turn begins (T9A-TURN-01)."""
    run.emit(PhaseBegan(phase=step.name))
    run.replace()
