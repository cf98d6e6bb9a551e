/** Decoration that is the same for everybody: random numbers that follow from a piece's id. */

/** A stream of numbers in [0, 1) that depends on the text alone. @param {string} text */
export function seeded(text) {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ /** @type {number} */ (letter.codePointAt(0)), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
