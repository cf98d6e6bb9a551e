"""What a game offers to those who set up a table: scenarios, sizes, choices, armies, its rules.

Names and texts are keys of the game's catalogue.
"""

from typing import Any

from .values import Value


class Choice(Value, frozen=True):
    """One of several things that may be chosen."""

    id: str
    name: str
    text: str = ""


class Option(Value, frozen=True):
    """A choice that a table makes: `id` is its place in the options of a match, the first choice
    the usual one."""

    id: str
    name: str
    choices: tuple[Choice, ...]

    @property
    def usual(self) -> str:
        """What holds when nothing is chosen."""
        return self.choices[0].id


class Scenario(Value, frozen=True):
    """A kind of match. Where seats bring no army of their own, a table begins without them."""

    id: str
    name: str
    text: str = ""
    options: tuple[Option, ...] = ()
    armies: bool = True
    """Whether its seats bring armies."""


class OwnArmy(Value, frozen=True):
    """An army that comes with the game: its name in the reader's language, the key of its
    faction's name, its points and those of the size it was made for, and the roster as plain JSON
    values."""

    id: str
    name: str
    faction: str
    points: int
    size: int
    roster: Any


class Menu(Value, frozen=True):
    """All that may be chosen when a table is opened, the usual thing first. `sizes` are points;
    `note` is the key of what players should know before they begin, such as what is not played."""

    name: str = ""
    note: str = ""
    scenarios: tuple[Scenario, ...] = ()
    sizes: tuple[int, ...] = ()
    usual_size: int = 0

    def scenario(self, key: str) -> Scenario | None:
        """A scenario by its id."""
        return next((scenario for scenario in self.scenarios if scenario.id == key), None)


class Heading(Value, frozen=True):
    """A rule of the game by the id that refusals name: the key of what it is about, the English
    words where no catalogue has them, and whether it is built, or why not."""

    id: str
    chapter: str
    name: str
    heading: str = ""
    built: bool = True
    reason: str = ""
