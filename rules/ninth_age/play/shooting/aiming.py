"""What a shot would be: who may shoot with what at whom, and the faces that hit (chapter SHOOT)."""

import dataclasses
from collections import Counter
from dataclasses import dataclass

from msgspec.structs import replace

from rules.core.events import Source
from rules.core.refusals import Refused, Shape, Trail
from rules.core.values import INCH, ModelId, SideId, UnitId
from rules.geometry.arcs import Arc, arc_of, in_front
from rules.geometry.convex import boxes_meet, separation
from rules.geometry.measure import EPS, distance, snap
from rules.ninth_age.actions import Volley
from rules.ninth_age.arms import Weapon
from rules.ninth_age.field.charging import side_of
from rules.ninth_age.field.ground import Ground, area, ground_of, shown
from rules.ninth_age.field.ranks import Seat
from rules.ninth_age.field.sighting import Shooter, shooters
from rules.ninth_age.field.templates import covers, template_radius
from rules.ninth_age.numbers import within
from rules.ninth_age.play.harm.saves import NEVER, figure, hit_faces, source
from rules.ninth_age.play.shooting.weapons import own_of_champion, reacts, weapon_of, weapons
from rules.ninth_age.play.units.bestowed import has, rules_of, specials_of
from rules.ninth_age.play.units.reading import engaged, known, meant, moved, shot_bar
from rules.ninth_age.special import Special, special
from rules.ninth_age.state import State
from rules.ninth_age.wording import length, named, no, term

RANKS = 2
"""Ranks that shoot (T9A-SHOOT-02)."""
BREATHS = frozenset({"breath", "shriek"})
"""What comes out of a mouth: after a march too (T9A-SR-BREATHWEAPON, army VC)."""
SURE = frozenset({"catapult", "flame", *BREATHS})
"""Artillery that rolls no dice to hit."""


@dataclass(frozen=True)
class Fire:
    """A shot that may be given. `volleys` are who roll to hit, by what they need; `blind` a
    catapult that does not see where it aims; `model` where a template is aimed; `engineer` who
    serves a war machine."""

    unit: UnitId
    target: UnitId
    weapon: Weapon
    distance: float
    volleys: tuple[Volley, ...]
    reaction: bool = False
    blind: bool = False
    model: ModelId = ""
    engineer: UnitId = ""
    beside: "Fire | None" = None
    """What the champion shoots with a weapon of his own (T9A-SHOOT-04)."""


# --- who may --------------------------------------------------------------------------------------


def bar(state: State, unit: UnitId, weapon: Weapon) -> tuple[str, str] | None:
    """Why a unit may not shoot with a weapon in its shooting phase: a word, and the rule
    (T9A-SHOOT-01)."""
    if state.did(unit, "shot"):
        return "done", "T9A-SHOOT-01"
    if silent(state, unit):
        return "jammed", "T9A-WPN-10"
    stats = state.stats[unit]
    still = weapon.has("move_or_fire") or stats.has("move_or_fire")
    if still and moved(state, unit):
        return "moved", "T9A-SR-MOVEORFIRE"
    marched = any(state.did(one, "marched") for one in (unit, state.host(unit)))
    if marched and any(one.halts for one in specials_on(weapon)):
        return "marched", "T9A-MARCH-08"
    return shot_bar(state, unit, after_march=weapon.artillery in BREATHS)


def silent(state: State, unit: UnitId) -> bool:
    """Whether a unit's weapons are out of action in this turn (T9A-WPN-10, T9A-TT-04)."""
    return unit in state.jammed and state.jammed[unit] >= state.turn


def firing(state: State, side: SideId) -> dict[UnitId, tuple[UnitId, ...]]:
    """Units that may shoot, and the enemies that each sees and reaches. Cover and what each model
    sees are judged with the shot itself."""
    found = {unit: aimable(state, unit) for unit in state.each(side)}
    return {unit: foes for unit, foes in found.items() if foes}


