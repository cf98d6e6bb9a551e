/** Front, flanks and rear of a tray: rays that leave its corners at 45 degrees. Drawn places. Pure. */
import { depthOf, outOf, widthOf } from "#js/board/tray.js";

/** @typedef {import("#js/board/tray.js").Tray} Tray */
/** @typedef {[number, number]} Point */

const DIAGONAL = Math.SQRT1_2;
const STEPS = 6;

/** The front arc up to a reach: straight before the front, round before its corners. @param {Tray} tray @param {number} reach @returns {Point[]} */
export function frontArc(tray, reach) {
  const [w, d] = [widthOf(tray) / 2, depthOf(tray) / 2];
  /** @type {Point[]} */
  const ring = [outOf(tray, [-w, -d])];
  for (const [corner, first] of /** @type {const} */ ([
    [-w, -45],
    [w, 0],
  ])) {
    for (let i = 0; i <= STEPS; i++) {
      const angle = ((first + (45 * i) / STEPS) * Math.PI) / 180;
      ring.push(outOf(tray, [corner + Math.sin(angle) * reach, -d - Math.cos(angle) * reach]));
    }
  }
  return [...ring, outOf(tray, [w, -d])];
}

/** The rays between the arcs, front ones first. @param {Tray} tray @param {number} reach @returns {[Point, Point][]} */
export function rays(tray, reach) {
  const [w, d] = [widthOf(tray) / 2, depthOf(tray) / 2];
  const go = reach * DIAGONAL;
  return /** @type {[number, number][]} */ ([
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]).map(([x, y]) => [outOf(tray, [x * w, y * d]), outOf(tray, [x * (w + go), y * (d + go)])]);
}

/** Where the names of the arcs stand. @param {Tray} tray @param {number} away @returns {{front: Point, left: Point, right: Point, rear: Point}} */
export function names(tray, away) {
  const [w, d] = [widthOf(tray) / 2 + away, depthOf(tray) / 2 + away];
  return { front: outOf(tray, [0, -d]), left: outOf(tray, [-w, 0]), right: outOf(tray, [w, 0]), rear: outOf(tray, [0, d]) };
}
