"""Previews of shots: whom a unit reaches, with which dice and odds, and the lines to them."""

from rules.core.refusals import Area, Disc, Label, Shape, Trail
from rules.core.values import Point, UnitId, Viewer
from rules.geometry.blocks import Block, bearing
from rules.geometry.measure import snap
from rules.ninth_age.actions import Aims, NinthPreview, PlanShot, ShootAt, ShotAim
from rules.ninth_age.advice.aims import aim_of, aims
from rules.ninth_age.arms import Weapon
from rules.ninth_age.field.ground import Ground, area, ground_of
from rules.ninth_age.field.templates import template_radius
from rules.ninth_age.play.shooting.aiming import Fire, judge_fire
from rules.ninth_age.play.shooting.weapons import weapons
from rules.ninth_age.play.units.reading import known, meant
from rules.ninth_age.questions import HowToReact, ShootWith
from rules.ninth_age.state import State
from rules.ninth_age.wording import number, telling

QUARTER = range(0, 91, 5)
"""Degrees round a corner at which the edge of a reach all round is drawn."""
SWEEP = range(0, 46, 5)
"""Degrees outward from a corner of the front at which the edge of a reach is drawn."""


def aims_preview(state: State, viewer: Viewer, draft: Aims) -> NinthPreview:
    """Everybody whom a unit could shoot at now, in its turn or its opponent's."""
    known(state, draft.unit)
    ground = ground_of(state)
    found = aims(state, draft.unit)
    own = weapons(state, draft.unit)
    shapes: list[Shape] = [*reach(ground, draft.unit, own[0])] if own else []
    for aim in found:
        shapes += line_of(ground, draft.unit, aim)
    return NinthPreview(shots=found, shapes=tuple(shapes))


def shot_preview(state: State, viewer: Viewer, draft: PlanShot) -> NinthPreview:
    """One shot; before a charge, the one with which the charged unit would stand and shoot."""
    known(state, draft.unit)
    target = meant(state, draft.target)
    reacts = _reacts(state, viewer, draft.unit, target)
    fire = judge_fire(state, draft.unit, target, draft.weapon, draft.model, reaction=reacts)
    may = any(
        isinstance(prompt.question, ShootWith)
        and prompt.side in viewer
        and state.table.units[draft.unit].side == prompt.side
        for prompt in state.prompts.values()
    )
    action = ShootAt(unit=draft.unit, target=target, weapon=draft.weapon, model=draft.model)
    aim = aim_of(state, fire)
    ground = ground_of(state)
    return NinthPreview(
        action=action if may else None,
        shots=(aim,),
        shapes=(*line_of(ground, draft.unit, aim), *_template(state, fire)),
    )


def _reacts(state: State, viewer: Viewer, unit: UnitId, target: UnitId) -> bool:
    """Whether this unit is asked how it takes a charge by that one."""
    return any(
        isinstance(prompt.question, HowToReact)
        and prompt.side in viewer
        and (prompt.question.unit, prompt.question.charger) == (unit, target)
        for prompt in state.prompts.values()
    )


def line_of(ground: Ground, unit: UnitId, aim: ShotAim) -> tuple[Shape, ...]:
    """The line to a target, its outline, and the models that fall on average."""
    here, there = ground.block(unit), ground.block(aim.unit)
    far = any(s.key.endswith("long_range") for group in aim.volleys for s in group.sources)
    line = telling("expected", n=number(round(aim.losses / 1000)))
    label = (Label(at=snap(there.at), line=line, style="target"),) if aim.chances else ()
    return (
        Trail(
            points=(snap(here.point(0, here.depth / 2)), snap(there.at)),
            style="sight_far" if far else "sight",
        ),
        area(there.solid, "target"),
        *label,
    )


def reach(ground: Ground, unit: UnitId, weapon: Weapon) -> tuple[Shape, ...]:
    """How far a weapon of a unit reaches, and how far without the loss of long range."""
    block = ground.block(unit)
    drawn = around if ground.looks_round(unit) else fan
    if weapon.artillery in ("catapult", "breath", "flame"):
        return (drawn(block, weapon.reach, "reach"),)
    return (drawn(block, weapon.reach, "reach_slow"), drawn(block, weapon.reach // 2, "reach"))


def around(block: Block, far: int, style: str) -> Area:
    """All that lies within a distance of a block."""
    if block.disc:
        length = far + block.base[0] // 2
        ring = tuple(_out(block.at, turn * 1000, length) for turn in range(0, 360, 5))
        return Area(rings=(ring,), style=style)
    quarters = (
        (corner, block.facing + (90 * k - 90) * 1000) for k, corner in enumerate(block.corners)
    )
    ring = tuple(
        _out(corner, first + turn * 1000, far) for corner, first in quarters for turn in QUARTER
    )
    return Area(rings=(ring,), style=style)


def fan(block: Block, far: int, style: str) -> Area:
    """The part of the front arc within a distance of a block."""
    left, right = block.corners[0], block.corners[1]
    ring: list[Point] = [snap(left)]
    ring += [_out(left, block.facing - turn * 1000, far) for turn in reversed(SWEEP)]
    ring += [_out(right, block.facing + turn * 1000, far) for turn in SWEEP]
    ring.append(snap(right))
    return Area(rings=(tuple(ring),), style=style)


def _out(at: tuple[float, float], facing: int, length: int) -> Point:
    x, y = bearing(facing)
    return snap((at[0] + x * length, at[1] + y * length))


def _template(state: State, fire: Fire) -> tuple[Shape, ...]:
    """Where a template is aimed."""
    if fire.weapon.artillery not in ("catapult", "flame"):
        return ()
    at = state.table.models[fire.model].pose.at
    return (Disc(at=at, radius=template_radius(fire.weapon), style="target"),)
