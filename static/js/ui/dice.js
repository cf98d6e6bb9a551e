/** The dice tray: the last roll, thrown onto felt at places that follow from its number in the stream. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { keyed } from "#vendor/lit-html/directives/keyed.js";
import { seeded } from "#js/board/seed.js";
import { pips } from "#js/ui/parts.js";

/** @typedef {import("#js/match.js").Match} Match */
/** @typedef {Extract<import("#js/types.js").Told["event"], {type: "rolled"}>} Roll */

/** The newest roll that is told and was not taken back, with its sentence. @param {Match} match */
export function lastRoll(match) {
  for (const entry of [...match.entries.value].reverse()) {
    if (entry.covered) continue;
    const told = [...(entry.told ?? [])].reverse().find(({ event }) => event.type === "rolled");
    if (told) return { roll: /** @type {Roll} */ (told.event), line: told.line };
  }
  return null;
}

/** More dice than these are thrown small. */
const MANY = 12;

/** Places on the felt, in percent. @param {number} count @param {number} first */
function places(count, first) {
  const next = seeded(`roll-${first}`);
  const columns = count > MANY ? Math.ceil(Math.sqrt(count * 2.4)) : Math.min(6, Math.max(3, Math.ceil(count / 2)));
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, i) => ({
    x: 5 + ((i % columns) * 90) / columns + next() * 4,
    y: 7 + (Math.floor(i / columns) * 92) / Math.max(2, rows) + next() * 7,
    turn: Math.round(next() * 50 - 25),
  }));
}

/** @typedef {{css: string, content: unknown}} Cube a thrown die as it is drawn */

/** @param {Match} match @param {(roll: Roll) => readonly Cube[] | null} special a game's own dice, where they are no plain ones */
export function tray(match, special) {
  const { words } = match;
  const last = lastRoll(match);
  const need = last?.roll.need ?? 0;
  const faces = last?.roll.faces ?? [];
  const plain = (/** @type {number} */ face) => ({ css: !need ? "ok" : face >= need ? "ok hit" : "no", content: pips(face) });
  const cubes = (last && special(last.roll)) ?? faces.map(plain);
  const put = places(cubes.length, last?.roll.first ?? 0);
  const cube = (/** @type {Cube} */ { css, content }, /** @type {number} */ i) => {
    const at = put[i];
    return html`<span class="cube ${css}" .style=${`left:${at?.x}%;top:${at?.y}%;rotate:${at?.turn}deg`}>${content}</span>`;
  };
  return html`<section class="tray" aria-label=${words.t("ui.tray")}>
    <h3>${words.t("ui.tray")}<small>${last?.line ? words.line(last.line) : ""}${need ? ` ${need}+` : ""}</small></h3>
    ${last ? keyed(last.roll.first, html`<div class="felt tumble ${cubes.length > MANY ? "many" : ""}">${cubes.map(cube)}</div>`) : html`<div class="felt">${nothing}</div>`}</section>`;
}
