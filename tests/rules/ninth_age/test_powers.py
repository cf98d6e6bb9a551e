"""What the special rules of the armies do to tests of Leadership, to shots and to saves."""

from typing import Any

import msgspec
import pytest

from rules.core.events import Rolled
from rules.core.values import INCH
from rules.ninth_age.actions import ShootAt
from rules.ninth_age.arms import Guard, Weapon
from rules.ninth_age.events import LeadershipTested, Misfired, Shot, TurnBegan
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.play.harm.panic import panicked
from rules.ninth_age.play.harm.saves import Blow, armour_against, special_save, wounds_on
from rules.ninth_age.play.moving.characters import hosts
from rules.ninth_age.play.moving.declaring import reactions
from rules.ninth_age.play.shooting.aiming import bar, judge_fire, may_react, modifiers
from rules.ninth_age.play.shooting.weapons import weapons
from rules.ninth_age.play.units.bestowed import has
from rules.ninth_age.play.units.leadership import dice_of_test, second_chance
from rules.ninth_age.play.units.presence import leader
from rules.ninth_age.play.units.reading import may_march, rushing_dice
from rules.ninth_age.state import Flight, Panic, Shooting, State

from .kit import RULES, answer, begun, table, unit, with_stats
from .test_shooting import joined

BOW = Weapon(id="bow", reach=24 * INCH)
FAR = unit("b", 70, 46)


def did(state: State, key: str, *deeds: Any) -> State:
    """The same turn in which a unit has done something."""
    return msgspec.structs.replace(state, deeds={**state.deeds, key: deeds})


def facing(gap: float = 10.0, **stats: Any) -> State:
    """A unit of archers, and an enemy so many inches before it."""
    state = table(unit("a", 20, 20), unit("b", 20, 21 + gap, facing_deg=180))
    return with_stats(state, "a", **{"ballistic_skill": 4, "missiles": (BOW,), **stats})


def sources(state: State, *, reaction: bool = False) -> dict[str, int]:
    """What changes the skill of the archers."""
    (weapon, *_) = weapons(state, "a")
    found = modifiers(state, "a", "b", weapon, reaction=reaction)
    return {one.key.rpartition(".")[2]: one.add for one in found}


# --- Leadership -----------------------------------------------------------------------------------


# rules: T9A-SR-QUESTINGOATH, T9A-SR-MARTIALDISCIPLINE
@pytest.mark.parametrize(
    ("rule", "three"),
    [("questing_oath", ("panic", "terror")), ("martial_discipline", ("march", "rally", "frenzy"))],
)
def test_an_oath_gives_a_third_die_for_the_tests_that_it_names(
    rule: str, three: tuple[str, ...]
) -> None:
    state = with_stats(table(unit("a", 20, 20), FAR), "a", rules=(rule,))
    tests: Any = ("panic", "terror", "march", "rally", "frenzy")
    assert {test for test in tests if dice_of_test(state, "a", test) == 3} == set(three)


# rules: T9A-SR-SEENITALL
def test_who_has_seen_it_all_steadies_those_near_him() -> None:
    def beside(x: float) -> State:
        state = table(unit("a", 20, 20), unit("a_old", x, 20), FAR)
        return with_stats(state, "a_old", rules=("seen_it_all",))

    near = 20 + 125 / 25.4
    assert second_chance(beside(near + 5.9), "a", "panic") == "a"
    assert second_chance(beside(near + 5.9), "a", "march") == ""
    assert second_chance(beside(near + 6.1), "a", "panic") == ""
    step = Panic(units=("a",), why="destroyed")
    run = begun(beside(near + 5.9), step, dice=(6, 6, 1, 2))
    tests = [(e.passed, e.again) for e in run.events if isinstance(e, LeadershipTested)]
    assert tests == [(False, ""), (True, "a")]


# rules: T9A-SR-LEGENDARYWARRIOR, T9A-SR-IMMUNETOPSYCHOLOGY
def test_a_legend_in_the_ranks_takes_fear_from_all_of_them() -> None:
    state = table(unit("a", 20, 20), unit("a_lord", 30, 20, models=1, files=1),
                  unit("b", 20, 30, facing_deg=180))  # fmt: skip
    bold = with_stats(joined(state, "a_lord", "a"), "a_lord", rules=("legendary_warrior",))
    assert panicked(bold, (), ["a"]) == ()
    assert reactions(bold, "a", "b") == ("hold",)
    alone = with_stats(state, "a_lord", rules=("legendary_warrior",))
    assert panicked(alone, (), ["a"]) != ()
    one = with_stats(joined(state, "a_lord", "a"), "a_lord", rules=("immune_to_psychology",))
    assert panicked(one, (), ["a"]) != ()


