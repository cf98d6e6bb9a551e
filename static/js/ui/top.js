/** The bar on top: name of the match, sides and scores, turn and phase, connection, menu. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { bullet, cutIcon, icon, iconButton, look } from "#js/ui/parts.js";
import { scoreKey, scoreName } from "#js/ui/score.js";

/** @typedef {import("#js/match.js").Match} Match */

const SIGIL = html`<svg viewBox="0 0 40 40" class="sigil" aria-hidden="true"><circle cx="20" cy="20" r="18"></circle>
  <path d="M20 4v32M4 20h32M8.7 8.7l22.6 22.6M31.3 8.7 8.7 31.3"></path><circle cx="20" cy="20" r="5.5"></circle></svg>`;

/** Less thinking time than this is short. */
const SHORT_MS = 120_000;

/** @param {number} ms */
function time(ms) {
  const s = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

/** @param {Match} match @param {string} side @param {number} now */
function clockOf(match, side, now) {
  const clock = match.clock.value;
  const left = clock?.left[side];
  if (!clock || left === undefined) return nothing;
  const gone = clock.running?.includes(side) ? now + match.skew - clock.at : 0;
  const rest = left - gone;
  return html`<span class="chip ${rest < SHORT_MS ? "warn" : ""}" role="timer">${icon("hourglass")}${time(rest)}</span>`;
}

/** A side's points; what they are is said at a touch, where the game has words for it. @param {Match} match @param {string} side @param {() => void} explain */
function points(match, side, explain) {
  const { words } = match;
  const score = match.view.value.scores?.[side];
  if (score === undefined) return nothing;
  if (!words.has(scoreKey(match))) return html`<b>${score}</b>`;
  const name = scoreName(match, score);
  return html`<button type="button" class="pts" title=${name} @click=${explain}><span class="vh">${words.name(side)}: </span><b>${score}</b> <small>${words.t("ui.score.short", { n: score })}</small></button>`;
}

/** @param {Match} match @param {string} side @param {number} now @param {() => void} explain */
function player(match, side, now, explain) {
  const { words } = match;
  const view = match.view.value;
  const here = match.here.value[side];
  const away = here && here.state !== "connected" && !match.replaying.value && !view.result;
  const since = here?.since
    ? ` ${Math.max(0, Math.round((now + match.skew - here.since) / 1000))} ${words.t("ui.seconds")}`
    : "";
  return html`<span class="pl ${look(side)} ${view.clock.side === side ? "turn" : ""}" title=${words.name(side)}>${bullet(side)}
    <span class="nm">${words.name(side)}</span>${points(match, side, explain)}
    ${clockOf(match, side, now)}
    ${away ? html`<span class="away">${cutIcon}<span>${words.t(`ui.presence.${here.state}`)}${since}</span></span>` : nothing}</span>`;
}

/** @param {Match} match */
function phases(match) {
  const { words } = match;
  const { clock, fixed } = match.view.value;
  const now = fixed.phases.indexOf(clock.phase ?? "");
  return html`<ol class="phases ${clock.turn || now >= 0 ? "" : "idle"}" aria-label=${words.t("ui.phases")}>
    ${clock.turn ? html`<li class="tn">${words.t("ui.turn")} <b>${clock.turn}</b>${clock.of ? html`<span>/ ${clock.of}</span>` : nothing}</li>` : nothing}
    ${fixed.phases.map((phase, i) =>
      clock.turn && i !== now && phase === "deployment"
        ? nothing
        : html`<li class=${i < now ? "past" : i === now ? "now" : ""} title=${words.line({ key: `${fixed.game}.phase.${phase}` })}
      aria-current=${i === now ? "step" : nothing}>${words.line({ key: `${fixed.game}.phase.${phase}` })}</li>`,
    )}</ol>`;
}

/** Where not all phases have room for their whole names, the bar names the one that is on. @param {HTMLElement} top */
export function fitPhases(top) {
  const bar = top.querySelector(".phases");
  bar?.removeAttribute("data-brief");
  const cut = [...(bar?.children ?? [])].some((phase) => phase.scrollWidth > phase.clientWidth);
  bar?.toggleAttribute("data-brief", cut);
}

/** @param {Match} match */
function linkChip(match) {
  const { words } = match;
  const link = match.link.value;
  if (match.replaying.value)
    return html`<span class="chip">${icon("history")}<span>${words.t("ui.replay")}</span></span>`;
  if (link === "live")
    return html`<span class="chip ok">${icon("wifi")}<span>${words.t("ui.link.live", { ms: match.latency.value })}</span></span>`;
  const text = link === "closed" ? words.t(`ui.bye.${match.why.value}`) : words.t(`ui.link.${link}`);
  return html`<span class="chip ${link === "closed" ? "bad" : "warn"}" role="status">${cutIcon}<span>${text}</span></span>`;
}

/** How far a watcher is behind the players. @param {Match} match */
function delayChip(match) {
  const { delay } = match.you.value;
  if (!delay) return nothing;
  return html`<span class="chip">${icon("hourglass")}<span>${match.words.t("ui.delay", { n: Math.round(delay / 60) })}</span></span>`;
}

/** @param {Match} match @param {{title: string, subtitle: string, home: string, now: number, theme: () => void, menu: () => void, score: () => void}} page */
export function topBar(match, page) {
  const { words } = match;
  const sides = Object.keys(match.view.value.fixed.sides);
  const middle = Math.ceil(sides.length / 2);
  return html`<a class="brand" href=${page.home}>${SIGIL}<span class="vh">${words.t("ui.home")}: </span><span class="bt" title=${page.title}><b>${page.title}</b><small>${page.subtitle}</small></span></a>
    <div class="score" role="group" aria-label=${words.t("ui.scores")}>
      ${sides.slice(0, middle).map((side) => player(match, side, page.now, page.score))}${phases(match)}${sides.slice(middle).map((side) => player(match, side, page.now, page.score))}</div>
    <div class="tools">${linkChip(match)}${delayChip(match)}
      ${match.watchers.value ? html`<span class="chip watch" title=${words.t("ui.watchers", { n: match.watchers.value })}>${icon("eye")}<span>${match.watchers.value}</span><span class="vh">${words.t("ui.watchers", { n: match.watchers.value })}</span></span>` : nothing}
      ${iconButton(words.t("ui.theme"), "moon", page.theme)}${iconButton(words.t("ui.menu"), "menu", page.menu)}</div>`;
}
