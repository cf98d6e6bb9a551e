#!/usr/bin/env python3
"""Compare the army data, as the game reads them, with the printed tables of the army lists.

    audit_armies.py TABLES.md

Every characteristic, base, type, size, price, limit, piece of gear, special rule, wizard level and
path, option with its price, and magic allowance of every entry is looked for in its row. What
differs on purpose is named with its reason under `differs` in the entry's corrections; both a
difference without a reason and a reason without a difference are errors. Which options exclude each
other is not compared: the printed lists do not say where a group ends.
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.army_options import RACES, slug
from scripts.army_tables import rows, unit_name

DATA = Path(__file__).resolve().parent.parent / "rules" / "ninth_age" / "data"
Entry = dict[str, Any]
Row = dict[str, str]
Offered = tuple[str, int, str]
"""Name, points, and `model` where they are for each."""

_COST = re.compile(
    r"(?P<n>\d+)(?: for (?P<least>\d+)(?:, \+(?P<each>\d+) each)?)?(?:, max (?P<most>\d+))?"
    r"(?:; 0–(?P<limit>\d) per army)?\Z"
)
_PRICE = re.compile(
    r"(?P<name>.+?):? \(?(?:0\+)?(?P<points>\d+|free)(?: pts)?(?: ?/ ?(?P<per>\w+))?\)?(?: \*.*)?\Z"
)
_ALLOWED = re.compile(
    r"(?:magic (?P<kind>items|weapon|standard|banner) ≤"
    r"|.*may take a Magical Standard up to )(?P<most>\d+)\Z"
)
_NO_OPTION = re.compile(r"(?:Special Rules|Armour|Mount|Weapon): |.*Runic Items")
"""What a race or a kind of unit has, and items that are not in the material."""
_LEVEL = re.compile(r"\blevel (\d)", re.I)
_PLAIN = re.compile(r"\(.*?\)|^May (?:gain |purchase )?")
_NOTE = re.compile(r" \((?:unit rule|see [^)]*)\)")
_BARE = ("only", "the", "of", "in", "a", "and", "when", "less", "or", "more", "unit", "model",
         "strength")  # fmt: skip
_ALSO = {"knight": "rider", "spider": "gargantula", "skirmish": "skirmisher"}
"""Words for the same thing."""
_BIG = "Monstrous Cavalry, Monstrous Beasts, Chariot, Monster and Ridden Monster"


def differences(army: Entry, tables: Iterable[tuple[str, Row]], reasons: Entry) -> list[str]:
    """What the entries of an army and their rows do not say alike and nobody gave a reason for; one
    line each. `reasons` are the army's corrections."""
    left = [row for code, row in tables if code == army["id"].upper() and row["Type"]]
    found = []
    for kind in ("units", "mounts"):
        for entry in army[kind]:
            name = f"{army['id']}.{kind}.{entry['id']}"
            row = next((r for r in left if _is_of(r, entry)), None)
            if row is None:
                found.append(f"{name}: no row")
                continue
            left.remove(row)
            why = dict(reasons.get(kind, {}).get(entry["id"], {}).get("differs", {}))
            for field, told in _compared(entry, row).items():
                if not why.pop(field, ""):
                    found.append(f"{name}: {field}: {told}")
            found += [f"{name}: {field} has a reason to differ and does not" for field in why]
    return [*found, *(f"{army['id']}: only in the table: {row['Unit']}" for row in left)]


def _is_of(row: Row, entry: Entry) -> bool:
    bare = re.sub(r"\s*\((?:one of a kind|rare choice)\)", "", unit_name(row), flags=re.I)
    category = (row.get("Category") or row["of"]).lower()
    return (slug(bare), category) == (
        entry["id"].removesuffix("_rare"),
        entry.get("category", "mounts"),
    )


