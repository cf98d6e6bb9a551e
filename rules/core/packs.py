"""Reading data files into shapes.

Wherever a length stands in a file it may be written in inches, `"12 in"` or `"2.5 in"`; it is read
as whole 1/100 mm. No other conversion is made, and a key that no shape knows is an error.
"""

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .values import INCH

T = TypeVar("T")
_INCHES = re.compile(r"(-?\d{1,4})(?:\.(\d{1,2}))? in\Z")


class PackError(ValueError):
    """A data file is wrong; the message names the file and the place in it."""


def read(path: Path, shape: type[T]) -> T:
    """One data file of our own. Raises PackError with the file and the place in it."""
    try:
        return shaped(tomllib.loads(path.read_text("utf-8")), shape)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise PackError(f"{path.parent.name}/{path.name}: {error}") from error


def shaped(raw: Any, shape: type[T]) -> T:
    """Decoded TOML as a shape. Raises msgspec.ValidationError, which names the place."""
    return msgspec.convert(in_grid(raw), shape)


def in_grid(value: Any) -> Any:
    """The same data with every "12 in" as whole 1/100 mm."""
    match value:
        case dict():
            return {key: in_grid(item) for key, item in value.items()}
        case list():
            return [in_grid(item) for item in value]
        case str() if found := _INCHES.match(value):
            hundredths = int(found[1]) * 100
            rest = int((found[2] or "0").ljust(2, "0"))
            hundredths += -rest if value.startswith("-") else rest
            return round(hundredths * INCH / 100)
    return value


def by_id(found: tuple[Any, ...]) -> dict[str, Any]:
    """Things by their ids. Raises PackError for an id that stands twice."""
    keyed = {item.id: item for item in found}
    if len(keyed) < len(found):
        twice = sorted({i.id for i in found if sum(i.id == j.id for j in found) > 1})
        raise PackError(f"the same id twice: {', '.join(twice)}")
    return keyed
