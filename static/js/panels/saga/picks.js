/** Models that a question lets the player choose: casualties, and those who fall for their warlord. */
import { signal } from "#vendor/signals-core/signals-core.js";

/** @typedef {import("#js/types.js").SagaMatch} Match */
/** @typedef {import("#js/types.js").SagaQuestion} Question */
/** @typedef {{models: Set<string>, chosen: Set<string>, count: number}} Picking */

/** @type {Picking} */
const NOTHING = { models: new Set(), chosen: new Set(), count: 0 };

/**
 * What may be chosen, with the proposed models chosen.
 * @param {Question | undefined} question @param {import("#js/types.js").SagaView} view @returns {Picking}
 */
export function picking(question, view) {
  if (question?.type === "choose_losses") {
    const of = (/** @type {string} */ model) => view.fixed.models[model]?.unit ?? "";
    const models = Object.keys(view.models ?? {}).filter((id) => question.units.includes(of(id)));
    return { models: new Set(models), chosen: new Set(question.proposed), count: question.count };
  }
  if (question?.type === "absorb_hits") {
    return { models: new Set(question.candidates), chosen: new Set(question.proposed), count: question.needed };
  }
  return NOTHING;
}

export class SagaPicks {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    this.picks = signal(NOTHING);
    /** @type {Question | undefined} */
    this.question = undefined;
  }

  /** @param {Question | undefined} question */
  begin(question) {
    this.question = question;
    this.picks.value = picking(question, this.match.view.value);
  }

  /** Choose a model or leave it; of too many the one chosen first is left. @param {string} model */
  pick(model) {
    const picks = this.picks.value;
    if (!picks.models.has(model)) return;
    const chosen = new Set(picks.chosen);
    if (!chosen.delete(model)) {
      chosen.add(model);
      const [first] = chosen;
      if (chosen.size > picks.count && first) chosen.delete(first);
    }
    this.picks.value = { ...picks, chosen };
    if (this.question?.type === "choose_losses" && chosen.size === picks.count) void this.judge();
  }

  /** Ask whether the rest would keep its formation. */
  async judge() {
    const { chosen } = this.picks.value;
    const preview = await this.match.draft({ type: "plan_removal", models: [...chosen] });
    if (preview?.refusal && this.picks.value.chosen === chosen) this.match.refuse(preview.refusal);
    else if (preview) this.match.notice.value = null;
  }

  async confirm() {
    const models = [...this.picks.value.chosen];
    if (this.question?.type === "choose_losses") await this.match.act({ type: "remove", models });
    if (this.question?.type === "absorb_hits") await this.match.act({ type: "absorb", models });
  }
}
