"""Every fact that a passing case expects is compared: told wrong, the case fails and names it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.ninth_age.cases.damage import FACES
from rules.ninth_age.cases.run import run_case

CASES = Path(__file__).parent / "cases"
ALL = {
    f"{path.stem}-{case['id']}": case
    for path in sorted(CASES.glob("*.json"))
    for case in json.loads(path.read_bytes())["cases"]
}


def wrong(value: Any) -> Iterator[Any]:
    """A fact told wrong, in every part of it by itself."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + (1 if isinstance(value, int) else 0.003)
    elif isinstance(value, list):
        yield [*value, 0]
        for place, part in enumerate(value):
            for other in wrong(part):
                yield [*value[:place], other, *value[place + 1 :]]
    elif isinstance(value, dict):
        yield {**value, "nobody": 0}
        for key, part in value.items():
            for other in wrong(part):
                yield {**value, key: other}
    else:
        yield "something else"


def told_wrong(case: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A case with one fact wrong, and the name of that fact."""
    variants = case.get("variants") or [{}]
    for number, variant in enumerate(variants):
        expect = {**case.get("expect", {}), **variant.get("expect", {})}
        for key, value in expect.items():
            for other in wrong(value):
                if key in FACES and value in (1, None, 7):
                    continue  # a face that no die shows is written in several ways
                mended = {**variant, "expect": {**expect, key: other}}
                yield key, {**case, "variants": [*variants[:number], mended]}


@pytest.mark.parametrize("key", ALL)
def test_a_fact_told_wrong_fails_its_case(key: str) -> None:
    case = ALL[key]
    if not run_case(case).passed:
        pytest.skip(run_case(case).skipped)
    for fact, bent in told_wrong(case):
        outcome = run_case(bent)
        assert f"expected {fact} " in outcome.detail, (fact, bent["variants"][-1], str(outcome))
