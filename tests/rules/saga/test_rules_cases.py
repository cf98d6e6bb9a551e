"""The rules of SAGA as cases (cases/*.toml), through the whole ruleset."""

from pathlib import Path

import pytest

from rules.testing.cases import Case, problems, read_all
from tests.rules.saga.adapter import SagaAdapter

CASES = read_all(Path(__file__).parent / "cases")
SAGA = SagaAdapter()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_of_saga(case: Case) -> None:
    assert problems(case, SAGA) == []
