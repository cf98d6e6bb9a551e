"""Tells Django about the armies."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ArmiesConfig(AppConfig):
    """Adds a user's armies to his export."""

    name = "table.armies"
    label = "armies"
    verbose_name = _("armies")

    def ready(self) -> None:
        """Called once the models are loaded."""
        from table.accounts.export import add_part

        from .models import exported

        add_part("armies", exported)
