"""Deployment in turns, refusals with rule, distance and shape, scouts, vanguards, standards, the
first turn, ambushers."""

from math import hypot
from typing import Any

import pytest
from msgspec.structs import replace

from rules.core.dice import ScriptedDice
from rules.core.events import Noted, Rolled
from rules.core.refusals import Area
from rules.core.resolution import Resolution
from rules.core.values import INCH, Distance
from rules.geometry.outline import rectangle
from rules.ninth_age.actions import Advance, Aside, EndMoves, Join, March, PlanJoin, Straight
from rules.ninth_age.field.battlefield import piece
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.opening.actions import (
    Announce,
    ChooseFlag,
    ChooseSide,
    ChooseZone,
    Deploy,
    DeployRest,
    EndDeployment,
    PlanDeploy,
)
from rules.ninth_age.opening.events import CameEarly, Finished
from rules.ninth_age.opening.questions import (
    DeployUnits,
    VanguardMoves,
    WhichFlag,
    WhichTurn,
    WhoDeploys,
)
from rules.ninth_age.opening.steps import Beginning, Deployed, Flagging, Scouting, Vanguard
from rules.ninth_age.play.opening.beginning import first_turn, follow_deployment
from rules.ninth_age.play.opening.deployment import groups
from rules.ninth_age.play.units.reading import Run, may_charge
from rules.ninth_age.questions import Declare
from rules.ninth_age.wording import named
from rules.ninth_age.zones import zone

from .battle import Played, chosen_by, pose, setup
from .kit import RULES, table, unit

SPEARS, ARCHERS, REAPER, REAPER_2 = (
    "a-citizen_spears", "a-citizen_archers", "a-sea_guard_reaper", "a-sea_guard_reaper_2",
)  # fmt: skip


def deploying(**more: object) -> Played:
    """The elves deploy first, in the south of an open plain, Classic."""
    options = {"deployment": "classic", "objective": "none", "layout": "open", **more}
    played = chosen_by("a", setup(**options))
    played.answer(ChooseZone(corner=(0, 0)))
    played.until(WhoDeploys)
    played.answer(ChooseSide(side="a"))
    assert isinstance(played.question, DeployUnits)
    return played


def spears(x: float, y: float, degrees: float = 0, files: int = 5) -> Deploy:
    return Deploy(unit=SPEARS, pose=pose(x, y, degrees), files=files)


# --- a place --------------------------------------------------------------------------------------


# rules: T9A-ZONE-10, T9A-DEP-03
def test_a_hair_outside_the_zone_is_refused_with_rule_distance_and_shape() -> None:
    played = deploying()
    deep = 5 * 20 / 25.4 / 2
    played.answer(spears(30, 12 - deep - 0.01))
    over = played.refused(spears(30, 12 - deep + 0.01))
    assert over.code == "outside_hair"
    assert over.rules == ("T9A-DEP-03", "T9A-ZONE-10")
    far = played.refused(spears(30, 12 - deep + 1.5))
    assert far.code == "outside_zone"
    gap = far.line.params["gap"]
    assert isinstance(gap, Distance)
    assert gap.value == pytest.approx(1.5 * INCH, abs=2)
    styles = [shape.style for shape in far.shapes if isinstance(shape, Area)]
    assert styles == ["ghost_bad", "zone"]


# rules: T9A-ZONE-10
def test_each_strip_of_a_flank_attack_is_judged_by_its_own_depth() -> None:
    attacker = zone("flank_attack", 72 * INCH, 48 * INCH, (0, 0), "attacker")
    defender = zone("flank_attack", 72 * INCH, 48 * INCH, (0, 0), "defender")

    def box(x0: float, x1: float, y1: float) -> tuple[tuple[tuple[float, float], ...], ...]:
        corners = ((x0, 0), (x1, 0), (x1, y1), (x0, y1))
        return (tuple((x * INCH, y * INCH) for x, y in corners),)

    assert attacker.excess(box(10, 18, 15)) == 0
    assert attacker.excess(box(10, 18.1, 15)) == pytest.approx(6 * INCH)
    assert defender.excess(box(18, 54, 15)) == 0
    assert defender.excess(box(17.9, 54, 15)) == pytest.approx(6 * INCH)
    assert defender.excess(box(0, 72, 9)) == 0


