"""Lists become armies; battlefield, type, objective, zones, markers, spells before deployment."""

from typing import Any

import pytest
from msgspec.structs import replace

from rules.core.dice import ScriptedDice
from rules.core.events import Rolled
from rules.core.refusals import Area, Refused
from rules.core.resolution import Resolution
from rules.core.ruleset import Seated
from rules.core.table import Round
from rules.core.values import INCH
from rules.core.wording import LANGUAGES, called, catalogue
from rules.geometry.convex import convex_parts, separation
from rules.ninth_age.actions import Keep
from rules.ninth_age.armies.content import Roster, RosterUnit
from rules.ninth_age.armies.enlisting import enlisted
from rules.ninth_age.armies.menu import OPTIONS
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.field.battlefield import APART, built
from rules.ninth_age.opening.actions import (
    ChooseSide,
    ChooseZone,
    HoldBack,
    Learn,
    PlaceMarker,
    TakeSpells,
)
from rules.ninth_age.opening.events import ChooserDrawn
from rules.ninth_age.opening.questions import (
    DeployUnits,
    WhereMarker,
    WhichSpells,
    WhichZone,
    WhoAmbushes,
    WhoDeploys,
    WhoLearns,
)
from rules.ninth_age.opening.steps import Holding, Learning, Ordering, Preparing, Zoning
from rules.ninth_age.play.opening.pregame import farthest_spot, marker_legal, prepare
from rules.ninth_age.play.opening.spelling import free, rolled, swapped, taken
from rules.ninth_age.play.units.reading import Run
from rules.ninth_age.state import Spells
from rules.ninth_age.zones import zone
from rules.testing.match import sealed

from .battle import LISTS, Played, chosen_by, setup, with_stats
from .kit import RULES, begun, table, unit

MIDDLE = (36 * INCH, 24 * INCH)
FAR = (72 * INCH, 48 * INCH)


def seats(one: Any, other: Any) -> dict[str, Seated]:
    return {"a": Seated(name="Ann", roster=one), "b": Seated(name="Bob", roster=other)}


def code(one: Any, other: Any, options: dict[str, Any] | None = None) -> str:
    """Why a battle of two lists is not arranged."""
    with pytest.raises(Refused) as refused:
        RULES.arrange("battle", seats(one, other), options or {}, "")
    return refused.value.refusal.code


# --- lists and menu -------------------------------------------------------------------------------


# rules: T9A-LIST-01, T9A-PRE-02
def test_lists_are_judged_and_of_one_size() -> None:
    elves, orcs = LISTS["hbe_2000"], LISTS["og_2000"]
    assert RULES.muster(elves) == ()
    assert [r.code for r in RULES.muster({"army": 5})] == ["muster_unreadable"]
    assert code(elves, {**orcs, "points": 1000}) == "muster_over"
    assert code(elves, {**orcs, "army": "elsewhere"}) == "muster_army"
    cost = next(army.points for army in RULES.armies("en") if army.id == "og_2000")
    size = 2000 + 5 if cost >= 2000 - 15 else cost
    assert code(elves, {**orcs, "points": size}) == "setup_sizes"
    assert code(elves, {}) == "muster_unreadable"


def test_every_choice_of_the_menu_is_understood_and_has_its_name() -> None:
    menu = RULES.menu()
    battle = menu.scenario("battle")
    assert battle is not None
    for option in battle.options:
        for choice in option.choices:
            made = RULES.arrange(
                "battle", seats(LISTS["hbe_2000"], LISTS["og_2000"]), {option.id: choice.id}, "x"
            )
            assert made.size == 2000
    for language in LANGUAGES:
        words = catalogue(language)
        for scenario in menu.scenarios:
            assert {scenario.name, scenario.text} <= words.keys()
        for option in battle.options:
            assert {option.name, *(choice.name for choice in option.choices)} <= words.keys()


def test_a_choice_that_is_not_offered_is_refused() -> None:
    elves, orcs = LISTS["hbe_2000"], LISTS["og_2000"]
    for options, why in (
        ({"deployment": "siege"}, "setup_option"),
        ({"layout": "moon"}, "setup_option"),
        ({"board": "small", "layout": "old_road"}, "setup_layout"),
        ({"switches": {"nonsense": True}}, "setup_option"),
        ({"switches": {"flee_through_fails_on": 7}}, "setup_option"),
        ({"switches": {"flee_through_fails_on": 0}}, "setup_option"),
    ):
        assert code(elves, orcs, options) == why


