"""Runs files of worked cases (format `saga-case/1`) through the real rules.

A case is a table in inches, one action, and what must come of it. `run` takes a file's bytes and
gives one outcome a case; nothing in a file makes it raise.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from rules.core.table import Model, Piece, Round, Table, Unit
from rules.core.values import INCH, Point, Pose
from rules.saga import numbers
from rules.saga.actions import Path
from rules.saga.casualties import coherent, removal_violation
from rules.saga.declaring import can_engage
from rules.saga.ground import Ground, ground_of
from rules.saga.movement import forced_targets, judge_move, standing_allowance
from rules.saga.orders import MoveContext, MoveOrder
from rules.saga.sighting import in_melee, shooters

FORMAT = "saga-case/1"
CLOSE = 0.005
"""How far a number may be off the expected one (inches are given to two or three places)."""
SETS = frozenset({"forced_targets", "shooters", "left"})
"""Facts that are sets: their order does not matter."""

XY = tuple[float, float]


class Malformed(Exception):
    """A case that cannot be read; the message says why."""


class ModelCase(msgspec.Struct):
    """A model: where it stands, in inches."""

    id: str
    x: float
    y: float
    r: float | None = None


class UnitCase(msgspec.Struct):
    """A unit and its counters."""

    id: str
    side: str
    kind: Literal["warlord", "hearthguard", "warriors", "levies", "berserkers"] = msgspec.field(
        name="class"
    )
    models: list[ModelCase]
    mounted: bool = False
    fatigue: int = 0
    moves_this_turn: int = 0
    shots_this_turn: int = 0
    rests_this_turn: int = 0
    fought_this_turn: int = 0


class TerrainCase(msgspec.Struct):
    """A terrain piece."""

    id: str
    kind: Literal["uneven", "impassable", "obstacle"]
    poly: list[XY]
    high: bool = False
    area: bool = False


class StateCase(msgspec.Struct):
    """The table."""

    units: list[UnitCase] = []
    terrain: list[TerrainCase] = []
    table: XY | None = None


class PathCase(msgspec.Struct):
    """The way of one model."""

    model: str
    points: list[XY]


class Move(msgspec.Struct, tag="move"):
    """A whole move command."""

    unit: str
    paths: list[PathCase] = []
    engage: str = ""
    fatigue_spent: int = 0


class Activate(msgspec.Struct, tag="activate"):
    """A declaration alone."""

    unit: str
    kind: Literal["move", "shoot", "rest"]
    engage: str = ""
    fatigue_spent: int = 0


class Shoot(msgspec.Struct, tag="shoot"):
    """A shot declared."""

    unit: str
    target: str
    weapon: Literal["bow", "sling", "crossbow", "javelin"]


class RemoveCasualties(msgspec.Struct, tag="remove_casualties"):
    """Models taken away."""

    unit: str
    remove: list[str]


class CheckCoherency(msgspec.Struct, tag="check_coherency"):
    """Is the unit in formation?"""

    unit: str


class Compute(msgspec.Struct, tag="compute"):
    """Arithmetic."""

    what: str
    input: dict[str, Any] = {}


class Expect(msgspec.Struct):
    """What must come of it."""

    verdict: Literal["legal", "illegal", "cancelled", "value"]
    violations: list[str] = []
    also: list[str] = []
    facts: dict[str, Any] = {}


class Case(msgspec.Struct):
    """One case."""

    id: str
    action: Move | Activate | Shoot | RemoveCasualties | CheckCoherency | Compute
    expect: Expect
    state: StateCase = msgspec.field(default_factory=StateCase)


class Defaults(msgspec.Struct):
    """What the file's cases have in common."""

    base_radius: float = 0.5
    table: XY = (48.0, 36.0)


class File(msgspec.Struct):
    """A file of cases, each still to be read."""

    format: str
    cases: list[Any]
    defaults: Defaults = msgspec.field(default_factory=Defaults)


@dataclass(frozen=True)
class Outcome:
    """How a case went; `detail` says why it failed."""

    id: str
    detail: str = ""

    @property
    def passed(self) -> bool:
        """Whether it passed."""
        return not self.detail

    def __str__(self) -> str:
        return f"FAIL {self.id}: {self.detail}" if self.detail else f"PASS {self.id}"


@dataclass
class Found:
    """What the rules say to a case."""

    verdict: str
    violations: list[str] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)


