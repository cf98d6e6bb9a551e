"""The odds of aims are those of every way the dice of the rules themselves can fall."""

from fractions import Fraction
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import msgspec
import pytest

from rules.core.dice import SealedDice, stream_key
from rules.core.odds import gather, mean
from rules.core.resolution import Resolution
from rules.core.table import Piece
from rules.core.values import INCH
from rules.ninth_age.actions import Aims, PlanShot
from rules.ninth_age.advice.aims import listed, outlook
from rules.ninth_age.advice.falling import salvos
from rules.ninth_age.arms import Guard, Weapon
from rules.ninth_age.events import Misfired, Shot
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.templates import ray, standing_on, under
from rules.ninth_age.play.shooting.aiming import judge_fire
from rules.ninth_age.play.shooting.falling import aimed_at
from rules.ninth_age.play.shooting.phase import shoot
from rules.ninth_age.play.units.formulas import formula
from rules.ninth_age.state import Shooting, State
from rules.testing.odds import outcomes

from .kit import RULES, begun, table, unit, with_stats

BARE = Guard()
TROLLS = {"files": 2, "models": 4, "W": 3, "base_mm": [40, 40], "troop_type": "monstrous_infantry"}


def facing(
    weapon: dict[str, Any], guard: Guard = BARE, *, skill: int = 4, models: int = 3,
    rules: tuple[str, ...] = (), target: dict[str, Any] | None = None, wounds: int = 0,
) -> State:  # fmt: skip
    """Shooters in one rank, 20 inches from their target."""
    foe = unit("b", 36, 30, facing_deg=180, **(target or {"models": 20}))
    state = table(unit("a", 36, 10, models=models, files=5), foe)
    arm = Weapon(**{"id": "bow", "reach": 48 * INCH, **weapon})
    state = with_stats(state, "a", ballistic_skill=skill, missiles=(arm,))
    state = with_stats(state, "b", guard=guard, rules=rules)
    if not wounds:
        return state
    return msgspec.structs.replace(state, table=state.table.with_counter("b", "wounds", wounds))


def with_piece(state: State, kind: str, *corners: tuple[float, float]) -> State:
    """The same with a piece of terrain."""
    outline = tuple((round(x * INCH), round(y * INCH)) for x, y in corners)
    piece = Piece(outline=outline, look=kind, traits=(kind,))
    table = msgspec.structs.replace(state.table, terrain={kind: piece})
    return msgspec.structs.replace(state, table=table)


def with_field(state: State) -> State:
    """The same with the target in a field."""
    return with_piece(state, "field", (30, 26), (42, 26), (42, 34), (30, 34))


def behind(state: State, kind: str) -> State:
    """The same with something between that hides the target."""
    return with_piece(state, kind, (20, 18), (52, 18), (52, 20), (20, 20))


SCENES = {
    "plain": facing({}),
    "armour and ward": facing({"strength": 5, "piercing": 1}, Guard(4, 5, 5)),
    "regeneration": facing({}, Guard(3, 2, 6, 4)),
    "poison": facing({"rules": ("poisoned_attacks",)}, Guard(5, 3)),
    "poison beyond a six": facing({"rules": ("poisoned_attacks",), "reach": 24 * INCH}, skill=1),
    "lethal": facing({"rules": ("lethal_strike",)}, Guard(3, 4, 0, 4), models=2),
    "fire that catches": facing(
        {"rules": ("flaming_attacks",)}, Guard(4, 2, 6, 3), rules=("flammable",), models=2
    ),
    "divine": facing({"rules": ("divine_attacks",)}, Guard(3, 0, 4)),
    "several wounds": facing(
        {"wounds": "D3", "strength": 6}, Guard(4, 2), models=2, target=TROLLS, wounds=2
    ),
    "a champion": with_stats(facing({}, Guard(3, 1)), "a", champion=True),
    "a champion with a gun of his own": with_stats(
        facing({}, Guard(4, 2), target=TROLLS, wounds=1), "a", champion=True,
        champion_missiles=(
            Weapon(id="rifle", reach=48 * INCH, strength=6, piercing=1, wounds="D3"),
        ),
    ),
    "in a dry field": with_field(facing({"rules": ("flaming_attacks",)}, models=2)),
    "a random number of shots": facing({"shots": "D3"}, models=2),
    "all that is left": facing({"strength": 7}, target={"models": 2, "files": 2}),
    "a bolt": facing(
        {"artillery": "bolt_thrower", "strength": 6, "piercing": 6}, Guard(4, 3, 6), models=1
    ),
    "a bolt through trolls": facing(
        {"artillery": "bolt_thrower", "strength": 6, "wounds": "D3"}, Guard(4), models=1,
        target=TROLLS, wounds=1,
    ),
    "many barrels": facing({"artillery": "volley_gun", "strength": 4, "shots": "2D6"}, models=1),
    "a flame": facing({"artillery": "flame", "strength": 5}, Guard(4, 2, 6), models=1),
    "a flame that burns": facing(
        {"artillery": "flame", "strength": 5, "wounds": "2", "rules": ("flaming_attacks",)},
        Guard(4, 0, 0, 4), models=1, target=TROLLS, wounds=2,
    ),
    "a ball": facing(
        {"artillery": "cannon", "strength": 10, "piercing": 2, "wounds": "ordnance", "size": "D6"},
        Guard(4, 5, 5), models=1,
    ),
    "a ball into trolls": facing(
        {"artillery": "cannon", "strength": 7, "wounds": "2", "size": "D3"}, Guard(4, 3), models=1,
        target=TROLLS, wounds=1,
    ),
    "a ball into trolls and their champion": with_stats(
        facing(
            {"artillery": "cannon", "strength": 7, "wounds": "2", "size": "D3"}, models=1,
            target={**TROLLS, "files": 1}, wounds=1,
        ), "b", champion=True,
    ),
    "a flame over a champion": with_stats(
        facing({"artillery": "flame", "strength": 5, "wounds": "2"}, models=1, target=TROLLS,
               wounds=2), "b", champion=True,
    ),
    "a breath on the last of them": with_stats(
        facing({"artillery": "breath", "strength": 4, "shots": "D6"},
               target={**TROLLS, "models": 2}, wounds=1), "b", champion=True,
    ),
    "a breath": facing({"artillery": "breath", "strength": 4, "shots": "2D6"}, Guard(3, 2)),
}  # fmt: skip


