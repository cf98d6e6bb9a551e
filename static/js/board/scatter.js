/** Where decoration stands inside a terrain outline. Pure geometry on drawn points. */
import { bounds, inRing } from "#js/board/hull.js";

/** @typedef {[number, number]} Point */
/** @typedef {{x: number, y: number, r: number, kind: number}} Spot */

/** Area of a ring (absolute). @param {Point[]} ring */
export function area(ring) {
  let twice = 0;
  ring.forEach(([x, y], i) => {
    const [nx, ny] = /** @type {Point} */ (ring[(i + 1) % ring.length]);
    twice += x * ny - nx * y;
  });
  return Math.abs(twice) / 2;
}

/** Mean of a ring's corners weighted by edge length. @param {Point[]} ring @returns {Point} */
export function centre(ring) {
  let [sx, sy, total] = [0, 0, 0];
  ring.forEach(([x, y], i) => {
    const [nx, ny] = /** @type {Point} */ (ring[(i + 1) % ring.length]);
    const length = Math.hypot(nx - x, ny - y);
    sx += ((x + nx) / 2) * length;
    sy += ((y + ny) / 2) * length;
    total += length;
  });
  return [sx / (total || 1), sy / (total || 1)];
}

/** Shortest way from a point to a ring's edges. @param {Point} p @param {Point[]} ring */
export function toEdge(p, ring) {
  let best = Infinity;
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = /** @type {Point} */ (ring[(i + 1) % ring.length]);
    const length = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const t = Math.max(0, Math.min(1, ((p[0] - ax) * (bx - ax) + (p[1] - ay) * (by - ay)) / length));
    best = Math.min(best, Math.hypot(p[0] - ax - t * (bx - ax), p[1] - ay - t * (by - ay)));
  });
  return best;
}

/** The ring drawn closer to its centre by about `depth`. @param {Point[]} ring @param {number} depth @returns {Point[]} */
export function inset(ring, depth) {
  const [cx, cy] = centre(ring);
  const factor = Math.max(0.25, 1 - depth / (toEdge([cx, cy], ring) || 1));
  return ring.map(([x, y]) => [cx + (x - cx) * factor, cy + (y - cy) * factor]);
}

/** 1 or -1, the other one of the same ring turned half round. @param {Point[]} ring */
function wayOf(ring) {
  const [[ax, ay], [bx, by]] = [/** @type {Point} */ (ring[0]), /** @type {Point} */ (ring[1])];
  return (Math.abs(ax - bx) > Math.abs(ay - by) ? ax < bx : ay < by) ? 1 : -1;
}

/**
 * Discs thrown into a ring so that they keep `gap` of their joint radius apart, drawn from back to front. They
 * turn with the ring: a wood is the same from both sides of the table.
 * @param {Point[]} ring @param {() => number} next
 * @param {{count: number, low: number, high: number, gap: number, inside?: number}} how
 * @returns {Spot[]}
 */
export function scatter(ring, next, { count, low, high, gap, inside = 0.55 }) {
  const box = bounds(ring.map(([x, y]) => ({ x, y, r: 0 })));
  const [cx, cy, way] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2, wayOf(ring)];
  /** @type {Spot[]} */
  const found = [];
  for (let tries = 0; found.length < count && tries < count * 60; tries++) {
    const r = low + next() * (high - low);
    const x = cx + way * (next() - 0.5) * (box.right - box.left);
    const y = cy + way * (next() - 0.5) * (box.bottom - box.top);
    if (!inRing([x, y], ring) || toEdge([x, y], ring) < r * inside) continue;
    if (found.every((spot) => Math.hypot(x - spot.x, y - spot.y) > (r + spot.r) * gap)) {
      found.push({ x, y, r, kind: Math.floor(next() * 3) });
    }
  }
  return found.sort((p, q) => p.y - q.y);
}

/** Angle of the longest edge. @param {Point[]} ring */
export function longSide(ring) {
  let [best, angle] = [0, 0];
  ring.forEach(([x, y], i) => {
    const [nx, ny] = /** @type {Point} */ (ring[(i + 1) % ring.length]);
    const length = Math.hypot(nx - x, ny - y);
    if (length > best) [best, angle] = [length, Math.atan2(ny - y, nx - x)];
  });
  return angle;
}

/**
 * Points along the middle of a strip (a hedge, a wall), `step` apart: the ring is cut square to its long
 * direction and the middle of each cut taken.
 * @param {Point[]} ring @param {number} step @returns {Point[]}
 */
export function midline(ring, step) {
  const [cx, cy] = centre(ring);
  const angle = spread(ring, [cx, cy]);
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const along = ring.map(([x, y]) => (x - cx) * ux + (y - cy) * uy);
  const across = ring.map(([x, y]) => (y - cy) * ux - (x - cx) * uy);
  const [from, to] = [Math.min(...along), Math.max(...along)];
  const steps = Math.max(1, Math.round((to - from) / step) - 1);
  /** @type {Point[]} */
  const points = [];
  for (let i = 0; i <= steps; i++) {
    const s = from + step * 0.45 + ((to - from - step * 0.9) * i) / steps;
    const cuts = along.flatMap((a, k) => {
      const n = (k + 1) % along.length;
      const b = /** @type {number} */ (along[n]);
      if (a > s === b > s) return [];
      const [va, vb] = [/** @type {number} */ (across[k]), /** @type {number} */ (across[n])];
      return [va + ((vb - va) * (s - a)) / (b - a)];
    });
    if (cuts.length < 2) continue;
    const mid = (Math.min(...cuts) + Math.max(...cuts)) / 2;
    points.push([cx + ux * s - uy * mid, cy + uy * s + ux * mid]);
  }
  return points;
}

/** Direction in which a ring is longest (its principal axis). @param {Point[]} ring @param {Point} c */
function spread(ring, [cx, cy]) {
  let [xx, yy, xy] = [0, 0, 0];
  for (const [x, y] of ring) {
    xx += (x - cx) ** 2;
    yy += (y - cy) ** 2;
    xy += (x - cx) * (y - cy);
  }
  return Math.atan2(2 * xy, xx - yy) / 2;
}
