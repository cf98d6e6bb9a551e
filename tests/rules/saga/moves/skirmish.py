"""Random but repeatable tables: two warbands among terrain."""

from math import cos, pi, sin
from random import Random

from rules.core.table import Model, Piece, Round, Table, Unit
from rules.core.values import INCH, Point, Pose
from rules.geometry import Outline, gap_between

WIDTH, HEIGHT = 48 * INCH, 36 * INCH
KINDS = (("uneven", "area", "high"), ("uneven",), ("obstacle", "heavy_cover"), ("impassable",))


class Skirmish:
    """Builds a table unit by unit; the same seed gives the same table."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.units: dict[str, Unit] = {}
        self.models: dict[str, Model] = {}
        self.terrain: dict[str, Piece] = {}

    def table(self) -> Table:
        """What was built."""
        return Table(
            width=WIDTH, height=HEIGHT, terrain=self.terrain, units=self.units, models=self.models
        )

    def unit(self, key: str, side: str, count: int, traits: tuple[str, ...]) -> None:
        """A unit in two loose ranks somewhere in the middle of the table, VS from all others."""
        radius = INCH * 3 // 4 if "mounted" in traits else INCH // 2
        for _ in range(300):
            at = (self.random.uniform(6, 42) * INCH, self.random.uniform(7, 29) * INCH)
            places = self._ranks(at, count, radius)
            if self._free(places, radius):
                break
        else:
            return
        ids = tuple(f"{key}m{number}" for number in range(1, count + 1))
        for model, place in zip(ids, places, strict=True):
            self.models[model] = Model(unit=key, base=Round(radius=radius), pose=Pose(*place))
        self.units[key] = Unit(
            side=side, name=key, profile=traits[0], traits=traits, models=ids, strength=count
        )

    def _ranks(self, at: tuple[float, float], count: int, radius: int) -> list[Point]:
        turn, step = self.random.uniform(0, 2 * pi), 2 * radius + INCH // 2
        files = count if count < 5 else -(-count // 2)
        c, s = cos(turn), sin(turn)
        places = []
        for number in range(count):
            x = (number % files - (files - 1) / 2) * step + self.random.uniform(-200, 200)
            y = (number // files) * step + self.random.uniform(-200, 200)
            places.append((round(at[0] + x * c - y * s), round(at[1] + x * s + y * c)))
        return places

    def _free(self, places: list[Point], radius: int) -> bool:
        for x, y in places:
            if not (radius < x < WIDTH - radius and radius < y < HEIGHT - radius):
                return False
            if any(
                gap_between((x, y), radius, m.pose.at, m.radius) < 2.2 * INCH
                for m in self.models.values()
            ):
                return False
            if any(
                Outline(p.outline).disc_overlaps((x, y), radius)
                for p in self.terrain.values()
                if "uneven" not in p.traits
            ):
                return False
        return True

    def piece(self, key: str, traits: tuple[str, ...]) -> None:
        """A rectangle of ground; walls are thin and stand on nobody."""
        deep = 0.4 * INCH if "obstacle" in traits else self.random.uniform(3, 6) * INCH
        for _ in range(100):
            x, y = self.random.uniform(3, 40) * INCH, self.random.uniform(3, 30) * INCH
            wide = self.random.uniform(3, 7) * INCH
            corners = ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep))
            outline = tuple((round(a), round(b)) for a, b in corners)
            if "uneven" in traits or not any(
                Outline(outline).disc_overlaps(m.pose.at, m.radius) for m in self.models.values()
            ):
                self.terrain[key] = Piece(outline=outline, look="wood", traits=traits)
                return


def skirmish(
    seed: int,
    units: int = 4,
    sizes: tuple[int, ...] = (1, 4, 6, 8, 12),
    mounted: bool = False,
    pieces: int = 8,
) -> Table:
    """A table of two warbands of `units` units each; side a may ride."""
    made = Skirmish(seed)
    for number in range(pieces // 2):
        made.piece(f"p{number}", KINDS[number % 4])
    for number in range(units):
        for side in ("a", "b"):
            traits = ("warriors", "mounted") if mounted and side == "a" else ("warriors",)
            made.unit(f"{side}{number}", side, made.random.choice(sizes), traits)
    for number in range(pieces // 2, pieces):
        made.piece(f"p{number}", KINDS[number % 4])
    return made.table()
