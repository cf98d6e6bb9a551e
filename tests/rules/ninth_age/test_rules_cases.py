"""The rules of The 9th Age as cases (cases/*.toml), through the whole ruleset."""

from pathlib import Path

import pytest

from rules.testing.cases import Case, problems, read_all
from tests.rules.ninth_age.adapter import NinthAdapter

CASES = read_all(Path(__file__).parent / "cases")
GAME = NinthAdapter()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case(case: Case) -> None:
    assert problems(case, GAME) == []