def _compared(entry: Entry, row: Row) -> dict[str, str]:
    """The fields that are not alike, and how."""
    have, said = _of_entry(entry), _of_row(row)
    have["options"], said["options"] = _unlike(have["options"], said["options"])
    said["traits"] = {text for text in said["traits"] if text not in have["bought"]}
    if entry.get("replaced"):
        said["options"] = said["allowances"] = have["options"] = have["allowances"] = set()
    return {key: _told(have[key], said[key]) for key in said if have[key] != said[key]}


def _told(have: Any, said: Any) -> str:
    if isinstance(have, set):
        return f"{sorted(have - said)}, in the table {sorted(said - have)}"
    return f"{have!r}, in the table {said!r}"


def _of_entry(entry: Entry) -> dict[str, Any]:
    magic, least = entry.get("magic", {}), entry.get("models", [1, 1])
    mount = "category" not in entry
    options = [option for group in entry.get("groups", ()) for option in group["options"]]
    return {
        "parts": [(part.get("count", 1), part["stats"]) for part in entry["parts"]],
        "type": entry["type"],
        "base": entry["base"],
        "costs": None if mount else (*least, entry.get("points", 0), entry.get("per_model", 0)),
        "limit": entry.get("limit", 0),
        "traits": {_trait(t) for t in (*entry.get("gear", ()), *entry.get("rules", ()))},
        "level": magic.get("level", 0),
        "paths": {path.removeprefix("path_") for path in magic.get("paths", ())},
        "invocation": entry.get("invocation", ""),
        "allowances": {(a["most"], *a.get("kinds", ())) for a in entry.get("allowances", ())},
        "options": {
            (o.get("name", o["id"]), o.get("points", 0), o.get("per", "").removesuffix("each"))
            for o in options
        },
        "bought": {option["id"] for option in options},
    }


def _of_row(row: Row) -> dict[str, Any]:
    found = _COST.match(row.get("1.0 cost", row.get("Cost", "")))
    named = "of a kind" in row["Unit"].lower()
    mark = ";" if "Special rules" in row else ","
    worn, _, magic = row.get("Weapons / armour / magic", row.get("Gear", "")).partition("Magic: ")
    rules, _, raised = row.get("Special rules", row.get("Rules", "")).partition(" [Invocation ")
    level = re.search(r"Level (\d)", magic)
    gear = [re.split(r": | = ", text)[0] for text in _listed(worn, mark)]
    return {
        "parts": list(_parts(row)),
        "type": slug(row["Type"]),
        "base": [int(n) for n in re.findall(r"\d+", row["Base mm"])],
        "costs": None if row["of"] == "Mounts" else _costs(row, found),
        "limit": int(found["limit"]) if found and found["limit"] else int(named),
        "traits": {word for text in (*gear, *_listed(rules, mark)) for word in _words(text)},
        "level": int(level[1]) if level else 0,
        "paths": _paths(magic),
        "invocation": raised.rstrip("]"),
        "allowances": set(_allowances(row)),
        "options": set(_options(row)),
    }


def _parts(row: Row) -> Iterator[tuple[int, str]]:
    stats = row["M WS BS S T W I A Ld"].split("<br>")
    for name, values in zip(row["Part"].split("<br>"), stats, strict=True):
        count = re.search(r"\((\d+)\)", name)
        yield max(1, int(count[1])) if count else 1, values


def _costs(row: Row, found: "re.Match[str] | None") -> tuple[int, int, int, int]:
    """Fewest and most models, points for the fewest and for each more; those of 1.0 come first."""
    least, _, most = row.get("Size", "1").partition("–")
    if found is None:
        listed = (row.get("Cost (min)", "0"), row.get("+/model", "0"))
        points, each = (int(n) if n.isdecimal() else 0 for n in listed)
        return int(least), int(most or least), points, each
    fewest = int(found["least"] or least)
    each = int(found["each"] or 0)
    many = int(most or least) if each else fewest
    return fewest, int(found["most"] or many), int(found["n"]), each


def _trait(trait: Entry) -> str:
    said = " ".join(trait.get(key, "") for key in ("x", "part", "when"))
    return _joined(trait["id"], said.replace("_", " "))


