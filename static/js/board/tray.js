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
 * @property {boolean} [round] whether its bases are
 * @property {{[place: number]: string}} command pictures of models that differ, by their place in the first rank
 */

/**
 * A tray from the table's words.
 * @param {{pose: Readonly<[number, number, number?]>, files: number, count: number, width: number, depth: number, round?: boolean}} block
 *   centre and facing, lengths of one base in 1/100 mm
 * @param {import("#js/board/space.js").Space} space @param {{[place: number]: string}} [command] @returns {Tray}
 */
export function trayOf({ pose, files, count, width, depth, round = false }, space, command = {}) {
  const [x, y] = space.px(pose);
  return { x, y, turn: space.degrees(pose[2] ?? 0), files, count, cell: width * PX, row: depth * PX, round, command };
}

/** @param {Tray} tray */
export const ranksOf = (tray) => Math.max(1, Math.ceil(tray.count / tray.files));
/** @param {Tray} tray */
export const widthOf = (tray) => tray.files * tray.cell;
/** @param {Tray} tray */
export const depthOf = (tray) => ranksOf(tray) * tray.row;

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

/** The upright box around a tray. @param {Tray} tray @param {number} [margin] */
export function extent(tray, margin = 0) {
  const at = corners(tray, margin);
  const [xs, ys] = [at.map((p) => p[0]), at.map((p) => p[1])];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Whether a drawn place lies on the tray. @param {Tray} tray @param {Point} at @param {number} [margin] */
export function isOn(tray, at, margin = 0) {
  const [right, back] = into(tray, at);
  return Math.abs(right) <= widthOf(tray) / 2 + margin && Math.abs(back) <= depthOf(tray) / 2 + margin;
}

/** @param {{x: number, y: number, turn: number}} tray */
export const placed = ({ x, y, turn }) => `translate(${round2(x)} ${round2(y)}) rotate(${round2(turn)})`;

/** The outline of a tray for `points`. @param {Tray} tray @param {number} margin */
export const frame = (tray, margin) =>
  corners(tray, margin)
    .map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(" ");

/** Whether the far side of a tray is nearer to the player: its pictures stand on their heads then. @param {Tray} tray */
export const isFlipped = ({ turn }) => Math.cos((turn * Math.PI) / 180) < -0.02;

/**
 * The outline of the bases and a margin round them, their front left corner at the origin. Where the last rank
 * is not full nothing is drawn: no model stands there, and nothing of the unit.
 * @param {Tray} tray @param {number} [margin]
 */
export function floor(tray, margin = 0) {
  const [w, d, ranks] = [widthOf(tray) + margin, depthOf(tray) + margin, ranksOf(tray)];
  if (tray.round && tray.count === 1) {
    const r = tray.cell / 2 + margin;
    return `M${round2(-margin)} ${round2(tray.row / 2)}a${round2(r)} ${round2(r)} 0 1 0 ${round2(2 * r)} 0a${round2(r)} ${round2(r)} 0 1 0 ${round2(-2 * r)} 0Z`;
  }
  const last = tray.count - (ranks - 1) * tray.files;
  const end = round2(last * tray.cell + margin);
  const step = last === tray.files ? "" : `V${round2((ranks - 1) * tray.row + margin)}H${end}`;
  return `M${-margin} ${-margin}H${round2(w)}${step}V${round2(d)}H${-margin}Z`;
}
