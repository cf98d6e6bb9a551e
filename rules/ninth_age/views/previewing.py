"""What a draft would mean, through the functions that judge the answer. Never rolls."""

from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any

import msgspec

from rules.core.agenda import Prompt
from rules.core.refusals import Area, Refusal, Refused, Shape, Trail
from rules.core.values import Line, Point, Viewer
from rules.geometry.blocks import TURN, Block, turned
from rules.geometry.measure import snap
from rules.geometry.wheels import wheel_pivot
from rules.ninth_age.actions import (
    Advance,
    Aims,
    Answers,
    DeclareCharge,
    Enter,
    Join,
    March,
    NinthPreview,
    Part,
    PlanCharge,
    PlanEnter,
    PlanFlight,
    PlanJoin,
    PlanMove,
    PlanReform,
    PlanShot,
    PlanWander,
    Reform,
    ShootAt,
    SwiftReform,
    Threat,
    Wander,
    Wheel,
)
from rules.ninth_age.advice.reaching import as_far_as
from rules.ninth_age.advice.suggest import suggest
from rules.ninth_age.field.ground import area, ground_of
from rules.ninth_age.field.paths import Judged, after
from rules.ninth_age.field.terrain import (
    block_of,
)
from rules.ninth_age.field.wandering import wander
from rules.ninth_age.opening.actions import PlanDeploy
from rules.ninth_age.opening.questions import DeployUnits, VanguardMoves
from rules.ninth_age.play.moving.characters import judge_join
from rules.ninth_age.play.moving.compulsory import judge_forming
from rules.ninth_age.play.moving.flight import away_from, course
from rules.ninth_age.play.moving.garrisons import judge_enter
from rules.ninth_age.play.moving.remaining import (
    check_own_ranks,
    judge,
    judge_reforming,
    option,
)
from rules.ninth_age.play.moving.wandering import charged_by, check_facing
from rules.ninth_age.play.opening.beginning import judge_vanguard
from rules.ninth_age.play.units.presence import leadership
from rules.ninth_age.play.units.reading import (
    known,
    may_march,
    may_move,
    meant,
    random_dice,
)
from rules.ninth_age.questions import (
    AfterHalt,
    AfterSwift,
    Declare,
    FormUp,
    MoveUnits,
    NewTarget,
    NextWander,
    ShootWith,
)
from rules.ninth_age.state import State
from rules.ninth_age.views import opening
from rules.ninth_age.views.asked import asked
from rules.ninth_age.views.charges import charge_preview, threat_preview
from rules.ninth_age.views.dangers import endangered
from rules.ninth_age.views.fleeing import flown, shaken
from rules.ninth_age.views.formation import formation, standing
from rules.ninth_age.views.shots import aims_preview, shot_preview
from rules.ninth_age.wording import length, named, no

replace = msgspec.structs.replace

AVERAGE = 7
"""Inches of a flight that is only asked about: what two dice show most often."""


def preview(state: State, viewer: Viewer, draft: Any) -> NinthPreview:
    """What a draft would mean to these eyes."""
    try:
        return PREVIEWS[type(draft)](state, viewer, draft)
    except Refused as refused:
        return NinthPreview(refusal=refused.refusal)


# --- moves ----------------------------------------------------------------------------------------


