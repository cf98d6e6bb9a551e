/** What pointers and keys on the table mean in every game. A game's own hand says what they do to its units. */
import { PX } from "#js/board/space.js";

/** @typedef {import("#js/match.js").Match} Match */
/** @typedef {import("#js/board/board.js").Board} Board */
/** @typedef {import("#js/keys.js").Command} Command */
/** @typedef {[number, number]} Point */
/** @typedef {{kind: string, version: number, judged: number, preview: {refusal?: unknown} | null}} Drawn */
/**
 * @typedef {object} Player what a game's `play` does for its hand
 * @property {() => string} next choose the next unit that can act; its id, or nothing
 * @property {() => boolean} back take the last part of what is planned back
 * @property {{value: Drawn | null}} plan what is being drawn
 * @property {() => Promise<unknown>} judge have that judged as it is now
 * @property {() => unknown} nearest what was refused goes to the nearest place that the server finds
 * @property {() => void} cancel
 */
/**
 * @typedef {object} Tools of the table
 * @property {(line: [Point, Point] | null) => void} measure
 * @property {(model: string, at: Point) => boolean} tap takes a tap that is not the game's
 * @property {() => void} around look at the table from its other edge
 */

const STEP = 1270; // half an inch
const FINE = 254;
const ABOVE_FINGER = 40;
const PAN = 60;

/** @template {Player} P @template {Tools} [T=Tools] */
export class Hand {
  /** @param {P & {match: Match}} play @param {T} tools */
  constructor(play, tools) {
    this.play = play;
    /** @type {Match} */
    this.match = play.match;
    this.tools = tools;
    /** @type {Board} */
    this.board = /** @type {any} */ (null);
    /** Whether a unit that is being set up is on its way to where the mouse is. */
    this.hovering = false;
  }

  /** Whether something is held. */
  get holds() {
    return this.board.el.classList.contains("dragging");
  }

  take() {
    this.board.el.classList.add("dragging");
  }

  letGo() {
    this.board.el.classList.remove("dragging");
    this.board.loupe.hide();
  }

  /**
   * Where a drag holds what it carries: above a finger, which would hide it. What is drawn by its side, or along
   * its way, goes as far as the finger does; the loupe shows it.
   * @param {Point} at @param {PointerEvent} event @param {boolean} carried @returns {Point}
   */
  held(at, event, carried) {
    if (event.pointerType !== "touch") return at;
    const { view, loupe } = this.board;
    const to = /** @type {Point} */ ([at[0], at[1] - (carried ? ABOVE_FINGER / view.k : 0)]);
    if (view.k < 1) loupe.show(to, event.clientX / innerWidth);
    return to;
  }

  /** A tap that is the same in every game; whether it was. @param {string} unit @param {string} model @param {Point} at @param {PointerEvent} event */
  taps(unit, model, at, event) {
    if (this.tools.tap(model, at) || (this.match.replaying.value && !unit)) return true;
    if (!event.shiftKey || unit) return false;
    this.match.point(...this.board.space.table(at));
    return true;
  }

  /** @param {Point} from @param {Point | null} to */
  measure(from, to) {
    this.tools.measure(to ? [from, to] : null);
  }

  /** Have a move that was drawn judged; a refused one goes as far as it may. Whether it is as it was drawn. */
  async settle() {
    const { play } = this;
    const drawn = play.plan.value;
    if (drawn && !(drawn.preview && drawn.judged === drawn.version)) await play.judge();
    const plan = play.plan.value;
    if (!plan?.preview?.refusal || plan.kind !== "move") return true;
    await play.nearest();
    return false;
  }

  /** A unit that is being set up follows the mouse, a step at a time. @param {Point} at */
  hover(at) {
    const step = this.hovering ? null : this.follows(at);
    if (!step) return;
    this.hovering = true;
    void step.finally(() => {
      this.hovering = false;
    });
  }

  /** Have what is being set up follow to a place; null where nothing is. @param {Point} _at @returns {Promise<unknown> | null} */
  follows(_at) {
    return null;
  }

  /** The keys of every game. @param {Command} command @returns {boolean} whether it was ours */
  key(command) {
    const { play, board } = this;
    switch (command.name) {
      case "cancel":
        if (this.holds) board.input.cancel();
        else play.cancel();
        return true;
      case "undo":
        void this.match.takeBack();
        return true;
      case "back":
        return play.back();
      case "next":
        this.goTo(play.next());
        return true;
      case "arrow":
        return this.arrow(command.x, command.y, command.fine ? FINE : STEP);
      case "around":
        this.tools.around();
        return true;
      case "fit":
        board.view.fit();
        return true;
      case "in":
      case "out":
        board.view.zoom(command.name === "in" ? 1.25 : 0.8);
        return true;
      default:
        return false;
    }
  }

  /** @param {string} unit */
  goTo(unit) {
    if (unit) requestAnimationFrame(() => this.board.focus(unit));
  }

  /** Arrows carry what is planned, else go from unit to unit, else pan. @param {number} x @param {number} y as the screen shows them @param {number} length */
  arrow(x, y, length) {
    const { board } = this;
    if (this.carries(board.space.shift(x * length * PX, y * length * PX), x)) return true;
    const focused = document.activeElement?.closest("[data-u]")?.getAttribute("data-u") ?? "";
    if (focused) board.focus(board.neighbour(focused, [x, y]));
    else board.view.pan(-x * PAN, -y * PAN);
    return true;
  }

  /** A step of the arrows that goes to the plan; whether there is one that it goes to. @param {Point} _step on the table @param {number} _x to the right or left */
  carries(_step, _x) {
    return false;
  }
}
