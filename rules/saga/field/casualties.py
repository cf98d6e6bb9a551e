"""Formation, and which models may be taken away (SAGA-COH-01, -02, -04)."""

from collections.abc import Iterable
from itertools import islice

from rules.core.refusals import Disc as Spot
from rules.core.refusals import Shape
from rules.core.table import Table
from rules.core.values import Distance, ModelId, Named, Number, UnitId
from rules.geometry import Links, distance
from rules.saga.edition import FIRST_EDITION, Switches
from rules.saga.field.contact import contacts_at
from rules.saga.field.ground import Disc, Discs, Ground, ground_of
from rules.saga.field.orders import Violation, inches, named, say
from rules.saga.numbers import VS


def formation_violations(
    discs: Discs, switches: Switches = FIRST_EDITION, unit: UnitId = ""
) -> list[Violation]:
    """How a unit whose models stand like this is out of formation (SAGA-COH-01, -02)."""
    if len(discs) < 2:
        return []
    links = Links(discs, VS)
    lonely = links.lonely()
    if lonely:
        return [_too_far(unit, key, discs) for key in lonely]
    groups = links.components()
    if len(groups) < 2 or not switches.coherency_connected:
        return []
    line = say("move.groups", unit=Named(unit=unit), groups=Number(value=len(groups)))
    smallest = min(groups, key=len)
    return [
        Violation(
            rule="SAGA-COH-02",
            line=line,
            model=smallest[0],
            shapes=tuple(_spot(discs[key]) for key in smallest),
        )
    ]


def coherent(
    table: Table, unit: UnitId, switches: Switches = FIRST_EDITION
) -> tuple[Violation, ...]:
    """How a unit is out of formation; empty when it is not."""
    discs = _discs(table, unit)
    return tuple(formation_violations(discs, switches, unit))


def legal_removal(
    table: Table, unit: UnitId, models: Iterable[ModelId], switches: Switches = FIRST_EDITION
) -> bool:
    """Whether these models of the unit may be removed together (SAGA-COH-04).

    False also where a model is not of the unit or named twice.
    """
    discs = _discs(table, unit)
    chosen = list(models)
    if len(set(chosen)) != len(chosen) or not set(chosen) <= set(discs):
        return False
    return _may_remove(Links(discs, VS), chosen, switches)


def default_removal(
    table: Table, unit: UnitId, count: int, switches: Switches = FIRST_EDITION
) -> tuple[ModelId, ...]:
    """A legal choice of `count` models: out of contact and far from the enemy first."""
    discs = _discs(table, unit)
    return Links(discs, VS).default_removal(count, _by_worth(ground_of(table, switches), unit))


def removals(
    table: Table, unit: UnitId, count: int, limit: int = 32, switches: Switches = FIRST_EDITION
) -> list[tuple[ModelId, ...]]:
    """Up to `limit` legal choices of `count` models, the default one first."""
    links = Links(_discs(table, unit), VS)
    first = default_removal(table, unit, count, switches)
    found = {frozenset(first): first}
    # Legal sets may lie far apart in the order of combinations: look at a bounded number.
    for choice in islice(links.removable(count), limit):
        found.setdefault(frozenset(choice), choice)
    return list(found.values())[:limit]


def removal_violation(
    table: Table, unit: UnitId, models: Iterable[ModelId], switches: Switches = FIRST_EDITION
) -> Violation | None:
    """Why these models may not be removed together, or None when they may."""
    chosen = tuple(models)
    if legal_removal(table, unit, chosen, switches):
        return None
    discs = _discs(table, unit)
    shapes = tuple(_spot(discs[key]) for key in chosen if key in discs)
    return Violation(rule="SAGA-COH-04", line=say("move.casualties"), shapes=shapes)


def _may_remove(links: Links[ModelId], chosen: list[ModelId], switches: Switches) -> bool:
    if switches.coherency_connected:
        return links.may_remove(chosen)
    gone = set(chosen)
    left = [key for key in links.keys if key not in gone]
    lonely = [key for key in left if not set(links.neighbours(key)) - gone]
    return len(left) < 2 or not lonely or bool(links.lonely())


def _by_worth(ground: Ground, unit: UnitId) -> list[ModelId]:
    """The models the owner can best spare first."""
    enemies = ground.enemy_discs[ground.unit(unit).side]
    discs = ground.discs_of(unit)

    def worth(key: ModelId) -> tuple[bool, float]:
        at, radius = discs[key]
        near = min((distance(at, to) for to, _ in enemies.values()), default=0.0)
        return bool(contacts_at(ground, (at, radius), enemies)), -near

    return sorted(discs, key=worth)


def _discs(table: Table, unit: UnitId) -> dict[ModelId, Disc]:
    return {key: (model.pose.at, model.radius) for key, model in table.standing(unit).items()}


def _too_far(unit: UnitId, key: ModelId, discs: Discs) -> Violation:
    at, radius = discs[key]
    gap = min(distance(at, to) - radius - s for other, (to, s) in discs.items() if other != key)
    line = say(
        "move.alone", gap=Distance(value=inches(gap)), limit=Distance(value=VS), **named(unit, key)
    )
    return Violation(rule="SAGA-COH-01", line=line, model=key, shapes=(_spot(discs[key]),))


def _spot(disc: Disc) -> Shape:
    return Spot(at=disc[0], radius=disc[1], style="breach")
