"""Setting up (SAGA-SET-02, scenarios): part by part, unit by unit, inside the side's zone."""

from collections.abc import Iterator
from math import cos, radians, sin

from rules.core.events import Placed
from rules.core.refusals import Area, Refused, Shape, refuse
from rules.core.refusals import Disc as Spot
from rules.core.table import Model
from rules.core.values import INCH, Line, ModelId, Named, Point, Pose, SideId, UnitId
from rules.geometry import EPS, closer, gap_between, hull_overlapped, overlap_depth
from rules.saga.actions import Deploy, EndDeployment
from rules.saga.content import Zone
from rules.saga.events import DeploymentDone, RolledOff
from rules.saga.field.casualties import formation_violations
from rules.saga.field.ground import Disc, Discs, Ground, gaps_among
from rules.saga.numbers import VS, half_up
from rules.saga.play.reading import Run, ground, play
from rules.saga.questions import DeployUnits, Prompt
from rules.saga.state import Deploying, State
from rules.saga.wording import asking

UP, DOWN = 90_000, 270_000
"""Facings towards the far edge and the near one, in 1/1000 degree."""
CLEARANCE = INCH // 8
"""Space the server leaves between bases when it sets a unit up."""


def roll_off(run: Run) -> None:
    """The higher die is the first player; equal dice are rolled again (SAGA-SET-02). An escort is
    the first player without a roll (SAGA-SCN-6)."""
    convoy = run.state.scenario.convoy
    if convoy is not None:
        run.emit(RolledOff(side=run.state.sides[convoy.way_out.seat - 1]))
        return
    while True:
        rolled = {
            side: run.roll(1, side=side, why="roll_off", rule="SAGA-SET-02")[0]
            for side in run.state.sides
        }
        best = max(rolled.values())
        winners = [side for side, face in rolled.items() if face == best]
        if len(winners) == 1:
            run.emit(RolledOff(side=winners[0]))
            return


