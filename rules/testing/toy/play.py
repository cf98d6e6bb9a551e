"""What follows from an answer, and what each step does.

An answer is judged, its prompt closed, and what follows written down. A step judges anew when it
comes to the top: what lay above it may have changed everything.
"""

from rules.core.events import Counted, Lost, Moved, Noted, Passed, Placed, Source, Trace
from rules.core.refusals import Refused
from rules.core.resolution import Resolution
from rules.core.table import Model, Round
from rules.core.values import INCH, Line, Named, Pose, SideName, UnitId

from .legality import CORNERS, judge, judge_throw, shifted
from .words import (
    Choice,
    Chose,
    Flight,
    Gather,
    March,
    Pass,
    Prompt,
    Reply,
    Revealed,
    Season,
    State,
    Take,
    Throw,
    ThrowBack,
    Turn,
    Turned,
    Uncovered,
    WhatNow,
    WhereToStart,
)  # fmt: skip

GANG = 3
BALLS = 3
NEED = 4
BASE = Round(radius=INCH // 2)


def take(resolution: Resolution[State], asked: Prompt, action: Take) -> None:
    """Judge, close, and keep the choice secret."""
    judge(resolution.state, asked, action)
    choice = Choice(corner=action.corner, cry=action.cry)
    resolution.close(asked.id)
    resolution.emit(Chose(side=asked.side, choice=choice))


def act(resolution: Resolution[State], asked: Prompt, action: March | Throw | Pass) -> None:
    """A march, a throw or nothing: the turn is over, or a throw comes in its place."""
    judge(resolution.state, asked, action)
    assert isinstance(asked.question, WhatNow)
    unit = asked.question.unit
    resolution.close(asked.id)
    match action:
        case March(to=to):
            table = resolution.state.table
            traces = tuple(
                Trace(model=key, poses=(table.models[key].pose, pose))
                for key, pose in shifted(table, unit, to).items()
            )
            resolution.emit(Moved(unit=unit, traces=traces))
            resolution.replace()
        case Throw(target=target):
            _let_fly(resolution, unit, target)
        case Pass():
            resolution.replace()


def throw_back(resolution: Resolution[State], asked: Prompt, action: Throw | Pass) -> None:
    """Let it come, or throw first."""
    judge(resolution.state, asked, action)
    assert isinstance(asked.question, ThrowBack)
    resolution.close(asked.id)
    if isinstance(action, Throw):
        _let_fly(resolution, asked.question.unit, action.target)
    else:
        resolution.emit(Passed(side=asked.side, window=asked.window))
        resolution.replace()


def _let_fly(resolution: Resolution[State], thrower: UnitId, target: UnitId) -> None:
    """In place of the step on top: the target's reply, then the ball. What lay below waits."""
    had = resolution.state.table.units[thrower].count("balls")
    resolution.emit(Counted(unit=thrower, counter="balls", value=had - 1, was=had, why="throw"))
    resolution.replace(
        Reply(thrower=thrower, target=target), Flight(thrower=thrower, target=target)
    )


def gather(resolution: Resolution[State], step: Gather) -> None:
    """Ask all at once; show all choices when the last is in."""
    now = resolution.state
    if not now.choices:
        line = Line(key="toy.ask.start")
        for side in now.sides:
            resolution.ask(side, WhereToStart(corners=tuple(CORNERS)), line)
        return
    resolution.emit(Revealed(choices=now.choices))
    for seat, (side, choice) in enumerate(sorted(now.choices.items())):
        x, y = CORNERS[choice.corner]
        models = {
            f"{side}{number}": Model(
                unit=f"gang_{side}", base=BASE, pose=Pose(x + number * 2 * INCH, y - seat * INCH)
            )
            for number in range(GANG)
        }
        resolution.emit(Placed(unit=f"gang_{side}", models=models))
    resolution.replace()


def season(resolution: Resolution[State], step: Season) -> None:
    """Give the turn to the next gang that stands, or end."""
    now = resolution.state
    playing = [side for side in now.sides if now.table.of_side(side)]
    at = now.sides.index(now.active) + 1 if now.active else len(now.sides)
    later = [side for side in now.sides[at:] if side in playing]
    number = now.round if later else now.round + 1
    if len(playing) < 2 or number > now.setup.rounds:
        _finish(resolution)
        return
    side = (later or playing)[0]
    resolution.emit(Turned(round=number, side=side))
    resolution.push(Turn(side=side))


def turn(resolution: Resolution[State], step: Turn) -> None:
    """Ask what the gang does."""
    line = Line(key="toy.ask.now", params={"side": SideName(side=step.side)})
    resolution.ask(step.side, WhatNow(unit=f"gang_{step.side}"), line)


def reply(resolution: Resolution[State], step: Reply) -> None:
    """TOY-3: a target that can reach its thrower may throw back first."""
    try:
        judge_throw(resolution.state, step.target, step.thrower)
    except Refused:
        resolution.replace()
        return
    side = resolution.state.table.units[step.target].side
    line = Line(key="toy.ask.back", params={"unit": Named(unit=step.thrower)})
    question = ThrowBack(unit=step.target, thrower=step.thrower)
    if not resolution.ask_window(side, question, line, "throw_back"):
        resolution.replace()


def flight(resolution: Resolution[State], step: Flight) -> None:
    """TOY-4: a die for each thrower, a model lost for each 4 or more."""
    units = resolution.state.table.units
    thrower, target = units[step.thrower], units[step.target]
    if not thrower.models or not target.models:
        line = Line(key="toy.log.nothing", params={"unit": Named(unit=step.thrower)})
        resolution.emit(Noted(line=line, side=thrower.side))
    else:
        faces = resolution.roll(
            len(thrower.models), side=thrower.side, unit=step.thrower, why="throw", need=NEED,
            rule="TOY-4", sources=(Source(key="toy.source.models", add=len(thrower.models)),),
        )  # fmt: skip
        hits = sum(face >= NEED for face in faces)
        if hits:
            fallen = tuple(reversed(target.models))[:hits]
            resolution.emit(Lost(unit=step.target, models=fallen, why="throw"))
    resolution.replace()


def _finish(resolution: Resolution[State]) -> None:
    now = resolution.state
    scores = resolution.rules.scores(now)
    best = max(scores.values())
    winners = tuple(side for side, score in scores.items() if score == best)
    resolution.emit(Uncovered(keepsakes=now.setup.keepsakes))
    resolution.end(winners if len(winners) == 1 else (), Line(key="toy.result.models"), scores)
