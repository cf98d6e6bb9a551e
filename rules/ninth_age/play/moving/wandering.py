"""Random and stupid moves, the last of the compulsory ones (T9A-COMP-04, -05)."""

from rules.core.values import SideId, UnitId
from rules.geometry.blocks import TURN, Block
from rules.geometry.convex import separation
from rules.geometry.measure import EPS
from rules.geometry.wheels import touches_edge
from rules.ninth_age.actions import Keep, Next, Wander
from rules.ninth_age.field.approach import Foe
from rules.ninth_age.field.ground import Ground, ground_of
from rules.ninth_age.field.terrain import crossing, feature, kind
from rules.ninth_age.field.wandering import wander
from rules.ninth_age.numbers import SPACING
from rules.ninth_age.play.harm.damage import suffer
from rules.ninth_age.play.harm.hazards import Danger, danger, take
from rules.ninth_age.play.harm.panic import shake, strengths
from rules.ninth_age.play.harm.scatter import direction
from rules.ninth_age.play.moving.rushing import arrive
from rules.ninth_age.play.units.bestowed import has
from rules.ninth_age.play.units.reading import (
    Run,
    carry,
    do,
    engaged,
    foe_of,
    random_dice,
    stands,
    wanders,
)
from rules.ninth_age.questions import NextWander, Prompt, RollAgain
from rules.ninth_age.state import State, Strolling, Wandering
from rules.ninth_age.wording import asking, named, no, number


def to_wander(state: State, side: SideId) -> tuple[UnitId, ...]:
    """Units of random movement, and stupid ones, that have not moved yet."""
    return tuple(
        u
        for u in state.acting(side)
        if (wanders(state, u) or state.did(u, "stupefied"))
        and not state.fleeing(u)
        and not engaged(state, u)
        and not state.did(u, "wandered", "rallied")
    )


def ask_wander(run: Run, step: Wandering) -> None:
    """Ask which unit moves next, and where to (T9A-COMP-04)."""
    units = to_wander(run.state, step.side)
    if units:
        fixed = tuple(u for u in units if run.state.did(u, "stupefied"))
        stays = tuple(u for u in units if has(run.state, u, "steam_engine") and u not in fixed)
        run.ask(step.side, NextWander(units=units, fixed=fixed, stays=stays), asking("wander"))
    else:
        run.replace()


def answer_wander(run: Run, prompt: Prompt, action: Wander | Keep) -> None:
    """Turn, roll, and straight on, into an enemy or short of whatever else is in the way; a stupid
    unit goes on as it faces, and who may stay does not move."""
    question = prompt.question
    assert isinstance(question, NextWander)
    if isinstance(action, Keep):
        if not question.stays:
            raise no("not_in_list")
        run.close(prompt.id)
        do(run, question.stays[0], "wandered")
        return
    unit = action.unit
    if unit not in question.units:
        raise no("not_in_list")
    if not 0 <= action.facing < TURN:
        raise no("facing")
    check_facing(run.state, unit, action.facing)
    run.close(prompt.id)
    if stands(run.state, unit):
        do(run, unit, "wandered", "moved")
        _roll(run, prompt.side, unit, action.facing)


def _roll(run: Run, side: SideId, unit: UnitId, facing: int, *, last: bool = False) -> None:
    """How far it goes; who is steady may roll once more (army OG)."""
    stupid = run.state.did(unit, "stupefied")
    faces = run.roll(
        1 if stupid else random_dice(run.state, unit), side=side, why="random_move", unit=unit,
        rule="T9A-SR-STUPIDITY" if stupid else "T9A-COMP-05",
    )  # fmt: skip
    if not last and not stupid and has(run.state, unit, "steady"):
        run.push(Strolling(unit=unit, facing=facing, faces=faces))
    else:
        _roam(run, side, unit, facing, faces)


