import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Drafts } from "#js/drafts.js";
import { command } from "#js/keys.js";
import {
  actionOf,
  atNearest,
  carried,
  changed,
  draftOf,
  ghostsOf,
  isJudged,
  lengthOf,
  newPlan,
  sequenceOf,
  wayOf,
} from "#js/panels/saga/plan.js";
import { picking } from "#js/panels/saga/picks.js";
import { missing } from "#js/panels/saga/uses.js";
import { slotted } from "#js/panels/saga/slots.js";
import { highlights, pause, turns } from "#js/playback.js";
import { calls } from "#js/ui/announce.js";

const key = (/** @type {string} */ code, more = {}) => ({
  code,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

test("keys are read by their place, so that a Russian layout plays too", () => {
  assert.deepEqual(command(key("KeyM")), { name: "move" });
  assert.deepEqual(command(key("ArrowLeft", { shiftKey: true })), { name: "arrow", x: -1, y: 0, fine: true });
  assert.deepEqual(command(key("KeyZ", { ctrlKey: true })), { name: "undo" });
  assert.equal(command(key("KeyR", { ctrlKey: true })), null, "a reload stays the browser's");
  assert.deepEqual(command(key("Space")), { name: "waypoint" });
  assert.equal(command(key("KeyX")), null);
});

test("one draft is under way, only the newest waits, the overtaken are answered with nothing", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {string[]} */
  const sent = [];
  let now = 0;
  let n = 0;
  const drafts = new Drafts(
    (draft) => sent.push(draft) > 0,
    () => `r${++n}`,
    () => now,
  );
  const [first, second, third] = [drafts.ask("a"), drafts.ask("b"), drafts.ask("c")];
  assert.deepEqual(sent, ["a"]);
  assert.equal(await second, null);
  now = 100;
  drafts.answer("r1", "A");
  assert.equal(await first, "A");
  assert.deepEqual(sent, ["a", "c"]);
  drafts.answer("r1", "late");
  drafts.answer("r2", "C");
  assert.equal(await third, "C");
  mock.timers.reset();
});

test("drafts leave no more often than fifteen times a second", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  let sent = 0;
  const drafts = new Drafts(
    () => ++sent > 0,
    () => `r${sent}`,
    () => now,
  );
  void drafts.ask("a");
  drafts.answer("r0", "A");
  void drafts.ask("b");
  assert.equal(sent, 1);
  now = 70;
  mock.timers.tick(70);
  assert.equal(sent, 2);
  mock.timers.reset();
});

/** @type {{[model: string]: [number, number, number]}} */
const POSES = { m1: [0, 0, 0], m2: [1000, 0, 0] };

test("a formation is carried, and turned about its middle", () => {
  const plan = newPlan("move", "u", { dx: 100, dy: 200, turn: 90_000 });
  assert.deepEqual(carried(plan, POSES), { m1: [600, -300], m2: [600, 700] });
});

test("the ghost follows the hand until the server has judged it", () => {
  const ghosts = /** @type {any} */ ({ ghosts: { m1: [7, 7, 0], m2: [8, 8, 0] } });
  let plan = { ...newPlan("move", "u", { dx: 10 }), preview: ghosts, judged: 1 };
  assert.ok(isJudged(plan));
  assert.deepEqual(ghostsOf(plan, POSES), { m1: [7, 7], m2: [8, 8] });
  plan = changed(plan, { dx: 50 });
  assert.ok(!isJudged(plan));
  assert.deepEqual(ghostsOf(plan, POSES), { m1: [50, 0], m2: [1050, 0] });
});

test("a formation goes by its waypoints, and so does each model that was placed by hand", () => {
  const plan = newPlan("move", "u", { dx: 300, dy: 400, via: [[500, 300]] });
  assert.deepEqual(wayOf(plan, POSES), [
    [500, 0],
    [500, 300],
    [800, 400],
  ]);
  assert.equal(Math.round(lengthOf(wayOf(plan, POSES))), 616);
  const draft = /** @type {any} */ (draftOf(plan, POSES));
  assert.deepEqual(draft.shift, { dx: 300, dy: 400, turn: 0, via: [[500, 300]] });
  const byHand = /** @type {any} */ (draftOf(changed(plan, { adjusted: { m2: [1200, 500] } }), POSES));
  assert.deepEqual(byHand.paths, [
    {
      model: "m2",
      points: [
        [1000, 0],
        [1000, 300],
        [1200, 500],
      ],
    },
  ]);
});

test("models engage in the order chosen, the rest as the server proposed", () => {
  const paths = ["m1", "m2", "m3"].map((model) => ({ model, points: [] }));
  const preview = /** @type {any} */ ({ action: { type: "move", unit: "u", paths } });
  assert.deepEqual(sequenceOf(newPlan("engage", "u", { order: ["m3"], preview })), ["m3", "m1", "m2"]);
});

