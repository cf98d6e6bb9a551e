/** The open question in a gold bar over the dock, with its choices as buttons. Never a modal. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { missing, targetsOf } from "#js/panels/saga/uses.js";
import { askRow, endedRow, waitingRow } from "#js/ui/asking.js";
import { button, iconButton } from "#js/ui/parts.js";

/** @typedef {import("#js/panels/saga/play.js").SagaPlay} SagaPlay */
/** @typedef {import("#js/types.js").SagaQuestion} Question */
/** @typedef {import("#js/types.js").UseOption} UseOption */
/** @typedef {import("#js/types.js").SpendOption} SpendOption */

const TURNED = [1, 4, 6];
const SYMBOL = { 1: "C", 4: "U", 6: "R" };

export class SagaAsk {
  /** @param {SagaPlay} play @param {import("#js/types.js").TablePage} page */
  constructor(play, page) {
    this.play = play;
    this.page = page;
    this.match = play.match;
    this.words = play.match.words;
    /** Dice aimed so far at each enemy, while they are divided. @type {{[unit: string]: number}} */
    this.divided = {};
  }

  /** The bar: what is asked of this user, or whom the table waits for. @param {() => void} redraw */
  bar(redraw) {
    const prompt = this.match.prompt.value;
    const { result } = this.match.view.value;
    if (this.match.replaying.value) return nothing;
    if (result) return endedRow(this.match, result, this.page);
    if (prompt?.question) {
      const using = this.play.uses.current.value;
      if (using) return this.useRow(using);
      return askRow(
        this.match,
        "bell",
        this.words.line(prompt.line),
        this.detail(prompt.question),
        this.choices(prompt.question, redraw),
        this.ends(prompt.question),
      );
    }
    return waitingRow(this.match);
  }

  /** @param {string} ability */
  ability(ability) {
    return this.words.line({ key: `saga.ability.${ability}.name` });
  }

  /** @param {readonly UseOption[] | undefined} uses */
  uses(uses) {
    return (uses ?? []).map((option) =>
      button(this.ability(option.ability), () => this.play.uses.begin(option), { icon: "sparkles", css: "word" }),
    );
  }

  /** @param {readonly SpendOption[] | undefined} spends */
  spends(spends) {
    return (spends ?? []).map(({ unit, on }) =>
      button(
        this.words.t(`ui.ask.spend.${on}`, { unit: this.words.name(unit) }),
        () => this.match.act({ type: "spend", unit, on }),
        { css: "word" },
      ),
    );
  }

  passes() {
    const window = this.match.prompt.value?.window;
    return [
      button(this.words.t("ui.ask.pass"), () => this.play.pass(), { key: "P", css: "word" }),
      window ? button(this.words.t("ui.ask.pass_turn"), () => this.play.pass(true), { css: "gh word" }) : nothing,
    ];
  }

  /** What the player should know to answer. @param {Question} question */
  detail(question) {
    const { words } = this;
    switch (question.type) {
      case "deploy_units":
        return words.t(question.least === question.most ? "ui.ask.deploy_all" : "ui.ask.deploy", {
          done: this.deployed(question.units),
          least: question.least,
          most: question.most,
        });
      case "place_orders":
        return words.t("ui.ask.orders");
      case "choose_losses":
      case "absorb_hits":
        return words.t("ui.ask.picked", {
          n: this.play.casualties.picks.value.chosen.size,
          of: this.play.casualties.picks.value.count,
        });
      case "combat_abilities":
      case "trade_dice":
        return this.combat();
      case "divide_dice":
        return words.t("ui.ask.aimed", { n: this.given(question), of: question.dice });
      default:
        return "";
    }
  }

  /** @param {readonly string[]} units */
  deployed(units) {
    return units.filter((id) => this.match.view.value.units?.[id]?.models).length;
  }

  /** Both sides' dice in the combat under way. */
  combat() {
    const combat = this.match.view.value.combat;
    if (!combat) return "";
    const rows = Object.entries(combat.units ?? {}).map(([unit, tally]) =>
      this.words.t("ui.ask.tally", {
        unit: this.words.name(unit),
        dice: tally.dice ?? 0,
        need: tally.need ?? 0,
        save: tally.save ?? 0,
      }),
    );
    return rows.join(" · ");
  }

  /** What ends or passes a question. @param {Question} question @returns {unknown[]} */
  ends(question) {
    const { words, match } = this;
    switch (question.type) {
      case "deploy_units":
        return [
          button(words.t("ui.ask.end_deployment"), () => match.act({ type: "end_deployment" }), {
            icon: "check",
            css: this.deployed(question.units) >= question.least ? "pri word" : "word",
            id: "end-deployment",
          }),
        ];
      case "place_orders":
        return [
          button(words.t("ui.ask.end_orders"), () => match.act({ type: "end_orders" }), {
            icon: "check",
            css: "pri word",
            id: "end-orders",
          }),
        ];
      case "activate":
        return [
          button(words.t("ui.ask.end_turn"), () => match.act({ type: "end_turn" }), {
            icon: "flag",
            css: "word",
            id: "end-turn",
          }),
        ];
      case "orders_reaction":
      case "granted":
      case "react":
      case "combat_abilities":
      case "javelin_shot":
        return this.passes();
      default:
        return [];
    }
  }

