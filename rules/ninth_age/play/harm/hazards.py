"""Dangerous terrain tests (chapter DT): who takes one, and what a failed die does.

All tests of a move are taken when it is over, and then what failed falls: nobody is spared a test
for one obstacle by another (T9A-DT-01, T9A-FLEE-13).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.core.values import UnitId
from rules.geometry.blocks import Block
from rules.ninth_age.field import terrain
from rules.ninth_age.field.ground import Ground
from rules.ninth_age.play.harm.damage import suffer, throw
from rules.ninth_age.play.harm.saves import Blow, special_save, special_sources
from rules.ninth_age.play.units.reading import Run

FAILED = Blow(strength=0, piercing=6)
"""What a failed test does (T9A-DT-03)."""


NOBODY = -1


@dataclass(frozen=True)
class Danger:
    """A piece that a move leads through: who of a unit tests, how many of them, the face up to
    which a die fails, and which of them is the champion, if he is among them."""

    piece: str
    part: UnitId
    models: int
    fails: int
    rule: str = "T9A-DT-01"
    leader: int = NOBODY


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
        found += [danger(here, unit, p, numbers, key, face) for p, face in fails.items() if face]
    return [one for one in found if one.models]


def danger(
    here: Ground, unit: UnitId, part: UnitId, numbers: set[int], piece: str, fails: int,
    rule: str = "T9A-DT-01",
) -> Danger:  # fmt: skip
    """The test of those of a part of a unit who stand on some places of its block."""
    own, seats = set(here.table.units[part].models), here.seats(unit)
    models = [s.model for s in seats if s.model in own and numbers & set(s.places)]
    leader = here.leader(part) if part == unit else ""
    first = models.index(leader) if leader in models else NOBODY
    return Danger(piece, part, len(models), fails, rule, first)


def cross(
    run: Run, here: Ground, unit: UnitId, blocks: Sequence[Block], *, flying: bool = False
) -> None:
    """Take the tests that a move asks for."""
    take(run, dangers(here, unit, blocks, flying=flying))


def take(run: Run, found: Iterable[Danger]) -> None:
    """All these tests, then their wounds: those of a champion are his own (T9A-DT-02, -05)."""
    wounds: Counter[tuple[UnitId, bool]] = Counter()
    for danger in found:
        for leads in _wounds(run, danger):
            wounds[danger.part, leads] += 1
    for (part, leads), count in wounds.items():
        suffer(run, part, count, "dangerous", leader=leads)


def _wounds(run: Run, danger: Danger) -> list[bool]:
    """Dice of the models that test: each that fails is a wound that no armour stops, the champion's
    or another's (T9A-DT-03)."""
    part, need = danger.part, danger.fails + 1
    stats, side = run.state.stats[part], run.state.table.units[part].side
    each, led = stats.troop.danger, danger.leader != NOBODY
    faces = throw(
        run, each * danger.models, need, side=side, unit=part, why="dangerous", rule=danger.rule,
        read=led,
    )  # fmt: skip
    wounds = [n // each == danger.leader for n, face in enumerate(faces) if face < need]
    ward = special_save(stats, FAILED)
    if not wounds or ward is None:
        return wounds
    kind, face = ward
    saves = throw(
        run, len(wounds), face, side=side, unit=part, why=kind, rule="T9A-DT-03", read=led,
        sources=special_sources(stats, FAILED),
    )  # fmt: skip
    return [leads for leads, one in zip(wounds, saves, strict=True) if one < face]
