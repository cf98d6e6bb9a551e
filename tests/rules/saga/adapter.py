"""SAGA for the case kit: a state of a match around a tiny table, with its prompt open.

`given` may say, all of it with a default:

    phase      "deployment", "orders", "reaction" (to the roll) or "activation" (the default)
    active     whose turn it is ("a"), first ("a"), turn (2), turns of the scenario (7)
    factions   { a = "normans", b = "anglo_danes" }
    dice       { a = { activate_warriors = [1, 6], unplaced = [4] } }: faces of the dice that lie on
               boxes, called d1, d2 … in this order; the default is two dice on each activation box
               of the active side
    used, free { a = [...] }: boxes and free activations used in this turn
    standing   { a = ["javelins"] }: windows that a side passes unasked
    switches   { mounted_uneven_fatigue = true }
    scenario   "clash_of_warlords"; victory = { kind = "slaughter" } replaces a part of how it is
               won, areas = { wood1 = 8 } the pieces that score and their caps
    waiting    { guard = 4 }: models of units that are still to be deployed
    begun      { a = 1 }: turns a side has begun
"""

from typing import Any

import msgspec

from rules.core.dice import ScriptedDice
from rules.core.resolution import Resolution
from rules.core.table import Base, Round, Table
from rules.core.values import INCH
from rules.saga.content import Area, Scenario
from rules.saga.edition import Switches
from rules.saga.ruleset import Saga
from rules.saga.state import (
    Activating,
    Deploying,
    Die,
    Force,
    Ordering,
    OrdersWindow,
    SagaStep,
    State,
    TurnEnd,
    TurnStart,
)
from rules.saga.warbands.packs import pack

SIDES = ("a", "b")
FACTIONS = {"a": "normans", "b": "anglo_danes"}
GIVEN = frozenset({
    "phase", "active", "first", "turn", "turns", "factions", "dice", "used", "free", "standing",
    "switches", "scenario", "victory", "areas", "waiting", "begun",
})  # fmt: skip
"""What a case may say; anything else is a slip of its writer."""
SPARE = {"activate_hearthguard": [1, 1], "activate_warriors": [1, 1], "activate_levies": [4, 4]}
"""What the active side has to activate with, unless the case says otherwise."""

replace = msgspec.structs.replace


class SagaAdapter:
    """Lets cases of SAGA run."""

    rules = Saga()

    def state(self, table: Table, given: dict[str, Any]) -> State:
        """The state that a case describes. Raises KeyError for an unknown word of the data."""
        if strange := given.keys() - GIVEN:
            raise KeyError(*strange)
        phase, active = given.get("phase", "activation"), given.get("active", "a")
        dice = {active: SPARE} | given.get("dice", {})
        factions = FACTIONS | given.get("factions", {})
        played = scenario(given)
        parts = len(played.deployment)
        bare = State(
            sides=SIDES,
            table=table,
            agenda=tuple(reversed(steps(phase, active, parts))),
            scenario=played,
            switches=msgspec.convert(given.get("switches", {}), Switches),
            forces={side: force(side, factions[side], dice.get(side, {}), given) for side in SIDES},
            glyphs=dict.fromkeys(table.units, ""),
            mustered=mustered(table, given.get("waiting", {})),
            first=given.get("first", "a"),
            turn=0 if phase == "deployment" else given.get("turn", 2),
            active=active,
            phase="orders" if phase == "reaction" else phase,
            standing={side: tuple(words) for side, words in given.get("standing", {}).items()},
        )
        begun = Resolution(self.rules, bare, ScriptedDice(()))
        begun.run()
        return begun.state


def steps(phase: str, side: str, parts: int) -> list[SagaStep]:
    """What lies ahead in a phase, the next step first; `parts` are those of the deployment."""
    whole: list[SagaStep] = [OrdersWindow(side=side), Ordering(side=side), Activating(side=side)]
    match phase:
        case "deployment":
            return [*(Deploying(wave=i) for i in range(parts)), TurnStart(side=side)]
        case "reaction":
            return [*whole, TurnEnd(side=side)]
        case "orders":
            return [*whole[1:], TurnEnd(side=side)]
        case _:
            return [*whole[2:], TurnEnd(side=side)]


def force(side: str, faction: str, dice: dict[str, list[int]], given: dict[str, Any]) -> Force:
    """A side's dice, board and what it has used."""
    lying = [(box, face) for box, faces in dice.items() for face in faces]
    return Force(
        name=side,
        faction=faction,
        board=pack().board(faction),
        dice={
            f"d{number}": Die(face=face, box="" if box == "unplaced" else box)
            for number, (box, face) in enumerate(lying, 1)
        },
        used=tuple(given.get("used", {}).get(side, ())),
        free=tuple(given.get("free", {}).get(side, ())),
        turns=given.get("begun", {}).get(side, 1),
    )


def scenario(given: dict[str, Any]) -> Scenario:
    """A scenario of the data, with what the case changes about it."""
    found = pack().scenarios[given.get("scenario", "clash_of_warlords")]
    victory = msgspec.convert(given.get("victory", {}), dict[str, Any])
    return replace(
        found,
        turns=given.get("turns", found.turns),
        victory=replace(found.victory, **victory) if victory else found.victory,
        areas=tuple(Area(piece=piece, cap=cap) for piece, cap in given.get("areas", {}).items()),
    )


def mustered(table: Table, waiting: dict[str, int]) -> dict[str, dict[str, Base]]:
    """The bases of every unit, on the table or still to come."""
    standing = {
        key: {m: table.models[m].base for m in unit.models} for key, unit in table.units.items()
    }
    base: Base = Round(radius=INCH // 2)
    coming = {
        unit: {f"{unit}{number}": base for number in range(1, count + 1)}
        for unit, count in waiting.items()
    }
    return {key: {**bases, **coming.get(key, {})} for key, bases in standing.items()}
