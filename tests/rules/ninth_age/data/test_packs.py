"""The army data read whole, are named in both languages, and say what they do not enforce."""

from pathlib import Path

import pytest

from rules.core.table import Oblong, Round
from rules.core.values import INCH
from rules.core.wording import LANGUAGES, catalogue
from rules.ninth_age.armies.arming import missiles
from rules.ninth_age.armies.content import Entry, Option, RosterUnit, Trait
from rules.ninth_age.armies.packs import STATS, UNBUILT, pack, profile
from rules.ninth_age.armies.profiles import field

HERE = Path(__file__).parent
ARMIES = sorted(pack().armies)
ENTRIES = [
    (army, entry)
    for army in pack().armies.values()
    for entry in (*army.units, *army.mounts)
]  # fmt: skip


def options(entry: Entry) -> list[Option]:
    return [option for group in entry.groups for option in group.options]


def gear(entry: Entry) -> list[Trait]:
    return [*entry.gear, *(trait for option in options(entry) for trait in option.gear)]


def rules(entry: Entry) -> list[Trait]:
    return [*entry.rules, *(trait for option in options(entry) for trait in option.rules)]


def test_there_are_six_armies_with_all_categories_and_mounts() -> None:
    assert ARMIES == ["dh", "eos", "hbe", "koe", "og", "vc"]
    for army in pack().armies.values():
        assert {"lords", "heroes", "core", "special", "rare"} == {u.category for u in army.units}
        assert army.mounts


def said() -> set[str]:
    """Ids that the data bring into the catalogue."""
    ids = set(pack().items) | set(pack().weapons) | set(pack().armour) | set(pack().rules)
    for _, entry in ENTRIES:
        ids |= {entry.id, *(part.id for part in entry.parts)}
        ids |= {option.name or option.id for option in options(entry)}
        for trait in (*gear(entry), *rules(entry)):
            ids |= {trait.id, trait.when} - {""}
        ids |= set(entry.magic.paths if entry.magic else ())
    for weapon in pack().weapons.values():
        ids |= {word for trait in weapon.rules for word in (trait.id, trait.when) if word}
    return ids


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_has_an_id_has_a_name(language: str) -> None:
    words = catalogue(language)
    assert {name for name in said() if f"ninth_age.name.{name}" not in words} == set()
    assert {army for army in ARMIES if f"ninth_age.army.{army}" not in words} == set()


def test_every_piece_of_gear_is_a_known_weapon_or_armour() -> None:
    known = pack().weapons.keys() | pack().armour.keys()
    assert {trait.id for _, entry in ENTRIES for trait in gear(entry)} - known == set()


@pytest.mark.parametrize(("army", "entry"), ENTRIES, ids=[f"{a.id}.{e.id}" for a, e in ENTRIES])
def test_an_entry_hangs_together(army: object, entry: Entry) -> None:
    ids = [option.id for option in options(entry)]
    assert len(set(ids)) == len(ids)
    wanted = {key for o in options(entry) for key in (*o.needs, *o.bars)}
    wanted |= {key for part in entry.parts for key in part.needs}
    assert entry.replaced or wanted <= set(ids)
    for option in options(entry):
        found = option.mount and (army.mount(option.mount) or army.entry(option.mount))  # type: ignore[attr-defined]
        assert not option.mount or found
    parts = {part.id for part in entry.parts} | {part.role for part in entry.parts}
    assert {t.part for t in (*entry.gear, *entry.rules)} - {""} <= parts | {"champion"}
    assert entry.models[0] <= entry.models[1]
    if entry.offered:
        assert entry.points > 0 or any(
            group.least and group.id == "machine" for group in entry.groups
        )
    for key in entry.replaced:
        assert army.entry(key).offered  # type: ignore[attr-defined]


def test_every_part_has_its_nine_characteristics_between_nought_and_ten() -> None:
    for _, entry in ENTRIES:
        for part in entry.parts:
            values = [getattr(part.profile, name) for name in STATS]
            assert all(value is None or 0 <= value <= 10 for value in values), entry.id