def shot(state: State, dice: Any) -> tuple[int, int, int, int]:
    """Hits, wounds, misfires and the fallen of one shot with these dice."""
    run: Resolution[State] = Resolution(RULES, state, dice)
    shoot(run, judge_fire(state, "a", "b"))
    done = [event for event in run.events if isinstance(event, Shot) and event.target == "b"]
    return (
        sum(one.hits for one in done), sum(one.wounds for one in done),
        sum(isinstance(event, Misfired) for event in run.events), sum(one.lost for one in done),
    )  # fmt: skip


# rules: T9A-SHOOT-05, T9A-DMG-02, T9A-DMG-03, T9A-DMG-04, T9A-DMG-06
# rules: T9A-WPN-06, T9A-WPN-07, T9A-WPN-08, T9A-WPN-09, T9A-SR-POISONEDATTACKS
@pytest.mark.parametrize("name", SCENES)
def test_what_is_told_of_a_shot_is_what_all_dice_come_to(name: str) -> None:
    state = SCENES[name]
    told = outlook(state, judge_fire(state, "a", "b"))
    found = outcomes(lambda dice: shot(state, dice), state.draws)
    assert sum(told.lost.values()) == 1
    assert told.lost == gather((lost, odds) for (*_, lost), odds in found.items())
    assert told.hits == sum(odds * hits for (hits, *_), odds in found.items())
    assert told.wounds == sum(odds * wounds for (_, wounds, *_), odds in found.items())
    assert told.misfire == sum(odds * misfired for (_, _, misfired, _), odds in found.items())


STONE = {"artillery": "catapult", "size": "3", "centre_strength": 9, "centre_wounds": "ordnance"}
LOBBED = {
    "a stone": facing(STONE, Guard(3, 2), models=1, target={"models": 25}),
    "a stone at trolls": facing(
        {**STONE, "size": "5", "strength": 4}, Guard(4), models=1, target=TROLLS, wounds=1
    ),
    "a great stone that nobody sees": behind(
        facing({**STONE, "size": "5"}, models=1, target={"models": 20}), "impassable"
    ),
    "a stone at trolls and their champion": with_stats(
        facing({**STONE, "size": "5", "strength": 6}, Guard(4), models=1, target=TROLLS, wounds=1),
        "b", champion=True,
    ),
    "many small ones": facing(
        {"artillery": "catapult", "size": "3", "strength": 5, "shots": "D3+1"}, Guard(3, 3),
        models=1, target={"models": 12},
    ),
}  # fmt: skip
MANY = 500


# rules: T9A-WPN-05, T9A-GEN-06, T9A-GEN-07, T9A-GEN-08
@pytest.mark.parametrize("name", LOBBED)
def test_a_template_comes_down_as_often_on_as_many_as_is_told(name: str) -> None:
    """The mean of many shots against the mean that is told, both of hits and of the fallen: they
    differ by no more than five times what chance allows."""
    state = LOBBED[name]
    told = outlook(state, judge_fire(state, "a", "b"))
    assert sum(told.lost.values()) == 1
    shots = [shot(state, SealedDice(stream_key(name.encode(), {"n": str(n)}))) for n in range(MANY)]
    for index, mean_told in ((0, told.hits), (1, told.wounds), (3, mean(told.lost))):
        numbers = [one[index] for one in shots]
        allowed = 5 * stdev(numbers) / sqrt(MANY)
        assert abs(fmean(numbers) - mean_told) < allowed, (index, fmean(numbers), float(mean_told))
    assert abs(fmean(one[2] for one in shots) - told.misfire) < 0.06