def test_who_reads_has_the_datas_names_in_his_language_and_a_players_own_as_they_are() -> None:
    listed = {army.id: army.roster for army in RULES.armies("ru")}["hbe_2000"]
    second = {"citizen_archers": "Citizen Archers (2)", "mage": "Ivo", "commander": "Военачальник"}
    units = [{**u, "name": second.get(u["id"], u["name"])} for u in listed["units"]]
    made = RULES.arrange("battle", seats({**listed, "units": units}, LISTS["og_2000"]), {}, "")
    names = {key: unit.name for key, unit in made.sides["a"].units.items()}
    assert names["a-mage"] == "Ivo"
    for key, english in (
        ("a-citizen_archers", "Citizen Archers (2)"),
        ("a-commander", "Commander"),
        ("a-citizen_spears", "Spears of the Quay"),
    ):
        assert called(names[key], "en") == english
        assert called(names[key], "ru") != english
    for found in made.sides["b"].units.values():
        assert all(called(found.name, language) != found.name for language in LANGUAGES)


def test_units_of_one_kind_are_called_by_what_sets_them_apart() -> None:
    """Weapons first, else other gear; a number where nothing does; a player's own name stays."""
    wished = [
        ("artillery", "Artillery", ("cannon",)), ("artillery", "Artillery (2)", ("mortar",)),
        ("artillery", "Артиллерия (3)", ("cannon",)), ("artillery", "Big Bess", ("cannon",)),
        ("light_infantry", "Light Infantry", ()),
        ("light_infantry", "Light Infantry (2)", ("handgun",)),
        ("imperial_guard", "Imperial Guard", ()), ("imperial_guard", "Imperial Guard (2)", ()),
        ("flagellants", "Flagellants (2)", ()),
    ]  # fmt: skip
    units = tuple(
        RosterUnit(id=f"u{number}", name=name, entry=entry, options=options)
        for number, (entry, name, options) in enumerate(wished)
    )
    roster = Roster(army="eos", name="Ours", points=2000, units=units)
    found = enlisted(roster, "a", "Ann", pack()).units
    assert list(found) == [f"a-u{number}" for number in range(len(wished))]
    assert [called(one.name, "en") for one in found.values()] == [
        "Artillery (Imperial Cannon)", "Artillery (Mortar)", "Artillery (Imperial Cannon) (2)",
        "Big Bess", "Light Infantry (Crossbow)", "Light Infantry (Handgun)", "Imperial Guard",
        "Imperial Guard (2)", "Flagellants (2)",
    ]  # fmt: skip
    assert called(found["a-u1"].name, "ru") == "Артиллерия (Мортира)"


def test_the_data_is_sound() -> None:
    assert list(RULES.problems()) == []
    assert {army.id for army in RULES.armies("ru")} == set(pack().rosters)


def test_a_unit_comes_with_everything_that_later_chapters_read() -> None:
    units = setup().sides["a"].units
    spears, prince = units["a-citizen_spears"].stats, units["a-high_prince"].stats
    (soldier,) = spears.fighters
    assert (soldier.weapon_skill, soldier.strength, soldier.initiative, soldier.attacks) == (
        4, 3, 5, 1,
    )  # fmt: skip
    assert (spears.movement, spears.leadership, spears.guard.toughness) == (5, 8, 3)
    assert (spears.champion, spears.musician, spears.standard) == (True, True, True)
    assert spears.command == {"champion": 1, "musician": 2, "standard_bearer": 3}
    assert (prince.character, prince.general, prince.wounds, prince.guard.ward) == (
        True, True, 3, 5,
    )  # fmt: skip
    assert "great_weapon" in prince.fighters[0].weapons
    archers = units["a-citizen_archers"].stats
    assert [(w.id, w.reach, w.strength) for w in archers.missiles] == [("longbow", 30 * INCH, 3)]
    reaper = units["a-sea_guard_reaper"].stats
    assert isinstance(reaper.base, Round)
    assert (reaper.troop_type, reaper.guard.toughness, reaper.wounds) == ("war_machine", 7, 2)
    assert units["a-giant_eagle"].stats.fly == 9
    mage = units["a-mage"].stats
    assert mage.level == 2
    assert "path_fire" in mage.paths
    assert units["a-lion_guard"].stats.strider == ("forest",)
    assert units["a-citizen_spears"].points == 225


