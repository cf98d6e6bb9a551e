"""What the ground on a way asks of those who take it."""

from collections.abc import Sequence

from rules.core.values import Line, UnitId
from rules.geometry.blocks import Block
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.terrain import kind
from rules.ninth_age.play.harm.hazards import dangers
from rules.ninth_age.state import State
from rules.ninth_age.wording import named, number, telling, term


def endangered(
    state: State, unit: UnitId, blocks: Sequence[Block], flying: bool
) -> tuple[Line, ...]:
    """What the ground on a way asks for: so many models test, and fail on so much (T9A-DT-01)."""
    return tuple(
        telling(
            "danger" if danger.fails > 1 else "danger_one",
            unit=named(danger.part), count=number(danger.models), fails=number(danger.fails),
            terrain=term(f"terrain.{kind(state.table.terrain[danger.piece])}"),
        )
        for danger in dangers(ground_of(state), unit, blocks, flying=flying)
    )  # fmt: skip
