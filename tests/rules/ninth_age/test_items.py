"""Magic items whose effect is on movement, Leadership, shots or saves (T9A-ITEM-01)."""

from typing import Any

import pytest

from rules.ninth_age.advice.odds import unsaved_odds
from rules.ninth_age.armies.content import Roster, RosterUnit
from rules.ninth_age.armies.enlisting import stats_of
from rules.ninth_age.armies.muster import enlist
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.arms import Guard
from rules.ninth_age.events import LeadershipTested, Spent
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.play.harm.damage import strike
from rules.ninth_age.play.harm.saves import Blow
from rules.ninth_age.play.moving.declaring import steady
from rules.ninth_age.play.units.bestowed import has
from rules.ninth_age.play.units.leadership import second_chance
from rules.ninth_age.play.units.presence import leader
from rules.ninth_age.setup import Stats
from rules.ninth_age.state import Panic, State
from rules.ninth_age.views.viewing import awaited

from .kit import begun, table, unit, with_stats
from .test_shooting import joined

FAR = unit("b", 70, 46)


def bearer(item: str, entry: str = "high_prince", *options: str) -> Stats:
    """Who bears an item, as the rules read him."""
    one = RosterUnit(id="u", name="U", entry=entry, models=20, items=(item,), options=options)
    found = enlist(Roster(army="hbe", name="R", points=2000, units=(one,)), pack())["u"]
    return stats_of(found, pack())


# rules: T9A-ITEM-01, T9A-WPN-04
@pytest.mark.parametrize(
    ("item", "options", "armour"),
    [
        ("hardened_shield", (), 3),
        ("hardened_shield", ("shield",), 3),
        ("force_shield", (), 2),
        ("lucky_shield", (), 2),
        ("dragonscale_helm", (), 2),
        ("dragonscale_helm", ("shield",), 3),
        ("armour_of_destiny", (), 2),
        ("lucky_charm", (), 1),
    ],
)
def test_an_item_of_armour_adds_what_it_says(
    item: str, options: tuple[str, ...], armour: int
) -> None:
    assert bearer(item, "high_prince", *options).guard.armour == armour


# rules: T9A-ITEM-01
def test_a_force_shield_wards_against_shots_alone() -> None:
    guard = bearer("force_shield").guard
    assert (guard.ward, guard.shot_ward) == (0, 5)


# rules: T9A-ITEM-01
@pytest.mark.parametrize(
    ("item", "rule"),
    [
        ("banner_of_discipline", "banner_of_discipline"), ("banner_of_speed", "banner_of_speed"),
        ("banner_of_courage", "fearless"), ("gleaming_icon", "gleaming_icon"),
        ("stalkers_standard", "swiftstride"), ("flaming_standard", "flaming_attacks"),
    ],
)  # fmt: skip
def test_a_banner_works_on_the_unit_of_its_bearer(item: str, rule: str) -> None:
    assert bearer(item, "citizen_spears", "standard_bearer").has(rule)


def marked(rule: str, **stats: Any) -> State:
    """A unit with a battle standard of this kind in its ranks."""
    state = table(unit("a", 20, 20), unit("a_lord", 30, 20, models=1, files=1), FAR)
    return with_stats(joined(state, "a_lord", "a"), "a_lord", rules=(rule,), **stats)


# rules: T9A-ITEM-01
def test_banners_of_discipline_speed_and_courage_help_everybody_around_them() -> None:
    assert leader(marked("fear"), "a")[0] == 7
    assert leader(marked("banner_of_discipline"), "a")[0] == 8
    assert ground_of(with_stats(table(unit("a", 20, 20), FAR), "a",
                                rules=("banner_of_speed",))).pace("a") == 5  # fmt: skip
    assert not steady(marked("fear"), "a")
    assert steady(marked("banner_of_courage"), "a")
    assert has(marked("banner_of_courage"), "a", "fearless")


# rules: T9A-ITEM-01, T9A-GEN-05
def test_a_gleaming_icon_gives_one_second_roll_in_a_game() -> None:
    step = Panic(units=("a",), why="destroyed")
    state = with_stats(table(unit("a", 20, 20), FAR), "a", rules=("gleaming_icon",))
    run = begun(state, step, dice=(6, 6, 1, 2))
    tests = [(e.passed, e.again) for e in run.events if isinstance(e, LeadershipTested)]
    assert tests == [(False, ""), (True, "a")]
    assert run.state.spent == {"a": ("gleaming_icon",)}
    assert second_chance(state, "a", "march") == "a"
    assert second_chance(run.state, "a", "march") == ""


def struck(rule: str, hits: int, *dice: int) -> tuple[int, list[str]]:
    """Wounds that get through armour of 4+, and what was used."""
    state = table(unit("a", 20, 20, models=1, files=1), unit("b", 20, 40))
    state = with_stats(state, "a", rules=(rule,), guard=Guard(3, 3), wounds=9)
    run = begun(state, dice=dice)
    found = strike(run, "b", "a", hits, Blow(3))
    return found.unsaved, [e.weapon for e in run.events if isinstance(e, Spent)]


# rules: T9A-ITEM-01
def test_a_charm_saves_once_a_dusk_stone_always_and_a_shield_of_luck_the_first_hit() -> None:
    assert struck("fear", 2, 4, 4, 1, 1) == (2, [])
    assert struck("lucky_charm", 2, 4, 4, 1, 1, 4) == (1, ["lucky_charm"])
    assert struck("dusk_stone", 2, 4, 4, 1, 1, 4, 4) == (0, [])
    assert struck("lucky_shield", 2, 4, 1) == (1, ["lucky_shield"])


# rules: T9A-ITEM-01
def test_odds_know_a_dusk_stone() -> None:
    state = with_stats(table(unit("a", 20, 20), FAR), "a", guard=Guard(3, 3))
    stone = with_stats(state, "a", rules=("dusk_stone",))
    plain, better = (unsaved_odds(Blow(3), s.stats["a"]) for s in (state, stone))
    assert better == plain * plain


# rules: T9A-ITEM-01
def test_what_an_item_waits_for_stands_on_the_card() -> None:
    shown = {one.rule: one.chapter for one in awaited(bearer("giant_sword"))}
    assert shown["giant_sword"] == "combat"
    assert "dusk_stone" not in {one.rule for one in awaited(bearer("dusk_stone"))}
    waiting = {key for key, item in pack().items.items() if not (item.awaits or item.rules)}
    assert waiting == {"hardened_shield", "tome_of_arcane_lore"}, "these need no rule"
