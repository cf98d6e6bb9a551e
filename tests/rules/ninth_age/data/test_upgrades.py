"""What upgrades and honours of the army lists change of a unit, and who may have them."""

from typing import Any

import pytest
from msgspec.structs import replace

from rules.core.table import Oblong
from rules.core.wording import word
from rules.ninth_age.armies.arming import guard, missiles
from rules.ninth_age.armies.content import Roster, RosterUnit
from rules.ninth_age.armies.enlisting import stats_of
from rules.ninth_age.armies.muster import enlist, leaders, muster, names
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.armies.profiles import armour_of
from rules.ninth_age.setup import Stats


def fielded(army: str, entry: str, *options: str, models: int = 1) -> Any:
    """A unit as it takes the field."""
    unit = RosterUnit(id="u", name="U", entry=entry, models=models, options=options)
    return enlist(Roster(army=army, name="R", points=2000, units=(unit,)), pack())["u"]


def stats(army: str, entry: str, *options: str, models: int = 1) -> Stats:
    """What the rules read of it."""
    return stats_of(fielded(army, entry, *options, models=models), pack())


def skill(unit: Any) -> dict[str, Any]:
    """The characteristics of who commands a unit."""
    return {key: getattr(unit.parts[0].profile, key) for key in ("ws", "bs", "s", "w", "a", "ld")}


# rules: T9A-SR-BATTLEHARDENED T9A-SR-SEASONEDGENERAL T9A-SR-VETERANS T9A-SR-IMPERIALCAVALRY
# rules: T9A-SR-IMPERIALPRINCE T9A-SR-CRUSADERS T9A-SR-BROTHERHOODOFTHEDRAGON T9A-SR-STRIGOI
# rules: T9A-SR-LAMIA T9A-SR-NOSFERATU T9A-SR-ORCOVERSEER T9A-SR-GRAILOATH
@pytest.mark.parametrize(
    ("army", "entry", "option", "with_it", "changed"),
    [
        ("koe", "peasant_levy", "battle_hardened", (), {"ws": 1, "ld": 1}),
        ("eos", "marshal", "seasoned_general", (), {"ws": 1}),
        ("eos", "marshal", "imperial_prince", (), {"ld": 1}),
        ("eos", "light_infantry", "veterans", (), {"bs": 1}),
        ("eos", "heavy_infantry", "veterans", (), {"ws": 1}),
        ("eos", "electoral_cavalry", "imperial_cavalry", (), {"ws": 1, "s": 1}),
        ("koe", "knight_aspirants", "crusaders", ("light_armour",), {"ld": 1}),
        ("koe", "paladin", "grail_oath", (), {"ws": 1, "ld": 1}),
        ("vc", "vampire_count", "brotherhood_of_the_dragon", (), {"ws": 2}),
        ("vc", "vampire_count", "strigoi", (), {"w": 1}),
        ("vc", "vampire_count", "lamia", (), {"bs": 2, "a": -1}),
        ("vc", "vampire_count", "nosferatu", (), {"ws": -2, "a": -1}),
        ("og", "greenhide_catapults", "orc_overseer", ("splatterer",), {"w": 1}),
    ],
)
def test_an_upgrade_changes_the_characteristics_that_it_names(
    army: str, entry: str, option: str, with_it: tuple[str, ...], changed: dict[str, int]
) -> None:
    plain = skill(fielded(army, entry, *with_it, models=20))
    better = skill(fielded(army, entry, *with_it, option, models=20))
    made = {key: better[key] - plain[key] for key in plain if better[key] != plain[key]}
    assert made == changed


