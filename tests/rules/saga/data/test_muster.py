"""Which warbands may take the field, and what a refusal tells the player to change."""

from typing import Any

import pytest
from msgspec.structs import replace

from rules.core.values import Named
from rules.core.wording import called, word
from rules.saga.content import Roster, RosterUnit
from rules.saga.warbands.muster import cost, default_rosters, enlist, muster, names
from rules.saga.warbands.packs import pack

LORD = RosterUnit(id="w", name="Wulfric", kind="warlord", models=1)


def band(*units: tuple[str, str, int], points: int = 4, faction: str = "anglo_danes") -> Roster:
    """A warband of `(name, kind, models)` with its warlord."""
    mustered = tuple(
        RosterUnit(id=f"u{n}", name=name, kind=kind, models=models)  # type: ignore[arg-type]
        for n, (name, kind, models) in enumerate(units, 1)
    )
    return Roster(faction=faction, name="Band", points=points, units=(LORD, *mustered))


FULL = band(("Axes", "hearthguard", 8), ("Ceorls", "warriors", 8), ("Geburs", "levies", 12))


def said(roster: Roster, language: str = "en") -> list[str]:
    return [word(r.line, language, names(roster)) for r in muster(roster, pack())]


def broken(roster: Roster) -> list[str]:
    return [rule for refusal in muster(roster, pack()) for rule in refusal.rules]


# rules: SAGA-WBD-01
@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_games_own_warbands_are_legal_and_cost_what_they_say(language: str) -> None:
    for roster in default_rosters(language):
        assert muster(roster, pack()) == ()
        assert cost(roster, pack()) == roster.points


# rules: SAGA-WBD-02
def test_a_point_may_be_split_over_units_of_four_and_more() -> None:
    split = band(
        ("Ceorls 1", "warriors", 12),
        ("Ceorls 2", "warriors", 4),
        ("Axes", "hearthguard", 4),
        ("Geburs", "levies", 6),
        ("Geburs 2", "levies", 6),
    )
    assert muster(split, pack()) == ()


def test_a_small_unit_is_told_to_grow_or_merge() -> None:
    small = band(
        ("Ceorls 1", "warriors", 5), ("Ceorls 2", "warriors", 3), ("Axes", "hearthguard", 12)
    )
    assert said(small) == ["Ceorls 2: 3 models; add 1 or merge it with Ceorls 1."]
    assert said(small, "ru") == [
        "Ceorls 2: 3 модели; добавьте 1 или объедините, присоединив к: Ceorls 1."
    ]
    (refusal,) = muster(small, pack())
    assert refusal.rules == ("SAGA-WBD-02",)
    assert refusal.line.params["unit"] == Named(unit="u2")


REFUSALS: list[tuple[str, Roster, str, str]] = [
    (
        "no warlord",
        replace(FULL, units=FULL.units[1:]),
        "SAGA-WBD-01",
        "The warband has no warlord. Add him; he is free.",
    ),
    (
        "two warlords",
        replace(FULL, units=(*FULL.units, replace(LORD, id="x", name="Osric"))),
        "SAGA-WBD-01",
        "Osric is a second warlord. Remove him.",
    ),
    (
        "a warlord of three",
        replace(FULL, units=(replace(LORD, models=3), *FULL.units[1:])),
        "SAGA-WBD-01",
        "Wulfric: a warlord is one model. Set it to 1.",
    ),
    (
        "a small unit that nothing can take in",
        band(("Axes", "hearthguard", 12), ("Ceorls", "warriors", 3)),
        "SAGA-WBD-02",
        "Ceorls: 3 models; a unit has 4 at least. Add 1.",
    ),
    (
        "thirteen",
        band(("Ceorls", "warriors", 13), points=2),
        "SAGA-WBD-02",
        "Ceorls: 13 models; a unit has 12 at most. Remove 1, or split it in two.",
    ),
    (
        "a broken share",
        band(("Ceorls 1", "warriors", 8), ("Ceorls 2", "warriors", 5), points=2),
        "SAGA-WBD-01",
        "Ceorls: 13 models bought alike; one point buys 8. Add 3 or remove 5, best in Ceorls 2.",
    ),
    (
        "a point too many",
        replace(FULL, points=3),
        "SAGA-WBD-01",
        "4 points of 3. Remove 1 point.",
    ),
    (
        "points left",
        replace(FULL, points=6),
        "SAGA-WBD-01",
        "4 of 6 points. 2 points are left to spend.",
    ),
    (
        "mounted where nobody rides",
        replace(FULL, units=(*FULL.units[:-1], replace(FULL.units[-1], mounted=True))),
        "SAGA-WBD-03",
        "Geburs: slings are for men on foot. Dismount the unit.",
    ),
    (
        "equipment of another people",
        replace(FULL, units=(*FULL.units[:-1], replace(FULL.units[-1], option="crossbows"))),
        "SAGA-WBD-03",
        "Geburs cannot be equipped so. Take slings.",
    ),
]


