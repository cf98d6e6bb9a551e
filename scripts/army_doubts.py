"""The page of what is doubtful in the army data, written from the corrections."""

import json
from pathlib import Path
from typing import Any

TEXT = Path(__file__).resolve().parent.parent / "rules" / "ninth_age" / "text" / "en" / "data.json"
HEAD = """\
# Doubtful army entries of The 9th Age

Written by `scripts/convert_armies.py` from `rules/ninth_age/data/corrections/`; change it there.

The profiles, sizes, gear and options are those of the army lists 0.11.0 and 0.11.1; sizes and
points are those of version 1.0.0 where the tables give them. Every value that can be compared with
the printed tables is compared by `scripts/audit_armies.py`, and every difference has its reason
below. "The data file of 1.0.0" is the public data file of a list builder for that version (August
2016); it was read only where the tables say nothing or contradict themselves.

## What no army has

* The magic items of the armies' own, the Runic Items of the Dwarven Holds, the Virtues of Equitaine
  and the Bloodline Powers of the Vampire Covenant are not in the material: only common items can be
  bought, and the Dwarves, who have runic items in place of common ones, can buy none.
* A path of magic is chosen at the table, not in the list: what a list allows only to wizards of one
  path (the Great Griffon of an Archwizard) is allowed to all.
* Crusaders, whom a general with a certain Virtue allows, are allowed to all.
* Figures of six weapons are of public data files: Repeating Shot, Giant Bow, Wyrm-Slayer Rocket
  (24", Strength 6, D3 wounds, flaming, not to stand and shoot), Flame Culverin (a flame of
  Strength 3 that reaches 3"), Web Launcher, Git Launcher.
* Moonlight Arrows are a point more of Strength, Magical and Flaming: the same as +1 to wound with
  Armour Piercing (1).
"""


def page(armies: list[dict[str, Any]], reasons: dict[str, dict[str, Any]]) -> str:
    """The page; `reasons` are the corrections by the ids of their armies."""
    words = json.loads(TEXT.read_text("utf-8"))
    parts = [HEAD]
    for army in armies:
        rows = [
            f"| {_name(words, entry, kind)} | {'<br>'.join(_said(entry, army, kind, reasons))} |"
            for kind in ("units", "mounts")
            for entry in army[kind]
            if _said(entry, army, kind, reasons)
        ]
        title = words["ninth_age.army." + army["id"]]
        head = ["", f"## {title}", "", "| entry | what, and why |"]
        parts.append("\n".join([*head, "| --- | --- |", *rows]) + "\n")
    return "".join(parts)


def _name(words: dict[str, str], entry: dict[str, Any], kind: str) -> str:
    name = words[f"ninth_age.name.{entry['id']}"]
    return f"{name} (mount)" if kind == "mounts" else name


def _said(
    entry: dict[str, Any], army: dict[str, Any], kind: str, reasons: dict[str, dict[str, Any]]
) -> list[str]:
    differs = reasons[army["id"]].get(kind, {}).get(entry["id"], {}).get("differs", {})
    return [*entry.get("doubts", ()), *(f"*{key}*: {why}." for key, why in differs.items())]
