"""Before the armies stand: battlefield, deployment type, objective, zones, markers (chapters FIELD,
ZONE, OBJ, ZPICK)."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rules.core.refusals import Area, Disc
from rules.core.values import INCH, Point, SideId
from rules.geometry.measure import EPS, distance
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.field.battlefield import built
from rules.ninth_age.opening.actions import ChooseZone, PlaceMarker
from rules.ninth_age.opening.events import (
    Built,
    ChooserDrawn,
    MarkerPlaced,
    ObjectiveSettled,
    TypeSettled,
    ZonesTaken,
)
from rules.ninth_age.opening.questions import WhereMarker, WhichZone, ZoneOffer
from rules.ninth_age.opening.steps import (
    Building,
    Holding,
    Learning,
    Marking,
    Preparing,
    Settling,
    Zoning,
)
from rules.ninth_age.play.units.reading import Run
from rules.ninth_age.play.victory import worth
from rules.ninth_age.questions import Prompt
from rules.ninth_age.state import State
from rules.ninth_age.wording import asking, length, no
from rules.ninth_age.zones import Axis, Kind, Role, Zone, kind_of, long_axis, offered, zone

FROM_ZONE = 12 * INCH
"""A marker lies so far from the owner's zone (T9A-OBJ-12)."""
MARKERS_APART = 24 * INCH
"""And so far from the other marker."""
GRID = INCH
"""Where places for a marker are looked for."""


# --- what the dice or the table settle ------------------------------------------------------------


def build(run: Run, step: Building) -> None:
    """A battlefield at random, or one of the saved ones (T9A-FIELD-02)."""
    state = run.state
    layout = state.opening.agreed.layout
    first = state.sides[0]
    if layout == "random":
        table = state.table
        terrain = built(
            table.width,
            table.height,
            lambda count, why: run.roll(count, side=first, why=why, rule="T9A-FIELD-02"),
        )
        run.emit(Built(terrain=terrain))
    elif layout in pack().layouts:
        run.emit(Built(terrain=pack().layouts[layout].terrain))
    run.replace()


def settle(run: Run, step: Settling) -> None:
    """The deployment type and the objectives, agreed on or rolled (T9A-ZONE-01, T9A-OBJ-01)."""
    agreed = run.state.opening.agreed
    kinds = offered(run.state.table.width, run.state.table.height, axis_of(run.state))
    kind = agreed.deployment
    rolled = kind not in kinds
    while kind not in kinds:
        kind = kind_of(_die(run, "deployment_type", "T9A-ZONE-01"))
    run.emit(TypeSettled(kind=kind, rolled=rolled))
    for wish in (agreed.objective, agreed.also):
        _settle_objective(run, wish)
    run.replace()


def _settle_objective(run: Run, wish: str) -> None:
    """One more objective, or all that are left; a die that gives one there is already is rolled
    again (T9A-OBJ-16)."""
    left = [one.id for one in worth().objectives if one.id not in run.state.objectives]
    if wish == "roll":
        chosen = ""
        while chosen not in left:
            chosen = objective_of(_die(run, "objective", "T9A-OBJ-01"))
        run.emit(ObjectiveSettled(objective=chosen, rolled=True))
        return
    for key in left:
        if wish in (key, "all"):
            run.emit(ObjectiveSettled(objective=key))


def objective_of(face: int) -> str:
    """The objective that a die gives (T9A-OBJ-01)."""
    return next(one.id for one in worth().objectives if face in one.rolls)


def _die(run: Run, why: str, rule: str) -> int:
    return run.roll(1, side=run.state.sides[0], why=why, rule=rule)[0]


# --- zones ----------------------------------------------------------------------------------------


def draw_chooser(run: Run, step: Zoning) -> None:
    """The higher die chooses; equal dice are rolled again (T9A-ZPICK-01)."""
    side = higher(run, "zone_choice", "T9A-ZPICK-01")
    run.emit(ChooserDrawn(side=side))
    kind = kind_settled(run.state)
    run.ask(side, WhichZone(kind=kind, zones=offers(run.state)), asking("zone"))


