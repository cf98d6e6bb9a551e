"""What units may do now, read from the state; and the few facts that many chapters write."""

from collections.abc import Mapping, Sequence

from rules.core.events import Counted, Lost, Moved, Trace
from rules.core.resolution import Resolution
from rules.core.values import ModelId, Pose, SideId, UnitId
from rules.geometry.blocks import Block
from rules.geometry.measure import TOUCH
from rules.ninth_age.events import Did
from rules.ninth_age.field.approach import Foe
from rules.ninth_age.field.ground import Ground, ground_of
from rules.ninth_age.numbers import SPOTTED, charge_range, kept
from rules.ninth_age.play.units.bestowed import all_have, has, specials_of
from rules.ninth_age.play.units.presence import presence
from rules.ninth_age.state import Deed, State
from rules.ninth_age.wording import named, no

Run = Resolution[State]

CHARGED: tuple[Deed, ...] = ("rallied", "fled", "charged", "charge_failed", "parted", "stupefied")
"""Deeds after which nobody charges in the same turn."""
MOVED: tuple[Deed, ...] = (
    "charged", "charge_failed", "rallied", "fled", "moved", "marched", "reformed", "joined",
    "stupefied",
)  # fmt: skip
"""Deeds after which nobody makes a remaining move."""


def known(state: State, unit: UnitId) -> UnitId:
    """The unit itself. Raises Refused unless it has a model on the table."""
    found = state.table.units.get(unit)
    if found is None or not found.models:
        raise no("no_unit")
    return unit


def meant(state: State, unit: UnitId) -> UnitId:
    """The unit that a name means: of a character in another's ranks, that one (T9A-CHR-02). Raises
    Refused unless it has a model on the table."""
    return known(state, state.host(known(state, unit)))


def own_unit(state: State, side: SideId, unit: UnitId) -> None:
    """Raise Refused unless a unit is on the table and this side's."""
    known(state, unit)
    if state.table.units[unit].side != side:
        raise no("not_yours")


def stands(state: State, unit: UnitId) -> bool:
    """Whether a unit has a model on the table: one that is asked about may be gone since."""
    return bool(state.table.units[unit].models)


def engaged(state: State, unit: UnitId) -> bool:
    """Whether a unit is in contact with an enemy it fights."""
    return bool(foes(state, unit))


STEAM = ((8, 3), (4, 2), (0, 1))
"""Dice of a move driven by steam, by the Wounds that are left (army EOS)."""


def wounds_left(state: State, unit: UnitId) -> int:
    """Wounds that a unit has left, all its models together."""
    found = state.table.units[unit]
    lost = found.count("wounds") + found.count("champion")
    return len(found.models) * state.stats[unit].wounds - lost


def foes(state: State, unit: UnitId) -> list[UnitId]:
    """The enemies a unit is in contact with: charged or charging, standing, still touching."""
    ground = ground_of(state)
    units = state.table.units
    return [
        foe
        for foe in state.engaged.get(unit, ())
        if units[foe].models and units[unit].models
        and not state.fleeing(foe) and not state.fleeing(unit)
        and ground.gap(unit, foe) <= TOUCH
    ]  # fmt: skip


def foe_of(state: State, target: UnitId) -> Foe:
    """How a target of a charge stands."""
    if state.fleeing(target):
        return "fleeing"
    return "engaged" if engaged(state, target) else "free"


def swift(state: State, unit: UnitId) -> bool:
    """Whether a unit has Swiftstride: all of it must (T9A-CHG-21)."""
    return not wanders(state, unit) and all_have(state, unit, "swiftstride")


def random_dice(state: State, unit: UnitId) -> int:
    """Dice of a unit's random movement, the fewest in it; 0 where none moves at random
    (T9A-SR-RANDOMMOVEMENT). Steam gives as many as the Wounds that are left allow (army EOS)."""
    if has(state, unit, "steam_engine"):
        return next(dice for least, dice in STEAM if wounds_left(state, unit) >= least)
    dice = [state.stats[part].random_movement for part in ground_of(state).parts(unit)]
    return min((n for n in dice if n), default=0)


def rushing_dice(state: State, unit: UnitId) -> int:
    """Dice of a charge or flight: two, three of which the lowest is dropped, or those of a random
    movement."""
    return random_dice(state, unit) or (3 if swift(state, unit) else 2)