def aimable(state: State, unit: UnitId) -> tuple[UnitId, ...]:
    """The enemies that a unit may shoot at, sees and reaches."""
    every = (*weapons(state, unit), *weapons(state, unit, leader=True))
    able = [w for w in every if bar(state, unit, w) is None]
    if not able:
        return ()
    side = state.table.units[unit].side
    foes = (foe for other in state.sides if other != side for foe in state.acting(other))
    return tuple(
        foe
        for foe in foes
        if any(_reaches(state, unit, foe, w) for w in able)
        and not engaged(state, foe)
        and not _elsewhere(state, unit, foe)
    )


def _elsewhere(state: State, unit: UnitId, target: UnitId) -> UnitId:
    """Another target at which the unit, or who stands in its ranks, has shot in this turn: all of
    it shoots at the same (T9A-SHOOT-02)."""
    aimed = state.aimed.get(state.host(unit), target)
    return aimed if aimed != target else ""


def _reaches(state: State, unit: UnitId, target: UnitId, weapon: Weapon) -> bool:
    ground = ground_of(state)
    here, there = ground.block(unit), ground.block(target)
    lobbed = weapon.artillery == "catapult"
    if not boxes_meet(here.box, there.box, weapon.reach + EPS):
        return False
    if not (lobbed or ground.looks_round(unit) or in_front(here, there.solid)):
        return False
    # Two units are never farther from each other than their middles.
    near = distance(here.at, there.at) <= weapon.reach
    if not near and ground.gap(unit, target) > weapon.reach + EPS:
        return False
    return lobbed or _seen(ground, unit, target)


def _seen(ground: Ground, unit: UnitId, target: UnitId) -> bool:
    """Whether a unit sees another, worked out once on this ground."""
    key = ("seen", unit, target)
    if key not in ground.plans:
        ground.plans[key] = ground.sees(unit, target)
    return bool(ground.plans[key])


def reactors(state: State, unit: UnitId, charger: UnitId) -> list[UnitId]:
    """Who of a unit may stand and shoot at a charger: it, and those in its ranks (T9A-CHG-11)."""
    return [part for part in ground_of(state).parts(unit) if may_react(state, part, charger)]


def may_react(state: State, unit: UnitId, charger: UnitId) -> bool:
    """Whether a unit, or who stands in its ranks, may stand and shoot at a charger by himself
    (T9A-CHG-11)."""
    if state.did(unit, "stood") or state.fleeing(unit) or engaged(state, state.host(unit)):
        return False
    if state.stats[unit].has("cumbersome") or silent(state, unit):
        return False
    if _side(state, state.host(unit), charger) != "front":
        return False
    try:
        judge_fire(state, unit, charger, reaction=True)
    except Refused:
        return False
    return True


def _side(state: State, unit: UnitId, charger: UnitId) -> Arc:
    """The side from which a charger comes: where the larger part of his front lies, or lay when he
    declared (T9A-UNIT-11)."""
    charge = state.charges.get(charger)
    if charge is not None and charge.target == unit:
        return charge.side
    return side_of(ground_of(state), charger, unit)


def _ready(state: State, unit: UnitId, charger: UnitId, *, leader: bool) -> str:
    """The weapon with which a charger is met: what is not quick to fire only while he is farther
    away than he moves (T9A-CHG-11)."""
    ground = ground_of(state)
    far = ground.gap(state.host(unit), charger) > ground.pace(charger) * INCH + EPS
    held = weapons(state, unit, leader=leader)
    able = (w for w in held if reacts(w) and (far or w.has("quick_to_fire")))
    return next((weapon.id for weapon in able), "")


# --- judging --------------------------------------------------------------------------------------


