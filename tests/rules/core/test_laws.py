"""The laws hold for the toy ruleset, and each of them can fail."""

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.dice import Dice
from rules.core.events import Counted, Event
from rules.core.ruleset import Action
from rules.core.values import Line, PromptId, Text, Viewer
from rules.testing import laws
from rules.testing.laws import Broken, plainest, play, seeded
from rules.testing.match import sealed
from rules.testing.toy import Toy
from rules.testing.toy.example import trial
from rules.testing.toy.words import Chose, Throw, View


@pytest.mark.parametrize("seed", range(20))
def test_the_laws_hold_in_seeded_matches(seed: int) -> None:
    match = play(trial(), seeded(seed), sealed(b"secret"))
    assert match.state.result is not None


def test_matches_played_by_default_answers_end() -> None:
    match = play(trial(), plainest, sealed(b"secret"))
    assert match.state.result is not None


@settings(max_examples=25)
@given(st.data())
def test_the_laws_hold_whatever_is_chosen(data: st.DataObject) -> None:
    play(
        trial(),
        lambda below: data.draw(st.integers(0, below - 1)),
        sealed(data.draw(st.binary(max_size=4))),
        rulings=25,
    )


def test_seeded_matches_reach_every_kind_of_fact() -> None:
    kinds: set[str] = set()
    for seed in range(40):
        match = play(trial(), seeded(seed), sealed(b"secret"), watch=())
        kinds |= {type(event).__name__ for event in match.events}
    assert kinds == {
        "Began", "Scheduled", "Asked", "Answered", "Chose", "Revealed", "Placed", "Turned",
        "Moved", "Counted", "Passed", "Rolled", "Lost", "Noted", "Stood", "Offered", "Agreed",
        "Declined", "Adjusted", "Uncovered", "Ended",
    }  # fmt: skip


# A broken toy for each law.


class TellsTooLittle(Toy):
    """1. The state is changed beside the facts."""

    def __init__(self) -> None:
        self.turns = 0
        own = self.applies[Chose]
        self.applies = {**Toy.applies, Chose: lambda now, event: own(self.count(now), event)}

    def count(self, now: Any) -> Any:
        self.turns += 1
        return msgspec.structs.replace(now, round=self.turns)


class Mutates(Toy):
    """2. A dict of the state before is written to."""

    def resolve(self, state: Any, prompt: PromptId, action: Action, dice: Dice) -> Any:
        state.table.units["gang_a"].counters["balls"] = 1
        return super().resolve(state, prompt, action, dice)


class Remembers(Toy):
    """2. The second answer to the same question is another."""

    times = 0

    def resolve(self, state: Any, prompt: PromptId, action: Action, dice: Dice) -> Any:
        outcome = super().resolve(state, prompt, action, dice)
        self.times += 1
        if hasattr(outcome, "emit"):
            units = outcome.state.table.units
            outcome.emit(Counted(unit=next(iter(units)), counter="times", value=self.times))
        return outcome


class KeepsSets(Toy):
    """3. A value in the state is another one when it comes back from JSON."""

    applies = {
        **Toy.applies,
        Chose: lambda now, e: msgspec.structs.replace(now, active=3),
    }


class NullView(View, frozen=True):
    hint: str | None = "look"


class ShowsNull(Toy):
    """4. A view holds a null."""

    def view(self, state: Any, viewer: Viewer) -> View:
        whole = msgspec.structs.asdict(super().view(state, viewer))
        return NullView(**whole, hint=None)


class ChangesFixed(Toy):
    """4. What is sent only once changes."""

    def view(self, state: Any, viewer: Viewer) -> View:
        shown = super().view(state, viewer)
        fixed = msgspec.structs.replace(shown.fixed, scenario=f"s{state.round}")
        return msgspec.structs.replace(shown, fixed=fixed)


class LeaksInView(Toy):
    """5. Everybody sees every keepsake."""

    def view(self, state: Any, viewer: Viewer) -> View:
        shown = super().view(state, viewer)
        return msgspec.structs.replace(shown, keepsakes=state.setup.keepsakes)


class LeaksInFacts(Toy):
    """5. A secret choice is told to all."""

    def redact(self, event: Event, viewer: Viewer) -> Event | None:
        return event if isinstance(event, Chose) else super().redact(event, viewer)


class LeaksInRefusals(Toy):
    """5. A refusal speaks of another's keepsake."""

    def resolve(self, state: Any, prompt: PromptId, action: Action, dice: Dice) -> Any:
        outcome = super().resolve(state, prompt, action, dice)
        if not hasattr(outcome, "emit"):
            side = next(s for s in state.sides if s != state.prompts[prompt].side)
            text = Text(text=f"beware of {state.setup.keepsakes[side]}")
            line = Line(key="toy.refusal.beware", params={"text": text})
            return msgspec.structs.replace(outcome, line=line)
        return outcome


class LeaksInPreviews(Toy):
    """5. A preview speaks of another's keepsake."""

    def preview(self, state: Any, viewer: Viewer, draft: Any) -> Any:
        found = super().preview(state, viewer, draft)
        if found.refusal is None:
            return found
        key = "toy." + "".join(state.setup.keepsakes.values())
        refusal = msgspec.structs.replace(found.refusal, line=Line(key=key))
        return msgspec.structs.replace(found, refusal=refusal)


class Cheats(Toy):
    """6. A face was not rolled."""

    def resolve(self, state: Any, prompt: PromptId, action: Action, dice: Dice) -> Any:
        class Loaded:
            position = dice.position

            def draw(self, count: int, need: int = 0) -> tuple[int, ...]:
                self.position += count
                return (6,) * count

        return super().resolve(state, prompt, action, Loaded())


class Hopes(Toy):
    """7. A preview allows what is refused."""

    def preview(self, state: Any, viewer: Viewer, draft: Any) -> Any:
        return msgspec.structs.replace(super().preview(state, viewer, draft), refusal=None)


class SuggestsNonsense(Toy):
    """7. A suggestion is refused."""

    def suggest(self, state: Any, prompt: Any) -> Iterable[Action]:
        yield from super().suggest(state, prompt)
        yield Throw(target="nobody")


class Speechless(Toy):
    """8. Nothing is suggested."""

    def suggest(self, state: Any, prompt: Any) -> Iterable[Action]:
        return [] if state.round > 1 else super().suggest(state, prompt)


BROKEN = {
    TellsTooLittle: 1, Mutates: 2, Remembers: 2, KeepsSets: 3, ShowsNull: 4, ChangesFixed: 4,
    LeaksInView: 5, LeaksInFacts: 5, LeaksInRefusals: 5, LeaksInPreviews: 5, Cheats: 6, Hopes: 7,
    SuggestsNonsense: 7, Speechless: 8,
}  # fmt: skip


@pytest.mark.parametrize("rules", BROKEN, ids=lambda rules: rules.__name__)
def test_a_broken_ruleset_is_caught_by_its_law(rules: type[Toy]) -> None:
    law = BROKEN[rules]

    def play_some() -> None:
        for seed in range(5):
            play(trial(rules()), seeded(seed), sealed(b"secret"), watch=(laws.LAWS[law - 1],))

    with pytest.raises(Broken, match=f"^law {law}:"):
        play_some()
