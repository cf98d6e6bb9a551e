"""Definitions and sequences that no single answer shows: who is who, what comes before what."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from rules.core.events import Rolled
from rules.core.values import INCH
from rules.geometry.arcs import along
from rules.ninth_age.actions import PlanFlight, PlanMove, Reform, Threat
from rules.ninth_age.armies.content import Roster, RosterUnit
from rules.ninth_age.armies.muster import leaders
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.opening.events import Learned
from rules.ninth_age.play.units.reading import engaged
from rules.ninth_age.state import Moving, State
from rules.testing.laws import plainest, play
from rules.testing.match import Match, Trial, sealed

from .armies import demo_rosters, setup_of
from .kit import RULES, answer, begun, on, stands, table, unit

DEPLOYED = 80
"""Answers after which every battle of default answers has begun."""


@pytest.fixture(scope="module")
def battle() -> Match[State]:
    """The lists of the game, everything rolled, deployed by default answers."""
    start = Trial(RULES, setup_of(demo_rosters(), {"deployment": "classic"}))
    return play(start, plainest, sealed(b"general"), watch=(), appeals=False, rulings=DEPLOYED)


# rules: T9A-MEAS-02
@pytest.mark.parametrize("viewer", [frozenset(), frozenset("A"), frozenset("B")])
def test_anybody_measures_any_unit_in_anybodys_turn(viewer: frozenset[str]) -> None:
    state = begun(table(unit("a", 20, 20), unit("b", 20, 30)), Moving(side="A")).state
    for key in ("a", "b"):
        for draft in (PlanMove(unit=key, path=(on(2),)), Threat(unit=key), PlanFlight(unit=key)):
            assert RULES.preview(state, viewer, draft).refusal is None


# rules: T9A-UNIT-01, T9A-CHR-01
def test_rider_and_mount_are_one_model_and_lords_and_heroes_are_characters() -> None:
    setup = setup_of(demo_rosters(), {})
    known = pack()
    for side, roster in zip("ab", demo_rosters(), strict=True):
        for written in roster.units:
            found = setup.sides[side].units[f"{side}-{written.id}"]
            entry = known.armies[roster.army].entry(written.entry)
            assert entry is not None
            assert len(found.models) == written.models
            assert found.stats.character == (entry.category in ("lords", "heroes"))
    riders = setup.sides["b"].units["b-orc_boar_riders"].stats.fighters
    assert [part.role for part in riders] == ["rider", "mount"]


# rules: T9A-UNIT-03
@pytest.mark.parametrize(("aside", "touch"), [(0.0, True), (0.02, False)])
def test_bases_that_meet_in_a_corner_are_in_contact(aside: float, touch: bool) -> None:
    wide, deep = 5 * 25 / 25.4, 2 * 25 / 25.4
    state = table(unit("a", 20, 20), unit("b", 20 + wide + aside, 20 + deep))
    engaging = {"a": ("b",), "b": ("a",)}
    assert engaged(with_fights(state, engaging), "a") is touch


def with_fights(state: State, fights: dict[str, tuple[str, ...]]) -> State:
    """Units that have charged each other."""
    return replace(state, engaged=fights)


# rules: T9A-UNIT-08, T9A-REF-01, T9A-REF-03
def test_a_reform_is_made_about_the_centre_of_the_rectangle_around_all_ranks() -> None:
    state = begun(table(unit("a", 20, 20, models=7), unit("b", 60, 40)), Moving(side="A")).state
    after = answer(state, Reform(unit="a", files=4, facing=90_000)).state
    assert stands(after, "a") == (20.0, 20.0, 90.0)


# rules: T9A-LOS-02
def test_a_unit_is_not_hidden_by_its_own_ranks() -> None:
    state = table(unit("a", 20, 20, models=30), unit("b", 20, 30))
    assert ground_of(state).sees("a", "b")


# rules: T9A-LOS-06
def test_edges_are_sampled_at_their_ends_their_middle_and_every_quarter_inch() -> None:
    points = along((0.0, 0.0), (4.92 * INCH, 0.0))
    assert points[0] == (0.0, 0.0)
    assert points[-1] == (4.92 * INCH, 0.0)
    assert (2.46 * INCH, 0.0) in points
    assert all(b[0] - a[0] <= INCH / 4 for a, b in pairwise(points))


# rules: T9A-PRE-01, T9A-PRE-04, T9A-OBJ-01
def test_what_comes_before_the_first_turn_comes_in_order(battle: Match[State]) -> None:
    said = [
        event.why if isinstance(event, Rolled) else type(event).__name__ for event in battle.events
    ]
    steps = (
        "Built", "objective", "zone_choice", "ZonesTaken", "spells", "OrderChosen", "Placed",
        "first_turn", "TurnBegan",
    )  # fmt: skip
    firsts = [said.index(step) for step in steps]
    assert firsts == sorted(firsts)


# rules: T9A-SPELL-02, T9A-SPELL-05
def test_spells_are_numbered_from_the_signature_0_to_6(battle: Match[State]) -> None:
    learned = [event for event in battle.events if isinstance(event, Learned)]
    assert learned
    for event in learned:
        assert set(event.spells) <= set(range(7))
        assert len(set(event.spells)) == len(event.spells)


# rules: T9A-FIELD-01, T9A-ZONE-02, T9A-ZONE-03
def test_the_zones_of_a_standard_table_lie_along_its_long_edges(battle: Match[State]) -> None:
    state = battle.state
    assert (state.table.width, state.table.height) == (72 * INCH, 48 * INCH)
    heights = sorted(sorted({y for _, y in zone}) for zone in state.zones.values())
    assert heights == [[0, 12 * INCH], [36 * INCH, 48 * INCH]]
    assert all({x for x, _ in zone} == {0, 72 * INCH} for zone in state.zones.values())


# rules: T9A-SR-NOTALEADER
def test_who_is_no_leader_is_never_general() -> None:
    known = pack()
    barred = [
        (army, entry)
        for army in known.armies.values()
        for entry in army.units
        if any(trait.id == "not_a_leader" for trait in entry.rules)
    ]
    assert barred
    for army, entry in barred:
        lone = RosterUnit(id="u", name="u", entry=entry.id)
        assert leaders(Roster(army=army.id, name="n", points=2000, units=(lone,)), known) == {}
