"""What a charge would be: its way, the place it ends at, its chance, and how far one threatens."""

from fractions import Fraction
from itertools import product

from msgspec.structs import replace

from rules.core.refusals import Area, Label, Refused, Shape, Trail
from rules.core.values import INCH, Line, Point, UnitId, Viewer
from rules.geometry.blocks import Block, bearing
from rules.geometry.measure import EPS, snap
from rules.ninth_age.actions import Chance, DeclareCharge, NinthPreview, PlanCharge, Threat
from rules.ninth_age.field.approach import Charged, in_reach
from rules.ninth_age.field.charging import check_target
from rules.ninth_age.field.ground import area, ground_of
from rules.ninth_age.play.moving.declaring import judge_charge
from rules.ninth_age.play.units.reading import charge_reach, foe_of, known, meant, rushing_dice
from rules.ninth_age.questions import Declare, NewTarget
from rules.ninth_age.state import State
from rules.ninth_age.views.asked import asked
from rules.ninth_age.views.dangers import endangered
from rules.ninth_age.views.formation import standing
from rules.ninth_age.wording import no, number, telling

FANS = (("threat_sure", 2), ("threat_even", 7), ("threat_far", 12))
"""Reaches that are drawn: with the least the dice can show, with what they show most often, and
with the most."""


def chance(state: State, unit: UnitId, distance: float) -> Fraction:
    """The chance that the charge dice reach so far (T9A-CHG-21, -22)."""
    faces = list(product(range(1, 7), repeat=rushing_dice(state, unit)))
    enough = sum(charge_reach(state, unit, roll) * INCH >= distance - EPS for roll in faces)
    return Fraction(enough, len(faces))


def _chance(state: State, unit: UnitId, target: UnitId) -> Chance:
    far = ground_of(state).closing(unit, target).gap(unit, target)
    odds = chance(state, unit, far)
    return Chance(unit=target, distance=round(far), thousandths=round(odds * 1000))


def _barred(state: State, unit: UnitId, target: UnitId) -> Line | None:
    """Why an enemy in sight and reach may not be charged: for want of a way or a place
    (T9A-CHG-02)."""
    try:
        judge_charge(state, unit, target)
    except Refused as refused:
        return refused.refusal.line
    return None


def charge_preview(state: State, viewer: Viewer, draft: PlanCharge) -> NinthPreview:
    """The way, the final aligned position, and the chance of the dice."""
    known(state, draft.unit)
    target = meant(state, draft.target)
    prompt = asked(state, viewer, draft.unit, Declare, NewTarget)
    question = prompt.question if prompt else None
    if isinstance(question, NewTarget) and (
        draft.unit != question.unit or target not in question.targets
    ):
        raise no("no_redirection", "T9A-CHG-14")
    if isinstance(question, Declare):
        judge_charge(state, draft.unit, target)
    friends = [u for u in state.charges if u != draft.unit]
    ground = ground_of(state)
    found = check_target(ground, draft.unit, target, friends, foe_of(state, target))
    action = DeclareCharge(unit=draft.unit, target=target) if prompt else None
    return NinthPreview(
        action=action,
        shapes=charge_shapes(found),
        chances=(_chance(state, draft.unit, target),),
        lines=endangered(state, draft.unit, found.blocks, ground.flies(draft.unit)),
        **standing(ground, draft.unit, found.end),
    )


def charge_shapes(found: Charged) -> tuple[Shape, ...]:
    """The way of the middle of the front, and where the unit would stand aligned."""
    points = tuple(snap(b.point(0, b.depth / 2)) for b in found.blocks)
    there = (area(found.target.solid, "aligned"),) if found.target else ()
    return (Trail(points=points, style="charge"), area(found.end.solid, "aligned"), *there)


def threat_preview(state: State, viewer: Viewer, draft: Threat) -> NinthPreview:
    """How far a charge reaches with which chance, and the enemies in sight with theirs."""
    known(state, draft.unit)
    ground = ground_of(state)
    block, movement = ground.block(draft.unit), ground.pace(draft.unit)
    targets = in_reach(ground, draft.unit)
    far_first = [
        _fan(state, draft.unit, block, (movement + dice) * INCH, style)
        for style, dice in reversed(FANS)
    ]
    declares = asked(state, viewer, draft.unit, Declare) is not None
    chances = tuple(
        replace(
            _chance(state, draft.unit, target),
            barred=_barred(state, draft.unit, target) if declares else None,
        )
        for target in targets
    )
    open_ones = [one for one in chances if one.barred is None]
    return NinthPreview(
        shapes=(
            *(shape for fan in far_first for shape in fan),
            *(area(ground.block(one.unit).solid, "target") for one in open_ones),
            *(_odds_label(ground.block(one.unit), one.thousandths) for one in open_ones),
        ),
        chances=chances,
        reach=tuple(
            Chance(
                unit=draft.unit,
                distance=far * INCH,
                thousandths=round(chance(state, draft.unit, far * INCH) * 1000),
            )
            for far in range(movement + 2, movement + 13)
        ),
    )


def _fan(state: State, unit: UnitId, block: Block, far: int, style: str) -> tuple[Shape, Shape]:
    """The part of the front arc within a distance of a block, and its chance."""
    left, right = block.corners[0], block.corners[1]
    ring: list[Point] = [snap(left)]
    for corner, first, last in ((left, -45, 0), (right, 0, 45)):
        for turn in range(first, last + 1, 5):
            x, y = bearing(block.facing + turn * 1000)
            ring.append(snap((corner[0] + x * far, corner[1] + y * far)))
    ring.append(snap(right))
    at = snap(block.point(0, block.depth / 2 + far))
    odds = round(chance(state, unit, far) * 100)
    line = telling("chance", n=number(odds))
    return Area(rings=(tuple(ring),), style=style), Label(at=at, line=line, style=style)


def _odds_label(block: Block, thousandths: int) -> Shape:
    line = telling("chance", n=number(round(thousandths / 10)))
    return Label(at=snap(block.at), line=line, style="target")
