"""SAGA assembled: what the core asks of a game, answered by the chapters."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.core.agenda import Prompt
from rules.core.dice import Dice
from rules.core.events import Event
from rules.core.menu import Heading, Menu, OwnArmy
from rules.core.refusals import Refusal
from rules.core.resolution import Resolution
from rules.core.ruleset import Preview, Rules, Seated, Types
from rules.core.table import Unit
from rules.core.values import Line, SideId, Viewer
from rules.saga import checks, events
from rules.saga.actions import SagaAction, SagaDraft, SagaPreview
from rules.saga.advice import suggest
from rules.saga.play.deployment import face_to_face, roll_off
from rules.saga.play.scoring import scores
from rules.saga.questions import Prompt as SagaPrompt
from rules.saga.setup import Setup
from rules.saga.state import Deploying, State, TurnStart
from rules.saga.steps import ANSWERS, STEPS
from rules.saga.views import previewing, redacting, tell, viewing
from rules.saga.views.view import View
from rules.saga.warbands import menu, prepare


class Saga(Rules[State]):
    """SAGA, first edition."""

    id = "saga"
    edition = "first"
    types = Types(
        action=SagaAction,
        draft=SagaDraft,
        event=events.SagaEvent,
        state=State,
        setup=Setup,
        view=View,
        preview=SagaPreview,
        scheduled=events.Scheduled,
        asked=events.Asked,
        prompt=SagaPrompt,
    )
    steps = STEPS
    answers = ANSWERS
    applies = events.APPLIES
    essential = frozenset({Deploying})
    counters = frozenset({"fatigue", "off", "wounds", *events.TURN_COUNTERS})

    def muster(self, roster: Any) -> tuple[Refusal, ...]:
        """Why a roster is not legal (chapter WBD)."""
        return prepare.mustered(roster)

    def arrange(
        self,
        scenario: str,
        seats: Mapping[SideId, Seated],
        options: Mapping[str, Any],
        commitment: str,
    ) -> Setup:
        """The setup of a match from what its seats brought."""
        return prepare.arrange(scenario, seats, options, commitment)

    def begin(self, setup: Setup, dice: Dice) -> Resolution[State]:
        """The match begins, the first player is rolled off, and deployment is asked for."""
        begun = _begun(setup)
        run: Resolution[State] = Resolution(self, self.opening(begun), dice)
        run.events.append(begun)
        face_to_face(run)
        roll_off(run)
        first = run.state.first
        parts = [Deploying(wave=i) for i in range(len(setup.scenario.deployment))]
        run.push(*parts, TurnStart(side=first))
        run.run()
        return run

    def opening(self, event: Any) -> State:
        """The state that the first fact describes."""
        return events.opening(event)

    def preview(self, state: State, viewer: Viewer, draft: Any) -> Preview:
        """What a draft would mean."""
        return previewing.preview(state, viewer, draft)

    def finished_draft(self, state: State, prompt: Prompt, action: Any) -> Any | None:
        """The draft whose finished form is this answer."""
        return previewing.draft_of(state, prompt, action)

    def suggest(self, state: State, prompt: Prompt) -> Iterable[Any]:
        """Some legal answers, the default one first."""
        assert isinstance(prompt, SagaPrompt)
        return suggest.suggest(state, prompt)

    def view(self, state: State, viewer: Viewer) -> View:
        """What these eyes see."""
        return viewing.view(state, viewer, self.id, self.edition)

    def redact(self, event: Event, viewer: Viewer) -> Event | None:
        """The part of a fact that these eyes may see."""
        return redacting.redact(event, viewer)

    def tell(self, event: Event) -> Line | None:
        """One sentence for the log."""
        return tell.tell(event)

    def menu(self) -> Menu:
        """Scenarios, layouts and sizes."""
        return menu.menu()

    def armies(self, language: str) -> tuple[OwnArmy, ...]:
        """The warbands that come with the game."""
        return menu.own_armies(language)

    def headings(self) -> Iterable[Heading]:
        """The index of the rules."""
        return menu.headings()

    def problems(self) -> Iterable[str]:
        """What is wrong with the data."""
        return checks.problems()

    def scores(self, state: State) -> dict[SideId, int]:
        """Points of each side now."""
        return scores(state)


def _begun(setup: Setup) -> events.Begun:
    """Everything the match is played with, copied into its first fact."""
    units = {
        key: Unit(
            side=side,
            name=unit.name,
            profile=unit.profile,
            traits=unit.traits,
            strength=len(unit.models),
        )
        for side, force in setup.sides.items()
        for key, unit in force.units.items()
    }
    mustered = {key: unit for force in setup.sides.values() for key, unit in force.units.items()}
    return events.Begun(
        edition=Saga.edition,
        scenario=setup.scenario,
        switches=setup.switches,
        sides={
            side: events.BegunSide(name=force.name, faction=force.faction, board=force.board)
            for side, force in setup.sides.items()
        },
        units=units,
        glyphs={key: unit.glyph for key, unit in mustered.items()},
        models={key: unit.models for key, unit in mustered.items()},
        width=setup.scenario.width,
        height=setup.scenario.height,
        terrain=setup.terrain,
        dice=setup.dice,
    )
