"""Moving a unit as a formation, and where it could go. Lengths in 1/100 mm."""

from collections.abc import Iterator, Mapping
from math import ceil

from rules.core.refusals import Area, Refusal, Shape
from rules.core.values import ModelId, Point, UnitId
from rules.geometry import Arrangement, Field, Misfit, arrange, distance, path_length, transformed
from rules.geometry.reach import reach as reach_area
from rules.geometry.route import route_to
from rules.saga.actions import Path, Shift
from rules.saga.field.allowance import forced_targets
from rules.saga.field.declaring import declaration_violations, gaits
from rules.saga.field.ground import Ground
from rules.saga.field.march import March
from rules.saga.field.movement import judge_move, misdrawn
from rules.saga.field.orders import (
    FREE,
    MoveContext,
    MoveOrder,
    ShiftPlan,
    Violation,
    refusal_of,
    say,
)
from rules.saga.numbers import VS

TELLING = (
    "SAGA-TER-02", "SAGA-MOV-04", "SAGA-VS-02", "SAGA-VS-08", "SAGA-TER-04", "SAGA-SCN-6",
    "SAGA-TER-05",
)  # fmt: skip
"""Rules whose violation explains best why a formation cannot go where it was dragged."""
HALVINGS = 4
"""How finely the nearest possible shift is looked for."""
TINY = 1e-6
"""Lets the part that just fits an allowance be tried itself."""


def plan_shift(
    ground: Ground, unit: UnitId, shift: Shift, context: MoveContext = FREE
) -> ShiftPlan:
    """Paths that carry the unit by a shift, each the shortest legal way (SAGA-MOV-07).

    Models whose place is taken stand as near to it as they can, the unit in formation, but at
    least half must stand where they were carried. Where the shift is not possible the plan holds
    the refusal of the straight move and the nearest possible shift along it. The order, if there
    is one, is accepted by `judge_move` as it is.
    """
    empty = MoveOrder(unit=unit)
    malformed = misdrawn(ground, empty)
    if malformed is not None:
        return ShiftPlan(order=None, shift=shift, refusal=refusal_of([malformed]))
    forced = forced_targets(ground, unit, context)
    declared = declaration_violations(ground, empty, context, forced)
    if declared:
        return ShiftPlan(order=None, shift=shift, refusal=refusal_of(declared))
    shifting = Shifting(ground, unit, context)
    order = shifting.order(shift)
    if order is not None:
        return ShiftPlan(order=order, shift=shift)
    refusal = shifting.why_not(shift)
    part, order = _nearest(shifting, shift)
    return ShiftPlan(order=order, shift=part, refusal=refusal)


def _nearest(shifting: "Shifting", shift: Shift) -> tuple[Shift, MoveOrder | None]:
    """The largest part of a shift that is possible, by halving, and its order."""
    low = 0.0
    best: tuple[Shift, MoveOrder | None] = (scaled(shift, 0.0), None)
    fitting = list(shifting.fitting(shift))
    first = [part for part in fitting if 0.0 < part < 1.0]
    high = min(1.0, max(fitting) + TINY)
    for step in range(HALVINGS + len(first)):
        middle = first[step] if step < len(first) else (low + high) / 2
        if not low < middle < high:
            continue
        order = shifting.order(scaled(shift, middle))
        if order is None:
            high = middle
        else:
            low, best = middle, (scaled(shift, middle), order)
        if high - low < 0.05:
            break
    return best


def scaled(shift: Shift, part: float) -> Shift:
    """A part of a shift; way points belong to whole shifts only."""
    return Shift(
        dx=round(shift.dx * part), dy=round(shift.dy * part), turn=round(shift.turn * part)
    )


