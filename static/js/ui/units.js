/** Every unit as a row: the whole table can be read and played from here. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { bullet, look, unitGlyph } from "#js/ui/parts.js";

/** @typedef {import("#js/match.js").Match} Match */
/**
 * @typedef {object} UnitsGame
 * @property {(unit: string) => unknown} detail what is said about the unit now
 * @property {(unit: string) => unknown} acts buttons of the selected unit
 * @property {(unit: string) => void} choose
 * @property {string} selected
 */

/** @param {Match} match @param {UnitsGame} game */
export function unitsPanel(match, game) {
  const { fixed, units = {} } = match.view.value;
  const row = (/** @type {string} */ id) => {
    const card = /** @type {NonNullable<typeof fixed.units[string]>} */ (fixed.units[id]);
    const now = units[id]?.models ?? 0;
    const chosen = game.selected === id;
    return html`<li><button type="button" class="ub ${look(card.side)}" aria-pressed=${chosen} @click=${() => game.choose(id)}>
        ${unitGlyph(card.glyph)}<span>${match.words.name(id)}<small>${game.detail(id)}</small></span><b>${now}</b></button>
      ${chosen ? html`<div class="ub-acts">${game.acts(id)}</div>` : nothing}</li>`;
  };
  return html`<ul class="ulist" aria-label=${match.words.t("ui.tab.units")}>${Object.keys(fixed.sides).map(
    (side) => html`
    <li><h3>${bullet(side)}${match.words.name(side)}</h3></li>
    ${Object.keys(fixed.units)
      .filter((id) => fixed.units[id]?.side === side)
      .map(row)}`,
  )}</ul>`;
}
