/** Orders, shouts and advice: a few are buttons, more of them one menu by the unit that would have them. */
import { html, nothing } from "#vendor/lit-html/lit-html.js";
import { signal } from "#vendor/signals-core/signals-core.js";
import { button } from "#js/ui/parts.js";

/** @typedef {import("#js/types.js").NinthQuestion} Question */
/** @typedef {{unit: string, power: string, target?: string}} Offer */

/** More of them than these are a menu. */
const FEW = 3;

/** Those who give come with the question who charges, or who shoots. @param {Question} question @returns {readonly Offer[]} */
const offersOf = (question) => ("offers" in question && question.offers) || [];

/** @param {Offer} offer */
const keyOf = ({ unit, power, target = "" }) => [unit, power, target].join(" ");

export class Orders {
  /** @param {import("#js/match.js").Match} match */
  constructor(match) {
    this.match = match;
    this.words = match.words;
    /** What the menu stands at. */
    this.chosen = signal("");
  }

  /** @param {Question} question */
  row(question) {
    const offers = offersOf(question);
    return offers.length > FEW ? this.menu(offers) : offers.map((offer) => this.single(offer));
  }

  /** @param {Offer} offer */
  single(offer) {
    const { unit, target = "" } = offer;
    const named = { power: this.power(offer), unit: this.words.name(unit), target: this.words.name(target) };
    return button(this.words.t(target ? "ui.nine.power" : "ui.nine.power.all", named), () => this.give(offer), { icon: "flag", css: "word", about: this.about(offer) });
  }

  /** @param {readonly Offer[]} offers */
  menu(offers) {
    const { words, chosen } = this;
    const now = offers.find((offer) => keyOf(offer) === chosen.value);
    const groups = [...new Set(offers.map(({ target = "" }) => target))];
    const title = words.t("ui.nine.power.menu", { n: offers.length });
    return html`<span class="ask-menu"><select class="field" aria-label=${title} .value=${now ? chosen.value : ""} @change=${(/** @type {Event} */ e) => {
      chosen.value = /** @type {HTMLSelectElement} */ (e.target).value;
    }}><option value="">${title}</option>${groups.map((group) => {
      const given = offers.filter(({ target = "" }) => target === group);
      return html`<optgroup label=${group ? words.name(group) : words.t("ui.nine.power.everyone")}>${given.map((offer) => html`<option value=${keyOf(offer)} ?selected=${offer === now}>${this.told(offer, offers)}</option>`)}</optgroup>`;
    })}</select>
      ${button(words.t("ui.nine.power.give"), () => now && this.give(now), { icon: "flag", css: now ? "pri word" : "word", disabled: !now, id: "give" })}</span>`;
  }

  /** An order in the menu: what it does, and who gives it where several could. @param {Offer} offer @param {readonly Offer[]} offers */
  told(offer, offers) {
    const several = new Set(offers.map(({ unit }) => unit)).size > 1;
    const named = several ? `${this.power(offer)} (${this.words.name(offer.unit)})` : this.power(offer);
    return [named, this.about(offer)].filter(Boolean).join(" — ");
  }

  /** @param {Offer} offer */
  power({ power }) {
    return this.words.line({ key: `ninth_age.name.${power}` });
  }

  /** What it does, in a few words. @param {Offer} offer */
  about({ power }) {
    const key = `ui.nine.power.about.${power}`;
    return this.words.has(key) ? this.words.t(key) : "";
  }

  /** @param {Offer} offer */
  give({ unit, power, target = "" }) {
    return this.match.act({ type: "command", unit, power, ...(target ? { target } : {}) });
  }
}
