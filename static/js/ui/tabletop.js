/**
 * What every game's table does with eyes and pointers, whatever is played: measuring, pointing, the last
 * move, a refusal's shapes, adjusting by agreement. A game's own `Game` builds on it.
 */
import { computed, effect, signal } from "#vendor/signals-core/signals-core.js";
import { nothing, svg } from "#vendor/lit-html/lit-html.js";
import { shapeLayer, tag, trail } from "#js/board/overlays.js";
import { pieces } from "#js/board/scene.js";
import { PX } from "#js/board/space.js";
import { Adjusting } from "#js/ui/adjusting.js";

/** @typedef {import("#js/match.js").Match} Match */
/** @typedef {import("#js/board/board.js").Board} Board */
/** @typedef {import("#js/board/tags.js").Tag} Tag */
/** @typedef {[number, number]} Point */
/** @typedef {{from: Point, to: Point}} Way */
/**
 * @typedef {object} Mark what a fact left to be seen
 * @property {readonly Way[]} ways of those who moved
 * @property {readonly import("#js/types.js").Shape[]} shapes
 * @property {readonly Point[][]} shots lines from who shot to whom, drawn
 * @property {readonly import("#js/board/tokens.js").Base[]} fallen
 * @property {readonly Tag[]} tags
 */

/** @type {Mark} */
export const NOTHING = { ways: [], shapes: [], shots: [], fallen: [], tags: [] };

const REMEMBERED_MS = 4000;
/** How far over the end of a measured line its tag stands, in pixels: a finger would hide it. */
const ABOVE = 40;
/** Ground lies at an edge where its middle is off that of the table by more than this share of it. */
const OFF = 0.05;

export class Tabletop {
  /** @param {Match} match */
  constructor(match) {
    this.words = match.words;
    this.measured = signal(/** @type {[Point, Point] | null} */ (null));
    /** Whether the next tap points at a place. */
    this.pointing = signal(false);
    /** What is told in the line of the log that is looked at, and what was told last. */
    this.looked = signal(NOTHING);
    this.recent = signal(NOTHING);
    /** Whether the user looks at the table from the other edge than he would. */
    this.around = signal(false);
    this.adjusting = new Adjusting(match);
    /** @type {Board} */
    this.board = /** @type {any} */ (null);
    this.shown = match;
    this.scenery = computed(() => pieces(this.shown.view.value, this.board.space, (key) => this.words.line({ key })));
  }

  /** What a hand needs of the table. @returns {import("#js/ui/hand.js").Tools} */
  get tools() {
    return {
      measure: (line) => {
        this.measured.value = line;
      },
      tap: (model, at) => this.tapped(model, at),
      around: () => this.turnAround(),
    };
  }

  /** Look at the table from its other edge. */
  turnAround() {
    this.around.value = !this.around.value;
  }

  get pieces() {
    return this.scenery.value;
  }

  /** @param {Board} board @param {(unit: string) => boolean} isOwn */
  take(board, isOwn) {
    this.board = board;
    board.isOwn = isOwn;
    effect(() => {
      if (this.shown.change.value.type === "jump") this.recent.value = NOTHING;
    });
    effect(() => {
      const { sides } = this.shown.you.value;
      const far = sides.length === 1 && this.isFar(sides[0] ?? "");
      board.turn(far !== this.around.value);
      // Drawn places that were true from the other edge.
      this.measured.value = null;
      this.looked.value = this.recent.value = NOTHING;
    });
  }

  /** Corners of the ground on which a side sets up, as far as it is known; a game says where that is. @param {string} _side @returns {readonly Readonly<Point>[]} */
  ground(_side) {
    return [];
  }

  /** Whether a side's edge is the far one, as the table is measured; of the short edges the right one. @param {string} side */
  isFar(side) {
    const ground = this.ground(side);
    const { width, height } = this.shown.view.value.fixed;
    const off = (/** @type {0 | 1} */ axis, /** @type {number} */ size) =>
      ground.reduce((sum, place) => sum + place[axis] / size - 0.5, 0) / (ground.length || 1);
    const up = off(1, height);
    return (Math.abs(up) > OFF ? up : off(0, width)) > OFF;
  }

  /** Whether a side's edge is the upper one on the screen. @param {string} side */
  isUpper(side) {
    return this.isFar(side) !== this.board.space.turned.value;
  }

  /** A tap that is no answer to a question: one that points, or adjusts. @param {string} model @param {Point} at */
  tapped(model, at) {
    if (!this.pointing.value) return this.adjusting.tap(model, this.board.space.table(at));
    this.pointing.value = false;
    this.shown.point(...this.board.space.table(at));
    return true;
  }

  /** Show for a while what was told; in a film no longer than its step. @param {Mark} mark */
  recall(mark) {
    const seen = Object.values(mark).some((part) => part.length);
    if (seen || this.shown.replaying.peek()) this.recent.value = mark;
    if (!seen) return;
    setTimeout(() => {
      if (this.recent.value === mark) this.recent.value = NOTHING;
    }, REMEMBERED_MS);
  }

  /** The length of the measured line. @returns {Tag[]} */
  measuredTags() {
    const line = this.measured.value;
    if (!line) return [];
    const [from, to] = line;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) / PX;
    const at = /** @type {Point} */ ([to[0], to[1] - ABOVE / this.board.zoom.value]);
    return [{ at, text: this.words.inches(length), look: "meas", push: -1 }];
  }

  /** @param {Mark} mark */
  markLayer({ ways, shapes, shots, fallen }) {
    return svg`${ways.map(({ from, to }) => trail([from, to], "last"))}${shots.map((line) => trail(line, "shot"))}
      ${shapeLayer(shapes, this.board.space, (line) => this.words.line(line))}
      ${fallen.map(({ x, y, r }) => svg`<path class="fell" transform="translate(${x} ${y})" d="M${-r * 0.6} ${-r * 0.6}L${r * 0.6} ${r * 0.6}M${r * 0.6} ${-r * 0.6}L${-r * 0.6} ${r * 0.6}"/>`)}`;
  }

  /** Above the units: last moves, refusals, the game's plan, measuring, tags, pointing. @param {unknown} plan @param {readonly Tag[]} tags */
  overlays(plan, tags) {
    const { shown, board } = this;
    const marks = [this.recent.value, this.looked.value];
    return svg`${marks.map((mark) => this.markLayer(mark))}
      ${shapeLayer(shown.notice.value?.shapes ?? [], board.space, (line) => this.words.line(line))}
      ${plan}
      ${this.measured.value ? trail(this.measured.value, "model") : nothing}
      ${tags.map(({ at, text, look }) => tag(at, text, look))}
      ${shown.pointed.value.map(({ x, y }) => {
        const [px, py] = board.space.px([x, y]);
        return svg`<circle class="ping" cx=${px} cy=${py} r="10"/>`;
      })}`;
  }
}
