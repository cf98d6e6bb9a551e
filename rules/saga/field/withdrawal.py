"""Leaving a lost melee (SAGA-MEL-11, -12). Lengths in 1/100 mm."""

from collections.abc import Iterator
from math import cos, hypot, pi, sin

from rules.core.refusals import Refusal
from rules.core.values import Distance, ModelId, Point, UnitId
from rules.geometry import Arrangement, Misfit, arrange, distance, path_length, transformed
from rules.geometry.measure import EPS
from rules.geometry.reach import Refuge, reach
from rules.saga.actions import Path, Shift
from rules.saga.field.casualties import formation_violations
from rules.saga.field.formation import straight_order
from rules.saga.field.ground import Disc, Ground
from rules.saga.field.march import March
from rules.saga.field.movement import breach_violations, length_violation, misdrawn
from rules.saga.field.orders import (
    Judgement,
    MoveOrder,
    ShiftPlan,
    Violation,
    named,
    refusal_of,
    say,
)
from rules.saga.field.places import covered_bases
from rules.saga.field.showing import spot
from rules.saga.numbers import VS, M, S, base_move

WAYS = ((1.0, 0), (1.0, 35), (1.0, -35), (0.6, 0), (0.6, 50), (0.6, -50), (1.0, 75), (1.0, -75))
"""Parts of M, and degrees from straight away from the enemy; the first is tried before it is
worked out where each model could go at all."""
PLACES = 40
"""How many places are thought of for the model that has the fewest."""
ATTEMPTS = 6
"""How many ways are tried then, those first that suit the most models."""


def judge_withdrawal(ground: Ground, order: MoveOrder, fought: tuple[UnitId, ...]) -> Judgement:
    """What the rules say to a withdrawal; `fought` are the enemy units of the melee.

    Each model goes M (mounted L), S where its own way touches slowing ground; it ends VS or more
    from every enemy, the unit in formation (SAGA-MEL-11). The gaps of `fought` are open.
    """
    malformed = misdrawn(ground, order)
    if malformed is not None:
        return Judgement(allowance=0, violations=(malformed,))
    march = March(ground, order.unit, open_gaps=fought)
    fast = base_move(ground.unit(order.unit).has("mounted"), False)
    found: list[Violation] = []
    slowed = False
    for path in order.paths:
        radius = march.radius(path.model)
        slower = ground.slowed_by(path.points, radius)
        slowed = slowed or bool(slower)
        length = path_length(path.points)
        too_long = length_violation(ground, path, length, S if slower else fast, fast, slower)
        if too_long is not None:
            found.append(too_long)
        if len(path.points) > 1:
            breaches = march.field(path.model).breaches(path.points)
            found += breach_violations(ground, path.model, breaches, radius)
        march.go(path.model, path.points[-1])
    found += [v for key, disc in march.at.items() if (v := _too_near(march, key, disc))]
    found += formation_violations(march.at, ground.switches, order.unit)
    foreign = ground.discs_of(*ground.others(order.unit))
    found += covered_bases(ground, order.unit, march.at, foreign, march.starts)
    used = max((path_length(path.points) for path in order.paths), default=0.0)
    return Judgement(allowance=fast, slowed=slowed, used=round(used), violations=tuple(found))


def _too_near(march: March, model: ModelId, disc: Disc) -> Violation | None:
    """Whether a model ends nearer than VS to an enemy."""
    (at, radius) = disc
    near = [
        key for key, (to, s) in march.enemies.items() if distance(at, to) - radius - s < VS - EPS
    ]
    if not near:
        return None
    line = say("move.withdraw_near", limit=Distance(value=VS), **named(march.unit, model))
    return Violation(
        rule="SAGA-MEL-11",
        line=line,
        model=model,
        shapes=tuple(spot(march.enemies[key]) for key in near),
    )


