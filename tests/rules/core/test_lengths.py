"""Lengths told in one breath: different ones never read the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.values import INCH, Distance, Line
from rules.core.wording import LANGUAGES, inches, places, word

WORDS = {"gap": "{gap} from X; {limit} must lie between"}
LIMITS = st.integers(0, 60 * INCH)


def told(gap: int, limit: int, language: str) -> list[str]:
    line = Line(key="gap", params={"gap": Distance(value=gap), "limit": Distance(value=limit)})
    return word(line, language, {}, WORDS).replace(" from X", "").replace(" must", ";").split("; ")


@pytest.mark.parametrize("language", LANGUAGES)
@given(limit=LIMITS, off=st.integers(-INCH // 5, INCH // 5))
def test_a_length_near_a_limit_reads_as_the_limit_only_where_it_is_the_limit(
    language: str, limit: int, off: int
) -> None:
    gap, bound, *_ = told(limit + off, limit, language)
    assert (gap == bound) == (off == 0)


@given(limit=LIMITS, off=st.integers(-INCH, INCH))
def test_what_reads_apart_keeps_its_order_and_its_one_decimal(limit: int, off: int) -> None:
    exact = places([limit + off, limit])
    read = [
        float(inches(one, "en", exact).strip("″").replace("−", "-")) for one in (limit + off, limit)
    ]
    assert (read[0] - read[1]) * off >= 0
    assert abs(read[1] - limit / INCH) <= 0.5 / 10**exact + 1e-9
    assert exact == 1 or inches(limit + off, "en") == inches(limit, "en")