def ask_again(run: Run, step: Strolling) -> None:
    """Ask whether the dice lie, or are rolled once more."""
    side = run.state.table.units[step.unit].side
    question = RollAgain(unit=step.unit, total=sum(step.faces))
    run.ask(side, question, asking("roll_again", unit=named(step.unit), n=number(sum(step.faces))))


def answer_again(run: Run, prompt: Prompt, action: Next | Keep) -> None:
    """Another roll, which stands, or the first."""
    step = run.state.agenda[-1]
    assert isinstance(step, Strolling)
    if isinstance(action, Next) and action.unit != step.unit:
        raise no("not_in_list")
    run.close(prompt.id)
    run.replace()
    if isinstance(action, Next):
        _roll(run, prompt.side, step.unit, step.facing, last=True)
    else:
        _roam(run, prompt.side, step.unit, step.facing, step.faces)


def _roam(run: Run, side: SideId, unit: UnitId, facing: int, faces: tuple[int, ...]) -> None:
    """Go on as far as the dice say; who runs amok, or breaks, goes anywhere (army OG)."""
    if has(run.state, unit, "running_amok"):
        facing = direction(run, side, unit)
    if has(run.state, unit, "shambolic") and len(set(faces)) == 1 < len(faces):
        facing = shaken(run, side, unit)
        if not stands(run.state, unit):
            return
    state = run.state
    here = ground_of(state)
    led = wander(here, unit, facing, sum(faces), charged_by(state, unit))
    carry(run, unit, led.blocks, "random_move")
    if has(run.state, unit, "accident_prone"):
        before = strengths(run.state)
        take(run, accidents(here, unit, led.blocks))
        shake(run, before)
        if not stands(run.state, unit):
            return
    if led.charged is not None:
        arrive(run, unit, led.target, led.charged, state.fleeing(led.target))


ACCIDENT = 2
"""The face up to which a die of an accident fails (army OG)."""


def accidents(here: Ground, unit: UnitId, blocks: tuple[Block, ...]) -> list[Danger]:
    """The tests of who is prone to accidents: on whatever ground it comes but hills, and where it
    ends at the edge or an inch from impassable ground (army OG)."""
    end = blocks[-1]
    met = {
        key: set(crossing(blocks, piece))
        for key, piece in here.table.terrain.items()
        if kind(piece) != "hill" and not feature(piece).closed
    }
    walls = any(separation(end.solid, solid) <= SPACING + EPS for solid in here.impassable.values())
    if walls or touches_edge(end.solid, here.size):
        met[""] = set(range(end.count))
    found = [danger(here, unit, unit, numbers, key, ACCIDENT, "") for key, numbers in met.items()]
    return [one for one in found if one.models]


def shaken(run: Run, side: SideId, unit: UnitId) -> int:
    """Dice that are all alike: something breaks off a shambolic unit, and it goes anywhere (army
    OG). Returns its new facing."""
    (face,) = run.roll(1, side=side, why="shambolic", unit=unit)
    suffer(run, unit, -(-face // 2), "shambolic")
    return direction(run, side, unit) if stands(run.state, unit) else 0


def check_facing(state: State, unit: UnitId, facing: int) -> None:
    """Raise Refused unless a unit may go this way: a stupid one goes as it faces."""
    if state.did(unit, "stupefied") and facing != facing_of(state, unit):
        raise no("stupid_straight", "T9A-SR-STUPIDITY", unit=named(unit))


def facing_of(state: State, unit: UnitId) -> int:
    """The way a unit faces; that of one that is gone is 0."""
    return ground_of(state).block(unit).facing % TURN if stands(state, unit) else 0


def charged_by(state: State, unit: UnitId) -> dict[UnitId, Foe]:
    """Enemies that a wandering unit charges when it meets them, and how each stands; nobody is
    charged by the stupid (T9A-SR-STUPIDITY)."""
    if state.did(unit, "stupefied"):
        return {}
    foes = (foe for foe in ground_of(state).enemies(unit) if foe not in state.garrison)
    return {foe: foe_of(state, foe) for foe in foes}
