"""The secondary objectives as they lie on the table (T9A-OBJ-03, -05, -07, -12)."""

from rules.core.refusals import Area, Disc, Label, Shape
from rules.core.values import Line
from rules.ninth_age.field.ground import area, ground_of
from rules.ninth_age.play.scoring import by_ten, counts, markers, winners
from rules.ninth_age.play.victory import bonus, objective, worth
from rules.ninth_age.state import State
from rules.ninth_age.views.view import Goal
from rules.ninth_age.wording import side, telling

STYLE = "objective"


def goals(state: State) -> tuple[Goal, ...]:
    """The objectives of a battle."""
    over = state.result is not None
    return tuple(
        Goal(
            id=key, shapes=_shapes(state, key), counts=counts(state, key, over),
            winners=winners(state, key, over), worth=0 if by_ten(state) else bonus(state.size),
        )
        for key in state.objectives
    )  # fmt: skip


def _shapes(state: State, key: str) -> tuple[Shape, ...]:
    """Markers with the ground around them that counts, the zones that are to be reached, or the
    units whose standards are chosen."""
    chosen = objective(key)
    if chosen.won_by == "zones":
        return tuple(Area(rings=(zone,), style=STYLE) for zone in state.zones.values())
    if chosen.won_by == "markers":
        return tuple(
            shape
            for name, at in markers(state, key).items()
            for shape in (
                Disc(at=at, radius=worth().near, style=STYLE),
                Label(at=at, line=_named(state, name), style=STYLE),
            )
        )
    ground = ground_of(state)
    return tuple(
        area(ground.block(unit).solid, STYLE)
        for units in state.flags.values()
        for unit in units
        if state.table.units[unit].models
    )


def _named(state: State, marker: str) -> Line:
    """A marker is called after who placed it."""
    if marker in state.sides:
        return telling("marker", side=side(marker))
    return telling("centre")
