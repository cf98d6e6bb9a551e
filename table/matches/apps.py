"""Tells Django about the matches."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    """The matches."""

    name = "table.matches"
    label = "matches"
    verbose_name = _("matches")
