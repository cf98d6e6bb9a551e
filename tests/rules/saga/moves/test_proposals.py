"""What the planners propose is accepted as it is, and what is accepted is true when sampled."""

from math import cos, hypot, sin
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.refusals import Refusal
from rules.core.table import Table
from rules.core.values import INCH, Point, Pose
from rules.geometry import EPS, Field, Hull, hull_overlapped, point_along
from rules.geometry.route import Route, route_to
from rules.saga.actions import Path, Shift
from rules.saga.field import ways
from rules.saga.field.casualties import default_removal, legal_removal, removals
from rules.saga.field.engagement import engageable, plan_engagement
from rules.saga.field.formation import plan_shift
from rules.saga.field.ground import Ground, gaps_among
from rules.saga.field.movement import judge_move
from rules.saga.field.orders import MoveContext, MoveOrder
from rules.saga.field.withdrawal import judge_withdrawal, plan_withdrawal
from rules.saga.numbers import VS
from tests.rules.saga.moves.skirmish import KINDS, Skirmish, skirmish
from tests.rules.saga.moves.tiny import box, ground, line

seeds = st.integers(0, 10_000)
contexts = st.sampled_from(
    [
        MoveContext(),
        MoveContext(moves=1),
        MoveContext(steps=1),
        MoveContext(bonus=2 * INCH),
        MoveContext(ignore=frozenset({"uneven"})),
        MoveContext(ignore=frozenset({"friends", "gaps"})),
    ]
)


def a_shift(seed: int) -> Shift:
    random = Random(seed)
    angle, length = random.uniform(0, 6.283), random.uniform(1, 9) * INCH
    via = ((random.randrange(48 * INCH), random.randrange(36 * INCH)),) if seed % 5 == 0 else ()
    return Shift(
        dx=round(length * cos(angle)),
        dy=round(length * sin(angle)),
        turn=random.choice((0, 0, 20_000, -45_000)),
        via=via,
    )


def after(table: Table, order: MoveOrder) -> Table:
    return table.with_poses({path.model: Pose(*path.points[-1]) for path in order.paths})


def sampled_faults(table: Table, order: MoveOrder, open_gaps: str = "") -> list[str]:
    """Overlaps and gaps entered, found by walking every path in small steps."""
    faults = []
    now = {key: (model.pose.at, model.radius) for key, model in table.models.items()}
    hulls = [
        (unit, hull)
        for unit, one in table.units.items()
        if unit not in (order.unit, open_gaps)
        for _, hull in gaps_among(unit, {key: now[key] for key in one.models})
    ]
    for path in order.paths:
        radius = now[path.model][1]
        length = sum(
            hypot(b[0] - a[0], b[1] - a[1])
            for a, b in zip(path.points, path.points[1:], strict=False)
        )
        start = path.points[0]
        held = [hull for _, hull in hulls if hull_overlapped(hull, start, radius)]
        for step in range(int(length / 60) + 2):
            x, y = point_along(path.points, min(length, step * 60.0))
            for key, (at, r) in now.items():
                if key != path.model and hypot(at[0] - x, at[1] - y) < r + radius - EPS - 0.5:
                    faults.append(f"{path.model} overlaps {key}")
            faults += [
                f"{path.model} in a gap of {unit}"
                for unit, hull in hulls
                if hull not in held and _deep(hull, (x, y), radius)
            ]
        now[path.model] = (path.points[-1], radius)
    return faults


def _deep(hull: Hull, at: tuple[float, float], radius: int) -> bool:
    return hull_overlapped(hull, at, radius - 1)


@settings(max_examples=12)
@given(seeds, st.booleans(), contexts)
def test_every_engagement_proposed_is_legal(seed: int, mounted: bool, context: MoveContext) -> None:
    table = skirmish(seed, mounted=mounted)
    ground = Ground(table)
    for unit in table.of_side("a"):
        for target in engageable(ground, unit, context)[:2]:
            plan = plan_engagement(ground, unit, target, context)
            if isinstance(plan, Refusal):
                assert plan.rules[0] == "SAGA-ENG-17"
                continue
            judged = judge_move(Ground(table), plan, context)
            assert judged.legal
            assert any(near for near in judged.contacts.values())
            if not context.ignore:
                assert sampled_faults(table, plan, target) == []


def crowded(seed: int) -> Table:
    """Two warbands of 40 on foot and 8 pieces of ground."""
    made = Skirmish(seed)
    for number, size in enumerate((12, 8, 8, 8, 4)):
        for side in ("a", "b"):
            made.unit(f"{side}{number}", side, size, ("warriors",))
    for number in range(8):
        made.piece(f"p{number}", KINDS[number % 4])
    return made.table()


def test_a_command_that_mending_does_not_better_gives_way_to_another_order() -> None:
    """The usual order of models fails here, however often it is mended; going in another works."""
    table = crowded(1)
    plan = plan_engagement(Ground(table), "a1", "b4")
    assert isinstance(plan, MoveOrder)
    assert judge_move(Ground(table), plan).legal


