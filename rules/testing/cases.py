"""Rules cases as data: given this tiny table, this action and these dice, these facts follow.

    [[case]]
    id = "march-too-far"
    title = "A march of more than 6 in is refused"
    rules = ["TOY-1"]
    table = "unit a gang_a gang: 10,10"
    given = { active = "a" }                    what else the game's adapter reads
    action = { by = "a", type = "march", to = [16.1, 10.0] }
    dice = [4, 1]
    events = [{ type = "moved", unit = "gang_a" }]
    refusal = { code = "far" }

**A number with a decimal point is a length in inches.** `action` may be a list: all but the last
must be accepted, and `events` are looked for among the facts of all of them; `by` may be left out
while one prompt is open. Each of `events` must be found in this order, others may stand between; of
a fact, a refusal or the state (`then`) only the named fields are compared, of a list every entry.
`never` names kinds of facts that must not occur; a kind that the game has not is an error.
All listed dice must be rolled.
"""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol, get_args

import msgspec

from rules.core.codec import decode, encode
from rules.core.dice import ScriptedDice
from rules.core.refusals import Refusal
from rules.core.ruleset import Rules
from rules.core.state import State
from rules.core.table import Table

from .tiny import inches
from .tiny import table as tiny_table


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One case; the fields are explained above."""

    id: str
    title: str
    rules: tuple[str, ...]
    action: dict[str, Any] | tuple[dict[str, Any], ...]
    table: str = ""
    given: dict[str, Any] = {}
    dice: tuple[int, ...] = ()
    events: tuple[dict[str, Any], ...] = ()
    never: tuple[str, ...] = ()
    refusal: dict[str, Any] | None = None
    then: dict[str, Any] = {}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    case: tuple[Case, ...]


class Adapter(Protocol):
    """What a game supplies so that its cases can run."""

    rules: Rules[Any]

    def state(self, table: Table, given: dict[str, Any]) -> State:
        """A state around a tiny table, with the prompt open that the case's action answers."""
        ...


def read(path: Path) -> tuple[Case, ...]:
    """The cases of one file. Raises ValueError, naming the file and the place in it."""
    try:
        values = tomllib.loads(path.read_text(), parse_float=inches)
        return msgspec.convert(values, _File).case
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error


def read_all(folder: Path) -> list[Case]:
    """The cases of every TOML file in a folder, by file name. Raises ValueError for a double id."""
    cases = [case for path in sorted(folder.glob("*.toml")) for case in read(path)]
    ids = [case.id for case in cases]
    for key in ids:
        if ids.count(key) > 1:
            raise ValueError(f"{folder}: two cases are called {key}")
    return cases


def problems(case: Case, adapter: Adapter) -> list[str]:
    """In what the rules differ from a case; empty when it passes."""
    rules = adapter.rules
    state = adapter.state(tiny_table(case.table), case.given)
    dice = ScriptedDice(case.dice, state.draws)
    actions = case.action if isinstance(case.action, tuple) else (case.action,)
    facts: list[Any] = []
    outcome: Any = None
    for number, action in enumerate(actions, 1):
        if isinstance(outcome, Refusal):
            return [f"action {number - 1} was refused: {_plain(outcome)}"]
        values = dict(action)
        prompt = _prompt(state, values.pop("by", None))
        outcome = rules.resolve(state, prompt, decode(rules.types.action, encode(values)), dice)
        if not isinstance(outcome, Refusal):
            state = outcome.state
            facts += [_plain(event) for event in outcome.events]
    return [
        *_refusal_problems(case, outcome),
        *_fact_problems(case, facts, state, dice, _kinds(rules)),
    ]


def _refusal_problems(case: Case, outcome: Any) -> Iterable[str]:
    refusal = _plain(outcome) if isinstance(outcome, Refusal) else None
    if case.refusal is None:
        if refusal is not None:
            yield f"refused: {refusal}"
    elif refusal is None:
        yield "was not refused"
    else:
        yield from (f"refusal{text}" for text in differences(case.refusal, refusal))


def _kinds(rules: Rules[Any]) -> frozenset[str]:
    """The kinds of facts that a game has."""
    return frozenset(kind.__struct_config__.tag for kind in get_args(rules.types.event))


def _fact_problems(
    case: Case, facts: list[Any], state: State, dice: ScriptedDice, kinds: frozenset[str]
) -> Iterable[str]:
    rest = iter(facts)
    for expected in case.events:
        if not any(not differences(expected, fact) for fact in rest):
            near = [fact for fact in facts if fact["type"] == expected.get("type")]
            yield f"{expected} does not follow in its place; there is {near or facts}"
            break
    yield from (f"never {kind}, which is no fact" for kind in case.never if kind not in kinds)
    for fact in facts:
        if fact["type"] in case.never:
            yield f"{fact} must not follow"
    if dice.left:
        yield f"{dice.left} dice were not rolled"
    yield from (f"state{text}" for text in differences(case.then, _plain(state)))


def _prompt(state: State, side: str | None) -> str:
    keys = [key for key, prompt in state.prompts.items() if side in (None, prompt.side)]
    if len(keys) != 1:
        raise ValueError(f"{len(keys)} prompts are open to {side or 'anybody'}, not one")
    return keys[0]


def _plain(value: Any) -> Any:
    return decode(Any, encode(value))


def differences(expected: Any, found: Any) -> list[str]:
    """Where something lacks what is expected of it, as `.field: …`. Empty tables are absent."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return [
            f".{key}{text}"
            for key, value in expected.items()
            for text in differences(value, found.get(key))
        ]
    if isinstance(expected, list | tuple) and isinstance(found, list | tuple):
        if len(expected) != len(found):
            return [f": {len(expected)} entries expected, found {found}"]
        pairs = enumerate(zip(expected, found, strict=True))
        return [f"[{n}]{text}" for n, pair in pairs for text in differences(*pair)]
    if expected == found or (not expected and found is None):
        return []
    return [f": {expected!r} expected, found {found!r}"]