def plan_withdrawal(
    ground: Ground, unit: UnitId, fought: tuple[UnitId, ...], shift: Shift | None = None
) -> ShiftPlan:
    """A withdrawal that `judge_withdrawal` accepts: by a shift, or the server's own.

    With a shift that is not possible the plan holds its refusal and the server's own order.
    `order` None: there is no legal withdrawal (SAGA-MEL-12).
    """
    if shift is None:
        # Asked whether there is a way out, and then for it: the search is the same.
        key = ("withdrawal", unit, fought)
        plan: ShiftPlan | None = ground.known.get(key)
        if plan is None:
            plan = ground.known[key] = _own_plan(_Leaving(ground, unit, fought))
        return plan
    leaving = _Leaving(ground, unit, fought)
    order = leaving.order(shift, exact=True)
    if order is not None:
        return ShiftPlan(order=order, shift=shift)
    refusal = leaving.why_not(shift)
    own = plan_withdrawal(ground, unit, fought)
    return ShiftPlan(order=own.order, shift=own.shift, refusal=refusal)


def _own_plan(leaving: "_Leaving") -> ShiftPlan:
    """The server's own way out, the first found."""
    for shift in leaving.shifts():
        order = leaving.order(shift)
        if order is not None:
            return ShiftPlan(order=order, shift=shift)
    none = Violation(rule="SAGA-MEL-12", line=say("move.no_withdrawal"))
    return ShiftPlan(order=None, shift=Shift(dx=0, dy=0), refusal=refusal_of([none]))


def unplaceable(ground: Ground, unit: UnitId, fought: tuple[UnitId, ...]) -> tuple[ModelId, ...]:
    """When neither side can withdraw: the models to remove so that the rest can (SAGA-MEL-12).

    Those that block the way out first; all of them where nobody can be placed.
    """
    lost: list[ModelId] = []
    rest = ground
    while rest.models(unit):
        leaving = _Leaving(rest, unit, fought)
        if _own_plan(leaving).order is not None:
            break
        lost += leaving.stuck()
        rest = Ground(ground.table.without(tuple(lost)), ground.switches)
    return tuple(lost)


