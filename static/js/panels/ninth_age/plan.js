/**
 * A plan that is being drawn: a path of straights and wheels, a formation, a charge, a flight. Pure: it makes
 * parts from the movements of a hand and drafts of a plan, and the server judges them.
 */
import { after, basesOf, bearing, between, cornersOf, costOf, endOf, frontOf, headOf, inside, isHalved, isLone, positive, towards, TURN, wheelCost } from "#js/panels/ninth_age/block.js";

/** @typedef {import("#js/types.js").Part} Part */
/** @typedef {import("#js/types.js").NinthPreview} Preview */
/** @typedef {import("#js/types.js").NinthAction} Action */
/** @typedef {import("#js/types.js").Draft} Draft */
/** @typedef {import("#js/panels/ninth_age/block.js").Block} Block */
/** @typedef {[number, number]} Point */
/** @typedef {"move" | "reform" | "charge" | "shoot" | "wander" | "deploy" | "join" | "enter"} PlanKind */
/**
 * @typedef {object} Plan
 * @property {PlanKind} kind
 * @property {string} unit
 * @property {string} target whom it charges, shoots at or joins; the building that it enters
 * @property {Point | null} at where it is set up
 * @property {readonly Part[]} path
 * @property {{path: readonly Part[], version: number} | null} wanted the path before it was made as long as it may be, and the version that was made of it
 * @property {boolean} march
 * @property {boolean} foot whether a flyer walks
 * @property {number} files of a formation; of who joins a unit the file of his left edge
 * @property {number} facing of a reform or a random move
 * @property {boolean} swift
 * @property {string} weapon that is shot with; the usual one when empty
 * @property {number} version counts the changes of the plan
 * @property {Preview | null} preview
 * @property {number} judged the version that `preview` is about
 */
/** @typedef {{most: number, half: number, forms?: boolean}} Limits what a hand is held to, softly, in 1/100 mm; `forms` are light troops that form anew on the way */

export const MOST_PARTS = 24;
/** Over a limit by less than this the hand is held at it; farther it is shown, and refused. */
const HOLD = 3800;
const LEAST_LENGTH = 60;
const LEAST_TURN = 300;
/** @type {Point} */
const ORIGIN = [0, 0];
const QUARTER = 90_000;
const HALF = 180_000;

/** @param {PlanKind} kind @param {string} unit @param {Partial<Plan>} [more] @returns {Plan} */
export function newPlan(kind, unit, more = {}) {
  return {
    kind,
    unit,
    target: "",
    at: null,
    path: [],
    wanted: null,
    march: false,
    foot: false,
    files: 0,
    facing: 0,
    swift: false,
    weapon: "",
    version: 1,
    preview: null,
    judged: 0,
    ...more,
  };
}

/** Whether the server has judged the plan as it is now. @param {Plan} plan */
export const isJudged = (plan) => plan.judged === plan.version && plan.preview !== null;

/** @param {Plan} plan @param {Partial<Plan>} change @returns {Plan} */
export const changed = (plan, change) => ({ ...plan, ...change, version: plan.version + 1 });

/** Whether nothing was planned yet: no way, no place, no change of a formation. @param {Plan} plan */
export const isStill = ({ kind, path, at, version }) =>
  (kind === "move" && !path.length) || (kind === "deploy" && !at) || (kind === "reform" && version === 1);

/** @param {boolean} foot */
const walked = (foot) => (foot ? { on_foot: true } : {});

/** What is asked of the server about a plan; null where the answer would say nothing. @param {Plan} plan @returns {Draft | null} */
export function draftOf({ kind, unit, target, at, path, march, foot, files, facing, swift, weapon }) {
  switch (kind) {
    case "move":
      return path.length ? { type: "plan_move", unit, path, march, ...walked(foot) } : null;
    case "reform":
      return { type: "plan_reform", unit, files, facing, swift };
    case "charge":
      return { type: "plan_charge", unit, target };
    case "shoot":
      return { type: "plan_shot", unit, target, ...(weapon ? { weapon } : {}) };
    case "deploy":
      return at ? { type: "plan_deploy", unit, pose: [...at, facing], files } : null;
    case "join":
      return { type: "plan_join", unit, host: target, file: files, march, ...walked(foot) };
    case "enter":
      return { type: "plan_enter", unit, building: target };
    case "wander":
      return null;
  }
}

/** The finished answer, where the preview did not hold it. @param {Plan} plan @returns {Action} */
export function actionOf({ kind, unit, target, at, path, march, foot, files, facing, swift, weapon }) {
  switch (kind) {
    case "move":
      return { type: march ? "march" : "advance", unit, path, ...walked(foot) };
    case "reform":
      return { type: swift ? "swift_reform" : "reform", unit, files, facing };
    case "charge":
      return { type: "declare_charge", unit, target };
    case "shoot":
      return { type: "shoot_at", unit, target, ...(weapon ? { weapon } : {}) };
    case "deploy":
      return { type: "deploy", unit, pose: [...(at ?? ORIGIN), facing], files };
    case "join":
      return { type: "join", unit, host: target, file: files, march, ...walked(foot) };
    case "enter":
      return { type: "enter", unit, building: target, march };
    case "wander":
      return { type: "wander", unit, facing };
  }
}

