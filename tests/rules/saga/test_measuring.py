"""Rules of measuring and sight that no answer to a prompt can show."""

import pytest

from rules.core.values import INCH, PUBLIC, Viewer
from rules.saga.actions import Aims, PlanMove, Reach, Shift
from rules.saga.field.ground import ground_of
from rules.saga.field.sighting import shooters
from rules.saga.numbers import L
from rules.testing.tiny import table
from tests.rules.saga.adapter import SagaAdapter

OPPOSED = """
unit a bowmen levies bow: 10,10 11.5,10
unit b ceorls warriors: 10,15 11.5,15
"""
CROSSED = """
unit a bowmen levies bow: 10,13
unit b ceorls warriors: 10,{y}
unit b others warriors: 8.9,13.5 11.1,13.5
"""


# rules: SAGA-MEA-08
@pytest.mark.parametrize("viewer", [PUBLIC, frozenset("a"), frozenset("b")])
def test_anybody_may_measure_any_unit_before_anything_is_decided(viewer: Viewer) -> None:
    saga = SagaAdapter()
    state = saga.state(table(OPPOSED), {})
    move = PlanMove(unit="bowmen", shift=Shift(dx=2 * INCH, dy=0))
    reach = saga.rules.preview(state, viewer, Reach(unit="bowmen"))
    aims = saga.rules.preview(state, viewer, Aims(unit="ceorls"))
    planned = saga.rules.preview(state, viewer, move)
    assert (reach.refusal, aims.refusal, planned.refusal) == (None, None, None)
    assert reach.allowance == 6 * INCH
    assert {(aim.unit, aim.kind) for aim in reach.aims} == {
        ("ceorls", "engage"), ("ceorls", "shoot")
    }  # fmt: skip
    assert {(aim.unit, aim.kind) for aim in aims.aims} == {("bowmen", "engage")}
    assert planned.used == 2 * INCH


# rules: SAGA-LOS-06
@pytest.mark.parametrize(("y", "seen"), [(14, ("bowmen1",)), (14.5, ())])
def test_models_in_contact_see_each_other_across_anything(y: float, seen: tuple[str]) -> None:
    ground = ground_of(table(CROSSED.format(y=y)))
    assert shooters(ground, "bowmen", "ceorls", L).able == seen
