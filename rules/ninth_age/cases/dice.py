"""Dice of a worked case: a list for each purpose, used in the order in which rolls are made."""

from collections.abc import Mapping
from typing import Any

from rules.core.resolution import Resolution
from rules.ninth_age.cases.file import Face, Malformed
from rules.ninth_age.state import State

Rolls = list[Face | list[Face]]
"""Dice, those of a roll together or each by itself."""
LISTS = {"flee": "flee", "dangerous": "dangerous_terrain", "random_move": "random_movement",
         "test_panic": "panic"}  # fmt: skip
"""The list that the dice of a roll stand in; those of tests without a list of their own in `ld`."""
SWIFT = 3
"""Dice of which the lowest is dropped; where two are listed for a flight they are those kept."""


class ListedDice:
    """A case's dice. Running out of them is an error of the case."""

    def __init__(self, lists: Mapping[str, Rolls]) -> None:
        self._lists = {name: [_roll(one) for one in rolls] for name, rolls in lists.items()}
        self.position = 0
        self.purpose = ""

    def draw(self, count: int, need: int = 0) -> tuple[int, ...]:
        """The next faces of the list for the purpose. Raises Malformed."""
        name = LISTS.get(self.purpose, self.purpose)
        if self.purpose.startswith("test_") and name not in self._lists:
            name = "ld"
        rolls = self._lists.get(name, [])
        swift = name == "flee" and count == SWIFT
        faces: list[int] = []
        while rolls and len(faces) < count and not (swift and len(faces) == SWIFT - 1):
            faces += rolls.pop(0)
        if swift and len(faces) == SWIFT - 1:
            faces.append(1)
        if len(faces) != count:
            raise Malformed(f"{len(faces)} dice in {name} where {count} are rolled")
        self.position += count
        return tuple(faces)

    def check_used(self) -> None:
        """Raise Malformed where a list has dice left."""
        for name, rolls in self._lists.items():
            if rolls:
                raise Malformed(f"{sum(map(len, rolls))} dice in {name} that nobody rolls")


def _roll(rolled: Any) -> list[int]:
    return rolled if isinstance(rolled, list) else [rolled]


class Run(Resolution[State]):
    """A resolution whose dice know what they are rolled for."""

    def roll(self, count: int, **about: Any) -> tuple[int, ...]:
        """A roll, from the list of its purpose."""
        if isinstance(self.dice, ListedDice):
            self.dice.purpose = about["why"]
        return super().roll(count, **about)
