"""Worked cases of what comes before the first turn: zones, objective, markers, spells, rolls."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from rules.core.dice import ScriptedDice
from rules.core.resolution import Resolution
from rules.core.values import INCH, Point
from rules.ninth_age.cases.file import (
    XY,
    Ask,
    Count,
    Face,
    Kind,
    Malformed,
    Nothing,
    Sized,
    TableCase,
    UnitCase,
    Words,
    point,
    state_of,
)
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.opening.steps import Beginning, Deployed, Flagging
from rules.ninth_age.play.opening.beginning import eligible, first_turn, follow_deployment
from rules.ninth_age.play.opening.pregame import OTHER, marker_allowed, objective_of
from rules.ninth_age.play.opening.spelling import free, may_swap, rolled, swapped
from rules.ninth_age.play.victory import worth
from rules.ninth_age.ruleset import NinthAge
from rules.ninth_age.state import State
from rules.ninth_age.zones import Axis, Role, Zone, kind_of, long_axis, zone
from rules.ninth_age.zones import Kind as Type

Found = dict[str, Any]
Spell = Annotated[int, msgspec.Meta(ge=0, le=6)]
Side = Literal["", "south", "north", "west", "east", "any"]


class _ZoneCase(Words, kw_only=True):
    board: Sized = (72.0, 48.0)
    zone: Type
    side: Side = ""
    corner: XY | None = None
    role: Role = ""
    long_axis: Axis | None = None


class _DeployCase(_ZoneCase, kw_only=True):
    units: list[UnitCase]


NEAR: dict[str, Axis] = {"south": "x", "west": "y"}
FAR: dict[str, Axis] = {"north": "x", "east": "y"}


def _zones(case: _ZoneCase) -> tuple[Zone, ...]:
    """The zone of a case; both zones where it is anybody's. Raises Malformed where the case does
    not say whose it is."""
    size, anybody = point(case.board), case.side == "any"
    if case.zone == "diagonal":
        at = case.corner if case.corner is not None else (0, 0) if anybody else None
        if at is None or point(at) not in {(x, y) for x in (0, size[0]) for y in (0, size[1])}:
            raise Malformed(f"a zone at corner {at}")
        one = zone(case.zone, *size, point(at))
        return (one, replace(one, corner=one.opposite)) if anybody else (one,)
    if case.zone == "flank_attack" and not case.role:
        raise Malformed("a flank attack without a role")
    if anybody:
        axis = case.long_axis or long_axis(*size)
        one = replace(zone(case.zone, *size, (0, 0), case.role), axis=axis)
        return (one, replace(one, corner=one.opposite, role=OTHER[case.role]))
    if case.side not in (*NEAR, *FAR):
        raise Malformed(f"a zone at side {case.side!r}")
    corner = (0, 0) if case.side in NEAR else size
    found = zone(case.zone, *size, corner, case.role)
    return (replace(found, axis=case.long_axis or {**NEAR, **FAR}[case.side]),)


class _Points(Ask):
    points: list[XY] = []


def zone_points(setup: _ZoneCase, action: _Points, dice: Nothing) -> Found:
    """Which points lie in a zone (T9A-ZONE-03 to -10)."""
    zones = _zones(setup)
    first = zones[0]
    return {
        "inside": [
            any(z.holds_point((x * INCH, y * INCH)) for z in zones) for x, y in action.points
        ],
        "polygon": [[x / INCH, y / INCH] for x, y in first.polygon],
        "quarter": first.quarter / INCH,
        "opponent_corner": [at / INCH for at in first.opposite],
    }


def deploy(setup: _DeployCase, action: Ask, dice: Nothing) -> Found:
    """Which units stand legally in a zone, each by itself (T9A-ZONE-10)."""
    zones = _zones(setup)
    state = state_of(TableCase(board=setup.board, units=setup.units))
    ground = ground_of(state)
    solids = [ground.block(unit).solid for unit in state.table.units]
    return {"legal": [any(not z.excess(solid) for z in zones) for solid in solids]}


TABLES: dict[str, Callable[[int], str]] = {
    "deployment_type": kind_of,
    "secondary_objective": objective_of,
}


class _Table(Ask):
    table: Literal["deployment_type", "secondary_objective"]


class _Rolls(Words):
    d6: list[Face]


def table(setup: Nothing, action: _Table, dice: _Rolls) -> Found:
    """What each die gives (T9A-ZONE-01, T9A-OBJ-01)."""
    return {"results": [TABLES[action.table](face) for face in dice.d6]}


class _Standard(Words):
    id: str
    kind: Literal["unit_standard", "battle_standard"] = "unit_standard"
    light_troops: bool = False
    on_table: bool = True


class _Standards(Words):
    standards: list[_Standard]
    finished_deploying_first: str = "A"


def choose_flags(setup: _Standards, action: Ask, dice: Nothing) -> Found:
    """Which standards may be chosen, by whom first, and when (T9A-OBJ-07 to -10)."""
    finisher, owner = "A", "B"
    state = _with_standards(setup.standards, owner, finisher)
    found = eligible(state, finisher)
    most = worth().flags
    agenda = _after_deployment(state)
    at = next(k for k, step in enumerate(agenda) if isinstance(step, Flagging))
    flagging = agenda[at]
    assert isinstance(flagging, Flagging)
    return {
        "eligible": list(found),
        "number_chosen": min(most, len(found)),
        "chosen_all": len(found) <= most,
        "first_chooser": setup.finished_deploying_first if flagging.side == finisher else None,
        "after": _named(agenda[at - 1]),
        "before": _named(agenda[at + 1]),
    }


def _with_standards(standards: list[_Standard], owner: str, finisher: str) -> State:
    units = [
        {"id": one.id, "owner": owner, "centre": [6.0 + 8 * k, 24.0],
         "light_troops": one.light_troops}
        for k, one in enumerate(standards)
    ]  # fmt: skip
    state = state_of({"board": [8 * len(units) + 72, 48], "units": units})
    army = {one.id: one.kind == "battle_standard" for one in standards}
    stats = {
        key: replace(state.stats[key], standard=not battle, battle_standard=battle)
        for key, battle in army.items()
    }
    away = {model for one in standards if not one.on_table
            for model in state.table.units[one.id].models}  # fmt: skip
    opening = replace(state.opening, finished=(finisher, owner))
    return replace(
        state, stats=stats, table=state.table.without(tuple(away)), opening=opening,
        objectives=("capture_the_flags",),
    )  # fmt: skip


def _after_deployment(state: State) -> list[Any]:
    """The steps that follow when everybody stands, in their order."""
    run: Resolution[State] = Resolution(NinthAge(), state, ScriptedDice((), 0))
    run.push(Deployed(), Beginning())
    follow_deployment(run, Deployed())
    return list(reversed(run.state.agenda))


def _named(step: Any) -> str:
    return {"Beginning": "first_turn_roll"}.get(type(step).__name__, type(step).__name__.lower())


class _Try(Words):
    by: str
    at: XY
    markers: list[XY] = []


class _Tries(Ask):
    tries: list[_Try]


class _MarkerCase(_ZoneCase, kw_only=True):
    zones: dict[str, Found]


def place_marker(setup: _MarkerCase, action: _Tries, dice: Nothing) -> Found:
    """Where a marker of Secure Target may lie (T9A-OBJ-12, -13)."""
    shared = {key: getattr(setup, key) for key in _ZoneCase.__struct_fields__}
    zones = {
        player: _zones(msgspec.convert({**shared, **fields}, _ZoneCase))[0]
        for player, fields in setup.zones.items()
    }
    legal = []
    for one in action.tries:
        if one.by not in zones:
            raise Malformed(f"no player {one.by!r}")
        others: tuple[Point, ...] = tuple(map(point, one.markers))
        legal.append(marker_allowed(zones[one.by], point(one.at), others))
    return {"legal": legal}


class _Wizard(Words):
    id: str
    path: str
    level: Annotated[int, msgspec.Meta(ge=1)] = 1


class _Known(Words):
    path: str
    spells: list[Spell] = []
    owner: Literal["same", "enemy"] = "same"
    generated: bool = True


class _Wizards(Words):
    wizards: list[_Wizard]
    known: list[_Known] = []


class _Spells(Ask):
    replace: dict[str, list[Spell]] = {}
    try_replace: dict[str, list[Spell]] = {}
    swap_to_0: dict[str, list[Spell]] = {}


def generate_spells(setup: _Wizards, action: _Spells, dice: dict[str, list[Face]]) -> Found:
    """What wizards know after their dice and choices (T9A-SPELL-03 to -10)."""
    named = {wizard.id for wizard in setup.wizards}
    for said in (action.replace, action.try_replace, action.swap_to_0, dice):
        if odd := set(said) - named:
            raise Malformed(f"no wizard {min(odd)}")
    army: dict[str, set[int]] = {}
    for one in setup.known:
        if one.owner == "same" and one.generated:
            army.setdefault(one.path, set()).update(set(one.spells) - {0})
    found: Found = {
        "known": {}, "duplicates": {}, "try_legal": {}, "swap_legal": {}, "lost": {}
    }  # fmt: skip
    for wizard in setup.wizards:
        taken = army.setdefault(wizard.path, set())
        faces = dice.get(wizard.id, [])
        if len(faces) != wizard.level:
            raise Malformed(f"{len(faces)} dice for a wizard of level {wizard.level}")
        spells, left = rolled(faces, taken)
        found["duplicates"][wizard.id] = left
        tries = action.try_replace.get(wizard.id, [])
        found["try_legal"][wizard.id] = [left > 0 and s in free(spells, taken) for s in tries]
        spells = _replaced(spells, left, taken, iter(action.replace.get(wizard.id, [])))
        found["lost"][wizard.id] = wizard.level - len(spells)
        legal = []
        for spell in action.swap_to_0.get(wizard.id, []):
            legal.append(may_swap(spells) and spell in spells)
            spells = swapped(spells, spell) if legal[-1] else spells
        found["swap_legal"][wizard.id] = legal
        found["known"][wizard.id] = list(spells)
        taken |= set(spells) - {0}
    return found


def _replaced(
    spells: tuple[int, ...], left: int, taken: set[int], choices: Iterator[int]
) -> tuple[int, ...]:
    """The spells with so many duplicates replaced, as chosen; the only one left needs no choice."""
    for _ in range(left):
        able = free(spells, taken)
        if not able:
            break
        spell = next(choices, able[0] if len(able) == 1 else None)
        if spell not in able:
            raise Malformed(f"a duplicate replaced by {spell}")
        spells = tuple(sorted((*spells, spell)))
    if list(choices):
        raise Malformed("a spell chosen for no duplicate")
    return spells


class _Deployed(Words):
    first_finisher: str
    announced: Literal["first", "second"]
    undeployed: Count = 0


def first_turn_roll(setup: _Deployed, action: Ask, dice: dict[str, Face]) -> Found:
    """Who begins, or who chooses (T9A-DEP-05, -06)."""
    finisher = setup.first_finisher
    others = [player for player in dice if player != finisher]
    if len(dice) != 2 or len(others) != 1:
        raise Malformed(f"dice of {', '.join(dice)} where {finisher} and another roll")
    (other,) = others
    totals, ahead = first_turn(dice, finisher, setup.undeployed)
    begins = finisher if setup.announced == "first" else other
    return {
        "totals": totals,
        "chooser": None if ahead else other,
        "first": begins if ahead else None,
    }


OPENING = {
    "zone_points": Kind(zone_points, setup=_ZoneCase, action=_Points),
    "deploy": Kind(deploy, setup=_DeployCase),
    "table": Kind(table, action=_Table, dice=_Rolls),
    "choose_flags": Kind(choose_flags, setup=_Standards),
    "place_marker": Kind(place_marker, setup=_MarkerCase, action=_Tries),
    "generate_spells": Kind(
        generate_spells, setup=_Wizards, action=_Spells, dice=dict[str, list[Face]]
    ),
    "first_turn": Kind(first_turn_roll, setup=_Deployed, dice=dict[str, Face]),
}
"""Kinds of case of the chapters before the first turn."""
