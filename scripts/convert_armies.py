#!/usr/bin/env python3
"""Write rules/ninth_age/data/armies/*.toml from the extracted army lists and the corrections, and
the page of what is doubtful in them.

    convert_armies.py LISTS.json                     write the files
    convert_armies.py LISTS.json --check             tell whether they are fresh
    convert_armies.py LISTS.json --against TABLE.md  compare the lists with their printed tables

The lists were extracted by a machine from printed ones; what a person found wrong or unclear stands
in rules/ninth_age/data/corrections/<army>.toml, in place of the fields that it names. The options
of an entry are written there one group a line, in the notation of `army_options.py`; `differs` says
of each field why it is not as printed, for `audit_armies.py`.
"""

import argparse
import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.army_doubts import page
from scripts.army_options import (
    PIECES,
    RACES,
    allowances_of,
    groups_of,
    of_race,
    parsed_group,
    placed,
    slug,
    trait,
    traits,
)

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "rules" / "ninth_age" / "data"
DOUBTS = ROOT / "docs" / "doubtful-army-entries.md"
STATS = ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld")
COST = re.compile(
    r"(\d+)(?: for (\d+)(?:, \+(\d+) each)?)?(?:, max (\d+))?(?:; 0–(\d) per army)?\Z"
)
BEASTS = ("horse", "wolf", "boar", "steed", "lion", "hawk", "spider", "griffon", "pegasus",
          "mount", "stallion")  # fmt: skip


def converted(army: dict[str, Any], corrections: dict[str, Any]) -> dict[str, Any]:
    """An army as the files have it."""
    entries = [(raw, entry(raw)) for raw in army["units"] if raw["category"] != "Options"]
    known = {"units": corrections.get("units", {}), "mounts": corrections.get("mounts", {})}
    result: dict[str, Any] = {
        "id": army["code"].lower(),
        "list_version": army["list_version"].lstrip("v"),
        "cost_version": army["cost_version"].lstrip("v"),
    }
    mounts = {made["id"] for raw, made in entries if raw["category"] == "Mounts"}
    for key in ("units", "mounts"):
        found = []
        for raw, made in entries:
            if (raw["category"] == "Mounts") != (key == "mounts"):
                continue
            change = dict(known[key].get(made["id"], {}))
            change.pop("differs", None)
            made["allowances"] = allowances_of(raw["options"])
            options = change.pop("options", None)
            if options is None:
                made |= groups_of(raw["options"], mounts, made)
            else:
                made["groups"] = [parsed_group(line, mounts, made) for line in options]
            found.append(tidy(own_rules(made | change)))
        result[key] = found
        if strange := set(known[key]) - {item["id"] for item in found}:
            raise SystemExit(f"{army['code']}: corrections of unknown {key}: {sorted(strange)}")
    return result


def entry(raw: dict[str, Any]) -> dict[str, Any]:
    """One entry without its options."""
    name = re.sub(r"\s*\((?:one of a kind|rare choice)\)", "", raw["name"], flags=re.I)
    made: dict[str, Any] = {
        "id": slug(name),
        "type": slug(raw["troop_type"]),
        "base": [int(n) for n in re.findall(r"\d+", raw["base_mm"])],
    }
    if raw["category"] != "Mounts":
        made["category"] = raw["category"].lower()
        made |= costs(raw)
    kind = "of a kind" in (raw["name"] + raw["note"]).lower()
    if "rare choice" in raw["name"].lower():
        made["id"] += "_rare"
    if kind:
        made["limit"] = 1
    made["parts"] = parts(raw, made["type"])
    if raw["category"] == "Mounts" and len(made["parts"]) == 1:
        made["parts"][0] |= {"id": made["id"], "role": "mount"}
    magic = [g for g in raw["gear"] if g.startswith("Magic:")]
    gear = [one for text in raw["gear"] if text not in magic for one in traits(text)]
    rules = [one for text in raw["rules"] for one in of_race(trait(text))]
    ids = [part["id"] for part in made["parts"]]
    every = [(placed(one, ids), one in gear or one["id"] in PIECES) for one in [*gear, *rules]]
    made["gear"] = [one for one, worn in every if worn]
    made["rules"] = [one for one, worn in every if not worn]
    if magic:
        made["magic"] = magic_of(magic[0])
    made["invocation"] = raw["invocation"] or ""
    return made


def own_rules(made: dict[str, Any]) -> dict[str, Any]:
    """An entry without the rules that it has only by an option: the lists print the words of both
    in one place."""
    options = [option for group in made.get("groups", ()) for option in group["options"]]
    bought = [rule for option in options for rule in option.get("rules", ())]
    return made | {"rules": [rule for rule in made.get("rules", ()) if rule not in bought]}


