"""What a unit shoots with now: its weapons as strong, as far and with such rules as they have."""

from msgspec.structs import replace

from rules.core.values import INCH, UnitId
from rules.ninth_age.arms import Weapon
from rules.ninth_age.play.units.bestowed import has, rules_of, specials_of
from rules.ninth_age.play.units.reading import wounds_left
from rules.ninth_age.setup import Stats
from rules.ninth_age.special import brought
from rules.ninth_age.state import State
from rules.ninth_age.wording import named, no

MOST = 10
"""No Strength goes beyond this (T9A-CHAR-01)."""
STEAM = ((8, 42 * INCH), (4, 30 * INCH), (0, 18 * INCH))
"""How far a cannon driven by steam reaches, by the Wounds that are left (army EOS)."""
ATTACK_RULES = (
    "poisoned_attacks", "flaming_attacks", "magical_attacks", "divine_attacks", "lethal_strike",
    "toxic_attacks", "metalshifting", "quick_to_fire", "unwieldy", "move_or_fire", "weak_spots",
)  # fmt: skip
"""Rules of a unit that its shots have."""


def weapons(state: State, unit: UnitId, *, leader: bool = False) -> tuple[Weapon, ...]:
    """The shooting weapons that a unit still has, or its champion of his own, with the rules that
    it gives its shots; artillery and breath take none (T9A-SR-02)."""
    spent, stats = state.spent.get(unit, ()), state.stats[unit]
    force = rules_of(state, unit)
    own = tuple(rule for rule in ATTACK_RULES if rule in force or _in_shooting(stats, rule))
    built = tuple(rule for one in specials_of(state, unit) for rule in one.shots)
    held = own_of_champion(stats) if leader else stats.missiles
    found = (_now(state, unit, w) for w in held if w.id not in spent)
    return tuple(
        replace(w, rules=(*w.rules, *more)) if (more := built if w.artillery else own) else w
        for w in found
    )


def own_of_champion(stats: Stats) -> tuple[Weapon, ...]:
    """The weapons that a champion who stands has for himself."""
    return stats.champion_missiles if stats.champion else ()


def _now(state: State, unit: UnitId, weapon: Weapon) -> Weapon:
    """A weapon as strong, and reaching as far, as the Wounds that are left allow (armies VC and
    EOS)."""
    if weapon.artillery == "shriek":
        return replace(weapon, strength=min(MOST, weapon.strength + wounds_left(state, unit)))
    if weapon.artillery == "cannon" and has(state, unit, "steam_engine"):
        reach = next(reach for least, reach in STEAM if wounds_left(state, unit) >= least)
        return replace(weapon, reach=reach)
    farther = 0 if weapon.artillery else state.stats[unit].farther
    return replace(weapon, reach=weapon.reach + farther) if farther else weapon


def _in_shooting(stats: Stats, rule: str) -> bool:
    """Whether a unit has a rule for its shots alone."""
    return rule in stats.figures and stats.figures[rule].when == "shooting"


def weapon_of(
    state: State, unit: UnitId, wanted: str, *, reaction: bool = False, leader: bool = False
) -> Weapon:
    """The weapon named, or the usual one, of those that may stand and shoot for a `reaction`.
    Raises Refused."""
    for weapon in weapons(state, unit, leader=leader):
        if weapon.id == wanted or not (wanted or (reaction and not reacts(weapon))):
            return weapon
    raise no("no_missiles", "T9A-SHOOT-01", unit=named(unit))


def reacts(weapon: Weapon) -> bool:
    """Whether a weapon shoots before a charge arrives: no artillery, nor a cumbersome one."""
    clumsy = any("cumbersome" in brought(rule) for rule in weapon.rules)
    return weapon.artillery in ("", "breath") and not clumsy
