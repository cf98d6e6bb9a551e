"""Reading a battle board: which dice a box takes, which it holds, and what may be used now.

An ability may be used when its window is open, its dice are there, it was not used in this turn,
and somebody can use it on somebody to some effect.
"""

from collections.abc import Iterable

from rules.core.values import SideId, UnitId
from rules.saga.actions import AbilityId, DieId
from rules.saga.content import FACES, Ability, accepts
from rules.saga.effects import (
    Activate,
    AllowanceStep,
    Choose,
    Effect,
    Evade,
    MoveInstead,
    Recover,
    Slay,
    TurnDie,
)
from rules.saga.events import TURN_COUNTERS
from rules.saga.numbers import class_of
from rules.saga.play.driven import evasion
from rules.saga.play.reading import LENGTHS, exhausted, passes, weapons
from rules.saga.questions import UseOption
from rules.saga.state import Activation, Combat, Die, Force, State

COMBAT_WINDOWS = ("melee_reaction", "melee", "melee_end", "shooting", "shooting_reaction")


def boxes(state: State, side: SideId) -> tuple[Ability, ...]:
    """A side's boxes in the order in which they are printed."""
    return state.forces[side].board.boxes


def box(state: State, side: SideId, ability: AbilityId) -> Ability | None:
    """A box of a side's board; None where it has no such box."""
    return next((one for one in boxes(state, side) if one.id == ability), None)


def dice_on(force: Force, ability: AbilityId) -> dict[DieId, Die]:
    """The dice that lie on a box."""
    return {key: die for key, die in force.dice.items() if die.box == ability}


def unplaced(force: Force) -> dict[DieId, Die]:
    """The dice rolled and not yet placed."""
    return dice_on(force, "")


def assign(ability: Ability, faces: Iterable[int]) -> bool:
    """Whether dice with these faces fit different slots of one use (SAGA-ORD-05)."""
    left = list(faces)
    if ability.pool:
        return all(accepts(ability.cost[0], FACES[face]) for face in left)
    if len(left) > len(ability.cost):
        return False
    return _fits(left, list(ability.cost))


def _fits(faces: list[int], slots: list[str]) -> bool:
    if not faces:
        return True
    first, *rest = faces
    return any(
        accepts(slot, FACES[first]) and _fits(rest, slots[:i] + slots[i + 1 :])
        for i, slot in enumerate(slots)
    )


def complete(force: Force, ability: Ability) -> bool:
    """Whether the box holds the dice of one use."""
    dice = dice_on(force, ability.id)
    return bool(dice) if ability.pool else len(dice) == len(ability.cost)


def cheapest(dice: dict[DieId, Die]) -> DieId:
    """The die that is missed least: the commonest symbol, and of these the first."""
    return min(dice, key=lambda key: ("CUR".index(FACES[dice[key].face]), key))


def spent_dice(force: Force, ability: Ability, wanted: DieId = "") -> tuple[DieId, ...]:
    """The dice that one use removes (SAGA-ORD-08); of a pool the wanted or the cheapest one."""
    dice = dice_on(force, ability.id)
    if not ability.pool:
        return tuple(dice)
    return (wanted if wanted in dice else cheapest(dice),)


def effects_of(ability: Ability, rare: bool, choice: str = "") -> tuple[Effect, ...]:
    """What a use does, choices made."""
    listed = ability.rare if rare and ability.rare else ability.effects
    done: list[Effect] = []
    for effect in listed:
        if isinstance(effect, Choose):
            done += effect.options.get(choice, next(iter(effect.options.values())))
        else:
            done.append(effect)
    return tuple(done)


def choices_of(ability: Ability) -> tuple[str, ...]:
    """The alternatives that a use chooses from."""
    return tuple(
        key for effect in ability.effects if isinstance(effect, Choose) for key in effect.options
    )


def activates(ability: Ability) -> Activate | None:
    """The activation that a box grants, if it grants one."""
    return next((e for e in ability.effects if isinstance(e, Activate)), None)


def ready(state: State, side: SideId, window: str) -> list[Ability]:
    """Boxes of this window that hold their dice and were not yet used in this turn."""
    force = state.forces[side]
    return [
        one
        for one in boxes(state, side)
        if window in one.windows and complete(force, one) and (one.pool or one.id not in force.used)
    ]


def usable(
    state: State, side: SideId, window: str, act: Activation | None = None
) -> tuple[UseOption, ...]:
    """What a side may use in a window; `act` is the enemy activation that it may react to."""
    found = (option(state, side, one, window, act) for one in ready(state, side, window))
    return tuple(one for one in found if one is not None)


