"""Files of worked cases in JSON: how a case went, and how what is expected is compared.

Every game has a format of its own (`FORMATS` names them and who runs them) and shares the rest. A
case that cannot be read or is not passed says in what; a case of a chapter that is not built yet is
skipped and says why.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

FORMATS = {
    "saga-case/1": "rules.saga.cases.run:run",
    "t9a-case/2": "rules.ninth_age.cases.run:run",
}
"""Formats of files, and where the function stands that runs one."""


@dataclass(frozen=True)
class Outcome:
    """How a case went; `detail` says why it failed, `skipped` why it was not tried."""

    id: str
    detail: str = ""
    skipped: str = ""

    @property
    def passed(self) -> bool:
        """Whether it passed."""
        return not self.detail and not self.skipped

    def __str__(self) -> str:
        if self.skipped:
            return f"SKIP {self.id}: {self.skipped}"
        return f"FAIL {self.id}: {self.detail}" if self.detail else f"PASS {self.id}"


class _Headed(msgspec.Struct):
    """The head of a file: its format, by itself or as the version of a description."""

    format: str | dict[str, Any] = ""


def run(name: str, content: bytes) -> list[Outcome]:
    """Every case of a file; a file that cannot be read is one failed outcome of its name."""
    try:
        found = msgspec.json.decode(content, type=_Headed).format
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return [Outcome(name, f"expected a file of cases, got {error or type(error).__name__}")]
    version = found.get("version") if isinstance(found, dict) else found
    if version not in FORMATS:
        return [Outcome(name, f"expected format {' or '.join(FORMATS)}, got {version}")]
    module, function = FORMATS[version].split(":")
    runner: Callable[[str, bytes], list[Outcome]] = getattr(
        importlib.import_module(module), function
    )
    return runner(name, content)


def same(expected: Any, got: Any, close: float, unordered: bool = False) -> bool:
    """Whether two facts agree: numbers to `close`, lists in order unless they are sets."""
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, int | float) and isinstance(got, int | float):
        return abs(expected - got) <= close
    if isinstance(expected, list) and isinstance(got, list):
        if unordered:
            return len(expected) == len(got) and _each_found(expected, got, close)
        return len(expected) == len(got) and all(
            same(e, g, close) for e, g in zip(expected, got, strict=True)
        )
    if isinstance(expected, dict) and isinstance(got, dict):
        return expected.keys() == got.keys() and all(
            same(value, got[key], close) for key, value in expected.items()
        )
    return bool(expected == got)


def _each_found(expected: list[Any], got: list[Any], close: float) -> bool:
    """Whether every entry of a list agrees with an entry of its own of another."""
    left = list(got)
    for value in expected:
        match = next((other for other in left if same(value, other, close)), left)
        if match is left:
            return False
        left.remove(match)
    return True


def text(value: Any) -> str:
    """A value as it is written in a file."""
    return msgspec.json.encode(value).decode()