def rushed(state: State, unit: UnitId, faces: Sequence[int]) -> int:
    """What the dice of a flight count (T9A-FLEE-02)."""
    return sum(faces) if wanders(state, unit) else sum(kept(faces))


def charge_reach(state: State, unit: UnitId, faces: Sequence[int]) -> int:
    """The charge range that dice give, in inches (T9A-CHG-21, T9A-CMD-01)."""
    return charge_range(faces, ground_of(state).pace(unit), state.stats[unit].champion)


def wanders(state: State, unit: UnitId) -> bool:
    """Whether a unit moves at random."""
    return random_dice(state, unit) > 0


def spotted(state: State, unit: UnitId) -> bool:
    """Whether an enemy is so near that a march needs a test (T9A-MARCH-03, -04)."""
    ground = ground_of(state)
    return any(ground.near(unit, ground.enemies(unit), SPOTTED))


def tests_march(state: State, unit: UnitId) -> bool:
    """Whether a march needs a test: an enemy is near, and the unit not relentless (army DH). A
    character marches out of his unit on its test, which is taken once (T9A-MARCH-09)."""
    whole = state.host(unit)
    steady = state.did(whole, "drilled") or ground_of(state).all_have(whole, "relentless")
    return spotted(state, whole) and not steady


def march_rate(state: State, unit: UnitId) -> int:
    """How many times its Movement a unit marches: twice (T9A-MARCH-01), relentless infantry far
    from every enemy three times (army DH)."""
    ground = ground_of(state)
    foot = all(state.stats[part].troop_type == "infantry" for part in ground.parts(unit))
    free = foot and ground.all_have(unit, "relentless") and not spotted(state, unit)
    return 3 if free else 2


def may_move(state: State, unit: UnitId) -> bool:
    """Whether a unit may still make a remaining move, or leave the unit it has joined
    (T9A-REM-02, -03, T9A-RALLY-07, T9A-CHR-02, -03)."""
    return not (
        any(state.did(one, *MOVED) or engaged(state, one) for one in {unit, state.host(unit)})
        or state.fleeing(unit) or wanders(state, unit) or ground_of(state).pace(unit) == 0
        or (unit in state.joined and ground_of(state).home(unit))
    )  # fmt: skip


def check_march(state: State, unit: UnitId) -> None:
    """Raise Refused for who cannot march, or is in a unit whose test has failed before somebody
    left it (T9A-MARCH-09, -10)."""
    if state.did(state.host(unit), "halted"):
        raise no("march_stopped", "T9A-MARCH-09", unit=named(unit))
    if not may_march(state, unit):
        raise no("cannot_march", "T9A-MARCH-10", unit=named(unit))


def may_march(state: State, unit: UnitId) -> bool:
    """Whether a unit is able to march (T9A-MARCH-10): not one that came from ambush in this turn,
    nor one whose test has failed (T9A-MARCH-09); the undead only where their General is near
    (T9A-SR-UNDEAD)."""
    parts = [state.stats[part] for part in ground_of(state).parts(unit)]
    steadied = state.did(unit, "feigned") and has(state, unit, "steady_men")
    if steadied or state.did(unit, "arrived") or state.did(state.host(unit), "halted"):
        return False
    led = any(
        has(state, part, "undead") and not any(one.marches for one in specials_of(state, part))
        for part in ground_of(state).parts(unit)
    )
    if led and not presence(state, unit):
        return False
    return not any(part.has("cannot_march") for part in parts)


def may_charge(state: State, unit: UnitId) -> bool:
    """Whether a unit may declare a charge, or a character out of the unit he has joined
    (T9A-CHG-01, T9A-CHR-03); scouts and vanguards not in the first player turn (T9A-SR-SCOUT)."""
    stats = state.stats[unit]
    both = {unit, state.host(unit)}
    first = state.turn == 1 and state.active == state.first
    return not (
        (first and not both.isdisjoint(state.opening.early))
        or any(one in state.charges for one in both)
        or state.fleeing(unit)
        or any(state.did(one, *CHARGED) or engaged(state, one) for one in both)
        or stats.troop_type == "war_machine"
        or wanders(state, unit)
        or ground_of(state).pace(unit) == 0
        or any(one.no_charge for one in specials_of(state, unit))
        or bool(ground_of(state).home(unit))
    )