def option(
    state: State, side: SideId, ability: Ability, window: str, act: Activation | None = None
) -> UseOption | None:
    """How a ready box may be used in a window; None if nobody could use it to any effect."""
    combat = state.combat if window in COMBAT_WINDOWS else None
    if not _foe_fits(state, side, ability, combat, act):
        return None
    users = _users(state, side, ability, combat)
    if act is not None:
        users = tuple(u for u in users if passes(state, act.unit, ability.foe, side, u))
    if users and (grant := activates(ability)) is not None:
        fit = eligible(state, side, grant, combat)
        users = tuple(u for u in users if u in fit)
    evade = next((e for e in ability.effects if isinstance(e, Evade)), None)
    if evade is not None:
        users = tuple(u for u in users if act and _can_evade(state, u, act, evade))
    targets: tuple[UnitId, ...] = ()
    near: dict[UnitId, tuple[UnitId, ...]] = {}
    if ability.target is not None:
        targets = _targets(state, side, ability)
        if users and ability.target.units.within:
            near = {u: found for u in users if (found := _targets(state, side, ability, u))}
            users = tuple(near)
            targets = tuple(t for t in targets if any(t in found for found in near.values()))
        if len(targets) < ability.target.least:
            return None
    if ability.who is not None and not users:
        return None
    if not all(_matters(state, side, effect, combat, act) for effect in ability.effects):
        return None
    force = state.forces[side]
    dice = dice_on(force, ability.id)
    several = ability.pool and len({FACES[die.face] for die in dice.values()}) > 1
    turns = any(isinstance(effect, TurnDie) for effect in ability.effects)
    return UseOption(
        ability=ability.id,
        units=users,
        targets=targets,
        near=near if len(near) > 1 else {},
        aim=ability.target.count if ability.target else 0,
        dice=tuple(dice) if several else (),
        choices=choices_of(ability),
        turns=tuple(unplaced(force)) if turns else (),
    )


def _users(
    state: State, side: SideId, ability: Ability, combat: Combat | None
) -> tuple[UnitId, ...]:
    if ability.who is None:
        return ()
    pool = combat.of(side) if combat else state.table.of_side(side)
    standing = [key for key in pool if state.table.units[key].models]
    return tuple(key for key in standing if passes(state, key, ability.who, side))


def _targets(state: State, side: SideId, ability: Ability, user: UnitId = "") -> tuple[UnitId, ...]:
    """Whom the use of a unit may be aimed at; without one, that of any unit."""
    assert ability.target is not None
    wanted = ability.target.units
    return tuple(u for u in state.table.against(side) if passes(state, u, wanted, side, user))


def _can_evade(state: State, unit: UnitId, act: Activation, effect: Evade) -> bool:
    """Whether a unit is the one that this activation would engage, and has somewhere to go."""
    if act.kind != "move" or unit != act.target:
        return False
    return evasion(state, unit, act.unit, LENGTHS[effect.length]) is not None


def _foe_fits(
    state: State, side: SideId, ability: Ability, combat: Combat | None, act: Activation | None
) -> bool:
    if combat is not None:
        foes = [key for key in combat.foes(side) if state.table.units[key].models]
    elif act is not None:
        foes = [act.unit]
    else:
        return True
    return any(passes(state, key, ability.foe, side) for key in foes)


def _matters(
    state: State, side: SideId, effect: Effect, combat: Combat | None, act: Activation | None
) -> bool:
    """Whether an effect could do anything now; effects not named here always can."""
    units = state.table.units
    match effect:
        case TurnDie():
            return bool(unplaced(state.forces[side]))
        case Slay(counts=counts) if combat is not None:
            return any(class_of(units[u]) in counts for u in combat.foes(side) if units[u].models)
        case Activate():
            return bool(eligible(state, side, effect, combat))
        case MoveInstead():
            return act is not None and act.kind == "shoot"
        case AllowanceStep():
            return act is not None and act.kind == "move"
        case Recover(who="enemy"):
            return combat is not None and any(
                units[u].count("fatigue") for u in combat.foes(side) if units[u].models
            )
        case Recover(units=wanted):
            return any(
                units[u].count("fatigue") and passes(state, u, wanted, side)
                for u in state.table.of_side(side)
            )
        case _:
            return True


def eligible(
    state: State, side: SideId, effect: Activate, combat: Combat | None = None
) -> tuple[UnitId, ...]:
    """The units that an effect may activate; in a combat those that fight in it."""
    pool = combat.of(side) if combat else state.table.of_side(side)
    return tuple(
        key
        for key in pool
        if state.table.units[key].models
        and passes(state, key, effect.units, side)
        and any(able(state, key, kind) for kind in effect.kinds)
    )


def able(state: State, unit: UnitId, kind: str) -> bool:
    """Whether a unit could be activated for this at all (SAGA-FAT-08, SAGA-SHT-01, SAGA-RST)."""
    found = state.table.units[unit]
    tired = exhausted(found)
    match kind:
        case "rest":
            began = any(found.count(word) for word in TURN_COUNTERS)
            return bool(found.count("fatigue")) and not began
        case "shoot":
            return bool(weapons(found)) and not tired
        case _:
            return not tired
