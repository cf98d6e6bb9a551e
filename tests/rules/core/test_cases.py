"""The kit for rules cases: tiny tables, the form of a case, and what it finds wrong."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.core.dice import ScriptedDice
from rules.core.resolution import Resolution
from rules.core.table import Oblong, Round, Table
from rules.core.values import INCH, Pose
from rules.testing.cases import Case, differences, problems, read, read_all
from rules.testing.tiny import inches, table
from rules.testing.toy import Setup, Toy
from rules.testing.toy.words import Season, State

FOLDER = Path(__file__).parent / "cases"


class Snowballs:
    """The toy's adapter: sides a and b in a's first turn."""

    rules = Toy()

    def state(self, table: Table, given: dict[str, Any]) -> State:
        setup = Setup(names={"a": "Ann", "b": "Bo"}, keepsakes={"a": "x", "b": "y"})
        bare = State(sides=("a", "b"), table=table, setup=setup, agenda=(Season(),), gathered=True)
        begun = Resolution(self.rules, bare, ScriptedDice(()))
        begun.run()
        return begun.state


CASES = read_all(FOLDER)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_of_the_toy(case: Case) -> None:
    assert problems(case, Snowballs()) == []


def changed(key: str, **fields: Any) -> list[str]:
    case = next(case for case in CASES if case.id == key)
    return problems(msgspec.structs.replace(case, **fields), Snowballs())


def test_a_case_with_another_refusal_fails() -> None:
    assert changed("march-too-far", refusal={"code": "edge"}) == [
        "refusal.code: 'edge' expected, found 'far'"
    ]


def test_a_case_without_its_refusal_fails() -> None:
    (problem,) = changed("march-too-far", refusal=None)
    assert problem.startswith("refused: {'code': 'far'")
    assert changed("march", refusal={"code": "far"})[0] == "was not refused"


def test_a_case_with_a_fact_out_of_order_fails() -> None:
    case = next(case for case in CASES if case.id == "throw-back")
    (problem,) = changed("throw-back", events=case.events[::-1])
    assert "does not follow in its place" in problem


def test_a_case_with_a_forbidden_fact_fails() -> None:
    (problem,) = changed("march", never=("moved",))
    assert problem.endswith("must not follow")


def test_a_case_that_forbids_what_is_no_fact_fails() -> None:
    assert changed("march", never=("moevd",)) == ["never moevd, which is no fact"]


def test_a_case_with_dice_left_over_fails() -> None:
    assert changed("march", dice=(1, 2)) == ["2 dice were not rolled"]


def test_a_case_with_another_state_fails() -> None:
    assert changed("march", then={"round": 7}) == ["state.round: 7 expected, found 1"]


def test_a_case_whose_earlier_action_is_refused_fails() -> None:
    bad, good = {"type": "throw", "target": "nobody"}, {"type": "pass"}
    (problem,) = changed("march", action=(bad, good), events=(), then={})
    assert problem.startswith("action 1 was refused")


def test_an_action_needs_one_open_prompt() -> None:
    with pytest.raises(ValueError, match="0 prompts are open to b"):
        changed("march", action={"by": "b", "type": "pass"})


def test_nothing_expected_of_a_field_means_absent_or_empty() -> None:
    assert differences({"counters": {}}, {}) == []
    assert differences({"counters": {}}, {"counters": {"fatigue": 1}}) == []
    assert differences({"list": []}, {"list": [1]}) == [".list: 0 entries expected, found [1]"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[case]]\nid = 'x'", "missing required field"),
        ("[[case]]\nid='x'\ntitle='x'\nrules=[]\naction={}\nsurprise=1", "unknown field"),
        ("[[case", "snow.toml"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "snow.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"snow\.toml") as error:
        read(path)
    assert message in str(error.value)


def test_two_cases_of_one_name_are_an_error(tmp_path: Path) -> None:
    for name in ("one.toml", "two.toml"):
        (tmp_path / name).write_text("[[case]]\nid='x'\ntitle='x'\nrules=[]\naction={}\n")
    with pytest.raises(ValueError, match="two cases are called x"):
        read_all(tmp_path)


def test_a_tiny_table_is_read_line_by_line() -> None:
    found = table("""
        table 20 10   # inches
        unit a guard hearthguard bow fatigue=2: 10,10 11.25,10,90
        base 1x2
        unit b spears warriors strength=8 profile=spearmen: 3,3
        terrain wood uneven area: 4,4 10,4 10,9
        terrain wood: 1,1 2,1 2,2
    """)
    assert (found.width, found.height) == (20 * INCH, 10 * INCH)
    guard, spears = found.units["guard"], found.units["spears"]
    assert (guard.side, guard.traits) == ("a", ("hearthguard", "bow"))
    assert (guard.profile, guard.strength, guard.counters) == ("hearthguard", 2, {"fatigue": 2})
    assert (spears.profile, spears.strength, spears.models) == ("spearmen", 8, ("spears1",))
    assert found.models["guard2"].pose == Pose(28575, 25400, 90_000)
    assert found.models["guard1"].base == Round(radius=1270)
    assert found.models["spears1"].base == Oblong(width=2540, depth=5080)
    assert list(found.terrain) == ["wood1", "wood2"]
    assert found.terrain["wood1"].traits == ("uneven", "area")


@pytest.mark.parametrize(
    "line",
    ["unit a guard: 1", "unit a guard: 1,x", "table 4", "hut: 1,1", "unit a g: 1,1\nunit a g: 2,2"],
)
def test_a_line_that_says_nothing_is_named(line: str) -> None:
    with pytest.raises(ValueError, match=r"line \d"):
        table(line)


def test_inches_are_put_on_the_grid() -> None:
    assert (inches("1"), inches("0.0001"), inches("9.5995")) == (2540, 0, 24383)
