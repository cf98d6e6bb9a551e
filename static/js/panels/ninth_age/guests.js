/** Characters in the ranks of a planned unit: where they would stand. Pure. */
import { inside, pointOf } from "#js/panels/ninth_age/block.js";
import { isJudged } from "#js/panels/ninth_age/plan.js";

/** @typedef {import("#js/panels/ninth_age/block.js").Block} Block */
/** @typedef {import("#js/panels/ninth_age/plan.js").Plan} Plan */

/** @typedef {import("#js/types.js").NinthMatch["view"]["value"]} View */

/** Who stands in the ranks of a plan, with whoever joins them. @param {Plan} plan @param {View} view @returns {string[]} */
export function guestsOf(plan, { joined = {} }) {
  const guests = Object.keys(joined).filter((unit) => joined[unit] === ranksOf(plan));
  return plan.kind === "join" && !guests.includes(plan.unit) ? [...guests, plan.unit] : guests;
}

/** Whose ranks a plan is about: of who joins a unit, that unit's. @param {Plan} plan */
export const ranksOf = ({ kind, unit, target }) => (kind === "join" ? target : unit);

/**
 * Where a character stands when the ranks he is in stand elsewhere: where the server said, or until it answers
 * where he is carried to, if the ranks have as many files as they had.
 * @param {Plan} plan @param {Block} guest @param {string} model his @param {Block} from @param {Block} to @returns {Block | null}
 */
export function carried(plan, guest, model, from, to) {
  const said = isJudged(plan) ? plan.preview?.ghosts?.[model] : undefined;
  if (said) return { ...guest, at: [said[0], said[1]], facing: said[2] ?? 0 };
  if (from.files !== to.files || from.count !== to.count || from.gap !== to.gap) return null;
  const [right, ahead] = inside(from, [guest.at[0] - from.at[0], guest.at[1] - from.at[1]]);
  return { ...guest, at: pointOf(to, right, ahead), facing: to.facing };
}
