"""Proposing a whole engagement that the judge accepts as it is (SAGA-ENG-16, -17)."""

from collections.abc import Iterator
from itertools import chain, islice

from rules.core.refusals import Refusal
from rules.core.values import Distance, ModelId, Named, Point, UnitId
from rules.geometry import Hull, hull_overlapped, within
from rules.geometry.measure import distance
from rules.geometry.route import Route
from rules.saga.actions import Path
from rules.saga.field.allowance import forced_targets
from rules.saga.field.casualties import formation_violations
from rules.saga.field.declaring import can_engage, declaration_violations, engageable, gaits
from rules.saga.field.ground import Ground
from rules.saga.field.march import March
from rules.saga.field.movement import judge_move, misdrawn
from rules.saga.field.orders import FREE, Judgement, MoveContext, MoveOrder, inches, refusal_of, say
from rules.saga.field.places import Finals
from rules.saga.field.ways import (
    Allowed,
    approach,
    full,
    linked_approach,
    ranked,
    shy_field,
    shy_way,
    way_in,
)
from rules.saga.numbers import VS

__all__ = ["can_engage", "engageable", "plan_engagement"]

MENDINGS = 5
"""How often a command that keeps the formation is improved before another order is tried."""
ATTEMPTS = 3
"""Orders of moving tried for each gait before the search gives up (SAGA-ENG-17)."""
NEAREST = 3
"""Enemy models, nearest first, looked at to tell who could reach one before anybody has moved."""
COMMANDS = 8
"""Different commands judged before the search gives up. Of those that were found most were the
first, none was later than the sixth."""


def plan_engagement(
    ground: Ground,
    unit: UnitId,
    target: UnitId,
    context: MoveContext = FREE,
    order: tuple[ModelId, ...] = (),
) -> MoveOrder | Refusal:
    """A whole engagement that `judge_move` accepts, the same for the same table every time.

    The models named in `order` go first, in that order; the rest follow nearest first. A Refusal
    when the declaration is not allowed, when nobody can reach (SAGA-ENG-01, SAGA-SEC-04), or when
    no complete legal command was found; its rules then begin with SAGA-ENG-17.
    """
    empty = MoveOrder(unit=unit, engage=target)
    malformed = misdrawn(ground, empty)
    if malformed is not None:
        return refusal_of([malformed])
    forced = forced_targets(ground, unit, context)
    declared = declaration_violations(ground, empty, context, forced)
    if declared:
        return refusal_of(declared)
    if not can_engage(ground, unit, target, context):
        return _out_of_reach(ground, unit, target, context)
    best: Judgement | None = None
    tries = chain.from_iterable(
        _plans(ground, unit, target, context, order, avoid, allowance)
        for avoid, allowance in gaits(ground, unit, context, target in forced)
    )
    for plan, judged in islice(tries, COMMANDS):
        if judged.legal:
            return plan
        if best is None or len(judged.violations) < len(best.violations):
            best = judged
    left = refusal_of(best.violations) if best is not None else None
    return Refusal(
        code="no_command",
        line=say("engage.no_command", target=Named(unit=target)),
        rules=("SAGA-ENG-17", *(left.rules if left else ())),
        shapes=left.shapes if left else (),
    )


def _out_of_reach(ground: Ground, unit: UnitId, target: UnitId, context: MoveContext) -> Refusal:
    allowance = gaits(ground, unit, context, False)[0][1]
    line = say(
        "engage.out_of_reach",
        target=Named(unit=target),
        gap=Distance(value=inches(ground.gap(unit, target))),
        limit=Distance(value=allowance),
    )
    return Refusal(code="out_of_reach", line=line, rules=("SAGA-ENG-01",))