// --- paths ------------------------------------------------------------------------------------------

/** A path with one part more; what continues the last part is joined with it. @param {readonly Part[]} path @param {Part} part @returns {readonly Part[]} */
export function joined(path, part) {
  const last = path.at(-1);
  const rest = path.slice(0, -1);
  switch (part.type) {
    case "form":
      return [...(last?.type === "form" ? rest : path), part];
    case "wheel":
    case "turn": {
      if (Math.abs(part.turn) < LEAST_TURN) return path;
      const goesOn = last?.type === part.type && (part.type === "turn" || last.turn < 0 === part.turn < 0);
      if (!goesOn) return [...path, part];
      // A whole turn is none; a wheel never gets so far.
      const turn = (last.turn + part.turn) % TURN;
      return Math.abs(turn) < LEAST_TURN ? rest : [...rest, { ...part, turn }];
    }
    default: {
      if (Math.abs(part.length) < LEAST_LENGTH) return path;
      if (last?.type !== part.type) return [...path, part];
      const length = last.length + part.length;
      return Math.abs(length) < LEAST_LENGTH ? rest : [...rest, { ...part, length }];
    }
  }
}

/** Whether a block faces anew wherever it likes: a single model, and light troops. @param {Block} block @param {Limits} limits */
export const isFree = (block, limits) => isLone(block) || Boolean(limits.forms);

/** A path on which a free block faces anew. @param {Block} start @param {readonly Part[]} path @param {number} turn @returns {readonly Part[]} */
function facedAnew(start, path, turn) {
  const end = endOf(start, path);
  if (isLone(end)) return joined(path, { type: "turn", turn: Math.round(turn) });
  return Math.abs(turn) < LEAST_TURN ? path : joined(path, { type: "form", files: end.files, facing: positive(end.facing + turn) });
}

/** What is left for one more forward part. @param {Block} start @param {readonly Part[]} path @param {Limits} limits */
const left = (start, path, limits) => limits.most - costOf(start, path);

/** A length softly held to a limit. @param {number} length @param {number} limit */
export const held = (length, limit) => Math.round(length > limit && length - limit < HOLD ? Math.max(0, Math.floor(limit)) : length);

/** Whether a path goes forward; an empty one may still go anywhere. @param {readonly Part[]} path */
const isForward = (path) => path.length > 0 && !isHalved(path);

/**
 * A path carried on by a hand that takes the block by its middle: straight on, else back or aside, whichever
 * it goes most. What was drawn forward stays forward and may be drawn shorter.
 * @param {Block} start @param {readonly Part[]} path @param {Point} shift on the table @param {Limits} limits @returns {readonly Part[]}
 */
export function dragged(start, path, shift, limits) {
  const [right, ahead] = inside(endOf(start, path), shift);
  if (isForward(path)) return straightened(start, path, ahead, limits);
  const before = path.at(-1)?.type;
  const aside = before === "aside" || (before !== "back" && Math.abs(right) > Math.abs(ahead));
  if (aside) return shoved(path, "aside", right, limits.half);
  return ahead < 0 || before === "back" ? shoved(path, "back", -ahead, limits.half) : straightened(start, path, ahead, limits);
}

/** A path carried on back or aside, softly held; nobody goes back forwards. @param {readonly Part[]} path @param {"back" | "aside"} type @param {number} by @param {number} half @returns {readonly Part[]} */
function shoved(path, type, by, half) {
  const last = path.at(-1);
  const had = last?.type === type ? last.length : 0;
  const whole = type === "back" ? Math.max(0, had + by) : had + by;
  const length = Math.sign(whole) * held(Math.abs(whole), half);
  const rest = had ? path.slice(0, -1) : path;
  return Math.abs(length) < LEAST_LENGTH ? rest : [...rest, { type, length }];
}

/** @param {Block} start @param {readonly Part[]} path @param {number} ahead @param {Limits} limits @returns {readonly Part[]} */
function straightened(start, path, ahead, limits) {
  const last = path.at(-1);
  const had = last?.type === "straight" ? last.length : 0;
  const rest = had ? path.slice(0, -1) : path;
  const length = held(had + ahead, left(start, rest, limits));
  return length < LEAST_LENGTH ? rest : [...rest, { type: "straight", length }];
}

/**
 * A path carried on by a hand that draws a corner of the front: the other corner is the pivot, and only
 * forward counts. A single model turns about its middle.
 * @param {Block} start @param {readonly Part[]} path @param {"left" | "right"} corner @param {Point} to @param {Limits} limits @returns {readonly Part[]}
 */
