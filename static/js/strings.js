/**
 * The words of the page: one catalogue of what the interface says (static/i18n) and what the rules say
 * (rules/<game>/text), loaded once for the page's language.
 */
import { called, inches, places, word } from "#js/wording.js";

/** @typedef {import("#js/wording.js").Catalogue} Catalogue */
/** @typedef {import("#js/types.js").Line} Line */

/** What may be past a limit and is allowed, in whole 1/100 mm: the tolerance of the rules, a thousandth of an inch. */
const BORNE = 2;

export class Words {
  /** @param {string} language @param {Catalogue} [catalogue] else none is known until `load` */
  constructor(language, catalogue = {}) {
    this.language = language;
    this.catalogue = catalogue;
    /** @type {{[id: string]: string}} names of units and sides, set by the match */
    this.names = {};
  }

  /** Fetch the files of the language and join them. @param {string[]} urls */
  async load(urls) {
    const parts = await Promise.all(urls.map(async (url) => (await fetch(url)).json()));
    this.catalogue = Object.assign({}, ...parts);
  }

  /** A sentence of the server. @param {Line} line */
  line(line) {
    return word(line, this.language, this.names, this.catalogue);
  }

  /**
   * A sentence of the interface: numbers choose plural forms, strings stand as they are.
   * @param {string} key @param {{[name: string]: number | string}} [params]
   */
  t(key, params = {}) {
    /** @type {{[name: string]: import("#js/types.js").Param}} */
    const typed = {};
    for (const [name, value] of Object.entries(params)) {
      typed[name] = typeof value === "number" ? { type: "number", value } : { type: "text", text: value };
    }
    return this.line({ key, params: typed });
  }

  /** Whether the catalogue has a key. @param {string} key */
  has(key) {
    return key in this.catalogue;
  }

  /** The keys of the catalogue that begin so. @param {string} beginning */
  keys(beginning) {
    return Object.keys(this.catalogue).filter((key) => key.startsWith(beginning));
  }

  /** A length of 1/100 mm in inches. @param {number} length */
  inches(length) {
    return inches(length, this.language);
  }

  /**
   * A length beside its limit, in 1/100 mm; one past it by what is borne is told as the limit, one past it by
   * a hair more is seen to be.
   * @param {number} length @param {number} limit @param {string} [name] what the limit is called
   */
  within(length, limit, name = "") {
    const whole = Math.round(length) - limit <= BORNE ? Math.min(Math.round(length), limit) : Math.round(length);
    const decimals = whole > limit ? places([whole, limit]) : 1;
    return `${inches(whole, this.language, decimals)} / ${name || inches(limit, this.language, decimals)}`;
  }

  /** A chance or share in percent. @param {number} share 0 to 1 */
  percent(share) {
    return new Intl.NumberFormat(this.language, { style: "percent", maximumFractionDigits: 0 }).format(share);
  }

  /** A number with one decimal. @param {number} value */
  decimal(value) {
    return new Intl.NumberFormat(this.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
  }

  /**
   * What a number is made of: values of a profile as they are, changes with their signs.
   * @param {readonly import("#js/types.js").Source[] | undefined} sources
   */
  sources(sources) {
    const figure = (/** @type {number} */ add, /** @type {boolean} */ plain) => `${plain ? "" : add > 0 ? "+" : "−"}${Math.abs(add)}`;
    return (sources ?? []).map(({ key, add, value = false }) => this.line({ key }) + (add ? ` ${figure(add, value)}` : "")).join(", ");
  }

  /** Learn what units and sides are called. @param {{[id: string]: {readonly name: string}}} cards */
  meet(cards) {
    for (const [id, card] of Object.entries(cards)) this.names[id] = called(card.name, this.catalogue);
  }

  /** The name of a unit or side. @param {string} id */
  name(id) {
    return this.names[id] ?? id;
  }
}
