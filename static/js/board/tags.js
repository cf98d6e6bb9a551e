/**
 * Tags have a constant size on the screen, so where they cover each other depends on the zoom. Here they are
 * moved aside: the first stays, each later one takes the nearest free place. Pure, the same for everybody.
 */

/** @typedef {[number, number]} Point */
/**
 * @typedef {object} Tag
 * @property {Point} at drawn place of its middle
 * @property {string} text
 * @property {string} [look]
 * @property {1 | -1} [push] down or up, where it goes first
 * @property {boolean} [spare] left out where it would cover something
 */
/** @typedef {{x: number, y: number, width: number, height: number}} Box middle and size in pixels of the screen */

const GAP = 3;
const ROWS = [0, 1, -1, 2, -2, 3, -3, 4, -4];
const COLUMNS = [0, 0.55, -0.55, 1.1, -1.1];
/** Farther than so many rows a tag would no longer be seen to belong to what it tells of. */
const FAR = 2.5;

/** What a tag takes on the screen. @param {string} text @param {string} [look] */
export function tagSize(text, look = "") {
  const large = look.includes("meas");
  return { width: Math.max(34, text.length * (large ? 7.2 : 6.5) + 20), height: large ? 24 : 20 };
}

/** @param {Box} a @param {Box} b */
const meet = (a, b) =>
  Math.abs(a.x - b.x) * 2 < a.width + b.width + GAP && Math.abs(a.y - b.y) * 2 < a.height + b.height + GAP;

/** A middle moved so that its whole size lies within an edge, if it fits. @param {number} middle @param {number} size @param {number} edge */
const within = (middle, size, edge) => (size > edge ? middle : Math.max(size / 2, Math.min(edge - size / 2, middle)));

/** Places to try, the nearest first, and how far off they are. @param {Box} box @param {1 | -1} push @returns {(Box & {off: number})[]} */
function places(box, push) {
  const steps = COLUMNS.flatMap((column) =>
    ROWS.map((row) => ({ dx: column * box.width, dy: row * push * (box.height + GAP + 1) })),
  );
  steps.sort((a, b) => Math.hypot(a.dx, a.dy) - Math.hypot(b.dx, b.dy));
  return steps.map(({ dx, dy }) => ({ ...box, x: box.x + dx, y: box.y + dy, off: Math.hypot(dx, dy) }));
}

/**
 * The tags, moved off each other, and off what is taken where that is near; one that finds no place stays, or is spared.
 * @param {readonly Tag[]} tags the more important first @param {number} k zoom @param {readonly Box[]} [taken]
 * @param {{width: number, height: number}} [table] drawn size, which tags do not leave at its sides
 * @returns {Tag[]}
 */
export function spread(tags, k, taken = [], table = { width: Infinity, height: Infinity }) {
  /** @type {Box[]} */
  const put = [];
  return tags.flatMap((tag) => {
    const size = tagSize(tag.text, tag.look);
    const [x, y] = [within(tag.at[0] * k, size.width, table.width * k), within(tag.at[1] * k, size.height, table.height * k)];
    const box = { x, y, ...size };
    const apart = places(box, tag.push ?? 1).filter((place) => !put.some((other) => meet(place, other)));
    const near = apart.filter(({ off }) => off <= FAR * box.height);
    const clear = near.find((place) => !taken.some((other) => meet(place, other)));
    if (!clear && tag.spare) return [];
    const free = clear ?? apart[0] ?? box;
    put.push(free);
    return [{ ...tag, at: /** @type {Point} */ ([free.x / k, free.y / k]) }];
  });
}
