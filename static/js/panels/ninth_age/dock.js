/** The dock: the selected unit and what it can do now, or the plan that is being drawn. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { bearing, endOf, isLone } from "#js/panels/ninth_age/block.js";
import { actors, targetsOf } from "#js/panels/ninth_age/choices.js";
import { woundsOf } from "#js/panels/ninth_age/command.js";
import { isJudged, isStill } from "#js/panels/ninth_age/plan.js";
import { undoButton } from "#js/ui/asking.js";
import { button, icon, look, stepButton, unitGlyph } from "#js/ui/parts.js";

/** @typedef {import("#js/panels/ninth_age/play.js").NinthPlay} NinthPlay */
/** @typedef {import("#js/panels/ninth_age/plan.js").Plan} Plan */

const HALF_INCH = 1270;

export class NinthDock {
  /** @param {NinthPlay} play @param {() => void} focusBoard */
  constructor(play, focusBoard) {
    this.play = play;
    this.match = play.match;
    this.words = play.match.words;
    this.focusBoard = focusBoard;
  }

  bar() {
    const unit = this.play.selected.value;
    const card = this.play.card(unit);
    if (!card) {
      const chooses = actors(this.play.question.value).length > 0;
      return html`<span class="hint">${this.words.t(chooses ? "ui.dock.select" : "ui.dock.watch")}</span><span class="acts">${undoButton(this.match, "line")}</span>`;
    }
    return html`<div class="ucard ${look(card.side)}">${unitGlyph(card.glyph, "ug")}<div><b>${this.words.name(unit)}</b><small>${this.plainDetail(unit)}</small><small>${this.stats(unit)}</small></div></div>
      <div class="acts" aria-busy=${this.play.looks.looking.value > 0}>${this.acts(unit)}</div>`;
  }

  /** Models, formation and state in plain words. @param {string} unit */
  plainDetail(unit) {
    const { words } = this;
    const { units = {}, trays = {}, charges = {}, engaged = {} } = this.match.view.value;
    const shown = units[unit];
    const tray = trays[unit];
    if (!shown?.models && this.play.setup.may(unit)) return words.t("ui.models", { n: this.play.card(unit)?.strength ?? 0 });
    if (!shown?.models) return words.t("ui.unit.gone");
    const wounds = woundsOf(shown.counters);
    const charge = charges[unit];
    const foes = engaged[unit] ?? [];
    const marks = (shown.marks ?? [])
      .map((mark) => `ui.nine.mark.${mark}`)
      .filter((key) => words.has(key))
      .map((key) => words.t(key));
    return [
      words.t("ui.models", { n: shown.models }),
      tray && shown.models > 1 && !this.play.buildings.holds(unit) ? words.t("ui.nine.formation", { files: tray.files, ranks: tray.ranks }) : "",
      wounds ? words.t("ui.nine.wounds", { n: wounds }) : "",
      charge ? words.t("ui.nine.charging", { unit: words.name(charge.target) }) : "",
      foes.length ? words.t("ui.nine.with", { units: foes.map((foe) => words.name(foe)).join(", ") }) : "",
      ...marks,
    ]
      .filter(Boolean)
      .join(", ");
  }

  /** What the unit is worth, each number with its words. @param {string} unit */
  stats(unit) {
    const { words } = this;
    const stats = this.match.view.value.fixed.stats?.[unit];
    if (!stats) return nothing;
    const one = (/** @type {string} */ key, /** @type {string} */ picture, /** @type {string | number} */ value) => {
      const label = words.t(`ui.nine.stat.${key}`, { n: value });
      return html`<span class="stat" role="img" aria-label=${label} title=${label}>${icon(picture)}${value}</span>`;
    };
    const { movement, leadership, wounds = 1, fly = 0, ballistic_skill: skill = 0, missiles = [], guard } = stats;
    const saves = [guard?.ward, guard?.regeneration].filter(Boolean);
    return html`<span class="stats">${one("movement", "footprints", fly ? `${movement}″ | ${fly}″` : `${movement}″`)}${one("leadership", "flag", leadership)}
      ${one("toughness", "shield", guard?.toughness ?? 3)}
      ${guard?.armour ? one("armour", "shield-check", `${7 - guard.armour}+`) : nothing}
      ${saves.length ? one("ward", "sparkles", saves.map((save) => `${save}+`).join(" | ")) : nothing}
      ${missiles.length && skill ? one("skill", "crosshair", skill) : nothing}
      ${wounds > 1 ? one("wounds", "heart-pulse", wounds) : nothing}</span>`;
  }

