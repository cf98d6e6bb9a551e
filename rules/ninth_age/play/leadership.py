"""Leadership tests (T9A-CHAR-04)."""

from rules.core.values import UnitId
from rules.ninth_age.events import LeadershipTested, Test
from rules.ninth_age.numbers import rallies, rally_target
from rules.ninth_age.play.reading import Run
from rules.ninth_age.state import State


def leadership(state: State, unit: UnitId) -> int:
    """The Leadership a unit tests on."""
    return state.stats[unit].leadership


def rallying_leadership(state: State, unit: UnitId) -> int:
    """The same for a rally test: a musician adds one (T9A-CMD-02)."""
    return leadership(state, unit) + state.stats[unit].musician


def passes(run: Run, unit: UnitId, test: Test) -> bool:
    """Take a test, and write it down."""
    target = leadership(run.state, unit)
    faces = _roll(run, unit, test)
    passed = sum(faces) <= target
    run.emit(LeadershipTested(unit=unit, test=test, total=sum(faces), target=target, passed=passed))
    return passed


def passes_rally(run: Run, unit: UnitId) -> bool:
    """Take a rally test (T9A-RALLY-01, -02): below a quarter only a double one will do."""
    state = run.state
    value = rallying_leadership(state, unit)
    found = state.table.units[unit]
    now, start = len(found.models), found.strength
    target = rally_target(value, now, start, state.switches)
    faces = _roll(run, unit, "rally")
    passed = rallies(faces, value, now, start, state.switches)
    run.emit(
        LeadershipTested(unit=unit, test="rally", total=sum(faces), target=target, passed=passed)
    )
    return passed


def _roll(run: Run, unit: UnitId, test: Test) -> tuple[int, ...]:
    side = run.state.table.units[unit].side
    return run.roll(2, side=side, why=f"test_{test}", unit=unit, rule="T9A-CHAR-04")