def face_to_face(run: Run) -> None:
    """Where a duel is fought the warlords stand before anybody else (SAGA-SCN-4)."""
    state = run.state
    duel = state.scenario.duel
    if duel is None:
        return
    for side, towards, facing in zip(state.sides, (-1, 1), (UP, DOWN), strict=True):
        units = state.table.units
        lord = next(k for k, u in units.items() if u.side == side and u.has("warlord"))
        ((model, base),) = state.mustered[lord].items()
        away = duel.apart // 2 + Model(unit=lord, base=base, pose=Pose(0, 0)).radius
        pose = Pose(state.table.width // 2, state.table.height // 2 + towards * away, facing)
        run.emit(Placed(unit=lord, models=models_at(state, lord, {model: pose})))


# --- parts of the deployment ----------------------------------------------------------------------


def next_part(run: Run, step: Deploying) -> None:
    """Ask the side whose part it is, if it has anybody to set up."""
    state = run.state
    part = state.scenario.deployment[step.wave]
    first = state.first
    side = first if part.player == "first" else state.others(first)[0]
    waiting = not_yet_set_up(state, side)
    if not waiting:
        run.replace()
        return
    most = len(waiting)
    if part.share == "half":
        most = half_up(len(waiting))
    question = DeployUnits(zone=corners(zone_of(state, side)), units=waiting, least=most, most=most)
    run.ask(side, question, asking("deploy", count=most))


def not_yet_set_up(state: State, side: SideId) -> tuple[UnitId, ...]:
    """A side's units that do not stand on the table."""
    units = state.table.units
    return tuple(key for key, unit in units.items() if unit.side == side and not unit.models)


def zone_of(state: State, side: SideId) -> Zone:
    """Where a side sets up."""
    seat = state.sides.index(side) + 1
    return next(zone for zone in state.scenario.zones if zone.seat == seat)


def corners(zone: Zone) -> tuple[Point, ...]:
    """The outline of a zone."""
    (x0, y0), (x1, y1) = zone.low, zone.high
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def answer(run: Run, prompt: Prompt, action: Deploy | EndDeployment) -> None:
    """Set up a unit with the prompt open, or be done: units still due are set up by the server."""
    question = prompt.question
    assert isinstance(question, DeployUnits)
    if isinstance(action, Deploy):
        models = judge_deploy(run.state, prompt.side, question, action)
        run.emit(Placed(unit=action.unit, models=models))
        return
    due = question.least - len(placed_of(run.state, question))
    waiting = [u for u in question.units if not run.state.table.units[u].models]
    for unit in waiting[:due]:
        poses = arrange(run.state, unit)
        if poses is None:
            raise play("no_room", "SAGA-SET-02", unit=Named(unit=unit))
        run.emit(Placed(unit=unit, models=models_at(run.state, unit, poses)))
    run.close(prompt.id)
    step = run.state.agenda[-1]
    assert isinstance(step, Deploying)
    run.emit(DeploymentDone(side=prompt.side, wave=step.wave))
    run.replace()


def placed_of(state: State, question: DeployUnits) -> list[UnitId]:
    """The units of a part of the deployment that already stand."""
    return [unit for unit in question.units if state.table.units[unit].models]


def models_at(state: State, unit: UnitId, poses: dict[ModelId, Pose]) -> dict[ModelId, Model]:
    """A unit's models at these poses, in the order of muster."""
    bases = state.mustered[unit]
    return {key: Model(unit=unit, base=base, pose=poses[key]) for key, base in bases.items()}


# --- what is legal --------------------------------------------------------------------------------


def judge_deploy(
    state: State, side: SideId, question: DeployUnits, action: Deploy
) -> dict[ModelId, Model]:
    """The models as they will stand. Raises Refused with what is wrong and where."""
    if action.unit not in question.units:
        raise play("not_now_deployed", "SAGA-SET-02")
    standing = placed_of(state, question)
    if action.unit not in standing and len(standing) >= question.most:
        raise play("enough_deployed", "SAGA-SET-02")
    if set(action.poses) != set(state.mustered[action.unit]):
        raise play("whole_unit", "SAGA-SET-02")
    models = models_at(state, action.unit, action.poses)
    discs = {key: (model.pose.at, model.radius) for key, model in models.items()}
    fault = next(faults(state, side, action.unit, discs), None)
    if fault is not None:
        raise fault
    return models


def faults(state: State, side: SideId, unit: UnitId, discs: Discs) -> Iterator[Refused]:
    """What is wrong with a unit standing like this in its zone, one refusal for each fault."""
    zone = zone_of(state, side)
    out = next((disc for disc in discs.values() if not zone.holds(*disc)), None)
    if out is not None:
        shape = Area(rings=(corners(zone),), style="zone")
        yield _fault("outside_zone", "SAGA-SET-02", unit, _bad(*out), shape)
        return
    yield from _overlaps(state, unit, discs)
    for violation in formation_violations(discs, state.switches, unit):
        yield _fault("no_formation", violation.rule, unit, *violation.shapes)
    enemies = [m for u in state.table.against(side) for m in state.table.standing(u).values()]
    for at, radius in discs.values():
        if any(closer(gap_between(at, radius, m.pose.at, m.radius), VS) for m in enemies):
            yield _fault("too_near", "SAGA-SET-02", unit, _bad(at, radius))


def _overlaps(state: State, unit: UnitId, discs: Discs) -> Iterator[Refused]:
    """Bases over bases, gaps and forbidden ground (SAGA-PTH-02, SAGA-GAP-04, SAGA-TER)."""
    at = ground(state)
    rules = {
        "hull": "SAGA-GAP-04", "disc": "SAGA-PTH-02", "area": "SAGA-TER-04",
        "standing": "SAGA-TER-07", "table": "SAGA-TER-05", "uneven": "SAGA-SCN-6",
    }  # fmt: skip
    done: Discs = {}
    for key, (centre, radius) in discs.items():
        breach = at.field(unit, radius).occupied(centre)
        if breach is not None:
            kind = at.breached(breach)
            rule = rules.get(kind, "SAGA-PTH-02")
            yield _fault(f"no_place_{kind}", rule, unit, _bad(centre, radius))
        elif any(overlap_depth(centre, radius, c, r) > EPS for c, r in done.values()):
            yield _fault("no_place_disc", "SAGA-PTH-02", unit, _bad(centre, radius))
        done = {**done, key: (centre, radius)}
    others = [disc for key in at.others(unit) for disc in at.discs_of(key).values()]
    near = _beside(discs, others, 0)
    for _, hull in gaps_among(unit, discs):
        for centre, radius in near:
            if hull_overlapped(hull, centre, radius):
                yield _fault("no_place_hull", "SAGA-GAP-04", unit, _bad(centre, radius))


def _beside(discs: Discs, others: list[Disc], room: int) -> list[Disc]:
    """Those of the others that come within some room of the box round a unit's bases."""
    wide = room + max(radius for _, radius in discs.values())
    xs, ys = [x for (x, _), _ in discs.values()], [y for (_, y), _ in discs.values()]
    x0, x1, y0, y1 = min(xs) - wide, max(xs) + wide, min(ys) - wide, max(ys) + wide
    return [
        ((x, y), r)
        for (x, y), r in others
        if x0 <= x + r and x - r <= x1 and y0 <= y + r and y - r <= y1
    ]


def _bad(at: Point, radius: int) -> Spot:
    return Spot(at=at, radius=radius, style="ghost_bad")


def _fault(code: str, rule: str, unit: UnitId, *shapes: Shape) -> Refused:
    line = Line(key=f"saga.refusal.play.{code}", params={"unit": Named(unit=unit)})
    return refuse(code, line, rule, shapes=shapes)


# --- the server's own choice ----------------------------------------------------------------------


def formation(
    state: State, unit: UnitId, at: Point, width: int = 0, facing: int = UP
) -> dict[ModelId, Pose]:
    """A unit in ranks around a point, `width` models in the first (0: the usual width).

    `facing` is where its front looks, in 1/1000 degree from the x axis.
    """
    bases = state.mustered[unit]
    radius = max(getattr(base, "radius", 0) for base in bases.values())
    step = 2 * radius + CLEARANCE
    wide = max(1, width or _width(len(bases)))
    look = radians(facing / 1000)
    ranks = -(-len(bases) // wide)
    poses = {}
    for i, key in enumerate(bases):
        rank, file = divmod(i, wide)
        in_rank = min(wide, len(bases) - rank * wide)
        across = (file - (in_rank - 1) / 2) * step
        back = (rank - (ranks - 1) / 2) * step
        x = at[0] + across * sin(look) - back * cos(look)
        y = at[1] - across * cos(look) - back * sin(look)
        poses[key] = Pose(round(x), round(y), facing)
    return poses


def _width(count: int) -> int:
    """Files of a unit: one rank of up to six, else two ranks."""
    return count if count <= 6 else half_up(count)


def faces_up(state: State, side: SideId) -> bool:
    """Whether a side's enemy stands at the far edge of the table."""
    zone = zone_of(state, side)
    return zone.low[1] + zone.high[1] <= state.table.height


def arrange(state: State, unit: UnitId) -> dict[ModelId, Pose] | None:
    """A sensible legal place in the zone: near its front edge and the middle; None if full.

    A place on open ground with room round it is taken before any other.
    """
    side = state.table.units[unit].side
    up = faces_up(state, side)
    zone, table = zone_of(state, side), ground(state)
    others = list(table.discs_of(*table.others(unit)).values())
    tight: dict[ModelId, Pose] | None = None
    for width in (0, half_up(_width(len(state.mustered[unit])))):
        for at in _places(state, side, up):
            poses = formation(state, unit, at, width, UP if up else DOWN)
            bases = models_at(state, unit, poses)
            discs = {key: (model.pose.at, model.radius) for key, model in bases.items()}
            if not all(zone.holds(*disc) for disc in discs.values()):
                continue
            roomy = _roomy(table, discs, others)
            if (roomy or tight is None) and next(faults(state, side, unit, discs), None) is None:
                if roomy:
                    return poses
                tight = poses
        if tight is not None:
            return tight
    return None


def _roomy(table: Ground, discs: Discs, others: list[Disc]) -> bool:
    """Whether the unit would start its first move unslowed, with a way past its friends."""
    near = _beside(discs, others, INCH)
    return not any(
        any(closer(gap_between(centre, radius, c, r), INCH) for c, r in near)
        or table.slowed_by((centre,), radius)
        for centre, radius in discs.values()
    )


def _places(state: State, side: SideId, up: bool) -> Iterator[Point]:
    """Points of a zone, an inch apart: rows from the front, each from its middle outwards."""
    (x0, y0), (x1, y1) = zone_of(state, side).low, zone_of(state, side).high
    rows = range(y1 - INCH, y0, -INCH) if up else range(y0 + INCH, y1, INCH)
    middle = (x0 + x1) // 2
    for y in rows:
        for out in range(0, (x1 - x0) // 2, INCH):
            yield (middle + out, y)
            if out:
                yield (middle - out, y)
