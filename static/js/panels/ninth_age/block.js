/**
 * A unit as a block of bases, and where the parts of a path take it: the geometry a hand needs before the
 * server has answered. Lengths 1/100 mm, facings 1/1000 degree clockwise from north. Pure.
 */
import { depthOf, widthOf } from "#js/board/tray.js";

/** @typedef {import("#js/types.js").Part} Part */
/** @typedef {[number, number]} Point */
/**
 * @typedef {object} Block
 * @property {Point} at centre of the rectangle round it
 * @property {number} facing
 * @property {number} files
 * @property {number} count
 * @property {number} cell width of a base
 * @property {number} row depth of a base
 * @property {number} [gap] between neighbours
 * @property {Readonly<Point>} [left] width and depth of a base beside the first rank
 * @property {Readonly<Point>} [right]
 */
/** @typedef {import("#js/types.js").Bases} Bases */

export const TURN = 360_000;

/** @param {import("#js/types.js").TrayShown} tray @returns {Block} */
export function blockOf(tray) {
  const [x, y, facing = 0] = tray.pose;
  return { at: [x, y], facing, files: tray.files, ...basesOf(tray.bases) };
}

/** What a block is made of. @param {Bases} bases */
export const basesOf = ({ count, width, depth, gap = 0, left, right }) => ({
  count,
  cell: width,
  row: depth,
  gap,
  ...(left ? { left } : {}),
  ...(right ? { right } : {}),
});

/** What a base takes of a rank. @param {import("#js/types.js").Base} base */
export const cellOf = (base) =>
  base.type === "round" ? { cell: 2 * base.radius, row: 2 * base.radius } : { cell: base.width, row: base.depth };

/** @param {Block} block */
export const frontOf = (block) => widthOf(block);
/** @param {Block} block */
export const deepOf = (block) => depthOf(block);
/** Whether a block is a single model. @param {Block} block */
export const isLone = ({ count, left, right }) => count === 1 && !left && !right;

/** @param {number} facing @returns {Point} unit vector */
export function bearing(facing) {
  const angle = (facing / 180_000) * Math.PI;
  return [Math.sin(angle), Math.cos(angle)];
}

/** The facing from one place to another. @param {Point} from @param {Point} to */
export function towards(from, to) {
  return positive((Math.atan2(to[0] - from[0], to[1] - from[1]) * 180_000) / Math.PI);
}

/** @param {number} facing @returns {number} whole, at least 0 and under a full turn */
export const positive = (facing) => ((Math.round(facing) % TURN) + TURN) % TURN;

/** From half a turn to the left to half a turn to the right. @param {number} from @param {number} to */
export function between(from, to) {
  const turn = positive(to - from);
  return turn > TURN / 2 ? turn - TURN : turn;
}

/** @param {Point} at @param {Point} pivot @param {number} turn @returns {Point} */
export function turned(at, pivot, turn) {
  const angle = (turn / 180_000) * Math.PI;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [at[0] - pivot[0], at[1] - pivot[1]];
  return [pivot[0] + x * c + y * s, pivot[1] - x * s + y * c];
}

/** A place by how far to the right and ahead of the centre it lies. @param {Block} block @param {number} right @param {number} ahead @returns {Point} */
export function pointOf(block, right, ahead) {
  const [fx, fy] = bearing(block.facing);
  return [block.at[0] + fx * ahead + fy * right, block.at[1] + fy * ahead - fx * right];
}

/** How far to the right and ahead of a block's centre a shift goes. @param {Block} block @param {Point} shift @returns {Point} */
export function inside(block, [dx, dy]) {
  const [fx, fy] = bearing(block.facing);
  return [dx * fy - dy * fx, dx * fx + dy * fy];
}

/** @param {Block} block @returns {{left: Point, right: Point}} the corners of the front */
export function cornersOf(block) {
  const [w, d] = [frontOf(block) / 2, deepOf(block) / 2];
  return { left: pointOf(block, -w, d), right: pointOf(block, w, d) };
}

/** The middle of the front. @param {Block} block */
export const headOf = (block) => pointOf(block, 0, deepOf(block) / 2);

/** A block with its rear rank on the edge of the table that is nearest to a place, looking in. @param {Block} block @param {Point} at @param {{width: number, height: number}} table @returns {{at: Point, facing: number}} */
export function atEdge(block, [x, y], { width, height }) {
  const [half, off] = [frontOf(block) / 2, deepOf(block) / 2];
  const along = (/** @type {number} */ place, /** @type {number} */ edge) => Math.max(half, Math.min(edge - half, place));
  const edges = /** @type {{away: number, at: Point, facing: number}[]} */ ([
    { away: y, at: [along(x, width), off], facing: 0 },
    { away: x, at: [off, along(y, height)], facing: 90_000 },
    { away: height - y, at: [along(x, width), height - off], facing: 180_000 },
    { away: width - x, at: [width - off, along(y, height)], facing: 270_000 },
  ]);
  const { at, facing } = edges.reduce((best, edge) => (edge.away < best.away ? edge : best));
  return { at: [Math.round(at[0]), Math.round(at[1])], facing };
}

/** @param {Block} block @param {Point} pivot @param {number} turn @returns {Block} */
const wheeled = (block, pivot, turn) => ({
  ...block,
  at: turned(block.at, pivot, turn),
  facing: positive(block.facing + turn),
});

/** Where a block stands when a part is done. @param {Block} block @param {Part} part @returns {Block} */
export function after(block, part) {
  switch (part.type) {
    case "straight":
      return { ...block, at: pointOf(block, 0, part.length) };
    case "back":
      return { ...block, at: pointOf(block, 0, -part.length) };
    case "aside":
      return { ...block, at: pointOf(block, part.length, 0) };
    case "wheel":
      return wheeled(block, cornersOf(block)[part.turn < 0 ? "left" : "right"], part.turn);
    case "turn":
      return wheeled(block, block.at, part.turn);
    case "form":
      return { ...block, files: part.files, facing: positive(part.facing) };
  }
}

/** The block before the path and after each part of it. @param {Block} block @param {readonly Part[]} path */
export function along(block, path) {
  const blocks = [block];
  for (const part of path) blocks.push(after(/** @type {Block} */ (blocks.at(-1)), part));
  return blocks;
}

/** @param {Block} block @param {readonly Part[]} path @returns {Block} */
export const endOf = (block, path) => /** @type {Block} */ (along(block, path).at(-1));

/** Way of the outer corner of a wheel. @param {Block} block @param {number} turn */
export const wheelCost = (block, turn) => (frontOf(block) * Math.abs(turn) * Math.PI) / 180_000;

/** What the parts of a path take: facing anew takes nothing. @param {Block} block @param {readonly Part[]} path */
export function costOf(block, path) {
  return path.reduce((sum, part) => {
    if (part.type === "wheel") return sum + wheelCost(block, part.turn);
    return sum + ("length" in part ? Math.abs(part.length) : 0);
  }, 0);
}

/** Whether a path goes back or aside. @param {readonly Part[]} path */
export const isHalved = (path) => path.some((part) => part.type === "back" || part.type === "aside");