# rules: T9A-SR-IMMUNETOPSYCHOLOGY, T9A-SR-UNBREAKABLE
def test_half_of_a_unit_that_is_immune_makes_all_of_it_so() -> None:
    def with_lord(models: int) -> State:
        state = table(unit("a", 20, 20, models=models, files=models),
                      unit("a_lord", 30, 20, models=1, files=1), FAR)  # fmt: skip
        return with_stats(joined(state, "a_lord", "a", 0), "a_lord",
                          rules=("unbreakable",))  # fmt: skip

    assert panicked(with_lord(1), (), ["a"]) == ()
    assert panicked(with_lord(2), (), ["a"]) != ()


# rules: T9A-SR-MAJESTYOFHIGHKINGS, T9A-SR-VONKARNSTEIN, T9A-CHR-20
@pytest.mark.parametrize("rule", ["majesty_of_high_kings", "von_karnstein"])
def test_some_generals_are_heard_from_farther(rule: str) -> None:
    def led(rules: tuple[str, ...]) -> int:
        state = table(unit("a", 20, 20), unit("a_lord", 38, 20, models=1, files=1, Ld=9), FAR)
        return leader(with_stats(state, "a_lord", rules=rules, general=True), "a")[0]

    assert (led((rule,)), led(())) == (9, 7)


# rules: T9A-SR-MAJESTYOFHIGHKINGS, T9A-SR-SWIFTSTRIDE
def test_friends_near_a_throne_stride_swiftly() -> None:
    def near(x: float) -> int:
        state = table(unit("a", 20, 20), unit("a_throne", x, 20, models=1, files=1), FAR)
        return rushing_dice(with_stats(state, "a_throne", rules=("majesty_of_high_kings",)), "a")

    assert (near(27), near(40)) == (3, 2)


# rules: T9A-SR-VONKARNSTEIN, T9A-SR-VAMPIRIC, T9A-SR-UNDEAD
@pytest.mark.parametrize(
    ("rules", "marches"), [(("undead",), False), (("undead", "von_karnstein"), True)]
)
def test_the_undead_march_with_a_von_karnstein_in_their_ranks(
    rules: tuple[str, ...], marches: bool
) -> None:
    state = table(unit("a", 20, 20), unit("a_lord", 30, 20, models=1, files=1), FAR)
    state = with_stats(with_stats(state, "a", rules=("undead",)), "a_lord", rules=rules)
    state = with_stats(joined(state, "a_lord", "a"), "a_lord", rules=(*rules, "vampiric"))
    assert may_march(state, "a") is marches


# --- shots ----------------------------------------------------------------------------------------


# rules: T9A-SR-STURDY, T9A-CHG-11
def test_the_sturdy_stand_and_shoot_without_a_penalty() -> None:
    assert sources(facing(), reaction=True)["stand_and_shoot"] == -1
    assert "stand_and_shoot" not in sources(facing(rules=("sturdy",)), reaction=True)


# rules: T9A-SR-STEELBEHEMOTH, T9A-SHOOT-06
def test_a_steel_behemoth_shoots_as_if_it_stood() -> None:
    moved = did(facing(rules=("steel_behemoth",)), "a", "moved")
    assert "moved" not in sources(moved)
    assert sources(did(facing(), "a", "moved"))["moved"] == -1


# rules: T9A-SR-TRUEAIM
def test_a_long_rifle_aims_true() -> None:
    rifle = Weapon(id="long_rifle", reach=48 * INCH, rules=("true_aim",))
    assert sources(facing(missiles=(rifle,)))["true_aim"] == 1


# rules: T9A-SR-QUEENSCOMPANION, T9A-SR-QUICKTOFIRE, T9A-SR-MULTIPLESHOTS
def test_a_queens_companion_quickens_the_bows_around_him() -> None:
    many = Weapon(id="bow", reach=24 * INCH, shots="3")
    state = table(unit("a", 20, 20), unit("a_lord", 40, 20, models=1, files=1),
                  unit("b", 20, 30, facing_deg=180))  # fmt: skip
    state = with_stats(state, "a", ballistic_skill=4, missiles=(many,))
    state = did(joined(state, "a_lord", "a"), "a", "moved")
    assert sources(state) == {"skill": 4, "moved": -1, "multiple_shots": -1}
    led = with_stats(state, "a_lord", rules=("queens_companion",))
    assert sources(led) == {"skill": 4}


