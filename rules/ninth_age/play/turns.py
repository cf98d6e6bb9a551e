"""The battle: player turns, and its end (chapters GEN, TURN, END)."""

from rules.core.values import SideId
from rules.ninth_age.events import PhaseBegan, TurnBegan
from rules.ninth_age.opening.steps import Arriving
from rules.ninth_age.play.harm.crumbling import due
from rules.ninth_age.play.scoring import finish, nobody_left
from rules.ninth_age.play.units.reading import Run
from rules.ninth_age.play.units.skirmishing import open_ranks
from rules.ninth_age.state import (
    Battle,
    Charging,
    Declaring,
    Fleeing,
    Moving,
    Phase,
    Raging,
    Rallying,
    Shooting,
    State,
    Stupor,
    Wandering,
)


def battle(run: Run, step: Battle) -> None:
    """The next player turn; the end after the last, or when a side has nobody left
    (T9A-GEN-01, T9A-END-01)."""
    if fallen := due(run.state):
        run.push(*fallen)
        return
    side, turn = following(run.state)
    if nobody_left(run.state) or turn > run.state.turns:
        finish(run)
        return
    run.emit(TurnBegan(side=side, turn=turn))
    run.push(
        Stupor(side=side),
        Phase(name="charges"),
        Declaring(side=side),
        Raging(side=side),
        Charging(side=side),
        Phase(name="compulsory"),
        Rallying(side=side),
        Fleeing(side=side),
        Wandering(side=side),
        Phase(name="moves"),
        Arriving(side=side),
        Moving(side=side),
        Phase(name="shooting"),
        Shooting(side=side),
    )


def following(state: State) -> tuple[SideId, int]:
    """Whose turn comes next, and in which game turn."""
    start = state.sides.index(state.first) if state.first else 0
    order = (*state.sides[start:], *state.sides[:start])
    if not state.active:
        return order[0], 1
    at = order.index(state.active) + 1
    if at < len(order):
        return order[at], state.turn
    return order[0], state.turn + 1


def phase(run: Run, step: Phase) -> None:
    """A part of the turn begins (T9A-TURN-01), if there is still somebody to fight."""
    if nobody_left(run.state):
        finish(run)
        return
    if fallen := due(run.state):
        run.push(*fallen)
        return
    run.emit(PhaseBegan(phase=step.name, side=run.state.active))
    if step.name == "moves":
        open_ranks(run, run.state.active)
    run.replace()
