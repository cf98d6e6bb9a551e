/**
 * Range bands: the outline of everything within a distance of any base of a unit, as one path of arcs.
 * Exact, because the union of discs is bounded by arcs of those discs.
 */

/** @typedef {[number, number]} Point */
/** @typedef {{x: number, y: number, r: number}} Disc */
/** @typedef {{from: Point, to: Point, r: number, large: boolean, whole: boolean, used: boolean}} Arc */

const FULL = 2 * Math.PI;
const CLOSE = 0.05;
const TINY = 1e-9;

/**
 * Angles of `disc` that lie inside another disc, as [from, to] with from in [0, 2π).
 * @param {Disc} disc @param {Disc} other @returns {[number, number] | "all" | null}
 */
function covered(disc, other) {
  const [dx, dy] = [other.x - disc.x, other.y - disc.y];
  const d = Math.hypot(dx, dy);
  if (d + disc.r <= other.r) return "all";
  if (d >= disc.r + other.r || d + other.r <= disc.r) return null;
  const half = Math.acos((d * d + disc.r * disc.r - other.r * other.r) / (2 * d * disc.r));
  const from = (Math.atan2(dy, dx) - half + 2 * FULL) % FULL;
  return [from, from + 2 * half];
}

/** The arcs of one disc that no other disc covers. @param {Disc[]} discs @param {number} i @returns {Arc[]} */
function bare(discs, i) {
  const disc = /** @type {Disc} */ (discs[i]);
  /** @type {[number, number][]} */
  const hidden = [];
  for (const [k, other] of discs.entries()) {
    if (k === i) continue;
    const same = other.x === disc.x && other.y === disc.y && other.r === disc.r;
    const part = same ? (k < i ? "all" : null) : covered(disc, other);
    if (part === "all") return [];
    if (part) hidden.push(part, [part[0] - FULL, part[1] - FULL]);
  }
  const at = (/** @type {number} */ a) =>
    /** @type {Point} */ ([disc.x + disc.r * Math.cos(a), disc.y + disc.r * Math.sin(a)]);
  const arc = (/** @type {number} */ a, /** @type {number} */ b) => ({
    from: at(a),
    to: at(b),
    r: disc.r,
    large: b - a > Math.PI,
    whole: b - a >= FULL - TINY,
    used: false,
  });
  if (!hidden.length) return [arc(0, FULL)];
  hidden.sort((p, q) => p[0] - q[0]);
  /** @type {Arc[]} */
  const free = [];
  const first = Math.max(...hidden.filter(([from]) => from <= 0).map(([, to]) => to), 0);
  let edge = first;
  for (const [from, to] of hidden) {
    if (from > edge + TINY && from < first + FULL) free.push(arc(edge, from));
    edge = Math.max(edge, to);
  }
  return edge < first + FULL - TINY ? [...free, arc(edge, first + FULL)] : free;
}

/**
 * SVG path of the outline of a union of discs; the arcs are chained so that dashes run on.
 * @param {Disc[]} discs
 */
export function unionPath(discs) {
  const arcs = discs.flatMap((_, i) => bare(discs, i));
  /** @type {string[]} */
  const parts = [];
  for (const start of arcs) {
    if (start.used) continue;
    parts.push(`M${point(start.from)}`);
    /** @type {Arc | undefined} */
    let arc = start;
    while (arc) {
      arc.used = true;
      parts.push(draw(arc));
      arc = following(arcs, arc.to);
    }
    parts.push("Z");
  }
  return parts.join("");
}

/** The unused arc that starts where another ends. @param {Arc[]} arcs @param {Point} end */
const following = (arcs, end) =>
  arcs.find((a) => !a.used && Math.hypot(a.from[0] - end[0], a.from[1] - end[1]) < CLOSE);

/** @param {Point} p */
const point = (p) => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`;

/** @param {Arc} arc */
function draw(arc) {
  const r = arc.r.toFixed(1);
  if (!arc.whole) return `A${r} ${r} 0 ${arc.large ? 1 : 0} 1 ${point(arc.to)}`;
  const across = /** @type {Point} */ ([arc.from[0] - 2 * arc.r, arc.from[1]]);
  return `A${r} ${r} 0 1 1 ${point(across)}A${r} ${r} 0 1 1 ${point(arc.from)}`;
}

/**
 * Where a band's tag stands: the point of its outline farthest in a direction that is still on the table,
 * turning away step by step where the table ends.
 * @param {Disc[]} discs grown by the band @param {Point} direction of length 1
 * @param {{width: number, height: number}} table @param {number} margin
 * @returns {Point | null}
 */
export function tagPlace(discs, direction, table, margin) {
  const heading = Math.atan2(direction[1], direction[0]);
  for (const turn of [0, 0.35, -0.35, 0.7, -0.7, 1.1, -1.1, 1.6, -1.6, 2.2, -2.2, 3]) {
    const [ux, uy] = [Math.cos(heading + turn), Math.sin(heading + turn)];
    const far = discs.reduce((best, d) => (d.x * ux + d.y * uy + d.r > best.x * ux + best.y * uy + best.r ? d : best));
    const place = /** @type {Point} */ ([far.x + ux * far.r, far.y + uy * far.r]);
    const inside =
      place[0] > margin && place[1] > margin && place[0] < table.width - margin && place[1] < table.height - margin;
    if (inside) return place;
  }
  return null;
}