class _Leaving:
    """One unit on its way out."""

    def __init__(self, ground: Ground, unit: UnitId, fought: tuple[UnitId, ...]) -> None:
        self.ground, self.unit, self.fought = ground, unit, fought
        self.march = March(ground, unit, open_gaps=fought)
        self.starts = {key: at for key, (at, _) in self.march.starts.items()}
        self.radius = max(radius for _, radius in self.march.starts.values())
        self.fast = base_move(ground.unit(unit).has("mounted"), False)
        self.bases = self._near()
        self.slowing = any(
            outline.distance(at) <= self.radius + self.fast
            for _, outline in (*ground.uneven, *ground.obstacles)
            for at in self.starts.values()
        )
        self.allowed = self._allowances()
        self.misfits: dict[ModelId, int] = {}
        self.refuge = Refuge([(at, VS + self.radius + r - EPS) for at, r in self.bases])
        self._safe_places: dict[ModelId, list[Point]] = {}

    def _near(self) -> list[Disc]:
        """The enemies that a model could come within VS of."""
        far = self.fast + VS + 2 * EPS
        return [
            (to, s)
            for to, s in self.march.enemies.values()
            if any(distance(at, to) - self.radius - s <= far for at in self.starts.values())
        ]

    def _allowances(self) -> dict[ModelId, int]:
        """What each model may go in the open: S where it stands in slowing ground."""
        return {
            key: S if self.ground.slowed_by((at,), self.radius) else self.fast
            for key, at in self.starts.items()
        }

    def order(self, shift: Shift, exact: bool = False) -> MoveOrder | None:
        """A legal order for a shift, or None. `exact`: half the models must go where it says."""
        wished = self._wished(shift)
        short = hypot(shift.dx, shift.dy) <= S + VS
        for slow in (False, True) if self.slowing and short else (False,):
            found = self._arranged(shift, slow)
            if isinstance(found, Misfit):
                self.misfits[str(found.key)] = self.misfits.get(str(found.key), 0) + 1
                continue
            kept = sum(found.places[key] == at for key, at in wished.items())
            if exact and 2 * kept < len(wished):
                continue
            order = self._command(found)
            if judge_withdrawal(self.ground, order, self.fought).legal:
                return order
        return None

    def _arranged(self, shift: Shift, slow: bool) -> Arrangement | Misfit:
        field = self.ground.field(self.unit, self.radius, self.fought, avoid=not slow)
        # Nobody need look for ways much longer than the shift itself.
        room = round(hypot(shift.dx, shift.dy) * 1.15) + VS
        most = min(room, S) if slow else room
        allowed = {key: min(most, own) for key, own in self.allowed.items()}
        return arrange(
            field,
            dict(self.starts.items()),
            dict(self._wished(shift).items()),
            dict(allowed.items()),
            VS,
            self.refuge.holds,
        )

    def _wished(self, shift: Shift) -> dict[ModelId, Point]:
        places = transformed(dict(self.starts.items()), (shift.dx, shift.dy), shift.turn)
        return {str(key): at for key, at in places.items()}

    def _command(self, found: Arrangement) -> MoveOrder:
        paths = [Path(model=str(key), points=found.routes[key].points) for key in found.order]
        return MoveOrder(unit=self.unit, paths=tuple(p for p in paths if len(p.points) > 1))

    def shifts(self) -> Iterator[Shift]:
        """Where to go: straight away from those fought first, then wherever most models find a
        safe place, riders no further than M if that will do. Ends where a model has none."""
        ways = self._away()
        tried = ways[:1]
        yield from tried
        for limit in sorted({min(self.fast, M), self.fast}):
            if not self._look(limit):
                continue
            ways += self._elsewhere()
            rest = [way for way in dict.fromkeys(ways) if way not in tried]
            unsuited = self._unsuited(rest)
            best = sorted(rest, key=unsuited.__getitem__)[:ATTEMPTS]
            yield from best
            tried += best

    def _elsewhere(self) -> list[Shift]:
        """What brings the model with the fewest safe places to some of them."""
        worst = min(self.starts, key=lambda key: len(self._safe_places[key]))
        places, start = self._safe_places[worst], self.starts[worst]
        return [
            Shift(dx=to[0] - start[0], dy=to[1] - start[1])
            for to in places[:: max(1, len(places) // PLACES)]
        ]

    def _unsuited(self, shifts: list[Shift]) -> dict[Shift, int]:
        """How many models each shift would carry to places that they cannot have."""
        field = self.ground.field(self.unit, self.radius, self.fought)
        found = dict.fromkeys(shifts, 0)
        for key, (x, y) in self.starts.items():
            places = [(x + shift.dx, y + shift.dy) for shift in shifts]
            fits = zip(shifts, self.refuge.holds(key, places), field.free(places), strict=True)
            for shift, safe, free in fits:
                near = hypot(shift.dx, shift.dy) <= self.allowed[key]
                found[shift] += not (safe and free and near)
        return found

    def _look(self, limit: int) -> bool:
        """Work out the safe places of the grid that each model could reach if its comrades went
        first. False when a model has none: then there is no way out."""
        field = self.ground.field(self.unit, self.radius, self.fought)
        for key, most in self.allowed.items():
            reached = self.refuge.reached[key] = reach(field, [self.starts[key]], min(limit, most))
            self._safe_places[key] = reached.places(self.refuge.keep)
        return all(self._safe_places.values())

    def _away(self) -> list[Shift]:
        """Away from the middle of those fought, and somewhat aside; no further than all may go."""
        foes = self.ground.discs_of(*self.fought) or self.march.enemies
        own = self.march.starts
        fx = sum(at[0] for at, _ in foes.values()) / max(1, len(foes))
        fy = sum(at[1] for at, _ in foes.values()) / max(1, len(foes))
        x = sum(at[0] for at, _ in own.values()) / len(own) - fx
        y = sum(at[1] for at, _ in own.values()) / len(own) - fy
        size = hypot(x, y)
        x, y = (x / size, y / size) if size > 0.0 else (0.0, -1.0)
        far = min(M, *self.allowed.values()) - 4
        turned = ((part * far, cos(d * pi / 180), sin(d * pi / 180)) for part, d in WAYS)
        return [
            Shift(dx=round((x * c - y * s) * go), dy=round((x * s + y * c) * go))
            for go, c, s in turned
        ]

    def stuck(self) -> list[ModelId]:
        """Those without a safe place; else the one that stood in the way of most attempts."""
        lost = [key for key in self.starts if not self._safe_places.get(key, [key])]
        return lost or [max(self.starts, key=lambda key: self.misfits.get(key, 0))]

    def why_not(self, shift: Shift) -> Refusal:
        """What is wrong with the straight way out."""
        wished = self._wished(shift)
        order = straight_order(self.unit, self.starts, wished)
        broken = judge_withdrawal(self.ground, order, self.fought).violations
        return refusal_of(broken or [Violation(rule="SAGA-MEL-11", line=say("move.no_way"))])
