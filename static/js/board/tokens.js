/**
 * Bases and units. A unit is one group with a hull and its bases; the group is a button, so the table can
 * be read and played from the keyboard. The plates lie over all units.
 */
import { nothing, svg } from "#vendor/lit-html/lit-html.js";
import { repeat } from "#vendor/lit-html/directives/repeat.js";
import { glyph } from "#js/board/glyphs.js";
import { bounds, outline } from "#js/board/hull.js";
import { placeLabels } from "#js/board/labels.js";
import { points } from "#js/board/terrain.js";
import { extent, frame, isFlipped } from "#js/board/tray.js";
import { patterns, trayBody } from "#js/board/trays.js";

/** @typedef {{id: string, x: number, y: number, r: number}} Base a model's base in drawn pixels */
/**
 * @typedef {object} Token one unit as it is drawn
 * @property {string} id
 * @property {"a" | "b"} look which of the two looks of a side
 * @property {string} name
 * @property {string} glyph
 * @property {string} label what a screen reader says
 * @property {Base[]} bases
 * @property {number} markers fatigue or wounds shown as diamonds
 * @property {boolean} upper whether its side's edge of the table is the upper one
 * @property {string} classes state classes: sel, tgt, done, can, named, moving, fleeing
 * @property {string} [why] what is said where it is pointed at
 * @property {import("#js/board/tray.js").Tray} [tray] of a unit that stands in ranks: it is drawn as one block
 */
/** @typedef {{models: Set<string>, chosen: Set<string>, marked: Set<string>}} Picks */

const MARGIN = 2.4;
const LETTER = 7;
const PLATE = 19;

/** One base. @param {Base} base @param {"a" | "b"} look @param {string} picture @param {string} [css] */
export function token(base, look, picture, css = "") {
  const { r } = base;
  const dash = look === "b" ? (((r - 1.5) * 2 * Math.PI) / 32).toFixed(3) : nothing;
  return svg`<g class="tk ${look} ${css}" data-m=${base.id} transform="translate(${base.x} ${base.y})">
    <circle class="sh" cx="1.3" cy="2" r=${r}/><circle class="rim" r=${r - 0.4}/><circle class="fld" r=${r - 2.1}/>
    <circle class="tick" r=${r - 1.5} stroke-dasharray=${dash}/>
    <path class="gl" d=${glyph(picture)} transform="scale(${((r * 1.08) / 24).toFixed(3)}) translate(-12 -12)"/>
    <path class="cross" d="M${-r * 0.5} ${-r * 0.5}L${r * 0.5} ${r * 0.5}M${r * 0.5} ${-r * 0.5}L${-r * 0.5} ${r * 0.5}"/></g>`;
}

/** What a unit takes on the table. @param {Token} unit */
const extentOf = (unit) => (unit.tray ? extent(unit.tray, 2) : bounds(unit.bases));

/** The zooms at which plates are drawn smaller, and at which all show their names. */
const FAR = 0.55;
const NEAR = 1.5;

/** What a plate takes, with its name and without. @param {Token} unit @param {number} k zoom */
function plateSize(unit, k) {
  const long = k >= NEAR || /named/.test(unit.classes);
  const small = k < FAR ? 0.7 : 1;
  const least = (32 + unit.markers * 10) * small;
  return { width: long ? least + (unit.name.length * LETTER + 20) * small : least, height: PLATE * small, ...(k < FAR ? { least } : {}) };
}

/** How far about the front of the selected unit its handles reach, in pixels of the screen. */
const HANDLES = 22;

/** What stands on the table, in pixels of the screen; the selected unit in ranks with the handles of its front. @param {readonly Token[]} units @param {number} k zoom */
export const standing = (units, k) =>
  units.flatMap(({ bases, tray, classes }) => {
    if (!tray) return bases.map(({ x, y, r }) => ({ x: x * k, y: y * k, width: 1.7 * r * k, height: 1.7 * r * k }));
    const { left, right, top, bottom } = extent(tray, 0, /sel/.test(classes) ? HANDLES / k : 0);
    return [{ x: ((left + right) / 2) * k, y: ((top + bottom) / 2) * k, width: (right - left) * k, height: (bottom - top) * k }];
  });

/** Where a plate wants to stand: behind a unit that has a front, else towards its own edge of the table. @param {Token} unit @returns {1 | -1} */
export function homeOf({ upper, tray }) {
  const above = tray ? isFlipped(tray) : upper;
  return above ? -1 : 1;
}

/** Where the plates stand on the screen, by unit: that of the selected one first. @param {readonly Token[]} units @param {number} k zoom @param {{width: number, height: number}} table drawn size */
export function platesOf(units, k, table) {
  const rank = (/** @type {Token} */ { classes }) => (/sel/.test(classes) ? 0 : /named|tgt/.test(classes) ? 1 : 2);
  const labels = units
    .filter((unit) => unit.bases.length)
    .sort((a, b) => rank(a) - rank(b))
    .map((unit) => {
      const { left, right, top, bottom } = extentOf(unit);
      const edges = { left: left * k, right: right * k, top: top * k, bottom: bottom * k };
      // Where the table is shown small, plates make room for the models: the list has their numbers too.
      return { id: unit.id, edges, home: homeOf(unit), ...plateSize(unit, k), spare: k < FAR && rank(unit) > 1 };
    });
  return placeLabels(labels, standing(units, k), { width: table.width * k, height: table.height * k });
}

