/** Which phases the log passes over: those in which nothing was told before the next phase or turn began. Pure. */

/** @typedef {import("#js/types.js").Told} Told */

/** @param {readonly {readonly told?: readonly Told[]}[]} entries @returns {Set<Told["event"]>} */
export function quietPhases(entries) {
  /** @type {Set<Told["event"]>} */
  const quiet = new Set();
  /** @type {Told["event"] | null} */
  let begun = null;
  for (const { line, event } of entries.flatMap(({ told }) => told ?? [])) {
    const phase = event.type === "phase_began";
    if (begun && (phase || event.type === "turn_began")) quiet.add(begun);
    if (phase) begun = event;
    else if (line || event.type === "rolled") begun = null;
  }
  return quiet;
}