test("a plan asks and acts as a shift, and as exact paths once a model was placed by hand", () => {
  const shift = newPlan("move", "u", { dx: 5, pay: "we_obey" });
  assert.deepEqual(draftOf(shift, POSES), {
    type: "plan_move",
    unit: "u",
    pay: "we_obey",
    shift: { dx: 5, dy: 0, turn: 0 },
  });
  const byHand = changed(shift, { adjusted: { m1: [9, 9], m2: [1000, 0] } });
  assert.deepEqual(actionOf(byHand, POSES), {
    type: "move",
    unit: "u",
    pay: "we_obey",
    paths: [
      {
        model: "m1",
        points: [
          [0, 0],
          [9, 9],
        ],
      },
      {
        model: "m2",
        points: [
          [1000, 0],
          [1000, 0],
        ],
      },
    ],
  });
});

test("a use asks for what it lacks, in order", () => {
  const option = /** @type {any} */ ({
    ability: "x",
    units: ["u1", "u2"],
    targets: ["e1"],
    aim: 1,
    choices: ["attack", "defence"],
  });
  const using = { option, unit: "", targets: /** @type {string[]} */ ([]), choice: "", die: "", face: 0 };
  assert.equal(missing(using), "unit");
  assert.equal(missing({ ...using, unit: "u1" }), "targets");
  assert.equal(missing({ ...using, unit: "u1", targets: ["e1"] }), "choice");
  assert.equal(missing({ ...using, unit: "u1", targets: ["e1"], choice: "attack" }), "");
});

test("losses begin with the proposed models and offer all of the unit", () => {
  const view = /** @type {any} */ ({
    models: { m1: [], m2: [], m3: [] },
    fixed: { models: { m1: { unit: "u" }, m2: { unit: "u" }, m3: { unit: "v" } } },
  });
  const found = picking(/** @type {any} */ ({ type: "choose_losses", units: ["u"], count: 1, proposed: ["m2"] }), view);
  assert.deepEqual([[...found.models], [...found.chosen], found.count], [["m1", "m2"], ["m2"], 1]);
});

test("a narrow slot takes its die before a wide one", () => {
  const die = (/** @type {string} */ id, /** @type {string} */ symbol) =>
    /** @type {any} */ ({ id, die: { symbol, face: 1 } });
  const { filled, extra } = slotted(["any", "R"], [die("d1", "R"), die("d2", "C"), die("d3", "C")]);
  assert.deepEqual(
    filled.map((placed) => placed?.id),
    ["d2", "d1"],
  );
  assert.deepEqual(
    extra.map((placed) => placed.id),
    ["d3"],
  );
});

test("the replay bar finds player turns and fallen models", () => {
  const steps = /** @type {any} */ ([
    { told: [{ event: { type: "begun" } }] },
    { told: [{ event: { type: "turn_began", side: "a", turn: 1 } }] },
    { told: [{ event: { type: "lost" } }, { event: { type: "turn_began", side: "b", turn: 1 } }] },
  ]);
  assert.deepEqual(turns(steps), [
    { index: 2, side: "a", turn: 1 },
    { index: 3, side: "b", turn: 1 },
  ]);
  assert.deepEqual(highlights(steps), [3]);
});

test("a refused plan is put at the nearest place, with the server's own ways where it told them", () => {
  const refusal = /** @type {any} */ ({ line: { key: "no" } });
  const ghosts = /** @type {any} */ ({ m1: [7, 8, 0] });
  const action = /** @type {any} */ ({ type: "move", unit: "u", paths: [] });
  const plan = newPlan("move", "u", { dx: 9, judged: 1 });
  assert.equal(atNearest({ ...plan, preview: /** @type {any} */ ({ refusal }) }), null);
  const told = atNearest({ ...plan, preview: /** @type {any} */ ({ refusal, ghosts, action }) });
  assert.ok(told && isJudged(told));
  assert.equal(told.preview?.refusal, undefined);
  assert.deepEqual([told.adjusted, told.preview?.action], [{ m1: [7, 8] }, action]);
  const drawn = atNearest({ ...plan, preview: /** @type {any} */ ({ refusal, ghosts }) });
  assert.ok(drawn && !isJudged(drawn));
});

test("the sound of one's turn is for what others ask of one, not for what follows from one's own answer", () => {
  const [first, second, theirs] = [{ id: "p1", side: "a" }, { id: "p2", side: "a" }, { id: "p3", side: "b" }];
  assert.equal(calls(undefined, first, false), true, "after the other's answer");
  assert.equal(calls(first, first, false), false, "still the same question");
  assert.equal(calls(first, second, true), false, "the next unit to move");
  assert.equal(calls(first, theirs, true), true, "who plays both sides is called to the other");
  assert.equal(calls(first, undefined, true), false);
});

test("a film stays longer where more was told, but never for long", () => {
  const told = (/** @type {number} */ count) => ({ told: Array.from({ length: count }, () => ({ event: {}, line: { key: "x" } })) });
  assert.ok(pause(told(0)) < pause(told(2)) && pause(told(2)) < pause(told(6)));
  assert.equal(pause(told(30)), pause(told(60)));
  assert.equal(pause(undefined), pause(told(0)));
  assert.equal(pause({ told: [{ event: {}, line: null }] }), pause(told(0)), "facts that have no words");
});
