/** The dice tray: what the newest ruling rolled. One roll is thrown onto the felt, at places that follow from its
 * number in the stream; several stand below each other, each with its sentence and what came of it. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { keyed } from "#vendor/lit-html/directives/keyed.js";
import { seeded } from "#js/board/seed.js";
import { pips } from "#js/ui/parts.js";
import { newestRolls, successes } from "#js/ui/rolls.js";

/** @typedef {import("#js/match.js").Match} Match */
/** @typedef {import("#js/ui/rolls.js").Roll} Roll */
/** @typedef {import("#js/ui/rolls.js").Thrown} Thrown */
/** @typedef {{css: string, content: unknown}} Cube a thrown die as it is drawn */
/** @typedef {(roll: Roll) => readonly Cube[] | null} Special a game's own dice, where they are no plain ones */

/** More dice than these are thrown small, and in a row are counted by their faces. */
const MANY = 12;
const MANY_IN_ROW = 6;

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

/** @param {number} face @param {number} need 0 where it is only read @returns {Cube} */
const plain = (face, need) => ({ css: !need ? "ok" : face >= need ? "ok hit" : "no", content: pips(face) });

/** @param {Roll} roll @param {Special} special */
function felt(roll, special) {
  const cubes = special(roll) ?? roll.faces.map((face) => plain(face, roll.need ?? 0));
  const put = places(cubes.length, roll.first);
  return html`<div class="felt tumble ${cubes.length > MANY ? "many" : ""}">${cubes.map(({ css, content }, i) => {
    const at = put[i];
    return html`<span class="cube ${css}" .style=${`left:${at?.x}%;top:${at?.y}%;rotate:${at?.turn}deg`}>${content}</span>`;
  })}</div>`;
}

/** Many dice of a row, each face once with how often it fell. @param {Roll} roll */
const counted = ({ faces, need = 0 }) =>
  [6, 5, 4, 3, 2, 1].flatMap((face) => {
    const count = faces.filter((one) => one === face).length;
    return count ? [html`<span class="cube ${plain(face, need).css}">${pips(face)}</span><i>×${count}</i>`] : [];
  });

/** What a roll was for. @param {Match} match @param {Thrown} thrown */
const named = ({ words }, { roll, line }) => `${line ? words.line(line) : ""}${roll.need ? ` ${roll.need}+` : ""}`;

/** The same in short: what a unit rolled for, without its name, where the sentence says that apart. @param {Match} match @param {Thrown} thrown */
function briefly(match, thrown) {
  const { roll: what, unit } = thrown.line?.params ?? {};
  return unit && what?.type === "term" ? named(match, { ...thrown, line: { key: what.key } }) : named(match, thrown);
}

/** @param {Match} match @param {Thrown} thrown @param {Special} special */
function row(match, thrown, special) {
  const { roll } = thrown;
  const own = special(roll);
  const many = !own && roll.faces.length > MANY_IN_ROW;
  const dice = many
    ? counted(roll)
    : (own ?? roll.faces.map((face) => plain(face, roll.need ?? 0))).map(({ css, content }) => html`<span class="cube ${css}">${content}</span>`);
  return html`<li class=${many ? "counted" : ""} title=${named(match, thrown)}><small>${briefly(match, thrown)}</small><span class="thrown">${dice}</span>${roll.need ? html`<b>${successes(roll)}/${roll.faces.length}</b>` : nothing}</li>`;
}

/** @param {Match} match @param {Special} special */
export function tray(match, special) {
  const { words } = match;
  const rolls = newestRolls(match.entries.value);
  const [only] = rolls;
  const title = rolls.length > 1 ? words.t("ui.log.rolls", { n: rolls.length }) : only ? named(match, only) : "";
  const shown =
    rolls.length > 1
      ? html`<ol class="felt rolls" tabindex="0" aria-label=${title}>${rolls.map((thrown) => row(match, thrown, special))}</ol>`
      : only
        ? felt(only.roll, special)
        : html`<div class="felt"></div>`;
  return html`<section class="tray" aria-label=${words.t("ui.tray")}>
    <h3>${words.t("ui.tray")}<small>${title}</small></h3>${keyed(only?.roll.first, shown)}</section>`;
}
