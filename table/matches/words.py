"""The table's own refusals. Their sentences stand in rules/core/text, like all the others."""

from rules.core.refusals import Refusal
from rules.core.values import Line, Param

_OF_THE_CORE = frozenset(
    {"fault", "malformed", "not_yours", "rewind", "too_fast", "too_large", "watching"}
)


def refusal(code: str, **params: Param) -> Refusal:
    """A refusal that no rule of a game made; `params` fill the places of its sentence."""
    home = "core" if code in _OF_THE_CORE else "table"
    return Refusal(code=code, line=Line(key=f"{home}.refusal.{code}", params=params))
