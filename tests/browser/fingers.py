"""Real fingers on the page: Playwright's own touch can only tap."""

from playwright.sync_api import Page

from tests.browser.sight import Spot

PHONE = {
    "viewport": {"width": 390, "height": 844}, "device_scale_factor": 2,
    "has_touch": True, "is_mobile": True,
}  # fmt: skip
TABLET = {**PHONE, "viewport": {"width": 820, "height": 1180}}
STILL_MS = 200
"""How long a finger rests before it lifts: a flick would make Chrome swallow the tap after it."""
STEPS = 8
ABOVE_FINGER = 40
"""Pixels that a unit floats above the finger that drags it, so that it can be seen."""


class Fingers:
    """The fingers of one hand on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.line = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: Spot) -> None:
        where = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    def press(self, *starts: Spot) -> None:
        """Set the fingers down one after the other."""
        for count in range(1, len(starts) + 1):
            self.touch("touchStart", *starts[:count])

    def move(self, starts: list[Spot], ends: list[Spot]) -> None:
        """Move all fingers at once, in several steps."""
        for step in range(1, STEPS + 1):
            share = step / STEPS
            self.touch(
                "touchMove", *(_between(a, b, share) for a, b in zip(starts, ends, strict=True))
            )

    def lift(self, ends: list[Spot]) -> None:
        self.page.wait_for_timeout(STILL_MS)
        self.touch("touchMove", *ends)
        self.touch("touchEnd")

    def drag(self, start: Spot, end: Spot) -> None:
        """Drag with one finger."""
        self.spread([start], [end])

    def spread(self, starts: list[Spot], ends: list[Spot]) -> None:
        """Pinch, spread, or pan with as many fingers as there are starts."""
        self.press(*starts)
        self.move(starts, ends)
        self.lift(ends)

    def tap(self, spot: Spot) -> None:
        self.page.touchscreen.tap(*spot)


def _between(start: Spot, end: Spot, share: float) -> Spot:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
