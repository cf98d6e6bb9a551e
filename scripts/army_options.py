"""Options of the army lists: the flat lines of the extracted lists, and groups written by hand.

By hand, a group is one line: its id, how many may be chosen, and its options with bars between:

    weapon 0-1: Spear 5 | Great Weapon 10 drops Light Armour | Halberd 1/model
    race 1: Common Orc 0 gear Light Armour | Iron Orc 20 gear Heavy Armour
    gits 0-*: Shady Git 15 each 3 needs common_goblin

After an option's points may stand `gear X, Y`, `rules X, Y`, `drops X, Y`, `needs id id`,
`bars id id`, `max N` or `min N` models, `once` or `army N` (so many units of an army), `riders`
with the entries whose mount may have it, `level N`, `mount`, `as name`, `adds ws 1, ld 1`,
`sets ld 9`, `paths id id`, `base 60 100`, `requires id`: a rule that somebody in the army must
have.
"""

import re
from typing import Any

CALLED = {
    "additional_hand_weapon": "paired_weapons",
    "additional_hand_weapons": "paired_weapons",
    "great_weapons": "great_weapon",
    "spears": "spear",
    "shields": "shield",
    "a_shield": "shield",
    "lances": "lance",
    "light_lances": "light_lance",
    "bows": "bow",
    "short_bow": "shortbow",
    "short_bows": "shortbow",
    "throwing_weapon": "throwing_weapons",
    "crossbows": "crossbow",
    "scouts": "scout",
    "skirmish": "skirmishers",
    "skirmisher": "skirmishers",
    "free_reform": "light_troops",
    "bsb": "battle_standard_bearer",
    "magical_resistance": "magic_resistance",
    "monstrous_cavalry_monstrous_beasts_chariot_monster_and_ridden_monster": "big_targets",
}
ARMOUR = ("light_armour", "heavy_armour", "plate_armour")
SHOOTING = ("shortbow", "bow", "longbow", "crossbow", "handgun", "pistol", "brace_of_pistols",
            "throwing_weapons", "repeater_gun", "long_rifle", "forge_repeater",
            "wyrm_slayer_rocket", "moonlight_arrows", "flame_culverin")  # fmt: skip
COMBAT = ("paired_weapons", "spear", "light_lance", "great_weapon", "halberd", "lance", "flail",
          "knights_sword", "cavalry_hammers")  # fmt: skip
PIECES = ("shield", "barding", "mounts_protection", "innate_defence", "lions_fur",
          "dragonforged_armour")  # fmt: skip
GEAR = {*ARMOUR, *SHOOTING, *COMBAT, *PIECES}
RACES = {
    "common_orc": ("Unruly", "Born to Fight"),
    "iron_orc": ("Born to Fight", "Weapon Master", "Immune to Psychology"),
    "feral_orc": ("Unruly", "Born to Fight", "Frenzy", "Ward Save (6+)"),
    "common_goblin": ("Insignificant", "Unruly"),
    "cave_goblin": ("Insignificant", "Unruly", "Hatred (Dwarven Holds)"),
    "forest_goblin": ("Insignificant", "Unruly", "Strider (Forest)"),
}
"""What it means to be of a race of greenskins."""
_COMMAND = ("champion", "musician", "standard_bearer")
_POINTS = re.compile(r"(?P<name>.+?):? (?P<points>\d+|free)(?: ?/ ?(?P<per>model|unit))?\Z")
_ONLY = re.compile(r"(.+?)s? only\Z", re.I)
_FIGURE = re.compile(r"[+\d*]|D\d")


def slug(name: str) -> str:
    """The id of a name."""
    plain = re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")
    return CALLED.get(plain, plain)


def trait(text: str) -> dict[str, Any]:
    """A rule or a piece of gear: `Multiple Wounds (2, Infantry) (Crew only)`."""
    text = text.replace("*Running Amok!!*", "Running Amok").strip(' *"')
    name, *rest = re.split(r"\s*\(", text)
    name = name.split(":")[0].strip()
    found: dict[str, Any] = {"id": slug(name)}
    if name == "Breath Weapon":
        strength, _, more = text.partition("Strength ")[2].removesuffix(")").partition(", ")
        return found | {"x": strength} | ({"when": slug(more)} if more else {})
    for bracket in (piece.strip(" )") for piece in rest):
        if bracket in ("unit rule", "see below", "see Phoenix rare unit"):
            continue
        if only := _ONLY.match(bracket):
            found["part"] = slug(only[1])
        elif _FIGURE.match(bracket):
            figure, _, more = bracket.partition(", ")
            alone = not more or _FIGURE.match(more)
            found |= {"x": bracket} if alone else {"x": figure, "when": slug(more)}
        else:
            found["when"] = slug(bracket)
    return found


