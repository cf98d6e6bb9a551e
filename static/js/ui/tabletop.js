/**
 * What every game's table does with eyes and pointers, whatever is played: measuring, pointing, the last
 * move, a refusal's shapes, adjusting by agreement. A game's own `Game` builds on it.
 */
import { signal } from "#vendor/signals-core/signals-core.js";
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

const REMEMBERED_MS = 4000;
/** How far over the end of a measured line its tag stands, in pixels: a finger would hide it. */
const ABOVE = 40;

export class Tabletop {
  /** @param {Match} match */
  constructor(match) {
    this.words = match.words;
    this.measured = signal(/** @type {[Point, Point] | null} */ (null));
    /** Whether the next tap points at a place. */
    this.pointing = signal(false);
    /** The move whose line in the log is looked at, and the last one. */
    this.looked = signal(/** @type {readonly Way[]} */ ([]));
    this.lastMove = signal(/** @type {readonly Way[]} */ ([]));
    this.adjusting = new Adjusting(match);
    /** @type {Board} */
    this.board = /** @type {any} */ (null);
    /** @type {import("#js/board/terrain.js").Piece[]} */
    this.pieces = [];
    this.shown = match;
  }

  /** @param {Board} board @param {(unit: string) => boolean} isOwn */
  take(board, isOwn) {
    this.board = board;
    board.isOwn = isOwn;
    this.pieces = pieces(this.shown.view.value, board.space, (key) => this.words.line({ key }));
  }

  /** A tap that is no answer to a question: one that points, or adjusts. @param {string} model @param {Point} at */
  tapped(model, at) {
    if (!this.pointing.value) return this.adjusting.tap(model, this.board.space.table(at));
    this.pointing.value = false;
    this.shown.point(...this.board.space.table(at));
    return true;
  }

  /** Show for a while where units went. @param {readonly Way[]} ways */
  recall(ways) {
    if (!ways.length) return;
    this.lastMove.value = ways;
    setTimeout(() => {
      if (this.lastMove.value === ways) this.lastMove.value = [];
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

  /** Above the units: last moves, refusals, the game's plan, measuring, tags, pointing. @param {unknown} plan @param {readonly Tag[]} tags */
  overlays(plan, tags) {
    const { shown, board } = this;
    return svg`${[...this.lastMove.value, ...this.looked.value].map(({ from, to }) => trail([from, to], "last"))}
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
