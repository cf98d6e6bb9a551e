/** What the points in the top bar are and what they decide, in the words of the game and its scenario. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { bullet } from "#js/ui/parts.js";

/** @typedef {import("#js/match.js").Match} Match */

/** Where the game explains the score of this scenario. @param {Match} match */
export function scoreKey(match) {
  const { game, scenario } = match.view.value.fixed;
  return `${game}.score.${scenario}`;
}

/** Whether there are points, and words about them. @param {Match} match */
export const explains = (match) => match.words.has(scoreKey(match)) && Object.keys(match.view.value.scores ?? {}).length > 0;

/** So many points by their name. @param {Match} match @param {number} count */
export const scoreName = (match, count) =>
  match.words.line({ key: `${scoreKey(match)}.name`, params: { count: { type: "number", value: count } } });

/** Sides with their points, the leader first. @param {Match} match @returns {[string, number][]} */
const ranking = (match) => Object.entries(match.view.value.scores ?? {}).sort(([, a], [, b]) => b - a);

/** The score of a finished match in one line, and what it decides. @param {Match} match */
export function finalScore(match) {
  const { words } = match;
  const key = `${scoreKey(match)}.end`;
  if (!words.has(key)) return "";
  const sides = Object.entries(match.view.value.scores ?? {}).map(([side, count]) => `${words.name(side)} ${count}`);
  return `${sides.join(" : ")}. ${words.line({ key })}`;
}

/** The score explained. @param {Match} match @param {unknown} sheet where the points came from, where the game tells it */
export function scorePage(match, sheet) {
  const { words } = match;
  if (sheet !== nothing) return html`${sheet}<p>${words.line({ key: scoreKey(match) })}</p>`;
  const ranked = ranking(match);
  const [[first, most] = ["", 0], [, second] = ["", 0]] = ranked;
  const lead = most - second;
  return html`<ul class="scores">${ranked.map(([side, count]) => html`<li>${bullet(side)}<span>${words.name(side)}</span><b>${scoreName(match, count)}</b></li>`)}</ul>
    ${ranked.length > 1 ? html`<p>${lead ? words.t("ui.score.leads", { name: words.name(first), n: lead }) : words.t("ui.score.level")}</p>` : nothing}
    <p>${words.line({ key: scoreKey(match) })}</p>`;
}
