"""What a troop type is, and which special rules bring others with them (chapters TT and SR)."""

from functools import cache

from rules.core.values import Value


class Troop(Value, frozen=True):
    """A troop type (T9A-TT-01). `full` and `horde` are models of a rank, 0 where it has none;
    `height` 1 small, 2 medium, 3 large; `danger` dice of a dangerous terrain test (T9A-DT-02)."""

    full: int = 5
    horde: int = 10
    height: int = 1
    danger: int = 1
    rules: tuple[str, ...] = ()


TROOPS: dict[str, Troop] = {
    "infantry": Troop(),
    "war_beast": Troop(rules=("swiftstride",)),
    "cavalry": Troop(height=2, rules=("swiftstride",)),
    "monstrous_infantry": Troop(full=3, horde=6, height=2, danger=2),
    "monstrous_beast": Troop(full=3, horde=6, height=2, danger=2, rules=("swiftstride",)),
    "monstrous_cavalry": Troop(full=3, horde=6, height=2, danger=2, rules=("swiftstride",)),
    "chariot": Troop(full=3, horde=6, height=2, danger=4, rules=("swiftstride", "cannot_march")),
    "monster": Troop(full=1, horde=0, height=3, danger=4, rules=("large_target", "terror")),
    "ridden_monster": Troop(full=1, horde=0, height=3, danger=4, rules=("large_target", "terror")),
    "swarm": Troop(full=0, horde=0, rules=("skirmishers", "unbreakable", "unstable")),
    "war_machine": Troop(
        full=0, horde=0, rules=("cannot_march", "cumbersome", "move_or_fire")
    ),
}  # fmt: skip
"""Every troop type; one that is not here counts as infantry."""

BRINGS: dict[str, tuple[str, ...]] = {
    "grail_oath": ("immune_to_psychology", "magical_attacks", "divine_attacks"),
    "shambolic": ("immune_to_psychology", "cannot_be_joined_by_characters"),
    "fly": ("swiftstride", "light_troops"),
    "fast_cavalry": ("light_troops", "vanguard"),
    "skirmishers": ("light_troops",),
    "terror": ("fear",),
    "fear": ("fearless",),
    "frenzy": ("immune_to_psychology",),
    "otherworldly": ("immune_to_psychology",),
    "stupidity": ("immune_to_psychology",),
    "unbreakable": ("immune_to_psychology",),
    "undead": ("unstable", "immune_to_psychology"),
}
"""Special rules that a special rule brings with it (T9A-SR-01). `fearless` is our word for who is
not afraid of Fear and Terror."""


def troop(troop_type: str) -> Troop:
    """What a troop type is."""
    return TROOPS.get(troop_type, TROOPS["infantry"])


@cache
def in_force(rules: tuple[str, ...], troop_type: str) -> frozenset[str]:
    """All special rules of a unit: its own, its type's, and those that they bring."""
    found = {*rules, *troop(troop_type).rules}
    # A random mover is never swift (T9A-SR-RANDOMMOVEMENT).
    fresh = list(found)
    while fresh:
        brought = {rule for one in fresh for rule in BRINGS.get(one, ())} - found
        found |= brought
        fresh = list(brought)
    return frozenset(found - {"swiftstride"} if "random_movement" in found else found)
