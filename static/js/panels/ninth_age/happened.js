/**
 * What the last ruling did, drawn on the table for a while: who shot at whom, where a template came down, who
 * fell, what a test came to. Pure: it makes shapes and tags of what was told.
 */
import { extent, isFlipped } from "#js/board/tray.js";

/** @typedef {import("#js/types.js").Told} Told */
/** @typedef {import("#js/types.js").Shape} Shape */
/** @typedef {import("#js/board/tags.js").Tag} Tag */
/** @typedef {import("#js/board/tray.js").Tray} Tray */
/** @typedef {Extract<Told["event"], {type: "template_landed"}>} Landed */
/** @typedef {{[unit: string]: Tray}} Trays where units stood, drawn */

/** So many equal parts of a circle do four dice tell apart. */
const DIRECTIONS = 1296;

/** The facing that the dice of a direction give, in 1/1000 degree. @param {readonly number[]} faces */
export const turnOf = (faces) => (faces.reduce((number, face) => 6 * number + face - 1, 0) * 360_000) / DIRECTIONS;

/** Where a template lies and how it came there, or the way of a ball. @param {Landed} event @returns {Shape[]} */
export function landing({ way, radius }) {
  const at = way.at(-1);
  if (!at) return [];
  const trail = /** @type {const} */ ({ type: "trail", points: way, style: radius ? "scatter" : "ball" });
  const lies = /** @type {const} */ ({ type: "disc", at, radius, style: "template" });
  return [...(way.length > 1 ? [trail] : []), ...(radius ? [lies] : [])];
}

/** From the middle of who shot to the middle of whom he shot at. @param {readonly Told[]} told @param {Trays} trays @returns {[number, number][][]} */
export function shots(told, trays) {
  return told.flatMap(({ event }) => {
    const [from, to] = event.type === "shot_began" ? [trays[event.unit], trays[event.target]] : [];
    return from && to ? [[/** @type {[number, number]} */ ([from.x, from.y]), /** @type {[number, number]} */ ([to.x, to.y])]] : [];
  });
}

/**
 * What shots did to each unit, and what tests came to, beside where the units stood.
 * @param {readonly Told[]} told @param {Trays} trays @param {import("#js/strings.js").Words} words @param {number} k zoom @returns {Tag[]}
 */
export function outcomes(told, trays, words, k) {
  /** @type {Map<string, {hits: number, lost: number}>} */
  const struck = new Map();
  /** @type {[unit: string, text: string, look: string][]} */
  const said = [];
  for (const { event } of told) {
    if (event.type === "shot") {
      const { hits, lost } = struck.get(event.target) ?? { hits: 0, lost: 0 };
      struck.set(event.target, { hits: hits + event.hits, lost: lost + event.lost });
    }
    if (event.type === "leadership_tested") {
      const test = words.line({ key: `ninth_age.test.${event.test}` });
      said.push([event.unit, words.t("ui.nine.happened.test", { test, total: event.total, target: event.target }), event.passed ? "well" : "bad"]);
    }
  }
  const shot = [...struck].map(([unit, { hits, lost }]) => /** @type {const} */ ([unit, words.t("ui.nine.happened.shot", { hits, lost }), "fight"]));
  return [...shot, ...said].flatMap(([unit, text, look]) => {
    const tray = trays[unit];
    if (!tray) return [];
    const box = extent(tray, 4);
    const below = isFlipped(tray);
    return [{ at: [(box.left + box.right) / 2, below ? box.bottom + 22 / k : box.top - 22 / k], text, look, push: below ? 1 : -1 }];
  });
}
