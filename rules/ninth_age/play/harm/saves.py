"""The faces that hit, wound and save: the arithmetic of chapters SHOOT and DMG, without dice."""

from dataclasses import dataclass, replace
from typing import Literal

from rules.core.events import Source
from rules.ninth_age.arms import Guard, Weapon
from rules.ninth_age.setup import Stats
from rules.ninth_age.special import special

NEVER = 7
"""A face that no die shows."""

MIGHTY = 5
"""Strength from which a blow is mighty."""

Special = Literal["ward", "regeneration"]


def source(key: str, add: int) -> Source:
    """A change to a number, by the name it is told with."""
    return Source(key=f"ninth_age.source.{key}", add=add)


def figure(key: str, add: int) -> Source:
    """A value of a profile as a part of a number, by the name it is told with."""
    return Source(key=f"ninth_age.source.{key}", add=add, value=True)


def hit_faces(value: int) -> tuple[int, int]:
    """The face that hits for a skill with its modifiers, and the second one after a six, 0 where
    none is asked (T9A-SHOOT-05)."""
    need = NEVER - value
    if need <= 6:
        return max(2, need), 0
    return (6, need - 3) if need <= 9 else (NEVER, 0)


@dataclass(frozen=True)
class Blow:
    """Hits of one kind: what wounds and what the saves have against them; `shot` where they come
    from afar."""

    strength: int
    piercing: int = 0
    wounds: str = "1"
    rules: tuple[str, ...] = ()
    shot: bool = False

    def has(self, rule: str) -> bool:
        """Whether a special rule is on the attack."""
        return rule in self.rules


MOST_PIERCING = 6


def blow_of(weapon: Weapon) -> Blow:
    """The hits of a weapon, with the rules that set their figures (T9A-SR-TOXICATTACKS,
    T9A-SR-METALSHIFTING)."""
    blow = Blow(weapon.strength, weapon.piercing, weapon.wounds, weapon.rules, shot=True)
    if blow.has("toxic_attacks"):
        blow = replace(blow, strength=3, piercing=MOST_PIERCING)
    if blow.has("metalshifting"):
        rules = (*blow.rules, "flaming_attacks")
        blow = replace(blow, piercing=MOST_PIERCING, rules=rules)
    return blow


def centre_of(weapon: Weapon) -> Blow:
    """The hit under the centre of a template (T9A-WPN-05)."""
    blow = blow_of(weapon)
    return replace(
        blow,
        strength=weapon.centre_strength or blow.strength,
        wounds=weapon.centre_wounds or blow.wounds,
    )


def wound_face(strength: int, toughness: int) -> int:
    """The face that wounds (T9A-DMG-02, T9A-CHAR-02)."""
    if strength <= 0:
        return NEVER
    return 2 if toughness <= 0 else min(6, max(2, 4 + toughness - strength))


def wounds_on(blow: Blow, target: Stats) -> int:
    """The face with which a hit wounds a target: metal shifts on its own armour instead, a shriek
    on its Leadership (army VC)."""
    if blow.has("metalshifting"):
        return armour_face(armour_against(target.guard, blow), 3, 0)
    against = target.leadership if blow.has("chilling_shriek") else target.guard.toughness
    return wound_face(blow.strength, against)


def wound_sources(blow: Blow, target: Stats) -> tuple[Source, ...]:
    """What the face that wounds is made of (`wounds_on`)."""
    if blow.has("metalshifting"):
        return armour_sources(
            armour_against(target.guard, blow), replace(blow, strength=3, piercing=0)
        )
    shriek = blow.has("chilling_shriek")
    key, value = (
        ("leadership", target.leadership) if shriek else ("toughness", target.guard.toughness)
    )
    return figure("strength", blow.strength), figure(key, -value)


MOST_ARMOUR = 6
"""Armour adds no more to the save (T9A-WPN-04)."""


def armour_against(guard: Guard, blow: Blow) -> int:
    """What armour adds to the save against a blow."""
    return min(MOST_ARMOUR, guard.armour + (guard.shot_armour if blow.shot else 0))


