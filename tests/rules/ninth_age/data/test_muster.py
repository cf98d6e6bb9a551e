"""Which army lists may be played, and what a refusal tells the player to change."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from rules.core.table import Oblong
from rules.core.values import Named
from rules.core.wording import word
from rules.ninth_age.armies.content import Formation, Roster, RosterUnit
from rules.ninth_age.armies.enlisting import GLYPHS, enlisted
from rules.ninth_age.armies.menu import SIZES
from rules.ninth_age.armies.muster import (
    cost,
    default_rosters,
    duplicates,
    enlist,
    general_of,
    muster,
    names,
    zero_to,
)
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.armies.profiles import armour_of, offers
from rules.ninth_age.troops import TROOPS

ELVES, ORCS = (
    next(r for r in default_rosters("en") if (r.army, r.points) == (army, 2000))
    for army in ("hbe", "og")
)  # fmt: skip


def said(roster: Roster, language: str = "en") -> list[str]:
    return [word(r.line, language, names(roster)) for r in muster(roster, pack())]


def with_unit(roster: Roster, key: str, **changes: Any) -> Roster:
    """A list with one unit changed."""
    units = tuple(replace(u, **changes) if u.id == key else u for u in roster.units)
    return replace(roster, units=units)


def more(roster: Roster, entry: str, count: int = 1, **changes: Any) -> Roster:
    """A list with units added."""
    added = tuple(
        RosterUnit(id=f"{entry}_more_{n}", name=f"More {n}", entry=entry, **changes)
        for n in range(1, count + 1)
    )
    return replace(roster, units=(*roster.units, *added))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_games_own_lists_are_legal_and_within_twenty_points(language: str) -> None:
    for roster in default_rosters(language):
        assert muster(roster, pack()) == ()
        assert roster.points - 20 <= cost(roster, pack()) <= roster.points


def test_two_armies_come_with_the_game_for_every_size_that_is_offered() -> None:
    """Who has no list of his own sits down with one of these."""
    found = Counter(roster.points for roster in default_rosters("en"))
    assert found == dict.fromkeys(SIZES, 2)


REFUSALS: list[tuple[str, Roster, str, str]] = [
    (
        "over the limit",
        replace(ELVES, points=1980),
        "T9A-LIST-01",
        "1983 points of 1980. Save 3.",
    ),
    (
        "too little spent",
        replace(ELVES, points=2010),
        "T9A-LIST-01",
        "1983 points of 2010; at most 20 may be left. Spend 7 more.",
    ),
    (
        "too little core",
        with_unit(ELVES, "citizen_spears", models=15),
        "T9A-LIST-02",
        "Core: 451 points, 500 at least. Add 49.",
    ),
    (
        "too many rare points",
        more(ELVES, "queens_guard", 2, models=15),
        "T9A-LIST-03",
        "More 2: 3 times Queen's Guard, 2 at most. Remove 1.",
    ),
    (
        "a small unit",
        with_unit(ELVES, "citizen_spears", models=12),
        "T9A-UNIT-12",
        "Spears of the Quay: 12 models; it has 15 at least. Add 3.",
    ),
    (
        "a big unit",
        with_unit(ELVES, "grey_watchers", models=13),
        "T9A-UNIT-12",
        "Grey Cloaks: 13 models; it has 10 at most. Remove 3.",
    ),
    (
        "no race",
        with_unit(ORCS, "orcs", options=("shield",)),
        "T9A-LIST-08",
        "Big Mob: something must be chosen here. Take Common Orc.",
    ),
    (
        "two weapons of one choice",
        with_unit(ELVES, "high_prince", options=("lance", "great_weapon")),
        "T9A-LIST-08",
        "Prince Aeranwe: Lance and Great Weapon are of one choice, of which 1 may be taken. "
        "Remove one.",
    ),
    (
        "an option of another unit",
        with_unit(ELVES, "high_prince", options=("tea",)),
        "T9A-LIST-08",
        "Prince Aeranwe: there is no option “tea”. Remove it.",
    ),
    (
        "an option that needs another",
        with_unit(ORCS, "orcs", options=("common_orc", "mammoth_stabber")),
        "T9A-LIST-08",
        "Big Mob: Mammoth Stabber needs Feral Orc. Take Feral Orc too.",
    ),
    (
        "skirmishers in too great a unit",
        with_unit(ELVES, "lion_guard", models=16, options=("skirmishers",)),
        "T9A-LIST-08",
        "Lions of the Pass: Skirmishers is for 15 models at most, and there are 16. "
        "Remove 1, or the option.",
    ),
    (
        "items over their allowance",
        with_unit(ELVES, "mage", items=("dispel_scroll", "greater_shielding")),
        "T9A-LIST-09",
        "Lirael the Quiet: magic items of 65 points, 50 at most. Save 15.",
    ),
    (
        "two items of a kind",
        with_unit(ELVES, "high_prince", items=("shielding", "lucky_charm")),
        "T9A-LIST-09",
        "Prince Aeranwe: Lucky Charm is a second talisman; one of each kind. Remove it.",
    ),
    (
        "an arcane item without magic",
        with_unit(ELVES, "high_prince", items=("wand_of_stability",)),
        "T9A-LIST-09",
        "Prince Aeranwe: Wand of Stability is for wizards. Remove it.",
    ),
    (
        "magic armour on a wizard without armour",
        with_unit(ELVES, "mage", items=("lucky_shield",)),
        "T9A-LIST-09",
        "Lirael the Quiet: Lucky Shield is not for a wizard who has no armour to choose. "
        "Remove it.",
    ),
    (
        "a banner without its bearer",
        with_unit(ELVES, "sword_masters", options=(), items=("banner_of_speed",)),
        "T9A-LIST-09",
        "Masters of the Blade: Banner of Speed is for a standard bearer. Take one, or remove it.",
    ),
    (
        "the same item twice",
        with_unit(ELVES, "sword_masters", items=("war_standard",)),
        "T9A-LIST-09",
        "Masters of the Blade: War Standard is carried by Standard of the Shore already; "
        "it is one of a kind. Remove one.",
    ),
    (
        "two battle standards",
        more(ELVES, "commander", options=("battle_standard_bearer",)),
        "T9A-CHR-21",
        "More 1: Battle Standard Bearer is with Standard of the Shore already; "
        "once in an army. Remove one.",
    ),
    (
        "two veteran standards",
        with_unit(
            with_unit(ELVES, "citizen_spears", items=("gleaming_icon",)),
            "highborn_lancers",
            items=("banner_of_courage",),
        ),
        "T9A-CMD-03",
        "Lances of the Gate: veteran standard is with Spears of the Quay already; "
        "once in an army. Remove one.",
    ),
    (
        "a general who is not the best",
        replace(ELVES, general="mage"),
        "T9A-CHR-20",
        "Lirael the Quiet cannot be the General: of those who may, the highest Leadership is 10. "
        "Name Prince Aeranwe.",
    ),
    (
        "nobody to lead",
        replace(ELVES, units=ELVES.units[3:], general=""),
        "T9A-LIST-05",
        "Nobody can be the General. Add a character who may lead.",
    ),
    (
        "too few units",
        replace(ELVES, units=(*ELVES.units[:5], *ELVES.units[11:13])),
        "T9A-LIST-04",
        "3 units without characters, 4 at least; war machines together count as one. Add 1 unit.",
    ),
    (
        "an entry of the old list",
        more(ORCS, "splatterer"),
        "T9A-LIST-02",
        "More 1: Splatterer is an entry of an older list. Take Greenhide Catapults in its place.",
    ),
    (
        "a part of another unit",
        more(ORCS, "mad_git"),
        "T9A-LIST-02",
        "More 1: Mad Git is bought as part of another unit. Buy it as an option of Goblins.",
    ),
    (
        "only one such unit",
        more(ORCS, "great_green_idol", 2),
        "T9A-LIST-06",
        "More 2: 2 times Great Green Idol, 1 at most. Remove 1.",
    ),
    (
        "more files than models",
        with_unit(ELVES, "grey_watchers", formation=Formation(files=7)),
        "T9A-UNIT-04",
        "Grey Cloaks: 7 files; 1 to 6.",
    ),
    (
        "a column that is deeper than a zone",
        with_unit(ELVES, "citizen_spears", formation=Formation(files=1)),
        "T9A-ZONE-03",
        "Spears of the Quay: 19.7″ deep, too deep for a zone. Make it 2 files.",
    ),
    (
        "a line that is wider than the table",
        more(ORCS, "goblins", models=200, formation=Formation(files=100)),
        "T9A-UNIT-12",
        "More 1: 200 models; it has 60 at most. Remove 140.",
    ),
    (
        "command models in the second rank",
        with_unit(
            ELVES,
            "citizen_spears",
            formation=Formation(
                files=5, command={"champion": 0, "musician": 1, "standard_bearer": 7}
            ),
        ),
        "T9A-CHR-04",
        "Spears of the Quay: command models stand in the front rank as long as it has room. "
        "Move them forward.",
    ),
]


# rules: T9A-LIST-01 T9A-LIST-02 T9A-LIST-03 T9A-LIST-04 T9A-LIST-05 T9A-LIST-06 T9A-LIST-08
# rules: T9A-LIST-09 T9A-CHR-20 T9A-CHR-04 T9A-UNIT-04
@pytest.mark.parametrize(
    ("roster", "rule", "text"), [row[1:] for row in REFUSALS], ids=[row[0] for row in REFUSALS]
)
def test_a_refusal_names_rule_unit_and_the_smallest_fix(
    roster: Roster, rule: str, text: str
) -> None:
    assert text in said(roster)
    refusal = muster(roster, pack())[said(roster).index(text)]
    assert rule in refusal.rules
    assert not any("{" in line or "ninth_age." in line for line in said(roster, "ru"))


def test_a_refusal_carries_the_id_of_its_unit() -> None:
    (refusal,) = muster(with_unit(ELVES, "grey_watchers", formation=Formation(files=9)), pack())
    assert refusal.line.params["unit"] == Named(unit="grey_watchers")


# rules: T9A-LIST-03 T9A-LIST-06
def test_limits_of_duplicates_follow_the_size_of_the_game() -> None:
    assert [duplicates("core", size) for size in (1500, 1501, 3999, 4000)] == [2, 4, 4, 8]
    assert [duplicates("rare", size) for size in (1000, 2000, 4000)] == [1, 2, 4]
    assert [zero_to(3, size) for size in (1500, 2000, 4000)] == [2, 3, 6]


# rules: T9A-CHR-20
def test_the_general_is_who_was_named_or_the_first_of_the_best() -> None:
    assert general_of(ELVES, pack()) == "high_prince"
    assert general_of(replace(ELVES, general=""), pack()) == "high_prince"
    fielded = enlist(replace(ELVES, general=""), pack())
    assert [key for key, unit in fielded.items() if unit.general] == ["high_prince"]


def test_a_vampire_army_is_led_by_a_master_of_undeath_only() -> None:
    king = RosterUnit(id="k", name="King", entry="barrow_king")
    master = RosterUnit(id="n", name="Master", entry="necromancer")
    court = Roster(army="vc", name="Court", points=2000, units=(king, master))
    assert general_of(court, pack()) == "n"


def test_a_unit_takes_the_field_with_what_it_bought() -> None:
    spears = enlist(ELVES, pack())["citizen_spears"]
    assert (spears.type, spears.models, spears.movement, spears.leadership) == (
        "infantry",
        25,
        5,
        8,
    )
    assert spears.base == Oblong(width=2000, depth=2000)
    assert spears.command == ("champion", "musician", "standard_bearer")
    assert spears.formation == Formation(
        files=5, command={"champion": 1, "musician": 2, "standard_bearer": 3}
    )
    assert armour_of(spears, pack().armour) == 2
    assert spears.has("fight_in_extra_rank")


HORSE, SQUARE = Oblong(width=2500, depth=5000), Oblong(width=5000, depth=5000)
BIG = Oblong(width=5000, depth=10000)


def mounted(entry: str, army: str, *options: str) -> Any:
    unit = RosterUnit(id="u", name="U", entry=entry, options=options)
    roster = Roster(army=army, name="R", points=2000, units=(unit,))
    return enlist(roster, pack())["u"]


# rules: T9A-TT-02 T9A-TT-05
@pytest.mark.parametrize(
    ("entry", "army", "options", "kind", "movement", "base"),
    [
        ("high_prince", "hbe", ("elven_horse",), "cavalry", 9, HORSE),
        (
            "high_prince",
            "hbe",
            ("griffon",),
            "monstrous_cavalry",
            6,
            SQUARE,
        ),
        ("high_prince", "hbe", ("dragon",), "ridden_monster", 6, BIG),
        ("high_prince", "hbe", ("lion_chariot",), "chariot", 8, BIG),
        ("knight_commander", "eos", (), "cavalry", 7, HORSE),
        ("king", "dh", ("shield_bearers",), "infantry", 3, Oblong(width=4000, depth=2000)),
    ],
)
def test_a_mount_gives_type_movement_and_base(
    entry: str, army: str, options: tuple[str, ...], kind: str, movement: int, base: Oblong
) -> None:
    found = mounted(entry, army, *options)
    assert (found.type, found.movement, found.base) == (kind, movement, base)


def test_options_of_a_mount_are_bought_with_it() -> None:
    dragon = mounted("high_prince", "hbe", "dragon", "dragon.ancient_dragon")
    assert dragon.points == 135 + 250 + 100
    assert dragon.toughness == 7
    rider = RosterUnit(id="u", name="U", entry="high_prince", options=("dragon.ancient_dragon",))
    alone = Roster(army="hbe", name="R", points=2000, units=(rider,))
    assert "U: Ancient Dragon needs Dragon. Take Dragon too." in said(alone)


# rules: T9A-SR-02
def test_of_a_rule_with_several_figures_the_best_one_stays() -> None:
    prince = mounted("orc_warlord", "og", "feral_orc")
    assert prince.trait("ward_save").x == "6+"
    unit = RosterUnit(
        id="u", name="U", entry="orc_warlord", options=("feral_orc",), items=("supreme_shielding",)
    )
    roster = Roster(army="og", name="R", points=2000, units=(unit,))
    found = enlist(roster, pack())["u"]
    assert [t.x for t in found.rules if t.id == "ward_save"] == ["4+"]


def test_a_race_brings_its_profile_gear_and_rules() -> None:
    iron, feral = (mounted("orc_warlord", "og", race) for race in ("iron_orc", "feral_orc"))
    assert [part.id for part in iron.parts] == ["iron_orc"]
    assert iron.carries("heavy_armour")
    assert iron.has("weapon_master")
    assert feral.has("frenzy")
    assert not feral.carries("light_armour")


@pytest.mark.parametrize(("models", "skirmishing"), [(15, True), (16, False)])
def test_a_rule_for_small_units_holds_for_those_only(models: int, skirmishing: bool) -> None:
    militia = RosterUnit(id="u", name="U", entry="state_militia", models=models)
    roster = Roster(army="eos", name="R", points=2000, units=(militia,))
    assert enlist(roster, pack())["u"].has("skirmishers") is skirmishing


@pytest.mark.parametrize(
    "roster",
    [
        Roster(army="x", name="N", points=2000),
        Roster(army="hbe", name="", points=2000),
        Roster(army="hbe", name="N", points=-5),
        Roster(army="hbe", name="N", points=2000, units=(RosterUnit(id="", name="", entry=""),)),
        Roster(
            army="hbe", name="N", points=2000,
            units=(RosterUnit(id="a", name="A", entry="mage", models=-3, options=("?",) * 3),),
        ),
        more(ELVES, "mage", 61),
    ],
)  # fmt: skip
def test_whatever_decodes_gets_an_answer_in_words(roster: Roster) -> None:
    assert muster(roster, pack())
    for language in ("en", "ru"):
        assert not any("{" in line or "ninth_age." in line for line in said(roster, language))


GUNS = Roster(
    army="dh",
    name="Guns",
    points=2000,
    units=tuple(
        RosterUnit(id=f"gun_{n}", name=f"Gun {n}", entry=entry, options=("cannon",))
        for n, entry in enumerate(("field_artillery", "field_artillery", "field_artillery_rare"))
    ),
)


# rules: T9A-LIST-06
def test_an_army_has_two_of_a_machine_wherever_they_stand() -> None:
    assert "Gun 2: 3 times Cannon, 2 at most. Remove 1." in said(GUNS)
    other = with_unit(GUNS, "gun_2", options=("organ_gun",))
    assert not any("Cannon" in line for line in said(other))
    assert not any("Cannon" in line for line in said(replace(GUNS, points=4000)))


def test_what_a_mount_offers_may_be_for_some_riders_only() -> None:
    army = pack().armies["hbe"]
    prince, archmage = army.entry("high_prince"), army.entry("archmage")
    assert prince is not None
    assert archmage is not None
    assert "dragon.ancient_dragon" in offers(prince, army)
    assert "dragon.ancient_dragon" not in offers(archmage, army)
    assert "dragon" in offers(archmage, army)


def test_an_honour_opens_a_mount() -> None:
    sloop = more(ELVES, "commander", options=("sky_sloop",))
    line = next(line for line in said(sloop) if "Sky Sloop" in line)
    assert "Fleet Officer" in line
    officer = more(ELVES, "commander", options=("sky_sloop", "fleet_officer"))
    assert not any("Sky Sloop" in line for line in said(officer))


# rules: T9A-TT-01
def test_every_troop_type_has_a_picture_and_flyers_have_wings() -> None:
    assert GLYPHS.keys() == TROOPS.keys()
    roster = pack().rosters["hbe_2000"]
    side = enlisted(roster, "a", "Ann", pack())
    for unit in side.units.values():
        kind = "flyer" if unit.stats.fly else GLYPHS[unit.stats.troop_type]
        assert unit.glyph == kind
    assert {"infantry", "cavalry", "war_machine"} <= {u.glyph for u in side.units.values()}
