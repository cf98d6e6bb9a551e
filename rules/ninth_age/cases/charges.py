"""What worked cases of charges ask of the rules (chapter CHG): the declarations of a turn, the
reactions and redirections to them, and the moves of all chargers."""

from collections.abc import Callable
from typing import Any, Literal

from rules.core.events import Lost
from rules.core.refusals import Refused
from rules.core.values import INCH
from rules.ninth_age.actions import (
    Aim,
    DeclareCharge,
    EndDeclarations,
    Keep,
    MoveCharger,
    Next,
    React,
    Reaction,
    Redirect,
)
from rules.ninth_age.cases.dice import ListedDice, Rolls, Run
from rules.ninth_age.cases.file import (
    Face,
    Kind,
    Malformed,
    TableCase,
    Two,
    Words,
    centre_of,
    owner_of,
    state_of,
)
from rules.ninth_age.events import ChargeEnded, ChargeRolled, Engaged, Reacted
from rules.ninth_age.field.ground import ground_of
from rules.ninth_age.field.settling import centre
from rules.ninth_age.play.moving.declaring import judge_charge, reactions
from rules.ninth_age.questions import (
    Declare,
    FormUp,
    HowToReact,
    NewTarget,
    NextCharger,
    NextPanic,
    Prompt,
    WhetherToRedirect,
    WhichTarget,
)
from rules.ninth_age.ruleset import NinthAge
from rules.ninth_age.state import Charging, Declaring
from rules.ninth_age.steps import STEPS

RULES = NinthAge()


class _Charge(Words):
    unit: str
    target: str


class _Charges(Words):
    type: Literal["charge"]
    charges: list[_Charge]
    reactions: dict[str, Reaction] = {}
    redirects: dict[str, str] = {}
    aims: dict[str, str] = {}
    order: list[str] = []


class _Dice(Words):
    charge: list[list[Face]] = []
    flee: list[list[Face]] = []
    ld: list[Two] = []
    panic: list[Two] = []
    dangerous_terrain: Rolls = []
    side: list[Face] = []


def charge(setup: TableCase, action: _Charges, dice: _Dice) -> dict[str, Any]:
    """Every charge of a turn declared in order, a refused one left out; then all chargers move."""
    if not action.charges:
        raise Malformed("no charge")
    state = state_of(setup, active=owner_of(setup, action.charges[0].unit))
    for one in action.charges:
        owner_of(setup, one.unit)
        owner_of(setup, one.target)
    listed = ListedDice({name: getattr(dice, name) for name in dice.__struct_fields__})
    run = Run(RULES, state, listed)
    run.push(Declaring(side=state.active), Charging(side=state.active))
    player = _Player(run, action)
    player.play()
    listed.check_used()
    return player.found()


class _Player:
    """Answers of both players as a case says them; who says nothing holds and keeps his target."""

    def __init__(self, run: Run, action: _Charges) -> None:
        self.run, self.action = run, action
        self.left = list(action.charges)
        self.why: list[str | None] = []
        self.could: dict[str, list[str]] = {}

    def play(self) -> None:
        """Go on until nobody is asked any more."""
        while True:
            while self.run.state.agenda and not self.run.state.prompts:
                step = self.run.state.agenda[-1]
                STEPS[type(step)](self.run, step)
            if not self.run.state.prompts:
                break
            prompt = next(iter(self.run.state.prompts.values()))
            self._answer(prompt, ANSWERS[type(prompt.question)](self, prompt.question))
        self.why += [self._refusal(one) for one in self.left]  # nobody is asked who reaches no one

    def _refusal(self, one: _Charge) -> str | None:
        try:
            judge_charge(self.run.state, one.unit, one.target)
        except Refused as refused:
            return refused.refusal.code
        raise Malformed(f"{one.unit} is not asked")

    def _answer(self, prompt: Prompt, answer: Any) -> None:
        try:
            RULES.answers[type(prompt.question)](self.run, prompt, answer)
        except Refused as refused:
            if not isinstance(prompt.question, Declare):
                raise Malformed(f"an answer refused: {refused.refusal.code}") from refused
            self.why.append(refused.refusal.code)
        else:
            if isinstance(answer, DeclareCharge) and isinstance(prompt.question, Declare):
                self.why.append(None)

    def declare(self, question: Declare) -> Any:
        """The next charge, or the end of the declarations."""
        if not self.left:
            return EndDeclarations()
        one = self.left.pop(0)
        return DeclareCharge(unit=one.unit, target=one.target)

    def react(self, question: HowToReact) -> Any:
        """What the case says that a target does."""
        self.could[question.unit] = sorted(
            reactions(self.run.state, question.unit, question.charger)
        )
        return React(reaction=self.action.reactions.get(question.unit, "hold"))

    def redirect(self, question: WhetherToRedirect) -> Any:
        """Whoever has another target tests."""
        unit = next((one for one in question.units if one in self.action.redirects), None)
        return Redirect(unit=unit) if unit else Keep()

    def target(self, question: NewTarget) -> Any:
        """The other target."""
        return DeclareCharge(unit=question.unit, target=self.action.redirects[question.unit])

    def aim(self, question: WhichTarget) -> Any:
        """One of two that fled."""
        return Aim(target=self.action.aims.get(question.unit, question.targets[0]))

    def charger(self, question: NextCharger) -> Any:
        """Chargers move in the order that the case names, or in which they declared."""
        order = self.action.order or [one.unit for one in self.action.charges]
        return MoveCharger(unit=min(question.units, key=order.index))

    def found(self) -> dict[str, Any]:
        """What came of it."""
        events, state = self.run.events, self.run.state
        ground = ground_of(state)
        rolled = [event for event in events if isinstance(event, ChargeRolled)]
        ended = [event for event in events if isinstance(event, ChargeEnded)]
        stand = {unit: centre(ground.block(unit)) for unit in ground.standing()}
        return {
            "legal": [why is None for why in self.why],
            "why": self.why,
            "options": self.could,
            "reactions": {e.unit: e.reaction for e in events if isinstance(e, Reacted)},
            "distance": {event.unit: event.distance / INCH for event in rolled},
            "range": {event.unit: event.range / INCH for event in rolled},
            "success": {event.unit: event.success for event in ended},
            "reason": {event.unit: event.why for event in ended if event.why},
            "engaged": [[e.unit, e.target] for e in events if isinstance(e, Engaged)],
            "run_down": [e.unit for e in events if isinstance(e, Lost) and e.why == "run_down"],
            "centres": {unit: centre_of(pose) for unit, pose in stand.items()},
            "facings": {unit: pose.facing / 1000 for unit, pose in stand.items()},
        }


ANSWERS: dict[type[Any], Callable[[_Player, Any], Any]] = {
    Declare: _Player.declare,
    HowToReact: _Player.react,
    WhetherToRedirect: _Player.redirect,
    NewTarget: _Player.target,
    WhichTarget: _Player.aim,
    NextCharger: _Player.charger,
    NextPanic: lambda player, question: Next(unit=question.units[0]),
    FormUp: lambda player, question: Keep(),
}
"""Who answers each question."""

CHARGES = {"charge": Kind(charge, setup=TableCase, action=_Charges, dice=_Dice)}
"""Kinds of case of charges."""
