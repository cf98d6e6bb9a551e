"""A simple fighter: answers every question of a match from what the page shows, and presses on.

Whoever can be engaged is engaged, whoever can be shot is shot, everybody else goes for the enemy's
warlord. The own warlord waits for two turns, and then leads.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from playwright.sync_api import TimeoutError, expect

from tests.browser.people import Person
from tests.browser.sight import Sight, Spot

BOXES = ("Warriors", "Hearthguard", "Levies")
"""Boxes that are filled first."""
MOST_ORDERS = 4
PATIENCE = 2
"""How often a unit is activated in a turn."""
LEADS = 3
"""The turn in which a warlord begins to act."""
STRIDES = (5.5, 3.5)
"""Inches that a unit tries to go."""
REDRAW = "The plan no longer works"
MOMENT_MS = 1500
"""A button that stays grey so long is not to be pressed."""
PASSES = ("Pass", "Pass for this turn")


@dataclass
class Fighter:
    """A person with a side, a warlord and an enemy warlord to go for."""

    person: Person
    side: str
    lord: str
    prey: str
    done: dict[str, int] = field(default_factory=dict)
    """How often each unit was tried this turn."""
    refused: set[str] = field(default_factory=set)
    """Answers that were refused in this question."""
    placed: int = 0

    def is_asked(self) -> bool:
        seen = self.person.look()
        return bool(seen.choices) or seen.question.startswith(REDRAW) or self.withdraws()

    def withdraws(self) -> bool:
        return "Withdraw so" in self.person.look().acts

    def answer(self) -> None:
        """Answer the open question once."""
        seen = self.person.look()
        if seen.choice("End deployment"):
            self.deploy(seen)
        elif seen.choice("End orders"):
            self.order(seen)
        elif seen.choice("End turn"):
            self.act(seen)
        elif self.withdraws():
            self.confirm("Withdraw so")
        elif seen.question.startswith(REDRAW):
            self.draw_again()
        elif seen.choice("Aim so") or "Aim so" in seen.question:
            self.divide()
        else:
            self.react(seen)

    # --- deployment ---------------------------------------------------------------------------

    def deploy(self, seen: Sight) -> None:
        """Click a place for the unit in hand; the first one stands in the middle of the front."""
        waiting = self.person.dock.get_by_role("button", name="Place").count()
        if not waiting:
            self.person.answer("End deployment")
            return
        for place in self.free_places(seen):
            if self.person.does(lambda place=place: self.person.click(place)):
                return
        raise AssertionError(f"no place was found for {seen.chosen}: {self.person.look().note}")

    def free_places(self, seen: Sight) -> Iterator[Spot]:
        """Places in the zone with room about them, from the middle of the front outwards."""
        assert seen.zone
        left, top, width, height = seen.zone
        for depth in (3, 8):
            down = (self.side == "a") != seen.turned
            y = top + depth * seen.inch if down else top + height - depth * seen.inch
            for column in range(7):
                step = (column + 1) // 2 * (1 if column % 2 else -1)
                place = (left + width / 2 + step * 6 * seen.inch, y)
                if all(math.dist(place, unit.middle) > 4 * seen.inch for unit in seen.units):
                    yield place

    # --- orders -------------------------------------------------------------------------------

    def order(self, seen: Sight) -> None:
        """Lay dice on the boxes that light up for them, the wanted ones first."""
        self.done.clear()
        page = self.person.page
        for die in seen.pool[:MOST_ORDERS]:
            page.locator(f".pool [data-die={die}]").click()
            lit = page.locator("[data-box].takes .an").all_inner_texts()
            if not lit:
                page.locator(f".pool [data-die={die}]").click()
                continue
            wanted = [box for box in BOXES if box in lit and self.placed % 3 != 2] or lit
            self.placed += 1
            assert self.person.place_die(die, wanted[0]), self.person.look().note
        self.person.answer("End orders")

    # --- activation ---------------------------------------------------------------------------

    def act(self, seen: Sight) -> None:
        """Activate one unit, or end the turn when nobody can do anything more."""
        own = [unit.name for unit in seen.units if unit.side == self.side]
        if seen.turn < LEADS:
            own.remove(self.lord)
        own.sort(key=lambda name: (name != self.lord, self.done.get(name, 0)))
        for name in own:
            if self.done.get(name, 0) < PATIENCE and self.activate(name):
                return
        self.person.answer("End turn")

    def activate(self, name: str) -> bool:
        """True when the unit did something."""
        self.done[name] = self.done.get(name, 0) + 1
        if not self.person.choose(name):
            return False
        expect(self.person.dock.locator(".acts")).to_have_attribute("aria-busy", "false")
        acts = self.person.look().acts
        if "Engage" in acts and self.aim("Confirm fight", "Engage"):
            return True
        if "Shoot" in acts and self.aim("Confirm shot", "Shoot"):
            return True
        return "Move" in acts and self.advance(name, STRIDES)

    def aim(self, confirm: str, key: str) -> bool:
        """Click an enemy that can be reached, his warlord before all others, and confirm."""
        seen = self.person.look()
        aimed = sorted(
            (unit for unit in seen.units if unit.aimed and unit.spots),
            key=lambda unit: unit.name != self.prey,
        )
        if aimed:
            self.person.click(aimed[0].spots[0])
        acts = self.person.look().acts
        if confirm not in acts:
            if key not in acts:
                self.person.page.keyboard.press("Escape")
                return False
            self.person.press(key, within=self.person.dock)
        return self.confirm(confirm)

    def draw_again(self) -> None:
        """The plan was broken: go as the server proposes, or call it off where it has no way."""
        if not self.confirm("Confirm move"):
            self.person.answer("Call it off")

    def advance(self, name: str, strides: tuple[float, ...]) -> bool:
        """Drag the unit towards the enemy's warlord, as far as it may go."""
        for far in strides:
            seen = self.person.look()
            unit, prey = seen.unit(name), seen.unit(self.prey)
            if not unit.spots:
                return False
            start = unit.spots[0]
            end = _towards(start, prey.middle, far * seen.inch)
            if self.person.does(lambda start=start, end=end: self.person.drag(start, end)):
                return True
            if self.confirm("Confirm move"):
                return True
            self.person.page.keyboard.press("Escape")
        return False

    def confirm(self, label: str) -> bool:
        """Press the button that carries the plan out; false when it cannot be, or when a drop on
        an enemy made it another plan."""
        button = self.person.page.locator("#confirm", has_text=label)
        try:
            return self.person.does(lambda: button.click(timeout=MOMENT_MS))
        except TimeoutError:
            return False

    # --- reactions ----------------------------------------------------------------------------

    def react(self, seen: Sight) -> None:
        """Use what is offered, once a question; a warlord who is hit falls; else let it pass."""
        for label in seen.choices:
            if label not in PASSES and label not in self.refused:
                self.refused.add(label)
                self.person.answer(seen.choice("Let him fall") or label)
                return
        self.refused.clear()
        self.person.answer(seen.choice("Pass", "Cancel"))

    def divide(self) -> None:
        """Give every die to the first enemy."""
        plus = self.person.ask.get_by_role("button", name="+").first
        aim = self.person.ask.get_by_role("button", name="Aim so")
        while aim.is_disabled():
            plus.click()
        self.person.answer("Aim so")


def _towards(start: Spot, goal: Spot, far: float) -> Spot:
    """A place on the way to a goal, not farther than `far`."""
    whole = max(1.0, math.dist(start, goal))
    share = min(far, whole) / whole
    return start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share
