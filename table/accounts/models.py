"""A user: somebody with a password, or a guest who only gave a name."""

from functools import cache

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 40


@cache
def _nameless() -> frozenset[str]:
    """How a guest without a name is called in each language."""
    names = set()
    for code, _name in settings.LANGUAGES:
        with override(code):
            names.add(gettext("Guest"))
    return frozenset(names)


class Theme(models.TextChoices):
    """How the tools around the table look; empty follows the system."""

    HEARTH = "hearth", _("Hearth, dark")
    VELLUM = "vellum", _("Vellum, light")


class User(AbstractUser):
    """A guest has no password that would open the account; `keep` makes it one that lasts."""

    username = models.CharField(
        _("username"),
        max_length=LONGEST_NAME,
        unique=True,
        help_text=_("At most 40 letters, digits and @ . + - _"),
        validators=[UnicodeUsernameValidator()],
        error_messages={"unique": _("That username is taken.")},
    )
    display_name = models.CharField(_("name at the table"), max_length=LONGEST_NAME, blank=True)
    """What others read; empty is the username."""
    guest = models.BooleanField(_("guest"), default=False)
    language = models.CharField(_("language"), max_length=8, blank=True, choices=settings.LANGUAGES)
    theme = models.CharField(_("theme"), max_length=8, blank=True, choices=Theme)

    class Meta(AbstractUser.Meta):
        pass

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """What others call this user; a guest who gave no name is one in the reader's language."""
        if self.guest and self.display_name in _nameless():
            return gettext("Guest")
        return self.display_name or self.username
