"""Reading the log of a match. It is never written here: see `append`, which only `referee` may use.

Rows are read by plain SQL: the log of a long match is some 1,500 facts, and making an object of
each row first would cost more than decoding it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db import connection

from rules.core.ruleset import Rules
from rules.core.values import SideId

from .facts import Fact, decoder
from .models import Ruling

TABLE = Ruling._meta.db_table
_COLUMNS = "after, seq, time, side, events, rewinds_to, spent"
_spent = msgspec.json.Decoder(dict[SideId, int])


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling as read: the facts `after + 1` to `seq`."""

    after: int
    seq: int
    time: int
    side: SideId
    facts: list[Fact]
    rewinds_to: int | None = None
    spent: dict[SideId, int] = field(default_factory=dict)
    readable: bool = True
    """False for facts that this code does not know: the match is held there."""


def read(rules: Rules[Any], match: int, after: int = 0, until: int | None = None) -> list[Ruled]:
    """The rulings that build on fact `after` or a later one, in order, none past fact `until`."""
    where, values = "match_id = %s AND after >= %s", [match, after]
    if until is not None:
        where, values = where + " AND seq <= %s", [*values, until]
    return _select(rules, f"WHERE {where} ORDER BY after", values)


def read_back(rules: Rules[Any], match: int, before: int, count: int) -> list[Ruled]:
    """The last rulings, in order, that end at fact `before` or earlier: at most `count`."""
    tail = "WHERE match_id = %s AND seq <= %s ORDER BY after DESC LIMIT %s"
    return _select(rules, tail, [match, before, count])[::-1]


def _select(rules: Rules[Any], tail: str, values: list[int]) -> list[Ruled]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {_COLUMNS} FROM {TABLE} {tail}", values)  # noqa: S608
        return [_ruled(rules, row) for row in cursor.fetchall()]


def _ruled(rules: Rules[Any], row: tuple[Any, ...]) -> Ruled:
    after, seq, time, side, events, rewinds_to, spent = row
    try:
        facts = decoder(rules).decode(events)
    except msgspec.ValidationError:
        return Ruled(after, seq, time, side, [], rewinds_to, readable=False)
    return Ruled(after, seq, time, side, facts, rewinds_to, _spent.decode(spent) if spent else {})


def head(match: int) -> int:
    """The number of the last fact, 0 before the match has begun."""
    return _number("SELECT MAX(seq)", "match_id = %s", [match])


def horizon(match: int, delay: int, now: int) -> int:
    """The last fact that an audience of this delay (in seconds) may be shown at `now`.

    Every way to read a match asks this one function. No delay hides the opening.
    """
    if not delay:
        return head(match)
    due = _number("SELECT MAX(seq)", "match_id = %s AND time <= %s", [match, now - delay * 1000])
    return due or _number("SELECT MIN(seq)", "match_id = %s", [match])


def answer_to(match: int, sides: Iterable[SideId], ref: str) -> int | None:
    """The last fact of the ruling that one of these sides got for this ref, if there was one."""
    held = list(sides)
    marks = ", ".join(["%s"] * len(held))
    where = f"match_id = %s AND ref = %s AND side IN ({marks})"
    return _number("SELECT MAX(seq)", where, [match, ref, *held]) or None


def _number(what: str, where: str, values: list[Any]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"{what} FROM {TABLE} WHERE {where}", values)
        row = cursor.fetchone()
    return int(row[0] or 0)


def covers(match: int) -> list[tuple[int, int]]:
    """What take-backs cover: pairs (to, end) for the facts to + 1 ... end."""
    rows = Ruling.objects.filter(match=match, rewinds_to__isnull=False)
    return [(int(to or 0), after) for to, after in rows.values_list("rewinds_to", "after")]


def is_covered(covers: list[tuple[int, int]], ruled: Ruled) -> bool:
    """Whether play went back past this ruling."""
    return any(to < ruled.seq <= end for to, end in covers)