def run(name: str, content: bytes) -> list[Outcome]:
    """Every case of a file; a file that cannot be read is one failed outcome of its name."""
    try:
        file = msgspec.json.decode(content, type=File)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return [Outcome(name, f"expected a file of cases, got {error or type(error).__name__}")]
    if file.format != FORMAT:
        return [Outcome(name, f"expected format {FORMAT}, got {file.format}")]
    return [run_case(raw, file.defaults, f"{name}[{k}]") for k, raw in enumerate(file.cases)]


def run_case(raw: Any, defaults: Defaults, name: str = "case") -> Outcome:
    """One case; `name` is used where it has no id of its own."""
    key = raw.get("id") if isinstance(raw, dict) else None
    key = key if isinstance(key, str) and key else name
    try:
        case = msgspec.convert(raw, Case)
        found = judge(case, defaults)
    except (msgspec.ValidationError, Malformed) as error:
        return Outcome(key, f"expected a readable case, got {error}")
    except Exception as error:  # noqa: BLE001 - a fault in one case must not hide the others
        return Outcome(key, f"expected an answer, got {type(error).__name__}: {error}")
    return Outcome(key, "; ".join(differences(case.expect, found)))


def differences(expect: Expect, found: Found) -> list[str]:
    """In what an answer is not the expected one."""
    said: list[str] = []
    if found.verdict != expect.verdict:
        broken = f" {_ids(found.violations)}" if found.violations else ""
        said.append(f"expected {expect.verdict}, got {found.verdict}{broken}")
    missing = [rule for rule in expect.violations if rule not in found.violations]
    if missing:
        said.append(f"expected {_ids(missing)}, got {_ids(found.violations)}")
    known = {*expect.violations, *expect.also}
    extra = [rule for rule in found.violations if rule not in known]
    if extra:
        said.append(f"expected no {_ids(extra)}, got {_ids(found.violations)}")
    for key, value in expect.facts.items():
        if key not in found.facts:
            said.append(f"expected {key} {_text(value)}, got no such fact")
        elif not _same(value, found.facts[key], key in SETS):
            said.append(f"expected {key} {_text(value)}, got {_text(found.facts[key])}")
    return said


def judge(case: Case, defaults: Defaults) -> Found:
    """The verdict of the rules. Raises Malformed where the case names what is not there."""
    if isinstance(case.action, Compute):
        return Found("value", facts=compute(case.action.what, case.action.input))
    units = {unit.id: unit for unit in case.state.units}
    ground = ground_of(table_of(case.state, defaults))
    for attribute in ("unit", "target", "engage"):
        key = getattr(case.action, attribute, "")
        if key and key not in units:
            raise Malformed(f"unknown unit {key}")
    unit = units[case.action.unit]
    match case.action:
        case Move():
            return _move(ground, unit, case.action)
        case Activate():
            return _activate(ground, unit, case.action)
        case Shoot():
            return _shoot(ground, unit, case.action)
        case RemoveCasualties():
            return _remove(ground, case.action)
        case CheckCoherency():
            broken = [v.rule for v in coherent(ground.table, unit.id)]
            return _verdict(broken)


def table_of(state: StateCase, defaults: Defaults) -> Table:
    """The table of a case, on the grid. Raises Malformed."""
    width, height = _point(state.table or defaults.table)
    units: dict[str, Unit] = {}
    models: dict[str, Model] = {}
    for unit in state.units:
        if unit.id in units or not unit.models:
            raise Malformed(f"unit {unit.id} twice, or without models")
        units[unit.id] = _unit(unit)
        for model in unit.models:
            if model.id in models:
                raise Malformed(f"model {model.id} twice")
            radius = round((defaults.base_radius if model.r is None else model.r) * INCH)
            if radius <= 0:
                raise Malformed(f"model {model.id} has no base")
            x, y = _point((model.x, model.y))
            models[model.id] = Model(unit=unit.id, base=Round(radius=radius), pose=Pose(x, y))
    pieces: dict[str, Piece] = {}
    for piece in state.terrain:
        if piece.id in pieces or len(piece.poly) < 3:
            raise Malformed(f"terrain {piece.id} twice, or without an outline")
        traits = (piece.kind, *(["high"] if piece.high else []), *(["area"] if piece.area else []))
        outline = tuple(_point(p) for p in piece.poly)
        pieces[piece.id] = Piece(outline=outline, look=piece.kind, traits=traits)
    return Table(width=width, height=height, terrain=pieces, units=units, models=models)


