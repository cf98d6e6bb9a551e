"""Deployment in turns, scouts, and what is announced (chapter DEP)."""

from collections.abc import Iterable

from rules.core.events import Noted, Placed
from rules.core.refusals import Refused
from rules.core.values import SideId, UnitId
from rules.geometry.blocks import Block
from rules.ninth_age.actions import Join
from rules.ninth_age.events import Entered, Vacated
from rules.ninth_age.field.ground import Ground, ground_of
from rules.ninth_age.field.joining import may_stand, size_in, welcomes
from rules.ninth_age.field.lining import place_for
from rules.ninth_age.field.placing import (
    among,
    block_at,
    building_at,
    judge,
    judge_inside,
    models_at,
    models_inside,
)
from rules.ninth_age.opening.actions import Announce, ChooseSide, Deploy, DeployRest, EndDeployment
from rules.ninth_age.opening.events import (
    Announced,
    CameEarly,
    Finished,
    Formed,
    HeldBack,
    OrderChosen,
)
from rules.ninth_age.opening.questions import DeployUnits, WhichTurn, WhoDeploys
from rules.ninth_age.opening.steps import Announcing, Deploying, Ordering, Scouting
from rules.ninth_age.play.moving.characters import enter, leave
from rules.ninth_age.play.units.reading import Run
from rules.ninth_age.questions import Prompt
from rules.ninth_age.state import State
from rules.ninth_age.wording import asking, named, no, number, telling

# --- who is still to come -------------------------------------------------------------------------


def waiting(state: State, side: SideId, *, scouts: bool = False) -> tuple[UnitId, ...]:
    """A side's units that are to be set up now: its scouts, or all others (T9A-DEP-04)."""
    held = state.opening.ambush
    return tuple(
        unit
        for unit, found in state.table.units.items()
        if found.side == side and not found.models and unit not in held
        and state.stats[unit].has("scout") == scouts
    )  # fmt: skip


def groups(state: State, units: Iterable[UnitId]) -> tuple[tuple[UnitId, ...], ...]:
    """Units that count as one: all war machines together, all characters together, every other by
    itself (T9A-DEP-03)."""
    together: dict[str, list[UnitId]] = {}
    for unit in units:
        stats = state.stats[unit]
        machine = stats.troop_type == "war_machine"
        key = "machines" if machine else "characters" if stats.character else unit
        together.setdefault(key, []).append(unit)
    return tuple(map(tuple, together.values()))


def opponent(state: State, side: SideId) -> SideId:
    """The other side of a battle of two."""
    return next(other for other in state.sides if other != side)


def finishers(state: State) -> tuple[SideId, ...]:
    """The sides in the order in which they finished; who did not, by agreement, comes last."""
    finished = state.opening.finished
    return (*finished, *(side for side in state.sides if side not in finished))


# --- the order of deployment ----------------------------------------------------------------------


def ask_order(run: Run, step: Ordering) -> None:
    """Who did not choose the zone decides who deploys first (T9A-DEP-02)."""
    state = run.state
    side = opponent(state, state.opening.chooser)
    run.ask(side, WhoDeploys(sides=(side, state.opening.chooser)), asking("who_deploys"))


def answer_order(run: Run, prompt: Prompt, action: ChooseSide) -> None:
    """This side begins the deployment."""
    question = prompt.question
    assert isinstance(question, WhoDeploys)
    if action.side not in question.sides:
        raise no("no_such_side")
    run.close(prompt.id)
    run.emit(OrderChosen(side=action.side))
    run.replace(Deploying(side=action.side))


def ask_deployment(run: Run, step: Deploying) -> None:
    """A turn of the deployment. Who has nobody left has finished: he announces, and the other
    deploys all the rest (T9A-DEP-03 to -05)."""
    state = run.state
    units = waiting(state, step.side)
    if not units:
        _finish(run, step)
        return
    together = groups(state, units)
    question = DeployUnits(
        units=units,
        zone=state.zones[step.side],
        groups=tuple(group for group in together if len(group) > 1),
        hosts=hosts(state, units),
        least=len(units) if step.last else 1,
    )
    run.ask(step.side, question, asking("deploy_rest" if step.last else "deploy"))


