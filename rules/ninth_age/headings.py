"""The rules by the ids that refusals name, in the order of the index.

What a rule is about is said in text/*/headings.json, of a special rule by its name; where neither
says it, in the English of the index.
"""

from functools import cache

from rules.core.menu import Heading
from rules.core.packs import read
from rules.core.values import Value
from rules.ninth_age.armies.packs import DATA, Pack

ITEMS = "T9A-ITEM-01"
"""The rule that all magic items stand under."""


class _Rule(Value, frozen=True):
    id: str
    heading: str
    status: str
    built: bool
    reason: str = ""


class _Index(Value, frozen=True):
    rules: tuple[_Rule, ...]


@cache
def _index() -> tuple[_Rule, ...]:
    return read(DATA / "index.toml", _Index).rules


def headings(pack: Pack) -> tuple[Heading, ...]:
    """Every rule, and which of them wait; army rules that the index does not list come last."""
    names = {
        f"T9A-SR-{key.replace('_', '').upper()}": key
        for key, rule in pack.rules.items()
        if rule.by != ITEMS
    }
    listed = tuple(
        Heading(
            id=rule.id, chapter=rule.id.split("-")[1], name=_name(rule.id, names),
            heading=rule.heading, built=rule.built, reason=rule.reason,
        )
        for rule in _index()
    )  # fmt: skip
    others = names.keys() - {heading.id for heading in listed}
    return listed + tuple(
        Heading(id=key, chapter="SR", name=_name(key, names), built=pack.enforced(names[key]))
        for key in sorted(others)
    )


def _name(key: str, names: dict[str, str]) -> str:
    if key in names:
        return f"ninth_age.name.{names[key]}"
    return "ninth_age.rule." + key.replace("-", "_")
