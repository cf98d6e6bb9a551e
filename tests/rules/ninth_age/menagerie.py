"""A table of every kind of unit and every kind of ground, for the laws to be tried on."""

from collections.abc import Iterator
from typing import Any

from rules.core.ruleset import Action
from rules.core.table import Base, Oblong, Piece, Round
from rules.core.values import INCH, Pose
from rules.ninth_age.actions import Advance, Form, Join, March, Straight, Wander
from rules.ninth_age.ruleset import NinthAge
from rules.ninth_age.setup import Setup, SideSetup, Stats, UnitSetup
from rules.ninth_age.state import State
from rules.testing.match import Trial

from .kit import RULES, bent

FOOT, BIG, HORSE = Oblong(2000, 2000), Oblong(4000, 4000), Oblong(2500, 5000)


def stats(base: Base, movement: int = 4, leadership: int = 7, **more: Any) -> Stats:
    """Figures of a unit."""
    return Stats(movement=movement, leadership=leadership, base=base, **more)


KINDS: dict[str, tuple[Stats, int, int, float, float]] = {
    "spears": (stats(FOOT, 5, 8, musician=True, champion=True), 12, 4, 22, 9),
    "lord": (stats(FOOT, 5, 9, general=True, character=True, wounds=3), 1, 1, 22, 6),
    "standard": (
        stats(FOOT, 5, 8, battle_standard=True, character=True, wounds=2), 1, 1, 18, 8
    ),
    "wings": (
        stats(BIG, 6, 8, fly=8, rules=("fly",), troop_type="monstrous_cavalry", wounds=3),
        3, 3, 29, 9,
    ),
    "scouts": (stats(FOOT, 5, 7, rules=("skirmishers",)), 8, 4, 36, 10),
    "riders": (stats(HORSE, 9, 7, rules=("fast_cavalry",), troop_type="cavalry"), 5, 5, 43, 10),
    "trolls": (
        stats(BIG, 6, 4, rules=("stupidity",), troop_type="monstrous_infantry", wounds=3),
        3, 3, 49, 9,
    ),
    "mad": (stats(FOOT, 5, 6, rules=("frenzy",)), 10, 5, 54, 10),
    "dragon": (
        stats(BIG, 6, 8, fly=8, rules=("fly",), troop_type="monster", wounds=5), 1, 1, 60, 9
    ),
    "squig": (stats(BIG, 0, 3, random_movement=3, troop_type="monstrous_beast", wounds=3),
              1, 1, 13, 10),
    "engine": (stats(Round(3000), 4, 7, troop_type="war_machine", wounds=3), 1, 1, 66, 6),
    "ghosts": (stats(FOOT, 6, 6, rules=("ethereal", "undead")), 5, 5, 8, 9),
}  # fmt: skip
"""Figures, models, files, and where each stands: inches from the left, and from the own edge."""

GROUND = {
    "forest": (30, 20), "field": (40, 19), "water": (52, 24), "ruin": (44, 27), "hill": (22, 24),
    "wall": (36, 30), "building": (60, 26), "impassable": (12, 24),
}  # fmt: skip


def setup(turns: int = 2) -> Setup:
    """Two equal armies across a broken field; the second stands turned about."""
    return Setup(
        scenario="practice",
        width=72 * INCH,
        height=48 * INCH,
        sides={side: _side(side, turned) for side, turned in (("a", False), ("b", True))},
        terrain={
            kind: Piece(outline=_square(x, y, 6 if kind != "wall" else 2), look=kind,
                        traits=(kind,))
            for kind, (x, y) in GROUND.items()
        },
        turns=turns,
    )  # fmt: skip


def _square(x: float, y: float, size: float) -> tuple[tuple[int, int], ...]:
    half = size / 2
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    return tuple((round((x + dx) * INCH), round((y + dy) * INCH)) for dx, dy in corners)


def _side(side: str, turned: bool) -> SideSetup:
    units = {}
    for kind, (figures, count, files, x, y) in KINDS.items():
        at = (72 - x, 48 - y) if turned else (x, y)
        key = f"{side}_{kind}"
        units[key] = UnitSetup(
            name=kind,
            stats=figures,
            models=tuple(f"{key}_{n}" for n in range(count)),
            files=files,
            pose=Pose(round(at[0] * INCH), round(at[1] * INCH), 180_000 * turned),
            points=100,
        )
    return SideSetup(name=side, faction="ninth_age.army.practice", units=units)


def odd(state: State, prompt: Any) -> Iterator[Action]:
    """Answers that mostly may not be given, to do with these units."""
    yield from bent(state, prompt)
    side = prompt.side
    lord, host = f"{side}_lord", f"{side}_spears"
    yield Join(unit=lord, host=host, file=1)
    yield Join(unit=lord, host=lord, file=0)
    yield Join(unit=lord, host="nobody", file=0)
    yield Join(unit=f"{side}_dragon", host=host, file=0, march=True)
    yield Join(unit=lord, host=f"{side}_engine", file=-4)
    yield Advance(unit=lord, path=(Straight(length=3 * INCH),))
    yield Advance(unit=f"{side}_scouts", path=(Form(files=2, facing=90_000), Straight(length=999)))
    yield Advance(unit=host, path=(Form(files=2, facing=90_000),))
    yield Advance(unit=f"{side}_wings", path=(Straight(length=16_000),))
    yield March(unit=f"{side}_dragon", path=(Straight(length=40_000),), on_foot=True)
    yield Wander(unit=f"{side}_squig", facing=360_000)
    yield Wander(unit=f"{side}_squig", facing=123_456)


def trial(turns: int = 2) -> Trial[State]:
    """The table of every kind."""
    rules: NinthAge = RULES
    return Trial(rules, setup(turns), bent=odd)
