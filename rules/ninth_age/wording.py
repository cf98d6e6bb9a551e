"""Shorthands for sentences of this game: questions, log lines, refusals."""

from rules.core.refusals import Refused, Shape, refuse
from rules.core.values import Distance, Line, Named, Number, Param, SideName, Term, UnitId

GAME = "ninth_age"


def number(value: int) -> Number:
    """A whole number inside a sentence."""
    return Number(value=value)


def length(value: float) -> Distance:
    """A length inside a sentence."""
    return Distance(value=round(value))


def named(unit: UnitId) -> Named:
    """A unit inside a sentence."""
    return Named(unit=unit)


def side(which: str) -> SideName:
    """A side inside a sentence."""
    return SideName(side=which)


def term(key: str) -> Term:
    """A word of this game inside a sentence."""
    return Term(key=f"{GAME}.{key}")


def asking(what: str, **params: Param) -> Line:
    """The sentence of a question."""
    return Line(key=f"{GAME}.ask.{what}", params=params)


def telling(what: str, **params: Param) -> Line:
    """A sentence of the log."""
    return Line(key=f"{GAME}.log.{what}", params=params)


def no(code: str, *rules: str, shapes: tuple[Shape, ...] = (), **params: Param) -> Refused:
    """A refusal, to be raised."""
    return refuse(code, Line(key=f"{GAME}.refusal.{code}", params=params), *rules, shapes=shapes)
