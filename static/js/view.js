/**
 * What the server last showed this viewer. A step brings a JSON merge patch (RFC 7396); merging is
 * all that happens here: no rule, no reducer. Live play, reconnects and replays use the same function.
 */

/** @typedef {{[key: string]: unknown}} Plain */

/** @param {unknown} value @returns {value is Plain} */
function isPlain(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The value with a patch merged in. Nothing is changed in place; parts that the patch does not touch
 * are the same objects as before, so that "has it changed" is one comparison.
 * @param {unknown} value @param {unknown} patch @returns {unknown}
 */
export function merge(value, patch) {
  if (!isPlain(patch)) return patch;
  const keys = Object.keys(patch);
  if (isPlain(value) && !keys.length) return value;
  /** @type {Plain} */
  const merged = isPlain(value) ? { ...value } : {};
  for (const key of keys) {
    if (patch[key] === null) delete merged[key];
    else merged[key] = merge(merged[key], patch[key]);
  }
  return merged;
}

/**
 * Whether a step continues what this client has: `next`, `old` (seen already) or `gap` (something is
 * missing and the client must say hello again).
 * @param {number} have @param {{after: number, seq: number}} step @returns {"next" | "old" | "gap"}
 */
export function place(have, step) {
  if (step.seq <= have) return "old";
  return step.after === have ? "next" : "gap";
}
