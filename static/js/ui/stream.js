/** What the log shows, in order: told facts and remarks, with many rolls of one kind together. */

/** @typedef {import("#js/types.js").Entry} Entry */
/** @typedef {import("#js/types.js").Told} Told */
/** @typedef {import("#js/types.js").RemarkShown} RemarkShown */
/** @typedef {{key: string, time: number, seq: number, entry?: Entry, told?: Told, remark?: RemarkShown}} Item */

/** Told facts and remarks in the order of time. @param {readonly Entry[]} entries @param {readonly RemarkShown[]} remarks @param {(event: Told["event"]) => boolean} hides @returns {Item[]} */
export function stream(entries, remarks, hides) {
  /** @type {Item[]} */
  const items = [];
  for (const entry of entries) {
    (entry.told ?? []).forEach((told, i) => {
      if ((told.line || told.event.type === "rolled") && !hides(told.event))
        items.push({ key: `e${entry.seq}.${i}`, time: entry.time, seq: entry.seq, entry, told });
    });
  }
  for (const remark of remarks) items.push({ key: `r${remark.id}`, time: remark.time, seq: 0, remark });
  return items.sort((a, b) => a.time - b.time || a.seq - b.seq);
}

/** What sets up a unit, each time it is set up anew. */
const SETS_UP = new Set(["placed", "formed"]);

/** A unit that is set up again and again is told of once, where it came to stand. @param {readonly Item[]} items @returns {Item[]} */
export function settled(items) {
  const of = (/** @type {Item} */ { entry, told }) =>
    told && !entry?.covered && SETS_UP.has(told.event.type) && "unit" in told.event ? `${told.event.type} ${told.event.unit}` : "";
  const newest = new Map(items.map((item) => [of(item), item]));
  return items.filter((item) => !of(item) || newest.get(of(item)) === item);
}

/** So many rolls of one rule after each other are folded into one line. */
const FOLD = 5;

/** Runs of rolls under one rule, in one ruling: each is looked at together. @param {readonly Item[]} items @returns {Item[][]} */
export function runs(items) {
  /** @type {Item[][]} */
  const found = [];
  const of = (/** @type {Item | undefined} */ item) => (item?.told?.event.type === "rolled" ? `${item.seq} ${item.told.event.rule}` : null);
  for (const item of items) {
    const last = found.at(-1);
    if (last && of(item) && of(item) === of(last[0])) last.push(item);
    else found.push([item]);
  }
  return found.flatMap((run) => (run.length < FOLD ? run.map((item) => [item]) : [run]));
}
