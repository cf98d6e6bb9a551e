"""Characters joining and leaving units: where they stand, and the way there (T9A-CHR-02 to -04).

Nothing is written here: previews, suggestions and answers ask the same functions.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from rules.core.table import Oblong
from rules.core.values import INCH, UnitId
from rules.geometry.blocks import Block, bearing, facing_towards, turn_between
from rules.geometry.convex import boxes_meet, clear_by, separation
from rules.geometry.measure import EPS, XY
from rules.geometry.wheels import Obstacle, carry_breach, carry_clear, on_table
from rules.ninth_age.actions import Part
from rules.ninth_age.edition import SEED, Switches
from rules.ninth_age.field.ground import Ground, area, shown
from rules.ninth_age.field.paths import Judged, check_water, judge_path, obstacles
from rules.ninth_age.field.ranks import covers, fits
from rules.ninth_age.field.settling import settled
from rules.ninth_age.numbers import PASSING, SPACING
from rules.ninth_age.setup import Stats
from rules.ninth_age.special import special
from rules.ninth_age.state import Beside, Place
from rules.ninth_age.wording import length, named, no

SIDES: tuple[Beside, ...] = ("left", "right")
"""Where characters stand whose bases do not match the ranks."""


def may_join(ground: Ground, unit: UnitId) -> bool:
    """Whether a unit is one that joins others: a lone character or a war platform, and no Large
    Target (T9A-CHR-02, T9A-SR-LARGETARGET, T9A-SR-WARPLATFORM)."""
    stats = ground.stats[unit]
    lone = len(ground.table.units[unit].models) == 1 and unit not in ground.joined
    joins = stats.character or stats.has("war_platform")
    return lone and joins and not stats.has("large_target") and not ground.guests(unit)


def welcomes(ground: Ground, host: UnitId, unit: UnitId) -> bool:
    """Whether a unit is one that this character may be among: no character, no war machine, and of
    those that take him (T9A-CHR-02)."""
    there = ground.stats[host]
    if there.character or there.troop_type == "war_machine":
        return False
    known = (special(rule) for rule in ground.stats[unit].rules_in_force)
    limits = [one.joins for one in known if one and one.joins]
    if not limits:
        return not there.has("cannot_be_joined_by_characters")
    kind = ground.table.units[host].profile.rpartition(".")[2]
    return all(any(there.has(one) or one == kind for one in limit) for limit in limits)


def check_host(ground: Ground, unit: UnitId, host: UnitId, file: int) -> None:
    """Raise Refused unless a character has a place in a unit's front rank (T9A-CHR-04)."""
    if not may_join(ground, unit):
        raise no("cannot_join", "T9A-CHR-02", unit=named(unit))
    if ground.side(host) != ground.side(unit) or host == unit or host in ground.joined:
        raise no("no_host", "T9A-CHR-02", other=named(host))
    if ground.home(host) or not welcomes(ground, host, unit):
        raise no("no_host", "T9A-CHR-02", other=named(host))
    base, cell = ground.stats[unit].cell, ground.stats[host].cell
    size = size_in(ground.stats[unit], ground.stats[host])
    if not may_stand(ground.stats[unit], ground.stats[host]):
        raise no("join_base", "T9A-CHR-04", unit=named(unit), other=named(host))
    if not 0 <= file < ground.block(host).front + 1:
        raise no("join_file", "T9A-CHR-04", shapes=shown(ground, host), other=named(host))
    within = [guest for guest in ground.guests(host) if not ground.joined[guest].beside]
    if size is None:
        if len(ground.guests(host)) - len(within) == len(SIDES):
            shapes = shown(ground, host)
            raise no("join_sides", "T9A-CHR-04", shapes=shapes, unit=named(unit), other=named(host))
        return
    taken = sum((covers(ground.stats[guest].cell, cell) or (1, 1))[0] for guest in within)
    models = len(ground.table.units[host].models)
    if not fits(base, cell, models, taken, ground.files[host]):
        raise no("join_room", "T9A-CHR-04", shapes=shown(ground, host), other=named(host))


