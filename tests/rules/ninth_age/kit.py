"""Small tables, scripted dice and answers that tests of movement begin from. Lengths in inches."""

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.core.agenda import Step
from rules.core.dice import ScriptedDice
from rules.core.refusals import Refusal, Refused
from rules.core.resolution import Resolution
from rules.core.ruleset import Action
from rules.core.values import INCH
from rules.ninth_age.actions import (
    Advance,
    Aside,
    Back,
    DeclareCharge,
    Keep,
    March,
    MoveCharger,
    Next,
    Part,
    React,
    Reform,
    Straight,
    SwiftReform,
    Turn,
    Wheel,
)
from rules.ninth_age.cases.file import state_of
from rules.ninth_age.edition import SEED, Switches
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.settling import centre
from rules.ninth_age.play.units.reading import Run
from rules.ninth_age.practice import practice
from rules.ninth_age.ruleset import NinthAge
from rules.ninth_age.state import Battle, State
from rules.testing.match import Trial

RULES = NinthAge()


def unit(key: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    """A unit of side A (its key begins with a) or B, ten 25 mm bases in five files."""
    usual = {"owner": "A" if key.startswith("a") else "B", "files": 5, "models": 10}
    return {"id": key, "centre": [x, y], **usual, **more}


def table(*units: dict[str, Any], switches: Switches = SEED, **more: Any) -> State:
    """A table of 72 by 48 inches with these units on it; it is A's turn."""
    return state_of({"board": [72, 48], "units": list(units), **more}, switches)


def with_stats(state: State, key: str, **changes: Any) -> State:
    """The same table with other figures of a unit."""
    stats = msgspec.structs.replace(state.stats[key], **changes)
    return msgspec.structs.replace(state, stats={**state.stats, key: stats})


def begun(state: State, *steps: Step, dice: tuple[int, ...] = ()) -> Run:
    """The steps run until a question is open; then the battle would go on."""
    run: Run = Resolution(RULES, state, ScriptedDice(dice, state.draws))
    run.push(*steps, Battle())
    run.run()
    return run


def answer(state: State, action: Action, *dice: int) -> Run:
    """Answer the only open question. Raises Refused."""
    (key,) = state.prompts
    scripted = ScriptedDice(dice, state.draws)
    outcome = RULES.resolve(state, key, action, scripted)
    if isinstance(outcome, Refusal):
        raise Refused(outcome)
    assert not scripted.left
    return outcome


def refused(state: State, action: Action) -> Refusal:
    """Why an answer is refused."""
    (key,) = state.prompts
    outcome = RULES.resolve(state, key, action, ScriptedDice((), state.draws))
    assert isinstance(outcome, Refusal), outcome
    return outcome


def stands(state: State, key: str) -> tuple[float, float, float]:
    """A unit's centre in inches and its facing in degrees, to three places."""
    pose = centre(ground_of(state).block(key))
    return round(pose.x / INCH, 3), round(pose.y / INCH, 3), pose.facing / 1000


def on(inches: float) -> Straight:
    """Straight ahead."""
    return Straight(length=round(inches * INCH))


def wheel(degrees: float) -> Wheel:
    """A wheel, to the left when negative."""
    return Wheel(turn=round(degrees * 1000))


def advance(key: str, *path: Part) -> Advance:
    """An advance."""
    return Advance(unit=key, path=path)


def march(key: str, *path: Part) -> March:
    """A march."""
    return March(unit=key, path=path)


SETUP = practice({"a": "Ann", "b": "Bob"}, turns=2)


def bent(state: State, prompt: Any) -> Iterator[Action]:
    """Answers that mostly may not be given."""
    own = state.table.of_side(prompt.side) or list(state.table.units)
    foe = (state.table.against(prompt.side) or list(state.table.units))[-1]
    first = own[0]
    yield Keep()
    yield Next(unit="nobody")
    yield Next(unit=first)
    yield React(reaction="flee")
    yield MoveCharger(unit=foe)
    yield DeclareCharge(unit=first, target=foe)
    yield DeclareCharge(unit=foe, target=first)
    yield Advance(unit=first, path=())
    yield Advance(unit=first, path=(Straight(length=10**9),))
    yield Advance(unit=first, path=(Straight(length=100), Back(length=100)))
    yield Advance(unit=first, path=(Wheel(turn=-3000), Straight(length=2000)))
    yield Advance(unit=own[-1], path=(Turn(turn=90_000), Aside(length=200)))
    yield March(unit=first, path=(Aside(length=-100),))
    yield March(unit=own[-1], path=(Straight(length=3000),))
    yield Advance(unit=foe, path=(Straight(length=100),))
    yield Reform(unit=first, files=0, facing=-5)
    yield Reform(unit=first, files=3, facing=90_000)
    yield SwiftReform(unit=first, files=4, facing=359_999)


def trial() -> Trial[State]:
    """The practice table."""
    return Trial(RULES, SETUP, bent=bent)


def kinds(run: Run, kind: type[Any]) -> list[Any]:
    """What happened of one kind."""
    return [event for event in run.events if isinstance(event, kind)]