def _unit(case: UnitCase) -> Unit:
    kinds = ("hearthguard", "berserkers") if case.kind == "berserkers" else (case.kind,)
    return Unit(
        side=case.side, name=case.id, profile=case.kind,
        traits=(*kinds, "mounted") if case.mounted else kinds,
        models=tuple(model.id for model in case.models), strength=len(case.models),
        counters={"fatigue": case.fatigue} if case.fatigue else {},
    )


def _point(at: XY) -> Point:
    return round(at[0] * INCH), round(at[1] * INCH)


def _verdict(violations: list[str], **facts: Any) -> Found:
    ids = list(dict.fromkeys(violations))
    return Found("illegal" if ids else "legal", ids, facts)


def _exhausted(unit: UnitCase) -> list[str]:
    limit = numbers.PROFILES[unit.kind].fatigue_limit
    return ["SAGA-FAT-08"] if unit.fatigue >= limit else []


def _contexts(unit: UnitCase, spent: int) -> tuple[MoveContext, MoveContext]:
    """Before and after the enemy spends fatigue, one step at most (SAGA-MOV-06)."""
    before = MoveContext(moves=unit.moves_this_turn)
    return before, MoveContext(moves=unit.moves_this_turn, steps=min(1, spent))


def _move(ground: Ground, unit: UnitCase, action: Move) -> Found:
    paths = tuple(
        Path(model=path.model, points=tuple(_point(p) for p in path.points))
        for path in action.paths
    )
    before, after = _contexts(unit, action.fatigue_spent)
    order = MoveOrder(unit=unit.id, paths=paths, engage=action.engage)
    judged = judge_move(ground, order, after)
    facts = {
        "allowance": judged.allowance / INCH, "uneven": judged.slowed, "used": judged.used / INCH,
        "forced_targets": list(judged.forced), "required_contacts": judged.required,
        "contacts": {key: list(near) for key, near in judged.contacts.items()},
    }
    spoilt = _spoilt(ground, unit.id, action.engage, before, after)
    if spoilt and not _exhausted(unit):
        return Found("cancelled", [spoilt], facts)
    return _verdict([*_exhausted(unit), *(v.rule for v in judged.violations)], **facts)


def _spoilt(
    ground: Ground, unit: str, engage: str, before: MoveContext, after: MoveContext
) -> str:
    """The rule by which spent fatigue cancels a declared engagement (SAGA-ACT-10), or empty."""
    forced = forced_targets(ground, unit, before)
    wanted = [engage] if engage else list(forced)
    if before == after or not wanted or (forced and not set(wanted) <= set(forced)):
        return ""
    if not any(can_engage(ground, unit, enemy, before) for enemy in wanted):
        return ""
    if any(can_engage(ground, unit, enemy, after) for enemy in wanted):
        return ""
    return "SAGA-SEC-04" if forced else "SAGA-ENG-01"


def _activate(ground: Ground, unit: UnitCase, action: Activate) -> Found:
    if action.kind == "rest":
        active = (unit.moves_this_turn, unit.shots_this_turn, unit.rests_this_turn,
                  unit.fought_this_turn)
        if any(active):
            return _verdict(["SAGA-RST-02"])
        return _verdict([] if unit.fatigue else ["SAGA-RST-03"])
    if action.kind == "shoot":
        return _verdict(_exhausted(unit))
    before, after = _contexts(unit, action.fatigue_spent)
    forced = forced_targets(ground, unit.id, before)
    facts = {
        "allowance": standing_allowance(ground, unit.id, after) / INCH,
        "uneven": ground.starts_slowed(unit.id), "forced_targets": list(forced),
    }
    if _exhausted(unit):
        return _verdict(_exhausted(unit), **facts)
    spoilt = _spoilt(ground, unit.id, action.engage, before, after)
    if spoilt:
        return Found("cancelled", [spoilt], facts)
    return _verdict(_undeclarable(ground, unit.id, action.engage, before, forced), **facts)


def _undeclarable(
    ground: Ground, unit: str, engage: str, context: MoveContext, forced: tuple[str, ...]
) -> list[str]:
    """Why a move cannot be declared as the table stands."""
    if forced and engage and engage not in forced:
        return ["SAGA-SEC-03"]
    wanted = [engage] if engage else list(forced)
    if not wanted or any(can_engage(ground, unit, enemy, context) for enemy in wanted):
        return []
    return ["SAGA-SEC-04"] if forced else ["SAGA-ENG-01"]