# rules: T9A-SR-WANDERERS T9A-SR-HIGHWARDENOFTHEFLAME T9A-SR-DAEMONHUNTER T9A-SR-VAMPIREHUNTER
# rules: T9A-SR-FLEETOFFICER T9A-SR-MASTEROFCANREIGTOWER T9A-SR-MASTERBUILDER T9A-SR-FANATICAL
# rules: T9A-SR-HOLYFERVOR T9A-SR-SPIDERMOTHERSHRINE T9A-SR-RELOAD T9A-SR-CART
# rules: T9A-SR-WARMACHINEPROFILE
@pytest.mark.parametrize(
    ("army", "entry", "options", "has", "has_not"),
    [
        ("koe", "knights_of_the_quest", ("wandering_for_grail",), "skirmishers", "scout"),
        ("hbe", "high_prince", ("high_warden_of_the_flame",), "immune_to_psychology", ""),
        ("hbe", "high_prince", ("fleet_officer",), "quick_to_fire", ""),
        ("hbe", "commander", ("master_of_canreig_tower",), "sword_sworn", ""),
        ("eos", "inquisitor", ("daemon_hunter",), "divine_attacks", "flaming_attacks"),
        ("eos", "inquisitor", ("vampire_hunter",), "flaming_attacks", "divine_attacks"),
        ("koe", "castellan", ("master_builder",), "engineer", ""),
        ("eos", "flagellants", (), "frenzy", ""),
        ("koe", "peasant_crusaders", (), "frenzy", "the_blessing"),
        ("koe", "peasant_crusaders", ("sacred_reliquary",), "the_blessing", "frenzy"),
        ("og", "goblin_big_shaman",
         ("forest_goblin", "gargantula", "gargantula.spider_mother_shrine"), "pathmaster", ""),
        ("og", "greenhide_catapults", ("splatterer",), "cumbersome", ""),
        ("og", "greenhide_catapults", ("git_launcher",), "cannot_march", ""),
        ("vc", "cadaver_wagon", (), "undead", "cannot_march"),
        ("hbe", "reaver_chariot", (), "cannot_march", ""),
    ],
)  # fmt: skip
def test_an_upgrade_brings_the_rules_that_it_means(
    army: str, entry: str, options: tuple[str, ...], has: str, has_not: str
) -> None:
    found = stats(army, entry, *options, models=5)
    assert found.has(has)
    assert not found.has(has_not)


# rules: T9A-SR-SKYREAPER
def test_a_rule_that_is_bought_is_not_had_before() -> None:
    assert [weapon.id for weapon in stats("hbe", "sea_guard_reaper").missiles] == [
        "elven_bolt_thrower"
    ]
    sloop = stats("hbe", "sky_sloop", "giant_bow").missiles
    assert {(w.id, w.strength) for w in sloop} == {("sky_reaper", 3), ("giant_bow", 5)}
    assert not stats("koe", "peasant_levy", models=20).has("battle_hardened")


# rules: T9A-WPN-01 T9A-SR-CHILLINGSHRIEK
# rules: T9A-SR-BANSHEE T9A-SR-STEAMPOWEREDCANNON T9A-SR-MULTIPLESHOTS T9A-SR-QUEENSCOMPANION
@pytest.mark.parametrize(
    ("army", "entry", "options", "weapons"),
    [
        ("vc", "shrieking_horror", (), [("chilling_shriek", 4, "6")]),
        ("vc", "altar_of_undeath", ("banshee",), [("chilling_shriek", 8, "2")]),
        ("vc", "altar_of_undeath", (), []),
        ("eos", "imperial_rangers", (), [("bow", 3, "2")]),
        ("hbe", "high_prince", ("longbow", "queens_companion"), [("longbow", 3, "3")]),
        ("eos", "artillery", ("cannon",),
         [("imperial_cannon", 10, "1"), ("cannon_volley", 4, "2D6")]),
        ("vc", "vampire_count", ("lamia",), [("throwing_weapons", 5, "2")]),
    ],
)  # fmt: skip
def test_a_unit_shoots_with_what_its_list_gives_it(
    army: str, entry: str, options: tuple[str, ...], weapons: list[tuple[str, int, str]]
) -> None:
    found = missiles(fielded(army, entry, *options, models=5), pack())
    assert [(w.id, w.strength, w.shots) for w in found] == weapons


