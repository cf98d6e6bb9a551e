/** Small pieces that every panel uses: icons, dice, bullets, buttons. */
import { html, nothing, svg } from "#vendor/lit-html/lit-html.js";
import { glyph } from "#js/board/glyphs.js";
import { look } from "#js/ui/looks.js";

const sprite = document.documentElement.dataset["icons"] ?? "/static/icons.svg";

/** @param {string} name */
export const icon = (name) => html`<svg class="ic" aria-hidden="true"><use href="${sprite}#i-${name}"></use></svg>`;

/** A lost line, drawn here: the sprite would have to come over it. */
export const cutIcon = html`<svg class="ic" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">
  <path d="M12 20h.01M8.5 16.429a5 5 0 0 1 7 0M5 12.859a10 10 0 0 1 5.17-2.69M19 12.859a10 10 0 0 0-2.007-1.523M2 8.82a15 15 0 0 1 4.177-2.643M22 8.82a15 15 0 0 0-11.288-3.764M2 2l20 20"></path></svg>`;

const rules = document.documentElement.dataset["rules"] ?? "";

/** A rule's id, leading to its line in the index. @param {string} id */
export const ruleLink = (id) => html`<a class="ruleref" href="${rules}#${id}" target="_blank">${id}</a>`;

/** @param {string} name */
export const unitGlyph = (name, css = "") =>
  html`<svg viewBox="0 0 24 24" class=${css} aria-hidden="true"><path d=${glyph(name)}></path></svg>`;

export { look };

/** @param {string} side */
export const bullet = (side) => html`<i class="sd ${side ? look(side) : ""}" aria-hidden="true"></i>`;

/** @type {{[face: number]: number[]}} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** Pips of a face as one drawing. @param {number} face */
export const pips = (face) =>
  html`<svg viewBox="0 0 24 24" role="img" aria-label=${face}>${(PIPS[face] ?? []).map(
    (i) => svg`<circle cx=${6 + (i % 3) * 6} cy=${6 + Math.floor(i / 3) * 6} r="2.2"/>`,
  )}</svg>`;

/** A die in the log: a success is ringed. @param {number} face @param {number} need 0 where it is only read */
export const d6 = (face, need) =>
  html`<span class="d6 ${!need ? "read" : face >= need ? "ok" : "no"}">${pips(face)}</span>`;

/** Runes of the SAGA dice: the shape alone tells them apart. @type {{[symbol: string]: string}} */
export const RUNES = {
  C: "M12 3v18M12 3 5.5 9.5M12 3l6.5 6.5",
  U: "M12 3v18M5 4l7 7 7-7",
  R: "M7.5 21V12l9-3.5V21M7.5 3v9M16.5 3v5.5",
};

/** @param {string} symbol */
export const rune = (symbol) =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${RUNES[symbol] ?? ""}></path></svg>`;

/**
 * @typedef {object} ButtonLook
 * @property {string} [icon]
 * @property {string} [css]
 * @property {string} [key] shown as a shortcut
 * @property {boolean} [disabled]
 * @property {boolean | undefined} [pressed]
 * @property {string} [id]
 * @property {string} [note] a second, smaller line
 * @property {string} [about] what it is, where its word says too little
 */

/** @param {string} text @param {() => void} click @param {ButtonLook} [how] */
export function button(text, click, how = {}) {
  return html`<button type="button" class="btn ${how.css ?? ""}" id=${how.id || nothing} title=${how.about || nothing} ?disabled=${how.disabled ?? false}
    aria-pressed=${how.pressed === undefined ? nothing : String(how.pressed)} @click=${click}>
    ${how.icon ? icon(how.icon) : nothing}${how.note ? html`<span class="noted"><span>${text}</span><small>${how.note}</small></span>` : html`<span>${text}</span>`}${how.key ? html`<kbd aria-hidden="true">${how.key}</kbd>` : nothing}</button>`;
}

/** A step of a plan: its picture, and on a phone, where nothing hovers, a short word beneath it. @param {string} label @param {string} short @param {string} name @param {() => void} click */
export const stepButton = (label, short, name, click) =>
  html`<button type="button" class="ib line step" aria-label=${label} title=${label} @click=${click}>${icon(name)}<span aria-hidden="true">${short}</span></button>`;

/** @param {string} label @param {string} name @param {() => void} click @param {string} [css] */
export const iconButton = (label, name, click, css = "") =>
  html`<button type="button" class="ib ${css}" aria-label=${label} title=${label} @click=${click}>${icon(name)}</button>`;
