"""From a legal list to the units that a match begins with.

Names that are the data's own, of a kind or of a list that comes with the game, go along as keys:
each reader has them in his language. A name that a player gave stays as it is.
"""

from rules.core.values import SideId
from rules.core.wording import keyed
from rules.ninth_age.armies.arming import (
    ballistic_skill,
    champion_missiles,
    fighters,
    guard,
    missiles,
)
from rules.ninth_age.armies.content import CHARACTERS, Roster, Trait
from rules.ninth_age.armies.muster import enlist
from rules.ninth_age.armies.naming import kind_of, names
from rules.ninth_age.armies.packs import Pack
from rules.ninth_age.armies.profiles import Fielded
from rules.ninth_age.setup import Figure, SideSetup, Stats, UnitSetup

GLYPHS = {
    "infantry": "infantry", "monstrous_infantry": "swords", "cavalry": "cavalry",
    "monstrous_cavalry": "cavalry", "war_beast": "monster", "swarm": "monster",
    "monstrous_beast": "monster", "monster": "monster", "ridden_monster": "monster",
    "chariot": "chariot", "war_machine": "war_machine",
}  # fmt: skip
"""Pictures by troop type."""
WINGS = "flyer"
"""That of whoever flies."""


def enlisted(roster: Roster, side: SideId, player: str, pack: Pack) -> SideSetup:
    """A legal list as a side of a match: units `a-u1`, models `a-u1-3`, nobody deployed yet.

    Raises KeyError for a list that `muster` refuses.
    """
    ready = [one for one in pack.rosters.values() if one.army == roster.army]
    fielded = enlist(roster, pack)
    called = names(fielded, ready, pack)
    units = {
        f"{side}-{key}": _unit(f"{side}-{key}", unit, pack, called[key])
        for key, unit in fielded.items()
    }
    name = keyed(player, [one.name for one in ready])
    return SideSetup(name=name, faction=f"ninth_age.army.{roster.army}", units=units)


def _unit(key: str, unit: Fielded, pack: Pack, name: str) -> UnitSetup:
    stats = stats_of(unit, pack)
    return UnitSetup(
        name=name,
        kind=kind_of(unit),
        glyph=WINGS if stats.fly else GLYPHS[unit.type],
        stats=stats,
        models=tuple(f"{key}-{number}" for number in range(1, unit.models + 1)),
        files=unit.formation.files,
        points=unit.points,
    )


def stats_of(unit: Fielded, pack: Pack) -> Stats:
    """What the rules read of a unit."""
    return Stats(
        movement=unit.movement,
        leadership=unit.leadership,
        base=unit.base,
        wounds=max(1, unit.wounds),
        troop_type=unit.type,
        rules=tuple(dict.fromkeys(t.id for t in unit.rules if not (t.part or t.when))),
        musician="musician" in unit.command,
        standard="standard_bearer" in unit.command,
        champion="champion" in unit.command,
        battle_standard=unit.battle_standard,
        general=unit.general,
        character=unit.category in CHARACTERS,
        random_movement=_dice(unit.movement_dice),
        fly=_number(unit.trait("fly")),
        strider=tuple(t.when or "all" for t in unit.rules if t.id == "strider"),
        ballistic_skill=ballistic_skill(unit),
        guard=guard(unit, pack),
        missiles=missiles(unit, pack),
        champion_missiles=champion_missiles(unit, pack),
        fighters=fighters(unit, pack),
        figures={
            t.id: Figure(x=t.x, part=t.part, when=t.when)
            for t in unit.rules
            if t.x or t.part or t.when
        },
        category=unit.category,
        level=unit.level,
        paths=unit.paths if unit.level else (),
        items=unit.items,
        command=unit.formation.command,
    )


def _dice(movement: str) -> int:
    """Dice of a rolled Movement: 3 of `3D6`. Where a rule of its own gives it (`*`) it counts as
    two dice."""
    return int(movement[0]) if movement[:1].isdecimal() else 2 if movement else 0


def _number(trait: Trait | None) -> int:
    return int(trait.x) if trait is not None and trait.x.isdecimal() else 0
