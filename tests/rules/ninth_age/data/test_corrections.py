"""What was corrected in the extracted army lists: compared with the printed rows, and told."""

import tomllib
from typing import Any

import pytest

from rules.ninth_age.armies.packs import DATA
from scripts.army_doubts import page
from scripts.army_tables import rows
from scripts.audit_armies import differences
from scripts.convert_armies import DOUBTS, converted

TABLE = """\
## VC — Vampire Covenant

### VC Heroes

| Unit | Cost (min) | Size | +/model | 1.0 cost | Part | M WS BS S T W I A Ld | Type | Base mm | Weapons / armour / magic | Special rules |
|---|---|---|---|---|---|---|---|---|---|---|
| Necromancer | 65 | 1 |  | 65 | model | 4 3 3 3 3 2 3 1 7 | Infantry | 20x20 | Magic: Level 1 Wizard Apprentice, generates spells from Path of Necromancy, Fire or Death | Undead; Awaken (Zombies; Skeletons); Master of Undeath |

**VC Heroes options** (pts):

- **Necromancer**: level 2: 25 · magic items ≤50 · One mount: · Skeletal Steed 20

### VC Special

| Unit | Cost (min) | Size | +/model | 1.0 cost | Part | M WS BS S T W I A Ld | Type | Base mm | Weapons / armour / magic | Special rules |
|---|---|---|---|---|---|---|---|---|---|---|
| Barrow Knights | 120 | 5–15 | 24 | 90 for 5, +26 each, max 12 | Rider<br>Skeletal Steed | 4 3 - 4 4 1 3 1 7<br>8 2 - 3 3 1 2 1 3 | Cavalry | 25x50 | Lance; Mount's Protection (5+); Shield | Undead; Lethal Strike (Knight only); Multiple Wounds (2, Infantry, War Beast, Cavalry) [Invocation D3+3] |

**VC Special options** (pts):

- **Barrow Knights**: Heavy Armour 2 / model · Command: · Champion 10 · Musician 10 · Standard Bearer 10 · magic standard ≤50
"""  # noqa: E501

NECROMANCER: dict[str, Any] = {
    "id": "necromancer", "category": "heroes", "type": "infantry", "base": [20, 20],
    "models": [1, 1], "points": 65,
    "parts": [{"id": "model", "role": "model", "stats": "4 3 3 3 3 2 3 1 7"}],
    "rules": [{"id": "undead"}, {"id": "awaken", "when": "zombies_skeletons"},
              {"id": "master_of_undeath"}],
    "magic": {"level": 1, "paths": ["path_necromancy", "path_fire", "path_death"]},
    "allowances": [{"most": 50}],
    "groups": [
        {"id": "level", "options": [{"id": "level_2", "points": 25, "level": 2}]},
        {"id": "mount", "options": [{"id": "skeletal_steed", "points": 20}]},
    ],
}  # fmt: skip
KNIGHTS: dict[str, Any] = {
    "id": "barrow_knights", "category": "special", "type": "cavalry", "base": [25, 50],
    "models": [5, 12], "points": 90, "per_model": 26, "invocation": "D3+3",
    "parts": [{"id": "rider", "role": "rider", "stats": "4 3 - 4 4 1 3 1 7"},
              {"id": "skeletal_steed", "role": "mount", "stats": "8 2 - 3 3 1 2 1 3"}],
    "gear": [{"id": "lance"}, {"id": "mounts_protection", "x": "5+"}, {"id": "shield"}],
    "rules": [{"id": "undead"}, {"id": "lethal_strike", "part": "rider"},
              {"id": "multiple_wounds", "x": "2", "when": "infantry_war_beast_cavalry"}],
    "allowances": [{"most": 50, "kinds": ["standard"], "needs": ["standard_bearer"]}],
    "groups": [
        {"id": "extras", "options": [{"id": "heavy_armour", "points": 2, "per": "model"}]},
        {"id": "command", "options": [{"id": key, "points": 10} for key in
                                      ("champion", "musician", "standard_bearer")]},
    ],
}  # fmt: skip


