"""Moving chargers: the dice, the move or its failure, contact (T9A-CHG-20 to -28, -40)."""

from rules.core.events import Noted
from rules.core.values import INCH, SideId, UnitId
from rules.geometry.convex import clear_by
from rules.geometry.measure import EPS, XY
from rules.ninth_age.actions import Aim, MoveCharger
from rules.ninth_age.events import ChargeDeclared, ChargeEnded, ChargeRolled, Engaged
from rules.ninth_age.field.approach import Charged
from rules.ninth_age.field.charging import failed
from rules.ninth_age.field.concert import concerted
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.joining import file_at, may_join
from rules.ninth_age.play.harm.hazards import cross
from rules.ninth_age.play.harm.panic import friends_near, panicked, shake, strengths
from rules.ninth_age.play.harm.parting import hold_contact
from rules.ninth_age.play.moving.characters import enter
from rules.ninth_age.play.units.bestowed import rerolls
from rules.ninth_age.play.units.reading import (
    Run,
    carry,
    charge_reach,
    destroy,
    do,
    foe_of,
    meant,
    rushing_dice,
    stands,
)
from rules.ninth_age.questions import NextCharger, Prompt, WhichTarget
from rules.ninth_age.state import Charge, Charging, FormingUp, State
from rules.ninth_age.wording import asking, named, no, telling


def waiting(state: State, side: SideId) -> tuple[UnitId, ...]:
    """Chargers still to move: those whose dice are rolled come first (T9A-CHG-28)."""
    units = [u for u in state.acting(side) if u in state.charges]
    rolled = [u for u in units if state.charges[u].faces]
    return tuple(rolled or units)


def ask_charger(run: Run, step: Charging) -> None:
    """Ask whose charge is next; a lone one needs no question."""
    units = waiting(run.state, step.side)
    if not units:
        run.replace()
    elif len(units) == 1:
        _lead(run, step.side, units[0])
    else:
        run.ask(step.side, NextCharger(units=units), asking("charger"))


def _lead(run: Run, side: SideId, unit: UnitId) -> None:
    """A charger goes, or first chooses which of two targets that fled; one that is gone or flees
    since it was asked about charges no more."""
    charge = run.state.charges.get(unit)
    if charge is None:
        return
    if _torn(run.state, unit):
        question = WhichTarget(unit=unit, targets=(charge.former, charge.target))
        run.ask(side, question, asking("which", unit=named(unit)))
    else:
        rush(run, unit)


def _torn(state: State, unit: UnitId) -> bool:
    """Whether both of a unit's targets fled, and it has to choose one (T9A-CHG-14)."""
    charge = state.charges[unit]
    both = (charge.former, charge.target)
    return bool(
        charge.former
        and not charge.faces
        and all(state.table.units[u].models and state.fleeing(u) for u in both)
    )


def answer_charger(run: Run, prompt: Prompt, action: MoveCharger) -> None:
    """Roll for a charger, or move it when its dice lie."""
    question = prompt.question
    assert isinstance(question, NextCharger)
    if action.unit not in question.units:
        raise no("not_in_list")
    run.close(prompt.id)
    _lead(run, prompt.side, action.unit)


def answer_which(run: Run, prompt: Prompt, action: Aim) -> None:
    """One of two targets that fled."""
    question = prompt.question
    assert isinstance(question, WhichTarget)
    target = meant(run.state, action.target)
    if target not in question.targets:
        raise no("not_in_list")
    run.close(prompt.id)
    was = run.state.charges.get(question.unit)
    if was is None:
        return
    charge = Charge(target=target, side=was.side)
    run.emit(ChargeDeclared(unit=question.unit, charge=charge))
    rush(run, question.unit)


def rush(run: Run, unit: UnitId) -> None:
    """Roll for everybody who charges the same target; a lone charger moves at once."""
    charge = run.state.charges[unit]
    if charge.faces:
        move(run, unit)
        return
    together = [
        u
        for u, c in run.state.charges.items()
        if c.target == charge.target and stands(run.state, u)
    ]
    for one in together:
        roll(run, one)
    if len(together) == 1:
        move(run, unit)


def roll(run: Run, unit: UnitId) -> None:
    """The charge range (T9A-CHG-21)."""
    state = run.state
    side = state.table.units[unit].side
    target = state.charges[unit].target
    far = ground_of(state).gap(unit, target) if state.table.units[target].models else 0.0
    dice = rushing_dice(state, unit)
    faces = run.roll(dice, side=side, why="charge", unit=unit, rule="T9A-CHG-21")
    if charge_reach(state, unit, faces) * INCH < far - EPS and rerolls(state, unit, "charge"):
        faces = run.roll(dice, side=side, why="charge_again", unit=unit, rule="T9A-CHG-21")
    reached = charge_reach(state, unit, faces) * INCH
    run.emit(ChargeRolled(unit=unit, faces=faces, range=reached, distance=round(far)))


