"""What worked cases of attacks ask: to hit, to wound, saves (T9A-HIT-01, chapter DMG)."""

from typing import Any

from rules.ninth_age.armies.content import Weapon
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.armies.profiles import MOST_ARMOUR
from rules.ninth_age.cases.file import Ask, Count, Face, Kind, Malformed, Words
from rules.ninth_age.play.saves import NEVER, armour_face, wound_face


class _Attacker(Words):
    WS: Count
    S: Count
    attacks: Count
    weapon: str = "hand_weapon"


class _Defender(Words):
    WS: Count
    T: Count
    armour: list[str] = []
    weapon: str = "hand_weapon"
    mounted: bool = False


class _Fight(Words):
    attacker: _Attacker
    defender: _Defender


class _Dice(Words):
    hit: list[Face] = []
    wound: list[Face] = []
    save: list[Face] = []


def attack(setup: _Fight, action: Ask, dice: _Dice) -> dict[str, Any]:
    """Attacks of one part on rank and file, from the front."""
    attacker, defender = setup.attacker, setup.defender
    strength = attacker.S + _weapon(attacker.weapon).plus
    hit = hit_face(attacker.WS, defender.WS, parry=_parries(defender))
    wound = wound_face(strength, defender.T)
    armour = sum(_bonus(piece, defender) for piece in defender.armour)
    save = armour_face(min(armour, MOST_ARMOUR), strength, 0)
    hits = _count(dice.hit, hit, attacker.attacks)
    wounds = _count(dice.wound, wound, hits if wound < NEVER else 0)
    saved = _count(dice.save, save, wounds if save < NEVER else 0)
    return {
        "hit_on": hit, "hits": hits, "wound_on": wound, "wounds": wounds, "save_on": save,
        "saved": saved, "unsaved": wounds - saved,
    }  # fmt: skip


def hit_face(skill: int, other: int, *, parry: bool = False) -> int:
    """The face that hits in close combat (T9A-HIT-01, T9A-CHAR-02, T9A-WPN-02)."""
    if skill <= 0:
        return 6
    if other <= 0:
        return 1
    face = 3 if skill > other else 5 if other > 2 * skill else 4
    return max(4, face) if parry else face


def _weapon(name: str) -> Weapon:
    """A weapon. Raises Malformed for one that nobody has."""
    found = pack().weapons.get("hand_weapon" if name == "hand" else name)
    if found is None:
        raise Malformed(f"a weapon {name}")
    return found


def _parries(defender: _Defender) -> bool:
    """A hand weapon and a shield, on foot (T9A-WPN-02)."""
    hand = defender.weapon in ("hand", "hand_weapon")
    return "shield" in defender.armour and hand and not defender.mounted


def _bonus(piece: str, defender: _Defender) -> int:
    """What a piece adds; a shield nothing beside a two-handed weapon (T9A-WPN-04)."""
    if piece == "shield" and _weapon(defender.weapon).hands > 1:
        return 0
    known = pack().armour
    found = known.get(piece) or known.get(f"{piece}_armour")
    if found is None:
        raise Malformed(f"armour {piece}")
    return found.bonus


def _count(faces: list[int], need: int, expected: int) -> int:
    """Successes among the dice. Raises Malformed unless there is one for each."""
    if len(faces) != expected:
        raise Malformed(f"{len(faces)} dice where {expected} are rolled")
    return sum(face >= need for face in faces)


DAMAGE = {"attack": Kind(attack, setup=_Fight, dice=_Dice)}
"""Kinds of case, and what answers them."""
