"""Runs files of worked cases (format `saga-case/1`) through the real rules.

A case is a table in inches, one action, and what must come of it. `run` takes a file's bytes and
gives one outcome a case; nothing in a file makes it raise.
"""

from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.core.values import INCH
from rules.saga import numbers
from rules.saga.actions import Path
from rules.saga.cases.file import (
    FORMAT,
    Activate,
    Case,
    CheckCoherency,
    Compute,
    Defaults,
    Expect,
    File,
    Malformed,
    Move,
    RemoveCasualties,
    Shoot,
    UnitCase,
    point,
    table_of,
)
from rules.saga.cases.sums import compute
from rules.saga.field.casualties import coherent, removal_violation
from rules.saga.field.declaring import can_engage
from rules.saga.field.ground import Ground, ground_of
from rules.saga.field.movement import forced_targets, judge_move, standing_allowance
from rules.saga.field.orders import MoveContext, MoveOrder
from rules.saga.field.sighting import in_melee, shooters
from rules.testing.worked import Outcome, same, text

CLOSE = 0.005
"""How far a number may be off the expected one (inches are given to two or three places)."""
SETS = frozenset({"forced_targets", "shooters", "left"})
"""Facts that are sets: their order does not matter."""


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
            said.append(f"expected {key} {text(value)}, got no such fact")
        elif not same(value, found.facts[key], CLOSE, key in SETS):
            said.append(f"expected {key} {text(value)}, got {text(found.facts[key])}")
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
        Path(model=path.model, points=tuple(point(p) for p in path.points)) for path in action.paths
    )
    before, after = _contexts(unit, action.fatigue_spent)
    order = MoveOrder(unit=unit.id, paths=paths, engage=action.engage)
    judged = judge_move(ground, order, after)
    facts = {
        "allowance": judged.allowance / INCH,
        "uneven": judged.slowed,
        "used": judged.used / INCH,
        "forced_targets": list(judged.forced),
        "required_contacts": judged.required,
        "contacts": {key: list(near) for key, near in judged.contacts.items()},
    }
    spoilt = _spoilt(ground, unit.id, action.engage, before, after)
    if spoilt and not _exhausted(unit):
        return Found("cancelled", [spoilt], facts)
    return _verdict([*_exhausted(unit), *(v.rule for v in judged.violations)], **facts)


def _spoilt(ground: Ground, unit: str, engage: str, before: MoveContext, after: MoveContext) -> str:
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
        active = (
            unit.moves_this_turn,
            unit.shots_this_turn,
            unit.rests_this_turn,
            unit.fought_this_turn,
        )
        if any(active):
            return _verdict(["SAGA-RST-02"])
        return _verdict([] if unit.fatigue else ["SAGA-RST-03"])
    if action.kind == "shoot":
        return _verdict(_exhausted(unit))
    before, after = _contexts(unit, action.fatigue_spent)
    forced = forced_targets(ground, unit.id, before)
    facts = {
        "allowance": standing_allowance(ground, unit.id, after) / INCH,
        "uneven": ground.starts_slowed(unit.id),
        "forced_targets": list(forced),
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
        raise Malformed(f"models to remove {text(action.remove)}")
    broken = removal_violation(ground.table, action.unit, action.remove)
    left = [key for key in models if key not in action.remove]
    return _verdict([broken.rule] if broken else [], left=left)


def _ids(rules: list[str]) -> str:
    return ", ".join(rules) or "none"
