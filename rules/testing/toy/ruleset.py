"""The ruleset: the tables of the parts, what is suggested, and what may be seen."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from rules.core import events, view
from rules.core.dice import Dice
from rules.core.events import Lost, Noted
from rules.core.refusals import Refusal, Refused, refuse
from rules.core.resolution import Resolution
from rules.core.ruleset import Action, Rules, Seated, Types
from rules.core.table import Table, Unit
from rules.core.values import Line, Named, Number, SideId, SideName, Text, UnitId, Viewer

from .legality import RANGE, SIZE, STRIDE, distance, judge, legal
from .play import (
    BALLS,
    BASE,
    GANG,
    act,
    flight,
    gather,
    reply,
    season,
    take,
    throw_back,
    turn,
)  # fmt: skip
from .words import (
    Aim,
    Asked,
    Began,
    Chose,
    Flight,
    Gather,
    March,
    Pass,
    Preview,
    Prompt,
    PromptShown,
    Reply,
    Revealed,
    Scheduled,
    Season,
    Setup,
    State,
    Take,
    Throw,
    ThrowBack,
    Turn,
    Turned,
    Uncovered,
    View,
    Walk,
    WhatNow,
    WhereToStart,
)  # fmt: skip

replace = msgspec.structs.replace


def _shown(hidden: dict[SideId, Any], viewer: Viewer, shown: bool) -> dict[SideId, Any]:
    return {side: value for side, value in hidden.items() if shown or side in viewer}


class Toy(Rules[State]):
    """Snowballs."""

    id = "toy"
    edition = "1"
    types = Types(
        action=Take | March | Throw | Pass,
        draft=Walk | Aim,
        event=events.CoreEvent | Asked | Scheduled | Began | Chose | Revealed | Turned | Uncovered,
        state=State,
        setup=Setup,
        view=View,
        preview=Preview,
        scheduled=Scheduled,
        asked=Asked,
        prompt=Prompt,
    )
    steps = {Gather: gather, Season: season, Turn: turn, Reply: reply, Flight: flight}
    answers = {WhereToStart: take, WhatNow: act, ThrowBack: throw_back}
    applies = {
        Chose: lambda now, e: replace(now, choices={**now.choices, e.side: e.choice}),
        Revealed: lambda now, e: replace(now, gathered=True),
        Turned: lambda now, e: replace(now, round=e.round, active=e.side),
        Uncovered: lambda now, e: replace(now, uncovered=True),
    }
    counters = frozenset({"balls"})
    essential = frozenset({Gather})

    def muster(self, roster: Any) -> tuple[Refusal, ...]:
        """Every gang is alike."""
        return ()

    def arrange(
        self,
        scenario: str,
        seats: Mapping[SideId, Seated],
        options: Mapping[str, Any],
        commitment: str,
    ) -> Setup:
        """A roster is `{"keepsake": text}`; `options` may hold `rounds`."""
        return Setup(
            names={side: seat.name for side, seat in seats.items()},
            keepsakes={side: seat.roster["keepsake"] for side, seat in seats.items()},
            rounds=options.get("rounds", 3),
        )

    def begin(self, setup: Setup, dice: Dice) -> Resolution[State]:
        """Raises Refused for fewer than two gangs, or a keepsake nobody or a stranger holds."""
        if len(setup.names) < 2 or setup.names.keys() != setup.keepsakes.keys():
            raise refuse("setup", Line(key="toy.refusal.setup"))
        began = Began(setup=setup)
        resolution = Resolution(self, self.opening(began), dice)
        resolution.events.append(began)
        resolution.push(Gather(), Season())
        resolution.run()
        return resolution

    def opening(self, event: Began) -> State:
        """An empty table, and gangs that wait beside it."""
        units = {
            f"gang_{side}": Unit(
                side=side, name=name, profile="gang", strength=GANG, counters={"balls": BALLS}
            )
            for side, name in event.setup.names.items()
        }
        table = Table(width=SIZE, height=SIZE, units=units)
        return State(sides=tuple(event.setup.names), table=table, setup=event.setup)

    def preview(self, state: State, viewer: Viewer, draft: Walk | Aim) -> Preview:
        """The finished answer of a draft, or why it may not be given."""
        action = March(to=draft.to) if isinstance(draft, Walk) else Throw(target=draft.target)
        for asked in state.prompts.values():
            question = asked.question
            if (
                asked.side in viewer
                and not isinstance(question, WhereToStart)
                and question.unit == draft.unit
            ):
                break
        else:
            return Preview(refusal=Refusal(code="asked", line=Line(key="toy.refusal.not_asked")))
        try:
            judge(state, asked, action)
        except Refused as refused:
            return Preview(refusal=refused.refusal)
        dice = len(state.table.units[draft.unit].models) if isinstance(draft, Aim) else 0
        return Preview(action=action, dice=dice)

    def finished_draft(self, state: State, prompt: Any, action: Any) -> Walk | Aim | None:
        """Marches and throws are drafted first."""
        match prompt.question, action:
            case WhatNow(unit=unit), March(to=to):
                return Walk(unit=unit, to=to)
            case ((WhatNow(unit=unit) | ThrowBack(unit=unit)), Throw(target=target)):
                return Aim(unit=unit, target=target)
        return None

    def suggest(self, state: State, prompt: Any) -> Iterable[Action]:
        """Throw if one can, else close in; never throw back by default."""
        match prompt.question:
            case WhereToStart(corners=corners):
                at = state.sides.index(prompt.side)
                for corner in corners[at:] + corners[:at]:
                    yield Take(corner=corner, cry=f"hurrah for {prompt.side} at {corner}")
            case WhatNow(unit=unit):
                yield from self._deeds(state, prompt, unit)
                yield Pass()
            case ThrowBack(thrower=thrower):
                yield Pass()
                back = Throw(target=thrower)
                if legal(state, prompt, back):
                    yield back

    def _deeds(self, state: State, prompt: Prompt, unit: UnitId) -> Iterable[Action]:
        if not state.table.units[unit].models:
            return
        enemies = state.table.against(prompt.side)
        for target in sorted(enemies, key=lambda key: distance(state.table, unit, key)):
            throw = Throw(target=target)
            if legal(state, prompt, throw):
                yield throw
        here = next(iter(state.table.standing(unit).values())).pose
        for dx, dy in ((0, STRIDE), (0, -STRIDE), (STRIDE, 0), (-STRIDE, 0)):
            march = March(to=(here.x + dx, here.y + dy))
            if legal(state, prompt, march):
                yield march

    def view(self, state: State, viewer: Viewer) -> View:
        """Everything but other gangs' secrets."""
        setup = state.setup
        return View(
            **view.shared(state, viewer, PromptShown, {}),
            fixed=view.Fixed(
                game=self.id, edition=self.edition, scenario="snow", width=SIZE, height=SIZE,
                terrain={},
                sides={s: view.SideCard(name=n, force="toy.gang") for s, n in setup.names.items()},
                units={
                    key: view.UnitCard(
                        side=unit.side, name=unit.name, profile=unit.profile, glyph="gang",
                        strength=unit.strength, limits={"balls": BALLS},
                    )
                    for key, unit in state.table.units.items()
                },
                **view.cards(
                    (f"{side}{number}", f"gang_{side}", BASE)
                    for side in state.sides
                    for number in range(GANG)
                ),
                phases=("gather", "play"),
                bands=(view.Band(key="toy.band.throw", length=RANGE),),
            ),
            clock=view.Clock(
                turn=state.round, of=setup.rounds, side=state.active,
                phase="play" if state.gathered else "gather",
            ),
            scores=self.scores(state),
            choices=_shown(state.choices, viewer, state.gathered),
            keepsakes=_shown(setup.keepsakes, viewer, state.uncovered),
        )  # fmt: skip

    def redact(self, event: events.Event, viewer: Viewer) -> events.Event | None:
        """Nothing of a secret, unless it is one's own; every other kind is named here."""
        match event:
            case Began(setup=setup):
                own = _shown(setup.keepsakes, viewer, False)
                return Began(setup=replace(setup, keepsakes=own))
            case Chose(side=side):
                return event if side in viewer else None
            case Asked(prompt=prompt):
                return event if prompt.side in viewer else None
            case Scheduled():
                return None
            case _ if isinstance(event, events.CoreEvent | Revealed | Turned | Uncovered):
                return event
        return None

    def tell(self, event: events.Event) -> Line | None:
        """The log's sentences."""
        match event:
            case Turned(side=side):
                return Line(key="toy.log.turn", params={"side": SideName(side=side)})
            case Chose(choice=choice):
                return Line(key="toy.log.chose", params={"cry": Text(text=choice.cry)})
            case Lost(unit=unit, models=models):
                number, named = Number(value=len(models)), Named(unit=unit)
                return Line(key="toy.log.lost", params={"count": number, "unit": named})
            case Noted(line=line):
                return line
        return None

    def scores(self, state: State) -> dict[SideId, int]:
        """A point for each model that still stands."""
        table = state.table
        return {
            side: sum(len(table.units[unit].models) for unit in table.of_side(side))
            for side in state.sides
        }


def hidden(now: State, viewer: Viewer) -> Iterable[str]:
    """The marks a viewer must not find anywhere: what others hold or chose in secret."""
    if not now.uncovered:
        yield from (word for side, word in now.setup.keepsakes.items() if side not in viewer)
    if not now.gathered:
        yield from (choice.cry for side, choice in now.choices.items() if side not in viewer)
