"""SAGA's own facts, and what each changes. A fact carries its outcome; nothing is decided here."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from rules.core import events as core
from rules.core.events import CoreEvent, Event, Source
from rules.core.table import Base, Piece, Table, Unit
from rules.core.values import ModelId, SideId, UnitId, Value
from rules.saga.actions import AbilityId, DieId
from rules.saga.content import Board, Scenario
from rules.saga.edition import Switches
from rules.saga.effects import Until
from rules.saga.questions import Prompt
from rules.saga.state import Combat, Die, Force, InPlay, Kind, SagaStep, SpentFor, State

replace = msgspec.structs.replace


class Scheduled(core.Scheduled, frozen=True):
    """The agenda changed."""

    steps: tuple[SagaStep, ...] = ()


class Asked(core.Asked, frozen=True):
    """A question was put to a side."""

    prompt: Prompt


class BegunSide(Value, frozen=True):
    """A warband as the match begins with it."""

    name: str
    faction: str
    board: Board


class Begun(Event, frozen=True):
    """The match begins: everything it is played with is copied here."""

    edition: str
    scenario: Scenario
    switches: Switches
    sides: dict[SideId, BegunSide]
    units: dict[UnitId, Unit]
    glyphs: dict[UnitId, str]
    models: dict[UnitId, dict[ModelId, Base]]
    width: int
    height: int
    terrain: dict[str, Piece] = {}
    dice: str = ""
    """The published commitment to the dice."""


class RolledOff(Event, frozen=True):
    """A side won the roll-off and is the first player (SAGA-SET-02)."""

    side: SideId


class DeploymentDone(Event, frozen=True):
    """A side is done with a part of its deployment."""

    side: SideId
    wave: int


class TurnBegan(Event, frozen=True):
    """A player turn began; all counters of the turn start anew (SAGA-TRN-06)."""

    side: SideId
    turn: int


class PhaseBegan(Event, frozen=True):
    """A phase of the turn began."""

    side: SideId
    phase: str


class TurnEnded(Event, frozen=True):
    """A player turn ended."""

    side: SideId


class DiceGained(Event, frozen=True):
    """SAGA dice with these faces lie before a side."""

    side: SideId
    dice: dict[DieId, int]
    ability: AbilityId = ""


class DicePlaced(Event, frozen=True):
    """Dice were put on boxes, or (box empty) taken back."""

    side: SideId
    dice: dict[DieId, AbilityId]


class DieTurned(Event, frozen=True):
    """A die was turned to another face."""

    side: SideId
    die: DieId
    face: int
    was: int = 0


class DiceSpent(Event, frozen=True):
    """Dice left the board, or were lost for this turn."""

    side: SideId
    dice: tuple[DieId, ...]
    why: Literal["used", "unplaced", "dead"] = "used"
    box: AbilityId = ""


class AbilityUsed(Event, frozen=True):
    """A side used an ability. `once` marks the box as used in this player turn, `pays` says that
    it paid for the activation just declared."""

    side: SideId
    ability: AbilityId
    unit: UnitId = ""
    targets: tuple[UnitId, ...] = ()
    rare: bool = False
    choice: str = ""
    once: bool = True
    closes: bool = False
    pays: bool = False


class EffectBegan(Event, frozen=True):
    """An effect is in play from now on."""

    effect: InPlay


class EffectsEnded(Event, frozen=True):
    """Effects of this length are over: all of them, those of a side, or of one unit's
    activation."""

    until: Until
    side: SideId = ""
    on: UnitId = ""


class Declared(Event, frozen=True):
    """A side declared an activation (SAGA-ACT-09)."""

    side: SideId
    unit: UnitId
    kind: Kind
    target: UnitId = ""
    companion: UnitId = ""
    pay: str = ""
    free: str = ""
    """The free activation it uses up (`determination`, `we_obey`)."""
    ability: AbilityId = ""


class Cancelled(Event, frozen=True):
    """A declared activation came to nothing (SAGA-ACT-10), by a rule or an ability."""

    side: SideId
    unit: UnitId
    rule: str = ""
    ability: AbilityId = ""


class FatigueSpent(Event, frozen=True):
    """A side discarded a fatigue marker of an enemy unit; `left` remain."""

    side: SideId
    unit: UnitId
    on: str
    left: int


class CombatBegan(Event, frozen=True):
    """A shooting or melee began."""

    combat: Combat
    able: int = 0
    """Models that shoot."""


class PoolsCounted(Event, frozen=True):
    """Attack dice of step 1, by unit."""

    dice: dict[UnitId, int]


class DiceTraded(Event, frozen=True):
    """A unit gave attack dice up for defence dice (SAGA-MEL-04)."""

    unit: UnitId
    given: int
    gained: int


class DiceDivided(Event, frozen=True):
    """A unit's attack dice are aimed at several enemy units."""

    unit: UnitId
    dice: dict[UnitId, int]


