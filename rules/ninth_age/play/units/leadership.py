"""Leadership tests: whose Leadership, and a second roll by the battle standard (T9A-CHAR-04)."""

from rules.core.events import Source
from rules.core.values import UnitId
from rules.ninth_age.events import LeadershipTested, Spent, Test
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.numbers import kept_low, rally_target
from rules.ninth_age.play.units.bestowed import mostly, rerolls, specials_of
from rules.ninth_age.play.units.presence import MUSICIAN, banner, leader, rallying
from rules.ninth_age.play.units.reading import Run
from rules.ninth_age.state import State


def passes(run: Run, unit: UnitId, test: Test) -> bool:
    """Take a test, and write it down."""
    target, lender = leader(run.state, unit)
    if test == "frenzy" and run.state.stats[unit].has("unruly"):
        target -= 1
    return _take(run, unit, test, target, lender)


def passes_rally(run: Run, unit: UnitId) -> bool:
    """Take a rally test (T9A-RALLY-01 to -04): below a quarter only a double one will do."""
    state = run.state
    value, added = rallying(state, unit)
    now, start = len(ground_of(state).models(unit)), state.table.units[unit].strength
    target = rally_target(value, now, start, state.switches, added)
    lender = leader(state, unit)[1]
    return _take(run, unit, "rally", target, lender)


def _take(run: Run, unit: UnitId, test: Test, target: int, lender: UnitId) -> bool:
    """Roll; near the battle standard, or by a special rule, once more after a failure (T9A-CHR-21,
    T9A-GEN-05)."""
    for again in dict.fromkeys(("", second_chance(run.state, unit, test))):
        if again == unit and (icon := rerolls(run.state, unit, test)) and icon.once:
            run.emit(Spent(unit=unit, weapon=icon.id))
        total = sum(kept_low(_roll(run, unit, test)))
        passed = total <= target
        run.emit(
            LeadershipTested(
                unit=unit, test=test, total=total, target=target, passed=passed,
                lender=lender, again=again,
            )
        )  # fmt: skip
        if passed:
            return True
    return False


def second_chance(state: State, unit: UnitId, test: Test) -> UnitId:
    """Who gives a second roll of a test that has failed: the battle standard (T9A-CHR-21), or the
    unit itself by a special rule; nobody where there is none."""
    return banner(state, unit) or (unit if rerolls(state, unit, test) else "")


def dice_of_test(state: State, unit: UnitId, test: Test) -> int:
    """Dice of a test: two, or three of which the highest is dropped: by a special rule, or of the
    unruly when they panic in a horde (army OG)."""
    if any(
        mostly(state, unit, one.id) for one in specials_of(state, unit) if test in one.third_die
    ):
        return 3
    stats = state.stats[unit]
    horde = 0 < stats.troop.horde <= ground_of(state).block(unit).front
    return 3 if test in ("panic", "terror") and horde and stats.has("unruly") else 2


def _roll(run: Run, unit: UnitId, test: Test) -> tuple[int, ...]:
    state = run.state
    plays = test == "rally" and state.stats[unit].musician
    return run.roll(
        dice_of_test(state, unit, test), side=state.table.units[unit].side, why=f"test_{test}",
        unit=unit, rule="T9A-CHAR-04",
        need_sources=(Source(key="ninth_age.source.musician", add=MUSICIAN),) if plays else (),
    )  # fmt: skip
