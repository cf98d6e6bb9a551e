"""Leadership tests: whose Leadership, and a second roll by the battle standard (T9A-CHAR-04)."""

from rules.core.events import Source
from rules.core.values import UnitId
from rules.ninth_age.events import LeadershipTested, Spent, Test
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.numbers import below_quarter, kept_low, rally_target
from rules.ninth_age.play.units.bestowed import mostly, rerolls, specials_of
from rules.ninth_age.play.units.presence import MUSICIAN, banner, highest, leader, rallying
from rules.ninth_age.play.units.reading import Run
from rules.ninth_age.state import State

UNRULY = -1
"""What the unruly have less for a test of Frenzy (army OG)."""


def passes(run: Run, unit: UnitId, test: Test) -> bool:
    """Take a test, and write it down."""
    target, lender = leader(run.state, unit)
    if test == "frenzy" and run.state.stats[unit].has("unruly"):
        target += UNRULY
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
        total = sum(kept_low(_roll(run, unit, test, target)))
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


def _roll(run: Run, unit: UnitId, test: Test, target: int) -> tuple[int, ...]:
    state = run.state
    return run.roll(
        dice_of_test(state, unit, test), side=state.table.units[unit].side, why=f"test_{test}",
        unit=unit, rule="T9A-CHAR-04", need_sources=told(state, unit, test, target),
    )  # fmt: skip


def told(state: State, unit: UnitId, test: Test, target: int) -> tuple[Source, ...]:
    """What the highest sum that passes a test is made of: a Leadership, the unit's or lent, what is
    added to it, and what makes more or less of all that (T9A-CHAR-05, T9A-RALLY-02)."""
    used, lender = highest(state, unit)
    key = "lent_leadership" if lender else "leadership"
    found = [Source(key=f"ninth_age.source.{key}", add=used, value=True)]
    found += [
        Source(key=f"ninth_age.name.{one.id}", add=one.leadership)
        for one in specials_of(state, unit)
        if one.leadership
    ]
    if test == "rally" and state.stats[unit].musician:
        found.append(_source("musician", MUSICIAN))
    if test == "frenzy" and state.stats[unit].has("unruly"):
        found.append(Source(key="ninth_age.name.unruly", add=UNRULY))
    rest = target - sum(one.add for one in found)
    if rest:
        few = test == "rally" and below_quarter(
            len(ground_of(state).models(unit)), state.table.units[unit].strength, state.switches
        )
        found.append(_source("few" if few else "at_most", rest))
    return tuple(found)


def _source(key: str, add: int) -> Source:
    return Source(key=f"ninth_age.source.{key}", add=add)
