/**
 * A plan that is being drawn: a formation carried and turned, single models adjusted, or a proposal of the
 * server. Pure: it makes drafts and ghosts of a plan, and the server judges them.
 */

/** @typedef {import("#js/types.js").Draft} Draft */
/** @typedef {import("#js/types.js").Action} Action */
/** @typedef {import("#js/types.js").SagaPreview} Preview */
/** @typedef {import("#js/types.js").Pose} Pose */
/** @typedef {[number, number]} Point */
/** @typedef {"move" | "engage" | "shoot" | "withdraw" | "deploy" | "again"} PlanKind */
/**
 * @typedef {object} Plan
 * @property {PlanKind} kind
 * @property {string} unit
 * @property {string} target
 * @property {number} dx 1/100 mm
 * @property {number} dy
 * @property {number} turn 1/1000 degree
 * @property {readonly Point[]} via where the middle of the formation shall pass
 * @property {Point | null} at where a unit is set up
 * @property {number} width of the first rank when a unit is set up; 0 leaves it to the server
 * @property {{[model: string]: Point} | null} adjusted end places of models placed by hand
 * @property {readonly string[]} order models in the order in which they engage; empty is the server's
 * @property {string} companion unit that goes along with its warlord
 * @property {string} pay
 * @property {number} version counts the changes of the plan
 * @property {Preview | null} preview
 * @property {number} judged the version that `preview` is about
 */

/** @param {PlanKind} kind @param {string} unit @param {Partial<Plan>} [more] @returns {Plan} */
export function newPlan(kind, unit, more = {}) {
  return {
    kind,
    unit,
    target: "",
    dx: 0,
    dy: 0,
    turn: 0,
    via: [],
    at: null,
    width: 0,
    adjusted: null,
    order: [],
    companion: "",
    pay: "",
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

/** Whether anything is moved at all. @param {Plan} plan */
export const isStill = (plan) => !plan.dx && !plan.dy && !plan.turn && !plan.adjusted;

/** @param {Plan} plan */
const shiftOf = ({ dx, dy, turn, via }) => ({ dx, dy, turn, ...(via.length ? { via: [...via] } : {}) });

/** Middle of a formation. @param {{[model: string]: Pose}} poses @returns {Point} */
export function middleOf(poses) {
  const all = Object.values(poses);
  const mean = (/** @type {0 | 1} */ i) => all.reduce((sum, pose) => sum + pose[i], 0) / (all.length || 1);
  return [mean(0), mean(1)];
}

/** The way of the formation's middle: where it starts, its waypoints, its end. @param {Plan} plan @param {{[model: string]: Pose}} poses @returns {Point[]} */
export function wayOf(plan, poses) {
  const [x, y] = middleOf(poses);
  return [[x, y], ...plan.via, [x + plan.dx, y + plan.dy]];
}

/** @param {readonly Point[]} way */
export const lengthOf = (way) =>
  way.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - (way[i]?.[0] ?? x), y - (way[i]?.[1] ?? y)), 0);

/**
 * The models in the order in which they go: those chosen, then the rest as the server proposed.
 * @param {Plan} plan @returns {string[]}
 */
export function sequenceOf(plan) {
  const action = plan.preview?.action;
  const proposed = action && "paths" in action ? (action.paths ?? []).map(({ model }) => model) : [];
  return [...plan.order, ...proposed.filter((model) => !plan.order.includes(model))];
}

/** Exact paths of an adjusted plan, straight but for waypoints. @param {Plan} plan @param {{[model: string]: Pose}} poses where models stand */
export function pathsOf(plan, poses) {
  const [mx, my] = middleOf(poses);
  return Object.entries(plan.adjusted ?? {}).flatMap(([model, end]) => {
    const pose = poses[model];
    if (!pose) return [];
    const [x, y] = pose;
    const stops = plan.via.map(([px, py]) => /** @type {Point} */ ([Math.round(x + px - mx), Math.round(y + py - my)]));
    return [{ model, points: [/** @type {Point} */ ([x, y]), ...stops, end] }];
  });
}

