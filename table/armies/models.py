"""A list as its owner keeps it. It may be unfinished; `legal` says whether it may be played."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .workshops import Workshop, workshop


class Army(models.Model):
    """A roster with an owner. Name, faction and points stand in the roster too, for lists."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="armies", verbose_name=_("owner")
    )
    ruleset = models.CharField(max_length=40, default="saga")
    name = models.CharField(max_length=60)
    faction = models.CharField(max_length=40)
    points = models.PositiveSmallIntegerField()
    roster = models.JSONField()
    """The game's own struct of a roster as plain JSON values."""
    before = models.JSONField(default=list, blank=True)
    """What the roster was before, step by step, the oldest first: it may be taken back."""
    legal = models.BooleanField(default=False)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("army")
        verbose_name_plural = _("armies")
        ordering = ["-changed", "-pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def workshop(self) -> Workshop:
        """Where lists of its game are written."""
        return workshop(self.ruleset)

    @property
    def faction_key(self) -> str:
        """Key of its faction's name."""
        return self.workshop.faction_key(self.faction)


def exported(user: Any) -> list[dict[str, Any]]:
    """A user's lists, for the export of his account."""
    return list(user.armies.order_by("pk").values("ruleset", "name", "points", "legal", "roster"))
