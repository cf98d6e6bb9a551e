"""Hits become wounds, wounds meet saves, models fall (chapter DMG)."""

from dataclasses import dataclass, replace

from msgspec import structs

from rules.core.events import Counted, Lost, Source
from rules.core.values import ModelId, SideId, UnitId
from rules.geometry.blocks import Block
from rules.ninth_age.events import ChampionFell, Shot, Spent
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.play.harm.parting import hold_contact
from rules.ninth_age.play.harm.saves import (
    NEVER,
    Blow,
    armour_against,
    armour_face,
    armour_sources,
    multiplied,
    rerolls_wounds,
    special_save,
    special_sources,
    weak_spots,
    wound_sources,
    wounds_on,
)
from rules.ninth_age.play.units.bestowed import at_hand, rerolls, specials_of
from rules.ninth_age.play.units.formulas import formula
from rules.ninth_age.play.units.reading import (
    Run,
    step,
)
from rules.ninth_age.setup import Stats
from rules.ninth_age.special import Special
from rules.ninth_age.state import State

CROWD = 5
"""Rank and file that hide a character of their troop type from shots (T9A-DMG-05)."""


@dataclass(frozen=True)
class Struck:
    """What hits came to: wounds, those no save stopped, what these became, models lost."""

    hits: int = 0
    wounds: int = 0
    unsaved: int = 0
    damage: int = 0
    lost: int = 0

    def __add__(self, other: "Struck") -> "Struck":
        return Struck(
            self.hits + other.hits, self.wounds + other.wounds, self.unsaved + other.unsaved,
            self.damage + other.damage, self.lost + other.lost,
        )  # fmt: skip


def throw(
    run: Run, count: int, need: int, *, side: SideId, unit: UnitId, why: str, rule: str,
    read: bool = False, sources: tuple[Source, ...] = (),
) -> tuple[int, ...]:  # fmt: skip
    """Dice that succeed with `need`; `read` where a six means something of its own besides."""
    return run.roll(
        count, side=side, why=why, need=need, unit=unit, rule=rule, need_sources=sources, read=read
    )


# --- whom hits fall on ----------------------------------------------------------------------------


def exposed(state: State, unit: UnitId) -> list[UnitId]:
    """Characters in a unit whom shots may hit: those of another troop type, or with too few around
    them (T9A-DMG-05)."""
    few = len(state.table.units[unit].models) < CROWD
    kind = state.stats[unit].troop_type
    guests = ground_of(state).guests(unit)
    return [key for key in guests if few or state.stats[key].troop_type != kind]


def spread(state: State, unit: UnitId, hits: int) -> dict[UnitId, int]:
    """Shots spread as evenly as can be over the models they may hit; those left over fall on rank
    and file (T9A-DMG-05)."""
    open_to = exposed(state, unit)
    each, _ = divmod(hits, len(state.table.units[unit].models) + len(open_to))
    found = {unit: hits - each * len(open_to), **dict.fromkeys(open_to, each)}
    return {key: count for key, count in found.items() if count}


# --- a pool of hits -------------------------------------------------------------------------------


def strike(
    run: Run, by: UnitId, target: UnitId, hits: int, blow: Blow, *, sure: int = 0,
    leader: bool = False,
) -> Struck:  # fmt: skip
    """Hits on one kind of model, on the `leader` of rank and file or on these, `sure` of which
    wound by themselves: to wound, saves, the fallen (T9A-DMG-01)."""
    units = run.state.table.units
    if hits <= 0 or not units[target].models:
        return Struck()
    if (luck := _spared(run.state, target)) is not None:
        run.emit(Spent(unit=target, weapon=luck.id))
        hits, sure = hits - 1, min(sure, hits - 1)
    stats = run.state.stats[target]
    wounds, lethal = _wound(run, by, hits - sure, blow, as_hit(run.state, target))
    plain = wounds - lethal + sure
    unsaved = _save(run, by, target, plain, blow, lethal=False)
    if lethal:
        unsaved += _save(run, by, target, lethal, replace(blow, piercing=6), lethal=True)
    damage = _multiply(run, by, unsaved, blow, stats)
    lost = suffer(run, target, damage, "shot", leader=leader)
    return Struck(hits, wounds + sure, unsaved, damage, lost)


def _spared(state: State, unit: UnitId) -> Special | None:
    """What lets the first hit on a unit do nothing (T9A-ITEM-01)."""
    known = specials_of(state, unit)
    return next((one for one in known if one.spares and at_hand(state, unit, one)), None)


def as_hit(state: State, unit: UnitId) -> Stats:
    """A unit's figures as hits meet them: where the ground burns it is flammable (T9A-TERR-01)."""
    stats = state.stats[unit]
    if stats.has("flammable") or not ground_of(state).burns(state.host(unit)):
        return stats
    return structs.replace(stats, rules=(*stats.rules, "flammable"))