# rules: SAGA-WBD-01 SAGA-WBD-02 SAGA-WBD-03
@pytest.mark.parametrize(
    ("roster", "rule", "text"), [row[1:] for row in REFUSALS], ids=[row[0] for row in REFUSALS]
)
def test_a_refusal_names_rule_unit_and_the_smallest_fix(
    roster: Roster, rule: str, text: str
) -> None:
    assert text in said(roster)
    assert rule in broken(roster)


# rules: SAGA-WBD-03
def test_only_one_unit_of_four_berserkers() -> None:
    def guard(number: int, models: int) -> RosterUnit:
        name = f"Bears {number}"
        return RosterUnit(
            id=f"u{number}", name=name, kind="hearthguard", models=models, option="berserkers"
        )

    two = Roster(faction="vikings", name="B", points=2, units=(LORD, guard(1, 4), guard(2, 4)))
    assert said(two) == [
        "Bears 2: the warband may have 1 unit with Berserkers at most. Give this one hand weapons."
    ]
    eight = Roster(faction="vikings", name="B", points=2, units=(LORD, guard(1, 8)))
    assert said(eight) == ["Bears 1: 8 models, but Berserkers must be 4. Set it to 4."]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"faction": "martians"}, "muster_faction"),
        ({"points": 0}, "muster_points_range"),
        ({"points": 10**12}, "muster_points_range"),
        ({"units": (LORD,) * 41}, "muster_units"),
        ({"units": (LORD, LORD)}, "muster_ids"),
        ({"name": " "}, "name_empty"),
        ({"name": "x" * 41}, "name_long"),
        ({"name": "a\u202eb"}, "name_hidden"),
        ({"units": (replace(LORD, name="a\x00b"), *FULL.units[1:])}, "muster_name_hidden"),
        ({"units": (replace(LORD, name=""), *FULL.units[1:])}, "muster_name_empty"),
        ({"units": (replace(LORD, id="<b>"), *FULL.units[1:])}, "muster_id"),
        ({"units": (LORD, replace(FULL.units[1], models=-5))}, "muster_small"),
        ({"units": (LORD, replace(FULL.units[1], models=10**15))}, "muster_big"),
    ],
)
def test_bad_input_gets_a_worded_refusal(change: dict[str, Any], code: str) -> None:
    refusals = muster(replace(FULL, **change), pack())
    assert code in [refusal.code for refusal in refusals]
    for refusal in refusals:
        text = word(refusal.line, "ru", names(FULL))
        assert not text.startswith(("saga.", "core."))
        assert "{" not in text


# rules: SAGA-MEA-05
def test_an_enlisted_warband_has_stable_ids_traits_bases_and_glyphs() -> None:
    norman = next(r for r in default_rosters("en") if (r.faction, r.points) == ("normans", 6))
    force = enlist(norman, "a", "Edith", pack())
    assert list(force.units) == ["a-w", "a-u1", "a-u2", "a-u3", "a-u4", "a-u5", "a-u6"]
    assert force.units["a-u1"].traits == ("hearthguard", "mounted")
    assert force.units["a-u5"].traits == ("warriors", "crossbow")
    assert [force.units[u].glyph for u in ("a-w", "a-u1", "a-u4", "a-u5")] == [
        "crown", "horse", "shield", "bow",
    ]  # fmt: skip
    assert list(force.units["a-u1"].models) == ["a-u1-1", "a-u1-2", "a-u1-3", "a-u1-4"]
    assert {m.radius for m in force.units["a-u1"].models.values()} == {1905}  # type: ignore[union-attr]
    assert {m.radius for m in force.units["a-u4"].models.values()} == {1270}  # type: ignore[union-attr]
    assert len(force.board.boxes) == 15
    assert all(called(unit.name, "ru") != called(unit.name, "en") for unit in force.units.values())