  /** @param {Question} question @param {() => void} redraw @returns {unknown[]} */
  choices(question, redraw) {
    const { words, match, play } = this;
    switch (question.type) {
      case "deploy_units":
      case "choose_withdrawal":
        return [];
      case "place_orders":
        return this.uses(play.uses.list());
      case "orders_reaction":
      case "activate":
        return this.uses(question.uses);
      case "granted":
        return Object.keys(question.units).map((unit) =>
          button(words.name(unit), () => play.select(unit), { css: "word" }),
        );
      case "react":
      case "combat_abilities":
        return [...this.uses(question.uses), ...this.spends(question.spends)];
      case "draw_again":
        return play.stuck.value
          ? [button(words.t("ui.ask.call_off"), () => match.act({ type: "call_off" }), { css: "word" })]
          : [];
      case "javelin_shot":
        return question.targets.map((target) =>
          button(
            words.t("ui.ask.shoot", { unit: words.name(target) }),
            () => match.act({ type: "shoot", unit: question.unit, target }),
            { icon: "crosshair", css: "word" },
          ),
        );
      case "trade_dice":
        return [
          button(
            words.t("ui.ask.trade", { given: question.given, gained: question.gained }),
            () => match.act({ type: "trade", give: true }),
            { icon: "shield", css: "word" },
          ),
          button(words.t("ui.ask.keep", { n: question.dice }), () => match.act({ type: "trade", give: false }), {
            icon: "swords",
            css: "word",
          }),
        ];
      case "divide_dice":
        return this.dividing(question, redraw);
      case "choose_losses":
      case "absorb_hits":
        return this.picking(question);
    }
  }

  /** @param {Extract<Question, {type: "choose_losses" | "absorb_hits"}>} question */
  picking(question) {
    const { words, match, play } = this;
    const { chosen, count } = play.casualties.picks.value;
    const absorbs = question.type === "absorb_hits";
    const wounds = absorbs ? (question.wounds ?? 0) : 0;
    const enough = wounds ? chosen.size > 0 : chosen.size === count;
    const confirm = button(
      words.t(absorbs ? "ui.ask.absorb" : "ui.ask.remove", { n: chosen.size }),
      () => play.casualties.confirm(),
      { icon: "check", key: "↵", css: "pri word", disabled: !enough },
    );
    if (!absorbs) return [confirm];
    const bears = wounds > question.needed;
    const none = button(words.t(bears ? "ui.ask.bear" : "ui.ask.die"), () => match.act({ type: "absorb", models: [] }), {
      css: bears ? "word" : "danger word",
    });
    return [confirm, none];
  }

  /** Dice aimed so far. @param {Extract<Question, {type: "divide_dice"}>} question */
  given(question) {
    return Object.keys(question.needs).reduce((sum, id) => sum + (this.divided[id] ?? 0), 0);
  }

  /** @param {Extract<Question, {type: "divide_dice"}>} question @param {() => void} redraw */
  dividing(question, redraw) {
    const { words } = this;
    const targets = Object.keys(question.needs);
    const given = this.given(question);
    const step = (/** @type {string} */ id, /** @type {number} */ by) => {
      const most = question.dice - given + (this.divided[id] ?? 0);
      this.divided[id] = Math.max(0, Math.min(most, (this.divided[id] ?? 0) + by));
      redraw();
    };
    const send = () => {
      const dice = Object.fromEntries(targets.map((id) => [id, this.divided[id] ?? 0]));
      this.divided = {};
      void this.match.act({ type: "divide", dice });
    };
    return [
      ...targets.map(
        (id) => html`<span class="aimed"><span>${words.name(id)} <small>${question.needs[id]}+</small></span>
        ${iconButton(words.t("ui.ask.less", { unit: words.name(id) }), "minus", () => step(id, -1), "line")}<b>${this.divided[id] ?? 0}</b>
        ${iconButton(words.t("ui.ask.more", { unit: words.name(id) }), "plus", () => step(id, 1), "line")}</span>`,
      ),
      button(this.words.t("ui.ask.aim"), send, { icon: "check", css: "pri word", disabled: given !== question.dice }),
    ];
  }

  /** What an ability still has to be told. @param {NonNullable<import("#js/panels/saga/uses.js").SagaUses["current"]["value"]>} using */
  useRow(using) {
    const { words, play } = this;
    const need = missing(using);
    const { option } = using;
    /** @type {unknown[]} */
    let acts = [];
    if (need === "unit")
      acts = (option.units ?? []).map((unit) =>
        button(words.name(unit), () => play.uses.answer({ unit }), { css: "word" }),
      );
    else if (need === "choice")
      acts = (option.choices ?? []).map((choice) =>
        button(words.line({ key: `saga.choice.${choice}` }), () => play.uses.answer({ choice }), { css: "word" }),
      );
    else if (need === "die")
      acts = (option.turns ?? []).map((die) =>
        button(this.dieName(die), () => play.uses.answer({ die }), { css: "word" }),
      );
    else if (need === "face")
      acts = TURNED.map((face) =>
        button(
          words.line({ key: `saga.symbol.${SYMBOL[/** @type {1 | 4 | 6} */ (face)]}` }),
          () => play.uses.answer({ face }),
          { css: "word" },
        ),
      );
    else
      acts = targetsOf(using).map((unit) =>
        button(words.name(unit), () => play.uses.toggle(unit), { css: "word", pressed: using.targets.includes(unit) }),
      );
    const ends =
      (option.aim ?? 0) > 1 && using.targets.length
        ? button(words.t("ui.confirm"), () => play.uses.finish(using), { icon: "check", css: "pri word" })
        : nothing;
    const cancel = button(words.t("ui.cancel"), () => play.cancel(), { icon: "x", key: "Esc", css: "gh word" });
    return askRow(this.match, "sparkles", this.ability(option.ability), words.t(`ui.ask.use.${need || "targets"}`), acts, [ends, cancel]);
  }

  /** @param {string} die */
  dieName(die) {
    const shown = this.match.view.value.force?.[this.play.side.value]?.dice?.[die];
    return shown ? this.words.line({ key: `saga.symbol.${shown.symbol}` }) : die;
  }
}
