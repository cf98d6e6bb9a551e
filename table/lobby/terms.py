"""How a table is described to people: its scenario, points and clock."""

from dataclasses import dataclass
from typing import Any

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

    scenario: str
    about: str
    layout: str
    points: int | None
    clock: str
    """Minutes + seconds; empty without a clock."""


def shown(match: Match) -> Shown:
    """What a match is played for, and on what."""
    options: dict[str, Any] = match.options or {}
    game, points = match.ruleset, options.get("points")
    layout = options.get("layout", "")
    clock = ""
    if match.clock_bank is not None:
        clock = f"{match.clock_bank // 60}+{match.clock_grace}"
    return Shown(
        scenario=f"{game}.scenario.{match.scenario}.name",
        about=f"{game}.scenario.{match.scenario}.text",
        layout=f"{game}.layout.{layout}.name" if layout else "",
        points=points if isinstance(points, int) else None,
        clock=clock,
    )
