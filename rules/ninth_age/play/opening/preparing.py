"""What armies do between deployment and battle: stakes, banks, prayers (T9A-DEP-01; armies DH and
KOE)."""

from rules.core.values import SideId, UnitId
from rules.ninth_age.actions import Keep
from rules.ninth_age.field.battlefield import stakes
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.opening.actions import Pray
from rules.ninth_age.opening.events import Gained, Prayed, Staked
from rules.ninth_age.opening.questions import WhetherToPray
from rules.ninth_age.opening.steps import Praying
from rules.ninth_age.play.units.reading import Run
from rules.ninth_age.questions import Prompt
from rules.ninth_age.state import State
from rules.ninth_age.wording import asking

BLESSING = "the_blessing"


def dig_in(run: Run) -> None:
    """Stakes before those who carry them (army KOE), and a machine behind a bank for everybody who
    digs: that nearest to him (army DH)."""
    for unit in ground_of(run.state).standing():
        if run.state.stats[unit].has("bowmens_stakes"):
            fence = stakes(ground_of(run.state).block(unit))
            run.emit(Staked(unit=unit, piece=fence))
    for side in run.state.sides:
        for digger in run.state.each(side):
            machine = _machine(run.state, digger)
            if machine and run.state.stats[digger].has("entrench"):
                run.emit(Gained(unit=machine, rules=("entrenched",), by=digger))


def _machine(state: State, digger: UnitId) -> UnitId:
    """The nearest of a side's war machines that nobody has dug in, or nobody."""
    ground = ground_of(state)
    found = [
        unit
        for unit in ground.friends(digger)
        if state.stats[unit].troop_type == "war_machine" and not state.stats[unit].has("entrenched")
    ]
    return min(found, key=lambda unit: ground.gap(digger, unit), default="")


def blessed(state: State, side: SideId) -> bool:
    """Whether a side has anybody whom a prayer would help."""
    return any(state.stats[unit].has(BLESSING) for unit in state.table.of_side(side))


def ask_prayer(run: Run, step: Praying) -> None:
    """Ask a side with a blessing whether it prays (army KOE)."""
    run.ask(step.side, WhetherToPray(), asking("pray"))


def answer_prayer(run: Run, prompt: Prompt, action: Pray | Keep) -> None:
    """The blessed are warded better; or nothing changes."""
    run.close(prompt.id)
    run.replace()
    if isinstance(action, Pray):
        run.emit(Prayed(side=prompt.side))
        for unit, found in run.state.table.units.items():
            if found.side == prompt.side and run.state.stats[unit].has(BLESSING):
                run.emit(Gained(unit=unit, rules=("prayer",)))
