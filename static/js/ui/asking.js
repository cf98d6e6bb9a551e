/** The gold bar over the dock: an open question, whom the table waits for, how the match ended. Never a modal. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { bullet, button, cutIcon, icon, iconButton, look } from "#js/ui/parts.js";
import { explains, finalScore } from "#js/ui/score.js";

/** @typedef {import("#js/match.js").Match} Match */

/** Take the last action back; only for who plays. @param {Match} match @param {string} css */
export function undoButton(match, css) {
  const mine = match.you.value.sides.length > 0 && !match.replaying.value && !match.view.value.result;
  return mine ? iconButton(match.words.t("ui.undo"), "undo-2", () => match.takeBack(), css) : nothing;
}

/** Without a line: what becomes of an answer. @param {Match} match */
export function cutText(match) {
  const link = match.link.value;
  if (link === "live" || match.replaying.value) return "";
  if (link === "closed") return match.words.t(`ui.bye.${match.why.value}`);
  return match.words.t(match.busy.value ? "ui.ask.queued" : "ui.ask.cut");
}

/** @param {Match} match */
function cutRow(match) {
  const text = cutText(match);
  return text ? html`<small class="cut">${cutIcon}${text}</small>` : nothing;
}

/** Whose choice a question is, for who plays more than one side. @param {Match} match */
function chooser(match) {
  const prompt = match.prompt.value;
  if (!prompt || match.you.value.sides.length < 2) return nothing;
  return html`<span class="chooser ${look(prompt.side)}">${bullet(prompt.side)}${match.words.name(prompt.side)}:</span> `;
}

/**
 * A question with its answers. Those of which there may be many scroll; what ends or declines it stays in sight.
 * @param {Match} match @param {string} picture @param {string} text @param {unknown} detail @param {unknown} acts @param {unknown} [ends]
 */
export function askRow(match, picture, text, detail, acts, ends = nothing) {
  return html`<div class="ask-row"><span class="ask-text">${icon(picture)}<span>${chooser(match)}${text}${detail ? html`<small>${detail}</small>` : nothing}${cutRow(match)}</span></span>
      <fieldset class="ask-acts" ?disabled=${match.busy.value || match.link.value === "closed"}>${acts}<span class="ask-ends">${ends}${undoButton(match, "line narrow")}</span></fieldset></div>`;
}

/** Whom the table waits for. @param {Match} match */
export function waitingRow(match) {
  const { words } = match;
  const others = Object.values(match.view.value.prompts ?? {});
  if (!others.length) return nothing;
  const names = others.map((other) => words.name(other.side)).join(", ");
  return html`<div class="ask-row" data-waiting><span class="ask-text">${icon("hourglass")}<span>${words.t("ui.ask.waiting", { names })}
      <small>${words.t("ui.ask.asked", { text: others.map((other) => words.line(other.line)).join(" ") })}</small>${cutRow(match)}</span></span>${undoButton(match, "line narrow")}</div>`;
}

/** How the match ended, and the ways to its score sheet, its replay and out. @param {Match} match @param {import("#js/types.js").Result} result @param {import("#js/types.js").TablePage} page */
export function endedRow(match, result, page) {
  const { words } = match;
  const names = result.winners.map((side) => words.name(side)).join(", ");
  const text = names ? words.t("ui.result.won", { names }) : words.t("ui.result.draw");
  const acts = [
    ...(explains(match) ? [button(words.t("ui.score.sheet"), () => page.score(), { icon: "list", id: "sheet" })] : []),
    html`<a class="btn pri" href=${page.replay}>${icon("history")}<span>${words.t("ui.menu.replay")}</span></a>`,
    html`<a class="btn" href="/">${icon("home")}<span>${words.t("ui.home")}</span></a>`,
  ];
  return askRow(match, "trophy", text, [words.line(result.line), finalScore(match)].filter(Boolean).join(" "), acts);
}
