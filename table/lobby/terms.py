"""How a table is described to people: its scenario, points and clock."""

from dataclasses import dataclass
from typing import Any

from rules import ruleset
from rules.core.menu import Scenario
from table.matches.models import Match

NO_CLOCK = ""
CLOCKS: dict[str, tuple[int, int]] = {
    "20+20": (20 * 60, 20),
    "30+30": (30 * 60, 30),
    "45+30": (45 * 60, 30),
    "60+60": (60 * 60, 60),
}
"""Minutes of a side's bank + seconds of grace for every question: (bank, grace) in seconds."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A match as lists and rooms show it. Names of the game are keys of the catalogue."""

    game: str
    scenario: str
    about: str
    agreed: tuple[str, ...]
    """Names of what was chosen."""
    points: int | None
    armies: bool
    """Whether its seats bring armies."""
    clock: str
    """Minutes + seconds; empty without a clock."""


def shown(match: Match) -> Shown:
    """What a match is played for, and on what."""
    options: dict[str, Any] = match.options or {}
    menu = ruleset(match.ruleset).menu()
    scenario, points = menu.scenario(match.scenario), options.get("points")
    clock = ""
    if match.clock_bank is not None:
        clock = f"{match.clock_bank // 60}+{match.clock_grace}"
    return Shown(
        game=menu.name,
        scenario=scenario.name if scenario else match.scenario,
        about=scenario.text if scenario else "",
        agreed=_agreed(scenario, options) if scenario else (),
        points=points if isinstance(points, int) else None,
        armies=scenario is None or scenario.armies,
        clock=clock,
    )


def _agreed(scenario: Scenario, options: dict[str, Any]) -> tuple[str, ...]:
    """Keys of what was chosen: of the first option always, of the others where it is not the usual
    thing."""
    found = []
    for number, option in enumerate(scenario.options):
        chosen = options.get(option.id)
        if number and chosen == option.usual:
            continue
        found += [choice.name for choice in option.choices if choice.id == chosen]
    return tuple(found)
