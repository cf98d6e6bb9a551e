"""Tells Django about the matches."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    """Registers the start-up checks, and lets the live table hear of commits and sign-outs."""

    name = "table.matches"
    label = "matches"
    verbose_name = _("matches")

    def ready(self) -> None:
        """Called once the models are loaded."""
        from . import checks, live

        checks.register()
        live.listen()
