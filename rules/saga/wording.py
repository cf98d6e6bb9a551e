"""Shorthands for the sentences of play: questions, log lines, and what stands in their places."""

from rules.core.values import Line, Named, Number, Param, SideName, Term, UnitId


def number(value: int) -> Number:
    """A whole number inside a sentence."""
    return Number(value=value)


def term(key: str) -> Term:
    """Another key of the catalogue."""
    return Term(key=key)


def side(which: str) -> SideName:
    """A side, by its player's name."""
    return SideName(side=which)


def asking(
    what: str, *, unit: UnitId = "", target: UnitId = "", count: int | None = None, word: str = ""
) -> Line:
    """The sentence of a question."""
    params: dict[str, Param] = {}
    if unit:
        params["unit"] = Named(unit=unit)
    if target:
        params["target"] = Named(unit=target)
    if count is not None:
        params["count"] = Number(value=count)
    if word:
        params["word"] = Term(key=word)
    return Line(key=f"saga.ask.{what}", params=params)


def telling(what: str, **params: Param) -> Line:
    """A sentence of the log."""
    return Line(key=f"saga.log.{what}", params=params)
