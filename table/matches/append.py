"""Writing the log: one statement, which is both the write and the optimistic lock.

Only `referee` imports this (a contract in pyproject.toml holds it to that).
"""

import msgspec
from django.db import connection

from .log import TABLE, Ruled

_INSERT = f"""
INSERT INTO {TABLE} (match_id, after, seq, time, ref, side, action, events, rewinds_to, spent)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""  # noqa: S608


def append(match: int, ruled: Ruled, ref: str, action: str) -> None:
    """Write a ruling.

    Raises django.db.IntegrityError when another writer built on the same fact first, or when this
    side was already answered for this ref.
    """
    events = msgspec.json.encode(ruled.facts).decode()
    spent = msgspec.json.encode(ruled.spent).decode() if ruled.spent else ""
    with connection.cursor() as cursor:
        cursor.execute(
            _INSERT,
            [match, ruled.after, ruled.seq, ruled.time, ref, ruled.side, action, events,
             ruled.rewinds_to, spent],
        )  # fmt: skip