# --- battlefield ----------------------------------------------------------------------------------


# rules: T9A-FIELD-02, T9A-FIELD-03
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("width", [72 * INCH, 36 * INCH])
def test_a_random_battlefield_lies_on_the_table_with_its_pieces_apart(
    seed: int, width: int
) -> None:
    dice = sealed(bytes([seed]))(0)
    terrain = built(width, 48 * INCH, lambda count, why: dice.draw(count, 0))
    solids = [convex_parts(piece.outline) for piece in terrain.values()]
    for piece in terrain.values():
        assert all(0 <= x <= width and 0 <= y <= 48 * INCH for x, y in piece.outline)
    assert all(
        separation(one, other) >= APART - 3
        for number, one in enumerate(solids)
        for other in solids[:number]
    )
    kinds = [piece.traits[0] for piece in terrain.values()]
    assert "hill" in kinds
    assert {"building", "impassable"} & set(kinds)
    assert 2 <= len(kinds) <= 9


# rules: T9A-ZONE-01, T9A-OBJ-01, T9A-OBJ-16
def test_what_is_agreed_on_is_not_rolled() -> None:
    agreed = Played(setup(deployment="diagonal", objective="breakthrough", layout="open"))
    assert agreed.state.opening.deployment == "diagonal"
    assert agreed.state.objectives == ("breakthrough",)
    assert agreed.state.table.terrain == {}
    assert Played(setup(objective="none")).state.objectives == ()
    several = Played(setup(objective="breakthrough", also="hold_the_ground"))
    assert several.state.objectives == ("breakthrough", "hold_the_ground")
    assert set(Played(setup(also="all")).state.objectives) == set(OPTIONS["objective"][2:])
    other = Played(setup(objective="breakthrough", also="roll")).state.objectives
    assert len(set(other)) == 2
    laid = Played(setup(layout="old_road"))
    assert laid.state.table.terrain == pack().layouts["old_road"].terrain


# --- zones ----------------------------------------------------------------------------------------


# rules: T9A-ZPICK-01
def test_the_higher_die_chooses_the_zone_and_a_tie_is_rolled_again() -> None:
    run = begun(table(unit("a", 20, 20), unit("b", 50, 20)), Zoning(), dice=(4, 4, 2, 5))
    rolls = [(event.side, event.faces) for event in run.events if isinstance(event, Rolled)]
    assert rolls == [("A", (4,)), ("B", (4,)), ("A", (2,)), ("B", (5,))]
    assert ChooserDrawn(side="B") in run.events
    (prompt,) = run.state.prompts.values()
    assert prompt.side == "B"


# rules: T9A-ZPICK-02, T9A-ZPICK-03, T9A-ZPICK-04, T9A-ZONE-05
@pytest.mark.parametrize(("kind", "count"), [("classic", 2), ("diagonal", 4), ("flank_attack", 4)])
def test_the_chooser_takes_edge_corner_or_role_and_the_other_gets_the_opposite(
    kind: str, count: int
) -> None:
    played = Played(setup(deployment=kind, objective="none"))
    question, side = played.question, played.side
    assert isinstance(question, WhichZone)
    assert len(question.zones) == count
    offer = question.zones[-1]
    assert played.refused(ChooseZone(corner=(1, 1))).code == "no_such_zone"
    played.answer(ChooseZone(corner=offer.corner, role=offer.role))
    grounds = played.state.opening.grounds
    (other,) = (zone for owner, zone in grounds.items() if owner != side)
    assert played.state.zones[side] == offer.outline
    assert other.corner == grounds[side].opposite
    assert {other.role, grounds[side].role} == (
        {"attacker", "defender"} if kind == "flank_attack" else {""}
    )


# rules: T9A-ZONE-09, T9A-ZONE-11
def test_zones_follow_the_long_side_of_any_table() -> None:
    small = zone("classic", 36 * INCH, 48 * INCH, (36 * INCH, 0))
    assert sorted({x for x, _ in small.polygon}) == [30 * INCH, 36 * INCH]
    assert not zone("classic", 30 * INCH, 24 * INCH, (0, 0)).exists
    assert not zone("diagonal", 12 * INCH, 12 * INCH, (0, 0)).exists


