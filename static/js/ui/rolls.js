/** The dice that were thrown last. Pure. */

/** @typedef {import("#js/types.js").Entry} Entry */
/** @typedef {Extract<import("#js/types.js").Told["event"], {type: "rolled"}>} Roll */
/** @typedef {{roll: Roll, line: import("#js/types.js").Line | null | undefined}} Thrown a roll with its sentence */

/** All rolls of the newest ruling that told any and was not taken back, in their order. @param {readonly Entry[]} entries @returns {Thrown[]} */
export function newestRolls(entries) {
  for (const { covered, told = [] } of [...entries].reverse()) {
    const rolls = covered ? [] : told.flatMap(({ event, line }) => (event.type === "rolled" ? [{ roll: event, line }] : []));
    if (rolls.length) return rolls;
  }
  return [];
}

/** Dice that came to what was needed. @param {Roll} roll */
export const successes = ({ faces, need = 0 }) => faces.filter((face) => need && face >= need).length;