# rules: T9A-WPN-05
def test_every_place_where_a_template_may_lie_is_looked_at() -> None:
    state = LOBBED["a stone"]
    fire = judge_fire(state, "a", "b")
    ground, aim = ground_of(state), aimed_at(state, fire)
    found: list[tuple[tuple[int, int, str], Fraction]] = [((0, 0, ""), Fraction(1, 6))]
    for face in range(1, 6):
        for number in range(0, 1296, 12):
            at = ray(aim, number * 360_000 // 1296, 2 * face * INCH)
            met = under(ground, (at,), 1.5 * INCH)
            centre = sum(one.model == getattr(standing_on(ground, at), "model", "") for one in met)
            found.append(((centre, len(met) - centre, ""), Fraction(1, 9 * 108)))
    at = under(ground, (aim,), 1.5 * INCH)
    found.append(((1, len(at) - 1, ""), Fraction(5, 18)))
    coarse, exact = gather(found), salvos(state, fire)
    assert set(exact) >= set(coarse)
    assert sum(exact.values()) == sum(coarse.values()) == 1
    for index in (0, 1):
        means = [sum(hits[index] * odds for hits, odds in one.items()) for one in (coarse, exact)]
        assert float(means[0]) == pytest.approx(float(means[1]), abs=0.02)


# rules: T9A-GEN-04
@pytest.mark.parametrize(
    ("text", "average"),
    [
        ("3", 3), ("D6", Fraction(7, 2)), ("D3", 2), ("2D3", 4), ("D3+1", 3), ("3D6×2", 21),
        ("2d6x2", 14), ("D3+2", 4),
    ],
)  # fmt: skip
def test_numbers_that_dice_give(text: str, average: Any) -> None:
    made = formula(text)
    assert mean(made.odds) == average
    assert sum(made.odds.values()) == 1


@pytest.mark.parametrize("text", ["", "D4", "a lot", "D6+"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no number"):
        formula(text)


# rules: T9A-PANIC-04
def test_an_aim_tells_hits_wounds_losses_and_the_chance_of_panic() -> None:
    state = begun(facing({}, models=5, target={"models": 4, "files": 4}), Shooting(side="A")).state
    shown = RULES.preview(state, frozenset("A"), PlanShot(unit="a", target="b")).shots[0]
    assert (shown.hits, shown.wounds, shown.losses) == (3333, 1667, 1663)
    assert (shown.wound, shown.armour, shown.special) == (4, 7, 7)
    # One of four is a quarter; with all four gone nobody is left to test.
    assert shown.panic == 1000 - shown.chances[0] - shown.chances[4]
    assert sum(shown.chances) == pytest.approx(1000, abs=3)


# rules: T9A-PANIC-02, T9A-PANIC-03
@pytest.mark.parametrize("rules", [("immune_to_psychology",), ()])
def test_who_takes_no_panic_test_is_shown_no_chance_of_one(rules: tuple[str, ...]) -> None:
    state = facing({}, target={"models": 4, "files": 4}, rules=rules)
    if not rules:
        state = msgspec.structs.replace(state, deeds={"b": ("calm",)})
    (shown,) = RULES.preview(state, frozenset("A"), Aims(unit="a")).shots
    assert shown.panic == 0


def test_a_long_table_of_chances_ends_with_all_that_is_more() -> None:
    even = {count: Fraction(1, 30) for count in range(30)}
    assert len(listed(even)) == 24
    assert listed(even)[-1] == round(Fraction(7, 30) * 1000)


def test_aims_are_listed_with_the_most_promising_first() -> None:
    foes = (
        unit("b", 30, 30, facing_deg=180), unit("b2", 42, 30, facing_deg=180),
        unit("b3", 36, 46, facing_deg=180),
    )  # fmt: skip
    state = table(unit("a", 36, 20, models=5), *foes)
    state = with_stats(state, "a", ballistic_skill=4, missiles=(Weapon(id="bow", reach=20 * INCH),))
    state = with_stats(state, "b", guard=Guard(armour=4))
    state = begun(state, Shooting(side="A")).state
    shown = RULES.preview(state, frozenset("A"), Aims(unit="a"))
    assert [aim.unit for aim in shown.shots] == ["b2", "b"]
    first, *_ = RULES.suggest(state, next(iter(state.prompts.values())))
    assert (first.unit, first.target, first.weapon) == ("a", "b2", "bow")
    styles = {shape.style for shape in shown.shapes}
    assert {"reach", "reach_slow", "sight", "target"} <= styles
