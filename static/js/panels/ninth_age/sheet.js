/** The victory points of a battle: where each came from, and the secondary objectives. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { bullet } from "#js/ui/parts.js";

/** @typedef {import("#js/types.js").NinthMatch} NinthMatch */
/** @typedef {import("#js/types.js").Goal} Goal */
/** @typedef {NonNullable<NinthMatch["view"]["value"]["gains"]>[string][number]} Gain */

/** What an objective is called. @param {NinthMatch} match @param {string} id */
function goalName({ words }, id) {
  const key = `ninth_age.objective.${id}`;
  return words.has(key) ? words.line({ key }) : words.t("ui.nine.panel.goal");
}

/** What points were given for. @param {NinthMatch} match @param {Gain} gain */
function reason(match, { why, unit, objective }) {
  const { words } = match;
  const about = unit ? words.name(unit) : objective ? goalName(match, objective) : "";
  return [about, words.line({ key: `ninth_age.gain.${why}` })].filter(Boolean).join(": ");
}

/** How an objective stands: what each side has, and who is ahead. @param {NinthMatch} match @param {Goal} goal */
export function goalSection(match, goal) {
  const { words } = match;
  const { fixed, result } = match.view.value;
  const ahead = result
    ? words.t("ui.nine.panel.won")
    : goal.worth
      ? words.t("ui.nine.panel.winning_worth", { n: goal.worth })
      : words.t("ui.nine.panel.winning");
  return html`<section><h3>${goalName(match, goal.id)}</h3><p>${words.line({ key: `ninth_age.objective.${goal.id}.text` })}</p><ul class="unit-rows">${Object.keys(fixed.sides).map(
    (side) =>
      html`<li>${bullet(side)} ${words.name(side)}: ${goal.counts?.[side] ?? 0}${(goal.winners ?? []).includes(side) ? ` · ${ahead}` : ""}</li>`,
  )}</ul></section>`;
}

/** Where the points of each side came from. @param {NinthMatch} match */
export function gainsSection(match) {
  const { words } = match;
  const sides = Object.entries(match.view.value.gains ?? {}).filter(([, found]) => found.length);
  if (!sides.length) return nothing;
  return html`<section><h3>${words.t("ui.nine.panel.gains")}</h3>${sides.map(
    ([side, found]) => html`<ul class="unit-rows">${found.map((gain) => html`<li>${bullet(side)} <b>${gain.points}</b> ${reason(match, gain)}</li>`)}</ul>`,
  )}</section>`;
}

/** The whole sheet. @param {NinthMatch} match */
export function scoreSheet(match) {
  const { words } = match;
  const { fixed, gains = {}, scores = {}, goals = [], result } = match.view.value;
  if (!Object.keys(scores).length) return nothing;
  const rows = (/** @type {string} */ side) =>
    (gains[side] ?? []).map((gain) => html`<tr><td>${reason(match, gain)}</td><td>${gain.points}</td></tr>`);
  return html`${result ? html`<p class="verdict">${words.line(result.line)}</p>` : nothing}
    <table class="sheet">${Object.keys(fixed.sides).map(
      (side) => html`<tbody><tr class="sum"><th scope="rowgroup">${bullet(side)} ${words.name(side)}</th><td>${scores[side] ?? 0}</td></tr>
        ${gains[side]?.length ? rows(side) : html`<tr><td class="none" colspan="2">${words.t("ui.nine.sheet.none")}</td></tr>`}</tbody>`,
    )}</table>
    <div class="nine">${goals.map((goal) => goalSection(match, goal))}</div>`;
}
