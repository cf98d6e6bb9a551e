"""Where the sockets of waiting pages connect."""

from django.urls import path

from .waiting import RoomSocket

websocket_urlpatterns = [path("ws/tables/<int:match>/", RoomSocket.as_asgi(), name="waiting")]
