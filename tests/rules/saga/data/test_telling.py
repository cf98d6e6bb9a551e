"""Offers, adjustments and passes are told in both languages, every kind of them."""

from typing import get_args

import pytest

from rules.core.events import Adjusted, Agreed, Declined, Event, Lost, Offered, Passed, Stood
from rules.core.offers import (
    Adjust,
    Change,
    Draw,
    DropPrompt,
    PlaceModel,
    RemoveModel,
    ReturnModel,
    SetCounter,
    TakeBack,
)
from rules.core.telling import tell_shared
from rules.core.values import Pose
from rules.core.wording import word

CHANGES: tuple[Change, ...] = (
    PlaceModel(model="a-u1-1", pose=Pose(x=1, y=2)),
    RemoveModel(model="a-u1-1"),
    ReturnModel(model="a-u1-1", pose=Pose(x=1, y=2)),
    SetCounter(unit="a-u1", counter="fatigue", value=2),
    DropPrompt(prompt="p1"),
)
FACTS: list[Event] = [
    Offered(offer="o1", side="a", proposal=Draw()),
    Offered(offer="o1", side="a", proposal=TakeBack(to=3)),
    *(Offered(offer="o1", side="a", proposal=Adjust(change=change)) for change in CHANGES),
    *(Adjusted(change=change) for change in CHANGES),
    Agreed(offer="o1", side="a", done=True),
    Declined(offer="o1", side="a"),
    Passed(side="a", window="melee"),
    Passed(side="a", window="melee", unasked=True),
    Stood(side="a", window="melee"),
    Stood(side="a", window="melee", on=False),
]
NAMES = {"a": "Edith", "a-u1": "Huscarls"}


def test_every_kind_of_change_is_among_the_examples() -> None:
    assert {type(change) for change in CHANGES} == set(get_args(Change))


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: type(fact).__name__)
def test_a_shared_fact_has_a_sentence_without_gaps(fact: Event, language: str) -> None:
    line = tell_shared(fact, "saga")
    assert line is not None
    text = word(line, language, NAMES)
    assert not text.startswith("core.")
    assert "{" not in text
    assert "saga." not in text


def test_an_agreed_counter_names_unit_counter_and_number() -> None:
    line = tell_shared(Adjusted(change=CHANGES[3]), "saga")
    assert line is not None
    assert word(line, "en", NAMES) == "By agreement, Huscarls: fatigue 2."


def test_what_is_the_games_to_tell_is_left_to_it() -> None:
    assert tell_shared(Lost(unit="a-u1", models=("a-u1-1",)), "saga") is None
