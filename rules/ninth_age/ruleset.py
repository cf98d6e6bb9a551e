"""The 9th Age assembled: what the core asks of a game, answered by the chapters."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.core.agenda import Prompt
from rules.core.dice import Dice
from rules.core.events import Event, Placed
from rules.core.menu import Heading, Menu, OwnArmy
from rules.core.refusals import Refusal
from rules.core.resolution import Resolution
from rules.core.ruleset import Preview, Rules, Seated, Types
from rules.core.table import Model, Unit
from rules.core.values import Line, Pose, SideId, Viewer
from rules.geometry.blocks import Block
from rules.ninth_age import changes, events, headings
from rules.ninth_age.actions import NinthAction, NinthDraft, NinthPreview
from rules.ninth_age.advice import suggest
from rules.ninth_age.armies import menu, prepare
from rules.ninth_age.armies.packs import pack
from rules.ninth_age.field.settling import poses
from rules.ninth_age.play import scoring
from rules.ninth_age.play.opening.order import SEQUENCE
from rules.ninth_age.play.opening.order import STEPS as OPENING
from rules.ninth_age.questions import Prompt as NinthPrompt
from rules.ninth_age.setup import Setup, UnitSetup
from rules.ninth_age.state import Army, Battle, State
from rules.ninth_age.steps import ANSWERS, STEPS
from rules.ninth_age.views import previewing, redacting, tell, viewing
from rules.ninth_age.views.view import View


class NinthAge(Rules[State]):
    """The 9th Age, version 1.0."""

    id = "ninth_age"
    edition = "1.0"
    types = Types(
        action=NinthAction,
        draft=NinthDraft,
        event=events.NinthEvent,
        state=State,
        setup=Setup,
        view=View,
        preview=NinthPreview,
        scheduled=events.Scheduled,
        asked=events.Asked,
        prompt=NinthPrompt,
    )
    steps = STEPS
    answers = ANSWERS
    applies = changes.APPLIES
    essential = frozenset(OPENING)
    counters = frozenset({"fleeing", "wounds", "champion"})

    def muster(self, roster: Any) -> tuple[Refusal, ...]:
        """Why a list is not legal (LIST); a practice table has armies of its own and takes `{}`."""
        return prepare.mustered(roster)

    def agree(self, scenario: str, options: Mapping[str, Any]) -> Refusal | None:
        """Why what is chosen for a table does not go together."""
        return prepare.agree(scenario, options)

    def arrange(
        self,
        scenario: str,
        seats: Mapping[SideId, Seated],
        options: Mapping[str, Any],
        commitment: str,
    ) -> Setup:
        """The setup of a battle of two lists, or of a practice table."""
        return prepare.arrange(scenario, seats, options, commitment)

    def begin(self, setup: Setup, dice: Dice) -> Resolution[State]:
        """The armies stand, and the first turn begins."""
        begun = _begun(setup)
        run: Resolution[State] = Resolution(self, self.opening(begun), dice)
        run.events.append(begun)
        for side in setup.sides.values():
            for key, unit in side.units.items():
                if unit.pose is not None:
                    run.emit(Placed(unit=key, models=_models(key, unit, unit.pose)))
        run.push(*(SEQUENCE if setup.pregame else ()), Battle())
        run.run()
        return run

    def opening(self, event: Any) -> State:
        """The state that the first fact describes."""
        return changes.opening(event)

    def preview(self, state: State, viewer: Viewer, draft: Any) -> Preview:
        """What a draft would mean."""
        return previewing.preview(state, viewer, draft)

    def finished_draft(self, state: State, prompt: Prompt, action: Any) -> Any | None:
        """The draft whose finished form is this answer."""
        return previewing.draft_of(state, prompt, action)

    def suggest(self, state: State, prompt: Prompt) -> Iterable[Any]:
        """Some legal answers, the default one first."""
        assert isinstance(prompt, NinthPrompt)
        return suggest.suggest(state, prompt)

    def view(self, state: State, viewer: Viewer) -> View:
        """What these eyes see."""
        return viewing.view(state, viewer, self.id, self.edition)

    def scores(self, state: State) -> dict[SideId, int]:
        """Victory points of a battle that ends now."""
        return scoring.scores(state, over=True)

    def redact(self, event: Event, viewer: Viewer) -> Event | None:
        """The part of a fact that these eyes may see."""
        return redacting.redact(event, viewer)

    def tell(self, event: Event) -> Line | None:
        """One sentence for the log."""
        return tell.tell(event)

    def menu(self) -> Menu:
        """Scenarios, sizes, and what a table agrees on."""
        return menu.menu()

    def armies(self, language: str) -> tuple[OwnArmy, ...]:
        """The lists that come with the game."""
        return menu.own_armies(language)

    def headings(self) -> Iterable[Heading]:
        """The index of the rules."""
        return headings.headings(pack())

    def problems(self) -> Iterable[str]:
        """What is wrong with the data."""
        return menu.problems()


def _begun(setup: Setup) -> events.Begun:
    """Everything the match is played with, copied into its first fact."""
    mustered = {key: (side, u) for side, s in setup.sides.items() for key, u in s.units.items()}
    return events.Begun(
        edition=NinthAge.edition,
        scenario=setup.scenario,
        switches=setup.switches,
        armies={key: Army(name=s.name, faction=s.faction) for key, s in setup.sides.items()},
        units={
            key: Unit(
                side=side, name=unit.name, profile=unit.kind, traits=unit.stats.rules,
                strength=len(unit.models),
            )
            for key, (side, unit) in mustered.items()
        },
        stats={key: unit.stats for key, (_, unit) in mustered.items()},
        glyphs={key: unit.glyph for key, (_, unit) in mustered.items()},
        files={key: unit.files for key, (_, unit) in mustered.items()},
        width=setup.width,
        height=setup.height,
        turns=setup.turns,
        terrain=setup.terrain,
        dice=setup.dice,
        size=setup.size,
        points={key: unit.points for key, (_, unit) in mustered.items()},
        objective=setup.objective,
        models={key: unit.models for key, (_, unit) in mustered.items()},
        pregame=setup.pregame,
    )  # fmt: skip


def _models(key: str, unit: UnitSetup, pose: Pose) -> dict[str, Model]:
    """A unit's models in their places."""
    base = unit.stats.base
    block = Block(
        pose.at, pose.facing, unit.stats.cell, len(unit.models), unit.files,
        gap=unit.stats.spread,
    )  # fmt: skip
    return {
        model: Model(unit=key, base=base, pose=pose)
        for model, pose in poses(unit.models, block).items()
    }
