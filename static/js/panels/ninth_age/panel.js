/** The rail of The 9th Age: whose units still have something to do, charges that were declared, the objective. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { pending } from "#js/panels/ninth_age/choices.js";
import { isJudged } from "#js/panels/ninth_age/plan.js";
import { gainsSection, goalSection } from "#js/panels/ninth_age/sheet.js";
import { bullet, look } from "#js/ui/parts.js";
import { waitingList } from "#js/ui/waiting.js";

/** @typedef {import("#js/panels/ninth_age/play.js").NinthPlay} NinthPlay */
/** @typedef {import("#js/panels/ninth_age/plan.js").Plan} Plan */
/** @typedef {import("#js/types.js").Unplayed} Unplayed */
/** @typedef {import("#js/types.js").Source} Source */

export class NinthPanel {
  /** @param {NinthPlay} play @param {import("#js/panels/ninth_age/dock.js").NinthDock} dock @param {(unit: string, pressed: PointerEvent) => void} carryIn a unit drawn from the list onto the table */
  constructor(play, dock, carryIn) {
    this.carryIn = carryIn;
    this.play = play;
    this.dock = dock;
    this.match = play.match;
    this.words = play.match.words;
  }

  panel() {
    const { words } = this;
    return html`<div class="ph"><h2>${words.t("ui.nine.panel")}</h2></div>
      <div class="nine">${this.shotCard()}${this.unit()}${this.waiting()}${this.charges()}${(this.match.view.value.goals ?? []).map((goal) => goalSection(this.match, goal))}${gainsSection(this.match)}</div>`;
  }

  /** The selected unit as it is printed. */
  unit() {
    const { words, play } = this;
    const unit = play.selected.value;
    const card = play.card(unit);
    const stats = this.match.view.value.fixed.stats?.[unit];
    if (!card || !stats) return html`<p class="hint">${words.t("ui.nine.panel.none")}</p>`;
    const awaited = stats.awaited ?? [];
    const waits = new Set(awaited.filter(({ partly }) => !partly).map(({ rule }) => rule));
    const rules = (stats.rules ?? []).filter((rule) => !waits.has(rule)).map((rule) => this.rule(rule)).filter(Boolean);
    const type = `ninth_age.name.${stats.troop_type}`;
    return html`<section class="nine-unit ${look(card.side)}"><h3>${bullet(card.side)}${words.name(unit)}</h3>
      <p>${words.has(type) ? `${words.line({ key: type })}. ` : ""}${this.dock.plainDetail(unit)}.</p>${this.dock.stats(unit)}
      ${rules.length ? html`<p class="nine-rules">${rules.join(", ")}</p>` : nothing}
      ${this.awaited(awaited)}</section>`;
  }

  /** Rules that are not played, or only in part: one line for each thing that they wait for. @param {readonly Unplayed[]} awaited */
  awaited(awaited) {
    const said = (/** @type {Unplayed} */ { chapter, partly }) => `ui.nine.awaits.${chapter}${partly ? ".partly" : ""}`;
    return [...new Set(awaited.map(said))].sort().map((key) => {
      const list = awaited.filter((one) => said(one) === key).map(({ rule }) => this.rule(rule)).filter(Boolean);
      return list.length ? html`<p class="nine-rules">${this.words.t(key, { list: list.join(", ") })}</p>` : nothing;
    });
  }

  /** @param {string} rule */
  rule(rule) {
    const key = `ninth_age.name.${rule}`;
    return this.words.has(key) ? this.words.line({ key }) : "";
  }

  /** Units that the question waits for. */
  waiting() {
    const { words, play } = this;
    const units = pending(play.question.value, this.match.view.value);
    if (this.match.replaying.value || units.length < 2) return nothing;
    const title = play.question.value?.type === "deploy_units" ? "ui.nine.panel.left" : "ui.nine.panel.able";
    return waitingList(this.match, words.t(title, { n: units.length }), units, {
      selected: play.selected.value,
      select: (unit) => play.select(unit),
      carry: (unit, pressed) => this.carryIn(unit, pressed),
    });
  }

  charges() {
    const { words } = this;
    const declared = Object.entries(this.match.view.value.charges ?? {});
    if (!declared.length) return nothing;
    return html`<section><h3>${words.t("ui.nine.panel.charges")}</h3><ul class="unit-rows">${declared.map(
      ([unit, { target, dice = [] }]) =>
        html`<li>${bullet(this.play.card(unit)?.side ?? "")} ${words.name(unit)} → ${words.name(target)}${dice.length ? ` (${dice.join(", ")})` : ""}</li>`,
    )}</ul></section>`;
  }

