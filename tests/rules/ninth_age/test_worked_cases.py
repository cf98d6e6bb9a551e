"""Worked cases in files, through `manage.py cases`'s own runner."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.ninth_age.cases.file import Case, UnitCase
from rules.ninth_age.cases.run import BUILT, LATER
from rules.testing.worked import Outcome, run

CASES = Path(__file__).parent / "cases"
FILE = CASES / "t9a-cases.json"


def test_the_listed_cases_pass_and_no_case_fails() -> None:
    files = sorted(CASES.glob("*.json"))
    found = [outcome for file in files for outcome in run(file.name, file.read_bytes())]
    outcomes = {outcome.id: outcome for outcome in found}
    assert len(outcomes) == len(found)
    must = (CASES / "must-pass.txt").read_text().split()
    assert [str(outcomes[key]) for key in must] == [f"PASS {key}" for key in must]
    assert [str(o) for o in outcomes.values() if o.detail] == []


OWN = [
    (path.name, outcome)
    for path in sorted(CASES.glob("*.json"))
    if path != FILE
    for outcome in run(path.name, path.read_bytes())
]
"""How the cases went that were worked out here: by hand, or, where geometry is concerned, by a
calculation that shares nothing with the rules' own."""


@pytest.mark.parametrize("outcome", [o for _, o in OWN], ids=[f"{n}-{o.id}" for n, o in OWN])
def test_a_case_of_our_own(outcome: Outcome) -> None:
    assert str(outcome) == f"PASS {outcome.id}"


# rules: T9A-DMG-02, T9A-DMG-03
def test_a_face_that_no_die_shows_is_written_in_several_ways() -> None:
    """None at all, or a number above six; dice that nobody throws are refused."""
    setup = {"attacker": {"WS": 3, "S": 5, "attacks": 1},
             "defender": {"WS": 3, "T": 3, "armour": ["light"]}}  # fmt: skip
    dice = {"hit": [4], "wound": [2]}
    cases = [
        {"id": "null", "setup": setup, "dice": dice, "expect": {"save_on": None, "unsaved": 1}},
        {"id": "eight", "setup": setup, "dice": dice, "expect": {"save_on": 8, "unsaved": 1}},
        {"id": "six", "setup": setup, "dice": dice, "expect": {"save_on": 6}},
        {"id": "die", "setup": setup, "dice": {**dice, "save": [6]}, "expect": {"unsaved": 1}},
        {"id": "club", "setup": {**setup, "attacker": {**setup["attacker"], "weapon": "club"}}},
    ]
    file = {
        "format": {"version": "t9a-case/2"},
        "cases": [{**case, "action": {"type": "attack"}} for case in cases],
    }
    lines = [str(outcome) for outcome in run("faces.json", json.dumps(file).encode())]
    assert lines == [
        "PASS null", "PASS eight", "FAIL six: expected save_on 6, got 7",
        "FAIL die: expected a readable case, got 1 dice where 0 are rolled",
        "FAIL club: expected a readable case, got a weapon club",
    ]  # fmt: skip


def test_every_kind_of_the_format_is_read_and_takes_what_the_format_lists() -> None:
    """Each kind is built or waits for its chapter; the fields of its objects are all known."""
    form = json.loads(FILE.read_bytes())["format"]
    assert {*form["types"]} <= {*BUILT, *LATER}
    assert {*form["fields"]} == {*Case.__struct_fields__}
    unit = form["objects"]["unit"].replace("[]", "").replace("optional: ", "")
    for said in ("id", "owner", "centre", "facing_deg", "base_mm", "files", "models",
                 "start_models", "M", "Ld", "W", "troop_type", "fleeing", "light_troops",
                 "weapons", "wizard", "random_movement"):  # fmt: skip
        assert said in unit
        assert said in UnitCase.__struct_fields__