# rules: T9A-SPACE-01, T9A-UNIT-04, T9A-EDGE-01
def test_units_are_set_up_apart_on_the_table_and_in_files_they_have() -> None:
    played = deploying()
    played.answer(spears(30, 6))
    archers = played.refused(Deploy(unit=ARCHERS, pose=pose(32, 6), files=9))
    assert (archers.code, archers.rules) == ("spacing", ("T9A-SPACE-01",))
    assert len(archers.shapes) == 2
    assert played.refused(spears(30, 6, files=0)).code == "files"
    assert played.refused(spears(30, 6, degrees=361)).code == "facing"
    assert played.refused(spears(0.5, 6)).code == "outside_zone"
    foreign = Deploy(unit="b-orcs", pose=pose(30, 6), files=5)
    assert played.refused(foreign).code == "not_now_deployed"


# rules: T9A-SPACE-01
def test_impassable_ground_is_kept_clear_of() -> None:
    played = deploying(layout="water_meadows")
    refusal = played.refused(spears(34, 7))
    assert (refusal.code, refusal.rules) == ("spacing_ground", ("T9A-SPACE-01",))


def test_the_preview_of_a_place_agrees_with_the_answer() -> None:
    played = deploying()
    good, bad = pose(30, 6, 20), pose(30, 20)
    viewer = frozenset("a")
    shown = RULES.preview(played.state, viewer, PlanDeploy(unit=SPEARS, pose=good, files=6))
    assert shown.action == Deploy(unit=SPEARS, pose=good, files=6)  # type: ignore[attr-defined]
    assert len(shown.ghosts) == 25  # type: ignore[attr-defined]
    wrong = RULES.preview(played.state, viewer, PlanDeploy(unit=SPEARS, pose=bad, files=6))
    assert wrong.refusal is not None
    assert wrong.refusal.code == "outside_zone"
    other = RULES.preview(played.state, frozenset("b"), PlanDeploy(unit=SPEARS, pose=good, files=6))
    assert other.refusal is not None


# rules: T9A-DEP-03, T9A-SPACE-01
def test_a_place_wrong_by_a_hair_is_shown_with_the_nearest_legal_one() -> None:
    played = deploying()

    def shown(x: float, y: float) -> Any:
        draft = PlanDeploy(unit=SPEARS, pose=pose(x, y), files=5)
        return RULES.preview(played.state, frozenset("a"), draft)

    front = 12 - 5 * 20 / 25.4 / 2
    for x, y in ((30, front + 0.01), (30, front + 0.3), (30.2, 1.7)):
        there = shown(x, y)
        assert there.refusal is not None
        off = hypot(there.nearest.x - x * INCH, there.nearest.y - y * INCH)
        assert 0 < off <= INCH / 2
        place = shown(there.nearest.x / INCH, there.nearest.y / INCH)
        assert (place.refusal, place.nearest) == (None, None)
    assert shown(30, front + 0.7).nearest is None, "too far off for a slip of the hand"


def test_a_unit_set_up_in_this_turn_may_still_be_moved() -> None:
    played = deploying()
    played.answer(spears(30, 6))
    played.answer(spears(20, 5, degrees=10, files=7))
    block = ground_of(played.state).block(SPEARS)
    assert (block.files, block.count, block.facing) == (7, 25, 10_000)
    played.answer(EndDeployment())
    assert played.side == "b"


# rules: T9A-DEP-03, T9A-CHR-02, T9A-CHR-04
def test_a_character_is_set_up_in_a_unit_moves_with_it_and_comes_out_again() -> None:
    played = deploying()
    mage = "a-mage"
    into = Join(unit=mage, host=SPEARS, file=2)
    question = played.question
    assert isinstance(question, DeployUnits)
    assert SPEARS in question.hosts[mage]
    assert played.refused(into).code == "no_unit"
    played.answer(spears(30, 6))
    preview = PlanJoin(unit=mage, host=SPEARS, file=2)
    shown = RULES.preview(played.state, frozenset("a"), preview)
    assert shown.action == into  # type: ignore[attr-defined]
    played.answer(into)
    assert ground_of(played.state).block(SPEARS).count == 26
    played.answer(spears(20, 5, degrees=15))
    block = ground_of(played.state).block(SPEARS)
    stands = played.state.table.models["a-mage-1"].pose
    assert stands == ground_of(played.state).poses(SPEARS, block)["a-mage-1"]
    played.answer(Deploy(unit=mage, pose=pose(40, 5), files=1))
    assert played.state.joined == {}
    assert ground_of(played.state).block(SPEARS).count == 25


