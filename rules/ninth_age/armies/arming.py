"""What a fielded unit shoots with, fights with, and is guarded by, as the rules read them."""

from msgspec.structs import replace

from rules.core.values import INCH
from rules.ninth_age.armies import content
from rules.ninth_age.armies.content import Part, Trait
from rules.ninth_age.armies.packs import Pack
from rules.ninth_age.armies.profiles import Fielded, armour_of
from rules.ninth_age.arms import Guard, Weapon
from rules.ninth_age.setup import Fighter

CREW = ("rider", "crew", "model")
"""Parts that handle weapons."""
BREATH = 6 * INCH
"""How far a breath weapon reaches (T9A-SR-BREATHWEAPON)."""
CENTRE = "under_the_centre"


def fighters(unit: Fielded, pack: Pack) -> tuple[Fighter, ...]:
    """The parts of a model; gear is in the hands of the part that it names, else of all crew."""
    return tuple(_fighter(part, unit, pack) for part in unit.parts)


def _fighter(part: Part, unit: Fielded, pack: Pack) -> Fighter:
    stats = part.profile
    return Fighter(
        id=f"ninth_age.name.{part.id}",
        role=part.role,
        count=part.count,
        weapon_skill=stats.ws or 0,
        ballistic_skill=stats.bs or 0,
        strength=stats.s or 0,
        toughness=stats.t or 0,
        initiative=stats.i or 0,
        attacks=stats.a or 0,
        weapons=tuple(t.id for t in unit.gear if t.id in pack.weapons and _holds(part, t)),
        rolled=stats.dice,
    )


def _holds(part: Part, gear: Trait) -> bool:
    return gear.part in (part.id, part.role) if gear.part else part.role in CREW


def ballistic_skill(unit: Fielded) -> int:
    """The best of those who shoot."""
    return max((part.profile.bs or 0 for part in unit.parts if part.role in CREW), default=0)


def guard(unit: Fielded, pack: Pack) -> Guard:
    """What wounds the model and what saves it (T9A-TT-02, -04)."""
    return Guard(
        toughness=unit.toughness,
        armour=armour_of(unit, pack.armour),
        ward=_save(unit, "ward_save"),
        regeneration=_save(unit, "regeneration"),
        shot_armour=sum(pack.armour[t.id].against_shots for t in unit.gear if t.id in pack.armour),
        shot_ward=_save(unit, "ward_save", "shooting"),
    )


def _save(unit: Fielded, rule: str, when: str = "") -> int:
    """A special save that always holds, or `when` it is asked: 4 for `4+`; 0 for none."""
    faces = [t.x[0] for t in unit.rules if t.id == rule and t.when == when and t.x[:1].isdecimal()]
    return min(map(int, faces), default=0)


def champion_missiles(unit: Fielded, pack: Pack) -> tuple[Weapon, ...]:
    """The shooting weapons that its champion alone has."""
    strength = _strength(unit)
    own = [pack.weapons[t.id] for t in unit.gear if t.part == "champion" and t.id in pack.weapons]
    return tuple(armed(weapon, strength) for weapon in own if _shoots(weapon))


def _strength(unit: Fielded) -> int:
    """Of those who shoot."""
    return max((p.profile.s or 0 for p in unit.parts if p.role in CREW), default=0)


def missiles(unit: Fielded, pack: Pack) -> tuple[Weapon, ...]:
    """Its shooting weapons, those that the list names first: what is in its hands, and the machines
    that its rules are."""
    strength = _strength(unit)
    gear = [t for t in unit.gear if t.id in pack.weapons and t.part != "champion"]
    parts = {part.id for part in unit.parts}
    built = [t for t in unit.rules if t.id in pack.weapons and (not t.part or t.part in parts)]
    held = [(pack.weapons[key], t.x) for t in (*gear, *built) for key in _ways(t.id, pack)]
    every = [weapon for weapon, _ in held]
    shots = unit.trait("multiple_shots")
    found = [
        _many(armed(_with(every, weapon), strength, x), shots.x if shots else "")
        for weapon, x in held
        if _shoots(weapon)
    ]
    return (*found, *(_breath(t) for t in unit.rules if t.id == "breath_weapon"))


def _ways(key: str, pack: Pack) -> tuple[str, ...]:
    """A weapon, and the other ways in which it may shoot."""
    return (key, *pack.weapons[key].also)


def _with(held: list[content.Weapon], bow: content.Weapon) -> content.Weapon:
    """A weapon with what the arrows for it lend it."""
    arrows = [weapon for weapon in held if bow.id in weapon.bows]
    lent = tuple(rule for weapon in arrows for rule in weapon.rules)
    return replace(
        bow, strength=bow.strength + sum(a.plus for a in arrows), rules=(*bow.rules, *lent)
    )


def _shoots(weapon: content.Weapon) -> bool:
    return weapon.reach > 0 or weapon.artillery != ""


def armed(weapon: content.Weapon, strength: int, x: str = "") -> Weapon:
    """A weapon in somebody's hands. The figure of a shriek is its hits, and its Strength before the
    Wounds of who shrieks (army VC)."""
    figures = {t.id: t.x for t in weapon.rules if t.when != CENTRE}
    centre = {t.id: t.x for t in weapon.rules if t.when == CENTRE}
    piercing = figures.get("armour_piercing", "")
    hits, _, base = x.partition(", ")
    shriek = weapon.artillery == "shriek"
    return Weapon(
        id=weapon.id,
        reach=weapon.reach,
        strength=int(base) if shriek else weapon.strength or strength + weapon.plus,
        piercing=int(piercing) if piercing.isdecimal() else 0,
        shots=hits if shriek else figures.get("multiple_shots", "1"),
        wounds=_lower(figures.get("multiple_wounds", "1")),
        rules=tuple(figures),
        artillery=weapon.artillery,
        nearest=weapon.nearest,
        size=weapon.size,
        centre_strength=weapon.centre,
        centre_wounds=_lower(centre.get("multiple_wounds", "")),
    )


def _many(weapon: Weapon, shots: str) -> Weapon:
    """A weapon in the hands of who has Multiple Shots himself (T9A-SR-MULTIPLESHOTS)."""
    if not shots or weapon.artillery or weapon.shots != "1":
        return weapon
    return replace(weapon, shots=shots)


def _lower(wounds: str) -> str:
    return wounds.lower() if wounds.isalpha() else wounds


def _breath(rule: Trait) -> Weapon:
    """A breath weapon: its figure is its Strength, its limit what rules its hits have."""
    kind, _, figure = rule.when.rpartition("_")
    piercing = int(figure) if kind == "armour_piercing" else 0
    own = ("armour_piercing",) if piercing else tuple(filter(None, (rule.when,)))
    return Weapon(
        id=rule.id,
        reach=BREATH,
        strength=int(rule.x) if rule.x.isdecimal() else 0,
        piercing=piercing,
        shots="2D6",
        rules=own,
        artillery="breath",
    )
