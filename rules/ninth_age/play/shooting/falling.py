"""Where templates, balls and bolts go, and on whom they fall, once dice have said how far.

Nothing here rolls or writes: shots and their odds ask the same functions (chapter WPN).
"""

from collections.abc import Mapping
from dataclasses import replace

from rules.core.values import INCH, UnitId
from rules.geometry.blocks import facing_towards
from rules.geometry.measure import XY
from rules.ninth_age.arms import Weapon
from rules.ninth_age.field.ground import Ground, ground_of
from rules.ninth_age.field.templates import Under, entered, ray, stopped
from rules.ninth_age.play.harm.damage import exposed
from rules.ninth_age.play.harm.saves import Blow, blow_of
from rules.ninth_age.play.shooting.aiming import Fire, ballistic_skill
from rules.ninth_age.state import State

MISFIRE = 6
"""The face of a distance die that is a misfire."""


def aimed_at(state: State, fire: Fire) -> XY:
    """Where the model that a template is aimed at stands."""
    return state.table.models[fire.model].pose.at


def drift(state: State, fire: Fire, face: int, *, arrow: bool) -> int:
    """How far a template drifts, 1/100 mm: twice the die with an arrow; without one it stays, or
    where the aim was not seen drifts the skill less (T9A-WPN-05)."""
    far = 2 * face * INCH
    if arrow:
        return far
    skill, _ = ballistic_skill(state, fire.unit, fire.weapon)
    return max(0, far - skill * INCH) if fire.blind else 0


def swept(state: State, fire: Fire, inches: int) -> tuple[XY, XY]:
    """The way of a flame: from its aim straight away from the machine (T9A-WPN-06)."""
    aim = aimed_at(state, fire)
    away = facing_towards(ground_of(state).block(fire.unit).at, aim)
    return aim, ray(aim, away, inches * INCH)


def flown(state: State, fire: Fire, inches: int) -> tuple[XY, XY]:
    """The way of a ball: from the target's outline straight on, until something stops it
    (T9A-WPN-08)."""
    ground = ground_of(state)
    start = entered(ground, fire.unit, fire.target)
    facing = facing_towards(ground.block(fire.unit).at, start)
    end = ray(start, facing, inches * INCH)
    return start, ray(start, facing, stopped(ground, (start, end), ground.home(fire.target)))


def ball(weapon: Weapon, number: int) -> Blow:
    """The hit of a ball on the first model of its way, half as strong on all others
    (T9A-WPN-08)."""
    blow = blow_of(weapon)
    return replace(blow, strength=-(-blow.strength // 2)) if number else blow


def bolt(weapon: Weapon, number: int) -> Blow:
    """The hit of a bolt on a rank: in each a point weaker than in the one before (T9A-WPN-07)."""
    blow = blow_of(weapon)
    return replace(blow, strength=max(1, blow.strength - number))


Struck = tuple[UnitId, bool]
"""Whom a hit falls on: a unit, and whether it is its champion."""


def falls_on(state: State, one: Under) -> Struck:
    """Whom the hit on a model falls on: rank and file for a character they protect (T9A-DMG-05); a
    champion has wounds of his own (T9A-DMG-06)."""
    protected = one.part != one.unit and one.part not in exposed(state, one.unit)
    part = one.unit if protected else one.part
    return part, one.model == ground_of(state).leader(part)


def homes(ground: Ground, met: list[Under]) -> list[UnitId]:
    """The garrisons among those that something lies on."""
    return [unit for unit in dict.fromkeys(one.unit for one in met) if ground.home(unit)]


def sheltered(met: list[Under], most: Mapping[UnitId, int]) -> list[Under]:
    """Those that are hit: of each garrison so many models, whoever they are (T9A-TERR-02)."""
    found = [one for one in met if one.unit not in most]
    for unit, count in most.items():
        found += [one for one in met if one.unit == unit][:count]
    return sorted(found, key=lambda one: one.along)
