"""Snowballs by hand: secrets, nested reactions, faults. What the core promises, seen in play."""

from typing import Any

import pytest

from rules.core import resolution
from rules.core.agenda import Step
from rules.core.appeals import Stand
from rules.core.codec import encode
from rules.core.dice import SealedDice
from rules.core.events import Counted, Lost, Passed, Rolled
from rules.core.fold import fold
from rules.core.refusals import Refusal, Refused
from rules.core.resolution import Fault, Resolution
from rules.core.values import PUBLIC
from rules.testing.laws import LAWS
from rules.testing.match import Match, scripted
from rules.testing.toy import Setup, Toy
from rules.testing.toy.example import begin, gather
from rules.testing.toy.words import (
    Chose,
    Flight,
    March,
    Pass,
    Reply,
    Revealed,
    Season,
    Take,
    Throw,
    Turn,
)

UNSCRIPTED = tuple(law for law in LAWS if "6." not in str(law.__doc__))


def kinds(match: Match[Any]) -> list[str]:
    return [type(event).__name__ for event in match.events]


def test_all_sides_are_asked_at_once() -> None:
    match = begin(watch=LAWS)
    assert [prompt.side for prompt in match.state.prompts.values()] == ["a", "b", "c"]


def test_an_answer_leaves_the_other_sides_prompts_and_their_ids_as_they_were() -> None:
    match = begin(watch=LAWS)
    before = dict(match.state.prompts)
    match.act("b", Take(corner="ne", cry="cry-of-b"))
    assert match.state.prompts == {key: p for key, p in before.items() if p.side != "b"}


def test_secret_answers_stay_hidden_until_the_last_is_in() -> None:
    match = begin(watch=LAWS)
    match.act("b", Take(corner="ne", cry="cry-of-b"))
    match.act("a", Take(corner="nw", cry="cry-of-a"))
    rules, state = match.trial.rules, match.state
    assert b"cry-of" not in encode(rules.view(state, PUBLIC))
    assert set(rules.view(state, frozenset("a")).choices) == {"a"}
    chose = [event for event in match.events if isinstance(event, Chose)]
    assert [rules.redact(event, PUBLIC) for event in chose] == [None, None]
    assert not match.state.table.models

    match.act("c", Take(corner="nw", cry="cry-of-c"))
    assert set(rules.view(match.state, PUBLIC).choices) == {"a", "b", "c"}
    assert len(match.state.table.models) == 9
    assert sum(isinstance(event, Revealed) for event in match.events) == 1


def test_a_reaction_nests_in_a_reaction_by_the_same_stack() -> None:
    match = gather(scripted(1, 1, 1, 4, 1, 1, 6, 6), UNSCRIPTED)
    match.act("a", Throw(target="gang_c"))
    match.act("c", Throw(target="gang_a"))
    match.act("a", Throw(target="gang_c"))
    out, back = ("gang_a", "gang_c"), ("gang_c", "gang_a")
    assert match.state.agenda == (
        Season(),
        Flight(thrower=out[0], target=out[1]),
        Flight(thrower=back[0], target=back[1]),
        Flight(thrower=out[0], target=out[1]),
        Reply(thrower=out[0], target=out[1]),
    )
    match.act("c", Pass())
    rolls = [event.unit for event in match.events if isinstance(event, Rolled)]
    assert rolls == ["gang_a", "gang_c", "gang_a"]
    assert match.state.agenda == (Season(), Turn(side="b"))


def test_a_step_judges_anew_what_has_changed_under_it() -> None:
    match = gather(scripted(4, 5, 6), UNSCRIPTED)
    match.act("a", Throw(target="gang_c"))
    match.act("c", Throw(target="gang_a"))
    match.act("a", Pass())
    assert match.state.table.units["gang_a"].models == ()
    assert kinds(match).count("Rolled") == 1
    assert kinds(match).count("Noted") == 1, "the first ball has nobody left who throws it"
    assert match.state.active == "b"


def test_the_facts_of_a_throw_stand_in_order() -> None:
    match = gather(scripted(3, 4, 1), UNSCRIPTED)
    outcome = match.act("a", Throw(target="gang_b"))
    assert isinstance(outcome, Resolution)
    outcome = match.act("b", Pass())
    assert isinstance(outcome, Resolution)
    assert outcome.events[1] == Passed(side="b", window="throw_back")
    assert [e for e in outcome.events if isinstance(e, Rolled | Lost)] == [
        Rolled(
            why="throw",
            side="a",
            first=0,
            faces=(3, 4, 1),
            need=4,
            unit="gang_a",
            rule="TOY-4",
            sources=outcome.events[3].sources,  # type: ignore[attr-defined]
        ),
        Lost(unit="gang_b", models=("b2",), why="throw"),
    ]


