"""The table's own choice of a place: units in line along the front of a zone, ambushers along the
edges."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import hypot

from rules.core.values import INCH, Pose, UnitId
from rules.geometry.blocks import TURN, Block, bearing, facing_towards, rightward
from rules.geometry.convex import Box, Solid, boxes_meet, clear_by
from rules.geometry.measure import EPS, XY
from rules.geometry.wheels import on_table
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.placing import block_at
from rules.ninth_age.numbers import SPACING
from rules.ninth_age.state import State
from rules.ninth_age.zones import Zone

STEP = INCH
"""Places are tried this far apart."""
NEAR, RINGS, WAYS = INCH // 2, 10, 16
"""How far from a place that is refused a legal one is looked for; on so many rings round it, the
inner ones closer together, in so many directions."""


@dataclass(frozen=True)
class Frame:
    """Coordinates as seen from a zone towards the enemy: to the right of the middle of the table,
    and ahead of it."""

    facing: int
    middle: XY

    def local(self, at: XY) -> XY:
        """A point of the table as (right, ahead)."""
        (fx, fy), (rx, ry) = bearing(self.facing), rightward(self.facing)
        x, y = at[0] - self.middle[0], at[1] - self.middle[1]
        return x * rx + y * ry, x * fx + y * fy

    def pose(self, right: float, ahead: float) -> Pose:
        """Where a unit stands, looking ahead."""
        (fx, fy), (rx, ry) = bearing(self.facing), rightward(self.facing)
        x = self.middle[0] + fx * ahead + rx * right
        y = self.middle[1] + fy * ahead + ry * right
        return Pose(round(x), round(y), self.facing)

    def box(self, solid: Solid, keep: float = 0.0) -> Box:
        """The box around something, wider by `keep` on all sides."""
        points = [self.local(at) for shape in solid for at in shape]
        return (
            min(x for x, _ in points) - keep, min(y for _, y in points) - keep,
            max(x for x, _ in points) + keep, max(y for _, y in points) + keep,
        )  # fmt: skip


def ahead_of(own: Zone) -> int:
    """The facing out of a zone, towards the enemy's."""
    if own.kind == "diagonal":
        x = own.height if own.corner[0] == 0 else -own.height
        y = own.width if own.corner[1] == 0 else -own.width
        return facing_towards((0, 0), (x, y))
    axis = 1 if own.axis == "x" else 0
    up = own.corner[axis] == 0
    if axis:
        return 0 if up else TURN // 2
    return TURN // 4 if up else 3 * TURN // 4


