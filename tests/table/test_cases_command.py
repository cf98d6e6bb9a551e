"""`manage.py cases`: files of worked cases from outside, and what it says of bad ones."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

WORKED = Path(__file__).parents[1] / "rules" / "saga" / "cases" / "saga-cases.json"


def run(*files: Path) -> tuple[list[str], int]:
    out, status = StringIO(), 0
    try:
        call_command("cases", *map(str, files), stdout=out)
    except SystemExit as left:
        status = int(left.code or 0)
    return out.getvalue().splitlines(), status


def test_the_worked_cases_pass_with_status_zero() -> None:
    lines, status = run(WORKED)
    assert lines[0] == "PASS SC-01"
    assert lines[-1] == "51 passed, 0 failed"
    assert status == 0


@pytest.mark.parametrize("content", [None, b"\x00", b"{", b'{"format": "other", "cases": []}'])
def test_a_file_that_cannot_be_read_is_a_named_failure(
    tmp_path: Path, content: bytes | None
) -> None:
    bad = tmp_path / "bad.json"
    if content is not None:
        bad.write_bytes(content)
    lines, status = run(bad, WORKED)
    assert lines[0].startswith(f"FAIL {bad}: expected ")
    assert lines[-1] == "51 passed, 1 failed"
    assert status == 1