def placed(rule: dict[str, Any], parts: list[str]) -> dict[str, Any]:
    """A rule that only a part has, with the part's own id; what is no part limits it otherwise."""
    limit = rule.get("part")
    if limit is None or limit in ("champion", "mount"):
        return rule
    limit = {"knight": "rider", "spider": "gargantula"}.get(limit, limit)
    of = [part for part in parts if part.startswith(limit)] or [p for p in parts if limit in p]
    if of:
        return rule | {"part": of[0]}
    if limit in ("rider", "crew"):
        return rule | {"part": limit}
    return {key: value for key, value in rule.items() if key != "part"} | {"when": limit}


def traits(text: str) -> list[dict[str, Any]]:
    """One piece of gear of a list, or the pieces that one line of it names."""
    if text.startswith("Mount: Horse with Barding"):
        return [trait("Barding"), trait("Mount's Protection (6+)")]
    if text.startswith("Great weapon, Bastard"):
        return [trait("Great Weapon"), trait("Bastard Swords")]
    if limited := re.match(r"(.+?) \((Goblins|Wraith only|Paramours only)\)\Z", text):
        parts = {"Goblins": "forest_goblin", "Wraith only": "fell_wraith"}
        return [{"id": slug(limited[1]), "part": parts.get(limited[2], "paramours")}]
    return [trait(re.split("[:=]", text)[0])]


def of_race(rule: dict[str, Any]) -> list[dict[str, Any]]:
    """The rules that a race has, or the rule itself."""
    limits = {key: value for key, value in rule.items() if key == "part"}
    return [trait(name) | limits for name in RACES.get(rule["id"], ())] or [rule]


def given(option: dict[str, Any], name: str) -> dict[str, Any]:
    """What an option of this name gives when nothing else is said."""
    key = option["id"]
    if key in RACES:
        return option | {"rules": [trait(rule) for rule in RACES[key]]}
    if key in GEAR:
        return drops(key) | option | {"gear": [trait(name)]}
    if (
        key in (*_COMMAND, "battle_standard_bearer")
        or option.get("mount")
        or option.get("level")
        or "_and_" in key
    ):
        return option
    return option | {"rules": [trait(name)]}


def drops(key: str) -> dict[str, Any]:
    """Body armour takes the place of lighter armour."""
    lighter = ARMOUR[: ARMOUR.index(key)] if key in ARMOUR else ()
    return {"drops": list(lighter)} if lighter else {}


def parsed_group(line: str, mounts: set[str], entry: dict[str, Any]) -> dict[str, Any]:
    """A group in the notation of the corrections."""
    head, _, body = line.partition(": ")
    name, _, bounds = head.partition(" ")
    least, most = {"1": (1, 1), "0-1": (0, 1), "0-2": (0, 2)}.get(bounds, (0, 0))
    group: dict[str, Any] = {"id": name}
    if least:
        group["least"] = least
    if most:
        group["most"] = most
    group["options"] = [_option(text.strip(), mounts) for text in body.split(" | ")]
    return group


_WORDS = ("gear", "rules", "drops", "needs", "bars", "max", "min", "once", "army", "riders",
          "level", "mount", "as", "each", "id", "adds", "sets", "paths", "requires",
          "base")  # fmt: skip


_BY_HAND = re.compile(
    rf"(?P<name>.+?) (?P<points>\d+)(?P<per>/model)?(?: (?P<rest>(?:{'|'.join(_WORDS)})\b.*))?\Z"
)


def _option(text: str, mounts: set[str]) -> dict[str, Any]:
    found = _BY_HAND.match(text)
    if found is None:
        raise SystemExit(f"cannot read the option {text!r}")
    name = found["name"]
    option: dict[str, Any] = {"id": slug(re.sub(r"\s*\(.*\)", "", name))}
    if points := int(found["points"]):
        option["points"] = points
    if found["per"]:
        option["per"] = "model"
    words = re.split(rf"\b({'|'.join(_WORDS)})\b", found["rest"] or "")[1:]
    said = {word: value.strip() for word, value in zip(words[::2], words[1::2], strict=True)}
    if "as" in said:
        option["name"] = said["as"]
    if "id" in said:
        option |= {"id": said["id"], "name": option.get("name", option["id"])}
    if option["id"] in mounts or "mount" in said:
        option["mount"] = said.get("mount") or option["id"]
    for key in ("gear", "rules"):
        if key in said:
            pieces = [] if said[key] == "none" else re.split(r", (?![^(]*\))", said[key])
            option[key] = [trait(piece) for piece in pieces]
    if "drops" in said:
        option["drops"] = [slug(piece) for piece in said["drops"].split(", ")]
    for key in ("needs", "bars", "riders", "paths"):
        if key in said:
            option[key] = said[key].split()
    for key in ("adds", "sets"):
        if key in said:
            figures = (piece.split() for piece in said[key].split(", "))
            option[key] = {stat: int(figure) for stat, figure in figures}
    if "base" in said:
        option["base"] = [int(side) for side in said["base"].split()]
    if "requires" in said:
        option["requires"] = said["requires"]
    for key, field in (("max", "largest"), ("min", "smallest"), ("level", "level"),
                       ("army", "per_army")):  # fmt: skip
        if key in said:
            option[field] = int(said[key])
    if "each" in said:
        option |= {"per": "each", "most": int(said["each"])}
    if "once" in said:
        option["per_army"] = 1
    if option["id"] in RACES:
        own = option.get("rules", [])
        return option | {"rules": [*map(trait, RACES[option["id"]]), *own]}
    return option if {"gear", "rules"} & said.keys() else given(option, name)


