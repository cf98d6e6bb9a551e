"""What is legal. Previews, suggestions and answers all judge by these functions."""

from math import isqrt
from typing import Any

from rules.core.refusals import Refused, refuse
from rules.core.ruleset import Action
from rules.core.table import Table
from rules.core.values import INCH, Distance, Line, ModelId, Named, Point, Pose, UnitId

from .words import March, Pass, Prompt, State, Take, Throw, ThrowBack, WhatNow, WhereToStart

SIZE = 24 * INCH
STRIDE = 6 * INCH
RANGE = 14 * INCH
CORNERS = {
    "nw": (4 * INCH, 20 * INCH),
    "ne": (16 * INCH, 20 * INCH),
    "sw": (4 * INCH, 4 * INCH),
    "se": (16 * INCH, 4 * INCH),
}


def distance(table: Table, one: UnitId, other: UnitId) -> int:
    """Between the first models of two gangs, rounded down to 1/100 mm."""
    here, there = (table.models[table.units[unit].models[0]].pose for unit in (one, other))
    return isqrt((here.x - there.x) ** 2 + (here.y - there.y) ** 2)


def judge(now: State, asked: Prompt, action: Any) -> None:
    """Raise Refused unless the action is a legal answer to the prompt."""
    match asked.question, action:
        case WhereToStart(corners=corners), Take(corner=corner, cry=cry):
            if corner not in corners or not 0 < len(cry) <= 40:
                raise refuse("corner", Line(key="toy.refusal.corner"))
        case WhatNow(unit=unit), March(to=to):
            judge_march(now, unit, to)
        case WhatNow(unit=unit), Throw(target=target):
            judge_throw(now, unit, target)
        case ThrowBack(unit=unit, thrower=thrower), Throw(target=target):
            if target != thrower:
                raise refuse("target", Line(key="toy.refusal.target"), "TOY-3")
            judge_throw(now, unit, target)
        case ((WhatNow() | ThrowBack()), Pass()):
            pass
        case _:
            raise refuse("answer", Line(key="toy.refusal.answer"))


def judge_march(now: State, unit: UnitId, to: Point) -> None:
    """TOY-1: at most 6 in, and not over the edge."""
    models = now.table.standing(unit)
    if not models:
        raise refuse("gone", Line(key="toy.refusal.gone", params={"unit": Named(unit=unit)}))
    start = next(iter(models.values())).pose
    went = isqrt((to[0] - start.x) ** 2 + (to[1] - start.y) ** 2)
    if went > STRIDE:
        line = Line(key="toy.refusal.far", params={"went": Distance(value=went)})
        raise refuse("far", line, "TOY-1")
    for pose in shifted(now.table, unit, to).values():
        if not (0 <= pose.x <= SIZE and 0 <= pose.y <= SIZE):
            raise refuse("edge", Line(key="toy.refusal.edge"), "TOY-1")


def judge_throw(now: State, unit: UnitId, target: UnitId) -> None:
    """TOY-2: a ball to throw, and an enemy gang within 14 in."""
    units = now.table.units
    if target not in units or not units[target].models or units[target].side == units[unit].side:
        raise refuse("target", Line(key="toy.refusal.target"), "TOY-2")
    if not units[unit].models or not units[unit].count("balls"):
        raise refuse("balls", Line(key="toy.refusal.balls"), "TOY-2")
    apart = distance(now.table, unit, target)
    if apart > RANGE:
        line = Line(key="toy.refusal.range", params={"apart": Distance(value=apart)})
        raise refuse("range", line, "TOY-2")


def shifted(table: Table, unit: UnitId, to: Point) -> dict[ModelId, Pose]:
    """Where the gang stands when its first model is at `to`."""
    poses = {key: model.pose for key, model in table.standing(unit).items()}
    first = next(iter(poses.values()))
    return {
        key: Pose(pose.x + to[0] - first.x, pose.y + to[1] - first.y, pose.facing)
        for key, pose in poses.items()
    }


def legal(now: State, asked: Prompt, action: Action) -> bool:
    """Whether an answer to a prompt would be accepted."""
    try:
        judge(now, asked, action)
    except Refused:
        return False
    return True
