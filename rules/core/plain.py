"""Text that people type: which of it may be shown to others as it is."""

import unicodedata

from .refusals import Refusal
from .values import Line, Number, Param

UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Categories that a reader cannot see or that turn the text about: control, bidi, unassigned."""


def unseen(text: str) -> bool:
    """Whether a character of the text is a control, bidi or otherwise invisible one."""
    return any(unicodedata.category(mark) in UNSEEN for mark in text)


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
