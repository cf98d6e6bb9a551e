/** The log: told facts as sentences, dice as cards, chat as bubbles in the same stream. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { repeat } from "#vendor/lit-html/directives/repeat.js";
import { runs, settled, stream } from "#js/ui/stream.js";
import { bullet, d6, icon, look, ruleLink } from "#js/ui/parts.js";

/** @typedef {import("#js/match.js").Match} Match */
/** @typedef {import("#js/types.js").Entry} Entry */
/** @typedef {import("#js/types.js").Told} Told */
/** @typedef {import("#js/types.js").RemarkShown} RemarkShown */
/** @typedef {import("#js/ui/stream.js").Item} Item */
/**
 * @typedef {object} LogGame what a game adds to its log
 * @property {(event: Told["event"]) => unknown} extra drawn below the sentence
 * @property {(roll: import("#js/ui/dice.js").Roll) => readonly import("#js/ui/dice.js").Cube[] | null} cubes dice that are no plain ones
 * @property {(event: Told["event"]) => boolean} divides whether the sentence is a divider
 * @property {(event: Told["event"]) => boolean} hides whether something else shows it better
 * @property {(event: Told["event"]) => boolean} moves whether it can be shown on the table
 * @property {(event: Told["event"] | null) => void} show show it there while it is looked at
 */

/** The last sentences of the newest ruling, for who cannot see the log. @param {Match} match @param {LogGame} game */
export function caption(match, game) {
  const newest = match.entries.value.at(-1);
  const told = newest ? stream([newest], [], game.hides) : [];
  return told
    .flatMap((item) => (item.told?.line && item.told.event.type !== "rolled" ? [match.words.line(item.told.line)] : []))
    .slice(-2)
    .join(" ");
}

/** More dice than these are counted by their faces. */
const MANY = 12;

/** Dozens of dice, each face once with how often it fell. @param {readonly number[]} faces @param {number} need */
const tally = (faces, need) =>
  [6, 5, 4, 3, 2, 1].map((face) => {
    const count = faces.filter((one) => one === face).length;
    return count ? html`<span class="tally">${d6(face, need)}×${count}</span>` : nothing;
  });

/** @param {Match} match @param {Extract<Told["event"], {type: "rolled"}>} event @param {LogGame["cubes"]} special */
function diceCard(match, event, special) {
  const { words } = match;
  const need = event.need ?? 0;
  const hits = event.faces.filter((face) => need && face >= need).length;
  const from = [words.sources(event.sources), words.sources(event.need_sources)].filter(Boolean).join("; ");
  const own = special(event);
  if (own) return html`<span class="dr">${own.map(({ css, content }) => html`<span class="d6 read ${css}">${content}</span>`)}</span>${event.rule ? ruleLink(event.rule) : nothing}`;
  const rule = event.rule ? ruleLink(event.rule) : nothing;
  const faces = event.faces.length > MANY ? tally(event.faces, need) : [...event.faces].sort((a, b) => b - a).map((face) => d6(face, need));
  const about = [words.t("ui.log.dice", { n: event.faces.length }), need ? `, ${need}+` : "", from ? ` · ${from}` : ""].join("");
  if (!need) return html`<span class="dr">${from || event.faces.length > MANY ? html`<small>${about}</small>` : nothing}${faces}${rule}</span>`;
  return html`<span class="dr"><small>${about}</small>${faces}</span>
    <span class="dr"><strong class="res">${words.t("ui.log.successes", { n: hits })}</strong>${rule}</span>`;
}

/** The side a line is about: its own, or its unit's. @param {Match} match @param {Told["event"]} event */
function whose(match, event) {
  if ("side" in event && typeof event.side === "string") return event.side;
  const unit = "unit" in event && typeof event.unit === "string" ? event.unit : "";
  return match.view.value.fixed.units[unit]?.side ?? "";
}

/** @param {Match} match @param {Item} item @param {LogGame} game */
function entryItem(match, item, game) {
  const { entry, told } = /** @type {{entry: Entry, told: Told}} */ (/** @type {unknown} */ (item));
  const text = told.line ? match.words.line(told.line) : "";
  if (game.divides(told.event)) return html`<li class="tl"><span>${text}</span></li>`;
  const side = whose(match, told.event) || (entry.by ?? "");
  const dice = told.event.type === "rolled";
  const moves = game.moves(told.event);
  const show = moves ? () => game.show(told.event) : null;
  const leave = moves ? () => game.show(null) : null;
  return html`<li class="le ${side ? look(side) : ""} ${dice ? "dice" : ""} ${entry.covered ? "undone" : ""}" data-seq=${entry.seq}
    tabindex=${moves ? 0 : nothing} @pointerenter=${show} @focus=${show} @pointerleave=${leave} @blur=${leave}>${bullet(side)}
    <div>${text}${dice ? diceCard(match, /** @type {Extract<Told["event"], {type: "rolled"}>} */ (told.event), game.cubes) : nothing}${game.extra(told.event)}</div></li>`;
}

