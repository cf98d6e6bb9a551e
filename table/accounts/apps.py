"""Tells Django about the accounts."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Hears of sign-ins, to bring the user's language and theme along."""

    name = "table.accounts"
    label = "accounts"
    verbose_name = _("accounts")

    def ready(self) -> None:
        """Called once the models are loaded."""
        from . import preferences

        preferences.listen()
