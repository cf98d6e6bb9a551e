"""The index of rules: every id that the code can name has its place, in both languages."""

import re
from pathlib import Path

from rules import ruleset
from rules.core.wording import LANGUAGES, catalogue

ROOT = Path(__file__).parents[3]
RULE = re.compile(r'"(T9A-(?!C-)[A-Z]+-\w+)"')


def test_every_rule_that_the_code_names_stands_in_the_index() -> None:
    known = {heading.id for heading in ruleset("ninth_age").headings()}
    named = {
        rule
        for path in (ROOT / "rules" / "ninth_age").rglob("*.py")
        for rule in RULE.findall(path.read_text("utf-8"))
    }
    assert len(named) > 50
    assert named - known == set()


def test_every_heading_and_chapter_is_said_in_every_language() -> None:
    found = list(ruleset("ninth_age").headings())
    assert len({heading.id for heading in found}) == len(found)
    for language in LANGUAGES:
        words = catalogue(language)
        assert [h.id for h in found if h.name not in words] == []
        assert {h.chapter for h in found if f"ninth_age.chapter.{h.chapter}" not in words} == set()
    assert [h.id for h in found if catalogue("en")[h.name] == catalogue("ru")[h.name]] == []


def test_what_nothing_plays_yet_says_why() -> None:
    waiting = [h for h in ruleset("ninth_age").headings() if not h.built]
    assert {"MAG", "CC", "BREAK"} <= {h.chapter for h in waiting}
    assert [h.id for h in waiting if not h.reason and h.chapter != "SR"] == []