# rules: T9A-DEP-03, T9A-ZONE-10
def test_a_character_does_not_push_a_unit_out_of_its_zone() -> None:
    played = deploying()
    back = 5 * 20 / 25.4 / 2
    played.answer(spears(30, back))
    refusal = played.refused(Join(unit="a-mage", host=SPEARS, file=2))
    assert refusal.code == "outside_zone"


# --- turns ----------------------------------------------------------------------------------------


# rules: T9A-DEP-03
def test_machines_and_characters_count_as_one_unit_and_stand_together() -> None:
    played = deploying()
    question = played.question
    assert isinstance(question, DeployUnits)
    assert set(question.groups) == {
        ("a-high_prince", "a-commander", "a-mage"), (REAPER, REAPER_2),
    }  # fmt: skip
    assert "a-grey_watchers" not in question.units
    played.answer(Deploy(unit=REAPER, pose=pose(30, 3), files=1))
    played.answer(EndDeployment())
    assert played.state.table.units[REAPER_2].models
    assert played.side == "b"
    told = [event.line for event in played.events if isinstance(event, Noted)]
    assert [line.key for line in told] == ["ninth_age.log.together_machines"]
    assert told[0].params["unit"] == named(REAPER_2)


# rules: T9A-DEP-05
def test_the_table_sets_war_machines_up_with_nobody_before_them() -> None:
    played = deploying()
    played.answer(DeployRest())
    ground = ground_of(played.state)
    own = [u for u in ground.standing() if ground.side(u) == "a"]
    for machine in (REAPER, REAPER_2):
        here = ground.block(machine)
        for other in own:
            there = ground.block(other)
            beside = abs(there.at[0] - here.at[0]) >= (there.width + here.width) / 2
            assert other == machine or there.at[1] < here.at[1] or beside, (machine, other)


# rules: T9A-DEP-03
def test_who_ends_a_turn_without_a_unit_gets_one_set_up() -> None:
    played = deploying()
    played.answer(EndDeployment())
    units = played.state.table.units
    assert sum(bool(unit.models) for unit in units.values()) == 3, "all characters together"


# rules: T9A-DEP-04, T9A-DEP-05
def test_who_has_deployed_everything_announces_and_the_other_deploys_the_rest() -> None:
    played = deploying()
    played.answer(DeployRest())
    (finished,) = (e for e in played.events if isinstance(e, Finished))
    left = [u for u in played.state.mustered if u[0] == "b"]
    waiting = [u for u in left if not played.state.table.units[u].models]
    assert (finished.side, finished.left) == ("a", len(groups(played.state, waiting)))
    assert isinstance(played.question, WhichTurn)
    played.answer(Announce(turn="second"))
    question = played.question
    assert isinstance(question, DeployUnits)
    assert question.least == len(waiting)
    played.answer(EndDeployment())
    assert played.state.opening.finished == ("a", "b")


# rules: T9A-DEP-05, T9A-CHR-02, T9A-CHR-04
def test_the_table_sets_characters_up_in_units_of_their_kind_the_general_in_the_largest() -> None:
    played = deploying()
    question = played.question
    assert isinstance(question, DeployUnits)
    played.answer(DeployRest())
    state = played.state
    hosts = {guest: place.host for guest, place in state.joined.items() if guest[0] == "a"}
    (general,) = (u for u in hosts if state.stats[u].general)
    kind = state.stats[general].troop_type
    foot = [u for u in question.hosts[general] if state.stats[u].troop_type == kind]
    strength = {u: len(state.table.units[u].models) for u in foot}
    assert strength[hosts[general]] == max(strength.values())
    assert len(set(hosts.values())) == len(hosts) > 1, "each in a unit of his own"
    assert all(state.stats[u].troop_type == state.stats[h].troop_type for u, h in hosts.items())


