"""The simple judgement behind suggestions: where dice go, and what a unit does next."""

from collections.abc import Iterator
from math import cos, hypot, radians, sin

from rules.core.refusals import Refused
from rules.core.ruleset import Action
from rules.core.table import Unit
from rules.core.values import SideId, UnitId
from rules.geometry import within
from rules.saga.actions import Aim, Move, PlaceDice, Rest, Shift, Shoot
from rules.saga.advice.aims import melee_aim, shots
from rules.saga.content import FACES, Ability
from rules.saga.field.formation import plan_shift
from rules.saga.field.movement import forced_targets, standing_allowance
from rules.saga.field.orders import MoveContext
from rules.saga.numbers import VS, L, class_of
from rules.saga.play.activation import coming, from_box, plan_declared
from rules.saga.play.board import activates, assign, boxes, dice_on, unplaced
from rules.saga.play.modifiers import move_context, restricted
from rules.saga.play.reading import fatigue_limit, ground
from rules.saga.questions import UnitOption
from rules.saga.state import Die, State

KEEP_OFF = VS + VS // 10
"""How near an advance that does not engage goes, 1/100 mm."""
LORD_KEEPS_OFF = L
"""The same for the warlord: who kills him wins."""

ASIDE = (0, 35, -35, 70, -70)
"""Directions in which baggage looks for its way, degrees from the straight one."""

TRIED = 3
"""Engagements of a unit that are tried."""


# --- orders ---------------------------------------------------------------------------------------


def orders(state: State, side: SideId) -> PlaceDice | None:
    """A sensible place for every die not yet placed; None where none fits anywhere."""
    force = state.forces[side]
    lying = {b.id: [d.face for d in dice_on(force, b.id).values()] for b in boxes(state, side)}
    chosen: dict[str, str] = {}
    for key, die in sorted(unplaced(force).items(), key=_rarest_first):
        where = _best_box(state, side, die, lying)
        if where is not None:
            lying[where.id].append(die.face)
            chosen[key] = where.id
    return PlaceDice(dice=chosen) if chosen else None


def _rarest_first(item: tuple[str, Die]) -> tuple[int, str]:
    return (-"CUR".index(FACES[item[1].face]), item[0])


def _best_box(state: State, side: SideId, die: Die, lying: dict[str, list[int]]) -> Ability | None:
    """The box a die serves best: activations while units wait for them, then combat, then any."""
    force = state.forces[side]

    def fits(ability: Ability) -> bool:
        if ability.id in force.closed:
            return False
        faces = [*lying[ability.id], die.face]
        return (ability.pool or len(faces) <= len(ability.cost)) and assign(ability, faces)

    def worth(ability: Ability) -> tuple[int, int]:
        there = len(lying[ability.id])
        if activates(ability) and ability.pool:
            wanted = _wanting(state, side, ability)
            return (0, there) if there < wanted else (3, there)
        if ability.pool:
            return (2, there)
        missing = len(ability.cost) - there
        return (1, missing)

    fitting = [ability for ability in boxes(state, side) if fits(ability)]
    return min(fitting, key=worth, default=None)


def _wanting(state: State, side: SideId, ability: Ability) -> int:
    effect = activates(ability)
    assert effect is not None
    units = state.table.units
    return sum(class_of(units[u]) in effect.units.classes for u in state.table.of_side(side))


# --- activations ----------------------------------------------------------------------------------


def unit_actions(
    state: State, side: SideId, options: dict[UnitId, UnitOption], *, eager: bool = False
) -> Iterator[Action]:
    """Things the units could do, the best of each unit first; dull ones are left out.

    `eager` also has units act that would tire of it.
    """
    for unit, option in sorted(options.items(), key=lambda item: _turn_of(state, item[0])):
        if not eager and _spent(state, unit):
            if option.rest:
                yield Rest(unit=unit, pay=option.rest[0])
            continue
        yield from _actions_of(state, side, unit, option)


def _turn_of(state: State, unit: UnitId) -> tuple[bool, int, str]:
    """Shooters first, whoever has acted least before others, the warlord last."""
    found = state.table.units[unit]
    acted = found.count("moves") + found.count("shots")
    return (found.has("warlord"), acted, unit)


def _spent(state: State, unit: UnitId) -> bool:
    """Whether a further activation would tire a unit too much."""
    found = state.table.units[unit]
    acted = found.count("moves") + found.count("shots")
    return acted >= 2 or (acted > 0 and found.count("fatigue") + 2 >= fatigue_limit(found))


def _actions_of(state: State, side: SideId, unit: UnitId, option: UnitOption) -> Iterator[Action]:
    found = state.table.units[unit]
    if option.rest and found.count("fatigue") + 1 >= fatigue_limit(found):
        yield Rest(unit=unit, pay=option.rest[0])
    if option.shoot:
        for aim in shots(state, unit)[:1]:
            if aim.dice:
                yield Shoot(unit=unit, target=aim.unit, pay=option.shoot[0])
    if option.move:
        yield from _moves_of(state, side, unit, option.move[0])
    if option.rest:
        yield Rest(unit=unit, pay=option.rest[0])