# rules: T9A-SR-FLAMINGSHOT
def test_flaming_shot_burns_and_is_magical() -> None:
    engine = Weapon(id="ballista", reach=48 * INCH, artillery="bolt_thrower")
    (plain,) = weapons(facing(missiles=(engine,)), "a")
    (burning,) = weapons(facing(missiles=(engine,), rules=("flaming_shot",)), "a")
    assert not plain.has("flaming_attacks")
    assert burning.has("flaming_attacks")
    assert burning.has("magical_attacks")


# rules: T9A-SR-FLAMINGBLAST, T9A-WPN-06
def test_a_flame_culverin_waits_after_a_march_and_misfires_like_a_cannon() -> None:
    culverin = Weapon(
        id="flame_culverin", reach=12 * INCH, size="", artillery="flame", rules=("flaming_blast",)
    )
    state = facing(4, missiles=(culverin,), rules=("light_troops",))
    assert bar(did(state, "a", "marched"), "a", culverin) == ("marched", "T9A-MARCH-08")
    assert bar(did(state, "a", "moved"), "a", culverin) is None
    assert misfired(state, 6, 1) == "silenced"
    blaze = msgspec.structs.replace(culverin, rules=())
    machine = with_stats(state, "a", missiles=(blaze,), troop_type="war_machine")
    assert misfired(machine, 6, 1, 1) == "destroyed"


def misfired(state: State, *dice: int) -> str:
    """What a misfire of the archers' engine does."""
    now = begun(state, Shooting(side="A")).state
    run = answer(now, ShootAt(unit="a", target="b"), *dice)
    (found,) = [e.result for e in run.events if isinstance(e, Misfired)]
    return found


ENGINE = Weapon(
    id="imperial_cannon", reach=60 * INCH, strength=10, artillery="cannon", size="D6"
)  # fmt: skip


def engine(*rules: str, wounds: int = 3) -> State:
    """A cannon before an enemy."""
    state = table(unit("a", 20, 20, models=1, files=1), unit("b", 20, 40, facing_deg=180))
    return with_stats(state, "a", ballistic_skill=3, missiles=(ENGINE,), rules=rules, wounds=wounds)


# rules: T9A-SR-ENGINEERINGRUNE, T9A-WPN-10
def test_an_engineering_rune_tames_a_misfire() -> None:
    def result(*rules: str) -> list[str]:
        now = begun(engine(*rules), Shooting(side="A")).state
        run = answer(now, ShootAt(unit="a", target="b"), 1, 2)
        return [e.result for e in run.events if isinstance(e, Misfired)]

    assert result() == ["silenced"]
    assert result("engineering_rune") == ["wounded"]


# rules: T9A-SR-ORCOVERSEER, T9A-WPN-10
def test_an_overseer_gives_a_wound_for_another_roll() -> None:
    now = begun(engine("orc_overseer"), Shooting(side="A")).state
    run = answer(now, ShootAt(unit="a", target="b"), 1, 2, 3)
    assert [e.result for e in run.events if isinstance(e, Misfired)] == ["jammed"]
    assert run.state.table.units["a"].count("wounds") == 1
    weak = begun(engine("orc_overseer", wounds=1), Shooting(side="A")).state
    run = answer(weak, ShootAt(unit="a", target="b"), 1, 2)
    assert [e.result for e in run.events if isinstance(e, Misfired)] == ["silenced"]


# rules: T9A-SR-STEAMPOWEREDCANNON
@pytest.mark.parametrize(("suffered", "reach"), [(0, 42), (2, 42), (3, 30), (6, 30), (7, 18)])
def test_a_cannon_of_steam_reaches_as_far_as_its_wounds_allow(suffered: int, reach: int) -> None:
    state = engine("steam_engine", wounds=10)
    hurt = msgspec.structs.replace(state, table=state.table.with_counter("a", "wounds", suffered))
    assert weapons(hurt, "a")[0].reach == reach * INCH


