"""A simple general: answers every question of a battle from what the page shows.

A few units advance, wheel and march each turn, whoever is near enough charges, a few shoot, the
first that is charged flees. What goes wrong is let be: another unit, or nobody, and the battle goes
on.
"""

import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import expect

from tests.browser.muster import Block, Field, survey
from tests.browser.people import Person, middle
from tests.browser.sight import Spot

BY_HAND = 3
"""Units that are set up by hand."""
DEEDS = {"moves": 3, "shots": 2, "charges": 1}
"""How many of each a general does in a turn, and no more."""
TRIES = 2
"""How often in vain, beyond those."""
LONG_ODDS = 20
"""Percent below which no charge is tried."""
STRIDES = {"march": 7.0, "advance": 3.0, "wheel": 1.5}
"""Inches that a hand draws a block straight on, by what it does."""
WHEEL = 1.2
"""Inches that it draws a corner of the front before."""
ROOM = 9
"""Inches between the middles of units that are set up by hand."""


@dataclass
class General:
    """A person with a side."""

    person: Person
    side: str
    deeds: Counter[str] = field(default_factory=Counter)
    """What was done in the whole battle."""
    tried: Counter[str] = field(default_factory=Counter)
    """How often each way to move was tried."""
    turned: int = 0
    """Units that had their turn at moving, so that all come to it."""
    busy: Counter[str] = field(default_factory=Counter)
    """Tries of each kind in this turn."""
    turn: int = 0

    def look(self) -> Field:
        return survey(self.person.page)

    def is_asked(self) -> bool:
        return bool(self.look().question)

    def answer(self) -> None:
        """Answer the open question, or do one thing of several that it lets one do."""
        seen = self.look()
        if seen.turn != self.turn:
            self.turn = seen.turn
            self.busy.clear()
        if "deploy-rest" in seen.keys:
            self.deploy(seen)
        elif "end-declarations" in seen.keys:
            self.one_of(seen, "charges", self.charge, "end-declarations")
        elif "end-moves" in seen.keys:
            self.one_of(seen, "moves", self.move, "end-moves")
        elif "end-shooting" in seen.keys:
            self.one_of(seen, "shots", self.shoot, "end-shooting")
        elif "confirm-picks" in seen.keys:
            self.pick()
        elif "react-hold" in seen.keys or "react-flee" in seen.keys:
            self.react(seen)
        elif seen.takes:
            self.person.ask.locator("button[aria-pressed]").first.click()
            self.confirm()
        elif seen.labels:
            self.person.answer(seen.labels[0])
        else:
            self.confirm()

    # --- before the battle --------------------------------------------------------------------

    def deploy(self, seen: Field) -> None:
        """The first units are set up by hand, one a turn; the table sets up the others."""
        page = self.person.page
        if self.deeds["set up"] >= BY_HAND or not seen.zone:
            self.press("deploy-rest")
        elif self.busy["set up"] > self.busy["turns"]:
            self.busy["turns"] += 1
            self.press("end-deployment")
        else:
            place = self.free_place(seen)
            if self.deeds["set up"] == 1:
                row = page.locator(".unit-rows .ub").last
                row.scroll_into_view_if_needed()
                done = self.person.does(lambda: self.person.drag(middle(row), place))
            else:
                done = self.person.does(lambda: self.person.click(place))
            assert done, f"no room at {place}: {self.person.look().note}"
            self.deeds["set up"] += 1
            self.busy["set up"] += 1

    def free_place(self, seen: Field) -> Spot:
        """A place in the zone, from its middle outwards, with room about it."""
        assert seen.zone
        left, top, width, height = seen.zone
        taken = [block.middle for block in seen.blocks]
        for step in (0, 1, -1, 2, -2, 3, -3):
            place = (left + width / 2 + step * ROOM * seen.inch, top + height / 2)
            if all(math.dist(place, other) > (ROOM - 1) * seen.inch for other in taken):
                return place
        raise AssertionError("the zone is full")

    def pick(self) -> None:
        """Pick as many as are asked for, and no more."""
        done = self.person.page.locator("#confirm-picks")
        while done.is_disabled():
            self.person.ask.locator("button[aria-pressed=false]").first.click()
        self.press("confirm-picks")

    # --- a turn -------------------------------------------------------------------------------

    def one_of(self, seen: Field, kind: str, deed: Callable[[str], bool], end: str) -> None:
        """One deed more of a kind, by a unit that is able to; enough of them end the phase."""
        able = seen.able or [block.name for block in seen.blocks if block.chosen]
        while able and self.busy[kind] < DEEDS[kind] and self.busy[f"vain {kind}"] < TRIES:
            self.turned += 1
            if deed(able[self.turned % len(able)]):
                self.busy[kind] += 1
                return
            self.busy[f"vain {kind}"] += 1
            self.person.page.keyboard.press("Escape")
        self.press(end)

    def move(self, name: str) -> bool:
        """March, advance, or wheel and advance, whatever was tried least."""
        how = min(STRIDES, key=lambda how: self.tried[how])
        self.tried[how] += 1
        keys = self.person.page.keyboard
        if not self.choose(name):
            return False
        if how == "march":
            keys.press("m")
            if not self.person.dock.get_by_role("button", name="March").count():
                return False
            keys.press("m")
        if how == "wheel":
            grips = self.look().grips
            block = self.look().block(name)
            if len(grips) != 2 or not block:
                return False
            self.person.drag(grips[1], _along(grips[1], block.ahead, WHEEL * self.look().inch))
        self.forward(name, STRIDES[how])
        return self.done(how, self.confirm())

    def forward(self, name: str, inches: float) -> None:
        """Draw the unit, or what is planned of it, straight on."""
        seen = self.look()
        block = seen.block(name)
        assert block
        ghost = self.person.page.locator("#over .ghost .blk")
        start = middle(ghost) if ghost.count() else block.middle
        self.person.drag(start, _along(start, block.ahead, inches * seen.inch))

    def charge(self, name: str) -> bool:
        """Point at an enemy; go when the odds are not too long."""
        if not self.aim(name):
            return False
        button = self.person.page.locator("#confirm")
        expect(
            button.filter(has_text="%").or_(self.person.page.locator("#note .bad"))
        ).to_be_attached()
        found = re.search(r"(\d+)\s?%", button.text_content() or "")
        if not found or int(found[1]) < LONG_ODDS:
            return False
        return self.done("charge", self.confirm())

    def shoot(self, name: str) -> bool:
        """Point at an enemy and shoot."""
        return self.aim(name) and self.done("shot", self.confirm())

    def aim(self, name: str) -> bool:
        """Choose a unit, and the nearest enemy that it may name."""
        if not self.choose(name):
            return False
        seen = self.look()
        own = seen.block(name)
        foes = [b for b in seen.blocks if b.aimed and b.side != self.side and b.spots]
        if not own or not foes:
            return False
        nearest = min(foes, key=lambda foe: math.dist(foe.middle, own.middle))
        self.person.click(nearest.spots[0])
        return self.person.page.locator("#confirm").count() == 1

    def react(self, seen: Field) -> None:
        """Flee once, then shoot back where that can be, else hold."""
        wanted = ["react-stand_and_shoot", "react-hold", "react-flee"]
        if not self.deeds["react-flee"]:
            wanted.reverse()
        key = next(key for key in wanted if key in seen.keys)
        self.done(key, True)
        self.press(key)

    # --- hands --------------------------------------------------------------------------------

    def choose(self, name: str) -> bool:
        """Click a unit on the table; one that is covered is taken from the rail."""
        block = self.look().block(name)
        if block and block.chosen:
            return True
        if block and block.spots:
            self.person.click(block.spots[0])
        else:
            self.person.page.locator(".unit-rows .ub", has_text=name).first.click()
        chosen: Block | None = self.look().block(name)
        return bool(chosen and chosen.chosen)

    def confirm(self) -> bool:
        """Carry the plan out; false when it cannot be."""
        return self.person.does(lambda: self.person.page.keyboard.press("Enter"))

    def press(self, key: str) -> None:
        self.person.does(self.person.page.locator(f"#{key}").click)

    def done(self, deed: str, did: bool) -> bool:
        self.deeds[deed] += did
        return did


def _along(start: Spot, ahead: Spot, far: float) -> Spot:
    return start[0] + ahead[0] * far, start[1] + ahead[1] * far
