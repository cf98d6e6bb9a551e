"""Some legal answers to every prompt, the plain one first."""

from collections.abc import Iterator
from typing import Any

from rules.core.refusals import Refused
from rules.core.values import INCH, SideId, UnitId
from rules.geometry.blocks import TURN, facing_towards, turn_between
from rules.geometry.wheels import wheel_cost, wheel_turn
from rules.ninth_age.actions import (
    Advance,
    Aim,
    Aside,
    Back,
    Command,
    DeclareCharge,
    EndDeclarations,
    EndMoves,
    EndShooting,
    Enter,
    Form,
    Join,
    Keep,
    March,
    MoveCharger,
    Next,
    NinthAction,
    Part,
    React,
    Reaction,
    Redirect,
    Reform,
    ShootAt,
    Straight,
    SwiftReform,
    Turn,
    Wander,
    Wheel,
)
from rules.ninth_age.advice import opening
from rules.ninth_age.advice.aims import aims
from rules.ninth_age.field.charging import check_target
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.reforming import judge_reform
from rules.ninth_age.play.moving.characters import judge_join
from rules.ninth_age.play.moving.declaring import judge_charge
from rules.ninth_age.play.moving.garrisons import judge_enter
from rules.ninth_age.play.moving.remaining import judge
from rules.ninth_age.play.moving.wandering import facing_of
from rules.ninth_age.play.shooting.aiming import aimable, firing, reactors
from rules.ninth_age.play.units.reading import foe_of, may_move, stands
from rules.ninth_age.questions import (
    AfterHalt,
    AfterSwift,
    Declare,
    FormUp,
    HowToReact,
    MoveUnits,
    NewTarget,
    NextCharger,
    NextFlight,
    NextPanic,
    NextRally,
    NextWander,
    Offer,
    Prompt,
    RollAgain,
    ShootWith,
    WhetherToRedirect,
    WhichTarget,
    WhomToSwoop,
    WhoSupports,
)
from rules.ninth_age.state import State

LIKELY = 2
"""So many targets of a charger, the nearest ones, are looked at."""


def suggest(state: State, prompt: Prompt) -> Iterator[NinthAction]:
    """Legal answers, the default first; in every state there is one."""
    match prompt.question:
        case Declare(charges=charges, offers=given):
            yield from _charges(state, charges)
            yield from _commands(given)
            yield EndDeclarations()
        case HowToReact(unit=unit, charger=charger, reactions=reactions):
            yield from _reactions(state, unit, charger, reactions)
        case WhoSupports(units=units):
            yield from (Next(unit=unit) for unit in units)
            yield Keep()
        case WhetherToRedirect(units=units):
            yield Keep()
            yield from (Redirect(unit=unit) for unit in units)
        case NewTarget(unit=unit, targets=targets):
            yield from _new_targets(state, unit, targets)
            yield Keep()
        case WhichTarget(targets=targets):
            yield from (Aim(target=target) for target in targets)
        case NextCharger(units=units):
            yield from (MoveCharger(unit=unit) for unit in units)
        case NextRally(units=units) | NextFlight(units=units) | NextPanic(units=units):
            yield from (Next(unit=unit) for unit in units)
        case WhomToSwoop(targets=targets):
            yield from (Aim(target=target) for target in targets)
            yield Keep()
        case RollAgain(unit=unit):
            yield Keep()
            yield Next(unit=unit)
        case NextWander(units=units, fixed=fixed, stays=stays):
            for unit in units:
                facing = facing_of(state, unit) if unit in fixed else _toward_foe(state, unit)
                yield Wander(unit=unit, facing=facing)
            if stays:
                yield Keep()
        case FormUp(unit=unit, pivot=pivot):
            facing = _toward_foe(state, unit)
            yield from _reforms(state, unit, (facing,), same=pivot)
            yield Keep()
        case MoveUnits(units=units):
            able = (u for u in units if stands(state, u) and may_move(state, u))
            yield from _moves(state, {u: units[u] for u in able})
            yield EndMoves()
        case ShootWith(offers=given):
            yield from _shots(state, prompt.side)
            yield from _commands(given)
            yield EndShooting()
        case AfterHalt(unit=unit):
            yield from _advances(state, unit, forward=True)
            yield Keep()
        case AfterSwift(unit=unit):
            yield from _advances(state, unit)
            yield Keep()
        case _:
            yield from opening.suggest(state, prompt)


def _commands(given: tuple[Offer, ...]) -> Iterator[Command]:
    """What may be given."""
    for one in given:
        yield Command(unit=one.unit, power=one.power, target=one.target)


def _shots(state: State, side: SideId) -> Iterator[ShootAt]:
    """For each unit in turn its shots, the most promising first."""
    for unit in firing(state, side):
        for aim in aims(state, unit):
            yield ShootAt(unit=unit, target=aim.unit, weapon=aim.weapon)


def _reactions(
    state: State, unit: UnitId, charger: UnitId, reactions: tuple[Reaction, ...]
) -> Iterator[React]:
    """What is still possible of the reactions that were offered."""
    for reaction in reactions:
        shoots = reaction == "stand_and_shoot"
        if not shoots or reactors(state, unit, charger):
            yield React(reaction=reaction)