def _plans(
    ground: Ground,
    unit: UnitId,
    target: UnitId,
    context: MoveContext,
    order: tuple[ModelId, ...],
    avoid: bool,
    allowance: int,
) -> Iterator[tuple[MoveOrder, Judgement]]:
    """Commands to try: the usual order first, then with whoever was in trouble moved about."""
    march = March(ground, unit, target, context)
    usual = sorted(march.at, key=lambda key: ranked(march, key)[0][0])
    fixed = [key for key in order if key in march.at]
    rest = [key for key in usual if key not in fixed]
    seen: set[tuple[ModelId, ...]] = set()
    tried: set[MoveOrder] = set()
    queue, more = [rest], True
    while queue and len(seen) < ATTEMPTS:
        turn = tuple(queue.pop(0))
        blamed: set[ModelId] = set()
        for linked in (False, True) if turn not in seen else ():
            plan = _carry_out(
                ground, unit, target, context, [*fixed, *turn], avoid, allowance, linked
            )
            if plan is None:
                break  # nobody came into contact: keeping together does not help
            for left in reversed(range(1 + MENDINGS)):
                if plan in tried:
                    break  # it was judged before: nothing new comes of it
                tried.add(plan)
                judged = _apart(ground, plan) or judge_move(ground, plan, context)
                yield plan, judged
                blamed = {v.model for v in judged.violations}
                if not judged.required or not left:
                    break
                plan = _mended(ground, plan, judged, context, avoid, allowance)
        seen.add(turn)
        calm = [key for key in rest if key not in blamed]
        upset = [key for key in rest if key in blamed]
        queue += [[*calm, *upset], [*upset, *calm]] if upset else []
        if more:
            queue = [_able_first(march, rest, avoid, allowance), *queue, rest[::-1]]
            more = False


def _mended(
    ground: Ground,
    plan: MoveOrder,
    judged: Judgement,
    context: MoveContext,
    avoid: bool,
    allowance: int,
) -> MoveOrder:
    """The same command, those in trouble doing their duty anew now that the places of all the
    others are known; whoever is then in the way of a path takes another."""
    blamed = {violation.model for violation in judged.violations}
    march = March(ground, plan.unit, plan.engage, context)
    drawn = {path.model: path.points for path in plan.paths}
    turn = [*drawn, *(key for key in march.at if key not in drawn)]
    foreign = ground.discs_of(*(key for key in ground.others(plan.unit) if key != plan.engage))
    ends = dict(march.at)
    ends |= {key: (points[-1], march.radius(key)) for key, points in drawn.items()}
    paths: list[Path] = []
    for model in turn:
        points = drawn.get(model, (march.place(model),))
        if model in blamed or march.field(model, avoid).first_breach(points) is not None:
            points = _duty(
                march, Finals(ground, ends, foreign).allowed, model, avoid, allowance
            ).points
        ends[model] = (points[-1], march.radius(model))
        if len(points) > 1:
            paths.append(Path(model=model, points=points))
            march.go(model, points[-1])
    return MoveOrder(unit=plan.unit, paths=tuple(paths), engage=plan.engage)


def _apart(ground: Ground, plan: MoveOrder) -> Judgement | None:
    """The judgement of a plan whose formation is broken: nothing more need be looked at."""
    ends = {path.model: path.points[-1] for path in plan.paths}
    finals = {key: (ends.get(key, at), r) for key, (at, r) in ground.discs_of(plan.unit).items()}
    broken = formation_violations(finals, ground.switches, plan.unit)
    return Judgement(allowance=0, violations=tuple(broken)) if broken else None


def _able_first(march: March, rest: list[ModelId], avoid: bool, allowance: int) -> list[ModelId]:
    """Those who can reach the enemy before anybody has moved go first, lest others bar the way."""
    able = [
        key
        for key in rest
        if any(
            way_in(march, key, enemy, allowance, avoid) is not None
            for gap, enemy in ranked(march, key)[:NEAREST]
            if within(gap, allowance)
        )
    ]
    return [*able, *(key for key in rest if key not in able)]