/** Many rolls for one thing, unfolded by who wants to see them. @param {Match} match @param {readonly Item[]} run @param {LogGame} game */
function foldedItem(match, run, game) {
  const event = /** @type {Extract<Told["event"], {type: "rolled"}>} */ (run[0]?.told?.event);
  return html`<li class="le fold"><details><summary>${match.words.t("ui.log.rolls", { n: run.length })} ${event.rule ? ruleLink(event.rule) : nothing}</summary>
    <ol>${run.map((item) => entryItem(match, item, game))}</ol></details></li>`;
}

/** Remarks longer than this may scroll in their bubble, also by keyboard. */
const LONG = 200;

/** @param {RemarkShown} remark */
const remarkItem = (remark) =>
  html`<li class="le chat ${remark.by ? look(remark.by) : ""}">${bullet(remark.by ?? "")}<div tabindex=${remark.text.length > LONG ? 0 : nothing}><b>${remark.name}:</b> ${remark.text}</div></li>`;

const NEAR = 60;

/** Going back to the top brings older lines, and what is read stays where it is. @param {HTMLElement} log @param {(() => Promise<void>) | null} older */
async function scrolled(log, older) {
  const below = log.scrollHeight - log.scrollTop;
  log.toggleAttribute("data-away", below - log.clientHeight > NEAR);
  if (!older || log.scrollTop > NEAR) return;
  await older();
  log.scrollTop = log.scrollHeight - below;
}

/**
 * @param {Match} match @param {LogGame} game
 * @param {{chatOnly: boolean, older: (() => Promise<void>) | null}} how
 */
export function logPanel(match, game, { chatOnly, older }) {
  const { words } = match;
  const items = settled(stream(chatOnly ? [] : match.entries.value, match.remarks.value, game.hides));
  return html`<div class="log" role="log" aria-live="polite" tabindex="0" aria-label=${words.t(chatOnly ? "ui.tab.chat" : "ui.tab.log")}
      @scroll=${(/** @type {Event} */ e) => scrolled(/** @type {HTMLElement} */ (e.currentTarget), older)}>
      ${older ? html`<button type="button" class="btn gh older" @click=${older}>${words.t("ui.log.older")}</button>` : nothing}
      <ol>${repeat(
        runs(items),
        ([item]) => /** @type {Item} */ (item).key,
        (run) => {
          const item = /** @type {Item} */ (run[0]);
          if (item.remark) return remarkItem(item.remark);
          return run.length > 1 ? foldedItem(match, run, game) : entryItem(match, item, game);
        },
      )}</ol>
      ${items.length ? nothing : html`<p class="hint">${words.t(chatOnly ? "ui.chat.empty" : "ui.log.empty")}</p>`}</div>
    ${match.you.value.chat ? sayForm(match) : nothing}`;
}

/** The longest remark, and how near to that its length is told. */
const MOST = 500;
const NEARLY = 50;

/** @param {HTMLInputElement} field */
function countDown(field) {
  const full = field.value.length > MOST - NEARLY;
  /** @type {HTMLOutputElement} */ (field.nextElementSibling).value = full ? `${field.value.length} / ${MOST}` : "";
}

/** A remark stands in its field until it was heard. @param {Match} match */
function sayForm(match) {
  const { words } = match;
  const send = async (/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (e.target).elements[0]);
    const typed = field.value;
    const text = typed.trim();
    if (!text || !(await match.say(text)) || field.value !== typed) return;
    field.value = "";
    countDown(field);
  };
  const type = (/** @type {InputEvent} */ e) => countDown(/** @type {HTMLInputElement} */ (e.target));
  return html`<form class="say" @submit=${send}><input class="field" maxlength=${MOST} @input=${type} autocomplete="off" aria-label=${words.t("ui.chat.say")} placeholder=${words.t("ui.chat.say")}><output></output>
    <button class="ib solid" aria-label=${words.t("ui.chat.send")}>${icon("send")}</button></form>`;
}