# rules: T9A-DEP-05, T9A-CHR-04
def test_who_is_set_up_in_front_of_another_has_room_for_a_character() -> None:
    """The orcs stand so far back that the goblins find a place before them, and the goblins' shaman
    makes a rank more."""
    played = deploying()
    played.answer(DeployRest())
    played.answer(Announce(turn="first"))
    played.answer(Deploy(unit="b-orcs", pose=pose(36, 48 - 5.75, 180), files=6))
    played.answer(DeployRest())
    goblins, orcs = (ground_of(played.state).block(unit) for unit in ("b-goblins", "b-orcs"))
    assert goblins.at[1] + goblins.depth / 2 < orcs.at[1] - orcs.depth / 2
    assert played.state.host("b-goblin_shaman") == "b-goblins"


# rules: T9A-DEP-05
def test_a_character_stands_alone_where_no_unit_of_his_kind_stands() -> None:
    played = deploying()
    played.answer(EndDeployment())
    assert played.state.joined == {}, "his turn came before any unit's"
    assert played.state.table.units["a-high_prince"].models


# rules: T9A-DEP-06
@pytest.mark.parametrize(
    ("faces", "left", "ahead"), [((2, 5), 3, False), ((3, 5), 3, True), ((6, 1), 0, True)]
)
def test_the_first_turn_goes_to_the_higher_total(
    faces: tuple[int, int], left: int, ahead: bool
) -> None:
    totals, higher = first_turn({"a": faces[0], "b": faces[1]}, "a", left)
    assert totals == {"a": faces[0] + left, "b": faces[1]}
    assert higher is ahead


# --- scouts and vanguards -------------------------------------------------------------------------


def scouting() -> Played:
    """Everybody stands but the elves' scouts."""
    played = deploying()
    played.answer(DeployRest())
    played.answer(Announce(turn="first"))
    played.answer(DeployRest())
    question = played.question
    assert isinstance(question, DeployUnits)
    assert question.scouts
    return played


# rules: T9A-DEP-01, T9A-DEP-07, T9A-OBJ-07
def test_the_sequence_from_who_deploys_first_to_the_first_turn() -> None:
    """Who begins, units in turn, the announcement, the rest, scouts, vanguards, flags, the roll."""
    played = deploying(objective="capture_the_flags")
    played.answer(DeployRest())
    played.answer(Announce(turn="first"))
    played.answer(DeployRest())
    scouts = played.until(VanguardMoves).state.opening.early
    played.answer(Advance(unit="b-goblin_raiders", path=(Straight(length=INCH),)))
    vanguards = set(played.state.opening.early) - set(scouts)
    played.until(Declare)
    told = [e.why if isinstance(e, Rolled) else type(e).__name__ for e in played.events]
    marks = [
        told.index("OrderChosen"), told.index("Placed"), told.index("Finished"),
        told.index("Announced"), told.index("Finished", told.index("Announced")),
        played.events.index(CameEarly(unit=scouts[0])),
        *(played.events.index(CameEarly(unit=unit)) for unit in vanguards),
        told.index("FlagChosen"), told.index("first_turn"), told.index("TurnBegan"),
    ]  # fmt: skip
    assert len(scouts) == len(vanguards) == 1
    assert marks == sorted(marks)


# rules: T9A-DEP-01, T9A-SR-SCOUT, T9A-SR-VANGUARD, T9A-OBJ-09
@pytest.mark.parametrize(("first", "last"), [("A", "B"), ("B", "A")])
def test_scouts_and_flags_begin_with_who_finished_first_vanguards_with_the_other(
    first: str, last: str
) -> None:
    state = table(unit("a", 20, 5), unit("b", 50, 43))
    opening = replace(state.opening, finished=(first, last))
    run: Run = Resolution(
        RULES, replace(state, opening=opening, objectives=("capture_the_flags",)), ScriptedDice(())
    )
    run.push(Deployed(), Beginning())
    follow_deployment(run, Deployed())
    assert list(reversed(run.state.agenda)) == [
        Scouting(side=first), Vanguard(side=last), Flagging(side=first), Beginning(),
    ]  # fmt: skip


# rules: T9A-SR-SCOUT
def test_scouts_stand_in_their_zone_or_far_from_every_enemy() -> None:
    played = scouting()
    watchers = "a-grey_watchers"
    near = played.refused(Deploy(unit=watchers, pose=pose(36, 30), files=6))
    assert (near.code, near.rules) == ("scout_near", ("T9A-SR-SCOUT",))
    assert near.shapes
    played.answer(Deploy(unit=watchers, pose=pose(4, 17), files=6))
    played.answer(EndDeployment())
    assert CameEarly(unit=watchers) in played.events