def _finish(run: Run, step: Deploying) -> None:
    state = run.state
    other = opponent(state, step.side)
    left = 0 if step.last else len(groups(state, waiting(state, other)))
    run.emit(Finished(side=step.side, left=left))
    if step.last:
        run.replace()
    else:
        run.replace(Announcing(side=step.side), Deploying(side=other, last=True))


def ask_announcement(run: Run, step: Announcing) -> None:
    """Which turn is rolled for (T9A-DEP-04)."""
    run.ask(step.side, WhichTurn(), asking("announce"))


def answer_announcement(run: Run, prompt: Prompt, action: Announce) -> None:
    """First or second."""
    run.close(prompt.id)
    run.emit(Announced(side=prompt.side, turn=action.turn))
    run.replace()


# --- setting up -----------------------------------------------------------------------------------


def answer_deployment(
    run: Run, prompt: Prompt, action: Deploy | Join | EndDeployment | DeployRest
) -> None:
    """A unit is set up, or a character in a unit, and the question stays open; or the turn ends,
    with whatever was due set up by the table; or the table sets up all that is asked about."""
    question = prompt.question
    assert isinstance(question, DeployUnits)
    if isinstance(action, Join):
        judge_among(run.state, question, action)
        set_up_among(run, action)
        return
    if isinstance(action, Deploy):
        block = judge_deploy(run.state, question, action)
        set_up(run, action.unit, block, action.files, building_at(run.state, action.pose.at))
        return
    due = due_units(run.state, question)
    if isinstance(action, DeployRest) and not question.scouts:
        due = tuple(unit for unit in question.units if not run.state.table.units[unit].models)
    run.close(prompt.id)
    if isinstance(action, EndDeployment):
        _tell_together(run, question, due)
    for unit in in_order(run.state, due):
        if company := company_for(run.state, question, unit):
            set_up_among(run, company)
        else:
            _set_up_somewhere(run, unit)
    if question.scouts:
        _scouted(run, prompt.side, question)
        return
    step = run.state.agenda[-1]
    assert isinstance(step, Deploying)
    over = step.last or not waiting(run.state, step.side)
    run.replace(step if over else Deploying(side=opponent(run.state, step.side)))


def _tell_together(run: Run, question: DeployUnits, due: Iterable[UnitId]) -> None:
    """Say why units that nobody set up come now: the rest of a group of which one stands
    (T9A-DEP-03)."""
    begun = {
        unit
        for group in question.groups
        if any(run.state.table.units[one].models for one in group)
        for unit in group
    }
    for unit in due:
        if unit in begun:
            kind = "characters" if run.state.stats[unit].character else "machines"
            run.emit(Noted(line=telling(f"together_{kind}", unit=named(unit))))


def judge_deploy(state: State, question: DeployUnits, action: Deploy) -> Block:
    """Where a unit would stand. Raises Refused."""
    if action.unit not in question.units:
        raise no("not_now_deployed", "T9A-DEP-03")
    standing = [unit for unit in question.units if state.table.units[unit].models]
    full = question.most and action.unit not in standing and len(standing) >= question.most
    if full:
        raise no("enough_deployed", "T9A-SR-SCOUT", count=number(question.most))
    if home := building_at(state, action.pose.at):
        return judge_inside(state, action.unit, home, scouts=question.scouts)
    return judge(state, action.unit, action.pose, action.files, scouts=question.scouts)


def judge_among(state: State, question: DeployUnits, action: Join) -> Ground:
    """Where everybody would stand with a character in a unit. Raises Refused."""
    if action.unit not in question.units:
        raise no("not_now_deployed", "T9A-DEP-03")
    return among(state, action.unit, action.host, action.file)


def hosts(state: State, units: Iterable[UnitId]) -> dict[UnitId, tuple[UnitId, ...]]:
    """Units in which each of these may stand, when they stand themselves (T9A-CHR-02, -04)."""
    return {
        unit: found
        for unit in units
        if state.stats[unit].character and (found := _hosts(state, unit))
    }


def _hosts(state: State, unit: UnitId) -> tuple[UnitId, ...]:
    side, stats = state.table.units[unit].side, state.stats
    if stats[unit].has("large_target"):
        return ()
    ground = ground_of(state)
    return tuple(
        host
        for host, found in state.table.units.items()
        if found.side == side and welcomes(ground, host, unit)
        and may_stand(stats[unit], stats[host])
    )  # fmt: skip


