"""Some legal answers to the questions before the first turn, the plain one first."""

from collections.abc import Iterator
from itertools import combinations, islice

from rules.core.refusals import Refused
from rules.core.values import INCH, Pose, UnitId
from rules.ninth_age.actions import Advance, EndMoves, Join, Keep, NinthAction, Straight
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.lining import entries, place_for
from rules.ninth_age.field.settling import centre
from rules.ninth_age.opening.actions import (
    Announce,
    ChooseFlag,
    ChooseSide,
    ChooseZone,
    Deploy,
    DeployRest,
    EndDeployment,
    HoldBack,
    Learn,
    PlaceMarker,
    Pray,
    TakeSpells,
)
from rules.ninth_age.opening.questions import (
    Arrivals,
    DeployUnits,
    VanguardMoves,
    WhereMarker,
    WhetherToPray,
    WhichFlag,
    WhichSpells,
    WhichTurn,
    WhichZone,
    WhoAmbushes,
    WhoBegins,
    WhoDeploys,
    WhoLearns,
)
from rules.ninth_age.play.opening.beginning import may_vanguard
from rules.ninth_age.play.opening.deployment import in_order, judge_among, judge_deploy
from rules.ninth_age.play.opening.pregame import marker_spots
from rules.ninth_age.questions import Prompt
from rules.ninth_age.state import State

FEW = 4
"""Answers of one kind that are enough."""


def suggest(state: State, prompt: Prompt) -> Iterator[NinthAction]:
    """Legal answers, the default first."""
    match prompt.question:
        case WhichZone(zones=zones):
            yield from (ChooseZone(corner=zone.corner, role=zone.role) for zone in zones)
        case WhetherToPray():
            yield Keep()
            yield Pray()
        case WhoDeploys(sides=sides) | WhoBegins(sides=sides):
            yield from (ChooseSide(side=side) for side in sides)
        case WhereMarker(only=only):
            own = state.opening.grounds[prompt.side]
            others = tuple(state.markers.values())
            spots = [only] if only else islice(marker_spots(own, others), FEW)
            yield from (PlaceMarker(at=at) for at in spots)
        case WhoLearns(wizards=wizards):
            yield from (
                Learn(unit=unit, path=path) for unit, paths in wizards.items() for path in paths
            )
        case WhichSpells(swap=True, spells=spells):
            yield Keep()
            yield TakeSpells(spells=spells[:1])
        case WhichSpells(spells=spells, count=count):
            yield from (
                TakeSpells(spells=chosen) for chosen in islice(combinations(spells, count), FEW)
            )
        case WhoAmbushes(units=units):
            yield HoldBack(units=units)
            yield HoldBack()
        case DeployUnits():
            yield from _deployments(state, prompt.question)
        case WhichTurn():
            yield Announce(turn="first")
            yield Announce(turn="second")
        case VanguardMoves(units=units, length=far):
            yield from _vanguards(state, units, far)
            yield EndMoves()
        case WhichFlag(units=units):
            yield from (ChooseFlag(unit=unit) for unit in units)
        case Arrivals(unit=unit):
            for pose, files in islice(entries(state, unit), FEW):
                yield Deploy(unit=unit, pose=pose, files=files)
            yield Keep()


def _deployments(state: State, question: DeployUnits) -> Iterator[NinthAction]:
    """A unit, then the end of the turn; in the last turn all the rest at once."""
    standing = [unit for unit in question.units if state.table.units[unit].models]
    left = [unit for unit in question.units if unit not in standing]
    last = question.least == len(question.units)
    if last:
        yield DeployRest()
    if standing:
        yield EndDeployment()
    if not (question.most and len(standing) >= question.most):
        for unit in in_order(state, left)[:2]:
            if place := place_for(state, unit):
                yield Deploy(unit=unit, pose=place[0], files=place[1])
    yield from _joins(state, question, left)
    yield from _shifted(state, question, standing[-1:])
    if not standing:
        yield EndDeployment()
    if not last:
        yield DeployRest()


def _joins(state: State, question: DeployUnits, left: list[UnitId]) -> Iterator[NinthAction]:
    """A character in the first unit that takes him."""
    for unit in left:
        for host in question.hosts.get(unit, ()):
            action = Join(unit=unit, host=host, file=state.files[host] // 2)
            try:
                judge_among(state, question, action)
            except Refused:
                continue
            yield action
            return


def _shifted(state: State, question: DeployUnits, standing: list[UnitId]) -> Iterator[NinthAction]:
    """A unit that stands, set up anew an inch aside."""
    for unit in standing:
        pose = centre(ground_of(state).block(unit))
        there = Pose(pose.x + INCH, pose.y, pose.facing)
        action = Deploy(unit=unit, pose=there, files=state.files[unit])
        try:
            judge_deploy(state, question, action)
        except Refused:
            continue
        yield action


def _vanguards(state: State, units: tuple[UnitId, ...], far: int) -> Iterator[NinthAction]:
    for unit in units:
        for part in (far, far // 2, far // 4):
            path = (Straight(length=part),)
            if may_vanguard(state, unit, path):
                yield Advance(unit=unit, path=path)
                break
