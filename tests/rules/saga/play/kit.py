"""Warbands, matches and bent answers that tests of play begin from."""

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.core.ruleset import Action, Seated
from rules.core.values import Viewer
from rules.saga.actions import (
    Absorb,
    CallOff,
    Deploy,
    Divide,
    EndTurn,
    Move,
    Pass,
    PlaceDie,
    Plan,
    Remove,
    Rest,
    Shift,
    Shoot,
    Spend,
    TakeDie,
    Use,
    Withdraw,
)
from rules.saga.ruleset import Saga
from rules.saga.setup import Setup
from rules.saga.state import CarryOut, ReactionWindow, State
from rules.saga.warbands.muster import default_rosters
from rules.testing.match import Trial

SAGA = Saga()

replace = msgspec.structs.replace


def setup(
    scenario: str = "clash_of_warlords",
    factions: tuple[str, str] = ("normans", "anglo_danes"),
    points: int = 4,
    turns: int = 0,
    **options: Any,
) -> Setup:
    """A match between two of the rosters that come with the game, cut short where `turns` says."""
    rosters = [
        next(r for r in default_rosters("en") if r.faction == faction and r.points == points)
        for faction in factions
    ]
    seats = {
        side: Seated(name=name, roster=msgspec.to_builtins(roster))
        for side, name, roster in zip("ab", ("Ann", "Bob"), rosters, strict=True)
    }
    made = SAGA.arrange(scenario, seats, options, "")
    if not turns:
        return made
    return replace(made, scenario=replace(made.scenario, turns=turns))


def bent(state: State, prompt: Any) -> Iterator[Action]:
    """Answers that mostly may not be given: wrong kinds, foreign units, nonsense."""
    units = list(state.table.units)
    own = state.table.of_side(prompt.side) or units
    foe = (state.table.against(prompt.side) or units)[-1]
    first = own[0]
    models = state.table.units[first].models
    yield Pass()
    yield EndTurn()
    yield Move(unit=first)
    yield Move(unit=first, shift=Shift(dx=9_000_000, dy=-5))
    yield Move(unit=own[-1], engage=foe)
    yield Move(unit=foe, shift=Shift(dx=100, dy=100))
    yield Move(unit="nobody", pay="nothing", engage="nobody")
    yield Shoot(unit=own[-1], target=foe)
    yield Shoot(unit=first, target=first)
    yield Rest(unit=first)
    yield PlaceDie(die="d1", box="shieldwall")
    yield TakeDie(die="d1")
    yield Use(ability="combat_pool", unit=first, spend="d9")
    yield Use(ability="nothing", targets=(foe, foe))
    yield Spend(unit=foe, on="armour")
    yield Deploy(unit=first, poses={})
    yield Remove(models=models[:1])
    yield Absorb(models=models[:1])
    yield Divide(dice={foe: -1})
    yield Plan(shift=Shift(dx=1, dy=1))
    yield CallOff()
    yield Withdraw(shift=Shift(dx=0, dy=0))


def hidden(state: State, viewer: Viewer) -> Iterator[str]:
    """Where a plan that waits for a reaction leads: its owner's alone until it is carried out."""
    for step in state.agenda:
        if not isinstance(step, ReactionWindow | CarryOut) or step.act.side in viewer:
            continue
        for path in (*step.act.paths, *step.act.companion_paths):
            if len(path.points) > 1:
                x, y = path.points[-1]
                yield f"[{x},{y}"


def trial(**how: Any) -> Trial[State]:
    """A match of SAGA for the laws."""
    return Trial(rules=SAGA, setup=setup(**how), hidden=hidden, bent=bent)
