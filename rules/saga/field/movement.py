"""The judge of a move: chapters 5 to 11, on the whole swept way. Lengths in 1/100 mm."""

from rules.core.values import Distance, ModelId
from rules.geometry import Breach, path_length, within
from rules.saga.actions import Path
from rules.saga.field.allowance import allowance_of, forced_targets, standing_allowance
from rules.saga.field.casualties import formation_violations
from rules.saga.field.declaring import declaration_violations
from rules.saga.field.duties import Duties
from rules.saga.field.ground import Ground
from rules.saga.field.march import March
from rules.saga.field.orders import (
    FREE,
    Judgement,
    MoveContext,
    MoveOrder,
    Violation,
    inches,
    named,
    say,
)
from rules.saga.field.places import Finals, covered_bases
from rules.saga.field.showing import breach_shapes, piece_area, piece_name, spot, trail
from rules.saga.numbers import VS

__all__ = ["allowance_of", "forced_targets", "judge_move", "standing_allowance"]

RULES = {
    "disc": "SAGA-PTH-02", "keepout": "SAGA-VS-02", "hull": "SAGA-GAP-01", "area": "SAGA-TER-04",
    "standing": "SAGA-TER-07", "table": "SAGA-TER-05", "uneven": "SAGA-SCN-6",
}  # fmt: skip
"""What each kind of breach breaks (section 19a)."""


def judge_move(ground: Ground, order: MoveOrder, context: MoveContext = FREE) -> Judgement:
    """What the rules say to an order. Changes nothing and raises nothing."""
    malformed = misdrawn(ground, order)
    if malformed is not None:
        return Judgement(allowance=0, violations=(malformed,))
    forced = forced_targets(ground, order.unit, context)
    declared = declaration_violations(ground, order, context, forced)
    return _Judge(ground, order, context, forced, declared).judge()


def misdrawn(ground: Ground, order: MoveOrder) -> Violation | None:
    """Why an order cannot even be read: who is named and where the paths begin (SAGA-MOV-07)."""
    table = ground.table
    unit = table.units.get(order.unit)
    if unit is None or not unit.models:
        return Violation(rule="SAGA-MOV-07", line=say("move.no_unit"))
    if order.engage and order.engage not in ground.enemies(order.unit):
        return Violation(rule="SAGA-MOV-07", line=say("move.no_enemy"))
    listed = [path.model for path in order.paths]
    if len(set(listed)) != len(listed) or not set(listed) <= set(unit.models):
        return Violation(rule="SAGA-MOV-07", line=say("move.no_model"))
    for path in order.paths:
        if not path.points or path.points[0] != ground.discs[path.model][0]:
            line = say("move.no_start", **named(order.unit, path.model))
            return Violation(rule="SAGA-MOV-07", line=line, model=path.model)
    return None


def length_violation(
    ground: Ground, path: Path, length: float, allowance: int, open_allowance: int, slower: str
) -> Violation | None:
    """A path too long; `slower` is the piece that makes the allowance S-based, or empty."""
    if within(length, allowance):
        return None
    used, limit = Distance(value=inches(length)), Distance(value=allowance)
    who = named(ground.owner(path.model), path.model)
    if slower and within(length, open_allowance):
        line = say("move.slowed", piece=piece_name(ground, slower), used=used, limit=limit, **who)
        return Violation(
            rule="SAGA-TER-02",
            line=line,
            model=path.model,
            shapes=(trail(path.points), piece_area(ground, slower)),
        )
    line = say("move.too_long", used=used, limit=limit, **who)
    if slower:
        # The nearest place may lie off the slow ground, where more is allowed: both are told.
        free = Distance(value=open_allowance)
        piece = piece_name(ground, slower)
        line = say("move.too_long_slowed", used=used, limit=limit, free=free, piece=piece, **who)
    return Violation(rule="SAGA-MOV-04", line=line, model=path.model, shapes=(trail(path.points),))


def breach_violations(
    ground: Ground, model: ModelId, breaches: list[Breach], radius: int
) -> list[Violation]:
    """What a path runs into, each rule once, the first place first (section 19a)."""
    found: dict[str, Violation] = {}
    for breach in breaches:
        kind = ground.breached(breach)
        rule = RULES[kind]
        who = named(ground.owner(model), model)
        line = say(f"move.{kind}", **who)
        if breach.kind in ("area", "standing"):
            piece = piece_name(ground, str(breach.key))
            line = say(f"move.{kind}", piece=piece, **who)
        found.setdefault(
            rule,
            Violation(
                rule=rule, line=line, model=model, shapes=breach_shapes(ground, breach, radius)
            ),
        )
    return list(found.values())