@pytest.mark.parametrize(
    ("army", "entry", "points", "models", "per_model"),
    [
        ("hbe", "citizen_spears", 105, (15, 50), 9),
        ("hbe", "reaver_chariot", 65, (1, 4), 60),
        ("og", "orcs", 30, (10, 50), 6),
        ("og", "orc_boar_chariot", 80, (1, 1), 0),
        ("eos", "state_militia", 20, (5, 60), 4),
        ("dh", "kings_guard", 130, (10, 30), 16),
        ("vc", "ghouls", 65, (10, 40), 10),
        ("koe", "pegasus_knights", 145, (3, 6), 42),
    ],
)
def test_sizes_and_points_are_those_of_the_first_edition_where_it_gives_them(
    army: str, entry: str, points: int, models: tuple[int, int], per_model: int
) -> None:
    found = pack().armies[army].entry(entry)
    assert found is not None
    assert (found.points, found.models, found.per_model) == (points, models, per_model)


def test_a_profile_is_read_as_printed() -> None:
    read = profile("3D6 4 - 5 3 1 4 * 10")
    assert (read.m, read.ws, read.bs, read.a, read.ld) == (None, 4, None, None, 10)
    assert read.dice == {"m": "3D6", "a": "*"}
    for wrong in ("4 4 4", "x 4 4 3 3 1 5 1 8"):
        with pytest.raises(ValueError):
            profile(wrong)


# rules: T9A-UNIT-02
def test_bases_are_oblongs_or_discs_in_hundredths_of_a_millimetre() -> None:
    army = pack().armies["hbe"]
    lancers, reaper = army.entry("highborn_lancers"), army.entry("sea_guard_reaper")
    assert lancers is not None
    assert reaper is not None
    assert lancers.footprint == Oblong(width=2500, depth=5000)
    assert reaper.footprint == Round(radius=3000)


def test_every_entry_of_the_rules_names_its_paragraph() -> None:
    for rule in pack().rules.values():
        assert rule.by in ("army", "T9A-ITEM-01", f"T9A-SR-{rule.id.replace('_', '').upper()}")
    assert pack().enforced("fly")
    assert not pack().enforced("hatred")
    assert [pack().awaits(r) for r in ("fly", "frenzy", "channel", "serf")] == [
        "", "combat", "magic", "words",
    ]  # fmt: skip
    assert {pack().rules["hatred"].chapter, pack().rules["channel"].chapter} <= UNBUILT


def test_rules_that_nothing_enforces_only_become_fewer() -> None:
    """Take a line out of the file when a rule is built; none may come in."""
    allowed = (HERE / "not_enforced.txt").read_text("utf-8").split()
    assert set(pack().unenforced()) - set(allowed) == set(), "a rule lost its enforcement"
    assert set(allowed) - set(pack().unenforced()) == set(), "these are enforced now: remove them"


def test_rules_and_items_that_are_played_in_part_only_become_fewer() -> None:
    """The same for what of a rule or an item waits for a chapter; both are shown on their units."""
    rules = {key for key, rule in pack().rules.items() if rule.rest}
    items = {key for key, item in pack().items.items() if item.awaits and key not in pack().rules}
    for name, found in (("partly_enforced", rules), ("items_not_enforced", items)):
        allowed = set((HERE / f"{name}.txt").read_text("utf-8").split())
        assert found - allowed == set(), "something lost its enforcement"
        assert allowed - found == set(), "these are enforced now: remove them"


PLAYED_BY_NAME = {"tome_of_arcane_lore"}
"""Items that the generation of spells knows by their ids."""
COMMAND = {"champion", "musician", "standard_bearer", "battle_standard_bearer"}


