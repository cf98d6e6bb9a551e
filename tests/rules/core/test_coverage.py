"""The page that says which case proves which rule."""

from pathlib import Path

import pytest

from scripts import coverage

INDEX = """
[[rules]]
id = "SAGA-MOV-01"
heading = "One"
status = "seed"
built = true

[[rules]]
id = "SAGA-MOV-02"
heading = "Two"
status = "public"
built = true

[[rules]]
id = "SAGA-SCN-2"
heading = "Three"
status = "ruling"
built = false
reason = "Needs a river."
"""
TEST = """
import pytest

# rules: SAGA-MOV-02
def test_of_two():
    pass

@pytest.mark.parametrize("rule", ["SAGA-MOV-01"])
def test_of_one(rule):
    pass

def helper():
    return "SAGA-SCN-2"
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for folder in ("rules/saga/data", "tests/rules/saga/cases", "docs"):
        (tmp_path / folder).mkdir(parents=True)
    index(tmp_path, INDEX)
    return tmp_path


def index(checkout: Path, text: str, game: str = "saga") -> None:
    path = checkout / coverage.INDEX.format(game)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def write(checkout: Path, name: str, text: str) -> None:
    (checkout / "tests/rules/saga" / name).write_text(text)


def test_a_rule_is_proven_by_toml_by_json_and_by_test_functions(checkout: Path) -> None:
    write(checkout, "cases/a.toml", "[[case]]\nid = 'x'\nrules = ['SAGA-MOV-01']\n")
    write(checkout, "cases/b.json", '{"cases": [{"id": "SC-1", "rules": ["SAGA-MOV-01"]}]}')
    write(checkout, "test_moves.py", TEST)
    found = coverage.cover(checkout)
    assert found.cases == {
        "SAGA-MOV-01": [
            "x (saga/cases/a.toml)",
            "SC-1 (saga/cases/b.json)",
            "test_of_one (saga/test_moves.py)",
        ],
        "SAGA-MOV-02": ["test_of_two (saga/test_moves.py)"],
    }
    assert found.faults == []


def test_a_rule_with_neither_case_nor_reason_fails_and_is_named(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(checkout, "cases/a.toml", "[[case]]\nid = 'x'\nrules = ['SAGA-MOV-01']\n")
    assert coverage.main([], checkout) == 1
    assert "SAGA-MOV-02 has neither a case nor a reason" in capsys.readouterr().out
    assert "- SAGA-MOV-02: Two" in (checkout / coverage.PAGE).read_text()


@pytest.mark.parametrize(
    ("rule", "fault"),
    [("SAGA-MOV-99", "which is not in the index"), ("SAGA-SCN-2", "which is not built")],
)
def test_a_case_of_a_rule_that_cannot_have_one_fails(checkout: Path, rule: str, fault: str) -> None:
    write(checkout, "cases/a.toml", f"[[case]]\nid = 'x'\nrules = ['{rule}']\n")
    assert f"saga/cases/a.toml: x names {rule}, {fault}" in coverage.cover(checkout).faults


def test_a_rule_that_is_not_built_needs_a_reason(checkout: Path) -> None:
    text = INDEX.replace('reason = "Needs a river."\n', "")
    index(checkout, text)
    assert "SAGA-SCN-2 is not built and gives no reason" in coverage.cover(checkout).faults


def test_the_page_is_checked_for_freshness(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(checkout, "test_moves.py", TEST)
    assert coverage.main(["--check"], checkout) == 1
    assert "not fresh" in capsys.readouterr().out
    assert not (checkout / coverage.PAGE).exists()
    assert coverage.main([], checkout) == 0
    assert coverage.main(["--check"], checkout) == 0
    page = (checkout / coverage.PAGE).read_text()
    assert "3 rules: 2 proven by cases, 1 not built, 0 built and not proven." in page
    assert "| SAGA-SCN-2 | Three | Needs a river. |" in page


def test_each_game_has_a_part_and_cases_that_wait_prove_nothing(checkout: Path) -> None:
    rule = '[[rules]]\nid = "T9A-GEN-0{}"\nheading = "Dice"\nstatus = "public"\n'
    index(checkout, rule.format(4) + rule.format(5), "ninth_age")
    write(checkout, "test_moves.py", TEST)
    folder = checkout / "tests/rules/ninth_age/cases"
    folder.mkdir(parents=True)
    (folder / "must-pass.txt").write_text("T9A-C-1\n")
    cases = '{"id": "T9A-C-1", "rules": ["T9A-GEN-04"]}, {"id": "T9A-C-2", "rules": ["T9A-GEN-05"]}'
    (folder / "all.json").write_text(f'{{"cases": [{cases}]}}')
    found = coverage.cover(checkout)
    assert found.cases["T9A-GEN-04"] == ["T9A-C-1 (ninth_age/cases/all.json)"]
    assert found.faults == ["T9A-GEN-05 has neither a case nor a reason"]
    page = coverage.page(found)
    assert page.index("# SAGA") < page.index("# The 9th Age")
    assert "2 rules: 1 proven by cases, 0 not built, 1 built and not proven." in page