# rules: T9A-SR-SKYREAPER, T9A-WPN-09
def test_a_repeating_shot_shoots_a_fixed_number_and_never_misfires() -> None:
    gun = Weapon(id="repeating_shot", reach=48 * INCH, strength=4, shots="6",
                 artillery="volley_gun")  # fmt: skip
    now = begun(facing(missiles=(gun,)), Shooting(side="A")).state
    run = answer(now, ShootAt(unit="a", target="b"), *[1] * 60)
    assert [len(e.faces) for e in run.events if isinstance(e, Rolled)] == [60]
    one = table(unit("a", 20, 20, models=1, files=1), unit("b", 20, 31, facing_deg=180))
    one = with_stats(one, "a", ballistic_skill=4, missiles=(gun,))
    run = answer(begun(one, Shooting(side="A")).state, ShootAt(unit="a", target="b"), *[6] * 6,
                 *[1] * 6)  # fmt: skip
    assert [e.hits for e in run.events if isinstance(e, Shot)] == [6]


# rules: T9A-WPN-07
def test_every_bolt_thrower_of_a_unit_shoots_a_bolt() -> None:
    bow = Weapon(id="giant_bow", reach=24 * INCH, strength=5, artillery="bolt_thrower")
    state = table(unit("a", 20, 20, models=2, files=2), unit("b", 20, 31, facing_deg=180))
    state = with_stats(state, "a", ballistic_skill=4, missiles=(bow,))
    now = begun(state, Shooting(side="A")).state
    run = answer(now, ShootAt(unit="a", target="b"), 6, 6, 1, 1)
    assert [e.hits for e in run.events if isinstance(e, Shot)] == [1, 1]


# rules: T9A-SR-CUMBERSOME, T9A-SR-RELOAD
def test_a_cumbersome_rocket_does_not_stand_and_shoot() -> None:
    rocket = Weapon(id="wyrm_slayer_rocket", reach=24 * INCH, strength=8, rules=("reload",))
    assert not may_react(facing(missiles=(rocket,)), "a", "b")
    both = facing(missiles=(rocket, BOW))
    assert may_react(both, "a", "b")
    assert judge_fire(both, "a", "b", reaction=True).weapon.id == "bow"


# rules: T9A-SR-CHILLINGSHRIEK, T9A-SR-BANSHEE
def test_a_shriek_is_as_strong_as_its_wounds_and_chills_the_timid() -> None:
    shriek = Weapon(
        id="chilling_shriek", reach=8 * INCH, strength=4, piercing=6, shots="6",
        artillery="shriek", rules=("chilling_shriek", "magical_attacks"),
    )  # fmt: skip
    state = table(unit("a", 20, 20, models=1, files=1), unit("b", 20, 26, facing_deg=180))
    state = with_stats(state, "a", missiles=(shriek,), wounds=5)
    hurt = msgspec.structs.replace(state, table=state.table.with_counter("a", "wounds", 2))
    (now,) = weapons(hurt, "a")
    assert now.strength == 7
    blow = Blow(7, rules=("chilling_shriek",))
    assert [wounds_on(blow, with_stats(state, "b", leadership=ld).stats["b"]) for ld in (9, 5)] == [
        6, 2,
    ]  # fmt: skip
    marched = did(hurt, "a", "marched")
    turn = begun(marched, Shooting(side="A")).state
    run = answer(turn, ShootAt(unit="a", target="b"), *[4] * 6, 1, 1)
    assert [e.hits for e in run.events if isinstance(e, Shot)] == [6]
    assert not run.state.spent


# rules: T9A-SR-WEBLAUNCHER
def test_a_web_slows_until_its_owners_next_turn() -> None:
    web = Weapon(id="web_launcher", reach=36 * INCH, strength=3, artillery="catapult", size="3",
                 rules=("web_launcher",))  # fmt: skip
    state = table(unit("a", 20, 20, models=1, files=1),
                  unit("b", 20, 40, models=1, files=1, facing_deg=180))  # fmt: skip
    state = with_stats(state, "a", ballistic_skill=3, missiles=(web,))
    was = ground_of(state).pace("b")
    now = begun(state, Shooting(side="A")).state
    run = answer(now, ShootAt(unit="a", target="b"), 1, 2, 1, 4)
    assert ground_of(run.state).pace("b") == was - 2
    theirs = RULES.apply(run.state, TurnBegan(side="B", turn=1))
    assert ground_of(theirs).pace("b") == was - 2
    assert ground_of(RULES.apply(theirs, TurnBegan(side="A", turn=2))).pace("b") == was