def test_a_standing_pass_lets_a_window_go_by_unasked() -> None:
    match = gather(watch=LAWS)
    match.appeal("b", Stand(window="throw_back"))
    match.act("a", Throw(target="gang_b"))
    assert Passed(side="b", window="throw_back", unasked=True) in match.events
    assert match.state.active == "b"


def test_a_standing_pass_can_be_taken_back() -> None:
    match = gather(watch=LAWS)
    match.appeal("b", Stand(window="throw_back"))
    match.appeal("b", Stand(window="throw_back", on=False))
    match.act("a", Throw(target="gang_b"))
    assert match.prompt_of("b")


def test_a_refusal_names_rule_and_number_and_changes_nothing() -> None:
    match = gather(watch=LAWS)
    before, log = encode(match.state), len(match.events)
    start = match.state.table.models["a0"].pose
    outcome = match.act("a", March(to=(start.x + 15241, start.y)))
    assert isinstance(outcome, Refusal)
    assert (outcome.code, outcome.rules) == ("far", ("TOY-1",))
    assert encode(outcome.line.params["went"]) == b'{"type":"length","value":15241}'
    assert (encode(match.state), len(match.events)) == (before, log)


def test_the_whole_log_folds_to_the_state() -> None:
    match = gather(watch=LAWS)
    match.act("a", Throw(target="gang_b"))
    match.act("b", Throw(target="gang_a"))
    assert fold(match.trial.rules, match.events) == match.state


def test_a_log_without_a_fact_folds_to_nothing() -> None:
    with pytest.raises(ValueError, match="begins with a fact"):
        fold(Toy(), [])


def test_a_take_back_brings_neither_dice_nor_prompt_ids_back() -> None:
    match = gather(watch=LAWS)
    match.act("a", Throw(target="gang_b"))
    match.act("b", Pass())
    gone = set(match.state.prompts)
    rolled = next(event for event in match.events if isinstance(event, Rolled))
    match.take_back(2)
    assert match.state.active == "a"
    match.act("a", Throw(target="gang_b"))
    assert not gone & set(match.state.prompts)
    match.act("b", Pass())
    again = next(event for event in match.events if isinstance(event, Rolled))
    assert again.first == rolled.first + len(rolled.faces)


def test_a_setup_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(Refused):
        Toy().begin(Setup(names={"a": "Ann"}, keepsakes={"a": "x"}), SealedDice(b"key"))


# Faults: the rules themselves go wrong.


def throw(match: Match[Any], rules: Toy) -> Any:
    prompt = match.prompt_of("a")
    return rules.resolve(match.state, prompt, Throw(target="gang_b"), SealedDice(b"key"))


def broken(step: type[Step], handler: Any) -> Toy:
    rules = Toy()
    rules.steps = {**Toy.steps, step: handler}
    return rules


def test_an_exception_in_a_step_surfaces_and_leaves_the_state_as_it_was() -> None:
    match = gather()
    before = encode(match.state)
    with pytest.raises(ZeroDivisionError):
        throw(match, broken(Reply, lambda r, step: r.emit(*[1 // 0])))
    assert encode(match.state) == before
    assert match.act("a", Pass())


def test_a_loop_without_end_is_a_fault() -> None:
    def again(r: Resolution[Any], step: Reply) -> None:
        r.replace(step)

    match = gather()
    before = encode(match.state)
    with pytest.raises(Fault, match=f"more than {resolution.MAX_STEPS} steps"):
        throw(match, broken(Reply, again))
    assert encode(match.state) == before


def test_a_step_that_does_nothing_is_a_fault() -> None:
    with pytest.raises(Fault, match="nothing followed"):
        throw(gather(), broken(Reply, lambda r, step: None))


def test_an_agenda_that_runs_dry_is_a_fault() -> None:
    with pytest.raises(Fault, match="the agenda is empty"):
        throw(gather(), broken(Reply, lambda r, step: r.emit(r.rules.types.scheduled(drop=3))))


def test_a_step_without_a_handler_is_a_fault() -> None:
    rules = Toy()
    rules.steps = {kind: do for kind, do in Toy.steps.items() if kind is not Reply}
    with pytest.raises(KeyError):
        throw(gather(), rules)


def test_a_count_of_balls_never_drops_below_none() -> None:
    match = gather(watch=LAWS)
    spent = Counted(unit="gang_a", counter="balls", value=0)
    state = match.trial.rules.apply(match.state, spent)
    outcome = Toy().resolve(state, match.prompt_of("a"), Throw(target="gang_b"), SealedDice(b""))
    assert isinstance(outcome, Refusal)
    assert outcome.code == "balls"
