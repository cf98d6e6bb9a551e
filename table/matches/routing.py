"""Where sockets connect."""

from django.urls import path

from .socket import TableSocket

websocket_urlpatterns = [path("ws/match/<int:match>/", TableSocket.as_asgi(), name="socket")]
