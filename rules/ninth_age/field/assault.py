"""The way of a charger onto one side of a target (T9A-CHG-23, -25 to -27, -31 to -33).

Ways are looked at in the order in which the rules prefer them, and the first that is clear is
taken. Most of them are stopped in a crowd: those that are stopped for certain are told all at once,
so that none is overlooked where only a few lead through.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import count, islice, product

from rules.core.values import UnitId
from rules.geometry.arcs import Arc, facing_edge, facing_onto
from rules.geometry.blocks import Block, rightward
from rules.geometry.convex import Solid, box_of, boxes_meet, separation
from rules.geometry.measure import TOUCH, distance
from rules.geometry.onto import (
    QUARTER,
    Depths,
    Edge,
    Fits,
    Stretch,
    Way,
    Ways,
    any_place,
    front_row,
    offsets,
    row,
    touched,
    touching,
)
from rules.geometry.sweeps import Sweeps, crowded, walls
from rules.geometry.wheels import (
    Obstacle,
    carry_box,
    carry_clear,
    on_table,
    turn_box,
    turn_breach,
    wheel_pivot,
)
from rules.ninth_age.actions import Wheel
from rules.ninth_age.field.approach import Charged, Foe, around, stands
from rules.ninth_age.field.ground import Ground
from rules.ninth_age.field.paths import stays_inside
from rules.ninth_age.field.settling import settled

TRIES = 160
"""Ways onto one side of a target whose sweep is judged before a charge counts as impossible."""
FINER = 160
"""Ways with a finer wheel than the one that was found that are judged."""
PLACES = 8
"""Places of equal contact, and ways onto each, that are tried when the target has to be turned."""
TURNS = tuple(sign * turn * 1000 for turn in range(1, 46) for sign in (-1, 1))
"""Turns of a target that are tried, the smallest first."""


class Assault:
    """A charger, a target, and the side of it onto which a way is looked for; straight on only,
    unless it `wheels`."""

    def __init__(
        self,
        ground: Ground,
        unit: UnitId,
        target: UnitId,
        side: Arc,
        leaving: Sequence[UnitId],
        wheels: bool = True,
    ) -> None:
        self.ground, self.unit, self.target, self.side = ground, unit, target, side
        self.block, self.there = ground.block(unit), ground.block(target)
        self.wheels = wheels
        left, right = facing_edge(self.there, side)
        self.edge = Edge(left, distance(left, right), facing_onto(self.there, side))
        self.about = around(ground, unit, target, leaving)
        self.own, self.theirs = front_row(self.block), row(self.there, side)
        self.met: dict[tuple[int, int], list[float]] = {}
        """Places along the edge by how many bases touch there, and how few of the target's that are
        in contact with others already, below 0; where none of the target's stands, behind a short
        last rank, is no place (T9A-CHG-25)."""
        held = self.held([ground.block(one).solid for one in ground.friends(unit)])
        for offset in offsets(self.block, self.edge):
            if contact := touching(self.own, self.theirs, offset):
                again = touched(self.own, held, offset)
                self.met.setdefault((contact, -again), []).append(offset)
        self._standing: dict[float, bool] = {}

    def charge(self, foe: Foe) -> Charged | None:
        """The charge onto this side, if there is one: most contact, then the smallest wheel, then
        straightest. A fleeing target is touched: nobody aligns or looks for contact (T9A-CHG-27).
        """
        if foe == "fleeing":
            return self._touching()
        tries = count(TRIES, -1)
        for contact, places in self._by_contact():
            for way in self._ranked(places, self._stands):
                if self._clear(self._blocks(way), way):
                    return self._charged(self._finer(places, way.wheel) or way, contact)
                if next(tries) <= 1:
                    return None
            if between := self._finer(places):
                return self._charged(between, contact)
        return self._turning() if foe == "free" else None

    def options(self, taken: Sequence[Obstacle]) -> list[tuple[int, int, float]]:
        """Where the charger could stand beside blocks that have come to stand already: for every
        number of bases in contact the outermost places. Of each how many bases more are in contact,
        its own contact, and the place; the most first."""
        held = self.held([one.solid for one in taken])
        stuck = self._stuck(taken)
        found = set()
        for contact, places in self._by_contact():
            free = [place for place in places if place not in stuck]
            for some in (free, free[::-1]):
                place = next((one for one in some if self._stands(one, taken)), None)
                if place is not None:
                    found.add((contact - touched(self.own, held, place), contact, place))
        return sorted(found, reverse=True)

    def onto(self, place: float, contact: int, taken: Sequence[Obstacle] = ()) -> Charged | None:
        """The charge onto one place, if there is one, that passes clear of blocks that stand."""
        for way in islice(self._ranked([place]), PLACES):
            if self._clear(self._blocks(way), way, taken):
                return self._charged(way, contact)
        return None

    def held(self, others: Sequence[Solid]) -> list[Stretch]:
        """Bases of the target, along the edge, that some others touch."""
        depth = self.there.base[0 if self.side in ("left", "right") else 1]
        near = [one for one in others if boxes_meet(self.there.box, box_of(one), TOUCH)]
        bases = [(one, (self.edge.strip(one, depth),)) for one in self.theirs if near]
        return [one for one, base in bases if any(separation(base, o) <= TOUCH for o in near)]

    @property
    def most(self) -> int:
        """No place has more bases in contact."""
        return max(contact for contact, _ in self.met) if self.met else 0

    def _touching(self) -> Charged | None:
        """The smallest wheel to any place, which ends where the target is touched."""
        contacts = {offset: contact for (contact, _), some in self.met.items() for offset in some}
        for way in islice(self._ranked(self._places), TRIES):
            blocks = self._blocks(way)
            end = settled(blocks[-2])
            if on_table(end.solid, self.ground.size) and self._clear(blocks, way):
                return Charged((*blocks[:-2], end), way.wheel, contacts[way.offset], self.side)
        return None

    def _charged(self, way: Way, contact: int) -> Charged:
        return Charged(self._blocks(way), way.wheel, contact, self.side)

    def _by_contact(self) -> Iterator[tuple[int, list[float]]]:
        """Places by how many bases touch there, the most first, and among equals those where fewer
        of the target's are in contact already (T9A-CHG-25)."""
        return ((key[0], self.met[key]) for key in sorted(self.met, reverse=True))

    def _stands(self, place: float, taken: Sequence[Obstacle] = ()) -> bool:
        """Whether the charger could stand aligned at a place, clear of blocks that stand."""
        if place in self._crowded:
            return False
        end = self.edge.flush(self.block, place)
        if place not in self._standing:
            self._standing[place] = stands(self.ground, end, self._beside)
        return self._standing[place] and stands(self.ground, end, taken)

    @cached_property
    def _places(self) -> list[float]:
        """All places along the edge, from left to right."""
        return sorted(offset for some in self.met.values() for offset in some)

    @cached_property
    def _beside(self) -> list[Obstacle]:
        """What lies about the edge: whoever stands aligned is between the first place and the
        last."""
        ends = [self.edge.flush(self.block, self._places[k]) for k in (0, -1)]
        box = box_of(tuple(end.corners for end in ends))
        return [one for one in self.about if boxes_meet(box, one.box, one.keep)]

    @cached_property
    def _crowded(self) -> set[float]:
        """Places where one would stand in something for certain."""
        return self._stuck(self._beside)

    def _stuck(self, others: Sequence[Obstacle]) -> set[float]:
        first, way = self.edge.flush(self.block, 0.0), rightward(self.edge.facing)
        inside = crowded(first, way, self._places, walls(others))
        return {place for place, stuck in zip(self._places, inside, strict=True) if stuck}

    def _finer(self, places: list[float], below: int = QUARTER) -> Way | None:
        """The way with the smallest wheel onto places of equal contact, of those between whole
        degrees and below a wheel; None where no such wheel leads there."""
        if not (below and self.wheels):
            return None
        found = islice(self._all.finer(places, self._stands, below), FINER)
        return next((one for one in found if self._clear(self._blocks(one), one)), None)

    def _ranked(self, places: list[float], fits: Fits = any_place) -> Iterator[Way]:
        """Ways onto places of equal contact that fit, in the order that the rules prefer."""
        yield from self._all.straight(places, fits)
        if self.wheels:
            yield from self._all.bent(places, fits)

    @cached_property
    def _all(self) -> Ways:
        return Ways(self.block, self.edge, self._places, self._depths)

    @cached_property
    def _depths(self) -> Depths | None:
        """Tells how deep ways run into what lies about the straight way, where most are stopped;
        nothing stops who flies (T9A-CHG-31)."""
        if self.ground.flies(self.unit):
            return None
        box = box_of((self.block.corners, self.there.corners))
        near = self.block.width / 2
        bars = walls([one for one in self.about if boxes_meet(box, one.box, near)])
        return Sweeps(self.block, bars).depths

    # --- with the target turned -------------------------------------------------------------------

    def _turning(self) -> Charged | None:
        """The charge with the target turned about the point of contact, as little as possible, and
        the charger turning the rest (T9A-CHG-33)."""
        others = [one for one in self.about if one.key != self.target]
        left = count(TRIES // 2, -1)
        for contact, places in self._by_contact():
            some = places[:: max(1, len(places) // PLACES)]
            found = [way for place in some if (way := self._reaching(place, left)) is not None]
            for turn, way in product(TURNS, found):
                end = settled(way.end.turned(way.touch, turn))
                there = settled(self.there.turned(way.touch, turn))
                if stands(self.ground, end, others) and stands(self.ground, there, others):
                    blocks = (*self._blocks(way)[:-1], end)
                    return Charged(blocks, way.wheel, contact, self.side, there)
        return None

    def _reaching(self, place: float, left: Iterator[int]) -> Way | None:
        """The first clear one of a few ways to a place, whether or not one could stand there, while
        tries are left."""
        for way in islice(self._ranked([place]), PLACES):
            if next(left) <= 0:
                return None
            if self._clear(self._blocks(way), way):
                return way
        return None

    # --- one way ----------------------------------------------------------------------------------

    def _blocks(self, way: Way) -> tuple[Block, ...]:
        """The block at the start, after each part of a way, and aligned."""
        found = [self.block]
        if way.first:
            found.append(found[-1].advanced(way.first))
        if way.wheel:
            found.append(found[-1].turned(wheel_pivot(found[-1], way.wheel), way.wheel))
        if way.second:
            found.append(found[-1].advanced(way.second))
        return (*found, settled(way.end))

    def _clear(self, blocks: tuple[Block, ...], way: Way, taken: Sequence[Obstacle] = ()) -> bool:
        """Whether nothing is run into on the way; the align turn counts at its end only.

        What stops one way is moved to the front: it is likely to stop the next. Of a flyer's charge
        only the end counts (T9A-CHG-31).
        """
        if self.ground.flies(self.unit):
            return True
        moves = list(zip(blocks, blocks[1:-1], strict=False))
        moves.sort(key=lambda move: move[0].facing != move[1].facing)
        for here, there in moves:
            turned = here.facing != there.facing
            if turned and not self._turns_inside(here, way.wheel):
                return False
            dx, dy = there.at[0] - here.at[0], there.at[1] - here.at[1]
            pivot = wheel_pivot(here, way.wheel)
            box = turn_box(here, pivot) if turned else carry_box(here, dx, dy)
            for number, obstacle in enumerate(self.about):
                if not boxes_meet(box, obstacle.box, obstacle.keep):
                    continue
                if not _passes(here, there, way, obstacle):
                    self.about.insert(0, self.about.pop(number))
                    return False
            if not all(_passes(here, there, way, one) for one in taken):
                return False
        return True

    def _turns_inside(self, here: Block, turn: int) -> bool:
        """Whether no base is more than half beyond the edge on a wheel (T9A-EDGE-01)."""
        size = self.ground.size
        west, south, east, north = turn_box(here, wheel_pivot(here, turn))
        if west >= 0 and south >= 0 and east <= size[0] and north <= size[1]:
            return True
        return stays_inside(here, Wheel(turn=turn), size)


def _passes(here: Block, there: Block, way: Way, obstacle: Obstacle) -> bool:
    if here.facing != there.facing:
        return turn_breach(here, wheel_pivot(here, way.wheel), way.wheel, obstacle) is None
    return carry_clear(here, there.at[0] - here.at[0], there.at[1] - here.at[1], obstacle)
