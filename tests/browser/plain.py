"""What every page must be: readable by everybody, no wider than its window."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).resolve().parent.parent / "vendor" / "axe.min.js"
RUN = """() => axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.map(
  ({ id, help, nodes }) => `${id}: ${help}: ` + nodes.map((n) => n.target.join(" ") + " " +
    (n.any[0]?.message ?? "")).join(" | ")))"""
WIDER = """() => [...document.querySelectorAll("body *")]
  .filter((e) => !e.closest("svg, canvas, .vh"))
  .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
  .map((e) => `${e.tagName} ${e.className}`).slice(0, 5)"""


CUT = """() => [...document.querySelectorAll("body *")]
  .filter((e) => !e.closest("svg, canvas, .vh, textarea, input, #vp") && e.getClientRects().length)
  .filter((e) => ["hidden", "clip"].includes(getComputedStyle(e).overflowX) && e.clientWidth > 2)
  .filter((e) => e.scrollWidth > e.clientWidth + 1 && e.textContent.trim())
  .map((e) => `${e.tagName} ${e.className}: ${e.textContent.trim().slice(0, 40)}`).slice(0, 5)"""


@cache
def _axe() -> str:
    return AXE.read_text()


def violations(page: Page) -> list[str]:
    """What axe finds on the page as it stands, a sentence each."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())
    found: list[Any] = page.evaluate(RUN)
    return [str(line) for line in found]


def wider(page: Page) -> list[str]:
    """Elements that stick out on the right of a page that scrolls sideways."""
    if page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"):
        return []
    return [str(line) for line in page.evaluate(WIDER)] or ["something"]


def cut(page: Page) -> list[str]:
    """Elements whose words do not fit in and are cut off."""
    return [str(line) for line in page.evaluate(CUT)]