def judge_fire(
    state: State, unit: UnitId, target: UnitId, wanted: str = "", model: ModelId = "",
    *, reaction: bool = False,
) -> Fire:  # fmt: skip
    """A shot worked out, at the unit in whose ranks a target stands; a champion who has a weapon of
    his own shoots with it beside the others, or alone where they may not. Raises Refused."""
    try:
        own = _judged(state, unit, target, "", "", reaction=reaction, leader=True)
    except Refused:
        own = None
    try:
        shot = _judged(state, unit, target, wanted, model, reaction=reaction)
    except Refused:
        if own is None or (wanted and wanted != own.weapon.id):
            raise
        return own
    return dataclasses.replace(shot, beside=own)


def _judged(
    state: State, unit: UnitId, target: UnitId, wanted: str, model: ModelId, *, reaction: bool,
    leader: bool = False,
) -> Fire:  # fmt: skip
    """A shot of rank and file, or of their champion with a weapon of his own."""
    known(state, unit)
    target = meant(state, target)
    units = state.table.units
    if not reaction and (aimed := _elsewhere(state, unit, target)):
        shapes = shown(ground_of(state), aimed)
        raise no("one_target", "T9A-SHOOT-02", shapes=shapes, unit=named(unit), other=named(aimed))
    if units[unit].side == units[target].side:
        raise no("not_enemy", "T9A-SHOOT-02")
    ready = _ready(state, unit, target, leader=leader) if reaction else ""
    weapon = weapon_of(state, unit, wanted or ready, reaction=reaction, leader=leader)
    if reaction and not ready:
        raise no("no_reaction", "T9A-CHG-11")
    if not reaction and (why := bar(state, unit, weapon)):
        reason = term(f"no_shot.{why[0]}")
        raise no("may_not_shoot", why[1], unit=named(unit), reason=reason)
    if engaged(state, target):
        shapes = shown(ground_of(state), target)
        raise no("target_engaged", "T9A-SHOOT-10", shapes=shapes, other=named(target))
    if model and model not in ground_of(state).models(target):
        raise no("not_in_list")
    if weapon.artillery == "catapult":
        return _lobbed(state, unit, target, weapon, model)
    able = _able(state, unit, target, weapon, reaction=reaction)
    if own_of_champion(state.stats[unit]):
        able = [one for one in able if one.leads is leader]
    if not able:
        raise _out_of(state, unit, target, weapon)
    nearest = min(one.distance for one in able)
    helper = engineer(state, unit) if weapon.artillery else ""
    if weapon.artillery == "flame":
        model = _aimed(state, unit, target, weapon, model)
    if weapon.artillery in SURE:
        return Fire(unit, target, weapon, nearest, (), reaction, False, model, helper)
    found = volleys(state, unit, target, weapon, able, reaction=reaction)
    if all(one.need == NEVER for one in found):
        shapes = shown(ground_of(state), target)
        raise no("cannot_hit", "T9A-SHOOT-05", shapes=shapes, unit=named(unit), other=named(target))
    return Fire(unit, target, weapon, nearest, found, reaction, False, model, helper)


def _able(
    state: State, unit: UnitId, target: UnitId, weapon: Weapon, *, reaction: bool
) -> list[Shooter]:
    """Models that may shoot (T9A-SHOOT-02, -09, T9A-CHG-11)."""
    volley = weapon.has("volley_fire")
    all_ranks = volley and not reaction and not moved(state, unit)
    return shooters(
        ground_of(state), unit, target, None if reaction else weapon.reach,
        None if all_ranks else RANKS, over=volley,
    )  # fmt: skip


