"""From a State to what a viewer sees. Only what is named here is shown: the agenda, and with it a
plan that waits for a reaction, and losses not yet taken off stay hidden."""

from rules.core.events import Source
from rules.core.refusals import Area, Shape
from rules.core.table import Unit
from rules.core.values import SideId, UnitId, Viewer
from rules.core.view import Band, Clock, SideCard, UnitCard, cards, shared
from rules.saga.content import FACES, Ability
from rules.saga.events import TURN_COUNTERS
from rules.saga.numbers import RANGES, VS, L, M, S, base_move, class_of, profile_of
from rules.saga.play.board import boxes, complete, usable
from rules.saga.play.deployment import corners
from rules.saga.play.melee import pool_of
from rules.saga.play.modifiers import attack_dice, defence_bonus, need, save_need, side_of, worn
from rules.saga.play.reading import exhausted, fatigue_limit, weapons
from rules.saga.play.scoring import losses_by_class, scores
from rules.saga.play.warlord import left_free
from rules.saga.questions import PlaceOrders
from rules.saga.state import (
    Activation,
    CarryOut,
    Combat,
    CombatWindow,
    Force,
    ReactionWindow,
    State,
)
from rules.saga.views.view import (
    BoardCard,
    BoxCard,
    CombatShown,
    DeclaredShown,
    DieShown,
    EffectShown,
    Fixed,
    PromptShown,
    SideShown,
    SourceShown,
    StatsCard,
    Tally,
    View,
)

PHASES = ("deployment", "orders", "activation")
BANDS = (
    Band(key="VS", length=VS), Band(key="S", length=S), Band(key="M", length=M),
    Band(key="L", length=L),
)  # fmt: skip
LEFT_COLUMN = 5
"""Boxes of the left column, which stand first on every board (SAGA-ORD-02)."""

_fixed: list[tuple[object, Fixed]] = []


def view(state: State, viewer: Viewer, game: str, edition: str) -> View:
    """What these eyes see."""
    marks = {key: _marks(state, key) for key in state.table.units}
    return View(
        fixed=fixed(state, game, edition),
        clock=Clock(
            turn=state.turn, of=state.scenario.turns, side=state.active, phase=state.phase
        ),
        force={side: _side(state, side) for side in state.sides},
        combat=_combat(state),
        effects=tuple(
            EffectShown(
                ability=e.ability, side=e.side, until=e.until, unit=e.unit or e.on,
                targets=e.targets,
            )
            for e in state.effects
        ),
        declared=_declared(state),
        scores=scores(state),
        **shared(state, viewer, PromptShown, marks),
    )  # fmt: skip


def _marks(state: State, unit: UnitId) -> tuple[str, ...]:
    found = state.table.units[unit]
    if not found.models:
        return ()
    combat = state.combat
    named = {
        "exhausted": exhausted(found),
        "done": any(found.count(word) for word in TURN_COUNTERS),
        "engaged": combat is not None and combat.kind == "melee" and unit in combat.units(),
    }
    return tuple(mark for mark, holds in named.items() if holds)


def _side(state: State, side: SideId) -> SideShown:
    force = state.forces[side]
    ordering = any(
        isinstance(p.question, PlaceOrders) and p.side == side for p in state.prompts.values()
    )
    return SideShown(
        dice={
            key: DieShown(face=die.face, symbol=FACES[die.face], box=die.box, fresh=die.fresh)
            for key, die in force.dice.items()
        },
        used=force.used,
        ready=tuple(one.id for one in boxes(state, side) if _ready(force, one)),
        closed=force.closed,
        free=left_free(state, side),
        uses=usable(state, side, "orders") if ordering else (),
        lost=losses_by_class(state, side) if state.turn else {},
    )


def _ready(force: Force, ability: Ability) -> bool:
    return complete(force, ability) and (ability.pool or ability.id not in force.used)


def _declared(state: State) -> DeclaredShown | None:
    act: Activation | None = None
    for step in state.agenda:
        if isinstance(step, ReactionWindow | CarryOut):
            act = step.act
    if act is None:
        return None
    return DeclaredShown(unit=act.unit, kind=act.kind, target=act.target)


# --- combat ---------------------------------------------------------------------------------------


def _combat(state: State) -> CombatShown | None:
    combat = state.combat
    if combat is None:
        return None
    stage = next((s.window for s in reversed(state.agenda) if isinstance(s, CombatWindow)), "")
    return CombatShown(
        kind=combat.kind,
        attackers=combat.attackers,
        defenders=combat.defenders,
        units={unit: _tally(state, combat, unit) for unit in combat.units()},
        stage=stage,
    )


