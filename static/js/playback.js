/**
 * Looking back: the same welcome and steps as in live play, fetched over HTTP and folded by the same merge.
 * A whole view is kept every fifty steps, so that a scrub back is short.
 */
import { batch, signal } from "#vendor/signals-core/signals-core.js";
import { audit } from "#js/audit.js";
import { covered } from "#js/match.js";
import { merge } from "#js/view.js";

/** @typedef {import("#js/match.js").Match} Match */
/** @typedef {import("#js/types.js").Entry} Entry */
/** @typedef {import("#js/types.js").View} View */
/** @typedef {import("#js/types.js").Film} Film */
/** @typedef {import("#js/types.js").StepMessage} StepMessage */
/** @typedef {{index: number, side: string, turn: number}} Mark where a player turn begins */
/** @typedef {Pick<Entry, "told">} Turnful a step or an entry of the log */

/** How long a step of a film stands, and how much longer for each sentence that it tells. */
const STEP_MS = 700;
const SENTENCE_MS = 350;
const MOST_SENTENCES = 7;

/** How long a step that was shown is looked at, in ms. @param {Turnful | undefined} step */
export const pause = (step) =>
  STEP_MS + SENTENCE_MS * Math.min(MOST_SENTENCES, (step?.told ?? []).filter(({ line }) => line).length);

/**
 * Where player turns begin, in steps. @param {readonly Turnful[]} steps @returns {Mark[]}
 */
export function turns(steps) {
  return steps.flatMap((step, i) =>
    (step.told ?? []).flatMap(({ event }) =>
      event.type === "turn_began" ? [{ index: i + 1, side: event.side, turn: event.turn }] : [],
    ),
  );
}

/** Steps of the log worth a dot: where dice fell or models were lost. @param {readonly Turnful[]} steps */
export function highlights(steps) {
  return steps.flatMap((step, i) => ((step.told ?? []).some(({ event }) => event.type === "lost") ? [i + 1] : []));
}

export class Playback {
  /** @param {Match} match @param {{film: string}} urls */
  constructor(match, urls) {
    this.match = match;
    this.urls = urls;
    this.index = signal(0);
    this.loaded = signal(false);
    /** Whether the film goes to the end of the match: then nothing is live. */
    this.isWhole = false;
    this.playing = signal(false);
    /** @type {StepMessage[]} */
    this.steps = [];
    /** @type {Film | null} */
    this.film = null;
    /** @type {Map<number, View>} */
    this.keyframes = new Map();
    this.timer = 0;
  }

  get length() {
    return this.steps.length;
  }

  /** Fetch what happened so far and show it at a fact. @param {number} seq 0 is where the first turn begins */
  async open(seq) {
    if (!(await this.load())) return;
    this.match.replaying.value = true;
    const at = this.steps.findIndex((step) => step.seq >= seq);
    this.show(seq ? (at < 0 ? this.length : at + 1) : (turns(this.steps)[0]?.index ?? 0));
  }

  async load() {
    const film = /** @type {Film | null} */ (await this.fetch(this.urls.film));
    if (!film) return false;
    const { fixed } = film.opening.view;
    this.film = film;
    this.steps = [...(film.steps ?? [])];
    this.keyframes = new Map([[0, film.opening.view]]);
    for (const whole of film.wholes ?? []) {
      this.keyframes.set(
        this.steps.findIndex((step) => step.seq === whole.seq) + 1,
        /** @type {View} */ ({ .../** @type {object} */ (whole.view), fixed }),
      );
    }
    this.isWhole = Boolean(this.viewAt(this.length).result);
    this.loaded.value = true;
    return true;
  }

