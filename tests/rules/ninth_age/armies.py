"""Any legal army lists, and battles between them: what the laws are watched in."""

import msgspec

from rules.core.ruleset import Seated
from rules.ninth_age.armies.content import Army, Entry, Roster, RosterUnit
from rules.ninth_age.armies.menu import OPTIONS
from rules.ninth_age.armies.muster import cost, muster
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.ruleset import NinthAge
from rules.ninth_age.setup import Setup
from rules.testing.laws import Chooser

OPEN = ("under", "core", "few", "general_missing")
"""What an unfinished list lacks; more units mend it."""
TRIES = 400
SLACK = 20

replace = msgspec.structs.replace


def any_roster(size: int, choose: Chooser) -> Roster:
    """Any legal list of so many points, of any of the armies."""
    known = pack()
    armies = list(known.armies.values())
    for _ in range(100):
        army = armies[choose(len(armies))]
        roster = grown(Roster(army=army.id, name="Any", points=size), army, choose)
        if not muster(roster, known):
            return roster
    raise AssertionError(f"no legal list of {size} points")


def grown(roster: Roster, army: Army, choose: Chooser) -> Roster:
    """A list with one unit after another, as long as each fits; then more models to the limit."""
    entries = [entry for entry in army.units if entry.offered]
    for number in range(TRIES):
        if cost(roster, pack()) > roster.points - SLACK:
            break
        entry = entries[choose(len(entries))]
        unit = any_unit(f"u{number}", entry, choose)
        bigger = replace(roster, units=(*roster.units, unit))
        if fits(bigger):
            roster = bigger
    return filled(roster, army)


def any_unit(key: str, entry: Entry, choose: Chooser) -> RosterUnit:
    """An entry with any number of models and some of its options."""
    least, most = entry.models
    models = least + choose(min(most, least + 14) - least + 1)
    options = [
        group.options[choose(len(group.options))].id
        for group in entry.groups
        if group.options and (group.least or choose(2))
    ]
    return RosterUnit(
        id=key, name=key, entry=entry.id, models=models, options=tuple(dict.fromkeys(options))
    )


def fits(roster: Roster) -> bool:
    """Whether nothing is wrong but that the list is not finished."""
    return all(refusal.code.endswith(OPEN) for refusal in muster(roster, pack()))


def filled(roster: Roster, army: Army) -> Roster:
    """More models in units that may have them, until the list is within its limit."""
    for number, unit in enumerate(roster.units):
        entry = army.entry(unit.entry)
        assert entry is not None
        for models in range(unit.models + 1, entry.models[1] + 1):
            units = list(roster.units)
            units[number] = replace(unit, models=models)
            bigger = replace(roster, units=tuple(units))
            if cost(roster, pack()) > roster.points - SLACK or not fits(bigger):
                break
            roster = bigger
    return roster


def setup_of(rosters: tuple[Roster, Roster], options: dict[str, str]) -> Setup:
    """A battle between two lists."""
    seats = {
        side: Seated(name=side, roster=msgspec.to_builtins(one))
        for side, one in zip("ab", rosters, strict=True)
    }
    return NinthAge().arrange("battle", seats, options, "")


def any_options(choose: Chooser) -> dict[str, str]:
    """Any agreement about a table that fits any list."""
    return {
        key: choices[choose(len(choices))] for key, choices in OPTIONS.items() if key != "board"
    }


def demo_rosters() -> tuple[Roster, Roster]:
    """The two lists of 2,000 points that come with the game."""
    first, second = (one for one in pack().rosters.values() if one.points == 2000)
    return first, second
