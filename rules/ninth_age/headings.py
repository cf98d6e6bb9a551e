"""The rules by the ids that refusals name, in the order of the specification.

What a rule is about stands in text/*/headings.json, one entry a rule, and the order of that file is
theirs; the special rules of section 18 are called by their own names.
"""

from rules.core.menu import Heading
from rules.core.wording import catalogue
from rules.ninth_age.armies.packs import Pack

UNBUILT = ("MAG", "PATH", "CC", "HIT", "CS", "BREAK", "PURS", "CREF")
"""Chapters that nothing plays yet: magic and close combat."""
_KEY = "ninth_age.rule.T9A_"


def headings(pack: Pack) -> tuple[Heading, ...]:
    """Every rule, and which of them wait."""
    keys = [key for key in catalogue("en") if key.startswith(_KEY)]
    rules = tuple(_heading(key) for key in keys)
    special = tuple(
        Heading(
            id=f"T9A-SR-{rule.replace('_', '').upper()}",
            chapter="SR",
            name=f"ninth_age.name.{rule}",
            built=pack.enforced(rule),
        )
        for rule in pack.rules
    )
    return rules + special


def _heading(key: str) -> Heading:
    chapter, number = key.removeprefix(_KEY).split("_")
    return Heading(
        id=f"T9A-{chapter}-{number}", chapter=chapter, name=key, built=chapter not in UNBUILT
    )