def told(**changes: Any) -> list[str]:
    """What differs when the Barrow Knights are changed."""
    army = {"id": "vc", "units": [NECROMANCER, KNIGHTS | changes], "mounts": []}
    return differences(army, rows(TABLE), {})


def test_entries_that_are_as_printed_do_not_differ() -> None:
    assert told() == []


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("parts", {"parts": [KNIGHTS["parts"][0], KNIGHTS["parts"][1] | {"count": 2}]}),
        ("parts", {"parts": [KNIGHTS["parts"][0] | {"stats": "4 3 - 4 4 1 3 1 8"}]}),
        ("type", {"type": "chariot"}),
        ("base", {"base": [20, 20]}),
        ("costs", {"per_model": 24}),
        ("costs", {"models": [5, 15]}),
        ("limit", {"limit": 1}),
        ("traits", {"gear": KNIGHTS["gear"][:2]}),
        ("traits", {"gear": [*KNIGHTS["gear"][:1], {"id": "mounts_protection", "x": "6+"}]}),
        ("traits", {"rules": [*KNIGHTS["rules"], {"id": "fear"}]}),
        ("level", {"magic": {"level": 1, "paths": []}}),
        ("paths", {"magic": {"level": 0, "paths": ["path_fire"]}}),
        ("invocation", {"invocation": ""}),
        ("allowances", {"allowances": [{"most": 25, "kinds": ["standard"]}]}),
        ("options", {"groups": KNIGHTS["groups"][:1]}),
        ("options", {"groups": [{"id": "extras", "options": [
            {"id": "heavy_armour", "points": 2}]}, KNIGHTS["groups"][1]]}),
    ],
)  # fmt: skip
def test_every_field_that_is_not_as_printed_is_told(field: str, change: dict[str, Any]) -> None:
    (line,) = told(**change)
    assert line.startswith(f"vc.units.barrow_knights: {field}: ")


def test_a_reason_to_differ_is_taken_and_one_without_a_difference_is_not() -> None:
    army = {"id": "vc", "units": [NECROMANCER, KNIGHTS | {"limit": 1}], "mounts": []}
    reasons = {"units": {"barrow_knights": {"differs": {"limit": "one only"}}}}
    assert differences(army, rows(TABLE), reasons) == []
    army["units"] = [NECROMANCER, KNIGHTS]
    (line,) = differences(army, rows(TABLE), reasons)
    assert "limit has a reason to differ and does not" in line


def test_entries_and_rows_that_stand_alone_are_told() -> None:
    lone = KNIGHTS | {"id": "barrow_guard"}
    army = {"id": "vc", "units": [NECROMANCER, lone], "mounts": []}
    assert differences(army, rows(TABLE), {}) == [
        "vc.units.barrow_guard: no row",
        "vc: only in the table: Barrow Knights",
    ]


def read(folder: str) -> dict[str, dict[str, Any]]:
    files = sorted((DATA / folder).glob("*.toml"))
    return {path.stem: tomllib.loads(path.read_text("utf-8")) for path in files}


def test_the_page_of_what_is_doubtful_is_fresh() -> None:
    reasons = read("corrections")
    by_id = read("armies")
    order = ("hbe", "og", "eos", "dh", "vc", "koe")
    assert DOUBTS.read_text("utf-8") == page([by_id[key] for key in order], reasons)


def test_reasons_to_differ_are_no_part_of_the_data() -> None:
    raw = {
        "name": "Zombies", "category": "Core", "troop_type": "Infantry", "base_mm": "20x20",
        "note": "", "min": 20, "max": 60, "cost_min": 60, "per_model": 3, "cost_1_0": "",
        "profiles": [], "gear": [], "rules": [], "options": [], "invocation": "",
    }  # fmt: skip
    army = {"code": "VC", "list_version": "v1", "cost_version": "v1", "units": [raw]}
    changes = {"units": {"zombies": {"points": 55, "differs": {"costs": "why"}}}}
    (made,) = converted(army, changes)["units"]
    assert made["points"] == 55
    assert "differs" not in made
