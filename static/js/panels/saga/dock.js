/** The dock: the selected unit and what it can do now, or the plan that is being drawn. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { isStill } from "#js/panels/saga/plan.js";
import { undoButton } from "#js/ui/asking.js";
import { button, icon, look, stepButton, unitGlyph } from "#js/ui/parts.js";

/** @typedef {import("#js/panels/saga/play.js").SagaPlay} SagaPlay */

export class SagaDock {
  /** @param {SagaPlay} play @param {() => void} focusBoard */
  constructor(play, focusBoard) {
    this.play = play;
    this.match = play.match;
    this.words = play.match.words;
    this.focusBoard = focusBoard;
  }

  bar() {
    const unit = this.play.selected.value;
    const card = this.play.card(unit);
    if (!card)
      return html`<span class="hint">${this.words.t(this.chooses() ? "ui.dock.select" : "ui.dock.watch")}</span><span class="acts">${undoButton(this.match, "line")}</span>`;
    return html`<div class="ucard ${look(card.side)}">${unitGlyph(card.glyph, "ug")}<div><b>${this.words.name(unit)}</b><small>${this.detail(unit)}</small><small>${this.stats(unit)}</small></div></div>
      <div class="acts" aria-busy=${this.play.looking.value > 0}>${this.acts(unit)}</div>`;
  }

  /** Whether the question is one that a unit answers. */
  chooses() {
    return ["activate", "granted", "deploy_units"].includes(this.play.question.value?.type ?? "");
  }

  /** Models, fatigue, class and traits in one line. @param {string} unit */
  detail(unit) {
    const { words } = this;
    const shown = this.match.view.value.units?.[unit];
    const card = this.play.card(unit);
    const fatigue = shown?.counters?.["fatigue"] ?? 0;
    const limit = card?.limits?.["fatigue"] ?? 3;
    const kind = (card?.traits ?? [])
      .map((trait) => (words.has(`saga.class.${trait}`) ? `saga.class.${trait}` : `saga.trait.${trait}`))
      .filter((key) => words.has(key))
      .map((key) => words.line({ key }))
      .join(", ");
    return html`${words.t("ui.models", { n: shown?.models || (this.play.mayMove(unit) ? (card?.strength ?? 0) : 0) })} · ${words.line({ key: "saga.counter.fatigue" })}
      <span class="fp" role="img" aria-label="${fatigue} / ${limit}">${Array.from({ length: Math.max(limit, fatigue) }, (_, i) => html`<i class=${i < fatigue ? "on" : ""}></i>`)}</span>
      ${card?.limits?.["wounds"] ? html` · ${words.t("ui.wounds", this.wounds(unit))}` : nothing}${kind ? html`<span class="opt"> · ${kind}</span>` : nothing}`;
  }

  /** Wounds a warlord has in a duel, and how many he bears. @param {string} unit */
  wounds(unit) {
    const shown = this.match.view.value.units?.[unit];
    return { n: shown?.counters?.["wounds"] ?? 0, of: this.play.card(unit)?.limits?.["wounds"] ?? 0 };
  }

  /** What the unit is worth, each number with its words. @param {string} unit */
  stats(unit) {
    const { words } = this;
    const stats = this.match.view.value.fixed.stats?.[unit];
    if (!stats) return nothing;
    const one = (/** @type {string} */ key, /** @type {string} */ picture, /** @type {string} */ text, /** @type {{[name: string]: string | number}} */ of) => {
      const label = words.t(`ui.stat.${key}`, of);
      return html`<span class="stat" role="img" aria-label=${label} title=${label}>${icon(picture)}${text}</span>`;
    };
    const rate = (/** @type {{dice: number, per?: number}} */ { dice, per = 1 }) => `${dice}/${per}`;
    const { armour, shot_armour: shots, move, range = 0 } = stats;
    const limit = this.play.card(unit)?.limits?.["fatigue"] ?? 0;
    return html`<span class="stats">${one("armour", "shield", `${armour} | ${shots}`, { melee: armour, shots })}
      ${one("blows", "swords", rate(stats.blows), { rate: rate(stats.blows) })}
      ${range ? one("shots", "crosshair", `${rate(stats.shots)} ${words.inches(range)}`, { rate: rate(stats.shots), range: words.inches(range) }) : nothing}
      ${one("move", "footprints", words.inches(move), { move: words.inches(move) })}
      ${one("limit", "moon-star", String(limit), { n: limit })}</span>`;
  }

  /** The same in plain words, for lists and screen readers. @param {string} unit */
  plainDetail(unit) {
    const { words } = this;
    const shown = this.match.view.value.units?.[unit];
    if (!shown?.models) return words.t(this.match.view.value.clock.turn && !shown?.counters?.["off"] ? "ui.unit.lost" : "ui.unit.gone");
    const fatigue = shown.counters?.["fatigue"] ?? 0;
    const marks = (shown.marks ?? []).map((mark) => words.line({ key: `saga.mark.${mark}` }));
    const wounds = this.wounds(unit);
    return [words.t("ui.models", { n: shown.models }), fatigue ? words.t("ui.fatigue", { n: fatigue }) : "", wounds.of ? words.t("ui.wounds", wounds) : "", ...marks]
      .filter(Boolean)
      .join(", ");
  }

