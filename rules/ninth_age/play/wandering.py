"""Random and stupid moves, the last of the compulsory ones (T9A-COMP-04, -05)."""

from rules.core.values import SideId, UnitId
from rules.geometry.blocks import TURN
from rules.ninth_age.actions import Wander
from rules.ninth_age.field.approach import Foe
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.wandering import wander
from rules.ninth_age.play.damage import suffer
from rules.ninth_age.play.reading import (
    Run,
    carry,
    do,
    engaged,
    foe_of,
    random_dice,
    stands,
    wanders,
)
from rules.ninth_age.play.rushing import arrive
from rules.ninth_age.play.scatter import direction
from rules.ninth_age.questions import NextWander, Prompt
from rules.ninth_age.state import State, Wandering
from rules.ninth_age.wording import asking, named, no


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
        run.ask(step.side, NextWander(units=units, fixed=fixed), asking("wander"))
    else:
        run.replace()


def answer_wander(run: Run, prompt: Prompt, action: Wander) -> None:
    """Turn, roll, and straight on, into an enemy or short of whatever else is in the way; a stupid
    unit goes on as it faces."""
    question = prompt.question
    assert isinstance(question, NextWander)
    unit = action.unit
    if unit not in question.units:
        raise no("not_in_list")
    if not 0 <= action.facing < TURN:
        raise no("facing")
    check_facing(run.state, unit, action.facing)
    run.close(prompt.id)
    state = run.state
    if not stands(state, unit):
        return
    stupid = state.did(unit, "stupefied")
    faces = run.roll(
        1 if stupid else random_dice(state, unit), side=prompt.side, why="random_move", unit=unit,
        rule="T9A-SR-STUPIDITY" if stupid else "T9A-COMP-05",
    )  # fmt: skip
    do(run, unit, "wandered", "moved")
    facing = action.facing
    if state.stats[unit].has("shambolic") and len(set(faces)) == 1 < len(faces):
        facing = shaken(run, prompt.side, unit)
        if not stands(run.state, unit):
            return
        state = run.state
    led = wander(ground_of(state), unit, facing, sum(faces), charged_by(state, unit))
    if led.charged is None:
        carry(run, unit, led.blocks, "random_move")
        return
    carry(run, unit, led.blocks, "random_move")
    arrive(run, unit, led.target, led.charged, state.fleeing(led.target))


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
    return {foe: foe_of(state, foe) for foe in ground_of(state).enemies(unit)}
