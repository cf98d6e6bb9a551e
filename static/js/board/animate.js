/**
 * Walks bases along the way they were told to have gone. The drawing already shows the truth; this only
 * delays what the eye sees, and jumps to it when steps come faster than they play.
 */
import { round2 } from "#js/board/space.js";

const SPEED = 0.45; // drawn pixels a millisecond
const LEAST_MS = 220;
const MOST_MS = 1100;
const FADE_MS = 400;

/** @typedef {[number, number, number?]} Stop a drawn place, and for what is turned its degrees */

export class Animator {
  /** @param {Element} layer the svg of the units */
  constructor(layer) {
    this.layer = layer;
    this.frame = 0;
    /** @type {(() => void)[]} */
    this.finish = [];
  }

  get still() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Show everything as it is now. */
  jump() {
    cancelAnimationFrame(this.frame);
    for (const done of this.finish.splice(0)) done();
  }

  /**
   * Walk bases and trays from their old places; call it after the new places were drawn.
   * @param {{model?: string, tray?: string, way: Stop[]}[]} ways the start first
   */
  walk(ways) {
    this.jump();
    if (this.still || document.hidden) return;
    const walkers = ways.flatMap(({ model = "", tray, way }) => {
      const node = this.layer.querySelector(tray ? `[data-tray="${CSS.escape(tray)}"]` : `[data-m="${CSS.escape(model)}"]`);
      const track = measured(way);
      return node && track.length > 0.5 ? [{ node, track }] : [];
    });
    if (!walkers.length) return;
    const longest = Math.max(...walkers.map(({ track }) => track.length));
    const time = Math.min(MOST_MS, Math.max(LEAST_MS, longest / SPEED));
    const put = (/** @type {number} */ share) => {
      for (const { node, track } of walkers) {
        const [x, y, turn] = along(track, track.length * share);
        const turned = turn === undefined ? "" : ` rotate(${round2(turn)})`;
        node.setAttribute("transform", `translate(${round2(x)} ${round2(y)})${turned}`);
      }
    };
    const started = performance.now();
    const tick = (/** @type {number} */ now) => {
      const t = Math.max(0, Math.min(1, (now - started) / time));
      put(1 - (1 - t) ** 3);
      if (t < 1) this.frame = requestAnimationFrame(tick);
      else this.finish = [];
    };
    this.finish = [() => put(1)];
    put(0);
    this.frame = requestAnimationFrame(tick);
  }

  /** Fade bases that are gone; call it before they are taken off. @param {string[]} models */
  fade(models) {
    if (this.still || document.hidden) return;
    for (const model of models) {
      const node = this.layer.querySelector(`[data-m="${CSS.escape(model)}"]`);
      if (!node) continue;
      const copy = /** @type {SVGGElement} */ (node.cloneNode(true));
      copy.classList.add("dying", "picked");
      copy.removeAttribute("data-m");
      this.layer.append(copy);
      setTimeout(() => copy.remove(), FADE_MS);
    }
  }
}

/** What a degree counts for beside the pixels of a way, so that a turn on the spot takes its time. */
const DEGREE = 0.6;

/** The shorter way round from one angle to another. @param {number} from @param {number} to degrees */
const turnBetween = (from, to) => ((((to - from) % 360) + 540) % 360) - 180;

/** @param {Stop[]} way */
function measured(way) {
  const marks = [0];
  for (let i = 1; i < way.length; i++) {
    const [a, b] = [/** @type {Stop} */ (way[i - 1]), /** @type {Stop} */ (way[i])];
    const turned = Math.abs(turnBetween(a[2] ?? 0, b[2] ?? 0)) * DEGREE;
    marks.push(/** @type {number} */ (marks[i - 1]) + Math.hypot(b[0] - a[0], b[1] - a[1], turned));
  }
  return { way, marks, length: marks.at(-1) ?? 0 };
}

/** @param {{way: Stop[], marks: number[], length: number}} track @param {number} distance @returns {Stop} */
function along({ way, marks }, distance) {
  const i = Math.max(
    1,
    marks.findIndex((mark) => mark >= distance),
  );
  const [a, b] = [/** @type {Stop} */ (way[i - 1]), /** @type {Stop} */ (way[i] ?? way[i - 1])];
  const [from, to] = [marks[i - 1] ?? 0, marks[i] ?? 0];
  const t = to > from ? Math.min(1, (distance - from) / (to - from)) : 1;
  const turn = a[2] === undefined ? undefined : a[2] + turnBetween(a[2], b[2] ?? a[2]) * t;
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, turn];
}
