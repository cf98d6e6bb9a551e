"""Worked cases of what comes before the first turn: zones, objective, markers, spells, rolls."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.core.dice import ScriptedDice
from rules.core.resolution import Resolution
from rules.core.values import INCH, Point
from rules.ninth_age.cases.file import XY, Malformed, point, state_of
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.opening.steps import Beginning, Deployed, Flagging
from rules.ninth_age.play.beginning import eligible, first_turn, follow_deployment
from rules.ninth_age.play.pregame import OTHER, marker_legal, objective_of
from rules.ninth_age.play.spelling import free, may_swap, rolled, swapped
from rules.ninth_age.play.victory import worth
from rules.ninth_age.ruleset import NinthAge
from rules.ninth_age.state import State
from rules.ninth_age.zones import Axis, Kind, Role, Zone, kind_of, long_axis, zone

Found = dict[str, Any]


class _ZoneCase(msgspec.Struct):
    board: XY = (72.0, 48.0)
    zone: Kind = "classic"
    side: str = ""
    corner: XY | None = None
    role: Role = ""
    long_axis: Axis | None = None


NEAR = {"south": "x", "west": "y"}
FAR = {"north": "x", "east": "y"}


def _zones(setup: Found) -> tuple[Zone, ...]:
    """The zone of a case; both zones where it is anybody's."""
    case = msgspec.convert(setup, _ZoneCase)
    size = point(case.board)
    if case.corner is not None:
        return (zone(case.zone, *size, point(case.corner)),)
    if case.side == "any":
        axis = case.long_axis or long_axis(*size)
        one = replace(zone(case.zone, *size, (0, 0), case.role), axis=axis)
        other = replace(one, corner=one.opposite, role=OTHER[case.role])
        return (one, other)
    if case.side not in (*NEAR, *FAR):
        raise Malformed(f"a zone at side {case.side!r}")
    axes: dict[str, Any] = {**NEAR, **FAR}
    corner = (0, 0) if case.side in NEAR else size
    found = zone(case.zone, *size, corner, case.role)
    return (replace(found, axis=case.long_axis or axes[case.side]),)


def zone_points(setup: Found, action: Found, dice: Found) -> Found:
    """Which points lie in a zone (T9A-ZONE-03 to -10)."""
    zones = _zones(setup)
    points = msgspec.convert(action.get("points", []), list[XY])
    first = zones[0]
    return {
        "inside": [any(z.holds_point((x * INCH, y * INCH)) for z in zones) for x, y in points],
        "polygon": [[x / INCH, y / INCH] for x, y in first.polygon],
        "quarter": first.quarter / INCH,
        "opponent_corner": [at / INCH for at in first.opposite],
    }


def deploy(setup: Found, action: Found, dice: Found) -> Found:
    """Which units stand legally in a zone, each by itself (T9A-ZONE-10)."""
    zones = _zones(setup)
    state = state_of(setup)
    ground = ground_of(state)
    solids = [ground.block(unit).solid for unit in state.table.units]
    return {"legal": [any(not z.excess(solid) for z in zones) for solid in solids]}


TABLES: dict[str, Callable[[int], str]] = {
    "deployment_type": kind_of,
    "secondary_objective": objective_of,
}


def table(setup: Found, action: Found, dice: Found) -> Found:
    """What each die gives (T9A-ZONE-01, T9A-OBJ-01)."""
    asked = action.get("table")
    if asked not in TABLES:
        raise Malformed(f"no table {asked!r}")
    return {"results": [TABLES[asked](face) for face in _faces(dice, "d6")]}


class _Standard(msgspec.Struct):
    id: str
    kind: str = "unit_standard"
    light_troops: bool = False
    on_table: bool = True


def choose_flags(setup: Found, action: Found, dice: Found) -> Found:
    """Which standards may be chosen, by whom first, and when (T9A-OBJ-07 to -10)."""
    standards = msgspec.convert(setup.get("standards", []), list[_Standard])
    finisher = setup.get("finished_deploying_first", "A")
    if finisher not in ("A", "B"):
        raise Malformed(f"a player {finisher!r}")
    owner = "B" if finisher == "A" else "A"
    state = _with_standards(standards, owner, finisher)
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
        "first_chooser": flagging.side,
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


class _Try(msgspec.Struct):
    by: str
    at: XY
    markers: list[XY] = []