def groups_of(lines: list[str], mounts: set[str], entry: dict[str, Any]) -> dict[str, Any]:
    """Groups and allowances from the flat lines of an entry that needs no hand."""
    reader = _Reader(mounts, entry)
    for line in lines:
        reader.line(line)
    return {"groups": [g for g in reader.groups if g["options"]]}


def allowances_of(lines: list[str]) -> list[dict[str, Any]]:
    """What the lines of an entry allow of magic items."""
    return [found for line in lines if (found := _allowance(line.strip(" -")))]


def _allowance(line: str) -> dict[str, Any] | None:
    banner = {"kinds": ["standard"], "needs": ["standard_bearer"]}
    if line == "veteran standard possible":
        return {"most": 25, **banner, "veteran": True}
    if made := re.search(r"may take a Magical Standard up to (\d+)\Z", line):
        return {"most": int(made[1]), **banner}
    if not (made := re.match(r"magic (items|weapon|standard|banner) ≤(\d+)\Z", line)):
        return None
    if made[1] == "items":
        return {"most": int(made[2])}
    weapon = {"kinds": ["weapon"], "needs": ["champion"]}
    return {"most": int(made[2]), **(weapon if made[1] == "weapon" else banner)}


class _Reader:
    """Reads the lines of one entry; a heading opens a group, what does not fit it closes it."""

    def __init__(self, mounts: set[str], entry: dict[str, Any]) -> None:
        self.mounts, self.entry = mounts, entry
        self.groups: list[dict[str, Any]] = []
        self.group: dict[str, Any] | None = None

    def line(self, line: str) -> None:
        """One line."""
        line = line.strip(" -")
        if _allowance(line):
            line = line.partition(" - ")[0] if " - " in line else ""
        if not line:
            return
        head = line.rstrip(":").lower()
        if line.endswith(":") or head in ("replace pistol with", "replace bow with"):
            self._open(head)
        elif line.startswith("Command Group: "):
            self._open("command")
            for piece in line.partition(": ")[2].split(", "):
                self._add(piece)
        elif "(one): " in line:
            self._open("choice one", least=1)
            for piece in line.partition(": ")[2].split(", "):
                self._add(piece)
        else:
            self._add(line)

    def _open(self, head: str, least: int = 0) -> None:
        one = head.startswith(("one ", "exactly one", "choice one"))
        name = slug(head.replace("one ", "").replace("of", "")) if one else slug(head)
        name = {"": "choice", "any": "extras", "any_of": "extras"}.get(name, name)
        self.group = {"id": self._free(name or "choice")}
        if one:
            self.group |= {"least": 1} if least else {}
            self.group["most"] = 1
        self.group["options"] = []
        self.groups.append(self.group)

    def _free(self, name: str) -> str:
        taken = {group["id"] for group in self.groups}
        return next(n for k in range(1, 9) if (n := name if k == 1 else f"{name}_{k}") not in taken)

    def _add(self, line: str) -> None:
        line = re.sub(r"^(?:May purchase the |May purchase |may take |May gain |upgraded to |"
                      r"May upgrade one [Mm]odel to (?:a )?|one unit only )", "", line)  # fmt: skip
        line = line.replace(" special rule", "")
        found = _POINTS.match(line)
        if found is None:
            raise SystemExit(f"{self.entry['id']}: cannot read the option {line!r}; correct it")
        name = found["name"]
        option: dict[str, Any] = {"id": slug(re.sub(r"\s*\(.*\)", "", name))}
        if found["points"] != "free":
            option["points"] = int(found["points"])
        if found["per"] == "model":
            option["per"] = "model"
        if level := re.search(r"level (\d)", name, re.I):
            option |= {"id": f"level_{level[1]}", "level": int(level[1])}
        if option["id"] in self.mounts:
            option["mount"] = option["id"]
        option = given(option, name)
        self._into(option)

    def _into(self, option: dict[str, Any]) -> None:
        """Put an option into the open group, or into one of its own kind."""
        key = option["id"]
        name = self.group["id"] if self.group else "extras"
        fits = {
            "weapon": key in (*COMBAT, *SHOOTING),
            "mount": bool(option.get("mount")),
            "command": key in _COMMAND,
        }
        if home := next((kind for kind in ("command", "mount") if fits[kind] and name != kind), ""):
            self._open("one mount" if home == "mount" else home)
        elif self.group is None or not fits.get(name, True):
            self._open("any")
        assert self.group is not None
        self.group["options"].append(option)