def costs(raw: dict[str, Any]) -> dict[str, Any]:
    """Sizes and points: those of 1.0 where it gives them."""
    found = COST.match(raw["cost_1_0"])
    least, most = raw["min"] or 1, raw["max"] or 1
    made = {"models": [least, most], "points": raw["cost_min"] or 0}
    made["per_model"] = int(raw["per_model"] or 0)
    made["costs"] = "list"
    if found:
        least = int(found[2] or least)
        made = {
            "models": [least, int(found[4] or (least if not found[3] else most))],
            "points": int(found[1]),
            "per_model": int(found[3] or 0),
            "costs": "1.0",
        }
        if found[5]:
            made["limit"] = int(found[5])
    return made


def parts(raw: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """The profiles, one a part."""
    found = []
    for number, profile in enumerate(raw["profiles"]):
        title = profile["part"]
        count = re.search(r"\((\d+)\)", title)
        part = slug(re.sub(r"\s*\(\d+\)", "", title).strip("()[] ")) or "model"
        made: dict[str, Any] = {"id": part, "role": role(part, number, raw, kind)}
        if count and int(count[1]) > 1:
            made["count"] = int(count[1])
        alternative = part in RACES and kind in ("infantry", "monstrous_infantry")
        if title.startswith(("(", "[")) or (alternative and len(raw["profiles"]) > 1):
            made["needs"] = [part]
        made["stats"] = " ".join(profile[stat] for stat in STATS)
        found.append(made)
    return found


def role(part: str, number: int, raw: dict[str, Any], kind: str) -> str:
    """What a part is, by its place and its name."""
    several = len(raw["profiles"]) > 1
    if kind in ("cavalry", "monstrous_cavalry") and several:
        wagon = any(mark in part for mark in ("copter", "grudge"))
        ridden = any(mark in part for mark in ("horse", "spider", "dasher", *BEASTS))
        return "mount" if (ridden or wagon) and "rider" not in part else "rider"
    if kind in ("chariot", "war_machine", "ridden_monster") and several:
        if number == 0:
            return "mount" if kind == "ridden_monster" else "chassis"
        if kind == "chariot" and any(beast in part for beast in BEASTS):
            return "mount"
        return "crew"
    return "model"


def magic_of(text: str) -> dict[str, Any]:
    """Level and paths of a wizard."""
    level = re.search(r"Level (\d)", text)
    paths = []
    if "Battle Magic" in text:
        paths = ["fire", "heavens", "light", "death"]
    names = ("White Magic", "Big Green Gods", "Little Green Gods", "Necromancy", "Shadow",
             "Wilderness", "Nature", "Heavens", "Light", "Fire", "Death")  # fmt: skip
    paths = [slug(n) for n in names if n in text and slug(n) not in paths] + paths
    return {"level": int(level[1]) if level else 0, "paths": [f"path_{p}" for p in paths]}


def tidy(made: dict[str, Any]) -> dict[str, Any]:
    """Without what is empty, in the order of the shape."""
    order = ("id", "category", "type", "base", "models", "points", "per_model", "costs", "limit",
             "joins", "replaced", "more_with", "invocation", "doubts", "parts", "gear", "rules",
             "magic", "allowances", "groups")  # fmt: skip
    if strange := set(made) - set(order):
        raise SystemExit(f"{made['id']}: unknown fields {sorted(strange)}")
    return {key: made[key] for key in order if made.get(key) not in (None, "", [], 0)}


def written(army: dict[str, Any]) -> str:
    """An army as TOML."""
    lines = ["# Written by scripts/convert_armies.py; corrections stand in ../corrections."]
    lines += [f"{key} = {inline(army[key])}" for key in ("id", "list_version", "cost_version")]
    for kind in ("units", "mounts"):
        for made in army[kind]:
            lines += ["", f"[[{kind}]]"]
            for key, value in made.items():
                if isinstance(value, list) and value and not isinstance(value[0], int):
                    lines += [f"{key} = [", *(f"    {inline(item)}," for item in value), "]"]
                else:
                    lines.append(f"{key} = {inline(value)}")
    return "\n".join(lines) + "\n"


def inline(value: Any) -> str:
    """A value on one line."""
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return "{ " + ", ".join(f"{k} = {inline(v)}" for k, v in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def corrections(code: str) -> dict[str, Any]:
    path = DATA / "corrections" / f"{code}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def main(arguments: list[str]) -> int:
    """Write, check or compare; 1 when something differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("lists", type=Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--against", type=Path)
    asked = parser.parse_args(arguments)
    armies = json.loads(asked.lists.read_text("utf-8"))
    if asked.against:
        from scripts.army_tables import differences

        found = differences(armies, asked.against.read_text("utf-8"))
        print("\n".join(found) or "every unit is as in its table row")
        return 1 if found else 0
    made = [converted(raw, corrections(raw["code"].lower())) for raw in armies]
    texts = {DATA / "armies" / f"{army['id']}.toml": written(army) for army in made}
    texts[DOUBTS] = page(made, {army["id"]: corrections(army["id"]) for army in made})
    stale = []
    for path, text in texts.items():
        if not path.is_file() or path.read_text("utf-8") != text:
            stale.append(path.name)
            if not asked.check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
    if asked.check and stale:
        print(f"not fresh: {', '.join(stale)}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
