"""Who sees and may shoot whom, and from behind what (chapters 12, 13 and SAGA-TER-09)."""

from collections.abc import Hashable
from typing import Literal

from rules.core.refusals import Refusal, Shape
from rules.core.table import Piece
from rules.core.values import Distance, Line, ModelId, Named, UnitId, Value
from rules.geometry import TOUCH, Outline, distance, touching
from rules.geometry.sight import Screens, clear_line, first_seen
from rules.saga.field.contact import held_by, in_contact, meets_across
from rules.saga.field.ground import Disc, Ground, outline_of
from rules.saga.field.orders import say
from rules.saga.field.showing import trail
from rules.saga.numbers import RANGES, half_up

Cover = Literal["none", "light", "heavy"]
BUILDINGS = ("hut", "ruin")
"""Pieces whose walls also shelter in melee (SAGA-TER-10)."""


class Sight(Value, frozen=True):
    """The models able to shoot, in their order, and for each the target model it aims at."""

    able: tuple[ModelId, ...]
    aims: dict[ModelId, ModelId] = {}


def shooters(ground: Ground, unit: UnitId, target: UnitId, reach: int) -> Sight:
    """The models that have some target model both in sight and within reach (SAGA-SHT-05)."""
    own, enemies = ground.discs_of(unit), ground.discs_of(target)
    keys, aims = list(enemies), list(enemies.values())
    bases = list(own.values())
    hidden = _hiding(ground, bases, aims)
    found = first_seen(
        bases,
        aims,
        screens(ground, unit),
        reach,
        lambda i, j: (keys[j], *hidden[0][i], *hidden[1][j]),
    )
    able = {model: keys[j] for model, j in zip(own, found, strict=True) if j is not None}
    return Sight(able=tuple(able), aims=able)


def sight_shapes(ground: Ground, unit: UnitId, target: UnitId, reach: int) -> tuple[Shape, ...]:
    """The lines of sight to draw: clear ones of style `sight`, else where the nearest is stopped
    (`sight_blocked`) or how far it is (`sight_far`)."""
    sight = shooters(ground, unit, target, reach)
    blocking, shapes = screens(ground, unit), []
    for model, base in ground.discs_of(unit).items():
        aim = sight.aims.get(model) or min(
            ground.models(target),
            key=lambda key, b=base: distance(ground.discs[key][0], b[0]),  # type: ignore[misc]
        )
        goal = ground.discs[aim]
        hidden = _hiding(ground, [base], [goal])
        line = clear_line(base, goal, blocking, (aim, *hidden[0][0], *hidden[1][0]))
        end = line.end if line.clear or line.stop is None else line.stop
        style = "sight" if model in sight.aims else "sight_far" if line.clear else "sight_blocked"
        points = tuple((round(x), round(y)) for x, y in (line.start, end))
        shapes.append(trail(points, style))
    return tuple(shapes)


def screens(ground: Ground, unit: UnitId) -> Screens:
    """What may block the sight of a unit's models: everybody else's bases and gaps, and high
    ground (SAGA-LOS-02, -03, -04). Kept on the ground."""
    if unit not in ground.screens:
        others = ground.others(unit)
        bases: dict[Hashable, Disc] = dict(ground.discs_of(*others).items())
        gaps = [gap for other in others for gap in ground.gaps(other)]
        ground.screens[unit] = Screens.build(bases, gaps, ground.pieces("high"))
    return ground.screens[unit]


def _hiding(
    ground: Ground, one: list[Disc], other: list[Disc]
) -> tuple[list[list[str]], list[list[str]]]:
    """The high areas that contain each base's centre: they do not block its sight (SAGA-LOS-04)."""
    areas = [
        (key, outline)
        for key, outline in ground.pieces("high")
        if "area" in ground.table.terrain[key].traits
    ]
    around = [
        [[key for key, o in areas if o.contains(at)] for at, _ in discs] for discs in (one, other)
    ]
    return around[0], around[1]


