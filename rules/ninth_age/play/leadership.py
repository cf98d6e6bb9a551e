"""Leadership tests: whose Leadership, and a second roll by the battle standard (T9A-CHAR-04)."""

from collections.abc import Callable, Sequence

from rules.core.events import Source
from rules.core.values import UnitId
from rules.ninth_age.events import LeadershipTested, Test
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.numbers import PRESENCE, PRESENCE_LARGE, rallies, rally_target, within
from rules.ninth_age.play.reading import Run
from rules.ninth_age.state import State

MUSICIAN = 1
"""What a musician adds to the Leadership of a rally test (T9A-CMD-02)."""


def leader(state: State, unit: UnitId) -> tuple[int, UnitId]:
    """The Leadership a unit tests on, the highest it may use, and the General who lends it
    (T9A-CHR-20)."""
    own = max(state.stats[part].leadership for part in ground_of(state).parts(unit))
    general = presence(state, unit)
    lent = state.stats[general].leadership if general else 0
    return (lent, general) if lent > own else (own, "")


def leadership(state: State, unit: UnitId) -> int:
    """The Leadership a unit tests on."""
    return leader(state, unit)[0]


def rallying_leadership(state: State, unit: UnitId) -> int:
    """The same for a rally test: a musician adds one (T9A-CMD-02)."""
    return leadership(state, unit) + (MUSICIAN if state.stats[unit].musician else 0)


def presence(state: State, unit: UnitId) -> UnitId:
    """The friendly General near enough to lend a unit his Leadership, or nobody."""
    return next((key for key in _near(state, unit) if state.stats[key].general), "")


def banner(state: State, unit: UnitId) -> UnitId:
    """The friendly battle standard near enough to give a second roll, or nobody (T9A-CHR-21)."""
    return next((key for key in _near(state, unit) if state.stats[key].battle_standard), "")


def _near(state: State, unit: UnitId) -> list[UnitId]:
    """Leaders of a unit's side that do not flee, and are near enough (T9A-FLEE-17)."""
    ground = ground_of(state)
    found = []
    for key in state.table.of_side(state.table.units[unit].side):
        stats = state.stats[key]
        if not (stats.general or stats.battle_standard) or state.fleeing(key):
            continue
        limit = PRESENCE_LARGE if stats.has("large_target") else PRESENCE
        if state.host(key) == unit or within(ground.gap(key, unit), limit):
            found.append(key)
    return found


def passes(run: Run, unit: UnitId, test: Test) -> bool:
    """Take a test, and write it down."""
    target, lender = leader(run.state, unit)
    return _take(run, unit, test, target, lender, lambda faces: sum(faces) <= target)


def passes_rally(run: Run, unit: UnitId) -> bool:
    """Take a rally test (T9A-RALLY-01 to -04): below a quarter only a double one will do."""
    state = run.state
    value, lender = rallying_leadership(state, unit), leader(state, unit)[1]
    now, start = len(ground_of(state).models(unit)), state.table.units[unit].strength
    target = rally_target(value, now, start, state.switches)
    return _take(
        run, unit, "rally", target, lender,
        lambda faces: rallies(faces, value, now, start, state.switches),
    )  # fmt: skip


def _take(
    run: Run,
    unit: UnitId,
    test: Test,
    target: int,
    lender: UnitId,
    enough: Callable[[Sequence[int]], bool],
) -> bool:
    """Roll; near the battle standard once more after a failure (T9A-CHR-21, T9A-GEN-05)."""
    for again in dict.fromkeys(("", banner(run.state, unit))):
        faces = _roll(run, unit, test)
        passed = enough(faces)
        run.emit(
            LeadershipTested(
                unit=unit, test=test, total=sum(faces), target=target, passed=passed,
                lender=lender, again=again,
            )
        )  # fmt: skip
        if passed:
            return True
    return False


def _roll(run: Run, unit: UnitId, test: Test) -> tuple[int, ...]:
    state = run.state
    plays = test == "rally" and state.stats[unit].musician
    return run.roll(
        2, side=state.table.units[unit].side, why=f"test_{test}", unit=unit, rule="T9A-CHAR-04",
        need_sources=(Source(key="ninth_age.source.musician", add=MUSICIAN),) if plays else (),
    )  # fmt: skip