def _out_of(state: State, unit: UnitId, target: UnitId, weapon: Weapon) -> Exception:
    """Why no model may shoot at a target: it is too near, too far, or nobody sees it."""
    ground = ground_of(state)
    gap = ground.gap(unit, target)
    line: tuple[Shape, ...] = (
        Trail(points=(snap(ground.block(unit).at), snap(ground.block(target).at)), style="breach"),
        area(ground.block(target).solid, "breach"),
    )
    if within(gap, weapon.nearest):
        return no(
            "shot_near", "T9A-WPN-05", shapes=line, other=named(target), gap=length(gap),
            limit=length(weapon.nearest),
        )  # fmt: skip
    if gap > weapon.reach + EPS:
        return no(
            "shot_far", "T9A-SHOOT-03", shapes=line, other=named(target), gap=length(gap),
            limit=length(weapon.reach),
        )  # fmt: skip
    return no("shot_unseen", "T9A-SHOOT-02", "T9A-LOS-01", shapes=line, other=named(target))


def _lobbed(state: State, unit: UnitId, target: UnitId, weapon: Weapon, model: ModelId) -> Fire:
    """A template aimed at a model in range; it need not be seen (T9A-WPN-05)."""
    ground = ground_of(state)
    gap = ground.gap(unit, target)
    if gap > weapon.reach + EPS:
        raise _out_of(state, unit, target, weapon)
    aimed = _aimed(state, unit, target, weapon, model)
    blind = not ground.sees(unit, target, at=state.table.models[aimed].pose.at)
    helper = engineer(state, unit)
    return Fire(unit, target, weapon, gap, (), blind=blind, model=aimed, engineer=helper)


def _aimed(state: State, unit: UnitId, target: UnitId, weapon: Weapon, wanted: ModelId) -> ModelId:
    """The model that a template is centred on, rank and file first and the middle one where none
    is wanted: in range, of a flame its middle, which is seen; and neither friends nor units in
    combat lie under the template (T9A-WPN-05, -06, T9A-SHOOT-10)."""
    ground = ground_of(state)
    block, here = ground.block(target), ground.block(unit).solid
    spared = [
        other
        for other in ground.standing()
        if ground.side(other) == ground.side(unit) or engaged(state, other)
    ]
    radius = template_radius(weapon)
    own = set(state.table.units[target].models)
    flame = weapon.artillery == "flame"

    def reached(seat: Seat) -> bool:
        at = seat.middle(block)
        base = ((at,),) if flame else seat.solid(block)
        gap = max(0.0, separation(base, here))
        far = gap > weapon.reach + EPS or (flame and not ground.sees(unit, target, at=at))
        return not (far or within(gap, weapon.nearest))

    asked = sorted(
        (seat for seat in ground.seats(target) if wanted in ("", seat.model)),
        key=lambda seat: (seat.model not in own, distance(seat.middle(block), block.at)),
    )
    for seat in filter(reached, asked):
        at = seat.middle(block)
        if not any(covers(ground.block(u).solid, at, radius) for u in spared):
            return seat.model
    seats = list(filter(reached, asked))
    if not seats:
        raise _out_of(state, unit, target, weapon)
    friends = {
        one
        for one in spared
        if any(covers(ground.block(one).solid, seat.middle(block), radius) for seat in seats)
    }
    shapes = tuple(area(ground.block(friend).solid, "breach") for friend in sorted(friends))
    raise no("template_blocked", "T9A-SHOOT-10", "T9A-WPN-05", shapes=shapes, other=named(target))


# --- to hit ---------------------------------------------------------------------------------------


def modifiers(
    state: State, unit: UnitId, target: UnitId, weapon: Weapon, *, reaction: bool
) -> tuple[Source, ...]:
    """What changes the skill of every model alike (T9A-SHOOT-06)."""
    foe = rules_of(state, target)
    skill, helper = ballistic_skill(state, unit, weapon)
    found = [figure("engineer" if helper else "skill", skill)]
    if moved(state, unit) and not weapon.has("quick_to_fire"):
        found.append(source("moved", -2 if weapon.has("unwieldy") else -1))
    if reaction:
        found.append(source("stand_and_shoot", -1))
    found += [source(rule, -1) for rule in ("skirmishers", "hard_target") if rule in foe]
    if weapon.shots != "1" and weapon.artillery != "volley_gun":
        found.append(source("multiple_shots", -1))
    if weapon.artillery == "cannon" and "large_target" in foe:
        found.append(source("large_target", 1))
    known = [*specials_of(state, unit), *specials_on(weapon)]
    found += [source(one.id, one.aim) for one in known if one.aim]
    deaf = {source(name, 0).key for one in known for name in one.ignores}
    return tuple(one for one in found if one.key not in deaf)


