/** A block of bases in ranks: where its corners are, what lies on it. Pure; trays.js draws it. */
import { PX, round2 } from "#js/board/space.js";

/** @typedef {[number, number]} Point */
/**
 * @typedef {object} Tray drawn pixels
 * @property {number} x its centre
 * @property {number} y
 * @property {number} turn degrees clockwise; 0 looks up
 * @property {number} files bases in the first rank
 * @property {number} count
 * @property {number} cell width of a base
 * @property {number} row depth of a base
 * @property {number} [gap] between neighbours
 * @property {Readonly<Point>} [left] width and depth of a base beside the first rank, on its left
 * @property {Readonly<Point>} [right]
 * @property {boolean} [round] whether its bases are
 * @property {{[place: number]: string}} command pictures of models that differ, by their place in the first rank
 */

/**
 * A tray from the table's words.
 * @param {{pose: Readonly<[number, number, number?]>, files: number, count: number, cell: number, row: number, gap?: number, left?: Readonly<Point>, right?: Readonly<Point>, round?: boolean}} block
 *   centre and facing, lengths in 1/100 mm
 * @param {import("#js/board/space.js").Space} space @param {{[place: number]: string}} [command] @returns {Tray}
 */
export function trayOf({ pose, files, count, cell, row, gap = 0, left, right, round = false }, space, command = {}) {
  const [x, y] = space.px(pose);
  const drawn = { x, y, turn: space.degrees(pose[2] ?? 0), files, count, cell: cell * PX, row: row * PX, gap: gap * PX, round, command };
  return { ...drawn, ...(left ? { left: scaled(left) } : {}), ...(right ? { right: scaled(right) } : {}) };
}

/** @param {Readonly<Point>} base @returns {Point} */
const scaled = ([width, depth]) => [width * PX, depth * PX];

/** @typedef {Pick<Tray, "files" | "count" | "cell" | "row" | "gap" | "left" | "right">} Ranked a block in any unit of length, wherever it stands */

/** @param {Pick<Tray, "files" | "count">} tray */
export const ranksOf = (tray) => Math.max(1, Math.ceil(tray.count / tray.files));
/** What a base beside the first rank takes of the front. @param {Readonly<Point> | undefined} base @param {number} gap */
const aside = (base, gap) => (base ? base[0] + gap : 0);
/** How far from the left end of the front the ranks begin. @param {Ranked} tray */
export const insetOf = ({ gap = 0, left }) => aside(left, gap);
/** Length of the front. @param {Ranked} tray */
export const widthOf = ({ files, cell, gap = 0, left, right }) => aside(left, gap) + files * (cell + gap) - gap + aside(right, gap);
/** From the front to what stands farthest back. @param {Ranked} tray */
export const depthOf = (tray) => {
  const { row, gap = 0, left, right } = tray;
  return Math.max(ranksOf(tray) * (row + gap) - gap, left?.[1] ?? 0, right?.[1] ?? 0);
};

/** A place of the tray's own, to the right of its centre and behind it, on the table. @param {Tray} tray @param {Point} place @returns {Point} */
export function outOf({ x, y, turn }, [right, back]) {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x + right * cos - back * sin, y + right * sin + back * cos];
}

/** The tray's own place of one on the table. @param {Tray} tray @param {Point} place @returns {Point} */
export function into({ x, y, turn }, place) {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [place[0] - x, place[1] - y];
  return [dx * cos + dy * sin, dy * cos - dx * sin];
}

/** Front left, front right, back right, back left. @param {Tray} tray @param {number} [margin] @returns {Point[]} */
export function corners(tray, margin = 0) {
  const [w, d] = [widthOf(tray) / 2 + margin, depthOf(tray) / 2 + margin];
  return /** @type {Point[]} */ ([
    [-w, -d],
    [w, -d],
    [w, d],
    [-w, d],
  ]).map((place) => outOf(tray, place));
}

/** The upright box around a tray, and what is about its front. @param {Tray} tray @param {number} [margin] @param {number} [front] */
export function extent(tray, margin = 0, front = 0) {
  const [w, d] = [widthOf(tray) / 2 + front, depthOf(tray) / 2];
  const ahead = front ? [-w, w].map((x) => outOf(tray, [x, -d - front])) : [];
  const at = [...corners(tray, margin), ...ahead];
  const [xs, ys] = [at.map((p) => p[0]), at.map((p) => p[1])];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Whether a drawn place lies on the tray. @param {Tray} tray @param {Point} at @param {number} [margin] */
export function isOn(tray, at, margin = 0) {
  const [right, back] = into(tray, at);
  return Math.abs(right) <= widthOf(tray) / 2 + margin && Math.abs(back) <= depthOf(tray) / 2 + margin;
}

/** A turn is told as exactly as the table measures it: the same from both edges. @param {{x: number, y: number, turn: number}} tray */
export const placed = ({ x, y, turn }) => `translate(${round2(x)} ${round2(y)}) rotate(${Math.round(turn * 1000) / 1000})`;

/** The outline of a tray for `points`. @param {Tray} tray @param {number} margin */
export const frame = (tray, margin) =>
  corners(tray, margin)
    .map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(" ");

/** Whether the far side of a tray is nearer to the player: its pictures stand on their heads then. @param {Tray} tray */
export const isFlipped = ({ turn }) => Math.cos((turn * Math.PI) / 180) < -0.02;

/** @param {number} left @param {Readonly<Point>} base @param {number} margin */
const beside = (left, [width, depth], margin) =>
  `M${round2(left - margin)} ${-margin}h${round2(width + 2 * margin)}v${round2(depth + 2 * margin)}h${round2(-width - 2 * margin)}Z`;

/**
 * The outline of the bases and a margin round them, their front left corner at the origin.
 * @param {Tray} tray @param {number} [margin]
 */
export function floor(tray, margin = 0) {
  const { left, right } = tray;
  const aside = [left ? beside(0, left, margin) : "", right ? beside(widthOf(tray) - right[0], right, margin) : ""];
  return `${ranksFloor(tray, margin, insetOf(tray))}${aside.join("")}`;
}

/**
 * The same of the ranks alone, from so far to the right. Where the last rank is not full nothing is drawn: no
 * model stands there, and nothing of the unit.
 * @param {Tray} tray @param {number} [margin] @param {number} [from]
 */
export function ranksFloor(tray, margin = 0, from = 0) {
  const { files, count, cell, row, gap = 0 } = tray;
  if (tray.round && count === 1) {
    const r = cell / 2 + margin;
    return `M${round2(-margin)} ${round2(row / 2)}a${round2(r)} ${round2(r)} 0 1 0 ${round2(2 * r)} 0a${round2(r)} ${round2(r)} 0 1 0 ${round2(-2 * r)} 0Z`;
  }
  const ranks = ranksOf(tray);
  const last = count - (ranks - 1) * files;
  const end = (/** @type {number} */ n) => round2(from + n * (cell + gap) - gap + margin);
  const step = last === files ? "" : `V${round2((ranks - 1) * (row + gap) - gap + margin)}H${end(last)}`;
  const start = round2(from - margin);
  return `M${start} ${-margin}H${end(files)}${step}V${round2(ranks * (row + gap) - gap + margin)}H${start}Z`;
}