  /** @param {string} url @returns {Promise<unknown>} null when it could not be had; the player is told */
  async fetch(url) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return answer.json();
    this.match.notice.value = { tone: "bad", text: this.match.words.t("ui.replay.failed"), rules: [], shapes: [] };
    return null;
  }

  /** The view after `index` steps. @param {number} index @returns {View} */
  viewAt(index) {
    let from = index;
    while (!this.keyframes.has(from)) from--;
    let view = /** @type {View} */ (this.keyframes.get(from));
    for (let i = from; i < index; i++) {
      view = /** @type {View} */ (merge(view, this.steps[i]?.patch ?? {}));
    }
    return view;
  }

  /** Show the table after so many steps; a single step forward is played with its animation. @param {number} index */
  show(index) {
    const { match, film } = this;
    if (!film) return;
    const to = Math.max(0, Math.min(this.length, index));
    const was = this.index.value;
    this.index.value = to;
    const step = this.steps[was];
    if (to === was + 1 && step && match.entries.value.length) {
      match.step(step);
      return;
    }
    /** @type {readonly Entry[]} */
    let entries = [];
    for (const { after, seq, time, by, told } of this.steps.slice(0, to)) {
      const entry = /** @type {Entry} */ ({ after, seq, time, by: by ?? "", told: told ?? [] });
      entries = [...covered(entries, entry), entry];
    }
    batch(() => {
      match.dice.value = film.dice;
      match.digest.value = this.steps[to - 1]?.digest ?? "";
      match.view.value = this.viewAt(to);
      match.seq.value = to ? (this.steps[to - 1]?.seq ?? 0) : film.opening.seq;
      match.entries.value = [film.told, ...entries];
      match.change.value = { type: "jump" };
    });
  }

  /** @param {number} by */
  async move(by) {
    this.pause();
    if (!this.match.replaying.value) await this.open(this.match.seq.value);
    this.show(this.index.value + by);
  }

  /** To where the next or the last turn, phase or roll begins. @param {"turn" | "phase" | "roll"} what @param {1 | -1} way */
  jump(what, way) {
    const kinds = { turn: "turn_began", phase: "phase_began", roll: "rolled" };
    this.pause();
    for (let i = this.index.value + way; i > 0 && i <= this.length; i += way) {
      if ((this.steps[i - 1]?.told ?? []).some(({ event }) => event.type === kinds[what])) {
        this.show(i);
        return;
      }
    }
    this.show(way > 0 ? this.length : 0);
  }

  async toggle() {
    if (this.playing.value) {
      this.pause();
      return;
    }
    if (!this.match.replaying.value) await this.open(0);
    if (this.index.value >= this.length) this.show(0);
    this.playing.value = true;
    this.tick();
  }

  tick() {
    this.timer = window.setTimeout(() => {
      if (!this.playing.value) return;
      this.show(this.index.value + 1);
      if (this.index.value < this.length) this.tick();
      else this.caughtUp();
    }, pause(this.steps[this.index.value - 1]));
  }

  /** The film has been played to its end: at a table that is where play stands now. */
  caughtUp() {
    if (this.match.connection) this.live();
    else this.pause();
  }

  pause() {
    clearTimeout(this.timer);
    this.playing.value = false;
  }

  /** Back to the present, by a fresh welcome. */
  live() {
    this.pause();
    this.match.replaying.value = false;
    const { connection } = this.match;
    if (!connection) return;
    connection.have = 0;
    connection.hello();
  }

  /** Do every roll of the film again from the revealed secret, and say what came of it. */
  async auditDice() {
    const rolls = this.steps.flatMap((step) =>
      (step.told ?? []).flatMap(({ event }) => (event.type === "rolled" ? [event] : [])),
    );
    const found = await audit(this.match.dice.value ?? { commitment: "" }, rolls);
    const { words, notice } = this.match;
    if (!found) notice.value = { tone: "info", text: words.t("ui.audit.kept"), rules: [], shapes: [] };
    else if (found.bound && !found.wrong.length)
      notice.value = { tone: "info", text: words.t("ui.audit.good", { n: found.dice }), rules: [], shapes: [] };
    else
      notice.value = { tone: "bad", text: words.t("ui.audit.bad", { n: found.wrong.length }), rules: [], shapes: [] };
  }
}
