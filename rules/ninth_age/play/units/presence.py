"""Who leads whom: the General's Leadership and the battle standard (T9A-CHR-20, -21)."""

from rules.core.values import UnitId
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.numbers import FEALTY, MOST, PRESENCE, PRESENCE_LARGE, within
from rules.ninth_age.play.units.bestowed import own_specials, specials_of
from rules.ninth_age.state import State

MUSICIAN = 1
"""What a musician adds to the Leadership of a rally test (T9A-CMD-02)."""


def leader(state: State, unit: UnitId) -> tuple[int, UnitId]:
    """The Leadership a unit tests on, the highest it may use and what is added to it, and the
    General who lends it, with what is added to his own (T9A-CHR-20, T9A-CHAR-05)."""
    used, lender = highest(state, unit)
    return min(MOST, used + _more(state, unit)), lender


def highest(state: State, unit: UnitId) -> tuple[int, UnitId]:
    """The highest Leadership that a unit may use, before anything is added to it, and who lends it,
    if it is not the unit's own (T9A-CHAR-04)."""
    own = max(state.stats[part].leadership for part in ground_of(state).parts(unit))
    lenders = [key for key in (presence(state, unit), *lieges(state, unit)) if key]
    lent = {key: min(MOST, state.stats[key].leadership + _more(state, key)) for key in lenders
            if state.host(key) != unit}  # fmt: skip
    best = max(lent, key=lambda key: lent[key], default="")
    used = max(own, lent.get(best, 0))
    return used, best if used > own else ""


def _more(state: State, unit: UnitId) -> int:
    """What special rules add to the Leadership of a unit."""
    return sum(one.leadership for one in specials_of(state, unit))


def lieges(state: State, unit: UnitId) -> list[UnitId]:
    """Friends under an oath of fealty who lead insignificant units that are near (army KOE)."""
    if not state.stats[unit].has("insignificant"):
        return []
    ground = ground_of(state)
    return [
        key
        for key in state.table.of_side(state.table.units[unit].side)
        if state.stats[key].has("oath_of_fealty") and not state.fleeing(key)
        and (state.host(key) == unit or within(ground.gap(key, unit), FEALTY))
    ]  # fmt: skip


def leadership(state: State, unit: UnitId) -> int:
    """The Leadership a unit tests on."""
    return leader(state, unit)[0]


def rallying(state: State, unit: UnitId) -> tuple[int, int]:
    """The Leadership of a rally test, and what is added to it: a musician adds one
    (T9A-CMD-02)."""
    plays = MUSICIAN if state.stats[unit].musician else 0
    return highest(state, unit)[0], _more(state, unit) + plays


def presence(state: State, unit: UnitId) -> UnitId:
    """The friendly General near enough to lend a unit his Leadership, or nobody."""
    return next((key for key in _near(state, unit) if state.stats[key].general), "")


def banner(state: State, unit: UnitId) -> UnitId:
    """The friendly battle standard near enough to give a second roll, or nobody (T9A-CHR-21)."""
    return next((key for key in _near(state, unit) if state.stats[key].battle_standard), "")


def _near(state: State, unit: UnitId) -> list[UnitId]:
    """Leaders of a unit's side that do not flee, and are near enough (T9A-FLEE-17)."""
    ground = ground_of(state)
    found = []
    for key in state.table.of_side(state.table.units[unit].side):
        stats = state.stats[key]
        if not (stats.general or stats.battle_standard) or state.fleeing(key):
            continue
        limit = PRESENCE_LARGE if stats.has("large_target") else PRESENCE
        limit += max((one.presence for one in own_specials(state, key)), default=0)
        if state.host(key) == unit or within(ground.gap(key, unit), limit):
            found.append(key)
    return found
