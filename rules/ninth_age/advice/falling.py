"""Odds of templates that scatter or sweep, of balls and of bolts (chapter WPN).

Every place where dice can let a template fall is looked at: there are no more than some thousands.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Literal

from rules.core.odds import Odds, both, each, gather, successes
from rules.core.values import ModelId, UnitId
from rules.geometry.areas import Area, Bases, Lies, Spots
from rules.geometry.measure import EPS, XY
from rules.ninth_age.advice.odds import (
    SURE,
    Outlook,
    added,
    damage,
    hit_odds,
    hurt_odds,
    made_of,
    mixed,
    wound_odds,
)
from rules.ninth_age.field.ground import Ground, ground_of
from rules.ninth_age.field.templates import Under, template_radius, under
from rules.ninth_age.play.harm.damage import Pool, as_hit, pool_of
from rules.ninth_age.play.harm.saves import Blow, blow_of, centre_of
from rules.ninth_age.play.harm.scatter import DIRECTIONS, TARGET_FACES
from rules.ninth_age.play.shooting.aiming import Fire, depth
from rules.ninth_age.play.shooting.falling import (
    MISFIRE,
    Struck,
    aimed_at,
    ball,
    bolt,
    drift,
    falls_on,
    flown,
    homes,
    sheltered,
    swept,
)
from rules.ninth_age.play.units.formulas import formula
from rules.ninth_age.setup import Stats
from rules.ninth_age.state import State

SIXTH = Fraction(1, 6)
Leader = Literal["", "hit", "centre"]
Salvo = tuple[int, int, Leader]
"""Hits on the rank and file of a target, under the centre of a template and elsewhere, and whether
their champion is hit by it or by its centre."""


def falling(state: State, fire: Fire) -> Outlook:
    """What a template would do to its target; another that it falls on is not reckoned."""
    target, pool = as_hit(state, fire.target), pool_of(state, fire.target)
    middle, plain = (_hit(blow(fire.weapon), target) for blow in (centre_of, blow_of))
    does = _done_to(pool, middle, plain)
    found = mixed([(does(salvo), odds) for salvo, odds in salvos(state, fire).items()])
    return replace(found, misfire=SIXTH)


Hit = tuple[Fraction, Fraction, tuple[tuple[int, Fraction], ...]]
"""The odds of one hit to wound, and to be an unsaved wound, and what wounds that one becomes."""


def _hit(blow: Blow, target: Stats) -> Hit:
    made = made_of(blow, target)
    return wound_odds(blow, target)[0], hurt_odds(blow, target), tuple(made.items())


@lru_cache(maxsize=256)
def _done_to(pool: Pool, middle: Hit, plain: Hit) -> Callable[[Salvo], Outlook]:
    """What salvos do to such a target, hits under the centre and others: many units are alike."""

    @cache
    def harm(hits: int, hit: Hit) -> Odds[int]:
        _, hurt, made = hit
        return damage(successes(hits, hurt), dict(made))

    @cache
    def does(salvo: Salvo) -> Outlook:
        centre, others, leader = salvo
        own = (leader == "centre", leader == "hit")
        ranks = added(harm(centre, middle), harm(others, plain))
        champion = added(harm(own[0], middle), harm(own[1], plain))
        left = each(both(ranks, champion), lambda one: pool.hurt(one[0]).hurt(one[1], leader=True))
        return Outlook(
            Fraction(centre + others + sum(own)),
            (centre + own[0]) * middle[0] + (others + own[1]) * plain[0],
            each(left, lambda after: pool.models - after.models),
        )

    return does


def salvos(state: State, fire: Fire) -> Odds[Salvo]:
    """How many hits fall on a target, with what odds."""
    if fire.weapon.artillery == "flame":
        ways = (swept(state, fire, face) for face in range(1, MISFIRE))
        places = [(_swept_over(state, fire, way), SIXTH) for way in ways]
    else:
        places = list(gather(_lobbed(state, fire)).items())
    fates = _fates(state, fire.target)
    pairs = (
        (salvo, odds * p) for lies, odds in places for salvo, p in _hits(state, fire, lies, fates)
    )
    return gather([*pairs, ((0, 0, ""), SIXTH)])


def _lobbed(state: State, fire: Fire) -> Iterator[tuple[Lies, Fraction]]:
    """Where a catapult's template may come down (T9A-WPN-05, T9A-GEN-06, -07)."""
    stays = len(TARGET_FACES) * SIXTH
    far = gather(
        (drift(state, fire, face, arrow=arrow), SIXTH * odds)
        for face in range(1, MISFIRE)
        for arrow, odds in ((True, SURE - stays), (False, stays))
    )
    for length, odds in far.items():
        lain = _around(state, fire, length)
        places = sum(lain.values())
        for lies, count in lain.items():
            yield lies, odds * Fraction(count, places)


def _around(state: State, fire: Fire, far: int) -> Counter[Lies]:
    """On whom of its target a template lies, so far from its aim in every direction that the dice
    may give; worked out once on this ground."""
    ground, aim = ground_of(state), aimed_at(state, fire)
    radius = template_radius(fire.weapon)
    key = ("falls", fire.target, aim, far, radius)
    if key not in ground.plans:
        spots = DIRECTIONS if far else 1
        ground.plans[key] = _lies(state, fire, Spots.around(aim, far, spots), spots, radius)
    found: Counter[Lies] = ground.plans[key]
    return found


def _lies(state: State, fire: Fire, spots: Spots, count: int, radius: float) -> Counter[Lies]:
    """The seats of a target that a template lies on in each of so many places."""
    close = spots.about(ground_of(state).block(fire.target).box, radius)
    away: Counter[Lies] = Counter({((), -1): count - len(close.at)})
    return _bases(state, fire.target).under(close, radius - EPS) + away if len(close.at) else away


