"""Which text may be shown to others as it was typed."""

import pytest

from rules.core.plain import unseen


@pytest.mark.parametrize(
    "text",
    ["Astrid", "Ярополк", "Ægir", "well played!", "👍🏽", "❤️", "👩‍💻", "🤷🏽‍♂️", "👨‍👩‍👧"],
)
def test_what_a_reader_can_see_may_be_shown(text: str) -> None:
    assert not unseen(text)


@pytest.mark.parametrize(
    "text",
    ["a\0", "a\nb", "a\u202eb", "a\u200bb", "a\u200db", "\u200d", "👩\u200d", "\u200d💻",
     "👩\u200d\u200d💻", "a\ud800", "\ue000", "\u2028"],
)  # fmt: skip
def test_what_hides_or_turns_text_about_may_not(text: str) -> None:
    assert unseen(text)