def _carry_out(
    ground: Ground,
    unit: UnitId,
    target: UnitId,
    context: MoveContext,
    turn: list[ModelId],
    avoid: bool,
    allowance: int,
    linked: bool,
) -> MoveOrder | None:
    """Every model does its duty, one after another; None when nobody comes into contact.

    `linked` makes each model keep to those that have moved before it.
    """
    march = March(ground, unit, target, context)
    fellows = _Fellows(march, linked)
    paths: list[Path] = []
    for model in turn:
        route = _duty(march, fellows, model, avoid, allowance)
        fellows.moved.append(model)
        if len(route.points) > 1:
            paths.append(Path(model=model, points=route.points))
            march.go(model, route.end)
    if not any(key in march.targets for model in march.at for key in march.touched(model)):
        return None
    return MoveOrder(unit=unit, paths=tuple(paths), engage=target)


class _Fellows:
    """Where a model may end as far as its comrades that have moved are concerned."""

    def __init__(self, march: March, linked: bool) -> None:
        self.march = march
        self.linked = linked
        self.moved: list[ModelId] = []
        ground = march.ground
        self.foreign = ground.discs_of(
            *(key for key in ground.others(march.unit) if key != march.target)
        )

    def near(self, model: ModelId, place: Point) -> list[ModelId]:
        """Those that have moved and are within VS."""
        at, radius = self.march.at, self.march.radius(model)
        return [
            key
            for key in self.moved
            if within(distance(at[key][0], place) - radius - at[key][1], VS)
        ]

    def __call__(self, model: ModelId, place: Point) -> bool:
        """Whether the model may end there (SAGA-ENG-08)."""
        near = self.near(model, place)
        if self.linked and self.moved and not near:
            return False
        radius = self.march.radius(model)
        bases = [
            (at, r) for at, r in self.foreign.values() if distance(at, place) < VS + 3 * radius + r
        ]
        hulls = [Hull(place, radius, *self.march.at[key]) for key in near] if bases else []
        return not any(hull_overlapped(hull, at, r) for hull in hulls for at, r in bases)


def _duty(march: March, allowed: Allowed, model: ModelId, avoid: bool, allowance: int) -> Route:
    """What a model owes: the nearest contact it can have, else as near as it can come."""
    targets = ranked(march, model)
    room = 5 * VS if march.ground.obstacles else 0
    for gap, enemy in targets:
        if not within(gap - room, allowance):
            break
        if full(march, model, enemy):
            continue
        way = way_in(march, model, enemy, allowance, avoid, allowed)
        if way is not None:
            return way
    nearest = targets[0][1]
    best = approach(march, model, [nearest], allowance, avoid)
    if allowed(model, best.route.end):
        return best.route
    way = linked_approach(march, model, nearest, allowance, avoid, allowed, targets[0][0] + VS)
    return way or _keep_up(march, allowed, model, nearest, allowance, avoid) or best.route


def _keep_up(
    march: March, allowed: Allowed, model: ModelId, enemy: ModelId, allowance: int, avoid: bool
) -> Route | None:
    """Where no ring round the enemy has room: a place beside a comrade, the nearest to it."""
    field, start, to = shy_field(march, model, avoid), march.place(model), march.targets[enemy][0]
    radius = march.radius(model)
    places = []
    for key, (at, s) in march.at.items():
        if key == model:
            continue
        keep = s + radius + VS // 2
        for dx, dy in (
            (0, -1),
            (-1, 0),
            (1, 0),
            (0, 1),
            (-0.7, -0.7),
            (0.7, -0.7),
            (-0.7, 0.7),
            (0.7, 0.7),
        ):
            places.append((round(at[0] + dx * keep), round(at[1] + dy * keep)))
    places.sort(key=lambda place: (distance(place, to), place))
    tries = 0
    for place in places:
        if not within(distance(start, place), allowance) or not allowed(model, place):
            continue
        if field.occupied(place) is not None:
            continue
        tries += 1
        route = shy_way(march, model, place, allowance, avoid)
        if route is not None or tries > 6:
            return route
    return None
