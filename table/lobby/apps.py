"""Tells Django about the lobby."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LobbyConfig(AppConfig):
    """Adds a user's matches to his export, and gets him up from tables when he is deleted."""

    name = "table.lobby"
    label = "lobby"
    verbose_name = _("lobby")

    def ready(self) -> None:
        """Called once the models are loaded."""
        from . import departing

        departing.listen()
