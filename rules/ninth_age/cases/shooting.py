"""What worked cases of shooting ask: who shoots, the faces, what falls and who panics.

The rules of chapters SHOOT, WPN, DMG and PANIC answer; the dice of a case stand in lists by what
they are rolled for, which is the purpose that the log tells.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from rules.core.events import Counted, Lost, Rolled
from rules.core.refusals import Refused
from rules.core.values import INCH
from rules.ninth_age.actions import Next
from rules.ninth_age.armies.arming import armed
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.armies.profiles import MOST_ARMOUR
from rules.ninth_age.arms import Guard, Weapon
from rules.ninth_age.cases.damage import bonus, plain
from rules.ninth_age.cases.dice import ListedDice, Rolls, Run
from rules.ninth_age.cases.file import (
    Ask,
    Count,
    Kind,
    Malformed,
    Nothing,
    TableCase,
    UnitCase,
    Words,
    owner_of,
    state_of,
)
from rules.ninth_age.events import LeadershipTested, Misfired, Shot, TemplateLanded
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.play.shooting.aiming import Fire, judge_fire, may_react
from rules.ninth_age.play.shooting.phase import shoot
from rules.ninth_age.questions import NextPanic
from rules.ninth_age.ruleset import NinthAge
from rules.ninth_age.state import Battle, Deed, Flight, Panic, State
from rules.ninth_age.steps import STEPS

Save = Annotated[int, msgspec.Meta(ge=0, le=6)]
RULES = NinthAge()
DEEDS: dict[str, Deed] = {
    "moved": "moved", "marched": "marched", "reformed": "reformed", "rallied": "rallied",
    "charged": "charge_failed",
}  # fmt: skip
"""What a unit did before it shoots."""


class _Shooter(UnitCase):
    """A unit as shooting reads it: its skill, what saves it, and what it did in this turn."""

    BS: Count = 0
    S: Count = 3
    T: Count = 3
    armour: list[str] = []
    ward: Save = 0
    regeneration: Save = 0
    did: list[str] = []
    engaged: list[str] = []
    general: bool = False
    battle_standard: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.armour = [plain(piece) for piece in self.armour]


class _Table(TableCase):
    units: Sequence[_Shooter] = []


class _Shot(Words):
    unit: str
    target: str
    weapon: str = ""
    model: Count = 0
    """The number of the model that a template is aimed at."""
    stand_and_shoot: bool = False


class _Shots(Ask):
    shots: list[_Shot]


class _Aims(Ask):
    unit: str
    target: str
    weapon: str = ""


def _state(setup: _Table, side: str) -> State:
    """The table in a side's shooting phase, with the figures that shooting reads."""
    state = state_of(setup, active=side)
    stats = {one.id: replace(state.stats[one.id], **_figures(one)) for one in setup.units}
    deeds = {one.id: tuple(_deed(name) for name in one.did) for one in setup.units if one.did}
    fights = {one.id: tuple(one.engaged) for one in setup.units if one.engaged}
    return replace(
        state, stats={**state.stats, **stats}, deeds=deeds, engaged=fights, phase="shooting"
    )


def _figures(one: _Shooter) -> dict[str, Any]:
    armour = min(MOST_ARMOUR, sum(map(bonus, one.armour)))
    return {
        "ballistic_skill": one.BS,
        "guard": Guard(one.T, armour, one.ward, one.regeneration),
        "missiles": tuple(_missile(name, one.S) for name in one.weapons),
        "general": one.general,
        "battle_standard": one.battle_standard,
        "character": one.general or one.battle_standard,
    }


def _missile(name: str, strength: int) -> Weapon:
    found = pack().weapons.get(name)
    if found is None or not (found.reach or found.artillery):
        raise Malformed(f"a shooting weapon {name}")
    return armed(found, strength)


def _deed(name: str) -> Deed:
    if name not in DEEDS:
        raise Malformed(f"a unit that has {name}")
    return DEEDS[name]


def aim(setup: _Table, action: _Aims, dice: Nothing) -> dict[str, Any]:
    """May this unit shoot at that one, and what does it need (T9A-SHOOT-01 to -09)?"""
    state = _state(setup, owner_of(setup, action.unit))
    try:
        fire = judge_fire(state, action.unit, action.target, action.weapon)
    except Refused as refused:
        return {"legal": False, "refused_by": list(refused.refusal.rules)}
    return {"legal": True, "refused_by": [], **_told(fire)}


