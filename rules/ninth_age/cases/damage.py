"""What worked cases of attacks ask: to hit, to wound, saves (T9A-HIT-01, chapter DMG)."""

from typing import Any

from rules.ninth_age.armies.content import Weapon
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.armies.profiles import MOST_ARMOUR
from rules.ninth_age.cases.file import Ask, Count, Face, Kind, Malformed, Words, word
from rules.ninth_age.numbers import MOST
from rules.ninth_age.play.harm.saves import NEVER, armour_face, wound_face

SURE = 1
"""What a hit without a roll is said to need."""
ALIKE = {
    "hand": "hand_weapon", "additional_hand_weapon": "paired_weapons",
    "pistol": "paired_weapons", "brace_of_pistols": "paired_weapons",
}  # fmt: skip
"""Weapons that count as others in combat, or go by another name (T9A-WPN-01, T9A-VER-04)."""
LANCES = frozenset({"lance", "light_lance"})
"""Weapons that add their Strength in the round after a charge alone, of which no case tells."""


class _Attacker(Words):
    WS: Count
    S: Count
    attacks: Count
    weapon: str | None = None

    def __post_init__(self) -> None:
        self.weapon = word(self.weapon or "")


class _Defender(Words):
    WS: Count
    T: Count
    armour: list[str] = []
    weapon: str | None = None
    mounted: bool = False

    def __post_init__(self) -> None:
        self.weapon = word(self.weapon or "")
        self.armour = [plain(piece) for piece in self.armour]


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
    arm, guard = _weapon(attacker.weapon), _weapon(defender.weapon)
    plus = 0 if arm.id in LANCES else arm.plus
    strength = min(MOST, attacker.S + plus) if attacker.S else 0
    hit = hit_face(
        attacker.WS, defender.WS, parry=_parries(defender, guard), flailed=guard.id == "flail"
    )
    # The second of a pair is an attack more, where the case has not counted it (T9A-WPN-01).
    paired = arm.id == "paired_weapons" and len(dice.hit) == attacker.attacks + 1
    hits = _count(dice.hit, hit, attacker.attacks + paired)
    wound = wound_face(strength, defender.T)
    wounds = _count(dice.wound, wound, hits if wound < NEVER else 0)
    # A spear strikes lethally at riders: no armour is left (T9A-WPN-01, T9A-SR-LETHALSTRIKE).
    lethal = dice.wound.count(6) if arm.id == "spear" and defender.mounted else 0
    save = armour_face(_armour(defender, guard), strength, _piercing(arm))
    saved = _count(dice.save, save, wounds - lethal if save < NEVER else 0)
    return {
        "hit_on": hit, "hits": hits, "wound_on": wound, "wounds": wounds, "save_on": save,
        "saved": saved, "unsaved": wounds - saved,
    }  # fmt: skip


def hit_face(skill: int, other: int, *, parry: bool = False, flailed: bool = False) -> int:
    """The face that hits in close combat, SURE where no die is thrown (T9A-HIT-01, T9A-CHAR-02,
    T9A-WPN-01, -02)."""
    if skill <= 0:
        return 6
    if other <= 0:
        return SURE
    face = 3 if skill > other else 5 if other > 2 * skill else 4
    return (max(4, face) if parry else face) - flailed


def face(key: str, value: Any) -> Any:
    """A face as it is compared. What no die shows may be written null or above six, a hit without
    a roll null; a save of 1+ still fails on a one (T9A-DMG-03)."""
    if value is None:
        return SURE if key == "hit_on" else NEVER
    if not isinstance(value, int):
        return value
    return min(NEVER, max(SURE if key == "hit_on" else 2, value))


FACES = frozenset({"hit_on", "wound_on", "save_on"})
"""Facts that are faces."""


def _weapon(name: str | None) -> Weapon:
    """A weapon, a hand weapon where none is named. Raises Malformed for one that nobody has."""
    found = pack().weapons.get(ALIKE.get(name or "hand", name or ""))
    if found is None:
        raise Malformed(f"a weapon {name}")
    return found


def _piercing(weapon: Weapon) -> int:
    """Armour Piercing of a weapon."""
    return max((int(one.x) for one in weapon.rules if one.id == "armour_piercing"), default=0)


def _parries(defender: _Defender, weapon: Weapon) -> bool:
    """A hand weapon and a shield, on foot (T9A-WPN-02)."""
    return "shield" in defender.armour and weapon.id == "hand_weapon" and not defender.mounted


def _armour(defender: _Defender, weapon: Weapon) -> int:
    """What armour adds, six at most; a shield nothing beside a two-handed weapon (T9A-WPN-04)."""
    worn = [piece for piece in defender.armour if piece != "shield" or weapon.hands < 2]
    return min(MOST_ARMOUR, sum(map(bonus, worn)))


def plain(piece: str) -> str:
    """A piece of armour by its short name: `heavy` for `Heavy Armour`."""
    return word(piece).removesuffix("_armour")


def bonus(piece: str) -> int:
    """What a piece of armour adds to the save. Raises Malformed for one that nobody wears."""
    known = pack().armour
    found = known.get(piece) or known.get(f"{piece}_armour")
    if found is None:
        raise Malformed(f"armour {piece}")
    return found.bonus


def _count(faces: list[int], need: int, expected: int) -> int:
    """Successes among the dice. Raises Malformed unless there is one for each that needs any."""
    if need == SURE and not faces:
        return expected
    if len(faces) != expected:
        raise Malformed(f"{len(faces)} dice where {expected} are rolled")
    return sum(one >= need for one in faces)


DAMAGE = {"attack": Kind(attack, setup=_Fight, dice=_Dice)}
"""Kinds of case, and what answers them."""
