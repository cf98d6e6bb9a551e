/** Outlines of groups of discs: what is drawn round a unit. */

/** @typedef {[number, number]} Point */
/** @typedef {{x: number, y: number, r: number}} Disc */

const SIDES = 20;

/** Convex hull, counter-clockwise in a y-up plane. @param {Point[]} points @returns {Point[]} */
export function convexHull(points) {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  if (sorted.length < 3) return sorted;
  const half = (/** @type {Point[]} */ run) => {
    /** @type {Point[]} */
    const chain = [];
    for (const p of run) {
      while (chain.length > 1 && turn(at(chain, -2), at(chain, -1), p) <= 0) chain.pop();
      chain.push(p);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** @param {Point[]} chain @param {number} i */
const at = (chain, i) => /** @type {Point} */ (chain.at(i));

/** @param {Point} a @param {Point} b @param {Point} c */
const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/**
 * The outline of a unit: the hull of its bases, `margin` outside them.
 * @param {Disc[]} discs @param {number} margin @returns {Point[]}
 */
export function outline(discs, margin) {
  /** @type {Point[]} */
  const rim = [];
  for (const { x, y, r } of discs) {
    for (let i = 0; i < SIDES; i++) {
      const angle = (i / SIDES) * 2 * Math.PI;
      rim.push([x + Math.cos(angle) * (r + margin), y + Math.sin(angle) * (r + margin)]);
    }
  }
  return convexHull(rim);
}

/** Middle of the discs' centres. @param {Disc[]} discs @returns {Point} */
export function middle(discs) {
  const n = discs.length || 1;
  return [discs.reduce((sum, d) => sum + d.x, 0) / n, discs.reduce((sum, d) => sum + d.y, 0) / n];
}

/** Lowest and highest drawn y, left and right x. @param {Disc[]} discs */
export function bounds(discs) {
  return {
    left: Math.min(...discs.map((d) => d.x - d.r)),
    right: Math.max(...discs.map((d) => d.x + d.r)),
    top: Math.min(...discs.map((d) => d.y - d.r)),
    bottom: Math.max(...discs.map((d) => d.y + d.r)),
  };
}

/** Whether a point lies in a ring. @param {Point} p @param {Point[]} ring */
export function inRing(p, ring) {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = at(ring, i);
    const [bx, by] = at(ring, j);
    if (ay > p[1] !== by > p[1] && p[0] < ((bx - ax) * (p[1] - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Whether a point lies in an even-odd area of rings. @param {Point} p @param {Point[][]} rings */
export function inRings(p, rings) {
  return rings.reduce((inside, ring) => (inRing(p, ring) ? !inside : inside), false);
}
