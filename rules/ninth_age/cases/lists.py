"""What worked cases of army lists ask: what they cost and whether they may be played (LIST).

A case names a few units and asks about some refusals, so that it need not be a whole list.
"""

from typing import Any

from rules.core.refusals import Refusal
from rules.core.values import Named
from rules.ninth_age.armies.content import Formation, Roster, RosterUnit
from rules.ninth_age.armies.muster import cost, general_of, muster, points
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.cases.file import Ask, Count, Kind, Malformed, Nothing, Words

PREFIX = "muster_"


class _Listed(Words):
    id: str
    entry: str
    models: Count = 1
    options: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    files: Count = 0


class _List(Words):
    army: str
    points: Count
    units: list[_Listed]
    general: str = ""


class _Asked(Ask):
    about: list[str] = []
    """Refusals that `refused` answers for; none: all that there are."""


def army_list(setup: _List, action: _Asked, dice: Nothing) -> dict[str, Any]:
    """A list as it is judged. `refused` holds whom each refusal names, or `army`."""
    known = pack()
    army = known.armies.get(setup.army)
    if army is None:
        raise Malformed(f"an army {setup.army}")
    if odd := [one.entry for one in setup.units if army.entry(one.entry) is None]:
        raise Malformed(f"an entry {odd[0]}")
    roster = Roster(
        army=setup.army, name="Case", points=setup.points, general=setup.general,
        units=tuple(map(_unit, setup.units)),
    )  # fmt: skip
    refusals = muster(roster, known)
    found: dict[str, list[str]] = {code: [] for code in action.about}
    for refusal in refusals:
        code = refusal.code.removeprefix(PREFIX)
        if code in found or not action.about:
            found.setdefault(code, []).append(_whom(refusal))
    return {
        "cost": cost(roster, known),
        "unit_costs": {unit.id: points(unit, roster, known) for unit in roster.units},
        "general": general_of(roster, known) or None,
        "legal": not refusals,
        "refused": found,
        "rules": {refusal.code.removeprefix(PREFIX): list(refusal.rules) for refusal in refusals},
    }


def _unit(one: _Listed) -> RosterUnit:
    return RosterUnit(
        id=one.id, name=one.id, entry=one.entry, models=one.models, options=one.options,
        items=one.items, formation=Formation(files=one.files),
    )  # fmt: skip


def _whom(refusal: Refusal) -> str:
    unit = refusal.line.params.get("unit")
    return unit.unit if isinstance(unit, Named) else "army"


LISTS = {"army_list": Kind(army_list, setup=_List, action=_Asked)}
"""Kinds of case of army lists."""
