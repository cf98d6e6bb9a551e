"""The start-up checks notice what reads well and does nothing."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace as changed

import rules
from rules.core.packs import PackError
from rules.core.refusals import Refused
from rules.core.ruleset import Seated
from rules.saga import checks
from rules.saga.content import Ability, Area
from rules.saga.warbands.muster import default_rosters
from rules.saga.warbands.packs import Pack, pack
from rules.saga.warbands.prepare import arrange


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Pack], str]:
    """Put a changed pack under the checks and return what they find."""

    def plant(known: Pack) -> str:
        monkeypatch.setattr(checks, "pack", lambda: known)
        return "\n".join(checks.problems())

    return plant


def with_box(box: str, **changes: Any) -> Pack:
    """The game's data with one Norman box changed."""
    known = pack()
    normans = known.factions["normans"]

    def swap(ability: Ability) -> Ability:
        return changed(ability, **changes) if ability.id == box else ability

    faction = changed(normans, abilities=tuple(map(swap, normans.abilities)))
    return replace(known, factions={**known.factions, "normans": faction})


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"rule": "board/nowhere"}, "charge: rule 'board/nowhere' is not in the index"),
        ({"windows": ("dawn",)}, "charge: window dawn never opens"),
        ({"effects": ()}, "charge does nothing"),
        ({"cost": ("C",)}, "charge: no rare die can be spent on it"),
        ({"id": "gold"}, "en does not say saga.ability.gold.name"),
        ({"id": "push"}, "normans: box push exists twice"),
    ],
)
def test_a_planted_fault_in_a_box_is_named(
    planted: Any, changes: dict[str, Any], found: str
) -> None:
    assert found in planted(with_box("charge", **changes))


def test_an_objective_without_its_terrain_is_named(planted: Any) -> None:
    known = pack()
    ground = changed(known.scenarios["sacred_ground"], areas=(Area(piece="lake", cap=8),))
    scenarios = {**known.scenarios, "sacred_ground": ground}
    found = planted(replace(known, scenarios=scenarios))
    assert "sacred_ground: three_oaks has no piece lake" in found


def test_an_effect_that_nothing_works_is_named(
    planted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "unworked", lambda: ["Levitate"])
    assert "effect Levitate has no function that does it" in planted(pack())


def test_a_file_that_cannot_be_read_is_the_one_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Pack:
        raise PackError("factions/normans.toml: broken")

    monkeypatch.setattr(checks, "pack", broken)
    assert checks.problems() == ["factions/normans.toml: broken"]


def test_an_unknown_game_is_a_key_error() -> None:
    assert "saga" in rules.rulesets()
    with pytest.raises(KeyError):
        rules.ruleset("chess")


def seats(*chosen: int) -> dict[str, Seated]:
    rosters = default_rosters("en")
    return {
        side: Seated(name=side.upper(), roster=msgspec.to_builtins(rosters[number]))
        for side, number in zip("ab", chosen, strict=True)
    }


FOUR, SIX = (0, 2), (1, 3)


@pytest.mark.parametrize("scenario", sorted(pack().scenarios))
def test_a_match_is_arranged_with_terrain_boards_and_warbands(scenario: str) -> None:
    setup = arrange(scenario, seats(*SIX), {}, "hash")
    assert setup.scenario.id == scenario
    assert setup.terrain == pack().layouts[setup.scenario.layouts[0]].terrain
    assert [side.name for side in setup.sides.values()] == ["A", "B"]
    assert all(len(side.board.boxes) == 15 for side in setup.sides.values())
    assert msgspec.json.decode(msgspec.json.encode(setup), type=type(setup)) == setup


@pytest.mark.parametrize(
    ("scenario", "who", "options", "code"),
    [
        ("tea_party", SIX, {}, "setup_scenario"),
        ("sacred_ground", SIX, {"layout": "open_field"}, "setup_layout"),
        ("clash_of_warlords", (0, 3), {}, "setup_points"),
        ("clash_of_warlords", SIX, {"switches": {"magic": True}}, "setup_switches"),
        ("clash_of_warlords", SIX, {"switches": "all"}, "setup_switches"),
    ],
)
def test_what_does_not_fit_is_refused(
    scenario: str, who: tuple[int, int], options: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refused) as caught:
        arrange(scenario, seats(*who), options, "hash")
    assert caught.value.refusal.code == code


@pytest.mark.parametrize(
    ("roster", "code"),
    [
        ("nonsense", "muster_unreadable"),
        ({"faction": "normans", "name": "N", "points": 4, "units": []}, "muster_warlord_missing"),
    ],
)  # fmt: skip
def test_a_roster_that_may_not_take_the_field_is_refused(roster: Any, code: str) -> None:
    brought = {**seats(*FOUR), "a": Seated(name="A", roster=roster)}
    with pytest.raises(Refused) as caught:
        arrange("clash_of_warlords", brought, {}, "hash")
    assert caught.value.refusal.code == code


@pytest.mark.parametrize("raw", [None, 7, "x", [], {"faction": "normans"}, {"units": [{}]}])
def test_whatever_comes_as_a_roster_gets_an_answer(raw: Any) -> None:
    assert [refusal.code for refusal in rules.ruleset("saga").muster(raw)] == ["muster_unreadable"]
