/** Command models in the first rank of a unit, and wounds that are counted. Pure. */

/** @typedef {import("#js/types.js").NinthMatch["view"]["value"]} View */

/** Their pictures. */
const PICTURES = /** @type {const} */ ({ champion: "star", standard: "flag", musician: "horn" });

/**
 * Pictures by the file from the left: where the server says the models stand, in the middle still of a rank that
 * is planned wider or narrower, and of a unit that is not on the table yet.
 * @param {View} view @param {string} unit @param {number} files @returns {{[file: number]: string}}
 */
export function commandOf({ fixed, trays = {} }, unit, files) {
  const tray = trays[unit];
  const stats = fixed.stats?.[unit];
  const names = /** @type {(keyof typeof PICTURES)[]} */ (Object.keys(PICTURES)).filter((name) => stats?.[name]);
  const first = Math.floor((files - names.length) / 2);
  const places = tray ? (tray.command ?? {}) : Object.fromEntries(names.map((name, i) => [name, first + i]));
  const shift = tray ? Math.floor((files - tray.files) / 2) : 0;
  const shown = names.map((name) => /** @type {const} */ ([(places[name] ?? -files) + shift, PICTURES[name]]));
  return Object.fromEntries(shown.filter(([file]) => file >= 0 && file < files));
}

/** Wounds that a unit has suffered, those of its champion among them. @param {Record<string, number> | undefined} counters */
export const woundsOf = (counters) => (counters?.["wounds"] ?? 0) + (counters?.["champion"] ?? 0);
