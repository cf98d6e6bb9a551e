/** Placing a model by agreement: choose the model, then its place; what comes of it is an offer. */
import { signal } from "#vendor/signals-core/signals-core.js";

/** @typedef {import("#js/match.js").Match} Match */
/** @typedef {[number, number]} Point */

export class Adjusting {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    /** What is being done and with which model, which is empty until it is chosen. */
    this.tool = signal(/** @type {{type: "place_model" | "return_model", model: string} | null} */ (null));
  }

  /** @param {"place_model" | "return_model"} type @param {string} [model] */
  start(type, model = "") {
    this.tool.value = { type, model };
    this.tell(model ? "ui.adjust.spot" : "ui.adjust.model");
  }

  /** @param {string} key */
  tell(key) {
    this.match.notice.value = { tone: "info", text: this.match.words.t(key), rules: [], shapes: [] };
  }

  /**
   * A tap on the table, which is this tool's while it is in hand.
   * @param {string} model under the tap, or empty @param {Point} at on the table @returns {boolean} whether it was ours
   */
  tap(model, at) {
    const tool = this.tool.value;
    if (!tool) return false;
    if (!tool.model) {
      if (model) this.start(tool.type, model);
      return true;
    }
    this.tool.value = null;
    const pose = /** @type {[number, number, number]} */ ([...at, 0]);
    void this.match.appeal({
      type: "propose",
      proposal: { type: "adjust", change: { type: tool.type, model: tool.model, pose } },
    });
    return true;
  }

  /** Models that stood on the table and do no longer, by unit. @returns {{[unit: string]: string[]}} */
  fallen() {
    const { fixed, models = {}, units = {} } = this.match.view.value;
    /** @type {{[unit: string]: string[]}} */
    const gone = {};
    for (const [id, { unit }] of Object.entries(fixed.models)) {
      if (!models[id] && (units[unit]?.models || this.match.view.value.clock.turn)) (gone[unit] ??= []).push(id);
    }
    return gone;
  }
}
