"""Play goes on from whatever the table was made to look like by agreement."""

from rules.core import appeals
from rules.core.appeals import Agree, Propose
from rules.core.dice import SealedDice
from rules.core.offers import Adjust, Change, PlaceModel, RemoveModel
from rules.core.refusals import Refusal
from rules.core.resolution import Resolution
from rules.core.values import INCH, Pose
from rules.saga.actions import Move, PlanWithdrawal, Withdraw
from rules.saga.questions import ChooseWithdrawal
from rules.saga.state import State
from rules.testing.tiny import table
from tests.rules.saga.adapter import SagaAdapter

SAGA = SagaAdapter()
FIELD = """
unit a lord warlord: 44,2
unit a men warriors: 10,10 11.25,10 12.5,10 13.75,10 15,10
unit b thegn warlord: 44,34
unit b foe warriors: 10,14 11.25,14 12.5,14 13.75,14 15,14
"""


def dice(state: State) -> SealedDice:
    return SealedDice(b"adjusted", state.draws)


def settled(outcome: Resolution[State] | Refusal) -> State:
    assert not isinstance(outcome, Refusal), outcome
    return outcome.state


def answered(state: State, action: object = None) -> State:
    """The state after an answer to the first open prompt, by default the one suggested."""
    prompt = next(iter(state.prompts.values()))
    action = action or next(iter(SAGA.rules.suggest(state, prompt)))
    return settled(SAGA.rules.resolve(state, prompt.id, action, dice(state)))


def adjusted(state: State, *changes: Change) -> State:
    for change in changes:
        offer = Propose(proposal=Adjust(change=change))
        state = settled(appeals.appeal(SAGA.rules, state, "a", offer, dice(state)))
        agree = Agree(offer=next(iter(state.offers)))
        state = settled(appeals.appeal(SAGA.rules, state, "b", agree, dice(state)))
    return state


def asked_to_withdraw() -> tuple[State, str, str]:
    """A melee is fought; the state, the side that must withdraw, and its unit."""
    state = answered(SAGA.state(table(FIELD), {}), Move(unit="men", engage="foe"))
    while True:
        prompt = next(iter(state.prompts.values()))
        if isinstance(prompt.question, ChooseWithdrawal):
            return state, prompt.side, prompt.question.unit
        state = answered(state)


def far_away(state: State, unit: str) -> PlaceModel:
    """A model of a unit so far from its comrades that no withdrawal brings them together."""
    return PlaceModel(model=state.table.units[unit].models[0], pose=Pose(30 * INCH, 30 * INCH))


def test_where_an_adjustment_bars_the_way_out_the_winners_withdraw() -> None:
    state, side, unit = asked_to_withdraw()
    state = adjusted(state, far_away(state, unit))
    shown = SAGA.rules.preview(state, frozenset(side), PlanWithdrawal(unit=unit))
    assert (shown.refusal, shown.action) == (None, Withdraw())
    state = answered(state, shown.action)
    prompt = next(iter(state.prompts.values()))
    assert isinstance(prompt.question, ChooseWithdrawal)
    assert prompt.side != side


def test_where_an_adjustment_bars_both_ways_out_the_loser_is_thinned() -> None:
    state, _, unit = asked_to_withdraw()
    other = "foe" if unit == "men" else "men"
    before = len(state.table.units[unit].models)
    state = answered(adjusted(state, far_away(state, unit), far_away(state, other)))
    assert 0 < len(state.table.units[unit].models) < before
    asked = [p.question for p in state.prompts.values()]
    assert asked == [ChooseWithdrawal(unit=unit)], "the rest can go, and must"
    assert answered(state).combat is None


def test_whoever_was_removed_by_agreement_need_not_withdraw() -> None:
    state, side, unit = asked_to_withdraw()
    state = adjusted(state, *(RemoveModel(model=key) for key in state.table.units[unit].models))
    shown = SAGA.rules.preview(state, frozenset(side), PlanWithdrawal(unit=unit))
    assert (shown.refusal, shown.action) == (None, Withdraw())
    state = answered(state, shown.action)
    assert state.combat is None


def one_side_has_chosen() -> State:
    """A melee in which one side has named its fallen and the other still must."""
    for secret in (b"%d" % number for number in range(50)):
        state = SAGA.state(table(FIELD), {})
        action: object = Move(unit="men", engage="foe")
        while action is not None:
            prompt = next(iter(state.prompts.values()))
            roll = SealedDice(secret, state.draws)
            state = settled(SAGA.rules.resolve(state, prompt.id, action, roll))
            if state.combat is not None and state.combat.pending and state.prompts:
                return state
            asked = next(iter(state.prompts.values())) if state.combat is not None else None
            action = next(iter(SAGA.rules.suggest(state, asked))) if asked else None
    raise AssertionError("no such melee")


def test_whoever_was_removed_by_agreement_does_not_fall_once_more() -> None:
    state = one_side_has_chosen()
    assert state.combat is not None
    ((unit, chosen),) = state.combat.pending.items()
    before = state.table.units[unit].models
    state = answered(adjusted(state, RemoveModel(model=chosen[0])))
    assert set(state.table.units[unit].models) == set(before) - set(chosen)