def _bases(state: State, target: UnitId) -> Bases:
    """The bases of a target, by its seats."""
    ground = ground_of(state)
    block, key = ground.block(target), ("bases", target)
    if key not in ground.plans:
        ground.plans[key] = Bases(block, [seat.solid(block) for seat in ground.seats(target)])
    found: Bases = ground.plans[key]
    return found


def _swept_over(state: State, fire: Fire, way: tuple[XY, XY]) -> Lies:
    """The seats of a target that a flame goes over."""
    ground, block = ground_of(state), ground_of(state).block(fire.target)
    radius = template_radius(fire.weapon) - EPS
    bases = [Area(seat.solid(block)) for seat in ground.seats(fire.target)]
    return tuple(n for n, base in enumerate(bases) if base.gap(way) < radius), -1


def _fates(state: State, target: UnitId) -> dict[ModelId, Struck]:
    """Whom a hit on each model of a target falls on."""
    ground = ground_of(state)
    models = (seat.model for seat in ground.seats(target))
    return {model: falls_on(state, _under(ground, target, model)) for model in models}


def _under(ground: Ground, target: UnitId, model: ModelId) -> Under:
    return Under(model, ground.table.models[model].unit, target, 0)


def _hits(
    state: State, fire: Fire, lies: Lies, fates: Mapping[ModelId, Struck]
) -> Iterator[tuple[Salvo, Fraction]]:
    """The hits on rank and file of a template that lies so."""
    ground, target = ground_of(state), fire.target
    numbers, centre = lies
    seats = ground.seats(target)
    middle = seats[centre].model if centre >= 0 and fire.weapon.artillery == "catapult" else ""
    models = sorted(seats[number].model for number in numbers)
    met = [_under(ground, target, model) for model in models]
    for struck, odds in _struck(state, met):
        hit = [(fates[one.model], one.model == middle) for one in struck]
        own = [(leads, centre) for (part, leads), centre in hit if part == target]
        if own and fire.weapon.shots != "1":
            many = formula(fire.weapon.shots).odds
            yield from (((0, count, ""), odds * chance) for count, chance in many.items())
            continue
        ranks = [centre for leads, centre in own if not leads]
        led = next((centre for leads, centre in own if leads), None)
        leader: Leader = "" if led is None else "centre" if led else "hit"
        yield (sum(ranks), len(ranks) - sum(ranks), leader), odds


def _struck(state: State, met: list[Under]) -> Iterator[tuple[list[Under], Fraction]]:
    """Who of those that something lies on is hit: of garrisons D6 models (T9A-TERR-02)."""
    inside = homes(ground_of(state), met)
    for faces in product(range(1, 7), repeat=len(inside)):
        yield sheltered(met, dict(zip(inside, faces, strict=True))), SIXTH ** len(inside)


# --- balls and bolts ------------------------------------------------------------------------------

Fates = tuple[tuple[UnitId, Pool], ...]
"""Units that have been hit so far, and what is left of them."""


def bowled(state: State, fire: Fire) -> Outlook:
    """What a ball would do to its target: it flies on as long as it fells whom it hits
    (T9A-WPN-08)."""
    hit = hit_odds(fire.volleys[0])
    found = Outlook(lost={0: SURE - hit}, misfire=SIXTH)
    for inches, odds in formula(fire.weapon.size).odds.items():
        met = under(ground_of(state), flown(state, fire, inches), 0)
        for struck, share in _struck(state, met):
            parts = [falls_on(state, one) for one in struck]
            blows = (ball(fire.weapon, number) for number in range(len(parts)))
            found += _through(state, fire, zip(parts, blows, strict=True)).weighed(
                hit * odds * share
            )
    return found


def pierced(state: State, fire: Fire) -> Outlook:
    """What a bolt would do to its target: it flies on as long as it kills (T9A-WPN-07)."""
    hit, ranks = hit_odds(fire.volleys[0]), range(depth(state, fire))
    way = (((fire.target, False), bolt(fire.weapon, number)) for number in ranks)
    return Outlook(lost={0: SURE - hit}) + _through(state, fire, way).weighed(hit)


def _through(state: State, fire: Fire, way: Iterable[tuple[Struck, Blow]]) -> Outlook:
    """Something that hits one after another, until somebody survives."""
    whole = pool_of(state, fire.target)
    flying: Odds[Fates] = {(): SURE}
    found = Outlook()
    for (part, leader), blow in way:
        target = as_hit(state, part)
        hurt = hurt_odds(blow, target)
        harm = {0: SURE - hurt, **{n: hurt * p for n, p in made_of(blow, target).items()}}
        after: list[tuple[Fates, Fraction]] = []
        for fates, odds in flying.items():
            was = dict(fates).get(part, pool_of(state, part))
            if not was.models:
                after.append((fates, odds))
                continue
            if part == fire.target:
                found += Outlook(SURE, wound_odds(blow, target)[0]).weighed(odds)
            for wounds, chance in harm.items():
                left = was.hurt(wounds, leader=leader and was.led)
                now = tuple({**dict(fates), part: left}.items())
                if left.models < was.models:
                    after.append((now, odds * chance))
                else:
                    found += Outlook(lost={_gone(now, fire.target, whole): odds * chance})
        flying = gather(after)
    return found + Outlook(lost=each(flying, lambda fates: _gone(fates, fire.target, whole)))


def _gone(fates: Fates, unit: UnitId, whole: Pool) -> int:
    """How many of a unit fell."""
    return whole.models - dict(fates).get(unit, whole).models