/** What is asked of the server about a plan. @param {Plan} plan @param {{[model: string]: Pose}} poses @returns {Draft} */
export function draftOf(plan, poses) {
  const { unit, target, pay } = plan;
  const how = plan.adjusted ? { paths: pathsOf(plan, poses) } : { shift: shiftOf(plan) };
  const companion = plan.companion ? { companion: { unit: plan.companion, shift: shiftOf(plan), engages: false } } : {};
  switch (plan.kind) {
    case "engage":
      return { type: "plan_engagement", unit, target, order: [...plan.order], pay };
    case "shoot":
      return { type: "plan_shot", unit, target };
    case "withdraw":
      return isStill(plan) ? { type: "plan_withdrawal", unit } : { type: "plan_withdrawal", unit, ...how };
    case "deploy":
      return { type: "plan_deploy", unit, at: plan.at ?? [0, 0], facing: plan.turn, width: plan.width };
    case "again":
      return { type: "plan_move", unit, engage: target, pay, ...(target && isStill(plan) ? {} : how) };
    case "move":
      return { type: "plan_move", unit, pay, ...how, ...companion };
  }
}

/**
 * The finished action of a plan, where the preview did not already hold it.
 * @param {Plan} plan @param {{[model: string]: Pose}} poses @returns {Action}
 */
export function actionOf(plan, poses) {
  const { unit, target, pay } = plan;
  const how = plan.adjusted ? { paths: pathsOf(plan, poses) } : { shift: shiftOf(plan) };
  const companion = plan.companion ? { companion: { unit: plan.companion, shift: shiftOf(plan), engages: false } } : {};
  switch (plan.kind) {
    case "engage":
      return { type: "move", unit, pay, engage: target };
    case "shoot":
      return { type: "shoot", unit, target, pay };
    case "withdraw":
      return isStill(plan) ? { type: "withdraw" } : { type: "withdraw", ...how };
    case "deploy":
      return { type: "deploy", unit, poses: plan.preview?.ghosts ?? {} };
    case "again":
      return { type: "plan", ...(target && isStill(plan) ? {} : how) };
    case "move":
      return { type: "move", unit, pay, ...how, ...companion };
  }
}

/**
 * Where the models would stand: as the server answered, else as the hand carries them.
 * @param {Plan} plan @param {{[model: string]: Pose}} poses of the unit's models @returns {{[model: string]: Point}}
 */
export function ghostsOf(plan, poses) {
  const told = plan.preview?.ghosts;
  const free = plan.kind === "move" || plan.kind === "withdraw" || plan.kind === "again";
  if (told && Object.keys(told).length && (isJudged(plan) || !free)) {
    return Object.fromEntries(Object.entries(told).map(([model, pose]) => [model, [pose[0], pose[1]]]));
  }
  if (!free || (isStill(plan) && plan.kind !== "move")) return {};
  return carried(plan, poses);
}

/** The formation carried and turned about its middle. @param {Plan} plan @param {{[model: string]: Pose}} poses */
export function carried(plan, poses) {
  const all = Object.entries(poses);
  const [cx, cy] = middleOf(poses);
  const angle = (plan.turn / 1000) * (Math.PI / 180);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  /** @type {{[model: string]: Point}} */
  const ends = {};
  for (const [model, [x, y]] of all) {
    const [rx, ry] = [x - cx, y - cy];
    ends[model] = plan.adjusted?.[model] ?? [
      Math.round(cx + rx * cos - ry * sin + plan.dx),
      Math.round(cy + rx * sin + ry * cos + plan.dy),
    ];
  }
  return ends;
}

/**
 * A refused plan put at the nearest place that its preview found. The server's own answer goes there by ways
 * round what stands between; without one the ways are drawn straight, and judged anew.
 * @param {Plan} plan @returns {Plan | null} null where no place was found
 */
export function atNearest(plan) {
  const { refusal: _, ...near } = plan.preview ?? {};
  const ghosts = Object.entries(near.ghosts ?? {});
  if (!ghosts.length) return null;
  const adjusted = Object.fromEntries(ghosts.map(([model, [x, y]]) => [model, /** @type {Point} */ ([x, y])]));
  const moved = changed(plan, { adjusted, via: [] });
  return near.action ? { ...moved, preview: near, judged: moved.version } : moved;
}
