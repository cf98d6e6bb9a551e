"""From a State to what a viewer sees."""

from msgspec.structs import replace

from rules.core.values import INCH, SideId, UnitId, Viewer
from rules.core.view import Band, Clock, SideCard, UnitCard, cards, own, shared
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.settling import centre
from rules.ninth_age.play.scoring import earned, scores
from rules.ninth_age.play.shooting.aiming import silent
from rules.ninth_age.play.units.reading import engaged, foes, may_shoot
from rules.ninth_age.play.victory import total
from rules.ninth_age.setup import Stats
from rules.ninth_age.state import State
from rules.ninth_age.views import opening
from rules.ninth_age.views.formation import bases
from rules.ninth_age.views.goals import goals
from rules.ninth_age.views.view import (
    ChargeShown,
    Fixed,
    PromptShown,
    StatsCard,
    Tray,
    Unplayed,
    View,
)

NOBODY: Viewer = frozenset()
PHASES = ("charges", "compulsory", "moves", "shooting")
BANDS = (
    Band(key="ninth_age.band.spotted", length=8 * INCH),
    Band(key="ninth_age.band.near", length=6 * INCH),
)


_public: list[tuple[State, View]] = []


def view(state: State, viewer: Viewer, game: str, edition: str) -> View:
    """What these eyes see: what everybody sees, worked out once for all audiences of a ruling, and
    what this side is asked."""
    seen = next((public for known, public in _public if known is state), None)
    if seen is None:
        seen = _everybodys(state, game, edition)
        _public[:] = [(state, seen)]
    return replace(seen, **own(state, viewer, PromptShown))


def _everybodys(state: State, game: str, edition: str) -> View:
    """What everybody sees: nothing on the table is hidden."""
    standing = [unit for unit, found in state.table.units.items() if found.models]
    marks = {unit: _marks(state, unit) for unit in standing}
    return View(
        fixed=_fixed(state, game, edition),
        clock=Clock(turn=state.turn, of=state.turns, side=state.active, phase=state.phase),
        trays={unit: _tray(state, unit) for unit in standing if unit not in state.joined},
        joined={unit: place.host for unit, place in state.joined.items()},
        charges={
            unit: ChargeShown(target=charge.target, dice=charge.faces)
            for unit, charge in state.charges.items()
        },
        engaged={unit: tuple(foes(state, unit)) for unit in standing if engaged(state, unit)},
        files={
            unit: state.files[unit]
            for unit, models in state.mustered.items()
            if unit in state.files
            and (not state.table.units[unit].models or unit in state.garrison)
        },
        zones=state.zones,
        opening=opening.shown(state) if state.zones or state.opening.deployment else None,
        goals=goals(state),
        scores=_scores(state),
        gains={side: found for side in state.sides if (found := earned(state, side))},
        **shared(state, NOBODY, PromptShown, marks),
    )


def _scores(state: State) -> dict[SideId, int]:
    """What each side has so far; nothing where there are no points."""
    if not state.size:
        return {}
    if state.result is not None:
        return scores(state)
    return {side: total(earned(state, side)) for side in state.sides}


def _marks(state: State, unit: UnitId) -> tuple[str, ...]:
    """Short words about a unit now."""
    named = {
        "fleeing": state.fleeing(unit),
        "engaged": engaged(state, unit),
        "charging": unit in state.charges,
        "garrison": bool(ground_of(state).home(unit)),
        "rallied": state.did(unit, "rallied"),
        "marched": state.did(unit, "marched"),
        "done": state.did(
            unit, "moved", "marched", "reformed", "rallied", "charged", "charge_failed"
        ),
        "no_shooting": not may_shoot(state, unit),
        "shot": state.did(unit, "shot", "stood"),
        "jammed": silent(state, unit),
    }
    return tuple(mark for mark, holds in named.items() if holds)


def awaited(stats: Stats) -> tuple[Unplayed, ...]:
    """Special rules and magic items of a unit that are not played, or only in part, and what each
    waits for; those of a part or a case included."""
    known = dict.fromkeys((*stats.rules, *stats.figures))
    rules = (
        Unplayed(rule=rule, chapter=chapter, partly=pack().enforced(rule))
        for rule in known
        if (chapter := pack().awaits(rule))
    )
    items = (
        Unplayed(rule=key, chapter=pack().items[key].awaits)
        for key in stats.items
        if key not in known and key in pack().items and pack().items[key].awaits
    )
    return (*rules, *items)


def _tray(state: State, unit: UnitId) -> Tray:
    block = ground_of(state).block(unit)
    return Tray(
        pose=centre(block),
        files=block.front,
        ranks=block.ranks,
        width=block.width,
        depth=block.depth,
        last=block.last,
        bases=bases(block),
        command=ground_of(state).command(unit),
    )


def _fixed(state: State, game: str, edition: str) -> Fixed:
    units = state.table.units
    return Fixed(
        game=game,
        edition=edition,
        scenario=state.scenario,
        width=state.table.width,
        height=state.table.height,
        terrain=state.table.terrain,
        sides={
            side: SideCard(name=army.name, force=army.faction)
            for side, army in state.armies.items()
        },
        units={
            key: UnitCard(
                side=unit.side, name=unit.name, profile=unit.profile, glyph=state.glyphs[key],
                strength=unit.strength, traits=unit.traits, limits={"fleeing": 1},
            )
            for key, unit in units.items()
        },
        **cards(
            (key, unit, state.stats[unit].base)
            for unit, models in state.mustered.items()
            for key in models
        ),
        phases=PHASES,
        bands=BANDS,
        stats={
            key: StatsCard(
                movement=stats.movement, leadership=stats.leadership,
                troop_type=stats.troop_type, wounds=stats.wounds, rules=stats.rules,
                musician=stats.musician, standard=stats.standard,
                champion=stats.champion or stats.champion_fell,
                character=stats.character, general=stats.general,
                battle_standard=stats.battle_standard, fly=stats.fly,
                random_movement=stats.random_movement, spread=stats.spread,
                ballistic_skill=stats.ballistic_skill, guard=stats.guard,
                missiles=stats.missiles,
                awaited=awaited(stats),
            )
            for key, stats in state.stats.items()
        },
    )  # fmt: skip
