"""Runs files of worked cases (format `t9a-case/2`) through the real rules.

`run` takes a file's bytes and gives one outcome a case; nothing in a file makes it raise. Kinds of
case whose chapter is not built yet are skipped.
"""

from typing import Any

import msgspec

from rules.ninth_age.cases.charges import CHARGES
from rules.ninth_age.cases.damage import DAMAGE, FACES, face
from rules.ninth_age.cases.file import Case, File, Kind, Malformed
from rules.ninth_age.cases.lists import LISTS
from rules.ninth_age.cases.moves import MOVES
from rules.ninth_age.cases.opening import OPENING
from rules.ninth_age.cases.paths import PATHS
from rules.ninth_age.cases.shooting import SHOOTING
from rules.ninth_age.cases.sums import SUMS
from rules.ninth_age.cases.victory import VICTORY
from rules.testing.worked import Outcome, same, text

CLOSE = 0.0011
"""How far a number may be off: 0.001 and the last digit that is written."""
SETS = frozenset({"eligible", "polygon", "engaged", "run_down"})
PARTIAL = frozenset(
    {
        "points", "scoring", "objective_bonus", "totals", "known", "duplicates", "try_legal",
        "swap_legal", "lost", "unit_costs", "rules", "centres", "facings", "distance", "range",
        "reactions", "options", "left", "wounds_kept",
    }
)  # fmt: skip
"""Facts by player, wizard, unit or refusal, of which a case may name but some."""

PARTS = ("setup", "action", "dice", "expect")
"""Parts of a case that a variant replaces key by key."""

BUILT: dict[str, Kind] = {
    **SUMS, **MOVES, **CHARGES, **PATHS, **DAMAGE, **OPENING, **SHOOTING, **VICTORY, **LISTS,
}  # fmt: skip
"""Kinds of case, and what each asks of the rules."""

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
        runs = [_merged(case, variant) for variant in case.variants or [{}]]
        if waits := [LATER[kind] for kind in map(_kind, runs) if kind in LATER]:
            return Outcome(key, skipped=waits[0])
        said = [problem for parts in runs for problem in _problems(*parts)]
    except (msgspec.ValidationError, Malformed) as error:
        return Outcome(key, f"expected a readable case, got {error}")
    except Exception as error:  # noqa: BLE001 - a fault in one case must not hide the others
        return Outcome(key, f"expected an answer, got {type(error).__name__}: {error}")
    return Outcome(key, "; ".join(said))


Parts = tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]


def _merged(case: Case, variant: dict[str, Any]) -> Parts:
    """The parts of a case with those of a variant over them. Raises Malformed."""
    odd = [
        name
        for name, value in variant.items()
        if not (name in PARTS and isinstance(value, dict)) and name != "note"
    ]
    if odd:
        raise Malformed(f"a variant with {odd[0]}")
    setup, action, dice, expect = (
        {**getattr(case, part), **variant.get(part, {})} for part in PARTS
    )
    return setup, action, dice, expect


def _kind(parts: Parts) -> str:
    """The kind of a case. Raises Malformed for one that is in no format."""
    kind = parts[1].get("type")
    if kind not in (*BUILT, *LATER):
        raise Malformed(f"an action of kind {text(kind)}")
    return str(kind)


def _problems(
    setup: dict[str, Any], action: dict[str, Any], dice: dict[str, Any], expect: dict[str, Any]
) -> list[str]:
    """In what the rules differ from what is expected. Raises Malformed where nothing is."""
    found = BUILT[action["type"]].answer(setup, action, dice)
    if not expect:
        raise Malformed("a case that expects nothing")
    said = []
    for key, value in expect.items():
        if key not in found:
            said.append(f"expected {key} {text(value)}, got no such fact")
        elif not _agree(key, value, found[key]):
            said.append(f"expected {key} {text(value)}, got {text(found[key])}")
    return said


def _agree(key: str, expected: Any, found: Any) -> bool:
    """Whether a fact is as expected."""
    if key in FACES:
        expected, found = face(key, expected), face(key, found)
    if key in PARTIAL and isinstance(expected, dict):
        found = {name: fact for name, fact in found.items() if name in expected}
    return same(expected, found, CLOSE, key in SETS)
