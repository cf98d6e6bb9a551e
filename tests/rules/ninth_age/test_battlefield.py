"""A battlefield from the dice: how many pieces of which kinds lie where (chapter FIELD)."""

import pytest

from rules.core.table import Piece
from rules.core.values import INCH
from rules.geometry.convex import convex_parts, separation
from rules.ninth_age.field.battlefield import APART, built

from .battle import setup


class Dealt:
    """Dice of a battlefield: a list for each purpose."""

    def __init__(self, **lists: list[int]) -> None:
        self.lists = lists

    def __call__(self, count: int, why: str) -> tuple[int, ...]:
        faces = self.lists[why.removeprefix("terrain_")]
        drawn, self.lists[why.removeprefix("terrain_")] = faces[:count], faces[count:]
        assert len(drawn) == count, why
        return tuple(drawn)


def middles(terrain: dict[str, Piece]) -> dict[str, tuple[float, float]]:
    """The middle of each piece, to a tenth of an inch."""
    found = {}
    for key, one in terrain.items():
        xs, ys = zip(*one.outline, strict=True)
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        found[key] = round(middle[0] / INCH, 1), round(middle[1] / INCH, 1)
    return found


# rules: T9A-FIELD-02
def test_dice_choose_the_sections_the_distances_and_the_kinds_of_terrain() -> None:
    """On 72x48 six sections; 2D3 further pieces of the kinds that their dice give, each 2
    inches north of the centre of its section."""
    dice = Dealt(
        kind=[3, 1, 2, 3, 4], count=[3, 4], section=[1, 2, 3, 1, 2, 1, 1], size=[1] * 7,
        direction=[1] * 99, distance=[1] * 14,
    )  # fmt: skip
    terrain = built(72 * INCH, 48 * INCH, dice)
    assert list(terrain) == ["building_1", "hill_1", "forest_1", "hill_2", "forest_2", "field_1",
                             "water_1"]  # fmt: skip
    places = middles(terrain)
    assert places["building_1"] == (12, 14)
    assert places["hill_1"] == (60, 14), "the second of the five that are left"
    assert places["forest_1"] == (36, 38), "the third of four: north in the middle"
    assert places["hill_2"] == (36, 14)
    assert places["forest_2"] == (60, 38)
    assert places["field_1"] == (12, 38)
    assert dice.lists["kind"] == dice.lists["count"] == []


# rules: T9A-FIELD-02
@pytest.mark.parametrize(
    ("face", "kind"),
    [(1, "building_1"), (3, "building_1"), (4, "impassable_1"), (6, "impassable_1")],
)
def test_a_building_or_a_rock_and_fewer_pieces_on_a_small_table(face: int, kind: str) -> None:
    """On 36x48 sections of 18x24 and 1D3 further pieces."""
    dice = Dealt(
        kind=[face, 5], count=[2], section=[1, 2, 1, 1], size=[1] * 3, distance=[1] * 8,
        direction=[1] * 99,
    )  # fmt: skip
    terrain = built(36 * INCH, 48 * INCH, dice)
    assert list(terrain) == [kind, "hill_1", "forest_1", "wall_1"]
    places = middles(terrain)
    assert places[kind] == (9, 14)
    assert places["hill_1"] == (9, 38)
    assert places["forest_1"] == (27, 14)
    assert places["wall_1"] == (27, 38)


# rules: T9A-FIELD-01, T9A-FIELD-02
def test_a_table_for_grand_armies_has_eight_sections() -> None:
    """More than six are drawn from with two dice: 2 and 2 are 7 of 0 to 7."""
    dice = Dealt(
        kind=[1, 6, 6], count=[1, 1], section=[2, 2, 1, 1, 1, 1, 1], size=[1] * 5,
        direction=[1] * 99, distance=[1] * 10,
    )  # fmt: skip
    places = middles(built(96 * INCH, 48 * INCH, dice))
    assert list(places) == ["building_1", "hill_1", "forest_1", "ruin_1", "ruin_2"]
    assert places["building_1"] == (84, 38)
    assert places["hill_1"] == (12, 14)
    made = setup(board="large")
    assert (made.width, made.height) == (96 * INCH, 48 * INCH)


# rules: T9A-FIELD-03
def test_a_piece_that_lies_too_near_is_shifted_as_little_as_possible() -> None:
    """Twelve inches west the forest would lie on the building: it comes to lie six inches off."""
    west = [5, 4, 1, 1]
    dice = Dealt(
        kind=[1, 1], count=[1], section=[1, 2, 1, 1], size=[1] * 4,
        distance=[1, 1, 1, 1, 6, 6, 1, 1], direction=[*[1] * 20, *west, *[1] * 8],
    )  # fmt: skip
    terrain = built(36 * INCH, 48 * INCH, dice)
    assert list(terrain) == ["building_1", "hill_1", "forest_1", "hill_2"]
    solids = {key: convex_parts(piece.outline) for key, piece in terrain.items()}
    gaps = {key: separation(solids["forest_1"], solids[key]) for key in ("building_1", "hill_1")}
    assert APART - 3 <= min(gaps.values()) < APART + INCH / 2
    assert middles(terrain)["building_1"] == (9, 14)