# rules: T9A-ZONE-11
def test_a_table_may_turn_its_long_axis() -> None:
    options = {"board": "small", "deployment": "classic", "objective": "none"}
    deep = {}
    for axis in ("longer", "shorter"):
        played = Played(setup(long_axis=axis, **options))
        question = played.question
        assert isinstance(question, WhichZone)
        deep[axis] = {at for zone in question.zones for at in zone.outline}
    assert (6 * INCH, 0) in deep["longer"]
    assert (0, 12 * INCH) in deep["shorter"]


# --- Secure Target --------------------------------------------------------------------------------


# rules: T9A-OBJ-12
def test_markers_lie_off_the_own_zone_and_apart() -> None:
    played = Played(setup(deployment="classic", objective="secure_target"))
    played.answer(ChooseZone(corner=(0, 0)))
    assert isinstance(played.question, WhereMarker)
    near = played.refused(PlaceMarker(at=(36 * INCH, 20 * INCH)))
    assert (near.code, near.rules) == ("marker_near_zone", ("T9A-OBJ-12",))
    assert near.shapes
    played.answer(PlaceMarker(at=MIDDLE))
    assert played.refused(PlaceMarker(at=(40 * INCH, 24 * INCH))).code == "marker_near_other"
    assert played.refused(PlaceMarker(at=(-5, 0))).code == "marker_off"
    played.answer(PlaceMarker(at=(60 * INCH, 24 * INCH)))
    assert set(played.state.markers.values()) == {MIDDLE, (60 * INCH, 24 * INCH)}


# rules: T9A-OBJ-13
def test_where_no_place_is_left_the_farthest_one_is_the_only_one() -> None:
    own = zone("classic", 30 * INCH, 30 * INCH, (0, 0))
    other = (15 * INCH, 24 * INCH)
    spot = farthest_spot(own, (other,))
    assert spot[1] >= 15 * INCH
    assert not marker_legal(own, spot, (other,))


# --- spells ---------------------------------------------------------------------------------------


def wizards(*faces: int, known: tuple[int, ...] = ()) -> Played:
    """The battle in which the elves' mage has just rolled these spells of Fire, while another
    wizard of his army knows some."""
    made = setup(deployment="classic", objective="none")
    made = with_stats(made, "a-commander", level=1, paths=("path_fire",))
    played = chosen_by("a", made)
    played.answer(ChooseZone(corner=(0, 0)))
    if known:
        spells = {"a-commander": Spells(path="path_fire", known=known)}
        opening = replace(played.state.opening, spells=spells)
        played.state = replace(played.state, opening=opening)
    played.answer(Learn(unit="a-mage", path="path_fire"), *faces)
    return played


# rules: T9A-SPELL-01, T9A-SPELL-03, T9A-SPELL-06
def test_a_wizard_keeps_what_he_rolled_or_takes_the_signature_spell() -> None:
    played = wizards(2, 5)
    question = played.question
    assert isinstance(question, WhichSpells)
    assert question.swap
    assert played.refused(TakeSpells(spells=(3,))).code == "no_such_spell"
    kept = wizards(2, 5)
    kept.answer(Keep())
    assert kept.state.opening.spells["a-mage"].known == (2, 5)
    played.answer(TakeSpells(spells=(5,)))
    assert played.state.opening.spells["a-mage"].known == (0, 2)


# rules: T9A-SPELL-04, T9A-SPELL-05, T9A-SPELL-10
def test_a_duplicate_is_replaced_by_a_spell_that_nobody_has() -> None:
    played = wizards(4, 4, known=(3, 6))
    question = played.question
    assert isinstance(question, WhichSpells)
    assert question.spells == (0, 1, 2, 5)
    assert played.refused(Keep()).code == "not_an_answer"
    assert played.refused(TakeSpells(spells=(3,))).code == "no_such_spell"
    played.answer(TakeSpells(spells=(0,)))
    assert played.state.opening.spells["a-mage"].known == (0, 4)


