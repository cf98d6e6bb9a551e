"""Runs files of worked cases (format `t9a-case/2`) through the real rules.

`run` takes a file's bytes and gives one outcome a case; nothing in a file makes it raise. Kinds of
case whose chapter is not built yet are skipped.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from rules.ninth_age.cases.damage import DAMAGE
from rules.ninth_age.cases.file import Case, File, Malformed
from rules.ninth_age.cases.moves import DRAWN
from rules.ninth_age.cases.opening import OPENING
from rules.ninth_age.cases.victory import victory
from rules.testing.worked import Outcome, same, text

CLOSE = 0.0011
"""How far a number may be off: 0.001 and the last digit that is written."""
SETS = frozenset({"eligible", "polygon"})

Judge = Callable[[dict[str, Any], dict[str, Any], dict[str, Any]], dict[str, Any]]

BUILT: dict[str, Judge] = {**DRAWN, **DAMAGE, **OPENING, "victory": victory}
"""What each kind of case asks of the rules: `(setup, action, dice)` gives what is found."""

LATER = {
    "combat_score": "close combat is not built yet",
    "break_test": "close combat is not built yet",
    "cast": "magic is not built yet",
}
"""Kinds of case that wait for their chapter."""


def run(name: str, content: bytes) -> list[Outcome]:
    """Every case of a file; a file that cannot be read is one failed outcome of its name."""
    try:
        file = msgspec.json.decode(content, type=File)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return [Outcome(name, f"expected a file of cases, got {error or type(error).__name__}")]
    return [run_case(raw, f"{name}[{number}]") for number, raw in enumerate(file.cases)]


def run_case(raw: Any, name: str = "case") -> Outcome:
    """One case with all its variants; `name` is used where it has no id of its own."""
    key = raw.get("id") if isinstance(raw, dict) else None
    key = key if isinstance(key, str) and key else name
    try:
        case = msgspec.convert(raw, Case)
        kind = case.action.get("type")
        if kind in LATER:
            return Outcome(key, skipped=LATER[str(kind)])
        if kind not in BUILT:
            raise Malformed(f"an action of kind {text(kind)}")
        said = [
            problem
            for variant in case.variants or [{}]
            for problem in _problems(case, variant, BUILT[str(kind)])
        ]
    except (msgspec.ValidationError, Malformed) as error:
        return Outcome(key, f"expected a readable case, got {error}")
    except Exception as error:  # noqa: BLE001 - a fault in one case must not hide the others
        return Outcome(key, f"expected an answer, got {type(error).__name__}: {error}")
    return Outcome(key, "; ".join(said))


def _problems(case: Case, variant: dict[str, Any], judge: Judge) -> list[str]:
    """In what the rules differ from one variant of a case."""
    merged = {
        part: {**getattr(case, part), **variant.get(part, {})}
        for part in ("setup", "action", "dice", "expect")
    }
    found = judge(merged["setup"], merged["action"], merged["dice"])
    said = []
    for key, value in merged["expect"].items():
        if key not in found:
            said.append(f"expected {key} {text(value)}, got no such fact")
        elif not same(value, found[key], CLOSE, key in SETS):
            said.append(f"expected {key} {text(value)}, got {text(found[key])}")
    return said