class HitsScored(Event, frozen=True):
    """A unit suffered hits; `sure` of them cannot be cancelled."""

    unit: UnitId
    hits: int
    sure: int = 0
    sources: tuple[Source, ...] = ()


class HitsCancelled(Event, frozen=True):
    """A unit's defence dice cancelled hits; `left` are not."""

    unit: UnitId
    saved: int
    left: int


class LossesChosen(Event, frozen=True):
    """It is settled which models of a unit fall, when both sides have chosen."""

    unit: UnitId
    models: tuple[ModelId, ...]


class LossesCounted(Event, frozen=True):
    """What decides the melee: losses of each side, and who withdraws (nobody if one is gone)."""

    losses: dict[SideId, int]
    withdraws: SideId = ""


class Withdrew(Event, frozen=True):
    """A unit has left the melee it lost."""

    unit: UnitId


class CombatEnded(Event, frozen=True):
    """The shooting or melee is over."""

    kind: str


class Scored(Event, frozen=True):
    """A side scored points of the scenario; `areas` says where."""

    side: SideId
    points: int
    areas: dict[str, int] = {}


SagaEvent = (
    CoreEvent | Scheduled | Asked | Begun | RolledOff | DeploymentDone | TurnBegan | PhaseBegan
    | TurnEnded | DiceGained | DicePlaced | DieTurned | DiceSpent | AbilityUsed | EffectBegan
    | EffectsEnded | Declared | Cancelled | FatigueSpent | CombatBegan | PoolsCounted | DiceTraded
    | DiceDivided | HitsScored | HitsCancelled | LossesChosen | LossesCounted | Withdrew
    | CombatEnded | Scored
)  # fmt: skip

TURN_COUNTERS = ("moves", "shots", "rests", "fought")
"""Counters of a unit that start anew with every player turn."""


def _force(state: State, side: SideId, **changes: Any) -> State:
    force = replace(state.forces[side], **changes)
    return replace(state, forces={**state.forces, side: force})


def _combat(state: State, **changes: Any) -> State:
    """A change of the combat under way; nothing where there is none (it was adjusted away)."""
    if state.combat is None:
        return state
    return replace(state, combat=replace(state.combat, **changes))


def _turn_began(state: State, event: TurnBegan) -> State:
    units = {
        key: replace(
            unit, counters={k: v for k, v in unit.counters.items() if k not in TURN_COUNTERS}
        )
        for key, unit in state.table.units.items()
    }
    forces = {
        side: replace(force, used=(), free=(), turns=force.turns + (side == event.side))
        for side, force in state.forces.items()
    }
    table = replace(state.table, units=units)
    return replace(
        state, table=table, forces=forces, active=event.side, turn=event.turn, phase="orders"
    )


def _phase_began(state: State, event: PhaseBegan) -> State:
    forces = {
        side: replace(
            force,
            closed=(),
            dice={key: replace(die, fresh=False) for key, die in force.dice.items()},
        )
        for side, force in state.forces.items()
    }
    return replace(state, phase=event.phase, forces=forces)


def _dice_gained(state: State, event: DiceGained) -> State:
    gained = {key: Die(face=face) for key, face in event.dice.items()}
    return _force(state, event.side, dice={**state.forces[event.side].dice, **gained})


def _dice_placed(state: State, event: DicePlaced) -> State:
    dice = dict(state.forces[event.side].dice)
    for key, box in event.dice.items():
        dice[key] = replace(dice[key], box=box, fresh=bool(box))
    return _force(state, event.side, dice=dice)


def _die_turned(state: State, event: DieTurned) -> State:
    dice = state.forces[event.side].dice
    turned = replace(dice[event.die], face=event.face)
    return _force(state, event.side, dice={**dice, event.die: turned})


def _dice_spent(state: State, event: DiceSpent) -> State:
    left = {k: die for k, die in state.forces[event.side].dice.items() if k not in event.dice}
    return _force(state, event.side, dice=left)


def _ability_used(state: State, event: AbilityUsed) -> State:
    force = state.forces[event.side]
    used = (*force.used, event.ability) if event.once else force.used
    closed = (*force.closed, event.ability) if event.closes else force.closed
    return _force(state, event.side, used=used, closed=closed)


