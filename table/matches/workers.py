"""The two threads that work for all sockets: one that writes, and one that previews.

The event loop only hands out bytes. Folding, views, patches, encoding and every query happen in the
writer's thread, one job after the other; previews touch no database and have a thread of their own,
so that geometry never keeps an action waiting.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection, connections

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

_writer = ThreadPoolExecutor(1, thread_name_prefix="match-writer")
_previews = ThreadPoolExecutor(1, thread_name_prefix="match-previews")


def write(job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
    """Queue a job for the writer's thread."""
    return _writer.submit(_with_database, partial(job, *args, **kwargs))


async def written(job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a job in the writer's thread and wait for what it returns."""
    return await asyncio.wrap_future(write(job, *args, **kwargs))


def post(job: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
    """Queue a job that nobody waits for; what it raises is logged."""
    write(job, *args, **kwargs).add_done_callback(_log)


def preview(job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
    """Queue a job for the previews' thread. It may not use the database."""
    return _previews.submit(job, *args, **kwargs)


def close_connections() -> None:
    """Close what the writer's thread holds open; the next job connects anew."""
    _writer.submit(connections.close_all).result()


def _with_database(job: Callable[[], T]) -> T:
    """Run a job on the thread's lasting connection; once more if the database had gone away.

    That is safe: whatever a job writes is known again by its ref or its key.
    """
    try:
        return job()
    except (OperationalError, InterfaceError):
        connection.close()
        return job()


def _log(future: Future[None]) -> None:
    if error := future.exception():
        logger.error("a job of the table failed", exc_info=error)
