/**
 * Sentences from keys and parameters, worded for the reader: the twin of rules/core/wording.py, held
 * to the same answers by tests/shared/wording.json. What is missing shows as itself; nothing raises.
 */

/** @typedef {import("#js/types.js").Line} Line */
/** @typedef {import("#js/types.js").Param} Param */
/** @typedef {string | {[category: string]: string}} Entry */
/** @typedef {{[key: string]: Entry}} Catalogue */
/** @typedef {{[id: string]: string}} Names */

const INCH = 2540;
/** Decimals of an inch that tell any two lengths apart: 1/100 mm is 0.0004 inches. */
const MOST_PLACES = 4;
/** @type {{[language: string]: string}} */
const DECIMAL_MARK = { en: ".", ru: "," };
/** What ends so takes no full stop after it: "Charge!" at the end of a sentence. */
const CLOSED = /[!?….]$/;

/** A language's rules are costly to make, and asked for with every count. @type {Map<string, Intl.PluralRules>} */
const rules = new Map();

/** The CLDR plural category of a whole number. @param {string} language @param {number} number */
export function plural(language, number) {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known.select(Math.abs(number));
}

/**
 * A length in 1/100 mm as inches, by default with one decimal, half away from zero: 5.8″ or 5,8″.
 * @param {number} length @param {string} language @param {number} [decimals]
 */
export function inches(length, language, decimals = 1) {
  const unit = 10 ** decimals;
  const parts = Math.floor((Math.abs(length) * 2 * unit + INCH) / (2 * INCH));
  const sign = length < 0 && parts ? "−" : "";
  return `${sign}${Math.floor(parts / unit)}${DECIMAL_MARK[language] ?? "."}${String(parts % unit).padStart(decimals, "0")}″`;
}

/**
 * How many decimals lengths told in one breath need: one, unless different ones read the same, as where a
 * limit is missed by a hair. @param {readonly number[]} lengths
 */
export function places(lengths) {
  const apart = new Set(lengths);
  let decimals = 1;
  while (decimals < MOST_PLACES && new Set([...apart].map((one) => inches(one, "en", decimals))).size < apart.size) decimals++;
  return decimals;
}

/**
 * One sentence in a language. `names` maps ids of units and sides to what they are called.
 * @param {Line} line @param {string} language @param {Names} names @param {Catalogue} words
 * @returns {string}
 */
export function word(line, language, names, words) {
  const params = line.params ?? {};
  const entry = words[line.key] ?? line.key;
  const text = typeof entry === "string" ? entry : form(entry, line, language);
  const exact = places(Object.values(params).flatMap((param) => (param.type === "length" ? [param.value] : [])));
  return text.replace(/\{([a-z][a-z0-9_]*)\}(\.?)/g, (place, name, stop) => {
    const param = params[name];
    if (!param) return place;
    const filled = param.type === "length" ? inches(param.value, language, exact) : fill(param, language, names, words);
    return CLOSED.test(filled) ? filled : filled + stop;
  });
}

/** A name for a reader: its owner's own words, or those of a key, with its number in brackets. @param {string} name @param {Catalogue} words */
export function called(name, words) {
  const [, key = "", second = "", number = ""] = /^(\S*)(?: ([^\s(]\S*))?( \(\d+\))?$/.exec(name) ?? [];
  const found = words[key];
  const mark = second && words[second];
  if (typeof found !== "string" || typeof mark !== "string") return name;
  return found + (mark && ` (${mark})`) + number;
}

/** @param {{[category: string]: string}} forms @param {Line} line @param {string} language */
function form(forms, line, language) {
  /** @type {{[name: string]: number}} */
  const numbers = {};
  for (const [name, param] of Object.entries(line.params ?? {})) {
    if (param.type === "number") numbers[name] = param.value;
  }
  const by = forms["by"] ?? Object.keys(numbers)[0] ?? "";
  return forms[plural(language, numbers[by] ?? 0)] || forms["other"] || line.key;
}

/** @param {Param} param @param {string} language @param {Names} names @param {Catalogue} words */
function fill(param, language, names, words) {
  switch (param.type) {
    case "number":
      return String(param.value).replace("-", "−");
    case "length":
      return inches(param.value, language);
    case "term":
      return word({ key: param.key }, language, names, words);
    case "unit":
      return names[param.unit] ?? param.unit;
    case "side":
      return names[param.side] ?? param.side;
    case "text":
      return param.text;
  }
}