export function cornered(start, path, corner, to, limits) {
  const end = endOf(start, path);
  const corners = cornersOf(end);
  if (isFree(end, limits)) return facedAnew(start, path, between(towards(end.at, corners[corner]), towards(end.at, to)));
  const last = path.at(-1);
  const sign = corner === "left" ? 1 : -1;
  const pivot = corners[corner === "left" ? "right" : "left"];
  const had = last?.type === "wheel" && last.turn < 0 === sign < 0 ? last.turn : 0;
  const rest = had ? path.slice(0, -1) : path;
  const by = had + between(towards(pivot, corners[corner]), towards(pivot, to));
  return turnedBy(start, rest, Math.max(0, Math.min(HALF, sign * by)) * sign, limits);
}

/** A path with a wheel at its end, softly held. @param {Block} start @param {readonly Part[]} path @param {number} turn @param {Limits} limits @returns {readonly Part[]} */
function turnedBy(start, path, turn, limits) {
  const cost = wheelCost(start, turn);
  const most = held(cost, left(start, path, limits));
  const size = most < cost - 1 ? Math.floor((most / frontOf(start)) * (HALF / Math.PI)) : Math.abs(Math.round(turn));
  return joined(path, { type: "wheel", turn: Math.sign(turn) * size });
}

/**
 * A path carried on to a place: turned so that the middle of the front looks at it, then straight there.
 * @param {Block} start @param {readonly Part[]} path @param {Point} to @param {Limits} limits @returns {readonly Part[]}
 */
export function ledTo(start, path, to, limits) {
  const end = endOf(start, path);
  if (isFree(end, limits)) {
    const faced = facedAnew(start, path, between(end.facing, towards(end.at, to)));
    const far = Math.hypot(to[0] - end.at[0], to[1] - end.at[1]);
    return joined(faced, { type: "straight", length: held(far, left(start, faced, limits)) });
  }
  let turn = between(end.facing, towards(headOf(end), to));
  for (let i = 0; i < 12; i++) {
    const now = turn ? after(end, { type: "wheel", turn }) : end;
    turn = Math.max(-QUARTER, Math.min(QUARTER, turn + between(now.facing, towards(headOf(now), to)) * 0.7));
  }
  const wheel = Math.abs(turn) < 1000 ? path : turnedBy(start, path, turn, limits);
  const now = endOf(start, wheel);
  const [x, y] = headOf(now);
  const [fx, fy] = bearing(now.facing);
  const length = (to[0] - x) * fx + (to[1] - y) * fy;
  return joined(wheel, { type: "straight", length: held(Math.max(0, length), left(start, wheel, limits)) });
}

/** Where the middle of a carried single model is held: it turns as it goes. @param {Block} block @param {Plan} base @param {Point} shift @returns {Point} */
export function carriedBy(block, base, [dx, dy]) {
  const { at } = endOf(block, base.path);
  return [at[0] + dx, at[1] + dy];
}

/** A path with a step of the keys at its end. @param {Block} start @param {readonly Part[]} path @param {Point} step on the table @param {Limits} limits */
export const stepped = (start, path, step, limits) => dragged(start, path, snapped(endOf(start, path), step), limits);

/** A step of the keys along the nearest way of the block: ahead, back or aside, as long as it was. @param {Block} block @param {Point} step @returns {Point} */
function snapped(block, step) {
  const length = Math.hypot(...step);
  const quarter = Math.round(between(block.facing, towards([0, 0], step)) / QUARTER) * QUARTER;
  const [x, y] = bearing(block.facing + quarter);
  return [x * length, y * length];
}

/** A path wheeled on by a step of the keys. @param {Block} start @param {readonly Part[]} path @param {number} turn @param {Limits} limits */
export function wheeledBy(start, path, turn, limits) {
  if (isFree(start, limits)) return facedAnew(start, path, turn);
  const last = path.at(-1);
  const had = last?.type === "wheel" ? last.turn : 0;
  if (had && had < 0 !== turn < 0) {
    const rest = path.slice(0, -1);
    return Math.abs(had) <= Math.abs(turn) ? rest : [...rest, { type: /** @type {const} */ ("wheel"), turn: had + turn }];
  }
  return turnedBy(start, had ? path.slice(0, -1) : path, had + turn, limits);
}

/** Where the block of a plan stands at its end. @param {Plan} plan @param {Block} start @returns {Block} */
export function planned(plan, start) {
  switch (plan.kind) {
    case "move":
      return endOf(start, plan.path);
    case "reform":
      return { ...start, files: plan.files, facing: plan.facing };
    case "deploy": {
      const held = { ...start, at: plan.at ?? start.at, files: plan.files, facing: plan.facing };
      return isJudged(plan) ? previewed(plan, held) : held;
    }
    case "wander":
      return { ...start, facing: positive(plan.facing) };
    default:
      return previewed(plan, start);
  }
}

/** The block that the server told about a plan, in whatever order it would stand there. @param {Plan} plan @param {Block} start @returns {Block} */
function previewed({ preview }, start) {
  const { block, files = 0, bases } = preview ?? {};
  const made = bases ? basesOf(bases) : start;
  return block ? { ...made, at: [block[0], block[1]], facing: block[2] ?? 0, files: files || start.files } : start;
}
