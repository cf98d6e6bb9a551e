"""The 9th Age for the case kit: a state with its prompt open, from units written as in the kit's
worked cases.

`given` holds:

    units      { a1 = { centre = [36.0, 24.0], facing = 90, models = 10, … } }: the fields of a unit
               of a worked case, lengths in inches, the facing in whole degrees. A key that begins
               with `a` is a unit of side A, whose turn it is, any other one of B. `stats` replaces
               figures, `deeds` is what it did this turn, `fights` the enemies it is in contact
               with; with `ambush` it waits off the table
    terrain    as in worked cases, by id
    phase      "charges" (the default): the prompt that ends or makes declarations is open, and the
               turn goes on behind it; "moves": the prompt of the remaining moves is open;
               "shooting": the prompt of the shooting phase; before the battle "deployment",
               "scouts", "vanguard" and "flags", in which A, who finished first, begins (of the
               vanguard he is asked first all the same)
    zone       the deployment type of those: A stands at the corner (0, 0), attacking in a flank
               attack, B across the table; a unit with `waits` is still to be set up
    switches   { rally_double_one = false }
    more       fields of the state: `turn`, `objectives`, `points` …
"""

from typing import Any, get_type_hints

import msgspec

from rules.core.agenda import Step
from rules.core.dice import ScriptedDice
from rules.core.resolution import Resolution
from rules.core.table import Table
from rules.core.values import INCH
from rules.ninth_age.cases.file import state_of
from rules.ninth_age.edition import Switches
from rules.ninth_age.events import PhaseBegan
from rules.ninth_age.opening.steps import Arriving, Deploying, Flagging, Scouting, Vanguard
from rules.ninth_age.play.moving.declaring import chargers
from rules.ninth_age.play.units.reading import Run
from rules.ninth_age.questions import Declare
from rules.ninth_age.ruleset import NinthAge
from rules.ninth_age.setup import Stats
from rules.ninth_age.state import (
    Battle,
    Charging,
    Declaring,
    Fleeing,
    Moving,
    Phase,
    Rallying,
    Shooting,
    State,
    Wandering,
)
from rules.ninth_age.wording import asking
from rules.ninth_age.zones import Kind, zone

SIDE = "A"
GIVEN = frozenset({"board", "units", "terrain", "phase", "zone", "switches", "more"})
"""What a case may say; anything else is a slip of its writer."""
PHASES = frozenset({"charges", "moves", "shooting", "deployment", "scouts", "vanguard", "flags"})
replace = msgspec.structs.replace


class NinthAdapter:
    """Lets cases of The 9th Age run."""

    rules = NinthAge()

    def state(self, table: Table, given: dict[str, Any]) -> State:
        """The state that a case describes. Raises KeyError for an unknown word of the data."""
        odd = {*(given.keys() - GIVEN), *({given.get("phase", "charges")} - PHASES)}
        if odd:
            raise KeyError(*odd)
        bare = around(given)
        run: Run = Resolution(self.rules, bare, ScriptedDice(()))
        if given.get("phase", "charges") == "moves":
            run.push(Moving(side=SIDE), Battle())
            run.run()
            return run.state
        if step := BEFORE.get(given.get("phase", "")):
            run.push(step, Battle())
            run.run()
            return run.state
        if given.get("phase") == "shooting":
            run.push(Phase(name="shooting"), Shooting(side=SIDE), Battle())
            run.run()
            return run.state
        run.push(
            Declaring(side=SIDE), Charging(side=SIDE), Phase(name="compulsory"),
            Rallying(side=SIDE), Fleeing(side=SIDE), Wandering(side=SIDE), Phase(name="moves"),
            Arriving(side=SIDE), Moving(side=SIDE), Battle(),
        )  # fmt: skip
        run.emit(PhaseBegan(phase="charges"))
        run.ask(SIDE, Declare(charges=chargers(bare, SIDE)), asking("declare"))
        return run.state