class Shifting:
    """One unit to be moved as a formation, in a plain move."""

    def __init__(self, ground: Ground, unit: UnitId, context: MoveContext) -> None:
        self.ground, self.unit, self.context = ground, unit, context
        self.march = March(ground, unit, "", context)
        self.starts = {key: at for key, (at, _) in self.march.starts.items()}
        self.radius = max(radius for _, radius in self.march.starts.values())
        self.gaits = gaits(ground, unit, context, False)

    def wished(self, shift: Shift) -> dict[ModelId, Point]:
        """Where the models would stand."""
        places = transformed(dict(self.starts.items()), (shift.dx, shift.dy), shift.turn)
        return {str(key): at for key, at in places.items()}

    def field(self, avoid: bool) -> Field:
        """What stands in the way of a plain move: nobody comes near an enemy (SAGA-VS-02)."""
        model = self.ground.models(self.unit)[0]
        base = self.ground.field(self.unit, self.radius, (), self.context.ignore, avoid)
        return base.with_keepouts(
            self.march.keepouts(model, self.march.shy_of(model), self.march.enemies)
        )

    def order(self, shift: Shift) -> MoveOrder | None:
        """A legal order for a shift, or None."""
        wished = self.wished(shift)
        best: tuple[float, MoveOrder] | None = None
        for avoid, allowance in self._fit_gaits(wished):
            field = self.field(avoid)
            free = sum(field.free(list(wished.values())))
            if 2 * free < len(wished):
                continue
            found = arrange(field, dict(self.starts.items()), dict(wished.items()), allowance, VS)
            if isinstance(found, Misfit):
                continue
            offs = [distance(at, wished[str(key)]) for key, at in found.places.items()]
            off = sum(offs)
            if 2 * offs.count(0.0) < len(offs):
                continue  # this is another place, not the wished one
            if best is not None and off >= best[0]:
                continue
            for order in self._orders(found, shift, avoid, allowance):
                if judge_move(self.ground, order, self.context).legal:
                    best = (off, order)
                    break
            if best is not None and best[0] == 0.0:
                break
        return best[1] if best is not None else None

    def _fit_gaits(self, wished: dict[ModelId, Point]) -> list[tuple[bool, int]]:
        """The gaits by which the wished places can be reached as the crow flies. Places in slowing
        ground want the slow one: the fast would only dodge them."""
        slow = any(
            self.ground.slowed_by((at,), self.radius, self.context.ignore) for at in wished.values()
        )
        fitting = [(avoid, allowance) for avoid, allowance in self.gaits if not (slow and avoid)]
        longest = max(distance(self.starts[key], at) for key, at in wished.items())
        return [gait for gait in fitting if longest <= gait[1] + 1]

    def fitting(self, shift: Shift) -> Iterator[float]:
        """The parts of a shift that bring the farthest model just within an allowance."""
        longest = max(distance(self.starts[k], at) for k, at in self.wished(shift).items())
        for _, allowance in self.gaits:
            yield (allowance - 2) / max(longest, 1.0)

    def _orders(
        self, found: Arrangement, shift: Shift, avoid: bool, allowance: int
    ) -> Iterator[MoveOrder]:
        """The order of an arrangement, through the way points if it can."""
        if shift.via:
            through = self._through(found, shift, avoid, allowance)
            if through is not None:
                yield through
        paths = [Path(model=str(key), points=found.routes[key].points) for key in found.order]
        yield MoveOrder(unit=self.unit, paths=tuple(p for p in paths if len(p.points) > 1))

    def _through(
        self, found: Arrangement, shift: Shift, avoid: bool, allowance: int
    ) -> MoveOrder | None:
        """Every model by way of the points at which the unit's middle was dragged."""
        count = len(self.starts)
        middle = (
            sum(x for x, _ in self.starts.values()) / count,
            sum(y for _, y in self.starts.values()) / count,
        )
        now, paths = dict(self.starts), []
        for key in map(str, found.order):
            field = self.field(avoid).with_discs(
                {("group", mate): (at, self.radius) for mate, at in now.items() if mate != key}
            )
            x, y = self.starts[key]
            stops = [(round(x + px - middle[0]), round(y + py - middle[1])) for px, py in shift.via]
            points: list[Point] = [(x, y)]
            for stop in (*stops, found.places[key]):
                left = allowance - path_length(points)
                way = route_to(field, points[-1], stop, left) if left > 0 else None
                if way is None:
                    return None
                points.extend(way.points[1:])
            now[key] = points[-1]
            if len(points) > 1:
                paths.append(Path(model=key, points=tuple(points)))
        return MoveOrder(unit=self.unit, paths=tuple(paths))

    def why_not(self, shift: Shift) -> Refusal:
        """What is wrong with the straight move: the most telling rule first."""
        wished = self.wished(shift)
        order = straight_order(self.unit, self.starts, wished)
        found = judge_move(self.ground, order, self.context)
        broken = sorted(found.violations, key=_weight)
        longest = [v for v in broken if v.rule == broken[0].rule]
        broken = (
            [max(longest, key=_excess), *(v for v in broken if v not in longest)]
            if broken
            else [Violation(rule="SAGA-MOV-08", line=say("move.no_way"))]
        )
        return refusal_of(broken)


def straight_order(
    unit: UnitId, starts: dict[ModelId, Point], wished: Mapping[ModelId, Point]
) -> MoveOrder:
    """Everybody straight to the wished place, the foremost first."""
    dx = sum(wished[key][0] - x for key, (x, _) in starts.items())
    dy = sum(wished[key][1] - y for key, (_, y) in starts.items())
    foremost = sorted(starts, key=lambda key: -(starts[key][0] * dx + starts[key][1] * dy))
    return MoveOrder(
        unit=unit,
        paths=tuple(
            Path(model=key, points=(starts[key], wished[key]))
            for key in foremost
            if wished[key] != starts[key]
        ),
    )


def _weight(violation: Violation) -> int:
    return TELLING.index(violation.rule) if violation.rule in TELLING else len(TELLING)


def _excess(violation: Violation) -> int:
    used = violation.line.params.get("used")
    return getattr(used, "value", 0)


def reach(ground: Ground, unit: UnitId, context: MoveContext = FREE) -> tuple[Shape, ...]:
    """Where models of the unit could end in a plain move, alone: Areas of style `reach` (the full
    allowance, in the open) and `reach_slow` (the S-based one, anywhere). A hint, no verdict."""
    shifting = Shifting(ground, unit, context)
    shapes: list[Shape] = []
    for avoid, allowance in shifting.gaits:
        field = shifting.field(avoid)
        found = reach_area(field, list(shifting.starts.values()), ceil(allowance))
        if found.rings:
            style = "reach" if avoid else "reach_slow"
            shapes.append(Area(rings=found.rings, style=style))
    return tuple(shapes)
