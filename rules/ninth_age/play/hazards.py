"""Dangerous terrain tests (chapter DT): who takes one, and what a failed die does."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core.values import UnitId
from rules.geometry.blocks import Block
from rules.ninth_age.field import terrain
from rules.ninth_age.field.ground import Ground
from rules.ninth_age.play.damage import suffer
from rules.ninth_age.play.reading import Run
from rules.ninth_age.play.saves import Blow, special_save

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
    for danger in dangers(here, unit, blocks, flying=flying):
        test(run, danger.part, danger.models, danger.fails, "T9A-DT-01")


def standing(here: Ground, unit: UnitId, part: UnitId, numbers: set[int]) -> int:
    """How many models of a part of a unit stand on some places of its block."""
    own = set(here.table.units[part].models)
    return sum(seat.model in own and bool(numbers & set(seat.places)) for seat in here.seats(unit))


def test(run: Run, part: UnitId, models: int, fails: int, rule: str) -> None:
    """Dice of so many models; each that shows `fails` or less is a wound that no armour stops
    (T9A-DT-02, -03, -05)."""
    state = run.state
    left = min(models, len(state.table.units[part].models))
    stats, side = state.stats[part], state.table.units[part].side
    if not left:
        return
    faces = run.roll(
        stats.troop.danger * left, side=side, why="dangerous", unit=part, rule=rule, need=fails + 1
    )
    wounds = sum(face <= fails for face in faces)
    ward = special_save(stats, Blow(strength=0, piercing=PIERCING))
    if wounds and ward is not None:
        kind, need = ward
        saves = run.roll(wounds, side=side, why=kind, unit=part, rule="T9A-DT-03", need=need)
        wounds -= sum(face >= need for face in saves)
    if wounds:
        suffer(run, part, wounds, "dangerous")
