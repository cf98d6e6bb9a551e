/**
 * Which answers a question offers as buttons. Pure. A question that is not known here is answered by what
 * the server proposes (the draft Answers), so that none is ever a dead end.
 */

/** @typedef {import("#js/types.js").NinthQuestion} Question */
/** @typedef {import("#js/types.js").NinthAction} Action */
/**
 * @typedef {object} Choice
 * @property {Action} action
 * @property {string} [icon]
 * @property {string} [id]
 * @property {[key: string, params?: {[name: string]: string | number}]} [say] its words, where the answer alone says too little
 * @property {boolean} [ends] whether it ends or declines what is asked, and so stays in sight
 * @property {[key: string, n: number]} [left] how many could still act, where the answer lets them be
 */
/** @typedef {{kind: "unit" | "number", of: readonly (string | number)[], least: number, most: number}} Picking several things to be named at once */

/** @type {{[reaction: string]: string}} */
const REACTIONS = { hold: "shield", stand_and_shoot: "bow-arrow", flee: "wind" };

/** One button for each unit. @param {readonly string[]} units @param {(unit: string) => Action} answer @param {string} icon @returns {Choice[]} */
const each = (units, answer, icon) => units.map((unit) => ({ icon, action: answer(unit) }));

/** @type {Choice} */
const KEEP = { action: { type: "keep" }, icon: "x", id: "keep", ends: true };

/** One spell of a path; 0 is its signature spell. @param {number} spell @param {boolean} [swap] whether it is given away @returns {Choice} */
const spellOf = (spell, swap = false) => ({
  action: { type: "take_spells", spells: [spell] },
  icon: "sparkles",
  say: [swap ? "ui.nine.spell.swap" : spell ? "ui.nine.spell" : "ui.nine.spell.signature", { spell }],
});

/** How many units have anybody to aim at. @param {{readonly [unit: string]: readonly string[]}} units */
const able = (units) => Object.values(units).filter((targets) => targets.length).length;

/** What can be answered with one press; null where that is not known here. @param {Question} question @returns {Choice[] | null} */
export function choicesOf(question) {
  switch (question.type) {
    case "declare":
      return [{ action: { type: "end_declarations" }, icon: "flag", id: "end-declarations", ends: true }];
    case "how_to_react":
      return question.reactions.map((reaction) => ({
        action: { type: "react", reaction },
        icon: REACTIONS[reaction] ?? "check",
        id: `react-${reaction}`,
      }));
    case "whether_to_redirect":
      return [...each(question.units, (unit) => ({ type: "redirect", unit }), "crosshair"), KEEP];
    case "who_supports":
      return [...each(question.units, (unit) => ({ type: "next", unit }), "bow-arrow"), KEEP];
    case "new_target":
      return [KEEP];
    case "which_target":
      return each(question.targets, (target) => ({ type: "aim", target }), "target");
    case "whom_to_swoop":
      return [...each(question.targets, (target) => ({ type: "aim", target }), "target"), KEEP];
    case "next_charger":
      return each(question.units, (unit) => ({ type: "move_charger", unit }), "swords");
    case "next_rally":
      return each(question.units, (unit) => ({ type: "next", unit }), "flag");
    case "next_flight":
      return each(question.units, (unit) => ({ type: "next", unit }), "wind");
    case "next_panic":
      return each(question.units, (unit) => ({ type: "next", unit }), "dices");
    case "form_up":
    case "after_halt":
    case "after_swift":
      return [KEEP];
    case "move_units":
      return [{ action: { type: "end_moves" }, icon: "flag", id: "end-moves", ends: true, left: ["ui.nine.left.move", Object.keys(question.units).length] }];
    case "shoot_with":
      return [
        { action: { type: "end_shooting" }, icon: "flag", id: "end-shooting", ends: true, left: ["ui.nine.left.shoot", able(question.units)] },
      ];
    case "which_zone":
      return question.zones.map(({ corner, role }, i) => ({
        action: { type: "choose_zone", corner, ...(role ? { role } : {}) },
        icon: "map-pin",
        say: [`ui.nine.zone${role ? `.${role}` : ""}`, { n: i + 1 }],
      }));
    case "whether_to_pray":
      return [{ action: { type: "pray" }, icon: "sparkles", id: "pray" }, KEEP];
    case "who_deploys":
    case "who_begins":
      return question.sides.map((side) => ({ action: { type: "choose_side", side }, icon: "flag", say: [`ui.nine.${question.type}`, { side }] }));
    case "who_learns": {
      // One wizard is named once, in the question.
      const key = Object.keys(question.wizards).length > 1 ? "ui.nine.learn" : "ui.nine.learn.path";
      return Object.entries(question.wizards).flatMap(([unit, paths]) =>
        paths.map((path) => ({ action: { type: "learn", unit, path }, icon: "sparkles", say: [key, { unit, path }] })),
      );
    }
    case "which_spells":
      return [...(pickingOf(question) ? [] : question.spells.map((spell) => spellOf(spell, question.swap))), ...(question.swap ? [KEEP] : [])];
    case "arrivals":
      return [KEEP];
    case "deploy_units":
      return [
        { action: { type: "deploy_rest" }, icon: "layers", id: "deploy-rest" },
        { action: { type: "end_deployment" }, icon: "flag", id: "end-deployment", ends: true },
      ];
    case "which_turn":
      return [
        { action: { type: "announce", turn: "first" }, say: ["ui.nine.announce.first"] },
        { action: { type: "announce", turn: "second" }, say: ["ui.nine.announce.second"] },
      ];
    case "vanguard_moves":
      return [{ action: { type: "end_moves" }, icon: "flag", id: "end-moves", ends: true }];
    case "which_flag":
      return each(question.units, (unit) => ({ type: "choose_flag", unit }), "flag");
    case "next_wander":
      return question.stays?.length ? [KEEP] : [];
    case "roll_again":
      return [{ action: { type: "next", unit: question.unit }, icon: "dices", id: "roll-again" }, KEEP];
    case "who_ambushes":
      return [];
    default:
      return null;
  }
}

