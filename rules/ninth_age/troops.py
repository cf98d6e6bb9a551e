"""What a troop type is, and which special rules are in force by it (chapters TT and SR)."""

from functools import cache

from rules.core.values import Value
from rules.ninth_age.special import brought, special


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


def troop(troop_type: str) -> Troop:
    """What a troop type is."""
    return TROOPS.get(troop_type, TROOPS["infantry"])


@cache
def in_force(rules: tuple[str, ...], troop_type: str) -> frozenset[str]:
    """All special rules of a unit: its own, its type's, and those that they bring, without those
    that they bar (T9A-SR-01)."""
    own = (*rules, *troop(troop_type).rules)
    found = {one for rule in own for one in brought(rule)}
    barred = {one for rule in found if (known := special(rule)) for one in known.bars}
    return frozenset(found - barred)