def higher(run: Run, why: str, rule: str) -> SideId:
    """Who rolls higher; ties are rolled again."""
    while True:
        faces = {side: run.roll(1, side=side, why=why, rule=rule)[0] for side in run.state.sides}
        best = max(faces.values())
        winners = [side for side, face in faces.items() if face == best]
        if len(winners) == 1:
            return winners[0]


def kind_settled(state: State) -> Kind:
    """The deployment type of this battle."""
    kind = state.opening.deployment
    return kind if kind in ("classic", "diagonal", "flank_attack") else "classic"  # type: ignore[return-value]


def offers(state: State) -> tuple[ZoneOffer, ...]:
    """The zones that may be chosen (T9A-ZPICK-02 to -04)."""
    return tuple(
        ZoneOffer(corner=found.corner, outline=found.outline, role=found.role)
        for found in zones_offered(state)
    )


def axis_of(state: State) -> Axis:
    """The axis along which the zones lie, as the table agreed (T9A-ZONE-11)."""
    turned = state.opening.agreed.long_axis == "shorter"
    return long_axis(state.table.width, state.table.height, turned)


def zones_offered(state: State) -> Iterator[Zone]:
    """A zone at each corner, or at each long edge in each role."""
    kind, width, height = kind_settled(state), state.table.width, state.table.height
    far = (width, height)
    corners: tuple[Point, ...] = ((0, 0), far)
    roles: tuple[Role, ...] = ("",)
    if kind == "diagonal":
        corners = ((0, 0), (width, 0), (0, height), far)
    if kind == "flank_attack":
        roles = ("attacker", "defender")
    for corner in corners:
        for role in roles:
            yield zone(kind, width, height, corner, role, axis_of(state))


OTHER: Mapping[Role, Role] = {"": "", "attacker": "defender", "defender": "attacker"}


def answer_zone(run: Run, prompt: Prompt, action: ChooseZone) -> None:
    """This zone, and the opposite one for the opponent (T9A-ZONE-05, T9A-ZPICK-04)."""
    state = run.state
    found = next(
        (
            one
            for one in zones_offered(state)
            if (one.corner, one.role) == (action.corner, action.role)
        ),
        None,
    )
    if found is None:
        raise no("no_such_zone", "T9A-ZPICK-02")
    run.close(prompt.id)
    _take(run, found)
    steps = (Marking(side=side) for side in run.state.opening.grounds)
    run.replace(*(steps if "secure_target" in state.objectives else ()))


def _take(run: Run, found: Zone) -> None:
    """The chooser's zone, and the opposite one for his opponent."""
    state = run.state
    side = state.opening.chooser
    (opponent,) = (other for other in state.sides if other != side)
    other = replace(found, corner=found.opposite, role=OTHER[found.role])
    run.emit(ZonesTaken(side=side, grounds={side: found, opponent: other}))


def prepare(run: Run, step: Preparing) -> None:
    """Spells, then who is held back; the side that chose the zone begins (T9A-SPELL-01)."""
    if not run.state.zones:
        # The choice was given up by agreement: the first zone that was offered.
        _take(run, next(zones_offered(run.state)))
    chooser = run.state.opening.chooser
    sides = (chooser, *(side for side in run.state.sides if side != chooser))
    run.replace(*(Learning(side=side) for side in sides), *(Holding(side=side) for side in sides))


# --- Secure Target --------------------------------------------------------------------------------


def ask_marker(run: Run, step: Marking) -> None:
    """Ask for a marker (T9A-OBJ-12); where no legal place is, only the farthest one will do
    (T9A-OBJ-13)."""
    state = run.state
    own = state.opening.grounds[step.side]
    others = tuple(state.markers.values())
    free = next(marker_spots(own, others), None)
    only = farthest_spot(own, others) if free is None else None
    question = WhereMarker(zone=FROM_ZONE, apart=MARKERS_APART, only=only)
    run.ask(step.side, question, asking("marker"))


