"""What every page's template needs: icons, and sentences of the rules in the reader's language."""

from collections.abc import Mapping
from datetime import UTC, datetime

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.core.refusals import Refusal
from rules.core.values import Line
from rules.core.wording import inches as in_inches
from rules.core.wording import word

from ..preferences import here

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """A picture of the sprite, for show: say in words what it means."""
    return format_html(
        '<svg class="ic" aria-hidden="true"><use href="{}#i-{}"></use></svg>',
        static("icons.svg"), name,
    )  # fmt: skip


@register.simple_tag
def mail_leaves() -> bool:
    """Whether a mail of this server reaches anybody."""
    return bool(settings.MAIL_LEAVES)


@register.simple_tag
def term(*parts: str) -> str:
    """A name of the rules by its key, given in parts: `{% term 'saga.class.' rank %}`."""
    return word(Line(key="".join(parts)), here(), {})


@register.simple_tag
def said(line: Line, names: Mapping[str, str] | None = None) -> str:
    """A line of the rules, with the names of its units."""
    return word(line, here(), names or {})


@register.simple_tag
def inches(length: int) -> str:
    """A length in 1/100 mm as inches."""
    return in_inches(length, here())


@register.filter
def why(refusal: Refusal) -> str:
    """A refusal's sentence."""
    return word(refusal.line, here(), {})


@register.filter
def moment(milliseconds: int | None) -> datetime | None:
    """A stored time as one that templates can format."""
    return None if milliseconds is None else datetime.fromtimestamp(milliseconds / 1000, UTC)
