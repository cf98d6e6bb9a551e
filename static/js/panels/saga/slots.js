/** Which die is drawn in which slot of a box. Pure; whether a die may lie there is the server's to say. */

/** @typedef {import("#js/types.js").DieShown} DieShown */
/** @typedef {{id: string, die: DieShown}} Placed */
/** @typedef {{filled: (Placed | null)[], extra: Placed[]}} Slots */

/** Whether a slot's picture shows a symbol: for highlighting only, the server decides. @param {string} slot @param {string} symbol */
export const shows = (slot, symbol) => slot === "any" || slot.split("|").includes(symbol);

/**
 * Dice of a box laid into its slots; narrow slots take their die first, the rest stand beside them.
 * @param {readonly string[]} cost @param {readonly Placed[]} dice @returns {Slots}
 */
export function slotted(cost, dice) {
  const left = [...dice];
  /** @type {(Placed | null)[]} */
  const filled = cost.map(() => null);
  const narrowFirst = cost
    .map((slot, i) => ({ slot, i }))
    .sort((a, b) => a.slot.length - b.slot.length || (a.slot === "any" ? 1 : -1));
  for (const { slot, i } of narrowFirst) {
    const at = left.findIndex(({ die }) => shows(slot, die.symbol));
    if (at >= 0) filled[i] = left.splice(at, 1)[0] ?? null;
  }
  return { filled, extra: left };
}