@settings(max_examples=12)
@given(seeds, st.booleans(), contexts)
def test_every_shift_proposed_is_legal(seed: int, mounted: bool, context: MoveContext) -> None:
    table = skirmish(seed, mounted=mounted)
    for unit in table.of_side("a"):
        plan = plan_shift(Ground(table), unit, a_shift(seed), context)
        assert plan.order is not None or plan.refusal is not None
        if plan.order is None:
            continue
        judged = judge_move(Ground(table), plan.order, context)
        assert judged.legal
        assert not judged.contacts
        if not context.ignore:
            assert sampled_faults(table, plan.order) == []


@settings(max_examples=8)
@given(seeds, st.booleans())
def test_every_withdrawal_proposed_is_legal_and_leaves_the_enemy(seed: int, mounted: bool) -> None:
    table = skirmish(seed, mounted=mounted)
    ground = Ground(table)
    for unit in table.of_side("a"):
        for target in engageable(ground, unit)[:1]:
            plan = plan_engagement(ground, unit, target)
            if isinstance(plan, Refusal):
                continue
            fought = after(table, plan)
            for loser, winner in ((unit, target), (target, unit)):
                out = plan_withdrawal(Ground(fought), loser, (winner,))
                if out.order is None:
                    continue
                assert judge_withdrawal(Ground(fought), out.order, (winner,)).legal
                left = Ground(after(fought, out.order))
                assert all(left.gap(loser, foe) >= VS - EPS for foe in left.enemies(loser))


@settings(max_examples=10)
@given(seeds)
def test_the_proposal_is_the_same_every_time(seed: int) -> None:
    table = skirmish(seed, units=3)
    for unit in table.of_side("a"):
        for target in engageable(Ground(table), unit)[:1]:
            first = plan_engagement(Ground(table), unit, target)
            assert plan_engagement(Ground(table), unit, target) == first


@settings(max_examples=10)
@given(seeds)
def test_the_players_order_of_models_is_kept(seed: int) -> None:
    table = skirmish(seed, units=3, sizes=(4, 6))
    for unit in table.of_side("a"):
        order = tuple(reversed(table.units[unit].models))
        for target in engageable(Ground(table), unit)[:1]:
            plan = plan_engagement(Ground(table), unit, target, order=order)
            if isinstance(plan, MoveOrder):
                went = [path.model for path in plan.paths]
                assert went == [model for model in order if model in went]


@settings(max_examples=25)
@given(seeds, st.integers(1, 12))
def test_some_legal_casualties_can_always_be_chosen(seed: int, count: int) -> None:
    table = skirmish(seed, units=2, pieces=0)
    for unit, one in table.units.items():
        count = min(count, len(one.models))
        lost = default_removal(table, unit, count)
        assert len(set(lost)) == count
        assert legal_removal(table, unit, lost)
        choices = removals(table, unit, count, limit=6)
        assert choices[0] == lost
        assert all(legal_removal(table, unit, choice) for choice in choices)


@settings(max_examples=20)
@given(seeds, st.integers(0, 7))
def test_a_judge_never_raises_for_nonsense(seed: int, kind: int) -> None:
    table = skirmish(seed, units=2, sizes=(4,))
    ground, random = Ground(table), Random(seed)
    unit = next(iter(table.units))
    models = table.units[unit].models
    anywhere: Point = (random.randrange(-INCH, 50 * INCH), random.randrange(-INCH, 40 * INCH))
    start = table.models[models[0]].pose.at
    orders = [
        MoveOrder(unit="nobody"),
        MoveOrder(unit=unit, engage=unit),
        MoveOrder(unit=unit, paths=(Path(model="x", points=(start,)),)),
        MoveOrder(unit=unit, paths=(Path(model=models[0], points=()),)),
        MoveOrder(unit=unit, paths=(Path(model=models[0], points=(anywhere, start)),)),
        MoveOrder(unit=unit, paths=(Path(model=models[0], points=(start, anywhere)),)),
        MoveOrder(unit=unit, paths=(Path(model=models[0], points=(start, start)),) * 2),
        MoveOrder(
            unit=unit,
            paths=(Path(model=models[0], points=(start, start, anywhere)),),
            engage=next(iter(table.against(table.units[unit].side)), ""),
        ),
    ]
    judged = judge_move(ground, orders[kind])
    assert judged.legal or judged.refusal is not None


def test_a_way_is_looked_for_once_however_hard_the_engagement(monkeypatch: Any) -> None:
    """Planner and judge ask for the same ways again for every order of moving they try. Here an
    enemy was put on top of a model by agreement, with a wall at his back."""
    wall = box(18, 20.8, 27, 21.2)
    units = {"b": ("warriors", line(4, 20, 20, 1.2)), "a": ("warriors", ((21.3, 20.1),))}
    table = ground(units, {"wall": ("obstacle", wall)})
    searched: list[tuple[Field, Point, Point, float]] = []

    def counted(field: Field, start: Point, place: Point, allowance: float) -> Route | None:
        searched.append((field, start, place, allowance))
        return route_to(field, start, place, allowance)

    monkeypatch.setattr(ways, "route_to", counted)
    plan_engagement(table, "b", "a")
    assert len(searched) == len({(id(field), *rest) for field, *rest in searched}) > 0
