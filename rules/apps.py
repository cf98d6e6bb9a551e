"""The rules as a Django app: nothing but start-up checks. The only file of `rules` that knows
Django, and no file imports it."""

from typing import Any

from django.apps import AppConfig
from django.core import checks


class RulesConfig(AppConfig):
    """Lets `manage.py check`, and so every start of the server, look at the games' data."""

    name = "rules"
    label = "rules"
    verbose_name = "The rules of the games"

    def ready(self) -> None:
        """Register the checks."""
        checks.register(data_is_sound)


def data_is_sound(app_configs: Any, **kwargs: Any) -> list[checks.CheckMessage]:
    """Every data file loads, every effect is worked, every key is said in every language."""
    from rules import ruleset, rulesets

    found = [problem for game in rulesets() for problem in ruleset(game).problems()]
    return [checks.Error(problem, id="rules.E001") for problem in found]