# rules: T9A-SR-VANGUARD
def test_a_vanguard_moves_twelve_inches_whatever_its_pace_and_not_near_the_enemy() -> None:
    played = scouting().until(VanguardMoves)
    wolves = "b-goblin_raiders"
    assert played.side == "b"
    far = Advance(unit=wolves, path=(Straight(length=round(12.5 * INCH)),))
    assert played.refused(far).code == "too_far"
    aside = Advance(unit=wolves, path=(Aside(length=round(6.5 * INCH)),))
    assert played.refused(aside).code == "too_far_halved"
    march = March(unit=wolves, path=(Straight(length=INCH),))
    assert played.refused(march).code == "not_an_answer"
    near = played.state
    moved = Advance(unit=wolves, path=(Straight(length=12 * INCH),))
    gap = min(ground_of(near).gap(wolves, foe) for foe in ground_of(near).enemies(wolves))
    if gap - 12 * INCH < 12 * INCH:
        assert played.refused(moved).code == "vanguard_near"
        moved = Advance(unit=wolves, path=(Straight(length=INCH),))
    played.answer(moved)
    assert wolves in played.state.opening.early


# rules: T9A-SR-VANGUARD, T9A-SR-SCOUT
def test_who_came_early_does_not_charge_in_the_first_player_turn() -> None:
    wolves = "b-goblin_raiders"
    played = scouting().until(VanguardMoves)
    played.answer(Advance(unit=wolves, path=(Straight(length=INCH),)))
    played.until(Declare)
    state = replace(played.state, active="b", first="b", turn=1)
    assert not may_charge(state, wolves)
    assert may_charge(state, "b-orc_boar_riders")
    assert may_charge(replace(state, first="a"), wolves), "the second player turn"
    assert may_charge(replace(state, turn=2), wolves)


def test_a_vanguard_may_stay() -> None:
    played = scouting().until(VanguardMoves)
    played.answer(EndMoves())
    assert not isinstance(played.question, VanguardMoves)
    assert "b-goblin_raiders" not in played.state.opening.early


# --- standards ------------------------------------------------------------------------------------


# rules: T9A-OBJ-07, T9A-OBJ-08, T9A-OBJ-09
def test_three_standards_each_are_chosen_in_turn_after_the_vanguards() -> None:
    played = Played(setup(deployment="classic", objective="capture_the_flags")).until(WhichFlag)
    assert played.side == played.state.opening.finished[0]
    question = played.question
    assert isinstance(question, WhichFlag)
    stats = played.state.stats
    assert all(stats[unit].standard and unit[0] != played.side for unit in question.units)
    order = []
    while isinstance(played.question, WhichFlag):
        order.append(played.side)
        assert played.refused(ChooseFlag(unit="a-mage")).code == "no_such_flag"
        played.answer(ChooseFlag(unit=played.question.units[-1]))
    assert order[:2] == list(played.state.opening.finished)
    assert [len(chosen) for chosen in played.state.flags.values()] == [3, 3]


# --- ambush ---------------------------------------------------------------------------------------


# rules: T9A-TERR-02, T9A-DEP-03
def test_a_unit_is_set_up_in_a_building_of_its_zone_and_out_of_it_again() -> None:
    played = deploying()
    house = {
        key: piece("building", rectangle((20 * INCH, y * INCH), 8 * INCH, 6 * INCH, 0))
        for key, y in (("near", 6), ("far", 42))
    }
    table = replace(played.state.table, terrain=house)
    played.state = replace(played.state, table=table)
    riders = Deploy(unit="a-highborn_lancers", pose=pose(20, 6), files=6)
    assert played.refused(riders).code == "garrison_kind"
    assert played.refused(spears(20, 42)).code == "outside_zone"
    draft = PlanDeploy(unit=SPEARS, pose=pose(20, 6), files=5)
    assert RULES.preview(played.state, ("a",), draft).action == spears(20, 6)
    played.answer(spears(20, 6))
    assert played.state.garrison == {SPEARS: "near"}
    assert ground_of(played.state).block(SPEARS).base == (20320, 15240)
    played.answer(spears(50, 6))
    assert played.state.garrison == {}
    assert ground_of(played.state).block(SPEARS).front == 5