def _tally(state: State, combat: Combat, unit: UnitId) -> Tally:
    """A unit's dice now. Before step 1 of a melee they are those it would count."""
    side = side_of(combat, unit)
    fights = combat.kind == "melee" or unit in combat.attackers
    base = combat.base.get(unit, 0)
    if fights and unit not in combat.base:
        base = pool_of(state, unit)
    made = attack_dice(state, combat, unit)
    foe = next((u for u in combat.foes(side) if state.table.units[u].models), "")
    wanted = need(state, combat, unit, foe) if fights and foe else None
    return Tally(
        side=side,
        dice=made.value if unit in combat.base else base if fights else 0,
        base=base,
        need=wanted.value if wanted else 0,
        save=save_need(combat),
        extra=sum(source.add for source in defence_bonus(state, combat, unit)),
        hits=combat.hits.get(unit, 0),
        saved=combat.saved.get(unit, 0),
        sources=_shown(made.sources) if unit in combat.base else (),
        need_sources=_shown(wanted.sources) if wanted else (),
    )


def _shown(sources: tuple[Source, ...]) -> tuple[SourceShown, ...]:
    return tuple(SourceShown(key=source.key, add=source.add) for source in sources)


# --- what never changes ---------------------------------------------------------------------------


def fixed(state: State, game: str, edition: str) -> Fixed:
    """The unchanging part, made once for each match in memory."""
    for key, made in _fixed:
        if key is state.mustered:
            return made
    made = _make_fixed(state, game, edition)
    _fixed.append((state.mustered, made))
    del _fixed[:-16]
    return made


def _make_fixed(state: State, game: str, edition: str) -> Fixed:
    units = state.table.units
    return Fixed(
        game=game,
        edition=edition,
        scenario=state.scenario.id,
        width=state.table.width,
        height=state.table.height,
        terrain=state.table.terrain,
        sides={
            side: SideCard(name=force.name, force=force.faction)
            for side, force in state.forces.items()
        },
        units={
            key: UnitCard(
                side=unit.side,
                name=unit.name,
                profile=unit.profile,
                glyph=state.glyphs.get(key, class_of(unit)),
                strength=unit.strength,
                traits=unit.traits,
                limits=_limits(state, unit),
            )
            for key, unit in units.items()
        },
        **cards(
            (key, unit, base)
            for unit, bases in state.mustered.items()
            for key, base in bases.items()
        ),
        phases=PHASES,
        bands=BANDS,
        stats={key: _stats(state, key) for key in units},
        boards={side: _board(force) for side, force in state.forces.items()},
        zones={side: _zones(state, side) for side in state.sides},
        objectives=_objectives(state),
    )


def _limits(state: State, unit: Unit) -> dict[str, int]:
    """Tops of a unit's counters: its fatigue, and in a duel the warlord's wounds."""
    duel = state.scenario.duel
    wounds = {"wounds": duel.wounds} if duel and unit.has("warlord") else {}
    return {"fatigue": fatigue_limit(unit), **wounds}


def _objectives(state: State) -> tuple[Area, ...]:
    """What is fought over: areas that score, banks of a river, the way out."""
    rings = [state.table.terrain[area.piece].outline for area in state.scenario.areas]
    rings += [corners(bank) for bank in state.scenario.banks]
    if state.scenario.convoy is not None:
        rings.append(corners(state.scenario.convoy.way_out))
    return tuple(Area(rings=(ring,), style="objective") for ring in rings)


def _stats(state: State, unit: UnitId) -> StatsCard:
    found = state.table.units[unit]
    profile = profile_of(found)

    def less(melee: bool) -> int:
        return sum(source.add for source in worn(state, unit, melee))

    return StatsCard(
        armour=profile.armour + less(melee=True),
        shot_armour=profile.shot_armour + less(melee=False),
        blows=profile.blows,
        shots=profile.shots,
        move=base_move(found.has("mounted"), slowed=False),
        range=max((RANGES[weapon] for weapon in weapons(found)), default=0),
    )


def _board(force: Force) -> BoardCard:
    return BoardCard(
        faction=force.board.faction,
        boxes=tuple(
            BoxCard(
                id=one.id,
                cost=one.cost,
                windows=one.windows,
                pool=one.pool,
                left=at < LEFT_COLUMN,
                stronger=bool(one.rare),
                confidence=one.confidence,
            )
            for at, one in enumerate(force.board.boxes)
        ),
    )


def _zones(state: State, side: SideId) -> tuple[Shape, ...]:
    seat = state.sides.index(side) + 1
    return tuple(
        Area(rings=(corners(zone),), style="zone")
        for zone in state.scenario.zones
        if zone.seat == seat
    )
