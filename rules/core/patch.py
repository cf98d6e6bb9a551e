"""What changed between two views, as a JSON merge patch (RFC 7396) of plain values.

Views hold no nulls, so a null in a patch always says "gone"; lists travel whole. The part `fixed`
is sent once, in the first whole view, and never compared.
"""

from typing import Any

import msgspec

Plain = dict[str, Any]

FIXED = "fixed"


def plain(view: msgspec.Struct) -> Plain:
    """A view as dicts, lists, strings and numbers: what `diff` compares and what is sent."""
    values: Plain = msgspec.to_builtins(view)
    return values


def diff(old: Plain, new: Plain) -> Plain:
    """The patch that makes `new` of `old`, empty when they are equal.

    Raises ValueError when something new could not travel in a patch (see `check`).
    """
    return _diff(old, new, skip=FIXED)


def _diff(old: Plain, new: Plain, skip: str = "") -> Plain:
    patch: Plain = {key: None for key in old if key not in new and key != skip}
    for key, value in new.items():
        before = old.get(key)
        if key == skip or (before == value and key in old):
            continue
        if isinstance(before, dict) and isinstance(value, dict):
            patch[key] = _diff(before, value)
        else:
            check({key: value})
            patch[key] = value
    return patch


def apply(old: Plain, patch: Plain) -> Plain:
    """A new view: the old one with a patch merged in."""
    new = dict(old)
    for key, value in patch.items():
        if value is None:
            new.pop(key, None)
        elif isinstance(value, dict):
            before = new.get(key)
            new[key] = apply(before if isinstance(before, dict) else {}, value)
        else:
            new[key] = value
    return new


def check(value: Any, at: str = "view") -> None:
    """Raise ValueError, naming the place, for what must not stand in a view.

    A null would mean "gone", a float would not be the same number for everybody, and JavaScript
    would put a key that begins with a digit before all others.
    """
    match value:
        case dict():
            for key, inner in value.items():
                if not key[:1].isalpha():
                    raise ValueError(f"{at}: the key {key!r} does not begin with a letter")
                check(inner, f"{at}.{key}")
        case list() | tuple():
            for number, inner in enumerate(value):
                check(inner, f"{at}[{number}]")
        case None | float():
            raise ValueError(f"{at}: {value!r} in a view")