def judge_shot(
    ground: Ground, unit: UnitId, target: UnitId, weapon: str, reach: int = 0
) -> Refusal | None:
    """Why the unit may not shoot at that one (SAGA-SHT-01, -02, -03, -15); None when it may.

    `reach` overrides the weapon's range, where an ability changes it.
    """
    if weapon not in RANGES or not ground.unit(unit).has(weapon):
        return _refusal("no_weapon", "SAGA-SHT-01", say("sight.no_weapon", unit=Named(unit=unit)))
    if target not in ground.enemies(unit):
        return _refusal("no_enemy", "SAGA-SHT-02", say("sight.no_enemy"))
    if in_melee(ground, target):
        line = say("sight.in_melee", target=Named(unit=target))
        return _refusal("in_melee", "SAGA-SHT-15", line)
    reach = reach or RANGES[weapon]
    if shooters(ground, unit, target, reach).able:
        return None
    line = say("sight.nobody", target=Named(unit=target), limit=Distance(value=reach))
    return Refusal(
        code="nobody",
        line=line,
        rules=("SAGA-SHT-03",),
        shapes=sight_shapes(ground, unit, target, reach),
    )


def _refusal(code: str, rule: str, line: Line) -> Refusal:
    return Refusal(code=code, line=line, rules=(rule,))


def in_melee(ground: Ground, unit: UnitId) -> bool:
    """Whether a model of the unit is in contact with an enemy."""
    if held_by(ground, unit):
        return True
    held = [key for enemy in ground.enemies(unit) for key in held_by(ground, enemy)]
    return any(ground.owner(key) == unit for key in held)


def cover(ground: Ground, unit: UnitId, target: UnitId) -> Cover:
    """The cover of the target against the unit's shots: at least half its models have it, in an
    area or behind an obstacle they touch (SAGA-TER-09)."""
    grades = [_grade(ground, unit, disc) for disc in ground.discs_of(target).values()]
    return _by_half(grades)


def _grade(ground: Ground, unit: UnitId, disc: Disc) -> Cover:
    """The best cover of one base from the nearest shooter."""
    at, radius = disc
    shooter = min((to for to, _ in ground.discs_of(unit).values()), key=lambda p: distance(p, at))
    best: Cover = "none"
    for piece in ground.table.terrain.values():
        grade = _piece_grade(piece)
        if grade == "none" or (grade == "light" and best != "none"):
            continue
        outline = outline_of(piece)
        if "obstacle" in piece.traits:
            helps = _behind(outline, at, radius) and outline.crossed_by((shooter, at))
        else:
            helps = outline.disc_overlaps(at, radius)
        if helps:
            best = grade
    return best


def _piece_grade(piece: Piece) -> Cover:
    if "heavy_cover" in piece.traits:
        return "heavy"
    return "light" if "light_cover" in piece.traits else "none"


def _behind(outline: Outline, at: tuple[int, int], radius: int) -> bool:
    return outline.distance(at) - radius <= TOUCH


def _by_half(grades: list[Cover]) -> Cover:
    need = half_up(len(grades))
    if grades.count("heavy") >= need:
        return "heavy"
    return "light" if len(grades) - grades.count("none") >= need else "none"


def melee_cover(ground: Ground, defender: UnitId, attackers: tuple[UnitId, ...]) -> bool:
    """Whether a defender fights from a building or behind a wall, for +1 armour (SAGA-TER-10):
    half its models stand in one, or half of those met are met only across one."""
    discs = ground.discs_of(defender)
    houses = [outline_of(p) for p in ground.table.terrain.values() if p.look in BUILDINGS]
    inside = sum(any(o.disc_overlaps(at, r) for o in houses) for at, r in discs.values())
    if inside >= half_up(len(discs)):
        return True
    walls = [
        outline_of(p)
        for p in ground.table.terrain.values()
        if "obstacle" in p.traits and "heavy_cover" in p.traits
    ]
    if not walls:
        return False
    foes = ground.discs_of(*attackers)
    met = safe = 0
    for disc in discs.values():
        near = [foe for foe in foes.values() if in_contact(ground, foe, disc)]
        met += bool(near)
        safe += bool(near) and all(
            any(meets_across(wall, foe, disc) for wall in walls) and not touching(*foe, *disc)
            for foe in near
        )
    return met > 0 and safe >= half_up(met)