class _Judge:
    """One judgement in the making."""

    def __init__(
        self,
        ground: Ground,
        order: MoveOrder,
        context: MoveContext,
        forced: tuple[str, ...],
        declared: list[Violation],
    ) -> None:
        self.ground, self.order, self.context, self.forced = ground, order, context, forced
        self.declared = declared
        self.target = order.engage
        starts = ground.discs_of(order.unit)
        ends = {path.model: path.points[-1] for path in order.paths}
        self.finals = {key: (ends.get(key, at), r) for key, (at, r) in starts.items()}
        self.stays = [
            Path(model=key, points=(at,)) for key, (at, _) in starts.items() if key not in ends
        ]
        self.slower, self.starts_slow = self._slower()
        owed = self.target in forced
        unit = order.unit
        self.slow = allowance_of(ground, unit, context, slowed=True, forced=owed)
        self.fast = allowance_of(ground, unit, context, slowed=False, forced=owed)
        self.allowance = self.slow if self.slower else self.fast
        self.march = March(ground, unit, self.target, context)
        foreign = ground.discs_of(*(k for k in ground.others(unit) if k != self.target))
        self.foreign = foreign
        self.duties = (
            Duties(
                self.march,
                Finals(ground, self.finals, foreign),
                order.paths,
                allowance=self.allowance,
                slowed=bool(self.slower),
                fast=self.fast,
                slow=self.slow,
                chose_slow=bool(self.slower) and not self.starts_slow,
            )
            if self.target and not declared
            else None
        )

    def _slower(self) -> tuple[str, bool]:
        """The piece that slows the command, and whether a model starts in it (SAGA-TER-02)."""
        ignore, ground = self.context.ignore, self.ground
        starts = ground.starts_slowed(self.order.unit, ignore)
        for path in (*self.order.paths, *self.stays):
            piece = ground.slowed_by(path.points, ground.discs[path.model][1], ignore)
            if piece:
                return piece, starts
        return "", starts

    def judge(self) -> Judgement:
        """Everything, in the order in which it happens."""
        march, found = self.march, list(self.declared)
        for path in self.order.paths:
            found += self._step(path)
            march.go(path.model, path.points[-1])
        for path in self.stays:
            if self.duties is not None:
                found += self.duties.judge(path, True)
        contacts = {
            key: tuple(sorted(march.touched(key))) for key in march.at if march.touched(key)
        }
        if self.duties is not None:
            anybody = any(key in march.targets for near in contacts.values() for key in near)
            found += self.duties.close(anybody)
        found += formation_violations(self.finals, self.ground.switches, self.order.unit)
        found += covered_bases(
            self.ground, self.order.unit, self.finals, self.foreign, march.starts
        )
        used = max((path_length(path.points) for path in self.order.paths), default=0.0)
        return Judgement(
            allowance=self.allowance,
            slowed=bool(self.slower),
            used=round(used),
            violations=tuple(found),
            contacts=contacts,
            forced=self.forced,
            required=self.duties.required if self.duties is not None else {},
        )

    def _step(self, path: Path) -> list[Violation]:
        """One model's way, everybody else where they are now."""
        march, model = self.march, path.model
        radius = march.radius(model)
        found: list[Violation] = []
        length = path_length(path.points)
        too_long = length_violation(
            self.ground, path, length, self.allowance, self.fast, self.slower
        )
        if too_long is not None:
            found.append(too_long)
        breaches = march.field(model).breaches(path.points) if len(path.points) > 1 else []
        found += breach_violations(self.ground, model, breaches, radius)
        if not breaches and "friends" in self.context.ignore:
            found += self._end_only(path)
        found += self._approach(path)
        if self.duties is not None:
            found += self.duties.judge(path, clean=not found)
        return found

    def _end_only(self, path: Path) -> list[Violation]:
        """Whoever passes through friends may not end on them."""
        breach = self.march.end_field(path.model).occupied(path.points[-1])
        if breach is None or len(path.points) < 2:
            return []
        return breach_violations(self.ground, path.model, [breach], self.march.radius(path.model))

    def _approach(self, path: Path) -> list[Violation]:
        """How near a model came to the enemy on its way (chapter 8)."""
        march, model = self.march, path.model
        touched = march.contacts_at((path.points[-1], march.radius(model)))
        who = named(march.unit, model)
        if touched and not self.target:
            news = touched - march.touched(model)
            if news:
                shapes = tuple(spot(march.enemies[key]) for key in sorted(news))
                return [
                    Violation(
                        rule="SAGA-VS-08",
                        line=say("move.undeclared", **who),
                        model=model,
                        shapes=shapes,
                    )
                ]
        rule, enemies = march.neglected(model, path.points, touched)
        if not rule:
            return []
        key = "move.too_near" if rule == "SAGA-VS-02" else "move.brushed"
        line = say(key, limit=Distance(value=VS), **who)
        return [
            Violation(
                rule=rule,
                line=line,
                model=model,
                shapes=tuple(spot(march.enemies[enemy]) for enemy in enemies),
            )
        ]