def answer_marker(run: Run, prompt: Prompt, action: PlaceMarker) -> None:
    """The marker lies here."""
    question = prompt.question
    assert isinstance(question, WhereMarker)
    judge_marker(run.state, prompt.side, question, action.at)
    run.close(prompt.id)
    run.emit(MarkerPlaced(side=prompt.side, name=prompt.side, at=action.at))
    run.replace()


def judge_marker(state: State, side: SideId, question: WhereMarker, at: Point) -> None:
    """Raise Refused where a marker may not lie."""
    own = state.opening.grounds[side]
    spot = Disc(at=at, radius=INCH // 2, style="ghost_bad")
    if not (0 <= at[0] <= own.width and 0 <= at[1] <= own.height):
        raise no("marker_off", "T9A-OBJ-12", shapes=(spot,))
    if question.only is not None:
        if not marker_allowed(own, at, tuple(state.markers.values())):
            better = Disc(at=question.only, radius=INCH // 2, style="better")
            raise no("marker_only", "T9A-OBJ-13", shapes=(spot, better))
        return
    off = own.distance(at)
    if off < FROM_ZONE - EPS:
        area = Area(rings=(own.outline,), style="zone")
        raise no(
            "marker_near_zone", "T9A-OBJ-12", shapes=(spot, area), gap=length(off),
            limit=length(FROM_ZONE),
        )  # fmt: skip
    for other in state.markers.values():
        if distance(at, other) < MARKERS_APART - EPS:
            there = Disc(at=other, radius=INCH // 2, style="breach")
            raise no(
                "marker_near_other", "T9A-OBJ-12", shapes=(spot, there),
                gap=length(distance(at, other)), limit=length(MARKERS_APART),
            )  # fmt: skip


def marker_legal(own: Zone, at: Point, others: tuple[Point, ...]) -> bool:
    """Whether a marker may lie here (T9A-OBJ-12)."""
    return all(distance(at, o) >= MARKERS_APART - EPS for o in others) and _off_zone(own, at)


def marker_allowed(own: Zone, at: Point, others: tuple[Point, ...]) -> bool:
    """The same where it may be that no place is legal: then the farthest one is (T9A-OBJ-13)."""
    if marker_legal(own, at, others) or not _off_zone(own, at):
        return marker_legal(own, at, others)
    free = next(marker_spots(own, others), None)
    return free is None and _nearest(at, others) >= _nearest(farthest_spot(own, others), others)


def _nearest(at: Point, others: tuple[Point, ...]) -> float:
    return min((distance(at, other) for other in others), default=0.0)


def _off_zone(own: Zone, at: Point) -> bool:
    on = 0 <= at[0] <= own.width and 0 <= at[1] <= own.height
    return on and own.distance(at) >= FROM_ZONE - EPS


def marker_spots(own: Zone, others: tuple[Point, ...]) -> Iterator[Point]:
    """Legal places on a grid, those near the middle of the table first."""
    middle = (own.width / 2, own.height / 2)
    spots = sorted(_grid(own), key=lambda at: (distance(at, middle), at))
    return (at for at in spots if marker_legal(own, at, others))


def farthest_spot(own: Zone, others: tuple[Point, ...]) -> Point:
    """Off the own zone, as far as possible from the markers that lie already (T9A-OBJ-13)."""
    return max(
        (at for at in _grid(own) if _off_zone(own, at)),
        key=lambda at: (_nearest(at, others), at),
    )


def _grid(own: Zone) -> Iterator[Point]:
    """Points in rows and the corners, from which nothing on the table is farther."""
    for y in (*range(0, own.height, GRID), own.height):
        for x in (*range(0, own.width, GRID), own.width):
            yield (x, y)
