/**
 * Which answers a question offers as buttons. Pure. A question that is not known here is answered by what
 * the server proposes (the draft Answers), so that none is ever a dead end.
 */

/** @typedef {import("#js/types.js").NinthQuestion} Question */
/** @typedef {import("#js/types.js").NinthAction} Action */
/** @typedef {{action: Action, unit?: string, icon?: string, pri?: boolean, danger?: boolean, id?: string}} Choice */

/** @type {{[reaction: string]: string}} */
const REACTIONS = { hold: "shield", stand_and_shoot: "bow-arrow", flee: "wind" };

/** One button for each unit. @param {readonly string[]} units @param {(unit: string) => Action} answer @param {string} icon @returns {Choice[]} */
const each = (units, answer, icon) => units.map((unit) => ({ unit, icon, action: answer(unit) }));

/** @type {Choice} */
const KEEP = { action: { type: "keep" }, icon: "x", id: "keep" };

/** What can be answered with one press; null where that is not known here. @param {Question} question @returns {Choice[] | null} */
export function choicesOf(question) {
  switch (question.type) {
    case "declare":
      return [{ action: { type: "end_declarations" }, icon: "flag", id: "end-declarations" }];
    case "how_to_react":
      return question.reactions.map((reaction) => ({
        action: { type: "react", reaction },
        icon: REACTIONS[reaction] ?? "check",
        id: `react-${reaction}`,
      }));
    case "whether_to_redirect":
      return [...each(question.units, (unit) => ({ type: "redirect", unit }), "crosshair"), KEEP];
    case "new_target":
      return [KEEP];
    case "which_target":
      return each(question.targets, (target) => ({ type: "aim", target }), "target");
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
      return [{ action: { type: "end_moves" }, icon: "flag", id: "end-moves" }];
    case "shoot_with":
      return [{ action: { type: "end_shooting" }, icon: "flag", id: "end-shooting" }];
    case "next_wander":
      return [];
    default:
      return null;
  }
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
      return question.units;
    default:
      return question ? namedIn(question) : [];
  }
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
    default:
      return [];
  }
}
