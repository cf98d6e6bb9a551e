"""The secondary objective as it lies on the table (T9A-OBJ-03, -05, -07, -12)."""

from rules.core.refusals import Area, Disc, Label, Shape
from rules.core.values import Line
from rules.ninth_age.field.ground import area, ground_of
from rules.ninth_age.play.scoring import counts, markers, winners
from rules.ninth_age.play.victory import objective, worth
from rules.ninth_age.state import State
from rules.ninth_age.views.view import Goal
from rules.ninth_age.wording import side, telling

STYLE = "objective"


def goal(state: State) -> Goal | None:
    """The objective of a battle, if it has one."""
    if objective(state.objective) is None:
        return None
    return Goal(
        id=state.objective, shapes=_shapes(state), counts=counts(state), winners=winners(state)
    )


def _shapes(state: State) -> tuple[Shape, ...]:
    """Markers with the ground around them that counts, the zones that are to be reached, or the
    units whose standards are chosen."""
    chosen = objective(state.objective)
    if chosen is None:
        return ()
    if chosen.won_by == "zones":
        return tuple(Area(rings=(zone,), style=STYLE) for zone in state.zones.values())
    if chosen.won_by == "markers":
        return tuple(
            shape
            for name, at in markers(state).items()
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