def _move(state: State, viewer: Viewer, draft: PlanMove) -> NinthPreview:
    """A path: where it ends, its wheels, what it uses; the action where it may be given now."""
    known(state, draft.unit)
    prompt = asked(state, viewer, draft.unit, MoveUnits, AfterHalt, AfterSwift, VanguardMoves)
    question = prompt.question if prompt else None
    if isinstance(question, VanguardMoves):
        return _vanguard(state, question, draft)
    still = isinstance(question, AfterHalt | AfterSwift)
    if isinstance(question, MoveUnits) and not may_move(state, draft.unit):
        raise no("may_not_move", "T9A-REM-02", unit=named(draft.unit))
    if still and (draft.march or getattr(question, "unit", "") != draft.unit):
        raise no("not_in_list")
    may = option(state, draft.unit, on_foot=draft.on_foot)
    shown = NinthPreview(
        shapes=drawn(ground_of(state).block(draft.unit), draft.path),
        allowance=may.march if draft.march else may.advance,
        test=may.test if draft.march else 0,
    )
    judging = partial(
        judge, state, draft.unit, march=draft.march,
        forward=isinstance(question, AfterHalt), on_foot=draft.on_foot,
    )  # fmt: skip
    kind = March if draft.march else Advance
    try:
        judged = judging(draft.path)
    except Refused as refused:
        path = _nearest(draft, judging)
        near = kind(unit=draft.unit, path=path, on_foot=draft.on_foot) if prompt and path else None
        refusal = refused.refusal
        if isinstance(question, MoveUnits) and not draft.march and refusal.code == "too_far":
            refusal = _unless_marching(state, draft, refusal)
        return replace(shown, refusal=refusal, action=near)
    return replace(
        shown,
        action=kind(unit=draft.unit, path=draft.path, on_foot=draft.on_foot) if prompt else None,
        used=round(judged.used),
        lines=endangered(state, draft.unit, judged.blocks, judged.flying) if draft.march else (),
        **standing(ground_of(state), draft.unit, judged.end),
    )


def _unless_marching(state: State, draft: PlanMove, refusal: Refusal) -> Refusal:
    """Why a path is too long for an advance; with what a march allows, where one would do
    (T9A-MARCH-01)."""
    try:
        marched = judge(state, draft.unit, draft.path, march=True, on_foot=draft.on_foot)
    except Refused:
        return refusal
    places = {**refusal.line.params, "march": length(marched.allowance)}
    return replace(refusal, line=Line(key="ninth_age.refusal.too_far_march", params=places))


def _vanguard(state: State, question: VanguardMoves, draft: PlanMove) -> NinthPreview:
    """The move of a vanguard before the battle."""
    if draft.unit not in question.units or draft.march:
        raise no("not_in_list")
    shown = NinthPreview(
        shapes=drawn(ground_of(state).block(draft.unit), draft.path), allowance=question.length
    )
    judging = partial(judge_vanguard, state, draft.unit)
    try:
        judged = judging(draft.path)
    except Refused as refused:
        path = _nearest(draft, judging)
        near = Advance(unit=draft.unit, path=path) if path else None
        return replace(shown, refusal=refused.refusal, action=near)
    return replace(
        shown,
        action=Advance(unit=draft.unit, path=draft.path),
        used=round(judged.used),
        **standing(ground_of(state), draft.unit, judged.end),
    )


def _nearest(draft: PlanMove, judging: Callable[[tuple[Part, ...]], Judged]) -> tuple[Part, ...]:
    """As far along a refused path as is allowed, where that is asked; empty where nowhere is."""

    def fits(path: tuple[Part, ...]) -> bool:
        try:
            judged = judging(path)
        except Refused:
            return False
        return judged.used <= judged.allowance

    return as_far_as(draft.path, fits) if draft.nearest else ()


def drawn(block: Block, path: tuple[Part, ...]) -> tuple[Shape, ...]:
    """The way of the middle of the front, and a sector for each wheel."""
    shapes: list[Shape] = []
    points: list[Point] = [snap(block.point(0, block.depth / 2))]
    for part in path[:24]:
        if isinstance(part, Wheel) and abs(part.turn) <= TURN:
            shapes.append(sector(block, part.turn))
        block = after(block, part)
        points.append(snap(block.point(0, block.depth / 2)))
    return (*shapes, Trail(points=tuple(points), style="path"))


