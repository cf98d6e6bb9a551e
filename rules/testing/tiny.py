"""Tiny tables as text: one line for each thing, all lengths in inches.

    table 48 36
    base 0.5                                    round, the radius; or `base 1x2`, width and depth
    unit a guard hearthguard bow fatigue=2: 10,10 11.25,10 12.5,10,90
    terrain wood uneven area: 4,4 10,4 10,9

A unit has its side, its id, traits and counters, then a place `x,y` or `x,y,facing` (degrees) for
each model; the models of `guard` are `guard1`, `guard2`. `profile=` and `strength=` may be given;
else the first trait is the profile, and the unit is at full strength. Terrain has a look and
traits; the first wood is `wood1`. `#` begins a comment. Without the first two lines the table is
48 by 36 and the bases are of radius 0.5.
"""

from decimal import Decimal, InvalidOperation

from rules.core.table import Base, Model, Oblong, Piece, Round, Table, Unit
from rules.core.values import INCH, ModelId, Pose, UnitId


def inches(text: str) -> int:
    """A length in inches, as text, in 1/100 mm. Raises ValueError."""
    try:
        return round(Decimal(text) * INCH)
    except InvalidOperation:
        raise ValueError(f"{text!r} is no length") from None


def table(text: str) -> Table:
    """The table that a text describes. Raises ValueError, naming the line."""
    plan = _Plan()
    for number, line in enumerate(text.splitlines(), 1):
        words, _, places = line.partition("#")[0].partition(":")
        if not words.strip():
            continue
        try:
            plan.add(words.split(), places.split())
        except (ValueError, IndexError) as error:
            raise ValueError(f"line {number}, {line.strip()!r}: {error}") from error
    return Table(
        width=plan.size[0],
        height=plan.size[1],
        terrain=plan.terrain,
        units=plan.units,
        models=plan.models,
    )


class _Plan:
    """What the lines read so far put on the table."""

    def __init__(self) -> None:
        self.size = (48 * INCH, 36 * INCH)
        self.terrain: dict[str, Piece] = {}
        self.units: dict[UnitId, Unit] = {}
        self.models: dict[ModelId, Model] = {}
        self._base: Base = Round(radius=INCH // 2)

    def add(self, words: list[str], places: list[str]) -> None:
        match words:
            case ["table", width, height]:
                self.size = (inches(width), inches(height))
            case ["base", size]:
                self._base = _base(size)
            case ["unit", side, key, *rest]:
                self._unit(side, key, rest, places)
            case ["terrain", look, *traits]:
                number = sum(piece.look == look for piece in self.terrain.values()) + 1
                outline = tuple(_pose(place).at for place in places)
                piece = Piece(outline=outline, look=look, traits=tuple(traits))
                self.terrain[f"{look}{number}"] = piece
            case _:
                raise ValueError("neither table, base, unit nor terrain")

    def _unit(self, side: str, key: str, rest: list[str], places: list[str]) -> None:
        if key in self.units:
            raise ValueError(f"a second unit {key}")
        traits = tuple(word for word in rest if "=" not in word)
        values = dict(word.split("=", 1) for word in rest if "=" in word)
        models = {
            f"{key}{number}": Model(unit=key, base=self._base, pose=_pose(place))
            for number, place in enumerate(places, 1)
        }
        self.models.update(models)
        self.units[key] = Unit(
            side=side,
            name=key,
            profile=values.pop("profile", traits[0] if traits else ""),
            strength=int(values.pop("strength", len(models))),
            traits=traits,
            models=tuple(models),
            counters={name: int(value) for name, value in values.items()},
        )


def _base(size: str) -> Base:
    width, cross, depth = size.partition("x")
    if cross:
        return Oblong(width=inches(width), depth=inches(depth))
    return Round(radius=inches(width))


def _pose(place: str) -> Pose:
    x, y, *facing = place.split(",")
    return Pose(inches(x), inches(y), round(Decimal(facing[0]) * 1000) if facing else 0)
