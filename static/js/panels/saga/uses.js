/** Using an ability: what it must name is asked for one thing after another, then it is sent. */
import { signal } from "#vendor/signals-core/signals-core.js";

/** @typedef {import("#js/panels/saga/play.js").SagaPlay} SagaPlay */
/** @typedef {import("#js/types.js").UseOption} UseOption */
/** @typedef {{option: UseOption, unit: string, targets: string[], choice: string, die: string, face: number}} Using */

/** What a use must still name. @param {Using} using @returns {"" | "unit" | "targets" | "choice" | "die" | "face"} */
export function missing(using) {
  const { option } = using;
  if (option.units?.length && !using.unit) return "unit";
  if (targetsOf(using).length && !using.targets.length) return "targets";
  if (option.choices?.length && !using.choice) return "choice";
  if (option.turns?.length && !using.die) return "die";
  if (option.turns?.length && !using.face) return "face";
  return "";
}

/** Whom a use may still be aimed at: where it matters which own unit it serves, those near that one.
 * @param {Using} using @returns {readonly string[]} */
export const targetsOf = (using) => using.option.near?.[using.unit] ?? using.option.targets ?? [];

/** The one member of a list, or nothing. @param {readonly string[] | undefined} list */
const only = (list) => (list?.length === 1 ? (list[0] ?? "") : "");

export class SagaUses {
  /** @param {SagaPlay} play */
  constructor(play) {
    this.play = play;
    this.current = signal(/** @type {Using | null} */ (null));
  }

  /** What may be used now: in orders it stands in the view, else in the question. @returns {readonly UseOption[]} */
  list() {
    const { match, side } = this.play;
    const question = this.play.question.value;
    if (!question) return [];
    if (question.type === "place_orders") return match.view.value.force?.[side.value]?.uses ?? [];
    return "uses" in question ? (question.uses ?? []) : [];
  }

  /** Begin to use an ability; what has one possible answer is answered. @param {UseOption} option */
  begin(option) {
    const target = only(option.targets);
    const targets = target ? [target] : [];
    /** @type {Using} */
    const using = { option, unit: only(option.units), targets, choice: only(option.choices), die: only(option.turns), face: 0 };
    this.play.plan.value = null;
    if (missing(using)) this.current.value = using;
    else void this.finish(using);
  }

  /** @param {Partial<Using>} part */
  answer(part) {
    const using = this.current.value;
    if (!using) return;
    const now = { ...using, ...part };
    const target = only(targetsOf(now));
    if (target && !now.targets.length) now.targets = [target];
    const many = (using.option.aim ?? 0) > 1 && part.targets;
    if (many || missing(now)) this.current.value = now;
    else void this.finish(now);
  }

  /** @param {string} unit tapped while an ability asks for units */
  tap(unit) {
    const using = this.current.value;
    if (!using || !this.play.candidates().has(unit)) return;
    if (missing(using) === "unit") this.answer({ unit });
    else this.toggle(unit);
  }

  /** @param {string} unit */
  toggle(unit) {
    const using = this.current.value;
    if (!using) return;
    const { targets, option } = using;
    const rest = targets.filter((id) => id !== unit);
    const most = Math.max(1, option.aim ?? 1);
    this.answer({ targets: rest.length < targets.length ? rest : [...targets, unit].slice(-most) });
  }

  /** @param {Using} using */
  async finish(using) {
    this.current.value = null;
    const { option, unit, targets, choice, die, face } = using;
    await this.play.match.act({ type: "use", ability: option.ability, unit, targets, choice, die, face });
  }
}