def test_names_are_read_however_they_are_spelled_and_unknown_ones_are_named() -> None:
    """Capitals, blanks and hyphens make no difference; what no list knows fails by its name."""
    one = {"id": "a", "BS": 4, "weapons": ["Bow"], "models": 1, "troop_type": "War-Machine"}
    two = {"id": "b", "owner": "B", "centre": [36, 34], "models": 1, "rules": ["Hard Target"]}
    aim = {"action": {"type": "aim", "unit": "a", "target": "b"}, "expect": {"to_hit": [[1, 4, 0]]}}
    fight = {
        "action": {"type": "attack"}, "dice": {"hit": [4], "wound": [2], "save": [6]},
        "setup": {"attacker": {"WS": 4, "S": 3, "weapon": "Great Weapon", "attacks": 1},
                  "defender": {"WS": 4, "T": 3, "armour": ["Heavy Armour", "Shield"]}},
        "expect": {"hit_on": 4, "wound_on": 2, "save_on": 6},
    }  # fmt: skip
    cases = [
        {"id": "aim", "setup": {"units": [one, two]}, **aim},
        {"id": "fight", **fight},
        {"id": "gun", "setup": {"units": [{**one, "weapons": ["ray gun"]}, two]}, **aim},
        {"id": "rule", "setup": {"units": [one, {**two, "rules": ["hard targt"]}]}, **aim},
        {"id": "nothing", "setup": {"units": [one, two]}, **aim, "expect": {}},
        {"id": "colour", "setup": {"units": [{**one, "colour": "red"}, two]}, **aim},
        {"id": "dice", **fight, "dice": {**fight["dice"], "luck": [6]}},
    ]
    file = {"format": {"version": "t9a-case/2"}, "cases": cases}
    lines = [str(outcome) for outcome in run("some.json", json.dumps(file).encode())]
    head = "expected a readable case, got "
    assert lines == [
        "PASS aim", "PASS fight", f"FAIL gun: {head}unit a with a weapon ray_gun",
        f"FAIL rule: {head}unit b with a rule hard_targt",
        f"FAIL nothing: {head}a case that expects nothing",
        f"FAIL colour: {head}Object contains unknown field `colour` - at `$.units[0]` in setup",
        f"FAIL dice: {head}Object contains unknown field `luck` in dice",
    ]  # fmt: skip


def test_a_case_may_name_some_wizards_of_several() -> None:
    case = {
        "id": "one", "action": {"type": "generate_spells", "swap_to_0": {"v": [3]}},
        "setup": {"wizards": [{"id": w, "path": "Fire"} for w in ("v", "w")]},
        "dice": {"v": [3], "w": [2]},
        "expect": {"known": {"v": [0]}, "swap_legal": {"v": [True]}, "lost": {"w": 0}},
    }  # fmt: skip
    file = {"format": {"version": "t9a-case/2"}, "cases": [case]}
    (outcome,) = run("some.json", json.dumps(file).encode())
    assert str(outcome) == "PASS one"


def test_a_case_may_name_the_points_of_one_player() -> None:
    case = {
        "id": "one", "action": {"type": "victory"}, "expect": {"points": {"A": 30}},
        "setup": {"size": 2000, "sides": {"A": {"total": 30}}},
    }  # fmt: skip
    file = {"format": {"version": "t9a-case/2"}, "cases": [case]}
    (outcome,) = run("some.json", json.dumps(file).encode())
    assert str(outcome) == "PASS one"


def test_a_skipped_case_says_which_chapter_it_waits_for() -> None:
    skipped = [o for o in run(FILE.name, FILE.read_bytes()) if o.skipped]
    assert all("not built yet" in outcome.skipped for outcome in skipped)
    assert str(skipped[0]).startswith(f"SKIP {skipped[0].id}: ")


