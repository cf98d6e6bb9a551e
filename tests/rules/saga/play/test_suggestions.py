"""What is suggested may be done."""

from rules.core.dice import ScriptedDice
from rules.core.refusals import Refusal
from rules.saga.actions import Move, Shift, Use
from rules.saga.questions import Granted
from rules.testing.tiny import table
from tests.rules.saga.adapter import SagaAdapter

SAGA = SagaAdapter()
DICE = (1,) * 20
FIELD = """
unit a spears warriors: 10,10 11.5,10
unit b teulu hearthguard: 10,15 11.5,15 13,15 14.5,15
"""


# rules: board/W-1
def test_whoever_hits_and_runs_is_not_told_to_engage() -> None:
    given = {
        "factions": {"b": "welsh"},
        "dice": {"a": {"activate_warriors": [1, 1]}, "b": {"hit_and_run": [4]}},
    }
    state = SAGA.state(table(FIELD), given)
    for action in (Move(unit="spears", shift=Shift(dx=-2540, dy=0)), Use(ability="hit_and_run")):
        outcome = SAGA.rules.resolve(state, next(iter(state.prompts)), action, ScriptedDice(DICE))
        assert not isinstance(outcome, Refusal), outcome
        state = outcome.state
    ((key, prompt),) = state.prompts.items()
    assert isinstance(prompt.question, Granted)
    suggested = list(SAGA.rules.suggest(state, prompt))
    assert any(isinstance(action, Move) for action in suggested)
    for action in suggested:
        outcome = SAGA.rules.resolve(state, key, action, ScriptedDice(DICE))
        assert not isinstance(outcome, Refusal), (action, outcome)
