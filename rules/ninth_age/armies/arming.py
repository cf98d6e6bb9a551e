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
    )


def _save(unit: Fielded, rule: str) -> int:
    """A special save that always holds: 4 for `4+`; 0 for none."""
    faces = [t.x[0] for t in unit.rules if t.id == rule and not t.when and t.x[:1].isdecimal()]
    return min(map(int, faces), default=0)


def missiles(unit: Fielded, pack: Pack) -> tuple[Weapon, ...]:
    """Its shooting weapons, those that the list names first."""
    strength = max((p.profile.s or 0 for p in unit.parts if p.role in CREW), default=0)
    held = [t for t in unit.gear if t.id in pack.weapons and t.part != "champion"]
    every = [pack.weapons[t.id] for t in held]
    found = [_weapon(_with(every, weapon), strength) for weapon in every if _shoots(weapon)]
    return (*found, *(_breath(t) for t in unit.rules if t.id == "breath_weapon"))


def _with(held: list[content.Weapon], bow: content.Weapon) -> content.Weapon:
    """A weapon with what the arrows for it lend it."""
    arrows = [weapon for weapon in held if bow.id in weapon.bows]
    lent = tuple(rule for weapon in arrows for rule in weapon.rules)
    return replace(
        bow, strength=bow.strength + sum(a.plus for a in arrows), rules=(*bow.rules, *lent)
    )


def _shoots(weapon: content.Weapon) -> bool:
    return weapon.reach > 0 or weapon.artillery != ""


def _weapon(weapon: content.Weapon, strength: int) -> Weapon:
    figures = {t.id: t.x for t in weapon.rules if t.when != CENTRE}
    centre = {t.id: t.x for t in weapon.rules if t.when == CENTRE}
    piercing = figures.get("armour_piercing", "")
    return Weapon(
        id=weapon.id,
        reach=weapon.reach,
        strength=weapon.strength or strength + weapon.plus,
        piercing=int(piercing) if piercing.isdecimal() else 0,
        shots=figures.get("multiple_shots", "1"),
        wounds=_lower(figures.get("multiple_wounds", "1")),
        rules=tuple(figures),
        artillery=weapon.artillery,
        nearest=weapon.nearest,
        size=weapon.size,
        centre_strength=weapon.centre,
        centre_wounds=_lower(centre.get("multiple_wounds", "")),
    )


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
