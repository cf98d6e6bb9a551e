"""What can be seen on the table's page, read in one look."""

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

LOOK = """() => {
  const text = (node) => (node?.textContent ?? "").replace(/\\s+/g, " ").trim();
  const visible = (node) => node.getClientRects().length > 0;
  const buttons = (id) => [...document.querySelectorAll(`#${id} button`)].filter(visible)
    .filter((b) => !b.disabled).map((b) => text(b.querySelector("span") ?? b));
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const free = (unit) => [...unit.querySelectorAll("[data-m] .fld")].map(middle)
    .filter(([x, y]) => document.elementFromPoint(x, y)?.closest("[data-u]") === unit);
  const world = document.getElementById("world").getBoundingClientRect();
  const zone = document.querySelector("#under .legal-fill")?.getBoundingClientRect();
  return {
    seq: Number(document.body.dataset.seq),
    turn: Number(text(document.querySelector(".phases .tn b"))),
    question: text(document.querySelector("#ask")),
    choices: buttons("ask"), acts: buttons("dock"),
    chosen: text(document.querySelector(".ucard b")),
    note: text(document.querySelector("#note")),
    refused: !!document.querySelector("#note :is(.bad, .warn)"),
    turned: document.getElementById("world").hasAttribute("data-turned"),
    inch: world.width / 48, over: !!document.querySelector('#ask use[href$="i-trophy"]'),
    zone: zone && visible(document.querySelector("#under .legal-fill"))
      ? [zone.x, zone.y, zone.width, zone.height] : null,
    pool: [...document.querySelectorAll(".pool button[data-die]")].map((d) => d.dataset.die),
    units: [...document.querySelectorAll("#models [data-u]")].map((u) => ({
      name: u.getAttribute("aria-label").split(": ")[0],
      side: u.classList.contains("b") ? "b" : "a",
      models: u.querySelectorAll("[data-m]").length, spots: free(u),
      middle: middle(u.querySelector(".hull")), aimed: u.classList.contains("can"),
    })),
  };
}"""

ACCOUNT = r"""() => {
  const text = (node) => node.textContent.replace(/\s+/g, " ").trim();
  const all = (path) => [...document.querySelectorAll(path)];
  const { width, height } = document.getElementById("models").viewBox.baseVal;
  const turned = document.getElementById("world").hasAttribute("data-turned");
  // Where it stands as the table is measured, from whichever edge it is looked at.
  const stands = (node) => {
    const [x, y, turn = 0] = node.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    const place = turned ? [width - x, height - y, (turn + 180) % 360] : [x, y, turn];
    return place.map((value) => Number(value.toFixed(3)));
  };
  return {
    seq: document.body.dataset.seq,
    log: all("#side .log li").map(text),
    board: Object.fromEntries(
      all("#models .tk[data-m]").map((m) => [m.dataset.m, stands(m).slice(0, 2)])),
    trays: Object.fromEntries(all("#models [data-tray]").map((t) => [
      t.dataset.tray, [stands(t), t.querySelector(".body").getAttribute("d")],
    ])),
    plates: all(".plate .long").map(text),
    score: text(document.querySelector(".score")),
  };
}"""

Spot = tuple[float, float]


@dataclass(frozen=True)
class Unit:
    """A unit as it is drawn: `spots` are places of its bases that nothing covers."""

    name: str
    side: str
    models: int
    spots: list[Spot]
    middle: Spot
    aimed: bool


@dataclass(frozen=True)
class Sight:
    """One look at the page; places are pixels of the window."""

    seq: int
    turn: int
    """0 before the first."""
    question: str
    choices: list[str]
    """Labels of the buttons that answer the question."""
    acts: list[str]
    """Labels of the buttons of the selected unit, those that can be pressed."""
    chosen: str
    note: str
    refused: bool
    turned: bool
    """Whether the table is looked at from its far edge."""
    inch: float
    """How many pixels an inch of the table takes."""
    over: bool
    zone: list[float] | None
    pool: list[str]
    units: list[Unit] = field(default_factory=list)

    def unit(self, name: str) -> Unit:
        return next(unit for unit in self.units if unit.name == name)

    def choice(self, *beginnings: str) -> str:
        """The first label of an answer that begins so, or nothing."""
        found = (c for begins in beginnings for c in self.choices if c.startswith(begins))
        return next(found, "")


def look(page: Page) -> Sight:
    """See what there is to see."""
    seen = page.evaluate(LOOK)
    return Sight(**{**seen, "units": [Unit(**unit) for unit in seen["units"]]})


def account(page: Page) -> dict[str, Any]:
    """What the page tells about the match: its lines, where every base and every block in ranks
    stands, the plates."""
    found: dict[str, Any] = page.evaluate(ACCOUNT)
    return found