def sector(block: Block, turn: int) -> Shape:
    """What the front sweeps when it wheels."""
    pivot = wheel_pivot(block, turn)
    outer = block.corners[1 if turn < 0 else 0]
    steps = max(2, abs(turn) // 5000)
    arc = [snap(turned(outer, pivot, turn * k / steps)) for k in range(steps + 1)]
    return Area(rings=((snap(pivot), *arc),), style="wheel")


def _reform(state: State, viewer: Viewer, draft: PlanReform) -> NinthPreview:
    """Another formation about the same centre."""
    known(state, draft.unit)
    prompt = asked(state, viewer, draft.unit, MoveUnits, FormUp)
    question = prompt.question if prompt else None
    if isinstance(question, MoveUnits) and not may_move(state, draft.unit):
        raise no("may_not_move", "T9A-REM-02", unit=named(draft.unit))
    if isinstance(question, FormUp) and (question.unit != draft.unit or draft.swift):
        raise no("not_in_list")
    if draft.swift and not state.stats[draft.unit].musician:
        raise no("no_musician", "T9A-REF-02", unit=named(draft.unit))
    ground = ground_of(state)
    kind = SwiftReform if draft.swift else Reform
    action = kind(unit=draft.unit, files=draft.files, facing=draft.facing)
    if isinstance(question, FormUp) and isinstance(action, Reform):
        check_own_ranks(state, draft.unit)
        formed = judge_forming(state, question, action)
    else:
        formed = judge_reforming(state, draft.unit, draft.files, draft.facing)
    return NinthPreview(
        action=action if prompt else None,
        test=leadership(state, draft.unit) if draft.swift else getattr(question, "test", 0),
        ghosts=ground.poses(draft.unit, formed.block, formed.order),
        **formation(formed.block),
    )


def _join(state: State, viewer: Viewer, draft: PlanJoin) -> NinthPreview:
    """A character's way into a unit, and where everybody would stand."""
    if among := opening.plan_among(state, viewer, draft):
        return among
    known(state, draft.unit)
    prompt = asked(state, viewer, draft.unit, MoveUnits)
    host = meant(state, draft.host)
    action = Join(
        unit=draft.unit, host=host, file=draft.file, march=draft.march, on_foot=draft.on_foot
    )
    found = judge_join(state, action)
    may = option(state, draft.unit, on_foot=draft.on_foot)
    points = tuple(snap(block.at) for block in found.judged.blocks)
    return NinthPreview(
        action=action if prompt else None,
        shapes=(Trail(points=points, style="path"),),
        used=round(found.judged.used),
        allowance=found.judged.allowance,
        test=may.test if draft.march else 0,
        **standing(found.ground, host, found.ground.block(host)),
    )


def _enter(state: State, viewer: Viewer, draft: PlanEnter) -> NinthPreview:
    """The way into a building: an advance, or a march where that does not reach it."""
    known(state, draft.unit)
    prompt = asked(state, viewer, draft.unit, MoveUnits)
    action = Enter(unit=draft.unit, building=draft.building)
    try:
        found = judge_enter(state, action)
    except Refused as refused:
        if refused.refusal.code != "garrison_far" or not may_march(state, draft.unit):
            raise
        action = Enter(unit=draft.unit, building=draft.building, march=True)
        found = judge_enter(state, action)
    there = block_of(state.table.terrain[draft.building])
    return NinthPreview(
        action=action if prompt else None,
        shapes=(Trail(points=tuple(snap(block.at) for block in found.blocks), style="path"),),
        used=round(found.used),
        allowance=found.allowance,
        test=option(state, draft.unit).test if action.march else 0,
        **formation(there),
    )


LEAST, MOST = 1, 6
"""Faces of a die: the shortest and the longest random move are drawn."""


def _wander(state: State, viewer: Viewer, draft: PlanWander) -> NinthPreview:
    """How far a random move leads, and whom it would charge on the way."""
    known(state, draft.unit)
    if not 0 <= draft.facing < TURN:
        raise no("facing")
    prompt = asked(state, viewer, draft.unit, NextWander)
    question = prompt.question if prompt else None
    dice = 1 if state.did(draft.unit, "stupefied") else random_dice(state, draft.unit)
    if not dice or (isinstance(question, NextWander) and draft.unit not in question.units):
        raise no("not_in_list")
    check_facing(state, draft.unit, draft.facing)
    ground, foes = ground_of(state), charged_by(state, draft.unit)
    shortest, longest = (
        wander(ground, draft.unit, draft.facing, face * dice, foes) for face in (LEAST, MOST)
    )
    end = longest.charged.end if longest.charged else longest.blocks[-1]
    targets = (area(ground.block(longest.target).solid, "target"),) if longest.target else ()
    points = tuple(snap(b.at) for b in (ground.block(draft.unit), shortest.blocks[-1], end))
    return NinthPreview(
        action=Wander(unit=draft.unit, facing=draft.facing) if prompt else None,
        shapes=(Trail(points=points, style="flight"), *targets),
        **standing(ground, draft.unit, end),
    )


def _flight(state: State, viewer: Viewer, draft: PlanFlight) -> NinthPreview:
    """Where a flight of average length would lead."""
    known(state, draft.unit)
    ground = ground_of(state)
    facing = None
    if draft.away:
        known(state, draft.away)
        if draft.away == draft.unit:
            raise no("not_enemy")
        facing = away_from(ground, draft.unit, draft.away)
    led = course(ground, draft.unit, AVERAGE, facing, state.switches)
    points = tuple(snap(b.at) for b in led.blocks)
    passed = [ground.block(key) for key in led.passed if key in state.table.units]
    shapes = (
        Trail(points=points, style="flight"),
        *(area(block.solid, "breach") for block in passed),
    )
    on = led.destroyed or led.pushed
    pushed = [key for key in led.pushed if key in state.table.units]
    parts = flown(draft.unit, AVERAGE, led.length, pushed, destroyed=led.destroyed)
    return NinthPreview(
        shapes=shapes,
        lines=(*([parts] if on else []), *shaken(state, draft.unit, led)),
        **standing(ground, draft.unit, led.end),
    )


MOST_ANSWERS = 24


def _answers(state: State, viewer: Viewer, draft: Answers) -> NinthPreview:
    """Some answers to a question, for those who are asked."""
    prompt = state.prompts.get(draft.prompt)
    if prompt is None or prompt.side not in viewer:
        raise no("not_in_list")
    return NinthPreview(answers=tuple(islice(suggest(state, prompt), MOST_ANSWERS)))


PREVIEWS: dict[type[Any], Callable[[State, Viewer, Any], NinthPreview]] = {
    PlanMove: _move,
    PlanReform: _reform,
    PlanJoin: _join,
    PlanEnter: _enter,
    PlanCharge: charge_preview,
    Threat: threat_preview,
    PlanWander: _wander,
    PlanFlight: _flight,
    Aims: aims_preview,
    PlanShot: shot_preview,
    Answers: _answers,
    PlanDeploy: opening.plan_deploy,
}
"""How each draft is previewed."""


def draft_of(state: State, prompt: Prompt, action: Any) -> Any | None:
    """The draft whose finished form is this answer; None where none is drafted.

    A foreign unit's move is only measured, whatever is asked.
    """
    unit = state.table.units.get(getattr(action, "unit", ""))
    if unit is None or unit.side != prompt.side:
        return None
    match prompt.question, action:
        case (
            (MoveUnits() | AfterHalt() | AfterSwift() | VanguardMoves()),
            Advance(unit=key, path=path),
        ):
            return PlanMove(unit=key, path=path, on_foot=action.on_foot)
        case MoveUnits(), March(unit=key, path=path):
            return PlanMove(unit=key, path=path, march=True, on_foot=action.on_foot)
        case ((MoveUnits() | FormUp()), Reform(unit=key, files=files, facing=facing)):
            return PlanReform(unit=key, files=files, facing=facing)
        case ((MoveUnits() | DeployUnits()), Join(unit=key, host=host, file=file)):
            return PlanJoin(
                unit=key, host=host, file=file, march=action.march, on_foot=action.on_foot
            )
        case MoveUnits(), Enter(unit=key, building=building):
            return PlanEnter(unit=key, building=building)
        case MoveUnits(), SwiftReform(unit=key, files=files, facing=facing):
            return PlanReform(unit=key, files=files, facing=facing, swift=True)
        case NextWander(), Wander(unit=key, facing=facing):
            return PlanWander(unit=key, facing=facing)
        case ((Declare() | NewTarget()), DeclareCharge(unit=key, target=target)):
            return PlanCharge(unit=key, target=target)
        case ShootWith(), ShootAt(unit=key, target=target, weapon=weapon, model=model):
            return PlanShot(unit=key, target=target, weapon=weapon, model=model)
    return opening.draft_of(prompt, action)