def _shoot(ground: Ground, unit: UnitCase, action: Shoot) -> Found:
    broken = _exhausted(unit)
    if action.target not in ground.enemies(unit.id):
        return _verdict([*broken, "SAGA-SHT-02"], shooters=[])
    able = shooters(ground, unit.id, action.target, numbers.RANGES[action.weapon]).able
    if in_melee(ground, action.target):
        broken.append("SAGA-SHT-15")
    if not able:
        broken.append("SAGA-SHT-03")
    return _verdict(broken, shooters=list(able))


def _remove(ground: Ground, action: RemoveCasualties) -> Found:
    models = ground.models(action.unit)
    strange = [key for key in action.remove if key not in models]
    if strange or len(set(action.remove)) != len(action.remove):
        raise Malformed(f"models to remove {_text(action.remove)}")
    broken = removal_violation(ground.table, action.unit, action.remove)
    left = [key for key in models if key not in action.remove]
    return _verdict([broken.rule] if broken else [], left=left)


# --- arithmetic ---------------------------------------------------------------------------------


def compute(what: str, given: dict[str, Any]) -> dict[str, Any]:
    """The facts of a compute case. A list under `cases` (or `units`) gives lists of facts."""
    if what not in COMPUTES:
        raise Malformed(f"unknown computation {what}")
    one = COMPUTES[what]
    rows = given.get("cases", given.get("units"))
    try:
        if rows is None:
            return one(given)
        answers = [one(row) for row in rows]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Malformed(f"input of {what}: {type(error).__name__} {error}") from error
    return {key: [answer[key] for answer in answers] for key in (answers[0] if answers else {})}


def _melee(given: dict[str, Any]) -> dict[str, Any]:
    profile = numbers.PROFILES[given["class"]]
    exhausted = bool(given.get("exhausted", False))
    return {"dice": numbers.melee_dice(profile, given["models"], exhausted)}


def _trade(given: dict[str, Any]) -> dict[str, Any]:
    trade = numbers.defence_trade(given["attack_dice"])
    return {"attack_dice": trade.attack_dice, "defence_dice": trade.defence_dice}


def _loser(given: dict[str, Any]) -> dict[str, Any]:
    return {"withdraws": numbers.melee_loser(given["attacker_losses"], given["defender_losses"])}


def _saga_dice(given: dict[str, Any]) -> dict[str, Any]:
    generated = 0
    for kind, key in (("warlord", "warlord"), ("hearthguard", "hearthguard_units"),
                      ("warriors", "warrior_units"), ("levies", "levy_units")):
        generated += numbers.PROFILES[kind].saga_dice * given.get(key, 0)
    return {"roll": numbers.saga_dice(generated, given.get("left_on_board", 0))}


def _shooting(given: dict[str, Any]) -> dict[str, Any]:
    able = given["shooters"]
    pool = numbers.shooting_dice(numbers.PROFILES[able["class"]], able["models_able"])
    hits = given.get("hits", 0)
    return {
        "attack_dice": numbers.capped_attack(pool, given.get("bonus_attack_dice", 0)),
        "defence_dice": numbers.capped_defence(hits, given.get("bonus_defence_dice", 0)),
    }


COMPUTES: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "melee_attack_dice": _melee, "defence_trade": _trade, "melee_loser": _loser,
    "saga_dice": _saga_dice, "shooting_dice": _shooting,
}  # fmt: skip
"""What can be computed."""


# --- comparing ----------------------------------------------------------------------------------


def _same(expected: Any, got: Any, unordered: bool = False) -> bool:
    """Whether two facts agree: numbers to CLOSE, lists in order unless they are sets."""
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, int | float) and isinstance(got, int | float):
        return abs(expected - got) <= CLOSE
    if isinstance(expected, list) and isinstance(got, list):
        if unordered:
            return sorted(map(str, expected)) == sorted(map(str, got))
        return len(expected) == len(got) and all(map(_same, expected, got))
    if isinstance(expected, dict) and isinstance(got, dict):
        return expected.keys() == got.keys() and all(_same(v, got[k]) for k, v in expected.items())
    return bool(expected == got)


def _ids(rules: list[str]) -> str:
    return ", ".join(rules) or "none"


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