def test_a_case_that_cannot_be_read_fails_by_name_and_the_others_run() -> None:
    file = json.loads(FILE.read_bytes())
    file["cases"] = [
        {"id": "no-kind", "action": {"type": "dance"}},
        {"id": "wrong", "action": "flee"},
        {"id": "dice", "action": {"type": "charge_roll"}, "setup": {"distance": 3, "M": 4}},
        next(case for case in file["cases"] if case["id"] == "T9A-C-41"),
    ]
    lines = [str(o) for o in run("some.json", json.dumps(file).encode())]
    assert [line.split(":")[0] for line in lines] == [
        "FAIL no-kind", "FAIL wrong", "FAIL dice", "PASS T9A-C-41",
    ]  # fmt: skip


def test_an_expectation_that_is_not_met_is_told_with_what_was_found() -> None:
    case = {
        "id": "range", "action": {"type": "charge_roll"}, "setup": {"distance": 9.5, "M": 4},
        "dice": {"charge": [2, 4]}, "expect": {"range": 11, "colour": "red"},
    }  # fmt: skip
    file = {"format": {"version": "t9a-case/2"}, "cases": [case]}
    (outcome,) = run("some.json", json.dumps(file).encode())
    assert outcome.detail == 'expected range 11, got 10; expected colour "red", got no such fact'


def test_a_file_of_no_known_format_is_one_failure() -> None:
    (outcome,) = run("odd.json", b'{"format": "chess/1", "cases": []}')
    assert outcome.id == "odd.json"
    assert "chess/1" in outcome.detail


def test_odd_but_valid_cases_are_read() -> None:
    """A facing below 0, a part of no length, a player of another name, Ld 10 with a musician."""
    unit = {"id": "a", "centre": [36, 20], "facing_deg": -90, "fleeing": True}
    cases = [
        {"id": "west", "action": {"type": "flee_move", "unit": "a"}, "setup": {"units": [unit]},
         "dice": {"flee": [3, 4]}, "expect": {"end_centre": [29, 20], "passed": {}}},
        {"id": "stays", "action": {"type": "move", "kind": "march", "tries": [[["forward", 0]]]},
         "setup": {"M": 4, "front_mm": 100, "side_mm": 25},
         "expect": {"legal": [True], "cost": [0]}},
        {"id": "ten", "action": {"type": "rally"}, "dice": {"ld": [[5, 6]]},
         "setup": {"start": 10, "now": 9, "Ld": 10, "musician": True},
         "expect": {"rallied": False}},
        {"id": "north", "action": {"type": "victory"},
         "setup": {"size": 2000, "sides": {"north": {"fleeing": [1]}, "south": {"total": 2000}},
                   "objective": {"name": "breakthrough", "winner": "south"}},
         "expect": {"points": {"north": 1, "south": 2400}, "winner": "south"}},
        {"id": "alone", "action": {"type": "victory"},
         "setup": {"size": 1999, "sides": {"B": {"destroyed": [101, 99]}},
                   "objective": {"name": "secure_target", "within_6": {"A": [{"standard": True}]}}},
         "expect": {"points": {"A": 399, "B": 200}, "scoring": {"A": 1, "B": 0}}},
    ]  # fmt: skip
    file = {"format": {"version": "t9a-case/2"}, "cases": cases}
    outcomes = run("odd.json", json.dumps(file).encode())
    assert [str(outcome) for outcome in outcomes] == [f"PASS {case['id']}" for case in cases]


