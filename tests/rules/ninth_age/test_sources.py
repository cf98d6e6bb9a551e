"""Every roll of a shot and every Leadership test tells what its number is made of."""

import msgspec
import pytest

from rules.core.dice import SealedDice, stream_key
from rules.core.events import Rolled
from rules.core.resolution import Resolution
from rules.core.wording import catalogue
from rules.ninth_age.arms import Guard
from rules.ninth_age.edition import FIRST, SEED, Switches
from rules.ninth_age.play.harm.saves import hit_faces
from rules.ninth_age.play.shooting.aiming import judge_fire
from rules.ninth_age.play.shooting.phase import shoot
from rules.ninth_age.play.units.leadership import passes, passes_rally
from rules.ninth_age.state import State

from .kit import RULES, begun, table, unit, with_stats
from .test_shooting_odds import SCENES

WOUNDS = ("to_wound", "to_wound_again")
ARMOUR = ("armour", "armour_again")
SPECIAL = ("ward", "ward_again", "regeneration")


def rolled(state: State, seed: int) -> list[Rolled]:
    """The rolls of one shot."""
    dice = SealedDice(stream_key(b"sources", {"n": str(seed)}))
    run: Resolution[State] = Resolution(RULES, state, dice)
    shoot(run, judge_fire(state, "a", "b"))
    return [event for event in run.events if isinstance(event, Rolled)]


# rules: T9A-GEN-09, T9A-SHOOT-05, T9A-DMG-02, T9A-DMG-03, T9A-DMG-04
@pytest.mark.parametrize("name", SCENES)
def test_what_a_shot_needs_is_the_sum_of_what_is_told(name: str) -> None:
    words = catalogue("en")
    for roll in (one for seed in range(6) for one in rolled(SCENES[name], seed)):
        total = sum(source.add for source in roll.need_sources)
        assert all(source.key in words for source in roll.need_sources)
        if roll.why == "to_hit":
            assert roll.need == hit_faces(total)[0]
        elif roll.why == "to_hit_again":
            assert roll.need == hit_faces(total)[1]
        elif roll.why in WOUNDS:
            assert roll.need == min(6, max(2, 4 - total))
        elif roll.why in ARMOUR:
            assert roll.need == max(2, 7 - total)
        elif roll.why in SPECIAL:
            assert [source.add for source in roll.need_sources] == [0]
        else:
            assert not roll.need


# rules: T9A-DMG-04, T9A-SR-ETHEREAL, T9A-SR-FIREBORN
@pytest.mark.parametrize(
    ("guard", "rules", "name"),
    [
        (Guard(ward=5), (), "ward_save"),
        (Guard(regeneration=4, ward=5), (), "regeneration"),
        (Guard(ward=5), ("ethereal",), "ethereal"),
        (Guard(), ("otherworldly",), "otherworldly"),
    ],
)
def test_a_special_save_tells_the_rule_that_gives_it(
    guard: Guard, rules: tuple[str, ...], name: str
) -> None:
    state = with_stats(SCENES["plain"], "b", guard=guard, rules=rules)
    rolls = [one for seed in range(9) for one in rolled(state, seed) if one.why in SPECIAL]
    assert rolls
    assert {one.need_sources[0].key for one in rolls} == {f"ninth_age.name.{name}"}


def taken_by(state: State) -> list[tuple[int, int]]:
    """The sum that is told of each test of `b`, and the highest that passes it."""
    run = begun(state, dice=(6,) * 12)
    passes(run, "b", "panic")
    passes_rally(run, "b")
    told = [sum(s.add for s in e.need_sources) for e in run.events if isinstance(e, Rolled)]
    taken = [e.target for e in run.events if type(e).__name__ == "LeadershipTested"]
    return list(zip(told, taken, strict=True))


# rules: T9A-CHAR-04, T9A-CHAR-05, T9A-CHR-20, T9A-CMD-02, T9A-RALLY-02
@pytest.mark.parametrize("switches", [SEED, FIRST])
@pytest.mark.parametrize("strength", [10, 100])
@pytest.mark.parametrize("rules", [(), ("banner_of_discipline",)])
@pytest.mark.parametrize("lord", [0, 5, 9, 10])
def test_what_a_leadership_test_passes_on_is_the_sum_of_what_is_told(
    switches: Switches, strength: int, rules: tuple[str, ...], lord: int
) -> None:
    foot = unit("b", 36, 30, start_models=strength)
    state = table(foot, unit("b2", 36, 34, models=1, files=1, Ld=lord), switches=switches)
    state = with_stats(state, "b2", general=bool(lord), character=True)
    state = with_stats(state, "b", musician=True, rules=rules)
    found = taken_by(state)
    assert all(told == target for told, target in found)
    if strength == 10:
        assert found[0][1] == min(10, max(7, lord) + bool(rules))
        assert found[1][1] == min(10, max(7, lord) + bool(rules) + 1)


# rules: T9A-CHR-20
def test_a_lent_leadership_is_told_as_such() -> None:
    state = table(unit("b", 36, 30), unit("b2", 36, 34, models=1, files=1, Ld=9))
    state = with_stats(state, "b2", general=True, character=True)
    run = begun(state, dice=(1, 1))
    passes(run, "b", "panic")
    (roll,) = [event for event in run.events if isinstance(event, Rolled)]
    assert [(s.key, s.add) for s in roll.need_sources] == [
        ("ninth_age.source.lent_leadership", 9)
    ]  # fmt: skip
    assert all(one.value for one in roll.need_sources), "told as values, not as changes"
    assert msgspec.structs.asdict(roll)["rule"] == "T9A-CHAR-04"
