"""Battles of the two lists that come with the game, from the exchange of lists on."""

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.core.agenda import Question
from rules.core.dice import ScriptedDice, SealedDice, stream_key
from rules.core.refusals import Refusal
from rules.core.resolution import Resolution
from rules.core.ruleset import Action, Seated
from rules.core.values import INCH, Pose
from rules.ninth_age.actions import (
    Advance,
    EndDeclarations,
    EndMoves,
    EndShooting,
    Keep,
    Straight,
)
from rules.ninth_age.opening.actions import (
    Announce,
    ChooseFlag,
    ChooseSide,
    ChooseZone,
    Deploy,
    DeployRest,
    EndDeployment,
    HoldBack,
    Learn,
    PlaceMarker,
    TakeSpells,
)
from rules.ninth_age.questions import Declare, MoveUnits, ShootWith
from rules.ninth_age.setup import Setup, Stats
from rules.ninth_age.state import State
from rules.testing.match import Trial

from .kit import RULES

LISTS = {army.id: army.roster for army in RULES.armies("en")}


def setup(turns: int = 6, **options: Any) -> Setup:
    """Elves of Ann (side a) against orcs of Bob (side b)."""
    seats = {
        "a": Seated(name="Ann", roster=LISTS["hbe_2000"]),
        "b": Seated(name="Bob", roster=LISTS["og_2000"]),
    }
    made = RULES.arrange("battle", seats, options, "")
    assert isinstance(made, Setup)
    return msgspec.structs.replace(made, turns=turns)


def with_stats(made: Setup, unit: str, **changes: Any) -> Setup:
    """The same armies with other figures of a unit."""
    side = unit[0]
    army = made.sides[side]
    found = army.units[unit]
    stats: Stats = msgspec.structs.replace(found.stats, **changes)
    units = {**army.units, unit: msgspec.structs.replace(found, stats=stats)}
    sides = {**made.sides, side: msgspec.structs.replace(army, units=units)}
    return msgspec.structs.replace(made, sides=sides)


IDLE: dict[type[Question], Action] = {
    Declare: EndDeclarations(), MoveUnits: EndMoves(), ShootWith: EndShooting(),
}  # fmt: skip
"""Answers with which nothing happens in a turn."""


class Played:
    """A battle answered step by step; `dice` are faces that come next, before those of a secret."""

    def __init__(self, made: Setup, secret: bytes = b"battle") -> None:
        self.key = stream_key(secret, {})
        begun: Resolution[State] = RULES.begin(made, SealedDice(self.key, 0))
        self.state = begun.state
        self.events = list(begun.events)

    @property
    def question(self) -> Question:
        """What is asked."""
        (prompt,) = self.state.prompts.values()
        return prompt.question

    @property
    def side(self) -> str:
        """Who is asked."""
        (prompt,) = self.state.prompts.values()
        return prompt.side

    def answer(self, action: Action, *dice: int) -> Resolution[State]:
        """Answer the open question."""
        outcome = self._resolve(action, *dice)
        assert not isinstance(outcome, Refusal), outcome
        self.state = outcome.state
        self.events += outcome.events
        return outcome

    def refused(self, action: Action) -> Refusal:
        """Why an answer is refused."""
        outcome = self._resolve(action)
        assert isinstance(outcome, Refusal)
        return outcome

    def _resolve(self, action: Action, *dice: int) -> Resolution[State] | Refusal:
        (key,) = self.state.prompts
        rolled: Any = SealedDice(self.key, self.state.draws)
        if dice:
            rolled = ScriptedDice(dice, self.state.draws)
        return RULES.resolve(self.state, key, action, rolled)

    def until(self, kind: type[Question], most: int = 200) -> "Played":
        """Go on with default answers, in turns of the battle idly, until this is asked."""
        for _ in range(most):
            if self.state.result is not None or isinstance(self.question, kind):
                break
            (prompt,) = self.state.prompts.values()
            idle = IDLE.get(type(prompt.question))
            self.answer(idle or next(iter(RULES.suggest(self.state, prompt))))
        assert isinstance(self.question, kind)
        return self

    def suggestions(self) -> list[Action]:
        """Everything that is suggested now."""
        (prompt,) = self.state.prompts.values()
        return list(RULES.suggest(self.state, prompt))


def chosen_by(side: str, made: Setup) -> Played:
    """A battle in which this side chooses its zone."""
    return next(p for n in range(40) if (p := Played(made, bytes([n]))).side == side)


def pose(x: float, y: float, degrees: float = 0) -> Pose:
    """A centre in inches and a facing."""
    return Pose(round(x * INCH), round(y * INCH), round(degrees * 1000))


def bent(state: State, prompt: Any) -> Iterator[Action]:
    """Answers that mostly may not be given."""
    first, *_, last = (u for u, f in state.table.units.items() if f.side == prompt.side)
    foe = next(u for u, f in state.table.units.items() if f.side != prompt.side)
    yield Keep()
    yield ChooseZone(corner=(5, 5), role="attacker")
    yield ChooseSide(side="nobody")
    yield PlaceMarker(at=(-1, 0))
    yield PlaceMarker(at=(36 * INCH, 24 * INCH))
    yield Learn(unit=first, path="path_of_least_resistance")
    yield TakeSpells(spells=())
    yield TakeSpells(spells=(9,))
    yield HoldBack(units=(foe,))
    yield Deploy(unit=first, pose=pose(36, 6), files=1)
    yield Deploy(unit=last, pose=pose(36, 24), files=10**6)
    yield Deploy(unit=foe, pose=pose(36, 6, 400), files=1)
    yield Deploy(unit=last, pose=pose(10**4, 6, 90), files=1)
    yield Announce(turn="second")
    yield ChooseFlag(unit=first)
    yield Advance(unit=last, path=(Straight(length=3 * INCH),))
    yield EndMoves()
    yield EndDeployment()
    yield DeployRest()


def trial(turns: int = 0, **options: Any) -> Trial[State]:
    """A battle of so many turns: 0 for what comes before the first."""
    return Trial(RULES, setup(turns, **options), bent=bent)
