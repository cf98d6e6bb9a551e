"""What worked cases of movement, rallying and flight ask of the rules."""

from collections.abc import Callable, Iterable
from math import pi, sin
from typing import Any

import msgspec

from rules.core.dice import ScriptedDice
from rules.core.events import Event, Lost, Moved, Rolled
from rules.core.refusals import Refused
from rules.core.resolution import Resolution
from rules.core.table import Oblong
from rules.core.values import INCH
from rules.geometry.blocks import Block, bearing
from rules.geometry.measure import EPS
from rules.geometry.wheels import edge_at, wheel_cost
from rules.ninth_age.actions import Aside, Back, Keep, March, Next, Part, Straight, Wander, Wheel
from rules.ninth_age.cases.file import MM, Malformed, centre_of, state_of
from rules.ninth_age.events import Fled, LeadershipTested
from rules.ninth_age.field.ground import centre, ground_of
from rules.ninth_age.field.paths import judge_path, path_cost
from rules.ninth_age.numbers import below_quarter, charge_range, half_rate, heavy_losses, rallies
from rules.ninth_age.play.declaring import chargers
from rules.ninth_age.play.presence import MOST
from rules.ninth_age.play.reading import Run, may_move, may_shoot, spotted
from rules.ninth_age.play.remaining import judge
from rules.ninth_age.questions import FormUp, NextPanic, NextWander
from rules.ninth_age.ruleset import NinthAge
from rules.ninth_age.state import Fleeing, Flight, Moving, Panic, Rallying, State, Wandering
from rules.ninth_age.steps import STEPS

RULES = NinthAge()


def _faces(dice: Any) -> list[int]:
    """The dice of a list, however they are grouped."""
    if isinstance(dice, list):
        return [face for part in dice for face in _faces(part)]
    return [dice]


def _run(state: State, faces: Iterable[int], *steps: Any) -> tuple[Run, ScriptedDice]:
    """A resolution of some steps; it stops at a question."""
    dice = ScriptedDice(faces)
    run: Run = Resolution(RULES, state, dice)
    run.push(*steps)
    drain(run)
    return run, dice


def drain(run: Run) -> None:
    """Run steps until a question is open or none is left."""
    while run.state.agenda and not run.state.prompts:
        step = run.state.agenda[-1]
        STEPS[type(step)](run, step)


def _answered(state: State, key: str, action: Any, dice: ScriptedDice) -> Run:
    """A resolution of an answer; it stops at a question, or when no step is left."""
    run: Run = Resolution(RULES, state, dice)
    prompt = state.prompts[key]
    RULES.answers[type(prompt.question)](run, prompt, action)
    drain(run)
    return run


def _used_up(dice: ScriptedDice) -> None:
    if dice.left:
        raise Malformed(f"{dice.left} dice that nobody rolls")