  /** Buttons of a unit: of its plan, else of what it may do. @param {string} unit */
  acts(unit) {
    if (this.match.replaying.value) return nothing;
    const plan = this.play.plan.value;
    if (plan) return this.planActs(plan);
    return html`${this.unitActs(unit)}${undoButton(this.match, "line")}`;
  }

  /** @param {import("#js/panels/saga/plan.js").Plan} plan */
  planActs(plan) {
    const { words, play } = this;
    const refused = Boolean(plan.preview?.refusal) && plan.judged === plan.version;
    const label = {
      move: "ui.act.confirm_move",
      again: "ui.act.confirm_move",
      engage: "ui.act.confirm_engage",
      shoot: "ui.act.confirm_shoot",
      withdraw: "ui.act.confirm_withdraw",
      deploy: "ui.act.confirm_deploy",
    }[plan.kind];
    const can = (/** @type {"engage" | "shoot"} */ kind) =>
      plan.target && plan.kind !== kind && play.aimAt(plan.target, kind);
    return html`${can("shoot") ? button(words.t("ui.act.shoot"), () => play.aim(plan.target, "shoot"), { icon: "crosshair", key: "S" }) : nothing}
      ${can("engage") ? button(words.t("ui.act.engage"), () => play.aim(plan.target, "engage"), { icon: "swords", key: "C" }) : nothing}
      ${plan.kind === "engage" ? button(words.t("ui.act.reorder"), () => play.reorder(), { icon: "list" }) : nothing}
      ${play.isCarried && !plan.adjusted ? button(words.t("ui.act.waypoint"), () => play.waypoint(), { icon: "map-pin", key: "W" }) : nothing}
      ${plan.kind === "deploy" ? html`${stepButton(words.t("ui.act.narrower"), words.t("ui.act.narrower"), "minus", () => play.widen(-1))}${stepButton(words.t("ui.act.wider"), words.t("ui.act.wider"), "plus", () => play.widen(1))}` : nothing}
      ${
        ["move", "withdraw", "again"].includes(plan.kind)
          ? button(
              words.t("ui.act.adjust"),
              () => {
                play.adjusting.value = !play.adjusting.value;
              },
              { icon: "hand", key: "A", pressed: play.adjusting.value },
            )
          : nothing
      }
      ${button(words.t(label), () => play.confirm(), { icon: "check", key: "↵", css: isStill(plan) || plan.kind === "deploy" ? "pri" : "pri drawn", disabled: refused || this.match.busy.value, id: "confirm" })}
      ${plan.kind === "withdraw" ? nothing : button(words.t("ui.cancel"), () => play.cancel(), { icon: "x", key: "Esc" })}`;
  }

  /** @param {string} unit */
  unitActs(unit) {
    const { words, play } = this;
    const option = play.option(unit);
    if (!option)
      return play.mayMove(unit)
        ? button(words.t("ui.act.place"), () => this.start(unit), { icon: "move", css: "pri", key: "M" })
        : this.idle(unit);
    const ways = option.move?.length ? option.move : (option.shoot ?? option.rest ?? []);
    return html`${this.payChoice(ways)}
      ${
        option.companions?.length
          ? html`<label class="chip with"><input type="checkbox" .checked=${play.companion.value} @change=${() => {
              play.companion.value = !play.companion.value;
            }}>
        ${words.t("ui.act.with", { unit: words.name(option.companions[0] ?? "") })}</label>`
          : nothing
      }
      ${option.move?.length ? button(words.t("ui.act.move"), () => this.start(unit), { icon: "footprints", key: "M", css: "pri" }) : nothing}
      ${option.move?.length ? button(words.t("ui.act.engage"), () => play.cycle("engage"), { icon: "swords", key: "C", disabled: !play.aims.value.some((aim) => aim.kind === "engage") }) : nothing}
      ${option.shoot?.length ? button(words.t("ui.act.shoot"), () => play.cycle("shoot"), { icon: "crosshair", key: "S", disabled: !play.aims.value.some((aim) => aim.kind === "shoot") }) : nothing}
      ${option.rest?.length ? button(words.t("ui.act.rest"), () => play.rest(), { icon: "moon-star", key: "R" }) : nothing}`;
  }

  /** Why a unit of the player whose turn it is has no buttons. @param {string} unit */
  idle(unit) {
    const { match, question } = this.play;
    const asked = question.value?.type === "activate" && match.prompt.value?.side === this.play.card(unit)?.side;
    return asked ? html`<span class="idle">${this.words.t("ui.dock.idle")}</span>` : nothing;
  }

  /** Which die pays, where there is a choice. @param {readonly string[]} ways */
  payChoice(ways) {
    if (ways.length < 2) return nothing;
    const { words, play } = this;
    const name = (/** @type {string} */ way) =>
      words.has(`saga.pay.${way}`)
        ? words.line({ key: `saga.pay.${way}` })
        : words.line({ key: `saga.ability.${way}.name` });
    return html`<select class="field pay" aria-label=${words.t("ui.act.pay")} @change=${(/** @type {Event} */ e) => {
      play.pay.value = /** @type {HTMLSelectElement} */ (e.target).value;
    }}>
      ${ways.map((way, i) => html`<option value=${i ? way : ""} ?selected=${(play.pay.value || ways[0]) === way}>${name(way)}</option>`)}</select>`;
  }

  /** @param {string} unit */
  start(unit) {
    this.play.select(unit);
    this.play.nudge(0, 0);
    this.focusBoard();
  }
}