def _wound(run: Run, by: UnitId, hits: int, blow: Blow, stats: Stats) -> tuple[int, int]:
    """Wounds, and how many of them are lethal (T9A-DMG-02, T9A-SR-LETHALSTRIKE)."""
    need, sources = wounds_on(blow, stats), wound_sources(blow, stats)
    if need == NEVER or hits <= 0:
        return 0, 0
    lethal = blow.has("lethal_strike")
    side = run.state.table.units[by].side
    rolled = throw(
        run, hits, need, side=side, unit=by, why="to_wound", rule="T9A-DMG-02", read=lethal,
        sources=sources,
    )  # fmt: skip
    faces = list(rolled)
    failed = [face for face in faces if face < need]
    again = len(failed) if rerolls_wounds(stats, blow) else weak_spots(failed, blow)
    if again:
        faces = [face for face in faces if face >= need]
        rule = "T9A-SR-FLAMINGATTACKS" if again == len(failed) else ""
        faces += throw(
            run, again, need, side=side, unit=by, why="to_wound_again", rule=rule, read=lethal,
            sources=sources,
        )  # fmt: skip
    return sum(face >= need for face in faces), sum(face == 6 for face in faces) if lethal else 0


def _save(run: Run, by: UnitId, target: UnitId, wounds: int, blow: Blow, *, lethal: bool) -> int:
    """Wounds that no save stops (T9A-DMG-03, -04)."""
    stats = run.state.stats[target]
    side = run.state.table.units[target].side
    armour = armour_against(stats.guard, blow)
    need = armour_face(armour, blow.strength, blow.piercing)
    if wounds and need < NEVER:
        sources = armour_sources(armour, blow)
        faces = throw(
            run, wounds, need, side=side, unit=target, why="armour", rule="T9A-DMG-03",
            sources=sources,
        )  # fmt: skip
        wounds = sum(face < need for face in faces)
        wounds -= _again(run, target, wounds, need, sources)
    special = special_save(stats, blow, lethal)
    if not wounds or special is None:
        return wounds
    kind, need = special
    sources = special_sources(stats, blow, lethal)
    faces = throw(
        run, wounds, need, side=side, unit=target, why=kind, rule="T9A-DMG-04", sources=sources
    )
    saved = sum(face >= need for face in faces)
    if saved and kind == "ward" and blow.has("divine_attacks"):
        faces = throw(
            run, saved, need, side=side, unit=target, why="ward_again",
            rule="T9A-SR-DIVINEATTACKS", sources=sources,
        )  # fmt: skip
        saved = sum(face >= need for face in faces)
    return wounds - saved


def _again(run: Run, unit: UnitId, failed: int, need: int, sources: tuple[Source, ...]) -> int:
    """Failed armour saves that are thrown once more and hold: all of them, or one (T9A-ITEM-01)."""
    charm = rerolls(run.state, unit, "armour") if failed else None
    if charm is None:
        return 0
    if charm.once:
        run.emit(Spent(unit=unit, weapon=charm.id))
    faces = throw(
        run, 1 if charm.once else failed, need, side=run.state.table.units[unit].side, unit=unit,
        why="armour_again", rule="T9A-ITEM-01", sources=sources,
    )  # fmt: skip
    return sum(face >= need for face in faces)


def _multiply(run: Run, by: UnitId, unsaved: int, blow: Blow, stats: Stats) -> int:
    """What unsaved wounds become, each as many as a model has at most (T9A-SR-MULTIPLEWOUNDS)."""
    made = formula(multiplied(blow.wounds, stats))
    if not made.dice or not unsaved or stats.wounds == 1:
        return unsaved * min(stats.wounds, made.plus or 1)
    faces = run.roll(
        made.dice * unsaved, side=run.state.table.units[by].side, why="multiple_wounds", unit=by,
        rule="T9A-SR-MULTIPLEWOUNDS",
    )  # fmt: skip
    parts = (faces[n * made.dice : (n + 1) * made.dice] for n in range(unsaved))
    return sum(min(stats.wounds, made.read(part)) for part in parts)


def attack(
    run: Run, by: UnitId, target: UnitId, weapon: str, hits: int, blow: Blow, *, sure: int = 0,
    reaction: bool = False, whole: bool = True, leader: bool = False,
) -> Struck:  # fmt: skip
    """Hits on a unit, `whole` with the characters in it or on its `leader` alone, written down with
    what they did."""
    struck = Struck()
    poison = sure
    parts = spread(run.state, target, hits) if whole else {target: hits}
    for part, count in parts.items():
        own = min(poison, count)
        poison -= own
        struck += strike(run, by, part, count, blow, sure=own, leader=leader)
    run.emit(
        Shot(
            unit=by, target=target, weapon=weapon, hits=hits, wounds=struck.wounds,
            unsaved=struck.unsaved, damage=struck.damage, lost=struck.lost, reaction=reaction,
            champion=leader,
        )
    )  # fmt: skip
    return struck


