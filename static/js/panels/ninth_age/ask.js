/** The open question of The 9th Age, with its answers as buttons. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { choicesOf, pending, pickingOf, together } from "#js/panels/ninth_age/choices.js";
import { Orders } from "#js/panels/ninth_age/orders.js";
import { askRow, endedRow, waitingRow } from "#js/ui/asking.js";
import { button } from "#js/ui/parts.js";

/** @typedef {import("#js/panels/ninth_age/play.js").NinthPlay} NinthPlay */
/** @typedef {import("#js/panels/ninth_age/choices.js").Choice} Choice */
/** @typedef {import("#js/types.js").NinthAction} Action */
/** @typedef {import("#js/types.js").NinthQuestion} Question */

export class NinthAsk {
  /** @param {NinthPlay} play @param {import("#js/types.js").TablePage} page */
  constructor(play, page) {
    this.play = play;
    this.page = page;
    this.match = play.match;
    this.words = play.match.words;
    this.orders = new Orders(play.match);
  }

  /** The bar: what is asked of this user, or whom the table waits for. */
  bar() {
    const prompt = this.match.prompt.value;
    const { result } = this.match.view.value;
    if (this.match.replaying.value) return nothing;
    if (result) return endedRow(this.match, result, this.page);
    if (!prompt?.question) return waitingRow(this.match);
    const choices = choicesOf(prompt.question) ?? this.proposals();
    return askRow(
      this.match,
      "bell",
      this.words.line(prompt.line),
      this.detail(prompt.question),
      [
        this.picks(prompt.question),
        this.wanderers(prompt.question),
        this.orders.row(prompt.question),
        choices.filter(({ ends }) => !ends).map((choice) => this.choice(choice)),
      ],
      [this.picked(prompt.question), choices.filter(({ ends }) => ends).map((choice) => this.choice(choice))],
    );
  }

  /** Several things that are picked and then confirmed. @param {Question} question */
  picks(question) {
    const { words, play } = this;
    const picking = pickingOf(question);
    if (!picking) return nothing;
    const picked = play.picked.value;
    const name = (/** @type {string | number} */ thing) => (typeof thing === "number" ? words.t("ui.nine.spell", { spell: thing }) : words.name(thing));
    return picking.of.map((thing) => button(name(thing), () => play.pick(thing), { css: "word", pressed: picked.has(thing) }));
  }

  /** What confirms them. @param {Question} question */
  picked(question) {
    const { words, play } = this;
    const picking = pickingOf(question);
    if (!picking) return nothing;
    const { size } = play.picked.value;
    const short = size < picking.least || size > picking.most;
    return button(words.t("ui.confirm"), () => play.confirmPicks(), { icon: "check", css: "pri word", disabled: short, id: "confirm-picks" });
  }

  /** Units of which one moves at random next: a press takes it up. A single one is taken up already. @param {Question} question */
  wanderers(question) {
    if (question.type !== "next_wander" || question.units.length < 2) return nothing;
    const { words, play } = this;
    return question.units.map((unit) =>
      button(words.name(unit), () => play.select(unit), { icon: "rotate-cw", css: "word", pressed: play.selected.value === unit }),
    );
  }

  /** What the server proposes, as buttons like any others. @returns {Choice[]} */
  proposals() {
    return this.play.looks.proposed.value.map((action) => ({ action }));
  }

  /** @param {Choice} choice */
  choice({ action, icon, id, say, left }) {
    const [key = "", n = 0] = left ?? [];
    return button(say ? this.said(say) : this.answer(action), () => this.match.act(action), {
      css: "word",
      ...(n ? { note: this.words.t(key, { n }) } : {}),
      ...(icon ? { icon } : {}),
      ...(id ? { id } : {}),
    });
  }

  /** Words with names in place of ids. @param {NonNullable<Choice["say"]>} say */
  said([key, params = {}]) {
    const { words } = this;
    const named = Object.entries(params).map(([name, value]) => {
      if (name === "path") return [name, words.line({ key: `ninth_age.name.${value}` })];
      return [name, typeof value === "string" ? words.name(value) : value];
    });
    return words.t(key, Object.fromEntries(named));
  }

  /** An answer in words: what is done, and by or to which units. @param {Action} action */
  answer(action) {
    const { words } = this;
    const said = "reaction" in action ? `ui.nine.answer.${action.type}.${action.reaction}` : `ui.nine.answer.${action.type}`;
    const named = (/** @type {"unit" | "target" | "host"} */ key) => {
      const id = /** @type {{[key: string]: unknown}} */ (action)[key];
      return typeof id === "string" && id ? words.name(id) : "";
    };
    const place = this.place(action);
    const units = [[named("unit"), named("target"), named("host")].filter(Boolean).join(" → "), place].filter(Boolean).join(", ");
    const kept = action.type === "keep" ? `${said}.${this.play.question.value?.type}` : "";
    const verb = words.has(kept) ? words.t(kept) : words.has(said) ? words.t(said) : action.type.replaceAll("_", " ");
    return units ? `${verb}: ${units}` : verb;
  }

  /** Where an answer puts something, in inches from the lower left corner. @param {Action} action */
  place(action) {
    const { words } = this;
    const at = "at" in action ? action.at : "pose" in action ? action.pose : null;
    return at ? `${words.inches(at[0])} × ${words.inches(at[1])}` : "";
  }

  /** What the player should know to answer. @param {Question} question */
  detail(question) {
    const { words, play, match } = this;
    const clues = [];
    const hint = `ui.nine.hint.${question.type === "form_up" && question.pivot ? "pivot" : question.type}`;
    if (question.type === "how_to_react") {
      const flight = play.looks.flight.value;
      const far = flight?.shapes?.some((shape) => shape.style === "breach");
      if (question.reactions.includes("flee") && flight)
        clues.push(words.t(far ? "ui.nine.flight_through" : "ui.nine.flight"), ...(flight.lines ?? []).map((line) => words.line(line)));
    }
    if (question.type === "which_spells") clues.push(`${words.line({ key: `ninth_age.name.${question.path}` })}.`);
    if (question.type === "who_learns" && Object.keys(question.wizards).length === 1) clues.push(`${Object.keys(question.wizards).map((unit) => words.name(unit))}.`);
    const company = question.type === "deploy_units" ? together(question, match.view.value) : [];
    if (company.length) clues.push(words.t("ui.nine.together", { list: company.map((unit) => words.name(unit)).join(", ") }));
    if (question.type === "deploy_units") clues.push(words.t("ui.nine.left", { n: pending(question, match.view.value).length }));
    const charges = Object.entries(match.view.value.charges ?? {});
    if (charges.length && question.type !== "how_to_react")
      clues.push(words.t("ui.nine.charges", { list: charges.map(([unit, { target }]) => `${words.name(unit)} → ${words.name(target)}`).join(", ") }));
    const hinted = words.has(hint) ? html`<span class="hinted">${words.t(hint)}</span> ` : nothing;
    return words.has(hint) || clues.length ? html`${hinted}${clues.join(" ")}` : "";
  }
}
