/** What is told: the lines of the log with what belongs to them, and what is seen on the table as it is told. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { landing, outcomes, shots } from "#js/panels/ninth_age/happened.js";
import { NOTHING } from "#js/ui/tabletop.js";

/** @typedef {import("#js/panels/ninth_age/game.js").Game} Game */
/** @typedef {import("#js/board/tray.js").Tray} Tray */
/** @typedef {import("#js/board/tokens.js").Base} Base */
/** @typedef {import("#js/types.js").Told} Told */
/** @typedef {Extract<Told["event"], {type: "moved"}>} Moved */
/** @typedef {[number, number]} Point */

const DIVIDERS = new Set(["turn_began", "ended"]);

export class NinthTelling {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.words = game.words;
    /** Where everybody stood when the table was last drawn. */
    this.stood = { bases: /** @type {{[unit: string]: Base[]}} */ ({}), trays: /** @type {{[unit: string]: Tray}} */ ({}) };
    /** What is to be seen of what was told since. */
    this.mark = NOTHING;
  }

  /** @returns {import("#js/ui/log.js").LogGame} */
  get log() {
    return {
      hides: (event) => this.game.quiet.value.has(event),
      moves: (event) => event.type === "moved" || event.type === "template_landed",
      show: (event) => {
        const ways = event?.type === "moved" ? [this.wayOf(event)] : [];
        this.game.looked.value = { ...NOTHING, ways, shapes: event?.type === "template_landed" ? landing(event) : [] };
      },
      divides: (event) => DIVIDERS.has(event.type),
      extra: (event) => this.struck(event),
      cubes: (roll) => this.game.cubes(roll),
    };
  }

  /** Whom a template touched. @param {Told["event"]} event */
  struck(event) {
    const units = event.type === "template_landed" ? Object.entries(event.struck ?? {}) : [];
    return units.length ? html`<small>${units.map(([unit, n]) => `${this.words.name(unit)} × ${n}`).join(", ")}</small>` : nothing;
  }

  /** @param {readonly Told[]} told */
  before(told) {
    const { bases, trays } = this.stood;
    const gone = new Set(told.flatMap(({ event }) => (event.type === "lost" ? event.models : [])));
    this.mark = {
      ...NOTHING,
      shapes: told.flatMap(({ event }) => (event.type === "template_landed" ? landing(event) : [])),
      shots: shots(told, trays),
      fallen: Object.values(bases).flat().filter(({ id }) => gone.has(id)),
      tags: outcomes(told, trays, this.words, this.game.board.zoom.peek()),
    };
  }

  /** Centres of a moving block on its way, with its facing. @param {Moved} event @returns {[number, number, number][]} */
  stops(event) {
    const { space } = this.game.board;
    const [first] = event.traces;
    return (first?.poses ?? []).map((pose, i) => {
      const all = event.traces.map(({ poses }) => space.px(poses.at(i) ?? pose));
      const mean = (/** @type {0 | 1} */ axis) => all.reduce((sum, p) => sum + p[axis], 0) / all.length;
      return [mean(0), mean(1), space.degrees(pose[2] ?? 0)];
    });
  }

  /** @param {Moved} event @returns {{from: Point, to: Point}} */
  wayOf(event) {
    const stops = this.stops(event);
    const [from, to] = [stops[0], stops.at(-1)];
    return { from: [from?.[0] ?? 0, from?.[1] ?? 0], to: [to?.[0] ?? 0, to?.[1] ?? 0] };
  }

  /** Walk the movers; call after the new view is drawn. @param {readonly Told[]} told */
  after(told) {
    const moves = told.flatMap(({ event }) => (event.type === "moved" ? [event] : []));
    /** @type {{[unit: string]: [number, number, number][]}} */
    const ways = {};
    for (const event of moves) (ways[event.unit] ??= []).push(...this.stops(event));
    this.game.board.animator.walk(Object.entries(ways).flatMap(([tray, way]) => (this.game.trays.value[tray] ? [{ tray, way: this.settled(tray, way) }] : [])));
    this.game.recall({ ...this.mark, ways: moves.map((event) => this.wayOf(event)) });
  }

  /** A way that ends exactly where the tray is drawn: the middle of its models is not that of its block. @param {string} unit @param {[number, number, number][]} way @returns {[number, number, number][]} */
  settled(unit, way) {
    const tray = this.game.trays.value[unit];
    const last = way.at(-1);
    if (!tray || !last) return way;
    return [...way.slice(0, -1).map((stop) => /** @type {[number, number, number]} */ (shifted(stop, last, tray))), [tray.x, tray.y, tray.turn]];
  }
}

/** A stop moved as its end is: the offset turns with the block. @param {readonly [number, number, number]} stop @param {readonly [number, number, number]} end @param {Tray} tray */
function shifted([x, y, turn], [ex, ey, eturn], tray) {
  const angle = ((turn - eturn) * Math.PI) / 180;
  const [dx, dy] = [tray.x - ex, tray.y - ey];
  return [x + dx * Math.cos(angle) - dy * Math.sin(angle), y + dx * Math.sin(angle) + dy * Math.cos(angle), turn];
}

