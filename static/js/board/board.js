/**
 * The table on the screen: layers of SVG in a world that pans and zooms, over a painted ground. It is
 * handed what to draw and tells what was touched; it knows shapes, not games.
 */
import { nothing, render, svg } from "#vendor/lit-html/lit-html.js";
import { signal } from "#vendor/signals-core/signals-core.js";
import { Animator } from "#js/board/animate.js";
import { paintGround } from "#js/board/ground.js";
import { inRing } from "#js/board/hull.js";
import { Input } from "#js/board/input.js";
import { Loupe } from "#js/board/loupe.js";
import { tableClip } from "#js/board/overlays.js";
import { seeded } from "#js/board/seed.js";
import { Space } from "#js/board/space.js";
import { nameLayer, terrainLayer } from "#js/board/terrain.js";
import { platesOf, standing, unitLayer } from "#js/board/tokens.js";
import { Viewport } from "#js/board/viewport.js";

/** @typedef {import("#js/board/tokens.js").Token} Token */
/** @typedef {import("#js/board/tokens.js").Picks} Picks */
/** @typedef {import("#js/board/terrain.js").Piece} Piece */
/** @typedef {import("#js/board/tags.js").Box} Box */

/** A phone, however it is held, or a tablet on end: bars and a sheet in place of rails. The style sheets ask the same. */
export const SMALL = "(max-width: 700px), (max-width: 900px) and (orientation: portrait), (max-height: 520px) and (orientation: landscape)";

/** The share of the table, across and down, that is seen about a unit that is shown, and the zoom that is near enough for that. */
const ABOUT = 0.6;
const NEAR_ENOUGH = 1;
/** The zoom below which an inch is less than a finger can tell from a tap. */
const TOUCHABLE = 0.48;
/** By how much larger the whole table could be shown before it is. */
const ROOMY = 1.15;

export class Board {
  /**
   * @param {HTMLElement} el the window (#vp) with its #world inside
   * @param {{width: number, height: number}} table in 1/100 mm
   * @param {import("#js/board/input.js").Listener} listener
   */
  constructor(el, table, listener) {
    this.el = el;
    this.space = new Space(table.width, table.height);
    this.world = this.part("world");
    this.terrain = this.part("terrain");
    this.under = this.part("under");
    this.models = this.part("models");
    this.over = this.part("over");
    this.world.style.width = `${this.space.width}px`;
    this.world.style.height = `${this.space.height}px`;
    this.world.style.aspectRatio = `${this.space.width} / ${this.space.height}`;
    for (const layer of [this.terrain, this.under, this.models, this.over]) {
      layer.setAttribute("viewBox", `0 0 ${this.space.width} ${this.space.height}`);
    }
    /** Pixels of the screen to one of the drawing, when no gesture runs. */
    this.zoom = signal(1);
    this.view = new Viewport(el, this.world, this.space.width, this.space.height, (k) => {
      this.zoom.value = k;
    });
    this.animator = new Animator(this.models);
    this.loupe = new Loupe(el, this.space);
    /** @type {Token[]} */
    this.units = [];
    /** Where plates and bases stand, in pixels of the screen. */
    this.taken = signal({ plates: /** @type {Box[]} */ ([]), things: /** @type {Box[]} */ ([]) });
    /** @type {Piece[]} */
    this.pieces = [];
    /** @type {(unit: string) => boolean} */
    this.isOwn = () => false;
    this.size = { width: 0, height: 0 };
    this.input = new Input(this.view, listener, (at, reach) => this.nearest(at, reach));
    for (const type of ["pointerover", "focusin"]) this.models.addEventListener(type, (e) => this.name(e.target));
    for (const type of ["pointerleave", "focusout"]) this.models.addEventListener(type, () => this.name(null));
    el.addEventListener("pointermove", (e) => this.nameGround(e));
    new ResizeObserver(() => this.resized()).observe(el);
  }

  /** Say what the ground under a mouse is. @param {PointerEvent} e */
  nameGround(e) {
    if (e.buttons || this.view.busy) return;
    const at = this.view.toWorld(e.clientX, e.clientY);
    const name = this.pieces.findLast(({ outline }) => inRing(at, outline))?.name ?? "";
    if (this.el.title !== name) this.el.title = name;
  }

  /** @param {string} id @returns {HTMLElement} */
  part(id) {
    return /** @type {HTMLElement} */ (this.el.querySelector(`#${id}`));
  }

  /**
   * A larger or smaller window shows the whole table again unless the user has zoomed. What is in the middle stays
   * there. But where only the height changed a bar below has grown or shrunk, and the drawing stays as it is as long
   * as that is good enough: nothing slides away under a finger, or breathes with every question.
   */
  resized() {
    const { clientWidth: width, clientHeight: height } = this.el;
    const aside = width - this.size.width;
    if (this.el.classList.contains("dragging")) return;
    const { k, least } = this.view;
    if (this.view.fitted && (aside || least < k || least > k * ROOMY)) this.view.fit();
    else if (!this.view.fitted && this.size.width && aside) this.view.pan(aside / 2, (height - this.size.height) / 2);
    this.size = { width, height };
  }

