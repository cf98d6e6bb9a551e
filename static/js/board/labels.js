/**
 * Plates of units and names of terrain have a constant size on the screen. They stand beside what they belong
 * to and make room for the models: each takes the place that covers least. Pure, the same for everybody.
 */

/** @typedef {import("#js/board/tags.js").Box} Box middle and size in pixels of the screen */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Edges in pixels of the screen */
/**
 * @typedef {{id: string, edges: Edges, width: number, height: number, home: 1 | -1, least?: number, spare?: boolean}} Label
 *   `home` 1 wants to stand below, -1 above; `least` is the width it may shrink to where it would hide what stands
 *   there, and one that is to spare is left out then
 */

const GAP = 4;
/** A label hangs over the edge of the table by no more than this. */
const OVER = 6;
/** What each place farther down the list counts for, in shares of the label that would cover something. */
const FARTHER = 0.02;
/** Covering another label is so much worse than covering a model. */
const LABEL_WORSE = 3;
/** The share of a label that may cover something before it gives way. */
const BEARABLE = 0.3;

/** @param {Box} a @param {Box} b @returns {number} the share of `a` that `b` covers */
export function covered(a, b) {
  const across = Math.min(a.x + a.width / 2, b.x + b.width / 2) - Math.max(a.x - a.width / 2, b.x - b.width / 2);
  const down = Math.min(a.y + a.height / 2, b.y + b.height / 2) - Math.max(a.y - a.height / 2, b.y - b.height / 2);
  return across > 0 && down > 0 ? (across * down) / (a.width * a.height) : 0;
}

/** @param {Box} box @param {{width: number, height: number}} table in pixels of the screen @returns {number} the share of a label that hangs over the table's edge */
function outside({ x, y, width, height }, table) {
  const within = { x: table.width / 2, y: table.height / 2, width: table.width + 2 * OVER, height: table.height + 2 * OVER };
  return 1 - covered({ x, y, width, height }, within);
}

/** @param {Box} box @param {readonly Box[]} others */
const sum = (box, others) => others.reduce((all, other) => all + covered(box, other), 0);

/** Places beside a thing, the wanted ones first. @param {Label} label @returns {Box[]} */
function beside({ edges, width, height, home }) {
  const [x, y] = [(edges.left + edges.right) / 2, (edges.top + edges.bottom) / 2];
  const low = edges.bottom + GAP + height / 2;
  const high = edges.top - GAP - height / 2;
  const [near, far] = home > 0 ? [low, high] : [high, low];
  const row = home * (height + GAP);
  const [right, left] = [edges.right + GAP + width / 2, edges.left - GAP - width / 2];
  const half = (edges.right - edges.left) / 2;
  /** @type {[number, number][]} */
  const spots = [
    [x, near],
    [x - half, near],
    [x + half, near],
    [x, far],
    [right, y],
    [left, y],
    [x - half, far],
    [x + half, far],
    [left, near],
    [right, near],
    [x, near + row],
    [x, far - row],
    [x, near + 2 * row],
  ];
  return spots.map(([px, py]) => ({ x: px, y: py, width, height }));
}

/** The box around some. @param {readonly Box[]} boxes @returns {Box} */
function about(boxes) {
  const ends = (/** @type {"x" | "y"} */ at, /** @type {"width" | "height"} */ size) => {
    const low = Math.min(...boxes.map((box) => box[at] - box[size] / 2));
    const high = Math.max(...boxes.map((box) => box[at] + box[size] / 2));
    return { middle: (low + high) / 2, size: high - low };
  };
  const [across, down] = [ends("x", "width"), ends("y", "height")];
  return { x: across.middle, y: down.middle, width: across.size, height: down.size };
}

/**
 * Where the labels stand, by id.
 * @param {readonly Label[]} labels the more important first @param {readonly Box[]} things that should be seen
 * @param {{width: number, height: number}} [table] in pixels of the screen
 * @returns {Map<string, Box>}
 */
export function placeLabels(labels, things, table) {
  /** @type {Map<string, Box>} */
  const put = new Map();
  for (const label of labels) {
    const labels = [...put.values()];
    let best = bestPlace(label, things, labels, table);
    if (best.hides > BEARABLE && label.least) best = bestPlace({ ...label, width: label.least }, things, labels, table);
    if (best.hides <= BEARABLE || !label.spare) put.set(label.id, best.box);
  }
  return put;
}

/** The place beside a thing that costs least, and what it hides there. @param {Label} label @param {readonly Box[]} things @param {readonly Box[]} labels @param {{width: number, height: number}} [table] */
function bestPlace(label, things, labels, table) {
  const spots = beside(label);
  const around = about(spots);
  const near = things.filter((thing) => covered(around, thing));
  const others = labels.filter((other) => covered(around, other));
  const all = spots.map((box, i) => {
    const [models, plates] = [sum(box, near), sum(box, others)];
    const cost = models + LABEL_WORSE * (plates + (table ? outside(box, table) : 0)) + FARTHER * i;
    return { box, hides: models + plates, cost };
  });
  return all.reduce((best, one) => (one.cost < best.cost ? one : best));
}

/**
 * Names that find a place where they cover nothing, by id; the others are left out until there is room.
 * @param {readonly Label[]} names @param {readonly Box[]} taken @param {Edges} table
 * @returns {Map<string, Box>}
 */
export function placeNames(names, taken, table) {
  /** @type {Map<string, Box>} */
  const put = new Map();
  for (const { id, edges, width, height, home } of names) {
    const x = (edges.left + edges.right) / 2;
    const low = { x, y: edges.bottom + height / 2, width, height };
    const high = { x, y: edges.top - height / 2, width, height };
    const free = (home > 0 ? [low, high] : [high, low]).find(
      (box) =>
        box.y - height / 2 > table.top && box.y + height / 2 < table.bottom && !sum(box, [...taken, ...put.values()]),
    );
    if (free) put.set(id, free);
  }
  return put;
}