def _found(events: list[Event], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


# --- arithmetic -----------------------------------------------------------------------------------


def max_move(setup: dict[str, Any], action: dict[str, Any], dice: dict[str, Any]) -> dict[str, Any]:
    """The farthest of each kind of move; barding slows by one (T9A-REM-04 to -07)."""
    movements = [p["M"] - bool(p.get("barding")) for p in setup["profiles"]]
    return {
        "forward": movements,
        "backward": [half_rate(m) / INCH for m in movements],
        "sideways": [half_rate(m) / INCH for m in movements],
        "march": [2 * m for m in movements],
    }


def wheel(setup: dict[str, Any], action: dict[str, Any], dice: dict[str, Any]) -> dict[str, Any]:
    """What a wheel costs (T9A-REF-04)."""
    width = setup["front_mm"] * MM
    costs, straight, advance, march, left = [], [], [], [], []
    for one in action["tries"]:
        turn = round(one["deg"] * 1000)
        cost = wheel_cost(width, turn)
        costs.append(cost / INCH)
        straight.append(2 * width * sin(turn * pi / 360_000) / INCH)
        far = one.get("M", 0) * INCH
        advance.append(cost <= far + EPS)
        march.append(cost <= 2 * far + EPS)
        left.append((far - cost) / INCH if cost <= far + EPS else None)
    return {
        "cost": costs, "outer_corner_displacement": straight, "legal_advance": advance,
        "legal_march": march, "left_for_forward": left,
    }  # fmt: skip


def rally(setup: dict[str, Any], action: dict[str, Any], dice: dict[str, Any]) -> dict[str, Any]:
    """Rally rolls; a second one only after a failure (T9A-RALLY-01 to -04)."""
    start, now = setup["start"], setup["now"]
    value = min(MOST, setup["Ld"] + bool(setup.get("musician")))
    passed: list[bool] = []
    for faces in dice["ld"]:
        if passed and (passed[-1] or not setup.get("hold_your_ground")):
            raise Malformed("a roll that nobody makes")
        passed.append(rallies(faces, value, now, start))
    rallied = any(passed)
    return {
        "below_25": below_quarter(now, start), "passed": passed, "rallied": rallied,
        "may_full_reform": rallied,
    }  # fmt: skip


def charge_roll(
    setup: dict[str, Any], action: dict[str, Any], dice: dict[str, Any]
) -> dict[str, Any]:
    """Is the range enough (T9A-CHG-21, -22, -40)?"""
    reached = charge_range(dice["charge"], setup["M"])
    success = reached * INCH >= setup["distance"] * INCH - EPS
    return {
        "range": reached, "success": success,
        "failed_move": None if success else max(dice["charge"]),
    }  # fmt: skip


def losses(setup: dict[str, Any], action: dict[str, Any], dice: dict[str, Any]) -> dict[str, Any]:
    """Do the losses of a phase ask a panic test (T9A-PANIC-04)?"""
    return {"test": [heavy_losses(n, setup["models_at_phase_start"]) for n in action["lost"]]}


# --- moves ----------------------------------------------------------------------------------------

PARTS: dict[str, Callable[[float], Part]] = {
    "forward": lambda n: Straight(length=round(n * INCH)),
    "backward": lambda n: Back(length=round(n * INCH)),
    "left": lambda n: Aside(length=-round(n * INCH)),
    "right": lambda n: Aside(length=round(n * INCH)),
    "wheel_left": lambda n: Wheel(turn=-round(n * 1000)),
    "wheel_right": lambda n: Wheel(turn=round(n * 1000)),
}


def move(setup: dict[str, Any], action: dict[str, Any], dice: dict[str, Any]) -> dict[str, Any]:
    """Paths of a unit alone on the table; two files and two ranks stand for its many models."""
    base = Oblong(width=round(setup["front_mm"] * MM / 2), depth=round(setup["side_mm"] * MM / 2))
    unit = {
        "id": "unit", "models": 4, "files": 2, "M": setup["M"], "centre": [36, 24],
        "base_mm": [base.width / MM, base.depth / MM],
    }  # fmt: skip
    state = state_of({"board": [72, 48], "units": [unit]})
    ground = ground_of(state)
    march = action["kind"] == "march"
    legal: list[bool] = []
    cost: list[float | None] = []
    for one in action["tries"]:
        path = tuple(PARTS[name](amount) for name, amount in one if amount)
        if not path:  # it stays in place
            legal.append(True)
            cost.append(0.0)
            continue
        try:
            judged = judge_path(ground, "unit", path, march=march)
        except Refused as refused:
            legal.append(False)
            allowed = refused.refusal.code in ("too_far", "displaced")
            whole = path_cost(ground.block("unit"), path, setup["M"]) / INCH
            cost.append(whole if allowed else None)
        else:
            legal.append(True)
            cost.append(judged.used / INCH)
    allowance = setup["M"] * (2 if march else 1)
    return {"legal": legal, "cost": cost, "allowance": allowance}


def march(setup: dict[str, Any], action: dict[str, Any], dice: dict[str, Any]) -> dict[str, Any]:
    """A march declared; then straight lengths are asked about (chapter MARCH)."""
    state, unit = state_of(setup), action["unit"]
    ground = ground_of(state)
    side = state.table.units[unit].side
    tests = spotted(state, unit)
    run, scripted = _run(state, _faces(dice.get("ld", [])), Moving(side=side))
    (prompt,) = run.state.prompts
    # The least march there is: the declaration is what is asked about.
    least = March(unit=unit, path=(Straight(length=1),))
    after = _answered(run.state, prompt, least, scripted)
    _used_up(scripted)
    tested = _found(after.events, LeadershipTested)
    passed = tested[0].passed if tested else None
    far = state.stats[unit].movement * INCH * (1 if passed is False else 2)
    nearest = min((ground.gap(unit, foe) for foe in ground.enemies(unit)), default=None)
    found = {
        "distance_to_enemy": None if nearest is None else nearest / INCH,
        "test_required": tests,
        "allowance": far / INCH,
        "forward_legal": [
            n == 0 or _legal(state, unit, n, passed is not False) for n in action["forward"]
        ],
        "counts_as_marched": after.state.did(unit, "marched"),
        "can_shoot": may_shoot(after.state, unit),
        "may_cast": not after.state.fleeing(unit),
    }
    return found if passed is None else {**found, "passed": passed}


def _legal(state: State, unit: str, inches: float, marching: bool) -> bool:
    path = (Straight(length=round(inches * INCH)),)
    try:
        judge(state, unit, path, march=marching, forward=not marching)
    except Refused:
        return False
    return True


# --- rallying and flight --------------------------------------------------------------------------


def permissions(
    setup: dict[str, Any], action: dict[str, Any], dice: dict[str, Any]
) -> dict[str, Any]:
    """What a unit may do after it rallied (T9A-RALLY-06 to -09)."""
    state, unit = state_of(setup), action["unit"]
    status = next(u for u in setup["units"] if u["id"] == unit).get("status")
    if status != "rallied":
        raise Malformed(f"status {status}")
    fleeing = state.table.with_counter(unit, "fleeing", 1)
    start = msgspec.structs.replace(state, table=fleeing)
    side = state.table.units[unit].side
    run, _ = _run(start, (1, 1), Rallying(side=side))
    after = run.state
    prompts = list(after.prompts.values())
    moves = may_move(after, unit)
    return {
        "full_reform": any(isinstance(p.question, FormUp) for p in prompts),
        "advance": moves,
        "march": moves,
        "charge": unit in chargers(after, side),
        "shoot_next_phase": may_shoot(after, unit),
        "cast": not after.fleeing(unit),
    }


def compulsory(
    setup: dict[str, Any], action: dict[str, Any], dice: dict[str, Any]
) -> dict[str, Any]:
    """The compulsory moves of a side, in the order in which its player picks (chapter COMP)."""
    state, side = state_of(setup), action["owner"]
    log: list[list[Any]] = []
    parts = (
        (Rallying(side=side), action.get("order_rally", []), dice.get("ld", [])),
        (Fleeing(side=side), action.get("order_flee", []), dice.get("flee", [])),
        (Wandering(side=side), action.get("order_other", []), dice.get("random_movement", [])),
    )
    for step, order, rolls in parts:
        state = msgspec.structs.replace(state, draws=0)
        run, scripted = _run(state, _faces(rolls), step)
        log += _logged(run.events)
        state = run.state
        for unit in order:
            state = _picked(state, unit, scripted, log)
        state = _forming(state, scripted, log)
        if state.prompts:
            raise Malformed("a unit that nobody picks")
        _used_up(scripted)
    return {"log": log}


def _picked(state: State, unit: str, dice: ScriptedDice, log: list[list[Any]]) -> State:
    """Answer questions until this unit has had its turn, if it has one."""
    for key, prompt in state.prompts.items():
        question = prompt.question
        if isinstance(question, FormUp):
            after = _answer(state, key, Keep(), dice, log)
            return _picked(after, unit, dice, log)
        if unit in getattr(question, "units", ()):
            wanders = isinstance(question, NextWander)
            facing = ground_of(state).block(unit).facing
            action = Wander(unit=unit, facing=facing) if wanders else Next(unit=unit)
            return _forming(_answer(state, key, action, dice, log), dice, log)
    return state


def _forming(state: State, dice: ScriptedDice, log: list[list[Any]]) -> State:
    for key, prompt in state.prompts.items():
        if isinstance(prompt.question, FormUp):
            return _answer(state, key, Keep(), dice, log)
    return state


def _answer(state: State, key: str, action: Any, dice: ScriptedDice, log: list[list[Any]]) -> State:
    run = _answered(state, key, action, dice)
    log += _logged(run.events)
    return run.state


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


def flee_move(
    setup: dict[str, Any], action: dict[str, Any], dice: dict[str, Any]
) -> dict[str, Any]:
    """A flight with all that follows (chapter FLEE)."""
    state, unit = state_of(setup), action["unit"]
    start = ground_of(state).block(unit)
    faces = [
        *_faces(dice["flee"]), *_faces(dice.get("dangerous_terrain", [])),
        *_faces(dice.get("panic", [])),
    ]  # fmt: skip
    scripted = ScriptedDice(faces)
    run: Run = Resolution(RULES, state, scripted)
    run.push(Flight(unit=unit))
    STEPS[Flight](run, run.state.agenda[-1])
    flown = len(run.events)
    _panic(run)
    tested = run.events[flown:]
    _used_up(scripted)
    fled = _found(run.events, Fled)[0]
    moved = next(e for e in run.events if isinstance(e, Moved))
    lost = sum(len(e.models) for e in _found(run.events[:flown], Lost) if e.why == "dangerous")
    wounds = [
        face == 1 for e in _found(run.events, Rolled) if e.why == "dangerous" for face in e.faces
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
            assert isinstance(prompt.question, NextPanic)
            RULES.answers[NextPanic](run, prompt, Next(unit=prompt.question.units[0]))


def _endangers(state: State, unit: str, key: str) -> bool:
    units = state.table.units
    return key not in units or units[key].side != units[unit].side


def _end_centre(state: State, unit: str, moved: Moved) -> list[float]:
    """The centre of the footprint before casualties."""
    block = ground_of(state).block(unit)
    last = moved.traces[0].poses[-1]
    end = Block((0.0, 0.0), last.facing, block.base, block.count, block.files)
    return centre_of(centre(end.with_first_at(last.at)))


DRAWN = {
    "max_move": max_move, "move": move, "wheel": wheel, "march": march, "rally": rally,
    "permissions": permissions, "compulsory": compulsory, "flee_move": flee_move,
    "heavy_losses": losses, "charge_roll": charge_roll,
}  # fmt: skip
"""Kinds of case, and what answers them."""