def place_for(state: State, unit: UnitId) -> tuple[Pose, int] | None:
    """A legal place in the zone: in line near its front and the middle, with room for a rank more
    behind units where there is any, since characters may join them; machines at the back. None if
    the zone is full."""
    own = state.opening.grounds[state.table.units[unit].side]
    frame = Frame(ahead_of(own), (own.width / 2, own.height / 2))
    taken = {spare: _taken(state, unit, frame, spare) for spare in (True, False)}
    count, usual = len(state.mustered[unit]), state.files[unit]
    for files in dict.fromkeys((usual, max(1, usual // 2), min(count, 2 * usual), 1)):
        for spare, boxes in taken.items():
            more = _rank(state, unit) if spare else 0
            for pose in _in_line(state, own, unit, files, frame, boxes, more):
                block = block_at(state, unit, pose, files)
                if not own.excess(block.solid) and has_room(state, unit, block):
                    return pose, files
    return None


def nearest_place(
    state: State, unit: UnitId, pose: Pose, files: int, lies: Callable[[Block], bool]
) -> Pose | None:
    """The nearest place to one that is not legal, with the same facing, that has room and `lies`
    where it must. None where no near one is."""
    for there in _around(pose):
        block = block_at(state, unit, there, files)
        if lies(block) and has_room(state, unit, block):
            return there
    return None


def _around(pose: Pose) -> Iterator[Pose]:
    """Places near one, the nearest first."""
    for ring in range(1, RINGS + 1):
        far = NEAR * (ring / RINGS) ** 2
        for way in range(WAYS):
            x, y = bearing((pose.facing + way * TURN // WAYS) % TURN)
            yield Pose(round(pose.x + far * x), round(pose.y + far * y), pose.facing)


def _rank(state: State, unit: UnitId) -> int:
    """How much deeper a unit is with one rank more; who fights alone has none."""
    return state.stats[unit].cell[1] if len(state.mustered[unit]) > 1 else 0


def _taken(state: State, unit: UnitId, frame: Frame, spare: bool) -> list[Box]:
    """What a unit keeps clear of, as boxes that its own middle may not enter but by its size; of
    other units with a `spare` rank behind them."""
    ground = ground_of(state)
    keep = SPACING - EPS
    found = [frame.box(solid, keep) for solid in ground.impassable.values()]
    for other in ground.standing():
        if other != unit:
            left, back, right, front = frame.box(ground.block(other).solid, keep)
            found.append((left, back - spare * _rank(state, other), right, front))
    return found


def _in_line(
    state: State, own: Zone, unit: UnitId, files: int, frame: Frame, taken: list[Box], more: int
) -> Iterator[Pose]:
    """Free places in rows along the front of a zone, each row from its middle outwards, with so
    much `more` room behind; machines begin with the last row, first where nothing stands before
    them, nor they before another."""
    block = block_at(state, unit, Pose(0, 0, frame.facing), files)
    half, deep = block.width / 2, block.depth / 2
    _, back, _, front = frame.box((own.polygon,))
    wide = int(hypot(own.width, own.height) / 2)
    rows = [front - deep - step for step in range(0, max(1, int(front - back - 2 * deep)), STEP)]
    machine = state.stats[unit].troop_type == "war_machine"
    if machine:
        rows.reverse()
    for view in (front - back, 0.0) if machine else (0.0,):
        for row in rows:
            ahead, behind = row + deep + view, row - deep - more - view
            near = [box for box in taken if box[1] < ahead and behind < box[3]]
            for out in range(0, wide, STEP):
                for right in (out, -out) if out else (0,):
                    if not any(b[0] < right + half and right - half < b[2] for b in near):
                        yield frame.pose(right, row)


def has_room(state: State, unit: UnitId, block: Block) -> bool:
    """What `placing.check_room` says, without words: it is asked of many places."""
    if not on_table(block.solid, (state.table.width, state.table.height)):
        return False
    ground = ground_of(state)
    others = [ground.block(other) for other in ground.standing() if other != unit]
    near = [there.solid for there in others if boxes_meet(block.box, there.box, SPACING)]
    return all(clear_by(block.solid, s, SPACING) for s in (*near, *ground.impassable.values()))


def entries(state: State, unit: UnitId) -> Iterator[tuple[Pose, int]]:
    """Legal places of an ambusher (T9A-SR-AMBUSH), along the edges of the table, the enemy's
    first."""
    files = state.files[unit]
    depth = block_at(state, unit, Pose(0, 0, 0), files).depth
    own = state.opening.grounds.get(state.table.units[unit].side)
    first = (ahead_of(own) + TURN // 2) % TURN if own else 0
    for turn in (0, TURN // 4, 3 * TURN // 4, TURN // 2):
        facing = (first + turn) // (TURN // 4) * (TURN // 4) % TURN
        for at in _along(state, facing, depth / 2):
            pose = Pose(round(at[0]), round(at[1]), facing)
            if has_room(state, unit, block_at(state, unit, pose, files)):
                yield pose, files


def _along(state: State, facing: int, off: float) -> Iterator[XY]:
    """Points along the edge that lies behind whoever looks this way, `off` away from it."""
    width, height = state.table.width, state.table.height
    x, y = bearing(facing)
    if abs(y) > abs(x):
        yield from ((at, off if y > 0 else height - off) for at in range(0, width, 2 * STEP))
    else:
        yield from ((off if x > 0 else width - off, at) for at in range(0, height, 2 * STEP))