  /** Buttons of a unit: of its plan, else of what it may do. @param {string} unit */
  acts(unit) {
    if (this.match.replaying.value) return nothing;
    const plan = this.play.plan.value;
    if (plan && plan.unit === unit) return this.planActs(plan);
    return html`${this.unitActs(unit)}${undoButton(this.match, "line")}`;
  }

  /** @param {Plan} plan */
  planActs(plan) {
    const { words, play } = this;
    const refused = isJudged(plan) && Boolean(plan.preview?.refusal);
    return html`${plan.kind === "move" ? this.steering(plan) : nothing}
      ${plan.kind === "reform" || plan.kind === "deploy" || plan.kind === "join" ? this.forming(plan) : nothing}
      ${plan.kind === "shoot" ? this.arming(plan) : nothing}
      ${plan.kind === "wander" ? this.turns("ui.nine.act.turn_left", "ui.nine.act.turn_right") : nothing}
      ${button(this.confirmText(plan), () => play.confirm(), { icon: "check", key: "↵", css: isStill(plan) || plan.kind === "deploy" ? "pri" : "pri drawn", disabled: refused || isStill(plan) || this.match.busy.value, id: "confirm" })}
      ${button(words.t("ui.cancel"), () => play.cancel(), { icon: "x", key: "Esc" })}`;
  }

  /** @param {Plan} plan */
  confirmText(plan) {
    const { words } = this;
    const chance = plan.preview?.chances?.[0];
    const reform = plan.swift ? "swift" : this.play.pivots(plan.unit) ? "pivot" : "reform";
    const kind = plan.kind === "move" && plan.march ? "march" : plan.kind === "reform" ? reform : plan.kind;
    const text = words.t(`ui.nine.confirm.${kind}`);
    return plan.kind === "charge" && chance ? `${text} (${words.percent(chance.thousandths / 1000)})` : text;
  }

  /** @param {string} left @param {string} right */
  turns(left, right) {
    const { words, play } = this;
    return html`${stepButton(words.t(left), words.t("ui.step.left"), "rotate-ccw", () => play.turn(-1))}${stepButton(words.t(right), words.t("ui.step.right"), "rotate-cw", () => play.turn(1))}`;
  }

  /** A path drawn by buttons, for fingers and for who has no pointer. @param {Plan} plan */
  steering(plan) {
    const { words, play } = this;
    const option = play.option(plan.unit);
    const block = play.block(plan.unit);
    const lone = block && isLone(block);
    const on = () => {
      if (!block) return;
      const [x, y] = bearing(endOf(block, plan.path).facing);
      play.step([x * HALF_INCH, y * HALF_INCH]);
    };
    return html`${this.turns(lone ? "ui.nine.act.turn_left" : "ui.nine.act.wheel_left", lone ? "ui.nine.act.turn_right" : "ui.nine.act.wheel_right")}
      ${stepButton(words.t("ui.nine.act.on"), words.t("ui.step.on"), "arrow-up", on)}
      ${plan.path.length ? stepButton(words.t("ui.nine.act.back"), words.t("ui.step.back"), "skip-back", () => play.back()) : nothing}
      ${option?.march ? button(words.t("ui.nine.act.march"), () => play.toggleMarch(), { icon: "footprints", key: "M", pressed: plan.march }) : nothing}
      ${option?.flies ? button(words.t("ui.nine.act.on_foot"), () => play.toggleFoot(), { icon: "footprints", css: "word", pressed: plan.foot }) : nothing}`;
  }

  /** Which weapon, where there is a choice. @param {Plan} plan */
  arming(plan) {
    const { words, play } = this;
    const weapons = this.match.view.value.fixed.stats?.[plan.unit]?.missiles ?? [];
    if (weapons.length < 2) return nothing;
    const now = plan.weapon || weapons[0]?.id;
    return weapons.map(({ id }) =>
      button(words.line({ key: `ninth_age.name.${id}` }), () => play.arm(id), { icon: "crosshair", css: "word", pressed: id === now }),
    );
  }