/** What a question lets its player pick several of. @param {Question | undefined} question @returns {Picking | null} */
export function pickingOf(question) {
  if (question?.type === "who_ambushes") return { kind: "unit", of: question.units, least: 0, most: question.units.length };
  const count = question?.type === "which_spells" ? (question.count ?? 1) : 0;
  if (question?.type === "which_spells" && count > 1) return { kind: "number", of: question.spells, least: count, most: count };
  return null;
}

/** The answer that names what was picked. @param {Question | undefined} question @param {ReadonlySet<string | number>} picked @returns {Action | null} */
export function pickedAnswer(question, picked) {
  if (question?.type === "who_ambushes") return { type: "hold_back", units: question.units.filter((unit) => picked.has(unit)) };
  if (question?.type === "which_spells") return { type: "take_spells", spells: question.spells.filter((spell) => picked.has(spell)) };
  return null;
}

/** Units that act in a question, and so can be chosen for it. @param {Question | undefined} question @returns {readonly string[]} */
export function actors(question) {
  switch (question?.type) {
    case "declare":
      return Object.keys(question.charges);
    case "move_units":
    case "shoot_with":
      return Object.keys(question.units);
    case "next_charger":
    case "next_rally":
    case "next_flight":
    case "next_panic":
    case "next_wander":
    case "whether_to_redirect":
    case "who_supports":
    case "deploy_units":
    case "vanguard_moves":
      return question.units;
    case "which_flag":
    case "who_ambushes":
      return [];
    default:
      return question ? namedIn(question) : [];
  }
}

/**
 * Those of them that still wait for something: a question stays open while one unit after another is set up, and
 * who stands may only be taken up again.
 * @param {Question | undefined} question @param {Pick<import("#js/types.js").View, "units">} view @returns {readonly string[]}
 */
export function pending(question, { units: shown = {} }) {
  const units = actors(question);
  return question?.type === "deploy_units" ? units.filter((unit) => !shown[unit]?.models) : units;
}

/**
 * Units that must come in this turn since one of their group stands: war machines, or characters.
 * @param {Extract<Question, {type: "deploy_units"}>} question @param {{units?: {[id: string]: {models?: unknown}}}} view @returns {string[]}
 */
export function together({ groups = [] }, { units: shown = {} }) {
  const begun = groups.filter((group) => group.some((unit) => shown[unit]?.models));
  return begun.flat().filter((unit) => !shown[unit]?.models);
}

/** Units that a question names in whatever form it came later. @param {object} question @returns {string[]} */
function namedIn(question) {
  const { unit, units } = /** @type {{unit?: unknown, units?: unknown}} */ (question);
  if (typeof unit === "string") return unit ? [unit] : [];
  const listed = Array.isArray(units) ? units : Object.keys(units ?? {});
  return listed.filter((id) => typeof id === "string");
}

/** Enemies that the question lets a unit name. @param {Question | undefined} question @param {string} unit @returns {readonly string[]} */
export function targetsOf(question, unit) {
  switch (question?.type) {
    case "declare":
      return question.charges[unit] ?? [];
    case "shoot_with":
      return question.units[unit] ?? [];
    case "new_target":
    case "which_target":
      return question.unit === unit ? question.targets : [];
    case "which_flag":
      return question.units;
    default:
      return [];
  }
}

/** What a unit may do in the remaining moves, or after one that was stopped. @param {Question | undefined} question @param {string} unit @returns {import("#js/types.js").MoveOption | undefined} */
export function moveOption(question, unit) {
  if (question?.type === "move_units") return question.units[unit];
  if (question?.type === "vanguard_moves" && question.units.includes(unit)) return { advance: question.length, half: question.length, reform: false };
  if ((question?.type === "after_halt" || question?.type === "after_swift") && question.unit === unit)
    return { advance: question.allowance, half: question.type === "after_halt" ? 0 : question.allowance, reform: false };
  return undefined;
}