def around(given: dict[str, Any]) -> State:
    """The table of a case, and what its units are and did."""
    units = dict(given["units"])
    written = [written_unit(key, unit) for key, unit in units.items()]
    terrain = [
        {**piece, "id": key, "centre": inches(piece["centre"])}
        for key, piece in given.get("terrain", {}).items()
    ]
    switches = msgspec.convert(given.get("switches", {}), Switches)
    board = inches(given.get("board", [72 * INCH, 48 * INCH]))
    state = state_of({"board": board, "units": written, "terrain": terrain}, switches)
    stats = {
        key: replace(state.stats[key], **_listed(unit.get("stats", {})))
        for key, unit in units.items()
    }
    fights = {key: tuple(unit["fights"]) for key, unit in units.items() if unit.get("fights")}
    deeds = {key: tuple(unit["deeds"]) for key, unit in units.items() if unit.get("deeds")}
    made = replace(state, stats={**state.stats, **stats}, engaged=fights, deeds=deeds, active=SIDE)
    for key, unit in units.items():
        if unit.get("ambush") or unit.get("waits"):
            made = kept_off(made, key, waits=bool(unit.get("waits")))
    if "zone" in given:
        made = opened(made, given["zone"])
    more = given.get("more", {})
    typed = {name: msgspec.convert(value, KINDS[name]) for name, value in more.items()}
    return replace(made, **typed)


BEFORE: dict[str, Step] = {
    "deployment": Deploying(side=SIDE), "scouts": Scouting(side=SIDE),
    "vanguard": Vanguard(side=SIDE), "flags": Flagging(side=SIDE),
}  # fmt: skip
"""The steps of the phases before the battle."""


def opened(state: State, kind: Kind) -> State:
    """The state with the zones of a deployment, which A finished first."""
    role, other = ("attacker", "defender") if kind == "flank_attack" else ("", "")
    width, height = state.table.width, state.table.height
    grounds = {
        "A": zone(kind, width, height, (0, 0), role),
        "B": zone(kind, width, height, (width, height), other),
    }
    opening = replace(
        state.opening, deployment=kind, chooser="B", grounds=grounds, finished=("A", "B")
    )
    zones = {side: ground.outline for side, ground in grounds.items()}
    return replace(state, opening=opening, zones=zones)


def kept_off(state: State, unit: str, *, waits: bool = False) -> State:
    """The state with a unit in ambush, or waiting to be set up."""
    models = state.table.units[unit].models
    left = {key: model for key, model in state.table.models.items() if key not in models}
    away = {**state.table.units, unit: replace(state.table.units[unit], models=())}
    held = () if waits else (unit,)
    opening = replace(state.opening, ambush=(*state.opening.ambush, *held))
    return replace(
        state, table=replace(state.table, units=away, models=left), opening=opening,
        mustered={**state.mustered, unit: models},
    )  # fmt: skip


KINDS: dict[str, Any] = {
    "turn": int, "size": int, "objectives": tuple[str, ...], "points": dict[str, int],
    "markers": dict[str, tuple[int, int]], "flags": dict[str, tuple[str, ...]],
    "zones": dict[str, tuple[tuple[int, int], ...]], "jammed": dict[str, int],
    "spent": dict[str, tuple[str, ...]],
}  # fmt: skip
"""What `more` may set."""


def written_unit(key: str, unit: dict[str, Any]) -> dict[str, Any]:
    """A unit in the words of a file of worked cases."""
    words = {
        name: value
        for name, value in unit.items()
        if name not in ("stats", "deeds", "fights", "ambush", "waits")
    }
    words["centre"] = inches(words["centre"])
    words["facing_deg"] = words.pop("facing", 0)
    return {"id": key, "owner": "A" if key.startswith("a") else "B", **words}


def inches(lengths: list[int]) -> list[float]:
    """Lengths of the grid as the inches that they were written as."""
    return [length / INCH for length in lengths]


FIGURES = get_type_hints(Stats)


def _listed(stats: dict[str, Any]) -> dict[str, Any]:
    return {name: msgspec.convert(value, FIGURES[name]) for name, value in stats.items()}
