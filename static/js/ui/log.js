/** The log: told facts as sentences, dice as cards, chat as bubbles in the same stream. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { repeat } from "#vendor/lit-html/directives/repeat.js";
import { bullet, d6, icon, look, ruleLink } from "#js/ui/parts.js";

/** @typedef {import("#js/match.js").Match} Match */
/** @typedef {import("#js/types.js").Entry} Entry */
/** @typedef {import("#js/types.js").Told} Told */
/** @typedef {import("#js/types.js").RemarkShown} RemarkShown */
/** @typedef {import("#js/types.js").Source} Source */
/** @typedef {{key: string, time: number, seq: number, entry?: Entry, told?: Told, remark?: RemarkShown}} Item */
/**
 * @typedef {object} LogGame what a game adds to its log
 * @property {(event: Told["event"]) => unknown} extra drawn below the sentence
 * @property {(roll: import("#js/ui/dice.js").Roll) => readonly import("#js/ui/dice.js").Cube[] | null} cubes dice that are no plain ones
 * @property {(event: Told["event"]) => boolean} divides whether the sentence is a divider
 * @property {(event: Told["event"]) => boolean} hides whether something else shows it better
 * @property {(event: Told["event"]) => boolean} moves whether it can be shown on the table
 * @property {(event: Told["event"] | null) => void} show show it there while it is looked at
 */

/** Told facts and remarks in the order of time. @param {readonly Entry[]} entries @param {readonly RemarkShown[]} remarks @param {LogGame["hides"]} hides @returns {Item[]} */
export function stream(entries, remarks, hides) {
  /** @type {Item[]} */
  const items = [];
  for (const entry of entries) {
    (entry.told ?? []).forEach((told, i) => {
      if ((told.line || told.event.type === "rolled") && !hides(told.event))
        items.push({ key: `e${entry.seq}.${i}`, time: entry.time, seq: entry.seq, entry, told });
    });
  }
  for (const remark of remarks) items.push({ key: `r${remark.id}`, time: remark.time, seq: 0, remark });
  return items.sort((a, b) => a.time - b.time || a.seq - b.seq);
}

/** The last sentences of the newest ruling, for who cannot see the log. @param {Match} match @param {LogGame} game */
export function caption(match, game) {
  const newest = match.entries.value.at(-1);
  const told = newest ? stream([newest], [], game.hides) : [];
  return told
    .flatMap((item) => (item.told?.line && item.told.event.type !== "rolled" ? [match.words.line(item.told.line)] : []))
    .slice(-2)
    .join(" ");
}

/** @param {Match} match @param {readonly Source[] | undefined} sources */
function sourcesText(match, sources) {
  return (sources ?? [])
    .map(({ key, add }) => `${match.words.line({ key })} ${add > 0 ? "+" : "−"}${Math.abs(add)}`)
    .join(", ");
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
  const from = [sourcesText(match, event.sources), sourcesText(match, event.need_sources)].filter(Boolean).join("; ");
  const own = special(event);
  if (own) return html`<span class="dr">${own.map(({ css, content }) => html`<span class="d6 read ${css}">${content}</span>`)}</span>${event.rule ? ruleLink(event.rule) : nothing}`;
  return html`<span class="dr"><small>${words.t("ui.log.dice", { n: event.faces.length })}${need ? `, ${need}+` : ""}${from ? ` · ${from}` : ""}</small>
      ${event.faces.length > MANY ? tally(event.faces, need) : [...event.faces].sort((a, b) => b - a).map((face) => d6(face, need))}</span>
    ${need ? html`<strong class="res">${words.t("ui.log.successes", { n: hits })}</strong>` : nothing}
    ${event.rule ? ruleLink(event.rule) : nothing}`;
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
  const items = stream(chatOnly ? [] : match.entries.value, match.remarks.value, game.hides);
  return html`<div class="log" role="log" aria-live="polite" tabindex="0" aria-label=${words.t(chatOnly ? "ui.tab.chat" : "ui.tab.log")}
      @scroll=${(/** @type {Event} */ e) => scrolled(/** @type {HTMLElement} */ (e.currentTarget), older)}>
      ${older ? html`<button type="button" class="btn gh older" @click=${older}>${words.t("ui.log.older")}</button>` : nothing}
      <ol>${repeat(
        items,
        (item) => item.key,
        (item) => (item.remark ? remarkItem(item.remark) : entryItem(match, item, game)),
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