def _toward_foe(state: State, unit: UnitId) -> int:
    """The facing towards the nearest enemy."""
    if not stands(state, unit):
        return 0
    ground = ground_of(state)
    block = ground.block(unit)
    foe = ground.nearest_enemy(unit)
    return block.facing % TURN if foe is None else facing_towards(block.at, ground.block(foe).at)


def _joins(state: State, unit: UnitId, hosts: tuple[UnitId, ...]) -> Iterator[Join]:
    """Into the middle of the front rank of a unit that is near enough."""
    for host in hosts:
        file = ground_of(state).block(host).front // 2
        join = Join(unit=unit, host=host, file=file)
        if _allowed(lambda j=join: judge_join(state, j)):
            yield join


def _charges(state: State, charges: dict[UnitId, tuple[UnitId, ...]]) -> Iterator[NinthAction]:
    """Charges at the nearest targets: each costs a search, and a side has dozens of units."""
    for unit, targets in charges.items():
        for target in targets[:LIKELY]:
            if _allowed(lambda u=unit, t=target: judge_charge(state, u, t)):
                yield DeclareCharge(unit=unit, target=target)


def _new_targets(state: State, unit: UnitId, targets: tuple[UnitId, ...]) -> Iterator[NinthAction]:
    if not stands(state, unit):
        return
    friends = [u for u in state.charges if u != unit]
    ground = ground_of(state)
    for target in targets:
        foe = foe_of(state, target)
        if _allowed(lambda t=target, f=foe: check_target(ground, unit, t, friends, f)):
            yield DeclareCharge(unit=unit, target=target)


def _allowed(judge: Any) -> bool:
    try:
        judge()
    except Refused:
        return False
    return True


def _moves(state: State, units: Any) -> Iterator[NinthAction]:
    """For each unit in turn a way towards the enemy, if it has nobody to shoot at from where it
    stands; other kinds of move for the first."""
    if not units:
        return
    first = next(iter(units))
    for number, unit in enumerate(units):
        if aimable(state, unit):
            continue
        if units[unit].march and not units[unit].test:
            for path in _forward(state, unit, units[unit].march):
                if _allowed(lambda u=unit, p=path: judge(state, u, p, march=True)):
                    yield March(unit=unit, path=path)
                    break
        yield from _advances(state, unit, few=number > 0)
        yield from _joins(state, unit, units[unit].hosts)
        for building in units[unit].buildings:
            if _allowed(lambda u=unit, b=building: judge_enter(state, Enter(unit=u, building=b))):
                yield Enter(unit=unit, building=building)
    if units[first].march and units[first].test:
        for path in _forward(state, first, units[first].march):
            if _allowed(lambda p=path: judge(state, first, p, march=True)):
                yield March(unit=first, path=path)
                break
    facing = _toward_foe(state, first)
    if not units[first].reform:
        return
    yield from _reforms(state, first, (facing, (facing + TURN // 2) % TURN))
    if units[first].swift:
        for reform in _reforms(state, first, (facing,)):
            yield SwiftReform(unit=first, files=reform.files, facing=reform.facing)


def _advances(
    state: State, unit: UnitId, *, forward: bool = False, few: bool = False
) -> Iterator[Advance]:
    if not stands(state, unit):
        return
    far = ground_of(state).pace(unit) * INCH
    paths = list(_forward(state, unit, far))
    if not forward and not few:
        half = far // 2
        paths += [(Aside(length=half),), (Aside(length=-half),), (Back(length=half),)]
    for path in paths:
        if _allowed(lambda p=path: judge(state, unit, p, forward=forward)):
            yield Advance(unit=unit, path=path)
            if few:
                return


def _forward(state: State, unit: UnitId, far: int) -> Iterator[tuple[Part, ...]]:
    """Ways towards the nearest enemy: turned to it as far as can be, then straight, all or less."""
    block = ground_of(state).block(unit)
    wanted = turn_between(block.facing, _toward_foe(state, unit))
    if block.total == 1 and wanted:
        yield (Turn(turn=wanted), Straight(length=far))
        yield (Turn(turn=wanted), Straight(length=far // 2))
    least = 2000
    if wanted and block.total > 1 and ground_of(state).all_have(unit, "light_troops"):
        facing = (block.facing + wanted) % TURN
        yield (Form(files=block.front, facing=facing), Straight(length=far // 2))
    if abs(wanted) > least:
        most = min(abs(wanted), wheel_turn(block.width, far))
        for turn in (most, most // 2):
            if turn > least:
                sign = turn if wanted > 0 else -turn
                rest = int(far - wheel_cost(block.width, turn)) - INCH // 50
                if rest > INCH // 4:
                    yield (Wheel(turn=sign), Straight(length=rest))
                yield (Wheel(turn=sign),)
    for part in (far, far // 2, far // 4):
        yield (Straight(length=part),)


def _reforms(
    state: State, unit: UnitId, facings: tuple[int, ...], *, same: bool = False
) -> Iterator[Reform]:
    """Other formations, with the `same` files only for a pivot."""
    if not stands(state, unit):
        return
    ground = ground_of(state)
    block = ground.block(unit)
    for facing in facings:
        wider = block.front if same else min(block.count, block.front + 1)
        for files in dict.fromkeys((block.front, wider)):
            if _allowed(lambda n=files, f=facing: judge_reform(ground, unit, n, f)):
                yield Reform(unit=unit, files=files, facing=facing)