  /** @param {Plan} plan */
  forming(plan) {
    const { words, play } = this;
    if (plan.kind === "join")
      return html`${button(words.t("ui.nine.act.join_other", { unit: words.name(plan.target) }), () => play.setup.joinNext(), { icon: "users", css: "word" })}${stepButton(words.t("ui.nine.act.file_left"), words.t("ui.step.left"), "arrow-left", () => play.widen(-1))}${stepButton(words.t("ui.nine.act.file_right"), words.t("ui.step.right"), "arrow-right", () => play.widen(1))}`;
    return html`${play.pivots(plan.unit) ? nothing : html`${stepButton(words.t("ui.act.narrower"), words.t("ui.act.narrower"), "minus", () => play.widen(-1))}${stepButton(words.t("ui.act.wider"), words.t("ui.act.wider"), "plus", () => play.widen(1))}`}
      ${this.turns("ui.nine.act.turn_left", "ui.nine.act.turn_right")}
      ${play.option(plan.unit)?.swift ? button(words.t("ui.nine.act.swift"), () => play.toggleSwift(), { icon: "timer", pressed: plan.swift, about: words.t("ui.nine.act.swift.about") }) : nothing}
      ${plan.kind === "deploy" ? this.joining(plan.unit) : nothing}`;
  }

  /** A way into the units that take a character. @param {string} unit */
  joining(unit) {
    const { words, play } = this;
    return play.setup.hosts(unit).length
      ? button(words.t("ui.nine.act.join"), () => this.start(() => play.setup.joinNext()), { icon: "users" })
      : nothing;
  }

  /** @param {string} unit */
  unitActs(unit) {
    const { words, play } = this;
    const question = play.question.value;
    const option = play.option(unit);
    const targets = play.isMine(unit) ? targetsOf(question, unit) : [];
    const shoots = question?.type === "shoot_with";
    const one = this.single(unit);
    const threat = this.match.view.value.trays?.[unit]
      ? button(
          words.t("ui.nine.act.threat"),
          () => {
            play.looks.threatens.value = !play.looks.threatens.value;
          },
          { icon: "target", key: "W", pressed: play.looks.threatens.value },
        )
      : nothing;
    if (option?.inside) return html`${button(words.t("ui.nine.act.leave"), () => this.start(() => play.setup.take(unit)), { icon: "move", key: "M", css: "pri" })}${threat}`;
    return html`${option ? button(words.t("ui.act.move"), () => this.start(() => play.move(unit)), { icon: "footprints", key: "M", css: "pri" }) : nothing}
      ${option && option.reform !== false ? button(words.t("ui.nine.act.reform"), () => this.start(() => play.reform(unit)), { icon: "layers", key: "R" }) : nothing}
      ${targets.length ? button(words.t(shoots ? "ui.act.shoot" : "ui.nine.act.charge"), () => this.start(() => play.cycle()), { icon: shoots ? "crosshair" : "swords", key: shoots ? "S" : "C", css: "pri" }) : nothing}
      ${this.joining(unit)}
      ${option?.buildings?.length ? button(words.t("ui.nine.act.enter"), () => this.start(() => play.buildings.next()), { icon: "castle" }) : nothing}
      ${one ?? nothing}${threat}`;
  }

  /** A unit that is one of several which do the same next. @param {string} unit */
  single(unit) {
    const { play, words } = this;
    const question = play.question.value;
    if (!play.acts(unit)) return null;
    switch (question?.type) {
      case "deploy_units":
      case "arrivals":
        return button(words.t("ui.act.place"), () => this.start(() => play.setup.take(unit)), { icon: "move", css: "pri", key: "M" });
      case "form_up":
        return button(words.t("ui.nine.act.reform"), () => this.start(() => play.reform(unit)), { icon: "layers", key: "R", css: "pri" });
      case "next_wander":
        return button(words.t("ui.act.move"), () => this.start(() => play.wander(unit)), { icon: "footprints", css: "pri" });
      default:
        return null;
    }
  }

  /** @param {() => void} begin */
  start(begin) {
    begin();
    this.focusBoard();
  }
}
