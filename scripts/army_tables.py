"""The extracted army lists against the printed tables that they were taken from."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

STATS = ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld")
_ARMY = re.compile(r"## ([A-Z]+) — ")
_OPTIONS = re.compile(r"- \*\*(?P<name>.+?)\*\*: (?P<options>.*)")


def differences(armies: list[dict[str, Any]], text: str) -> list[str]:
    """What a unit and its row in the tables do not say alike; one line each."""
    known = list(rows(text))
    found, seen = [], set()
    for army in armies:
        for unit in army["units"]:
            if unit["category"] == "Options":
                continue
            want = _said(unit)
            alike = [
                number
                for number, (code, row) in enumerate(known)
                if code == army["code"] and number not in seen and unit_name(row) == unit["name"]
            ]
            best = next((n for n in alike if _category(known[n][1]) == unit["category"]), None)
            if best is None:
                found.append(f"{army['code']} {unit['name']}: no row")
                continue
            seen.add(best)
            row = known[best][1]
            found += [
                f"{army['code']} {unit['name']}: {what} is {value!r}, in the table {row[what]!r}"
                for what, value in want.items()
                if what in row and value != row[what]
            ]
    rest = [f"{known[n][0]} {known[n][1]['Unit']}: only in the table" for n in range(len(known))
            if n not in seen and "Options" not in known[n][1].get("Category", "")]  # fmt: skip
    return found + rest


def _said(unit: dict[str, Any]) -> dict[str, str]:
    """A unit in the words of the tables."""
    profiles = unit["profiles"]
    size = str(unit["min"]) if unit["min"] == unit["max"] else f"{unit['min']}–{unit['max']}"
    each = unit["per_model"]
    raised = f" [Invocation {unit['invocation']}]" if unit["invocation"] else ""
    said = {
        "Cost (min)": str(unit["cost_min"] or "—"),
        "Size": size if unit["min"] else "1",
        "+/model": f"{each:g}" if each else "",
        "1.0 cost": unit["cost_1_0"],
        "Cost": unit["cost_1_0"],
        "Part": "<br>".join(p["part"] or "model" for p in profiles),
        "M WS BS S T W I A Ld": "<br>".join(" ".join(p[s] for s in STATS) for p in profiles),
        "Type": unit["troop_type"],
        "Base mm": unit["base_mm"],
        "Special rules": "; ".join(unit["rules"]) + raised,
        "Rules": ", ".join(unit["rules"]),
        "Gear": ", ".join(unit["gear"]),
        "Weapons / armour / magic": "; ".join(unit["gear"]),
    }
    return {key: value.strip() for key, value in said.items()}


def rows(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Every row of the tables with the code of its army: its cells by their headings, under `of`
    the category that it stands in, and under `Options` what the list after the table offers."""
    code, category, header = "", "", list[str]()
    for line in text.splitlines():
        if found := _ARMY.match(line):
            code = found[1]
        elif line.startswith("### "):
            category = line.split()[-1]
        elif line.startswith("| Unit"):
            header = [cell.strip() for cell in line.strip("|").split("|")]
        elif line.startswith("| ") and code and header:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            row = {"of": category, **dict(zip(header, cells, strict=False))}
            offered = _offered(text).get((code, category, unit_name(row)), "")
            yield code, {"Options": offered, **row}


@cache
def _offered(text: str) -> dict[tuple[str, str, str], str]:
    """The lines of options by army, category and unit."""
    found, code, category = {}, "", ""
    for line in text.splitlines():
        if army := _ARMY.match(line):
            code = army[1]
        elif line.startswith("### "):
            category = line.split()[-1]
        elif offered := _OPTIONS.match(line):
            found[code, category, offered["name"]] = offered["options"]
    return found


def unit_name(row: dict[str, str]) -> str:
    """The name of a row without what is noted behind it."""
    name = row["Unit"]
    notes = r" \((?:This model|cost by weapon|one of a kind\)|One of a Kind\)).*"
    return name if row["of"] == "Mounts" else re.sub(notes, "", name)


def _category(row: dict[str, str]) -> str:
    return row.get("Category") or row["of"]
