"""Text that people type: which of it may be shown to others as it is."""

import unicodedata

from .refusals import Refusal
from .values import Line, Number, Param

UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Categories that a reader cannot see or that turn the text about: control, bidi, unassigned."""

JOINER = "\u200d"
"""Makes one picture of the two between which it stands; seen anywhere else it is nothing."""


def unseen(text: str) -> bool:
    """Whether a character of the text is a control, bidi or otherwise invisible one."""
    kinds = [unicodedata.category(mark) for mark in text]
    return any(
        kind in UNSEEN and not (text[at] == JOINER and _between_pictures(kinds, at))
        for at, kind in enumerate(kinds)
    )


def _between_pictures(kinds: list[str], at: int) -> bool:
    """Whether a picture, maybe with its colour or style, stands before a place and another after it
    (symbols, their modifiers and variants are So, Sk and Mn)."""
    before, after = "".join(kinds[max(0, at - 2) : at]), kinds[at + 1 : at + 2]
    return before.endswith(("So", "SoSk", "SoMn")) and after == ["So"]


def flaw(text: str, longest: int) -> Refusal | None:
    """Why a name may not be used: empty, longer than `longest` characters, or with hidden signs."""
    if not text.strip():
        return Refusal(code="name_empty", line=Line(key="core.refusal.name_empty"))
    if len(text) > longest:
        params: dict[str, Param] = {"n": Number(value=len(text)), "most": Number(value=longest)}
        return Refusal(code="name_long", line=Line(key="core.refusal.name_long", params=params))
    if unseen(text):
        return Refusal(code="name_hidden", line=Line(key="core.refusal.name_hidden"))
    return None
