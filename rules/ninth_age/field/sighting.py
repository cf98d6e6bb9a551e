"""Who of a unit sees and reaches a target, and behind what cover it stands (chapters LOS, SHOOT).

Sight is tried for each file from its first model: who stands behind draws as if he stood there
(T9A-LOS-02). Reach is measured from where each model stands (T9A-SHOOT-03).
"""

from dataclasses import dataclass

from rules.core.values import UnitId
from rules.geometry.convex import separation
from rules.geometry.measure import EPS
from rules.ninth_age.field.cover import Cover, CoverOf
from rules.ninth_age.field.garrisons import facing_shot, firing
from rules.ninth_age.field.ground import Ground


@dataclass(frozen=True)
class Shooter:
    """A model that may shoot: its place in the unit, its distance, the cover of its target, and
    whether it is the champion."""

    place: int
    distance: float
    cover: Cover
    leads: bool = False


def shooters(
    ground: Ground,
    unit: UnitId,
    target: UnitId,
    reach: float | None,
    ranks: int | None,
    *,
    over: bool = False,
) -> list[Shooter]:
    """The rank and file of the first ranks that see a target and reach it; of all with None.

    No `reach` is beyond any range (T9A-CHG-11); `over` ignores units in the way for cover
    (T9A-SHOOT-09).
    """
    if ground.home(unit):
        return _garrison(ground, unit, target, reach, over)
    block, goal = ground.block(unit), ground.block(target).solid
    last = block.count if ranks is None else min(block.count, ranks * block.front)
    own = set(ground.table.units[unit].models)
    places = [s.places[0] for s in ground.seats(unit) if s.model in own and s.places[0] < last]
    far = {n: max(0.0, separation((block.shape_of(n),), goal)) for n in places}
    able = [n for n in places if reach is None or far[n] <= reach + EPS]
    if not able:
        return []
    cover = CoverOf(ground, unit, target, over=over)
    found: dict[int, Cover | None] = {}
    for file in sorted({n % block.front for n in able}):
        front = block.front_of(file)
        found[file] = cover.from_(front) if ground.sees(unit, target, front) else None
    covers = {n: found[n % block.front] for n in able}
    first = ground.command(unit).get("champion")
    return [Shooter(n, far[n], c, n == first) for n, c in covers.items() if c is not None]


def _garrison(
    ground: Ground, unit: UnitId, target: UnitId, reach: float | None, over: bool
) -> list[Shooter]:
    """Those of a garrison that may shoot: from the edge of their building, all round
    (T9A-TERR-02)."""
    far, there = ground.gap(unit, target), ground.block(target)
    if (reach is not None and far > reach + EPS) or not ground.sees(unit, target):
        return []
    cover = CoverOf(ground, unit, target, over=over).from_(facing_shot(ground, unit, there.at))
    able = min(firing(ground, unit), len(ground.table.units[unit].models))
    champion = ground.stats[unit].champion
    return [Shooter(n, far, cover, champion and n == 0) for n in range(able)]
