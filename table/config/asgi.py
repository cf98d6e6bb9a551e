"""The server's way in: pages over HTTP, tables over websockets."""

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "table.config.settings")

# A thread that measures bases holds the interpreter for 5 ms at a time by default, and the event
# loop, which only hands out bytes, then wakes 5 ms late in the median. With 0.5 ms it is 0.7 ms.
sys.setswitchinterval(0.0005)

# Loads the apps; the routes below import models and must come after it.
pages = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import (  # noqa: E402
    AllowedHostsOriginValidator,
    WebsocketDenier,
)
from django.conf import settings  # noqa: E402


async def nowhere(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Turn away a socket that asks for no table; URLRouter alone would log a stack trace."""
    await receive()
    await send({"type": "websocket.close", "code": 4404})


def for_our_pages(application: Any) -> Any:
    """Let sockets in that a page of this address asks for, port included, as Django does with
    forms: cookies know no ports, and another server on this host could act for its visitors."""

    async def guarded(scope: dict[str, Any], receive: Any, send: Any) -> Any:
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        origin = headers.get(b"origin", "")
        here = origin.partition("://")[2] == headers.get(b"host")
        let_in = here or origin in settings.CSRF_TRUSTED_ORIGINS
        return await (application if let_in else WebsocketDenier())(scope, receive, send)

    return guarded


# Django types a route as leading to a page; Channels leads it to an application.
anywhere_else = re_path("", cast(Any, nowhere))
routes = [
    route
    for module in ("table.matches.routing", "table.lobby.routing")
    if find_spec(module.rpartition(".")[0]) and find_spec(module)
    for route in import_module(module).websocket_urlpatterns
]

application = ProtocolTypeRouter(
    {
        "http": pages,
        # Browsers send the session cookie with a socket of any page: check where the page is from.
        "websocket": AllowedHostsOriginValidator(
            for_our_pages(AuthMiddlewareStack(URLRouter([*routes, anywhere_else])))
        ),
    }
)