/** @param {Token} unit @param {import("#js/board/tags.js").Box | undefined} at where it has room @param {number} k zoom */
function plate(unit, at, k) {
  const marks = unit.markers * 10;
  const long = unit.name.length * LETTER + 52 + marks;
  const short = at && at.width < plateSize(unit, k).width;
  return svg`<g class="${unit.look} ${unit.classes} ${at ? "" : "gone"} ${short ? "brief" : ""}" data-plate=${unit.id} transform="translate(${((at?.x ?? 0) / k).toFixed(1)} ${((at?.y ?? 0) / k).toFixed(1)})">
    <g class="plate"><g class="short">${pill(unit, 32 + marks)}</g><g class="long">${pill(unit, long)}</g></g></g>`;
}

/** @param {Token} unit @param {number} width */
function pill(unit, width) {
  const left = -width / 2;
  const marks = unit.markers * 10;
  return svg`<rect x=${left} y="-9.5" width=${width} height="19" rx="4"/>
    <path class="edge" d="M${left + 4} -9.5h2v19h-2a4 4 0 0 1-4-4V-5.5a4 4 0 0 1 4-4z"/>
    <text class="nm" x=${left + 13} y=".5">${unit.name}</text>
    <text class="ct" x=${width / 2 - 15 - marks} y=".5">${unit.bases.length}</text>
    ${Array.from({ length: unit.markers }, (_, i) => svg`<path class="ft" d="M${width / 2 - 9 - i * 10} -5l4.5 5-4.5 5-4.5-5z"/>`)}`;
}

/** @param {Base} base @param {Picks} picks */
function pickClass(base, picks) {
  const state = picks.chosen.has(base.id) ? "picked" : picks.marked.has(base.id) ? "held" : "";
  return picks.models.has(base.id) ? `pick ${state}` : state;
}

/** All units. @param {Token[]} units @param {Picks} picks @param {string} focus the unit that Tab reaches @param {number} k zoom @param {Map<string, import("#js/board/tags.js").Box>} plates where each plate stands */
export function unitLayer(units, picks, focus, k, plates) {
  const ranked = units.flatMap(({ look, glyph: picture, tray }) => (tray ? [{ look, glyph: picture, tray }] : []));
  return svg`${ranked.length ? patterns(ranked, glyph) : nothing}${repeat(
    units,
    (unit) => unit.id,
    (unit) => {
      if (!unit.bases.length) return nothing;
      const hull = unit.tray ? frame(unit.tray, MARGIN + 2) : points(outline(unit.bases, MARGIN));
      return svg`<g class="unit ${unit.look} ${unit.classes}" id="u-${unit.id}" data-u=${unit.id} role="button"
      tabindex=${unit.id === focus ? 0 : -1} aria-pressed=${unit.classes.includes("sel")} aria-label=${unit.why ? `${unit.label}. ${unit.why}` : unit.label}>
      ${unit.why ? svg`<title>${unit.why}</title>` : nothing}
      ${/sel|tgt|can|barred/.test(unit.classes) ? svg`<polygon class="hull-c" points=${hull}/>` : nothing}<polygon class="hull" points=${hull}/>
      ${
        unit.tray
          ? trayBody(unit.id, unit.look, unit.glyph, unit.tray, glyph)
          : repeat(
              unit.bases,
              (base) => base.id,
              (base) => token(base, unit.look, unit.glyph, pickClass(base, picks)),
            )
      }</g>`;
    },
  )}<g class="plates" aria-hidden="true">${repeat(
    units.filter((unit) => unit.bases.length),
    (unit) => unit.id,
    (unit) => plate(unit, plates.get(unit.id), k),
  )}</g>`;
}

/** Where the hand holds a formation that may not stand there. @param {Base[]} bases */
export const handLayer = (bases) => svg`<polygon class="ghull bad" points=${points(outline(bases, MARGIN))}/>`;

/**
 * Which model goes when, on the bases drawn.
 * @param {Base[]} bases @param {readonly string[]} sequence @param {number} chosen how many of them were chosen by hand
 */
export const turnLayer = (bases, sequence, chosen) =>
  bases.map(({ id, x, y }) => {
    const turn = sequence.indexOf(id);
    if (turn < 0) return nothing;
    return svg`<g transform="translate(${x} ${y})"><g class="turn ${turn < chosen ? "chosen" : ""}"><circle r="9"/><text>${turn + 1}</text></g></g>`;
  });

/** Units drawn where they would stand. @param {Token} unit @param {Base[]} bases @param {boolean} bad */
export function ghostLayer(unit, bases, bad) {
  return svg`<polygon class="ghull ${bad ? "bad" : ""}" points=${points(outline(bases, MARGIN))}/>
    <g class="ghost ${bad ? "bad" : ""}">${bases.map((base) => token(base, unit.look, unit.glyph))}</g>`;
}