def specials_on(weapon: Weapon) -> list[Special]:
    """What is known of the rules of a weapon."""
    return [known for rule in weapon.rules if (known := special(rule))]


def volleys(
    state: State, unit: UnitId, target: UnitId, weapon: Weapon, able: list[Shooter],
    *, reaction: bool = False,
) -> tuple[Volley, ...]:  # fmt: skip
    """The shooters in groups that need the same, those that hit best first."""
    common = modifiers(state, unit, target, weapon, reaction=reaction)
    dug_in = has(state, target, "entrenched")
    own = Counter(
        _own(weapon, dataclasses.replace(one, cover="hard") if dug_in else one) for one in able
    )
    found = []
    for more, models in own.items():
        sources = (*common, *more)
        need, then = hit_faces(sum(s.add for s in sources))
        if ballistic_skill(state, unit, weapon)[0] <= 0:
            need, then = NEVER, 0
        found.append(
            Volley(models=models, shots=weapon.shots, need=need, then=then, sources=sources)
        )
    return tuple(sorted(found, key=lambda v: (v.need, v.then)))


def _own(weapon: Weapon, one: Shooter) -> tuple[Source, ...]:
    """What changes the skill of one model: a champion's is better (T9A-CMD-01), and its range and
    its target's cover."""
    found = [source("champion", 1)] if one.leads else []
    if one.distance > weapon.reach / 2 + EPS:
        found.append(source("long_range", -1))
    if one.cover != "none" and weapon.artillery != "cannon":
        found.append(source(f"{one.cover}_cover", -2 if one.cover == "hard" else -1))
    return tuple(found)


def spoiled(group: Volley) -> Volley:
    """The aim of many barrels when a six is among the dice of their number (T9A-WPN-09)."""
    sources = (*group.sources, source("barrel", -1))
    need, then = hit_faces(sum(one.add for one in sources))
    return replace(group, need=need, then=then, sources=sources)


def depth(state: State, fire: Fire) -> int:
    """How many models a bolt may go through: the ranks of its target, from a flank its files
    (T9A-WPN-07)."""
    ground = ground_of(state)
    block = ground.block(fire.target)
    ends = arc_of(block, ground.block(fire.unit).at) in ("front", "rear")
    return block.ranks if ends else block.front


# --- engineers ------------------------------------------------------------------------------------

HELP = 3 * INCH
"""How near an engineer stands to the machine that he serves."""


def engineer(state: State, unit: UnitId) -> UnitId:
    """The engineer who serves a war machine now, or nobody: each serves one in a turn
    (T9A-SR-ENGINEER)."""
    if state.stats[unit].troop_type != "war_machine":
        return ""
    ground = ground_of(state)
    for friend in state.each(state.table.units[unit].side):
        able = state.stats[friend].has("engineer") and not state.fleeing(friend)
        free = (
            able
            and not state.did(friend, "served", "commanded")
            and not engaged(state, state.host(friend))
        )
        if free and within(ground.gap(unit, friend), HELP):
            return friend
    return ""


def ballistic_skill(state: State, unit: UnitId, weapon: Weapon) -> tuple[int, UnitId]:
    """The skill that a shot begins from, and the engineer whose it is, if it is his."""
    own = state.stats[unit].ballistic_skill
    helper = engineer(state, unit) if weapon.artillery else ""
    his = state.stats[helper].ballistic_skill if helper else 0
    return (his, helper) if his > own else (own, "")
