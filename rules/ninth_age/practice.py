"""A practice table: two small armies that stand facing each other, to move about by hand."""

from collections.abc import Mapping

from rules.core.table import Oblong, Piece
from rules.core.values import INCH, Pose, SideId
from rules.ninth_age.arms import Weapon
from rules.ninth_age.edition import SEED, Switches
from rules.ninth_age.setup import Setup, SideSetup, Stats, UnitSetup

WIDTH, HEIGHT = 72 * INCH, 48 * INCH
SCENARIO = "practice"

FOOT = Oblong(width=2000, depth=2000)
BROAD = Oblong(width=2500, depth=2500)
HORSE = Oblong(width=2500, depth=5000)
BEAST = Oblong(width=5000, depth=10000)

BOW = Weapon(id="bow", reach=24 * INCH, rules=("volley_fire",))

KINDS: dict[str, tuple[Stats, int, int, str]] = {
    "spears": (Stats(movement=5, leadership=8, base=FOOT, musician=True), 20, 5, "infantry"),
    "warriors": (Stats(movement=4, leadership=7, base=BROAD, musician=True), 18, 6, "infantry"),
    "scouts": (
        Stats(movement=5, leadership=7, base=FOOT, ballistic_skill=4, missiles=(BOW,)), 10, 5,
        "infantry",
    ),
    "riders": (
        Stats(movement=8, leadership=8, base=HORSE, troop_type="cavalry"), 5, 5, "cavalry"
    ),
    "monster": (
        Stats(movement=6, leadership=6, base=BEAST, troop_type="monster", wounds=5), 1, 1,
        "monster",
    ),
}  # fmt: skip
"""What stands on the table: figures, models, files, picture."""

LINE = (("spears", 22), ("warriors", 32), ("scouts", 41), ("riders", 50), ("monster", 60))
"""Who stands where along the front, in inches."""
DEPTHS = (10, 38)


def practice(
    names: Mapping[SideId, str],
    *,
    turns: int = 6,
    switches: Switches = SEED,
    dice: str = "",
) -> Setup:
    """Two equal armies, the first named one to the south, a rock between them."""
    rock = tuple((x * INCH, y * INCH) for x, y in ((35, 22), (39, 22), (39, 26), (35, 26)))
    return Setup(
        scenario=SCENARIO,
        width=WIDTH,
        height=HEIGHT,
        sides={
            side: SideSetup(
                name=name,
                faction="ninth_age.army.practice",
                units=_army(side, DEPTHS[seat], 180_000 * seat),
            )
            for seat, (side, name) in enumerate(names.items())
        },
        terrain={"rock": Piece(outline=rock, look="rocks", traits=("impassable",))},
        turns=turns,
        switches=switches,
        dice=dice,
    )


def _army(side: SideId, y: int, facing: int) -> dict[str, UnitSetup]:
    found = {}
    for kind, x in LINE:
        stats, count, files, glyph = KINDS[kind]
        key = f"{side}_{kind}"
        at = x if facing == 0 else WIDTH // INCH - x
        found[key] = UnitSetup(
            name=f"ninth_age.kind.{kind}",
            kind=f"ninth_age.kind.{kind}",
            stats=stats,
            models=tuple(f"{key}_{n}" for n in range(1, count + 1)),
            files=files,
            pose=Pose(at * INCH, y * INCH, facing),
            glyph=glyph,
        )
    return found
