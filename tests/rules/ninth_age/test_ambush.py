"""Units in ambush: when they come, where, and what they may do then (T9A-SR-AMBUSH)."""

from typing import Any

import pytest

from rules.core.values import INCH
from rules.ninth_age.actions import Keep
from rules.ninth_age.opening.actions import (
    Deploy,
    PlanDeploy,
)
from rules.ninth_age.opening.events import HeldBack
from rules.ninth_age.opening.questions import (
    Arrivals,
)
from rules.ninth_age.questions import MoveUnits

from .battle import Played, pose, setup, with_stats
from .kit import RULES


# rules: T9A-SR-AMBUSH, T9A-DEP-07, T9A-REM-13
def test_ambushers_come_from_the_second_turn_on_at_an_edge_and_do_not_march() -> None:
    bows = "a-queens_guard"
    made = setup(deployment="classic", objective="none", layout="open")
    played = Played(with_stats(made, bows, rules=("ambush",)))
    played.until(Arrivals)
    assert HeldBack(side="a", units=(bows,)) in played.events
    assert played.state.turn >= 2
    off = played.refused(Deploy(unit=bows, pose=pose(36, 24), files=5))
    assert (off.code, off.rules) == ("ambush_edge", ("T9A-SR-AMBUSH",))
    entry = played.suggestions()[0]
    assert isinstance(entry, Deploy)
    played.answer(entry)
    assert played.state.table.units[bows].models
    assert bows not in played.state.opening.ambush
    question = played.question
    assert isinstance(question, MoveUnits)
    assert question.units[bows].march == 0


# rules: T9A-SR-AMBUSH, T9A-EDGE-01
def test_an_ambusher_that_is_held_over_the_corner_slips_along_its_edge() -> None:
    bows = "a-queens_guard"
    made = setup(deployment="classic", objective="none", layout="open")
    played = Played(with_stats(made, bows, rules=("ambush",)))
    played.until(Arrivals)
    entry = played.suggestions()[0]
    assert isinstance(entry, Deploy)
    off = min(entry.pose.y, played.state.table.height - entry.pose.y) / INCH

    def shown(x: float, y: float) -> Any:
        draft = PlanDeploy(unit=bows, pose=pose(x, y, 180), files=entry.files)
        return RULES.preview(played.state, frozenset("a"), draft)

    half = entry.files * 20 / 25.4 / 2
    far = played.state.table.height / INCH - off
    wrong = shown(half - 0.2, far)
    assert wrong.refusal.code == "edge"
    assert wrong.nearest.x >= half * INCH - 1
    assert wrong.nearest.y == pytest.approx(far * INCH, abs=2)
    right = shown(wrong.nearest.x / INCH, wrong.nearest.y / INCH)
    assert (right.refusal, right.nearest) == (None, None)
    assert right.action is not None
    assert shown(36, 24).nearest is None, "no edge is near"


# rules: T9A-SR-AMBUSH
def test_an_ambusher_may_wait_for_another_turn() -> None:
    bows = "a-queens_guard"
    made = setup(deployment="classic", objective="none", layout="open")
    played = Played(with_stats(made, bows, rules=("ambush",)))
    played.until(Arrivals)
    played.answer(Keep())
    assert bows in played.state.opening.ambush