def _moves_of(state: State, side: SideId, unit: UnitId, pay: str) -> Iterator[Action]:
    """A promising engagement, an advance, and at the end an engagement nobody would choose."""
    grant = from_box(state, side, pay)
    may_engage = grant.may_engage if grant else True
    pending = coming(state, side, pay, unit)
    context = move_context(state, unit, may_engage=may_engage, pending=pending)
    aims = _in_reach(state, unit, context) if context.may_engage else []
    found = state.table.units[unit]
    good = [aim for aim in aims if _promising(found, aim) or context.moves]
    yield from _first_legal(state, side, unit, pay, good)
    if context.moves or restricted(state, unit):
        return
    go = _depart if found.has("baggage") else _advance
    towards = go(state, unit, pay, side)
    if towards is not None:
        yield towards
    if not found.has("warlord"):
        yield from _first_legal(state, side, unit, pay, [aim for aim in aims if aim not in good])


def _promising(unit: Unit, aim: Aim) -> bool:
    """Whether an engagement costs about what it brings; the warlord wants twice as much."""
    if unit.has("warlord"):
        return aim.expected >= aim.expected_back * 2
    return aim.expected * 5 >= aim.expected_back * 4


def _in_reach(state: State, unit: UnitId, context: MoveContext) -> list[Aim]:
    """Enemies that might be engaged, by what would come of it."""
    at = ground(state)
    far = standing_allowance(at, unit, context)
    near = [foe for foe in at.enemies(unit) if within(at.gap(unit, foe), far)]
    foes = forced_targets(at, unit, context) or near
    aims = [melee_aim(state, unit, foe) for foe in foes]
    return sorted(aims, key=lambda aim: (aim.expected_back - aim.expected, aim.unit))[:TRIED]


def _first_legal(
    state: State, side: SideId, unit: UnitId, pay: str, aims: list[Aim]
) -> Iterator[Action]:
    """The first of these engagements that the rules accept."""
    moves = (Move(unit=unit, pay=pay, engage=aim.unit) for aim in aims)
    legal = (move for move in moves if _legal(state, move, pay, side))
    found = next(legal, None)
    if found is not None:
        yield found


def _legal(state: State, move: Move, pay: str, side: SideId) -> bool:
    try:
        plan_declared(state, move, coming(state, side, pay, move.unit))
    except Refused:
        return False
    return True


def _advance(state: State, unit: UnitId, pay: str, side: SideId) -> Move | None:
    """Towards the nearest enemy, as far as the unit can go and not too near."""
    pending = coming(state, side, pay, unit)
    context = move_context(state, unit, pending=pending)
    at = ground(state)
    foes = state.table.against(side)
    if not foes:
        return None
    nearest = min(foes, key=lambda foe: at.gap(unit, foe))
    (x, y), (ex, ey) = _middle(state, unit), _middle(state, nearest)
    apart = hypot(ex - x, ey - y)
    keep_off = LORD_KEEPS_OFF if state.table.units[unit].has("warlord") else KEEP_OFF
    length = min(standing_allowance(at, unit, context), int(at.gap(unit, nearest)) - keep_off)
    if length < VS // 4 or not apart:
        return None
    reaches = [length * share / apart for share in (1.0, 0.6, 0.3)]
    wishes = [Shift(dx=int((ex - x) * reach), dy=int((ey - y) * reach)) for reach in reaches]
    return _first_shift(state, unit, pay, side, context, wishes)


def _depart(state: State, unit: UnitId, pay: str, side: SideId) -> Move | None:
    """Baggage to the way out: straight, else aside of what stands before it (SAGA-SCN-6)."""
    convoy = state.scenario.convoy
    if convoy is None:
        return None
    context = move_context(state, unit, pending=coming(state, side, pay, unit))
    (x, y), (x0, y0), (x1, y1) = _middle(state, unit), convoy.way_out.low, convoy.way_out.high
    dx, dy = min(max(x, x0), x1) - x, min(max(y, y0), y1) - y
    apart = hypot(dx, dy)
    if not apart:
        return None
    part = min(1.0, standing_allowance(ground(state), unit, context) / apart)
    turns = [(cos(radians(turn)) * part, sin(radians(turn)) * part) for turn in ASIDE]
    wishes = [Shift(dx=int(dx * c - dy * s), dy=int(dx * s + dy * c)) for c, s in turns]
    return _first_shift(state, unit, pay, side, context, wishes)


def _first_shift(
    state: State, unit: UnitId, pay: str, side: SideId, context: MoveContext, wishes: list[Shift]
) -> Move | None:
    """The first of these moves of which anything is legal."""
    for wish in wishes:
        plan = plan_shift(ground(state), unit, wish, context)
        if plan.order is not None and plan.order.paths and plan.shift != Shift(dx=0, dy=0):
            move = Move(unit=unit, pay=pay, paths=plan.order.paths)
            if _legal(state, move, pay, side):
                return move
    return None


def _middle(state: State, unit: UnitId) -> tuple[int, int]:
    poses = [model.pose for model in state.table.standing(unit).values()]
    return (sum(p.x for p in poses) // len(poses), sum(p.y for p in poses) // len(poses))
