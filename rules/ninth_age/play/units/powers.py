"""Orders, shouts and advice: what somebody gives his units for a turn (armies DH, EOS and OG)."""

from functools import cache
from typing import Literal

from rules.core.packs import read
from rules.core.values import INCH, SideId, UnitId, Value
from rules.ninth_age.actions import Command
from rules.ninth_age.armies.packs import DATA
from rules.ninth_age.events import Lent, Spent
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.numbers import PRESENCE, PRESENCE_LARGE, within
from rules.ninth_age.play.units.bestowed import has
from rules.ninth_age.play.units.reading import Run, do
from rules.ninth_age.questions import Offer, Prompt
from rules.ninth_age.state import State
from rules.ninth_age.wording import no

Moment = Literal["charges", "shooting"]


class Power(Value, frozen=True):
    """What may be given, by whom and to whom; see data/powers.toml."""

    id: str
    by: tuple[str, ...]
    moment: Moment
    kinds: tuple[str, ...]
    grants: tuple[str, ...]
    reach: int = 0
    all: bool = False
    once: bool = False
    """Once a game."""
    general: bool = False
    """Whether the General alone gives it."""
    farther: bool = False
    """Whether its target shoots a die and an inch farther."""


class _Powers(Value, frozen=True):
    powers: tuple[Power, ...]


@cache
def powers() -> tuple[Power, ...]:
    """All of them. Raises PackError."""
    return read(DATA / "powers.toml", _Powers).powers


def offers(state: State, side: SideId, moment: Moment) -> tuple[Offer, ...]:
    """What a side may give now: at the beginning of a moment, before anybody charges or shoots."""
    if state.charges or any(state.did(unit, "charged", "shot") for unit in state.each(side)):
        return ()
    return tuple(
        Offer(unit=giver, power=power.id, target=target)
        for giver in state.each(side)
        for power in powers()
        if power.moment == moment and _gives(state, giver, power)
        for target in _targets(state, giver, power)
    )


def _gives(state: State, giver: UnitId, power: Power) -> bool:
    """Whether somebody may give this now: who flees gives nothing (T9A-FLEE-17)."""
    if state.fleeing(giver) or not any(has(state, giver, rule) for rule in power.by):
        return False
    if power.general and not state.stats[giver].general:
        return False
    if power.once and power.id in state.spent.get(giver, ()):
        return False
    return not state.did(giver, "commanded_twice" if _tactician(state, giver) else "commanded")


def _tactician(state: State, giver: UnitId) -> bool:
    """Whether somebody gives two orders in a turn."""
    return state.stats[giver].has("great_tactician")


def _targets(state: State, giver: UnitId, power: Power) -> list[UnitId]:
    """The units that somebody may give this to; nobody in particular where all have it."""
    if power.all:
        return [""] if receivers(state, giver, power, "") else []
    ground, home = ground_of(state), state.host(giver)
    far = _reach(state, giver, power)
    return [
        unit
        for unit in state.acting(state.table.units[giver].side)
        if _is_of(state, unit, power) and (unit == home or within(ground.gap(giver, unit), far))
    ]


def _reach(state: State, giver: UnitId, power: Power) -> int:
    """How far somebody is heard: a hero in his own ranks only, a great tactician who is the General
    as far as he leads."""
    stats = state.stats[giver]
    if stats.general and _tactician(state, giver):
        return PRESENCE_LARGE if stats.has("large_target") else PRESENCE
    return power.reach if stats.category == "lords" else 0


def _is_of(state: State, unit: UnitId, power: Power) -> bool:
    """Whether a unit is one for this, and has it not yet in this turn."""
    stats = state.stats[unit]
    of_kind = stats.troop_type in power.kinds or any(stats.has(kind) for kind in power.kinds)
    return of_kind and not (power.grants and set(power.grants) <= set(stats.lent))


def receivers(state: State, giver: UnitId, power: Power, target: UnitId) -> list[UnitId]:
    """Who has what is given: the target, or all units of a kind and those who have joined them."""
    if target:
        return ground_of(state).parts(target)
    side = state.table.units[giver].side
    return [unit for unit in state.each(side) if _is_of(state, unit, power)]


def give(run: Run, prompt: Prompt, moment: Moment, action: Command) -> None:
    """What was offered is given: written down, and had until the turn ends. Raises Refused."""
    offer = Offer(unit=action.unit, power=action.power, target=action.target)
    if offer not in offers(run.state, prompt.side, moment):
        raise no("no_power")
    run.close(prompt.id)
    power = next(one for one in powers() if one.id == action.power)
    state = run.state
    farther = 0
    if power.farther:
        (face,) = run.roll(
            1, side=state.table.units[action.unit].side, why="farther", unit=action.unit
        )
        farther = (face + 1) * INCH
    if power.once:
        run.emit(Spent(unit=action.unit, weapon=power.id))
    for unit in receivers(state, action.unit, power, action.target):
        run.emit(
            Lent(unit=unit, rules=power.grants, by=action.unit, power=power.id, farther=farther)
        )
    do(run, action.unit, "commanded_twice" if state.did(action.unit, "commanded") else "commanded")
