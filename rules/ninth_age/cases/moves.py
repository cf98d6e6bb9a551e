"""What worked cases of movement, rallying and flight ask of the rules."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

import msgspec

from rules.core.events import Event, Lost, Moved, Rolled
from rules.core.refusals import Refused
from rules.core.table import Oblong
from rules.core.values import INCH
from rules.geometry.blocks import bearing
from rules.geometry.wheels import edge_at
from rules.ninth_age.actions import (
    Aside,
    Back,
    Keep,
    March,
    Next,
    Part,
    Straight,
    Turn,
    Wander,
    Wheel,
)
from rules.ninth_age.cases.dice import ListedDice, Rolls, Run
from rules.ninth_age.cases.file import (
    MM,
    Ask,
    Count,
    Face,
    Kind,
    Malformed,
    Nothing,
    TableCase,
    Two,
    Words,
    centre_of,
    owner_of,
    state_of,
)
from rules.ninth_age.edition import SEED, Switches
from rules.ninth_age.events import Fled, LeadershipTested
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.paths import judge_path, path_cost
from rules.ninth_age.field.settling import centre
from rules.ninth_age.play.moving.declaring import chargers
from rules.ninth_age.play.moving.remaining import judge
from rules.ninth_age.play.units.reading import may_move, may_shoot, spotted
from rules.ninth_age.questions import (
    FormUp,
    NextFlight,
    NextPanic,
    NextRally,
    NextWander,
    Prompt,
)
from rules.ninth_age.ruleset import NinthAge
from rules.ninth_age.state import Fleeing, Flight, Moving, Panic, Rallying, State, Wandering
from rules.ninth_age.steps import STEPS

RULES = NinthAge()
Found = dict[str, Any]
Length = Annotated[float, msgspec.Meta(ge=0)]


def _run(state: State, dice: ListedDice, *steps: Any) -> Run:
    """A resolution of some steps; it stops at a question."""
    run = Run(RULES, state, dice)
    run.push(*steps)
    drain(run)
    return run


def drain(run: Run) -> None:
    """Run steps until a question is open or none is left."""
    while run.state.agenda and not run.state.prompts:
        step = run.state.agenda[-1]
        STEPS[type(step)](run, step)


def _answer(run: Run, prompt: Prompt, action: Any) -> None:
    """Answer a question, and go on to the next."""
    RULES.answers[type(prompt.question)](run, prompt, action)
    drain(run)


def _found(events: list[Event], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


# --- moves ----------------------------------------------------------------------------------------

PARTS: dict[str, Callable[[float], Part]] = {
    "forward": lambda n: Straight(length=round(n * INCH)),
    "backward": lambda n: Back(length=round(n * INCH)),
    "left": lambda n: Aside(length=-round(n * INCH)),
    "right": lambda n: Aside(length=round(n * INCH)),
    "wheel_left": lambda n: Wheel(turn=-round(n * 1000)),
    "wheel_right": lambda n: Wheel(turn=round(n * 1000)),
    "turn_left": lambda n: Turn(turn=-round(n * 1000)),
    "turn_right": lambda n: Turn(turn=round(n * 1000)),
}


def part(name: str, amount: float) -> Part:
    """A part of a path. Raises Malformed for one that nobody knows."""
    if name not in PARTS:
        raise Malformed(f"a part {name}")
    return PARTS[name](amount)


class _Rectangle(Words):
    M: Count
    front_mm: float
    side_mm: float
    switches: Switches = SEED


class _Path(Ask):
    kind: Literal["advance", "march"]
    tries: list[list[tuple[str, Length]]]


OPEN = 400
"""A table on which no path reaches the edge."""


def move(setup: _Rectangle, action: _Path, dice: Nothing) -> Found:
    """Paths of a unit alone on the table; two files and two ranks stand for its many models."""
    base = Oblong(width=round(setup.front_mm * MM / 2), depth=round(setup.side_mm * MM / 2))
    unit = {
        "id": "unit", "models": 4, "files": 2, "M": setup.M, "centre": [OPEN / 2, OPEN / 2],
        "base_mm": [base.width / MM, base.depth / MM],
    }  # fmt: skip
    state = state_of({"board": [OPEN, OPEN], "units": [unit]}, setup.switches)
    ground = ground_of(state)
    march = action.kind == "march"
    legal: list[bool] = []
    cost: list[float | None] = []
    for one in action.tries:
        parts = [(part(name, amount), amount) for name, amount in one]
        path = tuple(done for done, amount in parts if amount)
        if not path:  # it stays in place
            legal.append(True)
            cost.append(0.0)
            continue
        try:
            judged = judge_path(ground, "unit", path, march=march, switches=setup.switches)
        except Refused as refused:
            legal.append(False)
            allowed = refused.refusal.code in ("too_far", "displaced")
            used = path_cost(ground.block("unit"), path, setup.M) / INCH
            cost.append(used if allowed else None)
        else:
            legal.append(True)
            cost.append(judged.used / INCH)
    return {"legal": legal, "cost": cost, "allowance": setup.M * (2 if march else 1)}


class _March(Ask):
    unit: str
    forward: list[Length] = []


class _Tests(Words):
    ld: list[Two] = []


def march(setup: TableCase, action: _March, dice: _Tests) -> Found:
    """A march declared; then straight lengths are asked about (chapter MARCH)."""
    unit = action.unit
    side = owner_of(setup, unit)
    state = state_of(setup, active=side)
    ground = ground_of(state)
    lists: dict[str, Any] = {"ld": dice.ld}
    listed = ListedDice(lists)
    run = _run(state, listed, Moving(side=side))
    # The least march there is: the declaration is what is asked about.
    least = March(unit=unit, path=(Straight(length=1),))
    try:
        _answer(run, _only(run, unit), least)
    except Refused as refused:
        raise Malformed(f"{unit} may not march: {refused.refusal.code}") from refused
    listed.check_used()
    tested = _found(run.events, LeadershipTested)
    passed = tested[0].passed if tested else None
    far = ground.pace(unit) * INCH * (1 if passed is False else 2)
    nearest = min((ground.gap(unit, foe) for foe in ground.enemies(unit)), default=None)
    return {
        "distance_to_enemy": None if nearest is None else nearest / INCH,
        "test_required": spotted(state, unit),
        "passed": passed,
        "allowance": far / INCH,
        "forward_legal": [
            n == 0 or _legal(state, unit, n, passed is not False) for n in action.forward
        ],
        "counts_as_marched": run.state.did(unit, "marched"),
        "can_shoot": may_shoot(run.state, unit),
        "may_cast": not run.state.fleeing(unit),
    }


def _only(run: Run, unit: str) -> Prompt:
    """The one question that is open. Raises Malformed."""
    if len(run.state.prompts) != 1:
        raise Malformed(f"{unit} is not asked")
    (prompt,) = run.state.prompts.values()
    return prompt


def _legal(state: State, unit: str, inches: float, marching: bool) -> bool:
    path = (Straight(length=round(inches * INCH)),)
    try:
        judge(state, unit, path, march=marching, forward=not marching)
    except Refused:
        return False
    return True


# --- rallying and flight --------------------------------------------------------------------------


class _May(Ask):
    unit: str
    after: str = "rally"


def permissions(setup: TableCase, action: _May, dice: Nothing) -> Found:
    """What a unit may do after it rallied (T9A-RALLY-06 to -09)."""
    unit = action.unit
    side = owner_of(setup, unit)
    if not any(one.id == unit and one.status == "rallied" for one in setup.units):
        raise Malformed(f"{unit} is not rallied")
    state = state_of(setup, active=side)
    fleeing = msgspec.structs.replace(state, table=state.table.with_counter(unit, "fleeing", 1))
    run = _run(fleeing, ListedDice({"ld": [[1, 1]]}), Rallying(side=side))
    for prompt in list(run.state.prompts.values()):
        if isinstance(prompt.question, NextRally):
            _answer(run, prompt, Next(unit=unit))
    after = run.state
    questions = [prompt.question for prompt in after.prompts.values()]
    moves = may_move(after, unit)
    return {
        "full_reform": "rally" in action.after
        and any(isinstance(question, FormUp) and question.unit == unit for question in questions),
        "advance": moves,
        "march": moves,
        "charge": unit in chargers(after, side),
        "shoot_next_phase": may_shoot(after, unit),
        "cast": not after.fleeing(unit),
    }


class _Orders(Ask):
    owner: str
    order_rally: list[str] = []
    order_flee: list[str] = []
    order_other: list[str] = []


class _Forced(Words):
    ld: list[Two] = []
    flee: list[list[Face]] = []
    random_movement: list[list[Face]] = []
    dangerous_terrain: Rolls = []
    panic: list[Two] = []


def compulsory(setup: TableCase, action: _Orders, dice: _Forced) -> Found:
    """The compulsory moves of a side, in the order in which its player picks (chapter COMP)."""
    side = action.owner
    orders: Mapping[type[Any], list[str]] = {
        NextRally: action.order_rally, NextFlight: action.order_flee,
        NextWander: action.order_other,
    }  # fmt: skip
    for unit in (unit for order in orders.values() for unit in order):
        if owner_of(setup, unit) != side:
            raise Malformed(f"{unit} is not {side}'s")
    given = {name: getattr(dice, name) for name in dice.__struct_fields__}
    # Without a list of their own the dice of panic tests stand in `ld`.
    listed = ListedDice({name: rolls for name, rolls in given.items() if rolls})
    state = state_of(setup, active=side)
    run = _run(state, listed, Rallying(side=side), Fleeing(side=side), Wandering(side=side))
    while run.state.prompts:
        prompt = next(iter(run.state.prompts.values()))
        _answer(run, prompt, _choice(run.state, prompt.question, orders))
    listed.check_used()
    return {"log": _logged(run.events)}


def _choice(state: State, question: Any, orders: Mapping[type[Any], list[str]]) -> Any:
    """What the player of a case answers: his order, the units that panic in theirs, and nobody
    forms up anew. Raises Malformed."""
    if isinstance(question, FormUp):
        return Keep()
    if isinstance(question, NextPanic):
        return Next(unit=question.units[0])
    order = orders.get(type(question), [])
    unit = next((unit for unit in order if unit in question.units), None)
    if unit is None:
        raise Malformed(f"nobody picks {' or '.join(question.units)}")
    if isinstance(question, NextWander):
        return Wander(unit=unit, facing=ground_of(state).block(unit).facing)
    return Next(unit=unit)


def _logged(events: list[Event]) -> list[list[Any]]:
    log: list[list[Any]] = []
    for event in events:
        if isinstance(event, LeadershipTested) and event.test == "rally":
            log.append(["rally", event.unit, event.passed])
        elif isinstance(event, Fled):
            log.append(["flee", event.unit, event.roll])
        elif isinstance(event, Rolled) and event.why == "random_move":
            log.append(["random_move", event.unit, sum(event.faces)])
    return log


class _Fleer(Ask):
    unit: str


class _Flight(Words):
    flee: Annotated[list[Face], msgspec.Meta(min_length=2, max_length=3)]
    dangerous_terrain: Rolls = []
    panic: list[Two] = []


def flee_move(setup: TableCase, action: _Fleer, dice: _Flight) -> Found:
    """A flight with all that follows (chapter FLEE)."""
    unit = action.unit
    state = state_of(setup, active=owner_of(setup, unit))
    start = ground_of(state).block(unit)
    lists: dict[str, Any] = {
        "flee": [dice.flee],
        "dangerous_terrain": dice.dangerous_terrain,
        "panic": dice.panic,
    }
    listed = ListedDice(lists)
    run = Run(RULES, state, listed)
    run.push(Flight(unit=unit))
    STEPS[Flight](run, run.state.agenda[-1])
    flown = len(run.events)
    _panic(run)
    tested = run.events[flown:]
    listed.check_used()
    fled = _found(run.events, Fled)[0]
    moved = next(e for e in run.events if isinstance(e, Moved))
    lost = sum(len(e.models) for e in _found(run.events[:flown], Lost) if e.why == "dangerous")
    wounds = [
        face <= state.switches.flee_through_fails_on
        for e in _found(run.events, Rolled)
        if e.why == "dangerous"
        for face in e.faces
    ]
    panics = _found(tested, LeadershipTested)
    enemies = [k for k in fled.passed if _endangers(state, unit, k)]
    found: dict[str, Any] = {
        "flee_roll": fled.roll,
        "final_distance": fled.length / INCH,
        "end_centre": _end_centre(state, unit, moved),
        "passed": fled.passed,
        "dangerous_terrain_tests": 0 if fled.destroyed else sum(fled.passed[k] for k in enemies),
        "wounds": sum(wounds),
        "models_removed": lost,
        "models_left": len(run.state.table.units[unit].models),
        "panic_tests": [e.unit for e in panics],
        "panic_failed": [e.unit for e in panics if not e.passed],
        "destroyed": fled.destroyed,
        "first_contact_at": edge_at(
            start.solid, bearing(start.facing), ground_of(state).size
        ) / INCH,
        "sequence": [
            "move", *(["dangerous_terrain"] if wounds else []), *(["panic"] if panics else []),
        ],
    }  # fmt: skip
    return found


def _panic(run: Run) -> None:
    """The panic tests that follow a flight, in the order met; not the flights that follow them."""
    while run.state.agenda and isinstance(run.state.agenda[-1], Panic):
        step = run.state.agenda[-1]
        STEPS[Panic](run, step)
        for prompt in list(run.state.prompts.values()):
            RULES.answers[NextPanic](run, prompt, _choice(run.state, prompt.question, {}))


def _endangers(state: State, unit: str, key: str) -> bool:
    units = state.table.units
    return key not in units or units[key].side != units[unit].side


def _end_centre(state: State, unit: str, moved: Moved) -> list[float]:
    """The centre of the footprint before casualties."""
    block = ground_of(state).block(unit)
    last = moved.traces[0].poses[-1]
    end = replace(block, facing=last.facing)
    return centre_of(centre(end.with_first_at(last.at)))


MOVES = {
    "move": Kind(move, setup=_Rectangle, action=_Path),
    "march": Kind(march, setup=TableCase, action=_March, dice=_Tests),
    "permissions": Kind(permissions, setup=TableCase, action=_May),
    "compulsory": Kind(compulsory, setup=TableCase, action=_Orders, dice=_Forced),
    "flee_move": Kind(flee_move, setup=TableCase, action=_Fleer, dice=_Flight),
}
"""Kinds of case of the movement phase."""
