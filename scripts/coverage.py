#!/usr/bin/env python3
"""Make docs/rules-coverage.md: for every rule the cases that prove it, or why it is not built.

    coverage.py            write the page
    coverage.py --check    write nothing; fail if the page is not what would be written

Either way it fails if a rule has neither a case nor a reason, if a case names a rule that is not in
the index, or if a rule that is said not to be built has a case. The rules of a game stand in its
data/index.toml. A case is an entry with `id` and `rules` in a TOML or JSON file under tests/rules,
or a test function there that names a rule: in a `# rules:` comment above it, in its parameters, in
its docstring, or in what it asserts. Of JSON files in a folder with a must-pass.txt only the cases
count whose ids it lists: the others may wait for chapters that are not built.
"""

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
GAMES = {"saga": "SAGA", "ninth_age": "The 9th Age"}
"""Folders of the games under rules/, and what they are called."""
INDEX = "rules/{}/data/index.toml"
TESTS = "tests/rules"
PAGE = "docs/rules-coverage.md"
OWN = "core/test_coverage.py"
"""The test of this very script: the rules that it names prove nothing."""
PASSING = "must-pass.txt"
RULE = re.compile(
    r"\bSAGA-[A-Z]+-(?:\d+|X)\b|\bboard/\w+-\d+\b|\bT9A-(?!C-)[A-Z]+-(?:\d+|[A-Z]+)\b"
)
"""Rules of all games; T9A-C-41 is a case."""


@dataclass
class Coverage:
    """The rules of the index by id, the cases that name each, and what is wrong."""

    rules: dict[str, dict[str, Any]]
    cases: dict[str, list[str]] = field(default_factory=dict)
    """Rule id to `case (file)`, in the order of the files."""
    faults: list[str] = field(default_factory=list)
    games: dict[str, list[str]] = field(default_factory=dict)
    """The ids of each game, in the order of its index."""

    @property
    def missing(self) -> list[str]:
        """Rules that are said to be built and that no case names."""
        return [key for key, rule in self.rules.items() if built(rule) and key not in self.cases]


def built(rule: dict[str, Any]) -> bool:
    return bool(rule.get("built", True))


def cover(root: Path) -> Coverage:
    """Read the index and every test of a checkout."""
    coverage = Coverage({})
    for game in GAMES:
        path = root / INDEX.format(game)
        rules = tomllib.loads(path.read_text())["rules"] if path.exists() else []
        coverage.games[game] = [rule["id"] for rule in rules]
        coverage.rules.update({rule["id"]: rule for rule in rules})
    for key, rule in coverage.rules.items():
        if not built(rule) and not rule.get("reason"):
            coverage.faults.append(f"{key} is not built and gives no reason")
    for path in sorted((root / TESTS).rglob("*")):
        name = path.relative_to(root / TESTS).as_posix()
        if name == OWN:
            continue
        for case, ids in read(path):
            for key in ids:
                if key not in coverage.rules:
                    coverage.faults.append(f"{name}: {case} names {key}, which is not in the index")
                elif not built(coverage.rules[key]):
                    coverage.faults.append(f"{name}: {case} names {key}, which is not built")
                coverage.cases.setdefault(key, []).append(f"{case} ({name})")
    coverage.faults += [f"{key} has neither a case nor a reason" for key in coverage.missing]
    return coverage


def read(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The cases of a file, and the rules that each names."""
    match path.suffix:
        case ".toml":
            yield from entries(tomllib.loads(path.read_text()))
        case ".json":
            found = entries(json.loads(path.read_text()))
            listed = path.parent / PASSING
            if listed.exists():
                passing = set(listed.read_text().split())
                found = (one for one in found if one[0] in passing)
            yield from found
        case ".py" if path.name.startswith("test_"):
            yield from functions(path.read_text())


def entries(value: Any) -> Iterator[tuple[str, list[str]]]:
    """Every entry that has an id and rules of a game, however deep it stands."""
    if isinstance(value, dict):
        named = value.get("rules")
        if isinstance(named, list) and "id" in value:
            ids = [key for key in named if isinstance(key, str) and RULE.fullmatch(key)]
            if ids:
                yield str(value["id"]), ids
            return
        for inner in value.values():
            yield from entries(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from entries(inner)


def functions(source: str) -> Iterator[tuple[str, list[str]]]:
    """Every test function that names rules, with its decorators and the comments above it."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if not node.name.startswith("test_"):
            continue
        first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)]) - 1
        while first and lines[first - 1].lstrip().startswith("#"):
            first -= 1
        ids = list(dict.fromkeys(RULE.findall("\n".join(lines[first : node.end_lineno]))))
        if ids:
            yield node.name, ids


def page(coverage: Coverage) -> str:
    """The page, from a coverage."""
    parts = [
        "# Which case proves which rule",
        "",
        "Made by `scripts/coverage.py` from the index of each game (`rules/*/data/index.toml`) and "
        "the tests under `tests/rules/`; change those, never this page. The source of a rule is "
        "said in the words of the index.",
    ]
    for game, title in GAMES.items():
        if coverage.games.get(game):
            parts += ["", f"# {title}", "", *chapters(coverage, coverage.games[game])]
    return "\n".join(parts) + "\n"


def chapters(coverage: Coverage, keys: list[str]) -> Iterator[str]:
    """The part of one game: what is proven by chapter, what is not, what is not built."""
    rules = coverage.rules
    proven = [key for key in keys if built(rules[key]) and key in coverage.cases]
    unbuilt = [key for key in keys if not built(rules[key])]
    missing = [key for key in coverage.missing if key in keys]
    yield (
        f"{len(keys)} rules: {len(proven)} proven by cases, {len(unbuilt)} not built, "
        f"{len(missing)} built and not proven."
    )
    for chapter in dict.fromkeys(key.rpartition("-")[0] for key in proven):
        yield from ("", f"## {chapter}", "", "| rule | what it says | source | cases |")
        yield "| --- | --- | --- | --- |"
        for key in proven:
            if key.rpartition("-")[0] == chapter:
                said = f"{rules[key]['heading']} | {rules[key]['status']}"
                yield f"| {key} | {said} | {shown(coverage.cases[key])} |"
    if missing:
        yield from ("", "## Built, and not proven by a case", "")
        yield from (f"- {key}: {rules[key]['heading']}" for key in missing)
    if unbuilt:
        yield from ("", "## Not built yet", "", "| rule | what it says | why not |")
        yield "| --- | --- | --- |"
        for key in unbuilt:
            yield f"| {key} | {rules[key]['heading']} | {rules[key].get('reason', '')} |"


SHOWN = 6


def shown(cases: list[str]) -> str:
    """The first few cases, and how many more there are."""
    more = len(cases) - SHOWN
    return ", ".join(cases[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def main(arguments: list[str], root: Path = ROOT) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    coverage = cover(root)
    text, where = page(coverage), root / PAGE
    if not arguments:
        where.write_text(text)
    elif not where.exists() or where.read_text() != text:
        coverage.faults.append(f"{PAGE} is not fresh: run scripts/coverage.py")
    for fault in coverage.faults:
        print(fault)
    print(
        f"{len(coverage.rules)} rules, {len(coverage.missing)} of them without a case or a reason"
    )
    return 1 if coverage.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