def _told(fire: Fire) -> dict[str, Any]:
    """Who shoots, and the faces of each group, those that hit best first."""
    return {
        "distance": fire.distance / INCH,
        "shooters": sum(group.models for group in fire.volleys),
        "to_hit": [[group.models, group.need, group.then] for group in fire.volleys],
        "modifiers": [
            {s.key.rpartition(".")[2]: s.add for s in group.sources} for group in fire.volleys
        ],
    }


def shots(setup: _Table, action: _Shots, dice: dict[str, Rolls]) -> dict[str, Any]:
    """One shot after another, and the panic tests that each asks for; nobody flees yet."""
    if not action.shots:
        raise Malformed("no shots")
    reacts = any(shot.stand_and_shoot for shot in action.shots)
    first = action.shots[0]
    state = _state(setup, owner_of(setup, first.target if reacts else first.unit))
    listed = ListedDice(dice)
    run = Run(RULES, state, listed)
    run.push(Battle())
    refused: list[str] = []
    for shot in action.shots:
        model = f"{shot.target}_{shot.model}" if shot.model else ""
        if shot.stand_and_shoot and not may_react(run.state, shot.unit, shot.target):
            refused.append("T9A-CHG-11")
            continue
        try:
            fire = judge_fire(
                run.state, shot.unit, shot.target, shot.weapon, model, reaction=shot.stand_and_shoot
            )
        except Refused as error:
            refused += error.refusal.rules or (error.refusal.code,)
            continue
        shoot(run, fire)
        _panic(run)
    listed.check_used()
    return {"legal": not refused, "refused_by": refused, **_came_to(run)}


def _panic(run: Run) -> None:
    """The panic tests that follow, in the order in which units stand in the setup."""
    while isinstance(run.state.agenda[-1], Panic | Flight):
        step = run.state.agenda[-1]
        if isinstance(step, Flight):
            run.replace()
            continue
        STEPS[Panic](run, step)
        for prompt in list(run.state.prompts.values()):
            assert isinstance(prompt.question, NextPanic)
            rules = RULES.answers[NextPanic]
            rules(run, prompt, Next(unit=prompt.question.units[0]))


def _came_to(run: Run) -> dict[str, Any]:
    """What all shots together did."""
    events = run.events
    done = [e for e in events if isinstance(e, Shot)]
    lost = [e for e in events if isinstance(e, Lost)]
    panics = [e for e in events if isinstance(e, LeadershipTested)]
    units = run.state.table.units

    def needs(*why: str) -> list[int]:
        return [e.need for e in events if isinstance(e, Rolled) and e.why in why]

    return {
        "to_hit": needs("to_hit"),
        "wound_on": needs("to_wound"),
        "save_on": needs("armour"),
        "special_on": needs("ward", "regeneration"),
        "hits": sum(e.hits for e in done),
        "wounds": sum(e.wounds for e in done),
        "unsaved": sum(e.unsaved for e in done),
        "damage": sum(e.damage for e in done),
        "lost": {e.unit: sum(len(x.models) for x in lost if x.unit == e.unit) for e in lost},
        "removed": sorted(model for e in lost for model in e.models),
        "left": {unit: len(found.models) for unit, found in units.items()},
        "wounds_kept": {
            e.unit: units[e.unit].count("wounds") for e in events if isinstance(e, Counted)
        },
        "misfires": [e.result for e in events if isinstance(e, Misfired)],
        "touched": [e.struck for e in events if isinstance(e, TemplateLanded)],
        "panic_tests": [e.unit for e in panics],
        "panic_failed": [e.unit for e in panics if not e.passed],
    }


class _Looks(Ask):
    pairs: list[tuple[str, str]]


def sight(setup: _Table, action: _Looks, dice: Nothing) -> dict[str, Any]:
    """Does a unit see another (chapter LOS)?"""
    ground = ground_of(_state(setup, "A"))
    for pair in action.pairs:
        for unit in pair:
            owner_of(setup, unit)
    return {"seen": [ground.sees(one, other) for one, other in action.pairs]}


SHOOTING = {
    "aim": Kind(aim, setup=_Table, action=_Aims),
    "shots": Kind(shots, setup=_Table, action=_Shots, dice=dict[str, Rolls]),
    "sight": Kind(sight, setup=_Table, action=_Looks),
}
"""Kinds of case, and what answers them."""
