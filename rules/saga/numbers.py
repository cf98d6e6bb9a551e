"""The arithmetic of the game: profiles, pools, caps. Pure functions of whole numbers.

Fractions are rounded up (SAGA-MEA-09).
"""

from collections.abc import Mapping
from typing import Literal

from rules.core.table import Unit
from rules.core.values import INCH, Value

VS, S, M, L = 2 * INCH, 4 * INCH, 6 * INCH, 12 * INCH
"""The four lengths of the game (SAGA-MEA-01), in 1/100 mm."""

LADDER = (VS, S, M, L)
"""The lengths in rising order: a step down never leaves it (SAGA-MOV-06)."""

RANGES: dict[str, int] = {"bow": L, "sling": L, "crossbow": L, "javelin": M}
"""How far each missile weapon reaches (SAGA-SHT-04)."""

CLASSES = ("warlord", "hearthguard", "warriors", "levies", "baggage")
"""Every unit carries exactly one of these traits. Baggage comes with a scenario, unmustered."""

MAX_DICE = 6
"""SAGA dice generated in one turn at most (SAGA-DIC-03)."""
POOL_DICE = 8
"""SAGA dice a player owns (SAGA-DIC-04)."""

ARMOUR_MIN, ARMOUR_MAX = 2, 6
"""Armour is kept within these (SAGA-SHT-09)."""


class Rate(Value, frozen=True):
    """So many dice for every so many models."""

    dice: int
    per: int = 1

    def of(self, models: int) -> int:
        """The dice of a number of models, a started share counting whole."""
        return -(-models * self.dice // self.per)


class Profile(Value, frozen=True):
    """A row of the profile table (section 14 of the specification)."""

    per_point: int
    """Models bought with one point; 0 for the warlord, who is free."""
    saga_dice: int
    armour: int
    """In melee."""
    shot_armour: int
    """Against shooting."""
    shots: Rate
    blows: Rate
    """Attack dice in melee."""
    fatigue_limit: int
    slaughter: Rate
    """Points for its dead (SAGA-WIN-02)."""


PROFILES: dict[str, Profile] = {
    "warlord": Profile(
        per_point=0, saga_dice=2, armour=5, shot_armour=6, shots=Rate(dice=2),
        blows=Rate(dice=5), fatigue_limit=4, slaughter=Rate(dice=3),
    ),
    "hearthguard": Profile(
        per_point=4, saga_dice=1, armour=5, shot_armour=5, shots=Rate(dice=1),
        blows=Rate(dice=2), fatigue_limit=4, slaughter=Rate(dice=1),
    ),
    "berserkers": Profile(
        per_point=4, saga_dice=1, armour=3, shot_armour=3, shots=Rate(dice=1),
        blows=Rate(dice=4), fatigue_limit=4, slaughter=Rate(dice=1),
    ),
    "warriors": Profile(
        per_point=8, saga_dice=1, armour=4, shot_armour=4, shots=Rate(dice=1, per=2),
        blows=Rate(dice=1), fatigue_limit=3, slaughter=Rate(dice=1, per=2),
    ),
    "levies": Profile(
        per_point=12, saga_dice=0, armour=3, shot_armour=3, shots=Rate(dice=1, per=2),
        blows=Rate(dice=1, per=3), fatigue_limit=2, slaughter=Rate(dice=1, per=3),
    ),
    "baggage": Profile(
        per_point=0, saga_dice=1, armour=4, shot_armour=4, shots=Rate(dice=0),
        blows=Rate(dice=0), fatigue_limit=3, slaughter=Rate(dice=0),
    ),
}  # fmt: skip
"""Profiles by class; Berserkers are Hearthguard with a row of their own. Baggage tires as Warriors
do and strikes no blow (SAGA-SCN-6)."""


class Trade(Value, frozen=True):
    """What a defender keeps and gets when he gives up attack dice."""

    given: int
    attack_dice: int
    defence_dice: int


def class_of(unit: Unit) -> str:
    """The one class a unit carries."""
    return next(kind for kind in CLASSES if unit.has(kind))


def profile_of(unit: Unit) -> Profile:
    """The profile of a unit."""
    return PROFILES["berserkers" if unit.has("berserkers") else class_of(unit)]


def step_down(length: int, steps: int = 1) -> int:
    """A length of the ladder some steps lower, VS at least (SAGA-MOV-06)."""
    return LADDER[max(0, LADDER.index(length) - steps)]


def base_move(mounted: bool, slowed: bool) -> int:
    """S where slowed, else M on foot and L in the saddle (SAGA-MOV-03, -05, SAGA-TER-02)."""
    if slowed:
        return S
    return L if mounted else M


def half_up(number: int) -> int:
    """Half, rounded up."""
    return -(-number // 2)


def melee_dice(profile: Profile, models: int, exhausted: bool = False) -> int:
    """Attack dice of step 1 of a melee; an exhausted unit keeps half (SAGA-MEL-03, -05)."""
    dice = profile.blows.of(models)
    return half_up(dice) if exhausted else dice


def shooting_dice(profile: Profile, models: int) -> int:
    """Attack dice of step 1 of a shooting, of the models able to shoot (SAGA-SHT-06)."""
    return profile.shots.of(models)


def capped_attack(generated: int, bonus: int) -> int:
    """Attack dice rolled: at most twice the dice of step 1 (SAGA-SHT-08, SAGA-MEL-05)."""
    return max(0, min(generated + bonus, 2 * generated))


def capped_defence(hits: int, bonus: int) -> int:
    """Defence dice rolled: at most twice the hits (SAGA-SHT-08, SAGA-MEL-05)."""
    return max(0, min(hits + bonus, 2 * hits))


def defence_trade(attack_dice: int) -> Trade:
    """Half the attack dice given up, one defence die for every two of them (SAGA-MEL-04)."""
    given = half_up(attack_dice)
    return Trade(given=given, attack_dice=attack_dice - given, defence_dice=half_up(given))


def melee_loser(attacker_losses: int, defender_losses: int) -> Literal["attacker", "defender"]:
    """Who withdraws: the side that lost more, on equal losses the attacker (SAGA-MEL-09)."""
    return "defender" if defender_losses > attacker_losses else "attacker"


def saga_dice(generated: int, on_board: int) -> int:
    """SAGA dice to roll: six at most, less those still on the board (SAGA-DIC-02, -03)."""
    return max(0, min(MAX_DICE, generated) - on_board)


def needed(armour: int) -> int:
    """The face that hits: an armour kept within its limits (SAGA-SHT-09, SAGA-MEL-07)."""
    return max(ARMOUR_MIN, min(ARMOUR_MAX, armour))


def slaughter_points(lost: Mapping[str, int]) -> int:
    """Points for models removed, by class over a whole warband (SAGA-WIN-02)."""
    return sum(PROFILES[kind].slaughter.of(models) for kind, models in lost.items())
