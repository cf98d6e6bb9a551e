"""All that a user has here, as one plain value. Each part of the site adds its own."""

from collections.abc import Callable
from typing import Any

from .models import User

Part = Callable[[User], Any]

_parts: dict[str, Part] = {}


def add_part(name: str, part: Part) -> None:
    """Called by an app when it is ready: `part` gives what it holds of a user, as JSON values."""
    _parts[name] = part


def everything(user: User) -> dict[str, Any]:
    """What `GET /account/export/` hands out; documented in docs/how-to/add-a-page.md."""
    return {
        "format": "skald-account-1",
        "account": {
            "username": "" if user.guest else user.username,
            "name": user.shown_name,
            "email": user.email,
            "guest": user.guest,
            "language": user.language,
            "theme": user.theme,
            "joined": user.date_joined.isoformat(),
        },
        **{name: part(user) for name, part in sorted(_parts.items())},
    }