def test_no_item_and_no_option_is_without_effect_in_silence() -> None:
    """An item does something, waits for a chapter or has a rule of its own; an option gives
    something, or brings in a part of its unit."""
    silent = {
        key
        for key, item in pack().items.items()
        if not (item.gear or item.rules or item.awaits or key in pack().rules)
    }
    assert silent == PLAYED_BY_NAME
    for army in pack().armies.values():
        for entry in (*army.units, *army.mounts):
            parts = {need for part in entry.parts for need in part.needs}
            for option in options(entry):
                gives = (
                    option.gear or option.rules or option.drops or option.mount or option.level
                    or option.base or option.paths or option.adds or option.sets
                )  # fmt: skip
                assert gives or option.id in COMMAND | parts, f"{army.id}.{entry.id}.{option.id}"


def test_doubts_are_kept_with_their_entries() -> None:
    doubts = pack().doubts()
    assert "og.units.orc_boar_chariot" in doubts
    assert len(doubts) == 42
    assert all(reason.endswith(".") for reasons in doubts.values() for reason in reasons)


@pytest.mark.parametrize("key", ["giant_sword", "book_of_arcane_power", "sceptre_of_power"])
def test_an_item_has_two_prices_where_it_is_printed_so(key: str) -> None:
    item = pack().items[key]
    assert item.points("lords") > item.points("heroes") > 0
    assert pack().items["ogre_sword"].points("heroes") == 40


@pytest.mark.parametrize(
    ("army", "unit", "weapon", "figures"),
    [
        ("hbe", RosterUnit(id="u", name="U", entry="sea_guard_reaper", options=("repeating_shot",)),
         "repeating_shot", (48, 4, 1, "6", "1", "volley_gun")),
        ("hbe", RosterUnit(id="u", name="U", entry="sky_sloop", options=("giant_bow",)),
         "giant_bow", (24, 5, 1, "4", "1", "volley_gun")),
        ("hbe", RosterUnit(id="u", name="U", entry="queens_guard", models=5),
         "bow", (24, 4, 0, "1", "1", "")),
        ("og", RosterUnit(id="u", name="U", entry="greenhide_catapults", options=("git_launcher",)),
         "git_launcher", (60, 5, 2, "D3+1", "1", "catapult")),
        ("og", RosterUnit(id="u", name="U", entry="gargantula", options=("web_launcher",)),
         "web_launcher", (36, 3, 0, "1", "1", "catapult")),
        ("dh", RosterUnit(id="u", name="U", entry="engineer", options=("wyrm_slayer_rocket",)),
         "wyrm_slayer_rocket", (24, 6, 0, "1", "D3", "")),
        ("dh", RosterUnit(id="u", name="U", entry="steam_copter", options=("flame_culverin",)),
         "flame_culverin", (3, 3, 0, "1", "1", "flame")),
    ],
)  # fmt: skip
def test_weapons_of_one_army_alone_shoot(
    army: str, unit: RosterUnit, weapon: str, figures: tuple[object, ...]
) -> None:
    shooting = missiles(field(unit, pack().armies[army], pack()), pack())
    found = next(one for one in shooting if one.id == weapon)
    reach = found.reach // INCH
    assert figures == (
        reach, found.strength, found.piercing, found.shots, found.wounds, found.artillery
    )  # fmt: skip


def test_arrows_lend_what_they_have_to_the_bow() -> None:
    unit = RosterUnit(id="u", name="U", entry="queens_guard", models=5)
    (bow,) = missiles(field(unit, pack().armies["hbe"], pack()), pack())
    assert {"magical_attacks", "flaming_attacks", "volley_fire"} <= set(bow.rules)


def test_every_weapon_that_no_part_of_a_list_words_is_a_blade_or_shoots() -> None:
    """A weapon with nothing but a name would be bought for nothing."""
    bare = [
        weapon.id for weapon in pack().weapons.values()
        if not (weapon.reach or weapon.artillery or weapon.plus or weapon.rules or weapon.bows)
    ]  # fmt: skip
    assert bare == ["paired_weapons"]
