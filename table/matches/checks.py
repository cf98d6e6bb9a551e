"""Start-up checks: settings under which matches would lose what was acknowledged."""

from typing import Any

from django.conf import settings
from django.core import checks


def register() -> None:
    """Called once, when Django is ready."""
    checks.register(check_sqlite)
    checks.register(check_layer)


def check_sqlite(**kwargs: Any) -> list[checks.CheckMessage]:
    """SQLite must take its write lock at once, write ahead, and write through."""
    wrong = flaws_of(settings.DATABASES["default"])
    return [checks.Error(f"SQLite: {text}", id="matches.E001") for text in wrong]


def flaws_of(database: dict[str, Any]) -> list[str]:
    """What is wrong with the settings of a database, one sentence each."""
    if not database["ENGINE"].endswith("sqlite3"):
        return []
    options = database.get("OPTIONS", {})
    pragmas = options.get("init_command", "").lower().replace(" ", "")
    wrong = []
    if str(options.get("transaction_mode", "")).upper() != "IMMEDIATE":
        wrong.append("transaction_mode must be IMMEDIATE: threads would answer 'locked'")
    if "journal_mode=wal" not in pragmas:
        wrong.append("journal_mode must be WAL: readers would wait for the writer")
    if "synchronous=full" not in pragmas:
        wrong.append("synchronous must be FULL: a power cut would take back acknowledged actions")
    return wrong


def check_layer(**kwargs: Any) -> list[checks.CheckMessage]:
    """Redis sockets of the channel layer must be allowed to be silent."""
    layer = settings.CHANNEL_LAYERS["default"]
    hosts = layer.get("CONFIG", {}).get("hosts", [])
    if any(not isinstance(host, dict) or host.get("socket_timeout", 0) is not None
           for host in hosts):  # fmt: skip
        text = "the channel layer's socket_timeout must be None: redis-py 8 cuts idle sockets off"
        return [checks.Error(text, id="matches.E002")]
    return []