# rules: T9A-SPELL-01, T9A-PRE-01
@pytest.mark.parametrize(("chooser", "other"), [("A", "B"), ("B", "A")])
def test_the_side_that_chose_the_zone_generates_spells_first(chooser: str, other: str) -> None:
    state = table(unit("a", 20, 20), unit("b", 50, 20))
    opening = replace(state.opening, chooser=chooser)
    run: Run = Resolution(
        RULES, replace(state, opening=opening, zones={"A": (), "B": ()}), ScriptedDice(())
    )
    run.push(Preparing(), Ordering())
    prepare(run, Preparing())
    assert list(reversed(run.state.agenda)) == [
        Learning(side=chooser), Learning(side=other), Holding(side=chooser), Holding(side=other),
        Ordering(),
    ]  # fmt: skip


# rules: T9A-SPELL-05, T9A-SPELL-06
def test_only_numbered_spells_of_the_path_that_ones_own_wizards_know_are_taken() -> None:
    state = table(*(unit(key, 10 + 8 * n, 20) for n, key in enumerate(("a", "a2", "a3", "b"))))
    known = {
        "a": Spells(path="path_fire", known=(1,)), "a2": Spells(path="path_fire", known=(0, 3)),
        "a3": Spells(path="path_death", known=(4,)), "b": Spells(path="path_fire", known=(5,)),
    }  # fmt: skip
    state = replace(state, opening=replace(state.opening, spells=known))
    assert taken(state, "a", "path_fire") == {3}
    assert taken(state, "a", "path_death") == {4}
    assert taken(state, "b", "path_fire") == set()


# rules: T9A-SPELL-07, T9A-SPELL-08
def test_without_a_free_spell_a_duplicate_becomes_the_signature_or_is_lost() -> None:
    everything = {1, 2, 3, 4, 5, 6}
    assert rolled((2, 2, 6), {6}) == ((2,), 2)
    assert free((), everything) == (0,)
    assert free((0,), everything) == ()
    assert swapped((2, 4), 4) == (0, 2)


# rules: T9A-SPELL-03, T9A-ITEM-01
def test_a_tome_of_arcane_lore_is_a_die_more() -> None:
    made = setup(deployment="classic", objective="none")
    made = with_stats(made, "a-mage", level=1, items=("tome_of_arcane_lore",), paths=("path_fire",))
    played = chosen_by("a", made)
    step = Learning(side="a")
    state = replace(played.state, prompts={}, agenda=())
    run = begun(state, step, dice=(2, 5))
    assert [e.faces for e in run.events if isinstance(e, Rolled) and e.why == "spells"] == [(2, 5)]


# rules: T9A-SR-PATHMASTER
def test_a_pathmaster_chooses() -> None:
    made = setup(deployment="classic", objective="none")
    made = with_stats(made, "a-mage", rules=("pathmaster",))
    played = chosen_by("a", made)
    played.answer(ChooseZone(corner=(0, 0)))
    assert isinstance(played.question, WhoLearns)
    played.answer(Learn(unit="a-mage", path="path_fire"))
    played.answer(TakeSpells(spells=(0, 5)))
    assert played.state.opening.spells["a-mage"].known == (0, 5)


# --- ambush is declared ---------------------------------------------------------------------------


# rules: T9A-SR-AMBUSH, T9A-DEP-02
def test_ambushes_are_declared_before_the_deployment_and_the_other_says_who_begins() -> None:
    made = setup(deployment="classic", objective="none")
    made = with_stats(made, "a-queens_guard", rules=("ambush",))
    played = Played(made).until(WhoAmbushes)
    assert played.refused(HoldBack(units=("a-mage",))).code == "not_in_list"
    played.answer(HoldBack(units=("a-queens_guard",)))
    assert isinstance(played.question, WhoDeploys)
    assert played.side != played.state.opening.chooser
    assert played.refused(ChooseSide(side="c")).code == "no_such_side"
    played.answer(ChooseSide(side="a"))
    question = played.question
    assert isinstance(question, DeployUnits)
    assert "a-queens_guard" not in question.units


def test_a_refused_place_shows_the_zone() -> None:
    played = Played(setup(deployment="classic", objective="secure_target"))
    played.answer(ChooseZone(corner=(0, 0)))
    refusal = played.refused(PlaceMarker(at=(36 * INCH, 15 * INCH)))
    assert any(isinstance(shape, Area) and shape.style == "zone" for shape in refusal.shapes)