# --- casualties -----------------------------------------------------------------------------------


CHAMPION = "champion"
"""The counter of a champion's own wounds."""


@dataclass(frozen=True)
class Pool:
    """Models of a unit and the wounds they have suffered: so many rank and file with `was` wounds
    on one of them, and their champion with his `own` (T9A-DMG-06)."""

    each: int
    ranks: int
    was: int
    led: bool = False
    own: int = 0

    @property
    def models(self) -> int:
        """How many stand."""
        return self.ranks + self.led

    def hurt(self, wounds: int, *, leader: bool = False) -> "Pool":
        """What is left after wounds, those of the champion or of the others. What no rank and file
        are left to suffer falls on him; what he has not to lose is lost."""
        total = self.was + (0 if leader else wounds)
        fallen = min(self.ranks, total // self.each)
        gone = fallen == self.ranks
        over = wounds if leader else total - fallen * self.each if gone else 0
        slain = self.led and self.own + over >= self.each
        return Pool(
            each=self.each,
            ranks=self.ranks - fallen,
            was=0 if gone else total % self.each,
            led=self.led and not slain,
            own=self.own + over if self.led and not slain else 0,
        )


def pool_of(state: State, unit: UnitId) -> Pool:
    """The models and the wounds of a unit."""
    found, stats = state.table.units[unit], state.stats[unit]
    return Pool(
        stats.wounds, len(found.models) - stats.champion, found.count("wounds"), stats.champion,
        found.count(CHAMPION),
    )  # fmt: skip


def suffer(run: Run, unit: UnitId, wounds: int, why: str, *, leader: bool = False) -> int:
    """Wounds of a pool: whole models fall, the rest is kept (T9A-DMG-06). A champion who falls is
    replaced from the rear like everybody in front. Returns the fallen."""
    before = pool_of(run.state, unit)
    after = before.hurt(wounds, leader=leader)
    for counter, was, value in (
        ("wounds", before.was, after.was), (CHAMPION, before.own, after.own),
    ):  # fmt: skip
        if value != was:
            run.emit(Counted(unit=unit, counter=counter, value=value, was=was, why=why))
    if before.led and not after.led and after.models:
        run.emit(ChampionFell(unit=unit))
    if fallen := before.models - after.models:
        fell(run, unit, fallen, why)
    return fallen


def fell(run: Run, unit: UnitId, count: int, why: str) -> None:
    """Remove models from the rear rank, of a single rank from both ends; whoever is left closes up
    (T9A-DMG-07)."""
    state = run.state
    host = state.host(unit)
    before = ground_of(state).block(host)
    gone, left = casualties(state, unit, before, count)
    run.emit(Lost(unit=unit, models=gone, why=why))
    if run.state.table.units[host].models:
        close_up(run, host, before, left)
    for one in (host, *(key for key, place in state.joined.items() if place.host == host)):
        if run.state.table.units[one].models and one not in run.state.joined:
            hold_contact(run, one)


def casualties(
    state: State, unit: UnitId, block: Block, count: int
) -> tuple[tuple[ModelId, ...], int]:
    """The models that fall, and how many of them stood on the left: of the last rank that is left
    the ends in turn, from the right on in a rank of odd number (T9A-DMG-07)."""
    models, ground = state.table.units[unit].models, ground_of(state)
    seats = () if ground.home(unit) else ground.seats(state.host(unit))
    own = set(models)
    front = sum(seat.model in own and seat.places[0] < block.front for seat in seats)
    more = count - (len(models) - front)
    others = (seat.places for seat in seats if seat.model not in own)
    flat = all(places[-1] < block.front or places[0] >= block.count for places in others)
    left = front // 2 - (front - more) // 2 if more > 0 and flat else 0
    return (*models[:left], *models[len(models) - (count - left) :]), left


def close_up(run: Run, unit: UnitId, before: Block, left: int) -> None:
    """Fill gaps: the front stays where it stood, without the files on its left that are gone."""
    ground = ground_of(run.state)
    block = before.filled(ground.block(unit)).with_first_at(before.place(left))
    models = run.state.table.models
    steps = {
        key: pose for key, pose in ground.poses(unit, block).items() if models[key].pose != pose
    }
    if steps:
        step(run, steps, unit, "close_up")
