"""What the units of a side are called: those of one kind that nobody named, by what sets them
apart."""

from collections import Counter
from collections.abc import Mapping, Sequence

from rules.core.wording import keyed, numbered
from rules.ninth_age.armies.content import Roster
from rules.ninth_age.armies.packs import Pack
from rules.ninth_age.armies.profiles import Fielded


def names(units: Mapping[str, Fielded], ready: Sequence[Roster], pack: Pack) -> dict[str, str]:
    """The name of each unit, as a key where it is the data's own. Of several that bear only the
    name of their kind each has its mark beside it (`Artillery (Mortar)`); those whose marks are the
    same keep a number."""
    given = {
        key: keyed(unit.name, [kind_of(unit), *_of_the_game(unit, ready)])
        for key, unit in units.items()
    }
    plain: dict[str, list[str]] = {}
    for key, unit in units.items():
        if numbered(given[key])[0] == kind_of(unit):
            plain.setdefault(unit.entry, []).append(key)
    for alike in plain.values():
        if len(alike) > 1:
            given.update(_apart({key: units[key] for key in alike}, pack))
    return given


def kind_of(unit: Fielded) -> str:
    """The key of what a unit is."""
    return f"ninth_age.name.{unit.entry}"


def _of_the_game(unit: Fielded, ready: Sequence[Roster]) -> list[str]:
    return [one.name for roster in ready for one in roster.units if one.entry == unit.entry]


def _apart(alike: Mapping[str, Fielded], pack: Pack) -> dict[str, str]:
    """Units of one kind, each with the first of its gear that not all of them have."""
    gear = {key: _gear(unit, pack) for key, unit in alike.items()}
    shared = set.intersection(*(set(one) for one in gear.values()))
    told: dict[str, str] = {}
    used = Counter[str]()
    for key, unit in alike.items():
        mark = next((f" ninth_age.name.{one}" for one in gear[key] if one not in shared), "")
        name = kind_of(unit) + mark
        used[name] += 1
        told[key] = f"{name} ({used[name]})" if used[name] > 1 else name
    return told


def _gear(unit: Fielded, pack: Pack) -> list[str]:
    """What its models have in their hands and on, that which shoots first, then other weapons."""
    held = dict.fromkeys(one.id for one in unit.gear if one.part != "champion")
    return sorted(held, key=lambda one: _rank(one, pack))


def _rank(gear: str, pack: Pack) -> int:
    weapon = pack.weapons.get(gear)
    if weapon is None:
        return 2
    return 0 if weapon.reach or weapon.artillery else 1
