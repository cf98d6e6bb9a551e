/**
 * What a finger hides, shown enlarged in a corner: the same drawing, used a second time. On a table that is
 * shown smaller than it is drawn a base is smaller than a fingertip.
 */

const SIZE = 132;
const ENLARGED = 1.7;
const LAYERS = ["terrain", "under", "models", "over"];
const SVG = "http://www.w3.org/2000/svg";

export class Loupe {
  /** @param {HTMLElement} el the window of the board @param {{width: number, height: number}} table drawn size */
  constructor(el, table) {
    this.el = el;
    this.table = table;
    /** @type {SVGSVGElement | null} */
    this.node = null;
  }

  /** The parts are made at the first use: most players have a mouse. */
  make() {
    const node = document.createElementNS(SVG, "svg");
    node.classList.add("loupe");
    node.setAttribute("aria-hidden", "true");
    node.style.setProperty("--inv", String(1 / ENLARGED));
    for (const layer of LAYERS) {
      const use = document.createElementNS(SVG, "use");
      use.setAttribute("href", `#${layer}`);
      use.setAttribute("width", String(this.table.width));
      use.setAttribute("height", String(this.table.height));
      node.append(use);
    }
    this.el.append(node);
    return node;
  }

  /** @param {[number, number]} at drawn place in its middle @param {number} left where the finger is, share of the window's width */
  show([x, y], left) {
    this.node ??= this.make();
    const span = SIZE / ENLARGED;
    this.node.setAttribute("viewBox", `${(x - span / 2).toFixed(1)} ${(y - span / 2).toFixed(1)} ${span} ${span}`);
    this.node.classList.toggle("right", left < 0.5);
  }

  hide() {
    this.node?.remove();
    this.node = null;
  }
}