# --- saves ----------------------------------------------------------------------------------------

SHOT, STAB = Blow(3, shot=True), Blow(3)


# rules: T9A-SR-SWORDSWORN, T9A-SR-THEBLESSING, T9A-SR-OTHERWORLDLY, T9A-SR-GRAILOATH
@pytest.mark.parametrize(
    ("rule", "against_shots", "otherwise"),
    [
        ("sword_sworn", ("ward", 6), None),
        ("the_blessing", ("ward", 6), ("ward", 6)),
        ("otherworldly", ("ward", 5), ("ward", 5)),
        ("grail_oath", ("ward", 5), ("ward", 5)),
    ],
)
def test_a_rule_gives_a_ward_save(rule: str, against_shots: Any, otherwise: Any) -> None:
    stats = with_stats(facing(), "b", rules=(rule,)).stats["b"]
    assert special_save(stats, SHOT) == against_shots
    assert special_save(stats, STAB) == otherwise


# rules: T9A-WPN-04
def test_a_lions_fur_is_thicker_against_arrows() -> None:
    guard = Guard(armour=3, shot_armour=1, shot_ward=5)
    assert (armour_against(guard, SHOT), armour_against(guard, STAB)) == (4, 3)
    stats = with_stats(facing(), "b", guard=guard).stats["b"]
    assert special_save(stats, SHOT) == ("ward", 5)
    assert special_save(stats, STAB) is None


# rules: T9A-SR-THEBLESSING
def test_the_blessing_is_lost_on_fleeing() -> None:
    state = table(unit("a", 20, 20), unit("a_lord", 30, 20, models=1, files=1), FAR)
    state = with_stats(joined(state, "a_lord", "a"), "a_lord", rules=("the_blessing",))
    state = with_stats(state, "a", rules=("the_blessing",))
    run = begun(state, Flight(unit="a"), dice=(1, 1))
    assert [has(run.state, key, "the_blessing") for key in ("a", "a_lord")] == [False, False]
    assert has(state, "a", "the_blessing")


# --- who stands with whom -------------------------------------------------------------------------


def of_kind(state: State, key: str, kind: str) -> State:
    """The same table with a unit of an entry of the lists."""
    units = {**state.table.units}
    units[key] = msgspec.structs.replace(units[key], profile=f"ninth_age.name.{kind}")
    table = msgspec.structs.replace(state.table, units=units)
    return msgspec.structs.replace(state, table=table)


# rules: T9A-SR-LOWBORN, T9A-SR-BOUNCERS, T9A-SR-ENDLESSHORDE, T9A-SR-CANNOTBEJOINEDBYCHARACTERS
@pytest.mark.parametrize(
    ("rule", "host", "kind", "joins"),
    [
        ("lowborn", ("insignificant",), "peasant_levy", True),
        ("lowborn", (), "knights_forlorn", False),
        ("bouncers", ("shambolic",), "gnasher_dashers", True),
        ("bouncers", (), "goblins", False),
        ("endless_horde", (), "zombies", True),
        ("endless_horde", (), "ghouls", False),
        ("fear", ("shambolic",), "gnasher_dashers", False),
        ("fear", (), "goblins", True),
    ],
)
def test_some_join_only_their_like(
    rule: str, host: tuple[str, ...], kind: str, joins: bool
) -> None:
    state = table(unit("a", 20, 20), unit("a_lord", 30, 20, models=1, files=1), FAR)
    state = with_stats(of_kind(state, "a", kind), "a", rules=host)
    state = with_stats(state, "a_lord", rules=(rule,), character=rule != "endless_horde")
    assert hosts(state, "a_lord") == (("a",) if joins else ())


# rules: T9A-SR-LOWBORN
def test_the_lowborn_do_as_those_around_them() -> None:
    state = table(unit("a", 20, 20), unit("a_lord", 30, 20, models=1, files=1), FAR)
    state = with_stats(state, "a", rules=("insignificant", "light_troops"))
    state = with_stats(joined(state, "a_lord", "a"), "a_lord", rules=("lowborn",))
    assert has(state, "a_lord", "light_troops")
    assert not has(with_stats(state, "a_lord", rules=()), "a_lord", "light_troops")