def due_units(state: State, question: DeployUnits) -> tuple[UnitId, ...]:
    """Units that must still be set up in this turn: the first where nobody was, the rest of a group
    of which one stands; in the last turn everybody (T9A-DEP-03, -05)."""
    left = [unit for unit in question.units if not state.table.units[unit].models]
    if question.least == len(question.units):
        return tuple(left)
    begun = len(left) < len(question.units)
    first = () if begun else tuple(left[:1])
    due = [
        unit
        for group in question.groups
        if any(unit not in left for unit in group) or set(first) & set(group)
        for unit in group
        if unit in left
    ]
    return tuple(dict.fromkeys((*first, *due)))


def in_order(state: State, units: Iterable[UnitId]) -> list[UnitId]:
    """The order in which the table sets up: troops, then war machines where these leave them a
    view, then the characters who join them, the General first of all."""

    def place(unit: UnitId) -> tuple[bool, bool, bool]:
        stats = state.stats[unit]
        return stats.character, stats.troop_type == "war_machine", not stats.general

    return sorted(units, key=place)


def company_for(state: State, question: DeployUnits, unit: UnitId) -> Join | None:
    """The table's own choice of a unit for a character: the largest of his own troop type that
    nobody has joined yet, else the largest (T9A-CHR-02, T9A-CHR-04). None where none takes him."""
    stats, joined = state.stats, {place.host for place in state.joined.values()}
    fitting = [
        host
        for host in question.hosts.get(unit, ())
        if stats[host].troop_type == stats[unit].troop_type and state.table.units[host].models
    ]
    size = {host: len(state.table.units[host].models) for host in fitting}
    beside = {host: size_in(stats[unit], stats[host]) is None for host in fitting}
    for host in sorted(fitting, key=lambda host: (beside[host], host in joined, -size[host])):
        action = Join(unit=unit, host=host, file=(state.files[host] - 1) // 2)
        try:
            judge_among(state, question, action)
        except Refused:
            continue
        return action
    return None


def set_up(run: Run, unit: UnitId, block: Block, files: int, home: str = "") -> None:
    """Put a unit on the table, or into a building, with those who have joined it; a character
    stands by himself."""
    if unit in run.state.joined:
        leave(run, unit)
    if unit in run.state.garrison:
        run.emit(Vacated(unit=unit))
    models = (models_inside if home else models_at)(run.state, unit, block)
    run.emit(Formed(unit=unit, files=files))
    for part in dict.fromkeys(model.unit for model in models.values()):
        placed = {key: model for key, model in models.items() if model.unit == part}
        run.emit(Placed(unit=part, models=placed))
    if home:
        run.emit(Entered(unit=unit, building=home))


def set_up_among(run: Run, action: Join) -> None:
    """Put a character into the front rank of a unit (T9A-DEP-03, T9A-CHR-02)."""
    unit = action.unit
    there = among(run.state, unit, action.host, action.file)
    if unit in run.state.joined:
        leave(run, unit)
    run.emit(Formed(unit=unit, files=1))
    run.emit(Placed(unit=unit, models=there.table.standing(unit)))
    enter(run, unit, action.host, action.file)


def _set_up_somewhere(run: Run, unit: UnitId) -> None:
    """The table's own choice; who finds no room in the zone waits and comes as an ambusher."""
    place = place_for(run.state, unit)
    if place is None:
        side = run.state.table.units[unit].side
        run.emit(HeldBack(side=side, units=(unit,)))
        return
    pose, files = place
    set_up(run, unit, block_at(run.state, unit, pose, files), files)


# --- scouts ---------------------------------------------------------------------------------------


def ask_scout(run: Run, step: Scouting) -> None:
    """Scouts one by one, in turn, the side that finished first beginning (T9A-SR-SCOUT)."""
    state = run.state
    units = waiting(state, step.side, scouts=True)
    other = opponent(state, step.side)
    if not units:
        left = waiting(state, other, scouts=True)
        run.replace(*((Scouting(side=other),) if left else ()))
        return
    question = DeployUnits(units=units, zone=state.zones[step.side], most=1, scouts=True)
    run.ask(step.side, question, asking("scout", unit=named(units[0])))


def _scouted(run: Run, side: SideId, question: DeployUnits) -> None:
    for unit in question.units:
        if run.state.table.units[unit].models:
            run.emit(CameEarly(unit=unit))
    run.replace(Scouting(side=opponent(run.state, side)))