# rules: T9A-SHOOT-04
@pytest.mark.parametrize(
    ("army", "entry", "weapon", "piercing", "shots"),
    [
        ("eos", "light_infantry", "long_rifle", 1, "1"),
        ("eos", "light_infantry", "repeater_gun", 1, "3"),
        ("dh", "forge_wardens", "wyrm_slayer_rocket", 0, "1"),
    ],
)
def test_a_champion_has_the_gun_that_is_bought_for_him(
    army: str, entry: str, weapon: str, piercing: int, shots: str
) -> None:
    found = stats(army, entry, "champion", weapon, models=10)
    assert [(w.id, w.piercing, w.shots) for w in found.champion_missiles] == [
        (weapon, piercing, shots)
    ]
    assert weapon not in [one.id for one in found.missiles]
    assert not stats(army, entry, "champion", models=10).champion_missiles


# rules: T9A-WPN-04
def test_armour_of_the_elves_does_what_their_list_says() -> None:
    ryma = fielded("hbe", "knights_of_ryma", models=5)
    assert guard(ryma, pack()).ward == 6
    assert stats_of(ryma, pack()).has("fireborn")
    lions = guard(fielded("hbe", "lion_guard", models=10), pack())
    assert (lions.armour, lions.shot_armour) == (3, 1)


# rules: T9A-WPN-04
def test_barding_slows_by_an_inch() -> None:
    assert stats("eos", "knightly_orders", models=5).movement == 7
    assert stats("eos", "reiters", models=5).movement == 8


# rules: T9A-LIST-08 T9A-SR-VETERANS T9A-SR-SEASONEDGENERAL
def test_veterans_need_a_seasoned_general_and_are_one_unit_of_a_kind() -> None:
    line = RosterUnit(id="l", name="Line", entry="light_infantry", models=10, options=("veterans",))
    marshal = RosterUnit(id="m", name="Marshal", entry="marshal")
    roster = Roster(army="eos", name="R", points=2000, units=(marshal, line))

    def said(one: Roster) -> list[str]:
        return [word(r.line, "en", names(one)) for r in muster(one, pack())]

    lacking = "Line: Veterans is for armies with Seasoned General. Add it, or take the option away."
    assert lacking in said(roster)
    led = replace(marshal, options=("seasoned_general",))
    assert lacking not in said(replace(roster, units=(led, line)))
    both = replace(roster, units=(led, line, replace(line, id="l2", name="Line 2")))
    once = "Line 2: Veterans is with Line already; once in an army. Remove one."
    assert once in said(both)
    heavy = replace(line, id="h", name="Heavy", entry="heavy_infantry", models=20)
    assert not [text for text in said(replace(roster, units=(led, line, heavy))) if "once" in text]


# rules: T9A-SR-MASTERBUILDER T9A-LIST-03
def test_a_master_builder_brings_one_more_machine() -> None:
    machines = tuple(
        RosterUnit(id=f"s{n}", name=f"S{n}", entry="siege_war_machine", options=("scorpion",))
        for n in range(3)
    )
    builder = RosterUnit(id="c", name="C", entry="castellan")
    roster = Roster(army="koe", name="R", points=2000, units=(builder, *machines))

    def many(one: Roster) -> bool:
        return any(refusal.code == "muster_duplicates" for refusal in muster(one, pack()))

    assert many(roster)
    built = replace(builder, options=("master_builder",))
    assert not many(replace(roster, units=(built, *machines)))


# rules: T9A-SR-MASTEROFUNDEATH T9A-CHR-20
def test_only_a_master_of_undeath_leads_the_undead() -> None:
    units = [RosterUnit(id=key, name=key, entry=key) for key in ("barrow_king", "necromancer")]
    roster = Roster(army="vc", name="R", points=2000, units=tuple(units))
    assert list(leaders(roster, pack())) == ["necromancer"]


# rules: T9A-SR-COLOSSALZOMBIEDRAGON T9A-SR-ENDLESSHORDE
def test_some_upgrades_need_a_greater_base() -> None:
    dragon = fielded("vc", "vampire_count", "zombie_dragon", "zombie_dragon.colossal_zombie_dragon")
    assert dragon.base == Oblong(width=10000, depth=15000)
    assert armour_of(dragon, pack().armour) == 4
    wagon = fielded("vc", "cadaver_wagon", "endless_horde")
    assert wagon.base == Oblong(width=6000, depth=10000)
