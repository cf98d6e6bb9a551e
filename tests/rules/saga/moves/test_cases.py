"""The worked cases of the specification and ours, as they are and turned about on the table."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from rules.saga.cases.run import Defaults, run, run_case

FILES = ("saga-cases.json", "more-moves.json")
CASES: list[dict[str, Any]] = [
    case
    for name in FILES
    for case in json.loads((Path(__file__).parent.parent / "cases" / name).read_bytes())["cases"]
]
GEOMETRIC = [case for case in CASES if case["action"]["type"] != "compute"]
WIDTH, HEIGHT = 48.0, 36.0

Turn = Callable[[float, float], tuple[float, float]]


def by_id(cases: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in cases]


@pytest.mark.parametrize("case", by_id(CASES))
def test_a_worked_case_comes_out_as_written(case: dict[str, Any]) -> None:
    assert run_case(case, Defaults()).detail == ""


def turned(case: dict[str, Any], turn: Turn) -> dict[str, Any]:
    """The case with every point of its table and paths moved."""
    other = deepcopy(case)
    for unit in other["state"]["units"]:
        for model in unit["models"]:
            model["x"], model["y"] = turn(model["x"], model["y"])
    for piece in other["state"]["terrain"]:
        piece["poly"] = [turn(*point) for point in piece["poly"]]
    for path in other["action"].get("paths", ()):
        path["points"] = [turn(*point) for point in path["points"]]
    return other


TURNS: dict[str, Turn] = {
    "mirrored left to right": lambda x, y: (WIDTH - x, y),
    "mirrored bottom to top": lambda x, y: (x, HEIGHT - y),
    "turned half round": lambda x, y: (WIDTH - x, HEIGHT - y),
    "turned a quarter": lambda x, y: (HEIGHT - y, x),
    "turned a quarter back": lambda x, y: (y, WIDTH - x),
    "shifted": lambda x, y: (x + 7.37, y + 5.13),
}


@pytest.mark.parametrize("name", TURNS)
@pytest.mark.parametrize("case", by_id(GEOMETRIC))
def test_a_case_keeps_its_verdict_however_it_lies(case: dict[str, Any], name: str) -> None:
    if name == "shifted" and case["id"] == "SC-48":
        return  # away from the table's edge the case about the edge is another case
    quarter = name.startswith("turned a quarter")
    defaults = Defaults(table=(HEIGHT, WIDTH)) if quarter else Defaults()
    assert run_case(turned(case, TURNS[name]), defaults).detail == ""


def test_wrong_expectations_are_named() -> None:
    case = deepcopy(next(case for case in CASES if case["id"] == "SC-28"))
    case["expect"] = {
        "verdict": "legal",
        "violations": ["SAGA-VS-02"],
        "facts": {"allowance": 4.0, "mood": "grim"},
    }
    assert str(run_case(case, Defaults())) == (
        "FAIL SC-28: expected legal, got illegal SAGA-MOV-04; "
        "expected SAGA-VS-02, got SAGA-MOV-04; "
        "expected no SAGA-MOV-04, got SAGA-MOV-04; "
        'expected allowance 4.0, got 6.0; expected mood "grim", got no such fact'
    )


def test_a_further_rule_must_be_announced_by_also() -> None:
    case = deepcopy(next(case for case in CASES if case["id"] == "SC-20"))
    case["expect"]["also"] = []
    assert "expected no SAGA-VS-02, SAGA-ENG-01" in run_case(case, Defaults()).detail


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"{}",
        b"[1]",
        b'{"format": "saga-case/2", "cases": []}',
        b'{"format": "saga-case/1", "cases": 3}',
        b"[" * 5000,
    ],
)
def test_an_unreadable_file_is_one_named_failure(content: bytes) -> None:
    outcomes = run("some.json", content)
    assert [outcome.id for outcome in outcomes] == ["some.json"]
    assert not outcomes[0].passed


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"action": {"type": "dance"}}, "dance"),
        ({"action": {"type": "move"}}, "unit"),
        ({"action": {"type": "move", "unit": "nobody"}}, "nobody"),
        ({"action": {"type": "shoot", "unit": "blue", "target": "blue", "weapon": "gun"}}, "gun"),
        ({"action": {"type": "remove_casualties", "unit": "blue", "remove": ["x"]}}, "x"),
        ({"action": {"type": "compute", "what": "luck"}}, "luck"),
        ({"action": {"type": "compute", "what": "saga_dice", "input": {"cases": 1}}}, "saga_dice"),
        ({"expect": {"verdict": "maybe"}}, "maybe"),
        ({"state": {"units": [{"id": "blue"}]}}, "units"),
    ],
)
def test_a_malformed_case_fails_by_its_name_and_says_why(change: dict[str, Any], word: str) -> None:
    case = {**deepcopy(next(case for case in CASES if case["id"] == "SC-28")), **change}
    outcome = run_case(case, Defaults())
    assert outcome.id == "SC-28"
    assert word in outcome.detail


def test_cases_without_an_id_are_counted() -> None:
    content = json.dumps({"format": "saga-case/1", "cases": [5, {"title": "no id"}]}).encode()
    assert [outcome.id for outcome in run("f.json", content)] == ["f.json[0]", "f.json[1]"]


@pytest.mark.parametrize(
    ("what", "given", "facts"),
    [
        (
            "melee_attack_dice",
            {"units": [{"class": "hearthguard", "models": 5, "exhausted": True}]},
            {"dice": [5]},
        ),
        ("melee_loser", {"attacker_losses": 0, "defender_losses": 0}, {"withdraws": "attacker"}),
        (
            "defence_trade",
            {"cases": [{"attack_dice": 0}, {"attack_dice": 1}, {"attack_dice": 8}]},
            {"attack_dice": [0, 0, 4], "defence_dice": [0, 1, 2]},
        ),
        (
            "saga_dice",
            {"warlord": 1, "hearthguard_units": 1, "warrior_units": 4, "left_on_board": 7},
            {"roll": 0},
        ),
        (
            "shooting_dice",
            {"shooters": {"class": "warlord", "models_able": 1}, "hits": 1},
            {"attack_dice": 2, "defence_dice": 1},
        ),
    ],
)
def test_arithmetic_in_single_and_in_lists(
    what: str, given: dict[str, Any], facts: dict[str, Any]
) -> None:
    case = {
        "id": "x",
        "action": {"type": "compute", "what": what, "input": given},
        "expect": {"verdict": "value", "facts": facts},
    }
    assert run_case(case, Defaults()).detail == ""
