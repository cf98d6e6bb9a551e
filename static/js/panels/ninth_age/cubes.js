/** Dice of The 9th Age that show no pips: the scatter die, and the four that together give a direction. */
import { html } from "#vendor/lit-html/lit-html.js";
import { turnOf } from "#js/panels/ninth_age/happened.js";

/** @typedef {import("#js/ui/dice.js").Cube} Cube */

/** Faces that stand for the two targets of a scatter die. */
const TARGETS = new Set([1, 6]);

/** @param {string} name what it shows, in words @param {number} turn degrees clockwise from up */
const arrow = (name, turn) =>
  html`<svg viewBox="0 0 24 24" role="img" aria-label=${name}><path class="pointer" transform="rotate(${turn} 12 12)" d="M12 3.5 18 12h-4v8.5h-4V12H6z"></path></svg>`;
/** @param {string} name */
const target = (name) =>
  html`<svg viewBox="0 0 24 24" role="img" aria-label=${name}><path class="bull" d="M12 3.5v17M3.5 12h17"></path><circle class="bull" cx="12" cy="12" r="5.6"></circle></svg>`;

/** The cubes of a roll of no plain dice. @param {{why: string, faces: readonly number[]}} roll @param {import("#js/strings.js").Words} words @param {import("#js/board/space.js").Space} space @returns {Cube[] | null} */
export function cubesOf({ why, faces }, words, space) {
  if (why === "direction") {
    const turn = space.degrees(turnOf(faces));
    return [{ css: "ok straight", content: arrow(words.t("ui.nine.direction", { degrees: Math.round(turn) }), turn) }];
  }
  if (why !== "scatter_die") return null;
  const name = (/** @type {string} */ what) => words.line({ key: `ninth_age.scatter.${what}` });
  return faces.map((face) => ({ css: "ok", content: TARGETS.has(face) ? target(name("hit")) : arrow(name("arrow"), 0) }));
}