def _words(text: str) -> Iterator[str]:
    """A rule or piece of gear as its name and the words that limit it; a race as what it gives."""
    bare = _NOTE.sub("", text.replace(_BIG, "big targets")).replace("*", "").strip(' "')
    name, *brackets = re.split(r"\s*\(", bare, maxsplit=1)
    for one in RACES.get(slug(name), (name,)):
        first, *more = re.split(r"\s*\(", one, maxsplit=1)
        yield _joined(slug(first), " ".join((*more, *brackets)))


def _joined(name: str, more: str) -> str:
    """A name, and the words that limit it in the order of the alphabet."""
    bare = re.sub(r"[^a-z0-9+ ]+", " ", more.lower().replace("'", ""))
    words = {_single(word) for word in bare.split()} - {*_BARE}
    return " ".join([name, *sorted(words)])


def _single(word: str) -> str:
    word = word.removesuffix("s")
    return _ALSO.get(word, word)


def _listed(text: str, mark: str) -> list[str]:
    return [piece.strip() for piece in re.split(rf"{mark} (?![^(]*\))", text) if piece.strip("; ")]


_PATHS = ("White Magic", "Big Green Gods", "Little Green Gods", "Necromancy", "Shadow", "Nature",
          "Wilderness", "Heavens", "Light", "Fire", "Death")  # fmt: skip
_BATTLE = {"fire", "heavens", "light", "death"}


def _paths(magic: str) -> set[str]:
    named = {slug(name) for name in _PATHS if name in magic}
    return named | (_BATTLE if "Battle Magic" in magic else set())


def _pieces(row: Row) -> Iterator[str]:
    """What is offered, one by one; heads of groups too."""
    for piece in row["Options"].split(" · "):
        for one in re.split(r" - (?=may take a Mag)|(?<=pts\)) ", piece.strip(" -")):
            head, _, rest = one.partition(": ")
            listed = rest if rest and not _NO_OPTION.match(one) and not _LEVEL.search(head) else one
            yield from (text.strip() for text in listed.split(", "))


def _allowances(row: Row) -> Iterator[tuple[Any, ...]]:
    for piece in _pieces(row):
        if piece == "veteran standard possible":
            yield (25, "standard")
        elif found := _ALLOWED.match(piece):
            kind = {"items": (), "weapon": ("weapon",)}.get(found["kind"], ("standard",))
            yield (int(found["most"]), *kind)


def _options(row: Row) -> Iterator[Offered]:
    for piece in _pieces(row):
        priced = _PRICE.match(piece)
        if not priced or _ALLOWED.match(piece) or _NO_OPTION.match(piece):
            continue
        level = _LEVEL.search(priced["name"])
        points = 0 if priced["points"] == "free" else int(priced["points"])
        key = (
            f"level_{level[1]}"
            if level
            else slug(_PLAIN.sub("", priced["name"].replace("&", "and")))
        )
        yield key, points, "model" if priced["per"] == "model" else ""


def _unlike(have: set[Offered], said: set[Offered]) -> tuple[set[Offered], set[Offered]]:
    """The options of each that are not among the other's: of the same price, and all words of the
    name here are in the name there (`replace Great Weapon with Lance` is a Lance)."""

    def alike(here: Offered, there: Offered) -> bool:
        mine, theirs = (set(map(_single, one[0].split("_"))) for one in (here, there))
        return here[1:] == there[1:] and mine <= theirs

    return (
        {here for here in have if not any(alike(here, there) for there in said)},
        {there for there in said if not any(alike(here, there) for here in have)},
    )


def main(arguments: list[str]) -> int:
    """Tell every difference; 1 when there is any."""
    tables = list(rows(Path(arguments[0]).read_text("utf-8")))
    found = []
    for path in sorted((DATA / "armies").glob("*.toml")):
        reasons = tomllib.loads((DATA / "corrections" / path.name).read_text("utf-8"))
        found += differences(tomllib.loads(path.read_text("utf-8")), tables, reasons)
    print("\n".join(found) or "every entry is as in its table row, or says why not")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
