/** Units that wait for their turn in a question, beside the table: a press takes one up. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { look, unitGlyph } from "#js/ui/parts.js";

/**
 * @param {import("#js/match.js").Match} match @param {string} title @param {readonly string[]} units
 * @param {{selected: string, select: (unit: string) => void, carry?: (unit: string, pressed: PointerEvent) => void}} how `carry` draws one onto the table
 */
export function waitingList(match, title, units, { selected, select, carry }) {
  if (match.replaying.value || !units.length) return nothing;
  return html`<section class="waits"><h2>${title}</h2><ul class="unit-rows">${units.map((unit) => {
    const card = match.view.value.fixed.units[unit];
    return html`<li><button type="button" class="ub ${look(card?.side ?? "a")}" aria-pressed=${selected === unit} @click=${() => select(unit)}
      @pointerdown=${(/** @type {PointerEvent} */ e) => carry?.(unit, e)}>${unitGlyph(card?.glyph ?? "")}<span>${match.words.name(unit)}</span></button></li>`;
  })}</ul></section>`;
}