def move(run: Run, unit: UnitId) -> None:
    """Into contact, or as far as a failed charge goes (T9A-CHG-22, -40)."""
    state = run.state
    charge = state.charges[unit]
    target = charge.target
    if not state.table.units[target].models:
        fail(run, unit, "gone")
        return
    ground = ground_of(state)
    reached = charge_reach(state, unit, charge.faces) * INCH
    if ground.gap(unit, target) > reached + EPS:
        fail(run, unit, "short")
        return
    flees = state.fleeing(target)
    others = {u: state.charges[u].side for u in beside(state, unit)}
    found = concerted(ground, unit, target, charge.side, foe_of(state, target), others)
    if found is None:
        fail(run, unit, "no_way")
        return
    if found.straight > reached + EPS:
        fail(run, unit, "short")
        return
    arrive(run, unit, target, found, flees)


def beside(state: State, unit: UnitId) -> list[UnitId]:
    """Others whose dice reach the same target, and who are still to be moved (T9A-CHG-28)."""
    ground, target = ground_of(state), state.charges[unit].target
    return [
        other
        for other, charge in state.charges.items()
        if other != unit and charge.target == target and charge.faces and stands(state, other)
        and ground.gap(other, target) <= charge_reach(state, other, charge.faces) * INCH + EPS
    ]  # fmt: skip


def arrive(run: Run, unit: UnitId, target: UnitId, found: Charged, flees: bool) -> None:
    """Contact: aligned and engaged, or a fleeing unit run down (T9A-CHG-24, -27); those
    lost on the way may break the contact again (T9A-DMG-09)."""
    do(run, unit, "charged")
    here = ground_of(run.state)
    carry(run, unit, found.blocks, "charge")
    if found.target is not None:
        carry(run, target, (here.block(target), found.target), "turned")
    if unit in run.state.charges:
        end(run, unit, True)
    before = strengths(run.state)
    above = here.flies(unit) or here.stats[unit].has("boing")
    cross(run, here, unit, found.blocks, flying=above)
    if not stands(run.state, unit):
        shake(run, before)
        return
    if flees:
        solid = ground_of(run.state).block(target).solid
        destroy(run, target, "run_down")
        tests = panicked(run.state, (), friends_near(run.state, target, solid))
        run.push(FormingUp(unit=unit, caught=True), *tests)
        before = {key: was for key, was in before.items() if key != target}
    else:
        first = not run.state.engaged
        run.emit(Engaged(unit=unit, target=target))
        if first:
            run.emit(Noted(line=telling("combat_waits")))
        hold_contact(run, unit)
    shake(run, before)


def fail(run: Run, unit: UnitId, why: str) -> None:
    """The highest die towards the target; no more moves, no shooting (T9A-CHG-40)."""
    state = run.state
    charge = state.charges[unit]
    ground = ground_of(state)
    do(run, unit, "charge_failed")
    blocks = failed(ground, unit, centre_of(state, charge.target), max(charge.faces))
    carry(run, unit, blocks, "charge_failed")
    end(run, unit, False, why)
    _back(run, unit)


def _back(run: Run, unit: UnitId) -> None:
    """A character whose charge led nowhere near out of his unit is in it again (T9A-CHR-03). Nobody
    else is taken in by a friend whom a failed charge leads up to."""
    here = ground_of(run.state)
    if not may_join(here, unit):
        return
    block = here.block(unit)
    left = (u for u in here.friends(unit) if run.state.did(u, "parted"))
    host = next((u for u in left if not clear_by(block.solid, here.block(u).solid, 0.0)), "")
    if host:
        enter(run, unit, host, file_at(here.block(host), block.at))


def end(run: Run, unit: UnitId, success: bool, why: str = "") -> None:
    """A charge is over."""
    target = run.state.charges[unit].target
    run.emit(ChargeEnded(unit=unit, target=target, success=success, why=why))  # type: ignore[arg-type]


def centre_of(state: State, unit: UnitId) -> XY:
    """A unit's centre; of one that is gone, the middle of where its models last stood."""
    if state.table.units[unit].models:
        return ground_of(state).block(unit).at
    gone = [m.pose for m in state.table.fallen.values() if m.unit == unit]
    count = max(1, len(gone))
    return sum(p.x for p in gone) / count, sum(p.y for p in gone) / count
