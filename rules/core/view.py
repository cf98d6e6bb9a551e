"""What a viewer sees, as far as every game shares it. The board draws any game from these words.

`fixed` never changes during a match: it is sent once and never compared. Nothing here is ever null:
absent is absent, so that a JSON merge patch can say "gone".
"""

from collections.abc import Iterable, Mapping
from typing import Any

from .agenda import Question
from .offers import Offer
from .state import Result, State
from .table import Base, Piece
from .values import Line, ModelId, Pose, PromptId, SideId, UnitId, Value, Viewer


class UnitCard(Value, frozen=True):
    """What is printed on a unit. `glyph` names its picture; `limits` the tops of its counters.

    `name` is its owner's own words or a key of the catalogue (`wording.called`).
    """

    side: SideId
    name: str
    profile: str
    glyph: str
    strength: int
    traits: tuple[str, ...] = ()
    limits: dict[str, int] = {}


class ModelCard(Value, frozen=True):
    """The unit that a model belongs to, and the key of its base: most share one."""

    unit: UnitId
    base: str


class SideCard(Value, frozen=True):
    """A force: its player's name, or a key where it is called after its army, and the key of its
    faction's name."""

    name: str
    force: str


class Band(Value, frozen=True):
    """A named distance of the game."""

    key: str
    length: int


class Fixed(Value, frozen=True):
    """What never changes during the match."""

    game: str
    edition: str
    scenario: str
    width: int
    height: int
    terrain: dict[str, Piece]
    sides: dict[SideId, SideCard]
    units: dict[UnitId, UnitCard]
    bases: dict[str, Base]
    models: dict[ModelId, ModelCard]
    phases: tuple[str, ...]
    bands: tuple[Band, ...]


class Clock(Value, frozen=True):
    """Where play stands: game turn of how many (0: no limit), whose turn, which phase."""

    turn: int
    of: int = 0
    side: SideId = ""
    phase: str = ""


class UnitShown(Value, frozen=True):
    """A unit now. `marks` are short words the board may draw (`done`, `exhausted`)."""

    models: int
    counters: dict[str, int] = {}
    marks: tuple[str, ...] = ()


class PromptShown(Value, frozen=True):
    """An open question. Everybody sees who is asked and what about; only its side the options."""

    side: SideId
    line: Line
    window: str = ""
    question: Question | None = None


class View(Value, frozen=True):
    """Base of each game's View."""

    fixed: Fixed
    clock: Clock
    units: dict[UnitId, UnitShown] = {}
    models: dict[ModelId, Pose] = {}
    prompts: Mapping[PromptId, PromptShown] = {}
    offers: dict[str, Offer] = {}
    standing: dict[SideId, tuple[str, ...]] = {}
    scores: dict[SideId, int] = {}
    result: Result | None = None


def cards(models: Iterable[tuple[ModelId, UnitId, Base]]) -> dict[str, Any]:
    """The fields `bases` and `models` of what never changes: each kind of base is told once."""
    keys: dict[Base, str] = {}
    found = {
        model: ModelCard(unit=unit, base=keys.setdefault(base, f"base{len(keys) + 1}"))
        for model, unit, base in models
    }
    return {"bases": {key: base for base, key in keys.items()}, "models": found}


def own(state: State, viewer: Viewer, shown: type[PromptShown]) -> dict[str, Any]:
    """The fields of a View in which viewers differ in every game; no other side's options."""
    prompts = {
        key: shown(
            side=prompt.side,
            line=prompt.line,
            window=prompt.window,
            question=prompt.question if prompt.side in viewer else None,
        )
        for key, prompt in state.prompts.items()
    }
    return {
        "prompts": prompts,
        "standing": {side: state.standing[side] for side in viewer if state.standing.get(side)},
    }


def shared(
    state: State, viewer: Viewer, shown: type[PromptShown], marks: dict[UnitId, tuple[str, ...]]
) -> dict[str, Any]:
    """The fields of a View that come from the shared half of a State."""
    units = {
        key: UnitShown(models=len(unit.models), counters=unit.counters, marks=marks.get(key, ()))
        for key, unit in state.table.units.items()
    }
    return {
        "units": units,
        "models": {key: model.pose for key, model in state.table.models.items()},
        "offers": state.offers,
        "result": state.result,
        **own(state, viewer, shown),
    }