  get small() {
    return matchMedia(SMALL).matches;
  }

  /** @param {string} seed */
  paint(seed) {
    const ground = /** @type {HTMLCanvasElement} */ (/** @type {unknown} */ (this.part("ground")));
    paintGround(ground, this.space.width, this.space.height, seeded(seed));
  }

  /** Look at the table from its other edge. @param {boolean} turned */
  turn(turned) {
    if (this.space.turned.peek() === turned) return;
    this.input.cancel();
    this.animator.jump();
    this.space.turned.value = turned;
    this.world.toggleAttribute("data-turned", turned);
    this.view.turn();
  }

  /** @param {Piece[]} pieces */
  setScene(pieces) {
    this.pieces = pieces;
    render(svg`${terrainLayer(pieces)}<defs>${tableClip(this.space)}</defs>`, this.terrain);
  }

  /** Draw the units, and the names of the ground where they leave room. @param {Token[]} units @param {Picks} picks @param {string} focus */
  setUnits(units, picks, focus) {
    const k = this.zoom.value;
    this.units = units;
    const plates = platesOf(units, k, this.space);
    render(unitLayer(units, picks, focus, k, plates), this.models);
    this.taken.value = { plates: [...plates.values()], things: standing(units, k) };
    const names = /** @type {HTMLElement} */ (this.terrain.querySelector(".tnames"));
    const taken = [...this.taken.value.things, ...this.taken.value.plates];
    render(nameLayer(this.pieces, this.space, k, taken), names);
  }

  /** Canopies over the selected unit let it show through. @param {Set<string>} pieces */
  setThin(pieces) {
    for (const crowns of this.terrain.querySelectorAll(".crowns")) {
      crowns.classList.toggle("thin", pieces.has(crowns.getAttribute("data-piece") ?? ""));
    }
  }

  /** @param {unknown} drawing */
  setUnder(drawing) {
    render(drawing ? svg`${drawing}` : nothing, this.under);
  }

  /** @param {unknown} drawing */
  setOver(drawing) {
    render(drawing ? svg`${drawing}` : nothing, this.over);
  }

  /** The plate of a unit that is looked at shows its name. @param {EventTarget | null} target */
  name(target) {
    const unit = /** @type {Element | null} */ (target)?.closest("[data-u]")?.getAttribute("data-u");
    for (const plate of this.models.querySelectorAll("[data-plate]"))
      plate.toggleAttribute("data-lit", plate.getAttribute("data-plate") === unit);
  }

  /** The own base nearest to a place. @param {[number, number]} at @param {number} reach */
  nearest([x, y], reach) {
    let best = reach;
    let found = null;
    for (const unit of this.units) {
      for (const base of unit.bases) {
        const away = Math.hypot(base.x - x, base.y - y) - base.r - (this.isOwn(unit.id) ? 2 : 0);
        if (away < best) [best, found] = [away, { unit: unit.id, model: base.id }];
      }
    }
    return found;
  }

  /** Show a unit, with more than half of the table about it. @param {string} id */
  show(id) {
    const unit = this.units.find((u) => u.id === id);
    if (!unit?.bases.length) return;
    const x = unit.bases.reduce((sum, b) => sum + b.x, 0) / unit.bases.length;
    const y = unit.bases.reduce((sum, b) => sum + b.y, 0) / unit.bases.length;
    const across = this.el.clientWidth / (this.space.width * ABOUT);
    const down = this.el.clientHeight / (this.space.height * ABOUT);
    this.view.centre(x, y, Math.max(this.view.k, TOUCHABLE, Math.min(across, down, NEAR_ENOUGH)));
  }

  /** The unit that lies next in a direction, for the arrow keys. @param {string} from @param {[number, number]} way */
  neighbour(from, [wx, wy]) {
    const middles = this.units
      .filter((u) => u.bases.length)
      .map((u) => {
        const first = /** @type {import("#js/board/tokens.js").Base} */ (u.bases[0]);
        return { id: u.id, x: first.x, y: first.y };
      });
    const start = middles.find((m) => m.id === from);
    if (!start) return middles[0]?.id ?? "";
    let best = Infinity;
    let found = from;
    for (const { id, x, y } of middles) {
      const ahead = (x - start.x) * wx + (y - start.y) * wy;
      const aside = Math.abs((x - start.x) * wy - (y - start.y) * wx);
      if (id !== from && ahead > 0 && ahead + 2 * aside < best) [best, found] = [ahead + 2 * aside, id];
    }
    return found;
  }

  /** @param {string} id */
  focus(id) {
    /** @type {SVGGElement | null} */ (this.models.querySelector(`#u-${CSS.escape(id)}`))?.focus();
  }
}