  /** What a plan costs beside its length, in words. @param {Plan} plan */
  consequences(plan) {
    const { words } = this;
    const test = isJudged(plan) ? (plan.preview?.test ?? 0) : 0;
    const tested = test ? words.t(plan.march || plan.kind === "enter" ? "ui.nine.plan.test" : "ui.nine.plan.swift_test", { n: test, chance: words.percent(atMost(test)) }) : "";
    switch (plan.kind) {
      case "move":
        return plan.march ? this.marched(plan, tested) : "";
      case "enter": {
        const action = isJudged(plan) ? plan.preview?.action : null;
        return action?.type === "enter" && action.march ? this.marched(plan, tested) : "";
      }
      case "reform":
        return this.formed(plan, tested);
      case "charge": {
        const chance = isJudged(plan) ? plan.preview?.chances?.[0] : null;
        return chance
          ? words.t("ui.nine.plan.charge", { distance: words.inches(chance.distance), chance: words.percent(chance.thousandths / 1000) })
          : "";
      }
      case "shoot":
        return this.shot(plan);
      case "wander":
        return words.t("ui.nine.plan.wander");
      default:
        return "";
    }
  }

  /** Whether a unit has anything to shoot with, which another use of its move costs it. @param {Plan} plan */
  shoots({ unit }) {
    return Boolean(this.match.view.value.fixed.stats?.[unit]?.missiles?.length);
  }

  /** What a march costs. @param {Plan} plan @param {string} tested */
  marched(plan, tested) {
    return [this.shoots(plan) ? this.words.t("ui.nine.plan.march") : "", tested].filter(Boolean).join(" ");
  }

  /** What another formation costs. @param {Plan} plan @param {string} tested */
  formed(plan, tested) {
    const { words } = this;
    const question = this.play.question.value;
    if (question?.type !== "form_up") return plan.swift ? tested : words.t(this.shoots(plan) ? "ui.nine.plan.reform" : "ui.nine.plan.reform.unarmed");
    const { pivot = false, test = 0 } = question;
    return pivot && test ? words.t("ui.nine.plan.pivot", { n: test, chance: words.percent(atMost(test)) }) : "";
  }

  /** What a shot would come to, in a line. @param {Plan} plan */
  shot(plan) {
    const shot = isJudged(plan) ? plan.preview?.shots?.[0] : null;
    return shot ? this.words.t("ui.nine.plan.losses", { n: this.words.decimal((shot.losses ?? 0) / 1000) }) : "";
  }

  /** A shot from the dice to hit to the fallen, each number with where it comes from. */
  shotCard() {
    const { words, play } = this;
    const plan = play.plan.value;
    const shot = plan?.kind === "shoot" && isJudged(plan) ? plan.preview?.shots?.[0] : null;
    if (!plan || !shot) return nothing;
    const thousandth = (/** @type {number | undefined} */ n) => words.decimal((n ?? 0) / 1000);
    const row = (/** @type {string} */ name, /** @type {number} */ need, /** @type {string} */ dice, /** @type {readonly Source[] | undefined} */ sources) =>
      need < 7
        ? html`<li><span>${words.t(`ui.nine.shot.${name}`)}${dice ? html` <small>${dice}</small>` : nothing}</span><b>${need}+</b><small>${words.sources(sources)}</small></li>`
        : html`<li><span>${words.t(`ui.nine.shot.${name}`)}</span><b>–</b></li>`;
    return html`<section class="nine-shot"><h3>${words.name(plan.unit)} → ${words.name(plan.target)}</h3>
      <p>${words.line({ key: `ninth_age.name.${shot.weapon}` })}, ${words.inches(shot.distance)}</p>
      <ol>${(shot.volleys ?? []).map(({ models, shots, need, sources }) => row("hit", need, `${models} × ${shots}`, sources))}
      ${row("wound", shot.wound ?? 7, "", shot.wound_sources)}${row("armour", shot.armour ?? 7, "", shot.armour_sources)}
      ${(shot.special ?? 7) < 7 ? row("special", shot.special ?? 7, "", shot.special_sources) : nothing}</ol>
      <p>${words.t("ui.nine.shot.expected", { hits: thousandth(shot.hits), wounds: thousandth(shot.wounds), losses: thousandth(shot.losses) })}
      ${shot.panic ? words.t("ui.nine.shot.panic", { chance: words.percent(shot.panic / 1000) }) : ""}
      ${shot.misfire ? words.t("ui.nine.shot.misfire", { chance: words.percent(shot.misfire / 1000) }) : ""}</p></section>`;
  }
}

/** The chance that two dice show no more than a sum. @param {number} sum */
export function atMost(sum) {
  let ways = 0;
  for (let a = 1; a <= 6; a++) for (let b = 1; b <= 6; b++) ways += a + b <= sum ? 1 : 0;
  return ways / 36;
}