def _effect_began(state: State, event: EffectBegan) -> State:
    return replace(state, effects=(*state.effects, event.effect))


def _effects_ended(state: State, event: EffectsEnded) -> State:
    def over(effect: InPlay) -> bool:
        return (
            effect.until == event.until
            and event.side in ("", effect.side)
            and event.on in ("", effect.on)
        )

    return replace(state, effects=tuple(e for e in state.effects if not over(e)))


def _declared(state: State, event: Declared) -> State:
    if not event.free:
        return state
    return _force(state, event.side, free=(*state.forces[event.side].free, event.free))


def _fatigue_spent(state: State, event: FatigueSpent) -> State:
    state = replace(state, table=state.table.with_counter(event.unit, "fatigue", event.left))
    if event.on == "move" or state.combat is None:
        return state
    spent = SpentFor(side=event.side, unit=event.unit, on=event.on)
    return _combat(state, spends=(*state.combat.spends, spent))


def _hits_scored(state: State, event: HitsScored) -> State:
    if state.combat is None:
        return state
    return _combat(
        state,
        hits={**state.combat.hits, event.unit: event.hits},
        sure={**state.combat.sure, event.unit: event.sure},
    )


def _on_combat(field: str, part: Callable[[Any], dict[str, Any]]) -> Callable[[State, Any], State]:
    """A fact that adds entries to one of the combat's dictionaries."""

    def change(state: State, event: Any) -> State:
        if state.combat is None:
            return state
        return _combat(state, **{field: {**getattr(state.combat, field), **part(event)}})

    return change


def _dice_traded(state: State, event: DiceTraded) -> State:
    if state.combat is None:
        return state
    return _combat(
        state,
        given={**state.combat.given, event.unit: event.given},
        gained={**state.combat.gained, event.unit: event.gained},
    )


def _lost(state: State, event: core.Lost) -> State:
    state = core.APPLY[core.Lost](state, event)
    combat = state.combat
    if combat is None or event.unit not in state.table.units:
        return state
    pending = {k: v for k, v in combat.pending.items() if k != event.unit}
    lost = {**combat.lost, event.unit: (*combat.lost.get(event.unit, ()), *event.models)}
    return _combat(state, pending=pending, lost=lost)


def _withdrew(state: State, event: Withdrew) -> State:
    if state.combat is None:
        return state
    return _combat(state, withdrew=(*state.combat.withdrew, event.unit))


def _scored(state: State, event: Scored) -> State:
    return _force(state, event.side, points=state.forces[event.side].points + event.points)


def opening(event: Begun) -> State:
    """The state that the first fact describes."""
    table = Table(width=event.width, height=event.height, terrain=event.terrain, units=event.units)
    forces = {
        side: Force(name=begun.name, faction=begun.faction, board=begun.board)
        for side, begun in event.sides.items()
    }
    return State(
        sides=tuple(event.sides),
        table=table,
        scenario=event.scenario,
        switches=event.switches,
        forces=forces,
        glyphs=event.glyphs,
        mustered=event.models,
    )


APPLIES: Mapping[type[Event], Callable[[Any, Any], Any]] = {
    core.Lost: _lost,
    RolledOff: lambda state, event: replace(state, first=event.side),
    DeploymentDone: lambda state, event: state,
    TurnBegan: _turn_began,
    PhaseBegan: _phase_began,
    TurnEnded: lambda state, event: state,
    DiceGained: _dice_gained,
    DicePlaced: _dice_placed,
    DieTurned: _die_turned,
    DiceSpent: _dice_spent,
    AbilityUsed: _ability_used,
    EffectBegan: _effect_began,
    EffectsEnded: _effects_ended,
    Declared: _declared,
    Cancelled: lambda state, event: state,
    FatigueSpent: _fatigue_spent,
    CombatBegan: lambda state, event: replace(state, combat=event.combat),
    PoolsCounted: _on_combat("base", lambda event: dict(event.dice)),
    DiceTraded: _dice_traded,
    DiceDivided: _on_combat("aimed", lambda event: {event.unit: event.dice}),
    HitsScored: _hits_scored,
    HitsCancelled: _on_combat("saved", lambda event: {event.unit: event.saved}),
    LossesChosen: _on_combat("pending", lambda event: {event.unit: event.models}),
    LossesCounted: _on_combat("losses", lambda event: dict(event.losses)),
    Withdrew: _withdrew,
    CombatEnded: lambda state, event: replace(
        state, combat=None, effects=tuple(e for e in state.effects if e.until != "combat")
    ),
    Scored: _scored,
}
"""What each of the game's own facts changes."""
