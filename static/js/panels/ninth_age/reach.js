/** How far a unit goes, in 1/100 mm: flying, or on foot where a flyer walks. Pure. */

/** @typedef {import("#js/types.js").MoveOption} MoveOption */
/** @typedef {import("#js/types.js").NinthMatch["view"]["value"]} View */

const INCH = 2540;

/**
 * Forward, and back or aside. What an option says is said of who flies, if he does; who walks keeps its shares.
 * @param {{march: boolean, foot: boolean}} plan @param {MoveOption | undefined} option @param {number} walk Movement on foot, in inches
 */
export function reachOf({ march, foot }, option, walk) {
  const { advance = 0, half = 0, march: rush = 0 } = option ?? {};
  const share = foot && advance ? (walk * INCH) / advance : 1;
  return { most: (march && rush ? rush : advance) * share, half: half * share };
}

/** The Movement of a unit on foot in inches: the lowest of those in it. @param {View} view @param {string} unit */
export function walkOf({ fixed, joined = {} }, unit) {
  const parts = [unit, ...Object.keys(joined).filter((guest) => joined[guest] === unit)];
  return Math.min(...parts.map((part) => fixed.stats?.[part]?.movement ?? 0));
}