def armour_face(armour: int, strength: int, piercing: int) -> int:
    """The face with which armour saves; a one never does (T9A-DMG-03)."""
    left = armour - max(0, strength - 3) - piercing
    return max(2, NEVER - left) if left > 0 else NEVER


def armour_sources(armour: int, blow: Blow) -> tuple[Source, ...]:
    """What the armour save is made of."""
    strong = min(0, 3 - blow.strength)
    found = (("armour", armour), ("strength", strong), ("armour_piercing", -blow.piercing))
    return tuple(source(key, add) for key, add in found if add)


def special_save(target: Stats, blow: Blow, lethal: bool = False) -> tuple[Special, int] | None:
    """The better of ward save and regeneration against a hit, and its face (T9A-DMG-04)."""
    best = _best(target, blow, lethal)
    return None if best is None else (best[1], best[0])


def special_sources(target: Stats, blow: Blow, lethal: bool = False) -> tuple[Source, ...]:
    """The rule that gives the better of the special saves."""
    best = _best(target, blow, lethal)
    return () if best is None else (Source(key=f"ninth_age.name.{best[2]}", add=0),)


SpecialSave = tuple[int, Special, str]
"""A face, the kind of the save, and the rule that gives it."""


def _best(target: Stats, blow: Blow, lethal: bool) -> SpecialSave | None:
    """The save that holds most often; a ward against divine attacks has to hold twice
    (T9A-SR-DIVINEATTACKS)."""

    def holding(save: SpecialSave) -> float:
        face, kind, _ = save
        once = (NEVER - face) / 6
        return once * once if kind == "ward" and blow.has("divine_attacks") else once

    saves = _special_saves(target, blow, lethal)
    return min(saves, key=lambda save: (-holding(save), save), default=None)


def _special_saves(target: Stats, blow: Blow, lethal: bool) -> list[SpecialSave]:
    """Ward saves and regeneration that may be taken against a hit."""
    guard = target.guard
    wards = (guard.ward, guard.shot_ward if blow.shot else 0)
    faces: list[SpecialSave] = [(w, "ward", "ward_save") for w in wards if w]
    faces += [(face, "ward", rule) for face, rule in _given(target, blow)]
    if guard.regeneration and not blow.has("flaming_attacks") and not lethal:
        faces.append((guard.regeneration, "regeneration", "regeneration"))
    return [(max(2, face), kind, rule) for face, kind, rule in faces]


def _given(target: Stats, blow: Blow) -> list[tuple[int, str]]:
    """The faces of the ward saves that special rules give against a blow, and the rules."""
    helps = {
        "": True,
        "shots": blow.shot,
        "flaming": blow.has("flaming_attacks"),
        "mundane": not blow.has("magical_attacks"),
        "mighty": blow.strength >= MIGHTY,
    }
    known = (special(rule) for rule in target.rules_in_force)
    return [
        (one.ward.face, one.id) for one in known if one and one.ward and helps[one.ward.against]
    ]


def rerolls_wounds(target: Stats, blow: Blow) -> bool:
    """Whether failed rolls to wound are thrown again (T9A-SR-FLAMINGATTACKS)."""
    return target.has("flammable") and blow.has("flaming_attacks")


def weak_spots(failed: list[int], blow: Blow) -> int:
    """How many failed rolls to wound are ones that are thrown again (army DH)."""
    return failed.count(1) if blow.has("weak_spots") else 0


def rerolls_armour(target: Stats) -> bool:
    """Whether every failed armour save is thrown again (T9A-ITEM-01)."""
    known = (special(rule) for rule in target.rules_in_force)
    return any(one and not one.once and "armour" in one.rerolls for one in known)


def multiplied(wounds: str, target: Stats) -> str:
    """Dice of the wounds that one unsaved wound becomes (T9A-SR-MULTIPLEWOUNDS)."""
    if wounds.lower() == "ordnance":
        return "D3+2" if target.has("fly") else "D3+1"
    return wounds or "1"