def test_what_a_case_says_is_never_passed_over() -> None:
    """An unknown key, a die that nobody rolls or that is missing: told in words, by name."""
    unit = {"id": "a", "owner": "A", "centre": [36, 20], "fleeing": True}
    ten = {"start": 10, "now": 9, "Ld": 7}
    spells = {"wizards": [{"id": "w", "path": "Fire", "level": 2}]}
    south = {"zone": "classic", "side": "south"}
    wrong: dict[str, tuple[dict[str, Any], str]] = {
        "in the case": ({"action": {"type": "rally"}, "color": "red"}, "`color`"),
        "in the setup": ({"action": {"type": "rally"}, "setup": {**ten, "size": 3},
                          "dice": {"ld": [[1, 2]]}}, "`size` in setup"),
        "of a unit": ({"action": {"type": "flee_move", "unit": "a"}, "dice": {"flee": [1, 1]},
                       "setup": {"units": [{**unit, "speed": 4}]}}, "`speed`"),
        "in the action": ({"action": {"type": "wheel", "tries": [], "by": 3},
                           "setup": {"front_mm": 100}}, "`by` in action"),
        "in the dice": ({"action": {"type": "flee_move", "unit": "a"}, "setup": {"units": [unit]},
                         "dice": {"flee": [1, 1], "luck": [3]}}, "`luck` in dice"),
        "a die too many": ({"action": {"type": "flee_move", "unit": "a"},
                            "setup": {"units": [unit]}, "dice": {"flee": [1, 1], "panic": [[3, 4]]},
                            }, "2 dice in panic that nobody rolls"),
        "dice for nothing": ({"action": {"type": "zone_points"}, "setup": south,
                              "dice": {"d6": [1]}}, "`d6` in dice"),
        "no die": ({"action": {"type": "flee_move", "unit": "a"}, "setup": {"units": [unit]}},
                   "`flee` in dice"),
        "no rally roll": ({"action": {"type": "rally"}, "setup": ten, "dice": {"ld": []}},
                          "0 rolls where 1"),
        "a third roll": ({"action": {"type": "rally"}, "setup": {**ten, "hold_your_ground": True},
                          "dice": {"ld": [[6, 6], [6, 6], [1, 1]]}}, "3 rolls where 2"),
        "a face of 7": ({"action": {"type": "charge_roll"}, "setup": {"distance": 3, "M": 4},
                         "dice": {"charge": [1, 7]}}, "<= 6"),
        "a wizard unknown": ({"action": {"type": "generate_spells"}, "setup": spells,
                              "dice": {"w": [1, 2], "x": [3]}}, "no wizard x"),
        "a spell too many": ({"action": {"type": "generate_spells", "replace": {"w": [3]}},
                              "setup": spells, "dice": {"w": [1, 2]}}, "for no duplicate"),
        "a troop type": ({"action": {"type": "flee_move", "unit": "a"}, "dice": {"flee": [1, 1]},
                          "setup": {"units": [{**unit, "troop_type": "elephant"}]}}, "elephant"),
        "a variant": ({"action": {"type": "rally"}, "variants": [{"when": {}}]}, "with when"),
        "an army": ({"action": {"type": "army_list"},
                     "setup": {"army": "elves", "points": 2000, "units": []}}, "an army elves"),
        "an entry": ({"action": {"type": "army_list"},
                      "setup": {"army": "hbe", "points": 2000,
                                "units": [{"id": "x", "entry": "orcs"}]}}, "an entry orcs"),
        "a third player": ({"action": {"type": "first_turn"}, "dice": {"A": 1, "B": 2, "C": 3},
                            "setup": {"first_finisher": "A", "announced": "first"}}, "dice of A"),
        "nobody there": ({"action": {"type": "flee_move", "unit": "b"}, "dice": {"flee": [1, 1]},
                          "setup": {"units": [unit]}}, "no unit b"),
    }  # fmt: skip
    for key, (case, why) in wrong.items():
        file = {"format": "t9a-case/2", "cases": [{"id": key, **case}]}
        (outcome,) = run("odd.json", json.dumps(file).encode())
        assert str(outcome).startswith(f"FAIL {key}: expected a readable case"), str(outcome)
        assert why in outcome.detail, str(outcome)


def test_a_variant_may_be_of_another_kind_and_hold_the_whole_case() -> None:
    case = {
        "id": "both",
        "variants": [
            {"action": {"type": "heavy_losses", "lost": [5]},
             "setup": {"models_at_phase_start": 20}, "expect": {"test": [True]}},
            {"action": {"type": "table", "table": "deployment_type"}, "dice": {"d6": [6]},
             "expect": {"results": ["flank_attack"]}},
        ],
    }  # fmt: skip
    file = {"format": "t9a-case/2", "cases": [case]}
    assert [str(o) for o in run("odd.json", json.dumps(file).encode())] == ["PASS both"]
