"""Dangerous terrain tests (chapter DT): who takes one, and what a failed die does.

All tests of a move are taken when it is over, and then what failed falls: nobody is spared a test
for one obstacle by another (T9A-DT-01, T9A-FLEE-13).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.core.values import UnitId
from rules.geometry.blocks import Block
from rules.ninth_age.field import terrain
from rules.ninth_age.field.ground import Ground
from rules.ninth_age.play.harm.damage import suffer
from rules.ninth_age.play.harm.saves import Blow, special_save
from rules.ninth_age.play.units.reading import Run

PIERCING = 6
"""Armour Piercing of a failed test (T9A-DT-03)."""


@dataclass(frozen=True)
class Danger:
    """A piece that a move leads through: who of a unit tests, how many of them, and the face up to
    which a die fails."""

    piece: str
    part: UnitId
    models: int
    fails: int
    rule: str = "T9A-DT-01"


def dangers(
    here: Ground, unit: UnitId, blocks: Sequence[Block], *, flying: bool = False
) -> list[Danger]:
    """The tests of a march, a charge, a flight or a pursuit along blocks, once for each piece
    (T9A-DT-01). `here` is the ground before the move."""
    found = []
    for key, piece in here.table.terrain.items():
        fails = {p: terrain.fails_on(here.stats[p], piece, flying) for p in here.parts(unit)}
        if not any(fails.values()):
            continue
        numbers = set(terrain.crossing(blocks, piece, flying))
        found += [
            Danger(key, part, met, face)
            for part, face in fails.items()
            if face and (met := standing(here, unit, part, numbers))
        ]
    return found


def cross(
    run: Run, here: Ground, unit: UnitId, blocks: Sequence[Block], *, flying: bool = False
) -> None:
    """Take the tests that a move asks for."""
    take(run, dangers(here, unit, blocks, flying=flying))


def standing(here: Ground, unit: UnitId, part: UnitId, numbers: set[int]) -> int:
    """How many models of a part of a unit stand on some places of its block."""
    own = set(here.table.units[part].models)
    return sum(seat.model in own and bool(numbers & set(seat.places)) for seat in here.seats(unit))


def take(run: Run, found: Iterable[Danger]) -> None:
    """All these tests, then their wounds (T9A-DT-02, -05)."""
    wounds: dict[UnitId, int] = {}
    for danger in found:
        wounds[danger.part] = wounds.get(danger.part, 0) + _wounds(run, danger)
    for part, count in wounds.items():
        if count:
            suffer(run, part, count, "dangerous")


def _wounds(run: Run, danger: Danger) -> int:
    """Dice of the models that test: each that fails is a wound that no armour stops (T9A-DT-03)."""
    part, need = danger.part, danger.fails + 1
    stats, side = run.state.stats[part], run.state.table.units[part].side
    faces = run.roll(
        stats.troop.danger * danger.models, side=side, why="dangerous", unit=part,
        rule=danger.rule, need=need,
    )  # fmt: skip
    wounds = sum(face < need for face in faces)
    ward = special_save(stats, Blow(strength=0, piercing=PIERCING))
    if wounds and ward is not None:
        kind, face = ward
        saves = run.roll(wounds, side=side, why=kind, unit=part, rule="T9A-DT-03", need=face)
        wounds -= sum(one >= face for one in saves)
    return wounds
