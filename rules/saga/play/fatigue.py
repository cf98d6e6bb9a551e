"""Fatigue: gained, rested off, and spent by the enemy (chapter FAT of the specification)."""

from rules.core.events import Counted
from rules.core.values import SideId, UnitId
from rules.saga.events import FatigueSpent
from rules.saga.play.reading import Run, fatigue_limit
from rules.saga.questions import SpendOption
from rules.saga.state import State


def count(run: Run, unit: UnitId, counter: str, value: int, why: str = "") -> None:
    """A counter of a unit now stands at a value."""
    was = run.state.table.units[unit].count(counter)
    if value != was:
        run.emit(Counted(unit=unit, counter=counter, value=value, was=was, why=why))


def tire(run: Run, unit: UnitId, add: int, why: str, *, to_limit: bool = False) -> None:
    """A living unit gains markers, kept above its limit too (SAGA-FAT-09) unless `to_limit`."""
    found = run.state.table.units[unit]
    if not found.models:
        return
    was = found.count("fatigue")
    value = was + add
    if to_limit:
        value = max(was, min(value, fatigue_limit(found)))
    count(run, unit, "fatigue", value, why)


def recover(run: Run, unit: UnitId, less: int, why: str) -> None:
    """A unit loses markers."""
    was = run.state.table.units[unit].count("fatigue")
    count(run, unit, "fatigue", max(0, was - less), why)


def spend(run: Run, side: SideId, unit: UnitId, on: str) -> None:
    """A side discards a marker of an enemy unit (SAGA-FAT-04)."""
    left = run.state.table.units[unit].count("fatigue") - 1
    run.emit(FatigueSpent(side=side, unit=unit, on=on, left=left))


def spends_on_move(state: State, units: tuple[UnitId, ...]) -> tuple[SpendOption, ...]:
    """Markers that lower the allowance of a declared move (SAGA-FAT-05)."""
    return tuple(
        SpendOption(unit=unit, on="move")
        for unit in units
        if state.table.units[unit].count("fatigue")
    )


def spends_in_combat(state: State, side: SideId, window: str) -> tuple[SpendOption, ...]:
    """Markers a side may still discard in a combat (SAGA-FAT-06, -07), each effect once."""
    combat = state.combat
    if combat is None or window not in ("melee", "shooting_reaction"):
        return ()
    uses = ("armour", "weaken") if window == "melee" else ("armour",)
    done = {spent.on for spent in combat.spends if spent.side == side}
    return tuple(
        SpendOption(unit=foe, on=on)
        for on in uses
        if on not in done
        for foe in combat.foes(side)
        if state.table.units[foe].models and state.table.units[foe].count("fatigue")
    )