BARRED_SHOTS: tuple[tuple[Deed, str, str], ...] = (
    ("rallied", "rallied", "T9A-RALLY-08"),
    ("charged", "charged", "T9A-SHOOT-01"),
    ("charge_failed", "charged", "T9A-CHG-40"),
    ("fled", "fled", "T9A-FLEE-17"),
    ("stupefied", "stupefied", "T9A-SR-STUPIDITY"),
)
"""Deeds that bar a unit from shooting, the word for why, and the rule."""
LATE_SHOTS: tuple[tuple[Deed, str, str], ...] = (
    ("marched", "marched", "T9A-MARCH-08"),
    ("reformed", "reformed", "T9A-REF-01"),
)
"""The same, but not for light troops, nor a march for a breath (T9A-SR-LIGHTTROOPS,
T9A-SR-BREATHWEAPON)."""

MOVING_SHOTS: tuple[Deed, ...] = (
    "moved", "marched", "reformed", "wandered", "feigned", "arrived",
)  # fmt: skip
"""Deeds after which a unit shoots as having moved."""


def shot_bar(state: State, unit: UnitId, *, after_march: bool = False) -> tuple[str, str] | None:
    """Why a unit may not shoot in the shooting phase that follows, whatever it carries: a word, and
    the rule (T9A-SHOOT-01). Who stands in another's ranks is barred by what either did."""
    host = state.host(unit)
    if state.fleeing(host):
        return "fled", "T9A-FLEE-17"
    if engaged(state, host):
        return "engaged", "T9A-SHOOT-01"
    late = () if ground_of(state).all_have(host, "light_troops") else LATE_SHOTS
    for deed, word, rule in (*BARRED_SHOTS, *late):
        did = any(state.did(one, deed) for one in (unit, host))
        if did and not (after_march and deed == "marched"):
            return word, rule
    return None


def may_shoot(state: State, unit: UnitId) -> bool:
    """Whether a unit may shoot in the shooting phase that follows, if it has what to shoot with."""
    return shot_bar(state, unit) is None


def moved(state: State, unit: UnitId) -> bool:
    """Whether a unit, or the one in whose ranks it stands, moved in this turn, as far as shooting
    asks (T9A-SHOOT-06)."""
    return any(state.did(one, *MOVING_SHOTS) for one in (unit, state.host(unit)))


def do(run: Run, unit: UnitId, *deeds: Deed) -> None:
    """Write down what a unit did."""
    for deed in deeds:
        run.emit(Did(unit=unit, deed=deed))


def destroy(run: Run, unit: UnitId, why: str) -> None:
    """A unit is destroyed, with everybody who has joined it (T9A-FLEE-10, T9A-CHG-27)."""
    for part in reversed(ground(run).parts(unit)):
        run.emit(Lost(unit=part, models=run.state.table.units[part].models, why=why))


def set_fleeing(run: Run, unit: UnitId, flees: bool) -> None:
    """A unit begins or stops to flee."""
    was = run.state.table.units[unit].count("fleeing")
    if bool(was) != flees:
        value = int(flees)
        run.emit(Counted(unit=unit, counter="fleeing", value=value, was=was, why="flight"))


def carry(run: Run, unit: UnitId, blocks: tuple[Block, ...], why: str) -> None:
    """Move a unit's models along blocks, the first of which is where it stands."""
    here = ground_of(run.state)
    models = here.models(unit)
    ways = [here.poses(unit, block) for block in blocks[1:]]
    traces = tuple(
        Trace(
            model=key,
            poses=(run.state.table.models[key].pose, *(way[key] for way in ways)),
        )
        for key in models
    )
    run.emit(Moved(unit=unit, traces=traces, why=why))


def step(run: Run, poses: Mapping[ModelId, Pose], unit: UnitId, why: str) -> None:
    """A unit's models go to other places, by the straightest way."""
    now = run.state.table.models
    traces = tuple(Trace(model=key, poses=(now[key].pose, pose)) for key, pose in poses.items())
    run.emit(Moved(unit=unit, traces=traces, why=why))


def ground(run: Run) -> Ground:
    """The ground as it is now."""
    return ground_of(run.state)