def place_marker(setup: Found, action: Found, dice: Found) -> Found:
    """Where a marker of Secure Target may lie (T9A-OBJ-12)."""
    tries = msgspec.convert(action.get("tries", []), list[_Try])
    zones = {
        player: _zones({**setup, **fields})[0]
        for player, fields in msgspec.convert(setup.get("zones", {}), dict[str, Found]).items()
    }
    legal = []
    for one in tries:
        if one.by not in zones:
            raise Malformed(f"no player {one.by!r}")
        others: tuple[Point, ...] = tuple(map(point, one.markers))
        legal.append(marker_legal(zones[one.by], point(one.at), others))
    return {"legal": legal}


class _Wizard(msgspec.Struct):
    id: str
    path: str
    level: int = 1


class _Known(msgspec.Struct):
    path: str
    spells: list[int] = []
    owner: str = "same"
    generated: bool = True


def generate_spells(setup: Found, action: Found, dice: Found) -> Found:
    """What wizards know after their dice and choices (T9A-SPELL-03 to -10)."""
    known = msgspec.convert(setup.get("known", []), list[_Known])
    army: dict[str, set[int]] = {}
    for one in known:
        if one.owner == "same" and one.generated:
            army.setdefault(one.path, set()).update(set(one.spells) - {0})
    found: Found = {"known": {}, "duplicates": {}, "try_legal": {}, "swap_legal": {}}
    for wizard in msgspec.convert(setup.get("wizards", []), list[_Wizard]):
        taken = army.setdefault(wizard.path, set())
        faces = _faces(dice, wizard.id)
        if len(faces) != wizard.level:
            raise Malformed(f"{len(faces)} dice for a wizard of level {wizard.level}")
        spells, left = rolled(faces, taken)
        found["duplicates"][wizard.id] = left
        tries = _chosen(action, "try_replace", wizard.id)
        found["try_legal"][wizard.id] = [spell in free(spells, taken) for spell in tries]
        spells = _replaced(spells, left, taken, iter(_chosen(action, "replace", wizard.id)))
        legal = []
        for spell in _chosen(action, "swap_to_0", wizard.id):
            legal.append(may_swap(spells) and spell in spells)
            spells = swapped(spells, spell) if legal[-1] else spells
        found["swap_legal"][wizard.id] = legal
        found["known"][wizard.id] = list(spells)
        taken |= set(spells) - {0}
    return found


def _replaced(
    spells: tuple[int, ...], left: int, taken: set[int], choices: Iterator[int]
) -> tuple[int, ...]:
    for _ in range(left):
        able = free(spells, taken)
        if not able:
            break
        spell = able[0] if len(able) == 1 else next(choices, None)
        if spell not in able:
            raise Malformed(f"a duplicate replaced by {spell}")
        spells = tuple(sorted((*spells, spell)))
    return spells


def _chosen(action: Found, key: str, wizard: str) -> list[int]:
    return msgspec.convert(action.get(key, {}), dict[str, list[int]]).get(wizard, [])


def _faces(dice: Found, key: str) -> list[int]:
    """The dice of a list. Raises Malformed for what is no face."""
    faces = msgspec.convert(dice.get(key, []), list[int])
    if any(not 1 <= face <= 6 for face in faces):
        raise Malformed(f"dice {faces}")
    return faces


def first_turn_roll(setup: Found, action: Found, dice: Found) -> Found:
    """Who begins, or who chooses (T9A-DEP-05, -06)."""
    finisher = setup.get("first_finisher", "A")
    left = msgspec.convert(setup.get("undeployed", 0), int)
    faces = {side: msgspec.convert(dice.get(side), int) for side in ("A", "B")}
    if finisher not in faces:
        raise Malformed(f"a player {finisher!r}")
    other = "B" if finisher == "A" else "A"
    totals, ahead = first_turn(faces, finisher, left)
    begins = finisher if setup.get("announced", "first") == "first" else other
    return {
        "totals": totals,
        "chooser": None if ahead else other,
        "first": begins if ahead else None,
    }


OPENING: dict[str, Callable[[Found, Found, Found], Found]] = {
    "zone_points": zone_points,
    "deploy": deploy,
    "table": table,
    "choose_flags": choose_flags,
    "place_marker": place_marker,
    "generate_spells": generate_spells,
    "first_turn": first_turn_roll,
}
"""Kinds of case of the chapters before the first turn."""