def may_stand(guest: Stats, host: Stats) -> bool:
    """Whether the base of who joins others has a place in a unit: within its ranks if it matches
    them, else beside them; a war platform stands in the middle only (T9A-CHR-04,
    T9A-SR-WARPLATFORM)."""
    oblong = isinstance(guest.base, Oblong) and isinstance(host.base, Oblong)
    return oblong and (not guest.has("war_platform") or size_in(guest, host) is not None)


def size_in(guest: Stats, host: Stats) -> tuple[int, int] | None:
    """How many places the base of who joins takes in the ranks of a unit, across and in depth; None
    if it does not match. Between bases in open order only one of the same size does."""
    size = covers(guest.cell, host.cell)
    return None if host.spread and size != (1, 1) else size


def with_guest(ground: Ground, unit: UnitId, host: UnitId, file: int) -> Ground:
    """The ground with a character in a unit, whose front stays where it stands."""
    return _with(ground, unit, place_in(ground, unit, host, file))


def _with(ground: Ground, unit: UnitId, place: Place) -> Ground:
    return _closed_up(ground, place.host, {**ground.joined, unit: place})


def place_in(ground: Ground, unit: UnitId, host: UnitId, file: int) -> Place:
    """Where who joins stands: in the file he names, a war platform in the middle; if his base does
    not match, at the side nearer to that file, or where there is room (T9A-CHR-04,
    T9A-SR-WARPLATFORM)."""
    size = size_in(ground.stats[unit], ground.stats[host])
    front = ground.block(host).front
    if size is None:
        taken = {ground.joined[guest].beside for guest in ground.guests(host) if guest != unit}
        wish = SIDES if 2 * file < front - 1 else SIDES[::-1]
        free = [Place(host=host, beside=side) for side in wish if side not in taken]
        roomy = (
            place for place in free if _has_room(ground, _with(ground, unit, place), unit, host)
        )
        return next(roomy, free[0])
    if ground.stats[unit].has("war_platform"):
        return Place(host=host, file=(front - size[0]) // 2)
    return Place(host=host, file=file)


def without_guest(ground: Ground, unit: UnitId) -> Ground:
    """The ground with a character out of his unit, which has closed its ranks; he stands on his
    place still."""
    joined = {key: place for key, place in ground.joined.items() if key != unit}
    return _closed_up(ground, ground.joined[unit].host, joined)


def _closed_up(ground: Ground, host: UnitId, joined: dict[UnitId, Place]) -> Ground:
    before = ground.block(host)
    loose = ground.changed(joined=joined)
    block = before.filled(loose.block(host)).with_first_at(before.place(0))
    table = ground.table.with_poses(loose.poses(host, block))
    return ground.changed(table=table, joined=joined)


def alone(ground: Ground, unit: UnitId) -> Ground:
    """The ground as a character meets it who leaves his unit: it is not in his way."""
    apart = without_guest(ground, unit)
    host = ground.joined[unit].host
    away = msgspec.structs.replace(apart.table.units[host], models=())
    table = msgspec.structs.replace(apart.table, units={**apart.table.units, host: away})
    return apart.changed(table=table)


# --- leaving --------------------------------------------------------------------------------------


def judge_leaving(
    ground: Ground,
    unit: UnitId,
    path: Sequence[Part],
    *,
    march: bool = False,
    on_foot: bool = False,
    allowance: int = 0,
    switches: Switches = SEED,
) -> Judged:
    """The way of a character out of his unit. Raises Refused unless he ends more than an inch from
    it (T9A-CHR-03)."""
    judged = judge_path(
        alone(ground, unit), unit, path, march=march, on_foot=on_foot, allowance=allowance,
        switches=switches,
    )  # fmt: skip
    host = ground.joined[unit].host
    solid = without_guest(ground, unit).block(host).solid
    if not clear_by(judged.end.solid, solid, SPACING):
        gap = max(0.0, separation(judged.end.solid, solid))
        raise no(
            "leave_near", "T9A-CHR-03", "T9A-SPACE-01",
            shapes=(area(judged.end.solid, "ghost_bad"), area(solid, "breach")),
            other=named(host), gap=length(gap), limit=length(SPACING),
        )  # fmt: skip
    return judged


def check_out(ground: Ground, unit: UnitId, end: Block) -> None:
    """Raise Refused if a character's charge would end among those he leaves (T9A-CHR-03)."""
    host = ground.joined[unit].host
    solid = without_guest(ground, unit).block(host).solid
    if not clear_by(end.solid, solid, 0.0):
        shapes = (area(end.solid, "ghost_bad"), area(solid, "breach"))
        raise no("leave_charge", "T9A-CHR-03", shapes=shapes, other=named(host))


def file_at(block: Block, at: XY) -> int:
    """The file of a block that a point lies in, the nearest one for a point beside it."""
    file = int((block.local(at)[0] + block.width / 2 - block.inset) // block.pitch[0])
    return max(0, min(block.front - 1, file))


# --- joining --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Joining:
    """A way into a unit: the character's blocks up to contact, what they use, and both together."""

    judged: Judged
    ground: Ground


def judge_joining(
    ground: Ground,
    unit: UnitId,
    host: UnitId,
    file: int,
    *,
    march: bool = False,
    on_foot: bool = False,
    rate: int = 1,
) -> Joining:
    """The straight way of a character into contact with a unit, up to so many times his Movement,
    and his place in it. Raises Refused (T9A-CHR-02, T9A-CHR-04)."""
    check_host(ground, unit, host, file)
    limit = ground.pace(unit, on_foot) * INCH * rate
    flying = ground.flies(unit) and not on_foot
    start = ground.block(unit)
    ways = [way for aim in _aims(ground, start, host) if (way := _way(ground, unit, host, aim,
                                                                      flying))]  # fmt: skip
    if not ways:
        raise no("join_way", "T9A-CHR-02", shapes=shown(ground, host), other=named(host))
    end, used = min(ways, key=lambda way: way[1])
    if used > limit + EPS:
        raise no(
            "join_far", "T9A-CHR-02", "T9A-REM-04", shapes=shown(ground, host), other=named(host),
            used=length(used), limit=length(limit),
        )  # fmt: skip
    turned = start.turned(start.at, turn_between(start.facing, end.facing))
    blocks = (start, turned, settled(end))
    if march and not flying:
        check_water(ground, unit, blocks)
    after = with_guest(ground, unit, host, file)
    _check_stands(ground, after, unit, host)
    return Joining(Judged(blocks, used, limit, flying=flying), after)


def _aims(ground: Ground, start: Block, host: UnitId) -> list[XY]:
    """Points of a unit towards which a character may go: straight at its nearest side, its corners,
    its middle."""
    there = ground.block(host)
    right, ahead = there.local(start.at)
    half, deep = there.width / 2, there.depth / 2
    nearest = there.point(max(-half, min(half, right)), max(-deep, min(deep, ahead)))
    return [nearest, there.at, *there.corners]


def _way(
    ground: Ground, unit: UnitId, host: UnitId, aim: XY, flying: bool
) -> tuple[Block, float] | None:
    """Straight at a point until a unit is touched: the block there and the length; None if
    something else is in the way."""
    start = ground.block(unit)
    turn = turn_between(start.facing, facing_towards(start.at, aim))
    turned = start.turned(start.at, turn)
    x, y = bearing(turned.facing)
    reach = 4 * ground.pace(unit) * INCH
    met = carry_breach(turned, x * reach, y * reach, Obstacle(host, ground.block(host).solid))
    if met is None:
        return None
    end = turned.advanced(met)
    around = [o for o in obstacles(ground, unit, PASSING) if o.key != host]
    blocked = not flying and any(
        boxes_meet(start.box, o.box, reach) and not carry_clear(turned, x * met, y * met, o)
        for o in around
    )
    return None if blocked else (end, met)


def _has_room(before: Ground, after: Ground, unit: UnitId, host: UnitId) -> bool:
    """Whether a unit with a character in it comes too near to nothing else (T9A-SPACE-01)."""
    solid = after.block(host).solid
    return on_table(solid, after.size) and all(
        o.key == unit or clear_by(solid, o.solid, o.keep) for o in obstacles(before, host, SPACING)
    )


def _check_stands(before: Ground, after: Ground, unit: UnitId, host: UnitId) -> None:
    """Raise Refused if a unit has no room to take a character in (T9A-SPACE-01)."""
    block = after.block(host)
    if not _has_room(before, after, unit, host):
        raise no(
            "join_room", "T9A-CHR-04", "T9A-SPACE-01", shapes=(area(block.solid, "ghost_bad"),),
            other=named(host),
        )  # fmt: skip
