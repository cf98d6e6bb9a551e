"""What can be seen on a table of blocks in ranks, read in one look."""

from dataclasses import dataclass, field

from playwright.sync_api import Page

from tests.browser.sight import Spot

LOOK = """() => {
  const text = (node) => (node?.textContent ?? "").replace(/\\s+/g, " ").trim();
  const all = (path) => [...document.querySelectorAll(path)];
  const visible = (node) => node.getClientRects().length > 0;
  const block = (unit) => {
    const blk = unit.querySelector(".tray .blk");
    const [box, frame] = [blk.getBBox(), blk.getScreenCTM()];
    const at = (right, down) => {
      const { x, y } = new DOMPoint(box.x + box.width * right, box.y + box.height * down)
        .matrixTransform(frame);
      return [x, y];
    };
    const clear = ([x, y]) => document.elementFromPoint(x, y)?.closest("[data-u]") === unit;
    const [head, foot] = [at(0.5, 0), at(0.5, 1)];
    const deep = Math.hypot(head[0] - foot[0], head[1] - foot[1]) || 1;
    return {
      name: unit.getAttribute("aria-label").split(": ")[0],
      side: unit.classList.contains("b") ? "b" : "a",
      aimed: unit.classList.contains("can"), chosen: unit.classList.contains("sel"),
      middle: at(0.5, 0.5), ahead: [(head[0] - foot[0]) / deep, (head[1] - foot[1]) / deep],
      spots: [0.5, 0.25, 0.75].map((right) => at(right, 0.5)).filter(clear),
    };
  };
  const ask = document.querySelector("#ask .ask-row:not([data-waiting])");
  const buttons = ask ? [...ask.querySelectorAll(".ask-acts button")].filter(visible) : [];
  const zone = document.querySelector("#under .legal-fill")?.getBoundingClientRect();
  return {
    seq: Number(document.body.dataset.seq),
    turn: Number(text(document.querySelector(".phases .tn b"))),
    question: text(ask?.querySelector(".ask-text > span")),
    keys: buttons.map((b) => b.id),
    labels: buttons.filter((b) => !b.disabled).map((b) => text(b.querySelector("span"))),
    takes: buttons.some((b) => b.hasAttribute("aria-pressed")),
    over: !!document.querySelector('#ask use[href$="i-trophy"]'),
    able: all(".unit-rows .ub span").map(text),
    inch: document.getElementById("world").getBoundingClientRect().width / 72,
    zone: zone ? [zone.x, zone.y, zone.width, zone.height] : null,
    grips: all("#over .grip-c").map((g) => g.getBoundingClientRect())
      .map(({ x, y, width, height }) => [x + width / 2, y + height / 2]),
    blocks: all("#models .unit[data-u]").map(block),
  };
}"""


@dataclass(frozen=True)
class Block:
    """A unit in its ranks: `spots` are places of it that nothing covers, `ahead` is where it looks,
    in pixels; `aimed` is what the open question lets the hand point at."""

    name: str
    side: str
    aimed: bool
    chosen: bool
    middle: Spot
    ahead: Spot
    spots: list[Spot]


@dataclass(frozen=True)
class Field:
    """One look at the page; places are pixels of the window."""

    seq: int
    turn: int
    """0 before the first."""
    question: str
    """Nothing, where somebody else is asked."""
    keys: list[str]
    """Ids of the buttons that answer."""
    labels: list[str]
    """What is written on those that can be pressed."""
    takes: bool
    """Whether some of them only take up what is then confirmed."""
    over: bool
    able: list[str]
    """Names of units that can answer, as the rail lists them."""
    inch: float
    zone: list[float] | None
    grips: list[Spot]
    """The handles at the corners of the chosen unit's front: left, right."""
    blocks: list[Block] = field(default_factory=list)

    def block(self, name: str) -> Block | None:
        return next((block for block in self.blocks if block.name == name), None)


def survey(page: Page) -> Field:
    """See what there is to see."""
    seen = page.evaluate(LOOK)
    return Field(**{**seen, "blocks": [Block(**block) for block in seen["blocks"]]})
